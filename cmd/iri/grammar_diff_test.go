package main

import (
	"bufio"
	"bytes"
	"strings"
	"testing"

	"github.com/rfc3987/iri/internal/grammar/abnf"
	"github.com/rfc3987/iri/internal/study/grammardiff"
	"github.com/rfc3987/iri/internal/testkit/grammartest"
)

// TestDiffCause compares grammars and checks that no difference is explained by two
// identical lines.
func TestDiffCause(t *testing.T) {
	long := "a = " + strings.Repeat(`"word" / `, 40)
	for _, tt := range []struct{ name, a, b, want string }{
		{"a rule that it uses", "a = b \"x\"\nb = \"y\"\n", "a = b \"x\"\nb = \"z\"\n", "b = "},
		{"not one that is only written differently", "a = c b\nb = \"y\"\nc = \"x\" / \"v\"\n",
			"a = c b\nb = \"z\"\nc = \"v\" / \"x\"\n", "b = "},
		{"a long rule that differs at its end", long + "\"x\"\n", long + "\"y\"\n", "a = … "},
		{"a long rule that differs at its start", "a = \"x\" / " + long[4:] + "\"v\"\n", "a = \"y\" / " + long[4:] +
			"\"v\"\n", `a = "x"`},
		{"one is longer", long + "\"x\"\n", long + "\"x\" / \"y\"\n", "a = … "},
		{"a core rule", "a = DIGIT\n", "a = DIGIT\nDIGIT = %x31-39\n", "DIGIT = "},
		{"no such rule", "a = b\nb = 1*c\nc = \"x\"\n", "a = b\nb = *c\nc = \"x\"\n", "b = "},
		{"prose that names a rule", "a = <b>\nb = \"y\"\n", "a = <b>\nb = \"z\"\n", "b = "},
		{"changes of RFC 3987", "; changes: rfc3987\n; top: IRI\nport = *DIGIT\n",
			"; changes: rfc3987\n; top: IRI\nport = *5DIGIT\nh16 = 1*5HEXDIG\n", "port = "},
		{"an inherited rule uses the changed one", "; changes: rfc3987\n; top: ihost\nport = *DIGIT\n",
			"; changes: rfc3987\n; top: ihost\nunreserved = ALPHA\n", "unreserved = "},
	} {
		t.Run(tt.name, func(t *testing.T) {
			a, b := grammartest.Read(t, tt.a), grammartest.Read(t, tt.b)
			top := func(g *abnf.Grammar) *abnf.Rule {
				if r := g.Rule(g.Top); r != nil {
					return r
				}
				return g.Rules[0]
			}
			sides := [2]grammardiff.Side{{Name: "A", Grammar: a, Rule: top(a)}, {Name: "B", Grammar: b, Rule: top(b)}}
			rows, err := grammardiff.Compare(sides[0], sides[1])
			if err != nil || len(rows) == 0 {
				t.Fatalf("%d differences, %v", len(rows), err)
			}
			var buf bytes.Buffer
			w := bufio.NewWriter(&buf)
			grammardiff.WriteText(w, sides, rows, nil, false)
			if err := w.Flush(); err != nil {
				t.Fatal(err)
			}
			lines := strings.Split(buf.String(), "\n")
			found := false
			for i, l := range lines {
				_, source, ok := strings.Cut(l, ": ")
				found = found || ok && strings.HasPrefix(source, tt.want)
				if i == 0 || !ok {
					continue
				}
				if _, before, ok := strings.Cut(lines[i-1], ": "); ok && before == source {
					t.Errorf("two identical lines:\n%s\n%s", lines[i-1], l)
				}
			}
			if !found {
				t.Errorf("no line has %q:\n%s", tt.want, buf.String())
			}
		})
	}
}
