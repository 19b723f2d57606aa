package iri_test

import (
	"encoding/json"
	"testing"

	"github.com/rfc3987/iri"
)

// TestSuitesConversions runs the rows of all suites that map IRIs to URIs and URIs
// to IRIs.
func TestSuitesConversions(t *testing.T) {
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
						opts = append(opts, iri.WithHost(iri.HostIDNA))
					}
					var u iri.URIRef
					u, err = iri.ToURI(row.Input, opts...)
					got = u.String()
				case "to_iri":
					var opts []iri.IRIOption
					if idna {
						opts = append(opts, iri.Display())
					}
					var r iri.Ref
					r, err = iri.FromURI(row.Input, opts...)
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
