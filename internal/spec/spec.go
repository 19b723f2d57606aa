package spec

import (
	"io/fs"
	"iter"
	"path"
	"slices"
	"strings"
	"sync"
	"sync/atomic"
	"unicode/utf8"

	"github.com/rfc3987/iri/grammar"
	"github.com/rfc3987/iri/internal/abnf"
	"github.com/rfc3987/iri/internal/automaton"
	"github.com/rfc3987/iri/internal/component"
	"github.com/rfc3987/iri/internal/derive"
	"github.com/rfc3987/iri/internal/engine"
	"github.com/rfc3987/iri/internal/tables"
)

// The specs that are built in.
var (
	// RFC3986 is the URI Generic Syntax: RFC 3986 Appendix A.
	RFC3986 = builtin("rfc3986")
	// RFC3987 is the syntax of IRIs: RFC 3987 §2.2.
	RFC3987 = builtin("rfc3987")
	// RFC3987bis is the syntax of draft-ietf-iri-3987bis of 2 March 2012, §2.2.
	RFC3987bis = builtin("rfc3987bis")
	// LEIRI is the syntax of Legacy extended IRIs: W3C Working Group Note of
	// 3 November 2008 and draft-ietf-iri-3987bis §6.
	LEIRI = builtin("leiri")
)

// Specs returns the specs that are built in, oldest first.
func Specs() []*Spec { return slices.Clone(specs()) }

// specs holds one for each file in grammar but that of the core rules: those that
// have a variable, then the others by name. A file that is added there becomes a
// spec when everything is generated anew, without a line of code.
var specs = sync.OnceValue(func() []*Spec {
	all := []*Spec{RFC3986, RFC3987, RFC3987bis, LEIRI}
	files, err := fs.Glob(grammar.Files, "*.abnf")
	if err != nil {
		panic(err) // the pattern is well formed
	}
	for _, f := range files {
		name := strings.TrimSuffix(path.Base(f), ".abnf")
		known := slices.ContainsFunc(all, func(s *Spec) bool { return s.name == name })
		if name != "core" && !known {
			all = append(all, builtin(name))
		}
	}
	return all
})

// SpecByName returns the built-in spec of that name: "rfc3986", "rfc3987",
// "rfc3987bis" or "leiri", without regard to case.
func SpecByName(name string) (*Spec, bool) {
	for _, s := range specs() {
		if strings.EqualFold(s.name, name) {
			return s, true
		}
	}
	return nil, false
}

// A Spec is a grammar at run time. The built-in ones are variables of this
// package; others come from [ReadSpec].
type Spec struct {
	name string
	load func() *specData
	prof func() *Profile // which rules stand for the components; nil if it lacks one
	read bool            // it was read at run time

	// Face is what the room above that shows the spec to callers finds again by it.
	Face any
}

type specData struct {
	grammar *abnf.Grammar
	rules   []*ruleData // in grammar order
	byName  map[string]*ruleData
}

// ruleData is what a Rule points to.
type ruleData struct {
	spec *Spec
	rule *abnf.Rule
	dfa  func() *automaton.DFA

	// What decides: a table of tables_gen.go, or for a grammar that was read at
	// run time one made when it is first needed.
	table func() *engine.Table

	// What makes the parse tree of a grammar that was read at run time.
	program func() (*derive.Program, error)

	// For blame; made when first needed.
	loops  func() loopSet
	expect expectations
	chains chainSet
}

// A Rule is a production of a spec, a start rule that strings can be checked
// against. Rules are comparable. The zero Rule matches no string.
type Rule struct{ d *ruleData }

func builtin(name string) *Spec {
	s := &Spec{name: name}
	s.load = sync.OnceValue(func() *specData {
		g, err := abnf.Load(grammar.Files, ".", name)
		if err != nil {
			panic(err) // a test reads every built-in grammar
		}
		d := newSpecData(s, g)
		for _, r := range d.rules {
			t := tables.Of(name, r.rule.Name)
			r.table = func() *engine.Table { return t }
			r.dfa = sync.OnceValue(t.DFA)
		}
		return d
	})
	s.prof = sync.OnceValue(func() *Profile { return newProfile(s) })
	return s
}

// profile returns which rules stand for the parts of a reference; nil if the spec
// lacks one.
func (s *Spec) Profile() *Profile { return s.prof() }

