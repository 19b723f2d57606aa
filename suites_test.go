package iri_test

import (
	"bufio"
	"encoding/json"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"github.com/rfc3987/iri"
)

// A suiteRow is one row of the test suites that others wrote. They stand beside
// the project, in ../shared/suites or where IRI_SUITES says, and are not part of
// it; the tests that read them skip when they are away.
type suiteRow struct {
	Suite, Kind, Production, Input, Base, Note, Standard string
	Expected                                             json.RawMessage
}

// suiteRows calls f for each row of a suite.
func suiteRows(t *testing.T, name string, f func(row suiteRow)) {
	t.Helper()
	dir := os.Getenv("IRI_SUITES")
	if dir == "" {
		dir = filepath.Join("..", "shared", "suites")
	}
	file, err := os.Open(filepath.Join(dir, name+".jsonl"))
	if err != nil {
		t.Skip("the suites are away: ", err)
	}
	defer file.Close()
	sc := bufio.NewScanner(file)
	sc.Buffer(nil, 1<<20)
	for sc.Scan() {
		var row suiteRow
		if err := json.Unmarshal(sc.Bytes(), &row); err != nil {
			t.Fatal(err)
		}
		f(row)
	}
}

// TestSuitesSyntax runs the rows of all suites that say whether a string conforms
// to a rule, and what its components are.
func TestSuitesSyntax(t *testing.T) {
	for _, name := range []string{"fluent-uri", "iri-string", "rfc-examples", "rfc3987-syntax2"} {
		t.Run(name, func(t *testing.T) {
			agree := 0
			suiteRows(t, name, func(row suiteRow) {
				spec := iri.RFC3987
				if strings.Contains(row.Production, "URI") || row.Production == "relative-ref" {
					spec = iri.RFC3986
				}
				rule, ok := spec.Rule(row.Production)
				switch row.Kind {
				case "valid", "invalid":
					if !ok {
						t.Errorf("no rule %s", row.Production)
						return
					}
					if got, want := rule.Valid(row.Input), row.Kind == "valid"; got != want {
						t.Errorf("%s %q (%s %s): got %v, want %v", row.Production, row.Input, row.Note, row.Standard, got, want)
						return
					}
				case "components":
					var want map[string]any
					if err := json.Unmarshal(row.Expected, &want); err != nil {
						t.Fatal(err)
					}
					if !rule.Valid(row.Input) {
						t.Errorf("%s %q does not conform", rule, row.Input)
						return
					}
					ref := iri.Ref{row.Input, split(row.Input)}
					got := map[string]any{"path": ref.Path()}
					put := func(name, value string, ok bool) {
						if ok {
							got[name] = value
						}
					}
					scheme, ok := ref.Scheme()
					put("scheme", scheme, ok)
					authority, ok := ref.Authority()
					put("authority", authority, ok)
					userinfo, ok := ref.Userinfo()
					put("userinfo", userinfo, ok)
					host, ok := ref.Host()
					put("host", host.String(), ok)
					port, ok := ref.Port()
					put("port", port, ok)
					query, ok := ref.Query()
					put("query", query, ok)
					fragment, ok := ref.Fragment()
					put("fragment", fragment, ok)
					for name, value := range want {
						if name == "user" || name == "password" {
							continue // parts of the userinfo that RFC 3986 does not name
						}
						if value != nil && got[name] != value {
							t.Errorf("%q (%s): %s is %q, want %q", row.Input, row.Note, name, got[name], value)
						}
					}
				default:
					return
				}
				agree++
			})
			t.Logf("%d rows agree", agree)
		})
	}
}
