// Package grammars reads grammars that are not built in, in the notation of RFC 5234 and RFC 7405, and says what is wrong
// with them, where a spec comes from, and which of its productions strings use. Their rules are those of package iri.
package grammars

import (
	"fmt"
	"strings"

	"github.com/rfc3987/iri"
	"github.com/rfc3987/iri/internal/grammar/abnf"
	"github.com/rfc3987/iri/internal/ref/spec"
)

// A File is a file in the notation of RFC 5234 and RFC 7405. The name is
// used in messages, and as the name of the spec if the file does not give one.
type File struct {
	Name string
	Text []byte

	// Library says that the file, NAME.abnf, is only there to be found: it is read if
	// another file names the spec NAME, to change it or to take rules of it.
	Library bool
}

// A Fault is one fault of a grammar file: in its notation, or in how its rules
// fit together. Lines and columns count from 1, columns in characters.
type Fault struct {
	File      string
	Line, Col int          // 0 if the fault has no single place
	Code      string       // "syntax", "undefined-rule", "prose" …
	Severity  iri.Severity // iri.SeverityWarning if the grammar can still be used
	Rule      string       // the rule that has the fault; empty outside of rules
	Message   string
	Expected  string // what is allowed there; empty if nothing is misplaced
	Text      string // the line
}

// String returns "file:line:col: message".
func (f Fault) String() string {
	return abnf.Pos{File: f.File, Line: f.Line, Col: f.Col}.String() + ": " + f.Message
}

// faultsOf returns the public form of the faults of a grammar.
func faultsOf(list abnf.ErrorList) []Fault {
	if list == nil {
		return nil
	}
	out := make([]Fault, len(list))
	for i, e := range list {
		severity := iri.SeverityError
		if e.Warning {
			severity = iri.SeverityWarning
		}
		out[i] = Fault{
			File: e.Pos.File, Line: e.Pos.Line, Col: e.Pos.Col, Code: e.Code, Severity: severity,
			Rule: e.Rule, Message: e.Msg, Expected: e.Expected, Text: e.Line,
		}
	}
	return out
}

// An Error is the error of [Read]: all that is wrong with the files, in
// order. Find it with errors.As.
type Error struct{ Faults []Fault }

func (e *Error) Error() string {
	if e == nil {
		e = new(Error)
	}
	lines := make([]string, len(e.Faults))
	for i, f := range e.Faults {
		lines[i] = f.String()
	}
	return strings.Join(lines, "\n")
}

// Read reads a grammar that is not built in, in the notation of RFC 5234 and RFC
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
// The other rules can be used all the same. [Refused] names those that cannot. If
// the default rule is one of them, [iri.Spec.Top] is the zero Rule.
//
// A rule may refer to itself, directly or through others. If it does so only at its end or
// only at its start, it is regular as other rules are. If not, all ways of reading a string
// are followed at once, which takes time and memory in proportion to its length unless the
// rule is ambiguous, and at most about a second and 768 MiB: a
// string that takes more does not conform, and its finding has the code budget.
//
// The error is a *[Error] that names file, line and column of every fault, if
// there are faults of the header, or if no rule can be used.
func Read(files ...File) (*iri.Spec, error) {
	s, err := spec.ReadSpec(filesOf(files)...)
	if list, ok := err.(abnf.ErrorList); ok {
		return nil, &Error{faultsOf(list)}
	}
	if err != nil {
		return nil, err
	}
	return (*iri.Spec)(s), nil
}

// filesOf returns the internal form of grammar files.
func filesOf(files []File) []spec.GrammarFile {
	out := make([]spec.GrammarFile, len(files))
	for i, f := range files {
		out[i] = spec.GrammarFile{Name: f.Name, Text: f.Text, Library: f.Library}
	}
	return out
}

// A Refusal is a rule of a grammar that was read which cannot be used as a start
// rule. As an error it says so, and why.
type Refusal struct {
	Name   string
	Code   string   // of the fault: "undefined-rule", "prose", "import" or "too-large"
	Reason string   // "it uses b (a > b), which refers to c, which is not defined"
	Path   []string // from the rule to the one in which the fault lies
}

func (r Refusal) Error() string {
	return fmt.Sprintf("the rule %s cannot be used: %s", r.Name, r.Reason)
}

// Refused returns the rules of a grammar that was read which cannot be used, in the
// order of the grammar; none for a built-in spec. [iri.Spec.Rule] and [iri.Spec.Rules] do not
// return them.
func Refused(s *iri.Spec) []Refusal { return refusedOf(in(s).Refused()) }

// TopName returns the name of the default rule, also if that rule cannot be used and
// [iri.Spec.Top] is the zero Rule.
func TopName(s *iri.Spec) string { return in(s).TopName() }

// An Inspection is what [Inspect] finds.
type Inspection struct {
	Faults  []Fault   // those that [Read] finds, and warnings that it ignores, but none of a built-in grammar
	Top     string    // the default rule; empty if there is none
	Usable  []string  // the rules that can be used as start rules, without core rules
	Refused []Refusal // those that cannot be used
}

// Inspect returns every fault and warning of the files, and says which rules can be used as start
// rules: none, if there are faults of the header. There is an error if no
// file is given.
func Inspect(files ...File) (Inspection, error) {
	in, err := spec.InspectGrammar(filesOf(files)...)
	return inspectionOf(in), err
}

// inspectionOf returns an inspection of the API.
func inspectionOf(in spec.Inspection) Inspection {
	return Inspection{faultsOf(in.Faults), in.Top, in.Usable, refusedOf(in.Refused)}
}

// refusedOf returns refused rules of the API.
func refusedOf(rules []abnf.Refusal) []Refusal {
	var out []Refusal
	for _, r := range rules {
		out = append(out, Refusal{r.Rule.Name, r.Code, r.Reason(), abnf.Names(r.Path)})
	}
	return out
}

// A Source says what an [iri.Spec] was made from, so that a report can say years later what
// strings were checked against. Hashes are in hexadecimal digits.
type Source struct {
	Document string // how the document is cited: "RFC 3987"
	Date     string // when it was published: "2005-01", "2012-03-02"; empty if the grammar does not say

	// SHA256 is the hash of the text of the document that the grammar was extracted from; empty if
	// the grammar does not say.
	SHA256 string

	// Rules is the SHA-256 of the rules of a built-in spec: of a line for each rule, in the order of
	// [iri.Spec.Rules], with its definition in one spelling. It is empty for a spec from [Read]: the
	// bytes of its files are the caller's.
	Rules string
}

// SourceOf returns what a spec was made from, as the header of its grammar says: the fields
// "title", "date" and "sha256". "iri grammar update" and "iri grammar extract" write them.
func SourceOf(s *iri.Spec) Source {
	g := in(s).Grammar()
	return Source{Document: g.Title, Date: g.Date, SHA256: g.SHA256, Rules: in(s).Hash()}
}

// in returns the internal form of a spec, that of one without rules for nil.
func in(s *iri.Spec) *spec.Spec { return (*spec.Spec)(s).OrEmpty() }
