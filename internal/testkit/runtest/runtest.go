// Package runtest is for tests of programs that run over files: the command and the pipeline
// for Beam. It has a grammar whose default rule is not its rule for references, files in each
// format, and what becomes of them. It must not know how the programs are called.
package runtest

import "strings"

// Grammar is a grammar whose default rule, for strings, and whose rule for references match
// different strings. What skips a check by one rule where the other decides is found with it.
const Grammar = `; top: a
; reference: r
a = *%x21-7E
r = "x"
`

// Texts are the strings of the files: both rules of [Grammar] match the first one, the default
// rule alone the second one, and none the third one.
func Texts() []string { return []string{"x", "y", "é"} }

// A Format is a format of files.
type Format struct {
	Name      string // as --from has it
	before    string // what stands before the text in a file of the format
	after     string
	reference bool // the text is a reference
	document  bool // files have no lines, and so no records that a filter could separate
}

// Formats returns the formats, each with a place for a string.
func Formats() []Format {
	return []Format{
		{"lines", "", "\n", false, false},
		{"null", "", "\x00", false, false},
		{"json", `{"iri":"`, "\"}\n", false, false},
		{"json", `{"base":"x","iri":"`, "\"}\n", true, false},
		{"json", "[\n{\n\"iri\":\n\"", "\"\n}\n]\n", false, false},
		{"jsonld", "{\n\"@id\": \"", "\"\n}\n", true, false},
		{"csv", "", ",1\n", false, false},
		{"csv", `"`, "\";1\n", false, false},
		{"tsv", "", "\t1\n", false, false},
		{"tsv", `"`, "\"\t\"1\t2\"\n", false, false},
		{"ntriples", "<", "> <x> <x> .\n", false, false},
		{"nquads", "<x> <x> <x> <", "> .\n", false, false},
		{"turtle", "<", "> <x> <x> .\n", true, false},
		{"trig", "{ <", "> <x> <x> . }\n", true, false},
		{"n3", "<", "> <x> <x> .\n", true, false},
		{"text", "[link](", ")\n", true, false},
		{"markdown", "[link](", ")\n", true, true},
		{"yaml", "url: ", "\n", true, true},
		{"html", `<a href="`, `">`, true, true},
		{"xml", `<a href="`, `"/>`, true, true},
		{"rdfxml", `<rdf:RDF xmlns:rdf="http://www.w3.org/1999/02/22-rdf-syntax-ns#"><rdf:Description rdf:about="`, `"/></rdf:RDF>`, true, true},
	}
}

// File returns a file of the format that holds a text.
func (f Format) File(text string) string { return f.before + text + f.after }

// A Run is what is done with a file.
type Run string

// The runs.
const (
	Check   Run = "check"
	Filter  Run = "filter"
	Fix     Run = "fix"
	Convert Run = "convert"
)

// Status returns the exit status of a run over a file that holds a text: 0 if all is well, 1 if
// not, and 2 if the format has no such run. N3 has a warning in any case.
func (f Format) Status(run Run, text string) int {
	good := text != "é"
	switch {
	case run == Filter && f.document:
		return 2
	case run == Convert, f.reference: // conversions are of references in any case
		good = text == "x"
	}
	// A conversion also sees the namespace, which the rule for references does not match.
	if !good || run == Convert && strings.Contains(f.before, "http:") {
		return 1
	}
	return 0
}
