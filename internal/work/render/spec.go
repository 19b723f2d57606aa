package render

import (
	"github.com/rfc3987/iri/internal/text/jsonw"
)

// A Spec says what the spec of a report was made from, so that the report can be read years later.
type Spec struct {
	Name     string `json:"name"`               // rfc3987
	Document string `json:"document,omitempty"` // how it is cited: RFC 3987
	Date     string `json:"date,omitempty"`     // of the document: 2005-01
	SHA256   string `json:"sha256"`             // of the rules, in hexadecimal digits
}

// AppendJSON appends the object that encoding/json makes of it.
func (s *Spec) AppendJSON(b []byte) []byte {
	b, _ = jsonw.AppendValue(b, s) // it has strings alone
	return b
}

// appendExtension appends the object of an extension of the tool (SARIF §3.18.3, §3.19).
func (s *Spec) appendExtension(b []byte) []byte {
	b = appendIf(jsonw.AppendMember(append(b, '{'), "name", s.Name), "fullName", s.Document)
	b = jsonw.AppendMember(append(b, `,"properties":{`...), "sha256", s.SHA256)
	return append(appendIf(b, "date", s.Date), "}}"...)
}

// appendIf appends a member unless it is empty.
func appendIf(b []byte, name, value string) []byte {
	if value == "" {
		return b
	}
	return jsonw.AppendMember(b, name, value)
}
