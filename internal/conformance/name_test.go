package conformance_test

import (
	"slices"
	"strings"
	"testing"

	"github.com/rfc3987/iri"
	"github.com/rfc3987/iri/internal/ref/component"
	"github.com/rfc3987/iri/internal/ref/spec"
	"github.com/rfc3987/iri/internal/verdict/check"
	"github.com/rfc3987/iri/internal/verdict/prose"
	"github.com/rfc3987/iri/internal/verdict/report"
)

// A treePlace is a production of a parse tree that is a component or contains components.
type treePlace struct {
	rules            []string
	kind             component.Kind
	leaf             bool
	from, start, end int // from: where the delimiter before it starts
	parent           int
}

// placesOfTree lists the productions of a parse tree in the order of the text, a production before those
// that it contains.
func placesOfTree(list []treePlace, n *iri.Node, profile *spec.Profile, rules []string, parent, from int) []treePlace {
	at := treePlace{rules: append(slices.Clip(rules), n.Name()), from: from, start: n.Start(), end: n.End(), parent: parent}
	at.kind, at.leaf = profile.Component(n.Name())
	at.leaf = at.leaf || n.Name() == "IPv4address" // not a component, and contains none
	list, parent = append(list, at), len(list)
	if at.leaf {
		return list
	}
	from = at.start
	for c := range n.Children() {
		list = placesOfTree(list, c, profile, at.rules, parent, from)
		from = c.End()
	}
	return list
}

// rulesInTree returns the productions of a finding by the parse tree: those of the innermost production
// that contains its text; of an empty one those of the component at its offset that the rule is about,
// otherwise of the first empty one, otherwise of the first.
func rulesInTree(list []treePlace, start, end int, on component.Kinds) []string {
	best := -1
	for i, p := range list {
		isOn := profileHas(p) && on.Has(p.kind)
		switch {
		case start < end:
			if p.from <= start && end <= p.end || best >= 0 && p.parent == best && start <= p.start && p.end <= end && isOn {
				best = i
			}
		case !p.leaf || p.rules[len(p.rules)-1] == "IPv4address" || start < p.start || p.end < start:
		case isOn:
			return p.rules
		case best < 0 || list[best].start < list[best].end && p.start == p.end:
			best = i
		}
	}
	if best < 0 {
		return list[0].rules
	}
	return list[best].rules
}

// profileHas reports whether the kind of a place is known: the zero kind is that of a scheme.
func profileHas(p treePlace) bool {
	return p.kind != component.Scheme || p.rules[len(p.rules)-1] == "scheme"
}

// TestNames holds the productions that findings of prose rules have, which come from where the components
// lie, against the parse tree: of each span of each string, for each set of components that rules are about.
func TestNames(t *testing.T) {
	rules := map[component.Kinds]report.Code{}
	for _, r := range prose.Rules() {
		rules[r.On] = r.Code
	}
	texts := []string{
		"", "a:", "a:b", "a:/b", "a:/", "a:?", "a:#", "a:b?c#d", "a:b#c?d", "//", "//h", "//h:/", "/p", "p/q", "./a:b", "?q", "#f", "?#",
		"http://u:p@h.example:80/p/q?r=s#t", "http://@:/?#", "http://[::1]:8/", "http://u@[v1.a:b]", "http://1.2.3.4:5/", "//1.2.3.4", "http://é/é?é#é", "s://é@é/%41",
	}
	checked := 0
	for _, s := range iri.Specs() {
		for rule := range s.Rules() {
			if !rule.WholeReference() {
				continue
			}
			in, _ := (*spec.Spec)(s).OrEmpty().Rule(rule.Name())
			for _, text := range texts {
				tree, err := rule.Tree(text)
				if err != nil {
					continue
				}
				list := placesOfTree(nil, tree, in.Spec().Profile(), nil, -1, 0)
				rep := report.Report{Input: text, Rule: in, Grammatical: true}
				var want [][]string
				for start := range len(text) + 1 {
					for end := start; end <= len(text); end++ {
						for on, code := range rules {
							rep.Findings = append(rep.Findings, report.Finding{Code: code, Start: start, End: end})
							want = append(want, rulesInTree(list, start, end, on))
						}
					}
				}
				check.Name(&rep)
				for i, f := range rep.Findings {
					checked++
					if !slices.Equal(f.Rules, want[i]) {
						t.Errorf("%s, %s, %q: %s [%d,%d): got %s, want %s", s.Name(), rule, text, f.Code, f.Start, f.End, strings.Join(f.Rules, " > "), strings.Join(want[i], " > "))
						break
					}
				}
			}
		}
	}
	if checked < 100_000 {
		t.Errorf("%d findings were compared, want 100,000", checked)
	}
}
