package conversions_test

import (
	"errors"
	"fmt"
	"math/rand/v2"
	"slices"
	"strings"
	"testing"

	"github.com/rfc3987/iri"
	"github.com/rfc3987/iri/internal/change/convert"
	"github.com/rfc3987/iri/internal/ref/component"
	"github.com/rfc3987/iri/internal/ref/normalize"
	"github.com/rfc3987/iri/internal/ref/spec"
	"github.com/rfc3987/iri/internal/study/sample"
	"github.com/rfc3987/iri/internal/testkit"
	"github.com/rfc3987/iri/internal/testkit/grammartest"
	"github.com/rfc3987/iri/internal/testkit/reftest"
	"github.com/rfc3987/iri/internal/text/quote"
	"github.com/rfc3987/iri/internal/verdict/diagnose"
	"github.com/rfc3987/iri/internal/verdict/finding"
	"github.com/rfc3987/iri/internal/work/conversions"
	"github.com/rfc3987/iri/legacy"
)

// pieces are what references of the test are made of: percent-encodings of all kinds, and what one grammar has and
// another has not.
var pieces = []string{
	"a", "B", "0", "~", "-", ".", "..", "/", ":", "@", "!", "$", "&", "=", ";", ",", "+", "?", "a=b", "{1}", "^a^", "|",
	" ", "[", "]", "\\", "\"", "<", "`",
	"\x00", "\t", "\x7f", "\u0080", "é", "É", "\u0301", "e\u0301", "ſ", "ж", "א", "中", "\u200e", "\u202e", "\u00a0",
	"\ue000", "\ufdd0", "\ufffd", "\U000e0001", "\U000f0000",
	"%00", "%0a", "%1F", "%20", "%21", "%22", "%25", "%2B", "%2D", "%2E", "%2e%2E", "%2F", "%30", "%3A", "%3C", "%3D",
	"%40", "%41", "%5B", "%5C", "%5E", "%60", "%61", "%7B", "%7C", "%7e", "%7F",
	"%80", "%C2%A0", "%C3%A9", "%c3%89", "%C3", "%CC%81", "e%CC%81", "%C5%BF", "%D0%B6", "%D7%90", "%E4%B8%AD",
	"%E2%80%8E", "%E2%80%AE", "%ED%A0%80", "%EE%80%80", "%EF%B7%90", "%F3%A0%80%81", "%F3%B0%80%80", "%FF",
	"%u00E9", "%zz", "%4", "%",
}

// A drawer draws strings for the test: references by a rule, and others that are nearly such.
type drawer struct {
	rule    spec.Rule
	rand    *rand.Rand
	grammar *sample.Sampler
	dfa     interface {
		Sentence(*rand.Rand, int) string
	}
}

func newDrawer(t *testing.T, rule spec.Rule) *drawer {
	s, err := sample.New(rule.Spec().Grammar(), rule.Definition(), 1)
	if err != nil {
		t.Fatal(err)
	}
	return &drawer{rule, rand.New(rand.NewPCG(3987, 51)), s, rule.DFA().Sampler()}
}

// some returns a few pieces.
func (d *drawer) some() string {
	var b strings.Builder
	for range d.rand.IntN(4) {
		b.WriteString(pieces[d.rand.IntN(len(pieces))])
	}
	return b.String()
}

// made returns a reference made of pieces, which conforms if only a few are odd.
func (d *drawer) made() string {
	var b strings.Builder
	one := func(of ...string) { b.WriteString(of[d.rand.IntN(len(of))]) }
	maybe := func(before, after string) {
		if d.rand.IntN(3) == 0 {
			b.WriteString(before + d.some() + after)
		}
	}
	one("", "http:", "HTTPS:", "a:", "urn:x:", "file:")
	if d.rand.IntN(2) == 0 {
		b.WriteString("//")
		maybe("", "@")
		one("", "h", "H.Example", "1.2.3.4", "[::1]", "[fe80::1%25eth%C3%A9]", "[fe80::1%25%7e]", "[v1.a]", "é.example",
			"xn--bcher-kva.example", d.some())
		one("", "", "", ":", ":80", ":443", ":123456", ":http", ":8a")
		one("", "/")
	}
	for range d.rand.IntN(4) {
		one("/", "", "/./", "/../", "segment")
		b.WriteString(d.some())
	}
	maybe("?", "")
	maybe("#", "")
	return b.String()
}

// next returns a string.
func (d *drawer) next() string {
	switch d.rand.IntN(8) {
	case 0:
		return d.dfa.Sentence(d.rand, d.rand.IntN(30))
	case 1:
		return d.grammar.Sentence()
	case 2:
		if s, _, ok := d.grammar.NearMiss(); ok {
			return s
		}
	case 3:
		return reftest.Random(d.rand, false)
	case 4: // a sentence with something in it
		s := []rune(d.grammar.Sentence())
		at := d.rand.IntN(len(s) + 1)
		return string(s[:at]) + d.some() + string(s[at:])
	}
	for range 20 { // mostly one that conforms
		if s := d.made(); d.rule.Valid(s) {
			return s
		}
	}
	return d.made()
}

