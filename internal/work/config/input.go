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

// maxMaxLine is the most that MaxLine and MaxItem may be.
const maxMaxLine = 1 << 30

// Input returns the options for package input.
func Input(o *option.Options) (*input.Options, error) {
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
	var files []jsonld.ContextFile
	for _, f := range o.Contexts {
		files = append(files, jsonld.ContextFile(f))
	}
	contexts, err := jsonld.NewContexts(files)
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
	in.AnyLines, in.References = lines(o)
	return in, perFile(o, in)
}

// lines reports whether lines of files are held to another rule than that of IRIs: to any, or to one of references,
// which can be relative.
func lines(o *option.Options) (any, references bool) {
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

// FirstCountsIn is [FirstCounts] of a file.
func FirstCountsIn(o *option.Options, file string) bool {
	levels := o.Severity
	for _, i := range Matching(o, file) {
		if severity, set := o.PerFile[i].Severity[abnf.Duplicate]; set {
			levels = map[iri.Code]iri.Severity{abnf.Duplicate: severity}
		}
	}
	return FirstCounts(levels)
}

// ReadSpec returns the grammar that the options name.
func ReadSpec(o *option.Options) (*spec.Spec, error) {
	switch {
	case len(o.Grammar) > 0 && o.Spec != "":
		return nil, errors.New("both a spec and a grammar are given: choose one")
	case len(o.Grammar) > 0:
		files := make([]spec.GrammarFile, len(o.Grammar))
		for i, f := range o.Grammar {
			files[i] = spec.GrammarFile{Name: f.Name, Text: f.Text, Library: f.Library, FirstCounts: FirstCountsIn(o, f.Name)}
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

// NewTarget returns what the options have strings checked against. defaultRule picks the rule if
// they name none.
func NewTarget(o *option.Options, defaultRule func(*spec.Spec) spec.Rule) (Target, error) {
	s, err := ReadSpec(o)
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
	if t.Settings, err = o.Settings(); err != nil {
		return t, err
	}
	t.Settings.Match = conversions.Match
	if o.Lint && t.Templates != option.Skip {
		t.Templates = option.Check
	}
	t.byFile, err = checksByFile(o, t, defaultRule)
	return t, err
}

// choose takes the rule of the spec with that name.
func (t *Target) choose(name string) error {
	if t.Rule, t.Chosen = t.Spec.Rule(name); !t.Chosen {
		return NoRule(t.Spec, name)
	}
	return nil
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
