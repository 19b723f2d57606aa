package iri

// This file tests that the parser, the tables and the ABNF agree. The referee is
// an interpreter of rule trees with full backtracking: it shares no code with the
// transcription to a PEG or with the automata, only the reader of the grammars. The
// file is in package iri because the generated parser is not exported.

import (
	"fmt"
	"math/rand/v2"
	"slices"
	"strings"
	"testing"
	"unicode/utf8"

	"github.com/rfc3987/iri/internal/grammar/abnf"
	"github.com/rfc3987/iri/internal/testkit"
)

// A referee matches strings against the rules of a grammar.
type referee struct {
	g      *abnf.Grammar
	target map[abnf.Expr]*abnf.Rule // what references stand for
}

func newReferee(s *Spec) referee {
	r := referee{s.in().Grammar(), map[abnf.Expr]*abnf.Rule{}}
	for _, rule := range r.g.Rules {
		abnf.Walk(rule.Expr, func(e abnf.Expr) bool {
			r.target[e] = r.g.Target(e)
			return true
		})
	}
	return r
}

// matches reports whether the rule matches the whole of s.
func (r referee) matches(rule *abnf.Rule, s string) bool {
	if !utf8.ValidString(s) {
		return false // characters are what ABNF is about (RFC 3987 §2.2)
	}
	text := []rune(s)
	return r.match(rule.Expr, text, 0, func(end int) bool { return end == len(text) })
}

// match tries every way in which e matches text from pos on, until next, which gets
// the end of the match, returns true.
func (r referee) match(e abnf.Expr, text []rune, pos int, next func(int) bool) bool {
	switch e := e.(type) {
	case *abnf.Alternation:
		return slices.ContainsFunc(e.Alts, func(a abnf.Expr) bool { return r.match(a, text, pos, next) })
	case *abnf.Concatenation:
		return r.all(e.Parts, text, pos, next)
	case *abnf.Repetition:
		return r.times(e.X, e.Min, e.Max, text, pos, next)
	case *abnf.Reference, *abnf.Prose:
		return r.match(r.target[e].Expr, text, pos, next)
	}
	n, ok := terminal(e, text[pos:])
	return ok && next(pos+n)
}

func (r referee) all(parts []abnf.Expr, text []rune, pos int, next func(int) bool) bool {
	if len(parts) == 0 {
		return next(pos)
	}
	return r.match(parts[0], text, pos, func(end int) bool { return r.all(parts[1:], text, end, next) })
}

func (r referee) times(x abnf.Expr, least, most int, text []rune, pos int, next func(int) bool) bool {
	if most != 0 && r.match(x, text, pos, func(end int) bool {
		return (end > pos || least > 0) && r.times(x, least-1, most-1, text, end, next)
	}) {
		return true
	}
	return least <= 0 && next(pos)
}

// terminal matches an expression that names no rule and returns how many
// characters it takes (RFC 5234 §2.3 and §2.4, RFC 7405).
func terminal(e abnf.Expr, text []rune) (n int, ok bool) {
	switch e := e.(type) {
	case *abnf.Literal:
		for _, c := range e.Text {
			if n == len(text) || text[n] != c && (e.Sensitive || asciiLower(text[n]) != asciiLower(c)) {
				return 0, false
			}
			n++
		}
		return n, true
	case *abnf.Range:
		return 1, len(text) > 0 && e.Lo <= text[0] && text[0] <= e.Hi
	case *abnf.Sequence:
		n = len(e.Runes)
		return n, n <= len(text) && slices.Equal(text[:n], e.Runes)
	}
	panic(fmt.Sprintf("unknown expression %T", e))
}

// asciiLower returns an ASCII letter in lower case; unicode.ToLower would make "k" of
// U+212A.
func asciiLower(c rune) rune {
	if 'A' <= c && c <= 'Z' {
		return c + 'a' - 'A'
	}
	return c
}

