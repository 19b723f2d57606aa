package main

import (
	"bytes"
	"fmt"
	"slices"
	"strings"
	"unicode/utf8"
	"unsafe"

	"github.com/spf13/cobra"

	"github.com/rfc3987/iri"
	"github.com/rfc3987/iri/internal/input"
	"github.com/rfc3987/iri/internal/jsonw"
	"github.com/rfc3987/iri/internal/render"
)

// A converter is the frame of the converting commands: it reads records from the
// command line, from standard input or from files, prints one result for each
// in the order of the input, and ends with the right exit status. A command is
// made of it like this:
//
//	func newUpperCmd(a *app) *cobra.Command {
//		cmd := &cobra.Command{
//			Use:     "upper [IRI...]",
//			Short:   "Shout an IRI",
//			Example: "  iri upper http://example.org/",
//		}
//		c := newConverter(a, cmd, referenceRule)      // registers the shared flags
//		loud := cmd.Flags().Bool("loud", false, "…")  // then the command's own
//		cmd.RunE = func(_ *cobra.Command, args []string) error {
//			return c.run(args, func(rec *input.Record, rule iri.Rule) (string, []iri.Finding, error) {
//				r, err := iri.ParseRef(rec.Text)
//				if err != nil {
//					return "", nil, err // its findings are printed
//				}
//				return strings.ToUpper(r.String()), nil, nil
//			})
//		}
//		return cmd
//	}
//
// and is listed in groups, in root.go. A conversion returns its result; or
// findings, which mean that there is no result; or an error that holds findings,
// such as *iri.ParseError. Any other error becomes a finding with the code
// "conversion" and its text. A conversion must be safe to call from several
// goroutines at once.
//
// Results go to standard output, one a line (ended by NUL with --from null), as
// text or, with --format json, as {"input":…,"output":…}. An input without a
// result gives {"input":…,"findings":[…]}; in text its findings go to standard
// error, and the exit status is 1.
type converter struct {
	app   *app
	cmd   *cobra.Command
	in    inputFlags
	rules ruleFlags
	out   outputFlags
	bulk  bulkFlags

	byDefault func(*iri.Spec) iri.Rule

	// anyString says that the inputs need not conform to the rule: otherwise the
	// conversion sees only those that do, and the others give their findings.
	anyString bool

	// taken is how many words stand before those that are inputs: a base.
	taken int

	// keep says that an input without a result is printed as it was, in text.
	keep bool

	// lines, if set, does for whole lines that conform to the rule what the
	// conversion does for each: it appends what the text becomes, line ends and all.
	lines func(dst []byte, text string) []byte

	// local, if set, says of a reference that conforms to the rule that the
	// conversion treats the characters behind its authority one by one: of a very
	// long one, the parts are then converted one by one.
	local func(text string) bool

	// split, if set, stands in the place of the conversion: a record may have
	// several results.
	split func(rec *input.Record, rule iri.Rule) []piece
}

// A conversion turns the text of a record into a result or into findings. The
// rule is the one that --rule or the record names, else the default.
type conversion func(rec *input.Record, rule iri.Rule) (output string, findings []iri.Finding, err error)

// An appender is a conversion for bulk: it appends the result to dst. What it
// returns on an error is not looked at.
type appender func(dst []byte, rec *input.Record, rule iri.Rule) ([]byte, error)

// A piece is one of several results that a record has. The findings count in its
// input.
type piece struct {
	input    string
	output   string
	findings []iri.Finding
	start    int // where the input begins in the text of the record
}

// newConverter registers the flags that all converting commands share.
func newConverter(a *app, cmd *cobra.Command, byDefault func(*iri.Spec) iri.Rule) *converter {
	c := &converter{app: a, cmd: cmd, byDefault: byDefault}
	c.in.add(cmd)
	what := "the spec's rule for references"
	if byDefault(iri.RFC3987) == iri.RFC3987.Top() {
		what = "the spec's top rule"
	}
	c.rules.addSpec(cmd, what)
	c.out.add(cmd, formatText, formatJSON)
	c.bulk.addRun(cmd)
	return c
}

// run converts the words, or what --file or standard input hold.
func (c *converter) run(words []string, convert conversion) error {
	return c.start(words, &printer{convert: func(dst []byte, rec *input.Record, rule iri.Rule) ([]byte, error) {
		output, err := convert.result(rec, rule)
		return append(dst, output...), err
	}, whole: convert})
}

