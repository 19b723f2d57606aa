// Package regular computes with the languages of grammars: what an expression
// matches, as a minimal automaton over classes of characters that all languages
// of one computation share. Unlike package automaton, which makes the tables that
// strings are checked with, it builds languages from those of their parts, so that
// a part can be changed and the whole computed again in little time: comparing
// grammars and making test vectors takes hundreds of such changes.
package regular

import (
	"container/heap"
	"errors"
	"slices"
	"unicode"

	"github.com/rfc3987/iri/internal/abnf"
	"github.com/rfc3987/iri/internal/automaton"
)

// An Alphabet divides the characters into classes that no terminal of some
// grammars tells apart. Surrogates are no characters and belong to no class.
type Alphabet struct {
	lo, hi []rune // by class
	rep    []rune // the most readable character of the class
}

// NewAlphabet returns the alphabet of the rules and of all that they use.
func NewAlphabet(rules map[*abnf.Grammar][]*abnf.Rule) *Alphabet {
	bounds := []rune{0, 0xD800, 0xE000, unicode.MaxRune + 1}
	add := func(lo, hi rune) { bounds = append(bounds, lo, hi+1) }
	for g, starts := range rules {
		for _, start := range starts {
			for _, r := range g.Closure(start) {
				abnf.Walk(r.Expr, func(e abnf.Expr) bool {
					switch e := e.(type) {
					case *abnf.Range:
						add(e.Lo, e.Hi)
					case *abnf.Sequence:
						for _, c := range e.Runes {
							add(c, c)
						}
					case *abnf.Literal:
						for _, c := range e.Text {
							add(c, c)
							if f := fold(c); !e.Sensitive && f != c {
								add(f, f)
							}
						}
					}
					return true
				})
			}
		}
	}
	slices.Sort(bounds)
	bounds = slices.Compact(bounds)
	a := &Alphabet{}
	for i, lo := range bounds[:len(bounds)-1] {
		if lo < 0xD800 || lo >= 0xE000 {
			a.lo = append(a.lo, lo)
			a.hi = append(a.hi, bounds[i+1]-1)
			a.rep = append(a.rep, readable(lo, bounds[i+1]-1))
		}
	}
	a.lo = append(a.lo, Marker)
	a.hi = append(a.hi, Marker)
	a.rep = append(a.rep, Marker)
	return a
}

// Marker is no character, but every alphabet has it as its last class: it stands
// for a place in a string whose surroundings are looked for.
const Marker rune = unicode.MaxRune + 1

// fold returns an ASCII letter in its other case.
func fold(c rune) rune {
	if 'a' <= c|0x20 && c|0x20 <= 'z' {
		return c ^ 0x20
	}
	return c
}

// Classes returns the number of classes.
func (a *Alphabet) Classes() int { return len(a.lo) }

// Class returns the class of a character.
func (a *Alphabet) Class(r rune) int {
	i, ok := slices.BinarySearch(a.lo, r)
	if !ok {
		i--
	}
	return i
}

// Range returns the first and the last character of a class.
func (a *Alphabet) Range(class int) (lo, hi rune) { return a.lo[class], a.hi[class] }

// readable returns the most readable of some characters.
func readable(lo, hi rune) rune {
	best := lo
	for r := lo; r <= hi && r < lo+3000 && rank(best) > 0; r++ {
		if rank(r) < rank(best) {
			best = r
		}
	}
	return best
}

// rank says how unwelcome a character is where any other would do as well.
func rank(r rune) int {
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
	case unicode.IsLetter(r):
		return 5
	case r > 0x7F && unicode.IsGraphic(r) && !unicode.IsSpace(r) && !unicode.IsMark(r):
		return 6
	case r == ' ':
		return 7
	}
	return unreadable
}

// unreadable is the rank of characters that print nothing of their own: controls,
// formatting, tags, private use, what is not assigned.
const unreadable = 10

// maxStates bounds an automaton before it is made minimal.
const maxStates = 1<<16 - 2

// ErrTooLarge is what a computation panics with whose automata grow beyond all
// bounds. The packages that compute for a user recover from it.
var ErrTooLarge = errors.New("the grammar is too large for this: lower the counts of its repetitions")

// Recover turns a panic with ErrTooLarge into an error. It is to be deferred.
func Recover(err *error) {
	switch r := recover(); r {
	case nil:
	case ErrTooLarge:
		*err = ErrTooLarge
	default:
		panic(r)
	}
}

