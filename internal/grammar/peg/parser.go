package peg

import (
	"errors"
	"fmt"
	"slices"
	"strings"

	"github.com/rfc3987/iri/internal/grammar/abnf"
)

// A Parser is one PEG for the rules of several specs.
type Parser struct {
	Rules []*Definition
	Specs []Spec
}

// A Spec maps each rule of a grammar to a rule of the parser.
type Spec struct {
	Name  string
	Rules []*Definition // in the order of the grammar
}

// Combine transcribes the grammars into one parser; a spec comes after the one that it changes. A rule is a rule of the
// parser for each spec that has it, and named after it: Rfc3986_Host. Those of a spec are shared by the specs that
// change it, where they match alike, down to the last rule that they use. Core rules are shared by all specs and have
// no spec in their names. So neither the names nor the order depend on what other specs there are.
//
// The parser is returned with an error of [Transcribe] too, so that it can be read.
func Combine(grammars []*abnf.Grammar) (*Parser, error) {
	p := &Parser{}
	var errs []error
	var core []*Definition
	made := map[string]map[string]*Definition{} // by spec and production
	known := map[string]*Definition{}           // the core rules
	own := map[*Definition]bool{}               // all others
	lines := map[*Definition]int{}              // where a core rule stands
	for _, g := range grammars {
		rules, err := Transcribe(g)
		if err != nil {
			errs = append(errs, err)
		}
		base := made[strings.ToLower(g.Changes)]
		shared, here, ids := map[*Definition]*Definition{}, map[string]*Definition{}, map[string]bool{}
		for _, r := range rules {
			// The rules that r uses come before it and have their identifiers, so
			// that the text of the body tells whether two rules are one.
			r.Body = replaced(r.Body, shared)
			def := g.Rule(r.Name)
			isCore := def.Core && !refers(r.Body, func(r *Definition) bool { return own[r] })
			same := base[r.Name]
			if isCore {
				same = known[r.Name]
			}
			switch {
			case same != nil && equal(same.Body, r.Body):
				shared[r], here[r.Name] = same, same
				continue
			case isCore:
				core, known[r.Name], lines[r] = append(core, r), r, def.Pos.Line
			default:
				r.ID = abnf.Identifier(g.Spec) + "_" + r.ID
				for ids[r.ID] { // a-b and aB
					r.ID += "_"
				}
				ids[r.ID], own[r] = true, true
			}
			shared[r], here[r.Name] = r, r
		}
		spec := Spec{Name: g.Spec}
		for _, def := range g.Rules {
			r := here[def.Name]
			if r == nil {
				continue // nothing could be transcribed
			}
			spec.Rules = append(spec.Rules, r)
			if own[r] && r != base[r.Name] {
				p.Rules = append(p.Rules, r)
			}
		}
		made[strings.ToLower(g.Spec)] = here
		p.Specs = append(p.Specs, spec)
	}
	slices.SortFunc(core, func(a, b *Definition) int { return lines[a] - lines[b] })
	p.Rules = append(core, p.Rules...)
	for _, r := range p.Rules {
		r.split()
	}
	for _, r := range p.Rules {
		if r.Bare != nil && equal(r.Body, r.Bare.Body) {
			r.Body = &Ref{r.Bare}
		}
	}
	return p, errors.Join(errs...)
}

// replaced returns e with references to the keys of the map changed to references
// to their values.
func replaced(e Expr, to map[*Definition]*Definition) Expr {
	same := func(x Expr) Expr { return replaced(x, to) }
	switch e := e.(type) {
	case *Ref:
		return &Ref{to[e.Rule]}
	case *Seq:
		return &Seq{mapExprs(e.Parts, same)}
	case *Choice:
		return &Choice{mapExprs(e.Alts, same)}
	case *Rep:
		return &Rep{e.Min, e.Max, same(e.X)}
	}
	return e
}

// split makes two rules of one that repeats others without limit. The rule itself
// calls no rule within the repetition: no node is made there, a path of a megabyte
// is read in a loop over characters, and the parse tree stays small. A second rule,
// Items, has the calls; it runs over the text of a node when the nodes within it are
// asked for.
func (r *Definition) split() {
	flat, changed := flat(r.Body)
	if !changed {
		r.Body = flat
		return
	}
	r.Items = &Definition{ID: r.ID + "_items", Name: r.Name, Spec: r.Spec, Source: r.Source, Section: r.Section,
		Body: r.Body}
	r.Body = flat
}

