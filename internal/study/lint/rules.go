package lint

import (
	"fmt"
	"slices"
	"sync"

	"github.com/rfc3987/iri/grammar"
	"github.com/rfc3987/iri/internal/grammar/abnf"
	"github.com/rfc3987/iri/internal/study/languages"
	"github.com/rfc3987/iri/internal/text/quote"
)

var ambiguous = Check{
	Code: "ambiguous", Section: "RFC 5234 §3.2",
	Title: "a string matches one alternative",
	Text: "Two alternatives of a rule match the same string, so a parser can take either. The language is clear, " +
		"but the parse tree is not. If all strings of an alternative match another one, it adds nothing. Only " +
		"regular rules are looked at.",
	Mend: "make the alternatives different, or say in the text which one is taken first",
	Good: []string{"a = 1*DIGIT / 1*ALPHA"},
	Bad:  []string{"a = 1*DIGIT / \"5\"", "a = [ b ] / [ c ]\nb = \"x\"\nc = \"y\""},
	rules: func(l *linter) {
		cycles := l.usable.CyclesOf(l.usable.Rules)
		for _, r := range l.defined(l.usable) {
			if !cycles.IsRecursive(r) {
				l.overlaps(r)
			}
		}
	},
}

// overlaps finds alternatives of a rule that match the same strings. A rule for which that
// takes too much work is left out.
func (l *linter) overlaps(r *abnf.Rule) {
	var err error
	defer languages.Recover(&err)
	compiler := sync.OnceValue(func() *languages.Compiler {
		alphabet := languages.NewAlphabet(map[*abnf.Grammar][]*abnf.Rule{l.usable: {r}})
		alphabet.Limit(languages.CompareWork)
		return languages.NewCompiler(alphabet, l.usable)
	})
	abnf.Walk(r.Expr, func(e abnf.Expr) bool {
		alternation, ok := e.(*abnf.Alternation)
		if !ok {
			return true
		}
		seen := make(map[string]bool)
		alts := slices.DeleteFunc(slices.Clone(alternation.Alts), func(a abnf.Expr) bool {
			text := a.String()
			again := seen[text] // abnf.SameTwice says it
			seen[text] = true
			return again
		})
		begins := make([]first, len(alts))
		for i, a := range alts {
			begins[i] = l.first(a)
			for j, b := range alts[:i] {
				if begins[i].apart(begins[j]) {
					continue // most are: no automaton is needed
				}
				x, y := compiler().Lang(a), compiler().Lang(b)
				witness, both := x.And(y).Shortest()
				nothing := "in %s, %s adds nothing: all that it matches matches %s"
				switch {
				case !both:
				case x.Minus(y).Empty():
					l.add(r.Pos, r.Name, "", fmt.Sprintf(nothing, r.Name, abnf.Short(a), abnf.Short(b)))
				case y.Minus(x).Empty():
					l.add(r.Pos, r.Name, "", fmt.Sprintf(nothing, r.Name, abnf.Short(b), abnf.Short(a)))
				default:
					l.add(r.Pos, r.Name, "", fmt.Sprintf("in %s, %s matches both %s and %s",
						r.Name, quote.Quote(witness), abnf.Short(b), abnf.Short(a)))
				}
			}
		}
		return true
	})
}

// A first is what sentences begin with, as spans in order, and whether the empty one is among them.
type first struct {
	chars []abnf.Interval
	empty bool
}

// apart reports whether no sentence can be one of both.
func (f first) apart(o first) bool {
	a, b := f.chars, o.chars
	for len(a) > 0 && len(b) > 0 {
		switch {
		case a[0].Hi < b[0].Lo:
			a = a[1:]
		case b[0].Hi < a[0].Lo:
			b = b[1:]
		default:
			return false
		}
	}
	return !f.empty || !o.empty
}

// first returns what the sentences of an expression begin with, which uses no rule that refers to itself.
func (l *linter) first(e abnf.Expr) (f first) {
	if t := l.usable.Target(e); t != nil {
		f, ok := l.firsts[t]
		if !ok {
			f = l.first(t.Expr)
			l.firsts[t] = f
		}
		return f
	}
	add := func(x abnf.Expr) (empty bool) {
		of := l.first(x)
		f.chars = abnf.Joined(slices.Concat(f.chars, of.chars))
		return of.empty
	}
	switch e := e.(type) {
	case *abnf.Alternation:
		for _, x := range e.Alts {
			f.empty = add(x) || f.empty
		}
	case *abnf.Concatenation:
		f.empty = !slices.ContainsFunc(e.Parts, func(x abnf.Expr) bool { return !add(x) })
	case *abnf.Repetition:
		f.empty = e.Max == 0 || add(e.X) || e.Min == 0
	default:
		chars, _ := abnf.Characters(e)
		if f.empty = len(chars) == 0; !f.empty {
			f.chars = abnf.Joined(slices.Clone(chars[0]))
		}
	}
	return f
}

var coreAlias = Check{
	Code: "core-alias", Section: "RFC 5234 Appendix B.1",
	Title: "what is a core rule has its name",
	Text: "A rule spells out the characters of a core rule of RFC 5234. Readers know DIGIT, and have to compare any " +
		"other name.",
	Mend: "use the core rule",
	Good: []string{"a = 1*DIGIT", "digit-nz = %x31-39"},
	Bad:  []string{"number = %x30-39", "letter = %x61-7A / %x41-5A"},
	rules: func(l *linter) {
		core, err := abnf.Load(grammar.Files, ".", "core")
		if err != nil {
			panic(err) // it is part of the program
		}
		for _, r := range l.defined(l.all) {
			set, ok := oneCharacter(r.Expr)
			if !ok || core.Rule(r.Name) != nil {
				continue
			}
			for _, k := range core.Rules {
				if s, ok := oneCharacter(inline(core, k.Expr)); ok && slices.Equal(set, s) {
					l.add(r.Pos, r.Name, "", fmt.Sprintf("%s is the core rule %s by another name", r.Name, k.Name))
				}
			}
		}
	},
}

// inline returns an expression with the definitions of the rules that it names.
func inline(g *abnf.Grammar, e abnf.Expr) abnf.Expr {
	if t := g.Target(e); t != nil {
		return inline(g, t.Expr)
	}
	if a, ok := e.(*abnf.Alternation); ok {
		out := &abnf.Alternation{}
		for _, x := range a.Alts {
			out.Alts = append(out.Alts, inline(g, x))
		}
		return out
	}
	return e
}

// oneCharacter returns the characters that an expression matches, if it is made of terminals
// that match one character each: spans in order that do not touch.
func oneCharacter(e abnf.Expr) ([]abnf.Interval, bool) {
	var all []abnf.Interval
	ok := true
	abnf.Walk(e, func(e abnf.Expr) bool {
		if _, alternation := e.(*abnf.Alternation); alternation {
			return ok
		}
		places, terminal := abnf.Characters(e)
		if ok = ok && terminal && len(places) == 1; ok {
			all = append(all, places[0]...)
		}
		return false
	})
	if !ok {
		return nil, false
	}
	return abnf.Joined(all), true
}
