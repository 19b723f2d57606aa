package rewrite

import (
	"fmt"
	"slices"
	"strings"
	"unicode/utf8"

	"github.com/rfc3987/iri/internal/files/input"
	"github.com/rfc3987/iri/internal/files/jsonld"
	"github.com/rfc3987/iri/internal/ref/component"
	"github.com/rfc3987/iri/internal/text/chars"
	"github.com/rfc3987/iri/internal/text/percent"
	"github.com/rfc3987/iri/internal/verdict/finding"
	"github.com/rfc3987/iri/internal/work/conversions"
	"github.com/rfc3987/iri/internal/work/run"
)

// A Piece is a range of an item's text and its result.
type Piece struct {
	Start, End int
	Text       string
	Findings   []finding.Finding // why there is no result; offsets are those in the piece
	declared   []finding.Finding // the same, reported at the declaration of the prefix
}

// An edit replaces a range of an item as it is written in the file.
type edit struct {
	start, end int // in Item.Raw
	raw        []byte
}

// EditsOf returns the edits of a file for one fix of an item, in a chunk that was read with [input.Options.Rewrite].
// ok is false if the file cannot have the result at that position.
func EditsOf(b *input.Chunk, o *input.Options, rec *input.Item, fix *finding.Fix) (edits []run.Edit, ok bool) {
	c := Rewrite{Edits: true, Input: o}
	var r run.Result
	r.Begin(b, nil, func() error { return nil })
	p := c.begin(b, &r)
	p.convert = func(decl *input.Item) []Piece { return []Piece{{End: len(decl.Text), Text: decl.Text}} }
	p.Done = int(rec.Offset - b.Offset)
	pieces := []Piece{{Start: fix.Start, End: fix.End, Text: fix.Text}}
	if b.CanReadAgain() {
		p.reread = new(rereading)
	}
	cannot := p.inPlace(rec, pieces)
	ok = len(cannot) == 0 && r.Broken == nil
	return r.Edits, ok && (p.reread == nil || len(p.reread.edited) == 0 || len(p.wrong(p.rowOf(rec), p.reread.edited)) == 0)
}

// A rewriter turns changes of texts into edits of a chunk of a file. It edits as few bytes as it can, and each edited
// item reads back as its new text.
type rewriter struct {
	convert    func(rec *input.Item) []Piece
	namespaces map[*input.Prefix]namespace // the edited namespaces of prefixes
	stays      map[declaration]bool        // the declarations that are not edited
	reread     *rereading                  // for a chunk that is read again; nil for others

	// Reused for each item.
	list         []edit
	written, raw []byte // the text of the edits; the item with one of them applied
}

// A namespace is the edited IRI of a prefix, or the old IRI and why it is not edited.
type namespace struct {
	iri      string
	findings []finding.Finding
	stays    string // why it is not edited; empty if it is
	wanted   string // the IRI that the conversion would make
}

// edits returns the edits for the changes of an item, or findings if there are none. They are valid until the next
// call. If a result can be written only with percent-encoding, it also is in the changes in that form.
func (w *rewriter) edits(rec *input.Item, changes []Piece) ([]edit, []finding.Finding) {
	if rec.Prefix != nil {
		return w.nameEdits(rec, applied(rec.Text, changes))
	}
	if rec.Names != nil {
		if text := applied(rec.Text, changes); text != rec.Text && !reads(rec, text, nil) {
			return nil, cannotWrite(rec, text, "it would be read as a name: call the prefix or term otherwise")
		}
	}
	w.list, w.written = w.list[:0], w.written[:0]
	for i, c := range changes {
		change, ok := changed(rec, c.Start, c.End, c.Text)
		if !ok {
			continue
		}
		parts, ok := parted(rec, change)
		if !ok {
			return nil, cannotWrite(rec, c.Text, rec.Refusal())
		}
		if w.add(rec, parts...) || len(parts) == 0 &&
			(w.add(rec, change) || len(rec.Seams(c.Start, c.End, 1)) == 0 && w.add(rec, c)) { // no CDATA mark is removed
			continue
		}
		if change.Text = string(percent.AppendNonASCII(nil, change.Text)); !rec.ASCIIOnly() || !w.add(rec, change) {
			return nil, cannotWrite(rec, c.Text, rec.Refusal())
		}
		changes[i].Text = rec.Text[c.Start:change.Start] + change.Text + rec.Text[change.End:c.End] // RFC 3987 §6.3
	}
	return w.list, nil
}

// add adds the edits for changes of an item. It returns false if one of them cannot be made.
func (w *rewriter) add(rec *input.Item, changes ...Piece) bool {
	before := len(w.list)
	for _, c := range changes {
		e, ok := w.makeEdit(rec, c.Start, c.End, c.Text)
		if !ok {
			w.list = w.list[:before]
			return false
		}
		w.list = append(w.list, e)
	}
	return len(changes) > 0
}

// maxParts is the largest number of edits into which a change is divided: each is written and read back with the
// whole item.
const maxParts = 100

