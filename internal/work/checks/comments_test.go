package checks

import (
	"fmt"
	"io"
	"math"
	"slices"
	"strings"
	"testing"

	_ "github.com/rfc3987/iri/internal/files/formats"
	"github.com/rfc3987/iri/internal/files/input"
	"github.com/rfc3987/iri/internal/files/linecol"
	"github.com/rfc3987/iri/internal/verdict/finding"
)

// names are those that comments may have.
func names() []string { return []string{"a", "all", "b", "c"} }

// parts is a reader that gives so many bytes at a time.
type parts struct {
	r io.Reader
	n int
}

func (p parts) Read(b []byte) (int, error) { return p.r.Read(b[:min(len(b), p.n)]) }

// read returns the comments of a text that is read in parts of so many bytes.
func read(t testing.TB, format, text string, part int) (comments *commented) {
	t.Helper()
	from, err := input.ParseFormat(format)
	if err != nil {
		t.Fatal(err)
	}
	o := &input.Options{From: from, Comments: func(f *input.File) input.CommentReader {
		comments = newCommented(f, names)
		return comments
	}}
	f, err := input.NewFile("a", parts{strings.NewReader(text), part}, o)
	if err != nil {
		t.Fatal(err)
	}
	defer f.Close()
	for s := input.NewScanner(f, o); ; {
		b, err := s.Next(nil)
		if err == io.EOF {
			return comments
		}
		if err != nil {
			t.Fatal(err)
		}
		b.Release()
	}
}

// show lists what is ignored in lines with a finding each, and what is wrong with the comments.
func show(f *commented, lines int) string {
	var b strings.Builder
	for line := 1; line <= lines; line++ {
		for _, code := range []finding.Code{"a", "b", "c"} {
			if f.ignores(code, line, line, math.MaxInt) {
				fmt.Fprintf(&b, "%d%s ", line, code)
			}
		}
	}
	for _, u := range f.useless() {
		fmt.Fprintf(&b, "[%d:%d %s: %s]", u.Line, u.Col, u.Text, u.wrong)
	}
	return strings.TrimSpace(b.String())
}

