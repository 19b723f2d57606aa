package input

// Lines has one string a line.
var Lines = &format{
	name: "lines", endings: []string{".txt", ".list", ".lst", ".urls", ".uris", ".iris"},
	plain: true, list: true, anyLine: true, decode: decodeLines,
}

// Null has strings with a NUL after each.
var Null = &format{name: "null", nul: true, plain: true, list: true, decode: decodeLines}

func init() {
	Formats = []Format{Lines, Null, JSON, JSONLD, NTriples, NQuads, CSV, TSV, HTML, XML, Turtle, TriG, N3, Text, Markdown, YAML, RDFXML}
}
