package conversions

import (
	"errors"
	"strings"

	"github.com/rfc3987/iri"
	"github.com/rfc3987/iri/internal/text/jsonw"
)

// CodeConversion says that a conversion fails with an error without findings.
const CodeConversion = "conversion"

// FindingsOf returns the findings that an error of the library holds. An error without
// findings becomes one finding with the span of the whole input.
func FindingsOf(err error, text string) []iri.Finding {
	var parse *iri.ParseError
	if errors.As(err, &parse) {
		return parse.Report.Findings()
	}
	var held interface{ Findings() []iri.Finding }
	if errors.As(err, &held) {
		if fs := held.Findings(); len(fs) > 0 {
			return fs
		}
	}
	return []iri.Finding{{
		Code:     CodeConversion,
		Severity: iri.Error,
		Message:  strings.TrimPrefix(err.Error(), "iri: "),
		End:      len(text),
	}}
}

// AppendResult appends the members "input" and "output" of an object; of a text that has no result "input" and
// "findings". finding appends one of these, with its place; nil for one that has none.
func AppendResult(b []byte, text, output string, failed bool, findings []iri.Finding, finding func([]byte, *iri.Finding) []byte) []byte {
	b = append(jsonw.AppendText(b, "input", text), ',')
	if failed {
		return AppendFindings(b, findings, finding)
	}
	return jsonw.AppendText(b, "output", output)
}

// AppendFindings appends the member "findings".
func AppendFindings(b []byte, findings []iri.Finding, finding func([]byte, *iri.Finding) []byte) []byte {
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