// TestComments reads comments, in parts of every size.
func TestComments(t *testing.T) {
	const useless = "it ignores nothing: there is no such finding where it holds"
	long := strings.Repeat("x", 8192)
	for _, tt := range []struct{ name, open, text, want string }{
		{"the next line", "#", "# iri-ignore a: why\nS\nS", "2a"},
		{"after a byte order mark", "#", "\uFEFF# iri-ignore a: why\nS\nS", "2a"},
		{"at a place after a byte order mark", "#", "\uFEFF# iri-ignore",
			"[1:3 iri-ignore: it names no code: write iri-ignore CODE, CODE: WHY]"},
		{"lines that end with CR alone", "#", "S\r# iri-ignore a: why\rS\rS # iri-ignore b: why", "3a 4b"},
		{"markup in lines that end with CR alone", "<!--", "x\r<!-- iri-ignore a: why -->\rx\r", "3a"},
		{"its own line", "#", "S # iri-ignore a: why\nS", "1a"},
		{"several codes", "#", "#iri-ignore a,b c : why\nS", "2a 2b 2c"},
		{"all", "#", "S # iri-ignore all: why", "1a 1b 1c"},
		{"several comments for one line", "#", "# iri-ignore a: why\n  # iri-ignore b: why\r\nS\nS", "3a 3b"},
		{"the rest of the file", "#", "S\n# iri-ignore-file a: why\nS\nS # iri-ignore b: why", "2a 3a 4a 4b"},
		{"a comment and then one for the file", "#", "# iri-ignore a: why\n# iri-ignore-file b: why\nS", "2a 2b 3b"},
		{"in a comment", "#", "S # it's # iri-ignore a: why", ""},
		{"not the first word", "#", "# see iri-ignore a: why\nS", ""},
		{"another word", "#", "# iri-ignored a: why\n# iri-ignore-files a: why\nS", ""},
		{"after a long line", "#", "# " + long + "\n# iri-ignore a: why\nS", "3a"},
		{"in a long line", "#", "\n<s:" + long + "> <s:p> <s:o> . # iri-ignore a: why\nS", "2a"},
		{"no code", "#", "\n # iri-ignore: why",
			"[2:4 iri-ignore: why: it names no code: write iri-ignore CODE, CODE: WHY]"},
		{"only the word", "#", "# iri-ignore", "[1:3 iri-ignore: it names no code: write iri-ignore CODE, CODE: WHY]"},
		{"no reason", "#", "# iri-ignore-file a, b",
			"[1:3 iri-ignore-file a, b: it does not say why: write iri-ignore-file a, b: WHY]"},
		{"a blank reason", "#", "S # iri-ignore a: ",
			"[1:23 iri-ignore a:: it does not say why: write iri-ignore a: WHY]"},
		{"an unknown code", "#", "<é:s> <s:p> <s:o> . # iri-ignore a, d: why",
			"[1:23 iri-ignore a, d: why: there is no code \"d\"; \"iri explain\" lists the codes]"},
		{"nothing on the next line", "#", "S\n\n# iri-ignore a: why", "[3:3 iri-ignore a: why: " + useless + "]"},
		{"markup", "<!--", "<!-- iri-ignore a: why -->\n<x>", "2a"},
		{"markup on its own line", "<!--", "<x> <!--iri-ignore a: why-->\n<x>", "1a"},
		{"markup before something", "<!--", "<!-- iri-ignore a: why --> <x>\n<x>", "1a"},
		{"markup over lines", "<!--", "\n<!-- iri-ignore a,\n  b: why,\n  and so on -->\n<x>", "5a 5b"},
		{"markup that begins with a line end", "<!--", "x\n<!--\n  iri-ignore a: why\n-->\n<x>", "5a"},
		{"markup that begins after something", "html", "\r\n<x> <!-- \r\n\t\r\niri-ignore a: why\r\n-->\r\n<x>",
			"2a 5a"},
		{"a fault in markup that begins with a line end", "<!--",
			"<!--\n é iri-ignore a: why -->\n<!--\n\n é-->\n\n<!--\n\n iri-ignore -->\n",
			"[9:2 iri-ignore: it names no code: write iri-ignore CODE, CODE: WHY]"},
		{"markup that begins with many line ends", "<!--", "<!--" + strings.Repeat("\n", 8192) +
			"x -->\n<!-- iri-ignore b -->", "[8194:6 iri-ignore b: it does not say why: write iri-ignore b: WHY]"},
		{"a line end in another comment", "#", "#\n iri-ignore a: why\nS", ""},
		{"markup for the file", "<!--", "<x>\n<!-- iri-ignore-file a: why --><x>\n<x>", "2a 3a"},
		{"several in a line", "<!--", "<x> <!-- iri-ignore a: why --> <!-- iri-ignore b: why -->\n", "1a 1b"},
		{"no markup", "<!--", "# iri-ignore a: why\n<a title=\"iri-ignore a: why\">\n", ""},
		{"markup that does not end", "<!--", "<!-- iri-ignore a: why\n", ""},
		{"several for one line and one after it", "#",
			"# iri-ignore a: why\n# iri-ignore b: why\nS\nS # iri-ignore a: why", "3a 3b 4a"},
		{"a long comment", "<!--", "<x> <!-- iri-ignore a: " + strings.Repeat("why ", 10_000) + "-->\n", "1a"},
	} {
		formats := []string{"ntriples", "turtle", "trig", "n3"}
		switch tt.open {
		case "<!--":
			formats = []string{"html", "markdown"}
		case "html":
			formats = []string{"html"}
		}
		text := strings.ReplaceAll(tt.text, "S", "<s:s> <s:p> <s:o> .")
		for _, format := range formats {
			for part := 1; part < len(text)+2; part += 1 + len(text)/30 {
				f := read(t, format, text, part)
				if tt.name == "markup that does not end" || strings.Contains(text, "\r") && part < 60 {
					continue // it need only not fail; how lines end is seen in what is read first
				}
				lineEnd := linecol.LineEnd([]byte(text))
				if got := show(f, strings.Count(text, string(lineEnd))+1); got != tt.want {
					t.Fatalf("%s, %s, in parts of %d: got %q, want %q", tt.name, format, part, got, tt.want)
				}
			}
		}
	}
	if f := newCommented(nil, names); f.useless() != nil || f.isDone() {
		t.Error("a file that has not ended has useless comments")
	}
	f := read(t, "ntriples", strings.Repeat("# iri-ignore a: why\n", maxComments+2), 1<<20)
	if got, most := len(f.useless()), f.useless()[maxComments].wrong; got != maxComments+1 ||
		!strings.Contains(most, "65536") {
		t.Errorf("of too many comments %d are left, and of the last one it is said: %s", got, most)
	}
}

