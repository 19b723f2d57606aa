package render

import (
	"bufio"
	"bytes"
	"fmt"
	"io"
	"slices"
	"sync/atomic"

	"github.com/rfc3987/iri/internal/ref/component"
	"github.com/rfc3987/iri/internal/text/quote"
	"github.com/rfc3987/iri/internal/verdict/finding"
	"github.com/rfc3987/iri/internal/work/run"
	"github.com/rfc3987/iri/internal/work/summary"
)

// The names of formats that commands ask for.
const (
	FormatText  = "text"
	FormatShort = "short" // a line for each finding
	FormatJSON  = "json"
	FormatTSV   = "tsv" // for conversions: the text, a tab, the result
)

// A Format is a format of findings.
type Format struct {
	Name      string
	Separator byte // written before each finding; 0 for none
	IsReport  bool // the output is one report, with the worst findings first: see [Worst]
	AtEnd     bool // the report can be written only as a whole

	writer func(o writerOptions) Writer // makes the writer; nil for JSON
}

// writerOptions are the arguments of the functions that make writers.
type writerOptions struct {
	style   Style
	version string // of the program
	codes   func() []finding.Entry
	spec    func() *summary.Spec // reads the grammars and returns the spec
}

// formats are all formats of findings.
var formats = []Format{
	{Name: FormatText, Separator: '\n', writer: func(o writerOptions) Writer {
		return Text{Style: o.style}
	}},
	{Name: FormatShort, writer: func(writerOptions) Writer { return Short{} }},
	{Name: FormatJSON},
	{Name: "sarif", Separator: ',', IsReport: true,
		writer: func(o writerOptions) Writer { return newSARIF(o.version, o.codes(), o.spec()) }},
	{Name: "github", writer: func(writerOptions) Writer { return GitHub{} }},
	{Name: "junit", IsReport: true, AtEnd: true, writer: func(writerOptions) Writer { return JUnit{} }},
	{Name: "gitlab", IsReport: true, AtEnd: true, writer: func(writerOptions) Writer { return GitLab{} }},
}

// Formats returns the names of the formats, the default first. Unless atEnd is set, it leaves out those that can be
// written only at the end of a run.
func Formats(atEnd bool) (names []string) {
	for _, f := range formats {
		if atEnd || !f.AtEnd {
			names = append(names, f.Name)
		}
	}
	return names
}

// formatOf returns the format with a name, which is one of [Formats].
func formatOf(name string) Format {
	return formats[slices.IndexFunc(formats, func(f Format) bool { return f.Name == name })]
}

// Short writes each finding on one line, as compilers do. grep, reviewdog and the quickfix lists of editors read it:
//
//	dump.nt:1204:31: error[port]: "a" is not a digit
type Short struct{ bare }

// Finding implements [Writer].
func (Short) Finding(b []byte, text *component.Quoter, f *finding.Finding, place func(offset int) run.Place) []byte {
	b = appendHeadline(b, f, place(f.Start))
	if f.Fix != nil {
		b = fmt.Appendf(b, " (fix: %s)", fixText(text, f.Fix))
	}
	return append(b, '\n')
}

// appendHeadline appends the first line of a finding, without its fix and without a line end.
func appendHeadline(b []byte, f *finding.Finding, at run.Place) []byte {
	return fmt.Appendf(b, "%s:%d:%d: %s[%s]: %s",
		quote.Visible(at.Source), at.Line, at.Col, f.Severity, quote.Visible(string(f.Code)),
		quote.Visible(f.MessageText()))
}

// ReportLimit is the default limit of findings in SARIF, JUnit and GitLab reports. GitHub stores no more of a run.
const ReportLimit = 5000

// A Worst collects the findings of a report that is written at the end of a run: up to a limit, errors first, and
// otherwise in the order of the input.
type Worst struct {
	f     *Formatter
	limit int // 0 for all

	errors, warnings []Piece
	full             atomic.Bool // there are as many errors as the limit: further findings are not needed
}

// Add adds formatted findings; ends are their ends in out.
func (w *Worst) Add(out []byte, ends []run.End) {
	start := 0
	for _, end := range ends {
		list := &w.warnings
		if end.Error {
			list = &w.errors
		}
		if w.limit == 0 || len(*list) < w.limit {
			*list = append(*list, Piece{Out: bytes.Clone(out[start:end.At]), Source: end.Source,
				Error: end.Error})
		}
		start = end.At
	}
	if w.limit > 0 && len(w.errors) >= w.limit {
		w.full.Store(true)
	}
}

// Write writes the report of a run with so many findings.
func (w *Worst) Write(to io.Writer, found int64, o Outcome) error {
	pieces := append(w.errors, w.warnings...)
	if w.limit > 0 {
		pieces = pieces[:min(len(pieces), w.limit)]
	}
	o.Omitted = max(0, found-int64(len(pieces)))
	b := bufio.NewWriterSize(to, 64<<10)
	w.f.report(b, pieces, o)
	return b.Flush()
}
