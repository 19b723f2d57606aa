package lsp

import (
	"fmt"
	"io"
	"runtime"
	"strings"
	"testing"

	"github.com/rfc3987/iri/internal/testkit"
	"github.com/rfc3987/iri/internal/testkit/lsptest"
)

// BenchmarkChange prints how many milliseconds pass after a change in a document of 1 MiB with one faulty
// IRI in a hundred until all that is found in it has been sent.
func BenchmarkChange(b *testing.B) {
	for _, d := range []struct{ name, head, line, end string }{
		{"lines", "", "%[1]s\n", ""},
		{"ntriples", "", "<%[1]s> <http://example.org/p> \"hello\" .\n", ""},
		{"nquads", "", "<%[1]s> <http://example.org/p> \"hello\" <http://example.org/g> .\n", ""},
		{"turtle", "@prefix e: <http://example.org/> .\n", "<%[1]s> e:p \"hello\" ; a e:C%[2]d .\n", ""},
		{"n3", "@prefix e: <http://example.org/> .\n", "<%[1]s> e:p \"hello\" ; a e:C%[2]d .\n", ""},
		{"trig", "@prefix e: <http://example.org/> .\n", "e:g { <%[1]s> e:p \"hello\" ; a e:C%[2]d . }\n", ""},
		{"rdfxml", "<rdf:RDF xmlns:rdf=\"http://www.w3.org/1999/02/22-rdf-syntax-ns#\" " +
			"xmlns:e=\"http://example.org/\">\n", "<rdf:Description " +
			"rdf:about=\"%[1]s\"><e:p>x</e:p></rdf:Description>\n", "</rdf:RDF>\n"},
		{"jsonld", "{\"@context\": {\"e\": \"http://example.org/\"}, \"@graph\": [\n",
			"{\"@id\": \"%[1]s\", \"e:p\": %[2]d},\n", "{}]}\n"},
		{"json", "", "{\"iri\": \"%[1]s\", \"n\": %[2]d}\n", ""},
		{"csv", "url,n\n", "%[1]s,%[2]d\n", ""},
		{"tsv", "url\tn\n", "%[1]s\t%[2]d\n", ""},
		{"xml", "<urlset>\n", "<url><loc>%[1]s</loc></url>\n", "</urlset>\n"},
		{"yaml", "# a list\n# of IRIs\n", "- iri: %[1]s\n  n: %[2]d\n", ""},
		{"abnf", "; a grammar\n;\n", "r%[2]d = 1*DIGIT / *( ALPHA \"-\" ) / %[1]s\n" +
			strings.Repeat("; what it is for, and where it is from\n", 7), ""},
		{"html", "<!doctype html>\n", "<p><a href=\"%[1]s\">text</a> and more text\n", ""},
		{"markdown", "", "Some text [x](%[1]s) and more text %[2]d\n\n", ""},
	} {
		b.Run(d.name, func(b *testing.B) {
			var text strings.Builder
			text.WriteString(d.head)
			for i := 0; text.Len() < 1<<20; i++ {
				iri := fmt.Sprintf("http://example.org/r/%d", i)
				if i%100 == 0 {
					iri = fmt.Sprintf("http://h:8a/%d", i)
				}
				if d.name == "abnf" { // a rule that there is not, instead of a faulty IRI
					iri = map[bool]string{true: "nothing", false: "DIGIT"}[i%100 == 0]
				}
				line := strings.ReplaceAll(strings.ReplaceAll(d.line, "%[1]s", iri), "%[2]d", fmt.Sprint(i))
				text.WriteString(line)
			}
			text.WriteString(d.end)
			s := &Server{encoding: "utf-16", ready: true, out: io.Discard, open: make(map[string]*document),
				messages: make(chan received)}
			const uri = "untitled:x"
			if _, err := s.didOpen(documentPosition{TextDocument: textDocument{URI: uri, LanguageID: d.name,
				Text: text.String()}}); err != nil {
				b.Fatal(err)
			}
			for b.Loop() {
				if _, err := s.didChange(changeParams{textDocument{URI: uri},
					[]change{{&span{position{1, 0}, position{1, 0}}, " "}}}); err != nil {
					b.Fatal(err)
				}
				s.check(s.open[uri], func() bool { return s.changes(s.open[uri]) })
			}
			if n := len(s.open[uri].diagnostics); n < 50 {
				b.Fatalf("%d found", n)
			}
			b.ReportMetric(float64(b.Elapsed().Microseconds())/1000/float64(b.N), "ms/change")
		})
	}
}

// TestManyChanges holds that changes leave nothing, 10,000 of them in the long form: no goroutine and no memory.
func TestManyChanges(t *testing.T) {
	e := startEditor(t)
	const turtle, abnf = "untitled:a", "untitled:b"
	e.Open(turtle, "turtle", "<http://h:8a/> a <b:c> .\n")
	e.Open(abnf, "abnf", "; changes: rfc3986\nport = *DIGIT\n")
	version := 1
	changes := func(n int) (heap uint64, goroutines int) {
		for range n {
			version++
			e.Change(turtle, version, lsptest.At(0, 10, 11, fmt.Sprint(version%10)))
			if version%10 == 0 { // or else those that the client has not read fill its queue
				for p := e.Next(); p.URI != turtle || p.Version != version; p = e.Next() {
				}
			}
			if version%1000 == 0 {
				e.Change(abnf, version, fmt.Sprintf("; changes: rfc3986\nport = %d*DIGIT\n", version/1000))
				for p := e.Next(); p.URI != abnf || p.Version != version || len(p.Diagnostics) == 0; p = e.Next() {
				}
			}
		}
		runtime.GC()
		runtime.GC()
		var m runtime.MemStats
		runtime.ReadMemStats(&m)
		return m.HeapAlloc, runtime.NumGoroutine()
	}
	heap, goroutines := changes(testkit.Size(500, 1000, 1000))
	after, now := changes(testkit.Size(500, 1500, 9000))
	if after > 2*heap+(8<<20) || now > goroutines+3 {
		t.Errorf("after %d changes: %d KiB and %d goroutines, before %d KiB and %d", version, after>>10, now, heap>>10, goroutines)
	}
}
