package bench

import (
	"fmt"
	"runtime"
	"strings"
	"testing"

	"github.com/rfc3987/iri"
	"github.com/rfc3987/iri/bench/corpus"
)

const lines = 2000 // of each corpus

// TestCorpora checks that every exact peer accepts the good lines of the generator, and no
// others.
func TestCorpora(t *testing.T) {
	peers, err := Peers()
	if err != nil {
		t.Fatal(err)
	}
	g := corpus.New(1)
	for _, kind := range corpus.Kinds() {
		for range lines {
			s, ok := g.Line(kind)
			for _, p := range peers {
				if p.Exact && p.Check(s) != ok {
					t.Fatalf("%s, %s on %q: got %v, want %v", kind, p.Name, s, !ok, ok)
				}
			}
		}
	}
}

// TestCorpusSame checks that generators with the same seed make the same lines.
func TestCorpusSame(t *testing.T) {
	a, b := corpus.New(7), corpus.New(7)
	for range 500 {
		x, _ := a.Line(corpus.Faulty)
		if y, _ := b.Line(corpus.Faulty); x != y {
			t.Fatalf("got %q, then %q", x, y)
		}
	}
}

// TestNoAllocation checks that Valid, Parse and the accessors do not allocate.
func TestNoAllocation(t *testing.T) {
	for _, kind := range []string{corpus.ASCII, corpus.Intl, corpus.Mixed, corpus.Hard} {
		list, _ := corpus.New(1).Lines(kind, 200)
		n := 0
		allocs := testing.AllocsPerRun(10, func() {
			for _, s := range list {
				if !iri.Valid(s) {
					t.Fatalf("%q is not valid", s)
				}
				i, err := iri.Parse(s)
				if err != nil {
					t.Fatal(err)
				}
				n += len(i.Scheme()) + len(i.Path())
				for _, f := range []func() (string, bool){i.Authority, i.Userinfo, i.Port, i.Query, i.Fragment} {
					text, _ := f()
					n += len(text)
				}
				if h, ok := i.Host(); ok {
					n += len(h.String()) + int(h.Kind())
				}
			}
		})
		if allocs != 0 || n == 0 {
			t.Errorf("%s: %v allocations in %d IRIs", kind, allocs, len(list))
		}
	}
}

// BenchmarkPeers runs every peer on every corpus.
func BenchmarkPeers(b *testing.B) {
	peers, err := Peers()
	if err != nil {
		b.Fatal(err)
	}
	for _, kind := range corpus.Kinds() {
		list, bad := corpus.New(1).Lines(kind, lines)
		size := 0
		for _, s := range list {
			size += len(s)
		}
		for _, p := range peers {
			b.Run(kind+"/"+strings.ReplaceAll(p.Name, "/", "."), func(b *testing.B) {
				b.ReportAllocs()
				b.SetBytes(int64(size / len(list)))
				good := 0
				i := 0
				for b.Loop() {
					if p.Check(list[i]) {
						good++
					}
					if i++; i == len(list) {
						i = 0
					}
				}
				if p.Exact && i == 0 && good > 0 && bad == 0 && good%len(list) != 0 {
					b.Fatal("a good line was not accepted")
				}
			})
		}
	}
}

// BenchmarkFaulty runs strings that each have a fault: all findings, and the report as JSON.
func BenchmarkFaulty(b *testing.B) {
	var list []string
	for g := corpus.New(1); len(list) < lines; {
		if s, ok := g.Line(corpus.Faulty); !ok {
			list = append(list, s)
		}
	}
	rule := iri.RFC3987.Top()
	for _, f := range []struct {
		name string
		run  func(s string) bool
	}{
		{"findings", func(s string) bool { r := rule.Validate(s); return len(r.Findings()) > 0 }},
		{"JSON", func(s string) bool {
			r := rule.Validate(s)
			j, err := r.MarshalJSON()
			return err == nil && len(j) > 0
		}},
	} {
		b.Run(f.name, func(b *testing.B) {
			b.ReportAllocs()
			for i := 0; b.Loop(); i++ {
				if !f.run(list[i%len(list)]) {
					b.Fatal("no finding")
				}
			}
		})
	}
}

// A shape is an IRI of which one part can have any length.
type shape struct {
	name string
	unit string // what is repeated
	head string
	tail string
}

// shapes returns one shape for each part of an IRI that can grow.
func shapes() []shape {
	return []shape{
		{"path", "/segment", "http://example.org", "?q#f"},
		{"intl", "/路径", "http://example.org", "?q#f"},
		{"percent", "%E8%B7%AF", "http://example.org/", ""},
		{"query", "&key=value", "http://example.org/?q", ""},
		{"host", "label.", "http://", "/"},
	}
}

// make returns an IRI of about n bytes.
func (s shape) make(n int) string {
	n = max(n-len(s.head)-len(s.tail), len(s.unit))
	return s.head + strings.Repeat(s.unit, n/len(s.unit)) + s.tail
}

// BenchmarkLinear runs IRIs from 64 B to 16 MiB. The time for a byte must stay the same.
// The parts that grow take the most work in the engine: a path of ASCII, of other scripts
// and of %XX, a query, and a host.
func BenchmarkLinear(b *testing.B) {
	for _, shape := range shapes() {
		for n := 64; n <= 16<<20; n *= 16 {
			if n > 1<<20 {
				n = 16 << 20
			}
			s := shape.make(n)
			for _, f := range []struct {
				name string
				run  func() bool
			}{
				{"Valid", func() bool { return iri.Valid(s) }},
				{"Parse", func() bool { _, err := iri.Parse(s); return err == nil }},
			} {
				b.Run(fmt.Sprintf("%s/%s/%d", f.name, shape.name, n), func(b *testing.B) {
					b.SetBytes(int64(len(s)))
					for b.Loop() {
						if !f.run() {
							b.Fatal("not valid")
						}
					}
					b.ReportMetric(float64(b.Elapsed().Nanoseconds())/float64(b.N)/float64(len(s)), "ns/byte")
				})
			}
		}
	}
	runtime.GC()
}

// BenchmarkLinearFindings does the same with strings that have a fault at every few bytes, and with
// all their findings kept: what is said of one must not look at the whole string.
func BenchmarkLinearFindings(b *testing.B) {
	for _, shape := range []struct{ name, start, unit string }{
		{"ports", "http://u:", "a%4|"},
		{"spaces", "", "a "},
		{"IRIs", "http://e/", " http://e/"},
		{"brackets", "http://e/", "[a]"},
		{"hosts", "http://", "a:b@"},
		{"percent", "http://e/?", "%zé"},
		{"backslashes", "http:", "\\a"},
	} {
		for n := 64 << 10; n <= 4<<20; n *= 8 {
			s := shape.start + strings.Repeat(shape.unit, n/len(shape.unit))
			b.Run(fmt.Sprintf("%s/%d", shape.name, n), func(b *testing.B) {
				for b.Loop() {
					if r := iri.RFC3987.Top().Validate(s, iri.MaxFindings(0)); r.Conforms() {
						b.Fatal("it conforms")
					}
				}
				b.ReportMetric(float64(b.Elapsed().Nanoseconds())/float64(b.N)/float64(len(s)), "ns/byte")
			})
		}
	}
}
