package finding

import (
	"strconv"
	"strings"

	"github.com/rfc3987/iri/internal/ref/component"
	"github.com/rfc3987/iri/internal/text/quote"
)

// A ParseError says that a string does not conform to a rule.
type ParseError struct{ Report Report }

// Error returns the summary of the report.
func (e *ParseError) Error() string { return "iri: " + e.Report.Summary() }

// A ConvertError says why a conversion has no result.
type ConvertError struct {
	Input    string
	Target   string // what the input cannot be converted to: "URI", "IRI", "text"
	Findings []Finding
	Cause    error // a *ParseError if the input does not conform, else nil
}

// Error returns the input and its first finding.
func (e *ConvertError) Error() string {
	var array [sentenceRoom]byte
	b := append(quote.Append(append(array[:0], "iri: "...), component.Redact(e.Input)), " has no "...)
	b = append(b, e.Target...)
	if len(e.Findings) > 0 { // else the zero ConvertError, or one that a program has made
		b = e.Findings[0].appendAndMore(append(b, ": "...), len(e.Findings)-1)
	}
	return string(b)
}

// sentenceRoom is how many bytes most sentences need.
const sentenceRoom = 512

// Summary returns the report on one line: the input, and the first error with its hint, or
// the first warning if there is no error.
func (r Report) Summary() string {
	var array [sentenceRoom]byte
	return string(r.AppendSummary(array[:0]))
}

// AppendSummary appends what [Report.Summary] returns.
func (r Report) AppendSummary(b []byte) []byte {
	b = quote.Append(b, r.Rule.Redact(r.Input))
	switch {
	case len(r.Findings) == 0 && r.Conforms():
		return append(b, " conforms"...)
	case len(r.Findings) == 0: // the zero Report, or one from JSON without findings
		return append(b, " does not conform"...)
	}
	f := &r.Findings[worst(r.Findings)]
	more := r.Errors - 1
	switch {
	case !r.Grammatical:
		name := r.Rule.Name()
		b = append(append(append(b, " is not "...), quote.Article(name)...), name...)
	case r.Conforms():
		b = append(b, " conforms, with a warning"...)
		more = len(r.Findings) + r.More - 1
	default:
		b = append(b, " does not conform"...)
	}
	return f.appendAndMore(append(b, ": "...), more)
}

// appendAndMore appends the finding with its hint, and how many others there are.
func (f *Finding) appendAndMore(b []byte, more int) []byte {
	b = f.appendSentence(b)
	for _, hint := range [...]*Text{&f.Hint, &f.Also} {
		if !hint.IsZero() {
			b = hint.Append(append(b, "; "...))
		}
	}
	if more > 0 {
		b = append(strconv.AppendInt(append(b, ", and "...), int64(more), 10), " more"...)
	}
	return b
}

// appendSentence appends the message, the place, the section of the rule, unless that is in this repository, and the
// code.
func (f *Finding) appendSentence(b []byte) []byte {
	b = append(f.Message.Append(b), " at byte "...)
	b = append(strconv.AppendInt(b, int64(f.Start), 10), " ("...)
	if f.Section != "" && !strings.HasPrefix(f.Section, "docs/") {
		b = append(append(b, f.Section...), ", "...)
	}
	return append(append(b, f.Code...), ')')
}
