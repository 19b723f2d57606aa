package chars_test

import (
	"fmt"
	"strings"
	"testing"
	"unicode"

	"github.com/rfc3987/iri/internal/text/chars"
)

const (
	lower  = "abcdefghijklmnopqrstuvwxyz"
	upper  = "ABCDEFGHIJKLMNOPQRSTUVWXYZ"
	digits = "0123456789"
)

// TestClasses asks for every byte which class it is of.
func TestClasses(t *testing.T) {
	for _, tt := range []struct {
		name string
		is   func(byte) bool
		want string
	}{
		{"RFC 3986 §2.3: unreserved", chars.IsUnreserved, upper + lower + digits + "-._~"},
		{"RFC 3986 §1.3: ALPHA", chars.IsLetter, upper + lower},
		{"DIGIT", chars.IsDigit, digits},
		{"HEXDIG of either case", chars.IsHex, digits + "ABCDEFabcdef"},
		{"RFC 3987 §3.1: printable ASCII that URIs do not allow", chars.PrintableExcluded, " <>\"{}|\\^`"},
		{"and controls", chars.IsExcluded, " <>\"{}|\\^`\x00\x01\x02\x03\x04\x05\x06\x07\b\t\n" +
			"\v\f\r\x0e\x0f\x10\x11\x12\x13\x14\x15\x16\x17\x18\x19\x1a\x1b\x1c\x1d\x1e\x1f\x7f"},
		{"letters in upper case", func(b byte) bool { return chars.HasUpper(string([]byte{b})) }, upper},
		{"letters in upper case of a host", func(b byte) bool { return chars.HasUpperHost(string([]byte{b})) }, upper},
		{"letters that change to lower case",
			func(b byte) bool { return chars.Lower(string([]byte{b})) != string([]byte{b}) }, upper},
		{"and in a host", func(b byte) bool { return chars.LoweredHost(string([]byte{b})) != string([]byte{b}) },
			upper},
		{"letters, digits and more", func(b byte) bool { return chars.IndexOther(string([]byte{b}), "-_") < 0 },
			upper + lower + digits + "-_"},
	} {
		for b := range 256 {
			if got, want := tt.is(byte(b)), b < 0x80 && strings.IndexByte(tt.want, byte(b)) >= 0; got != want {
				t.Errorf("%s: byte %#x: got %v, want %v", tt.name, b, got, want)
			}
		}
	}
	for i, c := range "0123456789abcdef" {
		if got, big := chars.HexValue(byte(c)), chars.HexValue(byte(unicode.ToUpper(c))); int(got) != i ||
			int(big) != i {
			t.Errorf("%c: got %d and %d, want %d", c, got, big, i)
		}
	}
}

// TestFirstOfAKind puts one byte of a kind at each place of texts, which are read eight bytes at a time.
func TestFirstOfAKind(t *testing.T) {
	for n := range 20 {
		plain := strings.Repeat("a", n)
		if chars.NonASCII(plain) != n || chars.NotURI(plain) != n || hasExcluded(plain) || !chars.IsASCII(plain) ||
			chars.IndexOther(plain, "") != -1 || chars.HasUpper(plain) {
			t.Errorf("%d letters: got %d, %d, %v, %v", n, chars.NonASCII(plain), chars.NotURI(plain),
				hasExcluded(plain), chars.IsASCII(plain))
		}
		for i := range n {
			with := func(b byte) string { return plain[:i] + string([]byte{b}) + plain[i+1:] }
			if s := with(0x80); chars.NonASCII(s) != i || chars.NotURI(s) != i || hasExcluded(s) || chars.IsASCII(s) {
				t.Errorf("%+q: got %d, %d, %v, %v", s, chars.NonASCII(s), chars.NotURI(s), hasExcluded(s), chars.IsASCII(s))
			}
			if s := with(' '); chars.NonASCII(s) != n || chars.NotURI(s) != i || !hasExcluded(s) || !chars.IsASCII(s) ||
				chars.IndexOther(s, "-") != i {
				t.Errorf("%+q: got %d, %d, %v, %v", s, chars.NonASCII(s), chars.NotURI(s), hasExcluded(s), chars.IsASCII(s))
			}
			if s := with('A'); !chars.HasUpper(s) || !chars.HasUpperHost(s) || chars.Lower(s) != plain ||
				chars.LoweredHost(s) != plain {
				t.Errorf("%+q: got %v, %v, %q, %q", s, chars.HasUpper(s), chars.HasUpperHost(s), chars.Lower(s), chars.LoweredHost(s))
			}
		}
	}
	for _, tt := range []struct {
		host, want string
	}{
		{"%C3%A9", "%C3%A9"}, {"A%C3B%A9C", "a%C3b%A9c"}, {"%", "%"}, {"%A", "%A"}, {"%ABC", "%ABc"}, {"É", "É"}, {"",
			""},
	} {
		if got := chars.LoweredHost(tt.host); got != tt.want || chars.HasUpperHost(tt.host) != (got != tt.host) {
			t.Errorf("%q: got %q, %v, want %q", tt.host, got, chars.HasUpperHost(tt.host), tt.want)
		}
	}
}

