package work

import (
	"bytes"
	"io"
	"slices"
	"strings"
	"sync"
	"sync/atomic"
	"unicode/utf8"

	"github.com/rfc3987/iri/internal/files/input"
	"github.com/rfc3987/iri/internal/ref/spec"
	"github.com/rfc3987/iri/internal/verdict/report"
	"github.com/rfc3987/iri/internal/work/render"
)

// The formats of output.
const (
	FormatText   = "text"
	FormatJSON   = "json"
	FormatSARIF  = "sarif"
	FormatGitHub = "github"
	FormatJUnit  = "junit"
	FormatTSV    = "tsv" // of conversions: the text, a tab, the result
)

// A Formatter turns what is found into output. Its methods may be called from several goroutines
// at the same time. The caller puts the pieces into the order of the input, between Start and
// End, and leaves out the separator before the first piece (see [Trimmer]).
type Formatter struct {
	format string
	target Target
	style  render.Style
	sarif  *render.SARIF // nil for all other formats
}

// NewFormatter returns a formatter. For SARIF, and only for that, it needs the version of the program and
// the codes that findings may have.
func NewFormatter(format string, t Target, st render.Style, version string, codes func() []report.Entry) *Formatter {
	f := &Formatter{format: format, target: t, style: st}
	if format == FormatSARIF {
		known := codes()
		f.sarif = render.NewSARIF(version, append(known, productions(t, known)...))
		f.sarif.Spec = MadeFrom(t.Spec)
	}
	return f
}

// productions returns entries for the productions that findings can blame beside those of
// whole references: every rule that the rule uses, if it is of a grammar that was read or is
// not a whole reference.
func productions(t Target, known []report.Entry) []report.Entry {
	if t.Rule.IsWhole() && !t.Spec.WasRead() {
		return nil
	}
	var codes []report.Entry
	for _, r := range append([]spec.Rule{t.Rule}, t.Rule.Uses()...) {
		if !slices.ContainsFunc(known, func(c report.Entry) bool { return string(c.Code) == r.Name() }) {
			codes = append(codes, report.Entry{
				Code: report.Code(r.Name()), Grammar: true, Severity: report.Error, Title: r.ABNF(), Section: r.Section(),
			})
		}
	}
	return codes
}

// Separator returns the byte before each finding; 0 for none.
func (f *Formatter) Separator() byte {
	switch f.format {
	case FormatText:
		return '\n'
	case FormatSARIF:
		return ','
	}
	return 0
}

// Start returns what comes before the first record.
func (f *Formatter) Start() []byte {
	if f.sarif != nil {
		return f.sarif.AppendStart(nil)
	}
	return nil
}

// End returns what comes after the last record.
func (f *Formatter) End(o render.Outcome) []byte {
	if f.sarif != nil {
		return f.sarif.AppendEnd(nil, o)
	}
	return nil
}

// IsReport reports whether the output is one report, in which the worst findings stand first: see
// [Worst].
func (f *Formatter) IsReport() bool { return f.format == FormatSARIF || f.format == FormatJUnit }

// isError reports whether a finding of a report is an error.
func (f *Formatter) isError(piece []byte) bool {
	if f.format == FormatJUnit {
		return render.IsFailure(piece)
	}
	return f.sarif.IsError(piece)
}

// report returns a report with findings.
func (f *Formatter) report(pieces [][]byte, o render.Outcome) []byte {
	if f.format == FormatJUnit {
		return render.JUnitReport(pieces, o)
	}
	return append(append(f.Start(), bytes.TrimPrefix(bytes.Join(pieces, nil), []byte{','})...), f.End(o)...)
}

// Append appends the output for a record. If ends is not nil it also appends to it where each
// finding ends in b, or in JSON the object of the record.
func (f *Formatter) Append(b []byte, ends *[]int, rec *input.Record, c *Checked) []byte {
	if f.format == FormatJSON {
		b = f.target.AppendJSON(b, rec, c)
		noteEnd(ends, b)
		return b
	}
	return f.appendFindings(b, ends, newPlacer(rec, c), c.Findings, c.More)
}

