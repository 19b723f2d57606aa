package iri

import (
	"github.com/rfc3987/iri/internal/component"
	"github.com/rfc3987/iri/internal/spec"
)

// A URI is a parsed URI: a string that conforms to the rule URI of RFC 3986
// Appendix A, so it has a scheme and is ASCII. It is an immutable, comparable
// value. Only [ParseURI] and the mappings make a URI, so a function that takes a URI
// never gets an IRI by mistake.
//
// The zero URI does not hold a URI: its String is empty and its IsZero is true.
type URI struct{ ref component.Ref }

// A URIRef is a parsed URI-reference (RFC 3986 §4.1): a URI or a relative
// reference, and ASCII. It is an immutable, comparable value. The zero URIRef is
// the empty reference.
type URIRef struct{ ref component.Ref }

// ParseURI parses s by the rule URI of RFC 3986 Appendix A and returns it
// unchanged. The error is a *[ParseError] that holds every finding of the grammar.
func ParseURI(s string) (URI, error) {
	r, err := parseBy(s, tableURI, spec.RFC3986, "URI")
	return URI{r}, err
}

// ParseURIRef is like [ParseURI] for the rule URI-reference.
func ParseURIRef(s string) (URIRef, error) {
	r, err := parseBy(s, tableURIReference, spec.RFC3986, "URI-reference")
	return URIRef{r}, err
}

// String returns the text of the URI, exactly as it was parsed or mapped.
func (u URI) String() string { return u.ref.Text }

// IsZero reports whether u is the zero URI.
func (u URI) IsZero() bool { return u.ref.Text == "" }

// AsIRI returns the URI as an IRI, unchanged: every URI is by definition an IRI
// (RFC 3987 §3.1). For the conversion of §3.2 see [URI.IRI].
func (u URI) AsIRI() IRI { return IRI(u) }

// Ref returns the URI as a URI-reference.
func (u URI) Ref() URIRef { return URIRef(u) }

// AppendText appends the text of the URI. It never fails.
func (u URI) AppendText(b []byte) ([]byte, error) { return append(b, u.ref.Text...), nil }

// MarshalText returns the text of the URI. It never fails.
func (u URI) MarshalText() ([]byte, error) { return []byte(u.ref.Text), nil }

// UnmarshalText parses text as [ParseURI] does. Empty text gives the zero URI.
func (u *URI) UnmarshalText(text []byte) error {
	if len(text) == 0 {
		*u = URI{}
		return nil
	}
	v, err := ParseURI(string(text))
	if err == nil {
		*u = v
	}
	return err
}

// String returns the text of the reference, exactly as it was parsed or mapped.
func (u URIRef) String() string { return u.ref.Text }

// IsZero reports whether u is the empty reference.
func (u URIRef) IsZero() bool { return u.ref.Text == "" }

// AsRef returns the URI-reference as an IRI-reference, unchanged. For the
// conversion of RFC 3987 §3.2 see [URIRef.Ref].
func (u URIRef) AsRef() Ref { return Ref(u) }

// URI returns the reference as a URI if it has a scheme.
func (u URIRef) URI() (URI, bool) {
	if u.ref.Parts.Scheme == 0 {
		return URI{}, false
	}
	return URI(u), true
}

// AppendText appends the text of the reference. It never fails.
func (u URIRef) AppendText(b []byte) ([]byte, error) { return append(b, u.ref.Text...), nil }

// MarshalText returns the text of the reference. It never fails.
func (u URIRef) MarshalText() ([]byte, error) { return []byte(u.ref.Text), nil }

// UnmarshalText parses text as [ParseURIRef] does.
func (u *URIRef) UnmarshalText(text []byte) error {
	v, err := ParseURIRef(string(text))
	if err == nil {
		*u = v
	}
	return err
}