// tree makes every parse tree of e from pos on, in the order of the alternatives
// and with repetitions as long as they can be, until next returns true. That tree is
// the right one, because the first match wins (RFC 3986 §3.2.2). The nodes are those
// to the left of pos.
func (r referee) tree(e abnf.Expr, text []rune, pos int, nodes []plainNode, next func(int, []plainNode) bool) bool {
	nodes = slices.Clip(nodes)
	switch e := e.(type) {
	case *abnf.Alternation:
		return slices.ContainsFunc(e.Alts, func(a abnf.Expr) bool { return r.tree(a, text, pos, nodes, next) })
	case *abnf.Concatenation:
		var part func(i, pos int, nodes []plainNode) bool
		part = func(i, pos int, nodes []plainNode) bool {
			if i == len(e.Parts) {
				return next(pos, nodes)
			}
			return r.tree(e.Parts[i], text, pos, nodes, func(end int, nodes []plainNode) bool { return part(i+1, end, nodes) })
		}
		return part(0, pos, nodes)
	case *abnf.Repetition:
		var time func(n, pos int, nodes []plainNode) bool
		time = func(n, pos int, nodes []plainNode) bool {
			if n != e.Max && r.tree(e.X, text, pos, nodes, func(end int, nodes []plainNode) bool {
				return (end > pos || n < e.Min) && time(n+1, end, nodes)
			}) {
				return true
			}
			return n >= e.Min && next(pos, nodes)
		}
		return time(0, pos, nodes)
	case *abnf.Reference, *abnf.Prose:
		rule := r.target[e]
		return r.tree(rule.Expr, text, pos, nil, func(end int, children []plainNode) bool {
			return next(end, append(nodes, plainNode{rule.Name, pos, end, children}))
		})
	}
	n, ok := terminal(e, text[pos:])
	return ok && next(pos+n, nodes)
}

// A plainNode is a node of a parse tree; offsets are characters.
type plainNode struct {
	name       string
	start, end int
	children   []plainNode
}

// plainTree makes a plain tree of n. It fails where offsets do not fall between characters.
func plainTree(s string, n *Node) (plainNode, error) {
	if n.Start() > n.End() || n.End() > len(s) || s[n.Start():n.End()] != n.Text() || !utf8.ValidString(n.Text()) {
		return plainNode{}, fmt.Errorf("%s [%d,%d) has the text %q", n.Name(), n.Start(), n.End(), n.Text())
	}
	chars := func(off int) int { return utf8.RuneCountInString(s[:off]) }
	out := plainNode{name: n.Name(), start: chars(n.Start()), end: chars(n.End())}
	for c := range n.Children() {
		child, err := plainTree(s, c)
		if err != nil {
			return out, err
		}
		out.children = append(out.children, child)
	}
	return out, nil
}

// String writes the tree with parentheses.
func (n plainNode) String() string {
	var b strings.Builder
	fmt.Fprintf(&b, "%s[%d,%d)", n.name, n.start, n.end)
	for _, c := range n.children {
		fmt.Fprintf(&b, " (%s)", c)
	}
	return b.String()
}

// checkTree reports what is wrong with a parse tree of s by rule.
func (r referee) checkTree(rule *abnf.Rule, s string, got plainNode) error {
	text := []rune(s)
	var want plainNode
	r.tree(rule.Expr, text, 0, nil, func(end int, children []plainNode) bool {
		want = plainNode{rule.Name, 0, end, children}
		return end == len(text)
	})
	if g, w := got.String(), want.String(); g != w {
		return fmt.Errorf("got the tree %s, want %s", g, w)
	}
	return nil
}

// samples makes strings for a rule.
type samples struct {
	g        *abnf.Grammar
	rnd      *rand.Rand
	alphabet []rune // one character of each class that the rule can tell apart
	edges    []rune // first and last characters of its ranges, and their neighbours
}

