package earley

import (
	"errors"
	"math/rand/v2"
	"strings"
	"testing"

	"github.com/rfc3987/iri/internal/grammar/abnf"
	"github.com/rfc3987/iri/internal/testkit"
	"github.com/rfc3987/iri/internal/testkit/grammartest"
)

// compile makes the program of the first rule of a grammar, in which all rules for which
// called is true have an automaton of their own; nil stands for those that are not regular.
func compile(t testing.TB, text string, called func(*abnf.Rule) bool) (*abnf.Grammar, *Program) {
	t.Helper()
	g := grammartest.Read(t, text)
	if called == nil {
		called = g.CyclesOf(g.Rules).UsesNesting
	}
	p, err := Compile(g, g.Rules[0], called)
	if err != nil {
		t.Fatal(err)
	}
	return g, p
}

// json is the shape of RFC 8259.
const json = `text = ws value ws
value = object / array / number / string / %s"true" / %s"false" / %s"null"
object = "{" ws [ member *( "," ws member ) ] "}" ws
member = string ws ":" ws value ws
array = "[" ws [ value ws *( "," ws value ws ) ] "]"
number = [ "-" ] ( "0" / %x31-39 *DIGIT ) [ "." 1*DIGIT ] [ ( "e" ) [ "+" / "-" ] 1*DIGIT ]
string = DQUOTE *( %x20-21 / %x23-5B / %x5D-10FFFF / "\" ( DQUOTE / "\" / "/" / "n" / "u" 4HEXDIG ) ) DQUOTE
ws = *( SP / HTAB / CR / LF )
`

// TestMatch has rules of every shape, with strings that they match and others.
func TestMatch(t *testing.T) {
	for _, tt := range []struct{ name, abnf, good, bad string }{
		{"in brackets", `a = "(" *a ")"`, "() (()) (()(()))", "|( ) (() ())"},
		{"at the start and at the end", `a = a a / "x" / ""`, "|x xx xxxxxxxx", "y xy yx"},
		{"at the start", "a = a \"+\" b / b\nb = \"x\" / \"(\" a \")\"", "x x+x (x+x)+x", "| + x+ +x (x (x+)"},
		{"through others", "a = b \"x\" / \"y\"\nb = c\nc = a a / a", "y yx yyx yyxyx yyxyxx", "x xy"},
		{"what can be empty", "a = *b\nb = [ \"(\" a \")\" ]", "| () ()() (()())", "( )("},
		{"empty first", "a = b a \"x\" / \"y\"\nb = [ \"z\" ]", "y yx zyx zzyxx", "zy x"},
		{"counts", `a = "x" 2*3a / "y"`, "y xyy xyyy xyxyyy", "x xy xyyyy xyyyyy"},
		{"the middle", `a = [ "x" a "x" / "y" a "y" ]`, "| xx xyyx yxxxxy", "x xy xyx"},
		{"the same way to itself", `a = a / "x"`, "x", "| xx"},
		{"JSON", json, `{} [] [[],{}] {"a":[1,-0.5e3,null]} "\u00e9"`, `| [ {,} [1,] [01] {"a"} tru`},
	} {
		t.Run(tt.name, func(t *testing.T) {
			for name, called := range map[string]func(*abnf.Rule) bool{"some": nil,
				"all": func(*abnf.Rule) bool { return true }} {
				_, p := compile(t, tt.abnf, called)
				for i, words := range []string{tt.bad, tt.good} {
					for w := range strings.SplitSeq(words, " ") {
						w = strings.Trim(w, "|")
						if ok, err := p.Match(w); ok != (i == 1) || err != nil {
							t.Errorf("%s automata, %q: got %v, %v", name, w, ok, err)
						}
					}
				}
			}
		})
	}
}

// TestRandomGrammars compares with an interpreter, on grammars with every kind of recursion.
func TestRandomGrammars(t *testing.T) {
	words := grammartest.Words(5)
	n := 300
	if testing.Short() {
		n = 60
	}
	for seed := range uint64(n) {
		text := grammartest.RandomRecursive(rand.New(rand.NewPCG(seed, 3)))
		g, err := abnf.Parse("test.abnf", []byte(text))
		if err != nil {
			t.Fatal(err)
		}
		ref := &grammartest.Interpreter{G: g}
		general := g.CyclesOf(g.Rules).UsesNesting
		some, err := Compile(g, g.Rules[0], general)
		if err != nil {
			t.Fatal(err)
		}
		all, err := Compile(g, g.Rules[0], func(*abnf.Rule) bool { return true })
		if err != nil {
			t.Fatal(err)
		}
		for i := 0; i < len(words); i += 1 + int(seed%3) {
			want := ref.Match(g.Rules[0], words[i])
			for _, p := range []*Program{some, all} {
				if got, err := p.Match(words[i]); got != want || err != nil {
					t.Fatalf("%s%q: got %v, %v, want %v", text, words[i], got, err, want)
				}
			}
		}
	}
}

// TestDeep has brackets within each other, a megabyte of them.
func TestDeep(t *testing.T) {
	_, p := compile(t, json, nil)
	n := 1 << 19
	deep := strings.Repeat("[", n) + strings.Repeat("]", n)
	if ok, err := p.Match(deep); !ok || err != nil {
		t.Errorf("got %v, %v", ok, err)
	}
	if ok, err := p.Match(deep[:len(deep)-1]); ok || err != nil {
		t.Errorf("one bracket left out: got %v, %v", ok, err)
	}
	_, p = compile(t, `a = "x" [ "," a ]`, func(*abnf.Rule) bool { return true })
	if ok, err := p.Match("x" + strings.Repeat(",x", n)); !ok || err != nil {
		t.Errorf("recursion at the end: got %v, %v", ok, err)
	}
}

// TestBudget has a rule that is ambiguous in each part of the string.
func TestBudget(t *testing.T) {
	_, p := compile(t, `a = a a / "x" / ""`, nil)
	if ok, err := p.Match(strings.Repeat("x", 200)); !ok || err != nil {
		t.Errorf("200 characters: got %v, %v", ok, err)
	}
	var spent *BudgetError
	if ok, err := p.Match(strings.Repeat("x", 20000)); ok || !errors.As(err, &spent) || spent.At == 0 {
		t.Errorf("20,000 characters: got %v, %v", ok, err)
	}
}

// TestWideLoop has a repetition of very many references: what can come after each of them is all
// of them, and finding that out takes the square of their number.
func TestWideLoop(t *testing.T) {
	_, p := compile(t, "a = *( "+strings.Repeat("b / ", testkit.Size(1000, 2000, 10000))+"\"x\" )\nb = \"(\" a \")\"\n", nil)
	for s, want := range map[string]bool{"": true, "x(x)()": true, "(x": false, "y": false} {
		if ok, err := p.Match(s); ok != want || err != nil {
			t.Errorf("%q: got %v, %v, want %v", s, ok, err, want)
		}
	}
}
