// Package grammartest is for tests of several packages: built-in and random grammars,
// all short strings, and an interpreter of parsing expressions. It must not use the
// automata, with which the tests compare the interpreter.
package grammartest

import (
	"fmt"
	"math/rand/v2"
	"slices"
	"strings"

	"github.com/rfc3987/iri/internal/grammar/abnf"
	"github.com/rfc3987/iri/internal/grammar/peg"
)

// letters are the characters of random grammars.
const letters = "xyz"

// Random returns the text of a grammar without recursion; its first rule is a.
func Random(rnd *rand.Rand) string {
	names := []string{"a", "b", "c", "d"}[:2+rnd.IntN(3)]
	var b strings.Builder
	for i, name := range names {
		fmt.Fprintf(&b, "%s = %s\n", name, expr(rnd, names[i+1:], 3))
	}
	return b.String()
}

// RandomRecursive returns the text of a grammar in which any rule may use any; its first
// rule is a.
func RandomRecursive(rnd *rand.Rand) string {
	names := []string{"a", "b", "c", "d"}[:1+rnd.IntN(3)]
	var b strings.Builder
	for _, name := range names {
		fmt.Fprintf(&b, "%s = %s\n", name, expr(rnd, names, 3))
	}
	return b.String()
}

func expr(rnd *rand.Rand, names []string, depth int) string {
	list := func(sep string) string {
		var parts []string
		for range 2 + rnd.IntN(2) {
			parts = append(parts, expr(rnd, names, depth-1))
		}
		return "( " + strings.Join(parts, sep) + " )"
	}
	n := rnd.IntN(10)
	if depth == 0 {
		n %= 4
	}
	switch n {
	case 0, 1:
		return fmt.Sprintf("%%s%q", letters[rnd.IntN(len(letters)):][:1])
	case 2, 3:
		if len(names) > 0 {
			return names[rnd.IntN(len(names))]
		}
		return fmt.Sprintf("%%s%q", letters[:1+rnd.IntN(2)])
	case 4:
		return "[ " + expr(rnd, names, depth-1) + " ]"
	case 5:
		return []string{"*", "1*", "*2", "2", "1*2"}[rnd.IntN(5)] + "( " + expr(rnd, names, depth-1) + " )"
	case 6, 7:
		return list(" / ")
	}
	return list(" ")
}

// Words returns every string of up to n letters.
func Words(n int) []string {
	words := []string{""}
	for from := 0; n > 0; n-- {
		to := len(words)
		for _, w := range words[from:to] {
			for _, l := range letters {
				words = append(words, w+string(l))
			}
		}
		from = to
	}
	return words
}

// A Node is a match of a rule; offsets are characters.
type Node struct {
	Name       string
	Start, End int
	Children   []Node
}

// Run matches a rule of a PEG at the start of the text, as its definition says:
// it takes the first alternative that matches, and repetitions match as often as they can.
func Run(r *peg.Definition, text []rune) (n Node, ok bool) {
	run := &run{text: text}
	if _, ok := run.eval(&peg.Ref{Rule: r}, 0); !ok {
		return Node{}, false
	}
	return run.nodes[0], true
}

type run struct {
	text  []rune
	nodes []Node
}

func (r *run) eval(e peg.Expr, pos int) (end int, ok bool) {
	depth := len(r.nodes)
	defer func() {
		if !ok {
			r.nodes = r.nodes[:depth]
		}
	}()
	switch e := e.(type) {
	case *peg.Class:
		return pos + 1, pos < len(r.text) && has(e, r.text[pos])
	case *peg.Guard:
		return pos, pos == len(r.text) || has(e.Follow, r.text[pos])
	case *peg.Ahead:
		_, ok := r.eval(e.X, pos)
		r.nodes = r.nodes[:depth]
		return pos, ok
	case *peg.Seq:
		for _, p := range e.Parts {
			if pos, ok = r.eval(p, pos); !ok {
				return pos, false
			}
		}
		return pos, true
	case *peg.Choice:
		for _, a := range e.Alts {
			if end, ok = r.eval(a, pos); ok {
				return end, true
			}
		}
		return pos, false
	case *peg.Rep:
		for n := 0; n != e.Max; n++ {
			end, ok := r.eval(e.X, pos)
			if !ok {
				return pos, n >= e.Min
			}
			pos = end
		}
		return pos, true
	case *peg.Ref:
		end, ok := r.eval(e.Rule.Body, pos)
		if ok {
			r.nodes = append(r.nodes[:depth], Node{e.Rule.Name, pos, end, slices.Clone(r.nodes[depth:])})
		}
		return end, ok
	}
	panic(fmt.Sprintf("unknown expression %T", e))
}

// has reports whether the class holds the character.
func has(c *peg.Class, r rune) bool {
	return slices.ContainsFunc(c.Ranges, func(x abnf.Interval) bool { return x.Lo <= r && r <= x.Hi })
}
