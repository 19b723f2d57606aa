package render

import (
	"encoding/xml"
	"fmt"

	"github.com/rfc3987/iri/internal/text/quote"
	"github.com/rfc3987/iri/internal/verdict/report"
)

// Checkstyle writes the XML of Checkstyle, as CI servers and reviewdog read it: a file with an error for each finding.
type Checkstyle struct{}

// Start is for [Writer].
func (Checkstyle) Start() []byte { return []byte(xml.Header + "<checkstyle version=\"4.3\">\n") }

// Finding is for [Writer].
func (Checkstyle) Finding(b []byte, text string, f *report.Finding, place func(offset int) Place) []byte {
	at := place(f.Start)
	return appendFile(b, at.Source, at.Line, at.Col, f.Severity, annotation(text, f, "; "), string(f.Code))
}

// appendFile appends a file with one error.
func appendFile(b []byte, name string, line, col int, severity report.Severity, message, code string) []byte {
	b = appendXML(append(b, `<file name="`...), quote.Visible(name))
	b = fmt.Appendf(b, `"><error line="%d" column="%d" severity="%s" message="`, line, col, severity)
	b = appendXML(append(appendXML(b, message), `" source="iri.`...), code)
	return append(b, "\"/></file>\n"...)
}

// End is for [Writer]: files that could not be read are errors as well.
func (Checkstyle) End(o Outcome) (b []byte) {
	for _, u := range o.Unread {
		b = appendFile(b, u.Name, 1, 1, report.Error, quote.Visible(u.Message), "file")
	}
	return append(b, "</checkstyle>\n"...)
}
