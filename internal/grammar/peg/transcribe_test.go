package peg

import (
	"errors"
	"strings"
	"testing"

	"github.com/rfc3987/iri/grammar/published"
	"github.com/rfc3987/iri/internal/grammar/abnf"
)

func grammar(t testing.TB, text string) *abnf.Grammar {
	t.Helper()
	g, err := abnf.Parse("test.abnf", []byte(text))
	if err != nil {
		t.Fatal(err)
	}
	return g
}

func builtin(t testing.TB, name string) *abnf.Grammar {
	t.Helper()
	g, err := abnf.Load(published.Files, ".", name)
	if err != nil {
		t.Fatal(err)
	}
	return g
}

// TestRewrites has each rewrite, and grammars that need none.
func TestRewrites(t *testing.T) {
	for _, tt := range []struct {
		name, abnf string
		want       string // the first rule
		why        string // part of the reason that is given
	}{
		{"no rewrite", "a = *\"x\" [ \"y\" ] %s\"z\"\n", "[Xx]* [Yy]? 'z'", ""},
		{"a repetition that takes what follows", "a = [ *2( b \":\" ) b ] \"::\"\nb = %s\"x\"\n",
			"(B (':' B)? (':' B)?)? '::'", `as in "x::"`},
		{"the whole body follows", "a = *(%s\"xy\") %s\"x\" %s\"y\"\n", "'xy' ('xy')*", `as in "xy"`},
		{"with a least count", "a = 1*3( b %s\"y\" ) b %s\"yz\"\nb = %s\"x\"\n", "B 'y' (B 'y') (B 'y')? (B 'y')? 'z'",
			`as in "xyz"`},
		{"a repetition that fails by itself", "a = 1*3( b %s\"y\" ) b %s\"z\"\nb = %s\"x\"\n",
			"(B 'y') (B 'y')? (B 'y')? B 'z'", ""},
		{"an option that takes what follows", "a = [ b ] %s\"x\"\nb = %s\"x\"\n", "B 'x' / 'x'", `as in "x"`},
		{"bounded, before something else", "a = *2b %s\"xz\"\nb = %s\"x\" / %s\"y\"\n", "B B 'xz' / B 'xz' / 'xz'",
			`as in "xz"`},
		{"shortest first", "a = b / 2b / 3b\nb = %x30-39\n", "B B B / B B / B", `"11"`},
		{"disjoint prefixes in the middle", "a = %s\"x\" / %s\"y\" / %s\"xz\" / %s\"yz\"\n", "'xz' / 'x' / 'yz' / 'y'",
			""},
		{"nullable first", "a = *b / 1*b %s\"y\"\nb = %s\"x\"\n", "B+ 'y' / B*", `in "xy"`},
		{"subset first, alone", "a = b / *c\nb = %s\"x\" %s\"x\"\nc = %s\"x\" / %s\"y\"\n", "B !. / C*",
			`would hide C* in "xxx"`},
		{"empty match repeated", "a = *[ %s\"x\" ] %s\"y\"\n", "'x'* 'y'", ""},
		{"empty parts repeated", "a = *( [ %s\"x\" ] *%s\"y\" )\n", "('x' 'y'* / 'y'+)*", ""},
		{"zero times", "a = 0<b> %s\"x\"\nb = %s\"y\"\n", "'x'", ""},
		{"the empty string", "a = \"\"\n", "&(. / !.)", ""},
		{"letters of either case", "a = \"a1-Z\"\n", "[Aa] '1\\-' [Zz]", ""},
		{"surrogates are not characters", "a = %xD700-E0FF\n", `[\0xD700-\0xD7FF\0xE000-\0xE0FF]`, ""},
		{"the end of Unicode", "a = %x00 / %x10FFFF\n", `'\0x0' / '\0x10FFFF'`, ""},
		{"characters with a meaning in peg", "a = %s\"[^]-\\'\" %x22\n", `'\[\136\]\-\\\'\"'`, ""},
	} {
		t.Run(tt.name, func(t *testing.T) {
			rules, err := Transcribe(grammar(t, tt.abnf))
			if err != nil {
				t.Fatal(err)
			}
			a := rules[len(rules)-1]
			for _, r := range rules {
				if r.Name == "a" {
					a = r
				}
			}
			if got := Text(a.Body); got != tt.want {
				t.Errorf("got %s, want %s", got, tt.want)
			}
			if got := strings.Join(a.Rewrites, "\n"); !strings.Contains(got, tt.why) {
				t.Errorf("got the reason %q, want %q in it", got, tt.why)
			}
		})
	}
}