func newSamples(g *abnf.Grammar, rule *abnf.Rule, seed uint64) *samples {
	s := &samples{g: g, rnd: rand.New(rand.NewPCG(seed, 3987)), edges: []rune{'a', utf8.MaxRune}}
	type span struct{ lo, hi rune }
	var spans []span
	seen := map[*abnf.Rule]bool{}
	var walk func(e abnf.Expr) bool
	walk = func(e abnf.Expr) bool {
		switch e := e.(type) {
		case *abnf.Repetition:
			return e.Max != 0
		case *abnf.Reference, *abnf.Prose:
			if r := g.Target(e); !seen[r] {
				seen[r] = true
				abnf.Walk(r.Expr, walk)
			}
		case *abnf.Literal:
			for _, c := range e.Text {
				spans = append(spans, span{c, c})
				if l := c | 0x20; !e.Sensitive && 'a' <= l && l <= 'z' {
					spans = append(spans, span{c ^ 0x20, c ^ 0x20})
				}
			}
		case *abnf.Range:
			spans = append(spans, span{e.Lo, e.Hi})
		case *abnf.Sequence:
			for _, c := range e.Runes {
				spans = append(spans, span{c, c})
			}
		}
		return true
	}
	abnf.Walk(rule.Expr, walk)
	// Characters are alike if they lie in the same ranges.
	bounds := []rune{0, utf8.MaxRune + 1}
	for _, x := range spans {
		bounds = append(bounds, x.lo, x.hi+1)
		for _, c := range []rune{x.lo - 1, x.lo, x.hi, x.hi + 1} {
			if utf8.ValidRune(c) {
				s.edges = append(s.edges, c)
			}
		}
	}
	slices.Sort(bounds)
	classes := map[string]bool{}
	for _, lo := range slices.Compact(bounds) {
		if !utf8.ValidRune(lo) {
			continue
		}
		// Ranges next to each other in one alternation, as the planes of ucschar,
		// stand for one class.
		var key strings.Builder
		for i, x := range spans {
			if x.lo <= lo && lo <= x.hi {
				if x.hi > x.lo && x.lo > 0x7F {
					fmt.Fprint(&key, "wide ")
				} else {
					fmt.Fprint(&key, i, " ")
				}
			}
		}
		k := key.String()
		if !classes[k] {
			classes[k] = true
			s.alphabet = append(s.alphabet, lo)
		}
	}
	slices.Sort(s.edges)
	s.edges = slices.Compact(s.edges)
	return s
}

// sentence draws a string that e matches.
func (s *samples) sentence(e abnf.Expr) string {
	switch e := e.(type) {
	case *abnf.Alternation:
		return s.sentence(e.Alts[s.rnd.IntN(len(e.Alts))])
	case *abnf.Concatenation:
		var b strings.Builder
		for _, p := range e.Parts {
			b.WriteString(s.sentence(p))
		}
		return b.String()
	case *abnf.Repetition:
		n := e.Min
		for s.rnd.IntN(3) > 0 && n != e.Max && n < e.Min+8 {
			n++
		}
		var b strings.Builder
		for range n {
			b.WriteString(s.sentence(e.X))
		}
		return b.String()
	case *abnf.Reference, *abnf.Prose:
		return s.sentence(s.g.Target(e).Expr)
	case *abnf.Literal:
		if !e.Sensitive && s.rnd.IntN(2) == 0 {
			return strings.ToUpper(e.Text)
		}
		return e.Text
	case *abnf.Range:
		for {
			c := e.Lo + s.rnd.Int32N(e.Hi-e.Lo+1)
			switch s.rnd.IntN(4) {
			case 0:
				c = e.Lo
			case 1:
				c = e.Hi
			}
			if utf8.ValidRune(c) {
				return string(c)
			}
		}
	case *abnf.Sequence:
		return string(e.Runes)
	}
	panic(fmt.Sprintf("unknown expression %T", e))
}

// mutation changes a string in one to three places.
func (s *samples) mutation(text string) string {
	chars := []rune(text)
	some := func() rune {
		if s.rnd.IntN(2) == 0 && len(chars) > 0 {
			return chars[s.rnd.IntN(len(chars))]
		}
		return s.edges[s.rnd.IntN(len(s.edges))]
	}
	for range 1 + s.rnd.IntN(3) {
		i := s.rnd.IntN(len(chars) + 1)
		j := min(i+1+s.rnd.IntN(4), len(chars))
		switch op := s.rnd.IntN(6); {
		case op == 0 || len(chars) == 0 || i == len(chars):
			chars = slices.Insert(chars, i, some())
		case op == 1:
			chars[i] = some()
		case op == 2:
			chars = slices.Delete(chars, i, i+1)
		case op == 3: // say something twice
			chars = slices.Insert(chars, i, slices.Clone(chars[i:j])...)
		case op == 4: // take something out
			chars = slices.Delete(chars, i, j)
		case op == 5: // move something
			cut := slices.Clone(chars[i:j])
			chars = slices.Delete(chars, i, j)
			chars = slices.Insert(chars, s.rnd.IntN(len(chars)+1), cut...)
		}
	}
	return string(chars)
}

