package input

import (
	"bytes"
	"sort"
	"sync"

	"github.com/rfc3987/iri/internal/text/chars"
)

// Lines has one string a line.
var Lines = &Format{
	Name: "lines", Endings: []string{".txt", ".list", ".lst", ".urls", ".uris", ".iris"},
	Traits:  Traits{Unescaped: true},
	Reading: Reading{StartsAtLines: AtLines, Decode: decodeLines},
}

// Null has strings with a NUL after each.
var Null = &Format{
	Name:    "null",
	Traits:  Traits{nul: true, Unescaped: true},
	Reading: Reading{Decode: decodeLines},
}

// decodeLines hands out texts that have no escapes.
func decodeLines(d *Decoder, clean Cleaner) {
	d.SkipBOM()
	whole := d.Chunk.Data[d.Off:]
	texts, ok := clean.(TextCleaner)
	switch {
	case clean == nil || !d.Chunk.areTexts(d.Options):
		d.Each(d.yieldUnescaped)
	case !d.Chunk.File.Format.nul:
		d.CleanCount = clean.Lines(whole, d.textsNotClean('\n'))
		d.Lines += d.CleanCount
	case !ok:
		d.Each(d.yieldUnescaped)
	default:
		var isUTF8 bool
		d.CleanCount, isUTF8 = texts.Texts(whole, d.textsNotClean(0))
		d.Chunk.isUTF8 = isUTF8 && d.Lines == 0
		d.Lines += d.CleanCount
	}
}

// A Batch collects the texts of many items of a chunk, one a line, to check them together. The copy pays off because
// a [Cleaner] checks a chunk of lines much faster than single strings.
type Batch struct {
	Clean Cleaner
	Text  []byte // the texts, each with a line feed after it
	Lines []batchLine
}

// BatchBytes is how many bytes of text a batch collects: 48 KiB stay in the cache.
const BatchBytes = 48 << 10

// A batchLine is where a text starts, and the index of its item.
type batchLine struct{ at, item uint32 }

func NewBatch(clean Cleaner) Batch {
	return Batch{Clean: clean, Text: make([]byte, 0, BatchBytes+BatchBytes/4),
		Lines: make([]batchLine, 0, BatchBytes/32)}
}

// Add adds b.Text[start:], which has been appended, as the text of an item. If the text cannot be a line, because it
// is empty or has line ends, Add removes it and returns false.
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

// Check checks the batch, calls found with the items that are not clean until it returns false, and empties the
// batch. It returns the last result of found.
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

// A held has items that wait for their batch to be checked.
type held struct {
	Batch
	records []heldItem
}

// A heldItem is an item without its position, and the offset of the item in the chunk.
type heldItem struct {
	Item
	at int
}

// heldBytes is the most text of waiting items; the items take several times as much memory.
const heldBytes = BatchBytes / 3

// helds has unused held values, each with the memory of a batch.
var helds = sync.Pool{New: func() any { return &held{Batch: NewBatch(nil)} }}

// add adds the text of an item to the batch. It returns false if the item must be checked by itself.
func (h *held) add(r *Item, item int) bool {
	if len(r.Text) > BatchBytes || !h.Clean.IsLine(r) {
		return false
	}
	start := len(h.Text)
	h.Text = append(h.Text, r.Text...)
	return h.Add(start, item, true)
}

// HandOut hands out the present item, at data[at], unless it is clean. Its position need not be set. With a Cleaner,
// it may hand it out later, in order: all memory of the item except its text must be valid as long as the chunk is.
func (d *Decoder) HandOut(at int) bool {
	h := d.held
	if h == nil || !h.add(&d.Rec, len(h.records)) {
		return d.IsClean() || d.YieldAt(at)
	}
	h.records = append(h.records, heldItem{d.Rec, at})
	return len(h.Text) < heldBytes || d.flushHeld()
}

// flushHeld checks the waiting items, and hands out those that are not clean.
func (d *Decoder) flushHeld() bool {
	h := d.held
	if h == nil || len(h.records) == 0 {
		return true
	}
	records := h.records
	h.records = nil // an item that is being handed out is not waiting
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