// appendFindings appends findings, which may be a part of those of a record, and in text how many
// more there are.
func (f *Formatter) appendFindings(b []byte, ends *[]int, at *placer, findings []report.Finding, more int) []byte {
	if f.format == FormatText {
		return appendText(b, ends, at, findings, more, f.style)
	}
	for i := range findings {
		fd := Expanded(at.rec, findings[i])
		switch {
		case f.sarif != nil:
			b = f.sarif.AppendResult(b, at.text, &fd, at.place)
		case f.format == FormatJUnit:
			b = render.AppendJUnit(b, at.text, &fd, at.place(fd.Start))
		default:
			b = render.AppendGitHub(b, at.text, &fd, at.place(fd.Start), at.place(fd.End))
		}
		noteEnd(ends, b)
	}
	return b
}

// noteEnd appends the length of b to the ends, if they are wanted.
func noteEnd(ends *[]int, b []byte) {
	if ends != nil {
		*ends = append(*ends, len(b))
	}
}

// AppendFindings appends findings for people, with an empty line before each; see [Trimmer]. If
// ends is not nil it also appends to it where each finding ends in b.
func AppendFindings(b []byte, ends *[]int, rec *input.Record, c *Checked, st render.Style) []byte {
	return appendText(b, ends, newPlacer(rec, c), c.Findings, c.More, st)
}

func appendText(b []byte, ends *[]int, at *placer, findings []report.Finding, more int, st render.Style) []byte {
	for i := range findings {
		fd := Expanded(at.rec, findings[i])
		if i > 0 {
			noteEnd(ends, b)
		}
		b = render.AppendFinding(append(b, '\n'), at.text, &fd, at.place(fd.Start), st)
	}
	if more > 0 {
		b = render.AppendMore(append(b, '\n'), more, st)
	}
	if len(findings) > 0 {
		noteEnd(ends, b)
	}
	return b
}

// A placer finds the places of findings: in the text of a record, or the one place of a fault.
type placer struct {
	rec     *input.Record
	text    string // what the spans refer to
	locator input.Locator
	fixed   *render.Place // that of all findings; nil for those of their offsets
	from    int           // where the text is at fixed, of a record that cannot be read
}

func newPlacer(rec *input.Record, c *Checked) *placer {
	p := &placer{rec: rec, text: rec.Text, locator: rec.Locator()}
	if c.Fault != nil {
		p.text, p.fixed = c.Text, &render.Place{Source: rec.Source, Line: rec.Line, Col: rec.Col}
		if rec.Err != nil {
			p.fixed.Line, p.fixed.Col, p.from = rec.Err.Line, rec.Err.Col, c.Fault.Start
		}
	}
	return p
}

func (p *placer) place(offset int) render.Place {
	if p.fixed != nil {
		at := *p.fixed
		if p.rec.Err != nil && offset > p.from && !strings.ContainsAny(p.text[p.from:offset], "\r\n") {
			at.Col += utf8.RuneCountInString(p.text[p.from:offset])
		}
		return at
	}
	line, col := p.locator.Position(offset)
	return render.Place{Source: p.rec.Source, Line: line, Col: col}
}

// A Printer is what becomes of the results of a check: output in a format, of all inputs or of
// some.
type Printer struct {
	*Formatter
	Silent bool
	Few    bool // leave out inputs without findings
	Sample int  // so many inputs of each code, which are drawn; 0 for all inputs
	Limit  int  // so many findings, in JSON so many objects of inputs with findings; 0 for all

	Pieces *Trimmer // with Limit, what writes the output
	Worst  *Worst   // what holds a report until it is written; nil if findings are written as they come
}

// PrintsEvery reports whether every input gives output, not only those with findings.
func (p *Printer) PrintsEvery() bool {
	return p.format == FormatJSON && !p.Silent && !p.Few && p.Sample == 0 && p.Limit == 0
}

