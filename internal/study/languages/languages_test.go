package languages_test

import (
	"math/rand/v2"
	"slices"
	"strings"
	"testing"

	"github.com/rfc3987/iri/internal/grammar/abnf"
	"github.com/rfc3987/iri/internal/grammar/automaton"
	"github.com/rfc3987/iri/internal/study/languages"
	"github.com/rfc3987/iri/internal/study/sample"
	"github.com/rfc3987/iri/internal/testkit/grammartest"
)

func compiler(g *abnf.Grammar, rules ...*abnf.Rule) *languages.Compiler {
	return languages.NewCompiler(languages.NewAlphabet(map[*abnf.Grammar][]*abnf.Rule{g: rules}), g)
}

// TestLanguagesAgree compares the languages with the automata that check strings, which
// are made in another way, on sentences and near misses; and derivations with the
// languages: what a step matches is in the language of its expression.
func TestLanguagesAgree(t *testing.T) {
	for _, name := range []string{"rfc3986", "rfc3987", "rfc3987bis", "leiri"} {
		g := grammartest.Load(t, name)
		rule := g.Rule(g.Reference)
		c := compiler(g, rule)
		for _, r := range g.Closure(rule) {
			l := c.Rule(r)
			d, err := automaton.Compile(g, r.Name)
			if err != nil {
				t.Fatal(err)
			}
			s, err := sample.New(g, r, 3)
			if err != nil {
				t.Fatal(err)
			}
			deriver := languages.NewDeriver(c)
			for range 20 {
				texts := []string{s.Sentence()}
				if miss, _, ok := s.NearMiss(); ok {
					texts = append(texts, miss)
				}
				for _, text := range texts {
					if got, want := l.Match([]rune(text)), d.Match(text); got != want {
						t.Errorf("%s of %s: %q: got %v, want %v", r.Name, name, text, got, want)
					}
				}
				text := []rune(texts[0])
				if len(text) > 30 {
					continue
				}
				steps := deriver.Derive(r, text)
				if len(steps) == 0 || steps[0].End != len(text) || steps[0].Path()[0] != r.Name {
					t.Fatalf("%s of %s: %q has no derivation", r.Name, name, texts[0])
				}
				for _, st := range steps {
					if !c.Lang(st.Expr).Match(text[st.Start:st.End]) {
						t.Errorf("%s of %s: in %q, %s does not match %q", r.Name, name, texts[0], st.Expr, string(text[st.Start:st.End]))
					}
				}
			}
		}
	}
}

// TestLinearLanguages compares the languages of rules that refer to each other at one end, made at
// random, with the automata that check strings, on all short strings of two letters.
func TestLinearLanguages(t *testing.T) {
	var texts []string
	for n, level := 0, []string{""}; n < 7; n++ {
		texts = append(texts, level...)
		var longer []string
		for _, s := range level {
			longer = append(longer, s+"a", s+"b")
		}
		level = longer
	}
	rnd := rand.New(rand.NewPCG(1, 2))
	pick := func(of ...string) string { return of[rnd.IntN(len(of))] }
	matched := 0
	for range 300 {
		left := rnd.IntN(2) == 0
		var text strings.Builder
		for _, name := range []string{"r0", "r1", "r2"} {
			var alts []string
			for range 1 + rnd.IntN(3) {
				alt := pick(`"a"`, `"b"`, `*2"a"`, `[ "b" ]`, `1*"b"`, `( "a" / "bb" )`, `""`)
				if ref := pick("r0", "r1", "r2", ""); ref != "" {
					ref = pick(ref, "[ "+ref+" ]", "( "+ref+` / "ab" )`)
					if left {
						alt = ref + " " + alt
					} else {
						alt += " " + ref
					}
				}
				alts = append(alts, alt)
			}
			text.WriteString(name + " = " + strings.Join(alts, " / ") + "\n")
		}
		g, err := abnf.Parse("g.abnf", []byte(text.String()))
		if err != nil {
			t.Fatal(err)
		}
		for _, r := range g.Rules {
			d, err := automaton.Compile(g, r.Name)
			if err != nil {
				continue // it matches nothing
			}
			l := compiler(g, r).Rule(r)
			for _, s := range texts {
				if got, want := l.Match([]rune(s)), d.Match(s); got != want {
					t.Fatalf("%s of\n%s%q: got %v, want %v", r.Name, text.String(), s, got, want)
				} else if got {
					matched++
				}
			}
		}
	}
	if matched < 1000 {
		t.Errorf("only %d strings matched", matched)
	}
}

func TestShortest(t *testing.T) {
	for _, tt := range []struct{ rule, want string }{
		{`a = ""`, ""},
		{`a = 2%x00-7F`, "aa"},
		{`a = %x00-1F / %x21-40 / "..."`, "0"},
		{`a = %x00 / "..."`, "..."}, // readable before short
		{`a = %x80-10FFFF`, "é"},
		{`a = %xE000-E005`, "\ue000"},
		{`a = 3*5"x" "y"`, "xxxy"},
	} {
		g := grammartest.Read(t, tt.rule)
		got, ok := compiler(g, g.Rules[0]).Rule(g.Rules[0]).Shortest()
		if !ok || got != tt.want {
			t.Errorf("%s: got %q, want %q", tt.rule, got, tt.want)
		}
	}
}

