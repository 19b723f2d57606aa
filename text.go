package iri

import "unicode/utf8"

// A scriptSet is a set of scripts, by the bits that unidata_gen.go numbers.
type scriptSet [3]uint64

// A uniScriptSet is a value of Script_Extensions (UAX #24), with a bit for each
// of the combinations of UTS #39 §5.2 that characters with it can stand in.
type uniScriptSet struct {
	set   scriptSet
	cover uint8
}

// A uniChar is what the tables give for a character: its scripts, an index into
// uniScripts, in the high byte; its other properties, an index into uniPropsOf, in
// the low one.
type uniChar uint16

// uniProps are the properties of a character that the prose rules ask for.
type uniProps struct {
	ccc   uint8 // Canonical_Combining_Class (UAX #44)
	flags uint16
}

// uniOf returns the uniChar of a character.
func uniOf(r rune) uniChar {
	return uniBlocks[uniIndex[uint32(r)>>uniShift]][uint32(r)&(1<<uniShift-1)]
}

func (u uniChar) props() *uniProps       { return &uniPropsOf[uint8(u)] }
func (u uniChar) flags() uint16          { return uniPropsOf[uint8(u)].flags }
func (u uniChar) scripts() *uniScriptSet { return &uniScripts[u>>8] }

// The classes of ASCII characters in a part: the delimiters end it.
const (
	classDelimiter = iota
	classLetter
	classDigit
	classPercent
	classOther
)

// segmentClass says what an ASCII character is in any component but the host.
// RFC 3987 §4.2 divides components further, at "delimiters (structural
// characters, mostly punctuation such as "@", ".", ":", and "/")"; we divide at
// all of ASCII punctuation, so that a part is a word, a number or the like.
var segmentClass = newPartClass("")

// labelClass says what an ASCII character is in a host, where a label is a part:
// "treating each label of a domain name as a component".
var labelClass = newPartClass("-_~!$&'()*+,;=")

func newPartClass(other string) *[utf8.RuneSelf]uint8 {
	t := new([utf8.RuneSelf]uint8)
	for c := '0'; c <= '9'; c++ {
		t[c] = classDigit
	}
	for c := 'a'; c <= 'z'; c++ {
		t[c], t[c-'a'+'A'] = classLetter, classLetter
	}
	for _, c := range other {
		t[c] = classOther
	}
	t['%'] = classPercent
	return t
}

// decodeUni returns the uniChar of the character, beyond ASCII, at s[i:], and its
// length. Text that conforms to a rule is UTF-8, so nothing is checked; the high
// bits of the character come from the first bytes of UTF-8, and the low ones from
// the last.
func decodeUni(s string, i int) (uniChar, int) {
	switch b := s[i]; {
	case b < 0xE0 && i+1 < len(s):
		return uniBlocks[uniIndex[b&0x1F]][s[i+1]&0x3F], 2
	case b < 0xF0 && i+2 < len(s):
		return uniBlocks[uniIndex[uint32(b&0xF)<<6|uint32(s[i+1]&0x3F)]][s[i+2]&0x3F], 3
	case i+3 < len(s):
		hi := uint32(b&7)<<12 | uint32(s[i+1]&0x3F)<<6 | uint32(s[i+2]&0x3F)
		if hi < uint32(len(uniIndex)) {
			return uniBlocks[uniIndex[hi]][s[i+3]&0x3F], 4
		}
	}
	return 0, 1
}

