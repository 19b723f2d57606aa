package rewrite

import (
	"fmt"
	"math"
	"slices"
	"sort"
	"strings"
	"sync"

	"github.com/rfc3987/iri/internal/files/base"
	"github.com/rfc3987/iri/internal/files/input"
	"github.com/rfc3987/iri/internal/files/source"
	"github.com/rfc3987/iri/internal/text/chars"
	"github.com/rfc3987/iri/internal/text/sourcemap"
	"github.com/rfc3987/iri/internal/verdict/finding"
	"github.com/rfc3987/iri/internal/work/run"
)

// What is written in the place of texts is read again. Each string has to be what was asked: one that was to change has
// its new text, and all others have the old one. Edits that make the text around them another one are taken back, with a
// finding. A document is read again as a whole, or as the chunk of it if it is XML. Of other formats these are the rows
// with edits: lines, rows of a table, values of JSON, statements of Turtle.

// A rereading is the work on a chunk that is read again.
type rereading struct {
	list    []replacement        // of all edits, in order
	text    []byte               // theirs, and those that are wanted
	wanted  []wanted             // of the items that are to be something else than what the edits alone say, in order
	refused map[int64]bool       // the items that are not edited, because the text would be read in another way
	outline []input.Mark         // of the document before
	left    int                  // how many items have findings that are not handed out, because they are too many
	last    bool                 // all are
	edited  []editedItem         // in order
	stays   map[declaration]bool // what prefixes stand for whose declarations are not edited
	spliced []byte               // see want
}

// An editedItem is the place of an item that is edited, and of what is read again for it.
type editedItem struct {
	input.Span
	row input.Span
}

// A declaration is what a prefix stands for, and where the record of JSON begins that declares it; 0 for other formats.
type declaration struct {
	iri    string
	record int64
}

// A replacement is a text in the place of a part of a chunk, in UTF-8.
type replacement struct {
	input.Span
	text input.Span // in rereading.text
}

// A wanted is what the item at an offset is to be: its text, and whether it is edited for that.
type wanted struct {
	offset int64
	text   input.Span // in rereading.text
	edited bool
}

// maxRounds is how often a chunk is written with fewer edits, before all that are read again with a wrong one are taken
// back.
const maxRounds = 8

// mostHeld is how much is held of the findings of a chunk, until all of it has been read again.
const mostHeld = 16 * run.FlushSize

// again converts a chunk until what is written is read as what was asked.
func (c *Rewrite) again(b *input.Chunk, r *run.Result) {
	w := rereadings.Get().(*rereading)
	defer w.release()
	var p *converting
	convert := func() {
		r.Empty()
		w.list, w.text, w.wanted, w.edited, w.left = w.list[:0], w.text[:0], w.wanted[:0], w.edited[:0], 0
		p = c.begin(b, r)
		p.reread, p.stays, p.Dry = w, w.stays, true
		p.chunk()
	}
	r.Held = true
	for round := 1; ; round++ {
		if convert(); r.Broken != nil {
			return
		}
		if some := p.takeBack(round >= maxRounds); r.Broken != nil {
			return
		} else if !some {
			break
		}
	}
	if r.Held = false; w.left > 0 { // a sink takes each finding once
		w.last = true
		convert()
	}
	to := run.NewWriter(r, b)
	to.Edits = c.Edits
	w.write(&to)
}

// rereadings holds those that are not at work, for their memory.
var rereadings = sync.Pool{New: func() any {
	return &rereading{refused: make(map[int64]bool), stays: make(map[declaration]bool)}
}}

// release has the memory used for another chunk, but for that of one with very much text.
func (w *rereading) release() {
	if cap(w.text) > mostHeld {
		return
	}
	clear(w.refused)
	clear(w.stays)
	w.outline, w.last = nil, false
	rereadings.Put(w)
}

// write writes the edits.
func (w *rereading) write(to *run.Writer) {
	for _, e := range w.list {
		to.Copy(e.Start)
		to.Put(e.Start, e.End, chars.UnsafeString(to.Encoder.Encode(w.of(e))))
	}
	to.End()
}

// of returns the text of a replacement.
func (w *rereading) of(e replacement) []byte { return w.text[e.text.Start:e.text.End] }

// keep keeps a text.
func (w *rereading) keep(text string) input.Span {
	from := len(w.text)
	w.text = append(w.text, text...)
	return input.Span{Start: from, End: len(w.text)}
}

// replace notes a replacement of a part of the chunk.
func (w *rereading) replace(start, end int, text []byte) {
	w.list = append(w.list, replacement{input.Span{Start: start, End: end}, w.keep(chars.UnsafeString(text))})
}

