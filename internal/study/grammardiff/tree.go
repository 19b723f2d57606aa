package grammardiff

import (
	"errors"
	"slices"
	"strings"

	"github.com/rfc3987/iri/internal/grammar/abnf"
	"github.com/rfc3987/iri/internal/study/languages"
)

// A TreeRow is a pair of rules with the same language and different parse trees.
type TreeRow struct {
	Kind string // "named": the names differ; "split": the definitions do
	A, B *abnf.Rule
}

// Trees returns the rules with the same language that the sides name or split
// differently, among those that the compared rules use.
// The error says that a grammar is too large to be compared.
func Trees(a, b Side) (rows []TreeRow, err error) {
	if Bounded(a, b) {
		return nil, errors.New("trees are compared of rules that refer to themselves at one end only, or not at all")
	}
	defer tooLarge(a, b, &err)
	defer languages.Recover(&err)
	alphabet := newAlphabet(a, b)
	ca, cb := languages.NewCompiler(alphabet, a.Grammar), languages.NewCompiler(alphabet, b.Grammar)
	inA, inB := a.Grammar.Closure(a.Rule), b.Grammar.Closure(b.Rule)
	pairB := make(map[string]*abnf.Rule) // by the name in A, what a rule is in B
	pairA := make(map[string]*abnf.Rule)
	pair := func(x, y *abnf.Rule) { pairB[x.Name], pairA[y.Name] = y, x }
	same := func(x, y *abnf.Rule) bool { return ca.Rule(x).Equal(cb.Rule(y)) }
	if same(a.Rule, b.Rule) && !strings.EqualFold(a.Rule.Name, b.Rule.Name) {
		pair(a.Rule, b.Rule)
		rows = append(rows, TreeRow{"named", a.Rule, b.Rule})
	}
	for _, x := range inA {
		for _, y := range inB {
			if strings.EqualFold(x.Name, y.Name) && pairB[x.Name] == nil {
				pair(x, y)
			}
		}
	}
	// A rule whose name the other side does not have: a rule there with the same
	// language, preferably one whose name this side does not have.
	for _, x := range inA {
		for _, y := range inB {
			if pairB[x.Name] == nil && pairA[y.Name] == nil && same(x, y) {
				pair(x, y)
				rows = append(rows, TreeRow{"named", x, y})
			}
		}
	}
	for _, x := range inA {
		if y := pairB[x.Name]; y != nil && same(x, y) && shape(x.Expr, nil) != shape(y.Expr, pairA) {
			rows = append(rows, TreeRow{"split", x, y})
		}
	}
	for _, x := range inA {
		if pairB[x.Name] != nil {
			continue
		}
		if i := slices.IndexFunc(inB, func(y *abnf.Rule) bool { return same(x, y) }); i >= 0 {
			rows = append(rows, TreeRow{"named", x, inB[i]})
		}
	}
	for _, y := range inB {
		if pairA[y.Name] != nil {
			continue
		}
		if i := slices.IndexFunc(inA, func(x *abnf.Rule) bool { return same(x, y) }); i >= 0 {
			rows = append(rows, TreeRow{"named", inA[i], y})
		}
	}
	return rows, nil
}

// shape prints an expression with the names of the other side.
func shape(e abnf.Expr, names map[string]*abnf.Rule) string {
	var b strings.Builder
	var print func(e abnf.Expr)
	list := func(open string, l []abnf.Expr) {
		b.WriteString(open)
		for _, x := range l {
			b.WriteByte(' ')
			print(x)
		}
		b.WriteByte(')')
	}
	print = func(e abnf.Expr) {
		switch e := e.(type) {
		case *abnf.Alternation:
			list("(/", e.Alts)
		case *abnf.Concatenation:
			list("(.", e.Parts)
		case *abnf.Repetition:
			r := *e
			r.X, r.Option = &abnf.Reference{Name: "x"}, false
			b.WriteString(r.String())
			b.WriteByte('(')
			print(e.X)
			b.WriteByte(')')
		case *abnf.Reference:
			name := e.Name
			if o := names[name]; o != nil {
				name = o.Name
			}
			b.WriteString(strings.ToLower(name))
		default:
			b.WriteString(e.String())
		}
	}
	print(e)
	return b.String()
}
