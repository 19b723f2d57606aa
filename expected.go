package iri

import (
	"slices"
	"strconv"
	"sync"
	"sync/atomic"
	"unicode/utf8"

	"github.com/rfc3987/iri/internal/abnf"
	"github.com/rfc3987/iri/internal/automaton"
)

// endOfInput is how Expected names the end of the string.
const endOfInput = "end"

// A chain is an occurrence of a component under a start rule: the productions
// from the start rule down to the component's, and what may follow it there.
// Chains are made once for each start rule and component.
type chain struct {
	rule          Rule
	names         []string
	pctNames      []string // names and then down to pct-encoded
	follow        []string // what may come after the component
	startExpected []string // what the start rule can begin with

	expected []atomic.Pointer[[]string] // see expect; by state of the rule
	first    func() []string            // see expectFirst
}

// chainSet holds the chains of one start rule, with and without a scheme.
type chainSet struct {
	at [2][numComponents]atomic.Pointer[chain]
}

// get returns the chain of a component for the string that b blames.
func (cs *chainSet) get(b *blamer, comp component) *chain {
	i := 0
	if b.schemed {
		i = 1
	}
	if c := cs.at[i][comp].Load(); c != nil {
		return c
	}
	c := newChain(b.rule, b.p, comp, b.schemed)
	cs.at[i][comp].Store(c)
	return c
}

// newChain finds the way from the start rule down to the component. From a rule
// that has both, the way leads through the rule with a scheme or through the one
// without, as the string does.
func newChain(start Rule, p *profile, comp component, schemed bool) *chain {
	c := &chain{rule: p.comp[comp], startExpected: start.expectedAt(1)}
	c.expected = make([]atomic.Pointer[[]string], c.rule.d.dfa().States())
	c.first = sync.OnceValue(func() []string { return c.expectFirst(p, comp) })
	g := start.d.spec.load().grammar
	var names []string
	from := start
	if start == p.ref {
		names = append(names, start.Name())
		from = p.relative
		if schemed {
			from = p.top
		}
	}
	down := wayDown(g, from.d.rule, c.rule.d.rule)
	if down == nil { // a path that the start rule does not have: irelative-ref given a scheme
		down = []string{from.Name(), c.rule.Name()}
	}
	c.names = append(names, down...)
	c.pctNames = c.names
	if way := wayDown(g, c.rule.d.rule, p.pct.d.rule); way != nil {
		c.pctNames = append(slices.Clip(c.names), way[1:]...)
	}
	c.follow = followOf(g, c.names)
	return c
}

// wayDown returns the shortest way through references from one rule to another,
// both ends included; nil if there is none.
func wayDown(g *abnf.Grammar, from, to *abnf.Rule) []string {
	prev := map[*abnf.Rule]*abnf.Rule{from: nil}
	queue := []*abnf.Rule{from}
	for len(queue) > 0 {
		r := queue[0]
		queue = queue[1:]
		if r == to {
			var way []string
			for ; r != nil; r = prev[r] {
				way = append(way, r.Name)
			}
			slices.Reverse(way)
			return way
		}
		for _, q := range g.Uses(r) {
			if _, seen := prev[q]; !seen {
				prev[q] = r
				queue = append(queue, q)
			}
		}
	}
	return nil
}

// followOf returns what may come after the innermost rule of a chain: the first
// things of what stands behind it in the rule above, and if that can be empty of
// what stands behind that one, up to the end of the string.
func followOf(g *abnf.Grammar, names []string) []string {
	var out []string
	add := func(name string) {
		if !slices.Contains(out, name) {
			out = append(out, name)
		}
	}
	for i := len(names) - 1; i > 0; i-- {
		above := g.Rule(names[i-1])
		if above == nil || !after(g, above.Expr, g.Rule(names[i]), add) {
			return out
		}
	}
	add(endOfInput)
	return out
}

