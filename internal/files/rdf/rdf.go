// Package rdf reads the formats of RDF that have no markup: N-Triples, N-Quads, Turtle, TriG, N3 and SPARQL.
package rdf

import (
	"github.com/rfc3987/iri/internal/files/input"
	"github.com/rfc3987/iri/internal/files/text"
)

// Options are the options of N-Triples and N-Quads.
type Options struct {
	RDF11 bool // the grammar of RDF 1.1, not that of 1.2
}

// An rdfSyntax says in what a format of RDF differs from others.
type rdfSyntax struct {
	graphs  bool   // statements can name a graph
	query   bool   // SPARQL, or OWL
	owl     bool   // OWL in functional or Manchester syntax
	warning string // said, with the code n3, before the first statement
}

// The formats of RDF that have no markup. N-Triples and N-Quads are those of [Options].
var (
	NTriples = lineFormat(rdfSyntax{}, input.Format{
		Name: "ntriples", Aliases: []string{"nt", "ntriples-1.1"}, Endings: []string{".nt", ".ntriples"},
		FaultCode: input.CodeNTriples,
	})
	NQuads = lineFormat(rdfSyntax{graphs: true}, input.Format{
		Name: "nquads", Aliases: []string{"nq", "nquads-1.1"}, Endings: []string{".nq", ".nquads"},
		FaultCode: input.CodeNQuads,
	})
	Turtle = turtleFormat(rdfSyntax{}, input.Format{
		Name: "turtle", Aliases: []string{"ttl"}, Endings: []string{".ttl", ".turtle"}, FaultCode: input.CodeTurtle,
		Signs: input.Signs{Starts: []string{"@prefix ", "@base ", "prefix "}, Title: "Turtle", From: "turtle or trig"},
	})
	TriG = turtleFormat(rdfSyntax{graphs: true}, input.Format{
		Name: "trig", Endings: []string{".trig"}, FaultCode: input.CodeTriG,
	})
	// N3 is the part of N3 that is Turtle.
	N3 = turtleFormat(rdfSyntax{warning: "N3 is read as Turtle, which is what the two have in common: formulas, " +
		"variables, paths and rules are reported as faults"},
		input.Format{Name: "n3", Endings: []string{".n3"}, FaultCode: input.CodeTurtle})
	// SPARQL is a query or an update of SPARQL. Its IRIs, its names with a prefix, its strings and its comments are
	// those of Turtle (SPARQL 1.1 §19.8). The text between them is not checked.
	SPARQL = turtleFormat(rdfSyntax{query: true}, input.Format{
		Name: "sparql", Aliases: []string{"rq", "ru"}, Endings: []string{".rq", ".ru", ".sparql"},
		FaultCode: input.CodeSPARQL,
		Traits:    input.Traits{OnePiece: true},
		Signs:     input.Signs{Else: text.OfTemplate},
	})
)

// lineFormat returns a format with statements in lines.
func lineFormat(syntax rdfSyntax, f input.Format) *input.Format {
	f.StartsAtLines, f.Cut, f.Decode = input.AtLines, newLineCutter, decodeNTriples
	return format(syntax, f)
}

// turtleFormat returns a format with the IRIs and names of Turtle.
func turtleFormat(syntax rdfSyntax, f input.Format) *input.Format {
	f.Bases, f.Open, f.Decode = true, newTurtleReader, decodeTurtle
	f.Plain, f.AcceptsRelative, f.Declarable = true, isReference, isIRIRef
	return format(syntax, f)
}

func format(syntax rdfSyntax, f input.Format) *input.Format {
	f.CommentStart, f.IsRDF, f.ECHAR, f.UTF8, f.Data = "#", true, !syntax.query, true, syntax
	f.Escape, f.EncodeDelimiters = escapeIRIRef, encodeExcluded
	return &f
}

// isReference reports whether a relative reference is read in the place of an item. A datatype is resolved (RDF 1.2
// Turtle §6.3), but not by all who compare it.
func isReference(r *input.Item, _ string) bool { return r.Role != input.Datatype }
