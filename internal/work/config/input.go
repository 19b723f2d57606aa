package config

import (
	"cmp"
	"errors"
	"fmt"
	"slices"
	"strings"

	"github.com/rfc3987/iri"
	"github.com/rfc3987/iri/internal/change/charsets"
	"github.com/rfc3987/iri/internal/change/convert"
	"github.com/rfc3987/iri/internal/files/folders"
	_ "github.com/rfc3987/iri/internal/files/formats" // so that they are known
	"github.com/rfc3987/iri/internal/files/input"
	"github.com/rfc3987/iri/internal/files/jsonld"
	"github.com/rfc3987/iri/internal/files/rdf"
	"github.com/rfc3987/iri/internal/files/table"
	"github.com/rfc3987/iri/internal/grammar/abnf"
	"github.com/rfc3987/iri/internal/ref/spec"
	"github.com/rfc3987/iri/internal/verdict/report"
	"github.com/rfc3987/iri/internal/work/conversions"
	"github.com/rfc3987/iri/internal/work/option"
)

// Options say what strings are checked against and how files are read. They are data, so that
// they can travel: the flags of the command, the options of the pipeline and the page all fill
// them in, with types of the API. The zero Options check IRIs of RFC 3987 and guess the format of a file from its name.
type Options struct {
	Spec    string            // the name of a built-in spec; empty for rfc3987
	Grammar []iri.GrammarFile // a grammar to use instead of Spec
	Rule    string            // the production to start from; empty for the default rule

	Severity    map[iri.Code]iri.Severity // of prose rules; and of [abnf.Duplicate], see [FirstCounts]
	GrammarOnly bool                      // leave out the prose rules
	Lint        bool                      // turn on the prose rules that are off, as warnings
	Guess       bool                      // fix what was probably meant
	Suspicious  bool                      // warn of what conforms and is hardly meant
	MaxFindings int                       // of one input; 0 for report.DefaultMaxFindings, less than 0 for all
	Templates   string                    // what becomes of texts that are filled in later; see [Target]

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

	Contexts []jsonld.ContextFile // JSON-LD: the contexts that documents name

	// PerFile are the options of files that match, which count where the others say nothing. Skip and
	// Only are patterns as Exclude and Include. All of them are patterns from Folder, an absolute path
	// without symbolic links.
	Folder     string
	Skip, Only []string
	PerFile    []FileOptions

	NotInput []string // the real paths of files that belong to the job: folders do not give them
}

// maxMaxLine is the most that MaxLine and MaxItem may be.
const maxMaxLine = 1 << 30

// Input returns the options for package input.
func (o *Options) Input() (*input.Options, error) {
	from, err := input.ParseFormat(o.From)
	switch {
	case err != nil:
		return nil, option.Wrong("from", "", err.Error())
	case o.MaxLine < 0:
		return nil, option.Wrong("max-line", fmt.Sprint(o.MaxLine), "must be at least 1")
	case o.MaxLine > maxMaxLine:
		return nil, option.Wrong("max-line", fmt.Sprint(o.MaxLine),
			fmt.Sprintf("must be at most %d, which is 1 GiB: a line is held in memory, several times", maxMaxLine))
	case o.MaxItem < 0 || o.MaxItem > maxMaxLine:
		return nil, option.Wrong("max-item", fmt.Sprint(o.MaxItem), fmt.Sprintf("must be from 1 to %d", maxMaxLine))
	}
	tables := table.Options{Columns: o.Columns}
	if tables.Delimiter, err = table.ParseDelimiter(o.Delimiter); err != nil {
		return nil, option.Wrong("delimiter", "", err.Error())
	}
	if tables.Header, err = table.ParseHeader(o.Header); err != nil {
		return nil, option.Wrong("header", "", err.Error())
	}
	if _, err := ParseCharset(o.DocumentCharset); err != nil {
		return nil, err
	}
	if err := input.CheckSplit(o.Split); err != nil {
		return nil, option.Wrong("split", "", err.Error())
	}
	contexts, err := jsonld.NewContexts(o.Contexts)
	if err != nil {
		return nil, option.Wrong("context", "", err.Error())
	}
	in := &input.Options{
		Choice: folders.Choice{
			Hidden: o.Hidden, Follow: o.Follow, ForceExclude: o.ForceExclude, Exclude: o.Exclude, Include: o.Include,
			Reserved: slices.Clone(o.NotInput),
		},
		From: from, Fields: o.Fields, AnyScript: o.AnyScript, Split: o.Split,
		Formats: []any{tables, rdf.Options{RDF11: strings.HasSuffix(o.From, "-1.1")}, contexts},
		MaxLine: o.MaxLine, MaxItem: o.MaxItem, Charset: o.Charset, DocumentCharset: o.DocumentCharset,
		Templates: o.Templates == option.Skip,
	}
	in.AnyLines, in.References = o.lines()
	return in, o.perFile(in)
}

