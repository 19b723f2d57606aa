package spec

import (
	"slices"
	"sync"

	"github.com/rfc3987/iri/internal/grammar/abnf"
	"github.com/rfc3987/iri/internal/grammar/automaton"
	"github.com/rfc3987/iri/internal/grammar/earley"
	"github.com/rfc3987/iri/internal/grammar/engine"
	"github.com/rfc3987/iri/internal/ref/component"
)

// An Open describes a position in a text that a rule reads: the productions that have begun and not ended, and what
// can come next. Values are shared and must not be changed.
type Open struct {
	// Path leads to the innermost open production. For a rule by itself, that is the innermost one that every reading
	// of the text has open (docs/blame.md, rule 7). For a component, it is the innermost one that contains the last
	// character and can continue, except productions that [Profile.Inner] ignores. For a rule without an automaton, Names
	// has at most 64 names, with "…" between them.
	Path *Path
	// Expected lists what can come next, as the grammar names it: within the production and, if that can end here,
	// after it, such as "end".
	Expected []string
	Ends     bool // the text is a sentence of the rule
	InWord   bool // a literal with letters has begun and not ended

	within []string // what can come next within the rule of the component, not after it
}

// elided replaces the middle of a long chain of productions.
const elided = "…"

// Stop returns the offset of the first character of s at which no sentence of the production at the end of the path
// can continue, and what is open there. The offset is len(s) if s is the beginning of a sentence, and -1 (with a nil
// Open) if s is a sentence. The error is an *[earley.BudgetError] if the general matcher has used up its budget.
func (p *Path) Stop(s string) (at int, open *Open, err error) {
	if p.Rule.HasNoAutomaton() {
		return p.stopGeneral(s)
	}
	if at, _ = p.Rule.Furthest(s); at >= 0 {
		open = p.Open(s[:at])
	}
	return at, open, nil
}

// Begin returns what is open at the start of the production.
func (p *Path) Begin() *Open { return p.open("", true) }

// Open returns what is open after a text that is the beginning of a sentence of the production.
func (p *Path) Open(text string) *Open { return p.open(text, true) }

// OpenIn returns what is open after the shortest text that leads to a state of the automaton. It is for the rest of a
// component after a fault, where the text before is not known. It cannot tell words apart that lead to one state, such
// as "htt" and "ft" of "http" / "ftp".
func (p *Path) OpenIn(state int) *Open {
	if state == engine.Start {
		return p.Begin()
	}
	return p.open(p.Rule.d.access()[state], false)
}

// A readings records which sets of NFA states prefixes of a rule lead to. The minimal automaton is not enough: it has
// one state for all prefixes with the same continuations, whatever productions they are in. It may be used from
// several goroutines.
type readings struct {
	mu    sync.Mutex
	nfa   *automaton.NFA
	chars automaton.CharClasses
	sets  *automaton.Sets
	start int32 // the number of the set in which the rule begins
	opens map[openKey]*Open
}

// An openKey is the key of an [Open]: a set of NFA states in the rule at the end of a path.
type openKey struct {
	path       *Path
	set        int32
	wholeWords bool // see Path.open
}

// open carries out Open and OpenIn. If wholeWords is true, text is from the string itself, and Expected has the whole of
// a word that has begun; otherwise text only stands for others, and Expected has the rest of the word.
func (p *Path) open(text string, wholeWords bool) *Open {
	if p.Rule.HasNoAutomaton() {
		if _, open, err := p.stopGeneral(text); err == nil && open != nil {
			return open
		}
		return &Open{Path: p}
	}
	d := p.Rule.d
	rd := &d.readings
	rd.mu.Lock()
	defer rd.mu.Unlock()
	if rd.nfa == nil {
		rd.nfa = d.nfa()
		rd.chars = automaton.NewCharClasses(d.kind, rd.nfa.Bounds())
		rd.reset()
	}
	key := openKey{p, rd.after(d.kind, rd.start, text), wholeWords}
	found, ok := rd.opens[key]
	if !ok {
		found = p.openAt(rd.nfa, rd.sets.Set(key.set), wholeWords)
		rd.opens[key] = found
	}
	return found
}

// after returns the number of the set after a text.
func (rd *readings) after(kind abnf.Terminals, at int32, s string) int32 {
	for len(s) > 0 {
		if rd.sets.Full() {
			set := rd.sets.Set(at)
			rd.reset()
			at = rd.sets.Number(0, set)
		}
		ch, w, _ := kind.Decode(s)
		s = s[w:]
		at = rd.sets.Step(at, rd.chars.Class(ch), func(_ int32, set automaton.Set, class int) automaton.Set {
			return rd.nfa.StepRune(set, rd.chars.Lo[class])
		})
	}
	return at
}

