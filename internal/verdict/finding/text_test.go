package finding

import (
	"regexp"
	"slices"
	"strings"
	"testing"
)

// TestTable holds what the table promises: a name for each entry, places that are closed, and values of
// hints that have other names than those of messages, so that both can stand in one map.
func TestTable(t *testing.T) {
	name := regexp.MustCompile(`^[a-z0-9-]+\.[a-z0-9-]+$`)
	value := regexp.MustCompile(`^[a-z0-9-]+$`)
	of := map[bool]map[string]string{false: {}, true: {}} // whether it is a hint, names to an entry
	seen := make(map[string]bool)
	last := false
	for n, template := range Reasons() {
		hint := strings.HasPrefix(n, "hint.")
		if !name.MatchString(n) || seen[n] || template == "" || last && !hint {
			t.Errorf("%q: %q: bad, twice, or out of order", n, template)
		}
		seen[n], last = true, hint
		if strings.Count(template, "{") != strings.Count(template, "}") {
			t.Errorf("%s: a place is not closed", n)
		}
		names := Places(template)
		if len(names) > maxPlaces {
			t.Errorf("%s: %d names, more than %d", n, len(names), maxPlaces)
		}
		for _, v := range names {
			if of[hint][v] = n; !value.MatchString(v) {
				t.Errorf("%s: the name %q", n, v)
			}
		}
	}
	for v, n := range of[true] {
		if m := of[false][v]; m != "" {
			t.Errorf("%s and %s both have {%s}", n, m, v)
		}
	}
}

// TestFill has the notation of templates.
func TestFill(t *testing.T) {
	for _, tt := range []struct {
		template string
		values   map[string]string
		want     string
		names    string
	}{
		{"", nil, "", ""},
		{"a", nil, "a", ""},
		{"a{b}c", map[string]string{"b": "B"}, "aBc", "b"},
		{"a{b}c", nil, "ac", "b"},
		{"{b}{b}{c}", map[string]string{"b": "B", "c": "C"}, "BBC", "b,c"},
		{"{b: and {b}}.", map[string]string{"b": "B"}, " and B.", "b"},
		{"{b: and {b}}.", nil, ".", "b"},
		{"{b:x{c:y{d}}}{d}", map[string]string{"b": "B", "c": "C", "d": "D"}, "xyDD", "b,c,d"},
		{"{b:x{c:y{d}}}{d}", map[string]string{"c": "C", "d": "D"}, "D", "b,c,d"},
		{"{b", map[string]string{"b": "B"}, "{b", ""},
		{"a}b", nil, "a}b", ""},
		{"{b}", map[string]string{"b": "{c}", "c": "C"}, "{c}", "b"}, // a value is not a template
	} {
		if got := Fill(tt.template, tt.values); got != tt.want {
			t.Errorf("%q of %q: got %q, want %q", tt.template, tt.values, got, tt.want)
		}
		if got := strings.Join(Places(tt.template), ","); got != tt.names {
			t.Errorf("%q: got the names %q, want %q", tt.template, got, tt.names)
		}
	}
}

// TestText has texts in English.
func TestText(t *testing.T) {
	text := RuleAfter.TextOfChar("\xff", `"ab"`, "port")
	if got, want := text.String(), `the byte 0xFF, which is not UTF-8, cannot follow "ab" in port`; got != want {
		t.Errorf("got %s, want %s", got, want)
	}
	var params []string
	for name, value := range text.Params {
		params = append(params, name+"="+value)
	}
	if want := []string{"byte=0xFF", `text="ab"`, "rule=port"}; !slices.Equal(params, want) {
		t.Errorf("got %q, want %q", params, want)
	}
	for _, tt := range []struct {
		text Text
		want string
	}{
		{Text{}, ""},
		{SchemeMissing.Text(), "there is no scheme"},
		{InvisibleChar.TextOfRun("\u00AD"), "U+00AD SOFT HYPHEN: a character that shows nothing, so nobody can type the " +
			"IRI from what they see"},
		{SpaceLikeChar.TextOfRun("\u00A0\u00A0"),
			"U+00A0 NO-BREAK SPACE, several times: a character that looks like a space"},
		{SpaceLikeChar.TextOfRun("\u00A0\u3000"), "U+00A0 NO-BREAK SPACE and others: a character that looks like a space"},
		{HostIpv6Bare.Text(), "an IPv6 address needs brackets around it"},
	} {
		if got := tt.text.String(); got != tt.want || tt.text.IsZero() != (tt.want == "") {
			t.Errorf("got %s, want %s", got, tt.want)
		}
	}
	if got := PortNotDigit.String() + " " + Reason(0).String(); got != "port.not-digit " {
		t.Errorf("got %q", got)
	}
}
