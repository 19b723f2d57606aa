// Package track follows a draft. In come the grammar of a spec and the text of a new draft
// of its document; out come the grammar of the draft and what has changed, with strings
// that are newly accepted or refused. It must not know where the texts come from.
package track

import (
	"bytes"
	"cmp"
	"errors"
	"fmt"
	"path"
	"regexp"
	"slices"
	"strings"
	"sync"

	"github.com/rfc3987/iri/internal/grammar/abnf"
	"github.com/rfc3987/iri/internal/ref/spec"
	"github.com/rfc3987/iri/internal/study/extract"
	"github.com/rfc3987/iri/internal/study/grammardiff"
	"github.com/rfc3987/iri/internal/study/grammarfmt"
	"github.com/rfc3987/iri/internal/study/vectors"
)

// A Draft is the grammar of a draft.
type Draft struct {
	Spec *spec.Spec
	Text []byte // the grammar file, in the form of [grammarfmt.Format]
	Name string // of the document
	File string // that it was read from
	Hash string // of its text, SHA-256 in hexadecimal digits
	Date string // when it was published, as far as it says: 2012-03-02
}

// definition is how a rule begins.
var definition = sync.OnceValue(func() *regexp.Regexp {
	return regexp.MustCompile(`(?m)^[ \t]*([A-Za-z][A-Za-z0-9-]*)[ \t]*=/?[ \t]`)
})

// definitionLines returns on which line a name in lower case first begins a line as a rule does.
func definitionLines(text []byte) map[string]int {
	lines := make(map[string]int)
	line, counted := 1, 0
	for _, at := range definition().FindAllSubmatchIndex(text, -1) {
		line, counted = line+bytes.Count(text[counted:at[0]], []byte("\n")), at[0]
		if name := strings.ToLower(string(text[at[2]:at[3]])); lines[name] == 0 {
			lines[name] = line
		}
	}
	return lines
}

// Read takes the grammar out of a draft. Rules that the draft uses and does not define are
// those of the spec that it is compared with. The error says where: a draft without rules, one
// with a rule that cannot be read, or with one that names what is defined nowhere.
//
// If it replaces the spec, whose files are given, its grammar file is written in the place of that of the spec: it has
// the identifier of the spec, and those of its rules that the draft does not define, as they stand there: nothing else
// would have them. It changes what the spec changes.
func Read(file string, text []byte, read func(name string) ([]byte, error), of *spec.Spec, replaced []spec.GrammarFile,
	library ...spec.GrammarFile) (*Draft, error) {
	doc := extract.Extract(file, text, read)
	var faults []error
	for _, p := range doc.Problems {
		if p.Lost {
			faults = append(faults, fmt.Errorf("%s:%d: %s", extract.PathOf(file, p.File), p.Line, p))
		}
	}
	if len(doc.Rules) == 0 {
		faults = append(faults, fmt.Errorf("%s: there is no ABNF rule in it", file))
	}
	changes := ""
	var starts map[string]int
	if len(doc.Undefined) > 0 {
		starts = definitionLines(text)
	}
	for _, name := range doc.Undefined {
		if line := starts[strings.ToLower(name)]; line > 0 { // it was not taken for a rule
			faults = append(faults, fmt.Errorf("%s:%d: the rule %s cannot be read", file, line, name))
			continue
		}
		if of.AllRules().Rule(name) != nil {
			changes = of.Name()
			continue
		}
		faults = append(faults, fmt.Errorf("%s: %s is not defined, and %s has no such rule", file, name, of.Name()))
	}
	if err := errors.Join(faults...); err != nil {
		return nil, err
	}
	if old := of.AllRules(); defines(doc, old.Top) || changes != "" {
		doc.Top, doc.Reference = old.Top, old.Reference
		if !defines(doc, old.Reference) && changes == "" {
			doc.Reference = ""
		}
	}
	d := &Draft{Name: doc.Name, File: file, Hash: doc.Hash, Date: doc.Date}
	if len(replaced) > 0 {
		if doc.Name = of.Name(); changes != "" {
			base := of.AllRules().Changes
			b, ok := spec.ByName(base)
			if !ok || slices.ContainsFunc(doc.Undefined, func(n string) bool {
				r := of.AllRules().Rule(n)
				return b.AllRules().Rule(n) == nil && r != nil && r.Spec != of.Name()
			}) {
				base = ""
			}
			keep(doc, of, base, replaced)
			changes = base
		}
	}
	if changes == "" {
		doc.Fields = append(doc.Fields, referenceFields(of.AllRules(), doc)...)
	}
	if changes == doc.Name { // the draft of a spec changes the spec as it is
		doc.Name += "-draft"
	}
	out, err := grammarfmt.Format(file, []byte(doc.Grammar(file, changes)), grammarfmt.Width)
	if err != nil {
		return nil, err
	}
	d.Text = out
	own := spec.GrammarFile{Name: doc.Name + ".abnf", Text: out}
	if of.IsCustom() {
		library = append(library, spec.GrammarFile{Name: of.Name() + ".abnf", Text: textOf(of), Library: true})
	}
	d.Spec, err = spec.ReadSpec(append([]spec.GrammarFile{own}, library...)...)
	return d, err
}

