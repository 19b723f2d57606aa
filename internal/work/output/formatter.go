// Package output writes what was found: as text, JSON or one of the reports of package render, all of it, the first
// or the worst; rejected records with their reasons; classes of equal strings; coverage. It must not know how records
// are checked, nor where output goes.
package output

import (
	"bytes"
	"io"
	"slices"
	"sync"
	"sync/atomic"

	"github.com/rfc3987/iri/internal/files/input"
	"github.com/rfc3987/iri/internal/ref/spec"
	"github.com/rfc3987/iri/internal/verdict/report"
	"github.com/rfc3987/iri/internal/work/job"
	"github.com/rfc3987/iri/internal/work/render"
	"github.com/rfc3987/iri/internal/work/result"
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
	target job.Target
	style  render.Style
	sarif  *render.SARIF // nil for all other formats
}

// NewFormatter returns a formatter. For SARIF, and only for that, it needs the version of the program and
// the codes that findings may have.
func NewFormatter(format string, t job.Target, st render.Style, version string, codes func() []report.Entry) *Formatter {
	f := &Formatter{format: format, target: t, style: st}
	if format == FormatSARIF {
		known := codes()
		f.sarif = render.NewSARIF(version, append(known, productions(t, known)...))
		f.sarif.Spec = job.MadeFrom(t.Spec)
	}
	return f
}

// productions returns entries for the productions that findings can blame beside those of
// whole references: every rule that the rule uses, if it is of a grammar that was read or is
// not a whole reference.
func productions(t job.Target, known []report.Entry) []report.Entry {
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
func (f *Formatter) Append(b []byte, ends *[]int, rec *input.Record, c *result.Checked) []byte {
	if f.format == FormatJSON {
		b = AppendJSON(b, &f.target, rec, c)
		noteEnd(ends, b)
		return b
	}
	return f.appendFindings(b, ends, result.NewPlacer(rec, c), c.Findings, c.More)
}

// appendFindings appends findings, which may be a part of those of a record, and in text how many
// more there are.
func (f *Formatter) appendFindings(b []byte, ends *[]int, at *result.Placer, findings []report.Finding, more int) []byte {
	if f.format == FormatText {
		return appendText(b, ends, at, findings, more, f.style)
	}
	for i := range findings {
		fd := result.Expanded(at.Rec, findings[i])
		switch {
		case f.sarif != nil:
			b = f.sarif.AppendResult(b, at.Text, &fd, at.Place)
		case f.format == FormatJUnit:
			b = render.AppendJUnit(b, at.Text, &fd, at.Place(fd.Start))
		default:
			b = render.AppendGitHub(b, at.Text, &fd, at.Place(fd.Start), at.Place(fd.End))
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
func AppendFindings(b []byte, ends *[]int, rec *input.Record, c *result.Checked, st render.Style) []byte {
	return appendText(b, ends, result.NewPlacer(rec, c), c.Findings, c.More, st)
}

func appendText(b []byte, ends *[]int, at *result.Placer, findings []report.Finding, more int, st render.Style) []byte {
	for i := range findings {
		fd := result.Expanded(at.Rec, findings[i])
		if i > 0 {
			noteEnd(ends, b)
		}
		b = render.AppendFinding(append(b, '\n'), at.Text, &fd, at.Place(fd.Start), st)
	}
	if more > 0 {
		b = render.AppendMore(append(b, '\n'), more, st)
	}
	if len(findings) > 0 {
		noteEnd(ends, b)
	}
	return b
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

// Found is the function for [checks.Run.Found].
func (p *Printer) Found(r *result.Result, b *input.Block, rec *input.Record, c *result.Checked) {
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
		at := result.NewPlacer(rec, c)
		inParts(c, func(part []report.Finding, more int) bool {
			r.Out = p.appendFindings(r.Out, p.ends(r), at, part, more)
			return r.FlushIfLarge() && !p.complete()
		})
	}
}

// inParts hands on the findings of a record, which can be very many, in parts: each with how many more
// there are after the last one of all.
func inParts(c *result.Checked, take func(part []report.Finding, more int) bool) {
	rest := c.Findings
	for ; len(rest) > 256; rest = rest[256:] {
		if !take(rest[:256], 0) {
			return
		}
	}
	take(rest, c.More)
}

// whole returns the output for a record, to keep it: it takes no more memory than its bytes.
func (p *Printer) whole(rec *input.Record, c *result.Checked) (out []byte) {
	if p.format == FormatJSON {
		return bytes.Clone(p.Append(nil, nil, rec, c))
	}
	var part []byte
	each := func(take func()) {
		at := result.NewPlacer(rec, c)
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
func (p *Printer) ends(r *result.Result) *[]int {
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
