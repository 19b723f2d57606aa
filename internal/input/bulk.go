package input

import (
	"bytes"
	"sort"
	"unicode/utf8"
)

// A heap collects the IRIs of many statements, one a line, and has them checked
// together: a [Cleaner] is far better at blocks of lines than at single strings,
// even if they have to be copied for that.
type heap struct {
	clean Cleaner
	text  []byte
	items []item
}

// heapSize is how much text a heap collects; it should stay in the cache.
const heapSize = 48 << 10

// An item is an IRI in a heap and where it came from.
type item struct {
	at         int // in the text of the heap
	start, end int // of what is written for it, in the block
	line       int // where its line starts there
	number     int // of the line
	role       string
	esc        Escape
}

// put adds the IRI that stands at line[start:end] of the present line and reports
// whether it could: one that is empty, or has line ends in it by way of escapes,
// cannot be a line, and one that is very long is not copied.
func (d *decoder) put(text []byte, start, end int, role string, esc Escape) bool {
	if len(text) == 0 || len(text) > heapSize || esc != None && bytes.ContainsAny(text, "\r\n") || text[len(text)-1] == '\r' {
		return false
	}
	h := d.heap
	h.items = append(h.items, item{at: len(h.text), start: d.off + start, end: d.off + end, line: d.off, number: d.line, role: role, esc: esc})
	h.text = append(append(h.text, text...), '\n')
	return true
}

// settle has the heap checked and hands out what is not clean. It returns false if
// the run is over.
func (d *decoder) settle() bool {
	h := d.heap
	if h == nil || len(h.items) == 0 {
		return true
	}
	from, to := d.rec.From, d.rec.To
	more := true
	d.passed += h.clean.Lines(h.text, func(start, end int) bool {
		i := sort.Search(len(h.items), func(i int) bool { return h.items[i].at >= start })
		more = d.item(&h.items[i], h.text[start:end])
		return more
	})
	d.rec.From, d.rec.To = from, to
	h.text, h.items = h.text[:0], h.items[:0]
	return more
}

// item hands out an IRI of the heap.
func (d *decoder) item(it *item, text []byte) bool {
	data := d.b.Data
	next := len(data)
	if n := bytes.IndexByte(data[it.line:], '\n'); n >= 0 {
		next = it.line + n + 1
	}
	line := bytes.TrimSuffix(bytes.TrimSuffix(data[it.line:next], []byte{'\n'}), []byte{'\r'})
	r := &d.rec
	r.Text, r.Raw, r.Escape, r.Whole, r.Role = view(text), data[it.start:it.end], it.esc, line, it.role
	r.Line, r.Col, r.Offset = it.number, 1+utf8.RuneCount(data[it.line:it.start]), d.b.Offset+int64(it.start)
	r.From, r.To = int64(it.line), int64(next)
	return d.yield(r)
}
