package input

import (
	"bytes"
	"sort"
)

// An iriBatch collects the texts of many items of a block, one a line, to have them checked
// together. The copy pays off because a [Cleaner] checks a block of lines much faster
// than the same strings one by one.
type iriBatch struct {
	clean Cleaner
	text  []byte // the texts, each with a line feed after it
	lines []batchLine
}

// iriBatchBytes is how much text a batch collects: 48 KiB stay in the cache.
const iriBatchBytes = 48 << 10

// A batchLine is where a text starts, and the index of its item.
type batchLine struct{ at, item uint32 }

func newIRIBatch(clean Cleaner) iriBatch {
	return iriBatch{clean: clean, text: make([]byte, 0, iriBatchBytes+iriBatchBytes/4), lines: make([]batchLine, 0, iriBatchBytes/32)}
}

// add adds b.text[start:], which has been appended, as the text of an item. It takes the text away
// and returns false if that cannot be a line, because it is empty or has line ends.
func (b *iriBatch) add(start, item int, escaped bool) bool {
	text := b.text[start:]
	if n := len(text); n == 0 || escaped && bytes.ContainsAny(text, "\r\n") || text[n-1] == '\r' || text[n-1] == '\n' {
		b.text = b.text[:start]
		return false
	}
	b.text = append(b.text, '\n')
	b.lines = append(b.lines, batchLine{uint32(start), uint32(item)})
	return true
}

// full reports whether the batch should be checked.
func (b *iriBatch) full() bool { return len(b.text) >= iriBatchBytes }

// check has the batch checked, calls found with the items that are not clean until it returns
// false, and empties the batch. It returns false if found has.
func (b *iriBatch) check(d *decoder, found func(item int) bool) bool {
	if len(b.lines) == 0 {
		return true
	}
	from, to := d.rec.From, d.rec.To
	more := true
	d.cleanCount += b.clean.Lines(b.text, func(start, _ int) bool {
		i := sort.Search(len(b.lines), func(i int) bool { return int(b.lines[i].at) >= start })
		more = found(int(b.lines[i].item))
		return more
	})
	d.rec.From, d.rec.To = from, to
	b.text, b.lines = b.text[:0], b.lines[:0]
	return more
}
