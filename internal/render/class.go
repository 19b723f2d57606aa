package render

import (
	"sync/atomic"
	"unicode"
	"unicode/utf8"

	"github.com/rivo/uniseg"
)

// A class says how a character is shown.
type class uint8

const (
	hidden  class = iota // as an escape
	narrow               // as it is, in one column; with another narrow or wide one behind it, a cluster by itself
	wide                 // the same in two columns
	mark                 // on the character before it
	spacing              // in a cluster with the character before it, of which it takes a column; see columned
	complex              // in a cluster that Unicode's rules have to find
)

// classes holds the classes of characters, plus one, once they are known: the tables
// of Unicode are too slow to be asked for each character of each finding of a large
// file. Only what is used of it takes memory.
var classes [unicode.MaxRune + 1]atomic.Uint32

// classOf returns the class of a character that takes n bytes.
func classOf(r rune, n int) class {
	switch {
	case r < utf8.RuneSelf:
		if r < ' ' || r == 0x7F {
			return hidden
		}
		return narrow
	case r == utf8.RuneError && n == 1:
		return hidden
	}
	c := classes[r].Load()
	if c == 0 {
		c = uint32(findClass(r)) + 1
		classes[r].Store(c)
	}
	return class(c - 1)
}

// findClass asks the tables.
func findClass(r rune) class {
	if !unicode.IsGraphic(r) || unicode.Is(unicode.Zs, r) && r != ' ' || invisible(r) {
		return hidden
	}
	s := string(r)
	if uniseg.GraphemeClusterCount("a"+s+"あ"+s+"a") == 5 {
		switch uniseg.StringWidth(s) {
		case 1:
			return narrow
		case 2:
			return wide
		}
	}
	if r != emojiStyle && uniseg.GraphemeClusterCount("a"+s+s) == 1 && uniseg.GraphemeClusterCount(s+"a") == 2 {
		switch uniseg.StringWidth("a" + s) {
		case 1:
			return mark
		case 2:
			return spacing
		}
	}
	return complex
}

// emojiStyle is the variation selector that makes a picture of the character before
// it, in two columns.
const emojiStyle = '\uFE0F'

// columned reports whether a spacing mark behind r surely takes a column: in the
// scripts that have such marks it does, behind pictures it does not.
func columned(r rune) bool {
	switch {
	case r < 0x900:
		return false
	case r < 0x1100, r >= 0x1700 && r < 0x2000: // Devanagari to Myanmar, Tagalog to the Vedic signs
		return true
	case r >= 0xA800 && r < 0xA960, r >= 0xA980 && r < 0xAC00: // Syloti Nagri to Meetei Mayek, but for Hangul
		return true
	}
	return r >= 0x11000 && r < 0x12000 // Brahmi and its kin
}

// invisible reports whether a graphic character has no ink of its own: fillers
// and variation selectors, which Unicode lists as default ignorable.
func invisible(r rune) bool {
	return unicode.Is(unicode.Other_Default_Ignorable_Code_Point, r) || unicode.Is(unicode.Variation_Selector, r) && r != emojiStyle
}
