package automaton

import (
	"fmt"
	"math/rand/v2"
	"slices"
	"strings"
	"testing"
	"unicode/utf8"

	"github.com/rfc3987/iri/internal/grammar/abnf"
)

// The tests of this package build rule trees by hand, so that a fault of the
// reader cannot hide one of the automata.

func lit(s string) abnf.Expr           { return &abnf.Literal{Text: s} }
func rng(lo, hi rune) abnf.Expr        { return &abnf.Range{Lo: lo, Hi: hi, Base: 'x'} }
func ref(name string) abnf.Expr        { return &abnf.Reference{Name: name} }
func cat(parts ...abnf.Expr) abnf.Expr { return &abnf.Concatenation{Parts: parts} }
func alt(alts ...abnf.Expr) abnf.Expr  { return &abnf.Alternation{Alts: alts} }
func rep(least, most int, x abnf.Expr) abnf.Expr {
	return &abnf.Repetition{Min: least, Max: most, X: x}
}
func rule(name string, e abnf.Expr) *abnf.Rule  { return &abnf.Rule{Name: name, Expr: e} }
func grammar(rules ...*abnf.Rule) *abnf.Grammar { return &abnf.Grammar{Rules: rules} }

// matchNFA reports whether the rule of n matches s.
func matchNFA(n *NFA, s string) bool {
	if !utf8.ValidString(s) {
		return false
	}
	set := n.Start()
	for _, r := range s {
		set = n.StepRune(set, r)
	}
	return n.Accepts(set)
}

func TestMatch(t *testing.T) {
	core := []*abnf.Rule{
		rule("DIGIT", rng('0', '9')),
		rule("HEXDIG", alt(ref("DIGIT"), lit("A"), lit("B"), lit("C"), lit("D"), lit("E"), lit("F"))),
	}
	tests := []struct {
		name string
		expr abnf.Expr
		yes  []string
		no   []string
	}{
		{"literal of either case", lit("aB-"), []string{"ab-", "AB-", "Ab-"}, []string{"", "a", "ab", "ab--", "ab\r"}},
		{"literal of one case", &abnf.Literal{Text: "aB", Sensitive: true}, []string{"aB"}, []string{"ab", "AB"}},
		{"empty literal", lit(""), []string{""}, []string{"a"}},
		{"range beyond ASCII", rng(0xA0, 0xD7FF), []string{"\u00a0", "é", "中", "\ud7ff"},
			[]string{"a", "\u009f", "\ue000", "\xc3", "\xed\xa0\x80"}},
		{"all of Unicode", rng(0, 0x10FFFF), []string{"\x00", "\u0080", "\ufffd", "\U0010ffff"},
			[]string{"\xc0\x80", "\xe0\x80\x80", "\xed\xbf\xbf", "\xf0\x8f\xbf\xbf", "\xf4\x90\x80\x80", "\x80",
				"\xff"}},
		{"sequence", &abnf.Sequence{Runes: []rune{'a', 'é', '😀'}}, []string{"aé😀"}, []string{"Aé😀", "aé"}},
		{"prose that repeats no times", rep(0, 0, &abnf.Prose{Text: "nothing"}), []string{""}, []string{"n"}},
		{"prose that names a rule", &abnf.Prose{Text: "digit"}, []string{"7"}, []string{"a"}},
		{"case of rule names", rep(2, 3, ref("hexdig")), []string{"aF", "012"}, []string{"1", "1234", "ag"}},
		{"at least", rep(2, -1, lit("x")), []string{"xx", "XxXx"}, []string{"", "x"}},
		{"any number", rep(0, -1, lit("x")), []string{"", "x", "xxx"}, []string{"y"}},
		{"loop of what may be empty", rep(0, -1, rep(0, 1, lit("x"))), []string{"", "x", "xxx"}, []string{"y"}},
		{"loop of an empty alternative, at least twice", rep(2, -1, alt(lit(""), lit("ab"))),
			[]string{"", "ab", "abab"}, []string{"a"}},
		{"counted within counted", rep(2, 2, rep(1, 2, lit("a"))), []string{"aa", "aaa", "aaaa"},
			[]string{"a", "aaaaa"}},
		{"prefixes of each other", alt(lit("a"), lit("ab"), cat(lit("a"), lit("bc"))), []string{"a", "ab", "abc"},
			[]string{"b", "abcd"}},
		{"the tail of an IPv6address", cat(rep(0, 1, cat(rep(0, 1, cat(ref("HEXDIG"), lit(":"))), ref("HEXDIG"))),
			lit("::")), []string{"::", "1::", "1:2::"}, []string{"1:2:3::", ":", "1:"}},
	}
	for _, tt := range tests {
		t.Run(tt.name, func(t *testing.T) {
			g := grammar(append([]*abnf.Rule{rule("top", tt.expr)}, core...)...)
			d, err := Compile(g, "TOP")
			if err != nil {
				t.Fatal(err)
			}
			n, err := CompileNFA(g, "top")
			if err != nil {
				t.Fatal(err)
			}
			for _, want := range []bool{true, false} {
				list := tt.no
				if want {
					list = tt.yes
				}
				for _, s := range list {
					if got := d.Match(s); got != want {
						t.Errorf("DFA on %q: got %v, want %v", s, got, want)
					}
					if got := matchNFA(n, s); got != want {
						t.Errorf("NFA on %q: got %v, want %v", s, got, want)
					}
				}
			}
		})
	}
}

