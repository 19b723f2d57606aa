package iri

import (
	"slices"

	"github.com/rfc3987/iri/internal/component"
	"github.com/rfc3987/iri/internal/prose"
	"github.com/rfc3987/iri/internal/report"
	"github.com/rfc3987/iri/internal/spec"
)

// maxNamed is how long a string may be whose parse tree is made to name the
// productions of prose findings, in bytes. A tree takes several times the memory of
// its string; beyond the limit, findings name the start rule alone.
const maxNamed = 1 << 20

// nameProductions gives each finding of the prose rules the productions that it stands
// in, from the start rule down to that of a component. They are read off the parse tree
// at the offset of the finding.
func nameProductions(r *report.Report) {
	var list []spot
	if rule := (Rule{r.Rule}).peg(); len(r.Input) <= maxNamed && rule != pegRuleUnknown {
		p := parsers.Get().(*pegParser)
		if p.parse(rule, r.Input) && int(p.tokenIndex) <= len(p.tokens) {
			tokens := p.tokens[:p.tokenIndex]
			p.toBytes(tokens, len(r.Input))
			s := spots{tokens: tokens, profile: r.Rule.Spec().Profile(), list: make([]spot, 0, 16)}
			s.add(len(tokens)-1, -1, 0)
			list = s.list
		}
		p.release()
	}
	for i := range r.Findings {
		f := &r.Findings[i]
		f.Rules = rulesTo(list, spotOf(list, f, prose.Lookup(f.Code)), r.Rule)
	}
}

// A spot is where a production stands that is a component, or that has components.
type spot struct {
	name       string
	above      int // the spot of the production above it, -1 if it is the start rule
	kind       component.Kind
	leaf       bool // it is a component without components within it
	from       int  // where the delimiter before it starts, as the "?" of a query
	start, end int
}

// spots collects the spots of a parse tree, in the order of the text, a production
// before those below it.
type spots struct {
	tokens  []token
	profile *spec.Profile
	list    []spot
}

// add adds the spot of a token and of those below it. Nothing is added below a leaf.
func (s *spots) add(i, above, from int) {
	t := &s.tokens[i]
	at := spot{name: productions[t.rule], above: above, from: from, start: int(t.begin), end: int(t.end)}
	at.kind, at.leaf = s.profile.Component(at.name)
	above = len(s.list)
	s.list = append(s.list, at)
	if at.leaf {
		return
	}
	var few [8]int
	children := few[:0] // the last one first
	for c := uint32(i); c > t.first; c = s.tokens[c-1].first {
		children = append(children, int(c-1))
	}
	from = at.start
	for _, c := range slices.Backward(children) {
		s.add(c, above, from)
		from = int(s.tokens[c].end)
	}
}

// spotOf returns the index of the spot that a finding of a prose rule stands in, -1 if
// there is none. A stretch of text stands in the innermost production that has all of
// it. An empty place can stand at the edges of several components: it belongs to the one
// that the rule is about, else to the first that is empty itself, else to the first.
func spotOf(list []spot, f *report.Finding, rule *report.ProseRule) int {
	best := -1
	for i := range list {
		s := &list[i]
		switch {
		case f.Start < f.End:
			// That of an IP-literal with its brackets is about the address in it.
			inside := best >= 0 && s.above == best && f.Start <= s.start && s.end <= f.End && slices.Contains(rule.On, s.kind)
			if s.from <= f.Start && f.End <= s.end || inside {
				best = i
			}
		case !s.leaf || f.Start < s.start || s.end < f.Start:
		case slices.Contains(rule.On, s.kind):
			return i
		case best < 0 || list[best].start < list[best].end && s.start == s.end:
			best = i
		}
	}
	return best
}

// rulesTo returns the productions from the start rule down to a spot; the start rule
// alone for -1.
func rulesTo(list []spot, at int, start spec.Rule) []string {
	if at < 0 {
		return []string{start.Name()}
	}
	n := 0
	for i := at; i >= 0; i = list[i].above {
		n++
	}
	rules := make([]string, n)
	for i := at; i >= 0; i = list[i].above {
		n--
		rules[n] = list[i].name
	}
	return rules
}
