package rules_test

import (
	"fmt"
	"strings"
	"testing"

	"github.com/rfc3987/iri"
	"github.com/rfc3987/iri/internal/testkit"
)

// TestProseRules checks every prose rule against the clause that it carries out.
// The rules that are off by default are turned on one by one.
func TestProseRules(t *testing.T) {
	testkit.StatesRFC(t)
	clauses := make(map[string]string)
	for _, row := range testkit.Rows(t, "testdata/clauses.txt", 2) {
		clauses[row[0]] = strings.TrimSuffix(row[1], ".")
	}
	for _, row := range testkit.Rows(t, "testdata/prose.txt", 5) {
		code, section, name, in, want := iri.Code(row[0]), row[1], row[2], row[3], row[4]
		t.Run(row[0]+"/"+name, func(t *testing.T) {
			info, ok := iri.LookupCode(code)
			if !ok || info.Section != section {
				t.Fatalf("%s is in %q, this table says %q", code, info.Section, section)
			}
			if clause := clauses[row[0]]; clause == "" || !strings.Contains(info.Clause, clause) {
				t.Errorf("the entry quotes %q, the table %q", info.Clause, clause)
			}
			var opts []iri.CheckOption
			if info.Severity == iri.SeverityOff {
				opts = append(opts, iri.WithSeverity(code, iri.SeverityWarning))
			}
			report := iri.RFC3987.Reference().Check(in, opts...)
			if !report.Grammatical() {
				t.Fatalf("%q is not grammatical: %v", in, report.Err())
			}
			var got []string
			for _, f := range report.Findings() {
				got = append(got, fmt.Sprintf("%s[%d,%d)", f.Code, f.Start, f.End))
			}
			if got := strings.Join(got, " "); got != want {
				t.Errorf("%q: got %q, want %q", in, got, want)
			}
		})
	}
}
