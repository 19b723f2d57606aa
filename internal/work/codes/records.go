package codes

import (
	"github.com/rfc3987/iri/internal/files/input"
	"github.com/rfc3987/iri/internal/verdict/report"
	"github.com/rfc3987/iri/internal/work/checks"
	"github.com/rfc3987/iri/internal/work/conversions"
	"github.com/rfc3987/iri/internal/work/job"
)

// ofRecords returns the entries of the codes for records that could not be read,
// checked or converted. The library does not have these codes because it gets strings,
// not records. Examples are lines of input.
func ofRecords() []report.Entry {
	return []report.Entry{
		{
			Code: input.CodeJSON, Command: "check --from json", Severity: report.Error, Section: "RFC 8259",
			Title: "a record of JSON is a string, or an object with a string, or an array of these",
			Text: "With --from json every line, or every value that goes over several lines, is a string, an object " +
				"whose member iri, or the members that --field names, are strings, or an array of these. " +
				"A member that is null or missing is skipped and counted. What is not JSON, or holds something else, " +
				"is reported, and the next record is read.",
			Mend: `correct the JSON at the place; jq -c . makes a line of each value`,
			Good: []string{`"http://example.org/"`, `{"iri": "http://example.org/", "rule": "IRI-reference"}`},
			Bad:  []string{`{"iri": "http://example.org/`, `[7]`, `{"iri": {"url": "http://example.org/"}}`},
		},
		{
			Code: input.CodeJSONLD, Command: "check --from jsonld", Severity: report.Error, Section: "JSON-LD 1.1 §3.1",
			Title: "a record of JSON-LD is JSON, and its contexts say what terms stand for",
			Text: "A file of JSON-LD has one value, several, or an array of them. One that is not JSON is reported " +
				"as a whole. Of a context it is reported if a term stands for what is neither an IRI nor has a " +
				"prefix or @vocab for it, " +
				"if the definition of a term needs itself, if a context is neither an object, nor the IRI of one, " +
				"nor null, and if contexts lie in each other more than 256 deep. The other IRIs are still checked.",
			Mend: "correct the context; a context that is the IRI of another document is not fetched, but --context " +
				"URL=FILE gives it",
			Good: []string{`{"@context": {"name": "http://schema.org/name"}, "@id": "http://e/", "name": "x"}`},
			Bad: []string{`{"@id": "http://e/"`, `{"@context": {"a": "b:c", "b": "a:d"}}`, `{"@context": {"a": "b"}}`,
				`{"@context": 7}`},
		},
		{
			Code: input.CodeNTriples, Command: "check --from ntriples", Severity: report.Error,
			Title: "a line of N-Triples is a statement",
			Text: "A statement is a subject, a predicate, an object and a full stop: IRIs between angle brackets, " +
				"blank nodes, literals and triple terms. The IRIs that could be read from a malformed line are still " +
				"checked.",
			Mend:    "correct the line by the grammar of N-Triples; perhaps the end of the file is missing",
			Section: "RDF 1.2 N-Triples §2",
			Good:    []string{`<http://e/s> <http://e/p> "o"@en .`, `_:b <http://e/p> <http://e/o> . # comment`},
			Bad:     []string{`<http://e/s> <http://e/p> "o"`, `<http://e/s> <http://e/p> .`},
		},
		{
			Code: input.CodeNQuads, Command: "check --from nquads", Severity: report.Error,
			Title: "a line of N-Quads is a statement, with or without the name of a graph",
			Text: "A statement is a subject, a predicate, an object, optionally the name of a graph, and a full " +
				"stop. The IRIs that could be read from a malformed line are still checked.",
			Mend:    "correct the line by the grammar of N-Quads; perhaps the end of the file is missing",
			Section: "RDF 1.2 N-Quads §2",
			Good:    []string{`<http://e/s> <http://e/p> "o" <http://e/g> .`},
			Bad:     []string{`<http://e/s> <http://e/p> "o" "g" .`, `<http://e/s> "p" <http://e/o> .`},
		},
		{
			Code: input.CodeTurtle, Command: "check --from turtle", Severity: report.Error,
			Title: "a file of Turtle follows the grammar",
			Text: "Statements are terms with a full stop after them; the message says what could have stood at " +
				"the place. Reading goes on at the next statement. The IRIs that could be read from a malformed " +
				"statement are still checked.",
			Mend: "correct the statement by the grammar of Turtle; often the full stop of the statement before is " +
				"missing",
			Section: "RDF 1.2 Turtle §6.5",
			Good:    []string{`@prefix ex: <http://e/> . ex:s a ex:C ; ex:p "o"@en , 1 .`},
			Bad:     []string{`<http://e/s> <http://e/p> .`, `<http://e/s> "p" <http://e/o> .`},
		},
		{
			Code: input.CodeSPARQL, Command: "check --from sparql", Severity: report.Error, Section: "SPARQL 1.1 §19.8",
			Title: "the IRIs, names, strings and declarations of a query follow the grammar",
			Text: "Of a query, the declarations PREFIX and BASE, IRIs, names with a prefix, strings and comments " +
				"are read, and nothing else is judged. Reading goes on after the fault.",
			Mend: "correct the place by the grammar of SPARQL; often a quote or a \">\" is missing",
			Good: []string{`PREFIX ex: <http://e/> ASK { ?s a ex:C ; ex:p/ex:q* "o"@en FILTER(?s < 1) }`},
			Bad:  []string{`ASK { <http://e/s> ?p "o }`, `PREFIX <http://e/> ASK {}`},
		},
		{
			Code: input.CodeYAML, Command: "check --from yaml", Severity: report.Error, Section: "YAML 1.2.2 §9",
			Title: "a document is YAML",
			Text: "The message is that of the parser, which says at most the line. Of the document those lines are " +
				"checked that are YAML by themselves; the next one begins after a line that starts with ---.",
			Mend: "correct the document; often a string with \": \" or \" #\" in it needs quotes",
			Good: []string{`url: http://example.org/`, `{url: "http://example.org/"}`},
			Bad:  []string{`url: [http://example.org/`, `note: a: b`},
		},
		{
			Code: input.CodeTriG, Command: "check --from trig", Severity: report.Error, Section: "RDF 1.2 TriG §4",
			Title: "a file of TriG follows the grammar",
			Text: "TriG is Turtle with graphs: the name of a graph, and its statements between braces. Reading goes " +
				"on at the next statement. The IRIs that could be read from a malformed statement are still checked.",
			Mend: "correct the statement by the grammar of TriG; often the full stop of the statement before, or " +
				"the brace of a graph, is missing",
			Good: []string{`<http://e/g> { <http://e/s> <http://e/p> "o" }`},
			Bad:  []string{`<http://e/g> { <http://e/s> <http://e/p> "o"`, `GRAPH { <http://e/s> <http://e/p> "o" }`},
		},
		{
			Code: input.CodePrefix, Command: "check --from turtle", Severity: report.Error,
			Title: "the prefix of a name is declared before the name",
			Text: "A name such as ex:item stands for an IRI only if a declaration before it says what ex: stands " +
				"for. The message has the declaration of prefixes that are well known.",
			Mend:    "write @prefix ex: <…> . before the statement",
			Section: "RDF 1.2 Turtle §2.4",
			Good:    []string{`@prefix ex: <http://e/> . ex:s ex:p ex:o .`},
			Bad:     []string{`ex:s ex:p ex:o .`},
		},
		{
			Code: input.CodeN3, Command: "check --from n3", Severity: report.Warning, Section: "iri check --help",
			Title: "N3 is read as Turtle",
			Text: "N3 is read as Turtle, which is the part that N3 and Turtle have in common. Formulas, variables, " +
				"paths and rules are reported as faults of syntax.",
			Mend: "convert the file to Turtle or N-Triples if it uses more of N3",
			Good: []string{`# only a comment`},
			Bad:  []string{`<http://e/s> a <http://e/C> .`},
		},
		{
			Code: input.CodeRDFXML, Command: "check --from rdfxml", Severity: report.Error,
			Title: "a document of RDF/XML follows the grammar of RDF",
			Text: "Elements for resources and elements for properties take turns, and only some names of the RDF " +
				"namespace can stand at each place. An IRI comes from the document alone: " +
				"entities that the document does not declare, and those in other files, are not read.",
			Mend:    "correct the element or the attribute that the message names",
			Section: "RDF 1.2 XML Syntax §7.2",
			Good: []string{`<rdf:RDF xmlns:rdf="http://www.w3.org/1999/02/22-rdf-syntax-ns#"><rdf:Description ` +
				`rdf:about="http://e/"/></rdf:RDF>`},
			Bad: []string{`<rdf:RDF xmlns:rdf="http://www.w3.org/1999/02/22-rdf-syntax-ns#"><rdf:Description ` +
				`rdf:ID="1"/></rdf:RDF>`},
		},
		{
			Code: input.CodeEntities, Command: "check --from rdfxml", Severity: report.Error, Section: "XML 1.0 §4.4",
			Title: "the entities of a document do not expand without bound",
			Text: "Entities that refer to each other can make a short document expand to gigabytes. All entities of " +
				"a document together may expand to 8 MiB, and may nest 16 deep.",
			Mend: "write the IRIs without entities; do not use a document whose entities you do not trust",
			Good: []string{`<!DOCTYPE r [<!ENTITY e "http://e/">]><rdf:RDF ` +
				`xmlns:rdf="http://www.w3.org/1999/02/22-rdf-syntax-ns#"><rdf:Description ` +
				`rdf:about="&e;x"/></rdf:RDF>`},
			Bad: []string{`<!DOCTYPE r [<!ENTITY e "&e;">]><rdf:RDF ` +
				`xmlns:rdf="http://www.w3.org/1999/02/22-rdf-syntax-ns#"><rdf:Description ` +
				`rdf:about="&e;x"/></rdf:RDF>`},
		},
		{
			Code: input.CodeCSV, Command: "check --from csv --column url", Severity: report.Error,
			Title: "a row of CSV has the column, and its quotes are closed",
			Text: "A field may be in double quotes, and a quote inside such a field is written twice. The column " +
				"is the one that --column names.",
			Mend:    `close the quote; write "" for a quote inside a field`,
			Section: "RFC 4180 §2",
			Good:    []string{"url\nhttp://example.org/", "url\n\"http://example.org/\""},
			Bad:     []string{"url\n\"http://example.org/", "url\n\"http://example.org/\" x"},
		},
		{
			Code: input.CodeTSV, Command: "check --from tsv --column 2", Severity: report.Error,
			Title:   "a row of TSV has the column",
			Text:    "Tabs separate the fields. The column is the one that --column names.",
			Mend:    "give every row as many fields as the first line has",
			Section: "IANA text/tab-separated-values",
			Good:    []string{"id\turl\n1\thttp://example.org/"},
			Bad:     []string{"id\turl\n1"},
		},
		{
			Code: input.CodeHTML, Command: "check --from html", Severity: report.Error, Section: "HTML §13.2.2",
			Title: "a page does not end inside a tag",
			Text: "HTML is read as browsers read it, and faults of syntax are not reported. But a page that ends " +
				"inside a tag was cut off there: what the tag holds is not checked.",
			Mend: "write the end of the tag; perhaps the end of the file is missing",
			Good: []string{`<a href="http://example.org/">x</a>`},
			Bad:  []string{`<a href="http://example.org/`},
		},
		{
			Code: input.CodeXML, Command: "check --from xml", Severity: report.Error, Section: "XML 1.0 §2.1",
			Title: "the document is well-formed XML",
			Text: "Reading goes on after a place at which a document is not well-formed: an end tag also ends the " +
				"elements in its own that have none, and one that ends no element is passed over. What follows a " +
				"comment or CDATA without an end is not checked.",
			Mend: "close the element; perhaps the end of the file is missing",
			Good: []string{"<urlset><url><loc>http://example.org/</loc></url></urlset>"},
			Bad:  []string{"<urlset><url><loc>http://example.org/</loc></url>"},
		},
		{
			Code: input.CodeMaxLine, Command: "check --max-line 30", Severity: report.Error,
			Title: "a line is not longer than --max-line",
			Text: "A line that is longer than the limit is not checked, so that a file without line ends does not " +
				"take all memory. " +
				"The base of a document and the IRI of a prefix may have 4096 bytes, because every name and every " +
				"relative reference stands for all of it again. " +
				"iri filter needs whole statements of Turtle and TriG, which for it may have 1048576 IRIs.",
			Mend:    "raise --max-line, or say with --from what the file holds",
			Section: "iri check --help",
			Good:    []string{"http://example.org/"},
			Bad:     []string{"http://example.org/much/too/long/for/it"},
		},
		{
			Code: input.CodeTooLong, Command: "check --max-iri 30", Severity: report.Error, Section: "iri check --help",
			Title: "an IRI is not longer than --max-iri",
			Text: "An IRI that is longer than the limit, 16 MiB unless --max-iri says otherwise, is not checked, and " +
				"the file is read on. " +
				"Its bytes are counted without the escapes of the format; a name with a prefix counts as what it " +
				"stands for. Pictures in data URLs are shorter.",
			Mend: "raise --max-iri, or say with --from what the file holds",
			Good: []string{"http://example.org/"},
			Bad:  []string{"http://example.org/much/too/long/for/it"},
		},
		{
			Code: checks.CodeIgnore, Command: "check --from ntriples", Severity: report.Warning,
			Title: "a comment iri-ignore ignores a finding",
			Text: "A comment with iri-ignore, codes and, after a colon, a reason says that findings with these codes " +
				"are meant: in the next line if the comment stands alone, or else in its own line. " +
				"iri-ignore-file is for all that follows in the file. bidi, pct and suspicious stand for all codes " +
				"that begin so, all for every code. What looks like a comment in a literal, an attribute, a script " +
				"or code is not one, nor what follows a fault of syntax in the same statement. A comment that " +
				"ignores nothing, names an unknown code or gives no reason is reported, because it hides nothing or " +
				"will hide something else.",
			Section: "iri check --help",
			Mend: "take the comment out, or correct it: # iri-ignore CODE, CODE: WHY, in HTML and XML <!-- " +
				"iri-ignore CODE: WHY -->",
			Good: []string{`<http://e/s> <http://e/p> "o" . # a comment`},
			Bad:  []string{`<http://e/s> <http://e/p> "o" . # iri-ignore port: the port is right`},
		},
		{
			Code: job.CodeRule, Command: "check --from json", Severity: report.Error, Section: "iri check --help",
			Title: "a record names a rule of the grammar",
			Text: "With --from json a record may name the rule that it is checked against. The grammar that --spec " +
				"or --grammar names has no such rule.",
			Mend: "choose one of the rules that iri grammar list shows",
			Good: []string{`{"iri": "80", "rule": "port"}`},
			Bad:  []string{`{"iri": "80", "rule": "prot"}`},
		},
		{
			Code: job.CodeUnwantedScheme, Command: "filter --reasons json --rejects - --scheme http,https",
			Severity: report.Error,
			Title:    "a filter keeps some schemes",
			Text: "The IRI conforms, and its scheme is not one of those that --scheme names. A relative reference " +
				"has the scheme of its base.",
			Mend:    "add the scheme to --scheme, or leave the flag out",
			Section: "iri filter --help",
			Good:    []string{"http://example.org/", "HTTPS://example.org/"},
			Bad:     []string{"mailto:me@example.org"},
		},
		{
			Code: job.CodeUnwantedHost, Command: "filter --reasons json --rejects - --host example.org",
			Severity: report.Error,
			Title:    "a filter keeps some hosts",
			Text: "The IRI conforms, and its host is not one of those that --host names, nor below one of them. A " +
				"relative reference has the host of its base.",
			Mend:    "add the host to --host, or leave the flag out",
			Section: "iri filter --help",
			Good:    []string{"http://example.org/", "http://www.EXAMPLE.org/"},
			Bad:     []string{"http://example.com/", "mailto:me@example.org"},
		},
		{
			Code: report.CodeBudget, Command: "check --grammar FILE.abnf", Severity: report.Error,
			Title: "a string can be read by a rule that refers to itself within a limit",
			Text: "All ways to read the string by the rule are followed at once. They take about ten steps for each " +
				"character of everyday grammars, and the square or the cube of the length where a rule is ambiguous " +
				"in each part of the string. " +
				"The limits are 64 million steps, about a second, and 64 more for each byte, and 768 MiB. Beyond " +
				"them it is not known if the string conforms, so it does not; the message says how far it was read. " +
				"Other strings are checked.",
			Mend: "make the rule less ambiguous: iri parse --all shows where two readings of a short string part; " +
				"or name a smaller rule with --rule",
			Section: "iri grammar check --help",
		},
		{
			Code: conversions.CodeConversion, Command: "compare", Severity: report.Error, Section: "iri compare --help",
			Title: "a conversion has a result",
			Text: "The message says why: a record has only one IRI and a comparison needs two; a rule does not name " +
				"a whole reference, so that what it matches has no components; " +
				"the result would not conform to a grammar that was read with --grammar.",
			Mend: "correct the record, or choose another rule",
			Good: []string{"http://example.org/ HTTP://example.org/", `a:b a:c`},
			Bad:  []string{"http://example.org/"},
		},
	}
}
