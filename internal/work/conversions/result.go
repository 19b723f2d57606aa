package conversions

import (
	"strings"

	"github.com/rfc3987/iri/internal/text/jsonw"
	"github.com/rfc3987/iri/internal/verdict/message"
	"github.com/rfc3987/iri/internal/verdict/report"
)

// CodeConversion says that a conversion fails with an error without findings.
const CodeConversion = "conversion"

// A FindingsError is an error that holds findings; at least one.
type FindingsError []report.Finding

func (e FindingsError) Error() string { return e[0].MessageText() }

// FindingsOf returns the findings that an error of the packages below holds. An error without
// findings becomes one finding with the span of the whole input.
func FindingsOf(err error, text string) []report.Finding {
	switch e := err.(type) {
	case FindingsError:
		return e
	case *report.ParseError:
		return e.Report.Findings
	case *report.ConvertError:
		if len(e.Findings) > 0 {
			return e.Findings
		}
	}
	return []report.Finding{{
		Code:     CodeConversion,
		Severity: report.Error,
		Message:  message.External(strings.TrimPrefix(err.Error(), "iri: "), nil),
		End:      len(text),
	}}
}

// AppendResult appends the members "input" and "output" of an object; of a text that has no result "input" and
// "findings". finding appends one of these, with its place; nil for one that has none.
func AppendResult(b []byte, text, output string, failed bool, findings []report.Finding,
	finding func([]byte, *report.Finding) []byte) []byte {
	b = append(jsonw.AppendText(b, "input", text), ',')
	if failed {
		return AppendFindings(b, findings, finding)
	}
	return jsonw.AppendText(b, "output", output)
}

// AppendFindings appends the member "findings".
func AppendFindings(b []byte, findings []report.Finding, finding func([]byte, *report.Finding) []byte) []byte {
	b = append(b, `"findings":[`...)
	for i := range findings {
		if i > 0 {
			b = append(b, ',')
		}
		if f := &findings[i]; finding != nil {
			b = finding(b, f)
		} else {
			b = f.AppendJSON(b)
		}
	}
	return append(b, ']')
}
