package input

// The formats of RDF that have no markup.

// NTriples is RDF N-Triples: see [Options.RDF11].
var NTriples = &format{
	name: "ntriples", aliases: []string{"nt", "ntriples-1.1"}, endings: []string{".nt", ".ntriples"}, code: CodeNTriples,
	comment: "#", indented: true, linked: true, utf8: true, anyLine: true, own: rdfSyntax{},
	decode: decodeNTriples, escape: escapeIRIRef, unescape: unescapeIRIRef,
}

// NQuads is RDF N-Quads: see [Options.RDF11].
var NQuads = &format{
	name: "nquads", aliases: []string{"nq", "nquads-1.1"}, endings: []string{".nq", ".nquads"}, code: CodeNQuads,
	comment: "#", indented: true, linked: true, utf8: true, anyLine: true, own: rdfSyntax{graphs: true},
	decode: decodeNTriples, escape: escapeIRIRef, unescape: unescapeIRIRef,
}

// Turtle is RDF Turtle.
var Turtle = &format{
	name: "turtle", aliases: []string{"ttl"}, endings: []string{".ttl", ".turtle"}, code: CodeTurtle,
	starts: []string{"@prefix ", "@base ", "prefix "}, title: "Turtle", from: "turtle or trig",
	comment: "#", linked: true, hasBase: true, utf8: true, own: rdfSyntax{},
	open: newTurtleReader, decode: decodeTurtle, holds: always, declarable: isIRIRef, escape: escapeIRIRef, unescape: unescapeIRIRef,
}

// TriG is RDF TriG.
var TriG = &format{
	name: "trig", endings: []string{".trig"}, code: CodeTriG,
	comment: "#", linked: true, hasBase: true, utf8: true, own: rdfSyntax{graphs: true},
	open: newTurtleReader, decode: decodeTurtle, holds: always, declarable: isIRIRef, escape: escapeIRIRef, unescape: unescapeIRIRef,
}

// N3 is the part of N3 that is Turtle.
var N3 = &format{
	name: "n3", endings: []string{".n3"}, code: CodeTurtle,
	own:     rdfSyntax{warning: "N3 is read as Turtle, which is what the two have in common: formulas, variables, paths and rules are reported as faults"},
	comment: "#", linked: true, hasBase: true, utf8: true,
	open: newTurtleReader, decode: decodeTurtle, holds: always, declarable: isIRIRef, escape: escapeIRIRef, unescape: unescapeIRIRef,
}
