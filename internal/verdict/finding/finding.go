// Package finding holds what is said of a string that was checked or converted. What comes
// in are faults: from blame those of the grammar, from the prose rules those that the
// grammar cannot express. What goes out is a report or an error with all findings, also
// as JSON. The package must not know how faults are found.
//
// Every text that a finding can say stands in one table, which is made of en.txt: a name that stays, and a template in
// English. A [Reason] is the number of an entry, and a [Text] one with the values of its places. Only what renders texts
// reaches the table, so that a program which asks for verdicts alone is linked without it.
package finding

import (
	"slices"
	"strings"

	"github.com/rfc3987/iri/internal/ref/component"
	"github.com/rfc3987/iri/internal/ref/scheme"
	"github.com/rfc3987/iri/internal/ref/spec"
	"github.com/rfc3987/iri/internal/text/quote"
)

// A Code names what a finding is about: the grammar rule that is broken, by the
// name that the spec gives it, or a prose rule. Codes are API and stay; messages
// may change.
type Code string

// A Severity says what a finding means for conformance.
type Severity uint8

// The severities. MUST and MUST NOT are errors, SHOULD is a warning; Off means
// that the check is not made.
const (
	Off Severity = iota
	Warning
	Error
)

// SeverityNames returns the names of all severities.
func SeverityNames() quote.Names { return quote.Names{"off", "warning", "error"} }

// ParseSeverity returns the severity of a name, without regard to case.
func ParseSeverity(name string) (Severity, error) {
	i, err := SeverityNames().Parse("severity", name)
	return Severity(i), err
}

// String returns "off", "warning" or "error".
func (s Severity) String() string {
	switch s {
	case Off:
		return "off"
	case Warning:
		return "warning"
	}
	return "error"
}

// A Finding is one fault of a string: what, where, which rule, how to mend it.
// Offsets are bytes of the input, half open.
type Finding struct {
	Code       Code
	Severity   Severity
	Message    Text
	Start, End int
	Rules      []string // productions from the start rule down: IRI, ihier-part, iauthority, port
	Expected   []string // what could stand at Start, as the grammar names it: DIGIT, "/", end
	Section    string   // where the rule is defined: RFC 3986 §3.2.3
	ABNF       string   // the rule: port = *DIGIT
	Hint       Text     // what was probably meant, for people; often it says nothing
	Also       Text     // what a second hint says
	Guess      *Fix     // what [Settings.Guess] would make the fix, where that was asked and there is none
	// an edit that mends this finding; nil if none is safe, or if it would replace more than 1 MiB. Whether it adds one is
	// tried by who applies it
	Fix *Fix
}

// WithMessage returns the finding with another message. What else it says stays.
func (f Finding) WithMessage(message string) Finding {
	f.Message = f.Message.WithText(message)
	return f
}

// SaysTheSame reports whether the message and the hints of two findings are the same, with the same
// values.
func (f *Finding) SaysTheSame(g *Finding) bool {
	return f.Message.Equal(g.Message) && f.Hint.Equal(g.Hint) && f.Also.Equal(g.Also)
}

// MessageText returns the message in English.
func (f *Finding) MessageText() string { return f.Message.String() }

// HintText returns the hints in English, "" if there is none.
func (f *Finding) HintText() string {
	switch {
	case f.Also.IsZero():
		return f.Hint.String()
	case f.Hint.IsZero():
		return f.Also.String()
	}
	return f.Hint.String() + "; " + f.Also.String()
}

// Reason returns the name of what the message says; "" if it comes from outside and has none.
func (f *Finding) Reason() string { return strings.Join(f.Message.Names(), " ") }

// HintReasons returns the names of what the hints say, in their order.
func (f *Finding) HintReasons() []string { return slices.Concat(f.Hint.Names(), f.Also.Names()) }

// Params returns the values of the message and the hints by their names; nil if there are none.
func (f *Finding) Params() map[string]string {
	var params map[string]string
	for _, t := range [...]*Text{&f.Message, &f.Hint, &f.Also} {
		for name, value := range t.Params {
			if params == nil {
				params = make(map[string]string)
			}
			params[name] = value
		}
	}
	return params
}

// Error returns the message, where, and the rule.
func (f Finding) Error() string { return string(f.appendSentence([]byte("iri: "))) }

// worst returns the index of the first error; of the first finding if none is one.
func worst(findings []Finding) int {
	return max(0, slices.IndexFunc(findings, func(f Finding) bool { return f.Severity == Error }))
}

// A Prefix is a prefix of a file.
type Prefix struct {
	Name      string // without its colon
	Namespace string // what it stands for
}

// A Report is the result of a check of a string. The zero Report has no findings and does
// not conform: nothing was checked.
type Report struct {
	Input       string
	Rule        spec.Rule // the rule that the input was checked against
	Findings    []Finding
	More        int  // how many findings are beyond the limit and not kept
	Errors      int  // how many findings are errors, with those that are not kept
	Grammatical bool // the input conforms to the rule
	Placeholder bool // any text may stand in the place of the input, which should conform: see [Report.Warn]

	// Prefix is one that is declared where the input stands, and with which it may begin; nil for none. It is set
	// before the check.
	Prefix *Prefix

	// Ref is the input with its components, if the check has taken it apart: see
	// [Run.Components]. Otherwise it has no text.
	Ref component.Ref
}

