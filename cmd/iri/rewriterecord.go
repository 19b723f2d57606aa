package main

import (
	"bytes"
	"fmt"
	"strings"

	"github.com/rfc3987/iri"
	"github.com/rfc3987/iri/internal/input"
)

// An edit replaces a part of a record as it is written in the file.
type edit struct {
	start, end int // in Record.Raw
	raw        []byte
	long       string // instead of raw: a long text, which is escaped as it is written
}

// A recordWriter turns changes of texts into edits of a block of a file. The edits keep
// as much of what is written as they can, and what they write reads back as the text.
type recordWriter struct {
	r          *rewriter
	namespaces map[*input.Prefix]string // what the IRIs of prefixes become
}

// edits returns the edits for the changes of a record, or says why there are none.
func (w *recordWriter) edits(rec *input.Record, changes []change) ([]edit, []iri.Finding) {
	if rec.Prefix != nil {
		return w.nameEdits(rec, applied(rec.Text, changes))
	}
	var edits []edit
	for _, c := range changes {
		old := rec.Text[c.start:c.end]
		if c.text == old {
			continue
		}
		if rec.Raw == nil && rec.Text != "" {
			return nil, cannotWrite(rec, c.text, "the text is in several pieces, with comments or CDATA between them")
		}
		if rec.IsID() {
			return nil, cannotWrite(rec, c.text, "rdf:ID holds an XML name: use rdf:about")
		}
		from, oldEnd, newEnd := difference(old, c.text)
		e, ok := makeEdit(rec, c.start+from, c.start+oldEnd, c.text[from:newEnd])
		if !ok {
			e, ok = makeEdit(rec, c.start, c.end, c.text)
		}
		if !ok {
			return nil, cannotWrite(rec, c.text, fmt.Sprintf("%s cannot hold it", rec.Format))
		}
		edits = append(edits, e)
	}
	return edits, nil
}

// applied returns a text with changes applied.
func applied(text string, changes []change) string {
	var b strings.Builder
	done := 0
	for _, c := range changes {
		b.WriteString(text[done:c.start])
		b.WriteString(c.text)
		done = c.end
	}
	b.WriteString(text[done:])
	return b.String()
}

// makeEdit returns the edit that writes text in place of rec.Text[start:end]. It returns
// false if the result would not read back as that.
func makeEdit(rec *input.Record, start, end int, text string) (edit, bool) {
	start, end, rawStart, rawEnd := rec.Widen(start, end, &text)
	e := edit{start: rawStart, end: rawEnd}
	if len(text) > flushSize || len(rec.Text) > flushSize {
		e.long = text // not checked: it would need another copy of both
		return e, true
	}
	e.raw = rec.AppendEscaped(nil, text)
	want := rec.Text[:start] + text + rec.Text[end:]
	raw := append(append(bytes.Clone(rec.Raw[:e.start]), e.raw...), rec.Raw[e.end:]...)
	got, ok := rec.Unescape(raw)
	if ok && got == want {
		return e, true
	}
	if quoted, ok := rec.Quote(want); ok { // a field of CSV without quotes
		return edit{end: len(rec.Raw), raw: quoted}, true
	}
	return e, false
}

// nameEdits returns the edits for a name with a prefix that stands for the text now.
// The declaration of the prefix is rewritten, too: a name stays as it is if its
// namespace changes alone.
func (w *recordWriter) nameEdits(rec *input.Record, text string) ([]edit, []iri.Finding) {
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
			return []edit{{start: len(rec.Prefix.Name), end: len(rec.Raw), raw: raw}}, nil
		}
	}
	raw := append([]byte{'<'}, input.AppendIRIRef(nil, text)...)
	return []edit{{end: len(rec.Raw), raw: append(raw, '>')}}, nil
}

// namespace returns what the namespace of a record becomes when its declaration is
// rewritten.
func (w *recordWriter) namespace(rec *input.Record) string {
	if ns, ok := w.namespaces[rec.Prefix]; ok {
		return ns
	}
	decl := *rec
	decl.Prefix, decl.Text, decl.Role = nil, rec.Prefix.IRI, input.RolePrefix
	decl.Raw, decl.Escape = []byte(decl.Text), input.None
	ns := rec.Prefix.IRI
	if changes, findings := w.r.convert(&decl); len(findings) == 0 {
		ns = applied(decl.Text, changes)
	}
	w.namespaces[rec.Prefix] = ns
	return ns
}

// codeCannotWrite is the code of a result that the file cannot hold at its place.
const codeCannotWrite = codeConversion

// cannotWrite returns the finding for a result that cannot be written in place.
func cannotWrite(rec *input.Record, text, why string) []iri.Finding {
	return []iri.Finding{{
		Code: codeCannotWrite, Severity: iri.Error, End: len(rec.Text),
		Message: fmt.Sprintf("the result %q cannot be written here: %s", text[:min(len(text), 200)], why),
	}}
}
