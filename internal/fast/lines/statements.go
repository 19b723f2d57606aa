package lines

import (
	_ "embed"

	"github.com/rfc3987/iri/grammar"
	"github.com/rfc3987/iri/internal/grammar/abnf"
	"github.com/rfc3987/iri/internal/grammar/automaton"
	"github.com/rfc3987/iri/internal/text/lazy"
)

// This file has the language of the statements of N-Triples and N-Quads that need no decoder: statement.abnf, in which an
// IRI may have any text. The decoder reads all other statements: faulty ones, and those of rare forms.

//go:embed statement.abnf
var statementABNF []byte

// The languages of the lines of both formats. They are made when they are first needed.
var ofTriples, ofQuads lazy.Value[*Frame]

// Triples returns the language of the lines of N-Triples.
func Triples() *Frame {
	return ofTriples.Get(func() *Frame { return statementFrame("ntriples") })
}

// Quads returns the language of the lines of N-Quads.
func Quads() *Frame {
	return ofQuads.Get(func() *Frame { return statementFrame("nquads") })
}

// statementFrame returns the language of a rule of statement.abnf.
func statementFrame(rule string) *Frame {
	g, err := abnf.Parse("statement.abnf", statementABNF)
	if err == nil {
		g, err = abnf.Build(grammar.Files, ".", g)
	}
	var d *automaton.DFA
	if err == nil {
		d, err = automaton.Compile(g, rule)
	}
	var f *Frame
	if err == nil {
		// An IRI with a backslash may have escapes, and a carriage return ends a statement.
		f, err = NewFrame(d, "\\\r")
	}
	if err != nil {
		panic(err) // it does not depend on the input
	}
	// Literals of this datatype are references themselves: the decoder reads them.
	f.Refused = []byte("^^<http://www.w3.org/2001/XMLSchema#anyURI>")
	return f
}
