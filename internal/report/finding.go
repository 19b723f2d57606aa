package report

import (
	"slices"
	"strconv"

	"github.com/rfc3987/iri/internal/spec"
)

// A Code names what a finding is about: the grammar rule that is broken, by the
// name that the spec gives it, or a prose rule. Codes are API and stay; messages
// may change. A Code is an error so that errors.Is finds whether there is a finding
// with it: errors.Is(err, iri.Code("port")).
type Code string

// Error returns the code.
func (c Code) Error() string { return string(c) }

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

// Error returns the message, where, and the rule. A Finding is an error so that
// errors.As finds the first one that an error of this package holds.
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

// holds reports whether the target is a Code and one of the findings has it.
func holds(findings []Finding, target error) bool {
	code, ok := target.(Code)
	return ok && slices.ContainsFunc(findings, func(f Finding) bool { return f.Code == code })
}

// assign sets the target to the first error among the findings, or to the first of
// all, if it points to a Finding.
func assign(findings []Finding, target any) bool {
	f, ok := target.(*Finding)
	if !ok || len(findings) == 0 {
		return false
	}
	*f = findings[worst(findings)]
	return true
}

// A Fix is an edit: the bytes from Start to End become Text.
type Fix struct {
	Start, End int
	Text       string
}

// maxFix is how many bytes a fix replaces at most. With longer ones a report would
// take several times the memory of the string, for an edit that nobody looks at.
const maxFix = 1 << 20

// newFix returns the edit that makes of s[start:end] what write makes of it; nil if
// that is too long.
func NewFix(s string, start, end int, write func(string) string) *Fix {
	if end-start > maxFix {
		return nil
	}
	return &Fix{start, end, write(s[start:end])}
}

// A Report is what [Rule.Validate] says of a string. The zero Report has no
// findings.
type Report struct {
	Input       string
	Rule        spec.Rule
	Findings    []Finding
	More        int // findings beyond the limit
	Grammatical bool
	Errors      int
}

// Conforms reports whether no finding is an error.
func (r Report) Conforms() bool { return r.Errors == 0 }
