package diagnose

import (
	"fmt"
	"math/rand/v2"
	"regexp"
	"slices"
	"strings"
	"testing"
	"unicode/utf8"

	"github.com/rfc3987/iri/internal/grammar/abnf"
	"github.com/rfc3987/iri/internal/grammar/automaton"
	"github.com/rfc3987/iri/internal/grammar/engine"
	"github.com/rfc3987/iri/internal/ref/component"
	"github.com/rfc3987/iri/internal/ref/spec"
	"github.com/rfc3987/iri/internal/testkit"
	"github.com/rfc3987/iri/internal/testkit/grammartest"
	"github.com/rfc3987/iri/internal/verdict/finding"
)

// A referee decides what findings say by the grammar: by the terminals that a rule uses, and by automata that it makes
// itself. It does not ask what the findings were made with.
type referee struct {
	t    *testing.T
	g    *abnf.Grammar
	p    *spec.Profile
	dfas map[string]*automaton.DFA
	said map[string]bool // the reasons whose claims were decided

	spans map[string][]abnf.Interval // of the terminals of a rule
}

func newReferee(t *testing.T, g *abnf.Grammar, p *spec.Profile) *referee {
	return &referee{t: t, g: g, p: p, dfas: map[string]*automaton.DFA{}, spans: map[string][]abnf.Interval{}}
}

// A saidOf is a finding with where it stands.
type saidOf struct {
	s      string
	f      *finding.Finding
	comp   component.Kind // NumKinds if no component is to blame
	before string         // what stands before the fault in the component
	first  bool           // nothing before it in the component is a fault
}

func (x saidOf) run() string { return x.s[x.f.Start:x.f.End] }

// value returns a value of the message, without its quotes.
func (x saidOf) value(name string) string {
	for n, v := range x.f.Message.Params {
		if n == name {
			return strings.Trim(v, `"`)
		}
	}
	return ""
}

// follows returns the state of the component's rule after the first character that is blamed.
func (j *referee) follows(x saidOf) int {
	_, w := utf8.DecodeRuneInString(x.run())
	return j.dfa(j.name(x.comp)).Step(engine.Start, x.before+x.run()[:w])
}

func (j *referee) dfa(rule string) *automaton.DFA {
	if j.dfas[rule] == nil {
		d, err := automaton.Compile(j.g, rule)
		if err != nil {
			j.t.Fatal(err)
		}
		j.dfas[rule] = d
	}
	return j.dfas[rule]
}

func (j *referee) name(kind component.Kind) string { return j.p.Of[kind].Name() }

// has reports whether a terminal of the rule, or of one that it uses, has the character.
func (j *referee) has(rule string, char rune) bool {
	spans, known := j.spans[rule]
	if !known {
		for _, r := range j.g.Closure(j.g.Rule(rule)) {
			abnf.Walk(r.Expr, func(e abnf.Expr) bool {
				if chars, ok := abnf.Characters(e); ok {
					spans = slices.Concat(spans, slices.Concat(chars...))
				}
				return true
			})
		}
		j.spans[rule] = spans
	}
	return slices.ContainsFunc(spans, func(x abnf.Interval) bool { return x.Lo <= char && char <= x.Hi })
}

// never reports whether no character of the run is in the rule of its component.
func (j *referee) never(x saidOf) bool {
	return !slices.ContainsFunc([]rune(x.run()), func(c rune) bool { return c != utf8.RuneError && j.has(j.name(x.comp), c) })
}

// writes reports whether each percent-encoding of the template can stand in the place of the fault.
func (j *referee) writes(x saidOf) bool {
	if !x.first {
		return true // what stands before it is not what it says
	}
	d := j.dfa(j.name(x.comp))
	state := d.Step(engine.Start, x.before)
	return !slices.ContainsFunc(regexp.MustCompile(`%[0-9A-F]{2}`).FindAllString(x.f.Hint.Reason().Template(), -1),
		func(w string) bool { return d.Step(state, w) == engine.Dead })
}

// claimed says of each reason what it claims of a rule that may have changed. What is not here is said of rules as they
// are published alone, or claims nothing of the grammar.
var claimed = map[string]func(j *referee, x saidOf) bool{
	"scheme.char":         (*referee).never,
	"scheme.chars":        (*referee).never,
	"userinfo.char":       (*referee).never,
	"userinfo.chars":      (*referee).never,
	"host.char":           (*referee).never,
	"host.chars":          (*referee).never,
	"path.char":           (*referee).never,
	"path.chars":          (*referee).never,
	"query.char":          (*referee).never,
	"query.chars":         (*referee).never,
	"fragment.char":       (*referee).never,
	"fragment.chars":      (*referee).never,
	"hint.backslash":      (*referee).writes,
	"hint.space":          (*referee).writes,
	"hint.tab":            (*referee).writes,
	"hint.host-space":     (*referee).never,
	"hint.userinfo-space": (*referee).never,
	"hint.line-end":       (*referee).writes,
	"hint.list-end":       (*referee).writes,
	"hint.list":           (*referee).writes,
	"hint.delimiters":     (*referee).writes,
	"hint.braces":         (*referee).writes,
	"hint.percent":        (*referee).writes,
	"rule.short":          func(j *referee, x saidOf) bool { return x.f.Start == x.f.End || x.run()[0] == '%' },
	"rule.char":           func(j *referee, x saidOf) bool { return !x.first || j.follows(x) == engine.Dead },
	"rule.part": func(j *referee, x saidOf) bool {
		return j.dfa(x.f.Rules[len(x.f.Rules)-1]).Step(engine.Start, x.value("text")) == engine.Dead
	},
}