// reset drops all sets but the start set of the rule.
func (rd *readings) reset() {
	rd.sets, rd.opens = automaton.NewSets(len(rd.chars.Lo)), make(map[openKey]*Open)
	rd.start = rd.sets.Number(0, rd.nfa.Start())
}

// openAt returns what is open in a set of states.
func (p *Path) openAt(nfa *automaton.NFA, set automaton.Set, wholeWords bool) *Open {
	s, alone := p.Rule.d.spec, p.Rule == p.start
	names, depth := openIn(nfa, set, !alone), 0
	if alone {
		names = withoutCharacters(s.Grammar(), nil, names)
		depth = len(names)
	} else {
		names = withoutCharacters(s.Grammar(), s.Profile(), names)
	}
	inner := p
	for _, name := range names[1:] {
		inner = inner.Down(name)
	}
	open := p.newOpen(inner, nfa.Accepts(set), nextNames(s.Grammar(), depth, wholeWords, earley.Reading{NFA: nfa, Set: set}))
	open.InWord = slices.ContainsFunc(nfa.Edges(set), inWord)
	return open
}

// newOpen returns an Open for the productions down to inner, with what can come next within the rule.
func (p *Path) newOpen(inner *Path, ends bool, within []string) *Open {
	open := &Open{Path: inner, Ends: ends, within: slices.Clip(within)} // clipped: an append must not write into it
	if open.Expected = open.within; ends {
		open.Expected = union(within, p.Follow())
	}
	return open
}

// stopGeneral is Stop for a rule without an automaton.
func (p *Path) stopGeneral(s string) (at int, open *Open, err error) {
	found, err := p.Rule.d.general().Stop(s)
	if err != nil {
		return found.At, nil, err
	}
	if found.Match {
		return -1, nil, nil
	}
	g := p.Rule.d.spec.Grammar()
	names := withoutCharacters(g, nil, abnf.Names(found.Open))
	depth := found.Depth - (len(found.Open) - len(names))
	inner := &Path{Rule: MustRule(p.Rule.d.spec, names[len(names)-1]), start: p.start}
	if found.Depth > len(found.Open) {
		names = slices.Insert(names, len(found.Open)/2, elided)
	}
	inner.Names = slices.Concat(p.Names[:len(p.Names)-1], names)
	return found.At, p.newOpen(inner, found.Ends, nextNames(g, depth, true, found.Readings...)), nil
}

// ExpectedAfter returns what can come next after the longest prefix of text that the production can read. After a
// broken percent-encoding it is what could follow a complete one.
func (p *Path) ExpectedAfter(text string) []string {
	if p.Rule.HasNoAutomaton() {
		return p.Open(text).Expected
	}
	at, state := p.Rule.Furthest(text)
	if at > 0 && text[at-1] == '%' {
		state = p.Rule.d.dfa().Step(state, "41")
	}
	return p.OpenIn(state).Expected
}

// ExpectedFirst returns what can be the first character of a component, including what can replace the component: an
// address in brackets for a name; for a path without a leading slash, a path with one or no path.
func (p *Path) ExpectedFirst(comp component.Kind) []string {
	own := p.Begin()
	switch comp {
	case component.RegName:
		profile := p.Rule.d.spec.Profile()
		return union(own.within, profile.Of[profile.Literal()].Root().Begin().Expected, p.Follow())
	case component.PathRootless, component.PathNoscheme:
		return union(own.Expected, []string{`"/"`}, p.Follow())
	}
	return own.Expected
}

// openIn returns the productions of a rule, from the rule itself inwards, that are open in all readings of a set of
// states; each step that can come next is one reading. The end of the string is not a reading: 8a breaks port, though
// a sentence could have ended after the 8. If begun is true, only productions that contain the last character
// and can continue count, if there are any.
func openIn(nfa *automaton.NFA, set automaton.Set, begun bool) []string {
	type chain struct {
		names []string // the productions around a step that can come next
		begun int      // how many of names began before that step; 0 unless the parameter begun is true
	}
	var chains []chain
	for _, edge := range nfa.Edges(set) {
		var c chain
		for f := edge.Occurrence; f != nil; f = f.Parent {
			c.names = append(c.names, f.Rule.Name)
			if c.begun++; !begun || set.Has(f.Start) {
				c.begun = 0
			}
		}
		slices.Reverse(c.names)
		chains = append(chains, c)
	}
	var open []string
	for _, c := range chains {
		closes := slices.ContainsFunc(chains, func(other chain) bool { // another step continues a production that this one ends
			return other.begun > c.begun && slices.Equal(other.names[:c.begun], c.names[:c.begun])
		})
		switch {
		case closes:
		case open == nil:
			open = c.names
		default:
			open = commonPrefix(open, c.names)
		}
	}
	if len(open) == 0 { // no step can come next
		return []string{nfa.Rule.Name}
	}
	return open
}