// lines reports whether lines of files are held to another rule than that of IRIs: to any, or to one of references,
// which can be relative.
func (o *Options) lines() (any, references bool) {
	s, ok := spec.ByName(cmp.Or(o.Spec, spec.RFC3987.Name()))
	if len(o.Grammar) > 0 || !ok {
		return true, false
	}
	r, ok := s.Rule(o.Rule)
	if !ok {
		return false, false
	}
	return !r.IsWhole(), TakesRelative(r)
}

// TakesRelative reports whether a rule for whole references takes relative ones.
func TakesRelative(r spec.Rule) bool { return r.IsWhole() && r.Valid("x") }

// FirstCounts reports whether the first one of two definitions of a rule counts: the severity of the other one is set,
// and not that of an error.
func FirstCounts[Code ~string, Severity ~uint8](levels map[Code]Severity) bool {
	severity, set := levels[abnf.Duplicate]
	return set && severity != Severity(report.Error)
}

// FirstCounts is the function FirstCounts of a file.
func (o *Options) FirstCounts(file string) bool {
	levels := o.Severity
	for _, i := range o.Matching(file) {
		if severity, set := o.PerFile[i].Severity[abnf.Duplicate]; set {
			levels = map[iri.Code]iri.Severity{abnf.Duplicate: severity}
		}
	}
	return FirstCounts(levels)
}

// ReadSpec returns the grammar that the options name.
func (o *Options) ReadSpec() (*spec.Spec, error) {
	switch {
	case len(o.Grammar) > 0 && o.Spec != "":
		return nil, errors.New("both a spec and a grammar are given: choose one")
	case len(o.Grammar) > 0:
		files := make([]spec.GrammarFile, len(o.Grammar))
		for i, f := range o.Grammar {
			files[i] = spec.GrammarFile{Name: f.Name, Text: f.Text, Library: f.Library, FirstCounts: o.FirstCounts(f.Name)}
		}
		return spec.ReadSpec(files...)
	case o.Spec == "":
		return spec.RFC3987, nil
	}
	if s, ok := spec.ByName(o.Spec); ok {
		return s, nil
	}
	names := make([]string, 0, len(spec.Specs()))
	for _, s := range spec.Specs() {
		names = append(names, s.Name())
	}
	return nil, fmt.Errorf("unknown spec %q: choose one of %s, or of the library (iri grammar list)", o.Spec,
		strings.Join(names, ", "))
}

// Target returns what the options have strings checked against. defaultRule picks the rule if
// they name none.
func (o *Options) Target(defaultRule func(*spec.Spec) spec.Rule) (Target, error) {
	s, err := o.ReadSpec()
	if err != nil {
		return Target{}, err
	}
	t := Target{Spec: s, Rule: defaultRule(s), Templates: o.Templates}
	if o.Rule != "" {
		if err := t.choose(o.Rule); err != nil {
			return Target{}, err
		}
	}
	if t.Rule.IsZero() {
		return Target{}, noDefault(s)
	}
	if t.Settings, err = o.settings(); err != nil {
		return t, err
	}
	if o.Lint && t.Templates != option.Skip {
		t.Templates = option.Check
	}
	t.byFile, err = o.checksByFile(t, defaultRule)
	return t, err
}

