// Package grammardiff compares grammars. In come two rules; out come the differences
// between their languages, each with a string that only one of them matches and the
// productions that are responsible. It must not know what the rules mean, nor how the
// differences are printed.
package grammardiff

import (
	"cmp"
	"errors"
	"fmt"
	"io"
	"slices"
	"strings"

	"github.com/rfc3987/iri/internal/grammar/abnf"
	"github.com/rfc3987/iri/internal/grammar/earley"
	"github.com/rfc3987/iri/internal/study/languages"
	"github.com/rfc3987/iri/internal/text/jsonw"
)

// A Side is a grammar and the rule whose language is compared.
type Side struct {
	Name    string // as it was asked for
	Grammar *abnf.Grammar
	Rule    *abnf.Rule
	Engines []func(s string) bool // what checks strings by the rule: [Compare] holds each witness to them
}

// A Row is one difference between two languages: strings that one side matches and
// the other does not, because of what one production allows.
type Row struct {
	Witness string    // the shortest of the strings, readable ones first
	In      string    // the name of the side that matches it
	Rules   []string  // the innermost productions responsible
	Expr    string    // the expression in them: "pct-encoded", "%xE0000-E0FFF"
	Chars   [][2]rune // the characters that make the difference, if it is one of single characters
	Path    []string  // the productions from the start rule down to the first of Rules
	Rule    *abnf.Rule
	Side    int // 0 for the first side, 1 for the second
	kind    abnf.Terminals

	// Cause is the rule whose definitions differ: Rule, or the first one that it uses with
	// another language on the other side. Other is its counterpart there; nil if there is none.
	Cause, Other *abnf.Rule
}

// A JSONRow is a Row as `iri grammar diff` and the page write it.
type JSONRow struct {
	Witness string   `json:"witness"`
	In      string   `json:"in"`
	Rules   []string `json:"rules"`
	Expr    string   `json:"expr"`
	Chars   string   `json:"chars,omitempty"` // see [Row.CharRanges]
	Path    []string `json:"path"`
	ABNF    string   `json:"abnf"`
	Section string   `json:"section,omitempty"`
}

// JSON returns the row as it is written.
func (r *Row) JSON() JSONRow {
	return JSONRow{r.Witness, r.In, r.Rules, r.Expr, r.CharRanges(), r.Path, r.Rule.Source, r.Rule.Cites()}
}

// A JSONTree is a TreeRow as `iri grammar diff` writes it.
type JSONTree struct {
	Tree string   `json:"tree"`
	A    JSONRule `json:"a"`
	B    JSONRule `json:"b"`
}

// A JSONRule is a rule of a JSONTree.
type JSONRule struct {
	ABNF    string `json:"abnf"`
	In      string `json:"in"`
	Rule    string `json:"rule"`
	Section string `json:"section"`
}

// WriteJSON writes what differs, each row on a line.
func WriteJSON(w io.Writer, sides [2]Side, rows []Row, trees []TreeRow) error {
	for _, r := range rows {
		if err := jsonw.WriteLine(w, r.JSON()); err != nil {
			return err
		}
	}
	for _, t := range trees {
		of := func(side int, r *abnf.Rule) JSONRule { return JSONRule{r.Source, sides[side].Name, r.Name, r.Cites()} }
		if err := jsonw.WriteLine(w, JSONTree{t.Kind, of(0, t.A), of(1, t.B)}); err != nil {
			return err
		}
	}
	return nil
}

// maxRows limits the rows for grammars that have nothing in common.
const maxRows = 200

// maxDerived is the length of the longest witness that is derived.
const maxDerived = 300

