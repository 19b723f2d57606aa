package engine

import (
	"slices"

	"github.com/rfc3987/iri"
	"github.com/rfc3987/iri/internal/grammar/abnf"
)

// A tracing says which text is followed through which diagram.
type tracing struct {
	engine  *Engine
	spec    string
	grammar *abnf.Grammar
	text    string

	rule       *abnf.Rule // that reads the text from start to end
	target     *abnf.Rule // whose diagram is drawn: rule, or one within it
	start, end int

	breakAt, breakEnd int // the span of the finding, if there is one
	broken            bool
	skipped           []iri.Finding // earlier findings: checking went on after them
}

// findingOf sets what a finding is about: the innermost rule that it names and that has
// a place in the text.
func (t *tracing) findingOf(r iri.Rule, findings []iri.Finding, i int) error {
	f := findings[i]
	t.breakAt, t.breakEnd = f.Start, f.End
	t.rule = t.grammar.Rule(r.Name())
	t.target = t.rule
	tree, err := r.Tree(t.text)
	if err == nil { // the text matches, the finding is about prose
		for _, n := range tree.All() {
			inside := n.Start() <= f.Start && f.End <= n.End()
			if k := slices.Index(f.Rules, n.Name()); inside && (k >= 0 || len(f.Rules) == 0 && n.Name() == r.Name()) {
				t.target = t.grammar.Rule(n.Name())
				t.start, t.end = n.Start(), n.End()
			}
		}
		t.rule = t.target
		return nil
	}
	t.broken = !prose(r, f)
	t.skipped = findings[:i]
	chain := slices.Clone(f.Rules)
	if last := string(f.Code); len(chain) == 0 || chain[len(chain)-1] != last {
		chain = append(chain, last)
	}
	if !r.WholeReference() {
		// The rule is run alone. The innermost rule of the chain is drawn.
		for _, name := range chain {
			if x := t.grammar.Rule(name); x != nil {
				t.target = x
			}
		}
		return nil
	}
	if f.Code == "pct-encoded" {
		t.start, t.end = f.Start, len(t.text)
		t.target = t.grammar.Rule("pct-encoded")
		t.rule = t.target
		return nil
	}
	parts := components(r, t.text)
	for k := len(chain) - 1; k >= 0; k-- {
		x := t.grammar.Rule(chain[k])
		if x == nil {
			continue
		}
		if from, to, ok := partOf(x.Name, parts, t.text, f); ok {
			t.target, t.start, t.end = x, from, to
			t.rule = x
			return nil
		}
	}
	return nil
}

// partOf returns the span that a rule for a component has in a text that does not
// conform.
func partOf(rule string, parts []component, text string, f iri.Finding) (from, to int, ok bool) {
	for _, c := range parts {
		inside := c.Start <= f.Start && f.Start <= c.End
		switch {
		case rule == "IPv6address" || rule == "IPvFuture":
			if c.Name != "host" || !inside || c.Start >= c.End || text[c.Start] != '[' {
				continue
			}
			to := c.End
			if text[to-1] == ']' {
				to--
			}
			return c.Start + 1, to, true
		case rule == "ireg-name" || rule == "reg-name":
			if c.Name == "host" && inside {
				return c.Start, c.End, true
			}
		case c.Rule == rule && inside:
			return c.Start, c.End, true
		}
	}
	if rule == "iauthority" || rule == "authority" {
		from, to := none, none
		for _, c := range parts {
			switch c.Name {
			case "userinfo", "host", "port":
				if from == none {
					from = c.Start
				}
				to = c.End
			}
		}
		return from, max(to, f.End), from != none
	}
	return 0, 0, false
}

// lower goes down to the rule that decides what could stand where the text breaks: as long as one rule alone could go on there,
// and is not one of several in a choice. Of "<" in a path that is ipchar, not ipath-abempty, in which "/" and isegment could go on;
// of "x" in a port it is port, because DIGIT says what it is by its name.
func (t *tracing) lower(s *iri.Spec) {
	for t.broken && refused(s, t.rule.Name) == nil {
		w, err := t.run()
		if err != nil {
			return
		}
		next := t.only(w.next)
		if next == nil || next.Core || next == t.target {
			return
		}
		t.target = next
	}
}

