package quote

import (
	"strings"
	"testing"
)

func TestWithArticle(t *testing.T) {
	for name, want := range map[string]string{
		"IRI":           "an IRI",
		"URI":           "a URI",
		"LEIRI":         "a LEIRI",
		"absolute-IRI":  "an absolute-IRI",
		"irelative-ref": "an irelative-ref",
		"IP-literal":    "an IP-literal",
		"port":          "a port",
		"userinfo":      "a userinfo",
		"unreserved":    "an unreserved",
	} {
		if got := WithArticle(name); got != want {
			t.Errorf("WithArticle(%q) = %q, want %q", name, got, want)
		}
	}
}

// TestQuote checks that a quoted text is short and that every character of it shows.
func TestQuote(t *testing.T) {
	for _, tt := range []struct{ in, want string }{
		{"", `""`},
		{"a b", `"a b"`},
		{"é", `"é"`},
		{"a\n\x7f", `"a\u000A\u007F"`},
		{"\u202e", `"\u202E"`},
		{"\U000E0041", `"\U000E0041"`},
		{"\xff", `"\xFF"`},
		{"0123456789012345678901234567890123", `"01234567890123456789012345678901…"`},
	} {
		if got := Quote(tt.in); got != tt.want {
			t.Errorf("Quote(%q) = %s, want %s", tt.in, got, tt.want)
		}
	}
}

func TestEnds(t *testing.T) {
	x := strings.Repeat("x", 59)
	for _, tt := range []struct{ name, in, want string }{
		{"empty", "", `""`},
		{"with a quote in it", `a"b`, `'a"b'`},
		{"controls", "a\n", `"a\u000A"`},
		{"60 characters", x + "é", `"` + x + `é"`},
		{"more than 60", x + "éx", `"` + x[:30] + "…" + x[:28] + `éx"`},
		{"far more, cut between characters", x + "é" + strings.Repeat("x", 200) + "例" + x[:28], `"` + x + "…" + x[:28] +
			`"`},
		{"far more, without characters", strings.Repeat("\x80", 300), `"` + strings.Repeat(`\x80`, 56) + "…" +
			strings.Repeat(`\x80`, 26) + `"`},
	} {
		if got := Ends(tt.in); got != tt.want {
			t.Errorf("%s: got %s, want %s", tt.name, got, tt.want)
		}
	}
}

func TestCount(t *testing.T) {
	for n, want := range map[int64]string{0: "0", 999: "999", 1000: "1,000", 123456: "123,456", 1234567: "1,234,567",
		-100: "-100", -1000: "-1,000"} {
		if got := Count(n); got != want {
			t.Errorf("got %q, want %q", got, want)
		}
	}
	if got, want := Plural(1009, "line"), "1,009 lines"; got != want {
		t.Errorf("got %q, want %q", got, want)
	}
}
