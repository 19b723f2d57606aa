package conversions

import (
	"cmp"
	"math/rand/v2"
	"slices"
	"strings"
	"testing"

	"github.com/rfc3987/iri/internal/ref/spec"
	"github.com/rfc3987/iri/internal/testkit"
	"github.com/rfc3987/iri/internal/verdict/check"
	"github.com/rfc3987/iri/internal/verdict/finding"
	"github.com/rfc3987/iri/internal/verdict/rules"
)

// mutants calls f with strings that are made of references of all schemes that have rules, and of what people write in
// their place, by pieces that are put in, and parts that are left out or doubled.
func mutants(f func(s string)) {
	seeds := strings.Split(`http//e.org/<x>|http://a@b@c/|<http://e/>|"http://e/"| http://e/ |http://e/ `+
		`http://f/|C:\Users\me|http:\\e\a|`+
		`tel:+1 (555) 123|geo:1, `+
		`2|<URL:http://e/>|http://me@x.org:pw@h/a|www.e.org/a b|`+
		`did:example:a|foo://h:8/p|http://[::1]:80/|http://2001:db8::1/|git@h.org:u/r.git|https;//e|`+
		`mailto:a@b.example`, "|")
	for _, r := range rules.SchemeRules() {
		seeds = append(append(seeds, r.Good...), r.Bad...)
	}
	pieces := append(strings.Fields(`a é אב / // ? # = & : @ , ; %C3%A9 %20 % %2 %u00e9 \u00e9 .. - 1 < > " { } {id} `+
		`| \ ^ [ ] + http:// \xe9`),
		" ", "\t", "\n", "\u00a0", "\u200b", "\u202e", "\uE000", "\uFEFF", "\xff", "\xed\xa0\x81\xed\xb0\x96", "\uFFFD")
	rnd := rand.New(rand.NewPCG(3987, 55))
	for range cmp.Or(testkit.AskedNumber("mutants"), testkit.Size(2_000, 50_000, 500_000)) {
		s := seeds[rnd.IntN(len(seeds))]
		for range 1 + rnd.IntN(3) {
			i, j := rnd.IntN(len(s)+1), rnd.IntN(len(s)+1)
			i, j = min(i, j), min(max(i, j), min(i, j)+4)
			switch rnd.IntN(6) {
			case 0:
				s = s[:i] + s[j:]
			case 1:
				s = s[:j] + s[i:]
			default:
				s = s[:i] + pieces[rnd.IntN(len(pieces))] + s[i:]
			}
		}
		f(s)
	}
}

// TestNoFixIsLeftUndone holds what fix promises of every report, with guesses and without them: all fixes of errors
// that the report shows are applied, and the result conforms; or the findings say why not, with one that has no fix.
func TestNoFixIsLeftUndone(t *testing.T) {
	for _, set := range []finding.Run{{}, {Settings: finding.Settings{Guess: true}}, {ByHand: true, Single: true},
		{ByHand: true, Single: true, Settings: finding.Settings{Guess: true}}} {
		guess, fixer := set.Guess, NewFixer(nil, set)
		set.Max = finding.DefaultMaxFindings
		mutants(func(s string) {
			for _, r := range []spec.Rule{spec.RFC3987.Top(), spec.RFC3987.Reference(), spec.RFC3986.Top()} {
				rep := check.Report(s, r, &set)
				fixed, left := fixer.Text(s, r, guess)
				if len(left) == 0 && strings.Count(fixed, "\n") > 0 { // several IRIs, each on a line of its own
					for line := range strings.SplitSeq(fixed, "\n") {
						if !check.Report(line, r, new(finding.Run)).Conforms() {
							t.Errorf("%+q by %s: it is said to be mended, and %+q does not conform", s, r.Name(), line)
						}
					}
					continue
				}
				switch {
				case len(left) > 0:
					if !slices.ContainsFunc(left, func(f finding.Finding) bool {
						return f.Severity == finding.Error &&
							f.Fix == nil
					}) {
						t.Errorf("%+q by %s, guess %t: it is left undone, and all reasons have fixes: %v", s, r.Name(), guess, left)
					}
				case !check.Report(fixed, r, new(finding.Run)).Conforms():
					t.Errorf("%+q by %s, guess %t: it is said to be mended, and is %+q", s, r.Name(), guess, fixed)
				case rep.Conforms() && fixed != s:
					t.Errorf("%+q by %s, guess %t: it conforms, and becomes %+q", s, r.Name(), guess, fixed)
				}
			}
		})
	}
}

// TestGuessKeepsItsWord holds that a guess is a fix as others are, once it has been tried: applied alone, it removes its
// finding and adds none.
func TestGuessKeepsItsWord(t *testing.T) {
	mutants(func(s string) {
		r := spec.RFC3987.Top()
		again := func(s string, _ int) finding.Report {
			return check.Report(s, r, &finding.Run{Settings: finding.Settings{Guess: true}})
		}
		rep := again(s, 0)
		check.Try(&rep, again)
		for _, f := range rep.Findings {
			if f.Fix == nil || !f.Fix.Guessed || f.Severity != finding.Error {
				continue
			}
			errors, lines := 0, []string{finding.Apply(s, []finding.Fix{*f.Fix})}
			if f.Fix.Text == "\n" {
				lines = []string{s[:f.Fix.Start], s[f.Fix.End:]}
			}
			for _, line := range lines {
				after := check.Report(line, r, new(finding.Run))
				errors += after.Errors
			}
			if errors >= rep.Errors {
				t.Errorf("%+q: the guess %+q for %s leaves %d of %d errors", s, f.Fix.Text, f.Code, errors, rep.Errors)
			}
		}
	})
}
