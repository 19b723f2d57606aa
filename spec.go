package iri

import (
	"fmt"
	"iter"
	"strings"

	"github.com/rfc3987/iri/internal/grammar/abnf"
	"github.com/rfc3987/iri/internal/ref/spec"
)

// The specs that are built in.
var (
	// RFC3986 is the URI Generic Syntax: RFC 3986 Appendix A.
	RFC3986 = (*Spec)(spec.RFC3986)
	// RFC3987 is the syntax of IRIs: RFC 3987 §2.2.
	RFC3987 = (*Spec)(spec.RFC3987)
	// RFC3987bis is the syntax of draft-ietf-iri-3987bis of 2 March 2012, §2.2.
	RFC3987bis = (*Spec)(spec.RFC3987bis)
	// LEIRI is the syntax of Legacy extended IRIs: W3C Working Group Note of
	// 3 November 2008 and draft-ietf-iri-3987bis §6.
	LEIRI = (*Spec)(spec.LEIRI)
)

// Specs returns the specs that are built in, oldest first.
func Specs() []*Spec {
	var all []*Spec
	for _, s := range spec.Specs() {
		all = append(all, (*Spec)(s))
	}
	return all
}

// SpecByName returns the built-in spec of that name: "rfc3986", "rfc3987",
// "rfc3987bis" or "leiri", without regard to case.
func SpecByName(name string) (*Spec, bool) {
	s, ok := spec.ByName(name)
	return (*Spec)(s), ok
}

// A Spec is a grammar at run time. The built-in ones are variables of this
// package; others come from [ReadSpec].
//
// The nil Spec and the zero Spec have no name and no rules.
type Spec specification

type specification = spec.Spec

// in returns the internal form of the spec, that of one without rules for the nil Spec and
// the zero Spec.
func (s *Spec) in() *spec.Spec { return (*spec.Spec)(s).OrEmpty() }

// A Rule is a production of a spec. Strings can be checked against every rule. Rules are
// comparable. The zero Rule matches no string.
type Rule struct{ rule spec.Rule }

// Name returns the identifier of the spec: "rfc3987".
func (s *Spec) Name() string { return s.in().Name() }

// Title returns the name by which the spec is cited: "RFC 3987".
func (s *Spec) Title() string { return s.in().Title() }

// A SpecSource says what a [Spec] was made from, so that a report can say years later what
// strings were checked against. Hashes are in hexadecimal digits.
type SpecSource struct {
	Document string // how the document is cited: "RFC 3987"
	Date     string // when it was published: "2005-01", "2012-03-02"; empty if the grammar does not say

	// SHA256 is the hash of the text of the document that the grammar was extracted from; empty if
	// the grammar does not say.
	SHA256 string

	// Rules is the SHA-256 of the rules of a built-in spec: of a line for each rule, in the order of
	// [Spec.Rules], with its definition in one spelling. It is empty for a spec from [ReadSpec]: the
	// bytes of its files are the caller's.
	Rules string
}

// Source returns what the spec was made from, as the header of its grammar says: the fields
// "title", "date" and "sha256". "iri grammar update" and "iri grammar extract" write them.
func (s *Spec) Source() SpecSource {
	g := s.in().Grammar()
	return SpecSource{Document: g.Title, Date: g.Date, SHA256: g.SHA256, Rules: s.in().Hash()}
}

// Rule returns the rule of that name, without regard to case.
func (s *Spec) Rule(name string) (Rule, bool) {
	r, ok := s.in().Rule(name)
	return Rule{r}, ok
}

// Rules iterates over the rules in the order of the grammar. The core rules of RFC 5234
// that it uses come last.
func (s *Spec) Rules() iter.Seq[Rule] {
	return func(yield func(Rule) bool) {
		for r := range s.in().Rules() {
			if !yield(Rule{r}) {
				return
			}
		}
	}
}

// Top returns the default start rule: IRI, or the spec's own top rule.
func (s *Spec) Top() Rule { return Rule{s.in().Top()} }

// Reference returns the rule for references: IRI-reference, URI-reference,
// LEIRI-reference. It is the zero Rule if the spec names none.
func (s *Spec) Reference() Rule { return Rule{s.in().Reference()} }

// Spec returns the spec that the rule belongs to; nil for the zero Rule.
func (r Rule) Spec() *Spec { return (*Spec)(r.rule.Spec()) }

