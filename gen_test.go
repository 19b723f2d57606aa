package iri

// This file tests the generation of the parser: that the comparison in abnf_test.go finds
// each fault that a transcription to a PEG can have, and that a changed grammar changes the
// parser, with "make regenerate" as all that is run after an edit. An interpreter runs the rules
// of the PEG, so that a fault can be put into them without generating a parser for each.

import (
	"fmt"
	"io/fs"
	"os"
	"os/exec"
	"path/filepath"
	"slices"
	"strings"
	"testing"
	"time"
	"unicode/utf8"

	"github.com/rfc3987/iri/internal/grammar/peg"
	"github.com/rfc3987/iri/internal/testkit"
	"github.com/rfc3987/iri/internal/testkit/grammartest"
)

// A spoiled is a transcription with the faults of one row of the table.
type spoiled struct {
	rules     map[string]*peg.Rule
	unchecked bool // text that is not UTF-8 is not refused
	dropEmpty bool // nodes that matched nothing are left out, as AST() of peg does
	charBytes bool // offsets count characters and are taken for bytes
}

func transcribe(t *testing.T, s *Spec) *spoiled {
	rules, err := peg.Transcribe(s.in().Grammar())
	if err != nil {
		t.Fatal(err)
	}
	out := &spoiled{rules: map[string]*peg.Rule{}}
	for _, r := range rules {
		out.rules[r.Name] = r
	}
	return out
}