// doubling returns a grammar of rules that each name the next one twice.
func doubling(n int) *abnf.Grammar {
	rules := []*abnf.Rule{rule("top", ref("r1"))}
	for i := 1; i <= n; i++ {
		next := ref(fmt.Sprint("r", i+1))
		rules = append(rules, rule(fmt.Sprint("r", i), cat(next, next)))
	}
	return grammar(append(rules, rule(fmt.Sprint("r", n+1), lit("a")))...)
}

func TestErrors(t *testing.T) {
	nested := lit("a")
	for range 3 {
		nested = rep(1000, 1000, nested)
	}
	tests := []struct {
		name string
		g    *abnf.Grammar
		want string
	}{
		{"no such rule", grammar(rule("a", lit("a"))), `the grammar has no rule "top"`},
		{"reference to nothing", grammar(rule("top", ref("b"))), "rule top refers to b, which is not defined"},
		{"recursion", grammar(rule("top", cat(lit("a"), ref("b"), lit("c"))), rule("b", rep(0, 1, ref("TOP")))),
			"top > b > top"},
		{"too many copies", grammar(rule("top", nested)),
			`1000(1000"a") in top expands to more than 131072 states, because every copy counts`},
		{"too many copies of nothing", grammar(rule("top", rep(1<<30, 1<<30, lit("")))),
			`1073741824"" in top expands to more than 131072 states`},
		{"exponential", grammar(rule("top", cat(rep(0, -1, lit("a")), lit("a"), rep(30, 30, alt(lit("a"), lit("b"))),
			rep(0, -1, alt(lit("a"), lit("b")))))), ""},
		{"truly exponential", grammar(rule("top", cat(rep(0, -1, alt(lit("a"), lit("b"))), lit("a"),
			rep(30, 30, alt(lit("a"), lit("b")))))),
			`while *("a" / "b") in top repeats, 30("a" / "b") in top can begin at every character`},
		{"exponential without counts", grammar(rule("top",
			cat(append([]abnf.Expr{rep(0, -1, ref("x")), lit("a")}, slices.Repeat([]abnf.Expr{ref("x")}, 16)...)...)),
			rule("x", alt(lit("a"), lit("b")))),
			"while *x in top repeats, what comes after it can begin at every character"},
		{"options in a row", grammar(rule("top", rep(1000, 1000, rep(0, 1, lit("a"))))),
			"1000(*1\"a\") in top: its automaton has to follow many of the copies at once"},
		{"empty copies", grammar(rule("top", rep(1000, 1000, cat(rep(0, -1, lit("a")), rep(0, -1, lit("b")))))),
			`1000(*"a" *"b") in top: its automaton has to follow many of the copies at once`},
		{"very many alternatives", grammar(rule("top", alt(slices.Repeat([]abnf.Expr{lit("b")}, 100000)...))),
			"the 100000 alternatives"},
		{"rules that double", doubling(20), "it expands to more than 131072 states, because the rules that it uses " +
			"are copied wherever they are named"},
	}
	for _, tt := range tests {
		t.Run(tt.name, func(t *testing.T) {
			_, err := Compile(tt.g, "top")
			switch {
			case tt.want == "" && err != nil:
				t.Errorf("got %v, want no error", err)
			case tt.want != "" && (err == nil || !strings.Contains(err.Error(), tt.want)):
				t.Errorf("got %v, want an error with %q", err, tt.want)
			}
		})
	}
}

