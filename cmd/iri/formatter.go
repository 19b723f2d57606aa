package main

import (
	"slices"

	"github.com/rfc3987/iri"
	"github.com/rfc3987/iri/internal/input"
	"github.com/rfc3987/iri/internal/recordcheck"
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
		f.sarif = render.NewSARIF(version(), append(findingCodes(), productions(t)...))
	}
	return f
}

// productions returns entries for the productions that findings can blame beside those of
// whole references: every rule that the rule uses, if it is of a grammar that was read or is
// not a whole reference.
func productions(t target) []iri.CodeInfo {
	if t.rule.WholeReference() && slices.Contains(iri.Specs(), t.spec) {
		return nil
	}
	var codes []iri.CodeInfo
	for _, r := range append([]iri.Rule{t.rule}, t.rule.Uses()...) {
		if _, known := lookupCode(iri.Code(r.Name())); !known {
			codes = append(codes, iri.CodeInfo{
				Code: iri.Code(r.Name()), Grammar: true, Severity: iri.Error, Title: r.ABNF(), Section: r.Section(),
			})
		}
	}
	return codes
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

// append appends the output for a record. After each finding it calls full, which may be nil,
// with the output so far, and appends the next one to the slice that full returns.
func (f *formatter) append(b []byte, rec *input.Record, result *recordcheck.Result, full func([]byte) []byte) []byte {
	switch {
	case f.format == formatJSON:
		of := f.target.records()
		return of.AppendJSON(b, rec, result)
	case result.Fault != nil:
		return f.appendFault(b, rec, result.Text, *result.Fault)
	}
	return f.appendReport(b, rec, result, full)
}

// appendReport appends the output for a record that was checked.
func (f *formatter) appendReport(b []byte, rec *input.Record, result *recordcheck.Result, full func([]byte) []byte) []byte {
	if f.format == formatText {
		return appendFindings(b, rec, result.Findings, result.More, f.style, full)
	}
	at := rec.Locator()
	place := func(offset int) render.Place { return placeOf(rec, &at, offset) }
	for i := range result.Findings {
		fd := recordcheck.Expanded(rec, result.Findings[i])
		if f.format == formatSARIF {
			b = f.sarif.AppendResult(b, rec.Text, &fd, place)
		} else {
			b = render.AppendGitHub(b, rec.Text, &fd, place(fd.Start), place(fd.End))
		}
		if full != nil {
			b = full(b)
		}
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
	case formatSARIF:
		return f.sarif.AppendResult(b, text, &fd, func(int) render.Place { return at })
	case formatGitHub:
		return render.AppendGitHub(b, text, &fd, at, at)
	}
	b = append(b, '\n')
	return render.AppendFinding(b, text, &fd, at, f.style)
}
