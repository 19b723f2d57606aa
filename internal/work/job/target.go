// Package job is a job as data: what strings are checked against, and how files are read, for all files or for some.
// In come the options that the flags of the command, the pipeline and the page fill in, out come a spec, a rule and
// settings, and the options of package input. It must not know flags, nor what is done with a record.
package job

import (
	"cmp"
	"strings"
	"sync"

	"github.com/rfc3987/iri/grammar/library"
	"github.com/rfc3987/iri/internal/files/input"
	"github.com/rfc3987/iri/internal/grammar/abnf"
	"github.com/rfc3987/iri/internal/grammar/rulehash"
	"github.com/rfc3987/iri/internal/ref/spec"
	"github.com/rfc3987/iri/internal/verdict/report"
	"github.com/rfc3987/iri/internal/verdict/rules"
	"github.com/rfc3987/iri/internal/work/render"
)

// The codes of what is wrong with a record, and not with a string.
const (
	CodeRule = "rule" // the record names a rule that the spec does not have

	CodeUnwantedScheme = "unwanted-scheme" // a filter does not keep its scheme
	CodeUnwantedHost   = "unwanted-host"   // nor its host
)

// A Target says what the strings of records are checked against.
type Target struct {
	Spec   *spec.Spec
	Rule   spec.Rule // unless a record names another one
	Chosen bool      // the user chose the rule, so it also is that of references

	Settings report.Settings // of the checks

	byFile *checksByFile // of files; nil for none

	// SkipTemplates says that texts have marks of what is filled in, as {{ host }}, {% url %}, ${HOST}, {id} or %s:
	// what is found in them is not a fault.
	SkipTemplates bool

	Components bool // reports are written as JSON: they have their components after one reading
	Guesses    bool // reports are for people: findings without a fix say what a guess would write
}

// MadeFrom returns what a spec was made from, with the hash of all its rules.
func MadeFrom(s *spec.Spec) *render.Spec { return MadeFromRules(s.AllRules(), s.Hash()) }

// MadeFromRules returns what a grammar was made from. The hash is that of its rules, "" if it is not known.
func MadeFromRules(g *abnf.Grammar, hash string) *render.Spec {
	return &render.Spec{Name: g.Spec, Document: g.Title, Date: g.Date, SHA256: cmp.Or(hash, rulehash.Of(g.Rules))}
}

// IsTemplate reports whether a record is checked as a URI Template: it is one, and the user chose no rule.
func (t *Target) IsTemplate(rec *input.Record) bool { return rec.Template && !t.Chosen }

// Templates returns the rule for URI Templates, which the library of grammars has.
var Templates = sync.OnceValue(func() spec.Rule {
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

// RuleFor returns the rule for a record: the rule that the record names, or else the one
// that was chosen, or else that of URI Templates for these, or else the rule for references if the format holds
// references, such as the attributes of HTML, or else the default.
func (t *Target) RuleFor(rec *input.Record) (spec.Rule, error) {
	if rec.Rule != "" {
		if r, ok := t.Spec.Rule(rec.Rule); ok {
			return r, nil
		}
		return spec.Rule{}, NoRule(t.Spec, rec.Rule)
	}
	if t.IsTemplate(rec) {
		return Templates(), nil
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
func ForNamespace(set report.Settings) report.Settings {
	set.Namespace = true
	for _, r := range rules.SchemeRules() {
		set.Set(r, report.Off)
	}
	return set
}

// PrefixOf returns the prefix that a string in the place of an IRI begins with; nil for none.
func PrefixOf(rec *input.Record) *report.Prefix {
	if rec.Curie == nil {
		return nil
	}
	return &report.Prefix{Name: strings.TrimSuffix(rec.Curie.Name, ":"), Namespace: rec.Curie.IRI}
}
