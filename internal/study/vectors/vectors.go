// Package vectors makes conformance suites for other parsers. In come a grammar and a
// start rule; out come strings, each with whether the rule matches it, the rules that
// it tests and the reason for it. It must not know any parser, nor what the rules
// mean, except for the list of known faults in formats.go.
package vectors

import (
	"fmt"
	"hash/fnv"
	"iter"
	"slices"
	"unicode/utf8"

	"github.com/rfc3987/iri/internal/grammar/abnf"
	"github.com/rfc3987/iri/internal/grammar/earley"
	"github.com/rfc3987/iri/internal/study/languages"
)

// A Row is a test: a string, whether it conforms, the productions that it tests, from
// the start rule down, and why it is in the suite.
type Row struct {
	Input string   `json:"input"`
	Bytes []byte   `json:"inputBase64,omitempty"` // the input, if it is not UTF-8, as which JSON cannot carry it
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
	// Medium adds every transition of the minimal automaton, including those to the
	// dead state, over an alphabet that also has the characters next to each range and letters in the other case, and
	// alternatives and orders that a rule does not have.
	Medium
	// Full is the complete W-method suite: every transition followed by strings
	// that tell all states apart. It finds every fault of a parser that needs no
	// more states than the grammar.
	Full
)

// Sizes returns the names of the sizes, in the order of their values.
func Sizes() []string { return []string{"small", "medium", "full"} }

const (
	budget = 72_000_000 // how many steps of automata the suite of a whole rule may take
	depth  = 1          // how often a rule lies within itself in the rows for rules that refer to themselves
)

// Suite yields the rows for a rule, each input once. Of a rule that refers to itself, the rows
// test what it matches to a depth. parts, if not nil, is called if the suite of the whole rule takes too much work, or has
// no string to the depth. The suite is made of the rules then, each by itself in a place of a sentence; left are the names
// of those of which it has no rows.
func Suite(g *abnf.Grammar, rule *abnf.Rule, size Size, parts func(left []string)) iter.Seq2[Row, error] {
	return func(yield func(Row, error) bool) {
		s := &suite{yield: func(r Row) bool { return yield(r, nil) }, whenParts: parts, seen: make(map[[16]byte]bool)}
		s.find = exact{s}
		if err := s.suite(g, rule, size); err != nil && !s.stopped {
			yield(Row{}, err)
		}
	}
}

// suite adds all rows.
func (s *suite) suite(g *abnf.Grammar, rule *abnf.Rule, size Size) (err error) {
	if s.match, err = earley.Matcher(g, rule); err != nil {
		return err
	}
	whole, of := g, rule
	if g.CyclesOf(g.Closure(rule)).IsRecursive(rule) {
		whole, of = g.Unroll(rule, depth)
	}
	if whole != nil {
		if err = s.regular(whole, of, size); err == nil {
			s.both(s.lang.Shortest)
			return nil
		}
	}
	s.g, s.start = g, rule
	left, err := s.parts(g, rule, size)
	switch {
	case err != nil:
		return err
	case s.good+s.bad == 0 && !s.stopped:
		return fmt.Errorf("the rule %s takes more than the budget, and so does each rule that it uses", rule.Name)
	}
	if s.whenParts != nil && !s.stopped {
		s.whenParts(left)
	}
	return nil
}

// regular adds the rows of a rule that does not refer to itself.
func (s *suite) regular(g *abnf.Grammar, rule *abnf.Rule, size Size) (err error) {
	defer languages.Recover(&err)
	s.begin(g, rule, size)
	s.run(size)
	return nil
}

// begin makes the automata of a rule.
func (s *suite) begin(g *abnf.Grammar, rule *abnf.Rule, size Size) {
	s.g, s.start = g, rule
	s.special = nil
	if others := otherCases(g, rule); size >= Medium {
		s.special = append(others, neighbours(g, rule)...)
		s.a = languages.NewAlphabet(map[*abnf.Grammar][]*abnf.Rule{g: {rule}}, s.special...)
	} else {
		s.a = languages.NewAlphabet(map[*abnf.Grammar][]*abnf.Rule{g: {rule}}, others...)
	}
	s.a.Allow(budget)
	s.c = languages.NewCompiler(s.a, g)
	s.around = make(map[abnf.Expr][2]string)
	s.lang = s.c.Rule(rule)
}

