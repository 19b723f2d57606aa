package component

import (
	"github.com/rfc3987/iri/internal/chars"
	"github.com/rfc3987/iri/internal/engine"
	"github.com/rfc3987/iri/internal/tables"
)

// iriChars holds the productions that say which characters may stand in the
// components of an IRI, in the order of [parts.fields]. Any sequence of these
// characters conforms to them.
var FieldChars = [numFields]*engine.Table{
	tables.Of("rfc3987", "iuserinfo"),
	tables.Of("rfc3987", "ireg-name"),
	tables.Of("rfc3987", "isegment"),
	tables.Of("rfc3987", "iquery"),
	tables.Of("rfc3987", "ifragment"),
}

// fields is how many components percent-encodings are treated by.
const numFields = 5

// fields returns where the fields end: everything up to the host, host and port,
// path, query, fragment. The delimiters, the scheme and the port hold no
// percent-encoding, and no character that the conversions would change.
func (p Parts) Fields(s string) [numFields]int {
	return [numFields]int{int(p.Host), max(int(p.Host), int(p.Path)), int(p.PathEnd), int(p.Query), len(s)}
}

// appropriate reports whether all of s may stand in a field of an IRI as it is
// (RFC 3987 §2.2 and §4.1).
func Appropriate(s string, allowed *engine.Table) bool {
	return chars.IndexBidiFormatting(s) < 0 && allowed.Match(s)
}
