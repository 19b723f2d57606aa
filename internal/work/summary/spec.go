package summary

import (
	"cmp"

	"github.com/rfc3987/iri/internal/grammar/abnf"
	"github.com/rfc3987/iri/internal/ref/spec"
	"github.com/rfc3987/iri/internal/study/languages"
	"github.com/rfc3987/iri/internal/text/jsonw"
)

// A Spec identifies the spec of a report, so that the report can be understood years later.
type Spec struct {
	Name     string `json:"name"`               // rfc3987
	Document string `json:"document,omitempty"` // its citation: RFC 3987
	Date     string `json:"date,omitempty"`     // of the document: 2005-01
	SHA256   string `json:"sha256"`             // of the rules, in hexadecimal digits
}

// MadeFrom returns the Spec of a spec, with the hash of all its rules.
func MadeFrom(s *spec.Spec) *Spec { return MadeFromRules(s.AllRules(), s.Hash()) }

// MadeFromRules returns the Spec of a grammar. hash is that of its rules; it may be empty.
func MadeFromRules(g *abnf.Grammar, hash string) *Spec {
	return &Spec{Name: g.Spec, Document: g.Title, Date: g.Date, SHA256: cmp.Or(hash, languages.Hash(g.Rules))}
}

// AppendJSON appends s as encoding/json encodes it.
func (s *Spec) AppendJSON(b []byte) []byte {
	b, _ = jsonw.AppendValue(b, s) // it has only strings
	return b
}
