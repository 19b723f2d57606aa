// Package table reads tables: CSV, TSV and what spreadsheets write.
package table

import (
	"bytes"
	"math/bits"
	"strings"
	"sync"

	"github.com/rfc3987/iri/internal/files/bare"
	"github.com/rfc3987/iri/internal/files/input"
	"github.com/rfc3987/iri/internal/files/linecol"
	"github.com/rfc3987/iri/internal/text/chars"
)

// CSV is that of RFC 4180.
var CSV = &input.Format{
	Name: "csv", Endings: []string{".csv"}, FaultCode: input.CodeCSV, Data: dialect{delimiter: ',', quotes: true},
	Traits:  input.Traits{Table: true, Plain: true, ByHand: true},
	Reading: input.Reading{Cut: newTableCutter, Decode: decodeTable},
	Writing: input.Writing{AcceptsRelative: acceptsRelative},
}

// TSV has tab-separated values, as IANA has them or as spreadsheets write them.
var TSV = &input.Format{
	Name: "tsv", Endings: []string{".tsv", ".tab"}, FaultCode: input.CodeTSV, Data: dialect{delimiter: '\t'},
	Traits:  input.Traits{Table: true, Plain: true, ByHand: true},
	Reading: input.Reading{Cut: newTableCutter, Decode: decodeTable},
	Writing: input.Writing{AcceptsRelative: acceptsRelative},
}

// acceptsRelative reports whether a relative reference is read again: a list of the file's own has none.
func acceptsRelative(r *input.Item, ref string) bool {
	return ref != "" && bare.AcceptsRelative(r, ref)
}

// A cell is the place of a field of a table.
type cell struct {
	start, end int // without quotes
	next       int // where the next field starts, or the next row
	quoted     bool
	twice      bool // quotes that are doubled stand inside
	last       bool // the last one of its row
	open       bool // its quotes are not closed: it goes on to the end of the data
	fault      int  // the offset of text after the closing quote; 0 for none
}

// text returns the text of a field.
func (c *cell) text(data []byte) string {
	text := string(data[c.start:c.end])
	if c.quoted {
		text = strings.ReplaceAll(text, `""`, `"`)
	}
	return text
}

// stop returns the offset of the first delimiter or line feed in data from an offset on, the length of data if there is
// none.
func (t *table) stop(data []byte, i int) int {
	for delimiters := uint64(t.delimiter) * ones; i+8 <= len(data); i += 8 {
		w := chars.Load64(chars.UnsafeString(data), i)
		d, n := w^delimiters, w^'\n'*ones
		// The lowest bit that is set is that of the first byte that is zero in one of them.
		if zero := ((d-ones)&^d | (n-ones)&^n) & (ones << 7); zero != 0 {
			return i + bits.TrailingZeros64(zero)/8
		}
	}
	for i < len(data) && data[i] != t.delimiter && data[i] != '\n' {
		i++
	}
	return i
}

// ones has eight bytes that are 1.
const ones = 0x0101010101010101

// find sets c to the field that starts at data[i] (RFC 4180 §2). TSV as IANA has it has no quotes
// (text/tab-separated-values), that of spreadsheets has. A copy of a cell would take longer than to find it.
func (c *cell) find(data []byte, i int, t *table) {
	*c = cell{start: i}
	if t.quotes && i < len(data) && data[i] == '"' {
		c.quoted = true
		c.start++
		for i++; ; i++ {
			n := bytes.IndexByte(data[i:], '"')
			if n < 0 {
				c.end, c.next, c.last, c.open = len(data), len(data), true, true
				return
			}
			if i += n; i+1 == len(data) || data[i+1] != '"' {
				break
			}
			i++
			c.twice = true
		}
		c.end = i
		i++
	}
	stop := t.stop(data, i)
	c.last = stop == len(data) || data[stop] == '\n'
	c.next = min(stop+1, len(data))
	if c.last && stop > i && data[stop-1] == '\r' {
		stop--
	}
	switch {
	case !c.quoted:
		c.end = stop
	case stop > i:
		c.fault = i
	}
}

// A tableDecoder reads the rows of a chunk.
type tableDecoder struct {
	*input.Decoder
	batch  *input.Batch // nil without Cleaner
	fields []tableField
}

// tableDecoders holds those that are not at work, each with the memory of a batch.
var tableDecoders = sync.Pool{New: func() any { return &tableDecoder{batch: new(input.NewBatch(nil))} }}

// A tableField is the place of a field of the batch, or of a member of one, and of its row.
type tableField struct {
	start, end    int
	row, next     int
	quoted, twice bool
	split         string // what separates it from other members of the field
}

