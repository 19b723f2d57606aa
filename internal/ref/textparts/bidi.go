package textparts

import (
	"strings"
	"unicode"
	"unicode/utf8"

	"github.com/rfc3987/iri/internal/text/chars"
)

// directions holds a part that has right-to-left characters to the two restrictions of
// RFC 3987 §4.2; ltr says whether it has left-to-right characters as well. The
// directions are the bidi classes of UAX #9: R and AL are right-to-left, L is
// left-to-right, and digits, marks and symbols are neither.
//
// At the end of a part, nonspacing marks (NSM) take the class of the character
// that they stand on, so "end with" looks through them, as RFC 5893 §2 rule 3 does.
func (t *Text) directions(start, end int, ltr bool, found func(PartIssue)) {
	first, _ := Decode(t.S, start)
	last, at := LastBase(t.S, start, end)
	f := PartIssue{Start: start, End: end, Mixed: ltr, Last: at}
	f.Begins = first.Flags()&chars.R != 0 || t.neutralBetween(start, start, -1)
	f.Ends = last.Flags()&chars.R != 0 || t.neutralBetween(at, end, +1)
	if f.Mixed || !f.Begins || !f.Ends {
		found(f)
	}
}

// neutralBetween reports whether the character at an offset, which is at the edge of a part,
// is a symbol beyond ASCII (the Arabic comma, a quotation mark, a dash), and ASCII
// punctuation is all that stands between it and a right-to-left character of the same
// component. It is shown in its place then (UAX #9 rule N1), and is not at the edge of what
// RFC 3987 §4.2 calls a component. edge is the end of the part there, and step goes away
// from the part.
func (t *Text) neutralBetween(at, edge, step int) bool {
	r, _ := utf8.DecodeRuneInString(t.S[at:])
	if r < utf8.RuneSelf || t.InHost(at) || unicode.IsLetter(r) || unicode.IsNumber(r) {
		return false
	}
	if step < 0 {
		edge--
	}
	for ; edge >= 0 && edge < len(t.S) && t.S[edge] < utf8.RuneSelf; edge += step {
		class := chars.SegmentClass[t.S[edge]]
		if class != chars.ClassDelimiter || strings.IndexByte("/?#", t.S[edge]) >= 0 || t.InHost(edge+1) {
			return false
		}
	}
	if edge < 0 || edge == len(t.S) {
		return false
	}
	for !utf8.RuneStart(t.S[edge]) {
		edge--
	}
	next, _ := Decode(t.S, edge)
	return next.Flags()&chars.R != 0
}

// LastBase returns the last character of s[start:end], which is not empty, but for nonspacing
// marks, and its offset.
func LastBase(s string, start, end int) (chars.Char, int) {
	for {
		_, w := utf8.DecodeLastRuneInString(s[:end])
		end -= w
		u, _ := Decode(s, end)
		if u.Flags()&chars.NSM == 0 || end <= start {
			return u, end
		}
	}
}

// Decode is [chars.Decode] for any character, also one of ASCII.
func Decode(s string, i int) (chars.Char, int) {
	if s[i] < utf8.RuneSelf {
		return chars.Of(rune(s[i])), 1
	}
	return chars.Decode(s, i)
}
