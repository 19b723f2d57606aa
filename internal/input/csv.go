package input

import (
	"bytes"
	"fmt"
	"strconv"
	"strings"
	"unicode/utf8"
)

// A header says which column of a table is wanted: one by its number, then every
// line is data, or one by the name that the first line gives it.
type header struct {
	want  string
	named bool // the first line holds the names
	index int  // of the column, from 0
	read  bool
}

// init finds the column in the first block of a file.
func (h *header) init(b *Block) error {
	h.read = true
	if n, err := strconv.Atoi(h.want); err == nil || h.want == "" {
		if err == nil && n < 1 {
			return fmt.Errorf("no column %d: they count from 1", n)
		}
		h.index = max(n-1, 0)
		return nil
	}
	h.named = true
	data := bytes.TrimPrefix(b.Data, bom)
	var names []string
	for at := 0; ; {
		c := nextCell(data, at, b.File.Format == TSV)
		name := string(data[c.start:c.end])
		if c.quoted {
			name = strings.ReplaceAll(name, `""`, `"`)
		}
		names = append(names, name)
		if name == h.want {
			h.index = len(names) - 1
			return nil
		}
		if c.last {
			break
		}
		at = c.next
	}
	return fmt.Errorf("no column %q in the first line: there are %s", h.want, bounded([]byte(strings.Join(names, ", "))))
}

// A cell is where a field of a table stands.
type cell struct {
	start, end int // without quotes
	next       int // where the next field starts, or the next row
	quoted     bool
	last       bool // of its row
	open       bool // its quotes are not closed: it goes on to the end of the data
	fault      int  // the offset of what may not stand there; 0 for none
}

// nextCell finds the field that starts at data[i] (RFC 4180 §2). TSV knows no
// quotes (IANA text/tab-separated-values).
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

// table reads rows and takes the wanted field of each. Blank lines and empty
// fields are skipped.
func (d *decoder) table() {
	data, tab := d.b.Data, d.b.File.Format == TSV
	if d.b.Offset == 0 && bytes.HasPrefix(data, bom) {
		d.off = len(bom)
	}
	code := CodeCSV
	if tab {
		code = CodeTSV
	}
	for d.off < len(data) {
		start := d.off
		var want cell
		cells, at, fault, open := 0, start, 0, false
		for {
			c := nextCell(data, at, tab)
			if cells == d.b.head.index {
				want = c
			}
			cells++
			at = c.next
			if c.fault > 0 && fault == 0 {
				fault = c.fault
			}
			if c.open {
				// What follows the quote need not belong to it: only the line where it
				// stands is lost.
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
		row := bytes.TrimSuffix(bytes.TrimSuffix(data[start:at], []byte{'\n'}), []byte{'\r'})
		more := true
		switch {
		case len(row) == 0, d.b.head.named && d.b.Offset == 0 && d.line == d.b.Line:
		case len(row) > d.o.maxLine():
			more = d.tooLong(row)
		case fault > 0 || open:
			fault = min(max(fault-start, 0), len(row))
			more = d.fail(code, row, fault, min(fault+1, len(row)), "a quote is not closed, or text follows a quote that is closed: write \"\" for a quote inside a field")
		case cells <= d.b.head.index:
			more = d.fail(code, row, len(row), len(row), "the row has no column %d, only %d", d.b.head.index+1, cells)
		default:
			more = d.cell(row, start, want)
		}
		if !more {
			return
		}
		d.line += bytes.Count(data[start:at], []byte{'\n'})
		d.off = at
	}
}

func (d *decoder) cell(row []byte, start int, c cell) bool {
	raw := d.b.Data[c.start:c.end]
	if len(raw) == 0 {
		return true
	}
	text, esc := raw, None
	if c.quoted && bytes.IndexByte(raw, '"') >= 0 {
		esc = EscCSV
		d.text = d.room(len(raw))
		for rest := raw; len(rest) > 0; {
			n := len(rest)
			if i := bytes.IndexByte(rest, '"'); i >= 0 {
				n = i + 1 // and one more, which is left out
			}
			d.text = append(d.text, rest[:n]...)
			rest = rest[min(n+1, len(rest)):]
		}
		text = d.text
	}
	if d.clean != nil && d.clean(view(text)) {
		d.passed++
		return true
	}
	r := &d.rec
	r.Text, r.Raw, r.Whole, r.Escape = view(text), raw, row, esc
	before := d.b.Data[start:c.start]
	r.Line = d.line + bytes.Count(before, []byte{'\n'})
	r.Col = 1 + utf8.RuneCount(before[bytes.LastIndexByte(before, '\n')+1:])
	r.Offset = d.b.Offset + int64(c.start)
	return d.yield(r)
}
