package input

// The formats.
var (
	// Lines has one string a line.
	Lines = &format{
		name: "lines", endings: []string{".txt", ".list", ".lst", ".urls", ".uris", ".iris"},
		plain: true, list: true, anyLine: true, decode: decodeLines,
	}
	// Null has strings with a NUL after each.
	Null = &format{name: "null", nul: true, plain: true, list: true, decode: decodeLines}
	// JSON is JSON Lines, and JSON on several lines: strings and objects.
	JSON = &format{
		name: "json", aliases: []string{"jsonl"}, endings: []string{".jsonl", ".json", ".ndjson", ".ldjson"}, code: CodeJSON,
		list: true, indented: true, nested: true, hasBase: true, utf8: true, anyLine: true, members: true,
		other: ldInside, startsAtLines: startsAtLines, cut: newJSONCutter, decode: decodeJSON, holds: always, escape: escapeJSON, unescape: unescapeJSON,
	}
	// JSONLD is JSON-LD: records are those of JSON.
	JSONLD = &format{
		name: "jsonld", aliases: []string{"json-ld"}, endings: []string{".jsonld", ".ndjsonld"}, code: CodeJSONLD,
		indented: true, nested: true, linked: true, hasBase: true, utf8: true, anyLine: true,
		shows: hasContext, why: "it has an @context, so it is JSON-LD", from: "jsonld",
		startsAtLines: startsAtLines, cut: newJSONCutter, decode: decodeJSONLD, holds: holdsInContext, escape: escapeJSON, unescape: unescapeJSON,
	}
	// NTriples is RDF N-Triples: see [Options.RDF11].
	NTriples = &format{
		name: "ntriples", aliases: []string{"nt", "ntriples-1.1"}, endings: []string{".nt", ".ntriples"}, code: CodeNTriples,
		comment: "#", indented: true, linked: true, utf8: true, anyLine: true, own: rdfSyntax{},
		decode: decodeNTriples, escape: escapeIRIRef, unescape: unescapeIRIRef,
	}
	// NQuads is RDF N-Quads: see [Options.RDF11].
	NQuads = &format{
		name: "nquads", aliases: []string{"nq", "nquads-1.1"}, endings: []string{".nq", ".nquads"}, code: CodeNQuads,
		comment: "#", indented: true, linked: true, utf8: true, anyLine: true, own: rdfSyntax{graphs: true},
		decode: decodeNTriples, escape: escapeIRIRef, unescape: unescapeIRIRef,
	}
	// CSV is that of RFC 4180.
	CSV = &format{
		name: "csv", endings: []string{".csv"}, code: CodeCSV, list: true, table: true, own: dialect{delimiter: ',', quotes: true},
		cut: newTableCutter, decode: decodeTable,
	}
	// TSV has tab-separated values, as IANA has them or as spreadsheets write them.
	TSV = &format{
		name: "tsv", endings: []string{".tsv", ".tab"}, code: CodeTSV, list: true, table: true, own: dialect{delimiter: '\t'},
		cut: newTableCutter, decode: decodeTable,
	}
	// HTML has URLs in attributes.
	HTML = &format{
		name: "html", endings: []string{".html", ".htm", ".xhtml"}, code: CodeHTML,
		starts: []string{"<!doctype html", "<html"}, title: "HTML", from: "html", hasBase: true, document: true, web: true, comment: "<!--", holds: holdsInPage,
		open: newHTMLReader, decode: decodeDocument, escape: escapeMarkup, unescape: unescapeAttribute,
	}
	// XML is a sitemap, a feed or any other XML.
	XML = &format{
		name: "xml", listed: "sitemap", endings: []string{".xml", ".rss", ".atom", ".svg", ".xsd", ".tei", ".dbk", ".docbook"}, code: CodeXML,
		starts: []string{"<?xml"}, title: "XML", from: "xml", hasBase: true, document: true, comment: "<!--",
		other: rdfInside, holds: holdsInXML, open: newXMLReader, decode: decodeDocument, escape: escapeMarkup, unescape: unescapeXML,
	}
	// Turtle is RDF Turtle.
	Turtle = &format{
		name: "turtle", aliases: []string{"ttl"}, endings: []string{".ttl", ".turtle"}, code: CodeTurtle,
		starts: []string{"@prefix ", "@base ", "prefix "}, title: "Turtle", from: "turtle or trig",
		comment: "#", linked: true, hasBase: true, utf8: true, own: rdfSyntax{},
		open: newTurtleReader, decode: decodeTurtle, holds: always, escape: escapeIRIRef, unescape: unescapeIRIRef,
	}
	// TriG is RDF TriG.
	TriG = &format{
		name: "trig", endings: []string{".trig"}, code: CodeTriG,
		comment: "#", linked: true, hasBase: true, utf8: true, own: rdfSyntax{graphs: true},
		open: newTurtleReader, decode: decodeTurtle, holds: always, escape: escapeIRIRef, unescape: unescapeIRIRef,
	}
	// N3 is the part of N3 that is Turtle.
	N3 = &format{
		name: "n3", endings: []string{".n3"}, code: CodeTurtle,
		own:     rdfSyntax{warning: "N3 is read as Turtle, which is what the two have in common: formulas, variables, paths and rules are reported as faults"},
		comment: "#", linked: true, hasBase: true, utf8: true,
		open: newTurtleReader, decode: decodeTurtle, holds: always, escape: escapeIRIRef, unescape: unescapeIRIRef,
	}
	// Text is text for people with IRIs in it.
	Text = &format{
		name:  "text",
		noNUL: true, prose: true, needsScheme: needsScheme, decode: decodeText,
	}
	// Markdown is CommonMark, with bare IRIs.
	Markdown = &format{
		name: "markdown", aliases: []string{"md"}, endings: []string{".md", ".markdown"}, document: true, comment: "<!--", noNUL: true,
		needsScheme: needsScheme, holds: holdsInPage, open: newMarkdownReader, decode: decodeDocument, escape: escapeMarkup, unescape: unescapeAttribute,
	}
	// YAML has IRIs in strings.
	YAML = &format{
		name: "yaml", aliases: []string{"yml"}, endings: []string{".yaml", ".yml"}, code: CodeYAML, document: true, comment: "#", noNUL: true, members: true,
		open: newYAMLReader, decode: decodeDocument,
	}
	// RDFXML is RDF/XML, also that of OWL.
	RDFXML = &format{
		name: "rdfxml", aliases: []string{"rdf", "owl"}, endings: []string{".rdf", ".owl"}, code: CodeRDFXML,
		starts: []string{"<rdf:RDF"}, title: "RDF/XML", from: "rdfxml",
		linked: true, hasBase: true, document: true, comment: "<!--", holds: always,
		open: newRDFXMLReader, decode: decodeDocument, escape: escapeMarkup, unescape: unescapeXML,
	}
)

// formats holds all of them, in the order in which they are listed.
var formats = []Format{Lines, Null, JSON, JSONLD, NTriples, NQuads, CSV, TSV, HTML, XML, Turtle, TriG, N3, Text, Markdown, YAML, RDFXML}
