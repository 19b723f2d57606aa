package formats_test

import (
	"fmt"
	"runtime"
	"strings"
	"syscall"
	"testing"
	"time"

	"github.com/rfc3987/iri/internal/files/html"
	"github.com/rfc3987/iri/internal/files/input"
	"github.com/rfc3987/iri/internal/files/json"
	"github.com/rfc3987/iri/internal/files/jsonld"
	"github.com/rfc3987/iri/internal/files/markdown"
	"github.com/rfc3987/iri/internal/files/notebook"
	"github.com/rfc3987/iri/internal/files/rdf"
	"github.com/rfc3987/iri/internal/files/table"
	"github.com/rfc3987/iri/internal/files/text"
	"github.com/rfc3987/iri/internal/files/xml"
	"github.com/rfc3987/iri/internal/files/yaml"
)

// hostile are inputs of about n bytes on which a reader could take the square of their
// length. The first of some had done so.
var hostile = []struct {
	name string
	from input.Format
	text func(n int) string
}{
	{"N-Triples, a literal with escapes", rdf.NTriples,
		func(n int) string { return `<a:s> <a:p> "` + strings.Repeat(`\u00e9\n\t`, n/10) + "\" .\n" }},
	{"N-Quads, a long language tag", rdf.NQuads, func(n int) string {
		return `<a:s> <a:p> "x"@` + strings.Repeat("a", n/2) + "-" + strings.Repeat("1", n/2) + " .\n"
	}},
	{"N-Triples, an IRI with escapes", rdf.NTriples, func(n int) string {
		return `<a:` + strings.Repeat(`\u00e9`, n/6) +
			"> <a:p> <a:o> .\n"
	}},
	{"JSON-LD, contexts that are not there", jsonld.Format, func(n int) string {
		var b strings.Builder
		for b.WriteString(`{"@context": ["http://e/"`); b.Len() < n; {
			fmt.Fprintf(&b, `, "http://e/%d"`, b.Len())
		}
		return b.String() + `], "@id": "http://e/"}`
	}},
	{"N-Triples, nested triple terms", rdf.NTriples,
		func(n int) string { return strings.Repeat("<a b> <a b> <<( ", n/16) + "\n" }},
	{"Turtle, a string with escapes", rdf.Turtle,
		func(n int) string { return `<a:s> <a:p> "` + strings.Repeat(`\u00e9\n`, n/8) + "\" ." }},
	{"Turtle, a long string with quotes", rdf.Turtle,
		func(n int) string { return `<a:s> <a:p> """` + strings.Repeat(`""\"`, n/4) + `""" .` }},
	{"Turtle, open brackets", rdf.Turtle, func(n int) string { return "<a:s> <a:p> " + strings.Repeat("[", n) }},
	{"Turtle, open lists", rdf.Turtle, func(n int) string { return "<a:s> <a:p> " + strings.Repeat("(", n) }},
	{"Turtle, prefixes", rdf.Turtle, func(n int) string { return times(n/26, "@prefix a%d: <http://a/> .\n") }},
	{"Turtle, open quotes", rdf.Turtle, func(n int) string { return strings.Repeat("\"\n", n/2) }},
	{"HTML, srcset", html.Format, func(n int) string {
		return `<img srcset="` + strings.Repeat("http://a/ 1x, ", n/14) +
			`">`
	}},
	{"HTML, srcset of parentheses", html.Format,
		func(n int) string { return `<img srcset="` + strings.Repeat("a (", n/3) + `">` }},
	{"HTML, ping", html.Format, func(n int) string { return `<a ping="` + strings.Repeat("b ", n/2) + `">` }},
	{"HTML, archive", html.Format, func(n int) string {
		return `<object archive="` + strings.Repeat("bc ", n/3) +
			`">`
	}},
	{"HTML, attributes", html.Format, func(n int) string { return `<a ` + strings.Repeat("href=x ", n/7) + `>` }},
	{"HTML, open tags", html.Format, func(n int) string { return strings.Repeat("<", n) }},
	{"XML, repeated attributes", xml.XML, func(n int) string {
		return "<r " + strings.Repeat(`href="b" `, n/9) +
			"/>"
	}},
	{"XML, attributes without quotes", xml.XML, func(n int) string {
		return "<r " + strings.Repeat(`href=b `, n/7) +
			"/>"
	}},
	{"XML, open elements", xml.XML, func(n int) string { return strings.Repeat("<a>", n/3) }},
	{"RDF/XML, attributes", xml.RDF, func(n int) string { return "<r" + times(n/10, ` a%d="b"`) + "/>" }},
	{"Turtle, a long prefix", rdf.Turtle, func(n int) string {
		return "@prefix a: <http://" + strings.Repeat("a", n/2) + "> .\n" + strings.Repeat("a:s a:p a:o .\n", n/28)
	}},
	{"Turtle, a long base", rdf.Turtle, func(n int) string {
		return "@base <http://" + strings.Repeat("a", n/2) + "> .\n" + strings.Repeat("<s> <p> <o> .\n", n/28)
	}},
	{"RDF/XML, a long base", xml.RDF, func(n int) string {
		return `<rdf:RDF xmlns:rdf="` + rdfSyntaxNS + `" xml:base="http://` + strings.Repeat("a", n/2) + `">` +
			strings.Repeat(`<rdf:Description rdf:about="b"/>`, n/64) + "</rdf:RDF>"
	}},
	{"RDF/XML, declarations", xml.RDF, func(n int) string {
		return `<!DOCTYPE r [<!ENTITY a "` +
			strings.Repeat("<!ENTITY ", n/9) + `">]><r/>`
	}},
	{"text, IRIs", text.Format, func(n int) string { return strings.Repeat("http://a/ ", n/10) }},
	{"text, colons", text.Format, func(n int) string { return strings.Repeat(":", n) }},
	{"text, links without an end", text.Format, func(n int) string { return strings.Repeat("](", n/2) }},
	{"text, schemes that nothing follows", text.Format, func(n int) string { return strings.Repeat("mailto:", n/7) }},
	{"CSV, quotes", table.CSV, func(n int) string { return strings.Repeat("\"a\"b\n", n/5) }},
	{"CSV, an open quote on each line", table.CSV, func(n int) string { return strings.Repeat("\"a\n", n/3) }},
	{"CSV, fields", table.CSV, func(n int) string { return strings.Repeat(",", n) }},
	{"JSON, open brackets", json.Format, func(n int) string { return strings.Repeat("[", n) }},
	{"JSON, open objects", json.Format, func(n int) string { return strings.Repeat(`{"a":`, n/5) }},
	{"JSON, escapes", json.Format, func(n int) string { return `"` + strings.Repeat(`\ud83d`, n/6) + `"` }},
	{"RDF/XML, namespaces", xml.RDF, func(n int) string {
		return "<rdf:RDF xmlns:rdf='http://www.w3.org/1999/02/22-rdf-syntax-ns#'" +
			times(n/24, ` xmlns:a%d="http://a/"`) + ">" + times(n/24, "<a%d:b/>") + "</rdf:RDF>"
	}},
	{"RDF/XML, namespaces in each other", xml.RDF, func(n int) string {
		return "<rdf:RDF xmlns:rdf='http://www.w3.org/1999/02/22-rdf-syntax-ns#'>" +
			times(n/40, "<a:b xmlns:a='http://a/%d'><a:c>")
	}},
	{"RDF/XML, bases in each other", xml.RDF, func(n int) string {
		return "<rdf:RDF xmlns:rdf='http://www.w3.org/1999/02/22-rdf-syntax-ns#'>" +
			strings.Repeat("<rdf:Description xml:base='b/'><a:b xmlns:a='x:'>", n/50)
	}},
	{"RDF/XML, entities", xml.RDF, func(n int) string {
		return `<!DOCTYPE r [` + times(n/25, `<!ENTITY a%d "x">`) + `]><r a="` + times(n/25, "&a%d;") + `"/>`
	}},
	{"XML, namespaces", xml.XML, func(n int) string {
		return "<r " + times(n/24, ` xmlns:a%d="http://a/"`) + ">" + times(n/24, "<a%d:b/>") + "</r>"
	}},
	{"XML, a list", xml.XML, func(n int) string {
		return `<TEI xmlns="http://www.tei-c.org/ns/1.0"><ptr target="` + strings.Repeat("a:&amp; ", n/8) + `"/></TEI>`
	}},
	{"XML, a vocabulary with paths of several steps", xml.XML, func(n int) string {
		return `<collection xmlns="http://www.loc.gov/MARC21/slim">` +
			strings.Repeat(`<datafield tag="856"><subfield code="u">`, n/40)
	}},
	{"XML, attributes", xml.XML, func(n int) string { return "<r " + times(n/10, ` a%d="b"`) + "/>" }},
	{"XML, text in pieces", xml.XML, func(n int) string {
		return "<loc>" + strings.Repeat("a<!-- -->", n/9) +
			"</loc>"
	}},
	{"XML, carriage returns", xml.XML, func(n int) string {
		return "<loc>" + strings.Repeat("a\r", n/2) +
			"&amp;</loc>"
	}},
	{"XML, carriage returns and references", xml.XML, func(n int) string {
		return `<r href="` + strings.Repeat("\r", n/2) + strings.Repeat("&#65;", n/10) + `"/>`
	}},
	{"XML, text in brackets", xml.XML, func(n int) string { return "<r>" + strings.Repeat("]<a/>", n/5) + "</r>" }},
	{"HTML, carriage returns", html.Format, func(n int) string {
		return `<a href="` + strings.Repeat("a\r", n/2) +
			`&amp;">`
	}},
	{"XML, references", xml.XML, func(n int) string { return "<loc>" + strings.Repeat("&#65;", n/5) + "</loc>" }},
	{"Turtle, long language tags", rdf.Turtle,
		func(n int) string { return `<a:s> <a:p> "x"@a` + strings.Repeat("-b", n/2) + " ." }},
	{"Turtle, prefixes that are used", rdf.Turtle, func(n int) string {
		return times(n/40, "@prefix a%d: <http://a/> .\n") + times(n/40, "a%[1]d:b a:c a%[1]d:d .\n")
	}},
	{"Turtle, bases", rdf.Turtle, func(n int) string { return strings.Repeat("@base <b/> .\n", n/13) }},
	{"Turtle, objects", rdf.Turtle, func(n int) string {
		return "<a:s> <a:p> " + strings.Repeat("<a:o>, ", n/7) +
			"<a:o> ."
	}},
	{"HTML, meta elements", html.Format, func(n int) string {
		return strings.Repeat(`<meta http-equiv=refresh `+
			`content="0; url=b">`, n/44)
	}},
	{"HTML, a refresh of spaces", html.Format, func(n int) string {
		return `<meta http-equiv=refresh content="0;` +
			strings.Repeat(" ", n) + `url=b">`
	}},
	{"HTML, character references", html.Format, func(n int) string {
		return `<a href="` + strings.Repeat("&amp;", n/5) +
			`">`
	}},
	{"HTML, ampersands", html.Format, func(n int) string { return `<a href="` + strings.Repeat("&a", n/2) + `">` }},
	{"HTML, different attributes", html.Format, func(n int) string { return "<a" + times(n/10, " a%d=b") + ">" }},
	{"HTML, imagesrcset of commas", html.Format,
		func(n int) string { return `<link imagesrcset="` + strings.Repeat(",", n) + `">` }},
	{"HTML, bases", html.Format, func(n int) string { return strings.Repeat(`<base href="b/"><a href=c>`, n/26) }},
	{"HTML, open comments", html.Format, func(n int) string { return strings.Repeat("<!--", n/4) }},
	{"HTML, open scripts", html.Format, func(n int) string { return strings.Repeat("<script>", n/8) }},
	{"HTML, open quotes", html.Format, func(n int) string { return strings.Repeat(`<a b="`, n/6) }},
	{"JSON, members", json.Format, func(n int) string { return "{" + times(n/10, `"a%d":1,`) + `"iri":"a:b"}` }},
	{"JSON, the same member", json.Format, func(n int) string {
		return "{" + strings.Repeat(`"iri":"a:b",`, n/12) +
			`"iri":"a:b"}`
	}},
	{"JSON, elements", json.Format, func(n int) string { return "[" + strings.Repeat(`"a:b",`, n/6) + `"a:b"]` }},
	{"JSON, elements with escapes", json.Format, func(n int) string {
		return "[" + strings.Repeat(`"a:\n",`, n/7) +
			`"a:b"]`
	}},
	{"JSON, elements with a long base", json.Format, func(n int) string {
		return `{"base":"a:` + strings.Repeat(`\n`, n/4) + `","iri":[` + strings.Repeat(`"b",`, n/8) + `"b"]}`
	}},
	{"JSON, numbers", json.Format, func(n int) string { return "[" + strings.Repeat("1", n) + "]" }},
	{"CSV, columns", table.CSV, func(n int) string {
		return times(n/12, "a%d,") + "\n" + strings.Repeat("b,", n/12) +
			"\n"
	}},
	{"CSV, a long quoted field", table.CSV, func(n int) string { return `"` + strings.Repeat(`""`, n/2) + `"` }},
	{"text, brackets", text.Format, func(n int) string {
		return "http://a/" + strings.Repeat("(", n/2) +
			strings.Repeat(")", n/2)
	}},
	{"text, slashes", text.Format, func(n int) string { return strings.Repeat("//", n/2) }},
	{"text, quotes", text.Format, func(n int) string { return strings.Repeat(`<http://a`, n/9) }},
	{"notebook, texts", notebook.Format, func(n int) string {
		return `{"cells":[` + times(n/70, `{"cell_type":"code","outputs":[{"text":"http://e/%d <a:b>"}]},`) + "7]}"
	}},
	{"notebook, cells that do not end", notebook.Format,
		func(n int) string { return `{"cells":[` + strings.Repeat(`{"cell_type":[`, n/14) }},
	{"notebook, lines of a text", notebook.Format, func(n int) string {
		return `{"cells":[{"cell_type":"markdown","source":[` + strings.Repeat(`"\u0061\n",`, n/11) + `""]}]}`
	}},
	{"Markdown, links without an end", markdown.Format, func(n int) string { return strings.Repeat("](", n/2) }},
	{"Markdown, destinations without an end", markdown.Format,
		func(n int) string { return strings.Repeat("[a](b", n/5) }},
	{"Markdown, spaces and no end", markdown.Format,
		func(n int) string { return strings.Repeat("[a](http://b c", n/14) }},
	{"Markdown, brackets", markdown.Format,
		func(n int) string { return strings.Repeat("[", n/2) + strings.Repeat("]", n/2) }},
	{"Markdown, lines of brackets", markdown.Format, func(n int) string { return strings.Repeat("[a]\n", n/4) }},
	{"Markdown, definitions", markdown.Format, func(n int) string { return times(n/10, "[a%d]: b\n") }},
	{"Markdown, quotations", markdown.Format, func(n int) string { return strings.Repeat(">", n) }},
	{"Markdown, quotations and lines", markdown.Format,
		func(n int) string { return strings.Repeat(strings.Repeat(">", 200)+"a\n", n/202) }},
	{"Markdown, lists", markdown.Format, func(n int) string { return strings.Repeat("- ", n/2) }},
	{"Markdown, lists in lines", markdown.Format, func(n int) string {
		var b strings.Builder
		for i := 0; b.Len() < n; i++ {
			b.WriteString(strings.Repeat("  ", min(i, 500)) + "- a\n")
		}
		return b.String()
	}},
	{"Markdown, backticks", markdown.Format, func(n int) string {
		var b strings.Builder
		for i := 1; b.Len() < n; i++ {
			b.WriteString(strings.Repeat("`", i) + " ")
		}
		return b.String()
	}},
	{"Markdown, open tags", markdown.Format, func(n int) string { return strings.Repeat("<a b='", n/6) }},
	{"Markdown, open comments", markdown.Format, func(n int) string { return "x" + strings.Repeat("<!--", n/4) }},
	{"Markdown, tags", markdown.Format, func(n int) string { return "x" + strings.Repeat("<a href='b'>", n/12) }},
	{"Markdown, images in images", markdown.Format, func(n int) string {
		return strings.Repeat("![", n/8) +
			strings.Repeat("](a)", n/8)
	}},
	{"Markdown, titles without an end", markdown.Format, func(n int) string { return strings.Repeat("[a](b \"", n/7) }},
	{"YAML, brackets", yaml.Format, func(n int) string { return strings.Repeat("[", n) }},
	{"YAML, brackets that close", yaml.Format,
		func(n int) string { return strings.Repeat("[", n/2) + strings.Repeat("]", n/2) }},
	{"YAML, lists in lists", yaml.Format, func(n int) string { return strings.Repeat("- ", n/2) }},
	{"YAML, members in a line", yaml.Format, func(n int) string { return "{" + times(n/20, "é%d: http://e/, ") + "}" }},
	{"YAML, members", yaml.Format, func(n int) string { return times(n/20, "a%d: http://e/\n") }},
	{"YAML, white space", yaml.Format, func(n int) string { return "url: a" + strings.Repeat(" ", n) + "b\n" }},
	{"YAML, lines", yaml.Format, func(n int) string { return "url: 'a" + strings.Repeat("\n a", n/3) + "'\n" }},
	{"YAML, anchors", yaml.Format, func(n int) string { return "- &a b\n" + times(n/12, "- &a%d [*a]\n") }},
	{"YAML, documents", yaml.Format, func(n int) string { return strings.Repeat("--- a\n", n/6) }},
	{"YAML, faults", yaml.Format, func(n int) string { return strings.Repeat("--- [\n", n/6) }},
	{"YAML, blocks", yaml.Format, func(n int) string { return "url: |\n" + strings.Repeat("  http://e/\n", n/12) }},
	{"YAML, tags", yaml.Format, func(n int) string { return strings.Repeat("- !a b\n", n/7) }},
	{"N-Triples, comments", rdf.NTriples, func(n int) string { return strings.Repeat("#\n", n/2) }},
	{"JSON, values on several lines", json.Format,
		func(n int) string { return strings.Repeat("{\n\"iri\": \"a:b\"\n}\n", n/16) }},
	{"JSON, an array on several lines", json.Format,
		func(n int) string { return "[\n" + strings.Repeat("{\n\"iri\": \"a:b\"\n},\n", n/17) + "]" }},
	{"JSON-LD, terms", jsonld.Format, func(n int) string {
		return `{"@context": {` + times(n/40, `"a%d": "http://a/",`) + `"b": "c:d"}, ` + times(n/40, `"a%d": 1,`) +
			`"b": 1}`
	}},
	{"JSON-LD, terms that need each other", jsonld.Format,
		func(n int) string { return `{"@context": {` + times(n/20, `"a%[1]d": "a%[1]d1:b",`) + `"b": "c:d"}}` }},
	{"JSON-LD, a long prefix", jsonld.Format, func(n int) string {
		return `{"@context": {"a": "http://` + strings.Repeat("a", n/2) + `/"}, "@id": "b:c", "x:y": [` +
			strings.Repeat(`{"@id": "a:b"},`, n/32) + `1]}`
	}},
	{"JSON-LD, contexts in each other", jsonld.Format, func(n int) string {
		n = min(n/40, 4000) // brackets nest no deeper than 10,000
		return strings.Repeat(`{"@context": {"a": "b:c", "@vocab": "d:"}, "x": `, n) + "1" + strings.Repeat("}", n)
	}},
	{"JSON-LD, contexts after each other", jsonld.Format,
		func(n int) string { return `{"@context": [` + strings.Repeat(`{"a": "b:c"},`, n/13) + `{}]}` }},
	{"JSON-LD, contexts that lie in terms", jsonld.Format, func(n int) string {
		return `{"@context": {"a": {"@id": "b:c", "@context": {"d": "e:f"}}}, "a": [` + strings.Repeat(`{"d": 1},`,
			n/9) + `1]}`
	}},
	{"JSON-LD, lines with a context of their own", jsonld.Format, func(n int) string {
		return strings.Repeat(`{"@context": "https://schema.org/", "@type": "A"}`+"\n", n/50)
	}},
	{"JSON-LD, lines without their context", jsonld.Format,
		func(n int) string { return strings.Repeat(`{"@context": "http://a/", "a": "b"}`+"\n", n/36) }},
	{"JSON-LD, types", jsonld.Format, func(n int) string {
		return `{"@type": [` + strings.Repeat(`"a:b",`, n/6) +
			`"a:b"]}`
	}},
	{"JSON, open lines", json.Format, func(n int) string { return strings.Repeat("{\n", n/2) }},
}

