package main

import (
	"bufio"
	"fmt"
	"io"

	"github.com/spf13/cobra"

	"github.com/rfc3987/iri"
	"github.com/rfc3987/iri/internal/input"
	"github.com/rfc3987/iri/internal/jsonw"
	"github.com/rfc3987/iri/internal/render"
)

func newCheckCmd(a *app) *cobra.Command {
	cmd := &cobra.Command{
		Use:   "check [IRI...]",
		Short: "Say whether strings conform, and if not why",
		Long: `check says of every input whether it conforms to the rule, and if not, which
production it breaks, where, what could stand there, and how to mend it.

Findings go to standard output, a summary to standard error. Exit status: 0 if
all inputs conform, 1 if some do not, 2 for usage, input and output.`,
		Example: `  iri check 'http://h:8a/' 'http://exa mple.org/a b'
  iri check --spec rfc3986 --rule URI-reference -f refs.txt
  iri check --from ntriples -f dump.nt.gz --format json
  iri check --lint --severity userinfo-password=error https://u:p@example.org/`,
	}
	var in inputFlags
	var rules ruleFlags
	var out outputFlags
	in.add(cmd)
	rules.addSpec(cmd, "the spec's top rule")
	rules.addChecks(cmd)
	out.add(cmd, formatText, formatJSON, formatSARIF, formatGitHub)
	quiet := cmd.Flags().BoolP("quiet", "q", false, "print nothing but the summary of what was wrong: only the exit status counts")
	cmd.RunE = func(_ *cobra.Command, words []string) error {
		t, err := rules.target(topRule)
		if err != nil {
			return err
		}
		if err := out.check(); err != nil {
			return err
		}
		records, broken, err := in.records(a, words)
		if err != nil {
			return err
		}
		dst := a.stdout
		if *quiet {
			dst = io.Discard
		}
		w := bufio.NewWriterSize(dst, 64<<10)
		f := newFormatter(out.format, t, render.Style{Color: a.color(a.outTerminal)})
		if _, err := w.Write(f.start(nil)); err != nil {
			return err
		}
		pieces := &trimmer{w: w, sep: f.separator()}
		var buf []byte
		var checked, failed int
		for rec := range records {
			var ok bool
			buf, ok = f.appendRecord(buf, rec)
			checked++
			if !ok {
				failed++
			}
			if _, err := pieces.Write(buf); err != nil {
				return err
			}
			buf = buf[:0]
			if in.unbuffered {
				if err := w.Flush(); err != nil {
					return err
				}
			}
		}
		if _, err := w.Write(f.end(buf[:0])); err != nil {
			return err
		}
		if err := w.Flush(); err != nil {
			return err
		}
		if !*quiet {
			fmt.Fprintf(a.stderr, "%d checked, %d conform, %d do not\n", checked, checked-failed, failed)
		}
		switch {
		case *broken:
			return statusUsage
		case failed > 0:
			return statusFound
		}
		return nil
	}
	return cmd
}

// A formatter turns checked records into output. Its appendRecord may be called
// from several goroutines at once; the pieces are then put in the order of the
// input, between start and end, and the separator before the first piece is left
// out (see [trimmer]).
type formatter struct {
	format string
	target target
	style  render.Style
	sarif  *render.SARIF // nil but for that format
}

func newFormatter(format string, t target, st render.Style) *formatter {
	f := &formatter{format: format, target: t, style: st}
	if format == formatSARIF {
		f.sarif = render.NewSARIF(version())
	}
	return f
}

// separator returns the byte that stands before each finding; 0 for none.
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

// appendRecord checks a record and appends what the format says about it. It
// reports whether the record conforms.
func (f *formatter) appendRecord(b []byte, rec *input.Record) (_ []byte, conforms bool) {
	if rec.Err != nil {
		text, finding := faultOf(rec)
		return f.appendFault(b, rec, text, finding), false
	}
	rule, err := f.target.ruleOf(rec.Rule)
	if err != nil {
		finding := iri.Finding{Code: codeRule, Severity: iri.Error, Message: err.Error(), End: len(rec.Text)}
		return f.appendFault(b, rec, rec.Text, finding), false
	}
	return f.appendReport(b, rec, rule.Validate(rec.Text, f.target.opts...))
}

// codeRule is the code of a record that names a rule which is not there.
const codeRule = "rule"

// appendReport appends what the format says about a report.
func (f *formatter) appendReport(b []byte, rec *input.Record, rep iri.Report) ([]byte, bool) {
	ok := rep.Conforms()
	if f.format == formatJSON {
		return append(rep.AppendJSON(b), '\n'), ok
	}
	if len(rep.Findings()) == 0 {
		return b, ok
	}
	switch f.format {
	case formatSARIF:
		for i := range rep.Findings() {
			fd := &rep.Findings()[i]
			b = f.sarif.AppendResult(b, rec.Text, fd, func(at int) render.Place { return placeOf(rec, at) })
		}
	case formatGitHub:
		for i := range rep.Findings() {
			fd := &rep.Findings()[i]
			b = render.AppendGitHub(b, rec.Text, fd, placeOf(rec, fd.Start), placeOf(rec, fd.End))
		}
	default:
		b = appendFindings(b, rec, rep.Findings(), rep.More(), f.style)
	}
	return b, ok
}

// appendFault appends what the format says about a record that could not be
// checked.
func (f *formatter) appendFault(b []byte, rec *input.Record, text string, fd iri.Finding) []byte {
	at := render.Place{Source: rec.Source, Line: rec.Line, Col: rec.Col}
	if rec.Err != nil {
		at.Line, at.Col = rec.Err.Line, rec.Err.Col
	}
	switch f.format {
	case formatJSON:
		return appendFaultJSON(b, text, f.target, rec.Rule, &fd)
	case formatSARIF:
		return f.sarif.AppendResult(b, text, &fd, func(int) render.Place { return at })
	case formatGitHub:
		return render.AppendGitHub(b, text, &fd, at, at)
	}
	b = append(b, '\n')
	return render.AppendFinding(b, text, &fd, at, f.style)
}

// appendFaultJSON appends the object for an input that could not be checked: that
// of a report in which nothing holds but the finding.
func appendFaultJSON(b []byte, text string, t target, rule string, fd *iri.Finding) []byte {
	if rule == "" {
		rule = t.rule.Name()
	}
	b = append(b, '{')
	b = jsonw.AppendText(b, "input", text)
	b = append(b, `,"spec":`...)
	b = jsonw.AppendString(b, t.spec.Name())
	b = append(b, `,"rule":`...)
	b = jsonw.AppendString(b, rule)
	b = append(b, `,"grammatical":false,"conforms":false,"findings":[`...)
	b = fd.AppendJSON(b)
	return append(b, ']', '}', '\n')
}
