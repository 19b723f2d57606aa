package render

import "unicode/utf8"

// A class says how a character is shown. gen.go writes the classes of all characters
// beyond ASCII: the tables of Unicode are too slow to be asked for each character of
// each finding of a large file.
type class uint8

const (
	hidden  class = iota // as an escape
	narrow               // as it is, in one column; with another narrow or wide one behind it, a cluster by itself
	wide                 // the same in two columns
	mark                 // on the character before it
	spacing              // in a cluster with the character before it, of which it takes a column; see columned
	complex              // in a cluster that Unicode's rules have to find
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
