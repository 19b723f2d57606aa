package engine

import (
	"cmp"
	"math/bits"
	"slices"
	"unicode/utf8"

	"github.com/rfc3987/iri/internal/grammar/automaton"
)

// A vectorBuilder makes a [Vector] for the states of a Shift.
type vectorBuilder struct {
	d      *automaton.DFA
	f      *loopFinder
	states []int
	bit    map[int]uint64 // the bit offset of each state
	lead   [256]path      // what a lead byte needs, nil for other bytes
	inner  byteSet        // the bytes that stand only after lead bytes
	to     [256]map[int]int
}

// newVector returns a Vector, nil if no byte that leaves the states comes back to them.
func newVector(d *automaton.DFA, states []int, bit map[int]uint64) *Vector {
	b := &vectorBuilder{d: d, f: &loopFinder{d: d}, states: states, bit: bit}
	b.chooseLeads()
	v := &Vector{}
	if !b.layOut(v) {
		return nil
	}
	b.chooseInner()
	b.chooseFour(v)
	b.setWords(v)
	return v
}

// stays reports whether a byte leads from one of the states to one of them.
func (b *vectorBuilder) stays(c int) bool {
	return slices.ContainsFunc(b.states, func(q int) bool { return b.bit[b.f.next(q, c)] != 0 })
}

// chooseLeads finds for each byte that leaves the states the way back to them that the
// most states have.
func (b *vectorBuilder) chooseLeads() {
	for c := range 256 {
		if b.stays(c) {
			continue
		}
		var ways []path
		for _, q := range b.states {
			if p := b.f.next(q, c); p != Dead {
				for _, r := range b.states {
					if way := b.f.shortest(p, r, 2); way != nil && b.allowed(way) {
						ways = append(ways, way)
					}
				}
			}
		}
		most := 0
		for _, way := range ways {
			to := b.follow(c, way)
			if len(to) > most {
				most, b.lead[c], b.to[c] = len(to), way, to
			}
		}
	}
}

// allowed reports whether a Vector can read a way. Bytes of ASCII in it have to be plain:
// in a block without lead bytes and without bytes beyond ASCII nothing is looked up.
func (b *vectorBuilder) allowed(way path) bool {
	for _, set := range way {
		for c := range utf8.RuneSelf {
			if set[c] && !b.stays(c) {
				return false
			}
		}
	}
	return true
}

// follow returns for each state to which of the states a lead byte takes it, whatever
// bytes of the way come after it. States that it does not take to one of them are left
// out.
func (b *vectorBuilder) follow(c int, way path) map[int]int {
	out := make(map[int]int)
	for _, q := range b.states {
		at := map[int]bool{b.f.next(q, c): true}
		recorded := false
		for _, set := range way {
			next := make(map[int]bool)
			for p := range at {
				for x, in := range set {
					if in {
						next[b.f.next(p, x)] = true
						recorded = recorded || b.f.records(p, x)
					}
				}
			}
			at = next
		}
		for r := range at {
			if len(at) == 1 && b.bit[r] != 0 && !recorded && b.likePlain(q, c, r) && b.keeps(r, way) {
				out[q] = r
			}
		}
	}
	return out
}

// likePlain reports whether some single byte takes q to r and records what c records. So
// what [exits] has found of the single bytes is also right for whole characters.
func (b *vectorBuilder) likePlain(q, c, r int) bool {
	bounds := b.bounds(q, c)
	if q == r {
		return bounds == 0
	}
	for x := range 256 {
		if b.f.next(q, x) == r && b.bounds(q, x) == bounds {
			return true
		}
	}
	return false
}

func (b *vectorBuilder) bounds(q, c int) uint8 {
	if b.d.Bounds == nil {
		return 0
	}
	return b.d.Bounds[q*b.d.N+int(b.d.Class[c])]
}

// keeps reports whether the bytes of a way that can also stand alone, such as the digits
// after "%", leave state r as it is and need nothing themselves.
func (b *vectorBuilder) keeps(r int, way path) bool {
	for _, set := range way {
		for x, in := range set {
			if in && b.stays(x) && (b.f.next(r, x) != r || b.bounds(r, x) != 0) {
				return false
			}
		}
	}
	return true
}

