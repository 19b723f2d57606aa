package engine

import (
	"cmp"
	"errors"
	"slices"

	"github.com/rfc3987/iri/internal/abnf"
)

// An nfa recognises a rule, the start, and knows for each step in which box of the
// railroad diagram of another rule, the target, it is made. The target is the start or a
// rule within it. Boxes are counted from 0 in the order in which package railroad draws
// them, which is the order of the definition.
type nfa struct {
	states []state
	final  int32
	boxes  int
}

// A state either reads a character, one of spans, or goes on without one.
type state struct {
	spans []abnf.Span
	next  []int32 // in the order of preference
	box   int32   // in which a character is read; none outside of the target
}

const none = -1

// maxStates bounds the size of an nfa.
const maxStates = 200_000

var errTooLarge = errors.New("the rule is too large to be followed in its diagram")

// A builder makes an nfa.
type builder struct {
	g      *abnf.Grammar
	target *abnf.Rule
	n      nfa
	boxOf  map[abnf.Expr]int32 // the first box of each terminal and reference of the target
	box    int32               // the box that is being filled
	full   bool
}

// newNFA returns the nfa of a rule.
func newNFA(g *abnf.Grammar, start, target *abnf.Rule) (*nfa, error) {
	b := &builder{g: g, target: target, boxOf: make(map[abnf.Expr]int32), box: none}
	b.number(target.Expr)
	b.n.final = b.add(state{})
	first := b.rule(start, b.n.final)
	if b.full {
		return nil, errTooLarge
	}
	// The first state is the last that was made; keep it at a known place.
	b.n.states = append(b.n.states, state{next: []int32{first}, box: none})
	return &b.n, nil
}

// number gives boxes their numbers, as package railroad draws them: one for a terminal,
// one for a reference, and one for each character of a sequence like %x66.6F.
func (b *builder) number(e abnf.Expr) {
	if b.g.Target(e) != nil {
		b.boxOf[e] = int32(b.n.boxes)
		b.n.boxes++
		return
	}
	switch e := e.(type) {
	case *abnf.Alternation:
		for _, x := range e.Alts {
			b.number(x)
		}
	case *abnf.Concatenation:
		for _, x := range e.Parts {
			b.number(x)
		}
	case *abnf.Repetition:
		if e.Max != 0 {
			b.number(e.X)
		}
	case *abnf.Literal:
		if e.Text != "" {
			b.boxOf[e] = int32(b.n.boxes)
			b.n.boxes++
		}
	case *abnf.Sequence:
		b.boxOf[e] = int32(b.n.boxes)
		b.n.boxes += len(e.Runes)
	default:
		b.boxOf[e] = int32(b.n.boxes)
		b.n.boxes++
	}
}

// A referenceBox is a box of a diagram that stands for a rule.
type referenceBox struct {
	number int32
	rule   string
}

// referenceBoxes returns the boxes of a rule's diagram that stand for rules, in order.
func referenceBoxes(g *abnf.Grammar, r *abnf.Rule) []referenceBox {
	b := &builder{g: g, target: r, boxOf: make(map[abnf.Expr]int32)}
	b.number(r.Expr)
	var out []referenceBox
	for e, n := range b.boxOf {
		if rule := g.Target(e); rule != nil {
			out = append(out, referenceBox{n, rule.Name})
		}
	}
	slices.SortFunc(out, func(a, b referenceBox) int { return cmp.Compare(a.number, b.number) })
	return out
}

func (b *builder) add(s state) int32 {
	if len(b.n.states) >= maxStates {
		b.full = true
		return 0
	}
	b.n.states = append(b.n.states, s)
	return int32(len(b.n.states) - 1)
}

// rule adds the states of a rule, and returns the first. After it comes the state next.
func (b *builder) rule(r *abnf.Rule, next int32) int32 {
	if r != b.target || b.box != none {
		return b.expr(r.Expr, next, false)
	}
	return b.expr(r.Expr, next, true)
}