// Compare returns the differences between the sides; none if their languages are
// equal. It is exact: every string that only one side matches is explained by a row,
// and every row has a witness.
//
// It finds a difference as follows. Take the shortest witness of the difference and derive it.
// An expression of its derivation can be narrowed if no string that both sides match
// is lost when it matches only what the other side allows in its place. The innermost
// such expression is responsible, or the alternative that it is a part of if that can
// be narrowed as well; rules that have the same language on both sides are never
// responsible. Narrow it, and continue with what is left of the difference.
//
// Of rules that refer to themselves it compares what they match to a [Depth]. Then there may be
// differences without a row, but every row is right. If they refer to themselves only at one end, there
// is nevertheless a row for each side that matches more than the other; see [Bounded].
//
// The error says that a grammar is too large to be compared.
func Compare(a, b Side) (rows []Row, err error) {
	defer func() {
		for _, r := range rows {
			for i, side := range []Side{a, b} {
				for _, valid := range side.Engines {
					if valid(r.Witness) != (i == r.Side) {
						err = cmp.Or(err, fmt.Errorf("the engines disagree about %q under %s of %s: please report this",
							r.Witness, side.Rule.Name, side.Name))
					}
				}
			}
		}
	}()
	if alike(a, b) {
		return nil, nil
	}
	defer tooLarge(a, b, &err)
	sameTerminals(&a, &b)
	if !either(a, b, (*abnf.Cycles).IsRecursive) {
		return compare(a, b)
	}
	rows, err = compareUnrolled(a, b)
	if Bounded(a, b) {
		return rows, err
	}
	sides := [2]Side{a, b}
	only, err := Witnesses(a, b)
	for i, w := range only {
		if w == nil || slices.ContainsFunc(rows, func(r Row) bool { return r.Side == i }) {
			continue
		}
		s, other := sides[i], sides[1-i]
		r := s.Rule
		rows = append(rows, Row{Witness: *w, In: s.Name, Rules: []string{r.Name}, Expr: r.Expr.String(),
			Path: []string{r.Name},
			Rule: r, Side: i, kind: s.Grammar.Terminals, Cause: r, Other: other.Grammar.Rule(r.Name)})
	}
	return rows, err
}

// alike reports whether both rules, and all rules that they use, are written in the same way: then the languages are
// equal, however large they are.
func alike(a, b Side) bool {
	if a.Grammar.Terminals != b.Grammar.Terminals || a.Rule.Name != b.Rule.Name {
		return false
	}
	return !slices.ContainsFunc(a.Grammar.Closure(a.Rule), func(r *abnf.Rule) bool {
		o := b.Grammar.Rule(r.Name)
		return o == nil || o.Expr.String() != r.Expr.String()
	})
}

// sameTerminals makes both sides match octets if one of them does.
func sameTerminals(a, b *Side) {
	if a.Grammar.Terminals == b.Grammar.Terminals {
		return
	}
	for _, s := range []*Side{a, b} {
		s.Grammar = s.Grammar.InOctets()
		s.Rule = s.Grammar.Rule(s.Rule.Name)
	}
}

// compareUnrolled is [Compare] of what rules that refer to themselves match to a [Depth].
func compareUnrolled(a, b Side) ([]Row, error) {
	agree, err := unroll(&a, &b)
	if err != nil {
		return nil, err
	}
	rows, err := compare(a, b)
	for i := range rows {
		g := [...]*abnf.Grammar{a.Grammar, b.Grammar}[rows[i].Side]
		rows[i].Expr = g.WithoutMarks(rows[i].Expr)
	}
	return slices.DeleteFunc(rows, func(r Row) bool { return agree(r.Witness) }), err
}

// unroll replaces rules that refer to themselves by those that match to a [Depth] what they match. agree
// reports whether the rules that were there before both match a string, or neither does.
func unroll(a, b *Side) (agree func(string) bool, err error) {
	matchA, err := earley.Matcher(a.Grammar, a.Rule)
	if err != nil {
		return nil, err
	}
	matchB, err := earley.Matcher(b.Grammar, b.Rule)
	if err != nil {
		return nil, err
	}
	for _, s := range []*Side{a, b} {
		g, r := s.Grammar.Unroll(s.Rule, Depth)
		if g == nil {
			return nil, fmt.Errorf("no string matches the rule %s, unless rules lie within themselves more than %d "+
				"times", s.Rule.Name, Depth)
		}
		s.Grammar, s.Rule = g, r
	}
	return func(s string) bool { return matchA(s) == matchB(s) }, nil
}

