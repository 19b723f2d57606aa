package main

import (
	"encoding/json"
	"fmt"
	"math/rand/v2"
	"strings"
	"testing"

	"github.com/rfc3987/iri"
	"github.com/rfc3987/iri/internal/testkit"
	"github.com/rfc3987/iri/internal/testkit/reftest"
)

// A samePair is two references, and the first rung on which a rule makes them equal; never if they name two things, and
// byChance if no rule says what they are.
type samePair struct {
	a, b string
	on   iri.Rung
}

const (
	never    = iri.RungProtocol + 1
	byChance = never + 1
)

// pairsByRule have spellings of one reference that a clause makes equal, and of two that look alike. "*" stands for a
// word.
var pairsByRule = []samePair{
	// RFC 8089
	{"file:/*", "file:///*", iri.RungScheme}, {"FILE://localhost/*", "file:/*", iri.RungScheme}, {"file://h/*",
		"file:/*", never},
	// RFC 5321 §2.4
	{"mailto:*@B.example", "mailto:*@b.example", iri.RungScheme}, {"mailto:A*@b.example", "mailto:a*@b.example", never},
	// RFC 3966 §4
	{"tel:+1-202-555-0101;ext=*", "tel:+12025550101;ext=*", iri.RungScheme},
	{"tel:+1;x*=1;ext=2", "tel:+1;EXT=2;X*=1", iri.RungScheme}, {"tel:1;phone-context=+4-4", "tel:1;phone-context=+44",
		iri.RungScheme}, {"tel:1;*=a;b", "tel:1;*=a", never},
	// RFC 8141 §3.1
	{"urn:foo:*", "URN:FOO:*", iri.RungScheme}, {"urn:foo:*", "urn:foo:*?=q", never},
	{"urn:foo:*", "urn:foo:*?+r", never}, {"urn:foo:*#a", "urn:foo:*#b", never},
	{"urn:foo:a*", "urn:foo:A*", never}, {"urn:ietf:a*", "urn:ietf:A*", iri.RungScheme}, {"urn:isbn:*-1", "urn:isbn:*1",
		never},
	// RFC 9562 §4
	{"urn:uuid:F81D4FAE-7DEC-11D0-A765-00A0C91E6BF6#*", "urn:uuid:f81d4fae-7dec-11d0-a765-00a0c91e6bf6#*",
		iri.RungScheme},
	// RFC 8254
	{"urn:isbn:0-395-36341-1?=*", "urn:isbn:0395363411?=*", iri.RungScheme},
	{"urn:isbn:0395363411#*", "urn:isbn:9780395363416#*", never},
	{"urn:issn:03785955#*", "urn:issn:0378-5955#*", iri.RungScheme}, {"urn:issn:2434-561x#*", "urn:issn:2434-561X#*",
		iri.RungScheme},
	// of LEIRIs
	{"x:* b|", "x:*%20b%7c", iri.RungPercent}, {"x:*\u0080", "x:*%C2%80", iri.RungPercent},
	{"x:*\u202e", "x:*%E2%80%AE", iri.RungPercent},
	{"did:ex:*~", "did:ex:*%7e", iri.RungPercent}, {"x:*%2Fb", "x:*/b", never}, {"x:*e\u0301", "x:*\u00e9", never},
	{"//H:/*", "//h/*", iri.RungScheme}, {"//h:010/*", "//h:10/*", iri.RungScheme}, {"//h:80/*", "//h/*", never},
	{"*/./b", "*/b", never},
}

// anEdit is a part of an http IRI that has two spellings, equal from a rung on.
type anEdit struct {
	a, b string
	on   iri.Rung
}

