package ignore

import (
	"fmt"
	"slices"
	"strings"
	"testing"

	"github.com/rfc3987/iri/internal/files/input"
	"github.com/rfc3987/iri/internal/verdict/report"
)

// rules know the codes a, b and c; all is every code.
var rules = Rules{
	CheckName: func(name string) error {
		if slices.Contains([]string{"a", "b", "c", "all"}, name) {
			return nil
		}
		return fmt.Errorf("no code %s", name)
	},
	Matches: func(name string, code report.Code) bool { return name == "all" || name == string(code) },
}

// read returns the comments of a text that is written in parts of so many bytes.
func read(text, open string, part int) *File {
	f := New(&rules, open, input.LineEnd([]byte(text)))
	for p := []byte(text); len(p) > 0; {
		n := min(part, len(p))
		f.Write(p[:n])
		p = p[n:]
	}
	f.Close()
	return f
}

// show lists what is ignored in lines with a finding each, and what is wrong with the comments.
func show(f *File, lines int) string {
	var b strings.Builder
	for line := 1; line <= lines; line++ {
		for _, code := range []report.Code{"a", "b", "c"} {
			if f.Ignores(code, line, line) {
				fmt.Fprintf(&b, "%d%s ", line, code)
			}
		}
	}
	for _, u := range f.Useless() {
		fmt.Fprintf(&b, "[%d:%d %s: %s]", u.Line, u.Col, u.Text, u.Wrong)
	}
	return strings.TrimSpace(b.String())
}