// A Lang is a regular language: a minimal automaton in which every state leads to
// a sentence. The zero Lang is not ready; see [Compiler.Lang].
type Lang struct {
	a      *Alphabet
	next   []int32 // by state*classes + class; -1 where no sentence goes on
	accept []bool  // by state; state 0 is the start; none if the language is empty
}

// States returns the number of states.
func (l *Lang) States() int { return len(l.accept) }

// Empty reports whether the language has no sentence.
func (l *Lang) Empty() bool { return len(l.accept) == 0 }

// Step returns the state after a class of characters, -1 if no sentence goes on.
func (l *Lang) Step(state, class int) int {
	if state < 0 {
		return -1
	}
	return int(l.next[state*len(l.a.lo)+class])
}

// After returns the state after s, from the given state.
func (l *Lang) After(state int, s []rune) int {
	for _, r := range s {
		if state < 0 {
			return -1
		}
		state = l.Step(state, l.a.Class(r))
	}
	return state
}

// Accepts reports whether a sentence ends in the state.
func (l *Lang) Accepts(state int) bool { return state >= 0 && state < len(l.accept) && l.accept[state] }

// Start returns the state in which sentences begin, -1 if there are none.
func (l *Lang) Start() int {
	if l.Empty() {
		return -1
	}
	return 0
}

// Match reports whether s is a sentence.
func (l *Lang) Match(s []rune) bool { return l.Accepts(l.After(l.Start(), s)) }

// Combine returns the strings for which keep holds, given whether they are in l
// and in m; keep(false, false) must be false.
func (l *Lang) Combine(m *Lang, keep func(inL, inM bool) bool) *Lang {
	return combine(l, m, l.Start(), m.Start(), m.Accepts, keep)
}

// Minus returns the sentences of l that are none of m.
func (l *Lang) Minus(m *Lang) *Lang {
	return l.Combine(m, func(inL, inM bool) bool { return inL && !inM })
}

// And returns the sentences that l and m share.
func (l *Lang) And(m *Lang) *Lang {
	return l.Combine(m, func(inL, inM bool) bool { return inL && inM })
}

// Within returns those strings of l that m allows between u and v: x such that
// u x v is a sentence of m.
func (l *Lang) Within(m *Lang, u, v []rune) *Lang {
	return combine(l, m, l.Start(), m.After(m.Start(), u),
		func(q int) bool { return m.Accepts(m.After(q, v)) },
		func(inL, inM bool) bool { return inL && inM })
}

// Between returns the strings that l allows between u and v: x such that u x v is
// a sentence of l.
func (l *Lang) Between(u, v []rune) *Lang {
	k := len(l.a.lo)
	d := &raw{k: k}
	start := l.After(l.Start(), u)
	if start < 0 {
		return &Lang{a: l.a}
	}
	// The start becomes state 0: it changes places with the one that was.
	swap := func(q int32) int32 {
		switch q {
		case 0:
			return int32(start)
		case int32(start):
			return 0
		}
		return q
	}
	for q := range l.accept {
		from := int(swap(int32(q)))
		d.accept = append(d.accept, l.Accepts(l.After(from, v)))
		for _, t := range l.next[from*k : (from+1)*k] {
			d.next = append(d.next, swap(t))
		}
	}
	return d.minimal(l.a)
}

func combine(l, m *Lang, ls, ms int, acceptM func(int) bool, keep func(a, b bool) bool) *Lang {
	k := len(l.a.lo)
	type pair struct{ p, q int32 }
	ids := map[pair]int32{{int32(ls), int32(ms)}: 0}
	order := []pair{{int32(ls), int32(ms)}}
	d := &raw{k: k}
	needM := keep(false, true)
	for i := 0; i < len(order); i++ {
		s := order[i]
		row := make([]int32, k)
		for c := range k {
			t := pair{int32(l.Step(int(s.p), c)), int32(m.Step(int(s.q), c))}
			if t.p < 0 && (t.q < 0 || !needM) || t.q < 0 && !keep(true, false) {
				row[c] = -1
				continue
			}
			id, ok := ids[t]
			if !ok {
				id = int32(len(order))
				ids[t] = id
				order = append(order, t)
			}
			row[c] = id
		}
		d.next = append(d.next, row...)
		d.accept = append(d.accept, keep(l.Accepts(int(s.p)), acceptM(int(s.q))))
	}
	return d.minimal(l.a)
}

// Equal reports whether both languages have the same sentences.
func (l *Lang) Equal(m *Lang) bool {
	return slices.Equal(l.next, m.next) && slices.Equal(l.accept, m.accept) // both are minimal and numbered alike
}