// Name returns the rule's name as the grammar spells it.
func (r Rule) Name() string { return r.rule.Name() }

// String returns the rule's name.
func (r Rule) String() string { return r.rule.String() }

// ABNF returns the rule's definition on one line: "port = *DIGIT".
func (r Rule) ABNF() string { return r.rule.ABNF() }

// Section returns the section that defines the rule: "RFC 3986 §3.2.3"; "changed from RFC 3986 §3.2.3" where the
// grammar has another definition.
func (r Rule) Section() string { return r.rule.Section() }

// Valid reports whether s conforms to the grammar alone, by this rule. It does not allocate if
// the rule is regular, as those of the built-in specs are. Text that is not UTF-8 does not conform to any rule. [Rule.Check] also checks what the
// documents demand in prose.
func (r Rule) Valid(s string) bool { return r.rule.Valid(s) }

// WholeReference reports whether the rule names a whole reference: IRI,
// absolute-IRI, IRI-reference, irelative-ref or the corresponding rule of another
// spec. Only a string that is parsed by such a rule has components. A spec from
// [ReadSpec] has such rules if it changes a built-in spec. The prose rules are checked
// only for such rules of the built-in specs.
func (r Rule) WholeReference() bool { return r.rule.IsWhole() }

// Uses returns the rules that the rule uses, directly or through other rules, in the
// order of their first use. The rule itself is not among them.
func (r Rule) Uses() []Rule { return publicRules(r.rule.Uses()) }

// UsedBy returns the rules whose definitions name the rule, in the order of
// the grammar.
func (r Rule) UsedBy() []Rule { return publicRules(r.rule.UsedBy()) }

// publicRules returns the public form of rules.
func publicRules(rules []spec.Rule) []Rule {
	if rules == nil {
		return nil
	}
	out := make([]Rule, len(rules))
	for i, u := range rules {
		out[i] = Rule{u}
	}
	return out
}

// Examples returns up to n strings that conform to the rule, the shortest first, and
// up to n that do not conform because of one character. They are made from the grammar,
// and they are the same on each call.
func (r Rule) Examples(n int) (good, bad []string) { return r.rule.Examples(n) }

// A GrammarFile is a file in the notation of RFC 5234 and RFC 7405. The name is
// used in messages, and as the name of the spec if the file does not give one.
type GrammarFile struct {
	Name string
	Text []byte

	// Library says that the file, NAME.abnf, is only there to be found: it is read if
	// another file names the spec NAME, to change it or to take rules of it.
	Library bool
}

// A GrammarFault is one fault of a grammar file: in its notation, or in how its rules
// fit together. Lines and columns count from 1, columns in characters.
type GrammarFault struct {
	File      string
	Line, Col int      // 0 if the fault has no single place
	Code      string   // "syntax", "undefined", "prose" …
	Severity  Severity // SeverityWarning if the grammar can still be used
	Rule      string   // the rule that has the fault; empty outside of rules
	Message   string
	Expected  string // what is allowed there; empty if nothing is misplaced
	Text      string // the line
}

// String returns "file:line:col: message".
func (f GrammarFault) String() string {
	return abnf.Pos{File: f.File, Line: f.Line, Col: f.Col}.String() + ": " + f.Message
}

// faultsOf returns the public form of the faults of a grammar.
func faultsOf(list abnf.ErrorList) []GrammarFault {
	if list == nil {
		return nil
	}
	out := make([]GrammarFault, len(list))
	for i, e := range list {
		severity := SeverityError
		if e.Warning {
			severity = SeverityWarning
		}
		out[i] = GrammarFault{
			File: e.Pos.File, Line: e.Pos.Line, Col: e.Pos.Col, Code: e.Code, Severity: severity,
			Rule: e.Rule, Message: e.Msg, Expected: e.Expected, Text: e.Line,
		}
	}
	return out
}

// A GrammarError is the error of [ReadSpec]: all that is wrong with the files, in
// order. Find it with errors.As.
type GrammarError struct{ Faults []GrammarFault }

func (e *GrammarError) Error() string {
	if e == nil {
		e = new(GrammarError)
	}
	lines := make([]string, len(e.Faults))
	for i, f := range e.Faults {
		lines[i] = f.String()
	}
	return strings.Join(lines, "\n")
}

