package spec

import (
	"errors"
	"runtime"
	"slices"
	"strings"
	"sync"
	"sync/atomic"

	"github.com/rfc3987/iri/internal/grammar/abnf"
	"github.com/rfc3987/iri/internal/grammar/automaton"
	"github.com/rfc3987/iri/internal/grammar/earley"
	"github.com/rfc3987/iri/internal/grammar/roles"
)

// maxWork is how much work the automata of all rules of a grammar may be, as
// [automaton.CompileMeasured] counts it: about a second. Rules beyond it get none, and are
// matched as those are that have none because they refer to themselves.
const maxWork = 5 << 24

// Refused returns the rules of a grammar that was read which cannot be used, in the
// order of the grammar. [Spec.Rule] and [Spec.Rules] do not return them.
func (s *Spec) Refused() []abnf.Refusal { return slices.Clone(s.load().refused) }

// TopName returns the name of the default rule, also if it cannot be used.
func (s *Spec) TopName() string { return s.load().topName }

// AllRules returns the grammar of the spec with the rules that cannot be used.
func (s *Spec) AllRules() *abnf.Grammar { return s.load().all() }

// Widest returns the default rule where no header names one and it is not the first rule of
// the files: no other rule uses it, and most rules are reached from it. Else it is nil.
func (s *Spec) Widest() *abnf.Rule { return s.load().widest }

// WidestOf is [Spec.Widest] of files that need not make a spec.
func WidestOf(files ...GrammarFile) *abnf.Rule {
	r, err := readGrammar(files)
	if err != nil {
		return nil
	}
	return r.widest
}

// An Inspection is what [InspectGrammar] finds.
type Inspection struct {
	Grammar *abnf.Grammar // with the rules that cannot be used; nil if there are faults for which none can be used
	Faults  abnf.ErrorList
	Top     string         // the default rule; empty if there is none
	Usable  []string       // the rules that can be used as start rules, in the order of the grammar
	Refused []abnf.Refusal // those that cannot be used, in the order of the grammar
}

// InspectGrammar returns every fault of the files with warnings, and which of the rules
// can be used. With faults of the header no rule is usable, and none
// is listed as refused for a reason of its own. Warnings about a built-in file that the
// files change are left out. The error says that there is no file.
func InspectGrammar(files ...GrammarFile) (Inspection, error) {
	r, err := readGrammar(files)
	if err != nil {
		return Inspection{}, err
	}
	var in Inspection
	if r.grammar != nil {
		in.Top = r.grammar.Top
	}
	if len(r.blocking) == 0 {
		in.Grammar = r.grammar
		d, refused := r.compileUsable(&Spec{name: r.grammar.Spec})
		for _, rd := range d.rules {
			if !rd.rule().Core {
				in.Usable = append(in.Usable, rd.name)
			}
		}
		in.Refused = refused
	}
	in.Faults = r.faults(files)
	return in, nil
}

// Resolve returns the grammar and the faults of [InspectGrammar], but for the faults that only the automata
// of rules show: it makes none, and so takes little time. The error says that there is no file.
func Resolve(files ...GrammarFile) (*abnf.Grammar, abnf.ErrorList, error) {
	r, err := readGrammar(files)
	if err != nil {
		return nil, nil, err
	}
	if len(r.blocking) > 0 {
		r.grammar = nil
	}
	return r.grammar, r.faults(files), nil
}

// faults returns the faults without the warnings about files that are built in or in the library.
func (r *reading) faults(files []GrammarFile) abnf.ErrorList {
	return slices.DeleteFunc(r.list, func(e *abnf.Error) bool {
		return e.Warning && !slices.ContainsFunc(files, func(g GrammarFile) bool { return !g.Library && g.Name == e.Pos.File })
	})
}

// usable returns the rules that can be used; nil if there is none but core rules.
func (r *reading) usable(s *Spec) *specData {
	d, refused := r.compileUsable(s)
	d.refused, d.all, d.topName, d.widest = refused, func() *abnf.Grammar { return r.grammar }, r.grammar.Top, r.widest
	if r.list.Err() != nil && !slices.ContainsFunc(d.rules, func(rd *ruleData) bool { return !rd.rule().Core }) {
		return nil
	}
	return d
}

// newReadData makes the rules of a grammar that was read.
func newReadData(s *Spec, g *abnf.Grammar) *specData {
	o := g.Outline()
	o.NamesFirst = roles.NamesFirst(g)
	return newSpecData(s, o, func() *abnf.Grammar { return g })
}

