package iri

type IRI struct{}

func MustParse(s string) IRI { return IRI{} }

func MustParseRef(s string) IRI { return IRI{} }
