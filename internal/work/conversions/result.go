package conversions

import (
	"strings"

	"github.com/rfc3987/iri/internal/text/jsonw"
	"github.com/rfc3987/iri/internal/verdict/finding"
)

// CodeConversion says that a conversion fails with an error without findings.
const CodeConversion = "conversion"

// A FindingsError is an error that holds findings; at least one.
type FindingsError []finding.Finding

func (e FindingsError) Error() string { return e[0].MessageText() }

// FindingsOf returns the findings that an error of the packages below holds. An error without
// findings becomes one finding with the span of the whole input.
func FindingsOf(err error, text string) []finding.Finding {
	switch e := err.(type) {
	case FindingsError:
		return e
	case *finding.ParseError:
		return e.Report.Findings
	case *finding.ConvertError:
		if len(e.Findings) > 0 {
			return e.Findings
		}
	}
	return []finding.Finding{{
		Code:     CodeConversion,
		Severity: finding.Error,
		Message:  finding.External(strings.TrimPrefix(err.Error(), "iri: "), nil),
		End:      len(text),
	}}
}

// AppendResult appends the members "input" and "output" of an object; of a text that has no result "input" and
// "findings". one appends one of these, with its place; nil for one that has none.
func AppendResult(b []byte, text, output string, failed bool, findings []finding.Finding,
	one func([]byte, *finding.Finding) []byte) []byte {
	b = append(jsonw.AppendText(b, "input", text), ',')
	if failed {
		return AppendFindings(b, findings, one)
	}
	return jsonw.AppendText(b, "output", output)
}

// AppendFindings appends the member "findings".
func AppendFindings(b []byte, findings []finding.Finding, one func([]byte, *finding.Finding) []byte) []byte {
	b = append(b, `"findings":[`...)
	for i := range findings {
		if i > 0 {
			b = append(b, ',')
		}
		if f := &findings[i]; one != nil {
			b = one(b, f)
		} else {
			b = f.AppendJSON(b)
		}
	}
	return append(b, ']')
}
