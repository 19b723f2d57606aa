package input

import (
	"bytes"
	"fmt"
	"slices"
	"strconv"
	"strings"
)

// A column says which columns of a table are wanted. One is asked for by its number, or
// by the name that the first line gives it; if all are numbers, every line is data.
type column struct {
	want  []string // numbers and names; empty for the first column
	named bool     // the first line holds the names
	index []int    // counted from 0, in increasing order
	found bool     // find has been called
}

// find finds the columns in the first block of a file.
func (h *column) find(b *Block) error {
	h.found = true
	if len(h.want) == 0 {
		h.index = []int{0}
		return nil
	}
	var names []string
	for _, want := range h.want {
		n, err := strconv.Atoi(want)
		switch {
		case err == nil && n < 1:
			return fmt.Errorf("there is no column %d: columns are counted from 1", n)
		case err != nil:
			if h.named = true; names == nil {
				names = columnNames(b)
			}
			if n = slices.Index(names, want) + 1; n == 0 {
				return fmt.Errorf("there is no column %q in the first line: there are %s", want, cut([]byte(strings.Join(names, ", "))))
			}
		}
		h.index = append(h.index, n-1)
	}
	slices.Sort(h.index)
	h.index = slices.Compact(h.index)
	return nil
}

// columnNames returns the fields of the first line.
func columnNames(b *Block) (names []string) {
	data := bytes.TrimPrefix(b.Data, bom)
	for at := 0; ; {
		c := nextCell(data, at, b.File.Format.tab)
		name := string(data[c.start:c.end])
		if c.quoted {
			name = strings.ReplaceAll(name, `""`, `"`)
		}
		names = append(names, name)
		if c.last {
			return names
		}
		at = c.next
	}
}

// A cell is the place of a field of a table.
type cell struct {
	start, end int // without quotes
	next       int // where the next field starts, or the next row
	quoted     bool
	last       bool // the last one of its row
	open       bool // its quotes are not closed: it goes on to the end of the data
	fault      int  // the offset of text after the closing quote; 0 for none
}

// nextCell finds the field that starts at data[i] (RFC 4180 §2). TSV has no quotes
// (IANA text/tab-separated-values).
func nextCell(data []byte, i int, tab bool) cell {
	c := cell{start: i}
	stops := ",\n"
	if tab {
		stops = "\t\n"
	}
	if !tab && i < len(data) && data[i] == '"' {
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
	n := bytes.IndexAny(data[i:], stops)
	if n < 0 {
		n = len(data) - i
	}
	stop := i + n
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
	data, tab, code := d.b.Data, d.b.File.Format.tab, d.b.File.Format.code
	d.skipBOM()
	head, index := d.off, d.b.column.index
	last := index[len(index)-1]
	var want []cell
	for d.off < len(data) {
		start := d.off
		want = want[:0]
		cells, at, fault, open := 0, start, 0, false
		for {
			c := nextCell(data, at, tab)
			if len(want) < len(index) && cells == index[len(want)] {
				want = append(want, c)
			}
			cells++
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
		case len(row) == 0, d.b.column.named && d.b.Offset == 0 && start == head:
			d.lines--
		case len(row) > d.o.maxLine():
			more = d.tooLong(row)
		case fault > 0 || open:
			fault = min(max(fault-start, 0), len(row))
			more = d.fail(code, row, fault, min(fault+1, len(row)), "a quote is not closed, or text follows a quote that is closed: write \"\" for a quote inside a field")
		default:
			for i := 0; i < len(want) && more; i++ {
				d.rec.From, d.rec.To = int64(start), int64(at)
				more = d.cell(row, start, want[i])
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

// cell hands out the field c of the row that starts at offset start.
func (d *decoder) cell(row []byte, start int, c cell) bool {
	raw := d.b.Data[c.start:c.end]
	if len(raw) == 0 {
		d.empty++
		return true
	}
	text, esc := raw, None
	if c.quoted && bytes.IndexByte(raw, '"') >= 0 {
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
	r.Raw, r.Whole, r.Escape, r.quoted = raw, row, esc, c.quoted
	return d.yieldAt(c.start)
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
	return string(raw), !bytes.ContainsAny(raw, ",\"\r\n")
}

func unescapeTSV(_ *Record, raw []byte) (string, bool) {
	return string(raw), !bytes.ContainsAny(raw, "\t\r\n")
}

// Quote returns a field of CSV in quotes, with a text that needs them. It returns false
// for records that have no such form.
func (r *Record) Quote(text string) ([]byte, bool) {
	if r.Format == Auto || !r.Format.quotes || r.quoted || strings.ContainsAny(text, "\r\n") || !r.holdsAll([]byte(text)) {
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
