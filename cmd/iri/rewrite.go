package main

import (
	"bufio"
	"fmt"
	"io"
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
	o, err := m.c.in.options(m.c.app)
	if err != nil {
		return err
	}
	t, err := m.c.rules.target(m.c.byDefault)
	if err != nil {
		return err
	}
	r := rewriter{
		mender: m,
		target: t,
		o:      o,
		w:      bufio.NewWriterSize(m.c.app.stdout, 64<<10),
		notes:  &trimmer{w: m.c.app.stderr, sep: '\n'},
		style:  render.Style{Color: m.c.app.color(m.c.app.errTerminal)},
	}
	for name, err := range input.Expand(m.c.in.files) {
		if err == nil {
			err = r.file(name)
		}
		if r.broken != nil {
			return r.broken
		}
		if err != nil {
			fmt.Fprintf(m.c.app.stderr, "iri: %v\n", err)
			r.status = statusUsage
		}
	}
	if err := r.w.Flush(); err != nil {
		return err
	}
	return r.status.err()
}

type rewriter struct {
	*mender
	target target
	o      *input.Options
	w      *bufio.Writer
	notes  io.Writer
	style  render.Style
	buf    []byte
	status exitStatus
	broken error // the output cannot be written: nothing more can be done
}

// file rewrites one file. The error is about reading it.
func (r *rewriter) file(name string) error {
	f, err := input.Open(name, r.o)
	if err != nil {
		return err
	}
	defer f.Close()
	if f.Format == input.HTML || f.Format == input.XML {
		return fmt.Errorf("%s: iri fix does not rewrite %s: --format json lists what would change", name, f.Format)
	}
	var buf []byte
	for s := input.NewScanner(f, r.o); ; {
		b, err := s.Next(buf)
		if err == io.EOF {
			return nil
		}
		if err != nil {
			return err
		}
		if r.broken = r.block(&b); r.broken != nil {
			return nil
		}
		buf = b.Buffer()
	}
}

// block rewrites one block. The error is about the output.
func (r *rewriter) block(b *input.Block) error {
	done := 0 // bytes of the block that have been written
	for rec := range b.Records(r.o) {
		mended, findings := r.record(rec)
		if len(findings) > 0 {
			r.status = max(r.status, statusFound)
			if err := r.report(rec, findings); err != nil {
				return err
			}
		}
		if rec.Err != nil || mended == rec.Text {
			continue
		}
		from, oldEnd, newEnd := difference(rec.Text, mended)
		rawFrom, rawEnd := rec.RawSpan(from, oldEnd)
		at := int(rec.Offset - b.Offset)
		r.buf = append(r.buf[:0], b.Data[done:at+rawFrom]...)
		r.buf = appendEscaped(r.buf, mended[from:newEnd], rec.Escape)
		if _, err := r.w.Write(r.buf); err != nil {
			return err
		}
		done = at + rawEnd
	}
	if _, err := r.w.Write(b.Data[done:]); err != nil {
		return err
	}
	if r.o.Unbuffered {
		return r.w.Flush()
	}
	return nil
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

// report says what could not be mended.
func (r *rewriter) report(rec *input.Record, findings []iri.Finding) error {
	if err := r.w.Flush(); err != nil { // for those who look at both streams in one
		return err
	}
	if rec.Err != nil {
		r.buf = appendFault(r.buf[:0], rec, r.style)
	} else {
		r.buf = appendFindings(r.buf[:0], rec, findings, 0, r.style)
	}
	_, err := r.notes.Write(r.buf)
	return err
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
