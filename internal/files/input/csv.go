package input

import (
	"bytes"
	"strings"
)

// A cell is the place of a field of a table.
type cell struct {
	start, end int // without quotes
	next       int // where the next field starts, or the next row
	quoted     bool
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

// stop returns the offset of the first delimiter or line feed in data from an offset on, the length of data if there is none.
func (t *table) stop(data []byte, i int) int {
	for i < len(data) && data[i] != t.delimiter && data[i] != '\n' {
		i++
	}
	return i
}

// nextCell finds the field that starts at data[i] (RFC 4180 §2). TSV as IANA has it has no quotes
// (text/tab-separated-values), that of spreadsheets has.
func nextCell(data []byte, i int, t *table) cell {
	c := cell{start: i}
	if t.quotes && i < len(data) && data[i] == '"' {
		c.quoted = true
		c.start++
		for i++; ; i++ {
			n := bytes.IndexByte(data[i:], '"')
			if n < 0 {
				c.end, c.next, c.last, c.open = len(data), len(data), true, true
				return c
			}
			if i += n; i+1 == len(data) || data[i+1] != '"' {
				break
			}
			i++
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
	return c
}

// table reads rows and hands out the wanted fields of each. It skips blank lines, and
// counts empty fields.
func (d *decoder) table(Cleaner) {
	data, t, code := d.b.Data, d.b.File.table, d.b.File.Format.code
	d.skipBOM()
	index, names := t.index, t.named && d.b.Offset == 0 // names says that the next row is that of the names
	last := index[len(index)-1]
	var want []cell
	for d.off < len(data) {
		start := d.off
		want = want[:0]
		cells, at, fault, open := 0, start, 0, false
		for {
			wanted := len(want) < len(index) && cells == index[len(want)]
			cells++
			if !wanted && at < len(data) && (data[at] != '"' || !t.quotes) {
				if at = t.stop(data, at); at == len(data) {
					break
				}
				if at++; data[at-1] == '\n' {
					break
				}
				continue
			}
			c := nextCell(data, at, t)
			if wanted {
				want = append(want, c)
			}
			at = c.next
			if c.fault > 0 && fault == 0 {
				fault = c.fault
			}
			if c.open {
				// Most likely the quote is a mistake, so only its line is lost, and the next
				// row starts after that.
				if open = true; fault == 0 {
					fault = c.start - 1
				}
				if n := bytes.IndexByte(data[c.start:], '\n'); n >= 0 {
					at = c.start + n + 1
				}
			}
			if c.last {
				break
			}
		}
		d.rec.From, d.rec.To = int64(start), int64(at)
		row := trimLineEnd(data[start:at])
		more := true
		d.lines++
		switch {
		case len(row) == 0:
			d.lines--
		case names:
			names = false
			d.lines--
		case len(row) > d.o.maxLine():
			more = d.tooLong(row)
		case fault > 0 || open:
			fault = min(max(fault-start, 0), len(row))
			more = d.fail(code, row, fault, min(fault+1, len(row)), "a quote is not closed, or text follows a quote that is closed: write \"\" for a quote inside a field")
		default:
			for i := 0; i < len(want) && more; i++ {
				d.rec.From, d.rec.To = int64(start), int64(at)
				more = d.cell(row, want[i])
			}
			if more && cells <= last {
				more = d.fail(code, row, len(row), len(row), "the row has no column %d, only %d", last+1, cells)
			}
		}
		if !more {
			return
		}
		d.off = at
	}
}

// cell hands out the field c of a row, or its members.
func (d *decoder) cell(row []byte, c cell) bool {
	n, more := eachMember(d.b.Data[c.start:c.end], d.o.Split, func(start, end int) bool {
		return d.field(row, c.start+start, c.start+end, c.quoted)
	})
	if n == 0 {
		d.empty++
	}
	return more
}

// field hands out what stands in a field of a row from start to end.
func (d *decoder) field(row []byte, start, end int, quoted bool) bool {
	raw := d.b.Data[start:end]
	text, esc := raw, None
	if quoted && bytes.IndexByte(raw, '"') >= 0 {
		esc = EscCSV
		d.buf = d.buf[:0]
		for rest := raw; len(rest) > 0; {
			n := len(rest)
			if i := bytes.IndexByte(rest, '"'); i >= 0 {
				n = i + 1 // the second quote is left out
			}
			d.buf = append(d.buf, rest[:n]...)
			rest = rest[min(n+1, len(rest)):]
		}
		text = d.buf
	}
	r := &d.rec
	if r.Text = view(text); d.isClean() {
		return true
	}
	r.Raw, r.Whole, r.Escape, r.quoted, r.split = raw, row, esc, quoted, d.o.Split
	return d.yieldAt(start)
}

func escapeCSV(b []byte, r *Record, s string) []byte {
	if r.quoted {
		s = strings.ReplaceAll(s, `"`, `""`)
	}
	return append(b, s...)
}

func unescapeCSV(r *Record, raw []byte) (string, bool) {
	if r.quoted {
		return strings.ReplaceAll(string(raw), `""`, `"`), true
	}
	t := r.file.table
	return string(raw), !bytes.ContainsAny(raw, "\r\n") && bytes.IndexByte(raw, t.delimiter) < 0 && !(t.quotes && bytes.IndexByte(raw, '"') >= 0)
}

// Quote returns a field of a table or a string of YAML in quotes, with a text that needs them. It
// returns false for records that have no such form, as one of several members of a field.
func (r *Record) Quote(text string) ([]byte, bool) {
	if r.Escape != None && r.Escape.quote != nil {
		return r.Escape.quote(r, text)
	}
	if r.file == nil || r.file.table == nil || !r.file.table.quotes || r.quoted || r.split != "" || strings.ContainsAny(text, "\r\n") || !r.holdsAll([]byte(text)) {
		return nil, false
	}
	return append(append([]byte{'"'}, strings.ReplaceAll(text, `"`, `""`)...), '"'), true
}

// unitQuotes is the unit of [EscCSV].
func unitQuotes(raw []byte) (rawLen, textLen int) {
	if raw[0] == '"' && len(raw) > 1 && raw[1] == '"' {
		return 2, 1
	}
	return 1, 1
}
