package render

import (
	"bufio"
	"errors"
	"fmt"
	"io"
	"strings"
	"unicode/utf8"

	"github.com/rfc3987/iri/internal/files/input"
	"github.com/rfc3987/iri/internal/grammar/abnf"
	"github.com/rfc3987/iri/internal/ref/component"
	"github.com/rfc3987/iri/internal/text/jsonw"
	"github.com/rfc3987/iri/internal/text/quote"
	"github.com/rfc3987/iri/internal/verdict/finding"
	"github.com/rfc3987/iri/internal/work/config"
	"github.com/rfc3987/iri/internal/work/run"
	"github.com/rfc3987/iri/internal/work/summary"
)

// A Printer formats the results of a check, of all inputs or of those with findings.
type Printer struct {
	*Formatter
	Silent     bool
	OnlyFaulty bool // leave out inputs without findings
	Limit      int  // the largest number of findings, or in JSON of objects with findings; 0 for all

	Pieces *Trimmer // writes the output
	Worst  *Worst   // keeps the worst findings of a report until it is written; nil if findings are written at once
}

// PrintsEvery reports whether every input has output, and not only inputs with findings.
func (p *Printer) PrintsEvery() bool {
	return p.Writer == nil && !p.Silent && !p.OnlyFaulty && p.Limit == 0
}

// Render implements [run.Sink].
func (p *Printer) Render(r *run.Result, rec *input.Item, c *run.Checked) {
	switch {
	case p.Silent, (p.OnlyFaulty || p.Limit > 0) && len(c.Findings) == 0:
	case p.complete():
		if p.Worst == nil {
			p.noteLeft(p.ends(r), len(r.Out), rec, c.Findings)
		}
	case p.Writer == nil:
		r.Out = p.Append(r.Out, p.ends(r), rec, c)
	default:
		at := run.NewPlacer(rec, c)
		inParts(c, func(part []finding.Finding, more int) bool {
			if p.complete() && p.Worst == nil {
				p.noteLeft(p.ends(r), len(r.Out), rec, part)
				return true
			}
			r.Out = p.appendFindings(r.Out, p.ends(r), at, part, more)
			return r.FlushIfLarge() && (p.Worst == nil || !p.complete())
		})
	}
}

// inParts passes the findings of an item to take in several slices, because there can be very many. more is how many
// findings of the item are left out at the end.
func inParts(c *run.Checked, take func(part []finding.Finding, more int) bool) {
	rest := c.Findings
	for ; len(rest) > 256; rest = rest[256:] {
		if !take(rest[:256], 0) {
			return
		}
	}
	take(rest, c.More)
}

// complete reports whether the output has as many findings as the limit allows.
func (p *Printer) complete() bool {
	return p.Limit > 0 && p.Pieces.Cut.Load() || p.Worst != nil && p.Worst.full.Load()
}

// ends returns the slice to which the ends of findings are appended, or nil if it is not needed.
func (p *Printer) ends(r *run.Result) *[]run.End {
	if p.Limit > 0 || p.Worst != nil || p.once {
		return &r.Ends
	}
	return nil
}

// Auto is the limit that depends on the format: 100 findings as text, because a folder of prose can have thousands,
// [ReportLimit] in a report, and no limit otherwise.
const Auto = -1

// LimitOf returns how many findings are printed in a format; 0 means all. If all is set, Auto means no limit.
func LimitOf(limit int, format string, all bool) int {
	switch {
	case limit >= 0:
		return limit
	case format == FormatText && !all:
		return 100
	}
	return 0
}

// Findings is the sink of a check: it writes findings in a format, all of them, the first or the worst, and at the
// end the summary.
type Findings struct {
	Printer
	Out      *run.Output
	Err      io.Writer // for notes, and for the summary unless only that is printed
	OutStyle Style
	ErrStyle Style

	Quiet       bool // nothing is printed
	SummaryOnly bool // print only the summary, on Out
	NoSummary   bool
	Each        bool // each input has an object, and there is no summary
	Words       bool // the inputs are words of the command line: the summary is one line

	Fix    func() string                 // returns the command that fixes what can be fixed; nil if there is none
	Advice func(*summary.Summary) string // returns the advice after the summary

	started bool
}

