package iri

// This file tests the two engines that Parse, Valid and Tree use: the tables, the generated
// parser and automata that are compiled here agree, and long strings take linear time and
// bounded memory. abnf_test.go compares the engines with a third recogniser. The file is in
// package iri because the generated parser is not exported.

import (
	"fmt"
	"math/rand/v2"
	"reflect"
	"runtime"
	"slices"
	"strings"
	"sync"
	"testing"
	"unicode/utf8"
	"unsafe"

	"github.com/rfc3987/iri/grammar"
	"github.com/rfc3987/iri/internal/grammar/automaton"
	"github.com/rfc3987/iri/internal/grammar/engine"
	"github.com/rfc3987/iri/internal/grammar/tables"
	"github.com/rfc3987/iri/internal/ref/component"
	"github.com/rfc3987/iri/internal/ref/spec"
	"github.com/rfc3987/iri/internal/testkit"
	"github.com/rfc3987/iri/internal/testkit/wmethod"
)

// These tests show that the tables, the parser and the automata agree. The third
// recogniser, that of abnf_test.go, is compared with both there.

// TestSizeOfIRI guards what the documentation says of the types.
func TestSizeOfIRI(t *testing.T) {
	if n := unsafe.Sizeof(IRI{}); n > 48 {
		t.Errorf("an IRI is %d bytes, want at most 48", n)
	}
	a, b := MustParse("http://h/p"), MustParse("http://h/"+string([]byte("p")))
	if a != b {
		t.Error("equal text, but not ==")
	}
}

// TestReport guards that a Report fits in registers, and that == of two does not compile: it would compare where
// findings are.
func TestReport(t *testing.T) {
	if n := unsafe.Sizeof(Report{}) / unsafe.Sizeof(uintptr(0)); n > 4 {
		t.Errorf("a Report is %d words, want at most 4", n)
	}
	if reflect.TypeFor[Report]().Comparable() {
		t.Error("reports are comparable")
	}
}

// allRules yields every rule of every built-in spec.
func allRules() []Rule {
	var out []Rule
	for _, s := range Specs() {
		out = slices.AppendSeq(out, s.Rules())
	}
	return out
}

// automata holds the automata that compiled has made; tests share them.
var automata sync.Map

// compiled returns the automaton of a rule, compiled at run time and not read from
// tables_gen.go.
func compiled(t testing.TB, r Rule) *automaton.DFA {
	t.Helper()
	if d, ok := automata.Load(r); ok {
		return d.(*automaton.DFA)
	}
	d, err := automaton.Compile(r.rule.Spec().Grammar(), r.Name())
	if err != nil {
		t.Fatal(err)
	}
	automata.Store(r, d)
	return d
}

// TestTables checks that each table holds the minimal automaton of its rule.
func TestTables(t *testing.T) {
	for _, r := range allRules() {
		if !tableOf(r).DFA().Equal(compiled(t, r)) {
			t.Errorf("%s %s: the table is of another automaton", r.Spec().Name(), r)
		}
	}
}

// agree fails unless table, parser and automaton agree on s.
func agree(t testing.TB, p *pegParser, d *automaton.DFA, r Rule, s string) {
	t.Helper()
	want := d.Match(s)
	if got := r.Valid(s); got != want {
		t.Fatalf("%s %s on %q: the table says %v, the automaton %v", r.Spec().Name(), r, s, got, want)
	}
	if !utf8.ValidString(s) {
		return // the parser is not asked
	}
	if got := p.matches(pegOf(r.rule), s); got != want {
		t.Fatalf("%s %s on %q: the parser says %v, the automaton %v", r.Spec().Name(), r, s, got, want)
	}
}

// TestWMethod runs the suite of the W-method (Chow 1978) for every rule: every transition of
// its minimal automaton, followed by suffixes that tell all of its states apart. An
// implementation that passes and has no more states accepts the same strings.
func TestWMethod(t *testing.T) {
	var p pegParser
	total := 0
	done := make(map[pegRule]bool)   // the rule was run under another spec
	every := testkit.Size(50, 43, 1) // run some of the strings: their place says nothing of what they test
	for _, r := range allRules() {
		d := compiled(t, r)
		peg := pegOf(r.rule)
		if done[peg] {
			continue
		}
		done[peg] = true
		suite := wmethod.New(d, wmethod.Characters(d))
		n := 0
		for s := range suite.Strings() {
			if n++; n%every == 0 {
				agree(t, &p, d, r, s)
			}
		}
		total += n
		// The table reads bytes and not characters, so it needs a suite of its own.
		n = 0
		for s := range wmethod.New(d, wmethod.Bytes(d)).Strings() {
			if n++; n%every != 0 {
				continue
			}
			if got, want := r.Valid(s), d.Match(s); got != want {
				t.Fatalf("%s %s on %q: the table says %v, the automaton %v", r.Spec().Name(), r, s, got, want)
			}
		}
		total += n
	}
	t.Logf("%d strings", total)
}

