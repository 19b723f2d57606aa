package check

import (
	"github.com/rfc3987/iri/internal/ref/component"
	"github.com/rfc3987/iri/internal/verdict/prose"
	"github.com/rfc3987/iri/internal/verdict/report"
)

// Name sets the productions of the findings that have none, of a report about a string that
// conforms: those from the start rule down to the component that has the finding, as in the parse
// tree. The components lie where the tables say, and the grammar says which productions lead to
// each. For a rule that does not name a whole reference, it is the start rule alone.
func Name(rep *report.Report) {
	if len(rep.Findings) == 0 {
		return
	}
	var array [maxPlaces]place
	list := placesOf(array[:0], rep)
	for i := range rep.Findings {
		f := &rep.Findings[i]
		if len(f.Rules) > 0 { // a finding of a policy, which names its productions
			continue
		}
		rule := prose.Lookup(f.Code)
		if rule == nil {
			rule = new(report.ProseRule)
		}
		if at := placeOf(list, f, rule); at >= 0 {
			f.Rules = list[at].rules
		} else {
			f.Rules = []string{rep.Rule.Name()}
		}
	}
}

// A place is that of a production that is a component or contains components.
type place struct {
	rules      []string       // from the start rule down to it; shared by all reports
	parent     int            // the index of the place of the production above it, -1 for the start rule
	kind       component.Kind // NumKinds if it is not a component
	leaf       bool           // a component that contains no other component
	from       int            // the start of the delimiter before it, such as the "?" of a query
	start, end int
}

// maxPlaces is how many places a reference has at most: three or fewer above its components, and
// scheme, authority, userinfo, host, two of the kind of host, port, path, query and fragment.
const maxPlaces = 13

// placesOf appends the places of the productions of a string that conforms, in the order of the
// text but for those above the components, which come first.
func placesOf(list []place, rep *report.Report) []place {
	ref := rep.Ref
	if !rep.Rule.IsWhole() || ref.Text == "" && !rep.Rule.Split(rep.Input, &ref) {
		return nil
	}
	s, parts, profile := ref.Text, &ref.Parts, rep.Rule.Spec().Profile()
	rulesOf := func(kind component.Kind) []string {
		return rep.Rule.Chain(profile, kind, parts.Scheme > 0).Productions
	}
	add := func(kind component.Kind, parent, from int) (at int, ok bool) {
		start, end, ok := parts.Span(s, kind)
		if !ok {
			return parent, false
		}
		leaf := kind != component.Authority && kind != component.Host && kind != component.IPLiteral
		list = append(list, place{rulesOf(kind), parent, kind, leaf, from, start, end})
		return len(list) - 1, true
	}
	// RFC 3987 §2.2: IRI = scheme ":" ihier-part [ "?" iquery ] [ "#" ifragment ]
	path := parts.PathKind(s)
	down := rulesOf(path)
	whole, hier := len(down)-3, len(down)-2
	for i := range hier {
		list = append(list, place{rules: down[: i+1 : i+1], parent: i - 1, kind: component.NumKinds, end: len(s)})
	}
	start, from := 0, 0
	if parts.Scheme > 0 {
		start, from = int(parts.Scheme)+1, int(parts.Scheme)
	}
	list = append(list, place{rules: down[: hier+1 : hier+1], parent: whole, kind: component.NumKinds, from: from, start: start, end: int(parts.PathEnd)})
	add(component.Scheme, whole, 0)
	if authority, ok := add(component.Authority, hier, start); ok {
		from = list[authority].start
		if userinfo, ok := add(component.Userinfo, authority, from); ok {
			from = list[userinfo].end
		}
		host, _ := add(component.Host, authority, from)
		literal, _ := add(component.IPLiteral, host, int(parts.Host))
		if name, _ := ref.Host(); name.Kind() == component.HostIPv4 {
			rules := append(rulesOf(component.Host), "IPv4address") // a copy: a chain has no spare capacity
			list = append(list, place{rules, host, component.NumKinds, false, int(parts.Host), int(parts.Host), int(parts.HostEnd)})
		} else {
			for _, kind := range [...]component.Kind{component.IPv6, component.IPvFuture, component.RegName} {
				add(kind, literal, int(parts.Host))
			}
		}
		add(component.Port, authority, int(parts.HostEnd))
		start = int(parts.Path)
	}
	add(path, hier, start)
	add(component.Query, whole, int(parts.PathEnd))
	add(component.Fragment, whole, int(parts.Query))
	return list
}

// placeOf returns the index of the place that has a finding of a prose rule, -1 if none has. Text
// belongs to the innermost production that contains all of it. An empty finding can be at the
// edge of several components: it belongs to the one that the rule is about, otherwise to the
// first empty component, otherwise to the first.
func placeOf(list []place, f *report.Finding, rule *report.ProseRule) int {
	best := -1
	for i := range list {
		s := &list[i]
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
		case best < 0 || list[best].start < list[best].end && s.start == s.end:
			best = i
		}
	}
	return best
}
