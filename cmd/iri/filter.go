package main

import (
	"fmt"
	"strconv"

	"github.com/spf13/cobra"

	"github.com/rfc3987/iri"
	"github.com/rfc3987/iri/internal/input"
	"github.com/rfc3987/iri/internal/jsonw"
	"github.com/rfc3987/iri/internal/recordcheck"
	"github.com/rfc3987/iri/internal/summary"
	"github.com/rfc3987/iri/internal/wording"
)

func newFilterCmd(a *app) *cobra.Command {
	cmd := &cobra.Command{
		Use:   "filter",
		Short: "Pass good records through and write the bad ones to a file",
		Long: `filter reads files, or standard input, and writes the records that conform to
standard output, byte for byte: lines with their ends, statements of RDF dumps,
rows of tables, and all comments, blank lines and headers. A record that has an
error or is malformed goes to the file that --rejects names, also byte for byte,
with the reasons before it:

  --reasons comments   a line "# dump.nt:12:5: error[port]: …" for each finding
  --reasons json       an object for each record: {"source":…,"line":…,"record":…,"findings":[…]}
  --reasons none       only the records

A line of an RDF dump is rejected whole if one IRI in it is bad. Exit status: 0 if
all records pass, 1 if some do not, 2 for an error in usage, input or output.`,
		Example: `  iri filter -f dump.nq.gz --rejects bad.nq | load
  iri filter --from csv --column url --reasons json --rejects bad.jsonl < t.csv > good.csv`,
		Args: rejectWords("name files with -f %s"),
	}
	f := &filterRun{app: a}
	f.in.add(cmd)
	f.rules.addSpec(cmd, "the spec's top rule")
	f.rules.addChecks(cmd)
	f.runFlags.add(cmd)
	fs := cmd.Flags()
	fs.StringVar(&f.rejects, "rejects", "", "write the bad records to `FILE`, - for standard output; without it they are only counted")
	fs.StringVar(&f.reasons, "reasons", reasonsComments, "the format of the reasons in the file of --rejects: comments, json or none")
	_ = cmd.MarkFlagFilename("rejects")
	complete(cmd, "reasons", func() []string { return []string{reasonsComments, reasonsJSON, reasonsNone} })
	cmd.RunE = func(cmd *cobra.Command, _ []string) error { return f.run(cmd) }
	return cmd
}

// The values of --reasons.
const (
	reasonsComments = "comments"
	reasonsJSON     = "json"
	reasonsNone     = "none"
)

// A filterRun is a run of iri filter.
type filterRun struct {
	app      *app
	in       inputFlags
	rules    ruleFlags
	runFlags runFlags
	rejects  string
	reasons  string

	checker *recordcheck.Checker
	options *input.Options
}

func (f *filterRun) run(cmd *cobra.Command) (err error) {
	target, err := f.rules.target(topRule)
	if err != nil {
		return err
	}
	if err := f.runFlags.check(); err != nil {
		return err
	}
	switch f.reasons {
	case reasonsComments, reasonsJSON, reasonsNone:
	default:
		return usagef("--reasons %s: choose one of comments, json, none", f.reasons)
	}
	f.checker = recordcheck.NewChecker(target.records())
	r := newFileRun(f.app, &f.in, &f.runFlags, cmd, f.app.stdout)
	if f.rejects == "-" && f.runFlags.checkpoint != "" {
		return usagef("--rejects - and --checkpoint: give the rejects a file of their own")
	}
	r.rejects = f.rejects
	r.adjustInput = func(o *input.Options) {
		o.LinesOnly = true
		f.options = o
	}
	r.onBlock = f.onBlock
	r.onResult = func(result *blockResult) error {
		if err := f.writeGood(r, result); err != nil || r.second == nil || len(result.second) == 0 {
			return err
		}
		if r.second != r.out && r.lastBytes[1] != result.recordEnd && !result.continued && r.second.hasOutput() {
			if err := r.second.w.WriteByte(result.recordEnd); err != nil {
				return err
			}
		}
		r.lastBytes[1] = result.second[len(result.second)-1]
		_, err := r.second.Write(result.second)
		return err
	}
	r.onEnd = func() error {
		if f.runFlags.noSummary {
			return nil
		}
		// Where both streams go to one place, the summary comes after the records.
		if err := r.flush(); err != nil {
			return err
		}
		text := fmt.Appendf(nil, "%s kept, %d rejected\n", plural(int(r.summary.Kept), "record"), r.summary.Rejected)
		text = r.summary.AppendText(r.summary.AppendLine(text), summary.Style{Color: f.app.color(f.app.errTerminal)})
		_, err := f.app.stderr.Write(text)
		return err
	}
	return r.run()
}

