package json

import (
	"github.com/rfc3987/iri/internal/files/bare"
	"github.com/rfc3987/iri/internal/files/base"
	"github.com/rfc3987/iri/internal/files/jsonscan"
)

// isDocument reports whether an object is not a record with an IRI, but a document: it has no member "iri", and
// nothing says where else its strings are.
func (d *Decoder) isDocument() bool {
	return len(d.Options.Fields) == 0 && !d.Options.KeepBlank && len(d.members.Hits) == 0
}

// document hands out the strings of a document that are IRIs, as those of YAML: see [bare.IsIRI]. It returns the end of
// the value at line[i], whose place is d.trail; more is false if no more are wanted.
func (d *Decoder) document(line []byte, i int) (end int, more bool) {
	switch line[i] {
	case '"':
		v := jsonscan.Value{Start: i, End: jsonscan.End(line, i, 0)}
		var text string
		d.Buf, text = jsonscan.String(line, v, d.Buf)
		if text == "" || !bare.IsIRI(d.trail, text, d.openAPI(), d.Options.Templates) {
			return v.End, true
		}
		d.strings++
		d.extra.reference, d.extra.whole = !base.HasScheme([]byte(text)), bare.IsWhole(d.trail, d.openAPI())
		return v.End, d.jsonText(line, v)
	case '{', '[':
	default:
		return jsonscan.End(line, i, 0), true
	}
	return jsonscan.Items(line, i, func(v jsonscan.Value, i int) (int, bool) {
		if v.End > 0 {
			_, name := jsonscan.String(line, v, nil)
			before := d.trail
			d.trail = before.Below(name)
			defer func() { d.trail = before }()
		}
		return d.document(line, i)
	})
}
