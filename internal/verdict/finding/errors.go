package finding

import (
	"strconv"

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
	s := "iri: " + quote.Quote(component.Redact(e.Input)) + " has no " + e.Target
	if len(e.Findings) == 0 {
		return s // the zero ConvertError, or one that a program has made
	}
	return s + ": " + e.Findings[0].andMore(len(e.Findings)-1)
}

// Summary returns the report on one line: the input, and the first error with its hint, or
// the first warning if there is no error.
func (r Report) Summary() string {
	switch {
	case len(r.Findings) == 0 && r.Conforms():
		return r.quoteInput() + " conforms"
	case len(r.Findings) == 0: // the zero Report, or one from JSON without findings
		return r.quoteInput() + " does not conform"
	}
	f := &r.Findings[worst(r.Findings)]
	verdict, more := "", r.Errors-1
	switch {
	case !r.Grammatical:
		verdict = " is not " + quote.WithArticle(r.Rule.Name())
	case r.Conforms():
		verdict = " conforms, with a warning"
		more = len(r.Findings) + r.More - 1
	default:
		verdict = " does not conform"
	}
	return r.quoteInput() + verdict + ": " + f.andMore(more)
}

// quoteInput quotes the text that the report is about, without passwords.
func (r Report) quoteInput() string { return quote.Quote(r.Rule.Redact(r.Input)) }

// andMore returns the finding with its hint, and how many others there are.
func (f *Finding) andMore(more int) string {
	s := f.sentence()
	if hint := f.HintText(); hint != "" {
		s += "; " + hint
	}
	if more > 0 {
		s += ", and " + strconv.Itoa(more) + " more"
	}
	return s
}
