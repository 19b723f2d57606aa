package conformance_test

import (
	"errors"
	"fmt"
	"runtime"
	"strings"
	"testing"

	"github.com/rfc3987/iri"
	"github.com/rfc3987/iri/grammars"
)

// refusals is a grammar with one rule of each kind that cannot be used, and rules that
// use them.
const refusals = `top = comment / token
comment = "(" *( ctext / group ) ")"
group = comment
ctext = %x61-7A
token = 1*ALPHA
via = comment ";" prose
prose = <anything>
name = nope "x"
large = 1000(1000"a")
larger = "x" large
none = 0<anything>
`

// TestRefusedRules checks that a rule that cannot be used matters only to the rules
// that reach it.
func TestRefusedRules(t *testing.T) {
	s, err := grammars.Read(grammars.File{Name: "x.abnf", Text: []byte(refusals)})
	if err != nil {
		t.Fatal(err)
	}
	want := map[string]string{
		"via": "prose: it uses prose (via > prose), which has the prose value <anything>, which is not the name " +
			"of a rule",
		"prose":  "prose: it has the prose value <anything>, which is not the name of a rule",
		"name":   "undefined-rule: it refers to nope, which is not defined",
		"large":  "too-large: it is too large: 1000(1000\"a\") in large expands",
		"larger": "too-large: it uses large (larger > large), which is too large: 1000(1000\"a\") in large expands",
	}
	for _, r := range grammars.Refused(s) {
		w, ok := want[r.Name]
		if got := r.Code + ": " + r.Reason; !ok || !strings.HasPrefix(got, w) {
			t.Errorf("%s: got %q, want %q", r.Name, got, w)
		}
		delete(want, r.Name)
		if _, ok := s.Rule(r.Name); ok {
			t.Errorf("%s is refused, and yet it is a rule", r.Name)
		}
	}
	for name := range want {
		t.Errorf("%s is not refused", name)
	}
	for _, tt := range []struct{ rule, good, bad string }{
		{"token", "abc", "a1"}, {"comment", "(a(b)c)", "(a(b)"}, {"top", "(())", "(()"}, {"ctext", "a", "A"}, {"none",
			"", "x"},
	} {
		r, ok := s.Rule(tt.rule)
		if !ok || !r.Valid(tt.good) || r.Valid(tt.bad) {
			t.Errorf("%s: got a rule %v, %q %v, %q %v", tt.rule, ok, tt.good, r.Valid(tt.good), tt.bad, r.Valid(tt.bad))
		}
	}
	if grammars.TopName(s) != "top" || s.Top().Name() != "top" {
		t.Errorf("got the default rule %s %v, want top", grammars.TopName(s), s.Top())
	}
	in, err := grammars.Inspect(grammars.File{Name: "x.abnf", Text: []byte(refusals)})
	if err != nil {
		t.Fatal(err)
	}
	if got, want := strings.Join(in.Usable, " "), "top comment group ctext token none"; got != want {
		t.Errorf("usable: got %q, want %q", got, want)
	}
}

// TestNoRuleLeft checks that a grammar is an error if none of its rules can be used,
// and if its header is faulty.
func TestNoRuleLeft(t *testing.T) {
	for _, tt := range []struct{ name, src, code string }{
		{"too large only", `a = 1000(1000"a")`, "too-large"},
		{"faults of the notation only", "a = (", "syntax"},
		{"what is not a rule only", "<a> = \"x\"", "syntax"},
		{"a header of one's own beside a good rule", "; spec: a\n; changes: itself\na = \"x\"", "header"},
		{"no rule", "; nothing", "no-rules"},
	} {
		_, err := grammars.Read(grammars.File{Name: "x.abnf", Text: []byte(tt.src)})
		var e *grammars.Error
		if !errors.As(err, &e) || e.Faults[0].Code != tt.code {
			t.Errorf("%s: got %v, want a fault %s", tt.name, err, tt.code)
		}
	}
}

