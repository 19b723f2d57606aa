package option

import (
	"cmp"
	"reflect"
	"slices"

	"github.com/rfc3987/iri"
	"github.com/rfc3987/iri/grammars"
	"github.com/rfc3987/iri/internal/verdict/finding"
	"github.com/rfc3987/iri/internal/verdict/rules"
)

// Options are the options of a job: what strings are checked against and how files are read. They are plain data with
// types of the API, so that they can be sent to workers: the flags of the command, the options of the pipeline and
// the page fill them in. The zero Options check IRIs of RFC 3987 and guess the format of a file from its name.
type Options struct {
	Spec    string          // the name of a built-in spec; empty for rfc3987
	Grammar []grammars.File // a grammar to use instead of Spec
	Rule    string          // the production to start from; empty for the default rule

	Severity    map[iri.Code]iri.Severity // of prose rules, and of [abnf.Duplicate]
	GrammarOnly bool                      // leave out the prose rules
	Lint        bool                      // turn on the prose rules that are off, as warnings
	Guess       bool                      // fix what was probably meant
	Suspicious  bool                      // warn of strings that conform but are probably not meant
	MaxFindings int                       // of one input; 0 for finding.DefaultMaxFindings, less than 0 for all
	Templates   string                    // for texts with placeholders: [Check] or [Skip]; empty if the format decides

	NoIgnore bool // ignore the comments iri-ignore in files

	Hidden           bool     // in folders, read also what is hidden
	ForceExclude     bool     // skip a file that is named if a folder would skip it
	Follow           bool     // in folders, read also what symbolic links lead to
	Exclude, Include []string // in folders, patterns of files to skip, and of the only files to read

	From            string   // the format of the files; empty: by the name of the file
	Fields          []string // JSON, YAML, XML: the paths to the values
	Columns         []string // CSV, TSV: the columns; empty for those that hold IRIs
	Delimiter       string   // CSV, TSV: what separates fields; empty: the file shows it
	Header          string   // CSV, TSV: whether the first line holds names: auto, yes or no
	AnyScript       bool     // text, Markdown: letters of any script may continue a bare IRI
	Split           string   // CSV, TSV: what separates the members of a list in a field
	MaxLine         int      // the longest line in bytes; 0 for input.DefaultMaxLine
	MaxItem         int      // the longest IRI in bytes; 0 for input.DefaultMaxItem
	Charset         string   // of the text
	DocumentCharset string   // of documents and tables that are decoded

	Contexts []ContextFile     // JSON-LD: the contexts that documents name
	Prefixes map[string]string // Turtle, TriG, SPARQL, RDFa: the namespaces of prefixes that files do not declare

	// PerFile are options for files that match a pattern; they apply where the options of the whole job are empty.
	// Skip and Only are patterns like Exclude and Include. All patterns are relative to Folder, except those of
	// entries that have a folder. All folders are absolute paths without symbolic links.
	Skip, Only             []string
	SkipFolder, OnlyFolder string
	PerFile                []FileOptions

	// Nested are the options for files in other folders than Folder; the innermost folder is used.
	Folder string
	Nested []Options

	NotInput []string // the real paths of files of the job itself, such as a baseline; they are skipped in folders
}

// A ContextFile is a document with a context of JSON-LD.
type ContextFile struct {
	URL  string // the name of the file
	Name string // of the file
	Text []byte
}

// FileOptions are the options for files that match a pattern: those of the scope [Section]. A zero field sets
// nothing. If several apply to a file, the last one that sets a field is used. A rule without a spec or a grammar is
// a rule of the spec of the job.
type FileOptions struct {
	Glob []string
	Options
}

// With returns the options, completed by those of PerFile with these indexes. It leaves out severities, which checks
// apply by file.
func (o *Options) With(indexes []int) *Options {
	one, chosen := *o, false
	one.Templates, one.PerFile, one.Skip, one.Only, one.Nested = "", nil, nil, nil, nil
	to := reflect.ValueOf(&one).Elem()
	for _, i := range slices.Backward(indexes) {
		f := &o.PerFile[i]
		if ofSpec := f.Spec != "" || len(f.Grammar) > 0; !chosen && (ofSpec || f.Rule != "") {
			if chosen, one.Rule = true, f.Rule; ofSpec {
				one.Spec, one.Grammar = f.Spec, f.Grammar
			}
		}
		from := reflect.ValueOf(&f.Options).Elem()
		for _, x := range InFile() {
			if x.Scope&Section == 0 || slices.Contains([]string{"Spec", "Rule", "Severity"}, x.Field) {
				continue
			}
			field, own := to.FieldByName(x.Field), from.FieldByName(x.Field)
			if own.Len() > 0 && (field.Len() == 0 || x.Default != "" && field.String() == x.Default) {
				field.Set(own)
			}
		}
	}
	one.Templates = cmp.Or(one.Templates, o.Templates) // for single files come first
	return &one
}

// Settings returns the settings of checks, with ParseTree not set.
func (o *Options) Settings() (finding.Settings, error) {
	set := finding.Settings{GrammarOnly: o.GrammarOnly, Guess: o.Guess, Max: max(o.MaxFindings, 0)}
	if o.MaxFindings == 0 {
		set.Max = finding.DefaultMaxFindings
	}
	if o.Lint {
		rules.Lint(&set)
	}
	if o.Suspicious {
		rules.Suspicious(&set)
	}
	severities, err := SeveritiesOf(o.Severity)
	severities.Apply(&set)
	return set, err
}