// both adds a row that is valid and one that is not, if there are none.
func (s *suite) both(shortest func() (string, bool)) {
	text, ok := shortest()
	if s.good == 0 && ok {
		s.add(text, s.path(), "the shortest string")
	}
	for _, c := range probes {
		if s.bad > 0 {
			break
		}
		if !s.match(s.text(text + string(c))) {
			s.add(text+string(c), s.path(), "%s after the shortest string", s.name(c))
		}
	}
}

// neighbours returns the characters that are next to the ranges of a rule, and of all rules that it uses.
func neighbours(g *abnf.Grammar, rule *abnf.Rule) (all []rune) {
	for _, r := range g.Closure(rule) {
		abnf.Numbers(r.Expr, func(lo, hi rune) {
			for _, c := range []rune{lo - 1, hi + 1} {
				if c >= 0 && c <= g.Terminals.Last() && (c < 0xD800 || c > 0xDFFF) {
					all = append(all, c)
				}
			}
		})
	}
	slices.Sort(all)
	return slices.Compact(all)
}

// otherCases returns the letters in the other case of those that a rule, and all rules that it uses, match in one case:
// in case-sensitive literals, in sequences and at the ends of ranges.
func otherCases(g *abnf.Grammar, rule *abnf.Rule) []rune {
	var others []rune
	add := func(list ...rune) {
		for _, c := range list {
			if other, ok := new(abnf.Literal).OtherCase(c); ok {
				others = append(others, other)
			}
		}
	}
	for _, r := range g.Closure(rule) {
		abnf.Walk(r.Expr, func(e abnf.Expr) bool {
			switch e := e.(type) {
			case *abnf.Literal:
				if e.Sensitive {
					add([]rune(e.Text)...)
				}
			case *abnf.Sequence:
				add(e.Runes...)
			case *abnf.Range:
				add(e.Lo, e.Hi)
			}
			return true
		})
	}
	return others
}

type suite struct {
	g         *abnf.Grammar
	start     *abnf.Rule
	match     func(string) bool
	a         *languages.Alphabet
	c         *languages.Compiler
	lang      *languages.Lang
	contexts  map[*abnf.Rule][]context
	seen      map[[16]byte]bool       // the hashes of the inputs so far; the inputs may be gigabytes
	around    map[abnf.Expr][2]string // what is before and after an expression in its rule; see place
	yield     func(Row) bool
	stopped   bool
	whenParts func(left []string) // see [Suite]
	special   []rune              // characters that are tested although no state need tell them from others
	place0    *context            // where the start rule stands, if it is a part
	find      finder
	good      int // how many rows are valid
	bad       int // and how many are not
}

func (s *suite) run(size Size) {
	s.findContexts()
	s.add("", s.path(), "the empty string")
	for _, r := range s.g.Closure(s.start) {
		for _, e := range nodes(r.Expr) {
			s.expression(r, e)
			if size >= Medium {
				s.more(r, e)
			}
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

// text returns an input, whose terminals the suite has as characters also where they are octets.
func (s *suite) text(input string) string {
	if s.g.Terminals == abnf.CodePoints {
		return input
	}
	var b []byte
	for _, c := range input {
		if c > s.g.Terminals.Last() { // a probe
			b = utf8.AppendRune(b, c)
			continue
		}
		b = s.g.Terminals.Append(b, c)
	}
	return string(b)
}

// add yields a row unless the suite has its input already. The rule decides.
func (s *suite) add(input string, path []string, format string, args ...any) {
	of := s.text(input)
	input = of
	if k := s.place0; k != nil {
		input = s.text(k.before) + of + s.text(k.after)
		path = append(slices.Clip(k.path[:len(k.path)-1]), path...)
	}
	sum := fnv.New128a() // of what the suite made itself
	sum.Write([]byte(input))
	hash := [16]byte(sum.Sum(nil))
	if s.stopped || s.seen[hash] || !s.g.Terminals.Valid(input) {
		return
	}
	s.seen[hash] = true
	var bytes []byte
	if !utf8.ValidString(input) {
		bytes = []byte(input)
	}
	valid := s.match(of)
	if valid {
		s.good++
	} else {
		s.bad++
	}
	if !s.yield(Row{input, bytes, valid, path, s.g.WithoutMarks(fmt.Sprintf(format, args...))}) {
		s.stopped = true
	}
}