// ReadSpec reads a grammar that is not built in, in the notation of RFC 5234 and RFC
// 7405. Several files are read as one, in their order.
//
// The comments at the start of a file can name the spec that it changes and the default
// rules:
//
//	; changes: rfc3986
//	; top: URI
//	; reference: URI-reference
//
// The spec that it changes is built in or is another one of the files. A prose value that names a rule of another
// document, <host, see [URI], Section 3.2.2>, stands for that rule if its grammar is built in or is another one of the
// files; "; import: rfc3986 (host as uri-host, port)" in the header takes rules under other names. Without "top", the
// default rule is the one that no other rule uses and from which most rules are reached. Core rules need not be
// defined.
//
// Some rules cannot be used: a rule with a fault in its definition, a rule that names one which is not
// defined, a rule with a description in prose or with a rule of a document that is not there, a rule whose automaton
// is too large, and every rule that uses such a rule.
// The other rules can be used all the same. [Spec.Refused] names those that cannot. If
// the default rule is one of them, [Spec.Top] is the zero Rule.
//
// A rule may refer to itself, directly or through others. If it does so only at its end or
// only at its start, it is regular as other rules are. If not, all ways of reading a string
// are followed at once, which takes time and memory in proportion to its length unless the
// rule is ambiguous, and at most about a second and 768 MiB: a
// string that takes more does not conform, and its finding has the code budget.
//
// The error is a *[GrammarError] that names file, line and column of every fault, if
// there are faults of the header, or if no rule can be used.
func ReadSpec(files ...GrammarFile) (*Spec, error) {
	s, err := spec.ReadSpec(filesOf(files)...)
	if list, ok := err.(abnf.ErrorList); ok {
		return nil, &GrammarError{faultsOf(list)}
	}
	if err != nil {
		return nil, err
	}
	return (*Spec)(s), nil
}

// filesOf returns the internal form of grammar files.
func filesOf(files []GrammarFile) []spec.GrammarFile {
	out := make([]spec.GrammarFile, len(files))
	for i, f := range files {
		out[i] = spec.GrammarFile{Name: f.Name, Text: f.Text, Library: f.Library}
	}
	return out
}

// A RefusedRule is a rule of a grammar that was read which cannot be used as a start
// rule. As an error it says so, and why.
type RefusedRule struct {
	Name   string
	Code   string   // of the fault: "undefined", "prose", "import" or "too-large"
	Reason string   // "it uses b (a > b), which refers to c, which is not defined"
	Path   []string // from the rule to the one in which the fault lies
}

func (r RefusedRule) Error() string {
	return fmt.Sprintf("the rule %s cannot be used: %s", r.Name, r.Reason)
}

// Refused returns the rules of a grammar that was read which cannot be used, in the
// order of the grammar; none for a built-in spec. [Spec.Rule] and [Spec.Rules] do not
// return them.
func (s *Spec) Refused() []RefusedRule { return refusedOf(s.in().Refused()) }

// TopName returns the name of the default rule, also if that rule cannot be used and
// [Spec.Top] is the zero Rule.
func (s *Spec) TopName() string { return s.in().TopName() }

// A GrammarInspection is what [InspectGrammar] finds.
type GrammarInspection struct {
	Faults  []GrammarFault // those that [ReadSpec] finds, and warnings that it ignores, but none of a built-in grammar
	Top     string         // the default rule; empty if there is none
	Usable  []string       // the rules that can be used as start rules, without core rules
	Refused []RefusedRule  // those that cannot be used
}

// InspectGrammar returns every fault and warning of the files, and says which rules can be used as start
// rules: none, if there are faults of the header. There is an error if no
// file is given.
func InspectGrammar(files ...GrammarFile) (GrammarInspection, error) {
	in, err := spec.InspectGrammar(filesOf(files)...)
	return inspectionOf(in), err
}

// inspectionOf returns an inspection of the API.
func inspectionOf(in spec.Inspection) GrammarInspection {
	return GrammarInspection{faultsOf(in.Faults), in.Top, in.Usable, refusedOf(in.Refused)}
}

// refusedOf returns refused rules of the API.
func refusedOf(rules []abnf.Refusal) []RefusedRule {
	var out []RefusedRule
	for _, r := range rules {
		out = append(out, RefusedRule{r.Rule.Name, r.Code, r.Reason(), abnf.Names(r.Path)})
	}
	return out
}
