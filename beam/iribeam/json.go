package iribeam

import (
	"strconv"

	"github.com/rfc3987/iri/internal/input"
	"github.com/rfc3987/iri/internal/jsonw"
)

// appendJSON appends the line that iri check --format json prints for a record.
func (c *checker) appendJSON(b []byte, rec *input.Record, res *result) []byte {
	if res.fault == nil {
		return append(appendOrigin(res.report.AppendJSON(b), rec), '\n')
	}
	rule := rec.Rule
	if rule == "" {
		rule = c.rule.Name()
	}
	b = append(b, '{')
	b = jsonw.AppendText(b, "input", res.text)
	b = append(b, `,"spec":`...)
	b = jsonw.AppendString(b, c.spec.Name())
	b = append(b, `,"rule":`...)
	b = jsonw.AppendString(b, rule)
	b = append(b, `,"grammatical":false,"conforms":false,"findings":[`...)
	b = res.fault.AppendJSON(b)
	b = append(b, "]}"...)
	return append(appendOrigin(b, rec), '\n')
}

// appendOrigin adds the place of a record to its object, which must be the last in b, as
// iri check does: only for formats in which a record is not a line.
func appendOrigin(b []byte, rec *input.Record) []byte {
	if rec.Format < input.NTriples {
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
	return append(b, '}')
}