// Shortest returns a sentence: one with the fewest unreadable characters, of
// those a shortest, of those one with the most readable characters.
func (l *Lang) Shortest() (s string, ok bool) { return l.ShortestFrom(l.Start()) }

// Around returns what stands before and behind the marker in the shortest
// sentence that has one marker.
func (l *Lang) Around() (before, behind string, ok bool) {
	k := len(l.a.lo)
	// Twice the automaton: before the marker and behind it.
	n := len(l.accept)
	d := &raw{k: k, accept: make([]bool, 2*n), next: make([]int32, 2*n*k)}
	for q := range n {
		d.accept[n+q] = l.accept[q]
		for c, t := range l.next[q*k : (q+1)*k] {
			i, j := q*k+c, (n+q)*k+c
			d.next[i], d.next[j] = t, -1
			switch {
			case c == k-1 && t >= 0:
				d.next[i] = int32(n) + t
			case t >= 0:
				d.next[j] = int32(n) + t
			}
		}
	}
	text, ok := d.minimal(l.a).shortest(0)
	if !ok {
		return "", "", false
	}
	i := slices.Index(text, Marker)
	return string(text[:i]), string(text[i+1:]), true
}

// ShortestFrom is like Shortest for what follows a state.
func (l *Lang) ShortestFrom(state int) (s string, ok bool) {
	text, ok := l.shortest(state)
	return string(text), ok
}

func (l *Lang) shortest(state int) (text []rune, ok bool) {
	if state < 0 || l.Empty() {
		return nil, false
	}
	done := make([]bool, len(l.accept))
	q := words{{state: state}}
	for q.Len() > 0 {
		w := heap.Pop(&q).(word)
		if done[w.state] {
			continue
		}
		done[w.state] = true
		if l.accept[w.state] {
			return w.text, true
		}
		for c, r := range l.a.rep {
			if t := l.Step(w.state, c); t >= 0 && !done[t] {
				cost := w.cost + 1<<16 + int64(rank(r))
				if rank(r) == unreadable {
					cost += 1 << 40
				}
				heap.Push(&q, word{t, cost, append(slices.Clip(slices.Clone(w.text)), r)})
			}
		}
	}
	return nil, false
}

// Reach returns, by state, a sentence's beginning that leads there, chosen as
// Shortest chooses.
func (l *Lang) Reach() []string {
	reach := make([]string, len(l.accept))
	done := make([]bool, len(l.accept))
	q := words{{state: l.Start()}}
	for q.Len() > 0 && !l.Empty() {
		w := heap.Pop(&q).(word)
		if done[w.state] {
			continue
		}
		done[w.state] = true
		reach[w.state] = string(w.text)
		for c, r := range l.a.rep {
			if t := l.Step(w.state, c); t >= 0 && !done[t] {
				cost := w.cost + 1<<16 + int64(rank(r))
				if rank(r) == unreadable {
					cost += 1 << 40
				}
				heap.Push(&q, word{t, cost, append(slices.Clip(slices.Clone(w.text)), r)})
			}
		}
	}
	return reach
}

type word struct {
	state int
	cost  int64
	text  []rune
}

type words []word

func (q words) Len() int { return len(q) }
func (q words) Less(i, j int) bool {
	if q[i].cost != q[j].cost {
		return q[i].cost < q[j].cost
	}
	return slices.Compare(q[i].text, q[j].text) < 0
}
func (q words) Swap(i, j int) { q[i], q[j] = q[j], q[i] }
func (q *words) Push(x any)   { *q = append(*q, x.(word)) }
func (q *words) Pop() any {
	old := *q
	w := old[len(old)-1]
	*q = old[:len(old)-1]
	return w
}

// raw is a deterministic automaton that is not minimal. State 0 is the start.
type raw struct {
	k      int
	next   []int32
	accept []bool
}

// equivalent returns the block of equivalent states of each live state, and how
// many blocks there are. Classes of characters that no state tells apart, which
// are most of them in a small part of a grammar, are looked at once.
func (d *raw) equivalent(live []bool) (block []int, blocks int) {
	n, k := len(d.accept), d.k
	same, columns := make([]int, k), 1
	for q := range n {
		ids := make(map[[2]int32]int, columns)
		for c, t := range d.next[q*k : (q+1)*k] {
			key := [2]int32{int32(same[c]), t}
			id, ok := ids[key]
			if !ok {
				id = len(ids)
				ids[key] = id
			}
			same[c] = id
		}
		columns = len(ids)
	}
	// State n is the dead one.
	next := make([][]uint32, n+1)
	for q := range next {
		next[q] = make([]uint32, columns)
		for c, id := range same {
			next[q][id] = uint32(n)
			if q < n {
				if t := d.next[q*k+c]; t >= 0 && live[t] {
					next[q][id] = uint32(t)
				}
			}
		}
	}
	block = automaton.Partition(next, append(slices.Clone(d.accept), false))
	return block, slices.Max(block) + 1
}

