package spec

import (
	"slices"
	"sync"
)

// A Path leads from the root of a parse tree down to a node: a start rule, and the productions below it. There is one
// Path for all nodes that are reached in the same way, so that what is known of it is computed once.
type Path struct {
	Rule  Rule     // the production of the node
	Names []string // from the start rule down to it; the slice is shared

	start Rule
	mu    sync.Mutex
	below []*Path

	follow func() []string
}

// Root returns the path that is the rule alone.
func (r Rule) Root() *Path { return r.d.root() }

// newPath returns the path down to a rule of the start rule's spec.
func newPath(start, rule Rule, names []string) *Path {
	p := &Path{Rule: rule, Names: slices.Clip(names), start: start}
	p.follow = sync.OnceValue(func() []string { return followOf(start.d.spec.Grammar(), p.Names) })
	return p
}

// Down returns the path to a production that the last one names.
func (p *Path) Down(name string) *Path {
	p.mu.Lock()
	defer p.mu.Unlock()
	for _, q := range p.below {
		if q.Rule.d.name == name {
			return q
		}
	}
	rule := MustRule(p.start.d.spec, name)
	q := newPath(p.start, rule, append(slices.Clip(p.Names), rule.d.name))
	p.below = append(p.below, q)
	return q
}

// Follow returns what can follow the production at the end of the path.
func (p *Path) Follow() []string { return p.follow() }
