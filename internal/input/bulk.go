package input

import (
	"bytes"
	"math"
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
	// The start of a line, in the block, and its number: first that of the first item,
	// then that of the last one that has been handed out.
	line, number int
}

// heapSize is how much text a heap collects; it should stay in the cache.
const heapSize = 48 << 10

// An item is an IRI in a heap and where it came from. There are very many of them.
type item struct {
	at         uint32 // in the text of the heap
	start, end uint32 // of what is written for it, in the block
	role       uint8  // one of roles
	esc        Escape
}

func newHeap(clean Cleaner) *heap {
	return &heap{clean: clean, text: make([]byte, 0, heapSize+heapSize/4), items: make([]item, 0, heapSize/32)}
}

// put adds the IRI that stands at line[start:end] of the present line and reports
// whether it could: one that is empty, or has line ends in it by way of escapes,
// cannot be a line, and one that is very long is not copied.
func (d *decoder) put(text []byte, start, end, role int, esc Escape) bool {
	if len(text) == 0 || len(text) > heapSize || uint64(d.off+end) > math.MaxUint32 ||
		esc != None && bytes.ContainsAny(text, "\r\n") || text[len(text)-1] == '\r' {
		return false
	}
	h := d.heap
	if len(h.items) == 0 {
		h.line, h.number = d.off, d.line
	}
	h.items = append(h.items, item{at: uint32(len(h.text)), start: uint32(d.off + start), end: uint32(d.off + end), role: uint8(role), esc: esc})
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
		i := sort.Search(len(h.items), func(i int) bool { return int(h.items[i].at) >= start })
		more = d.item(&h.items[i], h.text[start:end])
		return more
	})
	d.rec.From, d.rec.To = from, to
	h.text, h.items = h.text[:0], h.items[:0]
	return more
}

// item hands out an IRI of the heap.
func (d *decoder) item(it *item, text []byte) bool {
	data, h := d.b.Data, d.heap
	start, end := int(it.start), int(it.end)
	if n := bytes.LastIndexByte(data[h.line:start], '\n'); n >= 0 {
		h.number += bytes.Count(data[h.line:h.line+n+1], []byte{'\n'})
		h.line += n + 1
	}
	next := len(data)
	if n := bytes.IndexByte(data[end:], '\n'); n >= 0 {
		next = end + n + 1
	}
	line := bytes.TrimSuffix(bytes.TrimSuffix(data[h.line:next], []byte{'\n'}), []byte{'\r'})
	r := &d.rec
	r.Text, r.Raw, r.Escape, r.Whole, r.Role = view(text), data[start:end], it.esc, line, roles[it.role]
	r.Line, r.Col, r.Offset = h.number, 1+utf8.RuneCount(data[h.line:start]), d.b.Offset+int64(start)
	r.From, r.To = int64(h.line), int64(next)
	return d.yield(r)
}
