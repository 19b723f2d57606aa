package work

import (
	"bufio"
	"bytes"
	"encoding/json"
	"io"
	"unicode/utf8"

	"github.com/rfc3987/iri"
	"github.com/rfc3987/iri/internal/grammar/abnf"
	"github.com/rfc3987/iri/internal/text/jsonw"
	"github.com/rfc3987/iri/internal/work/render"
)

// WriteFaults writes the faults of a grammar in a format. SARIF has the version of the program and
// the codes of faults.
func WriteFaults(w *bufio.Writer, faults []iri.GrammarFault, format string, st render.Style, version string, codes []iri.CodeInfo) error {
	switch format {
	case FormatJSON:
		for _, f := range faults {
			if err := WriteJSONLine(w, struct {
				File     string `json:"file"`
				Line     int    `json:"line"`
				Col      int    `json:"col"`
				Code     string `json:"code"`
				Severity string `json:"severity"`
				Rule     string `json:"rule,omitempty"`
				Message  string `json:"message"`
				Expected string `json:"expected,omitempty"`
			}{f.File, f.Line, f.Col, f.Code, f.Severity.String(), f.Rule, f.Message, f.Expected}); err != nil {
				return err
			}
		}
	case FormatSARIF:
		s := render.NewSARIF(version, codes)
		w.Write(s.AppendStart(nil))
		for i, f := range faults {
			fd := faultFinding(f)
			b := s.AppendResult(nil, f.Text, &fd, func(at int) render.Place { return faultPlace(f, at) })
			if i == 0 {
				b = b[1:] // no comma before the first
			}
			w.Write(b)
		}
		w.Write(s.AppendEnd(nil, render.Outcome{}))
	case FormatGitHub:
		for _, f := range faults {
			fd := faultFinding(f)
			w.Write(render.AppendGitHub(nil, f.Text, &fd, faultPlace(f, fd.Start), faultPlace(f, fd.End)))
		}
	default:
		WriteFaultsText(w, faults, st)
	}
	return nil
}

// WriteFaultsText writes faults for people, with an empty line between them.
func WriteFaultsText(w *bufio.Writer, faults []iri.GrammarFault, st render.Style) {
	var b []byte
	for i, f := range faults {
		b = b[:0]
		if i > 0 {
			b = append(b, '\n')
		}
		fd := faultFinding(f)
		fd.Expected = nil // the message says it
		w.Write(render.AppendFinding(b, f.Text, &fd, faultPlace(f, fd.Start), st))
	}
}

// faultFinding returns a fault as a finding in its line. Its span is the name or the
// character at the place of the fault.
func faultFinding(f iri.GrammarFault) iri.Finding {
	start, end := abnf.FaultSpan(f.Text, f.Col)
	fd := iri.Finding{
		Code: iri.Code(f.Code), Severity: f.Severity, Message: f.Message, Start: start, End: end,
	}
	if f.Expected != "" {
		fd.Expected = []string{f.Expected}
	}
	if f.Rule != "" {
		fd.Rules = []string{f.Rule}
	}
	return fd
}

func faultPlace(f iri.GrammarFault, at int) render.Place {
	return render.Place{Source: f.File, Line: max(f.Line, 1), Col: 1 + utf8.RuneCountInString(f.Text[:at])}
}

// WriteJSONLine writes a value as JSON, on a line of its own.
func WriteJSONLine(w io.Writer, v any) error {
	var b bytes.Buffer
	e := json.NewEncoder(&b)
	e.SetEscapeHTML(false)
	if err := e.Encode(v); err != nil {
		return err
	}
	_, err := w.Write(jsonw.Escape(b.Bytes()))
	return err
}