// Witnesses returns for each side the shortest string that only it matches, as in [Row.Witness]; nil if
// there is none. It takes less work than [Compare], which explains them too.
func Witnesses(a, b Side) (only [2]*string, err error) {
	if alike(a, b) {
		return only, nil
	}
	defer tooLarge(a, b, &err)
	sameTerminals(&a, &b)
	agree := func(string) bool { return false }
	if Bounded(a, b) {
		if agree, err = unroll(&a, &b); err != nil {
			return only, err
		}
	}
	defer languages.Recover(&err)
	alphabet := newAlphabet(a, b)
	la := languages.NewCompiler(alphabet, a.Grammar).Rule(a.Rule)
	lb := languages.NewCompiler(alphabet, b.Grammar).Rule(b.Rule)
	for i, left := range []*languages.Lang{la.Minus(lb), lb.Minus(la)} {
		w, ok := left.Shortest()
		if w = a.Grammar.Terminals.Text([]rune(w)); ok && !agree(w) {
			only[i] = &w
		}
	}
	return only, nil
}

// Depth is how often a rule lies within itself in what is compared of rules that refer to
// themselves.
const Depth = 1

// Bounded reports whether a rule of the sides refers to itself, or uses one that does, other than at
// one end, so that what they match need not be regular, and is compared to a [Depth] only, unless they are alike.
func Bounded(a, b Side) bool { return !alike(a, b) && either(a, b, (*abnf.Cycles).UsesNesting) }

// either reports whether the recursion of one of the rules is of a kind.
func either(a, b Side, is func(*abnf.Cycles, *abnf.Rule) bool) bool {
	return slices.ContainsFunc([]Side{a, b}, func(s Side) bool { return is(s.Grammar.CyclesOf(s.Grammar.Closure(s.Rule)), s.Rule) })
}

// compare is [Compare] for rules that do not refer to themselves.
func compare(a, b Side) (rows []Row, err error) {
	defer languages.Recover(&err)
	alphabet := newAlphabet(a, b)
	ca, cb := languages.NewCompiler(alphabet, a.Grammar), languages.NewCompiler(alphabet, b.Grammar)
	la, lb := ca.Rule(a.Rule), cb.Rule(b.Rule)
	same := languages.SameClasses(la, lb)
	both := la.And(lb)
	agree := make(map[string]bool) // rules of the same name and the same language
	for _, r := range slices.Concat(a.Grammar.Closure(a.Rule), b.Grammar.Closure(b.Rule)) {
		x, y := a.Grammar.Rule(r.Name), b.Grammar.Rule(r.Name)
		if x != nil && y != nil && ca.Rule(x).Equal(cb.Rule(y)) {
			agree[x.Name], agree[y.Name] = true, true
		}
	}
	rows = (&comparer{side: a, names: b.Grammar, index: 0, c: ca, other: lb, both: both, same: same,
		agree: agree}).run()
	return append(rows, (&comparer{side: b, names: a.Grammar, index: 1, c: cb, other: la, both: both, same: same,
		agree: agree}).run()...), nil
}

// tooLarge names the rules in the error that says that they are too large.
func tooLarge(a, b Side, err *error) {
	if errors.Is(*err, languages.ErrTooLarge) {
		*err = fmt.Errorf("the rules %s and %s: %w", a.Rule.Name, b.Rule.Name, *err)
	}
}

// newAlphabet returns an alphabet for both rules and for counterparts of what they use.
func newAlphabet(a, b Side) *languages.Alphabet {
	starts := map[*abnf.Grammar][]*abnf.Rule{}
	add := func(a, b Side) {
		starts[a.Grammar] = append(starts[a.Grammar], a.Rule)
		for _, r := range b.Grammar.Closure(b.Rule) {
			if o := a.Grammar.Rule(r.Name); o != nil {
				starts[a.Grammar] = append(starts[a.Grammar], o)
			}
		}
	}
	add(a, b)
	add(b, a)
	alphabet := languages.NewAlphabet(starts)
	alphabet.Limit(languages.CompareWork)
	return alphabet
}

