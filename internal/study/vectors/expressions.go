package vectors

import (
	"slices"
	"strconv"
	"strings"
	"unicode/utf8"

	"github.com/rfc3987/iri/internal/grammar/abnf"
	"github.com/rfc3987/iri/internal/study/languages"
)

// This file makes the rows of a small suite: those for each expression of each rule.

// expression tests one expression of a rule: that strings which it allows are accepted,
// and that strings which it would allow after a small change are not.
func (s *suite) expression(r *abnf.Rule, e abnf.Expr) {
	if s.stopped {
		return
	}
	switch e := e.(type) {
	case *abnf.Alternation:
		for i, alt := range e.Alts {
			s.a.Spend(16 * len(e.Alts))
			rest := &abnf.Alternation{Alts: slices.Delete(slices.Clone(e.Alts), i, i+1)}
			s.accepts(r, e, alt, rest, "alternative %s", s.clip(alt))
		}
	case *abnf.Concatenation:
		for i, p := range e.Parts {
			s.a.Spend(16 * len(e.Parts))
			if l := s.c.Lang(p); !l.Accepts(l.Start()) { // what can be empty can be left out
				without := &abnf.Concatenation{Parts: slices.Delete(slices.Clone(e.Parts), i, i+1)}
				s.refuses(r, e, without, "%s left out", s.clip(p))
			}
			if x, ok := p.(*abnf.Repetition); !ok || x.Min > 0 || x.Max >= 0 { // nor is *x twice more
				twice := &abnf.Concatenation{Parts: slices.Insert(slices.Clone(e.Parts), i, p)}
				s.refuses(r, e, twice, "%s doubled", s.clip(p))
			}
		}
	case *abnf.Repetition:
		s.repetition(r, e)
	case *abnf.Range:
		s.char(r, e, e.Lo, "the first character of "+e.String())
		s.char(r, e, e.Hi, "the last character of "+e.String())
		s.char(r, e, e.Lo-1, "the character before "+e.String())
		s.char(r, e, e.Hi+1, "the character after "+e.String())
		for _, c := range []rune{e.Lo, e.Hi} {
			if other, ok := new(abnf.Literal).OtherCase(c); ok {
				s.char(r, e, other, "the other case of an end of "+e.String())
			}
		}
	case *abnf.Literal:
		s.literal(r, e)
	case *abnf.Sequence:
		for _, t := range cases(string(e.Runes)) {
			if other := []rune(t); len(other) == len(e.Runes) {
				s.refuses(r, e, &abnf.Sequence{Runes: other, Base: e.Base}, "%s in another case", e)
			}
		}
		for i := range e.Runes {
			short := &abnf.Sequence{Runes: slices.Delete(slices.Clone(e.Runes), i, i+1), Base: e.Base}
			s.refuses(r, e, short, "%s without its character %d", e, i+1)
		}
	case *abnf.Reference, *abnf.Prose:
		if t := s.g.Target(e); t != nil {
			s.accepts(r, e, e, &abnf.Literal{}, "%s", t.Name)
		}
	}
}

// maxPaired is the most alternatives of which every one is tried after every other one.
const maxPaired = 8

// more tests what a small suite does not: other orders, and more alternatives.
func (s *suite) more(r *abnf.Rule, e abnf.Expr) {
	switch e := e.(type) {
	case *abnf.Alternation:
		s.moreAlternatives(r, e)
	case *abnf.Concatenation:
		for i := 1; i < len(e.Parts); i++ {
			order := slices.Clone(e.Parts)
			order[i-1], order[i] = order[i], order[i-1]
			s.refuses(r, e, &abnf.Concatenation{Parts: order}, "%s before %s", s.clip(e.Parts[i]), s.clip(e.Parts[i-1]))
		}
	}
}

// moreAlternatives tests that an alternation has no other alternatives, such as a parser may have: one of the probes,
// or two of its own one after the other.
func (s *suite) moreAlternatives(r *abnf.Rule, e *abnf.Alternation) {
	for _, c := range probes {
		s.char(r, e, c, s.name(c)+" as another alternative")
	}
	for i, a := range e.Alts {
		for j, b := range e.Alts {
			if ends := i == 0 && j == len(e.Alts)-1; ends || len(e.Alts) <= maxPaired || j == i || j == i+1 {
				s.refuses(r, e, &abnf.Concatenation{Parts: []abnf.Expr{a, b}}, "%s after %s", s.clip(b), s.clip(a))
			}
		}
	}
	s.refuses(r, e, &abnf.Literal{}, "nothing in place of an alternative")
}