// ranges prints those characters for which a function is true, up to a last one.
func ranges(last rune, is func(rune) bool) string {
	var out []string
	for r, from := rune(0), rune(-1); r <= last+1; r++ {
		if in := r <= last && is(r); in && from < 0 {
			from = r
		} else if !in && from >= 0 {
			if out = append(out, fmt.Sprintf("%X", from)); r-1 > from {
				out[len(out)-1] += fmt.Sprintf("-%X", r-1)
			}
			from = -1
		}
	}
	return strings.Join(out, " ")
}

// TestRanges has whole ranges of characters.
func TestRanges(t *testing.T) {
	oddity := func(o chars.VisualIssue, authority bool) func(rune) bool {
		return func(r rune) bool { return chars.VisualIssueOf("", r, authority) == o }
	}
	for _, tt := range []struct {
		name string
		is   func(rune) bool
		want string
	}{
		{"RFC 3987 §4.1: LRM, RLM, LRE, PDF, RLE, LRO, and RLO", chars.IsBidiFormatting, "200E-200F 202A-202E"},
		{"iprivate of the draft", chars.IsTag, "E0000-E0FFF"},
		{"the same at an offset", func(r rune) bool { return chars.AtTag("a"+string(r), 1) }, "E0000-E0FFF"},
		{"RFC 3987 §6.1 b: like a space", oddity(chars.SpaceLike, false), "A0 1680 2000-200A 202F 205F 3000"},
		{"like a space in a host", oddity(chars.SpaceLike, true), "A0 1680 2000-200A 202F 205F 3000"},
		{"RDF 1.1 Turtle §6.5: PN_CHARS, and a colon", chars.IsNameChar, "2D 30-3A 41-5A 5F 61-7A B7 C0-D6 D8-F6 F8-37D " +
			"37F-1FFF 200C-200D 203F-2040 2070-218F 2C00-2FEF 3001-D7FF F900-FDCF FDF0-FFFD 10000-EFFFF"},
		{"PN_CHARS without PN_CHARS_U and digits", chars.IsNameEnd, "2D B7 300-36F 203F-2040"},
	} {
		if got := ranges(unicode.MaxRune, tt.is); got != tt.want {
			t.Errorf("%s: got %s, want %s", tt.name, got, tt.want)
		}
	}
}

// TestOddities has why characters are odd, in the authority and elsewhere, and those beside them.
func TestOddities(t *testing.T) {
	for _, tt := range []struct {
		r            rune
		here, inHost chars.VisualIssue
	}{
		{'a', chars.NoVisualIssue, chars.NoVisualIssue}, {'é', chars.NoVisualIssue, chars.NoVisualIssue}, {'中', chars.NoVisualIssue, chars.NoVisualIssue},
		{0x9F, chars.NoVisualIssue, chars.NoVisualIssue}, {0xA0, chars.SpaceLike, chars.SpaceLike},
		{0xA1, chars.NoVisualIssue, chars.NoVisualIssue},
		{0xAD, chars.Invisible, chars.Invisible}, {0x2C1, chars.NoVisualIssue, chars.NoVisualIssue},
		{0x2C2, chars.DelimiterLike, chars.DelimiterLike},
		{0x2C3, chars.DelimiterLike, chars.DelimiterLike}, {0x2C4, chars.NoVisualIssue, chars.NoVisualIssue},
		{0x588, chars.NoVisualIssue, chars.NoVisualIssue},
		{0x589, chars.NoVisualIssue, chars.DelimiterLike}, {0x58A, chars.NoVisualIssue, chars.NoVisualIssue},
		{0x2044, chars.NoVisualIssue, chars.DelimiterLike},
		{0x2028, chars.Invisible, chars.Invisible}, {0x2029, chars.Invisible, chars.Invisible},
		{0x2060, chars.Invisible, chars.Invisible},
		{0x200C, chars.Invisible, chars.Invisible}, {0x200D, chars.Invisible, chars.Invisible},
		{0xFE0F, chars.Invisible, chars.Invisible},
		{0x2216, chars.DelimiterLike, chars.DelimiterLike}, {0xE01EF, chars.Invisible, chars.Invisible},
		{unicode.MaxRune, chars.NoVisualIssue, chars.NoVisualIssue},
	} {
		if got, host := chars.VisualIssueOf("", tt.r, false), chars.VisualIssueOf([]byte(nil), tt.r, true); got != tt.here ||
			host != tt.inHost {
			t.Errorf("%U: got %d, in a host %d, want %d and %d", tt.r, got, host, tt.here, tt.inHost)
		}
	}
}

