package input

import (
	"bytes"
	"fmt"
	"strconv"
	"unicode/utf8"
)

// A decoder takes the records out of one block.
type decoder struct {
	o     *Options
	b     *Block
	yield func(*Record) bool
	rec   Record
	line  int    // of the text that each is at
	col   int    // Null: characters before it in its line
	off   int    // of it in the block
	text  []byte // strings that had to be decoded; used again

	clean  func(text string) bool // says of a text that nobody need see it; may be nil
	heap   *heap                  // of RDF, to be checked together; may be nil
	passed int                    // how many there were of those

	colLine, colOf, colAt int // line[:colOf] of the line at colLine has colAt-1 characters
}

// bom is the signature that some programs put in front of UTF-8.
var bom = []byte("\xef\xbb\xbf")

// each calls f for each text that sep ends; the last one of a file may end
// without. It takes a carriage return before a line feed off.
func (d *decoder) each(sep byte, f func(text []byte) bool) {
	data := d.b.Data
	if d.b.Offset == 0 && bytes.HasPrefix(data, bom) {
		d.off = len(bom)
	}
	for d.off < len(data) {
		text := data[d.off:]
		next := len(data)
		if i := bytes.IndexByte(text, sep); i >= 0 {
			text = text[:i]
			next = d.off + i + 1
		}
		if sep == '\n' {
			if n := len(text); n > 0 && text[n-1] == '\r' {
				text = text[:n-1]
			}
		}
		d.rec.From, d.rec.To = int64(d.off), int64(next)
		if len(text) > d.o.maxLine() {
			if !d.settle() || !d.tooLong(text) {
				return
			}
		} else if len(text) > 0 || d.o.KeepBlank && d.b.File.Format == Lines {
			if !f(text) {
				return
			}
		}
		if sep == '\n' {
			d.line++
		} else {
			d.line += bytes.Count(data[d.off:next], []byte{'\n'})
			d.col = column(d.col, data[d.off:next])
		}
		d.off = next
	}
}

// lines is each for plain lines, of which it looks only at those that are not
// clean.
func (d *decoder) lines(clean Cleaner) {
	data := d.b.Data
	if d.b.Offset == 0 && bytes.HasPrefix(data, bom) {
		d.off = len(bom)
	}
	from, counted := d.off, d.off
	d.clean = nil
	d.passed = clean.Lines(data[from:], func(start, end int) bool {
		start, end = from+start, from+end
		d.line += bytes.Count(data[counted:start], []byte{'\n'})
		counted = start
		next := end
		for next < len(data) && data[next] != '\n' {
			next++
		}
		d.off = start
		d.rec.From, d.rec.To = int64(start), int64(min(next+1, len(data)))
		return d.plain(data[start:end])
	})
}

// plain takes a text as it stands.
func (d *decoder) plain(text []byte) bool {
	if d.clean != nil && d.clean(view(text)) {
		d.passed++
		return true
	}
	r := &d.rec
	r.Text, r.Raw, r.Whole = view(text), text, text
	r.Line, r.Col, r.Offset = d.line, 1+d.col, d.b.Offset+int64(d.off)
	return d.yield(r)
}

// room returns an empty buffer for a text that has n bytes at most. Of a long one it
// makes no more than that: growing step by step would hold several.
func (d *decoder) room(n int) []byte {
	if n > BlockSize && n > cap(d.text) {
		d.text = nil
		d.text = make([]byte, 0, n)
	}
	return d.text[:0]
}

// fail hands out a record that could not be read: the fault is at the bytes of
// whole from start to end.
func (d *decoder) fail(code string, whole []byte, start, end int, format string, args ...any) bool {
	r := &d.rec
	*r = Record{Source: r.Source, Format: r.Format, From: r.From, To: r.To, Line: d.line, Col: 1 + d.col, Offset: d.b.Offset + int64(d.off), Whole: whole, Raw: whole}
	r.Err = &Error{
		Code: code, Message: fmt.Sprintf(format, args...),
		Line: d.line, Col: 1 + d.col + utf8.RuneCount(whole[:start]), Start: start, End: end,
	}
	more := d.yield(r)
	*r = Record{Source: r.Source, Format: r.Format, From: r.From, To: r.To}
	return more
}

// tooLong hands out a record that is longer than the limit; text is its beginning.
func (d *decoder) tooLong(text []byte) bool {
	return d.fail(CodeMaxLine, text[:min(len(text), 4<<10)], 0, 0,
		"the line is longer than the limit of %d bytes: is it in another format? --max-line raises the limit", d.o.maxLine())
}

// quoteByte quotes a piece of the input for a message.
func quoteByte(b []byte) string { return strconv.QuoteToGraphic(string(b)) }
