package iri

type IRI struct{}

func MustParse(s string) IRI { return IRI{} }

func MustParseRef(s string) IRI { return IRI{} }

func (IRI) Scheme() string { return "" }

func (IRI) IsScheme(names ...string) bool { return false }

type Ref struct{}

func (Ref) Scheme() (string, bool) { return "", false }

type Finding struct{ Start int }

func (Finding) Error() string { return "" }
