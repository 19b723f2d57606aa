package main

import (
	"fmt"
	"strings"
	"unicode/utf8"

	"github.com/rfc3987/iri"
	"github.com/rfc3987/iri/internal/input"
	"github.com/rfc3987/iri/internal/jsonw"
	"github.com/rfc3987/iri/internal/render"
)

// rewrite copies the input byte for byte, except for the IRIs that it fixes.
func (f *fixer) rewrite() error {
	if err := f.converter.out.check(); err != nil {
		return err
	}
	if err := f.converter.runFlags.check(); err != nil {
		return err
	}
	t, err := f.converter.rules.target(f.converter.defaultRule)
	if err != nil {
		return err
	}
	r := rewriter{
		fixer:     f,
		target:    t,
		validator: t.rule.Validator(f.opts...),
		style:     f.converter.app.errStyle(),
	}
	run := f.converter.newFileRun()
	run.adjustInput = func(o *input.Options) {
		o.LinesOnly = true
		r.options = o
	}
	run.onBlock = r.onBlock
	return run.run()
}

// A rewriter is a run of iri fix that copies its input.
type rewriter struct {
	*fixer
	target    target
	validator *iri.Validator
	options   *input.Options
	style     render.Style
}

// onBlock rewrites a block.
func (r *rewriter) onBlock(b *input.Block, result *blockResult, flush func() error) {
	if b.Rest { // the block continues a line that is longer than --max-line
		result.out = append(result.out, b.Data...)
		return
	}
	done := 0 // up to here the block is in the result
	out := flushWriter{buf: &result.out, flush: flush}
	passed := b.Each(r.options, r.validator, func(rec *input.Record) bool {
		fixed, findings := r.fixRecord(rec)
		result.summary.Add(rec, findings, 0, len(findings) == 0, false)
		switch {
		case rec.Err != nil:
			r.left.Add(1)
			result.second = appendFault(result.second, rec, r.style)
		case len(findings) > 0:
			result.second = appendFindings(result.second, rec, findings, 0, r.style)
		case fixed != rec.Text:
			from, oldEnd, newEnd := difference(rec.Text, fixed)
			rawFrom, rawEnd := rec.RawSpan(from, oldEnd)
			at := int(rec.Offset - b.Offset)
			if _, err := out.Write(b.Data[done : at+rawFrom]); err != nil {
				return false
			}
			for text := fixed[from:newEnd]; len(text) > 0; {
				n := len(text)
				if n > flushSize {
					for n = flushSize; n > flushSize-utf8.UTFMax && !utf8.RuneStart(text[n]); n-- {
					}
				}
				result.out = appendEscaped(result.out, text[:n], rec.Escape)
				if text = text[n:]; len(result.out) >= flushSize && flush() != nil {
					return false
				}
			}
			done = at + rawEnd
		}
		return result.flushIfLarge(flush)
	})
	if _, err := out.Write(b.Data[done:]); err != nil {
		return
	}
	r.untouched.Add(int64(passed))
	result.summary.Inputs += int64(passed)
	result.summary.Conforming += int64(passed)
}

// fixRecord fixes the text of one record.
func (r *rewriter) fixRecord(rec *input.Record) (fixed string, findings []iri.Finding) {
	if rec.Err != nil {
		_, f := faultOf(rec)
		return "", []iri.Finding{f}
	}
	rule, err := r.target.ruleFor(rec)
	if err != nil {
		r.left.Add(1)
		return rec.Text, findingsOf(err, rec.Text)
	}
	return r.fixText(rec, rule)
}

// difference returns the span in which two texts differ: it has the same start in
// both, and starts and ends between characters.
func difference(a, b string) (from, endA, endB int) {
	for from < len(a) && from < len(b) && a[from] == b[from] {
		from++
	}
	for from > 0 && (from < len(a) && !utf8.RuneStart(a[from]) || from < len(b) && !utf8.RuneStart(b[from])) {
		from--
	}
	endA, endB = len(a), len(b)
	for endA > from && endB > from && a[endA-1] == b[endB-1] {
		endA, endB = endA-1, endB-1
	}
	for endA < len(a) && !utf8.RuneStart(a[endA]) {
		endA, endB = endA+1, endB+1
	}
	return from, endA, endB
}

// appendEscaped appends a part of a string with the escapes of its file's format.
func appendEscaped(b []byte, s string, escape input.Escape) []byte {
	switch escape {
	case input.EscJSON:
		quoted := jsonw.AppendString(nil, s)
		return append(b, quoted[1:len(quoted)-1]...)
	case input.EscCSV:
		for i := range len(s) {
			if s[i] == '"' {
				b = append(b, '"')
			}
			b = append(b, s[i])
		}
		return b
	case input.EscUchr:
		// The rule IRIREF of N-Triples allows all other characters.
		for _, c := range s {
			if c <= ' ' || strings.ContainsRune("<>\"{}|^`\\", c) {
				b = fmt.Appendf(b, `\u%04X`, c)
			} else {
				b = utf8.AppendRune(b, c)
			}
		}
		return b
	}
	return append(b, s...)
}