func (s *suite) repetition(r *abnf.Rule, e *abnf.Repetition) {
	x := s.clip(e.X)
	times := func(n int) abnf.Expr { return &abnf.Repetition{Min: n, Max: n, X: e.X} }
	if e.Max == 0 {
		s.refuses(r, e, times(1), "%s, which is not there", x)
		return
	}
	if e.Option {
		s.accepts(r, e, times(1), times(0), "%s, which is optional", x)
		s.accepts(r, e, times(0), times(1), "no %s, which is optional", x)
		s.refuses(r, e, times(2), "%s twice, one too many", x)
		return
	}
	between := func(lo, hi int) abnf.Expr {
		if hi >= 0 && lo > hi {
			return &abnf.Alternation{} // nothing, not even the empty string
		}
		return &abnf.Repetition{X: e.X, Min: lo, Max: hi}
	}
	s.accepts(r, e, times(e.Min), between(e.Min+1, e.Max), "%s %s, the fewest", often(e.Min), x)
	if e.Min > 0 {
		s.refuses(r, e, times(e.Min-1), "%s %s, too few", often(e.Min-1), x)
	}
	if e.Max < 0 {
		s.accepts(r, e, times(e.Min+1), times(e.Min), "%s %s", often(e.Min+1), x)
		s.accepts(r, e, times(e.Min+2), between(e.Min, e.Min+1), "%s %s", often(e.Min+2), x)
		s.unlimited(r, e, x)
		return
	}
	s.accepts(r, e, times(e.Max), between(e.Min, e.Max-1), "%s %s, the most", often(e.Max), x)
	s.refuses(r, e, times(e.Max+1), "%s %s, too many", often(e.Max+1), x)
}

// many is a number of repetitions beyond limits that parsers often have and the
// grammar does not.
const many = 64

// unlimited tests a repetition without limit.
func (s *suite) unlimited(r *abnf.Rule, e *abnf.Repetition, x string) {
	before, after, ok := s.find.place(r, e)
	what := s.c.Lang(e.X)
	one, found := what.Minus(s.c.Lang(&abnf.Literal{})).Shortest() // the empty string shows no limit
	if !ok || !found || len(s.contexts[r]) == 0 {
		return
	}
	k := s.contexts[r][0]
	if what.States() <= 2 { // of single characters: larger ones take too long
		s.accepts(r, e, &abnf.Repetition{Min: many, Max: many, X: e.X}, &abnf.Repetition{Min: e.Min, Max: many - 1,
			X: e.X}, "%d times %s, there is no limit", many, x)
	} else {
		s.add(k.before+before+strings.Repeat(one, many)+after+k.after, k.path, "%s: %d times %s, there is no limit", r.Name, many, x)
	}
	for _, c := range probes {
		s.add(k.before+before+one+string(c)+after+k.after, k.path, "%s: %s among %s", r.Name, s.name(c), x)
	}
}

// probes are characters that parsers wrongly accept or wrongly refuse: ASCII
// punctuation, one character of each other kind, and those next to the ends of ranges
// in specs of identifiers.
const probes = " !\"#$%&'()*+,-./09:;<=>?@AGZ[\\]^_`agz{|}~\x00\t\n" +
	"\x7f\u0080\u00a0é中\u200e\ud7ff\ue000\uf8ff\ufdd0\ufffd\U0001fffe\U000e0001\U000f0000\U0010fffd"

func (s *suite) name(c rune) string {
	switch {
	case c > ' ' && c < 0x7F:
		return strconv.Quote(string(c))
	case c > s.g.Terminals.Last():
		return abnf.CodePoints.Number(c)
	}
	return s.g.Terminals.Number(c)
}

// often prints a number of repetitions.
func often(n int) string {
	switch n {
	case 0:
		return "no"
	case 1:
		return "one"
	}
	return strconv.Itoa(n) + " times"
}

// cases returns what a text is in other cases: TRUE and True for true.
func cases(text string) (all []string) {
	_, n := utf8.DecodeRuneInString(text)
	for _, t := range []string{strings.ToUpper(text), strings.ToLower(text),
		strings.ToUpper(text[:n]) + strings.ToLower(text[n:])} {
		if t != text && !slices.Contains(all, t) {
			all = append(all, t)
		}
	}
	return all
}

