package conformance_test

import (
	"iter"
	"math/rand/v2"
	"regexp"
	"slices"
	"strconv"
	"strings"
	"testing"
	"unicode/utf8"

	"golang.org/x/text/unicode/norm"

	"github.com/rfc3987/iri"
	"github.com/rfc3987/iri/internal/testkit"
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

// asMended says of the codes whose rule is about the text what a fix may change in it. Both
// the components of a string and those of the fixed one go through the function, and are
// the same then. Codes that are not here change nothing: what is percent-encoded and what
// is not differ, and no more.
var asMended = map[iri.Code]func(string) string{
	"not-nfc": norm.NFC.String, "not-nfkc": norm.NFKC.String, "fullwidth": norm.NFKC.String,
	"scheme-case": strings.ToLower, "host-case": strings.ToLower,
	"dot-segment": normalized, "port-empty": normalized, "port-default": normalized, "path-empty": normalized,
}

// normalized returns the normal form of an IRI by the rules of its scheme.
func normalized(s string) string { return iri.MustParse(s).Normalize(iri.RungScheme).String() }

// moreBad are strings that have findings with fixes beside the examples of the codes.
var moreBad = map[iri.Code][]string{
	"ireg-name":     {"http://2001:db8::1/", "http://a<b/", "foo://x\"y/p", "http://0:0:0:0:0:0:0:0]/"},
	"reg-name":      {"http://2001:db8::1/", "http://a<b/", "foo://x\"y/p", "http://0:0:0:0:0:0:0:0]/"},
	"scheme-mailto": {"mailto:a@example.com?subject=a/b", "mailto:a@example.com?body=a?b&cc=x=y"},
	"path-empty":    {"https://example.org#f", "ws://example.org"},
	"port-empty":    {"https://example.org:/a", "ftp://a.example:/?q"},
	"port-default":  {"ws://e.example:80/", "ftp://e.example:21/a"},
	"scheme-case":   {"URN:example:a", "hTTps://e.example/"},
}

// variants yields strings that are made of others by putting pieces into them, without end.
func variants(seeds []string, rnd *rand.Rand) iter.Seq[string] {
	pieces := strings.Fields(`a é 日本 אב ü.x / ? # = & : x=1 %C3%A9 %20 %3a %7E . .. - 1 ß % < > " { } | \ ^ [ ]`)
	pieces = append(pieces, " ", "\x01", "\u0085", "\u00a0", "\u200b", "\uE000", "e\u0301", "\u212B")
	return func(yield func(string) bool) {
		for {
			s := seeds[rnd.IntN(len(seeds))]
			for range rnd.IntN(4) {
				at := rnd.IntN(len(s) + 1)
				for at < len(s) && !utf8.RuneStart(s[at]) {
					at++
				}
				s = s[:at] + pieces[rnd.IntN(len(pieces))] + s[at:]
			}
			if !yield(s) {
				return
			}
		}
	}
}

// TestFixKeepsWhatIsSaid holds what a fix promises (docs/blame.md) for every code there is,
// with 200 strings of each that has a fix for one of its examples: the string as it is fixed conforms to the rule,
// has the same components with the same decoded text, and no finding that it did not have. Without one it has none.
func TestFixKeepsWhatIsSaid(t *testing.T) {
	testkit.StatesRFC(t)
	const want, tries = 200, 30_000
	for i, info := range iri.Codes() {
		t.Run(string(info.Code), func(t *testing.T) {
			t.Parallel()
			spec, opts := iri.RFC3987, []iri.CheckOption(nil)
			if info.Spec != nil {
				spec = info.Spec
			}
			rule := spec.Top()
			if info.Rule != "" {
				rule, _ = spec.Rule(info.Rule)
			}
			if !info.Grammar && info.Severity == iri.SeverityOff {
				opts = append(opts, iri.WithSeverity(info.Code, iri.SeverityWarning))
			}
			seen := make(map[string]bool)
			n, wanted, limit := 0, want, tries
			seeds := append(slices.Clone(info.Bad), moreBad[info.Code]...)
			if !slices.ContainsFunc(seeds, func(s string) bool { return fixKeeps(t, &info, rule, s, opts) }) {
				wanted, limit = 1, 500
			}
			for s := range variants(seeds, rand.New(rand.NewPCG(3987, uint64(i)))) {
				if limit--; n == wanted || limit < 0 {
					break
				}
				if !seen[s] && fixKeeps(t, &info, rule, s, opts) {
					n++
				}
				seen[s] = true
			}
			switch {
			case wanted == 1 && n > 0:
				t.Error("no example of the code has a fix, and another string has one")
			case wanted > 1 && n < wanted:
				t.Errorf("%d strings with a fix, want %d", n, wanted)
			}
		})
	}
}

// withoutBrackets returns a string without the brackets of its authority.
func withoutBrackets(s string) string {
	at := wholeParts.FindStringSubmatchIndex(s)[2*4:]
	authority := strings.NewReplacer("[", "", "]", "").Replace(s[at[0]:at[1]])
	return s[:at[0]] + authority + s[at[1]:]
}

// fixKeeps fixes what a string has of a code, and reports whether it had a fix and could be
// fixed as a whole.
func fixKeeps(t *testing.T, info *iri.CodeInfo, rule iri.Rule, s string, opts []iri.CheckOption) bool {
	t.Helper()
	rep := rule.Check(s, opts...)
	has, inFront, brackets := false, false, false
	for _, f := range rep.Findings() {
		if f.Fix == nil {
			continue
		}
		if f.Fix.Guessed {
			t.Errorf("%+q: a fix of %s is guessed", s, f.Code)
		}
		has = has || f.Code == info.Code
		inFront = inFront || f.Fix.Text == "./"
		brackets = brackets || strings.HasPrefix(f.Fix.Text, "[")
	}
	fixed, ok := rep.FixedPart(info.Code)
	if !has || !ok || !rule.Valid(fixed) {
		return false
	}
	before, after := s, fixed
	if inFront {
		// "./" in front of a first segment with ":" names the same path, and what Appendix B
		// takes for a scheme is the start of that path.
		before, after = strings.Replace(s, ":", "%3A", 1), strings.Replace(strings.TrimPrefix(fixed, "./"), ":", "%3A", 1)
	}
	if brackets { // which stand around the same address
		before, after = withoutBrackets(before), withoutBrackets(after)
	}
	var was, is string
	if change := asMended[info.Code]; change != nil {
		was, is = decodedComponents(change(before)), decodedComponents(change(after))
	} else {
		was, is = decodedComponents(before), decodedComponents(after)
	}
	if trimmed := strings.Trim(s, " \t\r\n"); was != is && trimmed != s { // RFC 3986 Appendix C: it is not part of it
		return fixKeeps(t, info, rule, trimmed, opts)
	}
	if was != is {
		t.Errorf("%+q was fixed to %+q, which says something else:\n%s\n%s", s, fixed, was, is)
	}
	if rep.Grammatical() {
		counts := make(map[iri.Code]int)
		for _, f := range rep.Findings() {
			counts[f.Code]++
		}
		again := rule.Check(fixed, opts...)
		for _, f := range again.Findings() {
			if counts[f.Code]--; counts[f.Code] < 0 {
				t.Errorf("%+q was fixed to %+q, which has a new finding: %v", s, fixed, f)
			}
		}
	}
	return true
}

// TestErrorsNameNoCommand holds that what the library says is free of the command: the
// hints say what to write, and the command adds what to run.
func TestErrorsNameNoCommand(t *testing.T) {
	for _, s := range []string{"http://e/a b", "http://e/|", "http://e/é", "C:\\a", "a b", "http://h:8a/",
		"http://e/{id}"} {
		for _, spec := range iri.Specs() {
			err := spec.Top().Check(s).Err()
			if err != nil && regexp.MustCompile(`\biri [a-z]+-`).MatchString(err.Error()) {
				t.Errorf("%s: %q: the error names a command: %v", spec.Name(), s, err)
			}
		}
	}
}

// TestGuesses takes strings that are made of what people write, with any piece put anywhere:
// a guess is an edit within the string that changes it, and what it makes of a string is
// not guessed at again and again.
func TestGuesses(t *testing.T) {
	seeds := strings.Split(`http://e/ http://f/|file:///C:\Users\me|C:\a b|\\server\share|tel:+1 (555) `+
		`123-4567|mailto:A <a@x.com>; b@y.com|git@github.com:u/r.git|`+
		`doi: 10.1000/182|DOI `+
		`10.1000/182|http://e/%ud83d%ude00|http://e/\u00e9\xe9|<http://e/>|`+
		`urn:uuid:{f81d4fae-7dec-11d0-a765-00a0c91e6bf6}|geo:1, 2|news:<a@b>|`+
		`ssh://git@h:p/r|http:\\e\a|https;//e|http://h:80\a|file:///C/x|https:// https://e/|{id}`, "|")
	rnd := rand.New(rand.NewPCG(3987, 14))
	n := 0
	for s := range variants(seeds, rnd) {
		if n++; n > 20_000 {
			break
		}
		for _, rule := range []iri.Rule{iri.RFC3987.Top(), iri.RFC3987.Reference()} {
			rep := rule.Check(s, iri.WithGuess())
			for _, f := range rep.Findings() {
				if x := f.Fix; x != nil && x.Guessed && (x.Start < 0 || x.Start > x.End || x.End > len(s) ||
					s[x.Start:x.End] == x.Text) {
					t.Fatalf("%q as %s: the guess for %s is %+v", s, rule, f.Code, *x)
				}
			}
			for round := 0; ; round++ {
				fixed, ok := rep.FixedPart()
				if !ok {
					break
				}
				if round == 10 {
					t.Fatalf("%q as %s: ten rounds of fixes lead to %q", s, rule, fixed)
				}
				rep = rule.Check(fixed, iri.WithGuess())
			}
		}
	}
}
