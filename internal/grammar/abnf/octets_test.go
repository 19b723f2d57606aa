package abnf

import (
	"strings"
	"testing"
	"unicode/utf8"
)

func TestTerminals(t *testing.T) {
	for _, tt := range []struct{ name, text, want string }{
		{"octets", "; terminals: octets\na = %x80-FF", ""},
		{"characters", "; terminals: characters\na = %x80-FF", ""},
		{"any case", "; Terminals: Octets\na = %xFF", ""},
		{"what is neither", "; terminals: bytes\n; spec: s\na = \"x\"",
			`x:1:1 header: the header field "terminals" says "bytes"; expected "octets" or "characters"`},
		{"no value", "; terminals:\n; spec: s\na = \"x\"",
			`x:1:1 header: the header field "terminals" has no value; expected "octets" or "characters"`},
		{"no octet", "; terminals: octets\na = %x100", "x:2:7 value: %x100 is past the last octet, %xFF"},
		{"no octet in a range", "; terminals: octets\na = %d0-256", "x:2:9 value: %d256 is past the last octet, %xFF"},
	} {
		t.Run(tt.name, func(t *testing.T) {
			_, err := Parse("x", []byte(tt.text))
			got := ""
			if list, ok := err.(ErrorList); ok {
				got = list[0].Pos.String() + " " + list[0].Code + ": " + list[0].Msg
			}
			if got != tt.want {
				t.Errorf("got %q, want %q", got, tt.want)
			}
		})
	}
}

// TestOctetRule has files whose numbers look like octets, and those that do not.
func TestOctetRule(t *testing.T) {
	for _, tt := range []struct{ name, text, want string }{
		{"RFC 9110 §5.5", "obs-text = %x80-FF", "obs-text"},
		{"RFC 3629 §4", "UTF8-2 = %xC2-DF UTF8-tail\nUTF8-tail = %x80-BF", "UTF8-2"},
		{"RFC 3629 §4, tail elsewhere", "UTF8-2 = %xC2-DF UTF8-tail", "UTF8-2"},
		{"RFC 3501 §9", "CHAR8 = %x01-ff", "CHAR8"},
		{"the core rule", "literal = *OCTET", "literal"},
		{"an own rule of that name", "literal = *OCTET\nOCTET = %x30", ""},
		{"RFC 3987 §2.2", "ucschar = %xA0-D7FF / %xF900-FDCF", ""},
		{"one number above", "a = %x80-FF / %x100", ""},
		{"a letter", "a = %xE9", ""},
		{"letters", "a = %xC0-D6", ""},
		{"ASCII", "a = %x00-7F", ""},
	} {
		t.Run(tt.name, func(t *testing.T) {
			g, err := Parse("x", []byte(tt.text))
			if err != nil {
				t.Fatal(err)
			}
			got := ""
			if r := g.OctetRule(); r != nil {
				got = r.Name
			}
			warned := len(g.problems) > 0 && g.problems[0].Code == OctetTerminals && g.problems[0].Warning
			if got != tt.want || warned != (tt.want != "") {
				t.Errorf("got %q, warned %t; want %q", got, warned, tt.want)
			}
			said, _ := Parse("x", []byte("; terminals: octets\n"+strings.ReplaceAll(tt.text, " / %x100", "")))
			if len(said.problems) > 0 && said.problems[0].Code == OctetTerminals {
				t.Errorf("warned though the header says it")
			}
		})
	}
}

// TestUTF8Range holds that the expression for a range of characters has their octets, and
// those of no others.
func TestUTF8Range(t *testing.T) {
	edges := []rune{0, 1, 0x7F, 0x80, 0x81, 0xBF, 0xC0, 0xFF, 0x7FF, 0x800, 0x801, 0xFFF, 0x1000, 0xABCD, 0xD7FF,
		0xD800, 0xDFFF,
		0xE000, 0xFFFD, 0xFFFF, 0x10000, 0x10001, 0x10FFF, 0x3FFFF, 0x40000, 0xFFFFF, 0x100000, utf8.MaxRune}
	for i, lo := range edges {
		for _, hi := range edges[i:] {
			e := utf8Range(lo, hi)
			for _, c := range edges {
				for _, c := range []rune{c - 1, c, c + 1} {
					if !utf8.ValidRune(c) {
						continue
					}
					if got, want := matchesOctets(e, string(c)), lo <= c && c <= hi; got != want {
						t.Fatalf("%U to %U: %U: got %t, want %t; %s", lo, hi, c, got, want, e)
					}
				}
			}
			for _, s := range []string{"\x80", "\xC0\x80", "\xED\xA0\x80", "\xED\xBF\xBF", "\xE0\x80\x80",
				"\xF0\x80\x80\x80", "\xF4\x90\x80\x80", "\xFF"} {
				if matchesOctets(e, s) {
					t.Fatalf("%U to %U: %q matches %s", lo, hi, s, e)
				}
			}
		}
	}
}

// matchesOctets reports whether an expression that utf8Range returns matches s.
func matchesOctets(e Expr, s string) bool {
	switch e := e.(type) {
	case *Alternation:
		for _, x := range e.Alts {
			if matchesOctets(x, s) {
				return true
			}
		}
		return false
	case *Concatenation:
		if len(e.Parts) != len(s) {
			return false
		}
		for i, x := range e.Parts {
			if !matchesOctets(x, s[i:i+1]) {
				return false
			}
		}
		return true
	case *Range:
		return len(s) == 1 && e.Lo <= rune(s[0]) && rune(s[0]) <= e.Hi
	}
	return false
}
