package attack

import (
	"io"
	"strings"
	"testing"
	"time"

	"github.com/rfc3987/iri/internal/testkit"
)

// An endless is text that is made while it is read: a start, and then a unit until there
// are so many bytes.
type endless struct {
	start, unit string
	left        int
	units       string // many of them
}

func (e *endless) Read(p []byte) (n int, err error) {
	for n < len(p) {
		if e.start == "" {
			if e.left <= 0 {
				break
			}
			if e.units == "" {
				e.units = strings.Repeat(e.unit, 1+1<<16/len(e.unit))
			}
			e.start = e.units
			e.left -= len(e.start)
		}
		k := copy(p[n:], e.start)
		e.start, n = e.start[k:], n+k
	}
	if n == 0 {
		return 0, io.EOF
	}
	return n, nil
}

// endlessInputs are inputs without a line end, or with brackets that are not closed.
var endlessInputs = []struct{ from, name, start, unit string }{
	{"lines", "letters", "", "a"}, {"lines", "an IRI", "http://a/", "é"}, {"lines", "zeros", "", "\x00"},
	{"null", "letters", "", "a"}, {"null", "an IRI", "http://a/", "é"},
	{"json", "a string", `{"iri":"`, "a"}, {"json", "arrays", "", "["}, {"json", "objects", "", `{"a":`},
	{"json", "strings", "[", `"http://a/",`},
	{"csv", "letters", `"`, "a"}, {"csv", "fields", "", "a,"}, {"tsv", "fields", "", "a\t"},
	{"ntriples", "an IRI", "<", "a"}, {"ntriples", "triple terms", "", "<<( <a:s> <a:p> "},
	{"nquads", "a literal", `<a:s> <a:p> "`, "a"},
	{"turtle", "an IRI", "<", "a"}, {"turtle", "a long string", `<a:s> <a:p> """`, "a\n"},
	{"turtle", "lists", "<a:s> <a:p> ", "("},
	{"turtle", "blank nodes", "_:a <a:b> ", "[ <a:b> "}, {"turtle", "objects", "<http://a/> <http://a/> <http://a/>",
		", <http://a/>"},
	{"trig", "graphs", "", "{ "}, {"trig", "triple terms", "<a:s> <a:p> ", "<<( <a:s> <a:p> "},
	{"n3", "reified triples", "<a:s> <a:p> ", "<< "},
	{"html", "a value", `<a href="`, "a"}, {"html", "a comment", "<!--", "a"}, {"html", "a script", "<script>", "a"},
	{"html", "elements", "", "<div>"},
	{"xml", "text", "<a>", "b"}, {"xml", "elements", "", "<a>"}, {"xml", "comments", "<loc>", "a<!-- b -->"},
	{"xml", "CDATA", "<a><![CDATA[", "b"},
	{"rdfxml", "an attribute", `<a b="`, "c"}, {"rdfxml", "elements", "", "<a>"},
	{"rdfxml", "declarations", "<!DOCTYPE a [", `<!ENTITY b "c">`},
	{"text", "an IRI", "http://a/", "a"}, {"text", "links", "", "]("},
}

// faulty holds a file in each format with one IRI whose port is not a number.
var faulty = map[string]string{
	"lines": "http://h:8a/\n", "null": "http://h:8a/\x00", "json": `"http://h:8a/"`, "csv": "http://h:8a/\n",
	"tsv":      "http://h:8a/\n",
	"ntriples": "<http://h:8a/> <a:b> <a:c> .\n", "nquads": "<http://h:8a/> <a:b> <a:c> .\n",
	"turtle": "<http://h:8a/> <a:b> <a:c> .\n",
	"trig":   "<http://h:8a/> <a:b> <a:c> .\n", "n3": "<http://h:8a/> <a:b> <a:c> .\n",
	"html": `<a href="http://h:8a/">`,
	"xml":  "<loc>http://h:8a/</loc>", "text": "See http://h:8a/.\n",
	"rdfxml": `<rdf:RDF xmlns:rdf="http://www.w3.org/1999/02/22-rdf-syntax-ns#"><rdf:Description ` +
		`rdf:about="http://h:8a/"/></rdf:RDF>`,
}

// TestReaders reads a gibibyte of each, or an eighth of it for a day, and after it another file, which is still read.
func TestReaders(t *testing.T) {
	if !asked() {
		t.Skip("takes half an hour: make attack runs it")
	}
	for in := range rows(endlessInputs) {
		t.Run(in.from+", "+in.name, func(t *testing.T) {
			dir := t.TempDir()
			name := file(t, dir, "faulty", faulty[in.from])
			for _, command := range []string{"check", "fix --list", "to-uri --list", "filter"} {
				if command == "filter" && (in.from == "html" || in.from == "xml" || in.from == "rdfxml") {
					continue // they have no lines to pass on
				}
				size := 1 << 30
				if command != "check" || testkit.Asked("day") != "" {
					size = 128 << 20
				}
				words := append(strings.Fields(command), "--from", in.from, "--no-progress", "-f", "-", "-f", name)
				r := runFrom(t, dir, &endless{start: in.start, unit: in.unit, left: size}, 20*time.Minute, words...)
				r.hold(t, command, 192<<20) // of which 64 are a statement of Turtle, which has to be whole
				// The status is 2 where the file cannot be read as it is: a table in which no column holds IRIs. If the
				// first file has more findings than are printed, the summary says it, or the namespace is converted.
				read := func(sign string) bool { return strings.Contains(r.out+r.err, sign) }
				if r.status == 0 || !read("8a/") && !read(" port  ") && !read("22-rdf-syntax-ns#") {
					t.Errorf("%s: status %d, and the other file is not read: %.300s", command, r.status, r.err)
				}
			}
		})
	}
}
