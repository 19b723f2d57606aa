package spec

import "github.com/rfc3987/iri/internal/grammar/engine"

// CountRuns makes f, and returns how often it has run the table of one of the rules over a
// string: each asks for its table first. f runs once before it counts, to have what is made once.
func CountRuns(rules []Rule, f func()) (n int) {
	f()
	for _, r := range rules {
		d, table := r.d, r.d.table
		d.table = func() *engine.Table { n++; return table() }
		defer func() { d.table = table }()
	}
	f()
	return n
}

// Open returns what is open after the beginning of a sentence, and what can come next.
func (r Rule) Open(s string) (open, expected []string) {
	o := r.Root().Open(s)
	return o.Path.Names, o.Expected
}

// Shared returns the names of the rules of a grammar that a built-in spec has as well.
func Shared(s *Spec) []string {
	var names []string
	g := s.Grammar()
	shared := sharedRules(g, g.UsedFirst())
	for _, r := range g.Rules {
		if shared[r] != nil {
			names = append(names, r.Name)
		}
	}
	return names
}
