package conformance_test

import (
	"math/rand/v2"
	"regexp"
	"strconv"
	"strings"
	"testing"

	"github.com/rfc3987/iri"
)

// wholeParts is the regular expression of RFC 3986 Appendix B, which takes any string apart.
var wholeParts = regexp.MustCompile(`(?s)^(([^:/?#]+):)?(//([^/?#]*))?([^?#]*)(\?([^#]*))?(#(.*))?$`)

// authorityParts takes an authority apart: userinfo, host, port.
var authorityParts = regexp.MustCompile(`(?s)^(?:([^@]*)@)?(\[.*\]|.*?)(?::([0-9]*))?$`)

// decodedComponents returns the components of any string, with the percent-encodings that
// are whole decoded.
func decodedComponents(s string) string {
	m := wholeParts.FindStringSubmatch(s)
	var out []string
	for _, k := range []int{2, 4, 5, 6, 7, 8, 9} {
		if k == 6 || k == 8 {
			out = append(out, strconv.FormatBool(m[k] != ""))
			continue
		}
		parts := []string{m[k]}
		if k == 4 {
			parts = authorityParts.FindStringSubmatch(m[k])[1:]
		}
		for _, p := range parts {
			out = append(out, strconv.Quote(decodeTriplets(p)))
		}
	}
	return strings.Join(out, " ")
}

func decodeTriplets(s string) string {
	var b strings.Builder
	for i := 0; i < len(s); i++ {
		if s[i] == '%' && i+2 < len(s) {
			if n, err := strconv.ParseUint(s[i+1:i+3], 16, 8); err == nil {
				b.WriteByte(byte(n))
				i += 2
				continue
			}
		}
		b.WriteByte(s[i])
	}
	return b.String()
}

// TestFixKeepsWhatIsSaid holds what a fix promises (design §4), for 200 strings of each code
// of the grammar that has fixes: the string as it is fixed conforms, and has the same
// components with the same decoded text.
func TestFixKeepsWhatIsSaid(t *testing.T) {
	const want = 200
	bases := []string{
		"http://u@e.example:80/p/q?k=v#f", "foo://host/a", "x:/abs/path?q", "urn:example:abc#f", "seg/ment?q#f", "//h/p", "1a:b/c",
	}
	bad := []string{" ", `"`, "<", ">", `\`, "^", "`", "{", "|", "}", "[", "]", "#", "%", "%4", "%zz", "\x01", "\x7f", "\uE000", "\u0085", "\U000E0001", "{\"a\"}", "  "}
	counts := map[iri.Code]int{
		"iuserinfo": 0, "ireg-name": 0, "ipath-abempty": 0, "ipath-absolute": 0, "ipath-rootless": 0, "ipath-noscheme": 0,
		"iquery": 0, "ifragment": 0, "pct-encoded": 0, "iprivate": 0,
	}
	rule, _ := iri.RFC3987.Rule("IRI-reference")
	rnd := rand.New(rand.NewPCG(3987, 10))
	for range 40_000 {
		s := bases[rnd.IntN(len(bases))]
		for range 1 + rnd.IntN(2) {
			at := rnd.IntN(len(s) + 1)
			s = s[:at] + bad[rnd.IntN(len(bad))] + s[at:]
		}
		rep := rule.Validate(s, iri.GrammarOnly())
		fixed, ok := rep.Fixed()
		if !ok || !rule.Valid(fixed) {
			continue
		}
		before, after := decodedComponents(s), decodedComponents(fixed)
		for _, f := range rep.Findings() {
			if f.Fix.Guessed {
				t.Fatalf("%q: a fix of %s is guessed", s, f.Code)
			}
			// "./" in front of a first segment with ":" names the same path, and what
			// Appendix B takes for a scheme is the start of that path.
			if f.Fix.Text == "./" {
				before = decodedComponents(strings.Replace(s, ":", "%3A", 1))
				after = decodedComponents(strings.Replace(strings.TrimPrefix(fixed, "./"), ":", "%3A", 1))
			}
		}
		if before != after {
			t.Errorf("%q was fixed to %q, which says something else:\n%s\n%s", s, fixed, before, after)
		}
		for _, f := range rep.Findings() {
			counts[f.Code]++
		}
	}
	for code, n := range counts {
		if n < want {
			t.Errorf("%s: %d strings, want %d", code, n, want)
		}
	}
	t.Log(counts)
}

// TestErrorsNameNoCommand holds that what the library says is free of the command: the
// hints say what to write, and the command adds what to run.
func TestErrorsNameNoCommand(t *testing.T) {
	for _, s := range []string{"http://e/a b", "http://e/|", "http://e/é", "C:\\a", "a b", "http://h:8a/", "http://e/{id}"} {
		for _, spec := range iri.Specs() {
			err := spec.Top().Validate(s).Err()
			if err != nil && regexp.MustCompile(`\biri [a-z]+-`).MatchString(err.Error()) {
				t.Errorf("%s: %q: the error names a command: %v", spec.Name(), s, err)
			}
		}
	}
}