// TestJoins has what stands before a joiner or a variation selector: it has an effect, and is kept decoded,
// or shows nothing.
func TestJoins(t *testing.T) {
	for _, tt := range []struct {
		name, before string
		r            rune
		want         bool
	}{
		{"nothing", "", 0x200D, false},
		{"a Latin letter", "a", 0x200C, false},
		{"an Arabic letter", "ب", 0x200C, true},
		{"an Arabic letter that is percent-encoded", "%D8%A8", 0x200C, true},
		{"half a percent-encoded letter", "%D8", 0x200C, false},
		{"octets that are not a character", "%A8%A8", 0x200C, false},
		{"more octets than a character has", "%A8%A8%A8%A8%A8", 0x200C, false},
		{"half a percent-encoded letter before a letter", "%D8ب", 0x200C, true},
		{"an Arabic digit, which is not a letter", "٠", 0x200C, false},
		{"virama (RFC 5892 A.1)", "क्", 0x200D, true},
		{"a mark of several scripts after an Arabic letter", "ب\u064B", 0x200D, true},
		{"four such marks", "ب" + strings.Repeat("\u064B", 4), 0x200D, true},
		{"five such marks", "ب" + strings.Repeat("\u064B", 5), 0x200D, false},
		{"a mark after a Latin letter", "a\u0301", 0x200D, false},
		{"an emoji", "👩", 0x200D, true},
		{"an emoji before ZWNJ", "👩", 0x200C, false},
		{"an emoji with a selector (UTS #51)", "❤\uFE0F", 0x200D, true},
		{"an emoji that is percent-encoded", "%F0%9F%91%A9", 0x200D, true},
		{"Mongolian before FVS1", "ᠠ", 0x180B, true},
		{"Mongolian before FVS4", "ᠠ", 0x180F, true},
		{"a Mongolian digit before FVS1", "᠐", 0x180B, false},
		{"Latin before FVS1", "a", 0x180B, false},
		{"a keycap", "1", 0xFE0F, true},
		{"the first and the last keycap", "0", 0xFE0E, true},
		{"nine", "9", 0xFE0F, true},
		{"an asterisk", "*", 0xFE0F, true},
		{"a number sign, which is a delimiter", "#", 0xFE0F, false},
		{"a number sign that is percent-encoded", "%23", 0xFE0F, true},
		{"a keycap before another selector", "1", 0xFE01, false},
		{"a colon", ":", 0xFE0F, false},
		{"Han before VS17", "中", 0xE0100, true},
		{"Latin before VS17", "a", 0xE0100, false},
		{"a symbol of mathematics before VS1", "∩", 0xFE00, true},
		{"a symbol of mathematics before VS2", "∩", 0xFE01, false},
		{"an information sign", "ℹ", 0xFE0F, true},
		{"bytes that are not UTF-8", "\x80\x80\x80\x80\x80", 0xFE0F, false},
	} {
		for _, authority := range []bool{false, true} {
			if got := chars.VisualIssueOf(tt.before, tt.r, authority) == chars.NoVisualIssue; got != tt.want {
				t.Errorf("%s: %+q before %U: got %v, want %v", tt.name, tt.before, tt.r, got, tt.want)
			}
		}
		if before := strings.Repeat("é", 100) + tt.before; tt.before != "" && chars.KeptEncoded(before, tt.r,
			false) != chars.KeptEncoded(chars.Context(before), tt.r, false) {
			t.Errorf("%s: a context decides otherwise than the whole text", tt.name)
		}
	}
}