// TestData has what looks like comments in what is data: the reader of the format says that it is not one. At the end
// there is a comment, to show that it is read that far.
func TestData(t *testing.T) {
	const hash, markup = "# iri-ignore-file all: why", "<!-- iri-ignore-file all: why -->"
	for _, tt := range []struct{ name, format, text string }{
		{"an IRI", "turtle", "<s:#iri-ignore-file all: why> <s: #iri-ignore-file all: why> <s:o> ."},
		{"a literal", "turtle", `<s:s> <s:p> "x ` + hash + `" .`},
		{"a literal between apostrophes", "turtle", `<s:s> <s:p> 'x \' ` + hash + `' .`},
		{"a long literal", "turtle", "<s:s> <s:p> \"\"\"x\n" + hash + "\nx\"\"\" ."},
		{"a long literal between apostrophes", "trig", "{ <s:s> <s:p> '''x\n" + hash + "\nx''' }"},
		{"a name", "turtle", "@prefix s: <s:> . s:s s:p s:x\\#iri-ignore-file ."},
		{"a literal that does not end", "turtle", "<s:s> <s:p> \"x . " + hash + "\n<s:s> <s:p> <s:o> ."},
		{"after a fault", "turtle", "<s:s> <s:p> x y z . " + hash},
		{"a literal", "ntriples", `<s:s> <s:p> "x ` + hash + ` \" ` + hash + `" .`},
		{"an IRI", "nquads", "<s:s> <s:#iri-ignore-file all: why> <s: " + hash + "> ."},
		{"after a fault", "ntriples", `<s:s> <s:p> "x . ` + hash},
		{"a plain scalar", "yaml", "a: x#iri-ignore-file\nb: s:#iri-ignore-file"},
		{"a scalar between quotes", "yaml", "a: \"x " + hash + " \\\" " + hash + "\""},
		{"a scalar between apostrophes", "yaml", "a: 'x ''\n\n  " + hash + "'\nb: !x '" + hash + "'"},
		{"a key", "yaml", "\"x " + hash + "\": s:x\n? '" + hash + "'\n: x"},
		{"a literal block", "yaml", "a: |\n  x\n\n  " + hash + "\n  y " + hash + "\nb: x"},
		{"a folded block", "yaml", "- >-\n  " + hash + "\n\n   x\n- x"},
		{"a block at the end", "yaml", "a: |2+\n  x\n  " + hash + "\n\n"},
		{"a flow", "yaml", "a: [\"" + hash + "\", '" + hash + "', {\"x " + hash + "\": x}]"},
		{"what is not read", "yaml", "a: \"x\n---\nb: [x\n" + hash + "\n---\nc: x"},
		{"an attribute", "html", "<a title='" + markup + "'>x</a><a title=\"" + markup + "\">"},
		{"a script", "html", "<script>x = '" + markup + "'</script>"},
		{"a script in a comment of its own", "html", "<script><!-- x = '<script>" + markup + "</script>' --></script>"},
		{"other text", "html", "<textarea>" + markup + "</textarea><title>" + markup + "</title><style>" + markup +
			"</style><xmp>" + markup + "</xmp>"},
		{"CDATA", "html", "<svg><![CDATA[ > " + markup + "]]></svg>"},
		{"a declaration", "html", "<!x " + markup},
		{"CDATA", "xml", "<a><![CDATA[" + markup + "]]><b/>"},
		{"an instruction", "xml", "<a><?x " + markup + "?>"},
		{"an entity", "xml", "<!DOCTYPE a [<!ENTITY b '" + markup + "'>]><a>&b;"},
		{"CDATA", "rdfxml", "<rdf:RDF xmlns:rdf='http://www.w3.org/1999/02/22-rdf-syntax-ns#'><![CDATA[" + markup +
			"]]>"},
		{"a fence", "markdown", "```\n" + markup + "\n```\n"},
		{"a fence of tildes in a list", "markdown", "- ~~~html\n  " + markup + "\n  ~~~\n"},
		{"indented code", "markdown", "x\n\n    " + markup + "\n"},
		{"a code span", "markdown", "`` " + markup + " `` x\n"},
		{"an attribute", "markdown", "x <a title='" + markup + "'>\n"},
		{"the title of a link", "markdown", "[x](s:x '" + markup + "')\n"},
		{"a script", "markdown", "<script>\nx = '" + markup + "'\n</script>\n"},
		{"a script in a line", "markdown", "x <script>" + markup + "</script>\n"},
		{"an escape", "markdown", "\\" + markup + "\n"},
		{"what stands before the document", "markdown", "---\na: '" + markup + "'\n---\n\nx\n"},
		{"a string", "text", "x = \"y " + hash + "\""},
		{"a string between backquotes", "text", "x = ` " + hash + "`"},
		{"a text area", "markdown", "<textarea>\n\n" + markup + "\n\n</textarea>\n"},
	} {
		last := "\n\n<!-- iri-ignore-file b: why -->"
		switch tt.format {
		case "turtle", "trig", "ntriples", "nquads", "yaml":
			last = "\n# iri-ignore-file b: why"
		case "xml":
			last += "</a>"
		case "rdfxml":
			last += "</rdf:RDF>"
		}
		if tt.name == "a block at the end" {
			last = ""
		}
		text := tt.text + last + "\n"
		for _, part := range []int{1, 7, len(text) + 1} {
			f, n := read(t, tt.format, text, part), strings.Count(text, "\n")
			if f.ignores("a", 1, n+1, math.MaxInt) {
				t.Errorf("%s in %s, in parts of %d: it is taken for a comment", tt.name, tt.format, part)
			}
			if !f.ignores("b", n, n, math.MaxInt) && last != "" {
				t.Errorf("%s in %s, in parts of %d: the comment after it is not found", tt.name, tt.format, part)
			}
		}
	}
}

// FuzzComments holds that a text in parts is the text as a whole.
func FuzzComments(f *testing.F) {
	f.Add("# iri-ignore a: why\nx\n\"#iri-ignore b", uint8(3), "turtle")
	f.Add("<!-- iri-ignore a: why --><!-- iri-ignore-file b: c -->\n", uint8(9), "html")
	f.Fuzz(func(t *testing.T, text string, part uint8, format string) {
		lines := strings.Count(text, "\n") + 1
		if lines > 100 || !slices.Contains([]string{"ntriples", "turtle", "trig", "yaml", "html", "xml", "markdown"}, format) {
			return
		}
		if want, got := show(read(t, format, text, len(text)+1), lines),
			show(read(t, format, text, int(part)+1), lines); got != want {
			t.Errorf("in parts of %d: got %q, want %q", int(part)+1, got, want)
		}
	})
}
