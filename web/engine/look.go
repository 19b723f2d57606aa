package engine

import (
	"fmt"

	"github.com/rfc3987/iri"
	"github.com/rfc3987/iri/internal/grammar/abnf"
	parts "github.com/rfc3987/iri/internal/ref/component"
	"github.com/rfc3987/iri/internal/ref/spec"
	"github.com/rfc3987/iri/internal/study/railroad"
)

// A node is a production in the parse tree. A tree is a list of nodes, each before
// those below it.
type node struct {
	Name  string `json:"name"`
	Depth int    `json:"depth"`
	stringSpan
	Broken bool `json:"broken,omitempty"` // the text does not match the production
}

// A component is a part of a reference.
type component struct {
	Name string `json:"name"`
	stringSpan
	Rule   string `json:"rule,omitempty"`
	Kind   string `json:"kind,omitempty"`   // of a host
	Broken bool   `json:"broken,omitempty"` // the grammar does not allow its text
	Prose  bool   `json:"prose,omitempty"`  // a rule in prose does not allow its text
}

// A view is what the page shows of the structure of a string.
type view struct {
	Report     *lineReport `json:"report"`
	Nodes      []node      `json:"nodes"`
	Cut        bool        `json:"cut,omitempty"` // there are more nodes than maxNodes
	Components []component `json:"components"`
}

// The limits of a view.
const (
	maxNodes = 2000
	maxLook  = 20_000 // bytes of the text
)

func tooLong(text string) error {
	if len(text) > maxLook {
		return fmt.Errorf("the line has %d bytes; its structure is shown for lines of at most %d", len(text), maxLook)
	}
	return nil
}

// look returns the structure of a string. If the string does not conform, the tree has the components that conform, and the
// others are marked.
func (e *Engine) look(p struct {
	target
	Text string `json:"text"`
}) (view, error) {
	r, err := e.rule(p.target)
	if err != nil {
		return view{}, err
	}
	if err := tooLong(p.Text); err != nil {
		return view{}, err
	}
	rep := r.Check(p.Text, p.options()...)
	v := view{Report: makeReport(rep), Nodes: []node{}, Components: []component{}}
	u := units{text: p.Text}
	if r.WholeReference() {
		for _, c := range components(r, p.Text) {
			c.stringSpan = u.place(c.Start, c.End)
			v.Components = append(v.Components, c)
		}
		for _, f := range v.Report.Findings {
			breakComponents(v.Components, f)
		}
	}
	if tree, err := r.Tree(p.Text); err == nil {
		v.Cut = addTree(&v.Nodes, tree, 0, 0, &u)
		return v, nil
	}
	v.Nodes = append(v.Nodes, node{r.Name(), 0, u.place(0, len(p.Text)), true})
	for _, c := range v.Components {
		rule, ok := r.Spec().Rule(c.Rule)
		if !ok {
			continue
		}
		if tree, err := rule.Tree(p.Text[c.Start:c.End]); err == nil && !c.Broken {
			v.Cut = addTree(&v.Nodes, tree, c.Start, 1, &u) || v.Cut
		} else {
			v.Nodes = append(v.Nodes, node{rule.Name(), 1, c.stringSpan, true})
		}
	}
	return v, nil
}

// breakComponents marks the components that an error is about: those that it overlaps, or
// the first one that it touches if its span is empty.
func breakComponents(list []component, f finding) {
	for i := range list {
		if f.Severity == "error" && touches(f.stringSpan, list[i].stringSpan) {
			list[i].Broken = list[i].Broken || !f.Prose
			list[i].Prose = list[i].Prose || f.Prose
			if f.Start == f.End {
				return
			}
		}
	}
}

// touches reports whether a finding is about a component: its span overlaps, or is empty
// and lies in it or at its end.
func touches(f, c stringSpan) bool {
	if f.Start == f.End {
		return c.Start <= f.Start && f.Start <= c.End
	}
	return f.Start < c.End && c.Start < f.End
}

// addTree appends the nodes of a tree, and reports whether some were left out.
func addTree(nodes *[]node, tree *iri.Node, offset, depth int, u *units) (cut bool) {
	for d, n := range tree.All() {
		if len(*nodes) >= maxNodes {
			return true
		}
		*nodes = append(*nodes, node{n.Name(), depth + d, u.place(offset+n.Start(), offset+n.End()), false})
	}
	return false
}

// components splits a reference by RFC 3986 Appendix B, also one that does not conform.
// Each component has the name of its rule if the spec has such a rule.
func components(r iri.Rule, text string) (out []component) {
	rules := (*spec.Spec)(r.Spec()).Profile().Of
	add := func(name string, kind parts.Kind, start, end int) {
		out = append(out, component{Name: name, stringSpan: stringSpan{Start: start, End: end},
			Rule: rules[kind].Name()})
	}
	from := 0
	if i := parts.SchemeEnd(text); i >= 0 && (!allowsRelative(r) || rules[parts.Scheme].Valid(text[:i])) {
		add("scheme", parts.Scheme, 0, i)
		from = i + 1
	}
	p := parts.Divide(text, from)
	put := func(name string, kind parts.Kind) {
		if start, end, ok := p.Span(text, kind); ok {
			add(name, kind, start, end)
		}
	}
	put("userinfo", parts.Userinfo)
	if _, _, ok := p.Span(text, parts.IPLiteral); ok {
		put("host", parts.IPLiteral)
	} else {
		put("host", parts.Host)
	}
	put("port", parts.Port)
	path := p.PathKind(text)
	if path == parts.PathNoscheme && from > 0 { // the scheme is empty
		path = parts.PathRootless
	}
	add("path", path, int(p.Path), int(p.PathEnd))
	put("query", parts.Query)
	put("fragment", parts.Fragment)
	if ref, err := r.Parse(text); err == nil {
		if h, ok := ref.Host(); ok {
			for i := range out {
				if out[i].Name == "host" {
					out[i].Kind = h.Kind().String()
				}
			}
		}
	}
	return out
}

