package peg

import "slices"

// representatives returns one character for each set of characters that no class
// tells apart, the most readable ones first.
func representatives(classes []*Class) []rune {
	bounds := []rune{0, 0xE000}
	for _, c := range classes {
		for _, r := range c.Ranges {
			bounds = append(bounds, r.Lo, r.Hi+1)
		}
	}
	slices.Sort(bounds)
	bounds = slices.Compact(bounds)
	type letter struct {
		r    rune
		in   string
		rank int
	}
	var all []letter
	for i, lo := range bounds {
		hi := rune(0x10FFFF)
		if i+1 < len(bounds) {
			hi = bounds[i+1] - 1
		}
		if lo > 0x10FFFF || lo >= 0xD800 && lo < 0xE000 {
			continue
		}
		l := letter{r: lo, rank: 3}
		for _, want := range []rune{'a', '1', 'A', 'g'} {
			if lo <= want && want <= hi {
				l.r = want
			}
		}
		switch {
		case l.r >= 'a' && l.r <= 'z' || l.r >= '0' && l.r <= '9':
			l.rank = 0
		case l.r > ' ' && l.r <= '~':
			l.rank = 1
		case l.r > '~':
			l.rank = 2
		}
		key := make([]byte, len(classes))
		for j, c := range classes {
			if c.has(l.r) {
				key[j] = 1
			}
		}
		l.in = string(key)
		all = append(all, l)
	}
	slices.SortStableFunc(all, func(a, b letter) int { return a.rank - b.rank })
	seen := map[string]bool{}
	var out []rune
	for _, l := range all {
		if !seen[l.in] {
			seen[l.in] = true
			out = append(out, l.r)
		}
	}
	return out
}