// result is the conversion with the findings as an error.
func (c conversion) result(rec *input.Record, rule iri.Rule) (string, error) {
	output, findings, err := c(rec, rule)
	if len(findings) > 0 {
		err = heldFindings(findings)
	}
	return output, err
}

// heldFindings is an error that holds the findings of a conversion.
type heldFindings []iri.Finding

func (h heldFindings) Error() string           { return h[0].Message }
func (h heldFindings) Findings() []iri.Finding { return h }

// runBulk is run for an appender.
func (c *converter) runBulk(words []string, convert appender) error {
	return c.start(words, &printer{convert: convert})
}

func (c *converter) start(words []string, p *printer) error {
	t, err := c.rules.target(c.byDefault)
	if err != nil {
		return err
	}
	if err := c.out.check(); err != nil {
		return err
	}
	if err := c.bulk.check(); err != nil {
		return err
	}
	p.c, p.target, p.end = c, t, '\n'
	p.grammar = slices.Concat(t.opts, []iri.Option{iri.GrammarOnly()})
	p.json = c.out.format == formatJSON
	p.style = render.Style{Color: c.app.color(c.app.errTerminal)}
	if c.in.from == "null" {
		p.end = '\x00'
	}
	if len(words) > 0 {
		return p.words(words)
	}
	return p.files()
}

// within wraps a conversion whose results are in the grammar of its input. That
// they conform is proved for the grammars that are built in; by one that was read
// from a file each result is checked.
func (c *converter) within(convert appender) appender {
	if len(c.rules.grammar) == 0 {
		return convert
	}
	return func(dst []byte, rec *input.Record, rule iri.Rule) ([]byte, error) {
		out, err := convert(dst, rec, rule)
		if err != nil {
			return dst, err
		}
		if text, ref := string(out[len(dst):]), rule.Spec().Reference(); !ref.Valid(text) {
			return dst, fmt.Errorf("the result %q does not conform to %s of %s", text, ref, rule.Spec().Name())
		}
		return out, nil
	}
}

// A printer prints the results of conversions. Its append may be called from
// several goroutines at once.
type printer struct {
	c       *converter
	target  target
	grammar []iri.Option // the options for inputs that do not conform to the rule
	convert appender
	whole   conversion // the same for long records, whose result may be a view; may be nil
	json    bool
	end     byte // after each result in text
	style   render.Style
}

// words converts what stands on the command line.
func (p *printer) words(words []string) error {
	records, _, err := p.c.in.records(p.c.app, words, p.c.out.format)
	if err != nil {
		return err
	}
	notes := &trimmer{w: p.c.app.stderr, sep: '\n'}
	var sh share
	for rec := range records {
		sh.out, sh.other = sh.out[:0], sh.other[:0]
		rec.Line += p.c.taken
		p.append(&sh, rec, nil)
		if _, err := p.c.app.stdout.Write(sh.out); err != nil {
			return err
		}
		if _, err := notes.Write(sh.other); err != nil {
			return err
		}
	}
	return status(&sh.sum)
}

// files converts what the files, or standard input, hold.
func (p *printer) files() error {
	k := p.c.newRun()
	var options *input.Options
	k.tune = func(o *input.Options) {
		o.KeepBlank = p.c.in.lineForLine(p.c.out.format)
		options = o
	}
	var validator *iri.Validator
	if p.c.lines != nil && !p.json {
		validator = p.target.rule.Validator(p.grammar...)
	}
	k.work = func(b *input.Block, sh *share, flush func() error) {
		if validator != nil && b.File.Format == input.Lines && !b.TooLong && !b.Rest && !options.KeepBlank {
			p.block(b, options, validator, sh, flush)
			return
		}
		b.Each(options, nil, func(rec *input.Record) bool {
			p.append(sh, rec, flush)
			return len(sh.out)+len(sh.other) < large || flush() == nil
		})
	}
	return k.run()
}