// editsOf are the spellings of the parts of an http IRI, in their order.
var editsOf = [][]anEdit{
	{{"http", "http", iri.RungString}, {"HTTP", "http", iri.RungCase}, {"https", "http", never}},
	{{"://", "://", iri.RungString}, {"://u@", "://u@", iri.RungString}, {"://%75@", "://u@", iri.RungPercent},
		{"://u@", "://U@", never}},
	{
		{"h.example", "h.example", iri.RungString}, {"H.example", "h.example", iri.RungCase}, {"%48.example",
			"h.example", iri.RungPercent},
		{"R\u00e9SUM\u00e9.example", "r\u00e9sum\u00e9.example", iri.RungPercent},
		{"r\u00c9sum\u00e9.example", "r\u00e9sum\u00e9.example", iri.RungScheme},
		{"r%c3%a9sum%C3%A9.example", "r\u00e9sum\u00e9.example", iri.RungPercent},
		{"xn--rsum-bpad.example", "r\u00e9sum\u00e9.example", iri.RungHost},
		{"XN--RSUM-BPAD.example", "r%C3%89sum%C3%A9.example", iri.RungHost}, {"[::A]", "[::a]", iri.RungCase},
		{"[0:0::1]", "[::1]", iri.RungHost}, {"[::102:304]", "[::1.2.3.4]", iri.RungHost},
		{"h.example", "h.example.", never}, {"1.2.3.4", "1.2.3.4", iri.RungString}, {"1.2.3.4", "[::1.2.3.4]", never},
	},
	{{"", "", iri.RungString}, {":8080", ":8080", iri.RungString}, {":08080", ":8080", iri.RungScheme},
		{":0", ":00", iri.RungScheme}, {":81", ":82", never}},
	{
		{"/", "/", iri.RungString}, {"/a/../*", "/*", iri.RungPath}, {"/./*", "/*", iri.RungPath}, {"/*/%2e%2E/", "/",
			iri.RungPath}, {"/*/", "/*", iri.RungProtocol},
		{"/*%2f", "/*%2F", iri.RungCase}, {"/*%7E", "/*~", iri.RungPercent}, {"/*\u00e9", "/*%C3%A9", iri.RungPercent},
		{"/*", "/*a", never}, {"", "/", iri.RungScheme},
	},
	{{"", "", iri.RungString}, {"?*%41", "?*A", iri.RungPercent}, {"?*=%2b", "?*=%2B", iri.RungCase}, {"", "?", never},
		{"?a", "?A", never}},
	{{"", "", iri.RungString}, {"#*%41", "#*A", iri.RungPercent}, {"#", "", never}, {"#*", "#", never}},
}

// samePairs returns n pairs, by rules and by chance.
func samePairs(n int) (pairs []samePair) {
	r := rand.New(rand.NewPCG(5, 5))
	for len(pairs) < n {
		word := fmt.Sprint(r.IntN(100) + 10)
		switch r.IntN(4) {
		case 0:
			p := pairsByRule[r.IntN(len(pairsByRule))]
			pairs = append(pairs, p.with(word))
		case 1:
			a := reftest.Random(r, false)
			pairs = append(pairs, samePair{a, reftest.Random(r, false), byChance},
				samePair{a, iri.MustParseRef(a).Normalize(iri.Rungs()[r.IntN(7)]).String(), byChance})
		default:
			var p samePair
			for _, part := range editsOf {
				e := part[0]
				if r.IntN(3) == 0 {
					e = part[r.IntN(len(part))]
				}
				p = samePair{p.a + e.a, p.b + e.b, max(p.on, e.on)}
			}
			pairs = append(pairs, p.with(word))
		}
	}
	return pairs[:n]
}

// with returns the pair with a word.
func (p samePair) with(word string) samePair {
	return samePair{strings.ReplaceAll(p.a, "*", word), strings.ReplaceAll(p.b, "*", word), p.on}
}

// TestSameAnswer holds that compare, uniq, normalize, Compare, Key, Equivalent and Normalize give one verdict on each
// pair, on every rung and of every spec, and that it is the one that the rules give.
func TestSameAnswer(t *testing.T) {
	testkit.StatesRFC(t)
	pairs := samePairs(testkit.Size(2000, 20_000, 20_000))
	for _, spec := range iri.Specs() {
		reference := spec.Reference()
		if !reference.WholeReference() {
			continue // a spec of something else, which an author has added
		}
		var lines, texts strings.Builder
		var of []samePair
		for _, p := range pairs {
			if !reference.Valid(p.a) || !reference.Valid(p.b) {
				continue
			}
			of = append(of, p)
			line, err := json.Marshal(map[string]string{"iri": p.a, "other": p.b})
			if err != nil {
				t.Fatal(err)
			}
			lines.Write(append(line, '\n'))
			for _, s := range []string{p.a, p.b} {
				text, err := json.Marshal(s)
				if err != nil {
					t.Fatal(err)
				}
				texts.Write(append(text, '\n'))
			}
		}
		if len(of) < len(pairs)/3 {
			t.Fatalf("%s: only %d of %d pairs conform", spec, len(of), len(pairs))
		}
		for _, rung := range iri.Rungs() {
			t.Run(spec.Name()+" "+rung.String(), func(t *testing.T) { sameAnswer(t, spec, rung, of, lines.String(), texts.String()) })
		}
	}
}

