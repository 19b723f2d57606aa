// Package draft analyses a grammar while it is written. Its input is a text in the notation of RFC 5234, which may
// have faults. It returns the names of rules with their positions, descriptions of rules, and the differences from
// the spec that the grammar changes. The package must not know the protocol of editors.
package draft

import (
	"cmp"
	"fmt"
	"slices"
	"strings"
	"sync"

	"github.com/rfc3987/iri/internal/grammar/abnf"
	"github.com/rfc3987/iri/internal/ref/spec"
	"github.com/rfc3987/iri/internal/study/extract"
	"github.com/rfc3987/iri/internal/study/lint"
	"github.com/rfc3987/iri/internal/text/chars"
	"github.com/rfc3987/iri/internal/work/config"
)

// A Draft is the text of a grammar and its analysis. Only one goroutine may use it, except for [Draft.Inspect] and
// [Draft.Differences].
type Draft struct {
	File, Text string
	Names      []Name
	Faults     abnf.ErrorList // the faults that iri grammar check finds in the file; see [Draft.Inspect]

	reading  *reading // of the text, or of the last text that could be parsed
	upToDate bool     // reading is of the present text
	abouts   map[string]string
}

// A reading is the parsed grammar of a text.
type reading struct {
	grammar *abnf.Grammar                                     // every rule
	before  *reading                                          // of an earlier text, if a rule of it could be parsed then and cannot now
	inspect func() (faults abnf.ErrorList, usable *spec.Spec) // nil if no rule can be used
}

// usable returns the rules that can be used.
func (rd *reading) usable() *abnf.Grammar {
	if _, s := rd.inspect(); s != nil {
		return s.Grammar()
	}
	return new(abnf.Grammar)
}

// of returns the rule with a name, and the reading that has it; nil if there is none.
func (rd *reading) of(name string) (*reading, *abnf.Rule) {
	for ; rd != nil; rd = rd.before {
		if r := rd.grammar.Rule(name); r == nil || !r.Faulty() {
			return rd, r
		}
	}
	return nil, nil
}

// after sets before to the newest reading that has rules which could not be parsed now.
func (rd *reading) after(before *reading) {
	if !slices.ContainsFunc(rd.grammar.Rules, (*abnf.Rule).Faulty) {
		return
	}
	if before != nil && before.before != nil {
		before = before.before // keep one reading only
	}
	rd.before = before
}

// New parses a text. before is the draft of the previous text, or nil; rules that cannot be parsed now are taken from
// there.
func New(file, text string, before *Draft) *Draft {
	d := &Draft{File: file, Text: text, Names: namesOf(text), abouts: make(map[string]string)}
	files := filesOf(file, text)
	g, faults, _ := spec.Resolve(files...) // there is one file
	d.Faults = d.faultsOfFile(faults)
	switch {
	case g != nil:
		d.upToDate = true
		d.reading = &reading{grammar: g, inspect: sync.OnceValues(func() (abnf.ErrorList, *spec.Spec) {
			in, _ := spec.InspectGrammar(files...)
			return d.faultsOfFile(in.Faults), in.Spec
		})}
		if before != nil {
			d.reading.after(before.reading)
		}
	case before != nil:
		d.reading = before.reading
	}
	return d
}

// faultsOfFile returns the faults of the file, in order.
func (d *Draft) faultsOfFile(faults abnf.ErrorList) abnf.ErrorList {
	faults = slices.DeleteFunc(faults, func(f *abnf.Error) bool { return f.Pos.File != d.File })
	faults.Sort()
	return faults
}

// Inspect returns Faults and the faults that only the automata of the rules show, which takes long, and the findings
// of those optional checks for which want is true. Several goroutines may call it.
func (d *Draft) Inspect(want func(code string) bool) abnf.ErrorList {
	faults, usable := d.Faults, (*spec.Spec)(nil)
	if d.upToDate {
		faults, usable = d.reading.inspect()
	}
	return d.faultsOfFile(slices.Concat(faults, lint.Run(want, usable, filesOf(d.File, d.Text)...)))
}

// filesOf returns the file of a text, and those of the library.
func filesOf(file, text string) []spec.GrammarFile {
	return append([]spec.GrammarFile{{Name: file, Text: []byte(text)}}, config.Library()...)
}

