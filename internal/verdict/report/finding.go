// Package report holds what is said of a string that was checked or converted. What comes
// in are faults: from blame those of the grammar, from the prose rules those that the
// grammar cannot express. What goes out is a report or an error with all findings, also
// as JSON. The package must not know how faults are found.
package report

import (
	"slices"
	"strconv"

	"github.com/rfc3987/iri/internal/ref/component"
	"github.com/rfc3987/iri/internal/ref/spec"
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
	Message    string
	Start, End int
	Rules      []string // productions from the start rule down: IRI, ihier-part, iauthority, port
	Expected   []string // what could stand at Start, as the grammar names it: DIGIT, "/", end
	Section    string   // where the rule is defined: RFC 3986 §3.2.3
	ABNF       string   // the rule: port = *DIGIT
	Hint       string   // what was probably meant, for people; often empty
	Fix        *Fix     // an edit that mends this finding and adds none; nil if none is safe, or if it would replace more than 1 MiB
}

// Error returns the message, where, and the rule.
func (f Finding) Error() string { return "iri: " + f.sentence() }

// sentence says what, where, and the rule: its section, if that is known, and the
// code.
func (f *Finding) sentence() string {
	s := f.Message + " at byte " + strconv.Itoa(f.Start) + " ("
	if f.Section != "" {
		s += f.Section + ", "
	}
	return s + string(f.Code) + ")"
}

// worst returns the index of the first error; of the first finding if none is one.
func worst(findings []Finding) int {
	return max(0, slices.IndexFunc(findings, func(f Finding) bool { return f.Severity == Error }))
}

// A Report is the result of a check of a string. The zero Report has no findings and does
// not conform: nothing was checked.
type Report struct {
	Input       string
	Rule        spec.Rule // the rule that the input was checked against
	Findings    []Finding
	More        int  // how many findings are beyond the limit and not kept
	Grammatical bool // the input conforms to the rule
	Errors      int  // how many findings are errors, with those that are not kept

	// Ref is the input with its components, if the check has taken it apart: see
	// [Settings.Components]. Otherwise it has no text.
	Ref component.Ref
}

// Conforms reports whether the string matches the rule and no finding is an error.
func (r Report) Conforms() bool { return r.Grammatical && r.Errors == 0 }
