package spec

import (
	"errors"
	"slices"
	"sync"

	"github.com/rfc3987/iri/internal/grammar/abnf"
	"github.com/rfc3987/iri/internal/grammar/automaton"
	"github.com/rfc3987/iri/internal/grammar/earley"
	"github.com/rfc3987/iri/internal/grammar/engine"
)

// maxWork is how much work the automata of all rules of a grammar may be, as
// [automaton.CompileMeasured] counts it: about a second. Rules beyond it get none, and are
// matched as those are that have none because they refer to themselves.
const maxWork = 5 << 24

// engines read the strings of a rule. The functions compute their result when it is first needed.
type engines struct {
	table func() *engine.Table // what Valid and Split run
	dfa   func() *automaton.DFA

	// Of a rule without an automaton: what matches it, and the table and the DFA are nil. It may return nil for one
	// that turns out to have an automaton.
	general func() *earley.Program
}

// isGeneral reports whether the rule has no automaton.
func (e engines) isGeneral() bool { return e.program() != nil }

// program returns what matches a rule without an automaton, nil for others.
func (e engines) program() *earley.Program {
	if e.general == nil {
		return nil
	}
	return e.general()
}

// automatonOf returns the engines of a rule with an automaton.
func automatonOf(a *automaton.DFA) engines {
	return engines{
		table: sync.OnceValue(func() *engine.Table { return engine.New(a) }),
		dfa:   func() *automaton.DFA { return a },
	}
}

// compile makes the automata of all rules, and the general programs of those that have
// none. It returns the rules for which both are too large. A rule is compiled after those
// that it uses, and not if one of them is too large: then it is too large as well. Rules that
// are surely not too large are compiled when they are asked for. When the other automata together
// took more than maxWork, the rules that are left get no automaton. If all rules can be matched
// without an automaton, compile does not find out which of them get one before one is asked for:
// many programs only ask which rules can be used.
func compile(g *abnf.Grammar) (made map[*abnf.Rule]engines, large []abnf.Refusal) {
	c := compilation{g: g, cycles: g.CyclesOf(g.Rules), order: g.UsedFirst(), made: make(map[*abnf.Rule]engines),
		results: make(map[*abnf.Rule]*compiled)}
	c.set = sync.OnceValue(func() *earley.Machines {
		var rules []*abnf.Rule
		for _, r := range g.Rules {
			if c.cycles.UsesNesting(r) {
				rules = append(rules, r)
			}
		}
		return earley.NewSet(g, rules, c.cycles.UsesNesting)
	})
	c.calls = sync.OnceValue(func() *earley.Machines {
		return earley.NewSet(g, g.Rules, func(r *abnf.Rule) bool { return c.cycles.UsesNesting(r) || len(g.Uses(r)) > 0 })
	})
	c.sizes = earley.NewSizes(g, c.cycles.UsesNesting)
	c.shared = sharedRules(g, c.order)
	if !c.needNoAutomata() {
		c.all()
		for _, r := range g.Rules {
			if why := c.results[r].why; why != "" {
				large = append(large, abnf.Refusal{Rule: r, Code: abnf.TooLarge, Path: []*abnf.Rule{r}, Why: why})
			}
		}
		return c.made, large
	}
	all := sync.OnceValue(c.all)
	made = make(map[*abnf.Rule]engines)
	for _, r := range c.order {
		if e, ok := c.ownEngines(r); ok {
			made[r] = e
			continue
		}
		of := sync.OnceValue(func() engines { return all()[r] })
		made[r] = engines{
			table:   func() *engine.Table { return of().table() },
			dfa:     func() *automaton.DFA { return of().dfa() },
			general: func() *earley.Program { return of().program() },
		}
	}
	return made, nil
}

// A compilation makes the engines of all rules.
type compilation struct {
	g       *abnf.Grammar
	cycles  *abnf.Cycles
	order   []*abnf.Rule // each rule after those that it uses
	shared  map[*abnf.Rule]*ruleData
	made    map[*abnf.Rule]engines
	results map[*abnf.Rule]*compiled // of the rules so far
	fit     earley.Fit               // of the rules that have no engines of their own and are not in set
	set     func() *earley.Machines  // of the rules that are not regular
	calls   func() *earley.Machines  // of all rules, without copies of those that use others
	sizes   *earley.Sizes
	work    int // of the automata so far
}

