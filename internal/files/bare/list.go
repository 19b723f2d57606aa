package bare

import (
	"bytes"
	"strings"

	"github.com/rfc3987/iri/internal/files/input"
	"github.com/rfc3987/iri/internal/ref/component"
	"github.com/rfc3987/iri/internal/text/chars"
	"github.com/rfc3987/iri/internal/text/templates"
)

// Comma separates the IRIs of a list: see [IsList].
const Comma = ","

// IsList reports whether a text is several IRIs with commas between them, as configurations write the hosts of a
// cluster: http://a:2379,http://b:2379. Each begins with a scheme and "//" and has no white space. Only the last may
// have a query or a fragment, because these can contain commas and IRIs. IsList is for texts that are recognised as
// IRIs only by their form. A text with placeholders is not a list.
func IsList(text string) bool {
	if !strings.Contains(text, Comma) {
		return false
	}
	hasQuery := false
	n, all := input.EachMember([]byte(text), Comma, func(start, end int) bool {
		member := text[start:end]
		after := component.SchemeEnd(member)
		if hasQuery || after < 1 || !chars.IsLetter(member[0]) || !strings.HasPrefix(member[after:], "://") ||
			strings.Count(member, "://") > 1 || strings.ContainsAny(member, chars.Space) {
			return false
		}
		hasQuery = strings.ContainsAny(member, "?#")
		return true
	})
	return all && n > 1 && !templates.Has(text)
}

// IsList reports whether a string in a document, which is written as raw, is a list whose members are read.
func (w Whole) IsList(text string, raw []byte) bool {
	return w != anyReference && IsList(text) && bytes.Count(raw, []byte(Comma)) == strings.Count(text, Comma)
}