// text checks what is not ASCII; first is the offset of the first such byte. One
// pass reads every part that holds such a character: it judges directions and
// scripts part by part, and collects what other properties occur at all, so that
// the passes for those run only when they have something to find.
func (c *checker) text(first int) {
	c.begin()
	s := c.s
	var seen uint16 // properties of all characters
	nfc := true     // the quick check of UAX #15 §9 does not doubt it
	for i := first; i < len(s); {
		// The part that has the character at i.
		class, start, floor := segmentClass, i, 0
		host := c.inHost(i)
		if host {
			class, floor = labelClass, int(c.p.host)
		}
		for start > floor && s[start-1] < utf8.RuneSelf && class[s[start-1]] != classDelimiter {
			start--
		}
		var part uint16 // properties of the characters in the part
		var words scripts
		// The last starter, a character of combining class 0, and the last character.
		starter, ccc := uint16(uniFirst), uint8(0)
		word, j := start, start
	chars:
		for j < len(s) {
			var u uniChar
			at := j
			switch b := s[j]; {
			case b < utf8.RuneSelf:
				// As to NFC, what is ASCII is a starter, and most of it the first half of
				// a composite.
				starter, ccc = uniFirst, 0
				switch class[b] {
				case classDelimiter:
					break chars
				case classLetter:
					part |= uniL
					words.add(latin)
				case classPercent:
					// To the eye the digits are part of the part (§4.4 example 9), and A to
					// F are left-to-right; but they are of no script.
					if words.mixed() {
						c.mixedScript(word, j)
					}
					if j+2 < len(s) && (s[j+1] > '9' || s[j+2] > '9') {
						part |= uniL
					}
					j = min(j+3, len(s))
					word, words = j, scripts{}
					continue
				}
				j++
				continue
			case b < 0xE0 && j+1 < len(s):
				u = uniBlocks[uniIndex[b&0x1F]][s[j+1]&0x3F]
				j += 2
			case b < 0xF0 && j+2 < len(s):
				u = uniBlocks[uniIndex[uint32(b&0xF)<<6|uint32(s[j+1]&0x3F)]][s[j+2]&0x3F]
				j += 3
			default:
				var w int
				u, w = decodeUni(s, j)
				j += w
			}
			props := u.props()
			part |= props.flags
			words.add(uint8(u >> 8))
			if props.flags&(uniMarked|uniSecond|uniNotNFC|uniBreak) == 0 {
				starter, ccc = props.flags, 0
				continue
			}
			// Two characters that compose are the last starter, which can be the first
			// half of a composite, and one that can be the second; whether they do is for
			// the full check.
			if props.flags&uniNotNFC != 0 || props.flags&uniSecond != 0 && starter&uniFirst != 0 || props.ccc != 0 && props.ccc < ccc {
				nfc = false
			}
			if ccc = props.ccc; ccc == 0 {
				starter = props.flags
			}
			if props.flags&uniBreak != 0 && !host {
				if words.mixed() {
					c.mixedScript(word, at)
				}
				word, words = j, scripts{}
			}
		}
		if words.mixed() {
			c.mixedScript(word, j)
		}
		if part&uniR != 0 {
			c.bidi(start, j, part&uniL != 0)
		}
		seen |= part
		if i = j + 1; i < len(s) && s[i] < utf8.RuneSelf {
			i += nonASCII(s[i:])
		}
	}
	if seen&(uniFormat|uniLaterFormat) != 0 && c.rule.d.spec != LEIRI {
		c.bidiFormatting(first)
	}
	if seen&uniPrivate != 0 && c.rule.d.spec != LEIRI && c.on(pPrivateUse) {
		c.privateUse(first)
	}
	if !nfc {
		c.notNFC(first)
	}
	if seen&uniNFKC != 0 && c.on(pNotNFKC) {
		c.notNFKC(first)
	}
	if seen&uniWidth != 0 && c.on(pFullwidth) {
		c.fullwidth(first)
	}
}

// inHost reports whether the byte at i belongs to the host.
func (c *checker) inHost(i int) bool {
	return c.p.host > 0 && uint32(i) >= c.p.host && uint32(i) < c.p.hostEnd
}

// runs calls found for each longest run of characters, from the byte first on,
// that all have one of the flags, or a mix of several.
func (c *checker) runs(first int, flags uint16, found func(start, end int)) {
	s := c.s
	start := -1
	for i := first; i < len(s); {
		w, hit := 1, false
		if s[i] >= utf8.RuneSelf {
			var r rune
			r, w = utf8.DecodeRuneInString(s[i:])
			hit = uniOf(r).flags()&flags != 0
		}
		if hit && start < 0 {
			start = i
		}
		if !hit && start >= 0 {
			found(start, i)
			start = -1
		}
		i += w
	}
	if start >= 0 {
		found(start, len(s))
	}
}