// after adds the first things of what can follow the rule r inside e, and
// reports whether e can end right after r.
func after(g *abnf.Grammar, e abnf.Expr, r *abnf.Rule, add func(string)) bool {
	switch e := e.(type) {
	case *abnf.Alternation:
		ends := false
		for _, x := range e.Alts {
			if after(g, x, r, add) {
				ends = true
			}
		}
		return ends
	case *abnf.Concatenation:
		ends := false
		for i, x := range e.Parts {
			if !after(g, x, r, add) {
				continue
			}
			ends = true
			for _, y := range e.Parts[i+1:] {
				if !first(g, y, add) {
					ends = false
					break
				}
			}
		}
		return ends
	case *abnf.Repetition:
		if e.Max == 0 || !after(g, e.X, r, add) {
			return false
		}
		if e.Max < 0 || e.Max > 1 {
			first(g, e.X, add)
		}
		return true
	case *abnf.Reference:
		return g.Rule(e.Name) == r
	}
	return false
}

// first adds what e can begin with, and reports whether e can be empty.
func first(g *abnf.Grammar, e abnf.Expr, add func(string)) bool {
	switch e := e.(type) {
	case *abnf.Alternation:
		empty := false
		for _, x := range e.Alts {
			if first(g, x, add) {
				empty = true
			}
		}
		return empty
	case *abnf.Concatenation:
		for _, x := range e.Parts {
			if !first(g, x, add) {
				return false
			}
		}
		return true
	case *abnf.Repetition:
		if e.Max == 0 {
			return true
		}
		return first(g, e.X, add) || e.Min == 0
	case *abnf.Reference:
		r := g.Rule(e.Name)
		if r == nil {
			return false
		}
		if lo, hi := lengths(g, r.Expr); tokenLike(lo, hi) {
			add(r.Name)
			return false
		}
		return first(g, r.Expr, add)
	case *abnf.Literal:
		if e.Text == "" {
			return true
		}
		add(strconv.Quote(e.Text))
		return false
	case *abnf.Sequence:
		add(e.String())
		return len(e.Runes) == 0
	case *abnf.Prose:
		return false
	}
	add(e.String())
	return false
}

// longest is what lengths says of a rule without a limit.
const longest = 1 << 20

// lengths returns the number of characters of the shortest and the longest
// sentence of e, at most longest.
func lengths(g *abnf.Grammar, e abnf.Expr) (lo, hi int) {
	switch e := e.(type) {
	case *abnf.Alternation:
		lo = longest
		for _, x := range e.Alts {
			l, h := lengths(g, x)
			lo, hi = min(lo, l), max(hi, h)
		}
		return lo, hi
	case *abnf.Concatenation:
		for _, x := range e.Parts {
			l, h := lengths(g, x)
			lo, hi = min(lo+l, longest), min(hi+h, longest)
		}
		return lo, hi
	case *abnf.Repetition:
		if e.Max == 0 {
			return 0, 0
		}
		l, h := lengths(g, e.X)
		lo = min(l*e.Min, longest)
		if e.Max < 0 {
			if h > 0 {
				h = longest
			}
			return lo, h
		}
		return lo, min(h*e.Max, longest)
	case *abnf.Reference:
		if r := g.Rule(e.Name); r != nil {
			return lengths(g, r.Expr)
		}
	case *abnf.Literal:
		return len(e.Text), len(e.Text)
	case *abnf.Sequence:
		return len(e.Runes), len(e.Runes)
	case *abnf.Prose:
		if r := g.Rule(e.Text); r != nil {
			return lengths(g, r.Expr)
		}
	}
	return 1, 1
}

// tokenLike reports whether a rule whose sentences have these lengths is best
// named as a whole where it can begin: a class of characters, or one with its
// percent-encoding. Longer rules are opened, so that the names say what the next
// character can be.
func tokenLike(lo, hi int) bool { return lo >= 1 && hi <= 3 }

// expectation is what can come next in a state of a rule's automaton.
type expectation struct {
	own  []string // names within the rule
	ends bool     // a sentence can end here
	way  []string // productions that are open, the rule first
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

func (r Rule) expectation(state int) *expectation {
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
			e.own = append(e.own, name)
		}
		chars[name] = append(chars[name], edge)
		open = append(open, r.Name())
		slices.Reverse(open)
		if i == 0 {
			e.way = open
		} else {
			e.way = commonPrefix(e.way, open)
		}
	}
	if len(e.way) == 0 {
		e.way = []string{r.Name()}
	}
	// Where HEXDIG can stand, that DIGIT can as well says nothing more.
	for i := 0; i < len(e.own); i++ {
		name := e.own[i]
		covered := false
		for j, other := range e.own {
			covered = covered || j != i && covers(chars[other], chars[name]) && (j < i || !covers(chars[name], chars[other]))
		}
		if covered {
			e.own = slices.Delete(e.own, i, i+1)
			i--
		}
	}
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
func (r Rule) expectedAt(state int) []string {
	e := r.expectation(state)
	if e.ends {
		return append(slices.Clip(e.own), endOfInput)
	}
	return e.own
}

