package chars

import "unicode/utf8"

// The classes of ASCII characters in a component. Delimiters divide it into words, numbers and the like.
const (
	ClassDelimiter = iota
	ClassLetter
	ClassDigit
	ClassPercent
	classOther
)

// SegmentClass has the class of each ASCII character in any component but the host. RFC 3987 §4.2 divides components
// at "delimiters (structural characters, mostly punctuation such as "@", ".", ":", and "/")". Here all ASCII
// punctuation divides, so that a part is a word or a number.
var SegmentClass = newClasses("")

// LabelClass has the class of each ASCII character in a host, where the parts are labels: "treating each label of a
// domain name as a component".
var LabelClass = newClasses("-_~!$&'()*+,;=")

// newClasses returns a table of classes in which the characters of other are not delimiters.
func newClasses(other string) *[utf8.RuneSelf]uint8 {
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