// A compiled is what has become of a rule.
type compiled struct {
	bad   bool   // the rule is too large, or uses one that is
	why   string // it is too large; empty if it only uses one that is
	large bool   // its automaton is too large, or that of a rule that it uses
}

// all compiles all rules.
func (c *compilation) all() map[*abnf.Rule]engines {
	for _, r := range c.order {
		c.results[r] = new(compiled)
		c.one(r, c.results[r])
	}
	return c.made
}

// needNoAutomata reports whether every rule can be used, also if it gets no automaton. It sets fit.
func (c *compilation) needNoAutomata() bool {
	var alone []*abnf.Rule
	fits := true
	for _, r := range c.order {
		if _, ok := c.ownEngines(r); ok {
			continue
		}
		if c.cycles.UsesNesting(r) { // it is too large
			fits = false
		} else {
			alone = append(alone, r)
		}
	}
	c.fit = earley.Try(c.g, alone, c.cycles.UsesNesting)
	return fits && !slices.ContainsFunc(alone, func(r *abnf.Rule) bool { return c.fit.Err(r) != nil })
}

// used returns the rules that a rule uses, without those that use it as well.
func (c *compilation) used(r *abnf.Rule) []*abnf.Rule {
	return slices.DeleteFunc(c.g.Uses(r), func(u *abnf.Rule) bool { return c.cycles.Group(u) == c.cycles.Group(r) })
}

// ownEngines returns the engines of a rule if they do not depend on how other rules are compiled.
func (c *compilation) ownEngines(r *abnf.Rule) (e engines, ok bool) {
	switch b := c.shared[r]; {
	case b != nil:
		return b.engines, true
	case c.cycles.UsesNesting(r):
		p, err := c.set().Program(r)
		return engines{general: func() *earley.Program { return p }}, err == nil
	case c.sizes.Fits(r):
		return c.whenAsked(r), true
	}
	return engines{}, false
}

// one compiles a rule.
func (c *compilation) one(r *abnf.Rule, res *compiled) {
	for _, u := range c.used(r) {
		used := c.results[u]
		res.bad, res.large = res.bad || used.bad, res.large || used.large
	}
	if res.bad {
		return
	}
	if e, ok := c.ownEngines(r); ok {
		c.made[r] = e
		return
	}
	if c.cycles.UsesNesting(r) {
		_, err := c.set().Program(r)
		c.general(r, res, nil, err)
		return
	}
	if !res.large && c.work <= maxWork {
		a, work, err := automaton.CompileMeasured(c.g, r.Name)
		c.work += work
		if res.large = err != nil; !res.large && c.work <= maxWork {
			c.made[r] = automatonOf(a)
			return
		}
	}
	c.alone(r, res)
}

// whenAsked returns the engines of a rule which is surely not too large for a general program.
func (c *compilation) whenAsked(r *abnf.Rule) engines {
	made := sync.OnceValues(func() (*automaton.DFA, *earley.Program) {
		if a, err := automaton.Compile(c.g, r.Name); err == nil {
			return a, nil
		}
		p, err := earley.Compile(c.g, r, c.cycles.UsesNesting)
		if err != nil {
			panic(err)
		}
		return nil, p
	})
	e := engines{dfa: func() *automaton.DFA { a, _ := made(); return a }}
	e.table = sync.OnceValue(func() *engine.Table { return engine.New(e.dfa()) })
	e.general = func() *earley.Program { _, p := made(); return p }
	return e
}

// alone gives a rule without an automaton a general program of its own, which is made when it is asked for: a grammar
// may have thousands of such rules. If copies of the rules that they use make some too large, all are without them.
func (c *compilation) alone(r *abnf.Rule, res *compiled) {
	c.general(r, res, sync.OnceValue(func() *earley.Program {
		if c.fit.Copies() {
			p, _ := c.calls().Program(r)
			return p
		}
		p, _ := earley.Compile(c.g, r, c.cycles.UsesNesting)
		return p
	}), c.fit.Err(r))
}

// general gives a rule a general program, or notes that it is too large.
func (c *compilation) general(r *abnf.Rule, res *compiled, program func() *earley.Program, err error) {
	if err == nil {
		c.made[r] = engines{general: program}
		return
	}
	res.bad, res.why = true, err.Error()
	if cause := errors.Unwrap(err); cause != nil { // without "rule NAME: "
		res.why = cause.Error()
	}
}
