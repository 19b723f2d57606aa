package bench

import (
	"net/url"
	"testing"

	"github.com/rfc3987/iri"
	"github.com/rfc3987/iri/bench/corpus"
)

// BenchmarkMethods runs what programs do with a value that they have: each method on every corpus.
// That of net/url stands beside where there is one.
func BenchmarkMethods(b *testing.B) {
	base := iri.MustParse("http://example.org/a/b/c/d;p?q")
	baseURL, _ := url.Parse(base.String())
	for _, kind := range []string{corpus.ASCII, corpus.Intl, corpus.Mixed, corpus.Hard} {
		list, _ := corpus.New(1).Lines(kind, lines)
		var iris []iri.IRI
		var refs []iri.Ref
		var uris []iri.URI
		var urls []*url.URL
		for _, s := range list {
			i, err := iri.Parse(s)
			if err != nil {
				continue
			}
			u, err := url.Parse(s)
			if err != nil {
				continue
			}
			ref, err := iri.ParseRef(s[len(i.Scheme())+1:])
			if err != nil {
				continue // without its scheme it is not a reference
			}
			iris, refs, urls = append(iris, i), append(refs, ref), append(urls, u)
			uri, err := i.URI()
			if err != nil {
				b.Fatal(err)
			}
			uris = append(uris, uri)
		}
		for _, m := range []struct {
			name string
			run  func(i int)
		}{
			{"Resolve", func(i int) { keepIRI = base.Resolve(refs[i]) }},
			{"net.url ResolveReference", func(i int) { keepURL = baseURL.ResolveReference(urls[i]) }},
			{"Normalize", func(i int) { keepIRI = iris[i].Normalize(iri.RungScheme) }},
			{"IsNormal", func(i int) { keepBool = iris[i].IsNormal(iri.RungScheme) }},
			{"IRI.URI", func(i int) { keepURI, _ = iris[i].URI() }},
			{"URI.IRI", func(i int) { keepIRI = uris[i].IRI() }},
			{"FromURL", func(i int) { keepRef, _ = iri.FromURL(urls[i]) }},
			{"URI.URL", func(i int) { keepURL, _ = uris[i].URL() }},
			{"net.url String", func(i int) { keepString = urls[i].String() }},
		} {
			b.Run(kind+"/"+m.name, func(b *testing.B) {
				b.ReportAllocs()
				i := 0
				for b.Loop() {
					m.run(i)
					if i++; i == len(iris) {
						i = 0
					}
				}
			})
		}
	}
}

var (
	keepIRI    iri.IRI
	keepRef    iri.Ref
	keepURI    iri.URI
	keepURL    *url.URL
	keepString string
	keepBool   bool
)
