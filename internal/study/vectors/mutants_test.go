package vectors_test

import (
	"bufio"
	"bytes"
	"encoding/json"
	"os"
	"path/filepath"
	"slices"
	"testing"
	"unicode/utf8"

	"github.com/rfc3987/iri/grammar/published"
	"github.com/rfc3987/iri/internal/grammar/abnf"
	"github.com/rfc3987/iri/internal/study/languages"
	"github.com/rfc3987/iri/internal/testkit"
)

// mutants returns what an expression becomes by one change: of a terminal, of a bound of a repetition,
// or without one alternative or part.
func mutants(e abnf.Expr) (all []abnf.Expr) {
	add := func(x abnf.Expr) { all = append(all, x) }
	switch e := e.(type) {
	case *abnf.Alternation:
		for i := range e.Alts {
			add(&abnf.Alternation{Alts: slices.Delete(slices.Clone(e.Alts), i, i+1)})
		}
	case *abnf.Concatenation:
		for i := range e.Parts {
			add(&abnf.Concatenation{Parts: slices.Delete(slices.Clone(e.Parts), i, i+1)})
		}
	case *abnf.Repetition:
		bounds := [][2]int{{e.Min - 1, e.Max}, {e.Min + 1, e.Max}, {e.Min, e.Max - 1}, {e.Min, e.Max + 1}, {e.Min, -1}}
		if e.Max < 0 {
			bounds = [][2]int{{e.Min - 1, -1}, {e.Min + 1, -1}, {e.Min, e.Min + 1}, {e.Min, 32}}
		}
		for _, b := range bounds {
			if b[0] >= 0 && (b[1] < 0 || b[1] >= b[0]) {
				add(&abnf.Repetition{Min: b[0], Max: b[1], X: e.X})
			}
		}
	case *abnf.Range:
		for _, r := range [][2]rune{{e.Lo - 1, e.Hi}, {e.Lo + 1, e.Hi}, {e.Lo, e.Hi - 1}, {e.Lo, e.Hi + 1},
			{e.Lo - 1, e.Lo - 1}, {e.Hi + 1, e.Hi + 1}} {
			if r[0] >= 0 && r[0] <= r[1] && r[1] <= utf8.MaxRune {
				add(&abnf.Range{Lo: r[0], Hi: r[1], Base: 'x'})
			}
		}
	case *abnf.Literal:
		for i := range len(e.Text) {
			add(&abnf.Literal{Text: e.Text[:i] + e.Text[i+1:], Sensitive: e.Sensitive})
			for _, c := range []byte{e.Text[i] - 1, e.Text[i] + 1} {
				add(&abnf.Literal{Text: e.Text[:i] + string(rune(c)) + e.Text[i+1:], Sensitive: e.Sensitive})
			}
		}
		add(&abnf.Literal{Text: e.Text, Sensitive: !e.Sensitive})
	case *abnf.Sequence:
		for i, c := range e.Runes {
			add(&abnf.Sequence{Runes: slices.Delete(slices.Clone(e.Runes), i, i+1), Base: e.Base})
			with := slices.Clone(e.Runes)
			with[i] = c + 1
			add(&abnf.Sequence{Runes: with, Base: e.Base})
		}
	}
	return all
}

// kitRows returns the rows of the conformance kit for the rules of a spec.
func kitRows(t *testing.T, spec string) map[string][]row {
	text, err := os.ReadFile(filepath.Join("..", "..", "..", "conformance", "syntax", spec+".jsonl"))
	if err != nil {
		t.Fatal(err)
	}
	rows := make(map[string][]row)
	lines := bufio.NewScanner(bytes.NewReader(text))
	lines.Buffer(nil, 1<<20)
	for lines.Scan() {
		var r struct {
			Input string
			Valid bool
			Rules []string
		}
		if err := json.Unmarshal(lines.Bytes(), &r); err != nil {
			t.Fatal(err)
		}
		rows[r.Rules[0]] = append(rows[r.Rules[0]], row{[]rune(r.Input), r.Valid})
	}
	return rows
}

type row struct {
	input []rune
	valid bool
}

// compile returns the language of a rule, and that with another expression in the place of one. The
// alphabet has the characters of both.
func compile(g *abnf.Grammar, r *abnf.Rule, e, by abnf.Expr) (lang, got *languages.Lang, err error) {
	defer languages.Recover(&err)
	probe := &abnf.Rule{Name: "mutant", Expr: &abnf.Alternation{Alts: []abnf.Expr{r.Expr, by}}}
	probes := &abnf.Grammar{Rules: append([]*abnf.Rule{probe}, g.Rules...)}
	c := languages.NewCompiler(languages.NewAlphabet(map[*abnf.Grammar][]*abnf.Rule{probes: {probe}}), g)
	if e == r.Expr {
		return c.Rule(r), c.Lang(by), nil
	}
	return c.Rule(r), c.Swap(e, by).Lang(r.Expr), nil
}

// TestMutants holds that the kit finds every fault of one change: each rule of each spec with another
// terminal, another bound, or without an alternative or a part differs from what the rows of the rule
// say. A change after which the automata are the same is none. In the long form it takes all specs.
func TestMutants(t *testing.T) {
	if testing.Short() {
		t.Skip("takes seconds")
	}
	specs := []string{"rfc3987"}
	if testkit.Long() {
		specs = []string{"rfc3986", "rfc3987", "rfc3987bis", "leiri"}
	}
	for _, spec := range specs {
		g, err := abnf.Load(published.Files, ".", spec)
		if err != nil {
			t.Fatal(err)
		}
		changed, same := 0, 0
		for rule, rows := range kitRows(t, spec) {
			r := g.Rule(rule)
			var nodes []abnf.Expr
			abnf.Walk(r.Expr, func(e abnf.Expr) bool {
				nodes = append(nodes, e)
				return true
			})
			for _, e := range nodes {
				for _, m := range mutants(e) {
					lang, got, err := compile(g, r, e, m)
					if err != nil {
						t.Errorf("%s: %s with %s in place of %s: %v", spec, rule, m, e, err)
						continue
					}
					if got.Equal(lang) {
						same++
						continue
					}
					changed++
					if !slices.ContainsFunc(rows, func(x row) bool { return got.Match(x.input) != x.valid }) {
						more, _ := got.Minus(lang).Shortest()
						less, _ := lang.Minus(got).Shortest()
						t.Errorf("%s: no row of %s finds %s in place of %s: %q is newly accepted, %q newly refused",
							spec, rule, m, e, more, less)
					}
				}
			}
		}
		t.Logf("%s: %d mutants, and %d that are the same language", spec, changed, same)
	}
}
