package input

import (
	"bytes"
	"sort"
)

// An Batch collects the texts of many items of a block, one a line, to have them checked
// together. The copy pays off because a [Cleaner] checks a block of lines much faster
// than the same strings one by one.
type Batch struct {
	Clean Cleaner
	Text  []byte // the texts, each with a line feed after it
	Lines []batchLine
}

// BatchBytes is how much text a batch collects: 48 KiB stay in the cache.
const BatchBytes = 48 << 10

// A batchLine is where a text starts, and the index of its item.
type batchLine struct{ at, item uint32 }

func NewBatch(clean Cleaner) Batch {
	return Batch{Clean: clean, Text: make([]byte, 0, BatchBytes+BatchBytes/4),
		Lines: make([]batchLine, 0, BatchBytes/32)}
}

// Add adds b.text[start:], which has been appended, as the text of an item. It takes the text away
// and returns false if that cannot be a line, because it is empty or has line ends.
func (b *Batch) Add(start, item int, escaped bool) bool {
	text := b.Text[start:]
	if n := len(text); n == 0 || escaped && bytes.ContainsAny(text, "\r\n") || text[n-1] == '\r' || text[n-1] == '\n' {
		b.Text = b.Text[:start]
		return false
	}
	b.Text = append(b.Text, '\n')
	b.Lines = append(b.Lines, batchLine{uint32(start), uint32(item)})
	return true
}

// Full reports whether the batch should be checked.
func (b *Batch) Full() bool { return len(b.Text) >= BatchBytes }

// Check has the batch checked, calls found with the items that are not clean until it returns
// false, and empties the batch. It returns false if found has.
func (b *Batch) Check(d *Decoder, found func(item int) bool) bool {
	if len(b.Lines) == 0 {
		return true
	}
	from, to := d.Rec.From, d.Rec.To
	more := true
	d.CleanCount += b.Clean.Lines(b.Text, func(start, _ int) bool {
		i := sort.Search(len(b.Lines), func(i int) bool { return int(b.Lines[i].at) >= start })
		more = found(int(b.Lines[i].item))
		return more
	})
	d.Rec.From, d.Rec.To = from, to
	b.Text, b.Lines = b.Text[:0], b.Lines[:0]
	return more
}
