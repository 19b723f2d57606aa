package report

import (
	"fmt"
	"strconv"
	"strings"

	"github.com/rfc3987/iri/internal/text/wording"
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
	var b strings.Builder
	fmt.Fprintf(&b, "iri: %s has no %s", wording.Quote(e.Input), e.Target)
	if len(e.Findings) == 0 {
		return b.String() // the zero ConvertError, or one that a program has made
	}
	f := e.Findings[0]
	b.WriteString(": " + f.sentence())
	if f.Hint != "" {
		b.WriteString("; " + f.Hint)
	}
	if n := len(e.Findings) - 1; n > 0 {
		fmt.Fprintf(&b, ", and %d more", n)
	}
	return b.String()
}

// Summary returns the report on one line: the input, and the first error with its hint, or
// the first warning if there is no error.
func (r Report) Summary() string {
	if len(r.Findings) == 0 {
		return wording.Quote(r.Input) + " conforms"
	}
	f := &r.Findings[worst(r.Findings)]
	var sb strings.Builder
	sb.WriteString(wording.Quote(r.Input))
	more := r.Errors - 1
	switch {
	case !r.Grammatical:
		sb.WriteString(" is not " + wording.WithArticle(r.Rule.Name()) + ": ")
	case r.Conforms():
		sb.WriteString(" conforms, with a warning: ")
		more = len(r.Findings) + r.More - 1
	default:
		sb.WriteString(" does not conform: ")
	}
	sb.WriteString(f.sentence())
	if f.Hint != "" {
		sb.WriteString("; ")
		sb.WriteString(f.Hint)
	}
	if more > 0 {
		sb.WriteString(", and ")
		sb.WriteString(strconv.Itoa(more))
		sb.WriteString(" more")
	}
	return sb.String()
}