// maxGap is how many bytes may lie between rows that are read again at once.
const maxGap = 1 << 10

// takeBack reads what is written again, and has those edits not made that make it another text. It returns false if there
// are none. With all, none of what is read at once is.
func (p *converting) takeBack(all bool) (some bool) {
	for rest := p.reread.edited; len(rest) > 0; {
		part, n := rest[0].row, 1
		for ; n < len(rest) && rest[n].row.Start <= part.End+maxGap; n++ {
			part.End = max(part.End, rest[n].row.End)
		}
		wrong := p.wrong(part, rest[:n])
		if len(wrong) > 0 && all {
			wrong = rest[:n]
		}
		if len(wrong) > 0 {
			some = true
			p.refuse(part, wrong)
		}
		rest = rest[n:]
	}
	return some
}

// become returns what a prefix stands for in what is written.
func (p *converting) become(d *input.Prefix) string {
	if ns, ok := p.namespaces[d]; ok {
		return ns.iri
	}
	return d.IRI
}

// rowOf returns what is read again for an item.
func (p *converting) rowOf(rec *input.Item) input.Span {
	at, row := int(rec.Offset-p.b.Offset), input.Span{Start: int(rec.From), End: int(rec.To)}
	if p.b.IsWhole() || rec.Format.OnePiece || at < row.Start || at+len(rec.Raw) > row.End {
		return input.Span{End: len(p.b.Data)}
	}
	return row
}

// declared returns the declaration of an IRI that holds for an item. The chunk that the item is of starts at an offset
// of the present one.
func declared(iri string, rec *input.Item, offset int) declaration {
	if !rec.Format.Nested {
		return declaration{iri, 0}
	}
	return declaration{iri, int64(offset) + rec.From}
}

// refuse says that items of a part of a chunk are not edited.
func (p *converting) refuse(part input.Span, records []editedItem) {
	w, b := p.reread, p.b
	for _, at := range records {
		w.refused[b.Offset+int64(at.Start)] = true
	}
	old := b.Strings(p.c.Input, part)
	defer old.Close()
	for rec := old.Next(); rec != nil; rec = old.Next() {
		switch {
		case !w.refused[rec.Offset]:
		case rec.IsDeclaration() && !b.IsWhole() && !rec.Format.Nested: // later chunks have it as it would be
			p.r.Broken = &source.Error{Name: b.File.Name, Err: fmt.Errorf("it is not written, because what is declared on "+
				"line %d would be read in another way: please report this, with the file", rec.Line)}
		case rec.IsNamespace():
			w.stays[declared(strings.Clone(rec.Text), rec, part.Start)] = true
		case rec.Prefix != nil: // it stands for what it did
			w.stays[declared(rec.Prefix.IRI, rec, part.Start)] = true
		}
	}
}

// noteEdits notes the edits that make an item the text, or says that they are taken back.
func (p *converting) noteEdits(rec *input.Item, text string, edits []edit) ([]edit, []finding.Finding) {
	w := p.reread
	if len(edits) > 0 && (w.refused[rec.Offset] || rec.IsNamespace() && w.stays[declared(rec.Text, rec, 0)]) {
		return nil, cannotWrite(rec, text, rec.Refusal())
	}
	reread := slices.ContainsFunc(edits, func(e edit) bool { return !rec.IsPlain(e.start, e.end, e.raw) })
	isSpliced := !reread && rec.Prefix == nil && rec.Escape == input.None && rec.Format.Escape == nil // the list has it
	if (text != rec.Text || reread) && !isSpliced {
		w.wanted = append(w.wanted, wanted{rec.Offset, w.keep(text), reread})
	}
	if reread {
		at := int(rec.Offset - p.b.Offset)
		w.edited = append(w.edited, editedItem{input.Span{Start: at, End: at + len(rec.Raw)}, p.rowOf(rec)})
	}
	return edits, nil
}

// written returns the text of a part of the chunk with all edits.
func (w *rereading) written(block []byte, part input.Span) []byte {
	at, _ := slices.BinarySearchFunc(w.list, part.Start, func(e replacement, at int) int { return e.Start - at })
	list := w.list[at:]
	size, n := part.End-part.Start, 0
	for ; n < len(list) && list[n].Start < part.End; n++ {
		size += list[n].text.End - list[n].text.Start
	}
	return w.splice(make([]byte, 0, size), block[part.Start:part.End], part.Start, list[:n])
}

