package rules_test

import (
	"fmt"
	"strings"
	"testing"

	"github.com/rfc3987/iri"
)

// TestSuspiciousData holds what is said of strings that only data has, and what is not: each row has the
// findings as "start-end code", with the text of a guessed fix after "=".
func TestSuspiciousData(t *testing.T) {
	for _, tt := range []struct{ text, want string }{
		{"http://e/%C3%83%C2%80", "9-21 suspicious-mojibake=%C3%80"}, // U+0080, the first that ISO 8859-1 has and US-ASCII has not
		{"http://e/a.", "10-11 suspicious-punctuation="},
		{"http://e/a,", "10-11 suspicious-punctuation="},
		{"http://e/a.,", "10-12 suspicious-punctuation="},
		{"http://e/a...", "10-13 suspicious-punctuation="},
		{"http://e/a/b.html.", "17-18 suspicious-punctuation="},
		{"http://e/?q=a.", "13-14 suspicious-punctuation="},
		{"http://e/#a,", "11-12 suspicious-punctuation="},
		{"http://e/a.?q", ""},
		{"http://e/a;", ""},
		{"http://e/..", ""},
		{"http://e/a/.", ""},
		{"http://e/.,", ""},
		{"http://e.", ""},
		{"http://e./", ""},
		{"http://e/King_Jr.", ""},
		{"http://e/King%20Inc.", ""},
		{"http://e/King_senior.", "20-21 suspicious-punctuation="},
		{"http://e/King_Jr.,", "16-18 suspicious-punctuation="},
		{"http://e/U.S.", ""},
		{"http://e/日本_東京都.", ""},
		{"x:a/b.", ""},
		{"a/b.", ""},

		{"foaf:Person", "0-5 suspicious-curie-in-brackets=http://xmlns.com/foaf/0.1/"},
		{"FOAF:Person", ""},
		{"foaf://Person", ""},
		{"geo:1,2", ""},
		{"ex:a", ""},

		{"www.example.org", "0-15 suspicious-www=https://"},
		{"WWW.example.org/a", "0-15 suspicious-www=https://"},
		{"www.example.org?q", "0-15 suspicious-www=https://"},
		{"www.例え.jp/", "0-13 suspicious-www=https://"},
		{"./www.example.org", ""},
		{"/www.example.org", ""},
		{"www.example", ""},
		{"www.example.", ""},
		{"x:www.example.org", ""},

		{"http://e/undefined", "9-18 suspicious-undefined"},
		{"http://e/null/a/undefined", "9-13 suspicious-undefined 16-25 suspicious-undefined"},
		{"/users/null", "7-11 suspicious-undefined"},
		{"a/null", "2-6 suspicious-undefined"},
		{"http://e/%5Bobject%20Object%5d/x", "9-30 suspicious-undefined"},
		{"http://e/?a=null&b=undefined;c=%5Bobject+Object%5D", "12-16 suspicious-undefined 19-28 suspicious-undefined 31-50 suspicious-undefined"},
		{"http://e/?a==null", ""},
		{"http://e/?a=&b=undefined", "15-24 suspicious-undefined"},
		{"http://e/?null&undefined=1", ""},
		{"http://e/nullable/undefined1/Null", ""},
		{"http://null/", ""},
		{"file:///dev/null", ""},
		{"x:y:null", ""},
		{"http://e/#/null", ""},
	} {
		rule, _ := iri.RFC3987.Rule("IRI-reference")
		report := rule.Validate(tt.text, iri.Suspicious(), iri.Guess())
		var got []string
		for _, f := range report.Findings() {
			s := fmt.Sprintf("%d-%d %s", f.Start, f.End, f.Code)
			if f.Fix != nil && f.Fix.Guessed {
				s += "=" + f.Fix.Text
			}
			got = append(got, s)
		}
		if got := strings.Join(got, " "); got != tt.want {
			t.Errorf("%s: got %q, want %q", tt.text, got, tt.want)
		}
		if report := iri.Check(tt.text); strings.Contains(fmt.Sprint(report.Findings()), "suspicious") {
			t.Errorf("%s: a finding that nobody asked for", tt.text)
		}
	}
}
