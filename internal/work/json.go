package work

import (
	"fmt"
	"strconv"

	"github.com/rfc3987/iri"
	"github.com/rfc3987/iri/internal/files/input"
	"github.com/rfc3987/iri/internal/text/jsonw"
)

// AppendJSON appends the line that iri check --format json prints for a record.
func (t *Target) AppendJSON(b []byte, rec *input.Record, r *Checked) []byte {
	if r.Fault != nil {
		b = t.AppendFault(b, r.Text, rec.Rule, r.Fault)
		return append(AppendOrigin(b, rec), '\n')
	}
	b = AppendOrigin(r.Report.AppendJSON(b), rec)
	if r.Resolved != nil {
		b = append(appendResolved(b[:len(b)-1], r.Resolved), '}')
	}
	return append(b, '\n')
}

// AppendFault appends the object for an input that could not be checked: a report
// that is not grammatical, does not conform and has one finding.
func (t *Target) AppendFault(b []byte, text, rule string, fd *iri.Finding) []byte {
	if rule == "" {
		rule = t.Rule.Name()
	}
	b = append(b, '{')
	b = jsonw.AppendText(b, "input", text)
	b = append(b, `,"spec":`...)
	b = jsonw.AppendString(b, t.Spec.Name())
	b = append(b, `,"rule":`...)
	b = jsonw.AppendString(b, rule)
	b = append(b, `,"grammatical":false,"conforms":false,"findings":[`...)
	b = fd.AppendJSON(b)
	return append(b, ']', '}')
}

// AppendOrigin adds the place of the record to its object, which must be the last in
// b: {…,"source":"dump.nt","line":3,"column":7,"role":"object"}. It does so only for
// formats in which a record is not a line.
func AppendOrigin(b []byte, rec *input.Record) []byte {
	if !rec.Format.HasOrigin() {
		return b
	}
	line, col := rec.Line, rec.Col
	if rec.Err != nil {
		line, col = rec.Err.Line, rec.Err.Col
	}
	b = append(b[:len(b)-1], `,"source":`...)
	b = jsonw.AppendString(b, rec.Source)
	b = append(b, `,"line":`...)
	b = strconv.AppendInt(b, int64(line), 10)
	b = append(b, `,"column":`...)
	b = strconv.AppendInt(b, int64(col), 10)
	if rec.Role != "" {
		b = append(b, `,"role":`...)
		b = jsonw.AppendString(b, rec.Role)
	}
	return append(appendPrefix(b, rec), '}')
}

// appendPrefix adds the declaration of the prefix to an object that is not closed yet.
func appendPrefix(b []byte, rec *input.Record) []byte {
	if rec.Prefix == nil {
		return b
	}
	b = append(b, `,"prefix":{"name":`...)
	b = jsonw.AppendString(b, rec.Prefix.Name)
	b = append(b, `,"iri":`...)
	b = jsonw.AppendString(b, rec.Prefix.IRI)
	return fmt.Appendf(b, `,"line":%d}`, rec.Prefix.Line)
}

// appendResolved adds what was found after resolving to an object that is not closed
// yet.
func appendResolved(b []byte, r *Resolved) []byte {
	if r == nil {
		return b
	}
	b = append(b, `,"resolved":{"iri":`...)
	b = jsonw.AppendString(b, r.IRI)
	return append(AppendFindingsJSON(append(b, ','), r.Findings), '}')
}

// AppendConverted appends {"input":…,"output":…}, or {"input":…,"findings":[…]} if there are
// findings, and a line feed.
func AppendConverted(b []byte, text, output string, findings []iri.Finding) []byte {
	b = append(jsonw.AppendText(append(b, '{'), "input", text), ',')
	if len(findings) == 0 {
		b = jsonw.AppendText(b, "output", output)
	} else {
		b = AppendFindingsJSON(b, findings)
	}
	return append(b, '}', '\n')
}

// AppendFindingsJSON appends the member "findings".
func AppendFindingsJSON(b []byte, findings []iri.Finding) []byte {
	b = append(b, `"findings":[`...)
	for i := range findings {
		if i > 0 {
			b = append(b, ',')
		}
		b = findings[i].AppendJSON(b)
	}
	return append(b, ']')
}
