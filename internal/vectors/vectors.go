// Package vectors makes conformance suites for other people's parsers from a
// grammar: strings with the verdict that the grammar gives, each with what it
// tests.
package vectors

import (
	"fmt"
	"iter"
	"slices"
	"strconv"
	"strings"
	"unicode/utf8"

	"github.com/rfc3987/iri/internal/abnf"
	"github.com/rfc3987/iri/internal/automaton"
	"github.com/rfc3987/iri/internal/regular"
)

// A Row is a test: a string, whether it conforms, the productions that it puts to
// the test, from the start rule down, and why it is there.
type Row struct {
	Input string   `json:"input"`
	Valid bool     `json:"valid"`
	Rules []string `json:"rules"`
	Why   string   `json:"why"`
}

// A Size says how much a suite holds. Each holds the one before.
type Size int

const (
	// Small has every alternative of every rule, the bounds of every repetition,
	// both ends of every range and the characters next to them, every part of a
	// concatenation left out and doubled.
	Small Size = iota
	// Medium adds every transition of the minimal automaton, the ones that lead
	// nowhere included.
	Medium
	// Full is the complete W-method suite: every transition followed by strings
	// that tell all states apart. It finds every fault of a parser that needs no
	// more states than the grammar.
	Full
)

// Suite yields the rows for a rule, each input once.
func Suite(g *abnf.Grammar, rule *abnf.Rule, size Size) iter.Seq2[Row, error] {
	return func(yield func(Row, error) bool) {
		s := &suite{yield: func(r Row) bool { return yield(r, nil) }}
		if err := s.suite(g, rule, size); err != nil && !s.stopped {
			yield(Row{}, err)
		}
	}
}

// suite adds all rows.
func (s *suite) suite(g *abnf.Grammar, rule *abnf.Rule, size Size) (err error) {
	defer regular.Recover(&err)
	if s.dfa, err = automaton.Compile(g, rule.Name); err != nil {
		return err
	}
	s.g, s.start = g, rule
	s.a = regular.NewAlphabet(map[*abnf.Grammar][]*abnf.Rule{g: {rule}})
	s.c = regular.NewCompiler(s.a, g)
	s.seen = make(map[string]bool)
	s.around = make(map[abnf.Expr][2]string)
	s.lang = s.c.Rule(rule)
	s.run(size)
	return nil
}

type suite struct {
	g        *abnf.Grammar
	start    *abnf.Rule
	dfa      *automaton.DFA
	a        *regular.Alphabet
	c        *regular.Compiler
	lang     *regular.Lang
	contexts map[*abnf.Rule][]context
	seen     map[string]bool
	around   map[abnf.Expr][2]string // what stands around an expression in its rule
	yield    func(Row) bool
	stopped  bool
}

// A context is a place of a rule in a sentence of the start rule.
type context struct {
	before, after string
	path          []string
}

// maxContexts is how many places of one rule are tried.
const maxContexts = 6

func (s *suite) run(size Size) {
	s.findContexts()
	s.add("", s.path(), "the empty string")
	for _, r := range s.g.Closure(s.start) {
		for _, e := range nodes(r.Expr) {
			s.expression(r, e)
		}
	}
	s.known()
	if size >= Medium {
		s.transitions()
	}
	if size >= Full {
		s.wMethod()
	}
}

func (s *suite) path(rules ...string) []string { return append([]string{s.start.Name}, rules...) }

// add yields a row unless the input has come before. The automaton decides.
func (s *suite) add(input string, path []string, format string, args ...any) {
	if s.stopped || s.seen[input] || !utf8.ValidString(input) {
		return
	}
	s.seen[input] = true
	if !s.yield(Row{input, s.dfa.Match(input), path, fmt.Sprintf(format, args...)}) {
		s.stopped = true
	}
}

func nodes(e abnf.Expr) []abnf.Expr {
	var all []abnf.Expr
	abnf.Walk(e, func(e abnf.Expr) bool {
		all = append(all, e)
		return true
	})
	return all
}