// NewFindings returns a sink with a limit, or [Auto]. If atOnce is set, each finding is written when it is found.
func NewFindings(s Findings, limit int, atOnce bool) *Findings {
	s.Silent = s.Quiet || s.SummaryOnly
	s.Limit = LimitOf(limit, s.Name, atOnce)
	// Findings of SARIF without a limit are written at once.
	if s.IsReport && !s.Silent && (s.AtEnd || limit != 0) {
		if limit == Auto {
			limit = ReportLimit
		}
		s.Worst, s.Limit = &Worst{f: s.Formatter, limit: limit}, 0
	}
	s.once = s.Name == FormatText && !atOnce
	s.Pieces = &Trimmer{W: s.Out, Sep: s.Separator, Limit: s.Limit}
	return &s
}

// Reject implements [run.Sink].
func (s *Findings) Reject(*run.Result, []byte, bool) {}

func (s *Findings) Handle(r *run.Result) error {
	if s.Worst != nil {
		s.Worst.Add(r.Out, r.Ends)
		return nil
	}
	if err := s.start(); err != nil {
		return err
	}
	return s.Pieces.writeParts(r.Out, r.Ends)
}

// start writes what comes before the first finding.
func (s *Findings) start() (err error) {
	if !s.started && !s.Silent && s.Worst == nil {
		_, err = s.Out.Write(s.Start())
	}
	s.started = true
	return err
}

func (s *Findings) End(p *run.Progress) error {
	if err := s.start(); err != nil {
		return err
	}
	if !s.Quiet {
		if err := s.Out.WriteAfter(s.Err, p.Account); err != nil {
			return err
		}
	}
	if err := s.writeEnd(p); err != nil {
		return err
	}
	if _, err := s.Out.Write(s.Pieces.appendSame(nil, s.OutStyle)); err != nil {
		return err
	}
	if err := s.Pieces.sayCut(s.Out, s.Err); err != nil || s.Quiet || s.NoSummary {
		return err
	}
	return s.summarize(&p.Summary)
}

// writeEnd writes what comes after the last finding.
func (s *Findings) writeEnd(p *run.Progress) error {
	if s.Silent {
		return nil
	}
	o := Outcome{Unread: p.Unread, Line: string(p.Summary.AppendLine(nil, NounOf(s.target)))}
	if s.Worst != nil {
		return s.Worst.Write(s.Out, p.Summary.Errors+p.Summary.Warnings, o)
	}
	_, err := s.Out.Write(s.Printer.End(o))
	return err
}

// NounOf returns the noun for strings that are checked against a target, such as "IRI".
func NounOf(t config.Target) string {
	switch name := t.Rule.Name(); {
	case name == "IRI" || name == "URI" || name == "LEIRI":
		return name
	case strings.HasSuffix(name, "-reference"):
		return "reference"
	}
	return "string"
}

// summarize prints the summary. As JSON it is the last object of the output. If only the summary is printed, it is on
// the output, as text or JSON. Otherwise it is text on Err: one line and, if there are many findings in files, how
// often each code was found.
func (s *Findings) summarize(sum *summary.Summary) error {
	if s.Name == FormatJSON && (s.SummaryOnly || !s.Words && !s.Each) {
		sum.Spec = summary.MadeFrom(s.target.Spec)
		if _, err := s.Out.Write(sum.AppendJSON(nil)); err != nil || s.SummaryOnly {
			return err
		}
	}
	to, style := s.Err, s.ErrStyle
	if s.SummaryOnly {
		to, style = s.Out, s.OutStyle
	}
	text := sum.AppendLine(nil, NounOf(s.target))
	if sum.Fixable > 0 {
		text = fmt.Appendf(text, "; %s can be fixed", quote.Count(sum.Fixable))
		if s.Fix != nil {
			text = append(append(text, ": "...), s.Fix()...)
		}
	}
	text = append(text, '\n')
	isText := s.Name == FormatText || s.Name == FormatShort
	switch {
	case isText && (sum.By != "" || s.SummaryOnly):
		text = appendSummary(text, sum, style)
	case isText && !s.Words:
		text = appendCodes(text, sum, style)
	}
	if err := s.Out.WriteAfter(to, string(text)); err != nil || s.Advice == nil {
		return err
	}
	_, err := io.WriteString(s.Err, s.Advice(sum))
	return err
}

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
