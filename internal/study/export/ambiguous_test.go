package export

import (
	"math/rand/v2"
	"strings"
	"testing"

	"github.com/rfc3987/iri/internal/grammar/abnf"
	"github.com/rfc3987/iri/internal/testkit"
	"github.com/rfc3987/iri/internal/testkit/grammartest"
)

// ways counts the ways in which a node matches all of s.
func ways(n *node, s string) int {
	memo := make(map[string]int)
	switch n.op {
	case opEmpty:
		if s == "" {
			return 1
		}
	case opClass:
		for _, x := range n.spans {
			if len(s) == 1 && x.Lo <= rune(s[0]) && rune(s[0]) <= x.Hi {
				return 1
			}
		}
	case opSeq:
		return splits(s, memo, func(i int) (*node, bool) {
			if i < len(n.subs) {
				return n.subs[i], i >= len(n.subs)
			}
			return nil, true
		})
	case opChoice:
		total := 0
		for _, x := range n.subs {
			total += ways(x, s)
		}
		return total
	case opRepeat:
		most := n.max
		if most < 0 {
			most = n.min + len(s) + 1 // one more empty one shows that there are many
		}
		return splits(s, memo, func(i int) (*node, bool) {
			if i < most {
				return n.subs[0], i >= n.min
			}
			return nil, true
		})
	}
	return 0
}

// splits counts the ways in which nodes match s one after the other: node(i) is the i-th, and
// whether there need not be one.
func splits(s string, memo map[string]int, node func(i int) (*node, bool)) int {
	var count func(i int, s string) int
	count = func(i int, s string) int {
		key := string(rune(i)) + s
		if n, ok := memo[key]; ok {
			return n
		}
		x, ends := node(i)
		total := 0
		if ends && s == "" {
			total++
		}
		for k := 0; x != nil && k <= len(s); k++ {
			if n := ways(x, s[:k]); n > 0 {
				total += n * count(i+1, s[k:])
			}
		}
		memo[key] = total
		return total
	}
	return count(0, s)
}

// TestAmbiguous holds that expressions with two ways to match a string are found, and that the
// pattern of the rule is another one.
func TestAmbiguous(t *testing.T) {
	for _, tt := range []struct {
		name, expr string
		ambiguous  bool
	}{
		{"a loop in a loop", `*( *"x" )`, false}, // which is the loop
		{"a loop of what may be empty", `*( *"x" *"y" )`, true},
		{"two loops", `*"x" *"x"`, true},
		{"two options", `["x"] ["x"]`, true},
		{"a common start", `"x" / "x" "y"`, false},
		{"two ways through a loop", `*( "x" / "x" "x" )`, true},
		{"anywhere", `*( "x" / "y" ) "x" *( "x" / "y" )`, true},
		{"an exponent", `*( 1*"x" [ "y" ] ) "z"`, true},
		{"an alternative that another covers", `1*3DIGIT / *( DIGIT / "." )`, false},
		{"alternatives that overlap", `*"x" "y" / *"x" *"z"`, false},
		{"alternatives with common strings", `*"x" ["y"] / *"x" *"y"`, false}, // covered
		{"alternatives with some common strings", `*"x" ["y"] / *"y" ["z"]`, true},
		{"the separator first", `"x" *( "/" *"x" )`, false},
		{"counts", `*2( "x" "y" ) [ "x" ] [ "x" "y" ]`, true},
	} {
		t.Run(tt.name, func(t *testing.T) {
			s := read(t, "a = "+tt.expr+"\n", "a")
			b := &expressionBuilder{rules: make(map[*abnf.Rule]*node)}
			b.c = newCompiler(s)
			tree := b.rule(s.Rule).unroll()
			got, err := tree.ambiguous()
			if err != nil || got != tt.ambiguous {
				t.Errorf("got %v %v, want %v", got, err, tt.ambiguous)
			}
			oneWay(t, s)
			readBack(t, s)
		})
	}
	t.Run("the host", func(t *testing.T) {
		// RFC 3986 §3.2.2: what matches IPv4address matches reg-name, too.
		s := load(t, "rfc3986", "host")
		var subs []*node
		b := &expressionBuilder{rules: make(map[*abnf.Rule]*node), c: newCompiler(s)}
		for _, alt := range s.Rule.Expr.(*abnf.Alternation).Alts {
			subs = append(subs, b.expr(alt))
		}
		if found, _ := choice(subs...).ambiguous(); !found {
			t.Error("IP-literal / IPv4address / reg-name is not found to be ambiguous")
		}
	})
}

