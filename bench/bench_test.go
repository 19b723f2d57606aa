package bench

import (
	"fmt"
	"strings"
	"testing"

	"github.com/rfc3987/iri"
	"github.com/rfc3987/iri/bench/corpus"
)

const lines = 2000 // of each corpus

// TestCorpora checks that every exact peer accepts the good lines of the generator, and no others.
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

// BenchmarkLinear runs IRIs from 64 B to 16 MiB: one part grows, and the time for a byte must stay the same. The parts
// take the most work in the engine: a path of ASCII, of other scripts and of %XX, a query, and a host.
func BenchmarkLinear(b *testing.B) {
	for _, shape := range []struct{ name, head, unit, tail string }{
		{"path", "http://example.org", "/segment", "?q#f"},
		{"intl", "http://example.org", "/路径", "?q#f"},
		{"percent", "http://example.org/", "%E8%B7%AF", ""},
		{"query", "http://example.org/?q", "&key=value", ""},
		{"host", "http://", "label.", "/"},
	} {
		for n := 64; n <= 16<<20; n *= 64 {
			s := shape.head + strings.Repeat(shape.unit, n/len(shape.unit)) + shape.tail
			linear(b, shape.name+"/Valid", s, func() bool { return iri.Valid(s) })
			linear(b, shape.name+"/Parse", s, func() bool { _, err := iri.Parse(s); return err == nil })
		}
	}
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
			linear(b, shape.name, s, func() bool {
				r := iri.RFC3987.Top().Check(s, iri.WithMaxFindings(0))
				return !r.Conforms()
			})
		}
	}
}

// linear measures what is done with a string, for a byte of it.
func linear(b *testing.B, name, s string, do func() bool) {
	b.Run(fmt.Sprintf("%s/%d", name, len(s)), func(b *testing.B) {
		for b.Loop() {
			if !do() {
				b.Fatal("not as it should be")
			}
		}
		b.ReportMetric(float64(b.Elapsed().Nanoseconds())/float64(b.N)/float64(len(s)), "ns/byte")
	})
}
