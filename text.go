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

// A uniRecord holds the properties of a character that the prose rules ask for.
type uniRecord struct {
	scripts uint16 // index into uniScripts
	ccc     uint8  // Canonical_Combining_Class (UAX #44)
	flags   uint16
}

// uniIndexOf returns the index into uniRecords of a character.
func uniIndexOf(r rune) uint16 {
	return uniBlocks[uniIndex[uint32(r)>>uniShift]][uint32(r)&(1<<uniShift-1)]
}

// uniOf returns the record of a character.
func uniOf(r rune) *uniRecord { return &uniRecords[uniIndexOf(r)] }

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

// decodeIndex returns the index into uniRecords of the character, beyond ASCII, at
// s[i:], and its length. Text that conforms to a rule is UTF-8, so nothing is
// checked; the high bits of the character come from the first bytes of UTF-8, and
// the low ones from the last.
func decodeIndex(s string, i int) (uint16, int) {
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
	latin := uniIndexOf('a')
	latinScripts := uniRecords[latin].scripts
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
		word, j := start, start
		scripts, cover := uniScripts[0].set, uniScripts[0].cover
		var part uint16 // properties of the characters in the part
		// What the last character was: its record, its scripts, its combining class;
		// and whether the last starter, which is a character of class 0, is the first
		// half of a composite. Letters of ASCII are, nearly all.
		last, lastScripts, ccc, half := uint16(0), uint16(0), uint8(0), true
	chars:
		for j < len(s) {
			if b := s[j]; b < utf8.RuneSelf {
				switch class[b] {
				case classDelimiter:
					break chars
				case classLetter:
					if last != latin {
						last, ccc, half = latin, 0, true
						part |= uniL
						if lastScripts != latinScripts {
							lastScripts = latinScripts
							v := &uniScripts[latinScripts]
							scripts[0] &= v.set[0]
							scripts[1] &= v.set[1]
							scripts[2] &= v.set[2]
							cover &= v.cover
						}
					}
				case classPercent:
					// To the eye the digits are part of the part (§4.4 example 9), and A to
					// F are left-to-right; but they are of no script.
					if scripts == (scriptSet{}) && cover == 0 {
						c.mixedScript(word, j)
					}
					if j+2 < len(s) && (s[j+1] > '9' || s[j+2] > '9') {
						part |= uniL
					}
					scripts, cover = uniScripts[0].set, uniScripts[0].cover
					last, lastScripts, ccc, half = 0, 0, 0, true
					j = min(j+3, len(s))
					word = j
					continue
				default:
					last, ccc, half = 0, 0, true
				}
				j++
				continue
			}
			idx, w := decodeIndex(s, j)
			if idx == last {
				j += w // the same properties as those of the character before
				continue
			}
			rec := &uniRecords[idx]
			part |= rec.flags
			if rec.scripts != lastScripts && rec.scripts != 0 {
				lastScripts = rec.scripts
				v := &uniScripts[rec.scripts]
				scripts[0] &= v.set[0]
				scripts[1] &= v.set[1]
				scripts[2] &= v.set[2]
				cover &= v.cover
			}
			if rec.flags&(uniBreak|uniSecond|uniNotNFC) == 0 && rec.ccc == 0 {
				last, ccc, half = idx, 0, rec.flags&uniFirst != 0
				j += w
				continue
			}
			// A pair that composes is the last starter and a character that is the second
			// half of a composite, whatever the pair; all else the full check sees to.
			if rec.flags&uniNotNFC != 0 || rec.flags&uniSecond != 0 && half || rec.ccc != 0 && rec.ccc < ccc {
				nfc = false
			}
			if ccc = rec.ccc; ccc == 0 {
				half = rec.flags&uniFirst != 0
			}
			if rec.flags&uniBreak != 0 && !host {
				if scripts == (scriptSet{}) && cover == 0 {
					c.mixedScript(word, j)
				}
				scripts, cover = uniScripts[0].set, uniScripts[0].cover
				lastScripts = 0
				word = j + w
			}
			last = 0 // the next one is judged by itself, even if it has the same properties
			j += w
		}
		if scripts == (scriptSet{}) && cover == 0 {
			c.mixedScript(word, j)
		}
		if part&uniR != 0 {
			c.bidi(start, j, part&uniL != 0)
		}
		seen |= part
		i = j + nonASCII(s[j:])
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
			hit = uniOf(r).flags&flags != 0
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
