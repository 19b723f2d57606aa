// Package runtest is for tests of programs that run over files: the command and the pipeline
// for Beam. It has a grammar whose default rule is not its rule for references, and files in each
// format with their results. It must not know how the programs are called.
package runtest

import "strings"

// Grammar is a grammar whose default rule, for strings, and whose rule for references match
// different strings. With it, tests find a check by the wrong one of these rules.
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
	before    string // the start of a file of the format, before the text
	after     string
	reference bool // the text is a reference
	document  bool // files have no lines, and so no items that a filter could separate
	How       How
}

// How has the options of a format whose files cannot be read without.
type How struct{ Column, Delimiter, Split, Charset string }

// Flags returns the flags that say how the files are written.
func (f Format) Flags() []string {
	flags := []string{"--from", f.Name}
	for _, x := range [][2]string{{"--column", f.How.Column}, {"--delimiter", f.How.Delimiter}, {"--split", f.How.Split},
		{"--charset", f.How.Charset}} {
		if x[1] != "" {
			flags = append(flags, x[0], x[1])
		}
	}
	return flags
}

// Formats returns the formats, each with a place for a string.
func Formats() []Format {
	return []Format{
		{"lines", "", "\n", false, false, How{}},
		{"null", "", "\x00", false, false, How{}},
		{"json", `{"iri":"`, "\"}\n", false, false, How{}},
		{"json", `{"base":"x","iri":"`, "\"}\n", true, false, How{}},
		{"json", "[\n{\n\"iri\":\n\"", "\"\n}\n]\n", false, true, How{}},
		{"jsonld", "{\n\"@id\": \"", "\"\n}\n", true, false, How{}},
		{"csv", "", ",1\n", false, false, How{Column: "1"}},
		{"csv", `"`, "\";1\n", false, false, How{Column: "1"}},
		{"tsv", "", "\t1\n", false, false, How{Column: "1"}},
		{"tsv", `"`, "\"\t\"1\t2\"\n", false, false, How{Column: "1"}},
		{"csv", "", "!1\n", false, false, How{Column: "1", Delimiter: "!"}},
		{"tsv", "x;", "\t1\n", false, false, How{Column: "1", Split: ";"}},
		{"csv", "x ", ",1\n", false, false, How{Column: "1", Delimiter: "comma", Split: " "}},
		{"csv", "", ",1\n", false, false, How{Column: "1", Charset: "windows-1252"}},
		{"html", `<a href="`, `">`, true, true, How{Charset: "windows-1252"}},
		{"xml", `<a href="`, `"/>`, true, true, How{Charset: "utf-8"}},
		{"xml", `<a href="x `, `"/>`, true, true, How{Split: " "}},
		{"ntriples", "<", "> <x> <x> .\n", false, false, How{}},
		{"nquads", "<x> <x> <x> <", "> .\n", false, false, How{}},
		{"turtle", "<", "> <x> <x> .\n", true, false, How{}},
		{"trig", "{ <", "> <x> <x> . }\n", true, false, How{}},
		{"sparql", "ASK { <", "> <x> <x> }\n", true, true, How{}},
		{"owl", "Ontology(<", "> <x> <x>)\n", true, true, How{}},
		{"n3", "<", "> <x> <x> .\n", true, false, How{}},
		{"text", "[link](", ")\n", true, false, How{}},
		{"markdown", "[link](", ")\n", true, true, How{}},
		{"yaml", "$id: ", "\n", true, true, How{}},
		{"html", `<a href="`, `">`, true, true, How{}},
		{"xml", `<a href="`, `"/>`, true, true, How{}},
		{"rdfxml", `<rdf:RDF xmlns:rdf="http://www.w3.org/1999/02/22-rdf-syntax-ns#"><rdf:Description rdf:about="`,
			`"/></rdf:RDF>`, true, true, How{}},
	}
}

// File returns a file of the format that holds a text.
func (f Format) File(text string) string {
	if f.How.Charset == "windows-1252" {
		text = strings.ReplaceAll(text, "é", "\xe9")
	}
	return f.before + text + f.after
}

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