// wordsUpTo yields every string of up to n letters, shortest first, and no more than
// limit of them: the length is cut down to what the limit allows in full.
func wordsUpTo(letters []string, n, limit int, yield func(string) bool) bool {
	total, count := 1, 1
	for l := 1; l <= n; l++ {
		if total *= len(letters); count+total > limit {
			n = l - 1
			break
		}
		count += total
	}
	var extend func(prefix string, left int) bool
	extend = func(prefix string, left int) bool {
		if left == 0 {
			return yield(prefix)
		}
		for _, l := range letters {
			if !extend(prefix+l, left-1) {
				return false
			}
		}
		return true
	}
	for l := 0; l <= n; l++ {
		if !extend("", l) {
			return false
		}
	}
	return true
}

// alphabets are for rules that need longer strings than one representative of
// each class allows: letters may be several characters.
var alphabets = []struct {
	name    string
	rules   []string // the rules that it is for; nil for all
	letters string
	n       int
}{
	{"IPv6", []string{"IPv6address", "IP-literal", "ls32"}, "1 :", 17},
	{"IPv6 groups", []string{"IPv6address", "IP-literal", "ls32"}, "1: :: 1 1.2.3.4", 9},
	{"IPv6 brackets", []string{"host", "ihost", "authority", "iauthority"}, "[ ] 1: :: 1", 8},
	{"IPv4", []string{"IPv4address", "ls32", "host", "ihost"}, "1 .", 16},
	{"IPv4 octets", []string{"IPv4address", "host", "ihost"}, "25 255 256 0 .", 8},
	{"octets", []string{"dec-octet"}, "0 1 2 3 4 5 6 9", 5},
	{"IPvFuture", []string{"IPvFuture", "IP-literal"}, "v V 1 f . : [ ]", 6},
	{"references", nil, "a 1 : / ? # @ [::1] % %4a é \ue000 . 1.2.3.4", 5},
}

// strings yields the strings that a rule is tried with: words over the classes of
// its characters, words over alphabets made for it, sentences, mutations of those,
// and text that is not UTF-8. It stops when yield returns false.
func (s *samples) strings(rule *abnf.Rule, limit int, yield func(string) bool) {
	letters := make([]string, len(s.alphabet))
	for i, c := range s.alphabet {
		letters[i] = string(c)
	}
	if !wordsUpTo(letters, 8, limit, yield) {
		return
	}
	for _, a := range alphabets {
		if slices.Contains(a.rules, rule.Name) || a.rules == nil {
			if !wordsUpTo(strings.Fields(a.letters), a.n, limit*4, yield) {
				return
			}
		}
	}
	for range limit / 8 {
		text := s.sentence(rule.Expr)
		if !yield(text) || !yield(s.mutation(text)) || !yield(s.mutation(text)) || !yield(s.mutation(text)) {
			return
		}
	}
	for _, bad := range []string{"\xff", "a\x80", "\xc3", "\xed\xa0\x80", "\xf4\x90\x80\x80", "a:\xc0\xaf", "//\xff/"} {
		if !yield(bad) || !yield(s.sentence(rule.Expr)+bad) {
			return
		}
	}
}

// eachRule runs f for every rule of every spec, rules of different specs at once.
func eachRule(t *testing.T, f func(t *testing.T, ref referee, r Rule)) {
	for _, spec := range Specs() {
		t.Run(spec.Name(), func(t *testing.T) {
			t.Parallel()
			ref := newReferee(spec)
			for r := range spec.Rules() {
				t.Run(r.Name(), func(t *testing.T) { f(t, ref, r) })
			}
		})
	}
}

