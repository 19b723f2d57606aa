package main

import (
	"fmt"
	"os"
	"strconv"
	"unsafe"

	"github.com/spf13/cobra"

	"github.com/rfc3987/iri/internal/input"
	"github.com/rfc3987/iri/internal/jsonw"
	"github.com/rfc3987/iri/internal/render"
	"github.com/rfc3987/iri/internal/summary"
)

func newFilterCmd(a *app) *cobra.Command {
	cmd := &cobra.Command{
		Use:   "filter",
		Short: "Pass good records through and put the bad ones aside",
		Long: `filter reads files, or standard input, and writes the records that conform to
standard output, byte for byte: lines with their ends, statements of RDF dumps,
rows of tables, and all comments, blank lines and headers. A record with an error,
or one that is malformed, goes to the file that --rejects names, byte for byte too,
with the reasons before it:

  --reasons comments   a line "# dump.nt:12:5: error[port]: …" for each finding
  --reasons json       an object a record: {"source":…,"line":…,"record":…,"findings":[…]}
  --reasons none       the records alone

Of an RDF dump the whole line is rejected if one IRI in it is bad. Exit status: 0
if all records pass, 1 if some do not, 2 for usage, input and output.`,
		Example: `  iri filter -f dump.nq.gz --rejects bad.nq | load
  iri filter --from csv --column url --reasons json --rejects bad.jsonl < t.csv > good.csv`,
		Args: noWords("files are named with -f %s"),
	}
	f := &filterer{app: a}
	f.in.add(cmd)
	f.rules.addSpec(cmd, "the spec's top rule")
	f.rules.addChecks(cmd)
	f.bulk.add(cmd)
	fs := cmd.Flags()
	fs.StringVar(&f.rejects, "rejects", "", "write the bad records to `FILE`; without it they are only counted")
	fs.StringVar(&f.reasons, "reasons", reasonsComments, "how the reasons stand in it: comments, json or none")
	_ = cmd.MarkFlagFilename("rejects")
	complete(cmd, "reasons", func() []string { return []string{reasonsComments, reasonsJSON, reasonsNone} })
	cmd.RunE = func(cmd *cobra.Command, _ []string) error { return f.run(cmd) }
	return cmd
}

// How the reasons stand in the file of rejects.
const (
	reasonsComments = "comments"
	reasonsJSON     = "json"
	reasonsNone     = "none"
)

// A filterer is a run of iri filter.
type filterer struct {
	app     *app
	in      inputFlags
	rules   ruleFlags
	bulk    bulkFlags
	rejects string
	reasons string

	judge   *formatter
	options *input.Options
}

func (f *filterer) run(cmd *cobra.Command) (err error) {
	target, err := f.rules.target(topRule)
	if err != nil {
		return err
	}
	if err := f.bulk.check(); err != nil {
		return err
	}
	switch f.reasons {
	case reasonsComments, reasonsJSON, reasonsNone:
	default:
		return usagef("--reasons %s: choose one of comments, json, none", f.reasons)
	}
	f.judge = newFormatter(formatText, target, render.Style{})
	k := &bulk{app: f.app, in: &f.in, flags: &f.bulk, command: commandLine(cmd), out: newSink("standard output", f.app.stdout)}
	if f.rejects != "" {
		file, err := f.openRejects()
		if err != nil {
			return err
		}
		// What is lost on closing is lost like what is lost on writing.
		defer func() {
			if e := file.Close(); e != nil && err == nil {
				err = fmt.Errorf("%s cannot be written: %w", f.rejects, e)
			}
		}()
		k.other = newSink(f.rejects, file)
	}
	k.tune = func(o *input.Options) {
		o.LinesOnly = true
		f.options = o
	}
	k.begin = func() error { return nil }
	k.work = f.work
	k.emit = func(p *share) error {
		if err := f.put(k, p); err != nil || k.other == nil || len(p.other) == 0 {
			return err
		}
		if k.ends[1] != p.sep && !p.rest && k.other.any() {
			if err := k.other.w.WriteByte(p.sep); err != nil {
				return err
			}
		}
		k.ends[1] = p.other[len(p.other)-1]
		_, err := k.other.Write(p.other)
		return err
	}
	k.end = func() error {
		if f.bulk.noSummary {
			return nil
		}
		text := k.total.AppendText(k.total.AppendLine(nil), summary.Style{Color: f.app.color(f.app.errTerminal)})
		_, err := f.app.stderr.Write(text)
		return err
	}
	return k.run()
}

