package grammarfmt_test

import (
	"strings"
	"testing"

	"github.com/rfc3987/iri/grammar"
	"github.com/rfc3987/iri/internal/grammar/abnf"
	"github.com/rfc3987/iri/internal/study/grammarfmt"
)

func TestFormat(t *testing.T) {
	for _, tt := range []struct{ name, src, want string }{
		{"a fault", "a = *(b)[c]\n", ""}, // RFC 5234 §4 wants white space there
		{"spaces and brackets", "a = b  /c\nb   =  *(\"x\"  a)  [ b]\n", "a = b / c\nb = *( \"x\" a ) [ b ]\n"},
		{"numbers and strings", "a = %X0d.0a %D13-14 / %i\"x\" / %S\"x\" / 1*2%b01\n",
			"a = %x0D.0A %d13-14 / \"x\" / %s\"x\" / 1*2%b01\n"},
		{"what is in strings stays", "a = \"x  ; %xa\"   <b  ; c>\n", "a = \"x  ; %xa\" <b  ; c>\n"},
		{"indented rules, line ends, page breaks", "  a = \"x\"\r\n\f\r\n     / \"y\"\r\n\r\n\r\n  b = a\r\n",
			"a = \"x\" / \"y\"\r\n\r\nb = a\r\n"},
		{"CRLF and LF", "a = \"x\" ; c\r\n  / \"y\"\nb = a\r\n", "a = \"x\" ; c\n  / \"y\"\nb = a\n"},
		{"an alternative that fits goes on a line", "abc = " + strings.Repeat("\"0123456789\" / ", 5) +
			"( \"x\" / \"y\" ) z\nz = \"z\"",
			"abc = \"0123456789\" / \"0123456789\" / \"0123456789\" / \"0123456789\"\n    / \"0123456789\" / ( \"x\" " +
				"/ \"y\" ) z\nz = \"z\"\n"},
		{"a long alternative", "a = " + strings.Repeat("[ \"0123456789\" ] ", 5) + "/ \"x\"",
			"a = [ \"0123456789\" ] [ \"0123456789\" ] [ \"0123456789\" ]\n    [ \"0123456789\" ] [ \"0123456789\" ] " +
				"/ \"x\"\n"},
		{"a comment on the line", "a = \"x\" ; one\n  / \"y\"   ; two\n\n; three\nb = a\n",
			"a = \"x\" ; one\n  / \"y\" ; two\n\n; three\nb = a\n"},
		{"a comment that does not fit", "a = \"x\" ; " + strings.Repeat("word ", 15) + "\n  / \"y\"\n",
			"a = \"x\"\n    ; word word word word word word word word word word word word\n    ; word word word\n  / " +
				"\"y\"\n"},
		{"comments in brackets", "a = ( ; one\n   b ; two\n ; three\n  / c )\n",
			"a = ( ; one\n    b ; two\n    ; three\n    / c )\n"},
		{"a comment before the equals sign", "a ; one\n = \"x\"\n", "a\n    ; one\n    = \"x\"\n"},
		{"a comment of the rule before it", "a = \"x\"\n     ; note\n; of b\nb = a\n",
			"a = \"x\"\n    ; note\n; of b\nb = a\n"},
		{"fields are not broken", "; title: " + strings.Repeat("long ", 20) + "\n; section: RFC 1 §2\n\na = \"x\"\n",
			"; title: " + strings.Repeat("long ", 19) + "long\n; section: RFC 1 Section 2\n\na = \"x\"\n"},
		{"a broken comment does not become a field", "; " + strings.Repeat("words ", 11) + "top: a\n\na = \"x\"\n",
			"; " + strings.Repeat("words ", 9) + "words\n; words top: a\n\na = \"x\"\n"},
		{"a long comment is filled up between rules, too", "; " + strings.Repeat("words ", 12) +
			"end\n; of it\n; - item\n;\n; next\na = \"x\"\n",
			"; " + strings.Repeat("words ", 10) + "words\n; words end of it\n; - item\n;\n; next\na = \"x\"\n"},
		{"a word that is too long", "; see <" + strings.Repeat("x", 80) + ">, if\n; need be\na = \"x\"\n",
			"; see\n; <" + strings.Repeat("x", 80) + ">,\n; if need be\na = \"x\"\n"},
		{"characters that are not ASCII", "a = \"x\" ; “x” – a…é §3\n", "a = \"x\" ; \"x\" - a...U+00E9 Section 3\n"},
		{"added alternatives", "a = \"x\"\na=/ \"y\"", "a = \"x\"\na =/ \"y\"\n"},
		{"only comments", "; a\n\n\n; b", "; a\n\n; b\n"},
	} {
		t.Run(tt.name, func(t *testing.T) {
			got, err := grammarfmt.Format("x", []byte(tt.src), grammarfmt.Width)
			if (err != nil) != (tt.want == "") || string(got) != tt.want {
				t.Fatalf("got %q, %v, want %q", got, err, tt.want)
			}
			if err == nil {
				holdsFormat(t, []byte(tt.src), got, grammarfmt.Width)
			}
		})
	}
}

