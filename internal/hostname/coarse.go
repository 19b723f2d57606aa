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
// has no room for so many. A CoarseScanner has one for each number of ticks, and knows how
// long a U-label of its [Window] may be.
type CoarseScanner struct {
	scanner Scanner
	window  Window // of the U-label; 0: the label is ASCII so far
	ticks   uint8  // how long the U-label is, in quarters of a tick: see bytes
	mixed   bool   // the U-label has characters of ASCII
	last    chars.LastChar
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
		c.window = WindowOf(r)
		if c.mixed = length > 0; c.mixed {
			// The ticks that are to come say nothing of what comes before this character, and
			// one inside of it is not counted.
			before := int(length) + utf8.RuneLen(r) - 1
			c.ticks = uint8((before + quarter - 1) / quarter)
		}
	default:
		if c.window = c.window.with(WindowOf(r)); c.window == 0 {
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
		// The Scanner need not look itself.
		h.ccc, h.noFirst = 0, true
	} else {
		c.last = chars.LastChar{}
		h.ccc, h.noFirst = 0, false
	}
	return c.fits() && h.Fits()
}

// Tick takes notice of a tick. It returns false if the label is not sure to be short enough.
func (c *CoarseScanner) Tick() bool {
	switch {
	case c.window != 0:
		c.ticks += engine.TickBytes / quarter
	case c.scanner.length == 0:
		c.ticks = engine.TickBytes / quarter // it may be inside of the first character
	}
	return c.fits()
}

// IsZero reports whether no character of the host has been read.
func (c *CoarseScanner) IsZero() bool { return c.scanner == Scanner{} }

// fits reports whether the U-label is sure to be short enough.
func (c *CoarseScanner) fits() bool { return c.window == 0 || c.bytes() <= c.window.most(c.mixed) }

// quarter is what the length of a U-label is counted in, in bytes.
const quarter = engine.TickBytes / 4

// bytes returns the most bytes that the U-label can have.
func (c *CoarseScanner) bytes() int { return int(c.ticks)*quarter + engine.TickBytes - 1 }

// End is [Scanner.End].
func (c *CoarseScanner) End() bool { return c.scanner.End() }
