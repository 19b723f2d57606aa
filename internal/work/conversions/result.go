package conversions

import (
	"strings"

	"github.com/rfc3987/iri/internal/text/jsonw"
	"github.com/rfc3987/iri/internal/verdict/finding"
)

// CodeConversion is the code of a conversion that fails with an error without findings.
const CodeConversion = "conversion"

// A FindingsError is an error with at least one finding.
type FindingsError []finding.Finding

func (e FindingsError) Error() string { return e[0].MessageText() }

// FindingsOf returns the findings of an error. For an error without findings it returns one finding about the whole
// input.
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

// AppendResult appends the members "input" and "output" or, if the conversion failed, "input" and "findings". one
// appends a finding with its position; if it is nil, findings are written without one.
func AppendResult(b []byte, text, output string, failed bool, findings []finding.Finding,
	one func([]byte, *finding.Finding) []byte) []byte {
	b = append(jsonw.AppendText(b, "input", text), ',')
	if failed {
		return AppendFindings(b, findings, one)
	}
	return jsonw.AppendText(b, "output", output)
}

// AppendFindings appends the member "findings"; one appends each.
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
