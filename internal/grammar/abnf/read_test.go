package abnf

import (
	"os"
	"reflect"
	"strings"
	"testing"
)

func TestHeader(t *testing.T) {
	const src = `; An example: this is a comment.
; spec: x
; title: RFC X
; Date: 2012-03-02
; sha256: 000102030405060708090A0B0C0D0E0F000102030405060708090a0b0c0d0e0f
; date: 2012-13
; date: Monday
; date: 2012-3-02
; sha256: none
; changes: rfc3987
; without: IRI, absolute-IRI
; top: A
; reference: b
; section: RFC X §1
A = b ; section: not here
b = "x"

; section: RFC X §2
; top: too late
c = b
    ; section: RFC X §3
d = c
`
	g, err := Parse("x.abnf", []byte(src))
	if err != nil {
		t.Fatal(err)
	}
	if g.Spec != "x" || g.Title != "RFC X" || g.Changes != "rfc3987" || g.Top != "A" || g.Reference != "b" ||
		!reflect.DeepEqual(g.Without, []string{"IRI", "absolute-IRI"}) {
		t.Errorf("got %+v", g)
	}
	if g.Date != "2012-03-02" || g.SHA256 != strings.Repeat("000102030405060708090a0b0c0d0e0f", 2) {
		t.Errorf("got date %q and hash %q", g.Date, g.SHA256)
	}
	for name, want := range map[string]string{"a": "RFC X §1", "b": "RFC X §1", "c": "RFC X §2", "d": "RFC X §3"} {
		if got := g.Rule(name).Section; got != want {
			t.Errorf("section of %s: got %q, want %q", name, got, want)
		}
	}
	if got := g.Rule("c").Pos; got != (Pos{"x.abnf", 20, 1}) {
		t.Errorf("got position %v", got)
	}
}

// TestSpans has the bytes of the line that a fault is about.
func TestSpans(t *testing.T) {
	for _, tt := range []struct{ src, want string }{
		{"ALPHA_LC = %x61-7A", "ALPHA_LC"},
		{"é_2 = a", "é"},
		{"foo  bar = a", "foo  bar"},
		{"a = \"é\" / foo_2", "é"},
		{"a = b.c_d \"x\"", "b.c_d"},
		{"a = bc \"x\"", "bc"},
		{"a = any string  of \"x\"", "any string  of"},
		{"a = \"x\" any string\n of", "any string"},
		{"a = %xE9 <any octet> b", "<any octet>"},
		{"a = < b >", "< b >"},
	} {
		g, err := Parse("x", []byte(tt.src))
		list := ListOf(err, "")
		if err == nil {
			list = check(g, nil, func(string, string) string { return "" })
		}
		got := ""
		for _, e := range list {
			if start, end := e.Span(); !e.Warning && got == "" {
				got = e.Line[start:end]
			}
		}
		if got != tt.want {
			t.Errorf("%q: got %q, want %q", tt.src, got, tt.want)
		}
	}
}

// FuzzParse checks that no file makes the reader or the checks panic, and that
// what String prints reads back to the same tree.
func FuzzParse(f *testing.F) {
	for _, name := range []string{"core", "rfc3986", "rfc3987", "rfc3987bis", "leiri"} {
		src, err := os.ReadFile("../../../grammar/" + name + ".abnf")
		if err != nil {
			f.Fatal(err)
		}
		f.Add(string(src))
	}
	f.Add("a = ((b / c) / d) 2(3e) *[f] %x41-5A.42\nb =/ %s\"x\"\nb = <c>\r\n c = ( \n ; x\n 1*2\"y\")")
	f.Add("a=\"aa=/\"")
	f.Add("; changes: x\n; section: y\na = %b1-10\x00\xff")
	f.Fuzz(func(t *testing.T, src string) {
		g, err := Parse("x", []byte(src))
		check(g, nil, func(string, string) string { return "" })
		if err != nil {
			return
		}
		for _, r := range g.Rules {
			for what, text := range map[string]string{"String": r.String(), "Source": r.Source} {
				if name, rest, _ := strings.Cut(text, "="); strings.HasPrefix(rest, "/") { // alone it adds to nothing
					text = name + "=" + rest[1:]
				}
				back, err := Parse("y", []byte(text))
				if err != nil || len(back.Rules) != 1 {
					t.Fatalf("%s: %q does not read back: %v", what, text, err)
				}
				if !same(r.Expr, back.Rules[0].Expr) {
					t.Fatalf("%s: %q reads back as %q", what, text, back.Rules[0])
				}
			}
		}
	})
}

// same compares trees without the places of their nodes.
func same(a, b Expr) bool {
	switch a := a.(type) {
	case *Alternation:
		b, ok := b.(*Alternation)
		return ok && sameList(a.Alts, b.Alts)
	case *Concatenation:
		b, ok := b.(*Concatenation)
		return ok && sameList(a.Parts, b.Parts)
	case *Repetition:
		b, ok := b.(*Repetition)
		return ok && a.Min == b.Min && a.Max == b.Max && a.Option == b.Option && same(a.X, b.X)
	case *Reference:
		b, ok := b.(*Reference)
		return ok && a.Name == b.Name
	case *Prose:
		b, ok := b.(*Prose)
		return ok && a.Text == b.Text
	}
	return reflect.DeepEqual(a, b)
}

func sameList(a, b []Expr) bool {
	if len(a) != len(b) {
		return false
	}
	for i := range a {
		if !same(a[i], b[i]) {
			return false
		}
	}
	return true
}