// keep adds the rules of a spec that a document does not define, as its files have them, comments and all; without
// those of the spec that it changes, unless that is "". It adds the header fields that these rules need, too.
func keep(doc *extract.Document, of *spec.Spec, changes string, files []spec.GrammarFile) {
	texts := make(map[string]string)
	for _, f := range files {
		layout, err := abnf.ReadLayout(f.Name, f.Text)
		if err != nil {
			continue // its rules are written as they were read
		}
		for i, at := range layout.Rules {
			rest, _, _ := strings.Cut(layout.Text[at[1]:], "\n") // a comment
			text := strings.TrimRight(layout.Text[at[0]:at[1]+len(rest)], " \t\r")
			name, _, _ := strings.Cut(text, "=")
			name = strings.ToLower(strings.TrimSpace(name))
			if texts[name] != "" {
				texts[name] += "\n"
			}
			texts[name] += strings.ReplaceAll(commentBefore(layout.Text[:at[0]], i == 0)+text, "\r\n", "\n")
		}
		if len(layout.Rules) > 0 {
			doc.Fields = append(doc.Fields, headerFields(layout.Text[:layout.Rules[0][0]], changes != "")...)
		}
	}
	for _, r := range of.AllRules().Rules {
		if r.Core || defines(doc, r.Name) || changes != "" && r.Spec != of.Name() {
			continue
		}
		doc.Rules = append(doc.Rules, extract.Definition{Name: r.Name, ABNF: r.Source, From: of.Name(),
			Text: cmp.Or(texts[strings.ToLower(r.Name)], r.Source), Section: cmp.Or(r.Section, of.Name())})
	}
}

// commentBefore returns the lines of comments right before a rule, without fields and what extract writes there.
func commentBefore(text string, head bool) (comment string) {
	lines := strings.SplitAfter(text, "\n")
	for i := len(lines) - 2; i >= 0; i-- { // the last one is the start of the line of the rule
		line := strings.TrimSpace(lines[i])
		if !strings.HasPrefix(line, ";") || abnf.IsField(line, head) {
			break
		}
		if !written().MatchString(line) {
			comment = line + "\n" + comment
		}
	}
	return comment
}

// written is a comment that a grammar has from [extract.Document.Grammar]: where a rule stands.
var written = sync.OnceValue(func() *regexp.Regexp { return regexp.MustCompile(`^; (line [0-9]+\b.*|of [^ ]+)$`) })

// headerFields returns the header fields of a text that a document has not: those that rules with labels need, or all.
func headerFields(text string, all bool) (fields []string) {
	for line := range strings.Lines(text) {
		field := strings.TrimLeft(strings.TrimSpace(line), "; \t")
		if !abnf.IsField("; "+field, true) {
			continue
		}
		name, _, _ := strings.Cut(strings.ToLower(field), ":")
		switch strings.TrimSpace(name) {
		case "spec", "title", "date", "sha256", "changes", "top", "reference", "section":
		case "cites", "terminals":
			fields = append(fields, field)
		default:
			if all {
				fields = append(fields, field)
			}
		}
	}
	return fields
}