type comparer struct {
	side  Side
	names *abnf.Grammar // of the other side
	index int
	c     *languages.Compiler // the side's grammar, narrowed by the rows so far
	other *languages.Lang
	both  *languages.Lang
	agree map[string]bool
	same  []int // by class of characters, the same number for classes that neither language tells apart
}

func (p *comparer) run() []Row {
	var rows []Row
	for len(rows) < maxRows {
		left := p.c.Rule(p.side.Rule).Minus(p.other)
		w, ok := left.Shortest()
		if !ok {
			break
		}
		row := Row{Witness: w, In: p.side.Name, Side: p.index, kind: p.side.Grammar.Terminals}
		if row.kind == abnf.Octets {
			row.Witness = row.kind.Text([]rune(w))
		}
		// A string with several derivations is no longer matched only when each of them
		// is narrowed.
		for range 16 {
			if !p.explain(&row, []rune(w)) {
				break
			}
		}
		row.Cause, row.Other = p.cause(row.Rule)
		rows = append(rows, row)
	}
	return rows
}

// cause returns the rule whose definitions differ: r, if it is written differently on the
// other side, or else the first rule that it uses for which the languages differ.
func (p *comparer) cause(r *abnf.Rule) (cause, other *abnf.Rule) {
	var written *abnf.Rule
	for _, u := range p.side.Grammar.Closure(r) {
		o := p.names.Rule(u.Name)
		if o != nil && o.Expr.String() == u.Expr.String() {
			continue
		}
		if o == nil || u == r || !p.agree[u.Name] {
			return u, o
		}
		if written == nil {
			written = u
		}
	}
	if written != nil {
		return written, p.names.Rule(written.Name)
	}
	return r, nil // only the start rules differ
}

// explain narrows what is responsible for the witness, and adds that to the row. It
// reports whether the witness was still matched before.
func (p *comparer) explain(row *Row, w []rune) bool {
	if !p.c.Rule(p.side.Rule).Match(w) {
		return false
	}
	// Deriving a long string takes too long; then the start rule is responsible.
	steps := []*languages.Derivation{{Expr: p.side.Rule.Expr, End: len(w), Rule: p.side.Rule}}
	if len(w) <= maxDerived {
		steps = languages.NewDeriver(p.c).Derive(p.side.Rule, w)
	}
	// Innermost first; of those equally deep, the one further left.
	slices.SortStableFunc(steps, func(a, b *languages.Derivation) int {
		return cmp.Or(cmp.Compare(b.Depth(), a.Depth()), cmp.Compare(a.Start, b.Start))
	})
	for _, st := range steps {
		if p.agree[st.Rule.Name] && st.Rule != p.side.Rule {
			continue
		}
		c, chars := p.narrow(st, w)
		if c == nil {
			continue
		}
		if alt := alternative(st); alt != nil {
			if wider, _ := p.narrow(alt, w); wider != nil {
				c, st, chars = wider, alt, nil
			}
		}
		p.c = c
		if row.Rule == nil {
			row.Rule = st.Rule
			row.Path = st.Path()
			row.Expr = st.Expr.String()
			row.Chars = chars
		}
		if !slices.Contains(row.Rules, st.Rule.Name) {
			row.Rules = append(row.Rules, st.Rule.Name)
		}
		return true
	}
	panic("grammardiff: the start rule can always be narrowed")
}

// alternative returns the alternative or the option of the same rule that a step
// is a part of; nil if the step is one itself or there is none.
func alternative(st *languages.Derivation) *languages.Derivation {
	for s := st; s.Parent != nil && !s.Refers; s = s.Parent {
		if rep, ok := s.Expr.(*abnf.Repetition); ok && rep.Option && s != st {
			return s
		}
		if _, ok := s.Parent.Expr.(*abnf.Alternation); ok {
			if s == st {
				return nil
			}
			return s
		}
	}
	return nil
}

