// Package statements is the language of the statements of N-Triples and N-Quads that need no
// decoder: statement.abnf, in which an IRI may have any text. Out comes the [lines.Frame] with
// which a scanner of lines checks the IRIs. What the frame does not accept is for the decoder: not
// only faulty statements, but also rare forms of statements.
package statements

import (
	_ "embed"

	"github.com/rfc3987/iri/grammar"
	"github.com/rfc3987/iri/internal/fast/lines"
	"github.com/rfc3987/iri/internal/grammar/abnf"
	"github.com/rfc3987/iri/internal/grammar/automaton"
	"github.com/rfc3987/iri/internal/text/lazy"
)

//go:embed statement.abnf
var statementABNF []byte

// The languages of the lines of both formats. They are made when they are first needed.
var triples, quads lazy.Value[*lines.Frame]

// Triples returns the language of the lines of N-Triples.
func Triples() *lines.Frame {
	return triples.Get(func() *lines.Frame { return frame("ntriples") })
}

// Quads returns the language of the lines of N-Quads.
func Quads() *lines.Frame {
	return quads.Get(func() *lines.Frame { return frame("nquads") })
}

// frame returns the language of a rule of statement.abnf.
func frame(rule string) *lines.Frame {
	g, err := abnf.Parse("statement.abnf", statementABNF)
	if err == nil {
		g, err = abnf.Build(grammar.Files, ".", g)
	}
	var d *automaton.DFA
	if err == nil {
		d, err = automaton.Compile(g, rule)
	}
	var f *lines.Frame
	if err == nil {
		// An IRI with a backslash may have escapes, and a carriage return ends a statement.
		f, err = lines.NewFrame(d, "\\\r")
	}
	if err != nil {
		panic(err) // it does not depend on the input
	}
	// Literals of this datatype are references themselves: the decoder reads them.
	f.Refused = []byte("^^<http://www.w3.org/2001/XMLSchema#anyURI>")
	return f
}
