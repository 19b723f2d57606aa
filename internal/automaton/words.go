package automaton

import (
	"cmp"
	"container/heap"
	"unicode"
	"unicode/utf8"
)

// Access returns the canonical string that leads from the start to the state:
// of the shortest ones, in characters, one of letters and digits before one of
// other printable characters before one of controls, then the first in order.
// A state within a character has a string that ends within one. The string for
// the dead state is empty, as that for the start is.
func (d *DFA) Access(state int) string {
	d.words.once.Do(func() {
		d.words.access = d.shortest(1, d.alphabet())
		d.within(d.words.access)
	})
	return d.words.access[state]
}

// Witness returns the shortest string that the automaton accepts, chosen as
// [DFA.Access] chooses; ok is false if there is none.
func (d *DFA) Witness() (s string, ok bool) {
	best := -1
	for q, a := range d.Accept {
		if a && (best < 0 || lessWord(d.Access(q), d.Access(best))) {
			best = q
		}
	}
	if best < 0 {
		return "", false
	}
	return d.Access(best), true
}

// Completion returns the shortest string that leads from the state to one that
// accepts, chosen as [DFA.Access] chooses; from a state within a character it
// begins with the rest of that. ok is false for the dead state.
func (d *DFA) Completion(state int) (s string, ok bool) {
	if state == 0 {
		return "", false
	}
	if tails := d.tails(state); tails != nil {
		for q, tail := range tails {
			end, _ := d.Completion(q)
			if !ok || lessWord(tail+end, s) {
				s, ok = tail+end, true
			}
		}
		return s, ok
	}
	words := d.shortest(state, d.alphabet())
	best := -1
	for q, a := range d.Accept {
		if a && (words[q] != "" || q == state) && (best < 0 || lessWord(words[q], words[best])) {
			best = q
		}
	}
	return words[best], true
}

// tails returns the states in which the character that the state lies in can
// end, each with bytes that lead there; nil if the state lies in no character.
func (d *DFA) tails(state int) map[int]string {
	var out map[int]string
	for b := 0xBF; b >= 0x80; b-- {
		q := d.Step(state, string([]byte{byte(b)}))
		if q == 0 {
			continue
		}
		if out == nil {
			out = make(map[int]string)
		}
		if more := d.tails(q); more != nil {
			for p, tail := range more {
				out[p] = string([]byte{byte(b)}) + tail
			}
		} else {
			out[q] = string([]byte{byte(b)})
		}
	}
	return out
}

// A symbol is what a DFA can tell of a character: the classes of its bytes.
type symbol struct {
	text string // the preferred character of these classes
	cost uint32
}

// rank says how unwelcome a character is where any of its class would do.
func rank(r rune) uint32 {
	switch {
	case 'a' <= r && r <= 'z':
		return 0
	case '0' <= r && r <= '9', 'A' <= r && r <= 'Z':
		return 1
	case r > ' ' && r < 0x7F:
		return 2
	case r >= 0x80 && unicode.IsLetter(r):
		return 4
	case r >= 0x80 && unicode.IsGraphic(r) && !unicode.IsSpace(r):
		return 5
	case r == ' ':
		return 6
	case r >= 0x80:
		return 8 // private use, not assigned, formatting
	}
	return 10
}

// alphabet returns one character, the preferred one, for each set of characters
// that lead from every state to the same one.
func (d *DFA) alphabet() []symbol {
	d.words.symbols.Do(func() { d.words.alphabet = d.symbols() })
	return d.words.alphabet
}

func (d *DFA) symbols() []symbol {
	ids := make(map[string]int)
	var out []symbol
	var key []byte
	for _, s := range d.characters() {
		key = key[:0]
		for q := 1; q < d.States(); q++ {
			to := d.Step(q, s.text)
			key = append(key, byte(to), byte(to>>8))
		}
		id, ok := ids[string(key)]
		if !ok {
			ids[string(key)] = len(out)
			out = append(out, s)
		} else if s.cost < out[id].cost {
			out[id] = s
		}
	}
	return out
}

// characters returns one character for each sequence of byte classes that is a
// character.
func (d *DFA) characters() []symbol {
	var first [256]byte // a byte of each class
	var members [256][]byte
	for b := 255; b >= 0; b-- {
		first[d.Class[b]] = byte(b)
	}
	for b := range 256 {
		members[d.Class[b]] = append(members[d.Class[b]], byte(b))
	}
	var out []symbol
	for c := range d.N {
		best, found := rune(0), false
		for _, b := range members[c] {
			if b < 0x80 && (!found || rank(rune(b)) < rank(best)) {
				best, found = rune(b), true
			}
		}
		if found {
			out = append(out, symbol{string(best), rank(best)})
		}
	}
	// Beyond ASCII: sequences of a class of lead bytes and classes of
	// continuation bytes. A class may hold leads of different lengths only if
	// all of them are dead.
	type key [4]uint8
	seen := make(map[key]bool)
	try := func(lead byte, size int) {
		var rec func(prefix []byte, k key)
		rec = func(prefix []byte, k key) {
			if len(prefix) == size {
				if seen[k] {
					return
				}
				seen[k] = true
				if r, ok := preferred(&members, k, size); ok {
					out = append(out, symbol{string(r), rank(r)})
				}
				return
			}
			var done [256]bool
			for b := byte(0x80); b <= 0xBF; b++ {
				if c := d.Class[b]; !done[c] {
					done[c] = true
					k[len(prefix)] = c
					rec(append(prefix[:len(prefix):len(prefix)], b), k)
				}
			}
		}
		rec([]byte{lead}, key{d.Class[lead]})
	}
	var done [256]bool
	for b := 0xC2; b <= 0xF4; b++ {
		c := d.Class[b]
		if done[c] {
			continue
		}
		done[c] = true
		if d.live(c) {
			try(byte(b), size(byte(b)))
			continue
		}
		// Nothing is accepted after this byte: one character will do.
		n := size(byte(b))
		lowest := max([]rune{0x80, 0x800, 0x10000}[n-2], rune(b&(0x7F>>n))<<(6*(n-1)))
		for _, r := range []rune{'é', '中', '😀', lowest} {
			if text := string(r); d.Class[text[0]] == c {
				out = append(out, symbol{text, rank(r)})
				break
			}
		}
	}
	return out
}