// findContexts finds places for every rule, the ones nearest to the start first.
func (s *suite) findContexts() {
	s.contexts = map[*abnf.Rule][]context{s.start: {{path: []string{s.start.Name}}}}
	marker := &abnf.Range{Lo: regular.Marker, Hi: regular.Marker, Base: 'x'}
	for _, r := range s.topological() {
		// First the places that allow nothing but what the rule does: there it
		// alone decides.
		tight := func(k context) int {
			if s.lang.Between([]rune(k.before), []rune(k.after)).Minus(s.c.Rule(r)).Empty() {
				return 0
			}
			return 1
		}
		slices.SortStableFunc(s.contexts[r], func(a, b context) int { return tight(a) - tight(b) })
		here := make(map[*abnf.Rule]int) // places in this rule
		for _, e := range nodes(r.Expr) {
			t := s.g.Target(e)
			if t == nil || here[t] >= 3 || len(s.contexts[t]) >= maxContexts {
				continue
			}
			c := s.c.Swap(e, marker)
			before, after, ok := c.Lang(r.Expr).Around()
			if !ok {
				continue
			}
			here[t]++
			for _, p := range s.contexts[r] {
				n := context{p.before + before, after + p.after, append(slices.Clip(p.path), t.Name)}
				known := slices.ContainsFunc(s.contexts[t], func(o context) bool {
					return o.before == n.before && o.after == n.after
				})
				if !known && len(s.contexts[t]) < maxContexts {
					s.contexts[t] = append(s.contexts[t], n)
				}
			}
		}
	}
}

// topological returns the rules so that each stands after all that use it.
func (s *suite) topological() []*abnf.Rule {
	var order []*abnf.Rule
	done := make(map[*abnf.Rule]bool)
	var visit func(*abnf.Rule)
	visit = func(r *abnf.Rule) {
		if done[r] {
			return
		}
		done[r] = true
		for _, u := range slices.Backward(s.g.Uses(r)) {
			visit(u)
		}
		order = append(order, r)
	}
	visit(s.start)
	slices.Reverse(order)
	return order
}

// expression tests one expression of a rule: that what it allows is accepted, and
// what it would allow with a small change is not.
func (s *suite) expression(r *abnf.Rule, e abnf.Expr) {
	if s.stopped {
		return
	}
	switch e := e.(type) {
	case *abnf.Alternation:
		for i, alt := range e.Alts {
			rest := &abnf.Alternation{Alts: slices.Delete(slices.Clone(e.Alts), i, i+1)}
			s.has(r, e, alt, rest, "alternative %s", clip(alt))
		}
	case *abnf.Concatenation:
		for i, p := range e.Parts {
			without := &abnf.Concatenation{Parts: slices.Delete(slices.Clone(e.Parts), i, i+1)}
			s.lacks(r, e, without, "%s left out", clip(p))
			twice := &abnf.Concatenation{Parts: slices.Insert(slices.Clone(e.Parts), i, p)}
			s.lacks(r, e, twice, "%s doubled", clip(p))
		}
	case *abnf.Repetition:
		s.repetition(r, e)
	case *abnf.Range:
		s.char(r, e, e.Lo, "the first character of "+e.String())
		s.char(r, e, e.Hi, "the last character of "+e.String())
		s.char(r, e, e.Lo-1, "the character before "+e.String())
		s.char(r, e, e.Hi+1, "the character after "+e.String())
	case *abnf.Literal:
		s.literal(r, e)
	case *abnf.Sequence:
		for i := range e.Runes {
			short := &abnf.Sequence{Runes: slices.Delete(slices.Clone(e.Runes), i, i+1), Base: e.Base}
			s.lacks(r, e, short, "%s without its character %d", e, i+1)
		}
	case *abnf.Reference, *abnf.Prose:
		if t := s.g.Target(e); t != nil {
			s.has(r, e, e, &abnf.Literal{}, "%s", t.Name)
		}
	}
}

