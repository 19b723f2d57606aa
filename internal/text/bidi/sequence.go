package bidi

import (
	"slices"

	ucd "golang.org/x/text/unicode/bidi"
)

// A sequence is an isolating run sequence (BD13): for the rules W, N and I its characters
// follow each other directly.
type sequence struct {
	p        *paragraph
	at       []int // the indexes of its characters
	level    int8
	sos, eos ucd.Class // L or R
}

// direction returns the direction of a level.
func direction(level int8) ucd.Class {
	if level%2 == 1 {
		return ucd.R
	}
	return ucd.L
}

// sequences returns the sequences of the paragraph: X10. Characters that are removed are
// in none.
func (p *paragraph) sequences() []*sequence {
	var runs [][]int // the level runs (BD7)
	runOf := make([]int, len(p.text))
	last := Removed
	for i, l := range p.level {
		if l == Removed {
			continue
		}
		if l != last {
			runs = append(runs, nil)
			last = l
		}
		runOf[i] = len(runs) - 1
		runs[len(runs)-1] = append(runs[len(runs)-1], i)
	}
	var all []*sequence
	for _, run := range runs {
		if first := run[0]; p.orig[first] == ucd.PDI && p.match[first] >= 0 {
			continue // the run continues the sequence of the initiator
		}
		s := &sequence{p: p, level: p.level[run[0]]}
		for {
			s.at = append(s.at, run...)
			end := run[len(run)-1]
			if !isIsolate(p.orig[end]) || p.match[end] < 0 {
				break
			}
			run = runs[runOf[p.match[end]]]
		}
		s.bounds()
		all = append(all, s)
	}
	return all
}

// bounds sets sos and eos, the classes at the start and the end of the sequence (X10).
func (s *sequence) bounds() {
	p := s.p
	before, after := p.base, p.base
	for i := s.at[0] - 1; i >= 0; i-- {
		if p.level[i] != Removed {
			before = p.level[i]
			break
		}
	}
	end := s.at[len(s.at)-1]
	if !isIsolate(p.orig[end]) {
		for i := end + 1; i < len(p.text); i++ {
			if p.level[i] != Removed {
				after = p.level[i]
				break
			}
		}
	}
	s.sos, s.eos = direction(max(s.level, before)), direction(max(s.level, after))
}

// class returns the class of the k-th character of the sequence.
func (s *sequence) class(k int) ucd.Class { return s.p.class[s.at[k]] }

// set changes the class of the k-th character of the sequence.
func (s *sequence) set(k int, c ucd.Class) { s.p.class[s.at[k]] = c }

// weak resolves the weak types: W1 to W7.
func (s *sequence) weak() {
	prev := s.sos
	for k := range s.at { // W1
		c := s.class(k)
		if c == ucd.NSM {
			c = prev
			if isIsolate(c) || c == ucd.PDI {
				c = ucd.ON
			}
			s.set(k, c)
		}
		prev = c
	}
	s.numbers(ucd.AL, ucd.AN) // W2; W3 needs a loop of its own
	for k := range s.at {
		if s.class(k) == ucd.AL {
			s.set(k, ucd.R)
		}
	}
	for k := 1; k+1 < len(s.at); k++ { // W4
		before, c, after := s.class(k-1), s.class(k), s.class(k+1)
		if before == after && (c == ucd.CS && (before == ucd.EN || before == ucd.AN) || c == ucd.ES &&
			before == ucd.EN) {
			s.set(k, before)
		}
	}
	for k := 0; k < len(s.at); k++ { // W5, W6
		switch s.class(k) {
		case ucd.ET:
			end := k
			for end < len(s.at) && s.class(end) == ucd.ET {
				end++
			}
			to := ucd.ON
			if k > 0 && s.class(k-1) == ucd.EN || end < len(s.at) && s.class(end) == ucd.EN {
				to = ucd.EN
			}
			for ; k < end; k++ {
				s.set(k, to)
			}
			k--
		case ucd.ES, ucd.CS:
			s.set(k, ucd.ON)
		}
	}
	s.numbers(ucd.L, ucd.L) // W7
}

// numbers changes the class of European numbers after a strong class.
func (s *sequence) numbers(after, to ucd.Class) {
	strong := s.sos
	for k := range s.at {
		switch c := s.class(k); c {
		case ucd.L, ucd.R, ucd.AL:
			strong = c
		case ucd.EN:
			if strong == after {
				s.set(k, to)
			}
		}
	}
}

