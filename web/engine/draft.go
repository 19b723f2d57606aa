package engine

import (
	"fmt"
	"slices"

	"github.com/rfc3987/iri"
	"github.com/rfc3987/iri/internal/grammar/abnf"
	"github.com/rfc3987/iri/internal/ref/spec"
	"github.com/rfc3987/iri/internal/study/grammardiff"
)

// An inspection is the result of inspecting a grammar that is being edited.
type inspection struct {
	text string
	spec.Inspection
}

// inspect inspects the text of a grammar. The last text is kept: more than one method asks.
func (e *Engine) inspect(text string) (spec.Inspection, error) {
	if err := checkSize(text); err != nil {
		return spec.Inspection{}, err
	}
	if e.draft == nil || e.draft.text != text {
		in, err := spec.InspectGrammar(spec.GrammarFile{Name: grammarFile, Text: []byte(text)})
		if err != nil {
			return in, err
		}
		e.draft = &inspection{text, in}
	}
	return e.draft.Inspection, nil
}

// resolve returns the grammar of a text, nil if it cannot be read, and its faults. It leaves out the faults that only
// automata of the rules show: making automata takes most of the time.
func (e *Engine) resolve(text string) (*abnf.Grammar, abnf.ErrorList, error) {
	if err := checkSize(text); err != nil {
		return nil, nil, err
	}
	if e.draft != nil && e.draft.text == text {
		return e.draft.Grammar, e.draft.Faults, nil
	}
	return spec.Resolve(spec.GrammarFile{Name: grammarFile, Text: []byte(text)})
}

// draftRule draws the rule of a text that is defined at a line or before it, else the first one. The answer
// is nil if there is none that can be drawn.
func (e *Engine) draftRule(p struct {
	Text  string `json:"text"`
	Line  int    `json:"line"`  // from 1
	Width int    `json:"width"` // of its column in pixels
}) (*drawnRule, error) {
	g, _, err := e.resolve(p.Text)
	if g == nil || err != nil {
		return nil, err
	}
	var at *abnf.Rule
	for _, r := range g.Rules {
		switch {
		case r.Pos.File != grammarFile || r.Core:
		case at == nil, r.Pos.Line <= p.Line && r.Pos.Line > at.Pos.Line, at.Pos.Line > p.Line &&
			r.Pos.Line < at.Pos.Line:
			at = r
		}
	}
	if at == nil || at.Faulty() {
		return nil, nil
	}
	d, err := draw(g, at, p.Width)
	return &d, err
}

// A draftChange is a rule that is written otherwise than the rule of its name in a spec. With neither string the two
// match the same strings.
type draftChange struct {
	Rule    string  `json:"rule"`
	Line    int     `json:"line"`
	Accepts *string `json:"accepts,omitempty"` // a shortest string that the rule matches and that of the spec does not
	Refuses *string `json:"refuses,omitempty"` // the other way round
	// a whole text with Accepts in it, which only the edited grammar allows
	In    string `json:"in,omitempty"`
	NotIn string `json:"notIn,omitempty"` // a whole text with Refuses in it, which only the spec allows
	Note  string `json:"note,omitempty"`  // why the two are not compared
}

// draftChanges is how a text differs from a spec.
type draftChanges struct {
	Title   string        `json:"title"`           // of the spec; empty if the text cannot be read
	Shared  int           `json:"shared"`          // how many rules of the text have the name of one of the spec
	Left    int           `json:"left,omitempty"`  // how many shared rules are not compared, because they cannot be used
	Lines   []int         `json:"lines,omitempty"` // the lines with the errors that prevent it
	Changed []draftChange `json:"changed"`
	Added   []string      `json:"added"`   // rules that the spec does not have
	Missing []string      `json:"missing"` // rules that only the spec has
}

