package render

import (
	"slices"
	"strings"
	"testing"
)

func TestAlternatives(t *testing.T) {
	tests := []struct {
		definition string
		line       int
		want       []string
	}{
		{`a`, 9, []string{`a`}},
		{`a / b`, 9, []string{`a /`, `b`}},
		{`( a / b ) c / [ d / e ]`, 13, []string{`( a / b ) c /`, `[ d / e ]`}},
		{`"(" / "/" / x`, 9, []string{`"(" /`, `"/" /`, `x`}},
		{`a " " bc / d`, 9, []string{`a`, `" "`, `bc`, `/`, `d`}}, // longer than a line
	}
	for _, tt := range tests {
		if got := Alternatives(tt.definition, tt.line); !slices.Equal(got, tt.want) {
			t.Errorf("%s: got %q, want %q", tt.definition, got, tt.want)
		}
	}
}

func TestShortRule(t *testing.T) {
	for _, tt := range []struct{ name, abnf, start, end string }{
		{"alternatives", "a = " + strings.Repeat(`"b" / `, 400) + `"c"`, `a = "b" / `, `"b" / … / "b" / "b" / `},
		{"words", "a = " + strings.Repeat(`"b" `, 400) + `"c"`, `a = "b" `, `"b" … "b" "b" `},
		{"one word", "a=" + strings.Repeat("é", 400), "a=éé", "é…é"},
	} {
		got := shortRule(tt.abnf)
		if len(got) > maxRule+8 || !strings.HasPrefix(got, tt.start) || !strings.Contains(got, tt.end) ||
			!strings.HasSuffix(got, tt.abnf[len(tt.abnf)-3:]) {
			t.Errorf("%s: got %q", tt.name, got)
		}
	}
	if got, want := shortRule("port = *DIGIT"), "port = *DIGIT"; got != want {
		t.Errorf("got %q, want %q", got, want)
	}
}

// TestPathThatFits holds that the last production stays whole, and the first one if there is room.
func TestPathThatFits(t *testing.T) {
	names := []string{"IRI", "ihier-part", "iauthority", "ihost", "ireg-name"}
	for _, tt := range []struct {
		width int
		want  string
	}{
		{60, "IRI > ihier-part > iauthority > ihost > ireg-name"},
		{49, "IRI > ihier-part > iauthority > ihost > ireg-name"},
		{48, "IRI > … > iauthority > ihost > ireg-name"},
		{30, "IRI > … > ihost > ireg-name"},
		{22, "IRI > … > ireg-name"},
		{10, "ireg-name"},
		{1, "ireg-name"},
	} {
		if got := pathThatFits(names, tt.width); got != tt.want {
			t.Errorf("%d: got %q, want %q", tt.width, got, tt.want)
		}
	}
	if got := pathThatFits(nil, 5); got != "" {
		t.Errorf("none: got %q", got)
	}
}
