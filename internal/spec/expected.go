package spec

import (
	"slices"
	"strconv"
	"sync/atomic"
	"unicode/utf8"

	"github.com/rfc3987/iri/internal/abnf"
	"github.com/rfc3987/iri/internal/automaton"
	"github.com/rfc3987/iri/internal/derive"
)

// endOfInput is how Expected names the end of the string.
const endOfInput = "end"

// expectation is what can come next in a state of a rule's automaton.
type expectation struct {
	Own  []string // names within the rule
	ends bool     // a sentence can end here
	Open []string // productions that are open, the rule first
}

// expectations computes, once for each state that is asked for, what can come
// next. Many prefixes lead to one state of a minimal automaton; the names are
// those of the shortest, so that they do not depend on what was checked before.
type expectations struct {
	nfa    func() *automaton.NFA
	access func() []string // a shortest string that leads to each state
	states func() []atomic.Pointer[expectation]
}

// accessStrings returns for each state of an automaton the shortest string that
// leads to it, of those the first in the order of bytes.
func accessStrings(d *automaton.DFA) []string {
	access := make([]string, d.States())
	seen := make([]bool, d.States())
	seen[0], seen[1] = true, true
	first := make([]byte, 0, d.N) // a byte of each class, in order
	var have [256]bool
	for b := range 256 {
		if c := d.Class[b]; !have[c] {
			have[c] = true
			first = append(first, byte(b))
		}
	}
	for queue := []int{1}; len(queue) > 0; queue = queue[1:] {
		state := queue[0]
		for _, b := range first {
			next := int(d.Next[state*d.N+int(d.Class[b])])
			if !seen[next] {
				seen[next] = true
				access[next] = access[state] + string([]byte{b})
				queue = append(queue, next)
			}
		}
	}
	return access
}

func (r Rule) Expectation(state int) *expectation {
	es := &r.d.expect
	known := &es.states()[state]
	if e := known.Load(); e != nil {
		return e
	}
	nfa := es.nfa()
	set := nfa.Start()
	for _, ch := range es.access()[state] {
		set = nfa.StepRune(set, ch)
	}
	e := &expectation{ends: nfa.Accepts(set)}
	g := r.d.spec.load().grammar
	edges := nfa.Edges(set)
	chars := make(map[string][]automaton.Edge) // the edges of each name
	for i, edge := range edges {
		name := ""
		var open []string
		for f := edge.Frame; f != nil && f.Parent != nil; f = f.Parent {
			if set.Has(f.Start) {
				if lo, hi := lengths(g, f.Rule.Expr); tokenLike(lo, hi) {
					name = f.Rule.Name // the outermost one wins
				}
			} else {
				open = append(open, f.Rule.Name)
			}
		}
		if name == "" {
			name = edge.Expr.String()
			if lit, ok := edge.Expr.(*abnf.Literal); ok && len(lit.Text) > 1 {
				name = strconv.Quote(string(edge.Lo))
			}
		}
		if chars[name] == nil {
			e.Own = append(e.Own, name)
		}
		chars[name] = append(chars[name], edge)
		open = append(open, r.Name())
		slices.Reverse(open)
		if i == 0 {
			e.Open = open
		} else {
			e.Open = commonPrefix(e.Open, open)
		}
	}
	if len(e.Open) == 0 {
		e.Open = []string{r.Name()}
	}
	// Where HEXDIG can stand, that DIGIT can as well says nothing more.
	for i := 0; i < len(e.Own); i++ {
		name := e.Own[i]
		covered := false
		for j, other := range e.Own {
			covered = covered || j != i && covers(chars[other], chars[name]) && (j < i || !covers(chars[name], chars[other]))
		}
		if covered {
			e.Own = slices.Delete(e.Own, i, i+1)
			i--
		}
	}
	// Findings share these; who appends to theirs must not write into another's.
	e.Own, e.Open = slices.Clip(e.Own), slices.Clip(e.Open)
	known.Store(e)
	return e
}

// covers reports whether each range of b lies within one of a.
func covers(a, b []automaton.Edge) bool {
	for _, y := range b {
		if !slices.ContainsFunc(a, func(x automaton.Edge) bool { return x.Lo <= y.Lo && y.Hi <= x.Hi }) {
			return false
		}
	}
	return true
}

func commonPrefix(a, b []string) []string {
	n := 0
	for n < len(a) && n < len(b) && a[n] == b[n] {
		n++
	}
	return a[:n]
}

// expectedAt returns what could stand in a state of the rule run alone.
func (r Rule) ExpectedAt(state int) []string {
	e := r.Expectation(state)
	if e.ends {
		return append(e.Own, endOfInput)
	}
	return e.Own
}

// rulesAt returns the productions that are open in a state of the rule run
// alone, itself first.
func (r Rule) RulesAt(state int) []string { return r.Expectation(state).Open }

// A loopSet holds, for each state of an automaton, the ASCII characters that lead
// back to it: to skip over them is cheaper than to step through them.
type loopSet [][2]uint64

func newLoopSet(d *automaton.DFA) loopSet {
	ls := make(loopSet, d.States())
	for state := 1; state < len(ls); state++ {
		for ch := 0; ch < utf8.RuneSelf; ch++ {
			if int(d.Next[state*d.N+int(d.Class[ch])]) == state {
				ls[state][ch>>6] |= 1 << (ch & 63)
			}
		}
	}
	return ls
}

// has reports whether an ASCII character leads from the state back to it.
func (ls loopSet) Has(state int, ch byte) bool {
	return ls[state][ch>>6]&(1<<(ch&63)) != 0
}

// dfa returns the automaton of the rule.
func (r Rule) DFA() *automaton.DFA { return r.d.dfa() }

// loops returns the characters that lead from a state back to it.
func (r Rule) Loops() loopSet { return r.d.loops() }

// grammar returns the rule trees of the spec.
func (s *Spec) Grammar() *abnf.Grammar { return s.load().grammar }

// expr returns what the rule is defined as.
func (r Rule) Expr() abnf.Expr { return r.d.rule.Expr }

// def returns the definition of the rule.
func (r Rule) Definition() *abnf.Rule { return r.d.rule }

// program returns what makes the parse tree of the rule if its spec was read.
func (r Rule) Program() (*derive.Program, error) { return r.d.program() }