// compileUsable makes the automata of all rules, so that none can fail later, and
// leaves out the rules that cannot be used. It adds a fault for each automaton that is
// too large.
func (r *reading) compileUsable(s *Spec) (*specData, []abnf.Refusal) {
	refused := r.grammar.Refused(r.list)
	g := without(r.grammar, refused)
	d := newReadData(s, g)
	if large := d.compile(); len(large) > 0 {
		for _, l := range large {
			r.list = append(r.list, &abnf.Error{
				Pos: l.Rule.Pos, Code: abnf.TooLarge, Rule: l.Rule.Name, Msg: l.Rule.Name + " is too large: " + l.Why,
			})
			r.line(r.list[len(r.list)-1])
		}
		for i := range large {
			large[i].Why = "is too large: " + large[i].Why
		}
		// A rule can be refused for both reasons, so spread all causes over the whole
		// grammar.
		causes := slices.DeleteFunc(slices.Clone(refused), func(x abnf.Refusal) bool { return len(x.Path) > 1 })
		refused = r.grammar.Spread(append(causes, large...))
		left := without(r.grammar, refused)
		byRule := make(map[*abnf.Rule]*ruleData)
		for _, rd := range d.rules {
			byRule[rd.rule()] = rd
		}
		d = newReadData(s, left)
		for _, rd := range d.rules {
			rd.table, rd.dfa, rd.general = byRule[rd.rule()].table, byRule[rd.rule()].dfa, byRule[rd.rule()].general
		}
	}
	return d, refused
}

// widest is [Spec.Widest] of the grammars of files, of which g is made.
func widest(parsed []*abnf.Grammar, g *abnf.Grammar) *abnf.Rule {
	var first *abnf.Rule
	for _, p := range parsed {
		if p.Top != "" || p.Changes != "" {
			return nil
		}
		if first == nil && len(p.Rules) > 0 {
			first = p.Rules[0]
		}
	}
	if g == nil || first == nil || strings.EqualFold(g.Top, first.Name) {
		return nil
	}
	return g.Rule(g.Top)
}

// without returns the grammar without the rules that are refused.
func without(g *abnf.Grammar, refused []abnf.Refusal) *abnf.Grammar {
	no := make(map[*abnf.Rule]bool)
	for _, x := range refused {
		no[x.Rule] = true
	}
	return g.Only(func(r *abnf.Rule) bool { return !no[r] })
}

// compile makes the automata of all rules, and the general programs of those that have
// none. It returns the rules for which they are too large. A rule is compiled after those
// that it uses, and not if one of them is too large: then it is too large as well, and
// finding that out again would take as long. When all automata together are more than
// maxWork, the rules that are left get no automaton; nor does a rule whose own one is too
// large, but may still be matched without it.
func (d *specData) compile() []abnf.Refusal {
	c := compilation{d: d, order: d.usedFirst(), results: make(map[*ruleData]*compiled, len(d.rules))}
	c.cycles = d.grammar().CyclesOf(d.grammar().Rules)
	c.set = sync.OnceValue(func() *earley.Set {
		var rules []*abnf.Rule
		for _, r := range d.grammar().Rules {
			if c.cycles.General(r) {
				rules = append(rules, r)
			}
		}
		return earley.NewSet(d.grammar(), rules, c.cycles.General)
	})
	c.calls = sync.OnceValue(func() *earley.Set {
		return earley.NewSet(d.grammar(), d.grammar().Rules, func(r *abnf.Rule) bool { return c.cycles.General(r) || len(d.grammar().Uses(r)) > 0 })
	})
	c.shared = sharedRules(d, c.order)
	c.end = len(c.order)
	for _, rd := range c.order {
		c.results[rd] = &compiled{done: make(chan struct{})}
	}
	var wg sync.WaitGroup
	for range runtime.GOMAXPROCS(0) {
		wg.Go(func() {
			for i := int(c.next.Add(1)) - 1; i < len(c.order); i = int(c.next.Add(1)) - 1 {
				c.one(i)
			}
		})
	}
	wg.Wait()
	for i := c.end; i < len(c.order); i++ { // also those that have been made in vain, so that every run gives the same
		rd := c.order[i]
		res := c.results[rd]
		if c.cycles.General(rd.rule()) || c.shared[rd] != nil || i == c.end && (res.bad || rd.general != nil) {
			continue
		}
		res.bad, res.why, rd.dfa = c.usesBad(rd), "", nil
		if !res.bad {
			c.alone(rd, res)
		}
	}
	var out []abnf.Refusal
	for _, rd := range d.rules { // in grammar order
		if why := c.results[rd].why; why != "" {
			out = append(out, abnf.Refusal{Rule: rd.rule(), Code: abnf.TooLarge, Path: []*abnf.Rule{rd.rule()}, Why: why})
		}
	}
	return out
}

