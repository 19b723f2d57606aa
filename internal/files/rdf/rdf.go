// Package rdf reads the formats of RDF that have no markup: N-Triples, N-Quads, Turtle, TriG and N3.
package rdf

import "github.com/rfc3987/iri/internal/files/input"

// The formats of RDF that have no markup.

// Options are the options of N-Triples and N-Quads.
type Options struct {
	RDF11 bool // the grammar of RDF 1.1, not that of 1.2
}

// NTriples is RDF N-Triples: see [Options].
var NTriples = &input.Entry{
	Name: "ntriples", Aliases: []string{"nt", "ntriples-1.1"}, Endings: []string{".nt", ".ntriples"},
	FaultCode:    input.CodeNTriples,
	CommentStart: "#", Linked: true, ECHAR: true, UTF8: true, AnyLine: true, Data: rdfSyntax{},
	Decode: decodeNTriples, Escape: escapeIRIRef, Unescape: unescapeIRIRef,
}

// NQuads is RDF N-Quads: see [Options].
var NQuads = &input.Entry{
	Name: "nquads", Aliases: []string{"nq", "nquads-1.1"}, Endings: []string{".nq", ".nquads"},
	FaultCode:    input.CodeNQuads,
	CommentStart: "#", Linked: true, ECHAR: true, UTF8: true, AnyLine: true,
	Data:   rdfSyntax{graphs: true},
	Decode: decodeNTriples, Escape: escapeIRIRef, Unescape: unescapeIRIRef,
}

// Turtle is RDF Turtle.
var Turtle = &input.Entry{
	Name: "turtle", Aliases: []string{"ttl"}, Endings: []string{".ttl", ".turtle"}, FaultCode: input.CodeTurtle,
	Starts: []string{"@prefix ", "@base ", "prefix "}, Title: "Turtle", From: "turtle or trig",
	CommentStart: "#", Linked: true, ECHAR: true, Bases: true, UTF8: true, Data: rdfSyntax{},
	Open: newTurtleReader, Decode: decodeTurtle, Holds: input.Always, Declarable: isIRIRef, Escape: escapeIRIRef,
	Unescape: unescapeIRIRef,
}

// TriG is RDF TriG.
var TriG = &input.Entry{
	Name: "trig", Endings: []string{".trig"}, FaultCode: input.CodeTriG,
	CommentStart: "#", Linked: true, ECHAR: true, Bases: true, UTF8: true, Data: rdfSyntax{graphs: true},
	Open: newTurtleReader, Decode: decodeTurtle, Holds: input.Always, Declarable: isIRIRef, Escape: escapeIRIRef,
	Unescape: unescapeIRIRef,
}

// N3 is the part of N3 that is Turtle.
var N3 = &input.Entry{
	Name: "n3", Endings: []string{".n3"}, FaultCode: input.CodeTurtle,
	Data: rdfSyntax{warning: "N3 is read as Turtle, which is what the two have in common: formulas, " +
		"variables, paths and rules are reported as faults"},
	CommentStart: "#", Linked: true, ECHAR: true, Bases: true, UTF8: true,
	Open: newTurtleReader, Decode: decodeTurtle, Holds: input.Always, Declarable: isIRIRef, Escape: escapeIRIRef,
	Unescape: unescapeIRIRef,
}
