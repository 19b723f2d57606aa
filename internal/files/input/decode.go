package input

import (
	"bytes"
	"fmt"

	"github.com/rfc3987/iri/internal/text/chars"
)

// A decoder reads the records of one block.
type decoder struct {
	o     *Options
	b     *Block
	yield func(*Record) bool // false: no more records are wanted
	rec   Record
	off   int    // the offset of the present line or text in the block
	buf   []byte // the buffer for strings that have escapes

	// clean reports whether a record need not be handed out; nil for none.
	clean func(r *Record) bool
	// flush hands out the records that are held back; nil for none.
	flush func() bool

	empty      int // how many cells and values were empty, null or missing
	cleanCount int // how many records were not handed out
	lines      int // how many lines, rows or statements hold something

	// The last place that was looked for, its line, and the characters before it on that line,
	// which starts at start; before are those that stand in the block before, -1 before they are asked for. See place.
	placed struct{ at, line, col, start, before int }
}

// bom is the byte order mark that some programs put before UTF-8.
var bom = []byte("\xef\xbb\xbf")

// skipBOM skips the byte order mark at the start of a file.
func (d *decoder) skipBOM() {
	if d.b.Offset == 0 && bytes.HasPrefix(d.b.Data, bom) {
		d.off = len(bom)
	}
}

// trimLineEnd returns a line without its LF or CRLF.
func trimLineEnd(line []byte) []byte {
	n := len(line)
	if n > 0 && line[n-1] == '\n' {
		n--
	}
	if n > 0 && line[n-1] == '\r' {
		n--
	}
	return line[:n]
}

// firstLine returns the text up to the first line feed.
func firstLine(text []byte) []byte {
	line, _, _ := bytes.Cut(text, []byte{'\n'})
	return line
}

// decodeLines hands out texts that have no escapes.
func decodeLines(d *decoder, clean Cleaner) {
	d.skipBOM()
	whole := d.b.Data[d.off:]
	texts, ok := clean.(TextCleaner)
	switch {
	case clean == nil || !d.b.areTexts(d.o):
		d.each(d.plain)
	case !d.b.File.Format.nul:
		d.cleanCount = clean.Lines(whole, d.textsNotClean('\n'))
		d.lines += d.cleanCount
	case !ok:
		d.each(d.plain)
	default:
		var isUTF8 bool
		d.cleanCount, isUTF8 = texts.Texts(whole, d.textsNotClean(0))
		d.b.isUTF8 = isUTF8 && d.lines == 0
		d.lines += d.cleanCount
	}
}

// textsNotClean returns a function for [Cleaner.Lines] over the rest of the block, that visits the texts that are not
// clean. end is what stands after each.
func (d *decoder) textsNotClean(end byte) func(start, stop int) bool {
	data, from := d.b.Data, d.off
	d.clean = nil
	return func(start, stop int) bool {
		start, stop = from+start, from+stop
		next := len(data)
		if i := bytes.IndexByte(data[stop:], end); i >= 0 {
			next = stop + i + 1
		}
		d.off = start
		d.lines++
		d.rec.From, d.rec.To = int64(start), int64(next)
		return d.plain(data[start:stop])
	}
}

// each calls f for each text that ends as the format says, or with the file. Of a text
// that ends with a line feed it also removes the carriage return before that.
func (d *decoder) each(f func(text []byte) bool) {
	data, sep := d.b.Data, d.b.File.recordEnd()
	d.skipBOM()
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
		if d.b.holdsSomething(text) {
			d.lines++
		}
		if len(text) > d.o.maxLine() {
			if d.flush != nil && !d.flush() || !d.tooLong(text) {
				return
			}
		} else if len(text) > 0 || d.o.KeepBlank && d.b.File.Format.plain && sep == '\n' {
			if !f(text) {
				return
			}
		}
		d.off = next
	}
}

