package prose

import (
	"unicode/utf8"

	"github.com/rfc3987/iri/internal/chars"
)

// readParts checks directions and scripts, part by part, of every part that has a
// character that is not ASCII; first is the offset of the first one. It returns the
// properties of the characters that it has read, so that the checks for those are made
// only when they have something to find. [chars.NotNFC] among them says that the quick
// check of UAX #15 §9 cannot tell whether the string is in NFC.
func (c *checker) readParts(first int) (seen uint16) {
	c.Begin()
	s := c.s
	for i := first; i < len(s); {
		// The part that has the character at i.
		class, start, floor := chars.SegmentClass, i, 0
		host := c.inHost(i)
		if host {
			class, floor = chars.LabelClass, int(c.p.Host)
		}
		for start > floor && s[start-1] < utf8.RuneSelf && class[s[start-1]] != chars.ClassDelimiter {
			start--
		}
		var part uint16               // properties of the characters in the part
		every := uint16(chars.PValid) // PValid, if all characters that are not ASCII have it
		var words chars.Scripts
		encoded := false // a label with percent-encodings, which encodedLabels reads
		// The last starter, a character of combining class 0, and the last character.
		starter, ccc := uint16(chars.First), uint8(0)
		word, j := start, start
	chars:
		for j < len(s) {
			var u chars.Char
			at := j
			switch b := s[j]; {
			case b < utf8.RuneSelf:
				// As to NFC, what is ASCII is a starter, and most of it the first half of
				// a composite.
				starter, ccc = chars.First, 0
				switch class[b] {
				case chars.ClassDelimiter:
					break chars
				case chars.ClassLetter:
					part |= chars.L
					words.Add(chars.Latin)
				case chars.ClassPercent:
					// To the eye the digits are part of the part (§4.4 example 9), and A to
					// F are left-to-right; but they are of no script.
					encoded = encoded || host
					if words.Mixed() && !encoded {
						c.mixedScript(word, j)
					}
					if j+2 < len(s) && (s[j+1] > '9' || s[j+2] > '9') {
						part |= chars.L
					}
					j = min(j+3, len(s))
					word, words = j, chars.Scripts{}
					continue
				}
				j++
				continue
			case b < 0xE0 && j+1 < len(s):
				u = chars.Blocks[chars.Index[b&0x1F]][s[j+1]&0x3F]
				j += 2
			case b < 0xF0 && j+2 < len(s):
				u = chars.Blocks[chars.Index[uint32(b&0xF)<<6|uint32(s[j+1]&0x3F)]][s[j+2]&0x3F]
				j += 3
			default:
				var w int
				u, w = chars.Decode(s, j)
				if chars.AtTag(s, j) {
					part |= chars.Private
				}
				j += w
			}
			props := u.Properties()
			part |= props.Flags
			every &= props.Flags
			words.Add(u.Script())
			if props.Flags&(chars.Marked|chars.Second|chars.NotNFC|chars.Break) == 0 {
				starter, ccc = props.Flags, 0
				continue
			}
			// Two characters that compose are the last starter, which can be the first
			// half of a composite, and one that can be the second; whether they do is for
			// the full check.
			if props.Flags&chars.NotNFC != 0 || props.Flags&chars.Second != 0 && starter&chars.First != 0 || props.Ccc != 0 && props.Ccc < ccc {
				part |= chars.NotNFC
			}
			if ccc = props.Ccc; ccc == 0 {
				starter = props.Flags
			}
			if props.Flags&chars.Break != 0 && !host {
				if words.Mixed() {
					c.mixedScript(word, at)
				}
				word, words = j, chars.Scripts{}
			}
		}
		if words.Mixed() && !encoded {
			c.mixedScript(word, j)
		}
		if start < int(c.p.Path) && every == 0 {
			part |= chars.Odd // in the authority more characters have an Oddity than have the flag
		}
		if part&chars.R != 0 {
			c.bidi(start, j, part&chars.L != 0)
		}
		seen |= part
		if i = j + 1; i < len(s) && s[i] < utf8.RuneSelf {
			i += chars.NonASCII(s[i:])
		}
	}
	return seen
}

// inHost reports whether the byte at i belongs to the host.
func (c *checker) inHost(i int) bool {
	return c.p.Host > 0 && uint32(i) >= c.p.Host && uint32(i) < c.p.HostEnd
}

// runs calls found for each longest run of characters that are not ASCII, from the byte
// first on, of which each is a hit where it stands.
func (c *checker) runs(first int, hit func(at int, r rune) bool, found func(start, end int)) {
	start := -1
	for i := first; i < len(c.s); {
		w, hits := 1, false
		if c.s[i] >= utf8.RuneSelf {
			var r rune
			r, w = utf8.DecodeRuneInString(c.s[i:])
			hits = hit(i, r)
		}
		if hits && start < 0 {
			start = i
		}
		if !hits && start >= 0 {
			found(start, i)
			start = -1
		}
		i += w
	}
	if start >= 0 {
		found(start, len(c.s))
	}
}

// flagRuns calls found for each longest run of characters, from the byte first on, that all
// have one of the flags, or a mix of several.
func (c *checker) flagRuns(first int, flags uint16, found func(start, end int)) {
	c.runs(first, func(_ int, r rune) bool {
		return chars.Of(r).Flags()&flags != 0 || flags&chars.Private != 0 && chars.IsTag(r)
	}, found)
}
