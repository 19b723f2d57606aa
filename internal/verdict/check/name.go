package check

import (
	"github.com/rfc3987/iri/internal/grammar/parsetree"
	"github.com/rfc3987/iri/internal/ref/component"
	"github.com/rfc3987/iri/internal/ref/spec"
	"github.com/rfc3987/iri/internal/verdict/finding"
	"github.com/rfc3987/iri/internal/verdict/rules"
)

// Name sets the productions of the findings that have none, of a report about a string that
// conforms: those from the start rule down to the one that has the finding, in the parse
// tree. For a rule that does not name a whole reference, it is the start rule alone. [spec.Path.Open] does not answer
// this: it says what every reading of a prefix has open, and after "loc" of "localhost:80" that is the start rule.
func Name(rep *finding.Report, match spec.Matcher) {
	if len(rep.Findings) == 0 {
		return
	}
	var list treeParts
	if rep.Rule.IsWhole() {
		if match == nil {
			match = spec.Interpret
		}
		if tree, err := match(rep.Rule, rep.Input); err == nil {
			list.profile = rep.Rule.Spec().Profile()
			list.all = list.array[:0]
			list.add(*tree.Root(), rep.Rule.Root(), -1, 0)
		}
	}
	for i := range rep.Findings {
		f := &rep.Findings[i]
		if len(f.Rules) > 0 { // a finding of a policy, which names its productions
			continue
		}
		rule := rules.Lookup(f.Code)
		if rule == nil {
			rule = new(finding.ProseRule)
		}
		if at := list.of(f, rule); at >= 0 {
			f.Rules = list.all[at].below(list.profile, f).Names
		} else {
			f.Rules = rep.Rule.Root().Names
		}
	}
}

// treeParts are those of a parse tree that findings can be about.
type treeParts struct {
	profile *spec.Profile
	all     []treePart
	array   [maxPlaces]treePart
}

// A treePart is a production that is a component or contains components.
type treePart struct {
	node       parsetree.Node
	path       *spec.Path
	parent     int            // the index of the place of the production above it, -1 for the start rule
	kind       component.Kind // NumKinds if it is not a component
	leaf       bool           // a component that contains no other component
	inHost     bool           // a host, or a production of one that is not a component
	from       int            // the start of the delimiter before it, such as the "?" of a query
	start, end int
}

// maxPlaces is how many places a reference of RFC 3986 has at most: three or fewer above its components, and
// scheme, authority, userinfo, host, two of the kind of host, port, path, query and fragment.
const maxPlaces = 13

// add appends the places at and below a node, in the order of the text, a production before those in it.
func (l *treeParts) add(n parsetree.Node, path *spec.Path, parent, from int) {
	at := treePart{node: n, path: path, parent: parent, kind: component.NumKinds, from: from, start: n.Start(),
		end: n.End()}
	if kind, ok := l.profile.Component(path.Rule.Name()); ok {
		at.kind, at.leaf, at.inHost = kind, component.Leaves.Has(kind) && kind != component.IPv4, kind == component.Host
	}
	if at.kind == component.NumKinds && parent >= 0 && l.all[parent].inHost {
		at.inHost, at.from = true, at.start
	}
	l.all, parent = append(l.all, at), len(l.all)
	if at.leaf || at.kind == component.IPv4 {
		return
	}
	from = at.start
	for c := range n.Children() {
		name := c.Name()
		_, known := l.profile.Component(name)
		if known || !l.profile.Inner(name) && (!at.inHost || l.profile.Reported(path.Down(name).Rule)) {
			l.add(c, path.Down(name), parent, from)
		}
		from = c.End()
	}
}

// below returns the path to the innermost production of a component that contains a finding, which is the component
// itself unless its grammar has productions that are more than its characters.
func (p *treePart) below(profile *spec.Profile, f *finding.Finding) *spec.Path {
	n, path := p.node, p.path
	if !p.leaf || !profile.Deep(p.kind) {
		return path
	}
	for down := path; ; {
		var in parsetree.Node
		for c := range n.Children() {
			if c.Start() <= f.Start && f.End <= c.End() && c.Start() < c.End() {
				in = c
			}
		}
		if in.Tree() == nil {
			return path
		}
		n, down = in, down.Down(in.Name())
		if profile.Reported(down.Rule) {
			path = down
		}
	}
}

// of returns the index of the place that has a finding of a prose rule, -1 if none has. Text
// belongs to the innermost production that contains all of it. An empty finding can be at the
// edge of several components: it belongs to the one that the rule is about, otherwise to the
// first empty component, otherwise to the first.
func (l *treeParts) of(f *finding.Finding, rule *finding.ProseRule) int {
	best := -1
	for i := range l.all {
		s := &l.all[i]
		switch {
		case f.Start < f.End:
			// A finding on an IP-literal with its brackets is about the address inside.
			inside := best >= 0 && s.parent == best && f.Start <= s.start && s.end <= f.End && rule.On.Has(s.kind)
			if s.from <= f.Start && f.End <= s.end || inside {
				best = i
			}
		case !s.leaf || f.Start < s.start || s.end < f.Start:
		case rule.On.Has(s.kind):
			return i
		case best < 0 || l.all[best].start < l.all[best].end && s.start == s.end:
			best = i
		}
	}
	return best
}
