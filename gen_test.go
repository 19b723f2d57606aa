package iri

// This file tests the generation of the parser: that the comparison in abnf_test.go finds
// each fault that a transcription to a PEG can have. An interpreter runs the rules
// of the PEG, so that a fault can be put into them without generating a parser for each.

import (
	"fmt"
	"slices"
	"strings"
	"testing"
	"unicode/utf8"

	"github.com/rfc3987/iri/internal/grammar/abnf"
	"github.com/rfc3987/iri/internal/grammar/peg"
	"github.com/rfc3987/iri/internal/testkit"
	"github.com/rfc3987/iri/internal/testkit/grammartest"
)

// A spoiled is a transcription with the faults of one row of the table.
type spoiled struct {
	rules     map[string]*peg.Definition
	unchecked bool // text that is not UTF-8 is not refused
	dropEmpty bool // nodes that matched nothing are left out, as AST() of peg does
	charBytes bool // offsets count characters and are taken for bytes
}

func transcribe(t *testing.T, s *Spec) *spoiled {
	rules, err := peg.Transcribe(s.in().Grammar())
	if err != nil {
		t.Fatal(err)
	}
	out := &spoiled{rules: map[string]*peg.Definition{}}
	for _, r := range rules {
		out.rules[r.Name] = r
	}
	return out
}

// clone returns a transcription that can be spoiled without spoiling p.
func (p *spoiled) clone() *spoiled {
	out := &spoiled{rules: map[string]*peg.Definition{}}
	for name, r := range p.rules {
		out.rules[name] = &peg.Definition{Name: r.Name}
	}
	own := func(e peg.Expr) peg.Expr {
		return replaceExpr(e, func(e peg.Expr) (peg.Expr, bool) {
			ref, ok := e.(*peg.Ref)
			if !ok {
				return e, false
			}
			return &peg.Ref{Rule: out.rules[ref.Rule.Name]}, true
		})
	}
	for name, r := range p.rules {
		out.rules[name].Body, out.rules[name].Literal = own(r.Body), own(r.Literal)
	}
	return out
}

// run matches the whole of s and returns the tree.
func (p *spoiled) run(rule, s string) (plainNode, bool) {
	if !p.unchecked && !utf8.ValidString(s) {
		return plainNode{}, false
	}
	text := []rune(s)
	n, ok := grammartest.Run(p.rules[rule], text)
	if !ok || n.End != len(text) {
		return plainNode{}, false
	}
	return p.plain(s, n), true
}

func (p *spoiled) plain(s string, n grammartest.Node) plainNode {
	out := plainNode{name: n.Name, start: n.Start, end: n.End}
	if p.charBytes {
		out.start = utf8.RuneCountInString(s[:n.Start])
		out.end = utf8.RuneCountInString(s[:n.End])
	}
	for _, c := range n.Children {
		if !p.dropEmpty || c.Start < c.End {
			out.children = append(out.children, p.plain(s, c))
		}
	}
	return out
}

// disagreement returns what the referee says against the transcription of a rule;
// nil if it says nothing.
func (p *spoiled) disagreement(ref referee, name string, limit int) (err error) {
	rule := ref.g.Rule(name)
	newSamples(ref.g, rule, 2).strings(rule, limit, func(s string) bool {
		want := ref.matches(rule, s)
		tree, got := p.run(rule.Name, s)
		if got != want {
			err = fmt.Errorf("%q: got %t, want %t", s, got, want)
		} else if want {
			if e := ref.checkTree(rule, s, tree); e != nil {
				err = fmt.Errorf("%q: %w", s, e)
			}
		}
		return err == nil
	})
	return err
}

// literally takes back the rewrites of a rule.
func literally(name string) func(*spoiled) {
	return func(p *spoiled) { p.rules[name].Body = p.rules[name].Literal }
}

// spoil changes every part of a rule that f knows.
func spoil(name string, f func(peg.Expr) (peg.Expr, bool)) func(*spoiled) {
	return func(p *spoiled) { p.rules[name].Body = replaceExpr(p.rules[name].Body, f) }
}

