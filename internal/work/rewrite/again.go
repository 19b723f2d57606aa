package rewrite

import (
	"math"
	"slices"
	"sort"

	"github.com/rfc3987/iri/internal/files/input"
	"github.com/rfc3987/iri/internal/verdict/report"
	"github.com/rfc3987/iri/internal/work/run"
)

// A document that is read as a whole is read again after it has been written. Each string has to be what was asked: one
// that was to change has its new text, and all others have the old one. Edits that make it another document are taken
// back, with a finding.

// A rereading is the work on a document that is read again.
type rereading struct {
	text []byte // the document as it is written, in UTF-8
	done int    // up to here the block is in the text

	wanted  map[int64]wanted // by the offset of the record
	refused map[int64]bool   // the records that are not edited, because the document would be read in another way
	outline []input.Mark     // of the document before
	found   []said           // of the present round
	edited  []span           // the records that are edited, in order
}

// A span is a record that is edited: in the block, where it ends there, and how much longer the text is after it.
type span struct{ start, end, grown int }

// A said is a record with what is to be said of it once the document is written.
type said struct {
	rec      *input.Record
	findings []report.Finding
}

// A wanted is what a record is to be: its text, and whether it is edited for that.
type wanted struct {
	text   string
	edited bool
}

// maxRounds is how often a document is written with fewer edits, before all of them are taken back.
const maxRounds = 8

// again converts a document until what is written is read as what was asked.
func (c *Rewrite) again(b *input.Block, r *run.Result) {
	flush := r.Flush
	r.Flush = func() error { return nil }
	w := &rereading{wanted: make(map[int64]wanted), refused: make(map[int64]bool)}
	var p *converting
	for round := 1; ; round++ {
		p = c.begin(b, r)
		p.reread = w
		if p.block(); r.Broken != nil {
			break
		}
		wrong := w.wrong(b, c.Input)
		if len(wrong) == 0 {
			break
		}
		for offset := range w.wanted {
			if round >= maxRounds || slices.Contains(wrong, offset) {
				w.refused[offset] = true
			}
		}
		r.Empty()
		w.text, w.done, w.edited, w.found = w.text[:0], 0, w.edited[:0], w.found[:0]
		clear(w.wanted)
	}
	r.Flush = flush
	p.reread = nil
	for _, f := range w.found {
		checked := &run.Checked{Findings: f.findings}
		if f.rec.Err != nil {
			checked = run.Faulty(f.rec)
		}
		p.found(f.rec, checked)
	}
}

// edits notes the edits that make a record the text, or says that they are taken back.
func (w *rereading) edits(b *input.Block, rec *input.Record, text string, edits []edit) ([]edit, []report.Finding) {
	if len(edits) > 0 && w.refused[rec.Offset] {
		return nil, cannotWrite(rec, text, rec.Refusal())
	}
	w.wanted[rec.Offset] = wanted{text, len(edits) > 0}
	at := int(rec.Offset - b.Offset)
	for _, e := range edits {
		if at+e.start < w.done { // the writer says what is wrong
			return edits, nil
		}
		w.text = append(append(w.text, b.Data[w.done:at+e.start]...), e.raw...)
		w.done = at + e.end
	}
	if len(edits) > 0 {
		w.edited = append(w.edited, span{at, at + len(rec.Raw), len(w.text) - w.done})
	}
	return edits, nil
}

// wrong returns the records, by their offsets, whose edits make the document another one. It is for all edits.
func (w *rereading) wrong(b *input.Block, o *input.Options) (offsets []int64) {
	if len(w.edited) == 0 {
		return nil
	}
	w.text = append(w.text, b.Data[w.done:]...)
	old, got := b.Strings(), b.ReadAgain(o, w.text)
	last := int64(-1) // the last record that is edited
	for i := range old {
		was := &old[i]
		want, ok := w.wanted[was.Offset]
		if !ok {
			want.text = was.Text
		}
		if want.edited {
			last = was.Offset
		}
		if i < len(got) && isSame(was, &got[i], want.text) {
			continue
		}
		if offsets = append(offsets, last); len(old) != len(got) { // which one is which is not known after this
			break
		}
	}
	if len(offsets) == 0 && len(old) < len(got) {
		offsets = append(offsets, last)
	}
	if outline := b.File.Format.Outline; len(offsets) == 0 && outline != nil {
		if w.outline == nil {
			w.outline = outline(b.Data)
		}
		offsets = w.reshaped(w.outline, outline(w.text))
	}
	return offsets
}

// reshaped returns the records whose edits make or take away marks of a document.
func (w *rereading) reshaped(old, got []input.Mark) (offsets []int64) {
	same := blocks(old) == blocks(got)
	for len(old) > 0 || len(got) > 0 {
		was, is := blockOf(old), blockOf(got)
		old, got = old[len(was):], got[len(is):]
		offsets = append(offsets, w.remarked(was, is)...)
		if len(offsets) > 0 && !same {
			break // which block is which is not known after this
		}
	}
	return offsets
}

// blocks returns how many blocks the marks are of.
func blocks(marks []input.Mark) (n int) {
	for _, m := range marks {
		if m.Block {
			n++
		}
	}
	return n
}

// blockOf returns the marks of the first block.
func blockOf(marks []input.Mark) []input.Mark {
	n := min(1, len(marks))
	for n < len(marks) && !marks[n].Block {
		n++
	}
	return marks[:n]
}

// remarked is reshaped for one block.
func (w *rereading) remarked(old, got []input.Mark) (offsets []int64) {
	for len(old) > 0 || len(got) > 0 {
		if len(old) > 0 && len(got) > 0 && old[0].Kind == got[0].Kind &&
			w.place(old[0].Start) == w.place(w.before(got[0].Start)) {
			old, got = old[1:], got[1:]
			continue
		}
		at := math.MaxInt
		if len(old) > 0 {
			at = old[0].Start
		}
		if len(got) > 0 {
			at = min(at, w.before(got[0].Start))
		}
		e := w.around(at)
		if offsets = append(offsets, int64(e.start)); e.end <= at {
			break
		}
		for len(old) > 0 && old[0].Start <= e.end {
			old = old[1:]
		}
		for len(got) > 0 && w.before(got[0].Start) <= e.end {
			got = got[1:]
		}
	}
	return offsets
}

// place returns where the edited record begins that holds a byte of the block, or the byte if none does.
func (w *rereading) place(at int) int {
	if e := w.around(at); e.start <= at && at < e.end {
		return e.start
	}
	return at
}

// around returns the edited record that holds a byte of the block, or else the next one or the last one.
func (w *rereading) around(at int) span {
	n := sort.Search(len(w.edited), func(i int) bool { return w.edited[i].end > at })
	return w.edited[min(n, len(w.edited)-1)]
}

// before returns where a byte of the text was in the block, or the edited record that it belongs to.
func (w *rereading) before(at int) int {
	n := sort.Search(len(w.edited), func(i int) bool { return w.edited[i].end+w.edited[i].grown > at })
	grown := 0
	if n > 0 {
		grown = w.edited[n-1].grown
	}
	if n < len(w.edited) {
		return min(at-grown, w.edited[n].end-1)
	}
	return at - grown
}

// isSame reports whether a record is read as it was, with a text.
func isSame(was, got *input.Record, text string) bool {
	if was.Err != nil || got.Err != nil {
		return was.Err != nil && got.Err != nil && was.Err.Code == got.Err.Code
	}
	return got.Text == text && got.Role == was.Role && got.HasBase == was.HasBase && got.Base == was.Base
}
