package main

import (
	"bytes"
	"fmt"

	"github.com/rfc3987/iri"
)

// report asks a report for all but its JSON.
func (c *caller) report(b []byte, s string) []byte {
	r := all(iri.RFC3987.Top(), s)
	b = say(b, r.String(), r.Conforms(), r.Grammatical(), r.More(), r.Err(), r.LogValue().String())
	var codes []iri.Code
	for _, f := range r.Findings() {
		line, char, utf16 := r.Position(f.Start)
		message, hint := f.Translate(func(reason string) string { return "" })
		b = say(b, line, char, utf16, f.Error(), message == f.Message, hint == f.Hint)
		codes = append(codes, f.Code)
	}
	fixed, whole := r.Fixed()
	b = say(b, fixed, whole)
	fixed, whole = r.FixedPart(codes...)
	b = say(b, fixed, whole)
	fixed, whole = r.FixedWith(codes...)
	b = say(b, fixed, whole)
	text := r.AppendJSON(nil)
	var again iri.Report
	err := again.UnmarshalJSON(text)
	return say(b, err, err == nil && bytes.Equal(again.AppendJSON(nil), text))
}

// valid asks every rule of every spec whether it matches, and validators whether a string is clean.
func (c *caller) valid(b []byte, s string) []byte {
	for _, r := range c.rules {
		bit := byte('-')
		if r.Valid(s) {
			bit = '1'
		}
		b = append(b, bit)
	}
	b = say(b, iri.Valid(s), iri.ValidRef(s))
	for _, spec := range c.specs {
		b = say(b, spec.Top().Validator().Clean(s), spec.Reference().Validator(iri.Lint()).Clean(s))
	}
	return b
}

// parse asks each function that parses what it takes, and two of them for their errors.
func (c *caller) parse(b []byte, s string) []byte {
	i, err := iri.Parse(s)
	b = say(b, i, err)
	a, err := iri.ParseAbsolute(s)
	b = say(b, a, err == nil)
	r, err := iri.ParseRef(s)
	b = say(b, r, err)
	u, err := iri.ParseURI(s)
	b = say(b, u, err == nil)
	ur, err := iri.ParseURIRef(s)
	b = say(b, ur, err == nil)
	var scanned iri.IRI
	return say(b, scanned.Scan(s) == nil, scanned)
}

// components asks a reference for its parts.
func (c *caller) components(b []byte, s string) []byte {
	r, err := iri.ParseRef(s)
	if err != nil {
		return append(b, " not a reference"...)
	}
	scheme, hasScheme := r.Scheme()
	authority, hasAuthority := r.Authority()
	userinfo, hasUserinfo := r.Userinfo()
	host, hasHost := r.Host()
	port, hasPort := r.Port()
	number, hasNumber := r.PortNumber()
	query, hasQuery := r.Query()
	fragment, hasFragment := r.Fragment()
	addr, isAddr := host.Addr()
	b = say(b, scheme, hasScheme, authority, hasAuthority, userinfo, hasUserinfo, host, hasHost)
	b = say(b, host.Kind(), host.Fold(), addr, isAddr, port, hasPort, number, hasNumber, r.Path(), query, hasQuery)
	return say(b, fragment, hasFragment, r.Redacted(), r.LogValue().String())
}

// tree asks for the nodes of the parse trees of strings that are not long: by RFC 3987, and if they are short by
// all specs.
func (c *caller) tree(b []byte, s string) []byte {
	for _, spec := range c.specs {
		if len(s) > 60 || len(s) > 20 && spec != iri.RFC3987 {
			continue
		}
		n, err := spec.Reference().Tree(s)
		b = say(b, spec.Name(), err == nil)
		for depth, n := range n.All() {
			b = append(fmt.Appendf(b, " %d ", depth), n.Name()...)
			b = fmt.Appendf(b, "[%d,%d)", n.Start(), n.End())
		}
	}
	return b
}

// policy asks a policy that refuses some of what conforms.
func (c *caller) policy(b []byte, s string) []byte {
	p := iri.Policy{
		Schemes:   []string{"http", "https", "mailto"},
		Severity:  map[iri.Code]iri.Severity{iri.CodePort: iri.Warning, iri.CodeHostIPv4Like: iri.Off},
		MaxLength: 200,
		Checks: []func(iri.Ref) []iri.Finding{func(r iri.Ref) []iri.Finding {
			if q, ok := r.Query(); ok {
				return []iri.Finding{{Code: "query", Start: 1, End: len(q), Message: "there is a query"}}
			}
			return nil
		}},
	}
	return p.Check(s).AppendJSON(b)
}