func (s *suite) repetition(r *abnf.Rule, e *abnf.Repetition) {
	x := clip(e.X)
	times := func(n int) abnf.Expr { return &abnf.Repetition{Min: n, Max: n, X: e.X} }
	if e.Max == 0 {
		s.lacks(r, e, times(1), "%s, which is not there", x)
		return
	}
	if e.Option {
		s.has(r, e, times(1), times(0), "%s, which is optional", x)
		s.has(r, e, times(0), times(1), "no %s, which is optional", x)
		s.lacks(r, e, times(2), "%s twice, one too many", x)
		return
	}
	between := func(lo, hi int) abnf.Expr {
		if hi >= 0 && lo > hi {
			return &abnf.Alternation{} // nothing, not even the empty string
		}
		return &abnf.Repetition{X: e.X, Min: lo, Max: hi}
	}
	s.has(r, e, times(e.Min), between(e.Min+1, e.Max), "%s %s, the fewest", often(e.Min), x)
	if e.Min > 0 {
		s.lacks(r, e, times(e.Min-1), "%s %s, too few", often(e.Min-1), x)
	}
	if e.Max < 0 {
		s.has(r, e, times(e.Min+1), times(e.Min), "%s %s", often(e.Min+1), x)
		s.has(r, e, times(e.Min+2), between(e.Min, e.Min+1), "%s %s", often(e.Min+2), x)
		s.unlimited(r, e, x)
		return
	}
	s.has(r, e, times(e.Max), between(e.Min, e.Max-1), "%s %s, the most", often(e.Max), x)
	s.lacks(r, e, times(e.Max+1), "%s %s, too many", often(e.Max+1), x)
}

// many is how often something is repeated to find limits that the grammar does not
// have.
const many = 64

// unlimited tests a repetition without limit.
func (s *suite) unlimited(r *abnf.Rule, e *abnf.Repetition, x string) {
	before, after, ok := s.place(r, e)
	one, any := s.c.Lang(e.X).Shortest()
	if !ok || !any || len(s.contexts[r]) == 0 {
		return
	}
	k := s.contexts[r][0]
	s.add(k.before+before+strings.Repeat(one, many)+after+k.after, k.path, "%s: %d times %s, there is no limit", r.Name, many, x)
	for _, c := range sundry {
		s.add(k.before+before+one+string(c)+after+k.after, k.path, "%s: %s among %s", r.Name, name(c), x)
	}
}

// sundry holds characters that some parser takes, or refuses, where it should not:
// the punctuation of ASCII, one of each kind of the rest, and what lies around the
// ranges that specs of identifiers name.
const sundry = " !\"#$%&'()*+,-./09:;<=>?@AGZ[\\]^_`agz{|}~\x00\t\n\x7f\u0080\u00a0é中\u200e\ud7ff\ue000\uf8ff\ufdd0\ufffd\U0001fffe\U000e0001\U000f0000\U0010fffd"

func name(c rune) string {
	if c > ' ' && c < 0x7F {
		return strconv.Quote(string(c))
	}
	return fmt.Sprintf("U+%04X", c)
}

// place returns what stands around an expression in the shortest sentence of its
// rule that goes through it.
func (s *suite) place(r *abnf.Rule, e abnf.Expr) (before, after string, ok bool) {
	around, known := s.around[e]
	if !known {
		marker := &abnf.Range{Lo: regular.Marker, Hi: regular.Marker, Base: 'x'}
		before, after, ok := s.c.Swap(e, marker).Lang(r.Expr).Around()
		if !ok {
			return "", "", false
		}
		around = [2]string{before, after}
		s.around[e] = around
	}
	return around[0], around[1], true
}

// often prints how many times something is there.
func often(n int) string {
	switch n {
	case 0:
		return "no"
	case 1:
		return "one"
	}
	return strconv.Itoa(n) + " times"
}