// parted divides a change of a text with comments or CDATA marks, so that no edit includes one of these. It returns
// no changes if the text has none of them, and false if it has very many. The new text is divided where it agrees
// best with the old text around the comments, ignoring percent-encoding.
func parted(rec *input.Item, c Piece) (parts []Piece, ok bool) {
	seams := rec.Seams(c.Start, c.End, maxParts)
	if len(seams) == 0 || len(seams) >= maxParts {
		return nil, len(seams) == 0
	}
	text, plain, starts := c.Text, "", []int(nil)
	for _, seam := range seams {
		before, _ := decoded(rec.Text[c.Start:seam])
		after, _ := decoded(rec.Text[seam:c.End])
		plain, starts = decoded(text)
		at, best := 0, -1
		for i, start := range starts[:min(len(starts), 2*len(before)+4096)] { // as long as a base that is put before it
			if start < len(text) && !utf8.RuneStart(text[start]) {
				continue
			}
			left, right := plain[:i], plain[i:]
			n := commonEnd(before, left) + commonStart(after, right) + commonStart(before, left) +
				commonEnd(after, right)
			if n > best {
				at, best = start, n
			}
		}
		if part, ok := changed(rec, c.Start, seam, text[:at]); ok {
			parts = append(parts, part)
		}
		c.Start, text = seam, text[at:]
	}
	if part, ok := changed(rec, c.Start, c.End, text); ok {
		parts = append(parts, part)
	}
	return parts, true
}

// decoded returns a text in lower case without percent-encoding, and the offset in s of each of its bytes and of its
// end.
func decoded(s string) (plain string, starts []int) {
	b := make([]byte, 0, len(s))
	for i := 0; i < len(s); {
		starts = append(starts, i)
		if octet, ok := percent.Triplet(s[i:]); ok {
			b, i = append(b, octet), i+3
		} else {
			b, i = append(b, s[i]), i+1
		}
	}
	chars.LowerASCII(b)
	return string(b), append(starts, len(s))
}

// changed returns the change of rec.Text[start:end] to a text, or false if they are equal.
func changed(rec *input.Item, start, end int, text string) (Piece, bool) {
	old := rec.Text[start:end]
	if old == text {
		return Piece{}, false
	}
	from, oldEnd, newEnd := difference(old, text)
	return Piece{Start: start + from, End: start + oldEnd, Text: text[from:newEnd]}, true
}

// maxCommon is how many bytes on each side of a position are compared.
const maxCommon = 16

// commonStart returns the length of the common prefix of two texts.
func commonStart(a, b string) (n int) {
	for n < min(len(a), len(b), maxCommon) && a[n] == b[n] {
		n++
	}
	return n
}

// commonEnd returns the length of the common suffix of two texts.
func commonEnd(a, b string) (n int) {
	for n < min(len(a), len(b), maxCommon) && a[len(a)-1-n] == b[len(b)-1-n] {
		n++
	}
	return n
}

// applied returns a text with changes applied; it may be the text of a change. The writer refuses changes that
// overlap.
func applied(text string, changes []Piece) string {
	if len(changes) == 1 && changes[0].Start == 0 && changes[0].End == len(text) {
		return changes[0].Text
	}
	var b strings.Builder
	done := 0
	for _, c := range changes {
		b.WriteString(text[min(done, c.Start):c.Start])
		b.WriteString(c.Text)
		done = c.End
	}
	b.WriteString(text[done:])
	return b.String()
}

// makeEdit returns the edit that writes text in place of rec.Text[start:end]. It returns false if the item would not
// read back as that text.
func (w *rewriter) makeEdit(rec *input.Item, start, end int, text string) (edit, bool) {
	if rec.Escape != input.None && rec.Escape.Fixed {
		return edit{}, false
	}
	start, end, rawStart, rawEnd := rec.Widen(start, end, &text)
	from := len(w.written)
	w.written = rec.AppendEscaped(w.written, text, rawStart, rawEnd)
	e := edit{rawStart, rawEnd, w.written[from:len(w.written):len(w.written)]}
	if rec.ASCIIOnly() && !chars.IsASCII(chars.UnsafeString(e.raw)) {
		return e, false
	}
	if rec.NeedsReading() || w.reread != nil && !rec.HasQuotes() {
		return e, true
	}
	w.raw = append(append(append(w.raw[:0], rec.Raw[:e.start]...), e.raw...), rec.Raw[e.end:]...)
	got, ok := rec.Unescape(w.raw)
	if after := start + len(text); ok && len(got) == after+len(rec.Text)-end && got[:start] == rec.Text[:start] &&
		got[start:after] == text && got[after:] == rec.Text[end:] {
		return e, true
	}
	if quoted, ok := rec.Quote(rec.Text[:start] + text + rec.Text[end:]); ok { // a field of CSV without quotes
		return edit{0, len(rec.Raw), quoted}, true
	}
	return e, false
}

