package spec

import (
	"slices"
	"strings"

	"github.com/rfc3987/iri/internal/grammar/abnf"
)

// Refused returns the rules of a grammar that was read which cannot be used, in the
// order of the grammar. [Spec.Rule] and [Spec.Rules] do not return them.
func (s *Spec) Refused() []abnf.Refusal { return slices.Clone(s.load().refused) }

// TopName returns the name of the default rule, also if it cannot be used.
func (s *Spec) TopName() string { return s.load().topName }

// AllRules returns the grammar of the spec with the rules that cannot be used.
func (s *Spec) AllRules() *abnf.Grammar { return s.load().all() }

// GuessedTop returns the default rule where no header names one and it is not the first rule of
// the files: no other rule uses it, and most rules are reached from it. Else it is nil.
func (s *Spec) GuessedTop() *abnf.Rule { return s.load().guessedTop }

// GuessedTopOf is [Spec.GuessedTop] of files that need not make a spec.
func GuessedTopOf(files ...GrammarFile) *abnf.Rule {
	r, err := readGrammar(files)
	if err != nil {
		return nil
	}
	return r.guessedTop
}

// An Inspection is what [InspectGrammar] finds.
type Inspection struct {
	Spec    *Spec         // what [ReadSpec] returns; nil if no rule can be used
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
		var g *abnf.Grammar
		in.Spec, g, in.Refused = r.spec()
		for _, rule := range g.Rules {
			if !rule.Core {
				in.Usable = append(in.Usable, rule.Name)
			}
		}
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

// spec returns the spec of the rules that can be used, nil if there is none but core rules, the grammar of these rules,
// and the rules that cannot be used.
func (r *reading) spec() (*Spec, *abnf.Grammar, []abnf.Refusal) {
	g, made, refused := r.compileUsable()
	if r.list.Err() != nil && !slices.ContainsFunc(g.Rules, func(r *abnf.Rule) bool { return !r.Core }) {
		return nil, g, refused
	}
	g = r.named(*g)
	all := r.named(*r.grammar)
	o := g.Outline()
	o.NamesFirst = g.NamesFirst()
	s := &Spec{name: g.Spec, isCustom: true}
	s.read = newSpecData(s, o, func() *abnf.Grammar { return g }, func(name string) engines { return made[g.Rule(name)] })
	s.read.topName, s.read.all, s.read.refused, s.read.guessedTop = all.Top, func() *abnf.Grammar { return all },
		refused, r.guessedTop
	return s, g, refused
}

// compileUsable makes the engines of all rules, so that none can fail later, and returns the
// grammar without the rules that cannot be used. It adds a fault for each automaton that is
// too large.
func (r *reading) compileUsable() (*abnf.Grammar, map[*abnf.Rule]engines, []abnf.Refusal) {
	refused := r.grammar.Refused(r.list)
	g := without(r.grammar, refused)
	made, large := compile(g)
	if len(large) > 0 {
		for i, l := range large {
			large[i].Why = "is too large: " + l.Why
			e := &abnf.Error{Pos: l.Rule.Pos, Code: abnf.TooLarge, Rule: l.Rule.Name, Msg: l.Rule.Name + " " +
				large[i].Why}
			r.list = append(r.list, e)
			r.line(e)
		}
		// A rule can be refused for both reasons, so spread all causes over the whole
		// grammar.
		causes := slices.DeleteFunc(slices.Clone(refused), func(x abnf.Refusal) bool { return len(x.Path) > 1 })
		refused = r.grammar.Propagate(append(causes, large...))
		g = without(r.grammar, refused)
	}
	return g, made, refused
}

// guessedTop is [Spec.GuessedTop] of the grammars of files that g is made of.
func guessedTop(parsed []*abnf.Grammar, g *abnf.Grammar) *abnf.Rule {
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
