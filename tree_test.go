package iri_test

import (
	"encoding/json"
	"errors"
	"fmt"
	"net/url"
	"runtime/debug"
	"slices"
	"strings"
	"sync"
	"testing"

	"github.com/rfc3987/iri"
	"github.com/rfc3987/iri/grammars"
	"github.com/rfc3987/iri/internal/testkit"
)

// shape writes a tree with parentheses, each name with its text, without the nodes of
// single characters.
func shape(n *iri.Node) string {
	switch n.Name() {
	case "ALPHA", "DIGIT", "HEXDIG", "iunreserved", "unreserved", "sub-delims", "ucschar", "iprivate", "ipchar",
		"pchar":
		if n.Find("pct-encoded") == nil {
			return ""
		}
	}
	var b strings.Builder
	fmt.Fprintf(&b, "%s %q", n.Name(), n.Text())
	for c := range n.Children() {
		if s := shape(c); s != "" {
			fmt.Fprintf(&b, " (%s)", s)
		}
	}
	return b.String()
}

func TestTreeShape(t *testing.T) {
	for _, tt := range []struct {
		name       string
		spec       *iri.Spec
		rule, text string
		want       string
	}{
		{"empty components are nodes", iri.RFC3987, "IRI", "a:b?#",
			`IRI "a:b?#" (scheme "a") (ihier-part "b" (ipath-rootless "b" (isegment-nz "b"))) (iquery "") (ifragment ` +
				`"")`},
		{"absent components are not", iri.RFC3987, "IRI", "a:",
			`IRI "a:" (scheme "a") (ihier-part "" (ipath-empty ""))`},
		{"empty authority and port", iri.RFC3986, "URI", "a://:",
			`URI "a://:" (scheme "a") (hier-part "//:" (authority ":" (host "" (reg-name "")) (port "")) ` +
				`(path-abempty ""))`},
		{"empty segments", iri.RFC3987, "ipath-abempty", "//a/",
			`ipath-abempty "//a/" (isegment "") (isegment "a") (isegment "")`},
		{"a rule whose nodes are all within repetitions", iri.RFC3987, "isegment", "a", `isegment "a"`},
		{"first match wins: an address", iri.RFC3987, "ihost", "1.2.3.4",
			`ihost "1.2.3.4" (IPv4address "1.2.3.4" (dec-octet "1") (dec-octet "2") (dec-octet "3") (dec-octet "4"))`},
		{"no address", iri.RFC3987, "ihost", "1.2.3.4.5", `ihost "1.2.3.4.5" (ireg-name "1.2.3.4.5")`},
		{"groups of an address", iri.RFC3987, "IP-literal", "[1:2::]",
			`IP-literal "[1:2::]" (IPv6address "1:2::" (h16 "1") (h16 "2"))`},
		{"first match wins: a path", iri.RFC3987, "ipath", "/a", `ipath "/a" (ipath-abempty "/a" (isegment "a"))`},
		{"a path that begins with a segment", iri.RFC3986, "path", "a:b",
			`path "a:b" (path-rootless "a:b" (segment-nz "a:b"))`},
		{"rules of the draft", iri.RFC3987bis, "ipath-absolute", "/%41/",
			`ipath-absolute "/%41/" (path-sep "/") (isegment-nz "%41" (ipchar "%41" (pct-form "%41" (pct-encoded ` +
				`"%41")))) (path-sep "/") (isegment "")`},
		{"rules of LEIRI", iri.LEIRI, "LEIRI-reference", "//a b",
			`LEIRI-reference "//a b" (irelative-ref "//a b" (irelative-part "//a b" (iauthority "a b" (ihost "a b" ` +
				`(ireg-name "a b"))) (ipath-abempty "")))`},
		{"the empty reference", iri.RFC3987, "IRI-reference", "",
			`IRI-reference "" (irelative-ref "" (irelative-part "" (ipath-empty "")))`},
	} {
		t.Run(tt.name, func(t *testing.T) {
			testkit.StatesRFC(t, tt.rule, tt.text, tt.want)
			n, err := mustRule(tt.spec, tt.rule).Tree(tt.text)
			if err != nil {
				t.Fatal(err)
			}
			if got := shape(n); got != tt.want {
				t.Errorf("got %s, want %s", got, tt.want)
			}
		})
	}
}

