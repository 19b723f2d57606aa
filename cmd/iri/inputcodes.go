package main

import (
	"github.com/rfc3987/iri"
	"github.com/rfc3987/iri/internal/input"
	"github.com/rfc3987/iri/internal/work"
)

// inputCodes returns the entries of the codes for records that could not be read,
// checked or converted. The library does not have these codes because it gets strings,
// not records. Examples are lines of input.
func inputCodes() []iri.CodeInfo {
	return []iri.CodeInfo{
		{
			Command:  "check --from json",
			Code:     input.CodeJSON,
			Severity: iri.Error,
			Title:    "a line of JSON Lines is a string, or an object with a string, or an array of these",
			Text: "With --from json every line is one JSON value: a string, an object whose member iri, or the members that --field names, are strings, or an array of these. " +
				"A member that is null or missing is skipped and counted. A line that is not JSON, or that holds something else, is reported, and the next one is read.",
			Mend:    `write one value on each line; jq -c . makes lines of values on several lines`,
			Section: "RFC 8259",
			Good:    []string{`"http://example.org/"`, `{"iri": "http://example.org/", "rule": "IRI-reference"}`},
			Bad:     []string{`{"iri": "http://example.org/`, `[7]`, `{"iri": {"url": "http://example.org/"}}`},
		},
		{
			Command:  "check --from ntriples",
			Code:     input.CodeNTriples,
			Severity: iri.Error,
			Title:    "a line of N-Triples is a statement",
			Text:     "A statement is a subject, a predicate, an object and a full stop: IRIs between angle brackets, blank nodes, literals and triple terms. The IRIs that could be read from a malformed line are still checked.",
			Mend:     "correct the line by the grammar of N-Triples; perhaps the end of the file is missing",
			Section:  "RDF 1.2 N-Triples §2",
			Good:     []string{`<http://e/s> <http://e/p> "o"@en .`, `_:b <http://e/p> <http://e/o> . # comment`},
			Bad:      []string{`<http://e/s> <http://e/p> "o"`, `<http://e/s> <http://e/p> .`},
		},
		{
			Command:  "check --from nquads",
			Code:     input.CodeNQuads,
			Severity: iri.Error,
			Title:    "a line of N-Quads is a statement, with or without the name of a graph",
			Text:     "A statement is a subject, a predicate, an object, optionally the name of a graph, and a full stop. The IRIs that could be read from a malformed line are still checked.",
			Mend:     "correct the line by the grammar of N-Quads; perhaps the end of the file is missing",
			Section:  "RDF 1.2 N-Quads §2",
			Good:     []string{`<http://e/s> <http://e/p> "o" <http://e/g> .`},
			Bad:      []string{`<http://e/s> <http://e/p> "o" "g" .`, `<http://e/s> "p" <http://e/o> .`},
		},
		{
			Command:  "check --from turtle",
			Code:     input.CodeTurtle,
			Severity: iri.Error,
			Title:    "a file of Turtle follows the grammar",
			Text:     "Statements are terms with a full stop after them; the message says what could have stood at the place. Reading goes on at the next statement. The IRIs that could be read from a malformed statement are still checked.",
			Mend:     "correct the statement by the grammar of Turtle; often the full stop of the statement before is missing",
			Section:  "RDF 1.2 Turtle §6.5",
			Good:     []string{`@prefix ex: <http://e/> . ex:s a ex:C ; ex:p "o"@en , 1 .`},
			Bad:      []string{`<http://e/s> <http://e/p> .`, `<http://e/s> "p" <http://e/o> .`},
		},
		{
			Command:  "check --from trig",
			Code:     input.CodeTriG,
			Severity: iri.Error,
			Title:    "a file of TriG follows the grammar",
			Text:     "TriG is Turtle with graphs: the name of a graph, and its statements between braces. Reading goes on at the next statement. The IRIs that could be read from a malformed statement are still checked.",
			Mend:     "correct the statement by the grammar of TriG; often the full stop of the statement before, or the brace of a graph, is missing",
			Section:  "RDF 1.2 TriG §4",
			Good:     []string{`<http://e/g> { <http://e/s> <http://e/p> "o" }`},
			Bad:      []string{`<http://e/g> { <http://e/s> <http://e/p> "o"`, `GRAPH { <http://e/s> <http://e/p> "o" }`},
		},
		{
			Command:  "check --from turtle",
			Code:     input.CodePrefix,
			Severity: iri.Error,
			Title:    "the prefix of a name is declared before the name",
			Text:     "A name such as ex:item stands for an IRI only if a declaration before it says what ex: stands for. The message has the declaration of prefixes that are well known.",
			Mend:     "write @prefix ex: <…> . before the statement",
			Section:  "RDF 1.2 Turtle §2.4",
			Good:     []string{`@prefix ex: <http://e/> . ex:s ex:p ex:o .`},
			Bad:      []string{`ex:s ex:p ex:o .`},
		},
		{
			Command:  "check --from n3",
			Code:     input.CodeN3,
			Severity: iri.Warning,
			Title:    "N3 is read as Turtle",
			Text:     "N3 is read as Turtle, which is the part that N3 and Turtle have in common. Formulas, variables, paths and rules are reported as faults of syntax.",
			Mend:     "convert the file to Turtle or N-Triples if it uses more of N3",
			Section:  "iri check --help",
			Good:     []string{`# only a comment`},
			Bad:      []string{`<http://e/s> a <http://e/C> .`},
		},
		{
			Command:  "check --from rdfxml",
			Code:     input.CodeRDFXML,
			Severity: iri.Error,
			Title:    "a document of RDF/XML follows the grammar of RDF",
			Text: "Elements for resources and elements for properties take turns, and only some names of the RDF namespace can stand at each place. An IRI comes from the document alone: " +
				"entities that the document does not declare, and those in other files, are not read.",
			Mend:    "correct the element or the attribute that the message names",
			Section: "RDF 1.2 XML Syntax §7.2",
			Good:    []string{`<rdf:RDF xmlns:rdf="http://www.w3.org/1999/02/22-rdf-syntax-ns#"><rdf:Description rdf:about="http://e/"/></rdf:RDF>`},
			Bad:     []string{`<rdf:RDF xmlns:rdf="http://www.w3.org/1999/02/22-rdf-syntax-ns#"><rdf:Description rdf:ID="1"/></rdf:RDF>`},
		},
		{
			Command:  "check --from rdfxml",
			Code:     input.CodeEntities,
			Severity: iri.Error,
			Title:    "the entities of a document do not expand without bound",
			Text:     "Entities that refer to each other can make a short document expand to gigabytes. All entities of a document together may expand to 8 MiB, and may nest 16 deep.",
			Mend:     "write the IRIs without entities; do not use a document whose entities you do not trust",
			Section:  "XML 1.0 §4.4",
			Good:     []string{`<!DOCTYPE r [<!ENTITY e "http://e/">]><rdf:RDF xmlns:rdf="http://www.w3.org/1999/02/22-rdf-syntax-ns#"><rdf:Description rdf:about="&e;x"/></rdf:RDF>`},
			Bad:      []string{`<!DOCTYPE r [<!ENTITY e "&e;">]><rdf:RDF xmlns:rdf="http://www.w3.org/1999/02/22-rdf-syntax-ns#"><rdf:Description rdf:about="&e;x"/></rdf:RDF>`},
		},
		{
			Command:  "check --from csv --column url",
			Code:     input.CodeCSV,
			Severity: iri.Error,
			Title:    "a row of CSV has the column, and its quotes are closed",
			Text:     "A field may be in double quotes, and a quote inside such a field is written twice. The column is the one that --column names.",
			Mend:     `close the quote; write "" for a quote inside a field`,
			Section:  "RFC 4180 §2",
			Good:     []string{"url\nhttp://example.org/", "url\n\"http://example.org/\""},
			Bad:      []string{"url\n\"http://example.org/", "url\n\"http://example.org/\" x"},
		},
		{
			Command:  "check --from tsv --column 2",
			Code:     input.CodeTSV,
			Severity: iri.Error,
			Title:    "a row of TSV has the column",
			Text:     "Tabs separate the fields. The column is the one that --column names.",
			Mend:     "give every row as many fields as the first line has",
			Section:  "IANA text/tab-separated-values",
			Good:     []string{"id\turl\n1\thttp://example.org/"},
			Bad:      []string{"id\turl\n1"},
		},
		{
			Command:  "check --from html",
			Code:     input.CodeHTML,
			Severity: iri.Error,
			Title:    "a page does not end inside a tag",
			Text:     "HTML is read as browsers read it, and faults of syntax are not reported. But a page that ends inside a tag was cut off there: what the tag holds is not checked.",
			Mend:     "write the end of the tag; perhaps the end of the file is missing",
			Section:  "HTML §13.2.2",
			Good:     []string{`<a href="http://example.org/">x</a>`},
			Bad:      []string{`<a href="http://example.org/`},
		},
		{
			Command:  "check --from xml",
			Code:     input.CodeXML,
			Severity: iri.Error,
			Title:    "the document is well-formed XML",
			Text:     "A sitemap, or any other XML, is read up to the first place at which it is not well-formed; what follows is not checked.",
			Mend:     "close the element; perhaps the end of the file is missing",
			Section:  "XML 1.0 §2.1",
			Good:     []string{"<urlset><url><loc>http://example.org/</loc></url></urlset>"},
			Bad:      []string{"<urlset><url><loc>http://example.org/</loc></url>"},
		},
		{
			Command:  "check --max-line 30",
			Code:     input.CodeMaxLine,
			Severity: iri.Error,
			Title:    "a line is not longer than --max-line",
			Text: "A line that is longer than the limit is not checked, so that a file without line ends does not take all memory. " +
				"The base of a document and the IRI of a prefix may have 4096 bytes, because every name and every relative reference stands for all of it again. " +
				"iri filter needs whole statements of Turtle and TriG, which for it may have 1048576 IRIs.",
			Mend:    "raise --max-line, or say with --from what the file holds",
			Section: "iri check --help",
			Good:    []string{"http://example.org/"},
			Bad:     []string{"http://example.org/much/too/long/for/it"},
		},
		{
			Command:  "check --max-iri 30",
			Code:     input.CodeTooLong,
			Severity: iri.Error,
			Title:    "an IRI is not longer than --max-iri",
			Text: "An IRI that is longer than the limit, 16 MiB unless --max-iri says otherwise, is not checked, and the file is read on. " +
				"Its bytes are counted without the escapes of the format; a name with a prefix counts as what it stands for. Pictures in data URLs are shorter.",
			Mend:    "raise --max-iri, or say with --from what the file holds",
			Section: "iri check --help",
			Good:    []string{"http://example.org/"},
			Bad:     []string{"http://example.org/much/too/long/for/it"},
		},
		{
			Command:  "check --from json",
			Code:     work.CodeRule,
			Severity: iri.Error,
			Title:    "a record names a rule of the grammar",
			Text:     "With --from json a record may name the rule that it is checked against. The grammar that --spec or --grammar names has no such rule.",
			Mend:     "choose one of the rules that iri grammar list shows",
			Section:  "iri check --help",
			Good:     []string{`{"iri": "80", "rule": "port"}`},
			Bad:      []string{`{"iri": "80", "rule": "prot"}`},
		},
		{
			Command:  "compare",
			Code:     work.CodeConversion,
			Severity: iri.Error,
			Title:    "a conversion has a result",
			Text: "The message says why: a record has only one IRI and a comparison needs two; a rule does not name a whole reference, so that what it matches has no components; " +
				"the result would not conform to a grammar that was read with --grammar.",
			Mend:    "correct the record, or choose another rule",
			Section: "iri compare --help",
			Good:    []string{"http://example.org/ HTTP://example.org/", `a:b a:c`},
			Bad:     []string{"http://example.org/"},
		},
	}
}

// allCodes returns the entries of all codes: those of the library, then those of the
// command.
func allCodes() []iri.CodeInfo { return append(findingCodes(), checkCodes()...) }

// findingCodes returns the entries of the codes of findings in inputs.
func findingCodes() []iri.CodeInfo { return append(iri.Codes(), inputCodes()...) }

// lookupCode returns the entry of a code of the library or the command.
func lookupCode(c iri.Code) (iri.CodeInfo, bool) {
	if info, ok := iri.LookupCode(c); ok {
		return info, true
	}
	for _, info := range append(inputCodes(), checkCodes()...) {
		if info.Code == c {
			return info, true
		}
	}
	return iri.CodeInfo{}, false
}