// A part is a component of a line; the editor colours it.
type part struct {
	Name string `json:"name"`
	From int    `json:"from"` // in UTF-16 code units
	To   int    `json:"to"`
}

// parts returns the components of lines, which the editor shows in colours. It returns none for a line that is too long, and
// none if the rule is not for whole references.
func (e *Engine) parts(p struct {
	target
	Lines []string `json:"lines"`
}) ([][]part, error) {
	r, err := e.rule(p.target)
	if err != nil {
		return nil, err
	}
	out := make([][]part, len(p.Lines))
	for i, line := range p.Lines {
		out[i] = []part{}
		if !r.WholeReference() || tooLong(line) != nil {
			continue
		}
		u := units{text: line}
		for _, c := range components(r, line) {
			if at := u.place(c.Start, c.End); at.From < at.To {
				out[i] = append(out[i], part{c.Name, at.From, at.To})
			}
		}
	}
	return out, nil
}

// allowsRelative reports whether a rule matches references without a scheme.
func allowsRelative(r iri.Rule) bool { return r.Valid("") }

// A diagram is the railroad of a rule, and how a text runs through it.
type diagram struct {
	Rule       string      `json:"rule"`
	Section    string      `json:"section,omitempty"`
	SectionURL string      `json:"sectionURL,omitempty"`
	ABNF       string      `json:"abnf"`
	SVG        string      `json:"svg"`
	Visits     []stop      `json:"visits"`         // what was read in which box
	Lit        []int32     `json:"lit,omitempty"`  // the boxes at which the text broke, or in which the finding is
	At         *stringSpan `json:"at,omitempty"`   // where it broke
	Note       string      `json:"note,omitempty"` // why nothing is lit

	// Whole is the diagram of the start rule, if the diagram is of another rule. So each part of the text is in one of
	// the two diagrams.
	Whole *diagram `json:"whole,omitempty"`
}

// A stop is what was read in a box.
type stop struct {
	Box int32 `json:"box"`
	stringSpan
}

// diagram draws a rule. Node names an occurrence of the rule in the text. Finding, counted from 1, selects the lowest rule
// that decides what may follow at the finding. With neither, the rule is drawn without a text.
func (e *Engine) diagram(p struct {
	target
	Text    string `json:"text"`
	Name    string `json:"name"`
	Start   int    `json:"start"`
	End     int    `json:"end"`
	Occurs  bool   `json:"occurs"`
	Finding int    `json:"finding"`
	Width   int    `json:"width"` // of its column in pixels
}) (diagram, error) {
	r, err := e.rule(p.target)
	if err != nil {
		return diagram{}, err
	}
	if err := tooLong(p.Text); err != nil {
		return diagram{}, err
	}
	g, err := e.tree(p.Spec)
	if err != nil {
		return diagram{}, err
	}
	t := tracing{engine: e, spec: p.Spec, grammar: g, text: p.Text}
	t.end = len(p.Text)
	t.breakAt, t.breakEnd = none, none
	switch {
	case p.Finding > 0:
		findings := r.Check(p.Text, p.options()...).Findings()
		if p.Finding > len(findings) {
			return diagram{}, fmt.Errorf("the text has %d findings, so there is no finding %d", len(findings), p.Finding)
		}
		if err := t.findingOf(r, findings, p.Finding-1); err != nil {
			return diagram{}, err
		}
	case g.Rule(p.Name) == nil:
		return diagram{}, fmt.Errorf("there is no rule %q", p.Name)
	default:
		t.target = g.Rule(p.Name)
		t.rule = t.target
		if p.Occurs && (p.Start < 0 || p.Start > p.End || p.End > len(p.Text)) {
			return diagram{}, fmt.Errorf("the span %d to %d does not lie in the text", p.Start, p.End)
		}
		t.start, t.end = p.Start, p.End
	}
	if p.Finding > 0 {
		t.lower(r.Spec())
	}
	d, err := newDiagram(g, t.target, p.Width)
	if err != nil {
		return diagram{}, err
	}
	if start := g.Rule(r.Name()); start != t.target {
		if d.Whole, err = t.whole(r, start, p.Width); err != nil {
			return diagram{}, err
		}
	}
	if why := refused(r.Spec(), t.rule.Name); why != nil {
		d.Note = why.Error()
	} else if p.Finding > 0 || p.Occurs {
		if err := t.follow(&d); err != nil {
			d.Note = err.Error()
		}
	}
	return d, nil
}

// newDiagram draws a rule without a text.
func newDiagram(g *abnf.Grammar, r *abnf.Rule, width int) (diagram, error) {
	svg, err := drawing(g, r, width)
	return diagram{
		Rule: r.Name, Section: r.Cites(), SectionURL: railroad.SectionURL(r.Section), ABNF: r.Source, SVG: svg,
		Visits: []stop{},
	}, err
}