// draftChanges compares the text of a grammar, rule by rule, with the built-in spec that it changes, with that
// whose name it has, or else with a base.
func (e *Engine) draftChanges(p struct {
	Text string `json:"text"`
	Base string `json:"base"`
}) (draftChanges, error) {
	out := draftChanges{Changed: []draftChange{}, Added: []string{}, Missing: []string{}}
	in, err := e.inspect(p.Text)
	g := in.Grammar
	if g == nil || err != nil {
		out.Lines = errorLines(in.Faults, func(string) bool { return true })
		return out, err
	}
	var base *spec.Spec
	for _, name := range []string{g.Changes, g.Spec, p.Base} {
		if s, ok := spec.ByName(name); ok && base == nil {
			base = s
		}
	}
	if base == nil {
		return out, fmt.Errorf("there is no spec %q", p.Base)
	}
	out.Title = base.Title()
	usable := g.Only(func(r *abnf.Rule) bool { return r.Core || slices.Contains(in.Usable, r.Name) })
	all, old := base.AllRules(), base.Grammar()
	faulty := make(map[string]bool) // the rules for whose errors others are not compared
	for _, r := range g.Rules {
		if r.Core || r.Pos.File != grammarFile {
			continue
		}
		was := all.Rule(r.Name)
		if was == nil {
			out.Added = append(out.Added, r.Name)
			continue
		}
		out.Shared++
		a, b := old.Rule(r.Name), usable.Rule(r.Name)
		if a == nil || b == nil {
			out.Left++
			for _, why := range in.Refused {
				if why.Rule.Name == r.Name {
					faulty[why.Path[len(why.Path)-1].Name] = true
				}
			}
			continue
		}
		if was.Expr.String() != r.Expr.String() {
			c := draftChange{Rule: r.Name, Line: r.Pos.Line}
			if only, err := grammardiff.Witnesses(
				grammardiff.Side{Name: base.Name(), Grammar: old, Rule: a},
				grammardiff.Side{Name: grammarFile, Grammar: usable, Rule: b}); err != nil {
				c.Note = inEditor(err.Error())
			} else {
				c.Refuses, c.Accepts = only[0], only[1]
				c.NotIn, c.In = within((*iri.Spec)(base), in.Spec, r.Name, only)
			}
			out.Changed = append(out.Changed, c)
		}
	}
	for _, r := range all.Rules {
		if !r.Core && g.Rule(r.Name) == nil {
			out.Missing = append(out.Missing, r.Name)
		}
	}
	out.Lines = errorLines(in.Faults, func(rule string) bool { return faulty[rule] })
	return out, nil
}

// errorLines returns the lines of the editor in which rules have errors, each once and in order.
func errorLines(faults abnf.ErrorList, of func(rule string) bool) (lines []int) {
	for _, f := range faults {
		if !f.Warning && f.Pos.Line > 0 && slices.ContainsFunc(append([]string{f.Rule}, f.Also...), of) {
			lines = append(lines, f.Pos.Line)
		}
	}
	slices.Sort(lines)
	return slices.Compact(lines)
}

// wholes are short references. They have each component, and hosts of each kind.
var wholes = []string{
	"http://h:1/", "http://u@h/", "http://h/p?q#f", "http://[::1]/", "http://[v1.a]/", "http://1.2.3.4/",
	"http://h/%41", "http://h/~!a", "a:b", "a:/b", "//h/p", "/p", "p",
}

// within returns for each of two strings a whole reference with the string at the place of a rule, which only the spec
// or only the draft allows, as the rule only allows the string there; "" where there is none. Its rules are
// interpreted:
// to make the automaton of the top rule takes longer than all else that is said of a draft.
func within(base *iri.Spec, draft *spec.Spec, name string, only [2]*string) (inBase, inDraft string) {
	old := base.Top()
	now, ok := draft.Rule(old.Name())
	if !ok {
		return "", ""
	}
	var found [2]string
	for _, whole := range wholes {
		tree, err := old.Tree(whole)
		if err != nil {
			continue
		}
		for _, n := range tree.All() {
			if n.Name() != name {
				continue
			}
			for i, text := range only {
				if text == nil || found[i] != "" {
					continue
				}
				s := whole[:n.Start()] + *text + whole[n.End():]
				if _, err := spec.Interpret(now, s); old.Valid(s) == (i == 0) && (err == nil) == (i == 1) {
					found[i] = s
				}
			}
		}
	}
	return found[0], found[1]
}