func (d *Draft) text(n Name) string { return d.Text[n.Start:n.End] }

// At returns the name at an offset, or that ends there.
func (d *Draft) At(offset int) (n Name, name string, ok bool) {
	for _, n := range d.Names {
		if n.Start <= offset && offset <= n.End {
			return n, d.text(n), true
		}
	}
	return Name{}, "", false
}

// All returns the positions of a name: the definitions and, if uses is set, the uses. Case does not matter (RFC 5234
// §2.1).
func (d *Draft) All(name string, uses bool) (all []Name) {
	for _, n := range d.Names {
		if strings.EqualFold(d.text(n), name) && (n.Defines || uses) {
			all = append(all, n)
		}
	}
	return all
}

// Rename returns the positions of a name that by can replace, or an error that says why it cannot.
func (d *Draft) Rename(name, by string) ([]Name, error) {
	switch {
	case len(d.All(name, false)) == 0:
		return nil, fmt.Errorf("%s is not defined in this file", name)
	case by == "" || !chars.IsLetter(by[0]) || nameEnd(by, 0) < len(by):
		return nil, fmt.Errorf("%q is not a name of a rule: a letter, and letters, digits and hyphens (RFC 5234 §2.1)", by)
	case !strings.EqualFold(name, by) && d.rule(by) != nil, !strings.EqualFold(name, by) && len(d.All(by, false)) > 0:
		return nil, fmt.Errorf("there is a rule %s already", by)
	}
	return d.All(name, true), nil
}

// rule returns the rule with a name, or nil.
func (d *Draft) rule(name string) *abnf.Rule {
	_, r := d.reading.of(name)
	return r
}

// An Entry is a rule that is defined in the text.
type Entry struct {
	Name
	Rule, Section string
	To            int // the end of its last line
}

// Outline returns the rules that are defined in the text, in order.
func (d *Draft) Outline() (all []Entry) {
	for _, n := range d.Names {
		if !n.Defines {
			continue
		}
		if len(all) > 0 {
			d.close(&all[len(all)-1], n.Start)
		}
		e := Entry{Name: n, Rule: d.text(n), To: len(d.Text)}
		if r := d.rule(e.Rule); r != nil {
			e.Section = r.Cites()
		}
		all = append(all, e)
	}
	if len(all) > 0 {
		d.close(&all[len(all)-1], len(d.Text))
	}
	return all
}

// close sets the end of a rule to that of the last line, before an offset, that is not blank or a comment.
func (d *Draft) close(e *Entry, before int) {
	e.To = before
	for {
		text := strings.TrimRight(d.Text[e.End:e.To], " \t\r\n")
		e.To = e.End + len(text)
		start := strings.LastIndexByte(text, '\n') + 1
		if !strings.HasPrefix(strings.TrimLeft(text[start:], " \t"), ";") {
			return
		}
		e.To = e.End + start
	}
}

// A NamedRule is a rule that the text can use.
type NamedRule struct{ Name, Definition, Section string }

// NamedRules returns the rules that the text defines, those of the spec that it changes, those that it
// imports, and the core rules, sorted by name.
func (d *Draft) NamedRules() (all []NamedRule) {
	seen := make(map[string]bool)
	add := func(k NamedRule) {
		if key := strings.ToLower(k.Name); !seen[key] {
			seen[key] = true
			all = append(all, k)
		}
	}
	if d.reading != nil {
		for _, r := range d.reading.grammar.Rules {
			if own := len(d.All(r.Name, false)) > 0; own || r.Pos.File != d.File { // otherwise it was deleted
				add(NamedRule{r.Name, r.Source, r.Cites()})
			}
		}
	}
	for _, n := range d.Names {
		if n.Defines {
			add(NamedRule{Name: d.text(n)})
		}
	}
	for _, r := range extract.CoreRules().Rules {
		add(NamedRule{r.Name, r.Source, r.Cites()})
	}
	slices.SortFunc(all, func(a, b NamedRule) int {
		return cmp.Compare(strings.ToLower(a.Name), strings.ToLower(b.Name))
	})
	return all
}