// A leadGroup is the lead bytes of one high nibble that need the same bytes after them.
type leadGroup struct {
	high, low int // the nibble, and the set of the low nibbles
	way       path
	leads     []int
}

// leadGroups returns the groups in the order in which they get bits: what ASCII needs comes first, then what the most
// lead bytes need.
func (b *vectorBuilder) leadGroups() []*leadGroup {
	var groups []*leadGroup
	for c, way := range b.lead {
		if way == nil {
			continue
		}
		i := slices.IndexFunc(groups, func(g *leadGroup) bool { return g.high == c>>4 && slices.Equal(g.way, way) })
		if i < 0 {
			i = len(groups)
			groups = append(groups, &leadGroup{high: c >> 4, way: way})
		}
		groups[i].leads = append(groups[i].leads, c)
		groups[i].low |= 1 << (c & 15)
	}
	slices.SortStableFunc(groups, func(x, y *leadGroup) int {
		if x.high < 8 != (y.high < 8) {
			return cmp.Compare(x.high, y.high)
		}
		return cmp.Compare(len(y.leads), len(x.leads))
	})
	return groups
}

// A slot is the bits of a set of bytes, one for each of its products. A set has as many slots as it needs: two groups
// must not put the same bit into one table of needs, because a byte with the high nibble of one and the low nibble of
// the other would get it as well. So each place uses a slot once.
type slot struct {
	set  byteSet
	bits uint8
	used [2]bool // by need of the place
}

// choose returns a slot for each place of a way: one of those that there are, or else a new one, with bits from free on.
// It returns the new ones too, and the first bit that is free after them.
func choose(slots []*slot, way path, free int) (chosen, news []*slot, after int) {
	for place, set := range way {
		fits := func(s *slot) bool { return s.set == set && !s.used[place] }
		if i := slices.IndexFunc(slots, func(s *slot) bool { return fits(s) && !slices.Contains(chosen, s) }); i >= 0 {
			chosen = append(chosen, slots[i])
		} else if i = slices.IndexFunc(news, fits); i >= 0 {
			chosen = append(chosen, news[i])
		} else {
			n := len(products(set))
			s := &slot{set: set, bits: uint8((1<<n - 1) << free)}
			free += n
			news, chosen = append(news, s), append(chosen, s)
		}
	}
	return chosen, news, free
}

// layOut fills the tables of nibbles. There are eight bits, which the groups get in their order. The lead bytes for
// which no bits are left are no longer leads. It returns false if none is left.
func (b *vectorBuilder) layOut(v *Vector) bool {
	var slots []*slot
	free := 0 // the first bit that no slot has
	for _, g := range b.leadGroups() {
		chosen, news, after := choose(slots, g.way, free)
		if after > 8 {
			for _, c := range g.leads {
				b.lead[c], b.to[c] = nil, nil
			}
			continue
		}
		free = after
		slots = append(slots, news...)
		for _, s := range news {
			for i, p := range products(s.set) {
				p.add(&v.Follow, 1<<(bits.TrailingZeros8(s.bits)+i))
			}
		}
		for place, s := range chosen {
			s.used[place] = true
			product{1 << g.high, uint16(g.low)}.add([]*Nibbles{&v.Need1, &v.Need2}[place], s.bits)
		}
		for _, c := range g.leads {
			v.Open[c] = uint8(1<<len(g.way) - 1)
		}
	}
	for _, s := range slots {
		for c, in := range s.set {
			if in && !b.stays(c) {
				for i := range v.Inner {
					v.Inner[i] |= s.bits & v.Follow.of(c)
				}
			}
		}
	}
	return len(slots) > 0
}

// A product is the set of bytes whose nibbles are in two sets.
type product struct{ high, low uint16 }

// add adds the bytes of a product to a table, with the bits.
func (p product) add(n *Nibbles, bits uint8) {
	for i := range 16 {
		if p.high>>i&1 != 0 {
			n.High[i] |= bits
		}
		if p.low>>i&1 != 0 {
			n.Low[i] |= bits
		}
	}
}

// of returns the bits of a byte.
func (n *Nibbles) of(c int) uint8 { return n.Low[c&15] & n.High[c>>4] }

