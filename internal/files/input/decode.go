package input

import (
	"bytes"
	"fmt"
	"strings"

	"github.com/rfc3987/iri/internal/files/linecol"
	"github.com/rfc3987/iri/internal/text/chars"
)

// A Decoder reads the items of one chunk.
type Decoder struct {
	Options *Options
	Chunk   *Chunk
	Yield   func(*Item) bool // returns false if no more items are wanted
	Rec     Item
	Off     int    // the offset of the present line or text in the chunk
	Buf     []byte // the buffer for strings that have escapes

	// Comment receives the comments data[start:end]. It may be nil.
	Comment func(start, end int)

	// Clean reports whether an item need not be handed out. It may be nil.
	clean func(r *Item) bool
	held  *held // see HandOut; nil without Cleaner
	// Flush hands out the items that wait for a batch. It may be nil.
	Flush func() bool

	Empty      int // how many cells and values were empty, null or missing
	CleanCount int // how many items were clean, and not handed out
	Lines      int // how many lines, rows or statements were not blank

	Places linecol.Tracker // the position that was computed last
}

// decoder returns a decoder of a chunk.
func (b *Chunk) decoder(o *Options, yield func(*Item) bool) Decoder {
	d := Decoder{Options: o, Chunk: b, Yield: yield, Rec: Item{Source: b.File.Name, Format: b.File.Format,
		file: b.File}}
	d.Places = linecol.NewTracker(b.Data, linecol.Cursor{Line: b.Line, Off: b.Offset, End: b.File.LineEnd()}, b.Col)
	return d
}

// SkipBOM skips the byte order mark at the start of a file.
func (d *Decoder) SkipBOM() {
	if d.Chunk.Offset == 0 && bytes.HasPrefix(d.Chunk.Data, linecol.BOM) {
		d.Off = len(linecol.BOM)
	}
}

// textsNotClean returns a function for [Cleaner.Lines], over the rest of the chunk, that handles the texts that are
// not clean. end is the byte after each text.
func (d *Decoder) textsNotClean(end byte) func(start, stop int) bool {
	data, from := d.Chunk.Data, d.Off
	d.clean = nil
	return func(start, stop int) bool {
		start, stop = from+start, from+stop
		next := len(data)
		if i := bytes.IndexByte(data[stop:], end); i >= 0 {
			next = stop + i + 1
		}
		d.Off = start
		d.Lines++
		d.Rec.From, d.Rec.To = int64(start), int64(next)
		return d.yieldUnescaped(data[start:stop])
	}
}

// Each calls f for each text that ends as the format defines, or with the file. It also removes a carriage return
// before a line feed.
func (d *Decoder) Each(f func(text []byte) bool) {
	data, sep := d.Chunk.Data, d.Chunk.File.recordEnd()
	d.SkipBOM()
	for d.Off < len(data) {
		text := data[d.Off:]
		next := len(data)
		if i := bytes.IndexByte(text, sep); i >= 0 {
			text = text[:i]
			next = d.Off + i + 1
		}
		if sep == '\n' {
			if n := len(text); n > 0 && text[n-1] == '\r' {
				text = text[:n-1]
			}
		}
		d.Rec.From, d.Rec.To = int64(d.Off), int64(next)
		if d.Chunk.HoldsSomething(text) {
			d.Lines++
		}
		if len(text) > d.Options.LongestLine() {
			if d.Flush != nil && !d.Flush() || !d.TooLong(text) {
				return
			}
		} else if len(text) > 0 || d.Options.KeepBlank && d.Chunk.File.Format.Unescaped && sep == '\n' {
			if !f(text) {
				return
			}
		}
		d.Off = next
	}
}

// HoldsSomething reports whether a line has text other than white space and a comment.
func (b *Chunk) HoldsSomething(line []byte) bool {
	if b.File.Format.CommentStart != "#" {
		return len(line) > 0
	}
	line = bytes.TrimLeft(line, chars.Space)
	return len(line) > 0 && line[0] != '#'
}

// IsClean reports whether the present item, whose text is set, need not be handed out. If so, it counts it.
func (d *Decoder) IsClean() bool {
	if d.clean == nil || !d.clean(&d.Rec) {
		return false
	}
	d.CleanCount++
	return true
}

// yieldUnescaped hands out a text that has no escapes.
func (d *Decoder) yieldUnescaped(text []byte) bool {
	r := &d.Rec
	if r.Text = chars.UnsafeString(text); d.IsClean() {
		return true
	}
	r.Raw, r.LineText = text, text
	return d.YieldAt(d.Off)
}

// YieldAt hands out the item, which starts at data[at].
func (d *Decoder) YieldAt(at int) bool {
	if !d.flushHeld() {
		return false
	}
	d.Rec.SetPlace(d.Place(at))
	return d.Yield(&d.Rec)
}

// Place returns the position of data[at].
func (d *Decoder) Place(at int) linecol.Cursor { return d.Places.To(at) }

