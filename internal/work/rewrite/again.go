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

// Edited text is read again, to prove the edits. Each string must be as intended: an edited one has its new text, and
// all others are unchanged. Edits that change the text around them are undone, and reported. A document is read again
// as a whole, except XML, where the chunk is. Of other formats only the rows with edits are read again: lines, rows
// of a table, values of JSON, statements of Turtle.

// A rereading is the state of a chunk that is converted and read again.
type rereading struct {
	list    []replacement        // of all edits, in order
	text    []byte               // the bytes of list and wanted
	wanted  []wanted             // the items whose text must differ from what list alone says, in order
	refused map[int64]bool       // the offsets of items that are not edited, because the text would be read otherwise
	outline []input.Mark         // of the document before the edits
	left    int                  // how many items have findings that are not reported, because there are too many
	last    bool                 // last round: if an edit is wrong, all edits that are read together with it are undone
	edited  []editedItem         // in order
	stays   map[declaration]bool // the declarations of prefixes that are not edited
	spliced []byte               // see want
}

// An editedItem has the position of an edited item, and of the row that is read again for it.
type editedItem struct {
	input.Span
	row input.Span
}

// A declaration has the IRI of a prefix, and the offset of the JSON record that declares it; 0 for other formats.
type declaration struct {
	iri    string
	record int64
}

// A replacement replaces a range of a chunk by a text in UTF-8.
type replacement struct {
	input.Span
	text input.Span // the text, in rereading.text
}

// A wanted is the intended text of the item at an offset, and whether the item is edited.
type wanted struct {
	offset int64
	text   input.Span // the text, in rereading.text
	edited bool
}

// maxRounds is how often a chunk is written with fewer edits. In the last round, all edits that are read together
// with a wrong one are undone.
const maxRounds = 8

// mostHeld limits the findings of a chunk, in bytes, that are kept until all of it has been read again.
const mostHeld = 16 * run.FlushSize

// again converts a chunk, and repeats that with fewer edits until the result is read as intended.
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
	r.HoldBack = true
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
	if r.HoldBack = false; w.left > 0 { // a sink gets each finding once
		w.last = true
		convert()
	}
	to := run.NewWriter(r, b)
	to.Edits = c.Edits
	w.write(&to)
}

// rereadings has unused rereadings, to reuse their memory.
var rereadings = sync.Pool{New: func() any {
	return &rereading{refused: make(map[int64]bool), stays: make(map[declaration]bool)}
}}

// release returns the memory to the pool, unless a chunk had very much text.
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

// keep stores a text and returns its position.
func (w *rereading) keep(text string) input.Span {
	from := len(w.text)
	w.text = append(w.text, text...)
	return input.Span{Start: from, End: len(w.text)}
}

// replace records a replacement.
func (w *rereading) replace(start, end int, text []byte) {
	w.list = append(w.list, replacement{input.Span{Start: start, End: end}, w.keep(chars.UnsafeString(text))})
}

// maxGap is how far apart, in bytes, rows may be that are read again together.
const maxGap = 1 << 10

// takeBack reads the written text again, and undoes the edits that change the text around them. It reports whether
// there were any. If all is set, all edits that were read together with such an edit are undone.
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

// become returns the namespace of a prefix in the edited file.
func (p *converting) become(d *input.Prefix) string {
	if ns, ok := p.namespaces[d]; ok {
		return ns.iri
	}
	return d.IRI
}

// rowOf returns the range that is read again for an item.
func (p *converting) rowOf(rec *input.Item) input.Span {
	at, row := int(rec.Offset-p.b.Offset), input.Span{Start: int(rec.From), End: int(rec.To)}
	if p.b.IsWhole() || rec.Format.OnePiece || at < row.Start || at+len(rec.Raw) > row.End {
		return input.Span{End: len(p.b.Data)}
	}
	return row
}

// declared returns the declaration of an IRI for an item. offset is that of the item's chunk in the present chunk.
func declared(iri string, rec *input.Item, offset int) declaration {
	if !rec.Format.Nested {
		return declaration{iri, 0}
	}
	return declaration{iri, int64(offset) + rec.From}
}

// refuse reports that items in a range of a chunk are not edited.
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
		case rec.IsDeclaration() && !b.IsWhole() && !rec.Format.Nested: // later chunks would read it as edited
			p.r.Broken = &source.Error{Name: b.File.Name, Err: fmt.Errorf("it is not written, because what is declared on "+
				"line %d would be read in another way: please report this, with the file", rec.Line)}
		case rec.IsNamespace():
			w.stays[declared(strings.Clone(rec.Text), rec, part.Start)] = true
		case rec.Prefix != nil: // the prefix keeps its namespace
			w.stays[declared(rec.Prefix.IRI, rec, part.Start)] = true
		}
	}
}

