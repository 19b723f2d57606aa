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

// An Open says what is open at a place in a text that a rule reads, and how the text can go on there. It is shared.
type Open struct {
	// Path leads to the innermost production that is open. Of a rule that is read by itself it is the innermost one in
	// every way in which the text can have been read (docs/blame.md, rule 7). Of a component it is the innermost one in
	// which the last character was read and that can go on, without those that are only characters of the one above
	// them: see [Profile.Inner]. For a rule that has no automaton, Names has at most 64 names and "…" between them.
	Path *Path
	// Expected is what can come next, as the grammar names it: within the production and, if it can end there, what can
	// follow it, such as "end".
	Expected []string
	Ends     bool // a sentence of the rule can end there
	InWord   bool // a literal with letters has begun and not ended

	within []string // what can come next within the rule of the component
}

// elided stands for the middle of a long chain of productions.
const elided = "…"

// Stop returns the offset of the first character of s at which no sentence of the production at the end of the path can
// go on, and what is open there: len(s) if s is only the beginning of a sentence, -1 and nil if it is one. The error says
// that the budget of the general matcher is used up: it is an *[earley.BudgetError].
func (p *Path) Stop(s string) (at int, open *Open, err error) {
	if p.Rule.HasNoAutomaton() {
		return p.stopGeneral(s)
	}
	if at, _ = p.Rule.Furthest(s); at >= 0 {
		open = p.Open(s[:at])
	}
	return at, open, nil
}

// Begin returns what is open where the production begins.
func (p *Path) Begin() *Open { return p.open("", true) }

// Open returns what is open after a text, which is the beginning of a sentence of the production.
func (p *Path) Open(text string) *Open { return p.open(text, true) }

// OpenIn does what Open does after the shortest text that leads to a state of the automaton: for a component, in which
// reading goes on after a fault, and what is said of two texts with the same continuations is mostly the same. Which
// words have begun it does not know: "htt" and "ft" lead to one state of "http" / "ftp".
func (p *Path) OpenIn(state int) *Open {
	if state == engine.Start {
		return p.Begin()
	}
	return p.open(p.Rule.d.access()[state], false)
}

// readings follows prefixes of one rule by the sets of states in which its NFA can be: the minimal automaton has one
// state for all prefixes that can go on in the same way, and does not know how they were read. It may be used from many
// goroutines.
type readings struct {
	mu    sync.Mutex
	nfa   *automaton.NFA
	chars automaton.CharClasses
	sets  *automaton.Sets
	start int32 // the number of the set in which the rule begins
	known map[place]*Open
}

// A place is a set of states of the NFA at the end of a path. Whole says that the text which leads there is known.
type place struct {
	path  *Path
	set   int32
	whole bool
}

// open does what [Path.Open] does. A word that has begun is named as a whole if the text is that of the string, and with
// what is left of it if other texts lead to the place, too.
func (p *Path) open(text string, whole bool) *Open {
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
	at := place{p, rd.after(d.kind, rd.start, text), whole}
	found, ok := rd.known[at]
	if !ok {
		found = p.opened(rd.nfa, rd.sets.Set(at.set), whole)
		rd.known[at] = found
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

// reset forgets everything but the set in which the rule begins.
func (rd *readings) reset() {
	rd.sets, rd.known = automaton.NewSets(len(rd.chars.Lo)), make(map[place]*Open)
	rd.start = rd.sets.Number(0, rd.nfa.Start())
}

// opened returns what is open in a set of states.
func (p *Path) opened(nfa *automaton.NFA, set automaton.Set, whole bool) *Open {
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
	open := p.answer(inner, nfa.Accepts(set), nextNames(s.Grammar(), depth, whole, earley.Reading{NFA: nfa, Set: set}))
	open.InWord = slices.ContainsFunc(nfa.Edges(set), inWord)
	return open
}

// answer returns that the productions down to one are open, and what can come next within the rule.
func (p *Path) answer(inner *Path, ends bool, within []string) *Open {
	open := &Open{Path: inner, Ends: ends, within: slices.Clip(within)} // clipped: an append must not write into it
	if open.Expected = open.within; ends {
		open.Expected = union(within, p.Follow())
	}
	return open
}

// stopGeneral does what Stop does, for a rule without an automaton.
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
	return found.At, p.answer(inner, found.Ends, nextNames(g, depth, true, found.Readings...)), nil
}

// ExpectedAfter returns what can come next after what the production can read of a text. After a broken percent-encoding
// it is what can come next once that is mended.
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

// ExpectedFirst returns what can stand at the first character of a component: what
// it can begin with, and what else can stand in its place. For a name that is an
// address in brackets, for a path without a slash at its start one with it or none.
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

// openIn returns the productions of a rule that are open in a set of states in every reading, from the rule itself down
// to the innermost one: each step that can come next is a reading. That the string could also end there is not one: 8a
// breaks port, though a sentence could have ended after the 8. With begun, what begins and ends there is left out: the
// productions that are open are those in which the last character was read and that can go on, if there are any.
func openIn(nfa *automaton.NFA, set automaton.Set, begun bool) []string {
	type chain struct {
		names []string // of a step that can come next
		begun int      // how many of them have begun before; 0 if that does not matter
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
		closes := slices.ContainsFunc(chains, func(other chain) bool { // another step goes on in what this one ends
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
	if len(open) == 0 { // nothing can come next
		return []string{nfa.Rule.Name}
	}
	return open
}

// withoutCharacters returns a chain without the rules at its end that only name characters, and, with a profile,
// without those of which [Profile.Inner] is true.
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

// Furthest returns the offset of the first character at which no sentence of the
// rule can go on, and the state of the automaton before it. The offset is len(s) if s
// is only the beginning of a sentence, and -1 if s is a sentence. A byte that is not
// UTF-8 is a character at which no sentence can go on, unless the terminals are octets.
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
