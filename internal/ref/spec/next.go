package spec

import (
	"slices"
	"strconv"
	"strings"
	"unicode"
	"unicode/utf8"

	"github.com/rfc3987/iri/internal/grammar/abnf"
	"github.com/rfc3987/iri/internal/grammar/automaton"
	"github.com/rfc3987/iri/internal/grammar/earley"
)

// This file names what can come next.

// endOfInput is the name of the end of the string in lists of what can come next.
const endOfInput = "end"

// maxCompared limits how many names are compared with each other.
const maxCompared = 500

// nextNames returns what can come next in sets of states, as the grammar names it. A class
// of characters that begins there has the name of its rule, if the rule lies at least depth
// rules within each other below the start rule. A word that has begun is named as a whole if the readings are those of
// the text, and with what is left of it if other texts lead to them, too.
func nextNames(g *abnf.Grammar, depth int, wholeWords bool, readings ...earley.Reading) []string {
	var own []string
	chars := make(map[string][]automaton.Edge) // the edges of each name
	for _, r := range readings {
		for _, edge := range r.NFA.Edges(r.Set) {
			name := ""
			level := r.Depth + edge.Occurrence.Depth()
			for f := edge.Occurrence; f.Parent != nil && level >= depth; f, level = f.Parent, level-1 {
				if r.Set.Has(f.Start) && namedWhole(g, f.Rule) {
					name = f.Rule.Name // the outermost rule gives the name
				}
			}
			if name == "" {
				name = terminalName(edge, wholeWords)
			}
			if chars[name] == nil {
				own = append(own, name)
			}
			chars[name] = append(chars[name], edge)
		}
	}
	// Drop the names that another one includes: DIGIT where HEXDIG can stand. A word includes
	// nothing, not even another one that begins as it does: "Tue" and "Thu". Each is held against
	// all others, so very many are left as they are.
	if len(own) > maxCompared {
		return own
	}
	for i := 0; i < len(own); i++ {
		name := own[i]
		covered := false
		for j, other := range own {
			wider := covers(chars[other], chars[name]) && !isWord(chars[other][0])
			same := wider && covers(chars[name], chars[other])
			covered = covered || j != i && wider && (!same || j < i && !isWord(chars[name][0]))
		}
		if covered {
			own = slices.Delete(own, i, i+1)
			i--
		}
	}
	return own
}

// rest returns the characters of a literal or a sequence from the one that a step consumes on; nil for a range.
func rest(edge automaton.Edge) []rune {
	switch e := edge.Expr.(type) {
	case *abnf.Literal:
		return []rune(e.Text[edge.At:])
	case *abnf.Sequence:
		return e.Runes[edge.At:]
	}
	return nil
}

// isWord reports whether a step begins several characters of one terminal.
func isWord(edge automaton.Edge) bool { return len(rest(edge)) > 1 }

// inWord reports whether a step continues a literal or a sequence that has a letter: punctuation such as "::" is not
// a word.
func inWord(edge automaton.Edge) bool {
	return edge.At > 0 && strings.ContainsFunc(literal(edge.Expr), unicode.IsLetter)
}

// literal returns the characters of a literal or a sequence; "" for a range.
func literal(e abnf.Expr) string {
	switch e := e.(type) {
	case *abnf.Literal:
		return e.Text
	case *abnf.Sequence:
		return string(e.Runes)
	}
	return ""
}

// terminalName returns the name of the terminal of a step: preferably as a word, then as a number, then as a letter.
// Inside a word it is the whole word if wholeWords is true, and otherwise the rest of it.
func terminalName(edge automaton.Edge, wholeWords bool) string {
	if wholeWords && inWord(edge) {
		edge.At = 0
	}
	text := rest(edge)
	printable := !slices.ContainsFunc(text, func(c rune) bool { return c <= ' ' || c > '~' })
	switch e := edge.Expr.(type) {
	case *abnf.Literal:
		return `"` + string(text) + `"`
	case *abnf.Sequence:
		switch {
		case printable:
			return strconv.Quote(string(text))
		case edge.At > 0:
			return characterName(edge.Lo)
		}
	case *abnf.Range:
		switch {
		case e.Lo == e.Hi:
			return characterName(e.Lo)
		case e.Lo > ' ' && e.Hi <= '~':
			return characterName(e.Lo) + " to " + characterName(e.Hi)
		}
	}
	return edge.Expr.String()
}

// characterName returns the name of one character: a string, a core rule of RFC 5234, or a
// number.
func characterName(c rune) string {
	switch {
	case c == '\t':
		return "HTAB"
	case c == '\n':
		return "LF"
	case c == '\r':
		return "CR"
	case c == ' ':
		return "SP"
	case c == '"':
		return "DQUOTE"
	case ' ' < c && c <= '~':
		return strconv.Quote(string(c))
	}
	return (&abnf.Range{Lo: c, Hi: c, Base: 'x'}).String()
}

// covers reports whether each range of characters in b is within one in a.
func covers(a, b []automaton.Edge) bool {
	for _, y := range b {
		if !slices.ContainsFunc(a, func(x automaton.Edge) bool { return x.Lo <= y.Lo && y.Hi <= x.Hi }) {
			return false
		}
	}
	return true
}

// union returns the names of all lists, each once. It has no spare capacity: findings
// share it.
func union(lists ...[]string) []string {
	var out []string
	for _, l := range lists {
		for _, name := range l {
			if !slices.Contains(out, name) {
				out = append(out, name)
			}
		}
	}
	return slices.Clip(out)
}

// followOf returns what may come after the innermost of the productions: what can
// follow it in the rule above it, and if that rule can end there what can follow that
// one, and so on up to the end of the string.
func followOf(g *abnf.Grammar, productions []string) []string {
	var out []string
	add := func(name string) {
		if !slices.Contains(out, name) {
			out = append(out, name)
		}
	}
	whole := func(r *abnf.Rule) bool { return namedWhole(g, r) }
	for i := len(productions) - 1; i > 0; i-- {
		above := g.Rule(productions[i-1])
		if above == nil || !g.After(above.Expr, g.Rule(productions[i]), whole, add) {
			return out
		}
	}
	add(endOfInput)
	return out
}

// namedWhole reports whether a rule is named as a whole where it can come next. Such
// are classes of characters, also with their percent-encoding. Other rules are opened,
// so that the names say what the next character can be.
func namedWhole(g *abnf.Grammar, r *abnf.Rule) bool {
	shortest, longest := g.Lengths(r.Expr)
	most := 3 // characters, as in "%41"
	if g.Terminals == abnf.Octets {
		most = utf8.UTFMax
	}
	return shortest >= 1 && longest <= most
}
