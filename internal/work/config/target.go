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

// The code of what is wrong with an item, and not with a string.
const CodeRule = "rule" // the item names a rule that the spec does not have

// A Target says what the strings of items are checked against.
type Target struct {
	Spec   *spec.Spec
	Rule   spec.Rule // unless an item names another one
	Chosen bool      // the user chose the rule, so it also is that of references

	Run finding.Run // of the checks

	byFile *fileChecks // of files; nil for none

	nesting *nesting // which of nested a file has; nil if there are none
	nested  []Target

	// Templates is what becomes of texts that are filled in later, as {{ host }}, {% url %}, ${HOST}, {id} or %s:
	// option.Skip leaves them, option.Check checks them as any other text. Otherwise the format decides.
	Templates string

	Components bool // reports are written as JSON: they have their components after one reading
	Guesses    bool // reports are for people: findings without a fix say what a guess would write
	Tries      bool // fixes are tried, because an editor carries them out: see [check.Try]
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
	if t.Run.Settings, err = o.Settings(); err != nil {
		return t, err
	}
	t.Run.Match = conversions.Match
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

// choose takes the rule of the spec with that name.
func (t *Target) choose(name string) error {
	if t.Rule, t.Chosen = t.Spec.Rule(name); !t.Chosen {
		return NoRule(t.Spec, name)
	}
	return nil
}

// IsTemplate reports whether an item is checked as a URI Template: it is one, and the user chose no rule.
func (t *Target) IsTemplate(rec *input.Item) bool { return rec.Template && !t.Chosen }

// Leaves reports whether a text, which is that of an item or its base, is left alone, neither reported nor changed,
// because it is filled in later. What OpenAPI says is a URI Template is checked.
func (t *Target) Leaves(rec *input.Item, text string) bool {
	if rec.Err != nil || t.Templates == option.Check || t.Templates != option.Skip && !rec.Format.Templated ||
		rec.Template {
		return false
	}
	return rec.InTemplate || templates.Has(text)
}

// Refuses reports whether a text of an item is not converted because it is filled in later: it is reported where
// [Target.Leaves] does not leave it.
func (t *Target) Refuses(rec *input.Item, rule spec.Rule, text string) bool {
	return !rec.Template && !t.Spec.WasRead() && conversions.FilledIn(rule, text, rec.Format.ByHand)
}

// TemplateRule returns the rule for URI Templates, which the library of grammars has.
var TemplateRule = sync.OnceValue(func() spec.Rule {
	const name = "rfc6570.abnf"
	text, err := library.Files.ReadFile(name)
	if err == nil {
		var s *spec.Spec
		if s, err = spec.ReadSpec(spec.GrammarFile{Name: name, Text: text}); err == nil {
			return s.Top()
		}
	}
	panic(err) // it is part of the program
})

// RuleFor returns the rule for an item: the rule that the item names, or else the one
// that was chosen, or else that of URI Templates for these, or else the rule for references if the format holds
// references, such as the attributes of HTML, or else the default.
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

// ForNamespace returns the settings for what a prefix or a namespace stands for: it has a rule of its own, and the
// rules of schemes are left out. It is not an IRI of the data but a string that names continue: "urn:isbn:"
// has no name yet (RFC 8141 §2), "http://" no host. The names are held to the rules.
func ForNamespace(set finding.Run) finding.Run {
	set.Namespace = true
	for _, r := range rules.SchemeRules() {
		set.Set(r, finding.Off)
	}
	return set
}

// Places are settings for the places of files in which strings stand.
type Places [8]finding.Run

// The bits of the index of [Places].
const (
	ofNamespace = 1 << iota
	byHand
	single
)

// PlacesOf returns the settings of each place.
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

// Of returns the settings for the place of an item.
func (p *Places) Of(rec *input.Item) *finding.Run { return p.In(rec.Format, rec.IsNamespace()) }

// In returns the settings for a place in a file of a format, of what a prefix or a namespace stands for or not.
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

// PrefixOf returns the prefix that a string in the place of an IRI begins with; nil for none.
func PrefixOf(rec *input.Item) *finding.Prefix {
	if rec.Curie == nil {
		return nil
	}
	return &finding.Prefix{Name: strings.TrimSuffix(rec.Curie.Name, ":"), Namespace: rec.Curie.IRI}
}
