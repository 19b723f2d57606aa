package quote

import (
	"strings"
	"unicode/utf8"

	"github.com/rfc3987/iri/internal/text/chars"
)

// RFC 3987 §4.1 requires that a bidirectional IRI is shown as in a left-to-right embedding. Within other text this needs
// isolating characters around it.

// The characters that isolate left-to-right text (UAX #9 §2.4).
const (
	LRI = "\u2066"
	PDI = "\u2069"
)

// HasRightToLeft reports whether a text has right-to-left characters.
func HasRightToLeft(s string) bool {
	return strings.ContainsFunc(s[chars.NonASCII(s):],
		func(r rune) bool { return r >= utf8.RuneSelf && chars.Of(r).Flags()&chars.R != 0 })
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
