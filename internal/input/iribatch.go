package input

import (
	"bytes"
	"math"
	"sort"
)

// An iriBatch collects the IRIs of many statements, one a line, to have them checked
// together. The copy pays off because a [Cleaner] checks a block of lines much faster
// than the same strings one by one.
type iriBatch struct {
	clean Cleaner
	text  []byte // the IRIs, each with a line feed after it
	items []batchItem
	// A line of the block, by its offset and its number: of the first item while the
	// batch is filled, later of the last item that has been handed out.
	lineStart, lineNumber int

	// Of the line at lineStart: its end, and the column of a place in it.
	lineEnd, at, col int
}

// iriBatchBytes is how much text a batch collects: 48 KiB stay in the cache.
const iriBatchBytes = 48 << 10

// A batchItem is an IRI of a batch and where it comes from. It is small, because there
// are very many.
type batchItem struct {
	at         uint32 // the offset of the IRI in the text of the batch
	start, end uint32 // where it is written in the block
	role       uint8  // the index in roles
	esc        Escape
}

func newIRIBatch(clean Cleaner) *iriBatch {
	return &iriBatch{clean: clean, text: make([]byte, 0, iriBatchBytes+iriBatchBytes/4), items: make([]batchItem, 0, iriBatchBytes/32)}
}

// addToBatch adds the IRI that is written at line[start:end] of the present line. It
// returns false for an IRI that cannot be a line, because it is empty or its escapes
// stand for line ends, and for a very long one, which is not worth a copy.
func (d *decoder) addToBatch(text []byte, start, end, role int, esc Escape) bool {
	if len(text) == 0 || len(text) > iriBatchBytes || uint64(d.off+end) > math.MaxUint32 ||
		esc != None && bytes.ContainsAny(text, "\r\n") || text[len(text)-1] == '\r' {
		return false
	}
	b := d.batch
	if len(b.items) == 0 {
		b.lineStart, b.lineNumber, b.lineEnd = d.off, d.line, 0
	}
	b.items = append(b.items, batchItem{at: uint32(len(b.text)), start: uint32(d.off + start), end: uint32(d.off + end), role: uint8(role), esc: esc})
	b.text = append(append(b.text, text...), '\n')
	return true
}

// flushBatch has the batch checked, hands out what is not clean, and empties the batch.
// It returns false if no more records are wanted.
func (d *decoder) flushBatch() bool {
	b := d.batch
	if b == nil || len(b.items) == 0 {
		return true
	}
	from, to := d.rec.From, d.rec.To
	more := true
	d.cleanCount += b.clean.Lines(b.text, func(start, end int) bool {
		i := sort.Search(len(b.items), func(i int) bool { return int(b.items[i].at) >= start })
		more = d.yieldItem(&b.items[i], b.text[start:end])
		return more
	})
	d.rec.From, d.rec.To = from, to
	b.text, b.items = b.text[:0], b.items[:0]
	return more
}

// yieldItem hands out an IRI of the batch.
func (d *decoder) yieldItem(it *batchItem, text []byte) bool {
	data, b := d.b.Data, d.batch
	start, end := int(it.start), int(it.end)
	if n := bytes.LastIndexByte(data[b.lineStart:start], '\n'); n >= 0 {
		b.lineNumber += bytes.Count(data[b.lineStart:b.lineStart+n+1], []byte{'\n'})
		b.lineStart += n + 1
	}
	if b.at < b.lineStart || b.at > start || b.lineEnd < end {
		b.at, b.col, b.lineEnd = b.lineStart, 1, len(data)
		if n := bytes.IndexByte(data[end:], '\n'); n >= 0 {
			b.lineEnd = end + n + 1
		}
	}
	b.col += runeCount(data[b.at:start])
	b.at = start
	next := b.lineEnd
	r := &d.rec
	r.Text, r.Raw, r.Escape, r.Whole, r.Role = view(text), data[start:end], it.esc, trimLineEnd(data[b.lineStart:next]), roles[it.role]
	r.Line, r.Col, r.Offset = b.lineNumber, b.col, d.b.Offset+int64(start)
	r.From, r.To = int64(b.lineStart), int64(next)
	return d.yield(r)
}