func newSpecData(s *Spec, g *abnf.Grammar) *specData {
	d := &specData{grammar: g, byName: make(map[string]*ruleData)}
	for _, r := range g.Rules {
		rd := &ruleData{spec: s, rule: r}
		rd.dfa = sync.OnceValue(func() *automaton.DFA {
			a, err := automaton.Compile(g, r.Name)
			if err != nil {
				panic(err) // ReadSpec has compiled it, or a test has
			}
			return a
		})
		rd.table = sync.OnceValue(func() *engine.Table { return engine.New(rd.dfa()) })
		rd.program = sync.OnceValues(func() (*derive.Program, error) { return derive.Compile(g, r) })
		rd.expect.states = sync.OnceValue(func() []atomic.Pointer[expectation] {
			return make([]atomic.Pointer[expectation], rd.dfa().States())
		})
		rd.expect.access = sync.OnceValue(func() []string { return accessStrings(rd.dfa()) })
		rd.loops = sync.OnceValue(func() loopSet { return newLoopSet(rd.dfa()) })
		rd.expect.nfa = sync.OnceValue(func() *automaton.NFA {
			a, err := automaton.CompileNFA(g, r.Name)
			if err != nil {
				panic(err) // its DFA has been made from one
			}
			return a
		})
		d.rules = append(d.rules, rd)
		d.byName[strings.ToLower(r.Name)] = rd
	}
	return d
}

// WasRead reports whether the spec was read at run time and is not built in.
func (s *Spec) WasRead() bool { return s.read }

// Name returns the identifier of the spec: "rfc3987".
func (s *Spec) Name() string { return s.name }

// Title returns how the spec is cited: "RFC 3987".
func (s *Spec) Title() string { return s.load().grammar.Title }

// Rule returns the rule of that name, without regard to case.
func (s *Spec) Rule(name string) (Rule, bool) {
	d := s.load().byName[strings.ToLower(name)]
	return Rule{d}, d != nil
}

// Rules iterates over the rules in the order of the grammar, the core rules of
// RFC 5234 that it uses last.
func (s *Spec) Rules() iter.Seq[Rule] {
	return func(yield func(Rule) bool) {
		for _, d := range s.load().rules {
			if !yield(Rule{d}) {
				return
			}
		}
	}
}

// Top returns the default start rule: IRI, or the spec's own top rule.
func (s *Spec) Top() Rule { r, _ := s.Rule(s.load().grammar.Top); return r }

// Reference returns the rule for references: IRI-reference, URI-reference,
// LEIRI-reference. It is the zero Rule if the spec names none.
func (s *Spec) Reference() Rule { r, _ := s.Rule(s.load().grammar.Reference); return r }

func MustRule(s *Spec, name string) Rule {
	r, ok := s.Rule(name)
	if !ok {
		panic("iri: " + s.name + " has no rule " + name)
	}
	return r
}

// Spec returns the spec that the rule belongs to; nil for the zero Rule.
func (r Rule) Spec() *Spec {
	if r.d == nil {
		return nil
	}
	return r.d.spec
}

// Name returns the rule's name as the grammar spells it.
func (r Rule) Name() string {
	if r.d == nil {
		return ""
	}
	return r.d.rule.Name
}

// String returns the rule's name.
func (r Rule) String() string { return r.Name() }

// ABNF returns the rule's definition on one line: "port = *DIGIT".
func (r Rule) ABNF() string {
	if r.d == nil {
		return ""
	}
	return r.d.rule.Source
}

// Section returns the section that defines the rule: "RFC 3986 §3.2.3".
func (r Rule) Section() string {
	if r.d == nil {
		return ""
	}
	return r.d.rule.Section
}

// Valid reports whether s conforms to the rule. It does not allocate. Text that
// is not UTF-8 conforms to no rule.
func (r Rule) Valid(s string) bool { return r.d != nil && r.d.table().Match(s) }

// IsZero reports whether r is the zero Rule.
func (r Rule) IsZero() bool { return r.d == nil }

// whole reports whether the rule names a whole reference of a built-in spec.
func (r Rule) IsWhole() bool { return r.WholeReference() && !r.d.spec.read }

// WholeReference reports whether the rule names a whole reference: IRI,
// absolute-IRI, IRI-reference, irelative-ref or a namesake in another spec. Only
// what such a rule matches has components, and the rules in prose are only for
// those of the built-in specs. A spec that was read has such rules if it changes a
// built-in one.
func (r Rule) WholeReference() bool { return r.d != nil && r.d.spec.Profile().IsWhole(r) }

// furthest returns the offset of the first character at which no sentence of the
// rule can go on, and the state of the automaton before it: len(s) if s is only
// the beginning of a sentence, -1 if s is a sentence. A byte that is not UTF-8 is
// such a character.
func (r Rule) Furthest(s string) (at, state int) {
	d := r.d.dfa()
	state = 1
	for at < len(s) {
		ch, w := utf8.DecodeRuneInString(s[at:])
		if ch == utf8.RuneError && w == 1 {
			return at, state // no character, though its byte may begin one
		}
		next := d.Step(state, s[at:at+w])
		if next == 0 {
			return at, state
		}
		state, at = next, at+w
	}
	if d.Accept[state] {
		return -1, state
	}
	return at, state
}

// chain returns the chain of a component under the rule, which names a whole
// reference, for a string with or without a scheme.
func (r Rule) Chain(p *Profile, comp component.Kind, schemed bool) *Chain {
	return r.d.chains.get(r, p, comp, schemed)
}
