package vectors_test

import (
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"

	"github.com/rfc3987/iri/internal/grammar/abnf"
	"github.com/rfc3987/iri/internal/study/vectors"
	"github.com/rfc3987/iri/internal/testkit"
)

// realGrammars reads grammars as their projects publish them, or some of the library where that folder is away.
func realGrammars(t *testing.T, most int) (all []*abnf.Grammar) {
	add := func(name string, text []byte) {
		g, err := abnf.Parse(name, text)
		if err != nil {
			return
		}
		if g, list, err := abnf.Resolve(os.DirFS("../../../grammar"), ".", g); err == nil && list.Err() == nil &&
			len(all) < most {
			all = append(all, g)
		}
	}
	for _, dir := range []string{"../../../../shared/abnf/real", "../../../grammar/library"} {
		files, _ := filepath.Glob(filepath.Join(dir, "*.abnf"))
		for _, f := range files {
			text, err := os.ReadFile(f)
			if err != nil {
				t.Fatal(err)
			}
			add(f, text)
		}
	}
	return all
}

// someRules returns rules of a grammar that are neither trivial nor large.
func someRules(g *abnf.Grammar, most int) (rules []*abnf.Rule) {
	for _, r := range g.Rules {
		n := 0
		closure := g.Closure(r)
		for _, u := range closure {
			n += len(u.Expr.String())
		}
		if len(r.Expr.String()) >= 20 && n < 300 && len(rules) < most && !g.CyclesOf(closure).IsRecursive(r) {
			rules = append(rules, r)
		}
	}
	return rules
}

// changes returns the mutants of an expression, and what it becomes for a parser that ignores case, or takes parts in
// another order.
func changes(e abnf.Expr) []abnf.Expr {
	all := mutants(e)
	switch e := e.(type) {
	case *abnf.Sequence:
		all = append(all, &abnf.Literal{Text: string(e.Runes)})
	case *abnf.Range:
		lo, ok := new(abnf.Literal).OtherCase(e.Lo)
		hi, too := new(abnf.Literal).OtherCase(e.Hi)
		if ok && too && lo <= hi {
			all = append(all, &abnf.Alternation{Alts: []abnf.Expr{&abnf.Range{Lo: e.Lo, Hi: e.Hi, Base: 'x'},
				&abnf.Range{Lo: lo, Hi: hi, Base: 'x'}}})
		}
	case *abnf.Concatenation:
		for i := range len(e.Parts) - 1 {
			parts := slices.Clone(e.Parts)
			parts[i], parts[i+1] = parts[i+1], parts[i]
			all = append(all, &abnf.Concatenation{Parts: parts})
		}
	case *abnf.Alternation:
		both := &abnf.Concatenation{Parts: []abnf.Expr{e.Alts[0], e.Alts[len(e.Alts)-1]}}
		for _, more := range []abnf.Expr{&abnf.Literal{}, &abnf.Literal{Text: "~"}, both} {
			all = append(all, &abnf.Alternation{Alts: append(slices.Clone(e.Alts), more)})
		}
	}
	return all
}

// TestSuitesFindMutants holds how many of the parsers with one change each the suites of each size find, for rules of
// real grammars: with another bound, range or order, an alternative less or more, or without regard to case.
func TestSuitesFindMutants(t *testing.T) {
	grammars, each := testkit.Size(6, 12, 12), testkit.Size(3, 5, 5)
	found, changed := make([]int, len(vectors.Sizes())), 0
	for _, g := range realGrammars(t, grammars) {
		for _, r := range someRules(g, each) {
			suites := make([][]row, len(found))
			for size := range suites {
				for x, err := range vectors.Suite(g, r, vectors.Size(size), nil) {
					if err != nil {
						t.Fatalf("%s: %v", r.Name, err)
					}
					if len(suites[size]) < 200_000 {
						suites[size] = append(suites[size], row{g.Terminals.Runes(x.Input), x.Valid})
					}
				}
			}
			var nodes []abnf.Expr
			abnf.Walk(r.Expr, func(e abnf.Expr) bool {
				nodes = append(nodes, e)
				return true
			})
			for _, e := range nodes {
				for _, m := range changes(e) {
					lang, got, err := compile(g, r, e, m)
					if err != nil || got.Equal(lang) {
						continue
					}
					changed++
					for size, rows := range suites {
						if slices.ContainsFunc(rows, func(x row) bool { return got.Match(x.input) != x.valid }) {
							found[size]++
						} else if size == int(vectors.Full) || testing.Verbose() {
							t.Logf("%s: size %d of %s does not find %s in place of %s", filepath.Base(r.Pos.File), size, r.Name, m, e)
						}
					}
				}
			}
		}
	}
	t.Logf("of %d mutants %s find %d", changed, strings.Join(vectors.Sizes(), ", "), found)
	for size, percent := range []int{95, 99, 100} {
		if found[size]*100 < changed*percent {
			t.Errorf("%s finds %d of %d mutants, fewer than %d%%", vectors.Sizes()[size], found[size], changed, percent)
		}
	}
}
