package iri_test

import (
	"math/rand/v2"
	"strings"
	"testing"

	"github.com/rfc3987/iri"
	"github.com/rfc3987/iri/internal/percent"
)

// manyScripts returns IRIs with words of many scripts, the same each time.
func manyScripts() []string {
	rnd := rand.New(rand.NewPCG(1, 2))
	scripts := [][2]rune{
		{'a', 'z'}, {'à', 'ÿ'}, {'α', 'ω'}, {'а', 'я'}, {'א', 'ת'}, {'ا', 'غ'}, {'अ', 'ह'}, {'ก', 'ฮ'},
		{'あ', 'ん'}, {'ア', 'ン'}, {'一', '龥'}, {'가', '힣'}, {0x10300, 0x1031E},
	}
	word := func(b *strings.Builder) {
		s := scripts[rnd.IntN(len(scripts))]
		for range 2 + rnd.IntN(8) {
			b.WriteRune(s[0] + rnd.Int32N(s[1]-s[0]+1))
		}
	}
	lines := make([]string, 2000)
	for i := range lines {
		var b strings.Builder
		b.WriteString("https://www.")
		word(&b)
		b.WriteString(".example")
		for range rnd.IntN(5) {
			b.WriteByte('/')
			word(&b)
		}
		if i%3 == 0 {
			b.WriteString("?q=")
			word(&b)
		}
		lines[i] = b.String()
	}
	return lines
}

func BenchmarkConversions(b *testing.B) {
	iris := manyScripts()
	uris := make([]string, len(iris))
	leiris := make([]string, len(iris))
	for i, s := range iris {
		u, err := iri.ToURI(s)
		if err != nil {
			b.Fatal(err)
		}
		uris[i], leiris[i] = u.String(), s+" <x>"
	}
	var dst []byte
	mapper := iri.NewURIMapper()
	for _, bb := range []struct {
		name  string
		lines []string
		f     func(s string) ([]byte, error)
	}{
		{"ToURI", iris, func(s string) ([]byte, error) { return mapper.Append(dst[:0], s) }},
		{"ToURIOfURI", uris, func(s string) ([]byte, error) { return iri.AppendURI(dst[:0], s) }},
		{"ToIRI", uris, func(s string) ([]byte, error) { return iri.AppendIRI(dst[:0], s) }},
		{"FromLEIRI", leiris, func(s string) ([]byte, error) { return iri.AppendFromLEIRI(dst[:0], s) }},
		{"Valid", iris, func(s string) ([]byte, error) { iri.ValidRef(s); return dst, nil }},
		{"PercentEncode", iris, func(s string) ([]byte, error) { return percent.AppendNonASCII(dst[:0], s), nil }},
	} {
		b.Run(bb.name, func(b *testing.B) {
			n := 0
			for _, s := range bb.lines {
				n += len(s)
			}
			b.SetBytes(int64(n))
			b.ReportAllocs()
			for b.Loop() {
				for _, s := range bb.lines {
					var err error
					if dst, err = bb.f(s); err != nil {
						b.Fatal(err)
					}
				}
			}
		})
	}
}

// BenchmarkHosts measures the ways to map a host.
func BenchmarkHosts(b *testing.B) {
	for m := range iri.HostMapping(len(iri.HostMappings())) {
		b.Run(m.String(), func(b *testing.B) {
			mapper := iri.NewURIMapper(iri.WithHost(m))
			var dst []byte
			b.ReportAllocs()
			for b.Loop() {
				var err error
				if dst, err = mapper.Append(dst[:0], "http://bücher.example/ä"); err != nil {
					b.Fatal(err)
				}
			}
		})
	}
}
