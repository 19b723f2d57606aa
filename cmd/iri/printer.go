package main

import (
	"bytes"
	"strings"
	"unicode/utf8"
	"unsafe"

	"github.com/rfc3987/iri"
	"github.com/rfc3987/iri/internal/input"
	"github.com/rfc3987/iri/internal/jsonw"
	"github.com/rfc3987/iri/internal/render"
)

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
	if p.c.local != nil && len(p.c.rules.grammar) == 0 {
		if ref, err := rule.Parse(rec.Text); err == nil && p.c.local(ref) {
			return p.appendParts(out, rec, ref, p.target.spec.Reference())
		}
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
func (p *printer) appendParts(out *spill, rec *input.Record, ref iri.Ref, rule iri.Rule) (err error) {
	sh, first := out.sh, true
	part := *rec
	var room []byte // used again: what is thrown away here would come to as much as the text
	eachPart(ref, partSize, func(before, text string) bool {
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
