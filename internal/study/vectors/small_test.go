package vectors

import (
	"fmt"
	"strings"
	"testing"

	"github.com/rfc3987/iri/internal/study/languages"
	"github.com/rfc3987/iri/internal/testkit/grammartest"
)

// urn is a grammar of which the automaton takes much work.
const urn = "a = \"urn:\" nid \":\" nss\nnid = alnum 0*30( alnum / \"-\" ) alnum\nalnum = ALPHA / DIGIT\n" +
	"nss = pchar *( pchar / \"/\" )\npchar = alnum / \"-\" / \".\" / \"_\" / \":\" / \"%\" HEXDIG HEXDIG\n"

// TestCases has what a text becomes in other cases.
func TestCases(t *testing.T) {
	for text, want := range map[string]string{"true": "TRUE True", "HTTP": "http Http", "xmlNs": "XMLNS xmlns Xmlns",
		"ab1": "AB1 Ab1", "éa": "ÉA Éa", "1": "", "a": "A", "中": ""} {
		if got := strings.Join(cases(text), " "); got != want {
			t.Errorf("%s: got %q, want %q", text, got, want)
		}
	}
}

// TestParts holds that a suite that takes more than its budget is made of the rules, that it has rows of each kind,
// that the rule says which are valid, and that it names what is left out.
func TestParts(t *testing.T) {
	for _, tt := range []struct{ name, abnf, good, bad, left string }{
		{"within the budget", "a = \"- \"\n", "- ", "-", "none"},
		{"no character can be left out", "a = *%x00-10FFFF\n", "", "", "none"},
		{"a large repetition", urn, "urn:aa:%aa", "urn:aa:%a", ""},
		{"a large repetition in one that refers to itself", "a = u / \"(\" a \")\"\nu = " + urn[len("a = "):],
			"(urn:aa:a)", "(urn:aa:a", ""},
	} {
		left := "none"
		parts := func(list []string) { left = strings.Join(list, " ") }
		g := grammartest.Read(t, tt.abnf)
		seen := make(map[string]bool)
		for r, err := range Suite(g, g.Rule("a"), Small, parts) {
			if err != nil {
				t.Fatalf("%s: %v", tt.name, err)
			}
			seen[r.Input] = r.Valid
			refused := strings.Contains(r.Why, "left out") || strings.Contains(r.Why, "doubled")
			if refused && r.Valid || strings.Contains(r.Why, "%x61.61 left") {
				t.Errorf("%s: %+v", tt.name, r)
			}
		}
		_, bad := seen[tt.bad]
		if !seen[tt.good] || !bad || seen[tt.bad] && tt.bad != tt.good || left != tt.left {
			t.Errorf("%s: left out %q; %q is valid: %v; %q is a row: %v, and valid: %v", tt.name, left, tt.good,
				seen[tt.good], tt.bad, bad, seen[tt.bad])
		}
	}
}

// TestTooLong holds that rules that double each other are refused before a sentence of them fills the memory.
func TestTooLong(t *testing.T) {
	for _, form := range []string{"a%d = a%d a%[2]d\n", "a%d = 2a%d\n"} {
		var text strings.Builder
		for i := range 36 {
			fmt.Fprintf(&text, form, i, i+1)
		}
		g := grammartest.Read(t, text.String()+"a36 = \"x\"\n")
		var err error
		for _, err = range Suite(g, g.Rules[0], Small, nil) {
		}
		if err != languages.ErrTooLarge {
			t.Errorf("%q: got %v, want %v", form, err, languages.ErrTooLarge)
		}
	}
}

// TestSmallGrammar has all rows of a grammar that is small: "+" before what it matches, "-" before what it
// does not, and after "|" what a larger suite adds.
func TestSmallGrammar(t *testing.T) {
	for _, tt := range []struct{ abnf, chars, want string }{
		{"top = a \".\" a\na = \"x\" [ b ]\nb = 2%x30-31\n", "x.01", ` - -.x -xx.x -xx -x..x -x. -x.xx +x.x -x0000.x ` +
			`+x00.x -x0.x -x000.x | -.xx -xx. -00x.x -. -.x.x -..x -0 -0x.x -0.x -x -x.. -x.0 -x.0x -x0 -x0. -x0.0.x ` +
			`-x0..x -x.x. -x.x.0 +x.x00 -x00 -x000 -x000x -x.x0 -x.x0. -x.x0.0 -x.x00. -x.x000 |`},
		{"top = [ top \"+\" ] d\nd = \"1\" / \"(\" top \")\"\n", "1+()02",
			` - +1+1+1 -11 +1+1 +1 -+1 -11+1 -1++1 +(1) -0 -2 -1) -((1) -() -(11) -(1 -(1)) -)1) -(1( -0+1 -2+1 | ` +
				`-11+ -+11 -( -) -+ -1(1) -(1)1 -(1)(1) -1() -()1 -)1 -+1) -01 -01) -21 -21) -(( -(() -()1) -()) -(+ ` +
				`-(+1) -(+) -(0 -(01) -(0) -(2 -(21) -(2) -1( -1(1 -1)1 -10 -101 -111 -12 -121 -(1() -(1+ -(1+) -(10 ` +
				`-(10) -(11 -(12 -(12) -1+ +1+(1) -1+) -1+)1 -1+)1) -1++ -1++1) -1+0 -1+01 -1+01) -1+2 -1+21 -1+21) ` +
				`-1+1( -1+1) -1+1+ -1+10 -1+11 -1+12 |`},
		// The other case of a letter is not a character of the grammar.
		{"top = %s\"x\"\n", "xX", ` - -X +x | -Xx -xX -xx |`},
		{"top = %s\"xX\" / %s\"X\" [ top ]\n", "xX",
			` - +xX +X +XXX -xx -Xx -x +XX +XxX -Xxx -XXx | -xXxX -xXX +XXxX -XxXxX -XxXX -xxX -xXx |`},
	} {
		g := grammartest.Read(t, tt.abnf)
		var got strings.Builder
		seen := make(map[string]bool)
		for size := Small; size <= Medium; size++ {
			for _, r := range rows(t, g, "top", size) {
				if len(r.Input) > 12 || seen[r.Input] || strings.Trim(r.Input, tt.chars) != "" { // others are many
					continue
				}
				seen[r.Input] = true
				got.WriteString(map[bool]string{true: " +", false: " -"}[r.Valid] + r.Input)
			}
			got.WriteString(" |")
		}
		if got.String() != tt.want {
			t.Errorf("%s: got\n%s\nwant\n%s", tt.abnf, got.String(), tt.want)
		}
	}
}
