package spec_test

import (
	"slices"
	"strings"
	"testing"
	"unicode/utf8"

	"github.com/rfc3987/iri/internal/grammar/abnf"
	"github.com/rfc3987/iri/internal/ref/spec"
)

// A search tries every reading of a string by a rule, one after the other. It shares no
// code with the automata and takes exponential time. It notes which productions are open
// wherever a terminal is tried at the furthest place.
type search struct {
	g     *abnf.Grammar
	s     []rune
	stack []string
	steps int

	furthest int
	whole    bool       // the rule matches the string
	chains   [][]string // the productions that are open in each reading at furthest
}

const maxSteps = 300_000

// match calls then for each place up to which e matches from at on.
func (x *search) match(e abnf.Expr, at int, then func(int)) {
	if x.steps++; x.steps > maxSteps {
		return
	}
	switch e := e.(type) {
	case *abnf.Alternation:
		for _, a := range e.Alts {
			x.match(a, at, then)
		}
		return
	case *abnf.Concatenation:
		x.parts(e.Parts, at, then)
		return
	case *abnf.Repetition:
		x.repeat(e, 0, at, then)
		return
	case *abnf.Reference, *abnf.Prose:
		r := x.g.Target(e)
		outer := x.stack
		inner := append(slices.Clone(outer), r.Name)
		x.stack = inner
		x.match(r.Expr, at, func(end int) {
			x.stack = outer
			then(end)
			x.stack = inner
		})
		x.stack = outer
		return
	}
	chars, _ := abnf.Characters(e)
	for i, spans := range chars {
		if x.tried(at + i); at+i == len(x.s) {
			return
		}
		c := x.s[at+i]
		if !slices.ContainsFunc(spans, func(p abnf.Interval) bool { return p.Lo <= c && c <= p.Hi }) {
			return
		}
	}
	then(at + len(chars))
}

func (x *search) parts(parts []abnf.Expr, at int, then func(int)) {
	if len(parts) == 0 {
		then(at)
		return
	}
	x.match(parts[0], at, func(end int) { x.parts(parts[1:], end, then) })
}

func (x *search) repeat(e *abnf.Repetition, done, at int, then func(int)) {
	if done >= e.Min {
		then(at)
	}
	if e.Max < 0 || done < e.Max {
		x.match(e.X, at, func(end int) {
			if end > at || done < e.Min {
				x.repeat(e, done+1, end, then)
			}
		})
	}
}

// tried notes that a terminal is tried at a place.
func (x *search) tried(at int) {
	if at < x.furthest {
		return
	}
	if at > x.furthest {
		x.furthest, x.chains = at, nil
	}
	x.chains = append(x.chains, x.stack)
}

// reached notes that the rule matches up to a place.
func (x *search) reached(at int) {
	x.whole = x.whole || at == len(x.s)
	if at > x.furthest {
		x.furthest, x.chains = at, nil
	}
}

// slowBlame returns where the string breaks the rule and the chain down to the production
// that is to blame, by the search alone; ok is false if the string conforms or the
// search was too long.
func slowBlame(g *abnf.Grammar, rule *abnf.Rule, s string) (at int, chain []string, ok bool) {
	x := &search{g: g, s: []rune(s), stack: []string{rule.Name}}
	x.match(rule.Expr, 0, x.reached)
	if x.whole || x.steps > maxSteps {
		return 0, nil, false
	}
	chain = []string{rule.Name}
	for i, c := range x.chains {
		if i == 0 {
			chain = c
		}
		n := 0
		for n < len(chain) && n < len(c) && chain[n] == c[n] {
			n++
		}
		chain = chain[:n]
	}
	// A production that only names characters is expected, not blamed.
	for len(chain) > 1 && onlyNames(g, g.Rule(chain[len(chain)-1]).Expr, true) {
		chain = chain[:len(chain)-1]
	}
	return len(string(x.s[:x.furthest])), chain, true
}