// only returns the rule that alone could go on at boxes of the target: nil if several could, or something else of the same choice.
func (t *tracing) only(lit []int32) (rule *abnf.Rule) {
	choice := make(map[abnf.Expr]abnf.Expr) // the innermost choice around an expression
	abnf.Walk(t.target.Expr, func(e abnf.Expr) bool {
		around := choice[e]
		if _, ok := e.(*abnf.Alternation); ok {
			around = e
		}
		for _, x := range abnf.Parts(e) {
			choice[x] = around
		}
		return true
	})
	b := boxesOf(t.grammar, t.target)
	var own abnf.Expr
	others := make(map[abnf.Expr]bool) // the choices in which something else could go on
	for e, first := range b.of {
		to := t.grammar.Target(e)
		switch {
		case !slices.ContainsFunc(lit, func(n int32) bool { return first <= n && n < first+b.size[e] }):
		case to == nil:
			others[choice[e]] = true
		case rule != nil:
			return nil
		default:
			rule, own = to, choice[e]
		}
	}
	if own != nil && others[own] || t.breakAt == t.breakEnd && len(others) > 0 {
		return nil // where a text ends, what is missing is what the other box has: "]" after an address
	}
	return rule
}

// run reads the text by the rule, for the boxes of the target.
func (t *tracing) run() (way, error) {
	key := [2]string{t.spec + " " + t.rule.Name, t.target.Name}
	n := t.engine.tracer[key]
	if n == nil {
		var err error
		if n, err = newTracer(t.grammar, t.rule, t.target); err != nil {
			return way{}, err
		}
		if len(t.engine.tracer) > 50 {
			clear(t.engine.tracer)
		}
		t.engine.tracer[key] = n
	}
	end := t.end
	if t.broken && t.breakAt >= t.start && t.target.Name != "pct-encoded" {
		end = min(t.breakAt, t.end)
	}
	return n.read(t.text[t.start:end], func(at int) bool {
		return slices.ContainsFunc(t.skipped, func(f iri.Finding) bool {
			return f.Start <= t.start+at && t.start+at < f.End
		})
	})
}

// follow runs the text through the diagram.
func (t *tracing) follow(d *diagram) error {
	w, err := t.run()
	if err != nil {
		return err
	}
	u := units{text: t.text}
	for _, v := range w.visits {
		if v.box != none {
			d.Visits = append(d.Visits, stop{v.box, u.place(t.start+v.start, t.start+v.end)})
		}
	}
	if t.breakAt == none {
		return nil
	}
	at := u.place(t.breakAt, t.breakEnd)
	d.At = &at
	if t.broken {
		d.Lit = w.next
		return nil
	}
	for _, v := range d.Visits {
		if touches(at, v.stringSpan) && !slices.Contains(d.Lit, v.Box) {
			d.Lit = append(d.Lit, v.Box)
		}
	}
	return nil
}

// whole draws the start rule. A text that does not match a rule for whole references runs
// through it by its components, any other text as far as the rule reads it.
func (t *tracing) whole(r iri.Rule, start *abnf.Rule, width int) (*diagram, error) {
	d, err := newDiagram(t.grammar, start, width)
	if err != nil {
		return nil, err
	}
	whole := *t
	whole.rule, whole.target, whole.start, whole.end = start, start, 0, len(t.text)
	if r.WholeReference() && !r.Valid(t.text) {
		whole.byComponents(&d, r)
		return &d, nil
	}
	if err := whole.follow(&d); err != nil {
		d.Note = err.Error()
	}
	return &d, nil
}

// byComponents puts each component of the text into the first box of the start rule whose
// rule has it, and lights the boxes that the finding touches.
func (t *tracing) byComponents(d *diagram, r iri.Rule) {
	u := units{text: t.text}
	parts := components(r, t.text)
	boxes := boxesOf(t.grammar, t.target).rules
	for _, c := range parts {
		for _, box := range boxes {
			rule, ok := r.Spec().Rule(box.rule)
			if !ok || rule.Name() != c.Rule && !slices.ContainsFunc(rule.Uses(), func(x iri.Rule) bool { return x.Name() == c.Rule }) {
				continue
			}
			if rule.WholeReference() && parts[0].Name != "scheme" && !allowsRelative(rule) {
				continue // IRI in IRI-reference, for a relative reference
			}
			at := u.place(c.Start, c.End)
			d.Visits = append(d.Visits, stop{box.number, at})
			finding := stringSpan{Start: t.breakAt, End: t.breakEnd}
			if t.breakAt != none && touches(finding, at) && !slices.Contains(d.Lit, box.number) {
				d.Lit = append(d.Lit, box.number)
			}
			break
		}
	}
	if t.breakAt != none {
		at := u.place(t.breakAt, t.breakEnd)
		d.At = &at
	}
}
