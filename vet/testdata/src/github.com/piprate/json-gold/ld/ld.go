package ld

type IRI struct{ Value string }

func NewIRI(iri string) IRI { return IRI{iri} }