// TestLongStrings runs matching strings that are long enough for the loops of the tables
// to repeat, the same strings with a change at one place, and each cut at every length,
// so that loops end at every distance from the end.
func TestLongStrings(t *testing.T) {
	var p pegParser
	r := rand.New(rand.NewPCG(1, 3987))
	rounds := testkit.Size(2, 3, 30)
	for _, rule := range allRules() {
		d := compiled(t, rule)
		sampler := d.Sampler()
		bytes := wmethod.Bytes(d)
		for n := range rounds {
			s := sampler.Sentence(r, 4*n)
			if !d.Match(s) {
				t.Fatalf("%s: the sampler drew %q, which does not match", rule, s)
			}
			agree(t, &p, d, rule, s)
			for i := range len(s) {
				agree(t, &p, d, rule, s[:i])
				agree(t, &p, d, rule, s[i:])
				agree(t, &p, d, rule, s[:i]+bytes[r.IntN(len(bytes))]+s[i:])
				agree(t, &p, d, rule, s[:i]+bytes[r.IntN(len(bytes))]+s[i+1:])
			}
		}
		// A run of each character, in each state that can be reached.
		for _, c := range wmethod.Characters(d) {
			for _, access := range d.Access() {
				for _, n := range []int{1, 7, 8, 9, 17} {
					s := access + strings.Repeat(c, n)
					if got, want := rule.Valid(s), d.Match(s); got != want {
						t.Fatalf("%s %s on %q: the table says %v, the automaton %v", rule.Spec().Name(), rule, s, got, want)
					}
				}
			}
		}
	}
}

// tableOf returns the table of a rule of a built-in spec.
func tableOf(r Rule) *engine.Table {
	t, ok := unpacked.Load(r)
	if !ok {
		t, _ = unpacked.LoadOrStore(r, tables.Of(r.Spec().Name(), r.Name()))
	}
	return t.(*engine.Table)
}

var unpacked sync.Map // from a Rule to its table

// recording returns the rules whose tables record where the components lie.
func recording() []Rule {
	return slices.DeleteFunc(allRules(), func(r Rule) bool { return !tableOf(r).Records() })
}

// treeParts reads the components off a parse tree.
func treeParts(profile *spec.Profile, n *Node) component.Parts {
	var p component.Parts
	query := false
	var visit func(n *Node)
	visit = func(n *Node) {
		start, end := n.Start(), n.End()
		switch kind, ok := profile.Component(n.Name()); {
		case ok && kind == component.Scheme:
			p.Scheme = uint32(end)
			return
		case ok && kind == component.Host:
			p.Host, p.HostEnd = uint32(start), uint32(end)
			return
		case ok && component.Paths.Has(kind):
			p.Path, p.PathEnd = uint32(start), uint32(end)
			return
		case kind == component.Query:
			p.Query, query = uint32(end), true
			return
		}
		for c := range n.Children() {
			visit(c)
		}
	}
	visit(n)
	if !query {
		p.Query = p.PathEnd
	}
	return p
}

// sameParts fails unless the components that the table of the rule records, those
// of component.SplitTrusted and those of the parse tree are the same; s has to conform
// to the rule.
func sameParts(t testing.TB, r Rule, s string) {
	t.Helper()
	var ref component.Ref
	if !r.rule.Split(s, &ref) {
		t.Fatalf("%s %s: %q is not split", r.Spec().Name(), r, s)
	}
	recorded := ref.Parts
	tree, err := r.Tree(s)
	if err != nil {
		t.Fatal(err)
	}
	if want := treeParts(r.rule.Spec().Profile(), tree); recorded != want {
		t.Fatalf("%s %s on %q: recorded %+v, the tree has %+v", r.Spec().Name(), r, s, recorded, want)
	}
	if got := component.SplitTrusted(s).Parts; got != recorded {
		t.Fatalf("%s %s on %q: recorded %+v, SplitTrusted finds %+v", r.Spec().Name(), r, s, recorded, got)
	}
}