// products returns products whose union is a set: the high nibbles that have the same
// low ones make one.
func products(set byteSet) []product {
	var out []product
	for high := range 16 {
		low := uint16(0)
		for i, in := range set[16*high:][:16] {
			if in {
				low |= 1 << i
			}
		}
		if low == 0 {
			continue
		}
		if i := slices.IndexFunc(out, func(p product) bool { return p.low == low }); i >= 0 {
			out[i].high |= 1 << high
		} else {
			out = append(out, product{1 << high, low})
		}
	}
	return out
}

// chooseInner finds the bytes that stand only after lead bytes.
func (b *vectorBuilder) chooseInner() {
	for _, way := range b.lead {
		for _, set := range way {
			for c, in := range set {
				b.inner[c] = b.inner[c] || in && !b.stays(c)
			}
		}
	}
}

// chooseFour finds the first lead byte of characters of four bytes that the Vector can read: Unicode
// has assigned most of those whose lead byte is least.
func (b *vectorBuilder) chooseFour(v *Vector) {
	v.Four.Lead = 0xFF
	for c := utf8.RuneSelf; c < 0xFF; c++ {
		if b.stays(c) || b.lead[c] != nil || b.inner[c] {
			continue
		}
		for _, q := range b.states {
			if way := b.threeMore(b.f.next(q, c)); way != nil {
				if to := b.follow(c, way); len(to) > len(b.to[c]) {
					b.lead[c], b.to[c] = way, to
				}
			}
		}
		if b.lead[c] != nil {
			if v.Four.layOut(c, b.lead[c]) {
				v.Open[c] = 7
				return
			}
			b.lead[c], b.to[c] = nil, nil
		}
	}
}

// threeMore returns a way of three bytes inside characters from p, which leads to one state
// whichever bytes of its sets are taken; nil if there is none. Planes of Unicode end with two
// characters that no grammar has, so the first byte says which bytes may come last unless the
// second set leaves some out.
func (b *vectorBuilder) threeMore(p int) path {
	var first byteSet
	var at []int
	for x, in := range b.inner {
		if r := b.f.next(p, x); in && r != Dead {
			first[x] = true
			at = append(at, r)
		}
	}
	second, at := b.agreeing(at)
	third, at := b.agreeing(at)
	if len(at) == 0 {
		return nil
	}
	return path{first, second, third}
}

// agreeing returns the largest set of bytes inside characters that lead some states, each of them,
// to a state that is the same for all bytes of the set, and these states; none if there is no such set.
func (b *vectorBuilder) agreeing(from []int) (set byteSet, to []int) {
	slices.Sort(from)
	from = slices.Compact(from)
	most := 0
	for x, in := range b.inner {
		var same byteSet
		size := 0
		for y := range same {
			same[y] = in && b.inner[y] && !slices.ContainsFunc(from, func(q int) bool {
				return b.f.next(q, x) == Dead || b.f.next(q, y) != b.f.next(q, x)
			})
			if same[y] {
				size++
			}
		}
		if size > most {
			set, most, to = same, size, nil
			for _, q := range from {
				to = append(to, b.f.next(q, x))
			}
		}
	}
	return set, to
}

// layOut fills in the sets for a lead byte. It returns false if there are not enough bits.
func (f *Four) layOut(lead int, way path) bool {
	out := Four{Lead: uint8(lead)}
	n := 0
	for place, set := range way {
		for _, p := range products(set) {
			if n == 8 {
				return false
			}
			p.add(&out.Follow, 1<<n)
			out.Need[place] |= 1 << n
			n++
		}
	}
	*f = out
	return true
}

// setWords fills in the words and what goes with them.
func (b *vectorBuilder) setWords(v *Vector) {
	for c := range 256 {
		for i, q := range b.states {
			r, ok := b.f.next(q, c), true
			switch {
			case b.inner[c]: // the lead byte before it has made the step
				r = q
			case b.lead[c] != nil:
				r, ok = b.to[c][q]
			}
			if ok {
				v.Words[c] |= b.bit[r] << b.bit[q]
			}
			if ok && r == q {
				v.Stay[i+1][c>>7*16+c&15] |= 1 << (c >> 4 & 7)
			}
			v.Words[256+c] |= b.bit[q] << b.bit[q]
		}
	}
}
