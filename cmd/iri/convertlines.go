package main

import (
	"bytes"
	"strings"
	"unicode/utf8"

	"github.com/rfc3987/iri/internal/input"
)

// appendBlock converts a block of lines. Lines that match the rule are converted many
// at a time, which is much faster; the others go through append one by one.
func (p *printer) appendBlock(b *input.Block, o *input.Options, lines input.Cleaner, r *blockResult, flush func() error) {
	at := 0 // up to here the block is converted
	if b.Offset == 0 && bytes.HasPrefix(b.Data, []byte("\uFEFF")) {
		if at = len("\uFEFF"); p.inPlace {
			r.out = append(r.out, b.Data[:at]...)
		}
	}
	// convertTo converts the lines up to an offset. They all match the rule.
	convertTo := func(end int) bool {
		for at < end {
			stop := end
			if end-at > flushSize/4 {
				if n := bytes.IndexByte(b.Data[at+flushSize/4:end], '\n'); n >= 0 {
					stop = at + flushSize/4 + n + 1
				}
			}
			text := stringView(b.Data[at:stop])
			if !p.inPlace {
				text = linesWithLF(b.Data[at:stop])
			}
			for len(text) > flushSize { // a long line, in pieces that end between characters
				n := flushSize
				for !utf8.RuneStart(text[n]) {
					n--
				}
				r.out = p.c.convertLines(r.out, text[:n])
				text = text[n:]
				if flush() != nil {
					return false
				}
			}
			r.out = p.c.convertLines(r.out, text)
			at = stop
			if !r.flushIfLarge(flush) {
				return false
			}
		}
		return true
	}
	more := true
	passed := b.Each(o, lines, func(rec *input.Record) bool {
		from, to := int(rec.From), int(rec.To)
		if p.inPlace && rec.Err == nil {
			from = int(rec.Offset - b.Offset)
			to = from + len(rec.Raw)
		}
		if more = convertTo(from); !more {
			return false
		}
		at = to
		if p.inPlace && rec.Err != nil {
			out := flushWriter{buf: &r.out, flush: flush}
			if _, err := out.Write(b.Data[from:to]); err != nil {
				more = false
				return false
			}
		}
		p.append(r, rec, flush)
		more = r.flushIfLarge(flush)
		return more
	})
	if more {
		convertTo(len(b.Data))
	}
	r.summary.Inputs += int64(passed)
	r.summary.Conforming += int64(passed)
}

// linesWithLF returns lines without the blank ones, each ended by LF. The result may
// share its bytes with the argument.
func linesWithLF(lines []byte) string {
	if lines[0] != '\n' && lines[len(lines)-1] == '\n' && bytes.IndexByte(lines, '\r') < 0 && !bytes.Contains(lines, []byte("\n\n")) {
		return stringView(lines)
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
