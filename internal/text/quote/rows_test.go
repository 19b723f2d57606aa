package quote

import (
	"errors"
	"fmt"
	"slices"
	"strings"
	"testing"
)

// TestDescribe has what a message calls a character: quoted if it is seen, by its code point and
// its name in Unicode if it is not ASCII.
func TestDescribe(t *testing.T) {
	for _, tt := range []struct{ in, want string }{
		{"ab", `"a"`},
		{"!", `"!"`},
		{"~", `"~"`},
		{`"a`, `'"'`},
		{" a", "U+0020 SPACE"},
		{"\x7f", "U+007F DELETE"},
		{"\x00", "U+0000 NULL"},
		{"\t", "U+0009 CHARACTER TABULATION"},
		{"\n", "U+000A LINE FEED"},
		{"\r", "U+000D CARRIAGE RETURN"},
		{"\x1b", "U+001B ESCAPE"},
		{"\u0085", "U+0085 NEXT LINE"},
		{"\x01", "U+0001 <control>"},
		{"é", `"é" (U+00E9 LATIN SMALL LETTER E WITH ACUTE)`},
		{"\u0301", "U+0301 COMBINING ACUTE ACCENT"},
		{"\u00a0", "U+00A0 NO-BREAK SPACE"},
		{"\ufffd", "\"\ufffd\" (U+FFFD REPLACEMENT CHARACTER)"},
		{"\ue000", "U+E000 <Private Use>"},
		{"\ufdcf", `"` + "\ufdcf" + `" (U+FDCF ARABIC LIGATURE SALAAMUHU ALAYNAA)`},
		{"\ufdd0", "U+FDD0 <noncharacter>"},
		{"\ufdef", "U+FDEF <noncharacter>"},
		{"\ufffe", "U+FFFE <noncharacter>"},
		{"\U0001ffff", "U+1FFFF <noncharacter>"},
		{"\U0010ffff", "U+10FFFF <noncharacter>"},
		{"\U0008fffd", "U+8FFFD <unassigned>"},
		{"\xff", "0xFF"},
		{"\xc3", "0xC3"},
	} {
		if got := Describe(tt.in); got != tt.want {
			t.Errorf("Describe(%q) = %s, want %s", tt.in, got, tt.want)
		}
	}
}

// TestShows has the characters at the edges of what is printed as it is.
func TestShows(t *testing.T) {
	for _, tt := range []struct {
		name string
		r    rune
		want bool
	}{
		{"unit separator", 0x1F, false}, {"space", ' ', true}, {"tilde", '~', true}, {"delete", 0x7F, false},
		{"the first control of C1", 0x80, false}, {"no-break space", 0xA0, false}, {"soft hyphen", 0xAD, false},
		{"a letter", 'é', true}, {"a mark", 0x301, true}, {"replacement character", 0xFFFD, true},
		{"a Hangul filler", 0x3164, false}, {"line separator", 0x2028, false},
		{"right-to-left override", 0x202E, false},
		{"a variation selector", 0xFE00, false}, {"the one of emoji", 0xFE0F, true}, {"private use", 0xE000, false},
		{"unassigned", 0x8FFFD, false}, {"an ideograph beyond the BMP", 0x20000, true},
	} {
		if got := Shows(tt.r); got != tt.want {
			t.Errorf("%s: got %v", tt.name, got)
		}
		s := string(tt.r)
		if got := Visible(s) == s; got != tt.want {
			t.Errorf("%s: Visible returns %s", tt.name, Visible(s))
		}
	}
}

// TestVisible has escapes of each width, and that text around them stays.
func TestVisible(t *testing.T) {
	for _, tt := range []struct{ in, want string }{
		{"", ""},
		{"abc", "abc"},
		{"a\tb", `a\u0009b`},
		{"é\n", `é\u000A`},
		{"\uffff", `\uFFFF`},
		{"\U00010000\U000e0041", `𐀀\U000E0041`},
		{"\U0010fffd", `\U0010FFFD`},
		{"a\xffb", `a\xFFb`},
		{"\ufffd", "\ufffd"},
		{"\xc3(", `\xC3(`},
		{"12345678\x7f", `12345678\u007F`},
	} {
		if got := Visible(tt.in); got != tt.want {
			t.Errorf("Visible(%q) = %s, want %s", tt.in, got, tt.want)
		}
		if got := string(AppendVisible([]byte("x"), tt.in)); got != "x"+tt.want {
			t.Errorf("AppendVisible(x, %q) = %s, want %s", tt.in, got, "x"+tt.want)
		}
	}
}

// TestIsPlain tries every byte at every place of texts up to 17 bytes.
func TestIsPlain(t *testing.T) {
	for c := range 256 {
		want := c >= ' ' && c < 0x7F
		for n := range 17 {
			for at := range n + 1 {
				s := strings.Repeat("~", at) + string([]byte{byte(c)}) + strings.Repeat(" ", n-at)
				if got := IsPlain(s); got != want {
					t.Fatalf("IsPlain(%q) = %v", s, got)
				}
			}
		}
	}
}

// TestErrorLines checks that a name with a line end does not make a line of its own.
func TestErrorLines(t *testing.T) {
	err := errors.Join(errors.New("a\nb "), fmt.Errorf("c"), errors.Join(errors.New("\x1b[d")))
	if got, want := ErrorLines(err), []string{`a\u000Ab`, "c", `\u001B[d`}; !slices.Equal(got, want) {
		t.Errorf("got %q, want %q", got, want)
	}
}

// TestQuoteEdges has texts that are as long as a message quotes, and one character longer.
func TestQuoteEdges(t *testing.T) {
	for _, n := range []int{MaxQuoted - 1, MaxQuoted, MaxQuoted + 1} {
		want := `"` + strings.Repeat("é", min(n, MaxQuoted))
		if n > MaxQuoted {
			want += "…"
		}
		if got := Quote(strings.Repeat("é", n)); got != want+`"` {
			t.Errorf("%d characters: got %s", n, got)
		}
	}
	if got, want := QuoteBare(strings.Repeat("a", MaxWritten+1)), strings.Repeat("a", MaxWritten)+"…"; got != want {
		t.Errorf("QuoteBare: got %s, want %s", got, want)
	}
	if got, want := Hex(0xE9, 4), "00E9"; got != want {
		t.Errorf("Hex: got %s, want %s", got, want)
	}
	if got := CharLen("é") + CharLen("\xff") + CharLen(""); got != 3 {
		t.Errorf("CharLen: got %d", got)
	}
	if got, want := WithArticle(""), "a "; got != want {
		t.Errorf("WithArticle: got %q, want %q", got, want)
	}
}

// TestAppendIsolated has words that have right-to-left characters between the characters that isolate them.
func TestAppendIsolated(t *testing.T) {
	for _, tt := range []struct{ name, in, want string }{
		{"nothing", "", ""},
		{"ASCII", "a b", "a b"},
		{"left to right", "é 中", "é 中"},
		{"one word", "\u05d0", LRI + "\u05d0" + PDI},
		{"one of several, and spaces", " é  a\u05d0b \u0628 c ", " é  " + LRI + "a\u05d0b" + PDI + " " + LRI +
			"\u0628" + PDI + " c "},
	} {
		got := string(AppendIsolated(nil, tt.in, func(b []byte, s string) []byte { return append(b, s...) }))
		if got != tt.want || HasRightToLeft(tt.in) != (tt.in != tt.want) {
			t.Errorf("%s: got %+q, %v, want %+q", tt.name, got, HasRightToLeft(tt.in), tt.want)
		}
	}
}