// referenceFields returns the header fields of a grammar that say which of its rules stand for references and
// components, which no document says, for a document with rules of the same names. There are none if the
// document lacks the rule of a component.
func referenceFields(g *abnf.Grammar, doc *extract.Document) (fields []string) {
	add := func(name, value string) { fields = append(fields, name+": "+value) }
	one := func(name, rule string) {
		if defines(doc, rule) {
			add(name, rule)
		}
	}
	list := func(name string, rules []string) {
		if rules = slices.DeleteFunc(slices.Clone(rules), func(n string) bool { return !defines(doc, n) }); len(rules) > 0 {
			add(name, strings.Join(rules, " "))
		}
	}
	one("absolute", g.Absolute)
	one("relative", g.Relative)
	if g.Family != "" {
		add("family", g.Family)
	}
	for _, c := range g.Components {
		if c.Rule != "" && !defines(doc, c.Rule) {
			return nil
		}
		add("component", c.Name+" "+cmp.Or(c.Rule, "-"))
	}
	list("characters", g.Characters)
	list("record", g.Record)
	if len(g.Typical) > 0 {
		add("typical", strings.Join(g.Typical, " "))
	}
	return fields
}

// textOf writes a spec as a grammar file, for a draft that changes it.
func textOf(s *spec.Spec) []byte {
	g := s.AllRules()
	b := fmt.Appendf(nil, "; spec: %s\n; title: %s\n; top: %s\n", s.Name(), cmp.Or(g.Title, s.Name()), g.Top)
	for _, r := range g.Rules {
		if !r.Core {
			b = fmt.Appendf(b, "; section: %s\n%s\n", cmp.Or(r.Section, g.Title, s.Name()), r.Source)
		}
	}
	return b
}

// defines reports whether a document has a rule.
func defines(doc *extract.Document, name string) bool {
	return slices.ContainsFunc(doc.Rules, func(r extract.Definition) bool { return strings.EqualFold(r.Name, name) })
}

// A Report says what a draft changes.
type Report struct {
	Old, New      string // the identifiers of the specs; the files that they were read from if both have the same
	Title         string // how the draft is cited
	Hash, Date    string // of the document
	Added, Gone   []*abnf.Rule
	Changed       []Change
	Top           Change // what that makes of the default rule
	Vectors       Sides  // strings that test the old default rule
	Corpus        Sides  // strings of the user
	withoutCorpus bool
}

// A Change is a rule whose definition has changed.
type Change struct {
	Old, New          *abnf.Rule
	Accepted, Refused []grammardiff.Row // each with its shortest witness; see [Report.listOnce]
	// how many more differences there are, which are listed under the rules that make them
	Elsewhere int

	NewlyAccepted, NewlyRefused bool  // some strings are, wherever they are listed
	Bounded                     bool  // the rule refers to itself: they were compared to [grammardiff.Depth]
	Err                         error // why the languages were not compared
}

// Sides counts strings, and has those of which the two default rules say different things.
type Sides struct {
	Count             int
	Accepted, Refused []string
}

// maxListed is how many strings a report lists of each kind.
const maxListed = 20

// Compare returns what a draft changes in a spec. The corpus may be nil.
func Compare(old *spec.Spec, d *Draft, corpus []string) *Report {
	r := &Report{Old: old.Name(), New: d.Name, Title: d.Spec.Title(), Hash: d.Hash, Date: d.Date,
		withoutCorpus: corpus == nil}
	a, b := old.AllRules(), d.Spec.AllRules()
	if r.Old == r.New {
		r.Old, r.New = fileOf(a, r.Old), path.Base(d.File)
	}
	for _, rule := range b.Rules {
		if a.Rule(rule.Name) == nil && !rule.Core {
			r.Added = append(r.Added, rule)
		}
	}
	for _, rule := range a.Rules {
		other := b.Rule(rule.Name)
		switch {
		case rule.Core:
		case other == nil:
			r.Gone = append(r.Gone, rule)
		case rule.Expr.String() != other.Expr.String():
			r.Changed = append(r.Changed, r.change(old, d.Spec, rule.Name, rule.Name))
		}
	}
	if r.Same() && old.TopName() == d.Spec.TopName() {
		return r // all strings conform as before
	}
	r.Top = r.change(old, d.Spec, old.TopName(), d.Spec.TopName())
	r.listOnce()
	top, now := old.Top(), d.Spec.Top()
	if top.IsZero() || now.IsZero() {
		return r
	}
	for row, err := range vectors.Suite(old.Grammar(), top.Definition(), vectors.Small, nil) {
		if err != nil {
			break
		}
		r.Vectors.add(row.Input, row.Valid, now.Valid(row.Input))
	}
	for _, s := range corpus {
		r.Corpus.add(s, top.Valid(s), now.Valid(s))
	}
	return r
}