// randomExpr draws an expression over a few characters of each UTF-8 length.
func randomExpr(r *rand.Rand, depth int) abnf.Expr {
	if depth == 0 || r.IntN(4) == 0 {
		switch r.IntN(4) {
		case 0:
			return lit(string("abAB"[r.IntN(4)]))
		case 1:
			c := []rune("abé中😀")[r.IntN(5)]
			return rng(c, c)
		case 2:
			lo := []rune{'a', 'b', 0x80, 0x7FF, 0x800, 0xD7FF, 0xFFFF}[r.IntN(7)]
			return rng(lo, lo+rune(r.IntN(0x10000)))
		}
		return lit("")
	}
	switch r.IntN(3) {
	case 0:
		return alt(randomExpr(r, depth-1), randomExpr(r, depth-1))
	case 1:
		return cat(randomExpr(r, depth-1), randomExpr(r, depth-1))
	}
	least := r.IntN(3)
	most := least + r.IntN(3)
	if r.IntN(2) == 0 {
		most = -1
	}
	return rep(least, most, randomExpr(r, depth-1))
}

// TestRandom compares the DFA with the NFA on random grammars and strings.
func TestRandom(t *testing.T) {
	r := rand.New(rand.NewPCG(1, 2))
	alphabet := []string{"a", "b", "A", "é", "中", "😀", "\u0080", "\u07ff", "\u0800", "\ud7ff", "\ue000", "\uffff",
		"\U00010000", "\xc3", "\x80", "\xed\xa0\x80"}
	yes := 0
	for i := range 400 {
		e := randomExpr(r, 4)
		g := grammar(rule("top", e))
		d, err := Compile(g, "top")
		if err != nil {
			t.Fatal(err)
		}
		n, err := CompileNFA(g, "top")
		if err != nil {
			t.Fatal(err)
		}
		for range 200 {
			var b strings.Builder
			for range r.IntN(5) {
				b.WriteString(alphabet[r.IntN(len(alphabet))])
			}
			s := b.String()
			got, want := d.Match(s), matchNFA(n, s)
			if want {
				yes++
			}
			if got != want {
				t.Fatalf("grammar %d on %q: got %v, want %v", i, s, got, want)
			}
			if got && !utf8.ValidString(s) {
				t.Fatalf("grammar %d accepts %q, which is not UTF-8", i, s)
			}
		}
	}
	if yes < 1000 {
		t.Errorf("only %d of the strings were sentences", yes)
	}
}

