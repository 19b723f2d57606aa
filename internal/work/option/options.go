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

// Options say what strings are checked against and how files are read. They are data, so that
// they can travel: the flags of the command, the options of the pipeline and the page all fill
// them in, with types of the API. The zero Options check IRIs of RFC 3987 and guess the format of a file from its name.
type Options struct {
	Spec    string          // the name of a built-in spec; empty for rfc3987
	Grammar []grammars.File // a grammar to use instead of Spec
	Rule    string          // the production to start from; empty for the default rule

	Severity    map[iri.Code]iri.Severity // of prose rules; and of [abnf.Duplicate]
	GrammarOnly bool                      // leave out the prose rules
	Lint        bool                      // turn on the prose rules that are off, as warnings
	Guess       bool                      // fix what was probably meant
	Suspicious  bool                      // warn of what conforms and is hardly meant
	MaxFindings int                       // of one input; 0 for finding.DefaultMaxFindings, less than 0 for all
	Templates   string                    // of texts that are filled in later: [Check], [Skip], else as the format says

	NoIgnore bool // report also what comments iri-ignore in the files ignore

	Hidden           bool     // in folders, read also what is hidden
	ForceExclude     bool     // a file that is named is read only if a folder would give it
	Follow           bool     // in folders, read also what symbolic links lead to
	Exclude, Include []string // in folders, patterns for what is left out, and for the only files that are read

	From            string   // the format of the files; empty: by the name of the file
	Fields          []string // JSON, YAML, XML: the paths to the values
	Columns         []string // CSV, TSV: the columns; empty for those that hold IRIs
	Delimiter       string   // CSV, TSV: what separates fields; empty: the file shows it
	Header          string   // CSV, TSV: whether the first line holds names: auto, yes or no
	AnyScript       bool     // text, Markdown: a bare IRI goes on with letters of any script
	Split           string   // CSV, TSV: what separates the members of a list in a field
	MaxLine         int      // the longest line in bytes; 0 for input.DefaultMaxLine
	MaxItem         int      // the longest IRI in bytes; 0 for input.DefaultMaxItem
	Charset         string   // of the text
	DocumentCharset string   // of documents and tables alone, which are decoded

	Contexts []ContextFile     // JSON-LD: the contexts that documents name
	Prefixes map[string]string // Turtle, TriG, SPARQL, RDFa: what prefixes stand for that files do not declare

	// PerFile are the options of files that match, which count where the others say nothing. Skip and
	// Only are patterns as Exclude and Include. They are patterns from Folder, but for those with a folder of their own.
	// All folders are absolute paths without symbolic links.
	Skip, Only             []string
	SkipFolder, OnlyFolder string
	PerFile                []FileOptions

	// Nested are the options of the files in other folders than Folder; the innermost folder counts.
	Folder string
	Nested []Options

	NotInput []string // the real paths of files that belong to the job: folders do not give them
}

// A ContextFile is a document with a context of JSON-LD.
type ContextFile struct {
	URL  string // by which JSON-LD names it
	Name string // of the file
	Text []byte
}

// FileOptions are options of the files that match a pattern: those of the scope [Section]. A zero field says nothing.
// Of several for one file each counts before those in front of it. A rule without a spec or a grammar is one of the
// job's.
type FileOptions struct {
	Glob []string
	Options
}

// With returns the options with those of PerFile that have the indexes, where they say nothing themselves. Severities
// of files are for the checks.
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
	one.Templates = cmp.Or(one.Templates, o.Templates) // those of a file count first
	return &one
}

// Settings returns the settings of checks, without a function Match.
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
