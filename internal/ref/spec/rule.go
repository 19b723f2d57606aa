package spec

import (
	"slices"
	"strings"
	"sync"

	"github.com/rfc3987/iri/internal/grammar/abnf"
	"github.com/rfc3987/iri/internal/grammar/automaton"
	"github.com/rfc3987/iri/internal/grammar/parsetree"
	"github.com/rfc3987/iri/internal/ref/component"
	"github.com/rfc3987/iri/internal/text/lazy"
)

// A Rule is a production of a spec, a start rule that strings can be checked
// against. Rules are comparable. The zero Rule matches no string.
type Rule struct{ d *ruleData }

// ruleData is what a Rule points to. The functions compute their result when it is
// first needed.
type ruleData struct {
	spec    *Spec
	name    string // as the grammar spells it
	rule    func() *abnf.Rule
	kind    abnf.Terminals
	family  Family
	program func() (*parsetree.Program, error) // what derives strings from the rule
	engines

	// What reports of strings that do not conform need.
	published func() bool       // see [Rule.AsPublished]
	bytes     func() *[256]bool // of the sentences
	words     func() []string   // see [Rule.Words]
	nfa       func() *automaton.NFA
	access    func() []string // by state of the automaton: a shortest text that leads to it
	readings  readings
	root      func() *Path
	frames    sync.Map // of a rule that names whole references: *Frame by shape

	encodedURI lazy.Value[bool] // see [Rule.EncodedIsURI]

	counterparts func() []Rule // see [Rule.Counterparts]
}

// newRuleData returns the data of a rule of a grammar, with what reads its strings.
func newRuleData(s *Spec, grammar func() *abnf.Grammar, name string, kind abnf.Terminals, family Family, reads engines) *ruleData {
	rd := &ruleData{spec: s, name: name, rule: func() *abnf.Rule { return grammar().Rule(name) }, kind: kind,
		family: family, engines: reads}
	rd.program = sync.OnceValues(func() (*parsetree.Program, error) { return parsetree.Compile(grammar(), rd.rule()) })
	rd.bytes = sync.OnceValue(func() *[256]bool { return bytesOf(rd.dfa()) })
	rd.words = sync.OnceValue(func() []string { return wordsOf(grammar(), rd.rule()) })
	rd.published = sync.OnceValue(rd.isPublished)
	rd.counterparts = sync.OnceValue(rd.findCounterparts)
	rd.nfa = sync.OnceValue(func() *automaton.NFA {
		a, err := automaton.CompileNFA(grammar(), name)
		if err != nil {
			panic(err) // the DFA was made from the same rule
		}
		return a
	})
	rd.access = sync.OnceValue(func() []string { return rd.dfa().Access() })
	rd.root = sync.OnceValue(func() *Path { return newPath(Rule{rd}, Rule{rd}, []string{name}) })
	return rd
}

// noRule is the data of the zero Rule: no spec, and an empty name.
var noRule = &ruleData{rule: func() *abnf.Rule { return &emptyRule }}

var emptyRule abnf.Rule

func (r Rule) orNone() *ruleData {
	if r.d == nil {
		return noRule
	}
	return r.d
}

// MustRule returns the rule of a spec with that name. It panics if there is none.
func MustRule(s *Spec, name string) Rule {
	r, ok := s.Rule(name)
	if !ok {
		panic("iri: " + s.name + " has no rule " + name)
	}
	return r
}

// Spec returns the spec that the rule belongs to; nil for the zero Rule.
func (r Rule) Spec() *Spec { return r.orNone().spec }

// Family returns the family of the rule's spec.
func (r Rule) Family() Family { return r.orNone().family }

// Name returns the rule's name as the grammar spells it.
func (r Rule) Name() string { return r.orNone().name }

// String returns the rule's name.
func (r Rule) String() string { return r.Name() }

// ABNF returns the rule's definition on one line: "port = *DIGIT".
func (r Rule) ABNF() string { return r.orNone().rule().Source }

// Section returns the section that defines the rule: "RFC 3986 §3.2.3", or "changed from RFC 3986 §3.2.3".
func (r Rule) Section() string { return r.orNone().rule().Cites() }

// Valid reports whether s conforms to the rule. It does not allocate, if the rule has an
// automaton. Text that is not UTF-8 conforms to no rule, unless the terminals
// of the grammar are octets.
func (r Rule) Valid(s string) bool {
	if r.d == nil {
		return false
	}
	if r.d.isGeneral() {
		ok, err := r.d.general().Match(strings.Clone(s)) // which it keeps: s may be on the stack of the caller
		return ok && err == nil
	}
	return r.d.table().Match(s)
}

