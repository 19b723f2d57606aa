package vet

import (
	"go/token"
	"strings"
	"testing"

	"golang.org/x/tools/go/analysis"
	"golang.org/x/tools/go/analysis/analysistest"

	"github.com/rfc3987/iri"
)

func TestAnalyzer(t *testing.T) {
	analysistest.RunWithSuggestedFixes(t, analysistest.TestData(), New(), "a")
}

// TestScheme has schemes that are compared as text, and such as are not.
func TestScheme(t *testing.T) {
	analysistest.RunWithSuggestedFixes(t, analysistest.TestData(), New(), "scheme")
}

// TestFindings has errors that are asserted to be findings, and such as are asked for them.
func TestFindings(t *testing.T) {
	analysistest.Run(t, analysistest.TestData(), New(), "findings")
}

// TestCodes has codes that there are not, and results that are not used.
func TestCodes(t *testing.T) {
	analysistest.Run(t, analysistest.TestData(), New(), "codes")
}

func setFlags(t *testing.T, a *analysis.Analyzer, flags ...string) {
	t.Helper()
	for _, f := range flags {
		name, value, _ := strings.Cut(f, " ")
		if err := a.Flags.Set(name, value); err != nil {
			t.Fatal(err)
		}
	}
}

func TestFlags(t *testing.T) {
	a := New()
	setFlags(t, a, "skip net/url.Parse", "func example.org/store.Open=IRI@1",
		"func (*example.org/store.DB[T]).Get=IRI-reference@0",
		"tag predicate=URI", "warnings true", "tests true")
	analysistest.Run(t, analysistest.TestData(), a, "flags")
}

// TestSkipAll holds that a user can choose the functions alone, and that one analyzer's
// flags do not change another's.
func TestSkipAll(t *testing.T) {
	a := New()
	setFlags(t, a, "skip all", "func net/url.Parse=IRI@0")
	var got []string
	for _, r := range analysistest.Run(discard{t}, analysistest.TestData(), a, "flags") {
		for _, d := range r.Diagnostics {
			got = append(got, d.Message)
		}
	}
	if len(got) == 0 {
		t.Error("nothing was reported, want the call of url.Parse")
	}
	for _, m := range got {
		if !strings.HasPrefix(m, "net/url.Parse takes an IRI:") {
			t.Errorf("got %q, want only net/url.Parse", m)
		}
	}
	if len(New().Flags.Lookup("skip").Value.String()) != 0 || len(defaultFunctions()) < 15 {
		t.Error("the defaults have changed")
	}
}

// discard drops what analysistest says of comments that expect something else.
type discard struct{ *testing.T }

func (discard) Errorf(string, ...any) {}

func TestFlagErrors(t *testing.T) {
	for _, tt := range []struct{ name, flag, value, want string }{
		{"no rule", "func", "a.B", "want FUNCTION=RULE@ARGUMENT"},
		{"no argument", "func", "a.B=IRI", "want FUNCTION=RULE@ARGUMENT"},
		{"no package", "func", "B=IRI@0", "want FUNCTION=RULE@ARGUMENT"},
		{"argument is not a number", "func", "a.B=IRI@x", "is not a number"},
		{"argument below 0", "func", "a.B=IRI@-1", "is not a number"},
		{"unknown rule", "func", "a.B=URL@0", `a rule "URL"`},
		{"unknown function", "skip", "net/url.Pars", "these are: (*net/http.Client).Get"},
		{"tag without a rule", "tag", "a", "want KEY=RULE"},
		{"tag without a key", "tag", "=IRI", "want KEY=RULE"},
		{"tag with an unknown rule", "tag", "a=URL", `a rule "URL"`},
	} {
		t.Run(tt.name, func(t *testing.T) {
			a := New()
			err := a.Flags.Set(tt.flag, tt.value)
			if err == nil || !strings.Contains(err.Error(), tt.want) {
				t.Errorf("got %v, want %q", err, tt.want)
			}
		})
	}
}

// TestSource holds where each byte of the text of a literal is written.
func TestSource(t *testing.T) {
	for _, tt := range []struct {
		name, literal string
		start, end    int
		want          string
	}{
		{"plain", `"abc"`, 1, 2, "b"},
		{"raw", "`abc`", 1, 2, "b"},
		{"raw with CR", "`a\r\nb`", 2, 3, "b"},
		{"after an escape", `"\u00e9b"`, 2, 3, "b"},
		{"an escape", `"a\u00e9b"`, 1, 3, `\u00e9`},
		{"inside an escape", `"a\u00e9b"`, 2, 3, `\u00e9`},
		{"a byte", `"a\xffb"`, 1, 2, `\xff`},
		{"octal", `"\057b"`, 1, 2, "b"},
		{"a letter of two bytes", `"éb"`, 0, 2, "é"},
		{"the end", `"ab"`, 2, 2, ""},
		{"out of range: the literal", `"ab"`, 2, 7, `"ab"`},
	} {
		t.Run(tt.name, func(t *testing.T) {
			const base = token.Pos(100)
			s := newSource(base, tt.literal)
			from, to := s.span(tt.start, tt.end)
			if tt.name == "inside an escape" {
				from = base + token.Pos(strings.Index(tt.literal, `\`)) // the escape cannot be split
			}
			if got := tt.literal[from-base : to-base]; got != tt.want {
				t.Errorf("got %q, want %q", got, tt.want)
			}
		})
	}
}

// TestEdit holds that what a fix writes reads back as the text of the fix.
func TestEdit(t *testing.T) {
	for _, tt := range []struct {
		name, literal, text, want string
		ok                        bool
	}{
		{"plain", `"a b"`, "%20", "%20", true},
		{"quote", `"a b"`, `"`, `\"`, true},
		{"raw", "`a b`", `\"`, `\"`, true},
		{"raw with a back quote", "`a b`", "`", "", false},
	} {
		t.Run(tt.name, func(t *testing.T) {
			edit, ok := newSource(100, tt.literal).edit(&iri.Fix{Start: 1, End: 2, Text: tt.text})
			if ok != tt.ok || string(edit.NewText) != tt.want {
				t.Errorf("got %q, %v, want %q, %v", edit.NewText, ok, tt.want, tt.ok)
			}
			if ok && (edit.Pos != 102 || edit.End != 103) {
				t.Errorf("got the span %d to %d, want 102 to 103", edit.Pos, edit.End)
			}
		})
	}
}