// rulesAt returns the productions that are open in a state of the rule run
// alone, itself first.
func (r Rule) rulesAt(state int) []string { return r.expectation(state).way }

// expect returns what could stand in a state of the component's rule: what can
// go on within it and, if it can end there, what can follow it.
func (c *chain) expect(state int) []string {
	known := &c.expected[state]
	if out := known.Load(); out != nil {
		return *out
	}
	e := c.rule.expectation(state)
	out := e.own
	if e.ends {
		out = union(e.own, c.follow)
	}
	out = slices.Clip(out)
	known.Store(&out)
	return out
}

// expectFirst is expect for the first character of the component or what could
// stand there instead of it: an address in brackets for a name, and for a path
// without a slash in front one with it, or none.
func (c *chain) expectFirst(p *profile, comp component) []string {
	switch comp {
	case compRegName:
		return slices.Clip(union(c.rule.expectation(1).own, p.comp[compIPLiteral].expectedAt(1), c.follow))
	case compPathRootless, compPathNoscheme:
		return slices.Clip(union(c.expect(1), []string{`"/"`}, c.follow))
	}
	return c.expect(1)
}

// union returns the names of all lists, each once.
func union(lists ...[]string) []string {
	var out []string
	for _, l := range lists {
		for _, name := range l {
			if !slices.Contains(out, name) {
				out = append(out, name)
			}
		}
	}
	return out
}

// expectAfter returns what could stand after a text within the component.
func (c *chain) expectAfter(text string) []string {
	at, state := c.rule.furthest(text)
	if at > 0 && text[at-1] == '%' {
		// Behind a broken percent-encoding, what could stand there once it is mended.
		state = c.rule.d.dfa().Step(state, "41")
	}
	return c.expect(state)
}

// finding returns a finding of the component's rule.
func (c *chain) finding(start, end int, msg string, expected []string) Finding {
	return Finding{
		Code: Code(c.rule.Name()), Severity: Error, Start: start, End: end, Message: msg,
		Rules: c.names, Expected: expected, Section: c.rule.Section(), ABNF: c.rule.ABNF(),
	}
}

// runFinding returns the finding for a run of offending characters of a
// component with one code; expected is what could stand there, and encode says
// whether the characters may stand there percent-encoded.
func (b *blamer) runFinding(c *chain, comp component, code Code, start, end int, encode bool, expected []string) Finding {
	run := b.s[start:end]
	f := c.finding(start, end, "", nil)
	f.Code = code
	switch code {
	case Code(b.p.pct.Name()):
		f.Rules = c.pctNames
		f.Section, f.ABNF = b.p.pct.Section(), b.p.pct.ABNF()
		f.Expected = b.p.pct.expectedAt(b.p.pct.d.dfa().Step(1, "%"))
		f.Message = messagePct(run, b.s[end:])
		f.Hint = hintPct(b.s[start+1:])
		f.Fix = fixPct(run, start)
		return f
	case codeUTF8:
		f.Section, f.ABNF = "RFC 3629 §4", "UTF8-octets = *( UTF8-char )"
		f.Expected = expected
		f.Message = messageUTF8(run)
		f.Hint = "the text may be in another character encoding; convert it to UTF-8 first"
	case Code(b.p.private.Name()):
		f.Section, f.ABNF = b.p.private.Section(), b.p.private.ABNF()
		f.Expected = expected
		f.Message = messageRun(comp, run)
		f.Hint = hintPrivate(run)
	default:
		f.Expected = expected
		f.Message = messageRun(comp, run)
		if comp == compScheme {
			f.Message = messageScheme(run, start)
		}
		f.Hint = b.hintRun(comp, start, end)
	}
	if encode && comp != compScheme {
		f.Fix = newFix(b.s, start, end, percentEncode)
	}
	return f
}

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
func (ls loopSet) has(state int, ch byte) bool {
	return ls[state][ch>>6]&(1<<(ch&63)) != 0
}