// TestComponents compares what tables record with the parse tree, over a
// sentence through every transition of the automata and over random ones.
func TestComponents(t *testing.T) {
	r := rand.New(rand.NewPCG(2, 3987))
	rules := recording()
	if len(rules) < 16 {
		t.Errorf("only %d rules record components", len(rules))
	}
	for _, rule := range rules {
		d := compiled(t, rule)
		ends := make(map[int]string)
		for _, s := range wmethod.New(d, wmethod.Characters(d)).Cover {
			q := d.Step(1, s)
			if q == 0 {
				continue
			}
			end, ok := ends[q]
			if !ok {
				end, _ = d.Completion(q)
				ends[q] = end
			}
			sameParts(t, rule, s+end)
		}
		sampler := d.Sampler()
		for n := range 300 {
			sameParts(t, rule, sampler.Sentence(r, n%60))
		}
	}
}

// fuzzRule picks a rule by number.
func fuzzRule(n uint8) Rule {
	rules := allRules()
	return rules[int(n)%len(rules)]
}

// FuzzEngines compares table, parser and automaton on any string and rule, and
// the components where it conforms to a rule for whole references.
func FuzzEngines(f *testing.F) {
	for _, s := range []string{
		"http://example.org/", "http://user@host:80/a/b?c#d", "//[2001:db8::1]:443", "a:b@c:d/e", "%41%c3%a9",
		"1.2.3.4.5",
		"http://r\u00e9sum\u00e9.example/\u8def\u5f84?\ue000", "mailto:a@b", "?", "#", "//", "::1", "[v1.a]", "\xff",
		"\xed\xa0\x80",
	} {
		for _, n := range []uint8{0, 2, 30, 40, 42, 80, 130, 170} {
			f.Add(n, s)
		}
	}
	var p pegParser
	f.Fuzz(func(t *testing.T, n uint8, s string) {
		r := fuzzRule(n)
		agree(t, &p, compiled(t, r), r, s)
		if tableOf(r).Records() && r.Valid(s) {
			sameParts(t, r, s)
		}
	})
}

// FuzzParse checks what holds for every string: Parse, Valid and the tree agree,
// and the components put together again are the string.
func FuzzParse(f *testing.F) {
	for _, s := range []string{"http://u:p@h:80/a?b#c", "urn:a:b", "file:///a", "a:", "a:?", "a:#", "a://@:", "x:/.//y",
		"", "a b", "http://[::1]:1/"} {
		f.Add(s)
	}
	f.Fuzz(func(t *testing.T, s string) {
		ref, err := ParseRef(s)
		if (err == nil) != ValidRef(s) {
			t.Fatalf("ParseRef(%q): %v, but ValidRef says %v", s, err, ValidRef(s))
		}
		if i, err := Parse(s); (err == nil) != Valid(s) || err == nil && i.Ref() != ref {
			t.Fatalf("Parse(%q): %v, but Valid says %v", s, err, Valid(s))
		}
		if err != nil {
			return
		}
		sameParts(t, RFC3987.Reference(), s)
		var b strings.Builder
		if scheme, ok := ref.Scheme(); ok {
			b.WriteString(scheme + ":")
		}
		if authority, ok := ref.Authority(); ok {
			b.WriteString("//")
			if user, ok := ref.Userinfo(); ok {
				b.WriteString(user + "@")
			}
			host, _ := ref.Host()
			b.WriteString(host.String())
			if port, ok := ref.Port(); ok {
				b.WriteString(":" + port)
			}
			if !strings.HasSuffix(b.String(), "//"+authority) {
				t.Fatalf("%q: the authority is %q, its parts make %q", s, authority, b.String())
			}
		}
		b.WriteString(ref.Path())
		if query, ok := ref.Query(); ok {
			b.WriteString("?" + query)
		}
		if fragment, ok := ref.Fragment(); ok {
			b.WriteString("#" + fragment)
		}
		if got := b.String(); got != s {
			t.Fatalf("the components of %q make %q", s, got)
		}
	})
}