// writeGood writes good records. The last record of a file may lack its end; it gets
// one if a record of another file follows.
func (f *filterRun) writeGood(r *fileRun, result *blockResult) error {
	if len(result.out) == 0 {
		return nil
	}
	if r.lastBytes[0] != result.recordEnd && r.lastFile != result.fileNumber && r.out.hasOutput() {
		if err := r.out.w.WriteByte(result.recordEnd); err != nil {
			return err
		}
	}
	r.lastFile, r.lastBytes[0] = result.fileNumber, result.out[len(result.out)-1]
	_, err := r.out.Write(result.out)
	return err
}

// onBlock separates the good and the bad records of a block.
func (f *filterRun) onBlock(b *input.Block, result *blockResult, flush func() error) {
	result.fileNumber, result.continued, result.recordEnd = b.File.Number, b.Rest, b.File.Format.End()
	if b.Rest { // the block continues a record that is too long, and so rejected
		if f.rejects != "" && f.reasons != reasonsJSON {
			result.second = append(result.second, b.Data...)
		}
		return
	}
	done := int64(0) // up to here the block is in the result
	rejected := int64(0)
	out := flushWriter{buf: &result.out, flush: flush}
	var reject rejectedRecord
	passed := b.Each(f.options, f.checker, func(rec *input.Record) bool {
		checked := f.checker.Check(rec, nil)
		result.summary.Add(rec, checked.Findings, checked.More, checked.Conforms, f.runFlags.hosts)
		if checked.Conforms {
			return true
		}
		if rec.From >= done { // the first fault of its line
			if f.putRejected(result, b, &reject, flush) != nil {
				return false
			}
			reject = rejectedRecord{from: rec.From, to: rec.To, line: rec.Line, source: rec.Source}
			if _, err := out.Write(b.Data[done:rec.From]); err != nil {
				return false
			}
			done = rec.To
			rejected++
		}
		reject.add(rec, checked.Findings, f.reasons)
		return result.flushIfLarge(flush)
	})
	if f.putRejected(result, b, &reject, flush) != nil {
		return
	}
	if _, err := out.Write(b.Data[done:]); err != nil {
		return
	}
	result.summary.Inputs += int64(passed)
	result.summary.Conforming += int64(passed)
	result.summary.Empty += int64(b.Empty)
	result.summary.Rejected += rejected
	result.summary.Kept += int64(b.Found) - rejected
}

// A rejectedRecord collects the reasons of one bad record, which may hold several
// IRIs. The zero value is not a record.
type rejectedRecord struct {
	from, to int64 // where it is in the block
	line     int
	source   string
	comments []byte // --reasons comments
	findings []byte // --reasons json: the elements of the array
}

// add adds the findings of one string of the record, in the format of --reasons.
func (r *rejectedRecord) add(rec *input.Record, findings []iri.Finding, format string) {
	at := rec.Locator()
	for i := range findings {
		fd := &findings[i]
		switch format {
		case reasonsComments:
			var line, col int
			if rec.Err != nil {
				line, col = rec.Err.Line, rec.Err.Col
			} else {
				line, col = at.Position(fd.Start)
			}
			r.comments = fmt.Appendf(r.comments, "# %s:%d:%d: %s[%s]: %s\n", wording.Visible(rec.Source), line, col, fd.Severity, fd.Code, wording.Visible(fd.Message))
		case reasonsJSON:
			if len(r.findings) > 0 {
				r.findings = append(r.findings, ',')
			}
			r.findings = fd.AppendJSON(r.findings)
		}
	}
}

// putRejected appends a bad record and its reasons to the result. It does nothing for
// the zero rejectedRecord.
func (f *filterRun) putRejected(result *blockResult, block *input.Block, r *rejectedRecord, flush func() error) error {
	if r.from == r.to {
		return nil
	}
	if f.rejects == "" {
		return nil
	}
	w := flushWriter{buf: &result.second, flush: func() error {
		err := flush()
		result.continued = true
		return err
	}}
	record := block.Data[r.from:r.to]
	switch f.reasons {
	case reasonsJSON:
		b := append(result.second, `{"source":`...)
		b = jsonw.AppendString(b, r.source)
		b = append(b, `,"line":`...)
		b = strconv.AppendInt(b, int64(r.line), 10)
		b = append(b, ',')
		b = jsonw.AppendTextFull(b, "record", stringView(record), w.full)
		b = append(b, `,"findings":[`...)
		b = append(b, r.findings...)
		result.second = append(b, "]}\n"...)
		return w.err
	case reasonsComments:
		result.second = append(result.second, r.comments...)
	}
	_, err := w.Write(record)
	return err
}