// block converts a block of lines: those that conform many at a time.
func (p *printer) block(b *input.Block, o *input.Options, v *iri.Validator, sh *share, flush func() error) {
	at := 0 // what has been dealt with
	if b.Offset == 0 && bytes.HasPrefix(b.Data, []byte("\uFEFF")) {
		at = len("\uFEFF")
	}
	// clean converts the lines up to an offset.
	clean := func(end int) bool {
		for at < end {
			stop := end
			if end-at > large/4 {
				if n := bytes.IndexByte(b.Data[at+large/4:end], '\n'); n >= 0 {
					stop = at + large/4 + n + 1
				}
			}
			text := tidyLines(b.Data[at:stop])
			for len(text) > large { // a long line, in pieces between characters
				n := large
				for !utf8.RuneStart(text[n]) {
					n--
				}
				sh.out = p.c.lines(sh.out, text[:n])
				text = text[n:]
				if flush() != nil {
					return false
				}
			}
			sh.out = p.c.lines(sh.out, text)
			at = stop
			if len(sh.out)+len(sh.other) >= large && flush() != nil {
				return false
			}
		}
		return true
	}
	more := true
	passed := b.Each(o, v, func(rec *input.Record) bool {
		if more = clean(int(rec.From)); !more {
			return false
		}
		at = int(rec.To)
		p.append(sh, rec, flush)
		more = len(sh.out)+len(sh.other) < large || flush() == nil
		return more
	})
	if more {
		clean(len(b.Data))
	}
	sh.sum.Inputs += int64(passed)
	sh.sum.Conforming += int64(passed)
}

// tidyLines returns lines without blank ones, each ended by LF. What it returns
// may be a view of the lines.
func tidyLines(lines []byte) string {
	if lines[0] != '\n' && lines[len(lines)-1] == '\n' && bytes.IndexByte(lines, '\r') < 0 && !bytes.Contains(lines, []byte("\n\n")) {
		return unsafe.String(&lines[0], len(lines))
	}
	var b strings.Builder
	for line := range bytes.Lines(lines) {
		line = bytes.TrimSuffix(bytes.TrimSuffix(line, []byte("\n")), []byte("\r"))
		if len(line) > 0 {
			b.Write(line)
			b.WriteByte('\n')
		}
	}
	return b.String()
}

// newRun returns a run over the files whose shares have results for standard
// output and notes for standard error.
func (c *converter) newRun() *bulk {
	k := &bulk{app: c.app, in: &c.in, flags: &c.bulk, command: commandLine(c.cmd), out: newSink("standard output", c.app.stdout)}
	notes := &trimmer{w: c.app.stderr, sep: '\n'}
	k.begin = func() error { return nil }
	k.emit = func(sh *share) error {
		if _, err := k.out.Write(sh.out); err != nil || len(sh.other) == 0 {
			return err
		}
		// What came before goes first, for those who look at both streams in one.
		k.bar.hide()
		if err := k.out.Flush(); err != nil {
			return err
		}
		notes.started = k.started // also that of the run that is resumed
		_, err := notes.Write(sh.other)
		k.started = notes.started
		return err
	}
	k.end = func() error { return nil }
	return k
}

// append converts a record and appends the results to the share.
func (p *printer) append(sh *share, rec *input.Record, flush func() error) {
	out := spill{sh: sh}
	if max(len(rec.Text), len(rec.Whole)) > large {
		out.flush = flush
	}
	if rec.Err != nil {
		text, f := faultOf(rec)
		sh.sum.Add(rec, []iri.Finding{f}, 0, false, false)
		if p.json {
			sh.out = appendResult(sh.out, text, "", []iri.Finding{f}, out.full)
		} else {
			sh.other = appendFault(sh.other, rec, p.style)
		}
		return
	}
	rule, err := p.target.ruleFor(rec)
	switch {
	case err != nil:
		p.fail(&out, rec, findingsOf(err, rec.Text))
		return
	case p.c.split != nil:
		p.appendPieces(&out, rec, p.c.split(rec, rule))
		return
	case !p.c.anyString && !rule.Valid(rec.Text):
		p.fail(&out, rec, rule.Validate(rec.Text, p.grammar...).Findings())
		return
	}
	if len(rec.Text) > large {
		err = p.appendLong(&out, rec, rule)
	} else {
		err = p.appendShort(sh, rec, rule)
	}
	if err != nil {
		p.fail(&out, rec, findingsOf(err, rec.Text))
		return
	}
	sh.sum.Inputs++
	sh.sum.Conforming++
}

