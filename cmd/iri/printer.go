package main

import (
	"github.com/rfc3987/iri"
	"github.com/rfc3987/iri/internal/input"
	"github.com/rfc3987/iri/internal/jsonw"
	"github.com/rfc3987/iri/internal/recordcheck"
	"github.com/rfc3987/iri/internal/render"
)

// A printer converts records and prints the results. Its append methods may be called
// from several goroutines at the same time.
type printer struct {
	c              *converter
	target         target
	grammarOptions []iri.Option // for reporting inputs that do not match the rule
	convert        appendConversion
	convertLong    conversion // for long records, because it need not copy its result; may be nil
	json           bool
	resultEnd      byte // after each result in text: LF or NUL
	inPlace        bool // the results stand where the inputs stood, and all other bytes stay
	style          render.Style
}

// words converts the words of the command line.
func (p *printer) words(words []string) error {
	records, _, err := p.c.in.records(p.c.app, words, p.c.out.format)
	if err != nil {
		return err
	}
	notes := &separatorTrimmer{w: p.c.app.stderr, sep: '\n'}
	var result blockResult
	for rec := range records {
		result.out, result.second = result.out[:0], result.second[:0]
		rec.Line += p.c.baseWords
		p.append(&result, rec, nil)
		if _, err := p.c.app.stdout.Write(result.out); err != nil {
			return err
		}
		if _, err := notes.Write(result.second); err != nil {
			return err
		}
	}
	return status(&result.summary)
}

// files converts what the files, or standard input, hold.
func (p *printer) files() error {
	r := p.c.newFileRun()
	var options *input.Options
	r.adjustInput = func(o *input.Options) {
		o.KeepBlank = p.c.in.oneLineEach(p.c.out.format)
		options = o
	}
	var lines input.Cleaner
	if p.c.convertLines != nil && !p.json {
		of := p.target.records()
		of.Opts = p.grammarOptions
		lines = recordcheck.NewChecker(of)
	}
	r.onBlock = func(b *input.Block, result *blockResult, flush func() error) {
		if lines != nil && b.IsLines(options) {
			p.appendBlock(b, options, lines, result, flush)
			return
		}
		b.Each(options, nil, func(rec *input.Record) bool {
			p.append(result, rec, flush)
			return result.flushIfLarge(flush)
		})
	}
	return r.run()
}

// newFileRun returns a run that writes results to standard output, and findings in
// text to standard error.
func (c *converter) newFileRun() *fileRun {
	r := newFileRun(c.app, &c.in, &c.runFlags, c.cmd, c.app.stdout)
	notes := &separatorTrimmer{w: c.app.stderr, sep: '\n'}
	r.onResult = func(result *blockResult) error {
		if _, err := r.out.Write(result.out); err != nil || len(result.second) == 0 {
			return err
		}
		// Where both streams go to one place, findings come after the results so far.
		r.progress.hide()
		if err := r.out.Flush(); err != nil {
			return err
		}
		notes.started = r.printedAny // a run that is resumed may have printed before
		_, err := notes.Write(result.second)
		r.printedAny = notes.started
		return err
	}
	return r
}

// append converts a record and appends its results to the block's result.
func (p *printer) append(r *blockResult, rec *input.Record, flush func() error) {
	w := flushWriter{buf: &r.out}
	if max(len(rec.Text), len(rec.Whole)) > flushSize {
		w.flush = flush
	}
	if rec.Err != nil {
		text, f := recordcheck.FaultOf(rec)
		r.summary.Add(rec, []iri.Finding{f}, 0, rec.Err.Warning, false)
		if p.json {
			r.out = appendConverted(r.out, text, "", []iri.Finding{f}, w.full)
		} else {
			r.second = appendFault(r.second, rec, p.style)
		}
		return
	}
	rule, err := p.target.ruleFor(rec)
	switch {
	case err != nil:
		p.appendFailure(r, &w, rec, recordcheck.FindingsOf(err, rec.Text))
		return
	case p.c.convertToPieces != nil:
		p.appendPieces(r, &w, rec, p.c.convertToPieces(rec, rule))
		return
	case !p.c.anyString && !rule.Valid(rec.Text):
		p.appendFailure(r, &w, rec, rule.Validate(rec.Text, p.grammarOptions...).Findings())
		return
	}
	if len(rec.Text) > flushSize {
		err = p.appendLong(r, &w, rec, rule)
	} else {
		err = p.appendShort(r, rec, rule)
	}
	if err != nil {
		p.appendFailure(r, &w, rec, recordcheck.FindingsOf(err, rec.Text))
		return
	}
	r.summary.Inputs++
	r.summary.Conforming++
}

// end ends a result. In place, what follows the input ends it.
func (p *printer) end(r *blockResult) {
	if !p.inPlace {
		r.out = append(r.out, p.resultEnd)
	}
}