func TestOperations(t *testing.T) {
	g := grammartest.Read(t, "a = b / c / d / e / f / g\nb = *\"x\"\nc = 3\"x\" / \"y\"\nd = \"[\" c \"]\"\ne = "+
		"2*4\"x\"\nf = \"y\"\ng = \"(\" b \")\"")
	c := compiler(g, g.Rules[0])
	l := func(name string) *languages.Lang { return c.Rule(g.Rule(name)) }
	for _, tt := range []struct {
		name      string
		got, want *languages.Lang
	}{
		{"difference", l("c").Minus(l("b")), l("f")},
		{"intersection", l("b").And(l("e")), l("e")},
		{"union", l("f").Combine(l("b").And(l("c")), func(a, b bool) bool { return a || b }), l("c")},
		{"within", l("b").Within(l("d"), []rune("["), []rune("]")), l("b").And(l("c"))},
		{"outside", l("b").Outside(l("d"), []rune("["), []rune("]")), l("b").Minus(l("c"))},
	} {
		if !tt.got.Equal(tt.want) {
			w, _ := tt.got.Shortest()
			t.Errorf("%s: a wrong language; it has %q", tt.name, w)
		}
	}
}

// TestLeaves asks which strings can stand in a place.
func TestLeaves(t *testing.T) {
	g := grammartest.Read(t, "a = b / c / d / e\nb = *\"x\"\nc = 3\"x\" / \"y\"\nd = \"[\" c \"]\"\ne = \"(\" b \")\"")
	c := compiler(g, g.Rules[0])
	for _, tt := range []struct {
		of, in, before, after string
		want                  bool
	}{
		{"d", "c", "[", "]", true}, {"d", "b", "[", "]", false}, {"d", "b", "(", "]", true},
		{"e", "b", "(x", ")", true}, {"e", "c", "(", ")", false}, {"a", "a", "", "", true}, {"a", "b", "", "", false},
	} {
		if got := c.Rule(g.Rule(tt.of)).Leaves(c.Rule(g.Rule(tt.in)), []rune(tt.before), []rune(tt.after)); got != tt.want {
			t.Errorf("%s %s %s of %s: got %v", tt.before, tt.in, tt.after, tt.of, got)
		}
	}
}

// TestNarrowAndSwap changes a part of a grammar and leaves the grammar as it was.
func TestNarrowAndSwap(t *testing.T) {
	g := grammartest.Read(t, "a = b \".\" b\nb = \"x\" / \"y\"")
	a, b := g.Rule("a"), g.Rule("b")
	c := compiler(g, a)
	before := c.Rule(a)
	alt := b.Expr.(*abnf.Alternation)
	narrow := c.Narrow(map[abnf.Expr]*languages.Lang{alt.Alts[0]: c.Chars(func(int) bool { return false })})
	swap := c.Swap(alt.Alts[1], &abnf.Repetition{Min: 2, Max: 2, X: alt.Alts[0]})
	for _, tt := range []struct {
		c     *languages.Compiler
		input string
		want  bool
	}{
		{c, "x.y", true}, {c, "xx.x", false},
		{narrow, "y.y", true}, {narrow, "x.y", false},
		{swap, "x.xx", true}, {swap, "x.y", false},
	} {
		if got := tt.c.Rule(a).Match([]rune(tt.input)); got != tt.want {
			t.Errorf("%q: got %v, want %v", tt.input, got, tt.want)
		}
	}
	if !c.Rule(a).Equal(before) {
		t.Error("the grammar has changed")
	}
}

// TestDistinguish checks the property of the suffixes: any two states, and the
// dead one, differ in one of them.
func TestDistinguish(t *testing.T) {
	g := grammartest.Load(t, "rfc3986")
	l := compiler(g, g.Rule("host")).Rule(g.Rule("host"))
	var classes []int
	for i := range l.Classes() - 1 {
		classes = append(classes, i)
	}
	suffixes := l.Distinguish(classes)
	seen := make(map[string]int)
	for q := -1; q < l.States(); q++ {
		var key []byte
		for _, w := range suffixes {
			key = append(key, map[bool]byte{true: '1', false: '0'}[l.Accepts(l.After(q, []rune(w)))])
		}
		if o, ok := seen[string(key)]; ok {
			t.Errorf("states %d and %d are not told apart", o, q)
		}
		seen[string(key)] = q
	}
}

func TestAround(t *testing.T) {
	g := grammartest.Read(t, "a = [\"[\" b \"]\"] *\"x\"\nb = \"y\"")
	a := g.Rule("a")
	c := compiler(g, a)
	var ref abnf.Expr
	abnf.Walk(a.Expr, func(e abnf.Expr) bool {
		if g.Target(e) != nil {
			ref = e
		}
		return true
	})
	before, after, ok := c.Swap(ref, &abnf.Range{Lo: automaton.Marker, Hi: automaton.Marker}).Lang(a.Expr).Around()
	if !ok || before != "[" || after != "]" {
		t.Errorf("got %q, %q, %v", before, after, ok)
	}
	if _, _, ok := c.Rule(a).Around(); ok {
		t.Error("found a marker where there is none")
	}
	if !slices.Equal(g.Uses(a), []*abnf.Rule{g.Rule("b")}) {
		t.Errorf("got %v", g.Uses(a))
	}
}