// narrow returns the grammar in which an expression is narrowed so that this
// derivation of the witness no longer exists; nil if a string that both sides match
// would be lost.
func (p *comparer) narrow(st *languages.Derivation, w []rune) (*languages.Compiler, [][2]rune) {
	mask, chars := p.narrowing(st, w)
	if mask == nil {
		return nil, nil
	}
	c := p.c.Narrow(mask)
	if st.Parent != nil && !p.both.Minus(c.Rule(p.side.Rule)).Empty() {
		return nil, nil
	}
	return c, chars
}

// narrowing returns what to narrow an expression to, so that the witness is not
// matched: what the other side allows in this place. Single characters among alternatives
// are narrowed together, but only those that neither side tells apart.
func (p *comparer) narrowing(st *languages.Derivation, w []rune) (map[abnf.Expr]*languages.Lang, [][2]rune) {
	u, v := w[:st.Start], w[st.End:]
	if !single(st.Expr) {
		l := p.c.Lang(st.Expr)
		keep := l.Within(p.other, u, v)
		if p.countedOtherwise(st) {
			// The other side has too few of some strings and too many of others: these are two differences.
			if past := l.Past(keep); past.Match(w[st.Start:st.End]) {
				keep = l.Minus(past)
			} else {
				keep = l.Minus(l.Outside(p.other, u, v).Minus(past))
			}
		}
		return map[abnf.Expr]*languages.Lang{st.Expr: keep}, nil
	}
	a := p.c.A
	kind := p.same[a.Class(w[st.Start])]
	start := p.other.After(p.other.Start(), u)
	removed := func(class int) bool {
		return p.same[class] == kind &&
			!p.other.Accepts(p.other.After(p.other.Step(start, class), v))
	}
	if !removed(a.Class(w[st.Start])) {
		return nil, nil
	}
	keep := p.c.Chars(func(class int) bool { return !removed(class) })
	mask := map[abnf.Expr]*languages.Lang{st.Expr: keep}
	if st.Parent != nil {
		if alt, ok := st.Parent.Expr.(*abnf.Alternation); ok {
			for _, x := range alt.Alts {
				if single(x) {
					mask[x] = keep
				}
			}
		}
	}
	var chars [][2]rune
	for class := range a.Classes() {
		if !removed(class) {
			continue
		}
		one := p.c.Chars(func(c int) bool { return c == class })
		for x := range mask {
			if !p.c.Lang(x).And(one).Empty() {
				lo, hi := a.Range(class)
				if n := len(chars); n > 0 && chars[n-1][1]+1 == lo {
					chars[n-1][1] = hi
				} else {
					chars = append(chars, [2]rune{lo, hi})
				}
				break
			}
		}
	}
	return mask, chars
}

// countedOtherwise reports whether a repetition is one on the other side, too, with other limits.
func (p *comparer) countedOtherwise(st *languages.Derivation) (found bool) {
	rep, ok := st.Expr.(*abnf.Repetition)
	other := p.names.Rule(st.Rule.Name)
	if !ok || other == nil {
		return false
	}
	abnf.Walk(other.Expr, func(e abnf.Expr) bool {
		o, ok := e.(*abnf.Repetition)
		found = found || ok && o.X.String() == rep.X.String() && (o.Min != rep.Min || o.Max != rep.Max)
		return !found
	})
	return found
}

// single reports whether an expression matches exactly one character.
func single(e abnf.Expr) bool {
	switch e := e.(type) {
	case *abnf.Range:
		return true
	case *abnf.Literal:
		return len(e.Text) == 1
	case *abnf.Sequence:
		return len(e.Runes) == 1
	}
	return false
}

// CharRanges prints Chars: "U+0020, U+E000–U+F8FF", octets as "%x80–%xBF".
func (r *Row) CharRanges() string {
	var s strings.Builder
	for i, c := range r.Chars {
		if i > 0 {
			s.WriteString(", ")
		}
		s.WriteString(r.kind.Number(c[0]))
		if c[1] != c[0] {
			s.WriteString("–" + r.kind.Number(c[1]))
		}
	}
	return s.String()
}
