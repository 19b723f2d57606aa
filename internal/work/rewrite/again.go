package rewrite

import (
	"math"
	"sort"
	"strings"

	"github.com/rfc3987/iri/internal/files/base"
	"github.com/rfc3987/iri/internal/files/input"
	"github.com/rfc3987/iri/internal/text/chars"
	"github.com/rfc3987/iri/internal/text/sourcemap"
	"github.com/rfc3987/iri/internal/verdict/report"
	"github.com/rfc3987/iri/internal/work/run"
)

// A document that is read as a whole is read again after it has been written. Each string has to be what was asked: one
// that was to change has its new text, and all others have the old one. Edits that make it another document are taken
// back, with a finding.

// A rereading is the work on a document that is read again.
type rereading struct {
	list    []replacement   // of all edits, in order
	wanted  []wanted        // of the records that are not to be as they were, in order
	refused map[int64]bool  // the records that are not edited, because the document would be read in another way
	outline []input.Mark    // of the document before
	left    int             // how many records have findings that are not handed out, because it is not the last round
	last    bool            // it is
	edited  []input.Span    // the records that are edited, in order
	stays   map[string]bool // what prefixes stand for whose declarations are not edited
}

// A replacement is a text in the place of a part of a block, in UTF-8.
type replacement struct {
	input.Span
	text string
}

// A wanted is what the record at an offset is to be: its text, and whether it is edited for that.
type wanted struct {
	offset int64
	text   string
	edited bool
}

// maxRounds is how often a document is written with fewer edits, before all of them are taken back.
const maxRounds = 8

// again converts a document until what is written is read as what was asked.
func (c *Rewrite) again(b *input.Block, r *run.Result) {
	w := &rereading{refused: make(map[int64]bool), stays: make(map[string]bool)}
	convert := func() {
		r.Empty()
		w.list, w.wanted, w.edited, w.left = w.list[:0], w.wanted[:0], w.edited[:0], 0
		p := c.begin(b, r)
		p.reread, p.stays, p.Dry = w, w.stays, !w.last
		p.block()
	}
	for round := 1; ; round++ {
		if convert(); r.Broken != nil {
			return
		}
		wrong := w.wrong(b, c.Input)
		if len(wrong) == 0 {
			break
		}
		if round >= maxRounds {
			wrong = w.edited
		}
		w.refuse(b, c.Input, wrong)
	}
	if w.left > 0 { // a sink takes each finding once
		w.last = true
		convert()
		return
	}
	to := run.NewWriter(r, b)
	to.Edits = c.Edits
	for _, e := range w.list {
		to.Copy(e.Start)
		to.Put(e.Start, e.End, chars.UnsafeString(to.Encoder.Encode([]byte(e.text))))
	}
	to.End()
}

// refuse says that records are not edited.
func (w *rereading) refuse(b *input.Block, o *input.Options, records []input.Span) {
	for _, at := range records {
		w.refused[b.Offset+int64(at.Start)] = true
	}
	old := b.Strings(o)
	defer old.Close()
	for rec := old.Next(); rec != nil; rec = old.Next() {
		switch {
		case !w.refused[rec.Offset]:
		case rec.IsNamespace():
			w.stays[strings.Clone(rec.Text)] = true
		case rec.Prefix != nil: // it stands for what it did
			w.stays[rec.Prefix.IRI] = true
		}
	}
}

// edits notes the edits that make a record the text, or says that they are taken back.
func (w *rereading) edits(b *input.Block, rec *input.Record, text string, edits []edit) ([]edit, []report.Finding) {
	if len(edits) > 0 && (w.refused[rec.Offset] || rec.IsNamespace() && w.stays[rec.Text]) {
		return nil, cannotWrite(rec, text, rec.Refusal())
	}
	if text != rec.Text || len(edits) > 0 {
		w.wanted = append(w.wanted, wanted{rec.Offset, text, len(edits) > 0})
	}
	at := int(rec.Offset - b.Offset)
	for _, e := range edits {
		w.list = append(w.list, replacement{input.Span{Start: at + e.start, End: at + e.end}, string(e.raw)})
	}
	if len(edits) > 0 {
		w.edited = append(w.edited, input.Span{Start: at, End: at + len(rec.Raw)})
	}
	return edits, nil
}

// written returns the text of the block with all edits.
func (w *rereading) written(block []byte) []byte {
	size := len(block)
	for _, e := range w.list {
		size += len(e.text) - (e.End - e.Start)
	}
	text, done := make([]byte, 0, size), 0
	for _, e := range w.list {
		text = append(append(text, block[done:e.Start]...), e.text...)
		done = e.End
	}
	return append(text, block[done:]...)
}

