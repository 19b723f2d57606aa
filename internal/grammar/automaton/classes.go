package automaton

import (
	"slices"
	"unicode"
	"unicode/utf8"

	"github.com/rfc3987/iri/internal/grammar/abnf"
)

// CharClasses divides the characters: those that nothing tells apart are in one class. Surrogates
// are not characters and belong to no class. The last class is that of [Marker].
type CharClasses struct {
	Lo, Hi []rune // the first and the last character of each class
	ascii  [utf8.RuneSelf]int32
}

// NewCharClasses returns the classes that the first character of each range and the one after
// its last character begin.
func NewCharClasses(kind abnf.Terminals, bounds []rune) CharClasses {
	bounds = append(bounds, 0)
	if kind == abnf.CodePoints {
		bounds = append(bounds, 0xE000)
	}
	slices.Sort(bounds)
	var c CharClasses
	for _, lo := range slices.Compact(bounds) {
		if lo > kind.Last() || 0xD800 <= lo && lo < 0xE000 {
			continue
		}
		if n := len(c.Lo); n > 0 {
			c.Hi = append(c.Hi, lo-1)
		}
		c.Lo = append(c.Lo, lo)
	}
	c.Hi = append(c.Hi, kind.Last())
	// The class before the surrogates ends where the next one begins, at U+E000, and so would hold them.
	if kind == abnf.CodePoints {
		c.Hi[c.find(0xD7FF)] = 0xD7FF
	}
	c.Lo, c.Hi = append(c.Lo, Marker), append(c.Hi, Marker)
	for r := range c.ascii {
		c.ascii[r] = int32(c.find(rune(r)))
	}
	return c
}

// Class returns the class of a character.
func (c *CharClasses) Class(r rune) int {
	if uint32(r) < utf8.RuneSelf {
		return int(c.ascii[r])
	}
	return c.find(r)
}

func (c *CharClasses) find(r rune) int {
	i, ok := slices.BinarySearch(c.Lo, r)
	if !ok {
		i--
	}
	return i
}

// Range returns the first and the last character of a class.
func (c *CharClasses) Range(class int) (lo, hi rune) { return c.Lo[class], c.Hi[class] }

// Span returns the first and the last class of a range of characters that begins and ends
// with classes. The last is before the first where all of the range are surrogates.
func (c *CharClasses) Span(lo, hi rune) (first, last int32) {
	i, _ := slices.BinarySearch(c.Lo, lo)
	j, ok := slices.BinarySearch(c.Hi, hi)
	if !ok {
		j--
	}
	return int32(i), int32(j)
}

// Marker is not a character, but every alphabet has it as its last class: it marks a
// place in a string, to find what can come before and after it.
const Marker rune = unicode.MaxRune + 1

// Rank orders characters of the same class: the lowest is the most readable.
func Rank(r rune) uint64 {
	switch {
	case 'a' <= r && r <= 'z':
		return 0
	case '0' <= r && r <= '9':
		return 1
	case 'A' <= r && r <= 'Z':
		return 2
	case r > ' ' && r < 0x7F:
		return 3
	case r == 'é':
		return 4
	case 0xE000 <= r && r <= 0xF8FF, r > 0x3FFFF:
		return Unreadable // said at once: alphabets ask for thousands of them
	case r >= 0x80 && unicode.IsLetter(r):
		return Letter
	case r >= 0x80 && unicode.IsGraphic(r) && !unicode.IsSpace(r) && !unicode.IsMark(r):
		return 6
	case r == ' ':
		return 7
	}
	return Unreadable
}

const (
	Letter = 5 // the rank of letters beyond ASCII

	// Unreadable is the rank of characters that are not visible: controls, formatting,
	// tags, private use, unassigned ones.
	Unreadable = 10
)

// charCost is the cost of a character in a search: one more character weighs more than any
// sum of ranks.
func charCost(r rune) uint64 { return 1<<24 + Rank(r) }

// SymbolOf returns the symbol of a character.
func SymbolOf(r rune) Symbol { return Symbol{string(r), charCost(r)} }

// octetSymbol returns the symbol of an octet.
func octetSymbol(b rune) Symbol {
	s := SymbolOf(b)
	s.Text = string([]byte{byte(b)})
	if b >= 0x80 { // not the character with that number
		s.Cost = charCost(0)
	}
	return s
}
