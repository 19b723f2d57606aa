package engine

import (
	"errors"
	"slices"
	"unicode/utf8"

	"github.com/rfc3987/iri/internal/grammar/abnf"
	"github.com/rfc3987/iri/internal/grammar/automaton"
)

// A tracer follows a text through a rule, the start, and knows for each character in which
// box of the railroad diagram of another rule, the target, it is read. The target is the
// start or a rule within it.
type tracer struct {
	nfa    *automaton.NFA
	target *abnf.Rule
	boxes  boxes
	after  map[int]reading // by state, what can come after it
}

// A reading is what can come next: steps, the preferred ones first, or the end.
type reading struct {
	edges []automaton.Edge
	ends  bool
}

const none = -1

var errTooLarge = errors.New("the rule is too large to be followed in its diagram")

func newTracer(g *abnf.Grammar, start, target *abnf.Rule) (*tracer, error) {
	n, err := automaton.CompileNFA(g, start.Name)
	if err != nil {
		return nil, errTooLarge
	}
	return &tracer{n, target, boxesOf(g, target), make(map[int]reading)}, nil
}

// boxes are those of the railroad diagram of a rule, counted from 0 in the order in which
// package railroad draws them, which is the order of the definition: one for a terminal,
// one for a reference, and one for each character of a sequence like %x66.6F.
type boxes struct {
	count int32
	of    map[abnf.Expr]int32 // the first box of each terminal and reference
	size  map[abnf.Expr]int32 // and how many it has
	rules []referenceBox
}

// A referenceBox is a box that stands for a rule.
type referenceBox struct {
	number int32
	rule   string
}

func boxesOf(g *abnf.Grammar, r *abnf.Rule) boxes {
	b := boxes{of: make(map[abnf.Expr]int32), size: make(map[abnf.Expr]int32)}
	abnf.Walk(r.Expr, func(e abnf.Expr) bool {
		size := 1
		switch e := e.(type) {
		case *abnf.Alternation, *abnf.Concatenation:
			return true
		case *abnf.Repetition:
			return e.Max != 0
		case *abnf.Literal:
			size = min(len(e.Text), 1)
		case *abnf.Sequence:
			size = len(e.Runes)
		}
		if t := g.Target(e); t != nil {
			b.rules = append(b.rules, referenceBox{b.count, t.Name})
		}
		b.of[e], b.size[e] = b.count, int32(size)
		b.count += int32(size)
		return true
	})
	return b
}

// A visit is a stretch of text that was read in one box.
type visit struct {
	box        int32
	start, end int // bytes
}

// A way is how a tracer reads a text: as far as it can.
type way struct {
	visits []visit
	end    int     // bytes that could be read
	whole  bool    // the whole text is a sentence
	next   []int32 // the boxes that could read the next character at end
}

// A thread is a step that was made, and the thread before it.
type thread struct {
	automaton.Edge
	before     int32
	start, end int32 // of the character that was read
	nth        int32 // the place of the character in the terminal
	box        int32
}

// maxThreads bounds the work for one text.
const maxThreads = 1 << 20

// from returns what can come after a thread. The first one stands for the start.
func (t *tracer) from(th *thread) reading {
	to, edge := none, (*automaton.Edge)(nil)
	if th.before != none {
		to, edge = th.To, &th.Edge
	}
	r, ok := t.after[to]
	if !ok {
		r.edges, r.ends = t.nfa.Next(edge)
		t.after[to] = r
	}
	return r
}

// step returns the thread of a step after another thread.
func (t *tracer) step(before *thread, e automaton.Edge) thread {
	th := thread{Edge: e, box: none}
	if seq, ok := e.Expr.(*abnf.Sequence); ok && before.Expr == e.Expr && before.Occurrence == e.Occurrence {
		th.nth = (before.nth + 1) % int32(len(seq.Runes))
	}
	place, nth := e.Expr, th.nth
	for f := e.Occurrence; f != nil; f = f.Parent {
		if f.Rule == t.target {
			if _, ok := e.Expr.(*abnf.Sequence); !ok || place != e.Expr {
				nth = 0
			}
			th.box = t.boxes.of[place] + nth
			break
		}
		place = f.Ref
	}
	return th
}

// read follows a text. skip tells which bytes to leave out; it may be nil.
func (t *tracer) read(text string, skip func(at int) bool) (way, error) {
	threads := []thread{{before: none, box: none}}
	first, at := 0, 0 // the first of the threads at the current place
	for at < len(text) {
		r, size := utf8.DecodeRuneInString(text[at:])
		if skip != nil && skip(at) {
			at += size
			continue
		}
		last := len(threads)
		reached := make(map[int]bool)
		for i := first; i < last; i++ {
			for _, e := range t.from(&threads[i]).edges {
				if e.Lo <= r && r <= e.Hi && !reached[e.To] {
					reached[e.To] = true
					th := t.step(&threads[i], e)
					th.before, th.start, th.end = int32(i), int32(at), int32(at+size)
					threads = append(threads, th)
				}
			}
		}
		if len(threads) > maxThreads {
			return way{}, errTooLarge
		}
		if len(threads) == last {
			break
		}
		first = last
		at += size
	}
	w := way{end: at}
	best := int32(none)
	for i := first; i < len(threads); i++ {
		after := t.from(&threads[i])
		if after.ends && at == len(text) && !w.whole {
			w.whole, best = true, int32(i)
		}
		if best == none && len(after.edges) > 0 {
			best = int32(i)
		}
		for _, e := range after.edges {
			if box := t.step(&threads[i], e).box; box != none && !slices.Contains(w.next, box) {
				w.next = append(w.next, box)
			}
		}
	}
	for ; best > 0; best = threads[best].before {
		th := threads[best]
		if k := len(w.visits); k > 0 && w.visits[k-1].box == th.box && w.visits[k-1].start == int(th.end) {
			w.visits[k-1].start = int(th.start)
			continue
		}
		w.visits = append(w.visits, visit{th.box, int(th.start), int(th.end)})
	}
	slices.Reverse(w.visits)
	return w, nil
}