// Fail hands out an item that could not be read. The fault is whole[start:end].
func (d *Decoder) Fail(code string, whole []byte, start, end int, format string, args ...any) bool {
	if s := d.Chunk.File.Selected; s != nil {
		s.fault.Store(true)
	}
	if !d.flushHeld() {
		return false
	}
	r := &d.Rec
	d.StartRecord()
	at := d.Place(d.Off)
	r.LineText, r.Raw = whole, whole
	r.Err = &Error{
		Code: code, Message: fmt.Sprintf(format, args...),
		Line: at.Line, Col: at.Col + linecol.Runes(whole[:start]), Start: start, End: end,
	}
	more := d.YieldAt(d.Off)
	d.StartRecord()
	return more
}

// StartRecord resets the fields that differ between lines.
func (d *Decoder) StartRecord() {
	r := &d.Rec
	*r = Item{Source: r.Source, Format: r.Format, file: r.file, Row: r.Row}
}

// limitIRIs makes IRIs that are longer than most errors. None of them is clean then.
func (d *Decoder) limitIRIs(most int) {
	yield := d.Yield
	d.Yield = func(r *Item) bool {
		r.limit(most)
		more := yield(r)
		if r.Err != nil {
			d.StartRecord()
		}
		return more
	}
	if clean := d.clean; clean != nil {
		d.clean = func(r *Item) bool { return r.longest() <= most && clean(r) }
	}
}

// TooLong hands out an item that is longer than the limit; text is its start.
func (d *Decoder) TooLong(text []byte) bool {
	text = text[:min(len(text), ShownBytes)]
	if d.Chunk.TooMuch != "" {
		return d.Fail(CodeMaxLine, text, 0, 0, "%s", d.Chunk.TooMuch)
	}
	return d.Fail(CodeMaxLine, text, 0, 0,
		"the line is longer than the limit of %d bytes: is it in another format? --max-line raises the limit",
		d.Options.LongestLine())
}

// An Escape defines how the text of an item is written. The nil Escape, None, means without escapes.
type Escape = *Escaping

type Escaping struct {
	// Unit returns the length of the first character of raw, in raw and in the text. raw must not be empty. Both
	// lengths are at least 1, except that textLen is 0 for a reference to nothing. If Unit is nil, each byte stands
	// for itself.
	Unit func(raw []byte) (rawLen, textLen int)
	// Unescape replaces the function of the format, in a document that can define escapes; nil for the format's.
	Unescape func(r *Item, raw []byte) (string, bool)
	// Escape replaces the function of the format, in a part of a file with other escapes; nil for the format's.
	Escape func(b []byte, r *Item, s string) []byte
	Fixed  bool // the text cannot be changed
	// Refusal says why a text cannot be written. If it is empty, the message says that the format cannot hold it.
	Refusal string
	// Lead is the start of the text, which is not written in the file.
	Lead string
	// Split separates the item from others in the same value; it is empty for a single item.
	Split string
	// Verbatim reports whether raw[start:end] of the item is in a part without escapes; nil if there is no such part.
	Verbatim func(start, end int) bool
	// Part returns the escape for a part of raw, if it depends on the position; nil if it does not.
	Part func(raw []byte) Escape
	// Quote returns a text with quotes, if it needs them there; nil if there are no quotes.
	Quote func(r *Item, text string) ([]byte, bool)
	// Spaces says that line ends and tabs are read as spaces (XML §3.3.3).
	Spaces bool
	// Name appends a name after its prefix or, with whole set, an IRI in the place of the name. It returns false if
	// that cannot be written. Name is nil for an item that is not a prefixed name, or cannot be changed.
	Name func(b []byte, s string, whole bool) ([]byte, bool)
}

// None is the Escape of texts without escapes.
var None Escape

// Listed returns the escape of a member of a list with the separator split.
func Listed(written Escape, split string) Escape {
	var e Escaping
	if written != None {
		e = *written
	}
	e.Split, e.Quote = split, nil
	return &e
}

// Fixed returns the escape of an item that cannot be changed; why is the reason.
func Fixed(written Escape, why string) Escape {
	var e Escaping
	if written != None {
		e = *written
	}
	e.Fixed, e.Refusal, e.Quote = true, why, nil
	if part := e.Part; part != nil {
		e.Part = func(raw []byte) Escape { return Fixed(part(raw), why) }
	}
	return &e
}

// FixedNamespace returns the escape of the name of an XML namespace, which cannot be changed because prefixed names
// would be in another namespace.
func FixedNamespace(written Escape) Escape {
	return Fixed(written, "it is the name of a namespace, which others have to write in the same way")
}

// IsURN reports whether a text begins with "urn:", in any case. As the name of an XML namespace that is not a term of
// RDF, it is only an identifier.
func IsURN(text string) bool { return len(text) >= 4 && strings.EqualFold(text[:4], "urn:") }

// Literal is the escape of strings in a place without escapes.
var Literal = &Escaping{
	Escape:   func(b []byte, _ *Item, s string) []byte { return append(b, s...) },
	Unescape: func(_ *Item, raw []byte) (string, bool) { return string(raw), true },
}
