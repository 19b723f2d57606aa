// Package rewrite writes what becomes of the IRIs of a file back into its bytes, with the
// escapes of its format. In come records of package input and the changes of their texts, or
// findings with fixes; out come edits of the bytes. It must not know flags, nor where output
// goes.
package rewrite

import (
	"bytes"
	"fmt"
	"strings"
	"unicode/utf8"

	"github.com/rfc3987/iri"
	"github.com/rfc3987/iri/internal/input"
	"github.com/rfc3987/iri/internal/recordcheck"
)

// A Change replaces the part [Start,End) of a record's text.
type Change struct {
	Start, End int
	Text       string
}

// An Edit replaces a part of a record as it is written in the file.
type Edit struct {
	Start, End int // in Record.Raw
	Raw        []byte
	Long       string // instead of Raw: a text of more than LongText bytes, to be escaped as it is written
}

// LongText is the length in bytes above which a text is not escaped in memory.
const LongText = 256 << 10

// A Writer turns changes of texts into edits of a block of a file. The edits keep
// as much of what is written as they can, and what they write reads back as the text.
type Writer struct {
	convert    func(rec *input.Record) ([]Change, []iri.Finding)
	namespaces map[*input.Prefix]string // what the IRIs of prefixes become
}

// NewWriter returns a writer for a block. convert returns the changes of a record's text, in
// order, and what prevents them.
func NewWriter(convert func(rec *input.Record) ([]Change, []iri.Finding)) *Writer {
	return &Writer{convert, map[*input.Prefix]string{}}
}

// Rewrite returns the edits for a record, or says why there are none.
func (w *Writer) Rewrite(rec *input.Record) ([]Edit, []iri.Finding) {
	changes, findings := w.convert(rec)
	if len(findings) > 0 {
		return nil, findings
	}
	return w.edits(rec, changes)
}

// edits returns the edits for the changes of a record, or says why there are none.
func (w *Writer) edits(rec *input.Record, changes []Change) ([]Edit, []iri.Finding) {
	if rec.Prefix != nil {
		return w.nameEdits(rec, applied(rec.Text, changes))
	}
	var edits []Edit
	for _, c := range changes {
		old := rec.Text[c.Start:c.End]
		if c.Text == old {
			continue
		}
		if rec.Raw == nil && rec.Text != "" {
			return nil, cannotWrite(rec, c.Text, "the text is in several pieces, with comments or CDATA between them")
		}
		if rec.IsID() {
			return nil, cannotWrite(rec, c.Text, "rdf:ID holds an XML name: use rdf:about")
		}
		from, oldEnd, newEnd := difference(old, c.Text)
		e, ok := makeEdit(rec, c.Start+from, c.Start+oldEnd, c.Text[from:newEnd])
		if !ok {
			e, ok = makeEdit(rec, c.Start, c.End, c.Text)
		}
		if !ok {
			return nil, cannotWrite(rec, c.Text, fmt.Sprintf("%s cannot hold it", rec.Format))
		}
		edits = append(edits, e)
	}
	return edits, nil
}

// applied returns a text with changes applied.
func applied(text string, changes []Change) string {
	var b strings.Builder
	done := 0
	for _, c := range changes {
		b.WriteString(text[done:c.Start])
		b.WriteString(c.Text)
		done = c.End
	}
	b.WriteString(text[done:])
	return b.String()
}

// makeEdit returns the edit that writes text in place of rec.Text[start:end]. It returns
// false if the result would not read back as that.
func makeEdit(rec *input.Record, start, end int, text string) (Edit, bool) {
	start, end, rawStart, rawEnd := rec.Widen(start, end, &text)
	e := Edit{Start: rawStart, End: rawEnd}
	if len(text) > LongText || len(rec.Text) > LongText {
		e.Long = text // not checked: it would need another copy of both
		return e, true
	}
	e.Raw = rec.AppendEscaped(nil, text)
	want := rec.Text[:start] + text + rec.Text[end:]
	raw := append(append(bytes.Clone(rec.Raw[:e.Start]), e.Raw...), rec.Raw[e.End:]...)
	got, ok := rec.Unescape(raw)
	if ok && got == want {
		return e, true
	}
	if quoted, ok := rec.Quote(want); ok { // a field of CSV without quotes
		return Edit{End: len(rec.Raw), Raw: quoted}, true
	}
	return e, false
}

// nameEdits returns the edits for a name with a prefix that stands for the text now.
// The declaration of the prefix is rewritten, too: a name stays as it is if its
// namespace changes alone.
func (w *Writer) nameEdits(rec *input.Record, text string) ([]Edit, []iri.Finding) {
	if text == rec.Text && w.namespace(rec) == rec.Prefix.IRI {
		return nil, nil
	}
	local, ok := strings.CutPrefix(text, w.namespace(rec))
	if ok && local == rec.Text[len(rec.Prefix.IRI):] {
		return nil, nil
	}
	if rec.Escape == input.EscXMLName {
		return nil, cannotWrite(rec, text, "it is the name of an XML element or attribute")
	}
	if ok {
		if raw, ok := input.AppendLocalName(nil, local); ok {
			return []Edit{{Start: len(rec.Prefix.Name), End: len(rec.Raw), Raw: raw}}, nil
		}
	}
	raw := append([]byte{'<'}, input.AppendIRIRef(nil, text)...)
	return []Edit{{End: len(rec.Raw), Raw: append(raw, '>')}}, nil
}

// namespace returns what the namespace of a record becomes when its declaration is
// rewritten.
func (w *Writer) namespace(rec *input.Record) string {
	if ns, ok := w.namespaces[rec.Prefix]; ok {
		return ns
	}
	decl := *rec
	decl.Prefix, decl.Text, decl.Role = nil, rec.Prefix.IRI, input.RolePrefix
	decl.Raw, decl.Escape = []byte(decl.Text), input.None
	ns := rec.Prefix.IRI
	if changes, findings := w.convert(&decl); len(findings) == 0 {
		ns = applied(decl.Text, changes)
	}
	w.namespaces[rec.Prefix] = ns
	return ns
}

// cannotWrite returns the finding for a result that the file cannot hold at its place.
func cannotWrite(rec *input.Record, text, why string) []iri.Finding {
	return []iri.Finding{{
		Code: recordcheck.CodeConversion, Severity: iri.Error, End: len(rec.Text),
		Message: fmt.Sprintf("the result %q cannot be written here: %s", text[:min(len(text), 200)], why),
	}}
}

// difference returns the span in which two texts differ: it has the same start in
// both, and starts and ends between characters.
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
