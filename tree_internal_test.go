package iri

// This file tests parse trees with the generated parser in view: that the matcher
// for grammars which were read makes the same trees, and what long strings cost.

import (
	"runtime"
	"strings"
	"testing"
	"time"

	"github.com/rfc3987/iri/grammar"
)

// TestTreeOfRunTimeGrammars compares the matcher for grammars that were read at
// run time with the generated parser: the built-in grammars, read once more.
func TestTreeOfRunTimeGrammars(t *testing.T) {
	for _, spec := range Specs() {
		text, err := grammar.Files.ReadFile(spec.Name() + ".abnf")
		if err != nil {
			t.Fatal(err)
		}
		own, err := ReadSpec(GrammarFile{spec.Name() + ".abnf", text})
		if err != nil {
			t.Fatal(err)
		}
		for r := range spec.Rules() {
			o, ok := own.Rule(r.Name())
			if !ok {
				t.Fatalf("%s: no rule %s", spec.Name(), r)
			}
			if o.peg() != pegRuleUnknown {
				t.Fatalf("%s: a rule that was read has a generated parser", r)
			}
			samples := newSamples(spec.spec.Grammar(), r.rule.Definition(), 3)
			for range 60 {
				s := samples.sentence(r.rule.Expr())
				for _, s := range []string{s, samples.mutation(s)} {
					want, wantErr := r.Tree(s)
					got, err := o.Tree(s)
					if (err == nil) != (wantErr == nil) {
						t.Fatalf("%s %s: %q: got %v, want %v", spec.Name(), r, s, err, wantErr)
					}
					if err == nil && got.String() != want.String() {
						t.Fatalf("%s %s: got %v, want %v", spec.Name(), r, got, want)
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
	rule := RFC3987.Top()
	const limit = 64 << 20
	for name, s := range longStrings(1 << 20) {
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

// TestTreeTakesLinearTime lets a string grow to 16 times its size. The parser keeps
// its memory, so that what is measured is its work, and the bound lies far from
// both 16 and 256, because machines have other things to do.
func TestTreeTakesLinearTime(t *testing.T) {
	if testing.Short() {
		t.Skip("measures time")
	}
	rule := RFC3987.Reference().peg()
	p := &pegParser{}
	measure := func(s string) time.Duration {
		best := time.Hour
		for range 12 {
			start := time.Now()
			if !p.parse(rule, s) {
				t.Fatalf("%.20q… does not match", s)
			}
			best = min(best, time.Since(start))
		}
		return best
	}
	small, large := longStrings(1<<14), longStrings(1<<18)
	for name := range small {
		if a, b := measure(small[name]), measure(large[name]); b > 100*a {
			t.Errorf("%s: 16 KiB take %v, 256 KiB %v: more than in proportion", name, a, b)
		}
	}
}