// onlyNames reports whether an expression is one character, or a percent-encoding among
// characters, by the form of the expression.
func onlyNames(g *abnf.Grammar, e abnf.Expr, top bool) bool {
	switch e := e.(type) {
	case *abnf.Alternation:
		single := false
		for _, a := range e.Alts {
			if !onlyNames(g, a, false) {
				return false
			}
			shortest, _ := g.Lengths(a)
			single = single || shortest == 1
		}
		return single || !top
	case *abnf.Reference, *abnf.Prose:
		return onlyNames(g, g.Target(e).Expr, top)
	case *abnf.Concatenation:
		var all [][]abnf.Interval
		for _, p := range e.Parts {
			c, ok := abnf.Characters(p)
			if !ok {
				r := g.Target(p)
				if r == nil || !onlyNames(g, r.Expr, true) {
					return false
				}
				c = [][]abnf.Interval{nil}
			}
			all = append(all, c...)
		}
		return !top && len(all) == 3 && slices.Equal(all[0], []abnf.Interval{{Lo: '%', Hi: '%'}})
	}
	chars, ok := abnf.Characters(e)
	return ok && len(chars) == 1
}

// readingGrammars are grammars of which the fuzz test takes a rule; in each the first is
// the guessedTop.
var readingGrammars = []string{
	`date-time = full-date "T" full-time
full-date = date-fullyear "-" date-month "-" date-mday
date-fullyear = 4DIGIT
date-month = 2DIGIT
date-mday = 2DIGIT
full-time = partial-time time-offset
partial-time = time-hour ":" time-minute [time-secfrac]
time-hour = 2DIGIT
time-minute = 2DIGIT
time-secfrac = "." 1*DIGIT
time-offset = "Z" / time-numoffset
time-numoffset = ("+" / "-") time-hour ":" time-minute
`,
	`list = *( "," OWS ) item *( OWS "," [ OWS item ] )
item = token [ "=" ( token / quoted ) ]
token = 1*tchar
tchar = ALPHA / DIGIT / "-"
quoted = DQUOTE *( qdtext / pair ) DQUOTE
qdtext = %x20-21 / %x23-5B
pair = "\" VCHAR
OWS = *( SP / HTAB )
`,
	`top = left / right
left = start "a" tail
right = start "b" tail
start = 1*%x78
tail = *( *"y" "z" ) ["." both]
both = one / two
one = "ab" "c"
two = "ab" "d" / 2*3( "a" / two-b )
two-b = "b" *1( "b" )
`,
	`path = *( "/" segment )
segment = *pchar
pchar = unreserved / pct-encoded / ":"
unreserved = ALPHA / "~"
pct-encoded = "%" HEXDIG HEXDIG
`,
}

func readGrammar(t testing.TB, text string) *spec.Spec {
	t.Helper()
	s, err := spec.ReadSpec(spec.GrammarFile{Name: "x.abnf", Text: []byte(text)})
	if err != nil {
		t.Fatal(err)
	}
	return s
}

// FuzzOpen compares where a rule is broken, and which productions are open there, with
// a search over all readings.
func FuzzOpen(f *testing.F) {
	for i, seeds := range [][]string{
		{"2020-1-01T", "2020-01-01T00:00.", "2020-01-01T00:00+0x", "", "2020-01-01T00:00:00Z", "20é"},
		{"a=b, c", "a=\"x\\", "a==", ",,", "a b", "a=\"é\""},
		{"xaz.abe", "xby", "x", "xaz.abb!", "xaz.abbb", "q"},
		{"/a%zz", "/a^", "/%4", "a", "/é"},
	} {
		for _, s := range seeds {
			f.Add(byte(i), byte(0), s)
			f.Add(byte(i), byte(3), s)
		}
	}
	var specs []*spec.Spec
	for _, g := range readingGrammars {
		specs = append(specs, readGrammar(f, g))
	}
	specs = append(specs, spec.RFC3986)
	f.Fuzz(func(t *testing.T, which, start byte, s string) {
		if !utf8.ValidString(s) || utf8.RuneCountInString(s) > 24 {
			t.Skip()
		}
		sp := specs[int(which)%len(specs)]
		rules := slices.Collect(sp.Rules())
		r := rules[int(start)%len(rules)]
		compareReadings(t, sp, r, s)
	})
}