func replaceExpr(e peg.Expr, f func(peg.Expr) (peg.Expr, bool)) peg.Expr {
	if x, ok := f(e); ok {
		return x
	}
	all := func(in []peg.Expr) []peg.Expr {
		out := make([]peg.Expr, len(in))
		for i, x := range in {
			out[i] = replaceExpr(x, f)
		}
		return out
	}
	switch e := e.(type) {
	case *peg.Seq:
		return &peg.Seq{Parts: all(e.Parts)}
	case *peg.Choice:
		return &peg.Choice{Alts: all(e.Alts)}
	case *peg.Rep:
		return &peg.Rep{Min: e.Min, Max: e.Max, X: replaceExpr(e.X, f)}
	}
	return e
}

// onlyCase keeps one case of the letters that a class has in both.
func onlyCase(keep func(string) string) func(peg.Expr) (peg.Expr, bool) {
	return func(e peg.Expr) (peg.Expr, bool) {
		c, ok := e.(*peg.Class)
		if !ok {
			return e, false
		}
		out := &peg.Class{}
		for _, r := range c.Ranges {
			if lo := string(r.Lo); keep(lo) == lo {
				out.Ranges = append(out.Ranges, r)
			}
		}
		return out, true
	}
}

// withoutAlt leaves out the n-th alternative, counted from the end if negative.
func withoutAlt(n int) func(peg.Expr) (peg.Expr, bool) {
	return func(e peg.Expr) (peg.Expr, bool) {
		c, ok := e.(*peg.Choice)
		if !ok {
			return e, false
		}
		i := n
		if n < 0 {
			i += len(c.Alts)
		}
		return &peg.Choice{Alts: slices.Delete(slices.Clone(c.Alts), i, i+1)}, true
	}
}

// reversed tries the alternatives from the last to the first.
func reversed(e peg.Expr) (peg.Expr, bool) {
	c, ok := e.(*peg.Choice)
	if !ok {
		return e, false
	}
	alts := slices.Clone(c.Alts)
	slices.Reverse(alts)
	return &peg.Choice{Alts: alts}, true
}

// recount changes the counts of repetitions.
func recount(least, most func(int) int) func(peg.Expr) (peg.Expr, bool) {
	return func(e peg.Expr) (peg.Expr, bool) {
		r, ok := e.(*peg.Rep)
		if !ok {
			return e, false
		}
		return &peg.Rep{Min: least(r.Min), Max: most(r.Max), X: r.X}, true
	}
}

func same(n int) int { return n }

func less(n int) int { return n - 1 }

func more(n int) int { return n + 1 }

// lastRange shifts the end of the last range of a class.
func lastRange(by rune) func(peg.Expr) (peg.Expr, bool) {
	return func(e peg.Expr) (peg.Expr, bool) {
		c, ok := e.(*peg.Class)
		if !ok {
			return e, false
		}
		ranges := slices.Clone(c.Ranges)
		ranges[len(ranges)-1].Hi += by
		return &peg.Class{Ranges: ranges}, true
	}
}

