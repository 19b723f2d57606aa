package iri

import "slices"

// A check is one family of prose rules: what the grammar cannot say. Checks run
// on strings that conform to a rule for whole references, and on no others: where
// the grammar is broken, its findings come first and alone.
type check func(*checker)

// checks lists the families in the order in which they run; findings are sorted
// by offset afterwards.
var checks = []check{}

// A checker is what a check is given: the text, its components, the spec, and a
// place to put findings.
type checker struct {
	s        string
	ref      Ref  // the components of s
	rule     Rule // the rule that s was checked against
	opts     *options
	findings []Finding
}

// severity returns the severity of a code under the options; Off means that the
// check need not be made.
func (c *checker) severity(code Code) Severity {
	if s, ok := c.opts.severity[code]; ok {
		return s
	}
	info, ok := proseInfo[code]
	if !ok {
		return Off
	}
	if info.Severity == Off && c.opts.lint {
		return Warning
	}
	return info.Severity
}

// report adds a finding unless its code is off. Section and ABNF come from the
// code's entry unless the finding gives its own.
func (c *checker) report(f Finding) {
	f.Severity = c.severity(f.Code)
	if f.Severity == Off {
		return
	}
	if f.Section == "" {
		f.Section = proseInfo[f.Code].Section
	}
	c.findings = append(c.findings, f)
}

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

	convert func(s string) error // what Command does to an example
}

// proseInfo holds the entry of every prose code.
var proseInfo = map[Code]CodeInfo{}

// runChecks runs the prose rules on a string that conforms to a rule for whole
// references, and returns the findings sorted by where they start.
func runChecks(s string, ref Ref, rule Rule, o *options) []Finding {
	c := &checker{s: s, ref: ref, rule: rule, opts: o}
	for _, f := range checks {
		f(c)
	}
	slices.SortStableFunc(c.findings, func(a, b Finding) int { return a.Start - b.Start })
	return c.findings
}
