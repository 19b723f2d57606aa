package spec

import (
	"strings"
	"testing"

	"github.com/rfc3987/iri/internal/ref/component"
)

// rowsSpec reads a grammar without a fault.
func rowsSpec(t *testing.T, text string) *Spec {
	t.Helper()
	in, err := InspectGrammar(GrammarFile{Name: "own.abnf", Text: []byte(text)})
	if err != nil || in.Spec == nil {
		t.Fatalf("%v, %v", err, in.Faults)
	}
	return in.Spec
}

// TestInspect has grammars with rules that can be used, and without.
func TestInspect(t *testing.T) {
	for _, tt := range []struct{ name, text, usable, refused string }{
		{"all", "a = b\nb = \"x\"\n", "a b", ""},
		{"one that uses an undefined one", "a = b\nb = z \"x\"\nc = \"y\"\n", "c", "a b"},
		{"an import that is not there", "; import: z (a)\na = \"x\"\n", "", "a"},
	} {
		in, err := InspectGrammar(GrammarFile{Name: "own.abnf", Text: []byte(tt.text)})
		var refused []string
		for _, r := range in.Refused {
			refused = append(refused, r.Rule.Name)
		}
		if got := strings.Join(in.Usable, " "); err != nil || got != tt.usable || strings.Join(refused, " ") != tt.refused ||
			(in.Spec == nil) != (tt.usable == "") {
			t.Errorf("%s: usable %q, refused %q, %v", tt.name, got, refused, err)
		}
	}
}

// TestUsedBy has rules that use others, themselves, and nothing.
func TestUsedBy(t *testing.T) {
	s := rowsSpec(t, "a = b c\nb = c / \"(\" b \")\"\nc = \"x\"\n")
	for rule, want := range map[string]string{"a": "", "b": "a", "c": "a b"} {
		var got []string
		for _, user := range MustRule(s, rule).UsedBy() {
			got = append(got, user.Name())
		}
		if strings.Join(got, " ") != want {
			t.Errorf("%s: got %q, want %q", rule, got, want)
		}
	}
}

// TestWords has rules that are a choice of words, and such as are not.
func TestWords(t *testing.T) {
	for _, tt := range []struct{ name, abnf, want string }{
		{"words", `"ab" / "c"`, "ab c"}, {"a sequence", `%x61.62 / "c"`, "ab c"}, {"one character as a number", `"ab" / %x63`, "ab c"},
		{"an option", `"ab" [ "c" ]`, "ab abc"}, {"of rules", `b / "ab"`, "b ab"},
		{"characters", `"a" / "b"`, ""}, {"a range", `"ab" / %x61-63`, ""}, {"a control", `"ab" / %x09`, ""},
		{"not ASCII", `"ab" / %xE9`, ""}, {"a space as a number", `"ab" / %x20`, ""}, {"a control in a sequence", `"ab" / %x61.09`, ""},
		{"without an end", `*"ab"`, ""}, {"too many", `64[ "ab" ]`, ""}, {"a long one", `"` + strings.Repeat("a", 65) + `"`, ""},
	} {
		if got := strings.Join(MustRule(rowsSpec(t, "a = "+tt.abnf+"\nb = \"b\"\n"), "a").Words(), " "); got != tt.want {
			t.Errorf("%s: got %q, want %q", tt.name, got, tt.want)
		}
	}
}