// live reports whether a byte of the class is part of any string that is accepted.
func (d *DFA) live(c uint8) bool {
	for q := range d.Accept {
		if d.Next[q*d.N+int(c)] != 0 {
			return true
		}
	}
	return false
}

// size returns the number of bytes of the character that a lead byte begins.
func size(lead byte) int {
	switch {
	case lead < 0xE0:
		return 2
	case lead < 0xF0:
		return 3
	}
	return 4
}

// preferred returns the best of the characters whose bytes are of the classes k;
// it looks at a bounded number of them.
func preferred(members *[256][]byte, k [4]uint8, n int) (best rune, found bool) {
	tries := 0
	var buf [4]byte
	var rec func(i int) bool // reports whether to stop
	rec = func(i int) bool {
		if i == n {
			r, w := utf8.DecodeRune(buf[:n])
			if w != n {
				return false
			}
			tries++
			if !found || rank(r) < rank(best) {
				best, found = r, true
			}
			return rank(best) <= 4 || tries > 40
		}
		for _, b := range members[k[i]] {
			if i == 0 && size(b) != n || i == 0 && b < 0xC2 || i > 0 && b&0xC0 != 0x80 {
				continue
			}
			buf[i] = b
			if rec(i + 1) {
				return true
			}
		}
		return false
	}
	rec(0)
	return best, found
}

// item is a state on the way of a search for shortest words.
type item struct {
	state int
	cost  uint64 // characters, then the sum of their ranks
	word  string
}

type queue []item

func (q queue) Len() int { return len(q) }
func (q queue) Less(i, j int) bool {
	if c := cmp.Compare(q[i].cost, q[j].cost); c != 0 {
		return c < 0
	}
	if q[i].word != q[j].word {
		return q[i].word < q[j].word
	}
	return q[i].state < q[j].state
}
func (q queue) Swap(i, j int) { q[i], q[j] = q[j], q[i] }
func (q *queue) Push(x any)   { *q = append(*q, x.(item)) }
func (q *queue) Pop() any {
	old := *q
	x := old[len(old)-1]
	*q = old[:len(old)-1]
	return x
}

// shortest returns a shortest word that leads from one state to each other state
// between characters (Dijkstra 1959); "" where none does.
func (d *DFA) shortest(from int, symbols []symbol) []string {
	words := make([]string, d.States())
	done := make([]bool, d.States())
	q := queue{{from, 0, ""}}
	for q.Len() > 0 {
		it := heap.Pop(&q).(item)
		if done[it.state] {
			continue
		}
		done[it.state] = true
		words[it.state] = it.word
		for _, sym := range symbols {
			if state := d.Step(it.state, sym.text); state != 0 && !done[state] {
				heap.Push(&q, item{state, it.cost + 1<<32 + uint64(sym.cost), it.word + sym.text})
			}
		}
	}
	return words
}

// within completes the words that lead to the states by those to states within a
// character: a word to the state before it, and the bytes that it begins with.
func (d *DFA) within(words []string) {
	best := make(map[int]item)
	characters := d.characters()
	for q := 1; q < d.States(); q++ {
		if words[q] == "" && q != 1 {
			continue
		}
		cost := wordCost(words[q])
		for _, c := range characters {
			state := q
			for i := range len(c.text) - 1 {
				if state = int(d.Next[state*d.N+int(d.Class[c.text[i]])]); state == 0 {
					break
				}
				it := item{state, cost + 1<<32 + uint64(c.cost), ""}
				b, ok := best[state]
				if ok && b.cost < it.cost {
					continue
				}
				it.word = words[q] + c.text[:i+1]
				if !ok || (queue{it, b}).Less(0, 1) {
					best[state] = it
				}
			}
		}
	}
	for q, it := range best {
		words[q] = it.word
	}
}

// lessWord orders witnesses: fewer characters, better ones, then byte order.
func lessWord(a, b string) bool {
	ca, cb := wordCost(a), wordCost(b)
	if ca != cb {
		return ca < cb
	}
	return a < b
}

func wordCost(s string) uint64 {
	cost := uint64(0)
	for _, r := range s {
		cost += 1<<32 + uint64(rank(r))
	}
	return cost
}
