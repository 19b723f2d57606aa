package iri

import (
	"fmt"
	"iter"
	"strings"

	"github.com/rfc3987/iri/internal/grammar/abnf"
	"github.com/rfc3987/iri/internal/text/quote"
	"github.com/rfc3987/iri/internal/verdict/explain"
	"github.com/rfc3987/iri/internal/verdict/finding"
)

// CodeInfo describes a code for people. The output of iri explain, the rules in SARIF
// and the documentation come from it.
type CodeInfo struct {
	Code     Code
	Grammar  bool     // a rule of the grammar, always an error; otherwise a prose rule
	Severity Severity // the default
	Title    string   // one line, lower case, no full stop
	Section  string   // RFC 3987 §4.1
	Clause   string   // the sentence of the spec, quoted
	Text     string   // what the rule means and why, a few sentences
	Mend     string   // how to fix an error
	Good     []string // inputs that do not have the finding
	Bad      []string // inputs that have it
	Spec     *Spec    // what the examples are checked against; nil for RFC3987
	Rule     string   // the rule for the examples; empty for the top rule of the spec
	// the command that reports it, if no check of a string does: to-uri --lenient; "Policy" for a code of policies
	Command string
}

// Codes returns the entries of all codes that findings of the built-in specs, of
// conversions and of a [Policy] can have: first the codes of grammar rules, then the others, each sorted
// by name.
func Codes() []CodeInfo {
	entries := explain.Codes()
	all := make([]CodeInfo, len(entries))
	for i, e := range entries {
		all[i] = infoOf(e)
	}
	return all
}

// LookupCode returns the entry of a code, and whether there is one. In a grammar from
// package grammars, the code of a finding is the name of a rule, which may have no entry.
func LookupCode(c Code) (CodeInfo, bool) {
	e, ok := explain.LookupCode(finding.Code(c))
	return infoOf(e), ok
}

// Reasons yields each reason that a finding of this package can have, and the template of its text in
// English: first those of messages, as in Finding.Reason, then those of hints, which begin with
// "hint.". All messages and hints are made of these templates.
//
// In a template, {name} stands for the value with that name in Finding.Params, and for nothing if there
// is none. {name:text} stands for text, in which there may be further places, if there is a value with that
// name. A brace stands for nothing else. Values are quoted from the input, are names of the grammar or
// of Unicode, or numbers: they are not to be translated. A later version may have more reasons, and
// other templates, but not other names of values.
func Reasons() iter.Seq2[string, string] { return finding.Reasons() }

// Translate returns the message and the hint of the finding in another language: template returns the
// template of a reason in that language, in the notation of [Reasons], or "" if there is none. Then,
// and where the finding has no reason or template is nil, the result is Message or Hint.
func (f Finding) Translate(template func(reason string) string) (text, hint string) {
	text = f.Message
	if template == nil {
		return text, f.Hint
	}
	if f.Reason != "" {
		if t := template(f.Reason); t != "" {
			text = finding.Fill(t, f.Params)
		}
	}
	hints := make([]string, len(f.HintReasons))
	for i, name := range f.HintReasons {
		t := template(name)
		if t == "" {
			return text, f.Hint
		}
		hints[i] = finding.Fill(t, f.Params)
	}
	if len(hints) == 0 {
		return text, f.Hint
	}
	return text, strings.Join(hints, "; ")
}

// ParseCode returns the code of [Codes] with that name, without regard to case. The error names a
// code that is similar, if there is one. A program that takes codes from its configuration finds
// typing errors by it: [WithSeverity] takes any Code. Names of rules of a spec from package grammars are not codes to it.
func ParseCode(name string) (Code, error) {
	code, known := explain.ParseCode(name)
	if code != "" {
		return Code(code), nil
	}
	if similar := abnf.Nearest(name, known); similar != "" {
		return "", fmt.Errorf("iri: %s is not a code; did you mean %s?", quote.Quote(name), similar)
	}
	return "", fmt.Errorf("iri: %s is not a code", quote.Quote(name))
}

// infoOf returns the public form of an entry.
func infoOf(e finding.Entry) CodeInfo {
	info := CodeInfo{
		Code: Code(e.Code), Grammar: e.Grammar, Severity: Severity(e.Severity), Title: e.Title, Section: e.Section,
		Clause: e.Clause, Text: e.Text, Mend: e.Mend, Good: e.Good, Bad: e.Bad, Rule: e.Rule, Command: e.Command,
	}
	if e.Spec != nil {
		info.Spec = (*Spec)(e.Spec)
	}
	return info
}
