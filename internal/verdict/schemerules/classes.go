package schemerules

import (
	"strings"
	"unicode/utf8"

	"github.com/rfc3987/iri/internal/text/chars"
	"github.com/rfc3987/iri/internal/text/lazy"
)

// A class is a set of bytes that the rule of a scheme asks about. The classes of a text are those of its bytes.
type class uint8

const (
	notAtext  class = 1 << iota // not atext of RFC 5322 §3.2.3, nor a dot, nor one of the characters that RFC 6532 §3.2 adds
	dot                         // a dot
	notToken                    // not in a token of RFC 2045 §5.1
	notUUID                     // not in a UUID of RFC 9562 §4
	inAddress                   // has to be percent-encoded in an address of a mailto
)

// classTable has the classes of each byte.
var classTable lazy.Value[*[256]class]

func makeClassTable() *[256]class {
	t := new([256]class)
	for i := range t {
		b := byte(i)
		set := func(c class, in bool) {
			if in {
				t[b] |= c
			}
		}
		set(notAtext, b < utf8.RuneSelf && !chars.IsLetter(b) && !chars.IsDigit(b) && strings.IndexByte(".!#$%&'*+-/=?^_`{|}~", b) < 0)
		set(dot, b == '.')
		set(notToken, strings.IndexByte("()<>@,;:\\\"/[]?= ", b) >= 0)
		set(notUUID, !chars.IsHex(b) && b != '-')
		set(inAddress, strings.IndexByte(mustEncode, b) >= 0)
	}
	return t
}

// classesOf returns the classes of the bytes of s. It has no branch that depends on them.
func classesOf(s string) (c class) {
	classes := classTable.Get(makeClassTable)
	for i := range len(s) {
		c |= classes[s[i]]
	}
	return c
}