// compareReadings compares the two for one string. It reports whether the search came
// to an end and the string is faulty.
func compareReadings(t *testing.T, sp *spec.Spec, r spec.Rule, s string) bool {
	t.Helper()
	at, chain, ok := slowBlame(sp.Grammar(), r.Definition(), s)
	if !ok {
		return false
	}
	gotAt, _ := r.Furthest(s)
	if gotAt != at {
		t.Fatalf("%s, %q: broken at %d, the search says at %d", r.Name(), s, gotAt, at)
	}
	open, expected := r.Open(s[:at])
	if !slices.Equal(open, chain) {
		t.Errorf("%s, %q at %d: got %s, the search says %s", r.Name(), s, at, strings.Join(open, " > "), strings.Join(chain, " > "))
	}
	if len(expected) == 0 {
		t.Errorf("%s, %q at %d: nothing is expected", r.Name(), s, at)
	}
	if slices.Contains(expected, open[len(open)-1]) && len(open) > 1 {
		t.Errorf("%s, %q at %d: %s is blamed and expected", r.Name(), s, at, open[len(open)-1])
	}
	return true
}

// TestOpenOfSamples does the same for every prefix of examples of every rule, with and
// without a wrong character after it.
func TestOpenOfSamples(t *testing.T) {
	compared := 0
	for _, text := range readingGrammars {
		sp := readGrammar(t, text)
		for r := range sp.Rules() {
			good, bad := r.Examples(5)
			for _, s := range append(good, bad...) {
				if len(s) > 16 {
					continue
				}
				for i := range len(s) + 1 {
					for _, wrong := range []string{"", "!", "-", "a"} {
						if cut := s[:i] + wrong; utf8.ValidString(cut) && compareReadings(t, sp, r, cut) {
							compared++
						}
					}
				}
			}
		}
	}
	if compared < 1000 {
		t.Errorf("only %d faulty strings were compared", compared)
	}
}

// TestOpen states what is open in cases that were read one by one.
func TestOpen(t *testing.T) {
	date, list, top, path := readGrammar(t, readingGrammars[0]), readGrammar(t, readingGrammars[1]),
		readGrammar(t, readingGrammars[2]), readGrammar(t, readingGrammars[3])
	for _, tt := range []struct {
		name     string
		in       *spec.Spec
		rule, s  string
		open     string
		expected string
	}{
		{"a month of one digit", date, "date-time", "2020-1", "date-time > full-date > date-month", "DIGIT"},
		{"no month", date, "date-time", "2020-", "date-time > full-date > date-month", "DIGIT"},
		{"no year", date, "date-time", "", "date-time > full-date > date-fullyear", "DIGIT"},
		{"after the year", date, "date-time", "2020", "date-time > full-date", `"-"`},
		{"readings part: offset or fraction", date, "date-time", "2020-01-01T00:00", "date-time > full-time",
			`"." "Z" "+" "-"`},
		{"an empty fraction", date, "date-time", "2020-01-01T00:00.",
			"date-time > full-time > partial-time > time-secfrac", "DIGIT"},
		{"after the end", date, "date-time", "2020-01-01T00:00Z", "date-time", "end"},
		{"inside quotes", list, "list", "a=\"!", "list > item > quoted", `qdtext pair DQUOTE`},
		{"after a backslash", list, "list", "a=\"\\", "list > item > quoted > pair", "VCHAR"},
		{"two names for one character", top, "top", "xaz.ab", "top > left > tail > both", ""},
		{"left and right share the start", top, "top", "x", "top", ""},
		{"a percent-encoding", path, "path", "/%4", "path > segment > pchar > pct-encoded", "HEXDIG"},
		{"a segment", path, "segment", "a", "segment", "pchar end"},
	} {
		r, ok := tt.in.Rule(tt.rule)
		if !ok {
			t.Fatalf("no rule %s", tt.rule)
		}
		open, expected := r.Open(tt.s)
		if got := strings.Join(open, " > "); got != tt.open {
			t.Errorf("%s: got %s, want %s", tt.name, got, tt.open)
		}
		if got := strings.Join(expected, " "); tt.expected != "" && got != tt.expected {
			t.Errorf("%s: expected %s, want %s", tt.name, got, tt.expected)
		}
	}
}
