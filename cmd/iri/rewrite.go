package main

import (
	"unicode/utf8"

	"github.com/rfc3987/iri"
	"github.com/rfc3987/iri/internal/input"
	"github.com/rfc3987/iri/internal/recordcheck"
	"github.com/rfc3987/iri/internal/render"
	"github.com/rfc3987/iri/internal/rewrite"
)

// rewrite copies the input byte for byte, except for the IRIs that it fixes.
func (f *fixer) rewrite() error {
	t, err := f.converter.rules.target(f.converter.defaultRule)
	if err != nil {
		return err
	}
	of := t.records()
	of.Opts = f.Opts
	r := rewriter{
		fixer:   f,
		target:  t,
		cleaner: recordcheck.NewChecker(of),
		style:   f.converter.app.errStyle(),
		convert: func(rec *input.Record) ([]rewrite.Change, []iri.Finding) {
			rule, err := t.ruleFor(rec)
			if err != nil {
				f.left.Add(1)
				return nil, recordcheck.FindingsOf(err, rec.Text)
			}
			fixed, findings := f.fixText(rec, rule)
			return []rewrite.Change{{End: len(rec.Text), Text: fixed}}, findings
		},
	}
	return r.run(f.converter)
}

// A rewriter is a run that copies its input and changes only the IRIs: iri fix, and the
// converting commands for all formats but plain lines.
type rewriter struct {
	fixer   *fixer // whose counts are kept; nil for conversions
	target  target
	cleaner input.Cleaner // finds the texts that do not change; nil for none
	options *input.Options
	style   render.Style

	// convert returns the changes of the record's text, in order, and what prevents
	// them.
	convert func(rec *input.Record) ([]rewrite.Change, []iri.Finding)
}

func (r *rewriter) run(c *converter) error {
	if err := c.out.check(); err != nil {
		return err
	}
	if err := c.runFlags.check(); err != nil {
		return err
	}
	run := c.newFileRun()
	run.adjustInput = func(o *input.Options) {
		o.Rewrite = true
		o.Base = c.base
		r.options = o
	}
	run.onBlock = r.onBlock
	return run.run()
}

// onBlock rewrites a block.
func (r *rewriter) onBlock(b *input.Block, result *blockResult, flush func() error) {
	out := fileWriter{enc: b.File.NewEncoder(), w: flushWriter{buf: &result.out, flush: flush}}
	if b.Rest { // the block continues a record that is longer than --max-line
		out.write(b.Data)
		return
	}
	w := rewrite.NewWriter(r.convert)
	done := 0 // up to here the block is in the result
	passed := b.Each(r.options, r.cleaner, func(rec *input.Record) bool {
		if rec.Err != nil {
			if r.fixer != nil {
				r.fixer.left.Add(1)
			}
			_, f := recordcheck.FaultOf(rec)
			result.summary.Add(rec, []iri.Finding{f}, 0, rec.Err.Warning, false)
			result.second = appendFault(result.second, rec, r.style)
			return result.flushIfLarge(flush)
		}
		edits, findings := w.Rewrite(rec)
		result.summary.Add(rec, findings, 0, len(findings) == 0, false)
		if len(findings) > 0 {
			result.second = appendFindings(result.second, rec, findings, 0, r.style, nil)
		}
		at := int(rec.Offset - b.Offset)
		for _, e := range edits {
			if !out.write(b.Data[done:at+e.Start]) || !out.write(e.Raw) || !out.writeLong(rec, e.Long) {
				return false
			}
			done = at + e.End
		}
		return result.flushIfLarge(flush)
	})
	if !out.write(b.Data[done:]) || !out.end() {
		return
	}
	if r.fixer != nil {
		r.fixer.untouched.Add(int64(passed))
	}
	result.summary.Inputs += int64(passed)
	result.summary.Conforming += int64(passed)
	result.summary.Empty += int64(b.Empty)
}

// A fileWriter writes parts of a file's text in the encoding of the file.
type fileWriter struct {
	enc *input.Encoder
	w   flushWriter
}

// write returns false if the run is over.
func (w *fileWriter) write(text []byte) bool {
	for len(text) > 0 {
		n := len(text)
		if n > flushSize {
			for n = flushSize; n > flushSize-utf8.UTFMax && !utf8.RuneStart(text[n]); n-- {
			}
		}
		if _, err := w.w.Write(w.enc.Encode(text[:n])); err != nil {
			return false
		}
		text = text[n:]
	}
	return true
}

// end ends the block.
func (w *fileWriter) end() bool {
	_, err := w.w.Write(w.enc.End())
	return err == nil
}

// writeLong writes a long part of a record's text, escaped.
func (w *fileWriter) writeLong(rec *input.Record, text string) bool {
	for len(text) > 0 {
		n := min(len(text), flushSize)
		for n < len(text) && n > flushSize-utf8.UTFMax && !utf8.RuneStart(text[n]) {
			n--
		}
		if !w.write(rec.AppendEscaped(nil, text[:n])) {
			return false
		}
		text = text[n:]
	}
	return true
}