func isDigits(s string) bool { return strings.Trim(s, "0123456789") == "" }

// place finds the component of a finding, which its productions name, and where it begins by Appendix B of RFC 3986.
func (j *referee) place(s string, f *finding.Finding, all []finding.Finding) saidOf {
	x := saidOf{s: s, f: f, comp: component.NumKinds}
	for _, name := range f.Rules {
		if k, ok := j.p.Component(name); ok {
			x.comp = k
		}
	}
	from := -1
	switch x.comp {
	case component.Query:
		from = strings.IndexByte(s, '?') + 1
	case component.Fragment:
		from = strings.IndexByte(s, '#') + 1
	case component.Scheme:
		from = 0
	case component.Port:
		from = f.Start
		for from > 0 && isDigits(s[from-1:from]) {
			from--
		}
		if s[from-1] != ':' {
			from = -1
		}
	}
	if from >= 0 {
		x.before = s[from:f.Start]
		x.first = !slices.ContainsFunc(all, func(g finding.Finding) bool { return g.Start >= from && g.Start < f.Start })
	}
	return x
}

// mutant returns a sentence with a few characters that others have, or none has.
func mutant(rnd *rand.Rand, sampler *automaton.Sampler, samples []string) string {
	s := samples[rnd.IntN(len(samples))]
	if rnd.IntN(4) == 0 {
		return s
	}
	if rnd.IntN(2) == 0 {
		s = sampler.Sentence(rnd, 1+rnd.IntN(40))
	}
	pieces := []string{" ", "%", "%0", "%00", "%zz", "%u00e9", `\u00e9`, `\`, "|", "<", "{", "}", "[", "]", "[::1]",
		"[fe80::1%25a]", "[::1::2]", "[v1]", ":", "@", "#", "?", "/",
		"é", "日", "\uE000", "\U000E0001", "\xff", "a", "7", "123456", ":8a", "-", "~", "^", "\n", "\t", "=", "&",
		"1.2.3.4", "::1", "_", "٣", `\xe9`, "^^"}
	for range 1 + rnd.IntN(3) {
		at := rnd.IntN(len(s) + 1)
		end := min(len(s), at+rnd.IntN(3)/2)
		s = s[:at] + pieces[rnd.IntN(len(pieces))] + s[end:]
	}
	return s
}

// samples are strings of all shapes.
var samples = []string{"http://u:p@e.org:80/a/b?c=d#e", "http://[::1]:80/", "http://[fe80::1]/", "http://[v1.a]/?a",
	"http://1.2.3.4:8/a?b", "urn:a:b", "a/b?c#d", "//e.org/", "/a/b", "http://e:123456/",
	"http://[fe80::1%25eth0]/a", "", "http://e/?a=b&c=d", "https://e/#{1}", "http://e/^a^/b",
	"http://[1.2.3.4]/", "http://[::1.2.3]/", "http://[1:2:3:4:5:6:7:8:9]/", "http://a:b/c@d", "http://^|@h/",
	"1.e.org:80/", "http://h:٣/", `http://h/\xe9`, "http://e/%00", "http://e/%u00zz", "http://e/a%"}

// TestEverySentenceIsTrue has mutants of sentences of the built-in specs and of changed ones. What each finding says of
// the grammar is decided by a referee; and each fix removes its finding and adds none.
func TestEverySentenceIsTrue(t *testing.T) {
	said := make(map[string]bool)
	check := func(name string, s *spec.Spec) {
		t.Run(name, func(t *testing.T) {
			j := newReferee(t, s.Grammar(), s.Profile())
			j.said = said
			rnd := rand.New(rand.NewPCG(51, 3))
			rules := []spec.Rule{s.Top(), s.Reference(), j.p.Absolute, j.p.Relative}
			samplers := make([]*automaton.Sampler, len(rules))
			for i, r := range rules {
				samplers[i] = r.DFA().Sampler()
			}
			for n := range testkit.Size(300, 2000, 20_000) {
				i := n % 2
				if n%8 > 5 {
					i = n%2 + 2
				}
				if in := mutant(rnd, samplers[i], samples); !rules[i].Valid(in) {
					j.check(in, rules[i], n%5 == 0)
				}
			}
		})
	}
	for _, s := range spec.Specs() {
		if s.Profile() != nil { // it is one of references
			check(s.Name(), s)
		}
	}
	testkit.StatesRFC(t) // what the changes change, and which sentences are said
	for _, c := range grammartest.Changes {
		s, err := spec.ReadSpec(spec.GrammarFile{Name: "changed.abnf", Text: c.Text()})
		if err != nil {
			t.Fatal(err)
		}
		check(c.Name, s)
	}
	for name := range claimed {
		if !said[name] {
			t.Errorf("%s was never said", name)
		}
	}
}

// check holds what is said of a string against the grammar.
func (j *referee) check(s string, r spec.Rule, guess bool) {
	all := Blame(s, r, &finding.Run{Settings: finding.Settings{Guess: guess}}).Findings
	for i := range all {
		f := &all[i]
		x := j.place(s, f, all)
		for _, id := range []string{f.Message.Reason().String(), f.Hint.Reason().String()} {
			if claim := claimed[id]; claim != nil {
				if j.said[id] = true; !claim(j, x) {
					j.t.Errorf("%s: %+q [%d,%d): %s is false: %s; %s", r.Name(), s, f.Start, f.End, id, f.Message, f.Hint)
				}
			}
		}
		if f.Fix != nil && !f.Fix.Guessed { // the package check tries guesses
			j.tryFix(s, r, f, all)
		}
	}
}

// tryFix holds that a fix, applied, removes its finding and adds none.
func (j *referee) tryFix(s string, r spec.Rule, f *finding.Finding, all []finding.Finding) {
	left, fixed := 0, s[:f.Fix.Start]+f.Fix.Text+s[f.Fix.End:]
	if !r.Valid(fixed) {
		left = len(Blame(fixed, r, &finding.Run{}).Findings)
	}
	if left >= len(all) {
		j.t.Errorf("%s: %+q: the fix %+v of %s [%d,%d) leads to %+q with %d findings after %d", r.Name(), s, *f.Fix,
			f.Code, f.Start, f.End, fixed, left, len(all))
	}
}

// TestChangedRules has what is said of a string by a grammar that was changed: reasons, and what has no place.
func TestChangedRules(t *testing.T) {
	for _, tt := range []struct{ change, in, want string }{
		{"a port of one to five digits", "http://e:123456/", "port [14,15) rule.char"},
		{"a port of one to five digits", "http://e:a/", "port [9,10) rule.char"},
		{"a port of one to five digits", "http://e:/", "port [9,9) rule.short"},
		{"a port by name", "http://e:8a/", "port [10,11) rule.char"},
		{"a port by name", "http://e:-/", "port [9,10) rule.char"},
		{"no encoded NUL", "http://e/%00", `pct-encoded [9,12) rule.part %00`},
		{"no encoded NUL", "http://e/%0z", "pct-encoded [9,11) rule.part %0z hint.percent"},
		{"percent-encoding of three digits", "http://e/%u00zz", "pct-encoded [9,10) rule.part %u00z hint.percent"},
		{"percent-encoding of three digits", "http://e/%u00e9 ", "ipath-abempty [15,16) path.char hint.outer-space"},
		{"zones", "http://[fe80::1%25]/", "ZoneID [18,19) rule.char"},
		{"zones", "http://[1:2%25a]/", "IPv6address [11,12) ipv6.char"},
		{"zones", "http://[::1::2]/", "IPv6address [12,13) ipv6.char"},
		{"schemes of the web", "ftp://e/", "scheme [0,3) rule.word ftp"},
		{"a query of pairs", "http://e/?a b", "pair [11,12) rule.char pair [13,13) rule.short"},
	} {
		t.Run(tt.change+" "+tt.in, func(t *testing.T) {
			testkit.StatesRFC(t, tt.change, tt.in, tt.want)
			i := slices.IndexFunc(grammartest.Changes, func(c grammartest.Change) bool { return c.Name == tt.change })
			s, err := spec.ReadSpec(spec.GrammarFile{Name: "changed.abnf", Text: grammartest.Changes[i].Text()})
			if err != nil {
				t.Fatal(err)
			}
			var got []string
			for _, f := range Blame(tt.in, s.Top(), new(finding.Run)).Findings {
				x := saidOf{f: &f}
				got = append(got, fmt.Sprintf("%s [%d,%d)", f.Code, f.Start, f.End), f.Message.Reason().String(),
					x.value("text"), f.Hint.Reason().String())
			}
			if got := strings.Join(strings.Fields(strings.Join(got, " ")), " "); got != tt.want {
				t.Errorf("got  %s\nwant %s", got, tt.want)
			}
		})
	}
}