// appendShort appends the result for a record. On an error it appends nothing.
func (p *printer) appendShort(r *blockResult, rec *input.Record, rule iri.Rule) error {
	if p.json {
		converted, err := p.convert(r.scratch[:0], rec, rule)
		r.scratch = converted
		if err == nil {
			r.out = appendConverted(r.out, rec.Text, stringView(converted), nil, nil)
		}
		return err
	}
	before := len(r.out)
	out, err := p.convert(r.out, rec, rule)
	if err != nil {
		r.out = r.out[:before]
		return err
	}
	r.out = out
	p.end(r)
	return nil
}

// appendLong is appendShort for a long record: it flushes the output in pieces, and
// converts the reference in parts if it can.
func (p *printer) appendLong(r *blockResult, w *flushWriter, rec *input.Record, rule iri.Rule) error {
	// eachPart is right only for the built-in grammars.
	if p.c.canSplit != nil && len(p.c.rules.grammar) == 0 {
		if ref, err := rule.Parse(rec.Text); err == nil && p.c.canSplit(ref) {
			return p.appendParts(r, w, rec, ref, p.target.spec.Reference())
		}
	}
	var converted string
	var err error
	if p.convertLong != nil {
		converted, err = p.convertLong.result(rec, rule)
	} else {
		var b []byte
		b, err = p.convert(make([]byte, 0, len(rec.Text)+64), rec, rule)
		converted = stringView(b)
	}
	switch {
	case err != nil:
		return err
	case p.json:
		r.out = appendConverted(r.out, rec.Text, converted, nil, w.full)
	default:
		w.WriteString(converted) // its error ends the run, whatever follows
		p.end(r)
	}
	return nil
}

// appendParts converts a reference part by part. Only the first part can fail.
func (p *printer) appendParts(r *blockResult, w *flushWriter, rec *input.Record, ref iri.Ref, rule iri.Rule) (err error) {
	first := true
	part := *rec
	var text []byte // used again: a new one for each part would make as much garbage as the whole text
	eachPart(ref, partSize, p.c.keepsWhole, func(prefix, s string) bool {
		if part.Text = s; prefix != "" {
			text = append(append(text[:0], prefix...), s...)
			part.Text = stringView(text)
		}
		r.scratch, err = p.convert(r.scratch[:0], &part, rule)
		if err != nil {
			return false
		}
		converted := r.scratch[len(prefix):]
		if !p.json {
			r.out = w.full(append(r.out, converted...))
			return w.err == nil
		}
		if first {
			first = false
			r.out = append(jsonw.AppendTextFull(append(r.out, '{'), "input", rec.Text, w.full), `,"output":"`...)
		}
		r.out = w.full(jsonw.AppendContent(r.out, stringView(converted)))
		return w.err == nil
	})
	switch {
	case err != nil:
		return err
	case p.json:
		r.out = append(r.out, "\"}\n"...)
	default:
		p.end(r)
	}
	return nil
}

// appendPieces appends the results of a record that has several.
func (p *printer) appendPieces(r *blockResult, w *flushWriter, rec *input.Record, pieces []piece) {
	var findings []iri.Finding
	done := 0 // in place, up to here the text is in the result
	for _, pc := range pieces {
		if p.inPlace {
			w.WriteString(rec.Text[done:pc.start])
			done = pc.start + len(pc.input)
		}
		part := *rec
		part.Line, part.Col = rec.Position(pc.start)
		rawStart, rawEnd := rec.RawSpan(pc.start, pc.start+len(pc.input))
		part.Text, part.Raw = pc.input, rec.Raw[min(rawStart, len(rec.Raw)):min(rawEnd, len(rec.Raw))]
		findings = append(findings, pc.findings...)
		switch {
		case len(pc.findings) > 0:
			p.appendWhy(r, w, &part, pc.findings)
		case p.json:
			r.out = appendConverted(r.out, pc.input, pc.output, nil, w.full)
		default:
			w.WriteString(pc.output)
			p.end(r)
		}
	}
	if p.inPlace {
		w.WriteString(rec.Text[done:])
	}
	r.summary.Add(rec, findings, 0, len(findings) == 0, false)
}

// appendFailure counts a record that has no result and appends the findings.
func (p *printer) appendFailure(r *blockResult, w *flushWriter, rec *input.Record, findings []iri.Finding) {
	r.summary.Add(rec, findings, 0, false, false)
	p.appendWhy(r, w, rec, findings)
}

// appendWhy appends the findings that say why there is no result.
func (p *printer) appendWhy(r *blockResult, w *flushWriter, rec *input.Record, findings []iri.Finding) {
	if p.json {
		r.out = appendConverted(r.out, rec.Text, "", findings, w.full)
		return
	}
	if p.c.keepInput || p.inPlace {
		w.WriteString(rec.Text)
		p.end(r)
	}
	r.second = appendFindings(r.second, rec, findings, 0, p.style, nil)
}
