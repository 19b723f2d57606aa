package iri_test

import (
	"slices"
	"testing"

	"github.com/rfc3987/iri"
)

func TestEncode(t *testing.T) {
	tests := []struct{ name, in, want string }{
		{"excluded ASCII", "a <>\"{}|\\^`\x00\x7fz", "a%20%3C%3E%22%7B%7D%7C%5C%5E%60%00%7Fz"},
		{"# % [ ] stay", "#%41[]", "#%41[]"},
		{"what URIs have stays", "-._~:/?@!$&'()*+,;=", "-._~:/?@!$&'()*+,;="},
		{"all of Unicode", "é\u202e\ue000\U0010ffff\ufffd", "%C3%A9%E2%80%AE%EE%80%80%F4%8F%BF%BF%EF%BF%BD"},
		{"no normalization of Unicode", "e\u0301", "e%CC%81"},
		{"hex digits are raised", "%c3%aF%Af%af%25", "%C3%AF%AF%AF%25"},
		{"no IRI", "a b:c d#e#f", "a%20b:c%20d#e#f"},
		{"empty", "", ""},
	}
	for _, tt := range tests {
		t.Run(tt.name, func(t *testing.T) {
			got, err := iri.Encode(tt.in)
			if err != nil || got != tt.want {
				t.Fatalf("Encode(%+q): got %q, %v, want %q", tt.in, got, err, tt.want)
			}
			if again, err := iri.Encode(got); err != nil || again != got {
				t.Errorf("Encode(%q): got %q, %v: it is not idempotent", got, again, err)
			}
		})
	}
}

func TestEncodeFrom(t *testing.T) {
	tests := []struct{ name, charset, in, want string }{
		{"Latin-1", "iso-8859-1", "\xe9 %e9", "%C3%A9%20%E9"},
		{"NFC, RFC 3987 §3.1", "windows-1258", "Vi\xea\xf2t", "Vi%E1%BB%87t"},
		{"Shift_JIS with a backslash for a trail byte", "shift_jis", "\x95\x5c", "%E8%A1%A8"},
		{"state", "iso-2022-jp", "a\x1b$BF|K\\\x1b(Bb", "a%E6%97%A5%E6%9C%ACb"},
		{"UTF-16 is not normalized", "utf-16le", "e\x00\x01\x03", "e%CC%81"},
		{"a replacement character that was meant", "gb18030", "\x84\x31\xa4\x37", "%EF%BF%BD"},
	}
	for _, tt := range tests {
		t.Run(tt.name, func(t *testing.T) {
			c, err := iri.ParseCharset(tt.charset)
			if err != nil {
				t.Fatal(err)
			}
			if got, err := iri.EncodeFrom(c, tt.in); err != nil || got != tt.want {
				t.Errorf("EncodeFrom(%s, %q): got %q, %v, want %q", c, tt.in, got, err, tt.want)
			}
		})
	}
}

func TestEncodeFails(t *testing.T) {
	tests := []struct {
		name, charset, in string
		want              []string
	}{
		{"percent signs", "utf-8", "%zz%2 %%%41%e", []string{"pct-encoded [0,1)", "pct-encoded [3,5)", "pct-encoded [6,7)", "pct-encoded [7,8)", "pct-encoded [11,13)"}},
		{"not UTF-8", "utf-8", "é\xff\xfe%a\xc3", []string{"utf-8 [2,4)", "pct-encoded [4,6)", "utf-8 [6,7)"}},
		{"offsets are of the input", "shift_jis", "\x95\x5c%\xff\x81", []string{"pct-encoded [2,3)", "charset [3,5)"}},
		{"behind a composition", "windows-1258", "Vi\xea\xf2t%", []string{"pct-encoded [5,6)"}},
	}
	for _, tt := range tests {
		t.Run(tt.name, func(t *testing.T) {
			c, err := iri.ParseCharset(tt.charset)
			if err != nil {
				t.Fatal(err)
			}
			out, err := iri.EncodeFrom(c, tt.in)
			if err == nil {
				t.Fatalf("got %q", out)
			}
			if got := codesAndSpans(findingsOfError(t, err)); !slices.Equal(got, tt.want) {
				t.Errorf("got %q, want %q", got, tt.want)
			}
		})
	}
}

func TestDecode(t *testing.T) {
	tests := []struct{ name, in, want string }{
		{"UTF-8", "/%C3%A9%20", "/é "},
		{"%25 stays", "%25%2525%41", "%25%2525A"},
		{"%25 with digits behind it", "%2541", "%2541"},
		{"reserved characters too", "%2F%3f%23", "/?#"},
		{"bytes", "%FF%00", "\xff\x00"},
		{"the rest stays", "é\xff +", "é\xff +"},
		{"empty", "", ""},
	}
	for _, tt := range tests {
		t.Run(tt.name, func(t *testing.T) {
			if got, err := iri.Decode(tt.in); err != nil || got != tt.want {
				t.Errorf("Decode(%q): got %q, %v, want %q", tt.in, got, err, tt.want)
			}
		})
	}
	_, err := iri.Decode("%41%4%")
	if got, want := codesAndSpans(findingsOfError(t, err)), []string{"pct-encoded [3,5)", "pct-encoded [5,6)"}; !slices.Equal(got, want) {
		t.Errorf("got %q, want %q", got, want)
	}
}
