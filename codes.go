package iri

import (
	"github.com/rfc3987/iri/internal/explain"
	"github.com/rfc3987/iri/internal/report"
)

// CodeInfo describes a code for people: iri explain, SARIF and the documentation
// are made from it.
type CodeInfo struct {
	Code     Code
	Grammar  bool     // a rule of the grammar, always an error; else a rule in prose
	Severity Severity // the default
	Title    string   // one line, lower case, no full stop
	Section  string   // RFC 3987 §4.1
	Clause   string   // the sentence of the spec, quoted
	Text     string   // what the rule means and why, a few sentences
	Mend     string   // how to mend it
	Good     []string // inputs that do not have the finding
	Bad      []string // inputs that have it
	Spec     *Spec    // what the examples are checked against; nil for RFC3987
	Rule     string   // and the rule; empty for the spec's top rule
	Command  string   // the command that gives it for the examples, if that is a conversion: to-uri --lenient
}

// Codes returns the entries of all codes that findings about the built-in specs
// and about conversions can have: first those of the grammars, then the others,
// each in the order of their names.
func Codes() []CodeInfo {
	entries := explain.Codes()
	all := make([]CodeInfo, len(entries))
	for i, e := range entries {
		all[i] = infoOf(e)
	}
	return all
}

// LookupCode returns the entry of a code. Findings by a rule that has no entry,
// as those of a grammar of one's own, have the rule's name for a code.
func LookupCode(c Code) (CodeInfo, bool) {
	e, ok := explain.LookupCode(report.Code(c))
	return infoOf(e), ok
}

// infoOf returns the face of an entry.
func infoOf(e report.Entry) CodeInfo {
	info := CodeInfo{
		Code: Code(e.Code), Grammar: e.Grammar, Severity: Severity(e.Severity), Title: e.Title, Section: e.Section,
		Clause: e.Clause, Text: e.Text, Mend: e.Mend, Good: e.Good, Bad: e.Bad, Rule: e.Rule, Command: e.Command,
	}
	if e.Spec != nil {
		info.Spec = e.Spec.Face.(*Spec)
	}
	return info
}
