package render

import (
	"sync"
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
	complex              // in a cluster that Unicode's rules have to find
)

// pages holds the classes of the characters of the Basic Multilingual Plane. A
// page is made when a character of it is first met: the tables of Unicode are too
// slow to be asked for each character of each finding of a large file.
var pages = func() (p [256]func() *[256]class) {
	for i := range p {
		p[i] = sync.OnceValue(func() *[256]class {
			page := new([256]class)
			for j := range page {
				page[j] = findClass(rune(i<<8 | j))
			}
			return page
		})
	}
	return p
}()

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
	case r <= 0xFFFF:
		return pages[r>>8]()[r&0xFF]
	}
	return findClass(r)
}

// findClass asks the tables.
func findClass(r rune) class {
	if !unicode.IsGraphic(r) || unicode.Is(unicode.Zs, r) && r != ' ' || invisible(r) {
		return hidden
	}
	s := string(r)
	if uniseg.GraphemeClusterCount("a"+s+"あ"+s+"a") != 5 {
		return complex
	}
	switch uniseg.StringWidth(s) {
	case 1:
		return narrow
	case 2:
		return wide
	}
	return complex
}

// invisible reports whether a graphic character has no ink of its own: fillers
// and variation selectors, which Unicode lists as default ignorable.
func invisible(r rune) bool {
	return unicode.Is(unicode.Other_Default_Ignorable_Code_Point, r) || unicode.Is(unicode.Variation_Selector, r) && r != '\uFE0F'
}