// holdsSomething reports whether a line is more than white space or a comment.
func (b *Block) holdsSomething(line []byte) bool {
	if b.File.Format.indented {
		line = bytes.TrimLeft(line, chars.Space)
	}
	return len(line) > 0 && (line[0] != '#' || b.File.Format.comment != "#")
}

// isClean reports whether the present record, whose text is set, need not be handed out, and
// counts it then.
func (d *decoder) isClean() bool {
	if d.clean == nil || !d.clean(&d.rec) {
		return false
	}
	d.cleanCount++
	return true
}

// plain hands out a text that has no escapes.
func (d *decoder) plain(text []byte) bool {
	r := &d.rec
	if r.Text = chars.View(text); d.isClean() {
		return true
	}
	r.Raw, r.Whole = text, text
	return d.yieldAt(d.off)
}

// yieldAt hands out the record, which starts at data[at].
func (d *decoder) yieldAt(at int) bool {
	d.place(at)
	d.rec.Line, d.rec.Col, d.rec.Offset = d.placed.line, 1+d.placed.col, d.b.Offset+int64(at)
	return d.yield(&d.rec)
}

// place finds the line and the column of data[at], going on from the place that was asked for
// before, or from the start of its line.
func (d *decoder) place(at int) {
	p := &d.placed
	if at < p.start {
		d.startPlaces()
	}
	if p.before < 0 {
		p.before = d.b.col.value()
		p.col = p.before
	}
	if at < p.at {
		p.at, p.col = p.start, p.before
	}
	part, lineEnd := d.b.Data[min(p.at, at):at], d.b.File.LineEnd()
	if n := bytes.LastIndexByte(part, lineEnd); n >= 0 {
		p.line += bytes.Count(part[:n+1], []byte{lineEnd})
		p.start = at - len(part) + n + 1
		p.col, p.before, part = 0, 0, part[n+1:]
	}
	p.at, p.col = at, p.col+runeCount(part)
}

// startPlaces makes the start of the block the place that place goes on from.
func (d *decoder) startPlaces() {
	p := &d.placed
	p.at, p.line, p.before = 0, d.b.Line, -1
	if d.b.Offset == 0 && bytes.HasPrefix(d.b.Data, bom) {
		p.at = len(bom)
	}
	p.start = p.at
}

// fail hands out a record that could not be read. The fault is whole[start:end].
func (d *decoder) fail(code string, whole []byte, start, end int, format string, args ...any) bool {
	if s := d.b.File.selected; s != nil {
		s.fault.Store(true)
	}
	r := &d.rec
	d.startRecord()
	d.place(d.off)
	r.Whole, r.Raw = whole, whole
	r.Err = &Error{
		Code: code, Message: fmt.Sprintf(format, args...),
		Line: d.placed.line, Col: 1 + d.placed.col + runeCount(whole[:start]), Start: start, End: end,
	}
	more := d.yieldAt(d.off)
	d.startRecord()
	return more
}

// startRecord clears what is not the same for all records of a line.
func (d *decoder) startRecord() {
	r := &d.rec
	*r = Record{Source: r.Source, Format: r.Format, file: r.file, From: r.From, To: r.To}
}

// limitIRIs has IRIs handed out as errors that are longer than most. None is clean then.
func (d *decoder) limitIRIs(most int) {
	yield := d.yield
	d.yield = func(r *Record) bool {
		r.limit(most)
		more := yield(r)
		if r.Err != nil {
			d.startRecord()
		}
		return more
	}
	if clean := d.clean; clean != nil {
		d.clean = func(r *Record) bool { return r.longest() <= most && clean(r) }
	}
}

// tooLong hands out a record that is longer than the limit; text is its start.
func (d *decoder) tooLong(text []byte) bool {
	text = text[:min(len(text), shownBytes)]
	if d.b.tooMuch != "" {
		return d.fail(CodeMaxLine, text, 0, 0, "%s", d.b.tooMuch)
	}
	return d.fail(CodeMaxLine, text, 0, 0,
		"the line is longer than the limit of %d bytes: is it in another format? --max-line raises the limit", d.o.maxLine())
}