// TestNextNames has how lists of what can come next name it.
func TestNextNames(t *testing.T) {
	for _, tt := range []struct{ name, abnf, after, want string }{
		{"a word", `"ab" "c"`, "", `"ab"`},
		{"the rest of one is the word", `"abc"`, "a", `"abc"`},
		{"the rest of a text without letters", `"::-"`, ":", `":-"`},
		{"a sequence", `%x61.62`, "", `"ab"`},
		{"a sequence with a space", `%x61.20`, "", `%x61.20`},
		{"its space", `%x2D.20`, "-", "SP"},
		{"controls", `%x09 / %x0A / %x0D`, "", "HTAB LF CR"},
		{"a range of printable characters", `%x61-66`, "", `"a" to "f"`},
		{"another range", `%x00-66`, "", "%x0-66"},
		{"a character that a range has as well", `%x61 / %x60-7A`, "", "\"`\" to \"z\""},
		{"a rule of characters", `b / "-"`, "", `b "-"`},
		{"a rule of characters and their encodings", `c / "-"`, "", `c "-"`},
		{"a rule of a word", `d / "-"`, "", `d "-"`},
	} {
		s := rowsSpec(t, "a = "+tt.abnf+"\nb = %x61-7A\nc = %x61-7A / e\nd = \"xyz\"\ne = \"%\" 2%x30-39\n")
		_, got := MustRule(s, "a").Open(tt.after)
		if strings.Join(got, " ") != tt.want {
			t.Errorf("%s: got %q, want %s", tt.name, got, tt.want)
		}
	}
}

// TestExpectedAfter has what can come next after a text, and after a percent-encoding that is broken.
func TestExpectedAfter(t *testing.T) {
	path := MustRule(RFC3986, "path-absolute").Root()
	after := func(s string) string { return strings.Join(path.ExpectedAfter(s), " ") }
	for _, tt := range []struct{ name, text, same string }{
		{"a broken encoding is as one that is mended", "/a%zz", "/a%41"},
		{"at its end", "/a%", "/a%41"},
		{"what cannot be read further", "/a b", "/a"},
	} {
		if got, want := after(tt.text), after(tt.same); got != want || got == "" {
			t.Errorf("%s: got %s, want %s", tt.name, got, want)
		}
	}
	if after("") == after("/a") {
		t.Errorf("the same before the text and within it: %s", after(""))
	}
}

// TestIsReadable has what examples may consist of.
func TestIsReadable(t *testing.T) {
	for s, want := range map[string]bool{"az~": true, "éÀſ": true, "あん": true, "×": false, "÷": false, "¿": false, "ƀ": false,
		"ぁ": false, "ゔ": false, "中": false, "a中": false} {
		if got := isReadable(s); got != want {
			t.Errorf("%q: got %v", s, got)
		}
	}
}

// TestWithin has the shapes of references that stand for those that a spec does not have.
func TestWithin(t *testing.T) {
	no, reg := component.NumKinds, component.RegName
	p := RFC3986.Profile()
	for _, tt := range []struct {
		name     string
		in, want shape
	}{
		{"as it is", shape{scheme: true, port: true, host: reg, path: component.PathAbempty},
			shape{scheme: true, port: true, host: reg, path: component.PathAbempty}},
		{"no port", shape{scheme: true, host: reg, path: component.PathAbempty},
			shape{scheme: true, host: reg, path: component.PathAbempty}},
		{"a port without an authority", shape{scheme: true, port: true, userinfo: true, host: no, path: component.PathRootless},
			shape{scheme: true, host: no, path: component.PathRootless}},
		{"an address", shape{scheme: true, host: component.IPv6, path: component.PathAbempty},
			shape{scheme: true, host: component.IPv6, path: component.PathAbempty}},
	} {
		if got := p.within(tt.in); got != tt.want {
			t.Errorf("%s: got %+v, want %+v", tt.name, got, tt.want)
		}
	}
}

// TestNamesCharacters has rules that only name characters, and such as do not.
func TestNamesCharacters(t *testing.T) {
	for abnf, want := range map[string]bool{
		`%x61-7A`: true, `"a" / "%" 2HEXDIG`: true, `"a" / "bcd"`: false, `1*2"a"`: false, `"ab"`: false, `*"a"`: false,
		`"%" 2HEXDIG`: false,
	} {
		s := rowsSpec(t, "a = "+abnf+"\n")
		if got := namesCharacters(s.Grammar(), MustRule(s, "a").d.rule()); got != want {
			t.Errorf("%s: got %v, want %v", abnf, got, want)
		}
	}
}