// openRejects opens the file of rejects. It is emptied unless it is to be gone on
// with, but not before it is certain that it is no input.
func (f *filterer) openRejects() (*os.File, error) {
	file, err := os.OpenFile(f.rejects, os.O_CREATE|os.O_WRONLY, 0o666)
	if err != nil {
		return nil, err
	}
	info, err := file.Stat()
	if err != nil || !info.Mode().IsRegular() {
		return file, nil
	}
	for _, name := range f.in.files {
		if in, err := os.Stat(name); err == nil && os.SameFile(in, info) {
			file.Close()
			return nil, usagef("--rejects %s: it is an input, too", f.rejects)
		}
	}
	if !f.bulk.resume {
		err = file.Truncate(0)
	}
	return file, err
}

// put writes good records. The last one of a file may have no end; it gets one if
// the first of another file comes behind it.
func (f *filterer) put(k *bulk, p *share) error {
	if len(p.out) == 0 {
		return nil
	}
	if k.ends[0] != p.sep && k.file != p.file && k.out.any() {
		if err := k.out.w.WriteByte(p.sep); err != nil {
			return err
		}
	}
	k.file, k.ends[0] = p.file, p.out[len(p.out)-1]
	_, err := k.out.Write(p.out)
	return err
}

// work parts the records of a block.
func (f *filterer) work(b *input.Block, p *share, flush func() error) {
	p.file, p.rest, p.sep = b.File.Number, b.Rest, '\n'
	if b.File.Format == input.Null {
		p.sep = 0
	}
	if b.Rest { // of a record that is too long, and so rejected
		if f.rejects != "" && f.reasons != reasonsJSON {
			p.other = append(p.other, b.Data...)
		}
		return
	}
	done := int64(0)
	var reject rejected
	passed := b.Each(f.options, f.judge.validator, func(rec *input.Record) bool {
		v := f.judge.judge(rec, nil)
		p.sum.Add(rec, v.findings, v.more, v.conforms, f.bulk.hosts)
		if v.conforms {
			return true
		}
		if rec.From >= done { // the first fault of its line
			if f.putRejected(p, b, &reject, flush) != nil {
				return false
			}
			reject = rejected{from: rec.From, to: rec.To, line: rec.Line, source: rec.Source}
			if _, err := (pourer{&p.out, flush}).Write(b.Data[done:rec.From]); err != nil {
				return false
			}
			done = rec.To
		}
		reject.add(rec, &v, f.reasons)
		if len(p.out)+len(p.other) >= large {
			return flush() == nil
		}
		return true
	})
	if f.putRejected(p, b, &reject, flush) != nil {
		return
	}
	if _, err := (pourer{&p.out, flush}).Write(b.Data[done:]); err != nil {
		return
	}
	p.sum.Inputs += int64(passed)
	p.sum.Conforming += int64(passed)
}

// A rejected is a record on its way to the file of rejects.
type rejected struct {
	from, to int64
	line     int
	source   string
	reasons  []byte
	findings []byte
	count    int
}

// add adds the reasons that a string of the record gives.
func (r *rejected) add(rec *input.Record, v *verdict, how string) {
	at := rec.Locator()
	for i := range v.findings {
		fd := &v.findings[i]
		switch how {
		case reasonsComments:
			var line, col int
			if rec.Err != nil {
				line, col = rec.Err.Line, rec.Err.Col
			} else {
				line, col = at.Position(fd.Start)
			}
			r.reasons = fmt.Appendf(r.reasons, "# %s:%d:%d: %s[%s]: %s\n", render.Visible(rec.Source), line, col, fd.Severity, fd.Code, render.Visible(fd.Message))
		case reasonsJSON:
			if r.count++; r.count > 1 {
				r.findings = append(r.findings, ',')
			}
			r.findings = fd.AppendJSON(r.findings)
		}
	}
}

// putRejected puts a record with its reasons into the share; of none, nothing.
func (f *filterer) putRejected(p *share, block *input.Block, r *rejected, flush func() error) error {
	if r.from == r.to || f.rejects == "" {
		return nil
	}
	var err error
	w := pourer{&p.other, func() error {
		err = cmpErr(err, flush())
		p.rest = true // of the record
		return err
	}}
	record := block.Data[r.from:r.to]
	switch f.reasons {
	case reasonsJSON:
		b := append(p.other, `{"source":`...)
		b = jsonw.AppendString(b, r.source)
		b = append(b, `,"line":`...)
		b = strconv.AppendInt(b, int64(r.line), 10)
		b = append(b, ',')
		b = jsonw.AppendTextFull(b, "record", unsafe.String(unsafe.SliceData(record), len(record)), func(b []byte) []byte {
			if p.other = b; len(b) >= large && err == nil {
				_ = w.flush() // which keeps the error
			}
			return p.other
		})
		b = append(b, `,"findings":[`...)
		b = append(b, r.findings...)
		p.other = append(b, "]}\n"...)
		return err
	case reasonsComments:
		p.other = append(p.other, r.reasons...)
	}
	_, err = w.Write(record)
	return err
}