// TestMinimal checks that no two states of a DFA are equivalent, by comparing it
// with a partition computed in a simple and slow way (Moore 1956).
func TestMinimal(t *testing.T) {
	r := rand.New(rand.NewPCG(3, 4))
	for i := range 100 {
		d, err := Compile(grammar(rule("top", randomExpr(r, 4))), "top")
		if err != nil {
			t.Fatal(err)
		}
		if d.Empty() {
			continue
		}
		block := make([]int, d.States())
		for q, a := range d.Accept {
			if a {
				block[q] = 1
			}
		}
		blocks := 0
		for {
			ids := map[string]int{}
			next := make([]int, len(block))
			for q := range block {
				var key strings.Builder
				key.WriteString(fmt.Sprint(block[q]))
				for c := range d.N {
					key.WriteString(fmt.Sprint(" ", block[d.Next[q*d.N+c]]))
				}
				if _, ok := ids[key.String()]; !ok {
					ids[key.String()] = len(ids)
				}
				next[q] = ids[key.String()]
			}
			block = next
			if len(ids) == blocks {
				break
			}
			blocks = len(ids)
		}
		if blocks != d.States() {
			t.Errorf("grammar %d: got %d states, want %d", i, d.States(), blocks)
		}
	}
}

func TestAccess(t *testing.T) {
	g := grammar(rule("top", cat(rng(0, 0x10FFFF), rep(0, 1, rng(0xE000, 0xF8FF)), rep(0, 1, lit("x")), lit("%"), rng(0x20, 0x2F))))
	d, err := Compile(g, "top")
	if err != nil {
		t.Fatal(err)
	}
	if got, ok := d.Witness(); got != "a%!" || !ok {
		t.Errorf("witness: got %q, want %q", got, "a%!")
	}
	seen := map[string]bool{}
	for q, s := range d.Access()[1:] {
		q++ // without the dead state
		if got := d.Step(1, s); got != q || seen[s] {
			t.Errorf("state %d: got %d after %q", q, got, s)
		}
		seen[s] = true
		end, ok := d.Completion(q)
		if !ok || !d.Match(s+end) {
			t.Errorf("state %d: %q does not complete %q to a sentence", q, end, s)
		}
	}
}

// TestFrames checks that an edge knows the occurrence of a rule that it is in.
func TestFrames(t *testing.T) {
	g := grammar(rule("top", cat(ref("word"), lit("@"), ref("word"))), rule("word", rep(1, -1, rng('a', 'z'))))
	n, err := CompileNFA(g, "top")
	if err != nil {
		t.Fatal(err)
	}
	describe := func(s Set) string {
		var out []string
		for _, e := range n.Edges(s) {
			path := ""
			for f := e.Occurrence; f != nil; f = f.Parent {
				path = " > " + f.Rule.Name + path
			}
			begun := ""
			if !s.Has(e.Occurrence.Start) {
				begun = " (begun)"
			}
			out = append(out, fmt.Sprintf("%s: %c-%c%s", path[3:], e.Lo, e.Hi, begun))
		}
		return strings.Join(out, "; ")
	}
	set := n.Start()
	for _, step := range []struct {
		after rune
		want  string
	}{
		{0, "top > word: a-z"},
		{'a', "top > word: a-z (begun); top: @-@ (begun)"},
		{'@', "top > word: a-z"},
		{'b', "top > word: a-z (begun)"},
	} {
		if step.after != 0 {
			set = n.StepRune(set, step.after)
		}
		if got := describe(set); got != step.want {
			t.Errorf("after %q: got %q, want %q", step.after, got, step.want)
		}
	}
	if !n.Accepts(set) {
		t.Error("the sentence a@b is not accepted")
	}
}

func BenchmarkCompile(b *testing.B) {
	g := grammar(
		rule("top", alt(ref("six"), rep(0, -1, rng(0xA0, 0x1FFFD)))),
		rule("six", rep(7, 7, cat(ref("h16"), rep(0, 3, lit(":"))))),
		rule("h16", rep(1, 4, alt(rng('0', '9'), lit("A"), lit("B"), lit("C"), lit("D"), lit("E"), lit("F")))),
	)
	for b.Loop() {
		if _, err := Compile(g, "top"); err != nil {
			b.Fatal(err)
		}
	}
}