// expr adds the states of an expression. top is set in the definition of the target
// itself, where each terminal and reference is a box.
func (b *builder) expr(e abnf.Expr, next int32, top bool) int32 {
	if b.full {
		return 0
	}
	if r := b.g.Target(e); r != nil {
		if !top {
			return b.rule(r, next)
		}
		b.box = b.boxOf[e]
		first := b.rule(r, next)
		b.box = none
		return first
	}
	switch e := e.(type) {
	case *abnf.Alternation:
		s := state{box: none}
		for _, x := range e.Alts {
			s.next = append(s.next, b.expr(x, next, top))
		}
		return b.add(s)
	case *abnf.Concatenation:
		for i := len(e.Parts) - 1; i >= 0; i-- {
			next = b.expr(e.Parts[i], next, top)
		}
		return next
	case *abnf.Repetition:
		return b.repetition(e, next, top)
	}
	places, ok := abnf.Characters(e)
	if !ok {
		return b.add(state{box: none}) // prose: it leads nowhere
	}
	_, sequence := e.(*abnf.Sequence)
	for i := len(places) - 1; i >= 0; i-- {
		box := b.box
		if top {
			box = b.boxOf[e]
			if sequence {
				box += int32(i)
			}
		}
		next = b.add(state{spans: places[i], next: []int32{next}, box: box})
	}
	return next
}

func (b *builder) repetition(e *abnf.Repetition, next int32, top bool) int32 {
	if e.Max < 0 {
		loop := b.add(state{box: none})
		body := b.expr(e.X, loop, top)
		if b.full {
			return 0
		}
		b.n.states[loop].next = []int32{body, next}
		next = loop
	} else {
		after := next
		for range e.Max - e.Min {
			next = b.add(state{next: []int32{b.expr(e.X, next, top), after}, box: none})
			if b.full {
				return 0
			}
		}
	}
	for range e.Min {
		next = b.expr(e.X, next, top)
	}
	return next
}

// A visit is a stretch of text that was read in one box.
type visit struct {
	box        int32
	start, end int // bytes
}

// A way is how an nfa reads a text: as far as it can.
type way struct {
	visits []visit
	end    int     // bytes that could be read
	whole  bool    // the whole text is a sentence
	next   []int32 // the boxes that could read the next character at end
}

// A thread is a state that was reached, and the thread before it.
type thread struct {
	state, before int32
	start, end    int32 // of the character that was read to get there
	box           int32
}

// maxThreads bounds the work for one text.
const maxThreads = 1 << 20

// read follows a text. skip tells which bytes to leave out; they may be nil.
func (n *nfa) read(text string, skip func(at int) bool) (way, error) {
	var threads []thread
	mark := make([]int, len(n.states))
	step := 0
	var set []int32 // the threads at the current place, those that read or are final
	enter := func(s int32, t thread) {
		// Iterative: loops of grammars can be deep.
		stack := []int32{s}
		for len(stack) > 0 {
			s := stack[len(stack)-1]
			stack = stack[:len(stack)-1]
			if mark[s] == step {
				continue
			}
			mark[s] = step
			st := &n.states[s]
			if st.spans != nil || s == n.final {
				t.state = s
				threads = append(threads, t)
				set = append(set, int32(len(threads)-1))
				continue
			}
			for i := len(st.next) - 1; i >= 0; i-- {
				stack = append(stack, st.next[i])
			}
		}
	}
	step++
	enter(int32(len(n.states)-1), thread{before: none, box: none})
	at := 0
	for at < len(text) {
		r, size := decode(text[at:])
		if skip != nil && skip(at) {
			at += size
			continue
		}
		before := set
		set = nil
		step++
		for _, ti := range before {
			st := &n.states[threads[ti].state]
			if !contains(st.spans, r) {
				continue
			}
			enter(st.next[0], thread{before: ti, start: int32(at), end: int32(at + size), box: st.box})
		}
		if len(threads) > maxThreads {
			return way{}, errTooLarge
		}
		if len(set) == 0 {
			set = before
			break
		}
		at += size
	}
	w := way{end: at}
	best := int32(none)
	for _, ti := range set {
		s := threads[ti].state
		if s == n.final {
			if at == len(text) && !w.whole {
				w.whole, best = true, ti
			}
			continue
		}
		if best == none {
			best = ti
		}
		if box := n.states[s].box; box != none && !has(w.next, box) {
			w.next = append(w.next, box)
		}
	}
	for ti := best; ti != none; ti = threads[ti].before {
		t := threads[ti]
		if t.end == t.start {
			continue
		}
		if k := len(w.visits); k > 0 && w.visits[k-1].box == t.box && w.visits[k-1].start == int(t.end) {
			w.visits[k-1].start = int(t.start)
			continue
		}
		w.visits = append(w.visits, visit{t.box, int(t.start), int(t.end)})
	}
	reverse(w.visits)
	return w, nil
}

func contains(spans []abnf.Span, r rune) bool {
	for _, s := range spans {
		if s.Lo <= r && r <= s.Hi {
			return true
		}
	}
	return false
}