// strongOf returns the direction of a class in the rules N: L, R, or ON if the class is
// neutral.
func strongOf(c ucd.Class) ucd.Class {
	switch c {
	case ucd.L:
		return ucd.L
	case ucd.R, ucd.EN, ucd.AN:
		return ucd.R
	}
	return ucd.ON
}

// brackets resolves pairs of brackets: N0.
func (s *sequence) brackets() {
	e := direction(s.level)
	for _, pair := range s.pairs() {
		inside := ucd.ON
		for k := pair[0] + 1; k < pair[1]; k++ {
			if c := strongOf(s.class(k)); c == e {
				inside = e
				break
			} else if c != ucd.ON {
				inside = c
			}
		}
		if inside == ucd.ON {
			continue
		}
		to := e
		if inside != e {
			context := s.sos
			for k := pair[0] - 1; k >= 0; k-- {
				if c := strongOf(s.class(k)); c != ucd.ON {
					context = c
					break
				}
			}
			if context == inside {
				to = inside
			}
		}
		for _, k := range pair {
			s.set(k, to)
			for k++; k < len(s.at) && s.p.orig[s.at[k]] == ucd.NSM; k++ {
				s.set(k, to)
			}
		}
	}
}

// maxPairs is the size of the stack for opening brackets (BD16).
const maxPairs = 63

// pairs returns the pairs of brackets in the order of the opening ones (BD16).
func (s *sequence) pairs() [][2]int {
	type opening struct {
		closes rune
		k      int
	}
	var open []opening
	var pairs [][2]int
scan:
	for k, i := range s.at {
		if s.class(k) != ucd.ON {
			continue
		}
		prop, _ := ucd.LookupRune(s.p.text[i])
		switch {
		case !prop.IsBracket():
		case prop.IsOpeningBracket():
			if len(open) == maxPairs {
				break scan
			}
			open = append(open, opening{canonical(Mirror(s.p.text[i])), k})
		default:
			r := canonical(s.p.text[i])
			for j := len(open) - 1; j >= 0; j-- {
				if open[j].closes == r {
					pairs = append(pairs, [2]int{open[j].k, k})
					open = open[:j]
					break
				}
			}
		}
	}
	slices.SortFunc(pairs, func(a, b [2]int) int { return a[0] - b[0] })
	return pairs
}

// canonical returns the same character for angle brackets that are canonically equivalent.
func canonical(r rune) rune {
	switch r {
	case 0x2329:
		return 0x3008
	case 0x232A:
		return 0x3009
	}
	return r
}

// Mirror returns the other character of a pair of brackets or of angle quotation marks,
// which rule L4 displays in right-to-left text, and any other character unchanged:
// x/text has no table of the mathematical operators that are mirrored too.
func Mirror(r rune) rune {
	quotes := []rune("<>«»‹›")
	if i := slices.Index(quotes, r); i >= 0 {
		return quotes[i^1]
	}
	prop, _ := ucd.LookupRune(r)
	if !prop.IsBracket() {
		return r
	}
	for _, m := range ucd.ReverseString(string(r)) {
		return m
	}
	return r
}

// neutral resolves neutrals and isolates: N1 and N2.
func (s *sequence) neutral() {
	before := s.sos
	for k := 0; k < len(s.at); k++ {
		if c := strongOf(s.class(k)); c != ucd.ON {
			before = c
			continue
		}
		end := k
		for end < len(s.at) && strongOf(s.class(end)) == ucd.ON {
			end++
		}
		after := s.eos
		if end < len(s.at) {
			after = strongOf(s.class(end))
		}
		to := direction(s.level)
		if before == after {
			to = before
		}
		for ; k < end; k++ {
			s.set(k, to)
		}
		k--
	}
}

// implicit resolves the levels: I1 and I2.
func (s *sequence) implicit() {
	for k, i := range s.at {
		switch c := s.class(k); {
		case s.level%2 == 0 && c == ucd.R, s.level%2 == 1 && c != ucd.R:
			s.p.level[i]++
		case s.level%2 == 0 && (c == ucd.EN || c == ucd.AN):
			s.p.level[i] += 2
		}
	}
}