// TestTreeOfRunTimeGrammars compares the matcher for grammars that were read at
// run time with the generated parser: the built-in grammars, read once more.
func TestTreeOfRunTimeGrammars(t *testing.T) {
	for _, of := range Specs() {
		text, err := grammar.Files.ReadFile(of.Name() + ".abnf")
		if err != nil {
			t.Fatal(err)
		}
		read, err := spec.ReadSpec(spec.GrammarFile{Name: of.Name() + ".abnf", Text: text})
		own := (*Spec)(read)
		if err != nil {
			t.Fatal(err)
		}
		for r := range of.Rules() {
			o, ok := own.Rule(r.Name())
			if !ok {
				t.Fatalf("%s: no rule %s", of.Name(), r)
			}
			if pegOf(o.rule) != pegRuleUnknown {
				t.Fatalf("%s: a rule that was read has a generated parser", r)
			}
			samples := newSamples(of.in().Grammar(), r.rule.Definition(), 3)
			for range testkit.Size(10, 30, 60) {
				s := samples.sentence(r.rule.Expr())
				for _, s := range []string{s, samples.mutation(s)} {
					want, wantErr := r.Tree(s)
					got, err := o.Tree(s)
					if (err == nil) != (wantErr == nil) {
						t.Fatalf("%s %s: %q: got %v, want %v", of.Name(), r, s, err, wantErr)
					}
					if err == nil && got.String() != want.String() {
						t.Fatalf("%s %s: got %v, want %v", of.Name(), r, got, want)
					}
				}
			}
		}
	}
}

// longStrings returns strings of about size bytes. Each has its length, and so most of
// its nodes, in another production.
func longStrings(size int) map[string]string {
	fill := func(head, unit string) string {
		return head + strings.Repeat(unit, (size-len(head))/len(unit))
	}
	return map[string]string{
		"host":               fill("http://", "a"),
		"userinfo":           fill("http://", "a") + "@",
		"one segment":        fill("http://h/", "a"),
		"empty segments":     fill("http://h", "/"),
		"segments":           fill("http://h", "/a"),
		"percent-encoding":   fill("a:", "%4a"),
		"several bytes each": fill("a:", "é"),
		"query":              fill("a:?", "b"),
		"fragment":           fill("a:#", "-"),
		"scheme":             fill("a", "b") + ":",
		"port":               fill("a://:", "1"),
	}
}

func TestTreeOfLongStrings(t *testing.T) {
	testkit.StatesRFC(t)
	rule := RFC3987.Top()
	size := testkit.Size(1<<18, 1<<18, 1<<20)
	limit := 64 * uint64(size)
	for name, s := range longStrings(size) {
		t.Run(name, func(t *testing.T) {
			var before, after runtime.MemStats
			runtime.ReadMemStats(&before)
			n, err := rule.Tree(s)
			runtime.ReadMemStats(&after)
			if err != nil {
				t.Fatal(err)
			}
			if got := after.TotalAlloc - before.TotalAlloc; got > limit/4 {
				t.Errorf("the tree takes %d MiB, want at most %d", got>>20, limit/4>>20)
			}
			// The nodes within the longest production, made at once.
			long := n
			for _, c := range n.All() {
				if len(c.Text()) > len(s)/2 {
					long = c
				} else if c.Start() > 100 {
					break
				}
			}
			runtime.ReadMemStats(&before)
			count := 0
			for range long.Children() {
				count++
			}
			runtime.ReadMemStats(&after)
			if got := after.TotalAlloc - before.TotalAlloc - uint64(count)*16; got > limit {
				t.Errorf("%d nodes of %s take %d MiB, want at most %d", count, long.Name(), got>>20, limit>>20)
			}
			if count < 1000 {
				t.Errorf("got %d children of %s, want many", count, long.Name())
			}
		})
	}
}

// BenchmarkTreeLong parses strings of 16 KiB and of 256 KiB: a byte takes the same time in both.
func BenchmarkTreeLong(b *testing.B) {
	rule := pegOf(RFC3987.Reference().rule)
	for _, size := range []int{1 << 14, 1 << 18} {
		for name, s := range longStrings(size) {
			b.Run(fmt.Sprintf("%s/%d KiB", name, size>>10), func(b *testing.B) {
				p := &pegParser{}
				b.SetBytes(int64(len(s)))
				for b.Loop() {
					if !p.matches(rule, s) {
						b.Fatalf("%.20q… does not match", s)
					}
				}
			})
		}
	}
}