// times joins what a format makes of 0 to n-1.
func times(n int, format string) string {
	var b strings.Builder
	for i := range n {
		fmt.Fprintf(&b, format, i)
	}
	return b.String()
}

// read reads all records of a text.
func read(from input.Format, text string) (records int) {
	o := input.Options{From: from}
	f, err := input.NewFile("a", strings.NewReader(text), &o)
	if err != nil {
		return 0
	}
	s := input.NewScanner(f, &o)
	var buf []byte
	for {
		block, err := s.Next(buf)
		if err != nil {
			return records
		}
		block.Each(&o, nil, func(*input.Record) bool { records++; return true })
		buf = block.Buffer()
	}
}

// threadTime returns how long the thread has been running: other work on the machine does
// not count.
func threadTime() time.Duration {
	var u syscall.Rusage
	if err := syscall.Getrusage(syscall.RUSAGE_THREAD, &u); err != nil {
		panic(err)
	}
	return time.Duration(u.Utime.Nano() + u.Stime.Nano())
}

// grows returns how much longer it takes to read twice, four times and eight times as
// much, each the best of several times.
func grows(from input.Format, text func(n int) string, n int) (ratios [3]float64) {
	runtime.LockOSThread()
	defer runtime.UnlockOSThread()
	took := func(n int) time.Duration {
		s, best := text(n), time.Duration(1<<62)
		for range 3 {
			start := threadTime()
			read(from, s)
			best = min(best, threadTime()-start)
		}
		return max(best, 8*time.Millisecond) // the clock of a thread has ticks of some milliseconds
	}
	one := took(n)
	for i := range ratios {
		ratios[i] = float64(took(n<<(i+1))) / float64(one)
	}
	return ratios
}