// A holding is a conversion that is held to a rule.
type holding struct {
	name string
	to   spec.Rule // that results have to conform to
	// by returns what becomes of a string. An error that is not errNoInput says why nothing does.
	by func(s string) (string, error)
	// again says that the result of a result is the result.
	again bool
}

// bases are what references are resolved against.
var bases = []string{"http://h/a/b?q", "http://h", "a:", "a:b", "urn:x:a/b/../c", "http://é.example:80/%C3%A9/%00/",
	"file:///"}

// errNoInput says that a string is not one that the conversion takes.
var errNoInput = errors.New("not an input")

// holdings returns the conversions, by a spec.
func holdings(s *spec.Spec) (all []holding) {
	rule, uri := s.Reference(), spec.RFC3986.Reference()
	public := (*iri.Spec)(s)
	add := func(name string, to spec.Rule, again bool, by func(string) (string, error)) {
		all = append(all, holding{name, to, by, again})
	}
	text := func(r fmt.Stringer, err error) (string, error) { return r.String(), err }

	// Through the library.
	for name, opts := range map[string][]iri.URIOption{
		"ToURI": nil, "ToURI lenient": {iri.WithLenient()}, "ToURI idna": {iri.WithHostMapping(iri.HostIDNA)},
		"ToURI uts46": {iri.WithHostMapping(iri.HostUTS46), iri.WithLenient()},
	} {
		opts = append(opts, iri.WithRule(public.Reference()))
		add(name, uri, false, func(x string) (string, error) { return text(iri.ToURI(x, opts...)) })
		add("Ref.URI of "+name, uri, false, func(x string) (string, error) {
			r, err := public.Reference().Parse(x)
			if err != nil {
				return "", errNoInput
			}
			return text(r.URI(opts...))
		})
	}
	for name, opts := range map[string][]iri.IRIOption{"": nil, " display": {iri.WithDisplay()}} {
		opts = append(opts, iri.WithSpec(public))
		add("FromURI"+name, rule, false, func(x string) (string, error) { return text(iri.ToIRI(x, opts...)) })
		add("AppendIRI"+name, rule, false,
			func(x string) (string, error) { b, err := iri.AppendIRI(nil, x, opts...); return string(b), err })
		add("URIRef.Ref"+name, rule, false, func(x string) (string, error) {
			u, err := iri.RFC3986.Reference().Parse(x)
			if err != nil {
				return "", errNoInput
			}
			as, _ := u.URI()
			r := as.Ref(opts...)
			if r.String() == x && !rule.Valid(x) { // it stays as it is
				return "", errNoInput
			}
			return r.String(), nil
		})
	}
	add("FromLEIRI", rule, false, func(x string) (string,
		error) {
		return text(legacy.FromLEIRI(x, iri.WithSpec(public)))
	})
	add("AppendFromLEIRI", rule, false, func(x string) (string, error) {
		b, err := legacy.AppendFromLEIRI(nil, x, iri.WithSpec(public))
		return string(b), err
	})
	for _, rung := range iri.Rungs() {
		for name, opts := range map[string][]iri.NormalizeOption{"": nil, " NFC": {iri.WithNFC()},
			" idna": {iri.WithHostMapping(iri.HostIDNA)}, " uts46": {iri.WithHostMapping(iri.HostUTS46), iri.WithNFC()}} {
			opts = append(opts, iri.WithSpec(public))
			add("Normalize "+rung.String()+name, rule, true, func(x string) (string, error) {
				r, err := public.Reference().Parse(x)
				if err != nil {
					return "", errNoInput
				}
				n := r.Normalize(rung, opts...)
				if b := r.AppendNormal(nil, rung, opts...); string(b) != n.String() {
					return "", fmt.Errorf("AppendNormal gives %q, and Normalize %q", b, n)
				}
				return n.String(), nil
			})
		}
	}
	for name, opts := range map[string][]iri.PrepareOption{
		"": nil, " encode": {iri.WithPercentEncoding()}, " all": {iri.WithPercentEncoding(), iri.WithSpaces(iri.EncodeSpaces),
			iri.WithBackslash(iri.SlashBackslash), iri.WithFoldWidth(), iri.WithHostMapping(iri.HostUTS46)},
	} {
		opts = append(opts, iri.WithRule(public.Reference()))
		add("Prepare"+name, rule, true, func(x string) (string, error) { return text(iri.Prepare(x, opts...)) })
	}
	add("Report.Fixed", rule, true, func(x string) (string, error) {
		rep := public.Reference().Check(x)
		if fixed, ok := rep.Fixed(); ok {
			return fixed, nil
		}
		return "", errNoInput
	})

	// As the command does it.
	for _, c := range []conversions.Conversion{
		{Kind: conversions.ToURI}, {Kind: conversions.ToURI, Lenient: true, Host: iri.HostIDNA},
		{Kind: conversions.ToIRI}, {Kind: conversions.ToIRI, Display: true}, {Kind: conversions.FromLEIRI},
		{Kind: conversions.Normalize, Rung: iri.RungPercent},
		{Kind: conversions.Normalize, Rung: iri.RungScheme, NFC: true},
		{Kind: conversions.Normalize, Rung: iri.RungProtocol, Host: iri.HostUTS46},
	} {
		from, to := rule, rule
		if source := c.Source(); source != nil {
			from = source.Reference()
		}
		if c.Kind == conversions.ToURI {
			to = uri
		}
		f, err := c.Func(s, convert.URIOptions{})
		if err != nil {
			panic(err)
		}
		add(fmt.Sprintf("command %+v", c), to, false, func(x string) (string, error) { b, err := f(nil, x, from); return string(b), err })
	}
	for _, base := range bases {
		b, err := diagnose.Parse(base, rule)
		if err != nil {
			continue
		}
		for _, nonStrict := range []bool{false, true} {
			add(fmt.Sprintf("command resolve %s %v", base, nonStrict), rule, false, func(x string) (string, error) {
				r, err := diagnose.Parse(x, rule)
				if err != nil {
					return "", errNoInput
				}
				target, err := conversions.Resolve(b, r, nonStrict, s)
				return target.Text, err
			})
		}
		add("command relativize "+base, rule, false, func(x string) (string, error) {
			target, err := diagnose.Parse(x, rule)
			if err != nil || target.Parts.Scheme == 0 {
				return "", errNoInput
			}
			short := conversions.Relativize(b, target, s)
			var back component.Ref
			normalize.Resolve(&back, &b, &short)
			if !component.HasDotSegment(component.Unguarded(target)) && back.Text != x {
				return "", fmt.Errorf("%q is resolved to %q", short, back)
			}
			return short.Text, nil
		})
	}
	fixer := conversions.NewFixer(nil, finding.Run{})
	add("command fix", rule, true, func(x string) (string, error) {
		fixed, findings := fixer.Text(x, rule, false)
		if len(findings) > 0 {
			return "", conversions.FindingsError(findings)
		}
		return fixed, nil
	})
	return all
}

