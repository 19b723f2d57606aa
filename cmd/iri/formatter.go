package main

import (
	"strconv"

	"github.com/rfc3987/iri"
	"github.com/rfc3987/iri/internal/input"
	"github.com/rfc3987/iri/internal/jsonw"
	"github.com/rfc3987/iri/internal/render"
)

// A formatter turns check results into output. Its methods may be called from several
// goroutines at the same time. The caller puts the pieces into the order of the
// input, between start and end, and leaves out the separator before the first piece
// (see [separatorTrimmer]).
type formatter struct {
	format string
	target target
	style  render.Style
	sarif  *render.SARIF // nil for all other formats
}

func newFormatter(format string, t target, st render.Style) *formatter {
	f := &formatter{format: format, target: t, style: st}
	if format == formatSARIF {
		f.sarif = render.NewSARIF(version(), findingCodes())
	}
	return f
}

// separator returns the byte before each finding; 0 for none.
func (f *formatter) separator() byte {
	switch f.format {
	case formatText:
		return '\n'
	case formatSARIF:
		return ','
	}
	return 0
}

// start appends what comes before the first record.
func (f *formatter) start(b []byte) []byte {
	if f.sarif != nil {
		return f.sarif.AppendStart(b)
	}
	return b
}

// end appends what comes after the last record.
func (f *formatter) end(b []byte) []byte {
	if f.sarif != nil {
		return f.sarif.AppendEnd(b)
	}
	return b
}

// append appends the output for a record.
func (f *formatter) append(b []byte, rec *input.Record, result *checkResult) []byte {
	if result.fault != nil {
		return f.appendFault(b, rec, result.text, *result.fault)
	}
	return f.appendReport(b, rec, result)
}

// appendReport appends the output for a record that was checked.
func (f *formatter) appendReport(b []byte, rec *input.Record, result *checkResult) []byte {
	if f.format == formatJSON {
		b = appendOrigin(result.report.AppendJSON(b), rec)
		if result.resolved != nil {
			b = append(appendResolved(b[:len(b)-1], result.resolved), '}')
		}
		return append(b, '\n')
	}
	if len(result.findings) == 0 {
		return b
	}
	at := rec.Locator()
	switch f.format {
	case formatSARIF:
		for i := range result.findings {
			fd := expandedFinding(rec, result.findings[i])
			b = f.sarif.AppendResult(b, rec.Text, &fd, func(offset int) render.Place { return placeOf(rec, &at, offset) })
		}
	case formatGitHub:
		for i := range result.findings {
			fd := expandedFinding(rec, result.findings[i])
			b = render.AppendGitHub(b, rec.Text, &fd, placeOf(rec, &at, fd.Start), placeOf(rec, &at, fd.End))
		}
	default:
		b = appendFindings(b, rec, result.findings, result.more, f.style)
	}
	return b
}

// appendFault appends the output for a record that could not be checked.
func (f *formatter) appendFault(b []byte, rec *input.Record, text string, fd iri.Finding) []byte {
	at := render.Place{Source: rec.Source, Line: rec.Line, Col: rec.Col}
	if rec.Err != nil {
		at.Line, at.Col = rec.Err.Line, rec.Err.Col
	}
	switch f.format {
	case formatJSON:
		b = appendFaultJSON(b, text, f.target, rec.Rule, &fd, nil)
		return append(appendOrigin(b, rec), '\n')
	case formatSARIF:
		return f.sarif.AppendResult(b, text, &fd, func(int) render.Place { return at })
	case formatGitHub:
		return render.AppendGitHub(b, text, &fd, at, at)
	}
	b = append(b, '\n')
	return render.AppendFinding(b, text, &fd, at, f.style)
}

// appendFaultJSON appends the object for an input that could not be checked: a report
// that is not grammatical, does not conform and has one finding. full, which may be
// nil, is the function that [jsonw.AppendStringFull] wants.
func appendFaultJSON(b []byte, text string, t target, rule string, fd *iri.Finding, full func([]byte) []byte) []byte {
	if rule == "" {
		rule = t.rule.Name()
	}
	b = append(b, '{')
	b = jsonw.AppendTextFull(b, "input", text, full)
	b = append(b, `,"spec":`...)
	b = jsonw.AppendString(b, t.spec.Name())
	b = append(b, `,"rule":`...)
	b = jsonw.AppendString(b, rule)
	b = append(b, `,"grammatical":false,"conforms":false,"findings":[`...)
	b = fd.AppendJSON(b)
	return append(b, ']', '}')
}

// appendOrigin adds the place of the record to its object, which must be the last in
// b: {…,"source":"dump.nt","line":3,"column":7,"role":"object"}. It does so only for
// formats in which a record is not a line.
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
	return append(appendPrefix(b, rec), '}')
}
