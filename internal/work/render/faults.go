package render

import (
	"bufio"
	"errors"
	"io"
	"unicode/utf8"

	"github.com/rfc3987/iri/internal/grammar/abnf"
	"github.com/rfc3987/iri/internal/ref/component"
	"github.com/rfc3987/iri/internal/text/jsonw"
	"github.com/rfc3987/iri/internal/verdict/finding"
	"github.com/rfc3987/iri/internal/work/run"
	"github.com/rfc3987/iri/internal/work/summary"
)

// WriteFaults writes the faults of a grammar in a format. A SARIF log names the version of the program and
// the codes of faults.
func WriteFaults(w *bufio.Writer, faults abnf.ErrorList, format string, st Style, version string, codes []finding.Entry) error {
	switch format {
	case FormatJSON:
		for _, f := range faults {
			if err := jsonw.WriteLine(w, struct {
				File     string `json:"file"`
				Line     int    `json:"line"`
				Col      int    `json:"col"`
				Code     string `json:"code"`
				Severity string `json:"severity"`
				Rule     string `json:"rule,omitempty"`
				Message  string `json:"message"`
				Expected string `json:"expected,omitempty"`
			}{f.Pos.File, f.Pos.Line, f.Pos.Col, f.Code, faultSeverity(f).String(), f.Rule, f.Msg, f.Expected}); err !=
				nil {
				return err
			}
		}
	default:
		st.OneRule = false // the rule differs in each fault: it is the faulty one of the grammar
		of := writerOptions{style: st, version: version, codes: func() []finding.Entry { return codes },
			spec: func() *summary.Spec { return nil }}
		format := formatOf(format)
		writer := format.writer(of)
		w.Write(writer.Start())
		pieces := &Trimmer{W: w, Sep: format.Separator}
		for _, f := range faults {
			fd := faultFinding(f)
			if format.Name == FormatText {
				fd.Expected = nil // the message has it
			}
			pieces.Write(writer.Finding(nil, &component.Quoter{Text: f.Line}, &fd, func(at int) run.Place { return faultPlace(f, at) }))
		}
		w.Write(writer.End(Outcome{}))
	}
	return nil
}

// PrintFaults prints the faults of a grammar, and reports whether err is an error with faults.
func PrintFaults(to io.Writer, err error, st Style) bool {
	var faults abnf.ErrorList
	if !errors.As(err, &faults) {
		return false
	}
	w := bufio.NewWriter(to)
	_ = WriteFaults(w, faults, FormatText, st, "", nil)
	w.Flush()
	return true
}

func faultSeverity(f *abnf.Error) finding.Severity {
	if f.Warning {
		return finding.Warning
	}
	return finding.Error
}

// faultFinding returns a fault of a grammar as a finding in its line.
func faultFinding(f *abnf.Error) finding.Finding {
	start, end := f.Span()
	fd := finding.Finding{
		Code: finding.Code(f.Code), Severity: faultSeverity(f), Message: finding.External(f.Msg, nil), Start: start,
		End: end,
	}
	if f.Expected != "" {
		fd.Expected = []string{f.Expected}
	}
	if f.Rule != "" {
		fd.Rules = []string{f.Rule}
	}
	return fd
}

func faultPlace(f *abnf.Error, at int) run.Place {
	return run.Place{Source: f.Pos.File, Line: max(f.Pos.Line, 1), Col: 1 + utf8.RuneCountInString(f.Line[:at])}
}