// decodeTable reads rows and hands out the wanted fields of each. It skips blank lines, and
// counts empty fields.
func decodeTable(d *input.Decoder, clean input.Cleaner) {
	if clean == nil {
		t := tableDecoder{Decoder: d}
		t.rows()
		return
	}
	t := tableDecoders.Get().(*tableDecoder)
	t.Decoder, t.batch.Clean = d, clean
	t.rows()
	t.flushBatch()
	t.Decoder, t.batch.Clean = nil, nil
	tableDecoders.Put(t)
}

// rows reads the rows.
func (d *tableDecoder) rows() {
	data, t := d.Chunk.Data, d.Chunk.File.State.(*table)
	d.SkipBOM()
	heads := 0 // how many of the next rows say what the columns are
	if d.Chunk.Offset == 0 {
		if d.Off = max(d.Off, t.comments); t.named {
			heads++
		}
		if t.templates {
			heads++
		}
	}
	var r tableRow
	for d.Off < len(data) {
		r.find(data, d.Off, t)
		line := linecol.TrimLineEnd(data[r.start:r.next])
		switch {
		case len(line) == 0:
		case heads > 0:
			heads--
		default:
			d.Lines++
			if !d.row(&r, line, t) {
				return
			}
		}
		d.Off = r.next
	}
}

// A tableRow is the place of a row: of its cells that are wanted, and what is wrong with it.
type tableRow struct {
	start, next int
	cells       int // how many it has
	want        []cell
	other       cell
	fault       int // the offset of a quote that is not closed, or of text after one that is; 0 for none
	open        bool
}

// find sets the row to the one that starts at an offset.
func (r *tableRow) find(data []byte, start int, t *table) {
	*r = tableRow{start: start, want: r.want[:0]}
	for at := start; ; {
		wanted := len(r.want) < len(t.index) && r.cells == t.index[len(r.want)]
		r.cells++
		if !wanted && at < len(data) && (data[at] != '"' || !t.quotes) {
			stop := t.stop(data, at)
			at = min(stop+1, len(data))
			if r.next = at; stop == len(data) || data[stop] == '\n' {
				return
			}
			continue
		}
		c := &r.other
		if wanted {
			r.want = append(r.want, cell{})
			c = &r.want[len(r.want)-1]
		}
		c.find(data, at, t)
		at = c.next
		if c.fault > 0 && r.fault == 0 {
			r.fault = c.fault
		}
		if c.open {
			// Most likely the quote is a mistake, so only its line is lost, and the next
			// row starts after that.
			if r.open = true; r.fault == 0 {
				r.fault = c.start - 1
			}
			if n := bytes.IndexByte(data[c.start:], '\n'); n >= 0 {
				at = c.start + n + 1
			}
		}
		if r.next = at; c.last {
			return
		}
	}
}

// row hands out the fields of a row that are wanted, or what is wrong with it. line is the row without its line end.
func (d *tableDecoder) row(r *tableRow, line []byte, t *table) bool {
	code, last := d.Chunk.File.Format.FaultCode, -1
	if len(t.index) > 0 {
		last = t.index[len(t.index)-1]
	}
	switch {
	case len(line) > d.Options.LongestLine():
		return d.begin(r.start, r.next) && d.TooLong(line)
	case r.fault > 0 || r.open:
		fault := min(max(r.fault-r.start, 0), len(line))
		return d.begin(r.start, r.next) && d.Fail(code, line, fault, min(fault+1, len(line)),
			"a quote is not closed, or text follows a quote that is closed: write \"\" for a quote inside a field")
	}
	for i := range r.want {
		if c := &r.want[i]; t.terms && !c.term(d.Chunk.Data) {
			continue
		}
		if !d.cell(r.start, r.next, &r.want[i]) {
			return false
		}
	}
	return r.cells > last || d.begin(r.start, r.next) && d.Fail(code, line, len(line), len(line),
		"the row has no column %d, only %d", last+1, r.cells)
}

// begin hands out the batch before a row is handed out.
func (d *tableDecoder) begin(row, next int) bool {
	more := d.flushBatch()
	d.Rec.From, d.Rec.To = int64(row), int64(next)
	return more
}

// cell hands out a field of the row data[row:next], or its members.
func (d *tableDecoder) cell(row, next int, c *cell) bool {
	split, raw := d.Options.Split, d.Chunk.Data[c.start:c.end]
	if split == "" && bytes.IndexByte(raw, ',') >= 0 && bare.IsList(string(raw)) {
		split = bare.Comma
	}
	if split == "" && len(raw) > 0 {
		return d.field(tableField{c.start, c.end, row, next, c.quoted, c.twice, ""})
	}
	n, more := input.EachMember(raw, split, func(start, end int) bool {
		return d.field(tableField{c.start + start, c.start + end, row, next, c.quoted, c.twice, split})
	})
	if n == 0 {
		d.Empty++
	}
	return more
}