// Found is the function for [CheckRun.Found].
func (p *Printer) Found(r *Result, b *input.Block, rec *input.Record, c *Checked) {
	switch {
	case p.Silent, p.complete(), (p.Few || p.Limit > 0) && len(c.Findings) == 0:
	case p.Sample > 0:
		var codes []report.Code
		output := sync.OnceValue(func() []byte { return p.whole(rec, c) }) // one text, for all samples that it is in
		for i := range c.Findings {
			if code := c.Findings[i].Code; !slices.Contains(codes, code) {
				codes = append(codes, code)
				r.Summary.Draw(string(code), p.Sample, b.File.Number, rec.Offset, output)
			}
		}
	case p.format == FormatJSON:
		r.Out = p.Append(r.Out, p.ends(r), rec, c)
	default:
		at := newPlacer(rec, c)
		inParts(c, func(part []report.Finding, more int) bool {
			r.Out = p.appendFindings(r.Out, p.ends(r), at, part, more)
			return r.flushIfLarge() && !p.complete()
		})
	}
}

// inParts hands on the findings of a record, which can be very many, in parts: each with how many more
// there are after the last one of all.
func inParts(c *Checked, take func(part []report.Finding, more int) bool) {
	rest := c.Findings
	for ; len(rest) > 256; rest = rest[256:] {
		if !take(rest[:256], 0) {
			return
		}
	}
	take(rest, c.More)
}

// whole returns the output for a record, to keep it: it takes no more memory than its bytes.
func (p *Printer) whole(rec *input.Record, c *Checked) (out []byte) {
	if p.format == FormatJSON {
		return bytes.Clone(p.Append(nil, nil, rec, c))
	}
	var part []byte
	each := func(take func()) {
		at := newPlacer(rec, c)
		inParts(c, func(findings []report.Finding, more int) bool {
			part = p.appendFindings(part[:0], nil, at, findings, more)
			take()
			return true
		})
	}
	size := 0
	each(func() { size += len(part) })
	out = make([]byte, 0, size)
	each(func() { out = append(out, part...) })
	return out
}

// complete reports whether the output has all findings that it may have.
func (p *Printer) complete() bool {
	return p.Limit > 0 && p.Pieces.Cut.Load() || p.Worst != nil && p.Worst.full.Load()
}

// ends returns where the ends of findings are noted, nil if nobody asks for them.
func (p *Printer) ends(r *Result) *[]int {
	if p.Limit > 0 || p.Worst != nil {
		return &r.Ends
	}
	return nil
}

// A Trimmer removes the separator with which the first piece begins. The
// pieces that follow keep theirs, so there is one separator between two pieces. With
// separator 0 it changes nothing. It also leaves out what is beyond a limit.
type Trimmer struct {
	W       io.Writer
	Sep     byte
	Started bool

	Limit   int         // so many parts are written by WriteParts; 0 for all
	Written int         // so many have been written
	Cut     atomic.Bool // some have not: further ones need not be made
}

// WriteParts writes p up to the limit. ends says where the parts of p end; without a limit it may
// be empty.
func (t *Trimmer) WriteParts(p []byte, ends []int) error {
	if t.Limit > 0 {
		n := min(len(ends), t.Limit-t.Written)
		t.Written += n
		if n < len(ends) {
			t.Cut.Store(true)
		}
		end := 0
		if n > 0 {
			end = ends[n-1]
		}
		p = p[:end]
	}
	_, err := t.Write(p)
	return err
}

func (t *Trimmer) Write(p []byte) (int, error) {
	if t.Started || len(p) == 0 {
		return t.W.Write(p)
	}
	t.Started = true
	if t.Sep == 0 || p[0] != t.Sep {
		return t.W.Write(p)
	}
	n, err := t.W.Write(p[1:])
	return n + 1, err
}

// Places returns a function with the places of the offsets of findings in the result for a record.
func Places(rec *input.Record, c *Checked) func(offset int) render.Place {
	return newPlacer(rec, c).place
}