// TestFaultsOfOneRule has grammars in which one rule is faulty: the fault names file, line and rule, the
// rules that need it are refused with the way to it, and all others can be used.
func TestFaultsOfOneRule(t *testing.T) {
	var rules strings.Builder
	for i := range 4094 {
		rules.WriteString(fmt.Sprintf("\nr%d = \"x\"", i))
	}
	for _, tt := range []struct {
		name, src string
		fault     string // place and code of the first error
		rule      string // that of the fault
		refused   string // and why
		usable    string
	}{
		{"notation", "a = b\nb = \"x\" )\nc = \"c\"", "x.abnf:2:9 syntax", "b", "a b", "c"},
		{"a value", "a = b\nb = %x110000\nc = \"c\"", "x.abnf:2:7 value", "b", "a b", "c"},
		{"no name", "a = c\n<b> = \"x\"\nc = \"c\"", "x.abnf:2:1 syntax", "a", "a", "c"},
		{"the rule before may go on", "a = \"x\"\n/ \"y\"\nc = \"c\"", "x.abnf:2:1 syntax", "a", "a", "c"},
		{"a continuation after a fault", "a = (\n  b\n   \"y\"\nc = \"c\"", "x.abnf:3:7 syntax", "a", "a", "c"},
		{"twice", "a = b\nb = \"x\"\nb = \"y\"\nc = \"c\"", "x.abnf:3:1 duplicate", "b", "a b", "c"},
		{"added to what is not there", "a = b\nb =/ \"x\"\nc = \"c\"", "x.abnf:2:1 unextended", "b", "a b", "c"},
		{"identifiers", "a-b = \"x\"\naB = \"y\"\nc = a-b", "x.abnf:2:1 name-clash", "aB", "aB", "a-b c"},
		{"more faults than are listed", "a = \"a\"\n" + strings.Repeat("x)\n", 200) + "b = (\nc = \"c\" / b\nd = \"d\"",
			"x.abnf:2:2 syntax", "x", "x b c", "a d"},
		{"an import that is not there", "; import: nothing (b)\na = b\nc = \"c\"", "x.abnf:1:20 import", "b", "a b",
			"c"},
		{"a rule of a document that is not there", "a = b\nb = <b, see [X]>\nc = \"c\"", "x.abnf:2:1 import", "b",
			"a b", "c"},
		{"a circle", "; spec: x\n; import: x (b as a)\na = <a, see [x]>\nc = \"c\"", "x.abnf:2:14 import", "a", "a",
			"c"},
		{"a budget", "a = b\nb = 1000(1000\"x\")\nc = \"c\"", "x.abnf:2:1 too-large", "b", "a b", "c"},
		{"the elements of a rule", "a = b\nb = \"x\"" + strings.Repeat("\n / \"y\"", 140_000) + "\nc = \"c\"",
			"x.abnf:131073:4 too-large", "b", "a b", "c"},
		{"a count", "a = b\nb = 1*70000(\"x\" / \"yz\")\nc = \"c\"", "x.abnf:2:7 value", "b", "a b", "c"},
		{"a long name", "a = b\nb = " + strings.Repeat("x", 2000) + "\nc = \"c\"", "x.abnf:2:5 too-large", "b", "a b",
			"c"},
		{"a rule with a long name", "a = c\n" + strings.Repeat("x", 2000) + " = \"x\"\nc = \"c\"",
			"x.abnf:2:1 too-large", "", "", "a c"},
		{"one rule too many", "c = \"c\"" + rules.String() + "\na = b\nb = \"x\"\nd = \"y\"\n  / a",
			"x.abnf:4096:5 undefined-rule", "a", "a", "c" + strings.ReplaceAll(rules.String(), " = \"x\"", "")},
	} {
		t.Run(tt.name, func(t *testing.T) {
			file := grammars.File{Name: "x.abnf", Text: []byte(tt.src)}
			in, err := grammars.Inspect(file)
			if err != nil {
				t.Fatal(err)
			}
			var refused []string
			for _, r := range in.Refused {
				if refused = append(refused, r.Name); r.Reason == "" {
					t.Errorf("no reason for %s", r.Name)
				}
			}
			if got := strings.Join(in.Usable, " "); got != strings.ReplaceAll(tt.usable, "\n", " ") ||
				strings.Join(refused, " ") != tt.refused {
				t.Errorf("usable %s, refused %v; want %s and %s", got, in.Refused, tt.usable, tt.refused)
			}
			for _, f := range in.Faults {
				if f.Severity != iri.SeverityError {
					continue
				}
				if got := fmt.Sprintf("%s:%d:%d %s", f.File, f.Line, f.Col, f.Code); got != tt.fault ||
					f.Rule != tt.rule {
					t.Errorf("got %s in %s, want %s in %s", got, f.Rule, tt.fault, tt.rule)
				}
				break
			}
			s, err := grammars.Read(file)
			if err != nil {
				t.Fatal(err)
			}
			for name := range strings.FieldsSeq(tt.usable) {
				if _, ok := s.Rule(name); !ok {
					t.Errorf("no rule %s", name)
				}
			}
		})
	}
}

