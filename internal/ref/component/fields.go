package component

import (
	"unicode/utf8"

	"github.com/rfc3987/iri/internal/grammar/engine"
	"github.com/rfc3987/iri/internal/grammar/tables"
	"github.com/rfc3987/iri/internal/text/chars"
)

// FieldChars holds the productions that say which characters may stand in the fields of
// an IRI, in the order of [Parts.Fields]. Any sequence of these characters conforms to
// them.
var FieldChars = [numFields]*engine.Table{
	tables.RFC3987Userinfo(),
	tables.RFC3987RegName(),
	tables.RFC3987Segment(),
	tables.RFC3987Query(),
	tables.RFC3987Fragment(),
}

// numFields is the number of fields: the parts of a reference in which conversions treat
// percent-encodings in different ways.
const numFields = 5

// PathField is the field of the path.
const PathField = 2

// Fields returns where the fields of the reference s end: everything before the host,
// host and port, path, query, fragment. Delimiters, scheme and port need no fields of
// their own: they have no percent-encodings and no characters that conversions change.
func (p Parts) Fields(s string) [numFields]int {
	return [numFields]int{int(p.Host), max(int(p.Host), int(p.Path)), int(p.PathEnd), int(p.Query), len(s)}
}

// Rewritten returns where the components lie once the fields of a reference, of which a conversion has changed the
// characters, end at other offsets. Delimiters, scheme and port are the same.
func (p Parts) Rewritten(ends [numFields]int) Parts {
	q := Parts{Scheme: p.Scheme, Path: uint32(ends[HostField]), PathEnd: uint32(ends[PathField]), Query: uint32(ends[3])}
	if p.Host > 0 {
		q.Host, q.HostEnd = uint32(ends[0]), q.Path-(p.Path-p.HostEnd)
	}
	return q
}

// Appropriate reports whether text[from:] may stand in a field of an IRI after what stands before it
// there, of which text[:from] has as much as [chars.Context] (RFC 3987 §3.2 step 4): the grammar allows its
// characters, and none of them is one that [chars.KeptEncoded] names. The field is an index of [FieldChars].
func Appropriate(text string, from, field int) bool {
	s := text[from:]
	if !FieldChars[field].Match(s) {
		return false
	}
	if !chars.MayKeepEncoded(s, field <= HostField) {
		return true
	}
	for i, r := range s {
		if r >= utf8.RuneSelf && chars.KeptEncoded(text[:from+i], r, field <= HostField) {
			return false
		}
	}
	return true
}

// HostField is the field of the host. It and the userinfo are the authority.
const HostField = 1