// holdsFormat fails if a formatted grammar has other rules than its source, or another form
// when it is formatted again, or characters that RFC 5234 does not have.
func holdsFormat(t *testing.T, src, got []byte, width int) {
	t.Helper()
	again, err := grammarfmt.Format("x", got, width)
	if err != nil {
		t.Fatalf("%v in\n%s", err, got)
	}
	if string(again) != string(got) {
		t.Errorf("formatted again it is\n%q, not\n%q", again, got)
	}
	g, _ := abnf.Parse("x", src)
	h, _ := abnf.Parse("x", got)
	if len(g.Rules) != len(h.Rules) {
		t.Fatalf("%d rules, want %d:\n%s", len(h.Rules), len(g.Rules), got)
	}
	for i, r := range g.Rules {
		if o := h.Rules[i]; r.String() != o.String() || grammarfmt.ASCII(r.Section) != grammarfmt.ASCII(o.Section) {
			t.Errorf("got %s (%s), want %s (%s)", o, o.Section, r, r.Section)
		}
	}
	head := func(g *abnf.Grammar) string {
		return grammarfmt.ASCII(g.Spec + "\n" + g.Title + "\n" + g.Top + "\n" + g.Reference)
	}
	if head(g) != head(h) {
		t.Errorf("the header has changed:\n%s", got)
	}
	for i, c := range got {
		if c >= 0x80 && strings.IndexByte(string(src), ';') >= 0 {
			t.Errorf("byte %d is %#x", i, c)
		}
	}
	if strings.Count(string(src), ";") == 0 && strings.Contains(string(got), ";") {
		t.Errorf("there is a comment now: %s", got)
	}
}

// TestFormatBuiltin formats the grammars of the built-in specs.
func TestFormatBuiltin(t *testing.T) {
	for _, name := range []string{"core", "rfc3986", "rfc3987", "rfc3987bis", "leiri"} {
		src, err := grammar.Files.ReadFile(name + ".abnf")
		if err != nil {
			t.Fatal(err)
		}
		got, err := grammarfmt.Format(name, src, grammarfmt.Width)
		if err != nil {
			t.Fatal(err)
		}
		holdsFormat(t, src, got, grammarfmt.Width)
		for i, line := range strings.Split(string(got), "\n") {
			if len(line) > grammarfmt.Width && !strings.Contains(line, ": ") {
				t.Errorf("%s:%d: %d columns", name, i+1, len(line))
			}
		}
	}
}

func FuzzFormat(f *testing.F) {
	for _, seed := range []string{
		"a = b / c ; d\n  / ( e\n ; f\n ) [ g ]", "; spec: x\n; section: y §2\n\n a=/ %xa-b",
		"a = *(*\"x\"\t1*2<b>)\n\n   ; c\r\nb = a",
		"a ; x\n =\n b", "; " + strings.Repeat("long ", 30) + "\na=" + strings.Repeat("( [\"x\"] ) ", 20),
	} {
		f.Add(seed, grammarfmt.Width)
		f.Add(seed, 20)
	}
	f.Fuzz(func(t *testing.T, src string, width int) {
		if len(src) > 2000 || width < 20 || width > 1000 {
			t.Skip()
		}
		if got, err := grammarfmt.Format("x", []byte(src), width); err == nil {
			holdsFormat(t, []byte(src), got, width)
		}
	})
}

func TestIndented(t *testing.T) {
	for _, tt := range []struct{ name, in, want string }{
		{"in the first column", "a = b\n/ c\n\"d\"\n; e\n\nf =/ g\n(h)",
			"a = b\n    / c\n    \"d\"\n; e\n\nf =/ g\n    (h)"},
		{"indented rules", "  a = b\n  / c\n   / d\n", "  a = b\n      / c\n   / d\n"},
		{"as it should be", "; a\na = b\n  / c\n", "; a\na = b\n  / c\n"},
		{"before the first rule", "x\na = b\r\n/ c\r\n", "x\na = b\r\n    / c\r\n"},
	} {
		if got := grammarfmt.Indented(tt.in); got != tt.want {
			t.Errorf("%s: got %q, want %q", tt.name, got, tt.want)
		}
	}
}
