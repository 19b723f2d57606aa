package main

import (
	"strconv"

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
	c := &checker{app: a}
	c.in.add(cmd)
	c.rules.addSpec(cmd, "the spec's top rule")
	c.rules.addChecks(cmd)
	c.out.add(cmd, formatText, formatJSON, formatSARIF, formatGitHub)
	c.bulk.add(cmd)
	c.bulk.addFindings(cmd)
	cmd.Flags().BoolVarP(&c.quiet, "quiet", "q", false, "print nothing: only the exit status counts")
	cmd.Flags().BoolVar(&c.coverage, "coverage", false, "after the run, print how many inputs went through each production and each alternative")
	cmd.RunE = func(cmd *cobra.Command, words []string) error {
		if err := c.prepare(); err != nil {
			return err
		}
		if len(words) > 0 {
			return c.words(words)
		}
		return c.files(cmd)
	}
	return cmd
}

// A formatter turns checked records into output. Its methods may be called from
// several goroutines at once; the pieces are then put in the order of the
// input, between start and end, and the separator before the first piece is left
// out (see [trimmer]).
type formatter struct {
	format string
	target target
	style  render.Style
	sarif  *render.SARIF // nil but for that format

	validator *iri.Validator // for the target
}

func newFormatter(format string, t target, st render.Style) *formatter {
	f := &formatter{format: format, target: t, style: st, validator: t.rule.Validator(t.opts...)}
	if format == formatSARIF {
		f.sarif = render.NewSARIF(version(), findingCodes())
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

// A verdict is what there is to say about a record.
type verdict struct {
	report   iri.Report
	fault    *iri.Finding // of a record that could not be checked; then there is no report
	text     string       // what its span counts in
	findings []iri.Finding
	more     int // findings beyond the limit
	conforms bool
}

// judge checks a record, and adds it to the coverage if that is not nil.
func (f *formatter) judge(rec *input.Record, cover *iri.Coverage) verdict {
	if rec.Err != nil {
		text, finding := faultOf(rec)
		return verdict{fault: &finding, text: text, findings: []iri.Finding{finding}}
	}
	rule, err := f.target.ruleFor(rec)
	if err != nil {
		finding := iri.Finding{Code: codeRule, Severity: iri.Error, Message: err.Error(), End: len(rec.Text)}
		return verdict{fault: &finding, text: rec.Text, findings: []iri.Finding{finding}}
	}
	if cover != nil {
		cover.Add(rule, rec.Text)
	}
	var rep iri.Report
	if rule == f.target.rule {
		rep = f.validator.Validate(rec.Text)
	} else {
		rep = rule.Validate(rec.Text, f.target.opts...)
	}
	return verdict{report: rep, findings: rep.Findings(), more: rep.More(), conforms: rep.Conforms()}
}

// append appends what the format says about a record.
func (f *formatter) append(b []byte, rec *input.Record, v *verdict) []byte {
	if v.fault != nil {
		return f.appendFault(b, rec, v.text, *v.fault)
	}
	b, _ = f.appendReport(b, rec, v.report)
	return b
}

// codeRule is the code of a record that names a rule which is not there.
const codeRule = "rule"

// appendReport appends what the format says about a report.
func (f *formatter) appendReport(b []byte, rec *input.Record, rep iri.Report) ([]byte, bool) {
	ok := rep.Conforms()
	if f.format == formatJSON {
		return append(appendOrigin(rep.AppendJSON(b), rec), '\n'), ok
	}
	if len(rep.Findings()) == 0 {
		return b, ok
	}
	at := rec.Locator()
	switch f.format {
	case formatSARIF:
		for i := range rep.Findings() {
			fd := &rep.Findings()[i]
			b = f.sarif.AppendResult(b, rec.Text, fd, func(offset int) render.Place { return placeOf(rec, &at, offset) })
		}
	case formatGitHub:
		for i := range rep.Findings() {
			fd := &rep.Findings()[i]
			b = render.AppendGitHub(b, rec.Text, fd, placeOf(rec, &at, fd.Start), placeOf(rec, &at, fd.End))
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

// appendFaultJSON appends the object for an input that could not be checked: that
// of a report in which nothing holds but the finding. full, which may be nil, is that
// of [jsonw.AppendStringFull].
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

// appendOrigin adds to the object of a record where it stands, in formats that
// hold more than one string a line or none: {…,"source":"dump.nt","line":3,
// "column":7,"role":"object"}.
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
	return append(b, '}')
}
