package main

import (
	"io"
	"slices"
	"strings"

	"github.com/spf13/cobra"

	"github.com/rfc3987/iri"
	"github.com/rfc3987/iri/internal/input"
	"github.com/rfc3987/iri/internal/jsonw"
	"github.com/rfc3987/iri/internal/recordcheck"
	"github.com/rfc3987/iri/internal/render"
)

// The values of --format.
const (
	formatText   = "text"
	formatJSON   = "json"
	formatSARIF  = "sarif"
	formatGitHub = "github"
)

// An outputFlags holds --format.
type outputFlags struct {
	format  string
	allowed []string
}

// add registers --format with the formats that the command knows, the default
// first.
func (f *outputFlags) add(cmd *cobra.Command, formats ...string) {
	f.allowed = formats
	cmd.Flags().StringVar(&f.format, "format", formats[0], "the output: "+strings.Join(formats, ", "))
	complete(cmd, "format", func() []string { return formats })
}

func (f *outputFlags) check() error {
	if !slices.Contains(f.allowed, f.format) {
		return usagef("--format %s: choose one of %s", f.format, strings.Join(f.allowed, ", "))
	}
	return nil
}

// placeOf returns the place in the input of an offset in a record's text.
func placeOf(rec *input.Record, l *input.Locator, offset int) render.Place {
	line, col := l.Position(offset)
	return render.Place{Source: rec.Source, Line: line, Col: col}
}

// appendFindings appends findings for people, with an empty line before each;
// see [separatorTrimmer]. full is that of [formatter.append].
func appendFindings(b []byte, rec *input.Record, findings []iri.Finding, more int, st render.Style, full func([]byte) []byte) []byte {
	at := rec.Locator()
	for i := range findings {
		b = append(b, '\n')
		fd := recordcheck.Expanded(rec, findings[i])
		b = render.AppendFinding(b, rec.Text, &fd, placeOf(rec, &at, findings[i].Start), st)
		if full != nil {
			b = full(b)
		}
	}
	if more > 0 {
		b = append(b, '\n')
		b = render.AppendMore(b, more, st)
	}
	return b
}

// appendFault is [appendFindings] for a record that could not be read.
func appendFault(b []byte, rec *input.Record, st render.Style) []byte {
	text, f := recordcheck.FaultOf(rec)
	b = append(b, '\n')
	return render.AppendFinding(b, text, &f, render.Place{Source: rec.Source, Line: rec.Err.Line, Col: rec.Err.Col}, st)
}

// appendConverted appends {"input":…,"output":…}, or {"input":…,"findings":[…]} if
// there are findings. full, which may be nil, is the function that
// [jsonw.AppendStringFull] wants.
func appendConverted(b []byte, text, output string, findings []iri.Finding, full func([]byte) []byte) []byte {
	b = append(b, '{')
	b = jsonw.AppendTextFull(b, "input", text, full)
	b = append(b, ',')
	if len(findings) == 0 {
		b = jsonw.AppendTextFull(b, "output", output, full)
	} else {
		b = appendFindingsJSON(b, findings, full)
	}
	return append(b, '}', '\n')
}

// appendFindingsJSON appends the member "findings". It calls full, which may be nil,
// after each finding.
func appendFindingsJSON(b []byte, findings []iri.Finding, full func([]byte) []byte) []byte {
	b = append(b, `"findings":[`...)
	for i := range findings {
		if i > 0 {
			b = append(b, ',')
		}
		b = findings[i].AppendJSON(b)
		if full != nil {
			b = full(b)
		}
	}
	return append(b, ']')
}

// A separatorTrimmer removes the separator with which the first piece begins. The
// pieces that follow keep theirs, so there is one separator between two pieces. With
// separator 0 it changes nothing.
type separatorTrimmer struct {
	w       io.Writer
	sep     byte
	started bool
}

func (t *separatorTrimmer) Write(p []byte) (int, error) {
	if t.started || len(p) == 0 {
		return t.w.Write(p)
	}
	t.started = true
	if t.sep == 0 || p[0] != t.sep {
		return t.w.Write(p)
	}
	n, err := t.w.Write(p[1:])
	return n + 1, err
}