// TestGuardInContext checks that what may follow is taken from all rules.
func TestGuardInContext(t *testing.T) {
	rules, err := Transcribe(grammar(t, "a = b %s\"?\" / b %s\"#\" %s\"!\"\nb = c / *d\nc = %s\"x\" %s\".\"\nd = "+
		"%s\"x\" / %s\".\"\n"))
	if err != nil {
		t.Fatal(err)
	}
	for _, r := range rules {
		if want := "C &([#?] / !.) / D*"; r.Name == "b" && Text(r.Body) != want {
			t.Errorf("got %s, want %s", Text(r.Body), want)
		}
	}
}

func TestConflicts(t *testing.T) {
	for _, tt := range []struct {
		name, abnf string
		rule, what string
	}{
		{"a repetition and what follows", "a = *b %s\"x\"\nb = %s\"x\" / %s\"y\"\n", "a",
			"the repetition B* and what follows it"},
		{"a repetition at the end of a rule", "a = b %s\"x\"\nb = *%s\"x\"\n", "b",
			"the repetition 'x'* and what follows it"},
		{"alternatives", "a = ( %s\"x\" / %s\"xx\" ) ( %s\"x\" / %s\"xx\" ) %s\"y\"\n", "a", "the alternatives"},
		{"alternatives, seen from another rule", "a = b %s\"yz\"\nb = %s\"x\" / %s\"xy\"\n", "b", "the alternatives"},
	} {
		t.Run(tt.name, func(t *testing.T) {
			g := grammar(t, tt.abnf)
			rules, err := Transcribe(g)
			var c *ConflictError
			if !errors.As(err, &c) {
				t.Fatalf("got %v, want a *ConflictError", err)
			}
			if c.Rule != tt.rule || !strings.Contains(c.What, tt.what) || c.Pos.File != "test.abnf" || c.Pos.Line == 0 {
				t.Errorf("got %+v, want rule %s, %s", c, tt.rule, tt.what)
			}
			if c.Witness == "" || !strings.Contains(err.Error(), c.Witness) {
				t.Errorf("got the message %q, want a string in it that shows the conflict", err)
			}
			if len(rules) != len(g.Rules) {
				t.Errorf("got %d rules to read, want %d", len(rules), len(g.Rules))
			}
		})
	}
}

// TestManyAlternatives checks that a choice of tens of thousands of alternatives ends in a message, at once.
func TestManyAlternatives(t *testing.T) {
	_, err := Transcribe(grammar(t, "a = \"a\""+strings.Repeat(" / \"b\"", 30000)+"\n"))
	var c *ConflictError
	if !errors.As(err, &c) || c.Rule != "a" || c.Many != 30001 || !strings.Contains(err.Error(), "at most 500") {
		t.Errorf("got %v, want the number of alternatives", err)
	}
}

// TestAllConflictsAtOnce checks that one fault does not hide another, and that
// rules that use the bad one are not reported.
func TestAllConflictsAtOnce(t *testing.T) {
	_, err := Transcribe(grammar(t, "a = b / c / d\nb = *%s\"x\" %s\"x\"\nc = *%s\"y\" %s\"y\" %s\"z\"\nd = *( "+
		"%s\"1\" / %s\"2\" ) %s\"1\"\n"))
	if err == nil || strings.Count(err.Error(), "\n") != 0 {
		t.Fatalf("got %v, want one line: only d cannot be rewritten", err)
	}
	p, err := Combine([]*abnf.Grammar{grammar(t, "; spec: t\na = *( %s\"1\" / %s\"2\" ) %s\"1\"\nb = *( %s\"3\" / %s\"4\" ) %s\"3\"\n")})
	if err == nil || strings.Count(err.Error(), "\n") != 1 {
		t.Fatalf("got %v, want two lines", err)
	}
	if text := p.Text("iri", "parser"); strings.Count(text, "# Rewritten: not at all") != 2 {
		t.Errorf("got %s, want both conflicts in it", text)
	}
}