func (s *suite) literal(r *abnf.Rule, e *abnf.Literal) {
	if e.Text == "" {
		return
	}
	if up, low := strings.ToUpper(e.Text), strings.ToLower(e.Text); e.Sensitive {
		for _, t := range cases(e.Text) {
			s.refuses(r, e, &abnf.Literal{Text: t, Sensitive: true}, "%s in another case", e)
		}
		s.accepts(r, e, e, nil, "%s as %q", e, e.Text)
	} else if up != low {
		for _, t := range []string{up, low} {
			s.accepts(r, e, &abnf.Literal{Text: t, Sensitive: true}, nil, "%s as %q", e, t)
		}
	}
	if len(e.Text) == 1 {
		c := rune(e.Text[0])
		s.char(r, e, c, e.String())
		s.char(r, e, c-1, "the character before "+e.String())
		s.char(r, e, c+1, "the character after "+e.String())
		return
	}
	for i := range e.Text {
		s.refuses(r, e, &abnf.Literal{Text: e.Text[:i] + e.Text[i+1:], Sensitive: e.Sensitive}, "%s without its character %d", e, i+1)
	}
}

// char tests one character in the place of an expression. The automaton says whether
// it is allowed there.
func (s *suite) char(r *abnf.Rule, e abnf.Expr, c rune, why string) {
	if c < 0 || c > s.g.Terminals.Last() || 0xD800 <= c && c <= 0xDFFF {
		return
	}
	// A class holds more than one character, so the place is found with a marker.
	before, after, ok := s.find.place(r, e)
	if !ok || len(s.contexts[r]) == 0 {
		return
	}
	// The first place that refuses the character, if there is one: where others
	// allow it, a wrong end of the range would not be noticed.
	k := s.contexts[r][max(0, slices.IndexFunc(s.contexts[r], func(k context) bool {
		return !s.match(s.text(k.before + before + string(c) + after + k.after))
	}))]
	s.add(k.before+before+string(c)+after+k.after, k.path, "%s: %s (%s)", r.Name, why, s.g.Terminals.Number(c))
}

// accepts tests that a variant of an expression is accepted, if possible with a string
// that the rule would not match with only the rest in place of the expression.
func (s *suite) accepts(r *abnf.Rule, e, variant, rest abnf.Expr, format string, args ...any) {
	if len(s.contexts[r]) == 0 {
		return
	}
	x, ok := "", false
	if rest != nil {
		x, ok = s.find.accepted(r, e, variant, rest)
	}
	if !ok { // a string with the expression that the rule matches in other ways, too
		if x, ok = s.simple(r, e, variant); !ok {
			return
		}
	}
	k := s.contexts[r][0]
	s.add(k.before+x+k.after, k.path, "%s: "+format, append([]any{r.Name}, args...)...)
}

// simple returns a string that a rule matches with a variant of one of its expressions.
func (s *suite) simple(r *abnf.Rule, e, variant abnf.Expr) (x string, ok bool) {
	before, after, place := s.find.place(r, e)
	inner, found := s.find.shortest(variant)
	return before + inner + after, place && found
}

// refuses tests that a variant of an expression is refused: with a string that only
// the variant matches, in a place where nothing else allows it.
func (s *suite) refuses(r *abnf.Rule, e, variant abnf.Expr, format string, args ...any) {
	if x, k, ok := s.find.refused(r, e, variant); ok {
		s.add(k.before+x+k.after, k.path, "%s: "+format, append([]any{r.Name}, args...)...)
	}
}

// variant returns what a rule matches when one of its expressions is another.
func (s *suite) variant(r *abnf.Rule, e, variant abnf.Expr) *languages.Lang {
	return s.c.Swap(e, variant).Lang(r.Expr)
}

// clip returns an expression as it is written, and not more than a line of it.
func (s *suite) clip(e abnf.Expr) string {
	t := s.find.written(e)
	if len(t) > 60 {
		t = t[:57] + "..."
	}
	return t
}

func nodes(e abnf.Expr) []abnf.Expr {
	var all []abnf.Expr
	abnf.Walk(e, func(e abnf.Expr) bool {
		all = append(all, e)
		return true
	})
	return all
}