func (s *suite) literal(r *abnf.Rule, e *abnf.Literal) {
	if e.Text == "" {
		return
	}
	if up, low := strings.ToUpper(e.Text), strings.ToLower(e.Text); up != low {
		for _, t := range []string{up, low} {
			if e.Sensitive && t != e.Text {
				s.lacks(r, e, &abnf.Literal{Text: t, Sensitive: true}, "%s in another case", e)
			} else {
				s.has(r, e, &abnf.Literal{Text: t, Sensitive: true}, nil, "%s as %q", e, t)
			}
		}
	}
	if len(e.Text) == 1 {
		c := rune(e.Text[0])
		s.char(r, e, c, e.String())
		s.char(r, e, c-1, "the character before "+e.String())
		s.char(r, e, c+1, "the character after "+e.String())
		return
	}
	for i := range e.Text {
		s.lacks(r, e, &abnf.Literal{Text: e.Text[:i] + e.Text[i+1:], Sensitive: e.Sensitive}, "%s without its character %d", e, i+1)
	}
}

// char tests one character in the place of an expression.
func (s *suite) char(r *abnf.Rule, e abnf.Expr, c rune, why string) {
	if c < 0 || c > utf8.MaxRune || 0xD800 <= c && c <= 0xDFFF {
		return
	}
	// Whether it is allowed there or not, the automaton says. Classes hold more
	// than one character, so the string is found with a marker.
	before, after, ok := s.place(r, e)
	if !ok {
		return
	}
	var best *context
	for i := range s.contexts[r] {
		k := &s.contexts[r][i]
		// A place where the character decides: with it and without it the verdicts
		// differ from those of a character that is allowed.
		if best == nil {
			best = k
		}
		if !s.dfa.Match(k.before + before + string(c) + after + k.after) {
			best = k
			break
		}
	}
	if best != nil {
		s.add(best.before+before+string(c)+after+best.after, best.path, "%s: %s (U+%04X)", r.Name, why, c)
	}
}

// has tests that a variant of an expression is accepted: with a string that the
// rule would not match if only the rest were there, where there is one.
func (s *suite) has(r *abnf.Rule, e, variant, rest abnf.Expr, format string, args ...any) {
	if len(s.contexts[r]) == 0 {
		return
	}
	x, ok := "", false
	if rest != nil {
		x, ok = s.variant(r, e, variant).And(s.c.Rule(r)).Minus(s.variant(r, e, rest)).Shortest()
	}
	if !ok { // what goes through the expression, though it matches in other ways, too
		before, after, place := s.place(r, e)
		inner, any := s.c.Lang(variant).Shortest()
		if !place || !any {
			return
		}
		x = before + inner + after
	}
	k := s.contexts[r][0]
	s.add(k.before+x+k.after, k.path, "%s: "+format, append([]any{r.Name}, args...)...)
}

// lacks tests that a variant of an expression is refused: with a string that only
// the variant matches, in a place where nothing else allows it.
func (s *suite) lacks(r *abnf.Rule, e, variant abnf.Expr, format string, args ...any) {
	more := s.variant(r, e, variant).Minus(s.c.Rule(r))
	if more.Empty() {
		return
	}
	for _, k := range s.contexts[r] {
		refused := more.Minus(more.Within(s.lang, []rune(k.before), []rune(k.after)))
		if x, ok := refused.Shortest(); ok {
			s.add(k.before+x+k.after, k.path, "%s: "+format, append([]any{r.Name}, args...)...)
			return
		}
	}
}

// variant returns what a rule matches when one of its expressions is another.
func (s *suite) variant(r *abnf.Rule, e, variant abnf.Expr) *regular.Lang {
	return s.c.Swap(e, variant).Lang(r.Expr)
}

func clip(e abnf.Expr) string {
	t := e.String()
	if len(t) > 60 {
		t = t[:57] + "..."
	}
	return t
}