// withoutCharacters removes the rules at the end of a chain that only name characters, and, if p is not nil, those
// for which [Profile.Inner] is true.
func withoutCharacters(g *abnf.Grammar, p *Profile, open []string) []string {
	for len(open) > 1 {
		last := open[len(open)-1]
		if !namesCharacters(g, g.Rule(last)) && (p == nil || !p.Inner(last)) {
			break
		}
		open = open[:len(open)-1]
	}
	return open
}

// namesCharacters reports whether a rule only names characters, with or without their
// percent-encoding: DIGIT, unreserved, pchar. pct-encoded itself does not: it has parts.
func namesCharacters(g *abnf.Grammar, r *abnf.Rule) bool {
	shortest, longest := g.Lengths(r.Expr)
	return shortest == 1 && (longest == 1 || longest == 3 && oneCharacter(g, r.Expr))
}

// oneCharacter reports whether an expression matches one character in every
// alternative, or "%" with two characters after it.
func oneCharacter(g *abnf.Grammar, e abnf.Expr) bool {
	if shortest, longest := g.Lengths(e); shortest == longest {
		if shortest != 3 {
			return shortest == 1
		}
		percent := true
		g.First(e, func(*abnf.Rule) bool { return false }, func(first string) { percent = percent && first == `"%"` })
		return percent
	}
	switch e := e.(type) {
	case *abnf.Alternation:
		return !slices.ContainsFunc(e.Alts, func(x abnf.Expr) bool { return !oneCharacter(g, x) })
	case *abnf.Reference, *abnf.Prose:
		r := g.Target(e)
		return r != nil && oneCharacter(g, r.Expr)
	}
	return false
}

// commonPrefix returns the elements at the start of a that b starts with too.
func commonPrefix(a, b []string) []string {
	n := 0
	for n < len(a) && n < len(b) && a[n] == b[n] {
		n++
	}
	return a[:n]
}

// Furthest returns the offset of the first character at which no sentence of the rule can continue, and the state of
// the automaton before it. The offset is len(s) if s is the beginning of a sentence, and -1 if s is a sentence. No
// sentence continues at a byte that is not UTF-8, unless the terminals are octets.
func (r Rule) Furthest(s string) (at, state int) {
	d := r.d.dfa()
	state = engine.Start
	for at < len(s) {
		_, w, ok := r.d.kind.Decode(s[at:])
		if !ok {
			return at, state // the automaton may know the byte as the first one of a character
		}
		next := d.Step(state, s[at:at+w])
		if next == engine.Dead {
			return at, state
		}
		state, at = next, at+w
	}
	if d.Accept[state] {
		return -1, state
	}
	return at, state
}

// Prefix returns the length of the shortest sentence of the rule that s begins with; 0 if there is none.
func (r Rule) Prefix(s string) int {
	if r.IsZero() || r.HasNoAutomaton() {
		return 0
	}
	d := r.d.dfa()
	for state, n := engine.Start, 0; n < len(s) && state != engine.Dead; n++ {
		if state = d.Step(state, s[n:n+1]); d.Accept[state] {
			return n + 1
		}
	}
	return 0
}

// A Path leads from the root of a parse tree down to a node: a start rule, and the productions below it. There is one
// Path for all nodes that are reached in the same way, so that its results are computed once.
type Path struct {
	Rule  Rule     // the production of the node
	Names []string // from the start rule down to it; the slice is shared

	start Rule
	mu    sync.Mutex
	below []*Path

	follow func() []string
}

// Root returns the path that is the rule alone.
func (r Rule) Root() *Path { return r.d.root() }

// newPath returns the path down to a rule of the start rule's spec.
func newPath(start, rule Rule, names []string) *Path {
	p := &Path{Rule: rule, Names: slices.Clip(names), start: start}
	p.follow = sync.OnceValue(func() []string { return followOf(start.d.spec.Grammar(), p.Names) })
	return p
}

// Down returns the path to a production that the last one names.
func (p *Path) Down(name string) *Path {
	p.mu.Lock()
	defer p.mu.Unlock()
	for _, q := range p.below {
		if q.Rule.d.name == name {
			return q
		}
	}
	rule := MustRule(p.start.d.spec, name)
	q := newPath(p.start, rule, append(slices.Clip(p.Names), rule.d.name))
	p.below = append(p.below, q)
	return q
}

// Follow returns what can follow the production at the end of the path.
func (p *Path) Follow() []string { return p.follow() }