func TestTreeSpansAreBytes(t *testing.T) {
	testkit.StatesRFC(t, "s://h/p?q#f")
	n, err := iri.RFC3987.Top().Tree("é:b")
	if n != nil || err == nil {
		t.Fatalf("got %v, %v: a scheme is ASCII", n, err)
	}
	s := "a://é𝄞.x/ü?\U000F0000#中"
	n, err = iri.RFC3987.Top().Tree(s)
	if err != nil {
		t.Fatal(err)
	}
	for name, want := range map[string]string{
		"ireg-name": "é𝄞.x", "ipath-abempty": "/ü", "isegment": "ü", "iquery": "\U000F0000", "iprivate": "\U000F0000",
		"ifragment": "中", "ucschar": "é",
	} {
		if testkit.Edited(name, want) {
			continue
		}
		at := strings.Index(s, want)
		if got := n.Find(name); got == nil || got.Text() != want || got.Start() != at || got.End() != at+len(want) {
			t.Errorf("%s: got %v, want %q at %d", name, got, want, at)
		}
	}
}

func TestTreeErrors(t *testing.T) {
	for _, spec := range iri.Specs() {
		if !spec.Top().WholeReference() {
			continue // a spec of something else: the production that is open there is to blame
		}
		for at, s := range []string{"\xff", "a\x80b", "a:\xed\xa0\x80", "a:b\xc3"} {
			_, err := spec.Top().Tree(s)
			var p *iri.ParseError
			if !errors.As(err, &p) {
				t.Fatalf("%s: %q: got %v, want a *ParseError", spec.Name(), s, err)
			}
			found := slices.IndexFunc(p.Report.Findings(), func(f iri.Finding) bool { return f.Code == "utf-8" })
			if found < 0 || p.Report.Findings()[found].Start != at {
				t.Errorf("%s: %q: got %v, want utf-8 at %d", spec.Name(), s, p.Report.Findings(), at)
			}
		}
	}
	_, err := iri.RFC3987.Top().Tree("http://h:8a/")
	var p *iri.ParseError
	if !errors.As(err, &p) || p.Report.Findings()[0].Code != "port" || p.Report.Findings()[0].Start != 10 {
		t.Errorf("got %v, want a *ParseError: port at 10", err)
	}
	if n, err := (iri.Rule{}).Tree("a"); n != nil || err == nil {
		t.Errorf("the zero Rule: got %v, %v, want an error", n, err)
	}
}

func TestTreeJSON(t *testing.T) {
	testkit.StatesRFC(t, "s:/p?q")
	n, err := iri.RFC3987.Top().Tree("a:\u2028<"[:5] + "?")
	if err != nil {
		t.Fatal(err)
	}
	type node struct {
		Rule       string
		Start, End int
		Text       string
		Children   []node
	}
	out, err := json.Marshal(n)
	if err != nil {
		t.Fatal(err)
	}
	var got node
	if err := json.Unmarshal(out, &got); err != nil {
		t.Fatalf("%s: %v", out, err)
	}
	var same func(g node, n *iri.Node)
	same = func(g node, n *iri.Node) {
		if g.Rule != n.Name() || g.Start != n.Start() || g.End != n.End() || g.Text != n.Text() {
			t.Errorf("got %+v, want %s [%d,%d)", g, n.Name(), n.Start(), n.End())
		}
		children := slices.Collect(n.Children())
		if len(children) != len(g.Children) {
			t.Fatalf("%s: got %d children, want %d", g.Rule, len(g.Children), len(children))
		}
		for i, c := range children {
			same(g.Children[i], c)
		}
	}
	same(got, n)
}

func TestNodeIterators(t *testing.T) {
	testkit.StatesRFC(t, "s:/p", "iquery", "scheme")
	n, err := iri.RFC3987.Top().Tree("ab:c/d")
	if err != nil {
		t.Fatal(err)
	}
	var names []string
	for depth, c := range n.All() {
		names = append(names, fmt.Sprint(depth, c.Name()))
		if c.Rule().Name() != c.Name() || c.Rule().Spec() != iri.RFC3987 {
			t.Errorf("got the rule %s of %s, want %s", c.Rule(), c.Rule().Spec().Name(), c.Name())
		}
	}
	want := "0IRI 1scheme 2ALPHA 2ALPHA 1ihier-part 2ipath-rootless 3isegment-nz 4ipchar 5iunreserved 6ALPHA " +
		"3isegment 4ipchar 5iunreserved 6ALPHA"
	if got := strings.Join(names, " "); got != want {
		t.Errorf("got %s, want %s", got, want)
	}
	for depth, c := range n.All() {
		if depth > 0 {
			if c.Name() != "scheme" {
				t.Errorf("got %s first, want scheme", c.Name())
			}
			break
		}
	}
	for c := range n.Children() {
		if c.Name() != "scheme" {
			t.Errorf("got %s first, want scheme", c.Name())
		}
		break
	}
	if got := n.Find("iquery"); got != nil {
		t.Errorf("got %v, want no iquery", got)
	}
}