// TestComments reads comments, in parts of every size.
func TestComments(t *testing.T) {
	const useless = "it ignores nothing: there is no such finding where it holds"
	long := strings.Repeat("x", 2*maxTail)
	for _, tt := range []struct{ name, open, text, want string }{
		{"the next line", "#", "# iri-ignore a: why\nx\nx", "2a"},
		{"after a byte order mark", "#", "\uFEFF# iri-ignore a: why\nx\nx", "2a"},
		{"at a place after a byte order mark", "#", "\uFEFF# iri-ignore", "[1:3 iri-ignore: it names no code: write iri-ignore CODE, CODE: WHY]"},
		{"lines that end with CR alone", "#", "x\r# iri-ignore a: why\rx\rx # iri-ignore b: why", "3a 4b"},
		{"markup in lines that end with CR alone", "<!--", "x\r<!-- iri-ignore a: why -->\rx\r", "3a"},
		{"its own line", "#", "x # iri-ignore a: why\nx", "1a"},
		{"several codes", "#", "#iri-ignore a,b c : why\nx", "2a 2b 2c"},
		{"all", "#", "x # iri-ignore all: why", "1a 1b 1c"},
		{"several comments for one line", "#", "# iri-ignore a: why\n  # iri-ignore b: why\r\nx\nx", "3a 3b"},
		{"the rest of the file", "#", "x\n# iri-ignore-file a: why\nx\nx # iri-ignore b: why", "2a 3a 4a 4b"},
		{"a comment and then one for the file", "#", "# iri-ignore a: why\n# iri-ignore-file b: why\nx", "2a 2b 3b"},
		{"in an IRI", "#", "<http://e/#iri-ignore all: why> <http://e/ #iri-ignore all: why>", ""},
		{"in a literal", "#", `x "# iri-ignore all: why" '# iri-ignore all: why' "\"# iri-ignore all: why"`, ""},
		{"after IRIs and literals", "#", `<a#b> "a#\"b" 'c' . # iri-ignore a: why`, "1a"},
		{"in a comment", "#", `x . # it's # iri-ignore a: why`, "1a"},
		{"not the first word", "#", "# see iri-ignore a: why\nx", ""},
		{"another word", "#", "# iri-ignored a: why\n# iri-ignore-files a: why\nx", ""},
		{"after a long line", "#", long + "\n# iri-ignore a: why\nx", "3a"},
		{"in a long line", "#", "\n" + long + " # iri-ignore a: why\nx", ""},
		{"no code", "#", "\n # iri-ignore: why", "[2:4 iri-ignore: why: it names no code: write iri-ignore CODE, CODE: WHY]"},
		{"only the word", "#", "# iri-ignore", "[1:3 iri-ignore: it names no code: write iri-ignore CODE, CODE: WHY]"},
		{"no reason", "#", "# iri-ignore-file a, b", "[1:3 iri-ignore-file a, b: it does not say why: write iri-ignore-file a, b: WHY]"},
		{"a blank reason", "#", "x # iri-ignore a: ", "[1:5 iri-ignore a:: it does not say why: write iri-ignore a: WHY]"},
		{"an unknown code", "#", "é # iri-ignore a, d: why", "[1:5 iri-ignore a, d: why: no code d]"},
		{"nothing", "#", "x\nx # iri-ignore a: why", "2a"},
		{"nothing on the next line", "#", "x\n\n# iri-ignore a: why", "[3:3 iri-ignore a: why: " + useless + "]"},
		{"markup", "<!--", "<!-- iri-ignore a: why -->\n<x>", "2a"},
		{"markup on its own line", "<!--", "<x> <!--iri-ignore a: why-->\n<x>", "1a"},
		{"markup before something", "<!--", "<!-- iri-ignore a: why --> <x>\n<x>", "1a"},
		{"markup over lines", "<!--", "\n<!-- iri-ignore a,\n  b: why,\n  and so on -->\n<x>", "5a 5b"},
		{"markup that begins with a line end", "<!--", "x\n<!--\n  iri-ignore a: why\n-->\n<x>", "5a"},
		{"markup that begins after something", "<!--", "\r\n<x> <!-- \r\n\t\r\niri-ignore a: why\r\n-->\r\n<x>", "2a 3a 4a 5a"},
		{"a fault in markup that begins with a line end", "<!--", "<!--\n é iri-ignore a: why -->\n<!--\n\n é-->\n\n<!--\n\n iri-ignore -->\n", "[9:2 iri-ignore: it names no code: write iri-ignore CODE, CODE: WHY]"},
		{"markup that begins with many line ends", "<!--", "<!--" + strings.Repeat("\n", 2*maxTail) + "x -->\n<!-- iri-ignore b -->", "[8194:6 iri-ignore b: it does not say why: write iri-ignore b: WHY]"},
		{"a line end in another comment", "#", "#\n iri-ignore a: why\nx", ""},
		{"markup for the file", "<!--", "<x>\n<!-- iri-ignore-file a: why --><x>\n<x>", "2a 3a"},
		{"several in a line", "<!--", "<x> <!-- iri-ignore a: why --> <!-- iri-ignore b: why -->\n", "1a 1b"},
		{"no markup", "<!--", "# iri-ignore a: why\n<a title=\"iri-ignore a: why\">\n", ""},
		{"markup that does not end", "<!--", "<!-- iri-ignore a: why\n", ""},
	} {
		for part := 1; part < len(tt.text)+2; part += 1 + len(tt.text)/100 {
			f := read(tt.text, tt.open, part)
			if tt.name == "markup that does not end" {
				continue // it need only not fail
			}
			whole := read(tt.text, tt.open, len(tt.text)+1)
			if got := show(whole, strings.Count(tt.text, string(whole.lineEnd))+1); got != tt.want {
				t.Fatalf("%s: got %q, want %q", tt.name, got, tt.want)
			}
			if got := show(f, strings.Count(tt.text, string(f.lineEnd))+1); got != tt.want {
				t.Fatalf("%s, in parts of %d: got %q, want %q", tt.name, part, got, tt.want)
			}
		}
	}
	if f := New(&rules, "#", '\n'); f.Useless() != nil || f.Done() {
		t.Error("a file that has not ended has useless comments")
	}
}

// TestFind finds the word in every place, and what is nearly the word nowhere.
func TestFind(t *testing.T) {
	for n := range 100 {
		text := strings.Repeat("r", n) + word
		for _, after := range []string{"", "i", strings.Repeat("iri-ignor", 3)} {
			if got := find([]byte(text + after)); got != n {
				t.Errorf("after %d bytes and before %q: got %d", n, after, got)
			}
		}
		if got := find([]byte(text[:len(text)-1])); got >= 0 {
			t.Errorf("without its end after %d bytes: got %d", n, got)
		}
	}
}

// FuzzComments holds that a text in parts is the text as a whole.
func FuzzComments(f *testing.F) {
	f.Add("# iri-ignore a: why\nx\n\"#iri-ignore b", uint8(3), true)
	f.Add("<!-- iri-ignore a: why --><!-- iri-ignore-file b: c -->\n", uint8(9), false)
	f.Fuzz(func(t *testing.T, text string, part uint8, hash bool) {
		open := "<!--"
		if hash {
			open = "#"
		}
		lines := strings.Count(text, string(input.LineEnd([]byte(text)))) + 1
		if lines > 100 {
			return
		}
		want, got := show(read(text, open, len(text)+1), lines), show(read(text, open, int(part)+1), lines)
		if got != want && strings.Count(text, word) < 2 { // in one line a comment can be read twice
			t.Errorf("in parts of %d: got %q, want %q", part+1, got, want)
		}
	})
}
