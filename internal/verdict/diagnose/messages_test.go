package diagnose_test

import (
	"fmt"
	"strings"
	"testing"

	"github.com/rfc3987/iri/internal/ref/spec"
	"github.com/rfc3987/iri/internal/testkit"
	"github.com/rfc3987/iri/internal/verdict/diagnose"
	"github.com/rfc3987/iri/internal/verdict/finding"
)

// TestChoices checks rules of fixed literals: a fault is the whole text, what is expected is the choice of words, a literal
// is shown from its start, a range as its characters, and what differs in case only is said to.
func TestChoices(t *testing.T) {
	const iri, own = "; spec: x\n; changes: rfc3987\n", "; spec: x\n; top: q\n"
	const choice = `"http" "https"`
	for _, tt := range []struct {
		grammar, s        string
		start, end        int
		code              string
		message, expected string
		hint              string
	}{
		{iri + `scheme = "http" / "https"`, "ftp://a/", 0, 3, "scheme",
			`"ftp" cannot stand here: scheme is "http" / "https"`, choice, ""},
		{iri + `scheme = "http" ["s"]`, "git+http:", 0, 8, "scheme",
			`"git+http" cannot stand here: scheme is "http" / "https"`, choice, ""},
		{iri + `scheme = %x68.74.74.70 *1"s"`, "httpsx:", 0, 6, "scheme",
			`"httpsx" cannot stand here: scheme is "http" / "https"`, choice, ""},
		{iri + `scheme = %s"http" / %s"https"`, "HTTP://a", 0, 4, "scheme",
			`"HTTP" differs from "http" only in case, which counts in scheme`, choice, ""},
		{iri + `iquery = "a=" / "b="`, "a:?c=1", 3, 6, "iquery",
			`"c=1" cannot stand here: iquery is "a=" / "b="`, `"a=" "b="`, ""},
		{iri + `port = "80" / "443"`, "a://h:8080/", 6, 10, "port",
			`"8080" cannot stand here: port is "80" / "443"`, `"80" "443"`, ""},
		{iri + `port = 1*5DIGIT`, "a://h:8x/", 7, 8, "port", "",
			`DIGIT "/" "?" "#" end`, ""},
		{iri + `ifragment = ("section-" / "part-") 1*DIGIT`, "a:#sectoin-1", 7, 9, "ifragment", "", `"section-"`, ""},
		{iri + `ifragment = ("xy-" / "ab-") 1*DIGIT`, "a:#xb-1", 4, 5, "ifragment", "", `"xy-"`, ""},
		{iri + `ifragment = ("xy-" / "ab-") 1*DIGIT`, "a:#ay-1", 4, 5, "ifragment", "", `"ab-"`, ""},
		{own + `q = "$request" 1*DIGIT`, "$reqest1", 4, 5, "q", "", `"$request"`, ""},
		{own + `q = 1*("http" / "ftp") 1*DIGIT`, "htp", 2, 3, "q", "", `"http"`, ""},
		{own + `q = "(" [q] "for" ")"`, "((fxr))", 3, 4, "q", "", `"for"`, ""},
		{own + `q = DIGIT "::" DIGIT`, "1:2", 2, 3, "q", "", `":"`, ""},
		{own + `q = 1*%x61-7A "!"`, "aB", 1, 2, "q", "", `"a" to "z" "!"`, `only the case differs: "b" can stand here`},
		{own + `q = 1*%d48-57`, "x", 0, 1, "q", "", `"0" to "9"`, ""},
		{own + `q = %s"Y" 1*DIGIT`, "y1", 0, 1, "q", "", `"Y"`, `only the case differs: "Y" can stand here`},
		{iri + `ifragment = 1*%x61-7A`, "a:#xYz", 4, 5, "ifragment", "", `"a" to "z" end`,
			`only the case differs: "y" can stand here`},
	} {
		s, err := spec.ReadSpec(spec.GrammarFile{Name: "x.abnf", Text: []byte(tt.grammar + "\n")})
		if err != nil {
			t.Errorf("%s: %v", tt.grammar, err)
			continue
		}
		findings := diagnose.Blame(tt.s, s.Top(), &finding.Run{Settings: finding.Settings{Max: finding.DefaultMaxFindings}}).Findings
		f := findings[0]
		got := strings.Join(f.Expected, " ")
		if len(findings) != 1 || string(f.Code) != tt.code || f.Start != tt.start || f.End != tt.end || got != tt.expected ||
			tt.message != "" && f.Message.String() != tt.message || f.Hint.String() != tt.hint {
			t.Errorf("%s: %q: got %d findings, %s [%d,%d) %q, expected %s, hint %q; want %s [%d,%d) %q, expected %s, hint %q",
				tt.grammar, tt.s, len(findings), f.Code, f.Start, f.End, f.Message, got, f.Hint, tt.code, tt.start, tt.end,
				tt.message, tt.expected, tt.hint)
		}
	}
}

// TestFindings has strings with all that is said of them, in texts that people write by hand and elsewhere: the place of
// each finding, its message, its hint, and the guess or the fix.
func TestFindings(t *testing.T) {
	testkit.StatesRFC(t)
	for _, row := range testkit.Rows(t, "testdata/findings.txt", 5) {
		name, where, in, want := row[0], row[2], row[3], row[4]
		var got []string
		run := finding.Run{Settings: finding.Settings{Max: finding.DefaultMaxFindings, Guess: true}, ByHand: where == "by hand"}
		for _, f := range diagnose.Blame(in, spec.RFC3987.Top(), &run).Findings {
			s := fmt.Sprintf("%d-%d %s (%s)", f.Start, f.End, f.Message, f.HintText())
			if f.Fix != nil {
				s += fmt.Sprintf(" %s for %d-%d", f.Fix.Text, f.Fix.Start, f.Fix.End)
			}
			got = append(got, s)
		}
		if got := strings.Join(got, "; "); got != want {
			t.Errorf("%s, %s: %q: got %q, want %q", name, where, in, got, want)
		}
	}
}