// oneWay holds that the expression of a rule matches no short string in two ways.
func oneWay(t *testing.T, s Selection) {
	t.Helper()
	n, err := s.expression()
	if err != nil {
		t.Fatalf("%v: %v", s.Rule, err)
	}
	for _, w := range grammartest.Words(5) {
		if ways(n, w) > 1 {
			t.Fatalf("%v: %q is matched in %d ways by %+v", s.Rule, w, ways(n, w), n)
		}
	}
}

// TestRandomPatterns holds for random grammars that the patterns have their language, and match
// strings in one way.
func TestRandomPatterns(t *testing.T) {
	rnd := rand.New(rand.NewPCG(25, 2))
	careful := 0
	for range testkit.Size(10, 30, 600) {
		src := grammartest.Random(rnd)
		s := read(t, src, "a")
		n, err := s.expression()
		if err != nil {
			if !strings.Contains(err.Error(), "no string") && !strings.Contains(err.Error(), "more than") &&
				!strings.Contains(err.Error(), "too large") {
				t.Errorf("%s\n%v", src, err)
			}
			continue
		}
		b := &expressionBuilder{rules: make(map[*abnf.Rule]*node), c: newCompiler(s)}
		if tree := b.rule(s.Rule).unroll(); !tree.equal(n) {
			careful++
		}
		oneWay(t, s)
		readBack(t, s)
	}
	if careful == 0 {
		t.Error("no grammar was ambiguous")
	}
}

// TestLinear holds the number of steps of an engine that tries all ways, on long strings that do
// not match: no more than the expression has states for each character.
func TestLinear(t *testing.T) {
	all := []Selection{load(t, "rfc3987", "IRI-reference"), load(t, "leiri", "LEIRI"), load(t, "rfc3986", "URI")}
	for _, s := range all[:testkit.Size(1, 1, 3)] {
		n, err := s.expression()
		if err != nil {
			t.Fatal(err)
		}
		d, e := dfaOf(t, s), &nest{}
		start := e.state()
		accept := e.add(n, start)
		for i, h := range hostile(testkit.Size(20, 30, 1000)) {
			if i%testkit.Size(11, 7, 1) != 0 {
				continue
			}
			text := []rune(h)
			type at struct{ state, place int }
			steps, matched := 0, false
			for todo := []at{{start, 0}}; len(todo) > 0; {
				a := todo[len(todo)-1]
				todo = todo[:len(todo)-1]
				if steps++; steps > len(e.to)*(len(text)+1) {
					t.Fatalf("%s: more than %d steps for %d characters of %.40q …", s.Rule.Name, steps, len(text), h)
				}
				if a.state == accept && a.place == len(text) {
					matched = true
				}
				for _, to := range e.links[a.state] {
					todo = append(todo, at{to, a.place})
				}
				if a.place < len(text) &&
					overlap(e.spans[a.state], []abnf.Interval{{Lo: text[a.place], Hi: text[a.place]}}) {
					todo = append(todo, at{e.to[a.state], a.place + 1})
				}
			}
			if want := d.Match(h); matched != want {
				t.Errorf("%s: %.40q …: got %v, want %v", s.Rule.Name, h, matched, want)
			}
		}
	}
}

// hostile returns strings with a unit repeated to a length, in each place of a reference, with an
// end that does not match and with one that may.
func hostile(length int) []string {
	units := []string{"a", "é", "😀", "%41", "%", "/", "/a", "//", ":", "@", "a@", "a:", "?", "#", "1", "1.", "1:", "::",
		";=", "[", "[::1]", "..", "a%41/"}
	var out []string
	for _, before := range []string{"", "a:", "a://", "a://h", "//", "//h/", "a://[", "a://h:", "a:b/", "?", "a:#"} {
		for _, unit := range units {
			for _, after := range []string{"", " "} {
				out = append(out, before+strings.Repeat(unit, length/len(unit)+1)+after)
			}
		}
	}
	return out
}