// TestTooLargeSoon checks that rules which would take very long are refused in bounded
// memory, and that the fault names the construct.
func TestTooLargeSoon(t *testing.T) {
	for _, tt := range []struct{ name, src, want string }{
		{"more options", `x = 60000["a"]`, `60000["a"] in x`},
		{"copies of copies", `x = 1000(1000"a")`, `1000(1000"a") in x`},
		{"added alternatives", "x = \"a\"\n" + strings.Repeat("x =/ \"b\"\n", 100_000), "the 100001 alternatives"},
		{"a chain of users", "x = 1000(1000\"a\")\n" + strings.Repeat("x1 = x\n", 1) + "x2 = x1\nx3 = x2 x2",
			`1000(1000"a") in x`},
	} {
		t.Run(tt.name, func(t *testing.T) {
			runtime.GC()
			var before, after runtime.MemStats
			runtime.ReadMemStats(&before)
			in, err := grammars.Inspect(grammars.File{Name: "x.abnf", Text: []byte(tt.src)})
			runtime.ReadMemStats(&after)
			if err != nil {
				t.Fatal(err)
			}
			found := 0
			for _, f := range in.Faults {
				if f.Code == "too-large" {
					found++
					if !strings.Contains(f.Message, tt.want) || len(f.Message) > 500 {
						t.Errorf("got %q, want %q in it", f.Message, tt.want)
					}
				}
			}
			if found != 1 {
				t.Errorf("got %d faults too-large, want 1: %v", found, in.Faults)
			}
			if n := after.TotalAlloc - before.TotalAlloc; n > 400<<20 {
				t.Errorf("it allocated %d MiB in all", n>>20)
			}
			t.Logf("%d MiB allocated in all", (after.TotalAlloc-before.TotalAlloc)>>20)
		})
	}
}

// TestLargeAutomata checks rules whose automata are too large: they are matched without one.
func TestLargeAutomata(t *testing.T) {
	var doubling strings.Builder
	for i := range 20 {
		doubling.WriteString(fmt.Sprintf("\nb%d = b%d b%d / %%x%X", i, i+1, i+1, '0'+i))
	}
	doubling.WriteString("\nb20 = \"z\"")
	for _, tt := range []struct{ name, src, good, bad string }{
		{"options", `x = 1000["a"]`, strings.Repeat("a", 1000), strings.Repeat("a", 1001)},
		{"empty copies", `x = 400(*"a" *"b")`, strings.Repeat("ab", 400), strings.Repeat("ab", 400) + "a"},
		{"no counts", "x = *y \"a\"" + strings.Repeat(" y", 16) + "\ny = \"a\" / \"b\"", "ba" + strings.Repeat("b", 16),
			strings.Repeat("b", 17)},
		{"counts after a loop", "x = *y \"a\" 16y\ny = \"a\" / \"b\"", "ba" + strings.Repeat("b", 16),
			strings.Repeat("b", 17)},
		{"a chain of users", "x = z z\nz = y\ny = 600[\"a\"]", strings.Repeat("a", 1200), strings.Repeat("a", 1201)},
		{"copies of rules", "x = b0" + doubling.String(), "1233", "123"},
		{"copies of rules within recursion", "x = \"(\" x \")\" / b0" + doubling.String(), "((1233))", "(1233"},
	} {
		s, err := grammars.Read(grammars.File{Name: "x.abnf", Text: []byte(tt.src)})
		if err != nil {
			t.Fatal(err)
		}
		r, ok := s.Rule("x")
		if !ok || !r.Valid(tt.good) || r.Valid(tt.bad) {
			t.Errorf("%s: got a rule %v, %v, %v, want true, true, false", tt.name, ok, r.Valid(tt.good), r.Valid(tt.bad))
		}
		if n, err := r.Tree(tt.good); err != nil || n.Name() != "x" || n.Text() != tt.good {
			t.Errorf("%s: got the tree %v, %v", tt.name, n, err)
		}
		if f := r.Check(tt.bad).Findings(); len(f) != 1 || f[0].Code == "budget" {
			t.Errorf("%s: got %v", tt.name, f)
		}
	}
}

// TestTinyBesideLarge has a shape that drafts have: large rules beside small ones. A rule is
// refused for its own size alone.
func TestTinyBesideLarge(t *testing.T) {
	var b strings.Builder
	for i := range 12 { // each of these takes as much work as an automaton may
		fmt.Fprintf(&b, "large%d = *y \"a\"%s %%x%X\n", i, strings.Repeat(" y", 16), 0x61+i)
	}
	b.WriteString("y = \"a\" / \"b\"\ntiny = \"a\"\ntext = *y\nhuge = 1000(1000tiny)\n")
	in, err := grammars.Inspect(grammars.File{Name: "x.abnf", Text: []byte(b.String())})
	if err != nil || len(in.Usable) != 15 || len(in.Refused) != 1 || in.Refused[0].Name != "huge" {
		t.Errorf("got %v, %v, %v, want all rules but huge", in.Usable, in.Refused, err)
	}
}