// A compilation makes the automata of all rules.
type compilation struct {
	d       *specData
	order   []*ruleData             // a rule after those that it uses
	shared  map[*ruleData]*ruleData // see sharedRules
	results map[*ruleData]*compiled
	cycles  *abnf.Cycles
	set     func() *earley.Set // of the rules that are not regular
	calls   func() *earley.Set // of all rules, without copies of those that use others
	next    atomic.Int64       // the next rule to compile

	// What is counted in order, so that the rule with which the work becomes too much is
	// the same in every run.
	mu      sync.Mutex
	counted int // how many rules
	work    int
	end     int // the place of the rule with which the work is too much
}

// A compiled is what has become of a rule; it may be read when done is closed.
type compiled struct {
	done  chan struct{}
	bad   bool   // the rule is too large, or uses one that is
	why   string // it is too large; empty if it only uses one that is
	large bool   // its automaton is too large, or that of a rule that it uses

	copies bool // its general program is too large with copies of the rules that it uses
	work   int
}

// one compiles a rule.
func (c *compilation) one(i int) {
	rd := c.order[i]
	res := c.results[rd]
	defer c.count()
	defer close(res.done)
	if b := c.shared[rd]; b != nil {
		rd.table, rd.dfa = b.table, b.dfa
		return
	}
	for _, u := range c.d.grammar().Uses(rd.rule()) {
		if c.cycles.Group(u) == c.cycles.Group(rd.rule()) {
			continue // rules that refer to each other: none of them comes first
		}
		used := c.results[c.d.byName[strings.ToLower(u.Name)]]
		<-used.done
		res.bad, res.large = res.bad || used.bad, res.large || used.large
	}
	c.mu.Lock()
	spent := c.end < len(c.order)
	c.mu.Unlock()
	if res.bad || spent && !c.cycles.General(rd.rule()) {
		return
	}
	if c.cycles.General(rd.rule()) {
		if p, err := c.set().Program(rd.rule()); err != nil {
			res.fail(err)
		} else {
			rd.general = func() *earley.Program { return p }
		}
		return
	}
	var a *automaton.DFA
	if !res.large {
		var err error
		a, res.work, err = automaton.CompileMeasured(c.d.grammar(), rd.name)
		res.large = err != nil
	}
	if res.large {
		c.alone(rd, res)
		return
	}
	rd.dfa = func() *automaton.DFA { return a }
}

// alone gives a rule without an automaton a general program of its own. Here it is only tried
// out: a grammar may have thousands of them, of which one is asked for.
func (c *compilation) alone(rd *ruleData, res *compiled) {
	for _, u := range c.d.grammar().Uses(rd.rule()) {
		res.copies = res.copies || c.results[c.d.byName[strings.ToLower(u.Name)]].copies
	}
	if res.copies { // it would be too large with copies of the rules that it uses, as one of them is
		p, err := c.calls().Program(rd.rule())
		if err != nil {
			res.fail(err)
			return
		}
		rd.general = func() *earley.Program { return p }
		return
	}
	try := func() (*earley.Program, error) { return earley.Compile(c.d.grammar(), rd.rule(), c.cycles.General) }
	p, err := try()
	if err != nil {
		res.fail(err)
		return
	}
	res.copies = res.copies || p.Copies()
	rd.general = sync.OnceValue(func() *earley.Program {
		p, _ := try()
		return p
	})
}

// usesBad reports whether a rule uses one that is too large.
func (c *compilation) usesBad(rd *ruleData) bool {
	return slices.ContainsFunc(c.d.grammar().Uses(rd.rule()), func(u *abnf.Rule) bool {
		return c.results[c.d.byName[strings.ToLower(u.Name)]].bad
	})
}

// fail notes that a rule is too large.
func (res *compiled) fail(err error) {
	res.bad, res.why = true, err.Error()
	if cause := errors.Unwrap(err); cause != nil { // without "rule NAME: "
		res.why = cause.Error()
	}
}

// count counts the work of the rules that have been compiled.
func (c *compilation) count() {
	c.mu.Lock()
	defer c.mu.Unlock()
	for ; c.counted < c.end; c.counted++ {
		res := c.results[c.order[c.counted]]
		select {
		case <-res.done:
		default:
			return
		}
		if c.work += res.work; c.work > maxWork {
			c.end = c.counted
		}
	}
}

// usedFirst returns the rules, each after those that it uses.
func (d *specData) usedFirst() []*ruleData {
	var out []*ruleData
	seen := make(map[*abnf.Rule]bool)
	var visit func(r *abnf.Rule)
	visit = func(r *abnf.Rule) {
		if seen[r] {
			return
		}
		seen[r] = true
		for _, u := range d.grammar().Uses(r) {
			visit(u)
		}
		out = append(out, d.byName[strings.ToLower(r.Name)])
	}
	for _, rd := range d.rules {
		visit(rd.rule())
	}
	return out
}