// TestKeptEncoded has what stays percent-encoded (RFC 3987 §3.2 step 4), outside of the authority and in it.
func TestKeptEncoded(t *testing.T) {
	for _, tt := range []struct {
		name, before string
		r            rune
		here, inHost bool
	}{
		{"a letter", "", 'é', false, false},
		{"bidi formatting", "", 0x202E, true, true},
		{"an isolate, which came later", "", 0x2066, true, true},
		{"private use", "", 0xE000, true, true},
		{"private use of plane 16", "", 0x10FFFD, true, true},
		{"a tag", "", 0xE0001, true, true},
		{"before the noncharacters", "", 0xFDCF, false, false},
		{"noncharacters", "", 0xFDD0, true, true},
		{"the last of them", "", 0xFDEF, true, true},
		{"after the noncharacters", "", 0xFDF0, false, false},
		{"the end of a plane", "", 0x1FFFE, true, true},
		{"and its last", "", 0x1FFFF, true, true},
		{"a full-width letter", "", 0xFF21, true, false},
		{"before it, a full-width at sign", "", 0xFF20, false, true},
		{"the last of them", "", 0xFF3A, true, false},
		{"after it, a bracket, which is like a delimiter", "", 0xFF3B, true, true},
		{"in lower case", "", 0xFF41, true, false},
		{"before it, a grave accent", "", 0xFF40, true, true},
		{"the last of them", "", 0xFF5A, true, false},
		{"after it, a brace", "", 0xFF5B, true, true},
		{"half-width punctuation", "", 0xFF64, false, false},
		{"half-width Katakana", "", 0xFF65, true, false},
		{"the last of them", "", 0xFF9F, true, false},
		{"a mark", "", 0x301, false, false},
		{"a mark after a letter", "aaa", 0x301, false, false},
		{"a mark after a percent-encoding, with which it would compose", "%8C", 0x301, false, true},
		{"a letter after a percent-encoding", "%8C", 'é', false, false},
		{"half-width Hangul", "", 0xFFA1, false, false},
	} {
		if got, host := chars.KeptEncoded(tt.before, tt.r, false), chars.KeptEncoded([]byte(tt.before), tt.r,
			true); got != tt.here || host != tt.inHost {
			t.Errorf("%s: %U: got %v, in a host %v, want %v and %v", tt.name, tt.r, got, host, tt.here, tt.inHost)
		}
	}
	// What [chars.MightStayEncoded] says no of is kept nowhere, and it says no of what is common.
	for r := rune(0x80); r <= unicode.MaxRune; r++ {
		if r&0xFFFE == 0xFFFE || 0xFDD0 <= r && r <= 0xFDEF {
			continue // ucschar has no noncharacters
		}
		for _, authority := range []bool{false, true} {
			if !chars.MightStayEncoded(string(r), authority) && (chars.KeptEncoded("", r, authority) ||
				chars.KeptEncoded("%8C", r, authority)) {
				t.Errorf("%U, authority %v: it is kept, and MayKeepEncoded says no", r, authority)
			}
		}
	}
	for _, tt := range []struct {
		s            string
		here, inHost bool
	}{
		{"", false, false}, {"abc", false, false}, {"é", false, false}, {"aéb中c", false, false}, {"é中😀", false,
			true}, {"a\u0301", false, true}, {"é\u202E", true, true}, {"Ａ", true, true},
		{"中\U000E0001", true, true}, {"a\u00a0", true, true},
	} {
		if got, host := chars.MightStayEncoded(tt.s, false), chars.MightStayEncoded(tt.s, true); got != tt.here ||
			host != tt.inHost {
			t.Errorf("%+q: got %v, in a host %v, want %v and %v", tt.s, got, host, tt.here, tt.inHost)
		}
	}
}

// TestDecode reads every character of two bytes and more, and texts that are cut off.
func TestDecode(t *testing.T) {
	for r := rune(0x80); r <= unicode.MaxRune; r++ {
		if r == 0xD800 {
			r = 0xE000
		}
		s := "a" + string(r)
		if got, w := chars.Decode(s, 1); got != chars.Of(r) || w != len(s)-1 {
			t.Fatalf("%U: got %d, %d bytes, want %d", r, got, w, chars.Of(r))
		}
		if _, w := chars.Decode(s[:len(s)-1], 1); len(s) > 3 && w > len(s)-2 {
			t.Fatalf("%U without its last byte: got %d bytes", r, w)
		}
	}
	for _, s := range []string{"\xc3", "\xe4\xb8", "\xe4", "\xf0\x9f\x98", "\xf0", "\xf7\xbf\xbf\xbf",
		"\xff\xff\xff\xff"} {
		if got, w := chars.Decode(s, 0); got != 0 || w != 1 {
			t.Errorf("%+q: got %d, %d bytes", s, got, w)
		}
	}
}

func hasExcluded(s string) bool { return chars.TraitsOf(s)&chars.ExcludedASCII != 0 }

// TestTraitsOf puts each byte at each place of texts up to 20 bytes.
func TestTraitsOf(t *testing.T) {
	for n := range 20 {
		for at := range n + 1 {
			for b := range 256 {
				s := strings.Repeat("a", at) + string([]byte{byte(b)}) + strings.Repeat("a", n-at)
				if got := chars.TraitsOf(s); got != chars.Traits[b] {
					t.Fatalf("%q: got %b, want %b", s, got, chars.Traits[b])
				}
			}
		}
	}
}
