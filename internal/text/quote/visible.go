package quote

import (
	"strings"
	"unicode"
	"unicode/utf8"

	"github.com/rfc3987/iri/internal/text/chars"
)

// This file defines how foreign text (of the input, a grammar, the name of a file or another program) is shown to
// people, on every stream and in every format but JSON and SARIF, which have escapes of their own. Package render uses
// the same functions for the lines with carets.

// Visible returns s with escapes for all characters that [Shows] does not accept, and for
// bytes that are not UTF-8.
func Visible(s string) string {
	if IsPlain(s) {
		return s
	}
	return string(AppendVisible(nil, s))
}

// AppendVisible appends [Visible] of s.
func AppendVisible(b []byte, s string) []byte {
	if IsPlain(s) {
		return append(b, s...)
	}
	for i := 0; i < len(s); {
		r, w := utf8.DecodeRuneInString(s[i:])
		b = appendShown(b, s[i:i+w], r)
		i += w
	}
	return b
}

// ErrorLines returns an error for people, one line for each error that [errors.Join] has joined. It escapes line ends
// within an error, because they come from foreign text, such as the name of a file, and people and workflows would
// read the text after them as a line of its own.
func ErrorLines(err error) (lines []string) {
	if joined, ok := err.(interface{ Unwrap() []error }); ok {
		for _, e := range joined.Unwrap() {
			lines = append(lines, ErrorLines(e)...)
		}
		return lines
	}
	return append(lines, Visible(strings.TrimSpace(err.Error())))
}

// appendShown appends a character, or an escape for it.
func appendShown(b []byte, char string, r rune) []byte {
	if Shows(r) && (r != utf8.RuneError || len(char) > 1) {
		return append(b, char...)
	}
	return AppendEscape(b, r, len(char), char[0])
}

// Shows reports whether a character can be printed as it is: a space, or a visible character that does not change how
// others are shown. It returns false for controls, bidi and other format characters, line ends, other spaces, private
// use, unassigned characters and graphic characters for which nothing is drawn: see [invisible].
func Shows(r rune) bool {
	if r < utf8.RuneSelf {
		return r >= ' ' && r != 0x7F
	}
	return unicode.IsGraphic(r) && !unicode.Is(unicode.Zs, r) && !invisible(r)
}

// emojiStyle is the variation selector that shows the character before it as an emoji.
const emojiStyle = '\uFE0F'

// invisible reports whether nothing is drawn for a graphic character: for fillers and
// variation selectors, which Unicode lists as default ignorable.
func invisible(r rune) bool {
	return unicode.Is(unicode.Other_Default_Ignorable_Code_Point, r) || unicode.Is(unicode.Variation_Selector, r) &&
		r != emojiStyle
}

// AppendEscape appends the escape for a character of n bytes; first is the first
// byte: \u001B, \U000E0041 or, for a byte that is not UTF-8, \xFF.
func AppendEscape(b []byte, r rune, n int, first byte) []byte {
	switch {
	case r == utf8.RuneError && n == 1:
		return appendHex(append(b, `\x`...), rune(first), 2)
	case r > 0xFFFF:
		return appendHex(append(b, `\U`...), r, 8)
	}
	return appendHex(append(b, `\u`...), r, 4)
}

// IsPlain reports whether s is ASCII without controls, so that each byte is a column.
func IsPlain(s string) bool {
	for i := range len(s) {
		if s[i] < ' ' || s[i] >= 0x7F {
			return false
		}
	}
	return true
}

// RFC 3987 §4.1 requires that a bidirectional IRI is shown as in a left-to-right embedding. Within other text this needs
// isolating characters around it.

// The characters that isolate left-to-right text (UAX #9 §2.4).
const (
	LRI = "\u2066"
	PDI = "\u2069"
)

// HasRightToLeft reports whether a text has right-to-left characters.
func HasRightToLeft(s string) bool {
	return strings.ContainsFunc(s[chars.NonASCII(s):], func(r rune) bool { return r >= utf8.RuneSelf && chars.Of(r).Flags()&chars.R != 0 })
}

// AppendIsolated appends a sentence, with LRI and PDI around each word that has right-to-left characters. Words end
// at spaces, so a quoted text is one word unless it has spaces. write appends a word, and may escape its text.
func AppendIsolated(b []byte, s string, write func(b []byte, s string) []byte) []byte {
	if !HasRightToLeft(s) {
		return write(b, s)
	}
	for len(s) > 0 {
		k := strings.IndexByte(s, ' ')
		switch {
		case k == 0:
			b, s = append(b, ' '), s[1:]
			continue
		case k < 0:
			k = len(s)
		}
		if word := s[:k]; HasRightToLeft(word) {
			b = append(write(append(b, LRI...), word), PDI...)
		} else {
			b = write(b, word)
		}
		s = s[k:]
	}
	return b
}