// TestTreeOfAnyRegularGrammar has grammars that need backtracking, and repetitions of
// expressions that can match the empty string.
func TestTreeOfAnyRegularGrammar(t *testing.T) {
	for _, tt := range []struct{ name, abnf, text, want string }{
		{"a repetition that has to leave something", "a = *b c\nb = \"x\" / \"y\"\nc = \"x\"\n", "yxx",
			`a "yxx" (b "y") (b "x") (c "x")`},
		{"first match wins", "a = b / c\nb = *\"x\"\nc = \"x\"\n", "x", `a "x" (b "x")`},
		{"the second alternative leads on", "a = ( b / c ) \"z\"\nb = \"x\"\nc = \"xy\"\n", "xyz", `a "xyz" (c "xy")`},
		{"an empty rule repeated", "a = *b \"!\"\nb = *\"x\" / \"y\"\n", "xyx!", `a "xyx!" (b "x") (b "y") (b "x")`},
		{"empty parts repeated", "a = *( [ b ] [ c ] )\nb = \"x\"\nc = \"y\"\n", "yxy",
			`a "yxy" (c "y") (b "x") (c "y")`},
		{"counts", "a = 2*3b *b\nb = \"x\"\n", "xxxx", `a "xxxx" (b "x") (b "x") (b "x") (b "x")`},
		{"required times of what may be empty", "a = 2b\nb = [ \"x\" ]\n", "x", `a "x" (b "x") (b "")`},
		{"an empty match before", "a = b c\nb = [ c ]\nc = [ \"x\" ]\n", "", `a "" (b "") (c "")`},
		{"RFC 8141: an option that can be empty",
			"a = \"u\" [ rq ] [ \"#\" f ]\nrq = [ \"?+\" f ] [ \"?=\" f ]\nf = *\"x\"\n", "u#", `a "u#" (f "")`},
		{"letters of either case, and not", "a = b c\nb = \"x\"\nc = %s\"y\"\n", "Xy", `a "Xy" (b "X") (c "y")`},
		{"characters of several bytes", "a = *b\nb = %xA0-10FFFF\n", "é𝄞", `a "é𝄞" (b "é") (b "𝄞")`},
	} {
		t.Run(tt.name, func(t *testing.T) {
			spec, err := grammars.Read(grammars.File{Name: "own.abnf", Text: []byte(tt.abnf)})
			if err != nil {
				t.Fatal(err)
			}
			n, err := spec.Top().Tree(tt.text)
			if err != nil {
				t.Fatal(err)
			}
			if got := shape(n); got != tt.want {
				t.Errorf("got %s, want %s", got, tt.want)
			}
			var p *iri.ParseError
			if _, err := spec.Top().Tree(tt.text + "\x00"); !errors.As(err, &p) {
				t.Errorf("got %v, want a *ParseError", err)
			}
		})
	}
}

func TestTreeFromManyGoroutines(t *testing.T) {
	rule := iri.RFC3987.Top()
	shared, err := rule.Tree("http://é.example/a/b?c#d")
	if err != nil {
		t.Fatal(err)
	}
	want := shared.String()
	var wg sync.WaitGroup
	for i := range 8 {
		wg.Go(func() {
			for range 50 {
				if got := shared.String(); got != want {
					t.Errorf("got %s, want %s", got, want)
				}
				s := fmt.Sprintf("http://h%d/%s", i, strings.Repeat("é", i))
				if n, err := rule.Tree(s); err != nil || n.Text() != s {
					t.Errorf("%s: got %v, %v", s, n, err)
				}
			}
		})
	}
	wg.Wait()
}

func TestTreeAllocatesOnce(t *testing.T) {
	testkit.StatesRFC(t)
	if raceDetector() {
		t.Skip("the race detector makes pools drop parsers")
	}
	rule := iri.RFC3987.Top()
	got := testing.AllocsPerRun(200, func() {
		if _, err := rule.Tree(typical); err != nil {
			t.Fatal(err)
		}
	})
	if got > 1 {
		t.Errorf("got %v allocations, want 1: a parser is not built anew", got)
	}
}

// typical is a common IRI of 60 bytes.
const typical = "http://www.example.org/path/to/some/resource?query=value#top"