// choose takes the rule of the spec with that name.
func (t *Target) choose(name string) error {
	if t.Rule, t.Chosen = t.Spec.Rule(name); !t.Chosen {
		return NoRule(t.Spec, name)
	}
	return nil
}

// settings returns the settings of checks.
func (o *Options) settings() (report.Settings, error) {
	checks := option.Checks{Severity: o.Severity, GrammarOnly: o.GrammarOnly, Lint: o.Lint, Guess: o.Guess,
		Suspicious: o.Suspicious, MaxFindings: o.MaxFindings}
	set, err := checks.Settings()
	set.Match = conversions.Match
	return set, err
}

// TopRule and ReferenceRule are choices of a default rule: checks take the top rule, conversions
// the one for references.
func TopRule(s *spec.Spec) spec.Rule { return s.Top() }

// ReferenceRule returns the rule for references, or else the top rule.
func ReferenceRule(s *spec.Spec) spec.Rule {
	if r := s.Reference(); !r.IsZero() {
		return r
	}
	return s.Top()
}

// NoRule returns the error for a name that is not a rule of the spec that can be used.
func NoRule(s *spec.Spec, name string) error {
	if err := RefusedRule(s, name); err != nil {
		return err
	}
	return UnknownRule(name, RuleNames(s), s.Name())
}

// UnknownRule returns the error for a name that is none of the known rules of a spec.
func UnknownRule(name string, known []string, of string) error {
	advice := ""
	if _, ok := spec.ByName(of); ok {
		advice = "; \"iri grammar list " + of + "\" lists its rules"
	}
	return option.UnknownName(name, known, of+" has no rule %q", advice)
}

// RuleNames returns the names of the rules of a spec.
func RuleNames(s *spec.Spec) (names []string) {
	for r := range s.Rules() {
		names = append(names, r.Name())
	}
	return names
}

// RefusedRule returns the error for a rule of a spec that cannot be used as a start rule; nil if
// the spec does not refuse it.
func RefusedRule(s *spec.Spec, name string) error {
	return refused(s, name, "the rule %s cannot be used: %s; other rules can be used: %s")
}

// refused returns an error with the rule, the reason and rules that can be used, if a spec refuses the rule.
func refused(s *spec.Spec, name, format string) error {
	for _, r := range s.Refused() {
		if strings.EqualFold(r.Rule.Name, name) {
			return fmt.Errorf("%s: "+format, s.Name(), r.Rule.Name, r.Reason(), someRules(s))
		}
	}
	return nil
}

// noDefault returns the error for a spec that has no default rule that can be used.
func noDefault(s *spec.Spec) error {
	if err := RefusedDefault(s); err != nil {
		return err
	}
	return fmt.Errorf("%s names no default rule: choose one with --rule", s.Name())
}

// RefusedDefault returns the error for a spec whose default rule cannot be used; nil if it is
// not refused.
func RefusedDefault(s *spec.Spec) error {
	return refused(s, s.TopName(), "the default rule %s cannot be used: %s; choose another one with --rule or \"; "+
		"top:\": %s")
}

// someRules lists the names of rules of a spec, at most eight.
func someRules(s *spec.Spec) string {
	const most = 8
	names := RuleNames(s)
	if len(names) > most {
		return fmt.Sprintf("%s and %d more", strings.Join(names[:most], ", "), len(names)-most)
	}
	return strings.Join(names, ", ")
}

// ParseCharset returns the charset of a name; that of the empty name is UTF-8.
func ParseCharset(name string) (convert.Charset, error) {
	if name == "" {
		return convert.Charset{}, nil
	}
	c, err := charsets.Parse(name)
	if err != nil {
		err = option.Wrong("charset", "",
			fmt.Sprintf("unknown charset %q: use a name of the WHATWG Encoding Standard, such as shift_jis", name))
	}
	return c, err
}
