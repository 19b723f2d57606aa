package spec

import (
	"strings"

	"github.com/rfc3987/iri/internal/ref/component"
)

// Quoter returns a quoter of a text that is read by the rule. By the header of the grammar the rule may stand for an
// authority or a userinfo. Where the header names no components, a rule with that name in RFC 3986 or RFC 3987 does.
func (r Rule) Quoter(text string) component.Quoter {
	q := component.Quoter{Text: text}
	p := r.profile()
	for _, kind := range [...]component.Kind{component.Authority, component.Userinfo} {
		if p != nil && r == p.Of[kind] || p == nil && strings.TrimPrefix(r.Name(), "i") == component.Names[kind] {
			q.As = kind
		}
	}
	return q
}

// Redact returns a text that is read by the rule, with "xxxxx" in place of what may be a password in it.
func (r Rule) Redact(text string) string {
	q := r.Quoter(text)
	return q.Redacted()
}
