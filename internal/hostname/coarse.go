package hostname

import (
	"unicode/utf8"

	"github.com/rfc3987/iri/internal/chars"
	"github.com/rfc3987/iri/internal/engine"
)

// A CoarseScanner is a [Scanner] with few states, for [engine.LineAutomaton]: it knows the
// length of a U-label only roughly, from the ticks of the engine. It accepts no host that
// is not plain, but not all that are.
//
// A Scanner has a state for each length, in each script. A table for text in many scripts
// has no room for so many. Punycode takes at most 7 octets for the first character that is
// not ASCII, 1 for each one of ASCII, and 3 for each other one, as long as the differences
// between them times the number of characters are less than 2^14: see punycodeSame. So the
// following U-labels are short enough. All their characters but those of ASCII must be of
// one group of 512.
//
//   - mostBytes2 bytes of ASCII and of characters that take two: 7 + 15·3 octets, and
//     differences times characters of at most 511·30. If the first is one of ASCII, the
//     others are Latin, whose differences are less than 384: then mostASCII more bytes of
//     ASCII at the start make 6 + 7 + 14·3 + 1 octets, and 383·36.
//   - mostBytes3 bytes of characters that take more: 7 + 17·3 octets, and 511·18.
//
// For Han, Hangul, Yi and the letters of Vietnamese, which have larger differences, the
// length is counted as the Scanner does, and rounded up.
type CoarseScanner struct {
	scanner Scanner
	group   uint16 // 1 plus the number of the group of the U-label; 0: its length is counted
	ticks   uint8  // in the U-label, if it has a group
	last    chars.LastChar
}

const (
	mostBytes2 = 32
	mostBytes3 = 54
	mostASCII  = 6
	first3     = 0x800         // the first character that takes three bytes
	kana       = 0x3000>>9 + 1 // the group of Hiragana and Katakana
)

// groupOf returns 1 plus the number of the group of a character; 0 for one of those whose
// lengths are counted.
func groupOf(r rune) uint16 {
	const (
		latinAdditional         = 0x1E
		firstCJK, lastYi        = 0x2E80, 0xA4CF
		firstHangul, lastHangul = 0xAC00, 0xD7FF
		firstIdeograph          = 0x20000
	)
	if r>>8 == 0x30 {
		return kana
	}
	if r>>8 == latinAdditional || firstCJK <= r && r <= lastYi || firstHangul <= r && r <= lastHangul || r >= firstIdeograph {
		return 0
	}
	return uint16(r>>9) + 1
}

// Step is [Scanner.Step]. It also returns false if the host is not sure to be short enough
// for the DNS.
func (c *CoarseScanner) Step(r rune) bool {
	h := &c.scanner
	length, inULabel, scripts := h.length, h.nonASCII, h.scripts
	if !h.Step(r) {
		return false
	}
	switch {
	case r == '.':
		c.group, c.ticks = 0, 0
	case !inULabel && r >= utf8.RuneSelf:
		// Round up, so that U-labels after different labels have the same states.
		if most := uint8(maxName/16 - (maxLabel+1)/16); h.before <= most {
			h.before = h.before&^3 | 3
		}
		if length == 0 || r < first3 {
			if c.group = groupOf(r); length > mostASCII {
				c.ticks = (length + engine.TickBytes - 1) / engine.TickBytes
			}
		}
	case c.group == kana && groupOf(r) == 0:
		// From here on it is counted. In one block of 256 a character takes 3 octets still.
		h.length = uint8(punycodeOther + punycodeSame*(c.bytes()/3-1) + punycodeOther)
		c.group, c.ticks = 0, 0
	case c.group > 0 && r >= utf8.RuneSelf && c.group != groupOf(r), c.group > first3>>9 && r < utf8.RuneSelf:
		return false
	}
	if c.group > 0 {
		h.length, h.block = 1, 0
	} else if r >= utf8.RuneSelf {
		h.length = (h.length + punycodeOther - 1) / punycodeOther * punycodeOther
	}
	if r >= utf8.RuneSelf {
		if !c.last.Follow(chars.Of(r), &scripts) {
			return false
		}
		// The Scanner need not look itself.
		h.ccc, h.noFirst = 0, true
	} else {
		c.last = chars.LastChar{}
		h.ccc, h.noFirst = 0, false
	}
	return h.Fits()
}

// Tick takes notice of a tick. It returns false if the label is not sure to be short enough.
func (c *CoarseScanner) Tick() bool {
	if c.group == 0 {
		return true
	}
	c.ticks++
	return c.bytes() <= mostBytes2 || c.bytes() <= mostBytes3 && c.group > first3>>9
}

// bytes returns the most bytes that the U-label can have.
func (c *CoarseScanner) bytes() int { return (int(c.ticks)+1)*engine.TickBytes - 1 }

// End is [Scanner.End].
func (c *CoarseScanner) End() bool { return c.scanner.End() }
