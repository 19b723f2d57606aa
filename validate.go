package iri

import (
	"cmp"
	"slices"
	"strconv"
	"strings"
	"unicode/utf8"

	"github.com/rfc3987/iri/internal/abnf"
)

// codeUTF8 is the code for bytes that are not UTF-8 (RFC 3629): a grammar's
// terminals are characters, so no rule matches them, not even one of LEIRI.
const codeUTF8 Code = "utf-8"

// Validate checks s against the rule and reports every fault, in order.
//
// For a rule that names a whole reference (IRI, absolute-IRI, IRI-reference,
// irelative-ref and their namesakes in the other built-in specs) the string is
// split as RFC 3986 Appendix B does, and each component is checked by its own
// production, so that one fault does not hide another. If none is found there,
// the prose rules are checked. For any other rule there is at most one finding,
// at the first character at which no sentence of the rule can go on.
//
// Validate takes time in proportion to len(s), whatever s holds.
func (r Rule) Validate(s string, opts ...Option) Report {
	o := options{max: DefaultMaxFindings}
	for _, opt := range opts {
		opt(&o)
	}
	return r.validate(s, &o)
}

func (r Rule) validate(s string, o *options) Report {
	rep := Report{input: s, rule: r, grammatical: r.Valid(s)}
	if r.d == nil {
		rep.findings = []Finding{{Code: "rule", Severity: Error, End: len(s), Message: "the zero Rule matches no string"}}
		rep.errors = 1
		return rep
	}
	if rep.grammatical {
		if o.grammarOnly || !r.whole() || everyday(s, r, o) {
			return rep
		}
		rep.findings, rep.more, rep.errors = runChecks(s, Ref{s, split(s)}, r, o)
		return rep
	}
	if r.whole() {
		b := blamer{s: s, rule: r, p: r.d.spec.profile(), max: o.max, chains: &r.d.chains}
		b.run()
		slices.SortStableFunc(b.out, func(x, y Finding) int { return x.Start - y.Start })
		rep.findings, rep.more = b.out, b.more
	}
	if len(rep.findings) == 0 {
		rep.findings = []Finding{r.blameAlone(s)}
	}
	rep.errors = len(rep.findings) + rep.more
	rep.findings[0].hintSpec(s, r)
	return rep
}

// whole reports whether the rule names a whole reference of a built-in spec.
func (r Rule) whole() bool { return r.d != nil && r.d.spec.profile().whole(r) }

// WholeReference reports whether the rule names a whole reference: IRI,
// absolute-IRI, IRI-reference, irelative-ref or a namesake in another spec. Only
// what such a rule matches has components, and the rules in prose are only for
// those of the built-in specs. A spec that was read has such rules if it changes a
// built-in one.
func (r Rule) WholeReference() bool { return r.d != nil && r.d.spec.components().whole(r) }

// furthest returns the offset of the first character at which no sentence of the
// rule can go on, and the state of the automaton before it: len(s) if s is only
// the beginning of a sentence, -1 if s is a sentence. A byte that is not UTF-8 is
// such a character.
func (r Rule) furthest(s string) (at, state int) {
	d := r.d.dfa()
	state = 1
	for at < len(s) {
		ch, w := utf8.DecodeRuneInString(s[at:])
		if ch == utf8.RuneError && w == 1 {
			return at, state // no character, though its byte may begin one
		}
		next := d.Step(state, s[at:at+w])
		if next == 0 {
			return at, state
		}
		state, at = next, at+w
	}
	if d.Accept[state] {
		return -1, state
	}
	return at, state
}

// blameAlone is the finding for a string that does not conform to the rule, which
// is run alone (design §4 rule 7).
func (r Rule) blameAlone(s string) Finding {
	at, state := r.furthest(s)
	f := Finding{
		Code: Code(r.Name()), Severity: Error, Start: at, End: at + charLen(s[at:]),
		Section: r.Section(), ABNF: r.ABNF(),
	}
	f.Rules, f.Expected = r.openAt(s, at, state)
	switch {
	case at == len(s) && at == 0:
		f.Message = r.Name() + " cannot be empty"
	case at == len(s):
		f.Message = "the string ends too soon for " + r.Name()
	default:
		f.Message = describe(s[at:f.End]) + " cannot stand here in " + r.Name()
		if r.d.dfa().Accept[state] && at > 0 {
			f.Message = describe(s[at:f.End]) + " cannot follow " + quote(s[:at]) + " in " + r.Name()
		}
	}
	return f
}

