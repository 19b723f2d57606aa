// Package bidi is the Unicode Bidirectional Algorithm (UAX #9). What comes in: one line of
// text. What goes out: the levels of its characters, and the order in which they are
// displayed. The rules that comments name (X1, W1, N0 and so on) are those of UAX #9.
//
// golang.org/x/text/unicode/bidi supplies the classes of characters. Its Paragraph does
// not return levels, which are needed to order numbers inside right-to-left text.
//
// The package must not know what the text is.
package bidi

import (
	"slices"

	ucd "golang.org/x/text/unicode/bidi"
)

// Removed is the level of a character that rule X9 removes, and that is not displayed:
// explicit embeddings and overrides, and boundary neutrals.
const Removed int8 = -1

// maxDepth is the limit of explicit levels (BD2).
const maxDepth = 125

// Levels returns the resolved level of each character of a line: rules X1 to I2, and L1.
// base is the level of the paragraph, 0 for left-to-right and 1 for right-to-left.
func Levels(text []rune, base int8) []int8 {
	p := &paragraph{text: text, base: base}
	p.class = make([]ucd.Class, len(text))
	for i, r := range text {
		p.class[i] = classOf(r)
	}
	p.orig = append([]ucd.Class(nil), p.class...)
	p.level = make([]int8, len(text))
	p.matchIsolates()
	p.explicit()
	for _, s := range p.sequences() {
		s.weak()
		s.brackets()
		s.neutral()
		s.implicit()
	}
	p.reset()
	return p.level
}

// classOf returns the Bidi_Class of a character.
func classOf(r rune) ucd.Class {
	prop, _ := ucd.LookupRune(r)
	return prop.Class()
}

// Order returns the indexes of the characters in the order in which they are displayed,
// from left to right: rule L2. It leaves out the characters that are removed.
func Order(levels []int8) []int {
	order := make([]int, 0, len(levels))
	highest, lowestOdd := int8(0), int8(maxDepth+2)
	for i, l := range levels {
		if l == Removed {
			continue
		}
		order = append(order, i)
		highest = max(highest, l)
		if l%2 == 1 {
			lowestOdd = min(lowestOdd, l)
		}
	}
	for l := highest; l >= lowestOdd; l-- {
		for i := 0; i < len(order); i++ {
			start := i
			for i < len(order) && levels[order[i]] >= l {
				i++
			}
			slices.Reverse(order[start:i])
		}
	}
	return order
}

// A paragraph is a line whose levels are being resolved.
type paragraph struct {
	text  []rune
	base  int8
	orig  []ucd.Class // the classes in the Unicode Character Database
	class []ucd.Class // the classes as the rules have changed them
	level []int8
	match []int // for an isolate initiator its PDI, and for a PDI its initiator; else -1 (BD9)
}

func isIsolate(c ucd.Class) bool { return c == ucd.LRI || c == ucd.RLI || c == ucd.FSI }

// removed reports whether X9 removes characters of the class.
func removed(c ucd.Class) bool {
	switch c {
	case ucd.LRE, ucd.RLE, ucd.LRO, ucd.RLO, ucd.PDF, ucd.BN:
		return true
	}
	return false
}

// matchIsolates finds the pairs of isolate initiators and PDIs: BD9.
func (p *paragraph) matchIsolates() {
	p.match = make([]int, len(p.text))
	var open []int
	for i, c := range p.orig {
		p.match[i] = -1
		switch {
		case isIsolate(c):
			open = append(open, i)
		case c == ucd.PDI && len(open) > 0:
			j := open[len(open)-1]
			open = open[:len(open)-1]
			p.match[i], p.match[j] = j, i
		}
	}
}

// explicit resolves the explicit levels and directions: X1 to X8. Characters that
// X9 removes get the level Removed.
func (p *paragraph) explicit() {
	type status struct {
		level    int8
		override ucd.Class // L or R; ON if there is no override
		isolate  bool
	}
	stack := []status{{p.base, ucd.ON, false}}
	overflowIsolates, overflowEmbeddings, validIsolates := 0, 0, 0
	for i, c := range p.orig {
		top := stack[len(stack)-1]
		if c == ucd.FSI { // X5c
			c = ucd.LRI
			end := p.match[i]
			if end < 0 {
				end = len(p.text)
			}
			if p.firstStrong(i+1, end) == 1 {
				c = ucd.RLI
			}
		}
		var next int8
		switch c {
		case ucd.RLE, ucd.RLO, ucd.RLI:
			next = (top.level + 1) | 1
		case ucd.LRE, ucd.LRO, ucd.LRI:
			next = (top.level + 2) &^ 1
		}
		fits := next <= maxDepth && overflowIsolates == 0 && overflowEmbeddings == 0
		switch c {
		case ucd.RLE, ucd.LRE, ucd.RLO, ucd.LRO: // X2 to X5
			p.level[i] = Removed
			switch {
			case fits:
				override := ucd.ON
				if c == ucd.RLO {
					override = ucd.R
				} else if c == ucd.LRO {
					override = ucd.L
				}
				stack = append(stack, status{next, override, false})
			case overflowIsolates == 0:
				overflowEmbeddings++
			}
			continue
		case ucd.PDF: // X7
			p.level[i] = Removed
			switch {
			case overflowIsolates > 0:
			case overflowEmbeddings > 0:
				overflowEmbeddings--
			case !top.isolate && len(stack) > 1:
				stack = stack[:len(stack)-1]
			}
			continue
		case ucd.BN:
			p.level[i] = Removed
			continue
		case ucd.B: // X8
			p.level[i] = p.base
			continue
		case ucd.PDI: // X6a
			switch {
			case overflowIsolates > 0:
				overflowIsolates--
			case validIsolates > 0:
				overflowEmbeddings = 0
				for !stack[len(stack)-1].isolate {
					stack = stack[:len(stack)-1]
				}
				stack = stack[:len(stack)-1]
				validIsolates--
			}
			top = stack[len(stack)-1]
		}
		p.level[i] = top.level // X5a to X6a
		if top.override != ucd.ON {
			p.class[i] = top.override
		}
		if c == ucd.RLI || c == ucd.LRI {
			if fits {
				validIsolates++
				stack = append(stack, status{next, ucd.ON, true})
			} else {
				overflowIsolates++
			}
		}
	}
}

// firstStrong returns the level that P2 and P3 give the text: 1 if its first
// strong character outside isolates is right-to-left, else 0.
func (p *paragraph) firstStrong(start, end int) int8 {
	for i := start; i < end; i++ {
		switch c := p.orig[i]; {
		case c == ucd.L:
			return 0
		case c == ucd.R || c == ucd.AL:
			return 1
		case isIsolate(c):
			if p.match[i] < 0 {
				return 0
			}
			i = p.match[i]
		}
	}
	return 0
}

// reset gives separators, and white space before them and at the end, the level of
// the paragraph: L1.
func (p *paragraph) reset() {
	trailing := true
	for i := len(p.text) - 1; i >= 0; i-- {
		switch c := p.orig[i]; {
		case c == ucd.B || c == ucd.S:
			p.level[i] = p.base
			trailing = true
		case c == ucd.WS || c == ucd.PDI || isIsolate(c):
			if trailing {
				p.level[i] = p.base
			}
		case !removed(c):
			trailing = false
		}
	}
}