// Variants returns the other rules for the same production: Items and Bare, as far as there are any.
func (r *Definition) Variants() []*Definition {
	return slices.DeleteFunc([]*Definition{r.Items, r.Bare}, func(v *Definition) bool { return v == nil })
}

func flat(e Expr) (out Expr, changed bool) {
	all := func(list []Expr) []Expr {
		return mapExprs(list, func(x Expr) Expr {
			y, c := flat(x)
			changed = changed || c
			return y
		})
	}
	switch e := e.(type) {
	case *Seq:
		return seq(all(e.Parts)...), changed
	case *Choice:
		return merged(choice(all(e.Alts)...)), changed
	case *Rep:
		if e.Max < 0 {
			x := merged(expanded(e.X))
			return &Rep{e.Min, e.Max, x}, refers(e.X, func(*Definition) bool { return true })
		}
		x, c := flat(e.X)
		return &Rep{e.Min, e.Max, x}, c
	}
	return e, false
}

// expanded returns e with every reference replaced by what makes no node: what it refers to if that is one character
// or a choice that has some, so that the characters of a choice become one class, and else the rule Bare.
func expanded(e Expr) Expr {
	switch e := e.(type) {
	case *Ref:
		x := merged(expanded(e.Rule.withCalls()))
		if c, ok := x.(*Choice); ok && slices.ContainsFunc(c.Alts, isClass) || isClass(x) {
			return x
		}
		if e.Rule.Bare == nil {
			e.Rule.Bare = &Definition{ID: e.Rule.ID + "_bare", Body: x} // it has no name: it makes no node
		}
		return &Ref{e.Rule.Bare}
	case *Seq:
		return seq(mapExprs(e.Parts, expanded)...)
	case *Choice:
		return choice(mapExprs(e.Alts, expanded)...)
	case *Rep:
		return &Rep{e.Min, e.Max, expanded(e.X)}
	}
	return e
}

func isClass(e Expr) bool {
	_, ok := e.(*Class)
	return ok
}

// withCalls returns the body with its calls, whether the rule has been split or not.
func (r *Definition) withCalls() Expr {
	if r.Items != nil {
		return r.Items.Body
	}
	return r.Body
}

// Text returns the grammar in the notation of github.com/pointlander/peg: a
// parser type of the given name in the package.
func (p *Parser) Text(pkg, parser string) string {
	var b strings.Builder
	b.WriteString(header)
	fmt.Fprintf(&b, "package %s\n\ntype %s Peg {\n}\n\n", pkg, parser)
	b.WriteString("# Never run. peg leaves out rules that the first one does not reach, and with -inline\n" +
		"# those that are used once: every rule has to be callable, so this one uses each, and\n" +
		"# twice if no other does.\n")
	fmt.Fprintf(&b, "%s <- %s\n", Root, strings.Join(p.root(), "\n       / "))
	for _, r := range p.Rules {
		b.WriteString("\n")
		if r.Section != "" {
			fmt.Fprintf(&b, "# %s\n", r.Section)
		}
		fmt.Fprintf(&b, "# %s\n", r.Source)
		for _, why := range r.Rewrites {
			fmt.Fprintf(&b, "# Rewritten: %s.\n", why)
		}
		fmt.Fprintf(&b, "%s <- %s\n", r.ID, Text(r.Body))
		for _, variant := range r.Variants() {
			fmt.Fprintf(&b, "%s <- %s\n", variant.ID, Text(variant.Body))
		}
	}
	return b.String()
}

// Root is the name of the rule that uses all others; no spec has it.
const Root = "all_rules"

const header = `# Code generated by internal/make/gen from grammar/*.abnf; DO NOT EDIT.

# The grammars of all specs as one parsing expression grammar. What differs from the
# ABNF is said at each rule, with a string that a literal transcription gets wrong.
# Within repetitions without limit, the rules are written out, or are rules whose names
# end in _bare, so that the parser makes no nodes there; those are made on demand by the
# rules whose names end in _items.

`

func (p *Parser) root() []string {
	used := map[string]bool{}
	mark := func(r *Definition) bool {
		used[r.ID] = true
		return false
	}
	var ids []string
	for _, r := range p.Rules {
		for _, r := range append([]*Definition{r}, r.Variants()...) {
			refers(r.Body, mark)
			ids = append(ids, r.ID)
		}
	}
	var out []string
	for _, id := range ids {
		out = append(out, id)
		if !used[id] {
			out = append(out, id)
		}
	}
	return out
}