// noteEdits records the edits that change an item to the text, or returns findings if they are undone.
func (p *converting) noteEdits(rec *input.Item, text string, edits []edit) ([]edit, []finding.Finding) {
	w := p.reread
	if len(edits) > 0 && (w.refused[rec.Offset] || rec.IsNamespace() && w.stays[declared(rec.Text, rec, 0)]) {
		return nil, cannotWrite(rec, text, rec.Refusal())
	}
	reread := slices.ContainsFunc(edits, func(e edit) bool { return !rec.IsPlain(e.start, e.end, e.raw) })
	isSpliced := !reread && rec.Prefix == nil && rec.Escape == input.None && rec.Format.Escape == nil // the list has its text
	if (text != rec.Text || reread) && !isSpliced {
		w.wanted = append(w.wanted, wanted{rec.Offset, w.keep(text), reread})
	}
	if reread {
		at := int(rec.Offset - p.b.Offset)
		w.edited = append(w.edited, editedItem{input.Span{Start: at, End: at + len(rec.Raw)}, p.rowOf(rec)})
	}
	return edits, nil
}

// written returns a range of the chunk with all edits applied.
func (w *rereading) written(block []byte, part input.Span) []byte {
	at, _ := slices.BinarySearchFunc(w.list, part.Start, func(e replacement, at int) int { return e.Start - at })
	list := w.list[at:]
	size, n := part.End-part.Start, 0
	for ; n < len(list) && list[n].Start < part.End; n++ {
		size += list[n].text.End - list[n].text.Start
	}
	return w.splice(make([]byte, 0, size), block[part.Start:part.End], part.Start, list[:n])
}

// wrong returns those items of list, which are edited in a range of the chunk, whose edits change the text around
// them.
func (p *converting) wrong(part input.Span, list []editedItem) (records []editedItem) {
	w, b, o := p.reread, p.b, p.c.Input
	text := w.written(b.Data, part)
	old, new := b.Strings(o, part), b.ReadAgain(o, part, text, p.become)
	defer old.Close()
	defer new.Close()
	var bases map[string]string // the edited bases; nil until one is needed
	n := 0                      // how many items before the present one are edited
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
		if was == nil || got == nil { // after the first difference, items cannot be matched
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

// back returns the map from the edited text to the chunk.
func (w *rereading) back(block []byte) sourcemap.Map {
	var editor sourcemap.Editor
	for _, e := range w.list {
		editor.Replace(chars.UnsafeString(block), e.Start, e.End, chars.UnsafeString(w.of(e)))
	}
	_, back := editor.Done(chars.UnsafeString(block))
	return back
}

// reshaped returns the items whose edits add or remove marks of a document. back maps the edited text to the chunk.
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
			break // after this, blocks cannot be matched
		}
	}
	return records
}

// blocks returns the number of blocks in marks.
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

// remarked is reshaped for one block. All offsets are in the chunk before the edits.
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

// marksAfter returns the marks after an offset.
func marksAfter(marks []input.Mark, at int) []input.Mark {
	for len(marks) > 0 && marks[0].Start <= at {
		marks = marks[1:]
	}
	return marks
}

// place returns the offset of the edited item that has a byte of the chunk, or the offset of the byte if none has.
func (w *rereading) place(at int) int {
	if e := w.around(at); e.Start <= at && at < e.End {
		return e.Start
	}
	return at
}

// around returns the edited item that has a byte of the chunk, or else the next or the last one.
func (w *rereading) around(at int) editedItem {
	n := sort.Search(len(w.edited), func(i int) bool { return w.edited[i].End > at })
	return w.edited[min(n, len(w.edited)-1)]
}

// want returns the intended text of an item of the chunk, which is valid until the next call, and whether its edit
// makes it necessary to read the item again.
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

// splice appends a range of the chunk, which starts at offset at, with the replacements applied.
func (w *rereading) splice(dst, part []byte, at int, list []replacement) []byte {
	done := 0
	for _, e := range list {
		dst = append(append(dst, part[done:e.Start-at]...), w.of(e)...)
		done = e.End - at
	}
	return append(dst, part[done:]...)
}

// bases returns the edited bases in a range of a chunk, without unchanged ones.
func (w *rereading) bases(b *input.Chunk, o *input.Options, part input.Span) map[string]string {
	become := make(map[string]string)
	for _, inner := range []bool{false, true} { // a base that is relative to another comes after it
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

// after returns the edited base.
func after(become map[string]string, of string) string {
	if is, ok := become[of]; ok {
		return is
	}
	return of
}

// isSame reports whether an item is read as before and with the text; its base may differ.
func isSame(was, got *input.Item, text string) bool {
	if was.Err != nil || got.Err != nil {
		return was.Err != nil && got.Err != nil && was.Err.Code == got.Err.Code
	}
	return got.Text == text && got.Role == was.Role && (base.HasScheme(text) || got.Base.Known == was.Base.Known)
}
