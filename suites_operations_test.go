package iri_test

import (
	"encoding/json"
	"strings"
	"testing"

	"github.com/rfc3987/iri"
	"github.com/rfc3987/iri/internal/chars"
	"github.com/rfc3987/iri/internal/component"
)

// TestSuitesOperations runs the rows for normalization, comparison and resolution. Where we
// part from a row there has to be a reason.
func TestSuitesOperations(t *testing.T) {
	for _, name := range []string{"rfc-examples", "iri-string", "fluent-uri"} {
		t.Run(name, func(t *testing.T) {
			agree, part := 0, 0
			suiteRows(t, name, func(row suiteRow) {
				got, want, ok := answer(t, row)
				if !ok {
					return
				}
				why := partsWith(row)
				switch {
				case got == want && why != "":
					t.Errorf("%s %q: agrees, though %s", row.Kind, row.Input, why)
				case got != want && why == "":
					t.Errorf("%s %q (base %q): got %q, want %q (%s)", row.Kind, row.Input, row.Base, got, want, row.Note)
				case got != want:
					part++
				default:
					agree++
				}
			})
			t.Logf("%d rows agree, %d part from us for a stated reason", agree, part)
		})
	}
}

// answer returns what we say to a row and what the row says. Other tests run the
// rows of other kinds.
func answer(t *testing.T, row suiteRow) (got, want string, ok bool) {
	json.Unmarshal(row.Expected, &want) // a row that is no string is read below, or never matches
	switch row.Kind {
	case "remove_dot_segments":
		return string(component.RemoveDotSegments([]byte(row.Input), 0)), want, true
	case "normalize":
		spec := iri.RFC3987
		if strings.HasPrefix(row.Production, "URI") {
			spec = iri.RFC3986
		}
		return iri.MustParseRef(row.Input).Normalize(iri.RungPath, iri.NormalizeFor(spec)).String(), want, true
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
			opts = append(opts, iri.NormalizeHost(iri.HostIDNA))
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

// partsWith returns why we part from a row, "" if we should not.
func partsWith(row suiteRow) string {
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
	case "normalize":
		host, _ := iri.MustParseRef(row.Input).Host()
		h := host.String()
		switch {
		case row.Suite == "iri-string" && chars.HasUpperHost(h) && (!chars.IsASCII(h) || strings.Contains(h, "%c")):
			return "it keeps the case of the US-ASCII letters beside others in a host, which RFC 3986 §6.2.2.1 lowers in the URI"
		case strings.HasSuffix(row.Input, "example.com:/"):
			return "it removes an empty port without regard to the scheme; we do so on the next rung"
		case host.Kind() == iri.IPv6 && h != "[::1]":
			return "it rewrites IPv6 addresses, which neither RFC names"
		case row.Suite == "fluent-uri" && strings.Contains(row.Input, "bar/..") && !strings.Contains(row.Input, ":/"):
			if _, ok := iri.MustParseRef(row.Input).Scheme(); ok {
				return "it keeps the dots of a rootless path, which §5.2.4 removes"
			}
		case strings.Contains(row.Input, "%EE%80%80"):
			return "it keeps private use encoded in a query, where §2.2 allows it: one IRI, two normal forms"
		}
	}
	return ""
}