func sameAnswer(t *testing.T, spec *iri.Spec, rung iri.Rung, pairs []samePair, lines, texts string) {
	flags := []string{"--spec", spec.Name(), "--to", rung.String(), "--from", "json", "--format", "json"}
	compared := answersOf(t, lines, append([]string{"compare"}, flags...)...)
	normalized := answersOf(t, texts, append([]string{"normalize"}, flags...)...)
	classes := answersOf(t, texts, append([]string{"uniq", "-c"}, flags...)...)
	if len(compared) != len(pairs) || len(normalized) != 2*len(pairs) {
		t.Fatalf("%d comparisons and %d normal forms of %d pairs", len(compared), len(normalized), len(pairs))
	}
	var firsts []string // of each class
	count := make(map[string]int)
	for i, p := range pairs {
		a, b := mustParse(t, spec, p.a), mustParse(t, spec, p.b)
		keys := [2]string{a.Key(rung, iri.WithSpec(spec)), b.Key(rung, iri.WithSpec(spec))}
		equal := keys[0] == keys[1]
		for j, text := range []iri.Ref{a, b} {
			if count[keys[j]]++; count[keys[j]] == 1 {
				firsts = append(firsts, text.String())
			}
			form, said := text.Normalize(rung, iri.WithSpec(spec)), normalized[2*i+j]
			if form.String() != keys[j] || said.Output != keys[j] {
				t.Fatalf("%+q: Key %+q, Normalize %+q, normalize %+q", text, keys[j], form, said.Output)
			}
		}
		c := iri.Diff(a, b, rung, iri.WithSpec(spec))
		if c.Equal != equal || compared[i].Equal != equal || equal && compared[i].Rung != c.Rung.String() {
			t.Fatalf("%+q and %+q: Key says %v, Compare %+v, compare %+v", a, b, equal, c, compared[i])
		}
		if i, ok := a.IRI(); ok {
			if j, ok := b.IRI(); ok && iri.Equivalent(i, j, rung, iri.WithSpec(spec)) != equal {
				t.Fatalf("%+q and %+q: Key says %v, Equivalent does not", a, b, equal)
			}
		}
		if p.on != byChance && equal != (rung >= p.on) {
			t.Errorf("%+q and %+q: equal: %v, by the rules from %v on", a, b, equal, p.on)
		}
	}
	if len(classes) != len(firsts) {
		t.Fatalf("uniq has %d classes, there are %d keys", len(classes), len(firsts))
	}
	for i, first := range firsts {
		if key := mustParse(t, spec, first).Key(rung, iri.WithSpec(spec)); classes[i].Input != first ||
			classes[i].Count != count[key] {
			t.Fatalf("uniq: got %+v, want %+q %d times", classes[i], first, count[key])
		}
	}
}

// A sameSaid is an object that one of the commands writes.
type sameSaid struct {
	Input, Output, Rung string
	Equal               bool
	Count               int
}

// answersOf runs a command and returns the objects that it writes.
func answersOf(t *testing.T, in string, args ...string) (all []sameSaid) {
	t.Helper()
	out, errs, _ := runOn(in, args...)
	for line := range strings.Lines(out) {
		var said sameSaid
		if err := json.Unmarshal([]byte(line), &said); err != nil {
			t.Fatalf("%v: %v in %s, %s", args, err, line, errs)
		}
		all = append(all, said)
	}
	return all
}

func mustParse(t *testing.T, spec *iri.Spec, s string) iri.Ref {
	t.Helper()
	r, err := spec.Reference().Parse(s)
	if err != nil {
		t.Fatal(err)
	}
	return r
}
