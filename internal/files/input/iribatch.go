package input

import (
	"bytes"
	"sort"
	"sync"

	"github.com/rfc3987/iri/internal/text/chars"
)

// A Batch collects the texts of many items of a chunk, one a line, to have them checked
// together. The copy pays off because a [Cleaner] checks a chunk of lines much faster
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
	if n := len(text); n == 0 || escaped && (bytes.IndexByte(text, '\n') >= 0 || bytes.IndexByte(text, '\r') >= 0) ||
		text[n-1] == '\r' || text[n-1] == '\n' {
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

// held are items that wait for their batch to be checked.
type held struct {
	Batch
	records []heldItem
}

// A heldItem is an item that is complete but for its place, and the offset of that in the chunk.
type heldItem struct {
	Item
	at int
}

// heldBytes is how much text is held with its items, which take some times as much.
const heldBytes = BatchBytes / 3

// helds holds those that are not at work, each with the memory of a batch.
var helds = sync.Pool{New: func() any { return &held{Batch: NewBatch(nil)} }}

// add adds the text of an item as that of an item. It returns false if the item has to be checked by itself.
func (h *held) add(r *Item, item int) bool {
	if len(r.Text) > BatchBytes || !h.Clean.IsLine(r) {
		return false
	}
	start := len(h.Text)
	h.Text = append(h.Text, r.Text...)
	return h.Add(start, item, true)
}

// HandOut hands out the present item, which is complete but for its place at data[at], if there is something to say
// about it. With a Cleaner it may do so later, in order: what the item holds must be valid as long as the chunk is, but
// for its text.
func (d *Decoder) HandOut(at int) bool {
	h := d.held
	if h == nil || !h.add(&d.Rec, len(h.records)) {
		return d.IsClean() || d.YieldAt(at)
	}
	h.records = append(h.records, heldItem{d.Rec, at})
	return len(h.Text) < heldBytes || d.flushHeld()
}

// flushHeld has the items checked that are held, and hands out those that are not clean.
func (d *Decoder) flushHeld() bool {
	h := d.held
	if h == nil || len(h.records) == 0 {
		return true
	}
	records := h.records
	h.records = nil // what is handed out is not held
	more := h.Check(d, func(i int) bool {
		r := &records[i]
		end := len(h.Text)
		if i+1 < len(h.Lines) {
			end = int(h.Lines[i+1].at)
		}
		r.Text = chars.UnsafeString(h.Text[h.Lines[i].at : end-1])
		r.SetPlace(d.Place(r.at))
		return d.Yield(&r.Item)
	})
	h.records = records[:0]
	return more
}