var faults = []struct {
	name  string
	spec  *Spec
	rule  string // where it has to be found
	spoil func(*spoiled)
}{
	// Transcriptions by hand fall into these traps.
	{"*n( h16 \":\" ) h16 as it stands", RFC3986, "IPv6address", literally("IPv6address")},
	{"*n( h16 \":\" ) h16, seen from the host", RFC3987, "ihost", literally("IPv6address")},
	{"IPv4address without its guard", RFC3987, "ihost", literally("ihost")},
	{"IPv4address without its guard, in a reference", RFC3986, "URI-reference", literally("host")},
	{"dec-octet shortest first", RFC3986, "dec-octet", literally("dec-octet")},
	{"dec-octet shortest first, in an address", RFC3987, "IPv4address", literally("dec-octet")},
	{"ipath with the nullable alternative first", RFC3987, "ipath", literally("ipath")},
	{"path with the nullable alternative first", RFC3986, "path", literally("path")},
	{"\"v\" in small only", RFC3986, "IPvFuture", spoil("IPvFuture", onlyCase(strings.ToLower))},
	{"\"A\" to \"F\" in capitals only", RFC3986, "HEXDIG", spoil("HEXDIG", onlyCase(strings.ToUpper))},
	{"\"A\" to \"F\" in capitals only, in pct-encoded", RFC3987, "pct-encoded",
		spoil("HEXDIG", onlyCase(strings.ToUpper))},
	{"matches of nothing dropped, as AST() does", RFC3987, "IRI", func(p *spoiled) { p.dropEmpty = true }},
	{"bad UTF-8 turned to U+FFFD", LEIRI, "LEIRI", func(p *spoiled) { p.unchecked = true }},
	{"characters taken for bytes", RFC3987, "iauthority", func(p *spoiled) { p.charBytes = true }},
	{"classes beyond ASCII lost, as with -switch", RFC3987, "iunreserved",
		spoil("ucschar", func(e peg.Expr) (peg.Expr, bool) {
			return &peg.Class{Ranges: []abnf.Interval{{Lo: 0xA0, Hi: 0xFF}}}, true
		})},
	// What else can go wrong.
	{"a guard that lacks \"?\"", RFC3987, "IRI-reference", spoil("ihost", func(e peg.Expr) (peg.Expr, bool) {
		g, ok := e.(*peg.Guard)
		if !ok {
			return e, false
		}
		return &peg.Guard{Follow: &peg.Class{Ranges: slices.DeleteFunc(slices.Clone(g.Follow.Ranges), func(r abnf.Interval) bool {
			return r.Lo <= '?' && '?' <= r.Hi
		})}}, true
	})},
	{"alternatives reversed", RFC3987, "IRI-reference", spoil("IRI-reference", reversed)},
	{"the alternative for nothing left out", RFC3987, "ihier-part", spoil("ihier-part", withoutAlt(-1))},
	{"an alternative of IPv6address left out", RFC3987, "IPv6address", spoil("IPv6address", withoutAlt(3))},
	{"1*4HEXDIG cut to three", RFC3986, "h16", spoil("h16", recount(same, less))},
	{"1*4HEXDIG grown to five", RFC3986, "h16", spoil("h16", recount(same, more))},
	{"a segment that may be empty", RFC3987, "isegment-nz", spoil("isegment-nz", recount(less, same))},
	{"an option that is required", RFC3986, "authority", spoil("authority", recount(func(int) int { return 1 }, same))},
	{"the last plane of ucschar one short", RFC3987, "ucschar", spoil("ucschar", lastRange(-1))},
	{"the last plane of ucschar one long", RFC3987, "isegment", spoil("ucschar", lastRange(1))},
	{"no private use in the query", RFC3987, "iquery", spoil("iquery", withoutAlt(1))},
	{"percent-encoding in a host of the draft", RFC3987bis, "ireg-name", func(p *spoiled) {
		p.rules["ireg-name"].Body = &peg.Rep{Min: 0, Max: -1, X: &peg.Choice{Alts: []peg.Expr{
			&peg.Ref{Rule: p.rules["iunreserved"]}, &peg.Ref{Rule: p.rules["pct-encoded"]},
			&peg.Ref{Rule: p.rules["sub-delims"]},
		}}}
	}},
	{"a node left out", RFC3987, "ihost", spoil("ihost", func(e peg.Expr) (peg.Expr, bool) {
		if r, ok := e.(*peg.Ref); ok && r.Rule.Name == "ireg-name" {
			return r.Rule.Body, true
		}
		return e, false
	})},
}

func TestProofFindsFaults(t *testing.T) {
	sound := map[*Spec]*spoiled{}
	for i, f := range faults {
		if testkit.Edited(f.rule) {
			continue
		}
		if i%testkit.Size(10, 9, 1) != 0 {
			continue // some of them: what a fault needs to be found does not depend on the others
		}
		t.Run(f.name, func(t *testing.T) {
			if sound[f.spec] == nil {
				sound[f.spec] = transcribe(t, f.spec)
			}
			p, ref := sound[f.spec].clone(), newReferee(f.spec)
			if err := p.disagreement(ref, f.rule, 300); err != nil {
				t.Fatalf("without the fault: %s: %v", f.rule, err)
			}
			f.spoil(p)
			err := p.disagreement(ref, f.rule, 12000)
			if err == nil {
				t.Fatalf("%s: the proof does not find it", f.rule)
			}
			t.Logf("%s: %v", f.rule, err)
		})
	}
}

func TestMain(m *testing.M) { testkit.Main(m) }