// appendShort appends what becomes of a record. On an error it appends nothing.
func (p *printer) appendShort(sh *share, rec *input.Record, rule iri.Rule) error {
	if p.json {
		// The result is written behind the place that it goes to, then encoded.
		result, err := p.convert(sh.room[:0], rec, rule)
		sh.room = result
		if err == nil {
			sh.out = appendResult(sh.out, rec.Text, unsafe.String(unsafe.SliceData(result), len(result)), nil, nil)
		}
		return err
	}
	before := len(sh.out)
	out, err := p.convert(sh.out, rec, rule)
	if err != nil {
		sh.out = sh.out[:before]
		return err
	}
	sh.out = append(out, p.end)
	return nil
}

// appendLong is appendShort for a long record: what is put out is let go in pieces,
// and the result is made in parts if it can be.
func (p *printer) appendLong(out *spill, rec *input.Record, rule iri.Rule) error {
	// What a part of a reference is by a grammar that was read, nobody knows.
	if p.c.local != nil && len(p.c.rules.grammar) == 0 && rule.WholeReference() && rule.Valid(rec.Text) && p.c.local(rec.Text) {
		return p.appendParts(out, rec, p.target.spec.Reference())
	}
	var result string
	var err error
	if p.whole != nil {
		result, err = p.whole.result(rec, rule)
	} else {
		var b []byte
		b, err = p.convert(make([]byte, 0, len(rec.Text)+64), rec, rule)
		result = unsafe.String(unsafe.SliceData(b), len(b))
	}
	switch {
	case err != nil:
		return err
	case p.json:
		out.sh.out = appendResult(out.sh.out, rec.Text, result, nil, out.full)
	default:
		out.write(result)
		out.sh.out = append(out.sh.out, p.end)
	}
	return nil
}

// appendParts converts a reference part by part. Only the first part can fail.
func (p *printer) appendParts(out *spill, rec *input.Record, rule iri.Rule) (err error) {
	sh, first := out.sh, true
	part := *rec
	var room []byte // used again: what is thrown away here would come to as much as the text
	eachPart(rec.Text, partSize, func(before, text string) bool {
		if part.Text = text; before != "" {
			room = append(append(room[:0], before...), text...)
			part.Text = unsafe.String(unsafe.SliceData(room), len(room))
		}
		sh.room, err = p.convert(sh.room[:0], &part, rule)
		if err != nil {
			return false
		}
		result := sh.room[len(before):]
		if !p.json {
			sh.out = out.full(append(sh.out, result...))
			return out.err == nil
		}
		if first {
			first = false
			sh.out = append(jsonw.AppendTextFull(append(sh.out, '{'), "input", rec.Text, out.full), `,"output":"`...)
		}
		sh.out = out.full(jsonw.AppendContent(sh.out, unsafe.String(unsafe.SliceData(result), len(result))))
		return out.err == nil
	})
	switch {
	case err != nil:
		return err
	case p.json:
		sh.out = append(sh.out, "\"}\n"...)
	default:
		sh.out = append(sh.out, p.end)
	}
	return nil
}

// appendPieces appends the several results of a record.
func (p *printer) appendPieces(out *spill, rec *input.Record, pieces []piece) {
	sh := out.sh
	var findings []iri.Finding
	for _, pc := range pieces {
		part := *rec
		part.Line, part.Col = rec.Position(pc.start)
		rawStart, rawEnd := rec.RawSpan(pc.start, pc.start+len(pc.input))
		part.Text, part.Raw = pc.input, rec.Raw[min(rawStart, len(rec.Raw)):min(rawEnd, len(rec.Raw))]
		findings = append(findings, pc.findings...)
		switch {
		case len(pc.findings) > 0:
			p.note(out, &part, pc.findings)
		case p.json:
			sh.out = appendResult(sh.out, pc.input, pc.output, nil, out.full)
		default:
			out.write(pc.output)
			sh.out = append(sh.out, p.end)
		}
	}
	sh.sum.Add(rec, findings, 0, len(findings) == 0, false)
}

// fail counts a record that has no result and says why.
func (p *printer) fail(out *spill, rec *input.Record, findings []iri.Finding) {
	out.sh.sum.Add(rec, findings, 0, false, false)
	p.note(out, rec, findings)
}

// note says why there is no result.
func (p *printer) note(out *spill, rec *input.Record, findings []iri.Finding) {
	sh := out.sh
	if p.json {
		sh.out = appendResult(sh.out, rec.Text, "", findings, out.full)
		return
	}
	if p.c.keep {
		out.write(rec.Text)
		sh.out = append(sh.out, p.end)
	}
	sh.other = appendFindings(sh.other, rec, findings, 0, p.style)
}
