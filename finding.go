package iri

import (
	"github.com/rfc3987/iri/internal/report"
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
func (s Severity) String() string { return report.Severity(s).String() }

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
func (f Finding) Error() string { return f.finding().Error() }

// A Fix is an edit: the bytes from Start to End become Text.
type Fix struct {
	Start, End int
	Text       string
}

// MarshalJSON writes the finding as one JSON object, as it stands in that of a
// report. Members that have nothing to say are left out, but for code, severity,
// start, end and message.
func (f Finding) MarshalJSON() ([]byte, error) { return f.AppendJSON(nil), nil }

// AppendJSON appends what [Finding.MarshalJSON] returns to b.
func (f *Finding) AppendJSON(b []byte) []byte {
	in := f.finding()
	return in.AppendJSON(b)
}

// finding returns what the face is made of.
func (f *Finding) finding() report.Finding {
	return report.Finding{
		Code: report.Code(f.Code), Severity: report.Severity(f.Severity), Message: f.Message,
		Start: f.Start, End: f.End, Rules: f.Rules, Expected: f.Expected,
		Section: f.Section, ABNF: f.ABNF, Hint: f.Hint, Fix: (*report.Fix)(f.Fix),
	}
}

// findingsOf returns the faces of findings.
func findingsOf(findings []report.Finding) []Finding {
	if findings == nil {
		return nil
	}
	out := make([]Finding, len(findings))
	for i := range findings {
		f := &findings[i]
		out[i] = Finding{
			Code: Code(f.Code), Severity: Severity(f.Severity), Message: f.Message,
			Start: f.Start, End: f.End, Rules: f.Rules, Expected: f.Expected,
			Section: f.Section, ABNF: f.ABNF, Hint: f.Hint, Fix: (*Fix)(f.Fix),
		}
	}
	return out
}

// holds reports whether the target is a [Code] and one of the findings has it.
func holds(findings []Finding, target error) bool {
	code, ok := target.(Code)
	for i := range findings {
		if ok && findings[i].Code == code {
			return true
		}
	}
	return false
}

// assign sets the target to the first error among the findings, or to the first of
// all, if it points to a Finding.
func assign(findings []Finding, target any) bool {
	f, ok := target.(*Finding)
	if !ok || len(findings) == 0 {
		return false
	}
	*f = findings[0]
	for i := range findings {
		if findings[i].Severity == Error {
			*f = findings[i]
			break
		}
	}
	return true
}

// publicError returns the face of an error of a room.
func publicError(err error) error {
	switch e := err.(type) {
	case nil:
		return nil
	case *report.ParseError:
		return &ParseError{reportOf(e.Report)}
	case *report.ConvertError:
		out := &ConvertError{Input: e.Input, Target: e.Target, findings: findingsOf(e.Findings)}
		if e.Cause != nil {
			out.cause = publicError(e.Cause)
		}
		return out
	}
	return err
}
