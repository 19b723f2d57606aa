// Package vectors makes conformance suites for other parsers. In come a grammar and a
// start rule; out come strings, each with whether the rule matches it, the rules that
// it tests and the reason for it. It must not know any parser, nor what the rules
// mean, except for the list of known faults in known.go.
package vectors

import (
	"errors"
	"fmt"
	"hash/fnv"
	"iter"
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
	// dead state.
	Medium
	// Full is the complete W-method suite: every transition followed by strings
	// that tell all states apart. It finds every fault of a parser that needs no
	// more states than the grammar.
	Full
)

// Sizes returns the names of the sizes, in the order of their values.
func Sizes() []string { return []string{"small", "medium", "full"} }

// Depth is how often a rule lies within itself in the rows for rules that refer to themselves.
const Depth = 1

// Suite yields the rows for a rule, each input once. Of a rule that refers to itself, the rows
// test what it matches to a [Depth].
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
	defer func() {
		if errors.Is(err, languages.ErrTooLarge) && s.now != nil {
			err = fmt.Errorf("the rule %s, at %s: %w", s.nowIn.Name, clip(s.now), err)
		}
	}()
	defer languages.Recover(&err)
	if s.match, err = earley.Matcher(g, rule); err != nil {
		return err
	}
	s.g, s.start = g, rule
	if g.CyclesOf(g.Closure(rule)).Recursive(rule) {
		if s.g, s.start = g.Unroll(rule, Depth); s.g == nil {
			return fmt.Errorf("no string matches the rule %s, unless rules lie within themselves more than %d times", rule.Name, Depth)
		}
		g, rule = s.g, s.start
	}
	s.a = languages.NewAlphabet(map[*abnf.Grammar][]*abnf.Rule{g: {rule}}, otherCases(g, rule)...)
	s.c = languages.NewCompiler(s.a, g)
	s.seen = make(map[[16]byte]bool)
	s.around = make(map[abnf.Expr][2]string)
	s.lang = s.c.Rule(rule)
	s.run(size)
	return nil
}

// otherCases returns the letters that the case-sensitive literals of a rule, and of all rules that it uses, do not
// match.
func otherCases(g *abnf.Grammar, rule *abnf.Rule) []rune {
	var others []rune
	for _, r := range g.Closure(rule) {
		abnf.Walk(r.Expr, func(e abnf.Expr) bool {
			if e, ok := e.(*abnf.Literal); ok && e.Sensitive {
				for _, c := range e.Text {
					if other, ok := new(abnf.Literal).OtherCase(c); ok {
						others = append(others, other)
					}
				}
			}
			return true
		})
	}
	return others
}

type suite struct {
	g        *abnf.Grammar
	start    *abnf.Rule
	match    func(string) bool
	a        *languages.Alphabet
	c        *languages.Compiler
	lang     *languages.Lang
	contexts map[*abnf.Rule][]context
	seen     map[[16]byte]bool       // the hashes of the inputs so far; the inputs may be gigabytes
	around   map[abnf.Expr][2]string // what is before and after an expression in its rule; see place
	yield    func(Row) bool
	stopped  bool
	now      abnf.Expr // what is being tested, for the error
	nowIn    *abnf.Rule
}

func (s *suite) run(size Size) {
	s.now, s.nowIn = s.start.Expr, s.start
	s.findContexts()
	s.add("", s.path(), "the empty string")
	for _, r := range s.g.Closure(s.start) {
		for _, e := range nodes(r.Expr) {
			s.now, s.nowIn = e, r
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
	input = s.text(input)
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
	if !s.yield(Row{input, bytes, s.match(input), path, s.g.WithoutMarks(fmt.Sprintf(format, args...))}) {
		s.stopped = true
	}
}