// BenchmarkTree compares Tree with net/url.Parse: it should take at most about three times
// as long.
func BenchmarkTree(b *testing.B) {
	rule := iri.RFC3987.Top()
	b.Run("net-url", func(b *testing.B) {
		b.ReportAllocs()
		for b.Loop() {
			if _, err := url.Parse(typical); err != nil {
				b.Fatal(err)
			}
		}
	})
	b.Run("tree", func(b *testing.B) {
		b.ReportAllocs()
		for b.Loop() {
			if _, err := rule.Tree(typical); err != nil {
				b.Fatal(err)
			}
		}
	})
	b.Run("tree-and-every-node", func(b *testing.B) {
		b.ReportAllocs()
		for b.Loop() {
			n, err := rule.Tree(typical)
			if err != nil {
				b.Fatal(err)
			}
			for range n.All() {
			}
		}
	})
	long := "http://h" + strings.Repeat("/a", 1<<19-4) // 1 MiB
	b.Run("1MiB", func(b *testing.B) {
		b.ReportAllocs()
		b.SetBytes(int64(len(long)))
		for b.Loop() {
			if _, err := rule.Tree(long); err != nil {
				b.Fatal(err)
			}
		}
	})
}

func ExampleNode_Children() {
	tree, err := iri.RFC3987.Top().Tree("a://h/b#c")
	if err != nil {
		fmt.Println(err)
		return
	}
	for child := range tree.Children() {
		fmt.Println(child.Name(), child.Text())
	}
	// Output:
	// scheme a
	// ihier-part //h/b
	// ifragment c
}

func ExampleRule_UsedBy() {
	r, _ := iri.RFC3987.Rule("port")
	fmt.Println(r.ABNF(), r.Section())
	fmt.Println(r.UsedBy(), r.Uses())
	// Output:
	// port = *DIGIT RFC 3986 §3.2.3
	// [iauthority] [DIGIT]
}

// mustRule returns a rule of a spec. It panics if there is no such rule.
func mustRule(s *iri.Spec, name string) iri.Rule {
	r, ok := s.Rule(name)
	if !ok {
		panic(s.Name() + " has no rule " + name)
	}
	return r
}

// findingsOfError returns the findings that the error of a conversion holds.
func findingsOfError(t *testing.T, err error) []iri.Finding {
	t.Helper()
	var c *iri.ConvertError
	if !errors.As(err, &c) {
		t.Fatalf("got the error %v, want a *ConvertError", err)
	}
	if len(c.Findings()) == 0 {
		t.Fatalf("%v holds no findings", err)
	}
	return c.Findings()
}

// codesAndSpans returns the code and the span of each finding, for comparison.
func codesAndSpans(findings []iri.Finding) []string {
	var all []string
	for _, f := range findings {
		all = append(all, fmt.Sprintf("%s [%d,%d)", f.Code, f.Start, f.End))
	}
	return all
}

// checkReport checks what holds for every report.
func checkReport(t *testing.T, rep iri.Report) {
	t.Helper()
	at := 0
	for _, f := range rep.Findings() {
		if f.Start < at || f.End < f.Start || f.End > len(rep.Input()) {
			t.Errorf("%q: %s [%d,%d) is out of order or bounds", rep.Input(), f.Code, f.Start, f.End)
		}
		at = f.Start
		if f.Message == "" || f.Section == "" || len(f.Rules) == 0 {
			t.Errorf("%q: %s lacks a message, a section or rules: %+v", rep.Input(), f.Code, f)
		}
		if f.Severity == iri.SeverityError && f.Rules[0] != rep.Rule().Name() {
			t.Errorf("%q: rules %v do not begin with %s", rep.Input(), f.Rules, rep.Rule())
		}
		if f.Fix == nil || f.Severity != iri.SeverityError || !rep.Rule().WholeReference() {
			continue
		}
		mended := rep.Input()[:f.Fix.Start] + f.Fix.Text + rep.Input()[f.Fix.End:]
		after := rep.Rule().Check(mended, iri.WithGrammarOnly(), iri.WithMaxFindings(0))
		before := rep.Rule().Check(rep.Input(), iri.WithGrammarOnly(), iri.WithMaxFindings(0))
		if len(after.Findings()) != len(before.Findings())-1 {
			t.Errorf("%q: the fix of %s [%d,%d) gives %q with findings %s", rep.Input(), f.Code, f.Start, f.End, mended, findings(after))
		}
	}
}

// raceDetector reports whether the race detector is on. With it, sync.Pool drops some
// of the items on purpose, so allocations cannot be counted.
func raceDetector() bool {
	info, ok := debug.ReadBuildInfo()
	return ok && slices.Contains(info.Settings, debug.BuildSetting{Key: "-race", Value: "true"})
}

// sink keeps the result of what a test or a benchmark measures.
var sink iri.IRI