// wrong returns the records whose edits make the document another one. It is for all edits of a block that is whole.
func (w *rereading) wrong(b *input.Block, o *input.Options) (records []input.Span) {
	if len(w.edited) == 0 {
		return nil
	}
	text := w.written(b.Data)
	old, new := b.Strings(o), b.ReadAgain(o, text)
	defer old.Close()
	defer new.Close()
	var bases map[string]string // what bases become; nil before one is asked for
	n := 0                      // how many records up to the present one are edited
	for {
		was, got := old.Next(), new.Next()
		if was == nil && got == nil {
			break
		}
		want := wanted{edited: true}
		if was != nil {
			want = w.want(was)
		}
		if want.edited {
			n++
		}
		same := was != nil && got != nil && isSame(was, got, want.text)
		if same && got.Base != was.Base {
			if bases == nil {
				bases = w.bases(b, o)
			}
			same = got.Base == after(bases, was.Base)
		}
		if !same {
			records = append(records, w.edited[min(max(n-1, 0), len(w.edited)-1)])
		}
		if was == nil || got == nil { // which one is which is not known after the first one
			return records[:1]
		}
	}
	if outline := b.File.Format.Outline; len(records) == 0 && outline != nil {
		if w.outline == nil {
			w.outline = outline(b.Data)
		}
		records = w.reshaped(w.outline, outline(text), w.back(b.Data))
	}
	return records
}

// back returns the way from the text that is written to the block.
func (w *rereading) back(block []byte) sourcemap.Map {
	var editor sourcemap.Editor
	for _, e := range w.list {
		editor.Replace(chars.UnsafeString(block), e.Start, e.End, e.text)
	}
	_, back := editor.Done(chars.UnsafeString(block))
	return back
}

// reshaped returns the records whose edits make or take away marks of a document. back leads from the text that is
// written to the block.
func (w *rereading) reshaped(old, got []input.Mark, back sourcemap.Map) (records []input.Span) {
	for i := range got {
		got[i].Start, _ = back.Span(got[i].Start, got[i].Start)
	}
	same := blocks(old) == blocks(got)
	for len(old) > 0 || len(got) > 0 {
		was, is := blockOf(old), blockOf(got)
		old, got = old[len(was):], got[len(is):]
		records = append(records, w.remarked(was, is)...)
		if len(records) > 0 && !same {
			break // which block is which is not known after this
		}
	}
	return records
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

// remarked is reshaped for one block. All places are those before.
func (w *rereading) remarked(old, got []input.Mark) (records []input.Span) {
	for len(old) > 0 || len(got) > 0 {
		if len(old) > 0 && len(got) > 0 && old[0].Kind == got[0].Kind &&
			w.place(old[0].Start) == w.place(got[0].Start) {
			old, got = old[1:], got[1:]
			continue
		}
		at := math.MaxInt
		for _, next := range [][]input.Mark{old, got} {
			if len(next) > 0 {
				at = min(at, next[0].Start)
			}
		}
		e := w.around(at)
		if records = append(records, e); e.End <= at {
			break
		}
		old, got = marksAfter(old, e.End), marksAfter(got, e.End)
	}
	return records
}

// marksAfter returns the marks after a place.
func marksAfter(marks []input.Mark, at int) []input.Mark {
	for len(marks) > 0 && marks[0].Start <= at {
		marks = marks[1:]
	}
	return marks
}

// place returns where the edited record begins that holds a byte of the block, or the byte if none does.
func (w *rereading) place(at int) int {
	if e := w.around(at); e.Start <= at && at < e.End {
		return e.Start
	}
	return at
}

// around returns the edited record that holds a byte of the block, or else the next one or the last one.
func (w *rereading) around(at int) input.Span {
	n := sort.Search(len(w.edited), func(i int) bool { return w.edited[i].End > at })
	return w.edited[min(n, len(w.edited)-1)]
}

// want returns what a record is to be.
func (w *rereading) want(rec *input.Record) wanted {
	i := sort.Search(len(w.wanted), func(i int) bool { return w.wanted[i].offset >= rec.Offset })
	if i < len(w.wanted) && w.wanted[i].offset == rec.Offset {
		return w.wanted[i]
	}
	return wanted{text: rec.Text}
}

// bases returns what the bases of a document become, without those that stay.
func (w *rereading) bases(b *input.Block, o *input.Options) map[string]string {
	become := make(map[string]string)
	for _, inner := range []bool{false, true} { // one that is relative to another comes after that
		records := b.Strings(o)
		for rec := records.Next(); rec != nil; rec = records.Next() {
			if !rec.IsDeclaring || !rec.Reference || rec.IsNamespace() || rec.HasBase != inner {
				continue
			}
			outer := o.Base
			if inner {
				outer = rec.Base
			}
			was, _ := base.Within(outer, rec.Text)
			is, _ := base.Within(after(become, outer), w.want(rec).text)
			if _, known := become[was]; was != is && !known {
				become[was] = is
			}
		}
		records.Close()
	}
	return become
}

// after returns what a base becomes.
func after(become map[string]string, of string) string {
	if is, ok := become[of]; ok {
		return is
	}
	return of
}

// isSame reports whether a record is read as it was, with a text, but for its base.
func isSame(was, got *input.Record, text string) bool {
	if was.Err != nil || got.Err != nil {
		return was.Err != nil && got.Err != nil && was.Err.Code == got.Err.Code
	}
	return got.Text == text && got.Role == was.Role && got.HasBase == was.HasBase
}