// wrong returns the items of a part of the chunk whose edits make it another one, of those that are edited there.
func (p *converting) wrong(part input.Span, list []editedItem) (records []editedItem) {
	w, b, o := p.reread, p.b, p.c.Input
	text := w.written(b.Data, part)
	old, new := b.Strings(o, part), b.ReadAgain(o, part, text, p.become)
	defer old.Close()
	defer new.Close()
	var bases map[string]string // what bases become; nil before one is asked for
	n := 0                      // how many items up to the present one are edited
	for {
		was, got := old.Next(), new.Next()
		if was == nil && got == nil {
			break
		}
		want, edited := "", true
		if was != nil {
			want, edited = w.want(b, was)
		}
		if edited {
			n++
		}
		same := was != nil && got != nil && isSame(was, got, want)
		if same && got.Base.IRI != was.Base.IRI && !base.HasScheme(got.Text) {
			if bases == nil {
				bases = w.bases(b, o, part)
			}
			same = got.Base.IRI == after(bases, was.Base.IRI)
		}
		if !same {
			records = append(records, list[min(max(n-1, 0), len(list)-1)])
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

// back returns the way from the text that is written to the chunk.
func (w *rereading) back(block []byte) sourcemap.Map {
	var editor sourcemap.Editor
	for _, e := range w.list {
		editor.Replace(chars.UnsafeString(block), e.Start, e.End, chars.UnsafeString(w.of(e)))
	}
	_, back := editor.Done(chars.UnsafeString(block))
	return back
}

// reshaped returns the items whose edits make or take away marks of a document. back leads from the text that is
// written to the chunk.
func (w *rereading) reshaped(old, got []input.Mark, back sourcemap.Map) (records []editedItem) {
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
func (w *rereading) remarked(old, got []input.Mark) (records []editedItem) {
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

// place returns where the edited item begins that holds a byte of the chunk, or the byte if none does.
func (w *rereading) place(at int) int {
	if e := w.around(at); e.Start <= at && at < e.End {
		return e.Start
	}
	return at
}

// around returns the edited item that holds a byte of the chunk, or else the next one or the last one.
func (w *rereading) around(at int) editedItem {
	n := sort.Search(len(w.edited), func(i int) bool { return w.edited[i].End > at })
	return w.edited[min(n, len(w.edited)-1)]
}

// want returns what an item of the chunk is to be, until the next call, and whether it is edited so that it is read
// again.
func (w *rereading) want(b *input.Chunk, rec *input.Item) (text string, edited bool) {
	i := sort.Search(len(w.wanted), func(i int) bool { return w.wanted[i].offset >= rec.Offset })
	if i < len(w.wanted) && w.wanted[i].offset == rec.Offset {
		want := w.wanted[i]
		return chars.UnsafeString(w.text[want.text.Start:want.text.End]), want.edited
	}
	at := int(rec.Offset - b.Offset)
	from, _ := slices.BinarySearchFunc(w.list, at, func(e replacement, at int) int { return e.Start - at })
	to := from
	for to < len(w.list) && w.list[to].End <= at+len(rec.Raw) {
		to++
	}
	if from == to || rec.Prefix != nil || rec.Escape != input.None {
		return rec.Text, false
	}
	w.spliced = w.splice(w.spliced[:0], rec.Raw, at, w.list[from:to])
	return chars.UnsafeString(w.spliced), false
}

// splice appends a part of the chunk, which starts at an offset, with replacements in it.
func (w *rereading) splice(dst, part []byte, at int, list []replacement) []byte {
	done := 0
	for _, e := range list {
		dst = append(append(dst, part[done:e.Start-at]...), w.of(e)...)
		done = e.End - at
	}
	return append(dst, part[done:]...)
}

// bases returns what the bases in a part of a chunk become, without those that stay.
func (w *rereading) bases(b *input.Chunk, o *input.Options, part input.Span) map[string]string {
	become := make(map[string]string)
	for _, inner := range []bool{false, true} { // one that is relative to another comes after that
		records := b.Strings(o, part)
		for rec := records.Next(); rec != nil; rec = records.Next() {
			isBase := rec.Role == input.RoleBase || rec.IsDeclaring && rec.Reference && !rec.IsNamespace()
			if !isBase || rec.Base.Known != inner {
				continue
			}
			outer := o.Base
			if inner {
				outer = rec.Base.IRI
			}
			was, _ := base.Within(outer, rec.Text)
			want, _ := w.want(b, rec)
			is, _ := base.Within(after(become, outer), want)
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

// isSame reports whether an item is read as it was, with a text, but for its base.
func isSame(was, got *input.Item, text string) bool {
	if was.Err != nil || got.Err != nil {
		return was.Err != nil && got.Err != nil && was.Err.Code == got.Err.Code
	}
	return got.Text == text && got.Role == was.Role && (base.HasScheme(text) || got.Base.Known == was.Base.Known)
}