// openAt returns the productions that are open at the offset at of s, where the
// rule cannot go on, itself first, and what could stand there. A minimal automaton
// has one state for all that goes on alike, be it of an IRI or of a relative
// reference; so where one alternative of the rule alone comes as far as that, its
// automaton is asked.
func (r Rule) openAt(s string, at, state int) (rules, expected []string) {
	alts, ok := r.d.rule.Expr.(*abnf.Alternation)
	if !ok {
		return r.rulesAt(state), r.expectedAt(state)
	}
	var only Rule
	var in int
	for _, x := range alts.Alts {
		ref, ok := x.(*abnf.Reference)
		if !ok {
			return r.rulesAt(state), r.expectedAt(state)
		}
		alt, ok := r.d.spec.Rule(ref.Name)
		if !ok {
			return r.rulesAt(state), r.expectedAt(state)
		}
		a, st := alt.furthest(s)
		if a != at {
			continue
		}
		if only != (Rule{}) || len(alt.expectation(st).own) == 0 { // or it is over
			return r.rulesAt(state), r.expectedAt(state)
		}
		only, in = alt, st
	}
	rules, expected = only.openAt(s, at, in)
	return append([]string{r.Name()}, rules...), expected
}

// Fixed returns the input with the fixes of all its errors applied, and whether
// there was any. Findings beyond the limit of [MaxFindings] are not mended.
func (r Report) Fixed() (string, bool) {
	return r.fixed(func(f Finding) bool { return f.Severity == Error })
}

// FixedWith is like [Report.Fixed] but also applies the fixes of warnings with
// one of the codes. To those who compare IRIs as strings, the result of mending
// a warning is another IRI.
func (r Report) FixedWith(codes ...Code) (string, bool) {
	return r.fixed(func(f Finding) bool { return f.Severity == Error || slices.Contains(codes, f.Code) })
}

func (r Report) fixed(want func(Finding) bool) (string, bool) {
	var fixes []Fix
	for _, f := range r.findings {
		if f.Fix != nil && want(f) {
			fixes = append(fixes, *f.Fix)
		}
	}
	if len(fixes) == 0 {
		return r.input, false
	}
	// What is inserted at a place comes before what replaces the text there.
	slices.SortStableFunc(fixes, func(a, b Fix) int { return cmp.Or(a.Start-b.Start, a.End-b.End) })
	size := len(r.input)
	for _, f := range fixes {
		size += len(f.Text) // at most
	}
	var sb strings.Builder
	sb.Grow(size)
	at := 0
	for _, f := range fixes {
		if f.Start < at {
			continue // overlaps one that has been applied; the next round finds it
		}
		sb.WriteString(r.input[at:f.Start])
		sb.WriteString(f.Text)
		at = f.End
	}
	sb.WriteString(r.input[at:])
	return sb.String(), true
}

// summary is the report on one line, for errors.
func (r Report) summary() string {
	if len(r.findings) == 0 {
		return quote(r.input) + " conforms"
	}
	f := &r.findings[worst(r.findings)]
	var sb strings.Builder
	sb.WriteString(quote(r.input))
	if r.grammatical {
		sb.WriteString(" does not conform: ")
	} else {
		sb.WriteString(" is no " + r.rule.Name() + ": ")
	}
	sb.WriteString(f.sentence())
	if f.Hint != "" {
		sb.WriteString("; ")
		sb.WriteString(f.Hint)
	}
	if n := r.errors - 1; n > 0 {
		sb.WriteString(", and ")
		sb.WriteString(strconv.Itoa(n))
		sb.WriteString(" more")
	}
	return sb.String()
}
