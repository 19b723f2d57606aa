package config

import (
	"strings"
	"sync"

	"github.com/rfc3987/iri/grammar/library"
	"github.com/rfc3987/iri/internal/files/input"
	"github.com/rfc3987/iri/internal/ref/spec"
	"github.com/rfc3987/iri/internal/text/templates"
	"github.com/rfc3987/iri/internal/verdict/finding"
	"github.com/rfc3987/iri/internal/verdict/rules"
	"github.com/rfc3987/iri/internal/work/conversions"
	"github.com/rfc3987/iri/internal/work/option"
)

// CodeRule is the code of an item that names an unknown rule. It is a fault of the item and not of its string.
const CodeRule = "rule" // the item names a rule that the spec does not have

// A Target says which spec, rule and settings strings are checked with.
type Target struct {
	Spec   *spec.Spec
	Rule   spec.Rule // for items that do not name a rule
	Chosen bool      // the user chose the rule: it also is the rule for references

	Run finding.Run // settings of the checks

	byFile *fileChecks // targets of single files; nil if there are none

	nesting *nesting // finds the nested target of a file; nil if there are none
	nested  []Target

	// Templates says how texts with placeholders, such as {{ host }}, {% url %}, ${HOST}, {id} or %s, are treated:
	// option.Skip ignores them, option.Check checks them as any text. Otherwise the format decides.
	Templates string

	Components bool // reports are written as JSON, with the components
	Guesses    bool // reports are for people: a finding without a fix shows a guess
	Tries      bool // fixes are tried, because an editor applies them: see [check.Try]
}

// NewTarget returns the target of the options. defaultRule chooses the rule if the options name none.
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
	if t.Run.Settings, err = o.Settings(); err != nil {
		return t, err
	}
	t.Run.ParseTree = conversions.Match
	if o.Lint && t.Templates != option.Skip {
		t.Templates = option.Check
	}
	if t.byFile, err = checksByFile(o, t, defaultRule); err != nil {
		return t, err
	}
	t.nesting = newNesting(o)
	for i := range o.Nested {
		nested, err := NewTarget(&o.Nested[i], defaultRule)
		if err != nil {
			return t, err
		}
		t.nested = append(t.nested, nested)
	}
	return t, nil
}

// choose sets the rule to that of the spec with the name.
func (t *Target) choose(name string) error {
	if t.Rule, t.Chosen = t.Spec.Rule(name); !t.Chosen {
		return NoRule(t.Spec, name)
	}
	return nil
}

// IsTemplate reports whether an item is checked as a URI Template: it is marked as one, and the user chose no rule.
func (t *Target) IsTemplate(rec *input.Item) bool { return rec.Template && !t.Chosen }

// Leaves reports whether a text, of an item or of its base, is neither reported nor changed because it has
// placeholders. A URI Template of OpenAPI is checked.
func (t *Target) Leaves(rec *input.Item, text string) bool {
	if rec.Err != nil || t.Templates == option.Check || t.Templates != option.Skip && !rec.Format.Templated ||
		rec.Template {
		return false
	}
	return rec.InTemplate || templates.Has(text)
}

// Refuses reports whether a text of an item is not converted because it has placeholders. It is then reported, unless
// [Target.Leaves] is true.
func (t *Target) Refuses(rec *input.Item, rule spec.Rule, text string) bool {
	return !rec.Template && !t.Spec.IsCustom() && conversions.FilledIn(rule, text, rec.Format.ByHand)
}

// TemplateRule returns the rule for URI Templates from the library of grammars.
var TemplateRule = sync.OnceValue(func() spec.Rule {
	const name = "rfc6570.abnf"
	text, err := library.Files.ReadFile(name)
	if err == nil {
		var s *spec.Spec
		if s, err = spec.ReadSpec(spec.GrammarFile{Name: name, Text: text}); err == nil {
			return s.Top()
		}
	}
	panic(err) // it is embedded
})

// RuleFor returns the rule for an item. It is the first of these: the rule that the item names, the one that the user
// chose, that of URI Templates if the item is one, the rule for references if the format has references, as HTML
// does, and the default.
func (t *Target) RuleFor(rec *input.Item) (spec.Rule, error) {
	if rec.Rule != "" {
		if r, ok := t.Spec.Rule(rec.Rule); ok {
			return r, nil
		}
		return spec.Rule{}, NoRule(t.Spec, rec.Rule)
	}
	if t.IsTemplate(rec) {
		return TemplateRule(), nil
	}
	if rec.Reference && !t.Chosen {
		if r := t.Spec.Reference(); !r.IsZero() {
			return r, nil
		}
	}
	return t.Rule, nil
}

// ForNamespace returns the settings for the IRI of a prefix or a namespace. The rules of schemes are off, because
// such an IRI is continued by names: "urn:isbn:" has no name yet (RFC 8141 §2), and "http://" no host. The complete
// names are checked by those rules.
func ForNamespace(set finding.Run) finding.Run {
	set.Namespace = true
	for _, r := range rules.SchemeRules() {
		set.Set(r, finding.Off)
	}
	return set
}

// Places are the settings for each kind of place in which a string can stand.
type Places [8]finding.Run

// The bits of the index of [Places].
const (
	ofNamespace = 1 << iota
	byHand
	single
)

// PlacesOf returns the settings for each kind of place.
func PlacesOf(set finding.Run) *Places {
	namespace := ForNamespace(set)
	p := new(Places)
	for i := range p {
		if p[i] = set; i&ofNamespace != 0 {
			p[i] = namespace
		}
		p[i].ByHand, p[i].Single = i&byHand != 0, i&single != 0
	}
	return p
}

// Of returns the settings for an item.
func (p *Places) Of(rec *input.Item) *finding.Run { return p.In(rec.Format, rec.IsNamespace()) }

// In returns the settings for a place in a file of a format; isNamespace is true for the IRI of a prefix or a
// namespace.
func (p *Places) In(f *input.Format, isNamespace bool) *finding.Run {
	i := 0
	if isNamespace {
		i |= ofNamespace
	}
	if f != nil && f.ByHand {
		i |= byHand
	}
	if !f.HasLines() {
		i |= single
	}
	return &p[i]
}

// PrefixOf returns the declared prefix that a string in the place of an IRI begins with, or nil.
func PrefixOf(rec *input.Item) *finding.Prefix {
	if rec.Curie == nil {
		return nil
	}
	return &finding.Prefix{Name: strings.TrimSuffix(rec.Curie.Name, ":"), Namespace: rec.Curie.IRI}
}
