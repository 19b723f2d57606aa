package chars

import (
	"unicode/utf8"
)

// The classes of ASCII characters in a part: the delimiters end it.
const (
	ClassDelimiter = iota
	ClassLetter
	ClassDigit
	ClassPercent
	classOther
)

// segmentClass says what an ASCII character is in any component but the host.
// RFC 3987 §4.2 divides components further, at "delimiters (structural
// characters, mostly punctuation such as "@", ".", ":", and "/")"; we divide at
// all of ASCII punctuation, so that a part is a word, a number or the like.
var SegmentClass = newPartClass("")

// labelClass says what an ASCII character is in a host, where a label is a part:
// "treating each label of a domain name as a component".
var LabelClass = newPartClass("-_~!$&'()*+,;=")

func newPartClass(other string) *[utf8.RuneSelf]uint8 {
	t := new([utf8.RuneSelf]uint8)
	for c := '0'; c <= '9'; c++ {
		t[c] = ClassDigit
	}
	for c := 'a'; c <= 'z'; c++ {
		t[c], t[c-'a'+'A'] = ClassLetter, ClassLetter
	}
	for _, c := range other {
		t[c] = classOther
	}
	t['%'] = ClassPercent
	return t
}
