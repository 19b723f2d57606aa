package summary

import (
	"cmp"

	"github.com/rfc3987/iri/internal/grammar/abnf"
	"github.com/rfc3987/iri/internal/ref/spec"
	"github.com/rfc3987/iri/internal/study/languages"
	"github.com/rfc3987/iri/internal/text/jsonw"
)

// A Spec says what the spec of a report was made from, so that the report can be read years later.
type Spec struct {
	Name     string `json:"name"`               // rfc3987
	Document string `json:"document,omitempty"` // how it is cited: RFC 3987
	Date     string `json:"date,omitempty"`     // of the document: 2005-01
	SHA256   string `json:"sha256"`             // of the rules, in hexadecimal digits
}

// MadeFrom returns what a spec was made from, with the hash of all its rules.
func MadeFrom(s *spec.Spec) *Spec { return MadeFromRules(s.AllRules(), s.Hash()) }

// MadeFromRules returns what a grammar was made from. The hash is that of its rules, "" if it is not known.
func MadeFromRules(g *abnf.Grammar, hash string) *Spec {
	return &Spec{Name: g.Spec, Document: g.Title, Date: g.Date, SHA256: cmp.Or(hash, languages.Hash(g.Rules))}
}

// AppendJSON appends the object that encoding/json makes of it.
func (s *Spec) AppendJSON(b []byte) []byte {
	b, _ = jsonw.AppendValue(b, s) // it has strings alone
	return b
}