// clone returns a transcription that can be spoiled without spoiling p.
func (p *spoiled) clone() *spoiled {
	out := &spoiled{rules: map[string]*peg.Rule{}}
	for name, r := range p.rules {
		out.rules[name] = &peg.Rule{Name: r.Name}
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
	// The traps of design.md §1.
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
	{"\"A\" to \"F\" in capitals only, in pct-encoded", RFC3987, "pct-encoded", spoil("HEXDIG", onlyCase(strings.ToUpper))},
	{"matches of nothing dropped, as AST() does", RFC3987, "IRI", func(p *spoiled) { p.dropEmpty = true }},
	{"bad UTF-8 turned to U+FFFD", LEIRI, "LEIRI", func(p *spoiled) { p.unchecked = true }},
	{"characters taken for bytes", RFC3987, "iauthority", func(p *spoiled) { p.charBytes = true }},
	{"classes beyond ASCII lost, as with -switch", RFC3987, "iunreserved", spoil("ucschar", func(e peg.Expr) (peg.Expr, bool) {
		return &peg.Class{Ranges: []peg.Range{{Lo: 0xA0, Hi: 0xFF}}}, true
	})},
	// What else can go wrong.
	{"a guard that lacks \"?\"", RFC3987, "IRI-reference", spoil("ihost", func(e peg.Expr) (peg.Expr, bool) {
		g, ok := e.(*peg.Guard)
		if !ok {
			return e, false
		}
		return &peg.Guard{Follow: &peg.Class{Ranges: slices.DeleteFunc(slices.Clone(g.Follow.Ranges), func(r peg.Range) bool {
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
			&peg.Ref{Rule: p.rules["iunreserved"]}, &peg.Ref{Rule: p.rules["pct-encoded"]}, &peg.Ref{Rule: p.rules["sub-delims"]},
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

// inCopy is set in the environment of the tests that TestRegenerate runs.
const inCopy = "IRI_IN_COPY"

// TestRegenerate edits the grammars in a clone, runs "make regenerate" and then all short tests there: no other file is
// edited. All edits are made in one clone; with IRI_REGENERATE=0/4, every fourth from the first in a clone of its own,
// and in one of these what states what documents say is tested with the grammars as published.
func TestRegenerate(t *testing.T) {
	if !testkit.Long() || os.Getenv(inCopy) != "" {
		t.Skip("it runs all tests in a clone: make test-long runs it")
	}
	all := newClone(t)
	t.Run("a bad grammar", func(t *testing.T) {
		c := all
		c.edit(t, "rfc3987", "= *( ipchar / iprivate", "= *( iquery / ipchar / iprivate")
		out, err := c.run("make", "regenerate")
		exit, ok := err.(*exec.ExitError)
		if !ok || exit.ExitCode() != 2 || !strings.Contains(out, "grammar/rfc3987.abnf:") || !strings.Contains(out, "iquery") || !strings.Contains(out, "nothing is written") {
			t.Errorf("got %v\n%s", err, out)
		}
		if got := c.must(t, "git", "status", "--porcelain"); got != " M grammar/rfc3987.abnf\n" {
			t.Errorf("these files are others: %s", got)
		}
		c.must(t, "git", "checkout", "-q", ".")
	})
	var part, parts int
	if each := os.Getenv("IRI_REGENERATE"); each != "" {
		if n, err := fmt.Sscanf(each, "%d/%d", &part, &parts); n != 2 || parts < 1 {
			t.Fatalf("IRI_REGENERATE is %q, want a part as 0/4: %v", each, err)
		}
		for i, tt := range regenerations {
			if i%parts != part {
				continue
			}
			t.Run(tt.name, func(t *testing.T) {
				c := newClone(t)
				tt.edit(t, c)
				c.regenerate(t, tt.says)
				if i < parts {
					c.must(t, "make", "test-published")
				}
			})
		}
		return
	}
	var says []says
	for _, tt := range regenerations {
		tt.edit(t, all)
		says = append(says, tt.says...)
	}
	all.regenerate(t, says)
}

// A clone is a copy of the module with a commit of its own.
type clone struct{ dir string }

func newClone(t *testing.T) clone {
	t.Helper()
	c := clone{copyTree(t)}
	c.must(t, "git", "init", "-q")
	c.must(t, "git", "add", "-A")
	c.must(t, "git", "-c", "user.name=test", "-c", "user.email=test@example.org", "commit", "-q", "-m", "the tree")
	return c
}

// regenerate runs "make regenerate", holds what the new command says, and runs the tests.
func (c clone) regenerate(t *testing.T, says []says) {
	t.Helper()
	begin := time.Now()
	t.Logf("make regenerate:\n%s", c.must(t, "make", "regenerate"))
	took := time.Since(begin)
	for _, s := range says {
		out, err := c.run(filepath.Join(c.dir, "bin", "iri"), strings.Fields(s.args)...)
		status := 0
		if exit, ok := err.(*exec.ExitError); ok {
			status = exit.ExitCode()
		} else if err != nil {
			t.Fatal(err)
		}
		text, not := strings.CutPrefix(s.want, "!")
		if status != s.status || strings.Contains(out, text) == not {
			t.Errorf("iri %s: got status %d, want %d, and %q in\n%s", s.args, status, s.status, s.want, out)
		}
	}
	begin = time.Now()
	c.must(t, "make", "test-short")
	t.Logf("make regenerate took %.0f s, make test-short %.0f s", took.Seconds(), time.Since(begin).Seconds())
}

// run runs a program in the clone.
func (c clone) run(name string, args ...string) (string, error) {
	cmd := exec.Command(name, args...)
	cmd.Dir = c.dir
	cmd.Env = append(os.Environ(), inCopy+"=1", "IRI_LONG=", "MAKEFLAGS=")
	out, err := cmd.CombinedOutput()
	return string(out), err
}

func (c clone) must(t *testing.T, name string, args ...string) string {
	t.Helper()
	out, err := c.run(name, args...)
	if err != nil {
		t.Fatalf("%s %s: %v\n%s", name, strings.Join(args, " "), err, out)
	}
	return out
}

// edit replaces a text in a grammar, wherever it is.
func (c clone) edit(t *testing.T, name, old, by string) {
	t.Helper()
	c.replace(t, filepath.Join("grammar", name+".abnf"), old, by)
}

// replace replaces a text in a file, wherever it is.
func (c clone) replace(t *testing.T, name, old, by string) {
	t.Helper()
	file := filepath.Join(c.dir, name)
	src, err := os.ReadFile(file)
	if err != nil {
		t.Fatal(err)
	}
	if !strings.Contains(string(src), old) {
		t.Fatalf("%s does not have %q", file, old)
	}
	write(t, file, strings.ReplaceAll(string(src), old, by))
}

// write writes a new grammar.
func (c clone) write(t *testing.T, name, text string) {
	t.Helper()
	write(t, filepath.Join(c.dir, "grammar", name+".abnf"), text)
}

// copyTree copies the module, without the modules beside it.
func copyTree(t *testing.T) string {
	t.Helper()
	dir := t.TempDir()
	err := filepath.WalkDir(".", func(name string, d fs.DirEntry, err error) error {
		if err != nil {
			return err
		}
		if d.IsDir() {
			_, err := os.Stat(filepath.Join(name, "go.mod"))
			// Modules of their own; the tests of the face read examples and the conformance kit.
			other := err == nil && name != filepath.Join("internal", "grammar", "engine", "asm") && name != "examples" && name != "conformance"
			if name != "." && (d.Name() == ".git" || name == "bin" || other) {
				return filepath.SkipDir
			}
			return os.MkdirAll(filepath.Join(dir, name), 0o777)
		}
		if !d.Type().IsRegular() {
			return nil
		}
		src, err := os.ReadFile(name)
		if err != nil {
			return err
		}
		return os.WriteFile(filepath.Join(dir, name), src, 0o666)
	})
	if err != nil {
		t.Fatal(err)
	}
	return dir
}

func write(t *testing.T, file, text string) {
	t.Helper()
	if err := os.WriteFile(file, []byte(text), 0o666); err != nil {
		t.Fatal(err)
	}
}
