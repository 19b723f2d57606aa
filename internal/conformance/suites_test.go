// Package conformance tests the library, through its public functions, against what the
// documents say: the prose rules clause by clause, and the test suites of other projects.
package conformance_test

import (
	"encoding/json"
	"strings"
	"testing"

	"github.com/rfc3987/iri"
	"github.com/rfc3987/iri/internal/ref/component"
	"github.com/rfc3987/iri/internal/testkit"
	"github.com/rfc3987/iri/internal/text/chars"
)

// A suiteRow is one row of the test suites of other projects.
type suiteRow struct {
	Suite, Kind, Production, Input, Base, Note, Standard string
	Expected                                             json.RawMessage
}

// suiteRows calls f for each row of a suite.
func suiteRows(t *testing.T, name string, f func(row suiteRow)) {
	t.Helper()
	for row := range testkit.Suite[suiteRow](t, name) {
		f(row)
	}
}

// TestSuitesSyntax runs the rows of all suites that say whether a string conforms
// to a rule, and what its components are.
func TestSuitesSyntax(t *testing.T) {
	testkit.StatesRFC(t)
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
					ref, err := rule.Parse(row.Input)
					if err != nil {
						t.Errorf("%s %q: %v", rule, row.Input, err)
						return
					}
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

// TestSuitesConversions runs the rows of all suites that map IRIs to URIs and URIs
// to IRIs.
func TestSuitesConversions(t *testing.T) {
	testkit.StatesRFC(t)
	for _, name := range []string{"rfc-examples", "fluent-uri", "iri-string"} {
		t.Run(name, func(t *testing.T) {
			agree := 0
			suiteRows(t, name, func(row suiteRow) {
				idna := row.Standard == "rfc3987-idna"
				var got string
				var err error
				switch row.Kind {
				case "to_uri":
					var opts []iri.URIOption
					if idna {
						opts = append(opts, iri.WithHostMapping(iri.HostIDNA))
					}
					var u iri.URIRef
					u, err = iri.ToURI(row.Input, opts...)
					got = u.String()
				case "to_iri":
					var opts []iri.IRIOption
					if idna {
						opts = append(opts, iri.WithDisplay())
					}
					var r iri.Ref
					r, err = iri.ToIRI(row.Input, opts...)
					got = r.String()
				default:
					return
				}
				var want string
				if err := json.Unmarshal(row.Expected, &want); err != nil {
					t.Fatal(err)
				}
				switch {
				case err == nil && got == want:
					agree++
				case name == "fluent-uri" && want == "http://xn--99zt52a.example.org/\u202e":
					// Its own note says that RFC 3987 §4.1 forbids what it does.
				default:
					t.Errorf("%s %q: got %+q, %v, want %+q (%s)", row.Kind, row.Input, got, err, want, row.Note)
				}
			})
			t.Logf("%d rows agree", agree)
		})
	}
}

// TestSuitesOperations runs the rows for normalization, comparison and resolution. If
// our answer differs from a row, differsBecause must give a reason.
func TestSuitesOperations(t *testing.T) {
	testkit.StatesRFC(t)
	for _, name := range []string{"rfc-examples", "iri-string", "fluent-uri"} {
		t.Run(name, func(t *testing.T) {
			agree, differ := 0, 0
			suiteRows(t, name, func(row suiteRow) {
				got, want, ok := answer(t, row)
				if !ok {
					return
				}
				why := differsBecause(row)
				switch {
				case got == want && why != "":
					t.Errorf("%s %q: agrees, though %s", row.Kind, row.Input, why)
				case got != want && why == "":
					t.Errorf("%s %q (base %q): got %q, want %q (%s)", row.Kind, row.Input, row.Base, got, want, row.Note)
				case got != want:
					differ++
				default:
					agree++
				}
			})
			t.Logf("%d rows agree, %d differ for a stated reason", agree, differ)
		})
	}
}

// answer returns our answer to a row and the one in the row. It returns false for the kinds
// of rows that other tests run.
func answer(t *testing.T, row suiteRow) (got, want string, ok bool) {
	json.Unmarshal(row.Expected, &want) // an answer that is not a string is read below, or its kind is not run here
	switch row.Kind {
	case "remove_dot_segments":
		return string(component.AppendWithoutDots(nil, row.Input)), want, true
	case "normalize":
		spec := iri.RFC3987
		if strings.HasPrefix(row.Production, "URI") {
			spec = iri.RFC3986
		}
		return iri.MustParseRef(row.Input).Normalize(iri.RungPath, iri.WithSpec(spec)).String(), want, true
	case "resolve":
		return iri.MustParse(row.Base).Resolve(iri.MustParseRef(row.Input)).String(), want, true
	case "equivalent":
		var e struct {
			Other      string
			Equivalent bool
		}
		if err := json.Unmarshal(row.Expected, &e); err != nil {
			t.Fatal(err)
		}
		var opts []iri.NormalizeOption
		if strings.Contains(row.Standard, "IDNA") {
			opts = append(opts, iri.WithHostMapping(iri.HostIDNA))
		}
		got, want = "different", "different"
		a, b := iri.MustParse(row.Input), iri.MustParse(e.Other)
		if a.Normalize(iri.RungScheme, opts...) == b.Normalize(iri.RungScheme, opts...) {
			got = "equivalent"
		}
		if e.Equivalent {
			want = "equivalent"
		}
		return got, want, true
	}
	return "", "", false
}

// differsBecause returns why our answer differs from a row, "" if it should not.
func differsBecause(row suiteRow) string {
	switch row.Kind {
	case "resolve":
		switch {
		case strings.Contains(strings.ToUpper(row.Input), "%2E"):
			return "it takes %2E for a dot while resolving, which §5.2.4 does not"
		case strings.HasPrefix(string(row.Expected), "{"):
			return "it refuses a base with a fragment or a rootless path, for which §5.2 gives a target"
		case row.Suite == "fluent-uri" && strings.Contains(row.Base, "/.") && row.Input != "" && row.Input[0] == '.':
			return "it removes the dots of the base before merging, which §5.2.1 makes optional"
		}
	case "equivalent":
		if strings.Contains(string(row.Expected), "urn:UUID:") ||
			strings.Contains(string(row.Expected), "urn:uuid:7F14") {
			return "it compares the namespace identifier of a URN, or a UUID, with regard to case, which RFC 8141 " +
				"§3.1 and RFC 9562 §4 do not"
		}
	case "normalize":
		host, _ := iri.MustParseRef(row.Input).Host()
		h := host.String()
		switch {
		case row.Suite == "iri-string" && chars.HasUpperHost(h) && (!chars.IsASCII(h) || strings.Contains(h, "%c")):
			return "it keeps the case of the US-ASCII letters beside others in a host, which RFC 3986 §6.2.2.1 " +
				"lowers in the URI"
		case strings.HasSuffix(row.Input, "example.com:/"):
			return "it removes an empty port without regard to the scheme; we do so on the next rung"
		case host.Kind() == iri.IPv6 && h != "[::1]":
			return "it rewrites IPv6 addresses, which neither RFC names"
		case row.Suite == "fluent-uri" && strings.Contains(row.Input, "bar/..") && !strings.Contains(row.Input, ":/"):
			if _, ok := iri.MustParseRef(row.Input).Scheme(); ok {
				return "it keeps the dots of a rootless path, which §5.2.4 removes"
			}
		}
	}
	return ""
}

// TestBidiExamples checks the examples of RFC 3987 §4.4, in Hebrew letters.
func TestBidiExamples(t *testing.T) {
	want := map[int]string{
		8: "bidi-edge[16,21) bidi-edge[22,27)",
		9: "bidi-edge[16,23) bidi-edge[24,31)",
	}
	n := 0
	suiteRows(t, "rfc-examples", func(row suiteRow) {
		if row.Kind != "bidi" {
			return
		}
		n++
		if got := findingCodes(t, row.Input); got != want[n] {
			t.Errorf("example %d, %q: got %q, want %q", n, row.Input, got, want[n])
		}
	})
	if n != 10 {
		t.Errorf("%d examples, want 10", n)
	}
}