// nameEdits returns the edits for a prefixed name whose IRI is to become text. The declaration of the prefix is
// rewritten, too, so a name is unchanged if only its namespace changes.
func (w *rewriter) nameEdits(rec *input.Item, text string) ([]edit, []finding.Finding) {
	if text == rec.Text && w.namespace(rec).iri == rec.Prefix.IRI {
		return nil, nil
	}
	local, ok := strings.CutPrefix(text, w.namespace(rec).iri)
	if ok && local == rec.Text[len(rec.Prefix.IRI):] {
		return nil, nil
	}
	if ok && reads(rec, rec.Prefix.Name+local, rec.Prefix) {
		if raw, ok := rec.AppendName(nil, local, false); ok {
			return []edit{{rec.LocalStart(), len(rec.Raw), raw}}, nil
		}
	}
	if raw, ok := rec.AppendName(nil, text, true); ok && reads(rec, text, nil) {
		return []edit{{0, len(rec.Raw), raw}}, nil
	}
	if rec.Prefix.IsTerm && rec.Prefix.File != "" {
		return nil, cannotWrite(rec, text, "it is a term that is declared in "+rec.Prefix.File)
	}
	return nil, cannotWrite(rec, text, rec.Refusal())
}

// reads reports whether a text in the place of an item is read as a name with the prefix; nil means without a prefix.
func reads(rec *input.Item, text string, prefix *input.Prefix) bool {
	if rec.Names == nil {
		return true
	}
	got, ok := rec.Names.Reads(text)
	return ok && got == prefix
}

// namespace returns the namespace of an item after its declaration is rewritten.
func (w *rewriter) namespace(rec *input.Item) namespace { return w.namespaceOf(rec.Prefix, rec) }

// namespaceOf returns the namespace of a declaration, in the file of an item, after it is rewritten. It stays if a
// name with the prefix would have another IRI than the conversion makes of the name.
func (w *rewriter) namespaceOf(d *input.Prefix, rec *input.Item) namespace {
	if ns, ok := w.namespaces[d]; ok {
		return ns
	}
	ns := namespace{iri: d.IRI}
	if d.File != "" || d.Line == 0 || w.stays[declared(d.IRI, rec, 0)] { // it is declared elsewhere, or cannot be changed
		w.namespaces[d] = ns
		return ns
	}
	decl := *rec
	decl.Prefix, decl.Declares, decl.Text, decl.Role = nil, d, d.IRI, input.RolePrefix
	if d.IsTerm {
		decl.Role = input.RoleTerm
	}
	decl.Raw, decl.Escape = []byte(decl.Text), input.None
	pieces := w.convert(&decl)
	if ns.findings = slices.Clone(findingsIn(pieces)); len(ns.findings) == 0 {
		ns.wanted = strings.Clone(applied(decl.Text, pieces))
		if ns.stays = w.breaks(d, decl, ns.wanted); ns.stays == "" {
			ns.iri = ns.wanted
		}
	}
	w.namespaces[d] = ns
	return ns
}

// breaks names the prefixed names that would get a wrong IRI if a declaration got the IRI; "" if there are none. decl
// is an item in its file.
func (w *rewriter) breaks(d *input.Prefix, decl input.Item, iri string) string {
	switch {
	case iri == d.IRI:
		return ""
	case d.Simple && jsonld.EndsDelimited(d.IRI) && !jsonld.EndsDelimited(iri):
		return "names that begin with it would be none (JSON-LD 1.1 §4.1.5)"
	case d.Simple && !jsonld.EndsDelimited(d.IRI) && jsonld.EndsDelimited(iri):
		return "it would be a prefix, and IRIs that begin with it names (JSON-LD 1.1 §4.1.5)"
	case d.LocalNames == nil:
		return ""
	}
	decl.Role, decl.Prefix = input.Predicate, d
	names, err := d.LocalNames()
	if err != nil {
		return err.Error()
	}
	for _, local := range names {
		decl.Text = d.IRI + local
		decl.Raw = []byte(decl.Text)
		if pieces := w.convert(&decl); len(findingsIn(pieces)) > 0 || applied(decl.Text, pieces) != iri+local {
			return "the name " + d.Name + local + " would stand for another IRI than it should"
		}
	}
	return ""
}

// cannotWrite returns the finding for a result that the file cannot have at that position.
func cannotWrite(rec *input.Item, text, why string) []finding.Finding {
	return []finding.Finding{{
		Code: conversions.CodeConversion, Severity: finding.Error, End: len(rec.Text),
		Message: finding.External(fmt.Sprintf("the result %q cannot be written here: %s", cut(component.Redact(text)), why), nil),
	}}
}

// cut returns the start of a long text.
func cut(text string) string { return text[:min(len(text), 200)] }

// difference returns the range in which two texts differ. It has the same start in both, and starts and ends between
// characters.
func difference(a, b string) (from, endA, endB int) {
	for from < len(a) && from < len(b) && a[from] == b[from] {
		from++
	}
	for from > 0 && (from < len(a) && !utf8.RuneStart(a[from]) || from < len(b) && !utf8.RuneStart(b[from])) {
		from--
	}
	endA, endB = len(a), len(b)
	for endA > from && endB > from && a[endA-1] == b[endB-1] {
		endA, endB = endA-1, endB-1
	}
	for endA < len(a) && !utf8.RuneStart(a[endA]) {
		endA, endB = endA+1, endB+1
	}
	return from, endA, endB
}