// fileOf returns the name of the file that the rules of a grammar were read from.
func fileOf(g *abnf.Grammar, name string) string {
	for _, r := range g.Rules {
		if !r.Core && r.Spec == g.Spec {
			return path.Base(r.Pos.File)
		}
	}
	return name
}

// listOnce leaves out of what is said of a rule the differences that another rule makes which has changed, too: they
// are listed there. So a port that is newly refused is not listed for the authority and the default rule as well.
func (r *Report) listOnce() {
	all := []*Change{&r.Top}
	listed := make(map[string]bool)
	for i := range r.Changed {
		c := &r.Changed[i]
		all = append(all, c)
		if c.Err == nil {
			listed[strings.ToLower(c.New.Name)] = true
		}
	}
	for i, c := range all {
		elsewhere := func(row grammardiff.Row) bool {
			names := row.Path
			if i > 0 {
				names = names[1:] // the first is the rule itself
			}
			return slices.ContainsFunc(names, func(name string) bool { return listed[strings.ToLower(name)] })
		}
		before := len(c.Accepted) + len(c.Refused)
		c.NewlyAccepted, c.NewlyRefused = len(c.Accepted) > 0, len(c.Refused) > 0
		c.Accepted, c.Refused = slices.DeleteFunc(c.Accepted, elsewhere), slices.DeleteFunc(c.Refused, elsewhere)
		c.Elsewhere = before - len(c.Accepted) - len(c.Refused)
	}
}

func (s *Sides) add(text string, before, now bool) {
	s.Count++
	switch {
	case now && !before:
		s.Accepted = append(s.Accepted, text)
	case before && !now:
		s.Refused = append(s.Refused, text)
	}
}

// change compares the languages of two rules.
func (r *Report) change(old, draft *spec.Spec, name, now string) Change {
	c := Change{Old: old.AllRules().Rule(name), New: draft.AllRules().Rule(now)}
	x, okX := old.Rule(name)
	y, okY := draft.Rule(now)
	if !okX || !okY {
		c.Err = errors.New("the rule cannot be used in both grammars")
		return c
	}
	a := grammardiff.Side{Name: r.Old, Grammar: old.Grammar(), Rule: x.Definition()}
	b := grammardiff.Side{Name: r.New, Grammar: draft.Grammar(), Rule: y.Definition()}
	rows, err := grammardiff.Compare(a, b)
	c.Err, c.Bounded = err, grammardiff.Bounded(a, b)
	for _, row := range rows {
		if row.Side == 0 {
			c.Refused = append(c.Refused, row)
		} else {
			c.Accepted = append(c.Accepted, row)
		}
	}
	return c
}

// Same reports whether the draft has the same rules as the spec.
func (r *Report) Same() bool { return len(r.Added)+len(r.Gone)+len(r.Changed) == 0 }

// Breaking returns why users of the spec must change something, or "": what conformed
// does not, or a rule that they may name is gone.
func (r *Report) Breaking() string {
	switch {
	case r.Top.NewlyRefused || len(r.Vectors.Refused) > 0 || len(r.Corpus.Refused) > 0:
		return "strings that conformed do not conform now"
	case len(r.Gone) > 0:
		return "rules are gone that programs may name"
	case slices.ContainsFunc(r.Changed, func(c Change) bool { return c.NewlyRefused }):
		return "strings that a rule matched do not match it now"
	case r.Top.Err != nil:
		return cmp.Or("the default rules could not be compared: "+r.Top.Err.Error(), "")
	}
	return ""
}
