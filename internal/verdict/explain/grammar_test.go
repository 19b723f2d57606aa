package explain

import (
	"slices"
	"strings"
	"testing"

	"github.com/rfc3987/iri/internal/ref/spec"
	"github.com/rfc3987/iri/internal/testkit"
	"github.com/rfc3987/iri/internal/testkit/grammartest"
)

// TestEntriesOfNames holds that the entry of a rule which has another name in the grammars has that name, and that
// there is none of a rule which they do not have.
func TestEntriesOfNames(t *testing.T) {
	for _, tt := range []struct {
		name  string
		names map[string]string // of the rules of RFC 3987, those that have others; "" for one that is not there
		want  string            // of the entries of query, iquery and port
	}{
		{"as they are", nil, "query rfc3986, iquery rfc3987, port rfc3987"},
		{"another name", map[string]string{"iquery": "iquery-part"},
			"query rfc3986, iquery-part rfc3987, port rfc3987"},
		{"no such rule", map[string]string{"iquery": ""}, "query rfc3986, port rfc3987"},
		{"a name that both have", map[string]string{"port": "iport"},
			"query rfc3986, iquery rfc3987, iport rfc3987, port rfc3986"},
	} {
		got := make(map[string]bool)
		for _, e := range grammarEntries(func(s *spec.Spec, name string) (string, string, bool) {
			if other, ok := tt.names[name]; ok && s == spec.RFC3987 {
				return other, "§1", other != ""
			}
			return name, "§1", s != spec.RFC3986 || name == "query" || name == "port"
		}) {
			if e.Section != "§1" {
				t.Errorf("%s: %s has the section %q", tt.name, e.Code, e.Section)
			}
			if strings.Contains(e.Title+e.Text+e.Mend, " iport ") {
				t.Errorf("%s: a word has become the name of a rule: %s", tt.name, e.Text)
			}
			got[string(e.Code)+" "+e.Spec.Name()] = true
		}
		for want := range strings.SplitSeq(tt.want, ", ") {
			if !got[want] {
				t.Errorf("%s: there is no entry of %s", tt.name, want)
			}
			delete(got, want)
		}
		for _, name := range []string{"query", "iquery", "iquery-part", "port", "iport"} {
			if got[name+" rfc3986"] || got[name+" rfc3987"] {
				t.Errorf("%s: there is an entry of %s", tt.name, name)
			}
		}
	}
}

// TestEntriesOfChanges has the entries of productions as they are if the grammar is changed: no example is on the wrong
// side, and what is no longer true is not said.
func TestEntriesOfChanges(t *testing.T) {
	testkit.StatesRFC(t)
	const everywhere = "iuserinfo ireg-name ipath-abempty ipath-absolute ipath-rootless ipath-noscheme iquery ifragment"
	neutral := map[string]string{ // which entries say no more than the grammar
		"zones":                               "IP-literal IPv6address iprivate",
		"no encoded NUL":                      everywhere + " pct-encoded iprivate",
		"a bar in the query":                  "iquery iprivate",
		"a port of one to five digits":        "port iprivate",
		"a port by name":                      "port iprivate",
		"names before addresses":              "iprivate",
		"a group in the fragment":             "ifragment iprivate",
		"no rule for a host in brackets":      "IPv6address iprivate",
		"no rule for addresses of the future": "IP-literal IPv6address iprivate",
		"parameters of segments":              "ipath-abempty ipath-absolute ipath-rootless ipath-noscheme iprivate",
		"no characters beyond ASCII":          everywhere + " iprivate",
		"Latin alone":                         everywhere + " iprivate",
		"no userinfo":                         "iprivate",
		"a name is not empty":                 "ireg-name iprivate",
		"schemes of the web":                  "scheme iprivate",
		"percent-encoding of three digits":    everywhere + " pct-encoded iprivate",
		"no tilde":                            everywhere + " iprivate",
		"segments of at most eight":           "ipath-abempty ipath-absolute ipath-rootless ipath-noscheme iprivate",
		"a query of pairs":                    "iquery iprivate",
	}
	for _, c := range grammartest.Changes {
		if c.Of != spec.RFC3987.Name() {
			continue
		}
		t.Run(c.Name, func(t *testing.T) {
			s, err := spec.ReadSpec(spec.GrammarFile{Name: "changed.abnf", Text: c.Text()})
			if err != nil {
				t.Fatal(err)
			}
			var plain []string
			for _, e := range grammarTable() {
				if e.Spec != nil {
					continue
				}
				e.Spec = s
				got := e.trueOf()
				rule, ok := s.Rule(string(e.Code))
				if ok && strings.HasPrefix(got.Text, "The definition is ") {
					plain = append(plain, string(e.Code))
					if !strings.Contains(got.Text, rule.ABNF()) || got.Title == "" || got.Mend == "" ||
						len(got.Good) == 0 || len(got.Bad) == 0 {
						t.Errorf("%s: %+v", e.Code, got)
					}
				}
				start := s.Top()
				if got.Rule != "" {
					start, _ = s.Rule(got.Rule)
				}
				for _, in := range got.Good {
					if !start.Valid(in) {
						t.Errorf("%s: the good example %q is bad", e.Code, in)
					}
				}
				for _, in := range got.Bad {
					if start.Valid(in) {
						t.Errorf("%s: the bad example %q is good", e.Code, in)
					}
				}
				if ok && strings.Contains(got.Text, "It may be empty") && !rule.Valid("") {
					t.Errorf("%s does not match the empty string: %s", e.Code, got.Text)
				}
			}
			if want := strings.Fields(neutral[c.Name]); !slices.Equal(plain, want) {
				t.Errorf("neutral are %q, want %q", plain, want)
			}
		})
	}
}