// firstOf returns the rule of the oldest spec that has the same parser and the
// same table as r: the port of RFC 3987 is that of RFC 3986.
func firstOf(r Rule) Rule {
	for _, spec := range Specs() {
		if old, ok := spec.Rule(r.Name()); ok && pegOf(old.rule) == pegOf(r.rule) &&
			old.rule.DFA().Equal(r.rule.DFA()) {
			return old
		}
	}
	return r
}

// TestEnginesAgree compares the parser, the tables and the referee. IRI_TEST=proof=N sets how many
// strings of each kind a rule is tried with.
func TestEnginesAgree(t *testing.T) {
	limit := testkit.Size(500, 2000, 12000)
	if n := testkit.AskedNumber("proof"); n > 0 {
		limit = n
	}
	eachRule(t, func(t *testing.T, ref referee, r Rule) {
		rule, peg, limit := r.rule.Definition(), pegOf(r.rule), limit
		if firstOf(r) != r {
			limit = max(limit/20, 25) // what is left to show is that it is the same
		}
		p := new(pegParser)
		good, n, faults := 0, 0, 0
		newSamples(ref.g, rule, 1).strings(rule, limit, func(s string) bool {
			want := ref.matches(rule, s)
			if n++; want {
				good++
			}
			fault := func(format string, args ...any) {
				t.Errorf(format, args...)
				faults++
			}
			if got := r.Valid(s); got != want {
				fault("table: %q: got %t, want %t", s, got, want)
			}
			if got := utf8.ValidString(s) && p.matches(peg, s); got != want {
				fault("parser: %q: got %t, want %t", s, got, want)
			}
			if items := itemRules[peg]; items != pegRuleUnknown {
				if got := utf8.ValidString(s) && p.matches(items, s); got != want {
					fault("parser with items: %q: got %t, want %t", s, got, want)
				}
			}
			// Trees are compared for one string in eight: each takes long.
			if want && good%8 == 1 {
				if err := ref.checkTreeOf(r, s); err != nil {
					fault("tree: %q: %v", s, err)
				}
			}
			return faults < 5
		})
		if good == 0 {
			t.Errorf("none of %d strings matches", n)
		}
	})
}

// checkTreeOf checks the parse tree of s, which matches r.
func (r referee) checkTreeOf(rule Rule, s string) error {
	node, err := rule.Tree(s)
	if err != nil {
		return err
	}
	if node.Text() != s {
		return fmt.Errorf("the root has the text %q", node.Text())
	}
	tree, err := plainTree(s, node)
	if err != nil {
		return err
	}
	return r.checkTree(rule.rule.Definition(), s, tree)
}

// FuzzEnginesAgree makes the same comparison for strings of the fuzzer.
func FuzzEnginesAgree(f *testing.F) {
	for _, seed := range []string{
		"http://h:8a/", "http://[::1]/%41?#", "//1.2.3.4.com", "1.2.3.4.5", "[2001:db8::1]", "a:b?#",
		"é", "\uE000", "\xff", "%aF", "V1.a", "a/b", "..", "1::", "255", "urn:\U000E0001",
	} {
		f.Add(seed)
	}
	refs := map[*Spec]referee{}
	for _, spec := range Specs() {
		refs[spec] = newReferee(spec)
	}
	f.Fuzz(func(t *testing.T, s string) {
		if len(s) > 60 {
			return // the referee tries every way to match, which takes exponential time
		}
		for _, spec := range Specs() {
			ref := refs[spec]
			for r := range spec.Rules() {
				want := ref.matches(r.rule.Definition(), s)
				if got := r.Valid(s); got != want {
					t.Errorf("%s %s: table: %q: got %t, want %t", spec.Name(), r, s, got, want)
				}
				if got := utf8.ValidString(s) && (generated{spec.in()}).parse(pegOf(r.rule), s, 0) != nil; got != want {
					t.Errorf("%s %s: parser: %q: got %t, want %t", spec.Name(), r, s, got, want)
				}
				if want {
					if err := ref.checkTreeOf(r, s); err != nil {
						t.Errorf("%s %s: tree: %q: %v", spec.Name(), r, s, err)
					}
				}
			}
		}
	})
}
