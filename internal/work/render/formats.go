package render

import (
	"slices"

	"github.com/rfc3987/iri/internal/verdict/finding"
	"github.com/rfc3987/iri/internal/work/summary"
)

// The names of formats that commands ask for.
const (
	FormatText  = "text"
	FormatShort = "short" // a line for each finding
	FormatJSON  = "json"
	FormatTSV   = "tsv" // for conversions: the text, a tab, the result
)

// A Format is a format of findings.
type Format struct {
	Name      string
	Separator byte // written before each finding; 0 for none
	IsReport  bool // the output is one report, with the worst findings first: see [Worst]
	AtEnd     bool // the report can be written only as a whole

	writer func(o writerOptions) Writer // makes the writer; nil for JSON
}

// writerOptions are the arguments of the functions that make writers.
type writerOptions struct {
	style   Style
	version string // of the program
	codes   func() []finding.Entry
	spec    func() *summary.Spec // reads the grammars and returns the spec
}

// formats are all formats of findings.
var formats = []Format{
	{Name: FormatText, Separator: '\n', writer: func(o writerOptions) Writer {
		return Text{Style: o.style}
	}},
	{Name: FormatShort, writer: func(writerOptions) Writer { return Short{} }},
	{Name: FormatJSON},
	{Name: "sarif", Separator: ',', IsReport: true,
		writer: func(o writerOptions) Writer { return newSARIF(o.version, o.codes(), o.spec()) }},
	{Name: "github", writer: func(writerOptions) Writer { return GitHub{} }},
	{Name: "junit", IsReport: true, AtEnd: true, writer: func(writerOptions) Writer { return JUnit{} }},
	{Name: "gitlab", IsReport: true, AtEnd: true, writer: func(writerOptions) Writer { return GitLab{} }},
}

// Formats returns the names of the formats, the default first. Unless atEnd is set, it leaves out those that can be
// written only at the end of a run.
func Formats(atEnd bool) (names []string) {
	for _, f := range formats {
		if atEnd || !f.AtEnd {
			names = append(names, f.Name)
		}
	}
	return names
}

// formatOf returns the format with a name, which is one of [Formats].
func formatOf(name string) Format {
	return formats[slices.IndexFunc(formats, func(f Format) bool { return f.Name == name })]
}
