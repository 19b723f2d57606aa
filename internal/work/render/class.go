package render

import (
	"unicode/utf8"
)

// A class says how a character is shown. gen.go writes the classes of all characters
// beyond ASCII, because a lookup in the tables of Unicode is too slow for each character
// of each finding in a large file.
type class uint8

const (
	hidden  class = iota // shown as an escape
	narrow               // takes one column; a cluster on its own before another narrow or wide character
	wide                 // the same with two columns
	mark                 // stands on the character before it, and takes no column
	spacing              // in a cluster with the character before it, where it takes a column: see hasColumn
	complex              // in a cluster that only the rules of Unicode can find
)

//go:generate go run gen.go

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
	return class(classBlocks[int(classIndex[r>>8])<<8|int(r&0xFF)] - '0')
}

// hasColumn reports whether a spacing mark after r takes a column for certain. It does in
// the scripts that have such marks, but not after emoji.
func hasColumn(r rune) bool {
	switch {
	case r < 0x900:
		return false
	case r < 0x1100, r >= 0x1700 && r < 0x2000: // Devanagari to Myanmar, Tagalog to the Vedic signs
		return true
	case r >= 0xA800 && r < 0xA960, r >= 0xA980 && r < 0xAC00: // Syloti Nagri to Meetei Mayek, without Hangul
		return true
	}
	return r >= 0x11000 && r < 0x12000 // Brahmi and the scripts that come from it
}