// minimal drops states that lead to no sentence or cannot be reached, merges
// equivalent ones, and numbers the rest breadth first.
func (d *raw) minimal(a *Alphabet) *Lang {
	n, k := len(d.accept), d.k
	if n >= maxStates {
		panic(ErrTooLarge)
	}
	// Live states, backwards from those that accept.
	from := make([][]int32, n)
	for q := range n {
		last := int32(-1)
		for _, t := range d.next[q*k : (q+1)*k] {
			if t >= 0 && t != last {
				from[t] = append(from[t], int32(q))
				last = t
			}
		}
	}
	live := make([]bool, n)
	var todo []int32
	for q, acc := range d.accept {
		if acc {
			live[q] = true
			todo = append(todo, int32(q))
		}
	}
	for len(todo) > 0 {
		q := todo[len(todo)-1]
		todo = todo[:len(todo)-1]
		for _, p := range from[q] {
			if !live[p] {
				live[p] = true
				todo = append(todo, p)
			}
		}
	}
	if n == 0 || !live[0] {
		return &Lang{a: a}
	}
	block, blocks := d.equivalent(live)
	l := &Lang{a: a}
	number := make([]int32, blocks)
	for i := range number {
		number[i] = -1
	}
	order := []int{0}
	number[block[0]] = 0
	for i := 0; i < len(order); i++ {
		q := order[i]
		l.accept = append(l.accept, d.accept[q])
		for _, t := range d.next[q*k : (q+1)*k] {
			to := int32(-1)
			if t >= 0 && live[t] {
				if number[block[t]] < 0 {
					number[block[t]] = int32(len(order))
					order = append(order, int(t))
				}
				to = number[block[t]]
			}
			l.next = append(l.next, to)
		}
	}
	return l
}

// Classes returns the number of classes of characters that the language is over.
func (l *Lang) Classes() int { return len(l.a.lo) }

// Readable returns the most readable character of a class.
func (a *Alphabet) Readable(class int) rune { return a.rep[class] }

// Distinguish returns strings over one character of each of the classes such that
// for any two states, that from which no sentence goes on among them, one of the
// strings leads only one of them to the end of a sentence (Chow 1978).
func (l *Lang) Distinguish(classes []int) []string {
	out := []string{""}
	dead := len(l.accept)
	group := make([]int, dead+1) // states that are not told apart so far have one number
	split := func(w []rune) {
		ids := make(map[[2]int]int)
		for q := range group {
			state, k := q, [2]int{group[q], 0}
			if q == dead {
				state = -1
			}
			if l.Accepts(l.After(state, w)) {
				k[1] = 1
			}
			if _, ok := ids[k]; !ok {
				ids[k] = len(ids)
			}
			group[q] = ids[k]
		}
	}
	split(nil)
	for {
		first := make(map[int]int)
		p, q := -1, -1
		for s, g := range group {
			if o, ok := first[g]; ok {
				p, q = o, s
				break
			}
			first[g] = s
		}
		if p < 0 {
			return out
		}
		if q == dead {
			q = -1
		}
		w, ok := l.apart(p, q, classes)
		if !ok {
			return out // never: the automaton is minimal
		}
		out = append(out, string(w))
		split(w)
	}
}

// apart returns a shortest string that leads only one of two states to the end of
// a sentence.
func (l *Lang) apart(p, q int, classes []int) ([]rune, bool) {
	type pair struct{ p, q int }
	from := map[pair]struct {
		last pair
		by   rune
	}{}
	start := pair{p, q}
	seen := map[pair]bool{start: true}
	for todo := []pair{start}; len(todo) > 0; todo = todo[1:] {
		at := todo[0]
		if l.Accepts(at.p) != l.Accepts(at.q) {
			var w []rune
			for at != start {
				f := from[at]
				w = append(w, f.by)
				at = f.last
			}
			slices.Reverse(w)
			return w, true
		}
		for _, c := range classes {
			to := pair{l.Step(at.p, c), l.Step(at.q, c)}
			if !seen[to] {
				seen[to] = true
				f := from[to]
				f.last, f.by = at, l.a.rep[c]
				from[to] = f
				todo = append(todo, to)
			}
		}
	}
	return nil, false
}
