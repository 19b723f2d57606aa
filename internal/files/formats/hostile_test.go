package formats_test

import (
	"fmt"
	"io"
	"runtime"
	"strings"
	"testing"

	"github.com/rfc3987/iri/internal/files/base"
	"github.com/rfc3987/iri/internal/files/html"
	"github.com/rfc3987/iri/internal/files/input"
	"github.com/rfc3987/iri/internal/files/json"
	"github.com/rfc3987/iri/internal/files/jsonld"
	"github.com/rfc3987/iri/internal/files/rdf"
	"github.com/rfc3987/iri/internal/files/table"
	"github.com/rfc3987/iri/internal/files/text"
	"github.com/rfc3987/iri/internal/files/xml"
	"github.com/rfc3987/iri/internal/testkit"
	"github.com/rfc3987/iri/internal/testkit/runtest"
)

// An endless is text that is made while it is read: a start, and then a unit until there
// are so many bytes.
type endless struct {
	start, unit string
	left        int
}

func (e *endless) Read(p []byte) (n int, err error) {
	for n < len(p) {
		if e.start == "" {
			if e.left <= 0 {
				break
			}
			e.start = strings.Repeat(e.unit, 1+4096/len(e.unit))
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

// endlessTexts are texts without a line end, and with brackets that do not close. The
// code is that of a finding, empty if the text is well-formed.
var endlessTexts = []struct {
	from              *input.Format
	name, start, unit string
	code              string
}{
	{input.Lines, "a line", "http://a/", "a", input.CodeMaxLine},
	{input.Lines, "zeros", "", "\x00", input.CodeMaxLine},
	{input.Null, "a text", "http://a/", "é", input.CodeMaxLine},
	{json.Format, "a string", `{"iri":"`, "a", input.CodeMaxLine},
	{json.Format, "arrays", "", "[", input.CodeMaxLine},
	{json.Format, "objects", "", `{"a":`, input.CodeMaxLine},
	{json.Format, "numbers", "[", "1,", input.CodeMaxLine},
	{json.Format, "lines", "{", "\"a\":\n1,", input.CodeMaxLine},
	{json.Format, "objects on several lines", "[\n", "{\n\"iri\":\n\"a:b\"\n},\n", ""},
	{jsonld.Format, "a name", `{"@id": "`, "a", input.CodeMaxLine},
	{jsonld.Format, "contexts", "", `{"@context": {}, "a:b": `, input.CodeMaxLine},
	{jsonld.Format, "objects on several lines", "[\n", "{\n\"@context\": {\"@vocab\": \"a:\"},\"b\":\n1},\n", ""},
	{rdf.NTriples, "an IRI", "<", "a", input.CodeMaxLine},
	{rdf.NTriples, "a literal", `<a:s> <a:p> "`, "a", input.CodeMaxLine},
	{rdf.NTriples, "triple terms", "", "<<( <a:s> <a:p> ", input.CodeMaxLine},
	{rdf.NQuads, "a blank node", "_:", "a", input.CodeMaxLine},
	{rdf.NQuads, "a comment", "#", "a", input.CodeMaxLine},
	{table.CSV, "a field", `"`, "a", input.CodeMaxLine},
	{table.CSV, "a field with line ends", `"`, "a\n", input.CodeCSV},
	{table.CSV, "fields", "", "a,", input.CodeMaxLine},
	{table.TSV, "fields", "", "a\t", input.CodeMaxLine},
	{rdf.Turtle, "an IRI", "<", "a", input.CodeMaxLine},
	{rdf.Turtle, "a string", `<a:s> <a:p> "`, "a", input.CodeMaxLine},
	{rdf.Turtle, "a long string", `<a:s> <a:p> """`, "a\n", input.CodeMaxLine},
	{rdf.Turtle, "a name", "a:", "a", input.CodeMaxLine},
	{rdf.Turtle, "a comment", "#", "a", ""},
	{rdf.Turtle, "blank nodes", "<a:s> <a:p> ", "[ <a:p> ", input.CodeTurtle},
	{rdf.Turtle, "lists", "<a:s> <a:p> ", "(", input.CodeTurtle},
	{rdf.Turtle, "triple terms", "<a:s> <a:p> ", "<<( <a:s> <a:p> ", input.CodeTurtle},
	{rdf.Turtle, "reified triples", "<a:s> <a:p> ", "<< ", input.CodeTurtle},
	{rdf.Turtle, "objects", "<a:s> <a:p> <a:o>", ", <a:o>", input.CodeTurtle},
	{rdf.TriG, "graphs", "", "{ ", input.CodeTriG},
	{rdf.N3, "formulas", "<a:s> <a:p> ", "{ ", input.CodeTurtle},
	{html.Format, "elements", "", "<div>", input.CodeMaxLine},
	{xml.XML, "text", "<a>", "b", input.CodeXML},
	{xml.XML, "an attribute", `<a b="`, "c", input.CodeMaxLine},
	{xml.XML, "elements", "", "<a>", input.CodeXML},
	{xml.XML, "elements with long names", "", "<" + strings.Repeat("a", 64<<10) + ">", input.CodeXML},
	{xml.XML, "text and comments", "<loc>", "b<!-- c -->", input.CodeMaxLine},
	{xml.XML, "comments", "<loc>a:b", "<!-- c -->", input.CodeXML},
	{xml.XML, "CDATA", "<a><![CDATA[", "b", input.CodeMaxLine},
	{xml.RDF, "text", "<a>", "b", input.CodeXML},
	{xml.RDF, "an attribute", `<a b="`, "c", input.CodeMaxLine},
	{xml.RDF, "attributes", "<a", ` b="c"`, input.CodeMaxLine},
	{xml.RDF, "elements", "", "<a>", input.CodeXML},
	{xml.RDF, "elements with long names", "", "<" + strings.Repeat("a", 64<<10) + ">", input.CodeXML},
	{xml.RDF, "a comment", "<!--", "a", input.CodeMaxLine},
	{xml.RDF, "declarations", "<!DOCTYPE a [", `<!ENTITY b "c">`, input.CodeMaxLine},
	{text.Format, "an IRI", "http://a/", "a", input.CodeMaxLine},
	{text.Format, "links", "", "](", input.CodeMaxLine},
}

// TestEndless reads texts that do not end. Each is a finding with its place, in memory that
// does not depend on how long the text is.
func TestEndless(t *testing.T) {
	const limit = 256 << 10
	for i, tt := range endlessTexts {
		if i%testkit.Size(6, 3, 1) != 0 {
			continue // each reads tens of megabytes
		}
		t.Run(tt.from.String()+", "+tt.name, func(t *testing.T) {
			readEndless(t, input.Options{From: tt.from, MaxLine: limit}, &endless{tt.start, tt.unit, 10 << 20}, tt.code, 8<<20)
			if tt.from.Document {
				readEndless(t, input.Options{From: tt.from, MaxLine: limit, Rewrite: true},
					&endless{tt.start, tt.unit, 10 << 20}, "", 6<<20)
			}
		})
	}
}

// readEndless reads a text, which has a finding with the code unless that is empty, and holds no more than
// so many bytes.
func readEndless(t *testing.T, o input.Options, r io.Reader, code string, most uint64) {
	t.Helper()
	var memory runtime.MemStats
	runtime.GC()
	runtime.ReadMemStats(&memory)
	before, held := memory.HeapAlloc, uint64(0)
	f, err := input.NewFile("a", r, &o)
	if err != nil {
		t.Fatal(err)
	}
	found := map[string]bool{}
	var buf []byte
	for s, n := input.NewScanner(f, &o), 0; ; n++ {
		block, err := s.Next(buf)
		if err == io.EOF {
			break
		}
		if err != nil {
			t.Fatal(err)
		}
		block.Each(&o, nil, func(r *input.Item) bool {
			if r.Err != nil {
				found[r.Err.Code] = true
				if r.Err.Line < 1 || r.Err.Col < 1 || !strings.Contains(r.Err.Message, " ") {
					t.Errorf("got %d:%d %q, want a place and a message", r.Err.Line, r.Err.Col, r.Err.Message)
				}
			}
			return true
		})
		if buf = block.Buffer(); n%64 == 0 {
			runtime.GC()
			runtime.ReadMemStats(&memory)
			held = max(held, memory.HeapAlloc-min(before, memory.HeapAlloc))
		}
	}
	if code != "" && !found[code] {
		t.Errorf("got the codes %v, want %q", found, code)
	}
	if held > most {
		t.Errorf("with Rewrite %v it held %d MiB", o.Rewrite, held>>20)
	}
}

// TestNested reads very many brackets, a million in the long form, and then a file that is well-formed in the same run.
func TestNested(t *testing.T) {
	n := testkit.Size(30_000, 30_000, 1_000_000)
	for _, tt := range []struct {
		from        *input.Format
		name, unit  string
		start, good string
		code        string
	}{
		{json.Format, "arrays", "[", "", `"a:b"`, input.CodeJSON},
		{json.Format, "objects", `{"a":`, "", `"a:b"`, input.CodeJSON},
		{rdf.NTriples, "triple terms", "<<( <a:s> <a:p> ", "<a:s> <a:p> ", "<a:b> <a:b> <a:b> .", input.CodeNTriples},
		{rdf.Turtle, "blank nodes", "[ <a:p> ", "<a:s> <a:p> ", "<a:b> <a:b> <a:b> .", input.CodeTurtle},
		{rdf.Turtle, "lists", "(", "<a:s> <a:p> ", "<a:b> <a:b> <a:b> .", input.CodeTurtle},
		{rdf.TriG, "triple terms", "<<( <a:s> <a:p> ", "<a:s> <a:p> ", "<a:b> <a:b> <a:b> .", input.CodeTriG},
		{rdf.N3, "annotations", "{| <a:p> <a:o> ", "<a:s> <a:p> <a:o> ", "<a:b> <a:b> <a:b> .", input.CodeTurtle},
		{html.Format, "elements", "<div>", "", `<a href="a:b">`, ""},
		{xml.XML, "elements", "<a>", "", "<loc>a:b</loc>", input.CodeXML},
		{xml.RDF, "elements", "<a>", "", rdfHead + `<e:C rdf:about="a:b"/></rdf:RDF>`, input.CodeXML},
		{text.Format, "brackets", "(", "http://a/", "a:b http://a/", ""},
		{text.Format, "links", "](<", "", "http://a/", ""},
	} {
		t.Run(tt.from.String()+", "+tt.name, func(t *testing.T) {
			o := input.Options{From: tt.from, Stdin: &endless{tt.start, tt.unit, n * len(tt.unit)}}
			codes, good := map[string]int{}, 0
			read := func() {
				for r := range runtest.Items(&o, nil, func(err error) { t.Error(err) }) {
					if r.Err != nil {
						codes[r.Err.Code]++
					} else if o.Stdin = nil; strings.HasPrefix(r.Text, "a:b") || r.Text == "http://a/" {
						good++
					}
				}
			}
			read()
			if codes[tt.code] == 0 && tt.code != "" {
				t.Errorf("got %v, want a finding %s", codes, tt.code)
			}
			o.Stdin, good = strings.NewReader(tt.good), 0
			if read(); good == 0 {
				t.Error("the file after it is not read")
			}
		})
	}
}

// TestLongBase checks that a base and a prefix of many bytes, which each name and each
// relative reference would stand for again, are findings.
func TestLongBase(t *testing.T) {
	long := "http://a/" + strings.Repeat("b", base.Max)
	tests := []struct {
		name string
		from *input.Format
		text string
		want string
	}{
		{"prefix", rdf.Turtle, "@prefix a: <" + long + "> . a:s a:p <a:o> .", "max-line a:o"},
		{"prefix, resolved", rdf.Turtle, "@base <" + long[:base.Max-4] +
			"/> . @prefix a: <bbbbbbb> . a:s <a:p> <a:o> .", "bbbbbbb max-line a:p a:o"},
		{"prefix declared again", rdf.Turtle, "@prefix a: <" + long + "> . @prefix a: <a:> . a:s <a:p> <a:o> .",
			"max-line a: a:s a:p a:o"},
		{"base", rdf.TriG, "BASE <http://b/> BASE <" + long + "> <s> <p> <a:o> .", "http://b/ max-line s p a:o"},
		{"base after it", rdf.N3, "BASE <" + long + "> BASE <a:> <a:s> <a:p> <a:o> .", "n3 max-line a: a:s a:p a:o"},
		{"namespace", xml.RDF, strings.Replace(rdfHead, "http://e/", long, 1) + `<e:C rdf:about="a:b"/></rdf:RDF>`,
			rdfSyntaxNS + " max-line a:b"},
		{"xml:base", xml.RDF, rdfHead + `<e:C xml:base="` + long + `" rdf:about="b"/></rdf:RDF>`, rdfSyntaxNS +
			" http://e/ max-line http://e/C b"},
		{"HTML", html.Format, `<base href="` + long + `"><a href="b">`, "b"},
		{"JSON", json.Format, `{"iri":["a:b","c","d"],"base":"` + long + `"}`, "a:b max-line max-line"},
		{"JSON, other", json.Format, `{"iri":["b","c"],"other":"` + long + `"}` + "\n" + `"d"`, "b max-line d"},
	}
	for _, tt := range tests {
		t.Run(tt.name, func(t *testing.T) {
			var got []string
			o := input.Options{From: tt.from, Stdin: strings.NewReader(tt.text)}
			for r := range runtest.Items(&o, nil, func(err error) { t.Error(err) }) {
				switch {
				case r.Err != nil:
					got = append(got, r.Err.Code)
				case len(r.Text) < base.Max-8:
					got = append(got, strings.Clone(r.Text))
					if r.Base.Known && len(r.Text) < 3 && strings.HasPrefix(r.Base.IRI, "http") {
						t.Errorf("%s has the base %.20s", r.Text, r.Base.IRI)
					}
				}
			}
			if got := strings.Join(got, " "); got != tt.want {
				t.Errorf("got %q, want %q", got, tt.want)
			}
		})
	}
}

// TestManyFaults checks that a context of JSON-LD with many faults ends with one that says so, and that what follows is
// read.
func TestManyFaults(t *testing.T) {
	most := input.MostItems(0)
	got := found(input.Options{From: jsonld.Format}, `{"@context": [`+strings.Repeat("1,", most+9)+`{}], "x:y": {"@id": "a:b"}}`)
	if len(got) != most+2 || !strings.HasSuffix(got[most-1], " jsonld-syntax") ||
		!strings.HasSuffix(got[most], " max-line") || !strings.HasSuffix(got[most+1], " a:b") {
		t.Errorf("got %d, the last %q", len(got), got[max(0, len(got)-3):])
	}
}

// TestNamespaceScope checks that a namespace is the one of the nearest element that declares it.
func TestNamespaceScope(t *testing.T) {
	body := `<e:A><e:p xmlns:e="http://1/"><e:B><e:q xmlns:e="http://2/" ` +
		`xmlns:f="http://f/"><f:C/></e:q><e:r/></e:B></e:p><e:s/><f:t/></e:A></rdf:RDF>`
	var got []string
	o := input.Options{From: xml.RDF, Stdin: strings.NewReader(rdfHead + body)}
	for r := range runtest.Items(&o, nil, func(err error) { t.Error(err) }) {
		switch {
		case r.Err != nil:
			got = append(got, r.Err.Code)
		case r.Role != input.RoleNamespace:
			got = append(got, r.Text)
		}
	}
	want := "[http://e/A http://1/p http://1/B http://2/q http://f/C http://1/r http://e/s prefix-undeclared]"
	if fmt.Sprint(got) != want {
		t.Errorf("got %v, want %s", got, want)
	}
}

// TestCrowdedStatement checks that a statement with very many IRIs is a finding where whole
// statements are needed, and that the statements around it are read.
func TestCrowdedStatement(t *testing.T) {
	// objects returns the rest of a statement with a number of IRIs.
	objects := func(n int) string { return " <a:p> " + strings.Repeat("<>,", n-3) + "<>" }
	const most = 1 << 20 // items of a statement
	const many = most + 1
	tests := []struct {
		name string
		from *input.Format
		text string
		all  bool // statements need not be whole
		want string
	}{
		{"the limit", rdf.Turtle, "<a:s>" + objects(most) + " . <a:t> <a:p> <a:o> .", false, "1:2 a:s a:p a:t a:p a:o"},
		{"one more", rdf.Turtle, "<a:s>" + objects(many) + " .\n<a:t> <a:p> <a:o> .", false,
			"1:1 max-line a:t a:p a:o"},
		{"much more", rdf.N3, "<a:s>" + objects(2*many) + " .\n<a:t> <a:p> <a:o> .", false, "1:1 max-line a:t a:p a:o"},
		{"after others", rdf.Turtle, "<a:q> <a:p> <a:o> .\n<a:s>" + objects(many) + " .\n<a:t> <a:p> <a:o> .", false,
			"1:2 a:q a:p a:o max-line a:t a:p a:o"},
		{"at the end of the file", rdf.TriG, "<a:q> <a:p> <a:o> .\n<a:s>" + objects(many) + " .", false,
			"1:2 a:q a:p a:o max-line"},
		{"without an end", rdf.Turtle, "<a:s>" + objects(many), false, "1:1 max-line"},
		{"a graph", rdf.TriG, "<a:g> { <a:s>" + objects(many) + " . }\n<a:t> <a:p> <a:o> .", false,
			"1:1 max-line a:t a:p a:o"},
		{"a graph without its end", rdf.TriG, "<a:g> { <a:s>" + objects(many) + " .\n<a:t> <a:p> <a:o> .", false,
			"1:1 max-line"},
		{"a graph of many statements", rdf.TriG, "<a:g> { " + strings.Repeat("<> a <> .\n", many) +
			"}\n<a:t> <a:p> <a:o> .", false, "1:1 max-line a:t a:p a:o"},
		{"iri check", rdf.Turtle, "<a:s>" + objects(many) + " . <a:t> <a:p> <a:o> .", true, "1:2 a:s a:p a:t a:p a:o"},
	}
	for _, tt := range tests {
		t.Run(tt.name, func(t *testing.T) {
			var got []string
			o := input.Options{From: tt.from, LinesOnly: !tt.all, Stdin: strings.NewReader(tt.text)}
			for r := range runtest.Items(&o, nil, func(err error) { t.Error(err) }) {
				if got == nil {
					got = append(got, fmt.Sprintf("%d:%d", r.Line, r.Col))
				}
				switch {
				case r.Err == nil && r.Text != "":
					got = append(got, strings.Clone(r.Text))
				case r.Err != nil && r.Err.Code != input.CodeN3:
					got = append(got, r.Err.Code)
				}
			}
			if got := strings.Join(got, " "); got != tt.want {
				t.Errorf("got %q, want %q", got, tt.want)
			}
		})
	}
}

// TestLongGraph checks that what follows a graph that is longer than the limit is read, and
// nothing of the graph itself.
func TestLongGraph(t *testing.T) {
	for _, end := range []string{"", "}", "}\n<a:t> <a:p> <a:o> ."} {
		text := "<a:g> {\n" + strings.Repeat("<a:s> <a:p> <a:o> , '}' . # }\n", 3*input.ChunkSize/16) + end
		var got strings.Builder
		o := input.Options{From: rdf.TriG, LinesOnly: true, MaxLine: input.ChunkSize, Stdin: strings.NewReader(text)}
		for r := range runtest.Items(&o, nil, func(err error) { t.Error(err) }) {
			if got.WriteString(r.Text + " "); r.Err != nil {
				got.WriteString(r.Err.Code + " ")
			}
		}
		want := " max-line "
		if len(end) > 1 {
			want += "a:t a:p a:o "
		}
		if got.String() != want {
			t.Errorf("end %q: got %.100q, want %q", end, got.String(), want)
		}
	}
}

// TestManyRecords holds that of very many strings in a small piece of a document the first are read, and that an item
// says where reading ends.
func TestManyRecords(t *testing.T) {
	const most = 128 << 10
	tests := []struct {
		name, file, content, want string
		records                   int
	}{
		{"a list in an attribute", "a.xml", `<TEI xmlns="http://www.tei-c.org/ns/1.0"><ptr target="` +
			strings.Repeat("b:c ", most+5) + `"/><ptr target="c:d"/></TEI>`,
			"1:524343@524342 max-line 1:524343 [0,0) the strings after this", most + 2},
		{"items of YAML", "a.yaml", strings.Repeat("- http://e/\n", most+5),
			"131073:3@1572866 max-line 131073:3 [0,0) the strings after this", most + 1},
		{"items of YAML that are as long as IRIs are", "a.yaml", strings.Repeat("- http://e/a234567890bc\n", most+5),
			`131077:3@3145826 "http://e/a234567890bc"`, most + 5},
		{"definitions of Markdown", "a.md", strings.Repeat("[a]: b:c\n\n", most+5),
			"262145:6@1310725 max-line 262145:6 [0,0) the strings after this", most + 1},
		{"blocks of Markdown", "a.md", "<ab:c>\n\n" + strings.Repeat("> - a\n\n", most) + "<ab:d>\n",
			"116511:1@407786 max-line 116511:1 [0,0) links are not read", 2},
	}
	for _, tt := range tests {
		t.Run(tt.name, func(t *testing.T) {
			got := show(t, tt.file, tt.content, input.Options{})
			if n := strings.Count(got, "\n"); n != tt.records || !strings.Contains(got, "\n"+tt.want) {
				t.Errorf("got %d records, want %d, with %q; they end with %q", n, tt.records, tt.want, got[max(0, len(got)-300):])
			}
		})
	}
}