// TestLinear holds the readers to memory in proportion to the input: what is allocated for eight
// times as much is about eight times as much; the square would be 64 times. BenchmarkLinear prints
// the times.
func TestLinear(t *testing.T) {
	for _, tt := range hostile {
		t.Run(tt.name, func(t *testing.T) {
			allocated := func(n int) uint64 {
				text := tt.text(n)
				var before, after runtime.MemStats
				runtime.ReadMemStats(&before)
				read(tt.from, text)
				runtime.ReadMemStats(&after)
				return after.TotalAlloc - before.TotalAlloc
			}
			one, eight := allocated(32<<10), allocated(256<<10)
			t.Logf("%d KiB, %d KiB: %.1f", one>>10, eight>>10, float64(eight)/float64(one))
			if eight > 16*one {
				t.Errorf("32 KiB allocate %d KiB, 256 KiB %d KiB", one>>10, eight>>10)
			}
		})
	}
}

// BenchmarkLinear reads n, 2n, 4n and 8n bytes, and prints how much longer the last three
// take than the first.
func BenchmarkLinear(b *testing.B) {
	for _, tt := range hostile {
		b.Run(tt.name, func(b *testing.B) {
			var got [3]float64
			for b.Loop() {
				got = grows(tt.from, tt.text, 512<<10)
			}
			b.ReportMetric(got[0], "2n/n")
			b.ReportMetric(got[1], "4n/n")
			b.ReportMetric(got[2], "8n/n")
		})
	}
}
