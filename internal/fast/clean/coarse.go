package clean

import (
	"unicode/utf8"

	"github.com/rfc3987/iri/internal/fast/lines"
	"github.com/rfc3987/iri/internal/text/chars"
)

// A coarseScanner is a [hostScanner] with few states, for [lines.Automaton]: it knows the
// length of a U-label only roughly, from the ticks of the lines. It accepts no host that
// is not plain, but not all that are.
//
// A hostScanner has a state for each length, in each script. A table for text in many scripts
// has no room for so many. A coarseScanner has one for each number of ticks, and knows how
// long a U-label of its [window] may be.
type coarseScanner struct {
	scanner hostScanner
	window  window // of the U-label; 0: the label is ASCII so far
	ticks   uint8  // how long the U-label is, in quarters of a tick: see bytes
	mixed   bool   // the U-label has characters of ASCII
	last    chars.LastChar
}

// step is [hostScanner.step]. It also returns false if the host is not sure to be short enough
// for the DNS.
func (c *coarseScanner) step(r rune, avoid uint16) bool {
	h := &c.scanner
	length, inULabel, scripts := h.length, h.nonASCII, h.scripts
	if !h.step(r, avoid) {
		return false
	}
	switch {
	case r == '.':
		c.window, c.ticks, c.mixed = 0, 0, false
	case r < utf8.RuneSelf:
		c.mixed = inULabel
		if !inULabel {
			c.ticks = 0
		}
	case !inULabel:
		// Round up, so that U-labels after different labels have the same states.
		if most := uint8(maxName/16 - (maxLabel+1)/16); h.before <= most {
			h.before = h.before&^3 | 3
		}
		c.window = windowOf(r)
		if c.mixed = length > 0; c.mixed {
			// The ticks that are to come say nothing of what comes before this character, and
			// one inside of it is not counted.
			before := int(length) + utf8.RuneLen(r) - 1
			c.ticks = uint8((before + quarter - 1) / quarter)
		}
	default:
		if c.window = c.window.with(windowOf(r)); c.window == 0 {
			return false
		}
	}
	if h.nonASCII {
		h.length, h.block = 1, 0
	}
	if r >= utf8.RuneSelf {
		if !c.last.Follow(chars.Of(r), &scripts) {
			return false
		}
		// The hostScanner need not look itself.
		h.ccc, h.noFirst = 0, true
	} else {
		c.last = chars.LastChar{}
		h.ccc, h.noFirst = 0, false
	}
	return c.fits() && h.fits()
}

// tick takes notice of a tick. It returns false if the label is not sure to be short enough.
func (c *coarseScanner) tick() bool {
	switch {
	case c.window != 0:
		c.ticks += lines.TickBytes / quarter
	case c.scanner.length == 0:
		c.ticks = lines.TickBytes / quarter // it may be inside of the first character
	}
	return c.fits()
}

// isZero reports whether no character of the host has been read.
func (c *coarseScanner) isZero() bool { return c.scanner == hostScanner{} }

// fits reports whether the U-label is sure to be short enough.
func (c *coarseScanner) fits() bool { return c.window == 0 || c.bytes() <= c.window.most(c.mixed) }

// quarter is what the length of a U-label is counted in, in bytes.
const quarter = lines.TickBytes / 4

// bytes returns the most bytes that the U-label can have.
func (c *coarseScanner) bytes() int { return int(c.ticks)*quarter + lines.TickBytes - 1 }

// end is [hostScanner.end].
func (c *coarseScanner) end() bool { return c.scanner.end() }