// HasNoAutomaton reports whether strings are matched by a general parser, which takes more time and memory. The rule
// has no automaton if it is recursive or uses a recursive rule, or if the automata of its grammar would be too large
// together.
func (r Rule) HasNoAutomaton() bool { return r.d != nil && r.d.isGeneral() }

// Bytes returns which bytes the strings that conform to the rule may have.
func (r Rule) Bytes() (set [256]bool) {
	if r.d == nil {
		return set
	}
	return r.d.table().Bytes()
}

// Counterparts returns the rules of other built-in specs that correspond to the rule, that of the oldest spec first;
// nil if it does not name a whole reference. It leaves out rules that the rule includes. They are computed on the
// first call, because that loads the other specs.
func (r Rule) Counterparts() []Rule { return r.d.counterparts() }

func (d *ruleData) findCounterparts() (all []Rule) {
	r, p := Rule{d}, d.spec.Profile()
	if !p.IsWhole(r) {
		return nil
	}
	for _, other := range specs() {
		if other == d.spec || d.spec.Includes(other) {
			continue
		}
		q := other.Profile()
		if q == nil || other.Top() != q.Top {
			continue // it describes something else, such as URNs by the rules of RFC 3986
		}
		same := q.Top
		switch r {
		case p.Reference:
			same = q.Reference
		case p.Relative:
			same = q.Relative
		case p.Absolute:
			same = q.Absolute
		}
		if !same.IsZero() {
			all = append(all, same)
		}
	}
	return all
}

// IsZero reports whether r is the zero Rule.
func (r Rule) IsZero() bool { return r.d == nil }

// IsWhole reports whether the rule names a whole reference: IRI, absolute-IRI, IRI-reference, irelative-ref or the
// corresponding rule of another spec. Only strings of such rules have components and are checked by prose rules. A
// spec that was read has such rules if its header names them, or if it changes a built-in spec.
func (r Rule) IsWhole() bool { return r.d != nil && r.d.spec.Profile().IsWhole(r) }

// DFA returns the automaton of the rule; nil if it is [Rule.HasNoAutomaton], or the zero Rule.
func (r Rule) DFA() *automaton.DFA {
	if r.d == nil || r.d.isGeneral() {
		return nil
	}
	return r.d.dfa()
}

// Automaton returns the automaton that the table of the rule runs: that of [Rule.DFA], but that some of its
// states may have the same future. It is soon made.
func (r Rule) Automaton() *automaton.DFA {
	if r.d.isGeneral() {
		return nil
	}
	return r.d.table().Automaton()
}

// Expr returns the expression that defines the rule.
func (r Rule) Expr() abnf.Expr { return r.d.rule().Expr }

// Definition returns the rule as the grammar has it.
func (r Rule) Definition() *abnf.Rule { return r.d.rule() }

// Terminals returns what the strings consist of that the rule matches: characters of UTF-8, or
// octets.
func (r Rule) Terminals() abnf.Terminals { return r.orNone().kind }

// Program returns the program that derives strings from the rule.
func (r Rule) Program() (*parsetree.Program, error) { return r.d.program() }

// Uses returns the rules that the rule is made of, directly or by way of others,
// in the order in which a reader meets them. The rule itself is not among them.
func (r Rule) Uses() []Rule {
	if r.d == nil {
		return nil
	}
	var uses []Rule
	for _, used := range r.d.spec.Grammar().Closure(r.d.rule())[1:] {
		uses = append(uses, MustRule(r.d.spec, used.Name))
	}
	return uses
}

// UsedBy returns the rules whose definitions name the rule, in grammar order.
func (r Rule) UsedBy() []Rule {
	if r.d == nil {
		return nil
	}
	g, own := r.d.spec.Grammar(), r.d.rule()
	var users []Rule
	for user := range r.d.spec.Rules() {
		if user != r && slices.Contains(g.Uses(user.d.rule()), own) {
			users = append(users, user)
		}
	}
	return users
}

// Quoter returns a quoter of a text that is read by the rule. By the header of the grammar the rule may stand for an
// authority or a userinfo. Where the header names no components, a rule with that name in RFC 3986 or RFC 3987 does.
func (r Rule) Quoter(text string) component.Quoter {
	q := component.Quoter{Text: text}
	p := r.profile()
	for _, kind := range [...]component.Kind{component.Authority, component.Userinfo} {
		if p != nil && r == p.Of[kind] || p == nil && strings.TrimPrefix(r.Name(), "i") == component.Names[kind] {
			q.As = kind
		}
	}
	return q
}

// Redact returns a text that is read by the rule, with "xxxxx" in place of what may be a password in it.
func (r Rule) Redact(text string) string {
	q := r.Quoter(text)
	return q.Redacted()
}