// term sets c to the IRI in its field, or to the datatype of a literal, without < and >. It returns false if there is none.
func (c *cell) term(data []byte) bool {
	text := chars.TrimSpace(data[c.start:c.end])
	const mark = `"^^<`
	start := 0
	switch {
	case len(text) == 0 || text[len(text)-1] != '>':
		return false
	case text[0] == '<':
	case text[0] == '"' && bytes.Contains(text, []byte(mark)):
		start = bytes.LastIndex(text, []byte(mark)) + len(mark) - 1
	default:
		return false
	}
	c.start += bytes.Index(data[c.start:c.end], text) + start + 1
	c.end = c.start + len(text) - start - 2
	return true
}

// field puts a field into the batch, or hands it out if there is none or it cannot be in one. It returns
// false if no more records are wanted.
func (d *tableDecoder) field(f tableField) bool {
	raw := d.Chunk.Data[f.start:f.end]
	if b := d.batch; b != nil && len(raw) <= input.BatchBytes {
		start := len(b.Text)
		b.Text = f.appendText(b.Text, raw)
		if b.Add(start, len(d.fields), f.quoted) {
			d.fields = append(d.fields, f)
			return !b.Full() || d.flushBatch()
		}
	}
	if !d.begin(f.row, f.next) {
		return false
	}
	d.text(&f)
	return d.IsClean() || d.record(&f)
}

// flushBatch lets the cleaner check the batch, and hands out what is not clean.
func (d *tableDecoder) flushBatch() bool {
	if d.batch == nil {
		return true
	}
	more := d.batch.Check(d.Decoder, func(item int) bool {
		d.text(&d.fields[item])
		return d.record(&d.fields[item])
	})
	d.fields = d.fields[:0]
	return more
}

// appendText appends the text that raw, the field as it is written, stands for.
func (f *tableField) appendText(b, raw []byte) []byte {
	if !f.twice {
		return append(b, raw...)
	}
	for rest := raw; len(rest) > 0; {
		n := len(rest)
		if i := bytes.IndexByte(rest, '"'); i >= 0 {
			n = i + 1 // the second quote is left out
		}
		b = append(b, rest[:n]...)
		rest = rest[min(n+1, len(rest)):]
	}
	return b
}

// text finds the text of a field.
func (d *tableDecoder) text(f *tableField) {
	raw := d.Chunk.Data[f.start:f.end]
	d.Rec.Raw, d.Rec.Text = raw, chars.UnsafeString(raw)
	t := d.Chunk.File.State.(*table)
	switch {
	case f.twice && bytes.IndexByte(raw, '"') >= 0:
		d.Buf = f.appendText(d.Buf[:0], raw)
		d.Rec.Text, d.Rec.Escape = chars.UnsafeString(d.Buf), t.inTwice
	case f.quoted:
		d.Rec.Escape = t.inQuotes
	default:
		d.Rec.Escape = t.bare
	}
	if d.Rec.FormatData = nil; f.split != d.Options.Split {
		d.Rec.Escape, d.Rec.FormatData = input.Listed(d.Rec.Escape, f.split), bare.WholeIRI
	}
}

// record hands out a field whose text has been found.
func (d *tableDecoder) record(f *tableField) bool {
	r := &d.Rec
	r.From, r.To = int64(f.row), int64(f.next)
	r.LineText = linecol.TrimLineEnd(d.Chunk.Data[f.row:f.next])
	return d.YieldAt(f.start)
}

// escapes sets how the fields of the table are written. split separates the members of a field.
func (t *table) escapes(split string) {
	t.inQuotes = &input.Escaping{
		Split: split,
		Escape: func(b []byte, _ *input.Item, s string) []byte {
			return append(b, strings.ReplaceAll(s, `"`, `""`)...)
		},
	}
	twice := *t.inQuotes
	twice.Unit = unitQuotes
	t.inTwice = &twice
	t.bare = &input.Escaping{
		Split: split,
		Unescape: func(_ *input.Item, raw []byte) (string, bool) {
			return string(raw), !bytes.ContainsAny(raw, "\r\n") && bytes.IndexByte(raw, t.delimiter) < 0 &&
				!(t.quotes && bytes.IndexByte(raw, '"') >= 0)
		},
	}
	if t.quotes && split == "" {
		t.bare.Quote = func(_ *input.Item, text string) ([]byte, bool) {
			if strings.ContainsAny(text, "\r\n") {
				return nil, false
			}
			return append(append([]byte{'"'}, strings.ReplaceAll(text, `"`, `""`)...), '"'), true
		}
	}
}

// unitQuotes is the unit of text in quotes: "" stands for one (RFC 4180 §2).
func unitQuotes(raw []byte) (rawLen, textLen int) {
	if raw[0] == '"' && len(raw) > 1 && raw[1] == '"' {
		return 2, 1
	}
	return 1, 1
}
