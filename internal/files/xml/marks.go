package xml

import (
	"unicode/utf8"

	"github.com/rfc3987/iri/internal/text/chars"
)

// The classes of bytes in tags, as bits of xmlMarks.
const (
	xmlTagMark  = 1 << iota // a quote, the end of the tag, or the start of another one
	xmlNameMark             // ends a name
	xmlNameByte             // ASCII that stands in a name; also at its start with xmlNameHead
	xmlNameHead
)

var xmlMarks = func() (marks [256]uint8) {
	for c := range marks[:utf8.RuneSelf] {
		if c := rune(c); chars.IsNameChar(c) || c == '.' {
			marks[c] |= xmlNameByte
			if c != '.' && !(c >= '0' && c <= '9') && !chars.IsNameEnd(c) {
				marks[c] |= xmlNameHead
			}
		}
	}
	for _, c := range []byte("\"'<>") {
		marks[c] |= xmlTagMark
	}
	for _, c := range []byte(chars.Space + "/=\"'<>") {
		marks[c] |= xmlNameMark
	}
	return marks
}()

// xmlNameEnd returns the end of the name that starts at raw[i].
func xmlNameEnd(raw []byte, i, end int) int {
	for i < end && xmlMarks[raw[i]]&xmlNameMark == 0 {
		i++
	}
	return i
}

// isXMLName reports whether a text is an NCName (Namespaces in XML §3).
func isXMLName(s []byte) bool { return notInXMLName(s, false) < 0 }

// notInXMLName returns the offset of the first character that a Name (XML §2.3), or without colon an NCName, cannot
// have there; -1 if the text is one.
func notInXMLName(s []byte, colon bool) int {
	if len(s) == 0 {
		return 0
	}
	i := 0
	if xmlMarks[s[0]]&xmlNameHead != 0 && (colon || s[0] != ':') {
		for i = 1; i < len(s) && xmlMarks[s[i]]&xmlNameByte != 0 && (colon || s[i] != ':'); i++ {
		}
	}
	for i < len(s) {
		r, n := utf8.DecodeRune(s[i:])
		if r == utf8.RuneError && n == 1 || r == ':' && !colon || !chars.IsNameChar(r) && r != '.' {
			return i
		}
		if i == 0 && (r == '.' || r >= '0' && r <= '9' || chars.IsNameEnd(r)) {
			return 0
		}
		i += n
	}
	return -1
}
