// Package spec is a grammar at run time: the specs that are built in and those that are
// read from files, with their rules. What comes in is a rule and a string. What goes out
// is whether the string conforms to the rule, its components, and for an offset or a
// state of the rule's automaton which productions are open and what can come next.
//
// The package must not know findings: the packages above it report strings that do not
// conform, and check what the documents require beyond the grammar.
package spec

import (
	"iter"
	"slices"
	"strings"
	"sync"

	"github.com/rfc3987/iri/internal/grammar/abnf"
	"github.com/rfc3987/iri/internal/grammar/automaton"
	"github.com/rfc3987/iri/internal/grammar/engine"
	"github.com/rfc3987/iri/internal/grammar/tables"
	"github.com/rfc3987/iri/internal/text/lazy"
)

// The specs that are built in.
var (
	// RFC3986 is the URI Generic Syntax: RFC 3986 Appendix A.
	RFC3986 = &Spec{name: "rfc3986"}
	// RFC3987 is the syntax of IRIs: RFC 3987 §2.2.
	RFC3987 = &Spec{name: "rfc3987"}
	// RFC3987bis is the syntax of draft-ietf-iri-3987bis of 2 March 2012, §2.2.
	RFC3987bis = &Spec{name: "rfc3987bis"}
	// LEIRI is the syntax of Legacy extended IRIs: W3C Working Group Note of
	// 3 November 2008 and draft-ietf-iri-3987bis §6.
	LEIRI = &Spec{name: "leiri"}
)

// Specs returns the specs that are built in, oldest first.
func Specs() []*Spec { return slices.Clone(specs()) }

// specs returns one spec for each file in grammar but that of the core rules: first
// those that have a variable, then the others, each after those that it changes. A file that is added
// there becomes a spec with the next make generate, without a change of the code.
func specs() []*Spec { return specList.Get(makeSpecs) }

var specList lazy.Value[[]*Spec]

func makeSpecs() []*Spec {
	all := []*Spec{RFC3986, RFC3987, RFC3987bis, LEIRI}
	for _, o := range tables.Outlines {
		if !slices.ContainsFunc(all, func(s *Spec) bool { return s.name == o.Spec }) {
			all = append(all, &Spec{name: o.Spec})
		}
	}
	return all
}

// A Spec is a grammar at run time. The built-in ones are variables of this
// package; others come from [ReadSpec].
type Spec struct {
	name     string
	read     *specData // of one that was read; nil for a built-in one
	builtin  lazy.Value[*specData]
	profile  lazy.Value[*Profile] // see [Spec.Profile]
	isCustom bool                 // see [Spec.IsCustom]
}

// specData is what a Spec computes from its outline when it is first used. The grammar of a built-in spec is
// unpacked when its rules are looked into, which strings that conform do not need.
type specData struct {
	outline abnf.Outline
	family  Family
	topName string               // also if it cannot be used
	grammar func() *abnf.Grammar // the rules that can be used
	all     func() *abnf.Grammar // with those that cannot
	rules   []*ruleData          // in grammar order
	byName  map[string]*ruleData

	top, reference *ruleData // nil if the grammar names none, or the rule cannot be used

	// Of a grammar that was read:
	refused    []abnf.Refusal // the rules that cannot be used, which grammar does not have
	guessedTop *abnf.Rule     // see [Spec.GuessedTop]
}

// ByName returns the built-in spec of that name, without regard to case.
func ByName(name string) (*Spec, bool) {
	for _, s := range specs() {
		if strings.EqualFold(s.Name(), name) {
			return s, true
		}
	}
	return nil, false
}

// Empty is a spec without a name and without rules.
var Empty = &Spec{read: &specData{grammar: noGrammar, all: noGrammar}}

var emptyGrammar abnf.Grammar

func noGrammar() *abnf.Grammar { return &emptyGrammar }

// OrEmpty returns s, and [Empty] for the nil Spec and the zero Spec.
func (s *Spec) OrEmpty() *Spec {
	if s == nil || s.read == nil && s.name == "" {
		return Empty
	}
	return s
}

// load returns the data of the spec: for a built-in one what is generated from its file in grammar.
func (s *Spec) load() *specData {
	if s.read != nil {
		return s.read
	}
	return s.builtin.Get(s.loadBuiltin)
}

func (s *Spec) loadBuiltin() *specData {
	// A built-in spec has an outline: from that the list of specs is made.
	o := tables.Outlines[slices.IndexFunc(tables.Outlines[:], func(o abnf.Outline) bool { return o.Spec == s.name })]
	return newSpecData(s, o, sync.OnceValue(func() *abnf.Grammar { return tables.Grammar(s.name) }), func(rule string) engines {
		table := sync.OnceValue(func() *engine.Table { return tables.Of(s.name, rule) })
		return engines{table: table, dfa: sync.OnceValue(func() *automaton.DFA { return table().DFA() })}
	})
}

// Profile returns which rules of the spec stand for the components of a reference; nil
// if the spec lacks one of them.
func (s *Spec) Profile() *Profile { return s.profile.Get(func() *Profile { return newProfile(s) }) }

// newSpecData builds the rules of a grammar; reads returns the engines of a rule.
func newSpecData(s *Spec, o abnf.Outline, grammar func() *abnf.Grammar, reads func(rule string) engines) *specData {
	d := &specData{outline: o, topName: o.Top, grammar: grammar, all: grammar, byName: make(map[string]*ruleData)}
	d.family = Family(1 + slices.Index([]string{"uri", "iri", "leiri"}, o.Family))
	for _, name := range o.Rules {
		rd := newRuleData(s, grammar, name, o.Terminals, d.family, reads(name))
		d.rules = append(d.rules, rd)
		d.byName[strings.ToLower(name)] = rd
	}
	d.top, d.reference = d.byName[strings.ToLower(o.Top)], d.byName[strings.ToLower(o.Reference)]
	return d
}

// IsCustom reports whether the spec was read at run time, and is not built in.
func (s *Spec) IsCustom() bool { return s.isCustom }

// Name returns the identifier of the spec: "rfc3987".
func (s *Spec) Name() string { return s.name }

// Grammar returns the grammar of the spec as trees of its rules.
func (s *Spec) Grammar() *abnf.Grammar { return s.load().grammar() }

// Title returns how the spec is cited: "RFC 3987".
func (s *Spec) Title() string { return s.load().outline.Title }

// A Family says what the references of a spec are: URIs, IRIs or LEIRIs. The zero Family is for specs that do not say it.
type Family uint8

// The families: URIs, which have US-ASCII alone, IRIs, and Legacy extended IRIs.
const (
	OtherFamily Family = iota
	URIs
	IRIs
	LEIRIs
)

// Family returns what the references of the spec are, as the header of the grammar says.
func (s *Spec) Family() Family { return s.load().family }

// Includes reports whether every reference of the spec other is known to be one of s, too: what make generate finds for
// built-in specs. To find it out of automata would take too long at run time.
func (s *Spec) Includes(other *Spec) bool {
	return slices.Contains(s.load().outline.Includes, other.Name()) && !other.IsCustom() && !s.IsCustom()
}

// Hash returns the SHA-256 of the rules of a built-in spec in hexadecimal digits; "" for another one.
func (s *Spec) Hash() string { return s.load().outline.Hash }

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
func (s *Spec) Top() Rule { return Rule{s.load().top} }

// Reference returns the rule for references: IRI-reference, URI-reference,
// LEIRI-reference. It is the zero Rule if the spec names none.
func (s *Spec) Reference() Rule { return Rule{s.load().reference} }
