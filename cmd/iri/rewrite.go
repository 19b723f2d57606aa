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

// rewrite passes files through, byte for byte but for the IRIs that it mends.
func (m *mender) rewrite() error {
	if err := m.c.out.check(); err != nil {
		return err
	}
	if err := m.c.bulk.check(); err != nil {
		return err
	}
	t, err := m.c.rules.target(m.c.byDefault)
	if err != nil {
		return err
	}
	r := rewriter{
		mender:    m,
		target:    t,
		validator: t.rule.Validator(m.opts...),
		style:     render.Style{Color: m.c.app.color(m.c.app.errTerminal)},
	}
	k := m.c.newRun()
	k.tune = func(o *input.Options) {
		o.LinesOnly = true
		r.options = o
	}
	k.work = r.work
	return k.run()
}

type rewriter struct {
	*mender
	target    target
	validator *iri.Validator
	options   *input.Options
	style     render.Style
}

// work rewrites a block.
func (r *rewriter) work(b *input.Block, sh *share, flush func() error) {
	if b.Rest { // of a line that is too long to be looked at
		sh.out = append(sh.out, b.Data...)
		return
	}
	done := 0 // bytes of the block that are in the share
	passed := b.Each(r.options, r.validator, func(rec *input.Record) bool {
		mended, findings := r.record(rec)
		sh.sum.Add(rec, findings, 0, len(findings) == 0, false)
		switch {
		case rec.Err != nil:
			sh.other = appendFault(sh.other, rec, r.style)
		case len(findings) > 0:
			sh.other = appendFindings(sh.other, rec, findings, 0, r.style)
		case mended != rec.Text:
			from, oldEnd, newEnd := difference(rec.Text, mended)
			rawFrom, rawEnd := rec.RawSpan(from, oldEnd)
			at := int(rec.Offset - b.Offset)
			if _, err := (pourer{&sh.out, flush}).Write(b.Data[done : at+rawFrom]); err != nil {
				return false
			}
			for text := mended[from:newEnd]; len(text) > 0; {
				n := len(text)
				if n > large {
					for n = large; n > large-utf8.UTFMax && !utf8.RuneStart(text[n]); n-- {
					}
				}
				sh.out = appendEscaped(sh.out, text[:n], rec.Escape)
				if text = text[n:]; len(sh.out) >= large && flush() != nil {
					return false
				}
			}
			done = at + rawEnd
		}
		return len(sh.out)+len(sh.other) < large || flush() == nil
	})
	if _, err := (pourer{&sh.out, flush}).Write(b.Data[done:]); err != nil {
		return
	}
	sh.sum.Inputs += int64(passed)
	sh.sum.Conforming += int64(passed)
}

// record mends the text of one record.
func (r *rewriter) record(rec *input.Record) (mended string, findings []iri.Finding) {
	if rec.Err != nil {
		_, f := faultOf(rec)
		return "", []iri.Finding{f}
	}
	rule, err := r.target.ruleFor(rec)
	if err != nil {
		return rec.Text, findingsOf(err, rec.Text)
	}
	return r.mend(rec.Text, rule)
}

// difference returns what differs between two texts: from one offset to an end in
// each, between characters.
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

// appendEscaped appends a part of a string the way that the format of its file
// writes it.
func appendEscaped(b []byte, s string, how input.Escape) []byte {
	switch how {
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
		// IRIREF of N-Triples allows all but these.
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