// TestProveFindsFaults makes rules wrong and checks that the proof notices.
func TestProveFindsFaults(t *testing.T) {
	g := builtin(t, "rfc3987")
	rules, err := Transcribe(g)
	if err != nil {
		t.Fatal(err)
	}
	// The same rules once more, with the terms that the proof works with.
	tr := &transcriber{grammar: g}
	var classes []*Class
	for _, r := range rules {
		collect(r.Literal, &classes)
	}
	tr.algebra = newAlgebra(classes)
	for _, r := range rules {
		if tr.rule = r; tr.prove(r) != nil {
			t.Errorf("%s is sound: %v", r.Name, tr.prove(r))
		}
		if equal(r.Body, r.Literal) {
			continue
		}
		sound := r.Body
		r.Body = r.Literal
		tr.algebra = newAlgebra(classes)
		if err := tr.prove(r); err == nil {
			t.Errorf("%s as the ABNF has it: got no conflict, want one", r.Name)
		}
		r.Body = sound
		tr.algebra = newAlgebra(classes)
	}
}

// TestSharing checks which rules of two grammars become one.
func TestSharing(t *testing.T) {
	a := grammar(t, "; spec: one\ntop = x y\nx = %s\"x\"\ny = *x\n")
	b := grammar(t, "; spec: two\n; changes: one\ntop = x y\nx = %s\"x\"\ny = 1*x\n")
	p, err := Combine([]*abnf.Grammar{a, b})
	if err != nil {
		t.Fatal(err)
	}
	ids := func(s Spec) string {
		var out []string
		for _, r := range s.Rules {
			out = append(out, r.ID)
		}
		return strings.Join(out, " ")
	}
	if got, want := ids(p.Specs[0]), "One_Top One_X One_Y"; got != want {
		t.Errorf("got %s, want %s", got, want)
	}
	if got, want := ids(p.Specs[1]), "Two_Top One_X Two_Y"; got != want {
		t.Errorf("got %s, want %s", got, want)
	}
}

// TestSplit checks that a rule that repeats others makes no nodes there, and that
// its second rule does.
func TestSplit(t *testing.T) {
	p, err := Combine([]*abnf.Grammar{grammar(t, "; spec: t\na = b *( \":\" c / b )\nb = %x30-39\nc = b [ \"-\" ]\n")})
	if err != nil {
		t.Fatal(err)
	}
	text := p.Text("iri", "parser")
	for _, want := range []string{"\nT_A <- T_B (':' T_C_bare / [0-9])*\n", "\nT_A_items <- T_B (':' T_C / T_B)*\n",
		"\nT_C <- T_B '\\-'?\nT_C_bare <- [0-9] '\\-'?\n"} {
		if !strings.Contains(text, want) {
			t.Errorf("got %s, want %q in it", text, want)
		}
	}
	if strings.Contains(text, "C_items") {
		t.Errorf("got %s, want no second rule for c", text)
	}
}

// TestCombineIsDeterministic makes the parser twice.
func TestCombineIsDeterministic(t *testing.T) {
	g := "; spec: t\na = b / 2b / *c\nb = %x30-39\nc = b / %s\"x\"\n"
	var texts [2]string
	for i := range texts {
		p, err := Combine([]*abnf.Grammar{grammar(t, g)})
		if err != nil {
			t.Fatal(err)
		}
		texts[i] = p.Text("iri", "parser")
	}
	if texts[0] != texts[1] {
		t.Errorf("got %s, want %s", texts[1], texts[0])
	}
}