// TestHeld holds that no conversion writes what the grammar refuses that it writes for, for the built-in specs and for
// those that change them, and that there is a finding where there is no result.
func TestHeld(t *testing.T) {
	testkit.StatesRFC(t)
	specs := slices.DeleteFunc(spec.Specs(), func(s *spec.Spec) bool { return s.Profile() == nil })
	builtin := len(specs)
	for _, c := range grammartest.Changes {
		s, err := spec.ReadSpec(spec.GrammarFile{Name: c.Name, Text: c.Text()})
		if err != nil {
			t.Fatal(err)
		}
		specs = append(specs, s)
	}
	n := testkit.Size(200, 1000, 10_000)
	for i, s := range specs {
		name := s.Name()
		if s.IsCustom() {
			name = grammartest.Changes[i-builtin].Name
		}
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			heldBy(t, s, n)
		})
	}
}

func heldBy(t *testing.T, s *spec.Spec, n int) {
	d := newDrawer(t, s.Reference())
	all := holdings(s)
	results, wrong := make([]int, len(all)), make([]int, len(all))
	for range n {
		text := d.next()
		for i, h := range all {
			got, err := h.by(text)
			fail := func(format string, args ...any) {
				if wrong[i]++; wrong[i] <= 3 {
					t.Errorf("%s of %q: %s", h.name, text, fmt.Sprintf(format, args...))
				}
			}
			switch {
			case err == errNoInput:
			case err != nil:
				if findings := conversions.FindingsOf(err, text); findings[0].Code == conversions.CodeConversion &&
					!errors.As(err, new(iri.Code)) {
					var e *iri.ConvertError
					if !errors.As(err, &e) || len(e.Findings()) == 0 {
						fail("there is no finding but %v", err)
					}
				}
			case !h.to.Valid(got):
				fail("got %s, which is not %s", quote.Quote(got), h.to)
			default:
				if results[i]++; !h.again {
					continue
				}
				if twice, err := h.by(got); err != nil || twice != got {
					fail("got %q, and of that %q, %v", got, twice, err)
				}
			}
		}
	}
	for i, h := range all {
		if results[i] == 0 && n >= 1000 {
			t.Errorf("%s has no result", h.name)
		}
		if wrong[i] > 3 {
			t.Errorf("%s: %d are wrong", h.name, wrong[i])
		}
	}
}
