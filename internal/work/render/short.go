package render

import (
	"fmt"

	"github.com/rfc3987/iri/internal/ref/component"
	"github.com/rfc3987/iri/internal/text/quote"
	"github.com/rfc3987/iri/internal/verdict/finding"
	"github.com/rfc3987/iri/internal/work/run"
)

// Short writes each finding on one line, as compilers do. grep, reviewdog and the quickfix lists of editors read it:
//
//	dump.nt:1204:31: error[port]: "a" is not a digit
type Short struct{ bare }

// Finding implements [Writer].
func (Short) Finding(b []byte, text *component.Quoter, f *finding.Finding, place func(offset int) run.Place) []byte {
	b = appendHeadline(b, f, place(f.Start))
	if f.Fix != nil {
		b = fmt.Appendf(b, " (fix: %s)", fixText(text, f.Fix))
	}
	return append(b, '\n')
}

// appendHeadline appends the first line of a finding, without its fix and without a line end.
func appendHeadline(b []byte, f *finding.Finding, at run.Place) []byte {
	return fmt.Appendf(b, "%s:%d:%d: %s[%s]: %s",
		quote.Visible(at.Source), at.Line, at.Col, f.Severity, quote.Visible(string(f.Code)),
		quote.Visible(f.MessageText()))
}
