package rewrite

import (
	"math"
	"sort"

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
	editor  sourcemap.Editor // of the document, in UTF-8
	wanted  map[int64]wanted // by the offset of the record
	refused map[int64]bool   // the records that are not edited, because the document would be read in another way
	outline []input.Mark     // of the document before
	left    int              // how many records have findings that are not handed out, because it is not the last round
	last    bool             // it is
	edited  []input.Span     // the records that are edited, in order
	stays   map[string]bool  // what prefixes stand for whose declarations are not edited
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
	w := &rereading{wanted: make(map[int64]wanted), refused: make(map[int64]bool), stays: make(map[string]bool)}
	convert := func() {
		r.Empty()
		w.editor, w.edited, w.left = sourcemap.Editor{}, w.edited[:0], 0
		clear(w.wanted)
		p := c.begin(b, r)
		p.reread, p.stays = w, w.stays
		p.block()
	}
	flush := r.Flush
	r.Flush = func() error { return nil }
	for round := 1; ; round++ {
		if convert(); r.Broken != nil {
			break
		}
		wrong := w.wrong(b, c.Input)
		if len(wrong) == 0 {
			break
		}
		if round >= maxRounds {
			wrong = w.edited
		}
		w.refuse(b, wrong)
	}
	r.Flush = flush
	if w.last = true; w.left > 0 && r.Broken == nil { // a sink takes each finding once
		convert()
	}
}

// refuse says that records are not edited.
func (w *rereading) refuse(b *input.Block, records []input.Span) {
	for _, at := range records {
		w.refused[b.Offset+int64(at.Start)] = true
	}
	for _, rec := range b.Strings() {
		if rec.IsNamespace() && w.refused[rec.Offset] {
			w.stays[rec.Text] = true
		}
	}
}

// edits notes the edits that make a record the text, or says that they are taken back.
func (w *rereading) edits(b *input.Block, rec *input.Record, text string, edits []edit) ([]edit, []report.Finding) {
	if len(edits) > 0 && w.refused[rec.Offset] {
		return nil, cannotWrite(rec, text, rec.Refusal())
	}
	if text != rec.Text || len(edits) > 0 {
		w.wanted[rec.Offset] = wanted{text, len(edits) > 0}
	}
	at := int(rec.Offset - b.Offset)
	for _, e := range edits {
		w.editor.Replace(chars.UnsafeString(b.Data), at+e.start, at+e.end, string(e.raw))
	}
	if len(edits) > 0 {
		w.edited = append(w.edited, input.Span{Start: at, End: at + len(rec.Raw)})
	}
	return edits, nil
}

// wrong returns the records whose edits make the document another one. It is for all edits of a block that is whole.
func (w *rereading) wrong(b *input.Block, o *input.Options) (records []input.Span) {
	if len(w.edited) == 0 {
		return nil
	}
	written, back := w.editor.Done(chars.UnsafeString(b.Data))
	text := []byte(written)
	old, got := b.Strings(), b.ReadAgain(o, text)
	bases := w.bases(old, o)
	n := 0 // how many records up to the present one are edited
	for i := range old {
		was := &old[i]
		want := w.want(was)
		if want.edited {
			n++
		}
		if i < len(got) && isSame(was, &got[i], want.text, bases) {
			continue
		}
		records = append(records, w.edited[min(max(n-1, 0), len(w.edited)-1)])
		if len(old) != len(got) { // which one is which is not known after this
			break
		}
	}
	if len(records) == 0 && len(old) < len(got) {
		records = append(records, w.edited[len(w.edited)-1])
	}
	if outline := b.File.Format.Outline; len(records) == 0 && outline != nil {
		if w.outline == nil {
			w.outline = outline(b.Data)
		}
		records = w.reshaped(w.outline, outline(text), back)
	}
	return records
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
		old, got = behind(old, e.End), behind(got, e.End)
	}
	return records
}

// behind returns the marks after a place.
func behind(marks []input.Mark, at int) []input.Mark {
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
	if want, ok := w.wanted[rec.Offset]; ok {
		return want
	}
	return wanted{text: rec.Text}
}

// bases returns what the bases of a document become, without those that stay.
func (w *rereading) bases(records []input.Record, o *input.Options) map[string]string {
	var become map[string]string
	for _, inner := range []bool{false, true} { // one that is relative to another comes after that
		for i := range records {
			rec := &records[i]
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
				if become == nil {
					become = make(map[string]string)
				}
				become[was] = is
			}
		}
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

// isSame reports whether a record is read as it was, with a text, and with the base that its base becomes.
func isSame(was, got *input.Record, text string, become map[string]string) bool {
	if was.Err != nil || got.Err != nil {
		return was.Err != nil && got.Err != nil && was.Err.Code == got.Err.Code
	}
	return got.Text == text && got.Role == was.Role && got.HasBase == was.HasBase && got.Base == after(become, was.Base)
}