// Conforms reports whether the string matches the rule and no finding is an error, or may be any text.
func (r Report) Conforms() bool { return r.Placeholder || r.Grammatical && r.Errors == 0 }

// Warn says that any text may stand in the place of the input: errors are warnings.
func (r *Report) Warn() {
	r.Placeholder, r.Errors = true, 0
	for i := range r.Findings {
		r.Findings[i].Severity = Warning
	}
}

// The codes of findings that say why a conversion has no result. Other findings of a
// conversion have the codes of the grammar that the input has to conform to.
const (
	CodeHostIDNA     Code = "host-idna" // also a prose rule
	CodeHostUTS46    Code = "host-uts46"
	CodeHostIPv4Like Code = "host-ipv4-like" // also a prose rule
	CodeCharset      Code = "charset"
	CodeReference    Code = "char-reference"
	CodePrepare      Code = "one-reference"
)

// The codes of findings that policies of programs make.
const (
	CodeSchemeNotAllowed Code = "scheme-not-allowed"
	CodeMaxLength        Code = "max-length"
)

// CodeBase is the code of a base that is not absolute.
const CodeBase Code = "base"

// CodeUTF8 is the code for bytes that are not UTF-8 (RFC 3629). The terminals of a
// grammar are characters, so no rule matches such bytes, not even one of LEIRI.
const CodeUTF8 Code = "utf-8"

// CodeBudget is the code for a string of which it is not known whether it conforms, because
// the ways to read it by a rule that refers to itself take too much time or memory.
const CodeBudget Code = "budget"

// Number makes a registry of prose rules: it gives each its number, from 1 on.
func Number(all []*ProseRule) {
	for i, r := range all {
		r.number = i + 1
	}
}

// DefaultMaxFindings is how many findings a report holds unless the settings say
// otherwise.
const DefaultMaxFindings = 100

// Settings are what a user chose: which prose rules are checked, with which severities, and how many findings are kept.
// The zero Settings checks the rules with their default severities and keeps all findings.
type Settings struct {
	GrammarOnly bool        // no prose rule is checked
	Lint        bool        // rules that are off by default are warnings
	Guess       bool        // faults with a likely meaning get it as a fix
	Max         int         // findings that are kept; below 1 there is no limit
	Schemes     *scheme.Own // those that a program describes itself
	severities  []severity  // those that are set, by the number of the rule; copies of the settings share it
}

// A Run is a check of strings: the settings, what is known of the place of the strings, and what is done with the
// reports.
type Run struct {
	Settings

	Namespace bool // the string is what a prefix or a namespace stands for
	ByHand    bool // the string stands in a format that people write by hand, among other notations
	Single    bool // the string stands in a place that has no room for a second one

	GuessSuspicious bool   // the findings of the codes suspicious-… get what was likely meant as a fix, and no others
	FixFirst        bool   // of more findings than Max, only errors and those with a fix are kept
	Components      bool   // the components are wanted: then the report has them after one reading
	Interrupt       func() // called again and again while there are findings, if not nil; it may panic to end a check

	// ParseTree makes the parse tree that says which productions a finding is about; nil for [spec.Interpret].
	ParseTree spec.Matcher
}

// A severity is that which is set for a rule, if one is.
type severity struct {
	set bool
	is  Severity
}

// Set sets the severity of a prose rule; a number that is not a severity is an error. It panics if [Number] has not
// seen the rule: then the setting would be that of another one.
func (o *Settings) Set(r *ProseRule, s Severity) {
	if r.number == 0 {
		panic("finding: the rule " + string(r.Code) + " has no number")
	}
	all := make([]severity, max(len(o.severities), r.number+1))
	copy(all, o.severities)
	all[r.number] = severity{true, min(s, Error)}
	o.severities = all
}

// SetDefault is Set for a rule whose severity is not set.
func (o *Settings) SetDefault(r *ProseRule, s Severity) {
	if !o.isSet(r) {
		o.Set(r, s)
	}
}

// isSet reports whether the severity of a rule is set.
func (o *Settings) isSet(r *ProseRule) bool {
	return r.number < len(o.severities) && o.severities[r.number].set
}

// Default reports whether the prose rules have their default severities.
func (o *Settings) Default() bool { return !o.Lint && o.severities == nil }

// Severity returns the severity of the findings of a prose rule whose default severity is at most ceiling; a severity that
// was set is not limited. Off means that the rule is not checked.
func (o *Settings) Severity(r *ProseRule, ceiling Severity) Severity {
	switch {
	case o.isSet(r):
		return o.severities[r.number].is
	case r.Severity == Off && o.Lint:
		return min(Warning, ceiling)
	}
	return min(r.Severity, ceiling)
}
