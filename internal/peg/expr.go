// Package peg transcribes grammars into parsing expression grammars (PEG) that match
// exactly the same language. In come the rule trees of the specs; out comes one PEG,
// in the notation of github.com/pointlander/peg, or the rules that have none. It must
// not know what the rules mean, nor the automata: they are compared with it in tests.
//
// ABNF alternatives are unordered and every repetition may stop anywhere. A PEG tries
// alternatives in order, repeats as often as it can and never backtracks, so a
// literal transcription changes the language. This package rewrites where that would
// happen, and proves for every rule that the PEG matches what the ABNF matches:
// lang.go calculates with the languages of both notations.
package peg

import (
	"fmt"
	"slices"
	"strings"
)

// An Expr is one of *Class, *Seq, *Choice, *Rep, *Ref or *Guard. The same trees
// hold an ABNF expression, before the rewrites, and a parsing expression, after
// them; only the way they are read differs (see mode in lang.go).
type Expr interface{ expr() }

type (
	// A Class matches one character.
	Class struct{ Ranges []Range }

	// A Seq matches its parts one after the other; without parts, the empty string.
	Seq struct{ Parts []Expr }

	// A Choice matches one of its alternatives; there are two or more.
	Choice struct{ Alts []Expr }

	// A Rep matches Min to Max times X; Max < 0 means without limit.
	Rep struct {
		Min, Max int
		X        Expr
	}

	// A Ref matches what the rule matches.
	Ref struct{ Rule *Rule }

	// A Guard consumes nothing. It matches where a character of Follow comes
	// next, and at the end of the text.
	Guard struct{ Follow *Class }
)

func (*Class) expr()  {}
func (*Seq) expr()    {}
func (*Choice) expr() {}
func (*Rep) expr()    {}
func (*Ref) expr()    {}
func (*Guard) expr()  {}

// A Range holds the characters from Lo to Hi.
type Range struct{ Lo, Hi rune }

// class returns the class of the ranges: sorted, joined, and without the
// surrogates, which are not characters and which no UTF-8 text holds.
func class(ranges ...Range) *Class {
	var in []Range
	for _, r := range ranges {
		if r.Lo < 0xD800 {
			in = append(in, Range{r.Lo, min(r.Hi, 0xD7FF)})
		}
		if r.Hi > 0xDFFF {
			in = append(in, Range{max(r.Lo, 0xE000), min(r.Hi, 0x10FFFF)})
		}
	}
	slices.SortFunc(in, func(a, b Range) int { return int(a.Lo) - int(b.Lo) })
	c := &Class{}
	for _, r := range in {
		if r.Lo > r.Hi {
			continue
		}
		if n := len(c.Ranges); n > 0 && r.Lo <= c.Ranges[n-1].Hi+1 {
			c.Ranges[n-1].Hi = max(c.Ranges[n-1].Hi, r.Hi)
		} else {
			c.Ranges = append(c.Ranges, r)
		}
	}
	return c
}

func (c *Class) has(r rune) bool {
	return slices.ContainsFunc(c.Ranges, func(x Range) bool { return x.Lo <= r && r <= x.Hi })
}

func (c *Class) meets(d *Class) bool {
	return slices.ContainsFunc(c.Ranges, func(x Range) bool {
		return slices.ContainsFunc(d.Ranges, func(y Range) bool { return x.Lo <= y.Hi && y.Lo <= x.Hi })
	})
}

// seq joins the parts; nested sequences are flattened.
func seq(parts ...Expr) Expr {
	var out []Expr
	for _, p := range parts {
		if s, ok := p.(*Seq); ok {
			out = append(out, s.Parts...)
		} else {
			out = append(out, p)
		}
	}
	if len(out) == 1 {
		return out[0]
	}
	return &Seq{out}
}

// choice joins the alternatives; nested choices are flattened.
func choice(alts ...Expr) Expr {
	var out []Expr
	for _, a := range alts {
		if c, ok := a.(*Choice); ok {
			out = append(out, c.Alts...)
		} else {
			out = append(out, a)
		}
	}
	if len(out) == 1 {
		return out[0]
	}
	return &Choice{out}
}

// merged joins alternatives that are classes into one class where that changes
// nothing: where the alternatives between them begin with other characters. It
// goes through the whole expression.
func merged(e Expr) Expr {
	switch e := e.(type) {
	case *Seq:
		return seq(mapExprs(e.Parts, merged)...)
	case *Choice:
		var alts []Expr
		for _, a := range choice(mapExprs(e.Alts, merged)...).(*Choice).Alts {
			if c, ok := a.(*Class); !ok || !absorb(alts, c) {
				alts = append(alts, a)
			}
		}
		return choice(alts...)
	case *Rep:
		return &Rep{e.Min, e.Max, merged(e.X)}
	}
	return e
}

// absorb adds the characters of c to a class among alts, and reports whether it
// could.
func absorb(alts []Expr, c *Class) bool {
	for i := len(alts) - 1; i >= 0; i-- {
		if old, ok := alts[i].(*Class); ok {
			alts[i] = class(append(slices.Clone(old.Ranges), c.Ranges...)...)
			return true
		}
		s, ok := alts[i].(*Seq)
		if !ok || len(s.Parts) == 0 {
			return false
		}
		if first, ok := s.Parts[0].(*Class); !ok || first.meets(c) {
			return false
		}
	}
	return false
}

func mapExprs(in []Expr, f func(Expr) Expr) []Expr {
	out := make([]Expr, len(in))
	for i, e := range in {
		out[i] = f(e)
	}
	return out
}

// equal reports whether two expressions are the same, references by rule.
func equal(a, b Expr) bool { return Text(a) == Text(b) }

// Text returns the expression in the notation of github.com/pointlander/peg.
func Text(e Expr) string {
	var b strings.Builder
	write(&b, e, 0)
	return b.String()
}

// nothing matches the empty string everywhere. An empty literal cannot be used:
// peg v1.0.1 generates nothing for it.
const nothing = "&(. / !.)"

// The kinds of expression around an expression. A choice in a sequence, or anything
// but an atom under an operator, needs parentheses.
const (
	inChoice = iota
	inSeq
	inOperand
)

func write(b *strings.Builder, e Expr, level int) {
	paren := func(need bool, f func()) {
		if need {
			b.WriteByte('(')
			defer b.WriteByte(')')
		}
		f()
	}
	switch e := e.(type) {
	case *Class:
		b.WriteString(classText(e))
	case *Ref:
		b.WriteString(e.Rule.ID)
	case *Guard:
		if len(e.Follow.Ranges) == 0 {
			b.WriteString("!.")
		} else {
			b.WriteString("&(" + classText(e.Follow) + " / !.)")
		}
	case *Seq:
		if len(e.Parts) == 0 {
			b.WriteString(nothing)
			return
		}
		paren(level > inSeq, func() {
			for i := 0; i < len(e.Parts); i++ {
				if i > 0 {
					b.WriteByte(' ')
				}
				if lit, n := literal(e.Parts[i:]); n > 1 {
					b.WriteString("'" + lit + "'")
					i += n - 1
					continue
				}
				write(b, e.Parts[i], inSeq)
			}
		})
	case *Choice:
		paren(level > inChoice, func() {
			for i, a := range e.Alts {
				if i > 0 {
					b.WriteString(" / ")
				}
				write(b, a, inSeq)
			}
		})
	case *Rep:
		writeRep(b, e, level)
	}
}

// writeRep writes out the counts, which the notation does not have: X X X? X?.
// Where X has failed it fails again, so this is the same as nesting the options.
func writeRep(b *strings.Builder, e *Rep, level int) {
	var parts []string
	var x strings.Builder
	write(&x, e.X, inOperand)
	n := e.Min
	if e.Max < 0 && n > 0 {
		n--
	}
	for range n {
		parts = append(parts, x.String())
	}
	switch {
	case e.Max < 0 && e.Min > 0:
		parts = append(parts, x.String()+"+")
	case e.Max < 0:
		parts = append(parts, x.String()+"*")
	default:
		for range e.Max - e.Min {
			parts = append(parts, x.String()+"?")
		}
	}
	if len(parts) == 0 {
		parts = append(parts, nothing)
	}
	s := strings.Join(parts, " ")
	if level == inOperand {
		s = "(" + s + ")"
	}
	b.WriteString(s)
}

// literal returns the text of as many parts as are single characters, escaped.
func literal(parts []Expr) (s string, n int) {
	for _, p := range parts {
		c, ok := p.(*Class)
		if !ok || len(c.Ranges) != 1 || c.Ranges[0].Lo != c.Ranges[0].Hi {
			break
		}
		r := c.Ranges[0].Lo
		if r < ' ' || r > '~' {
			break // a hexadecimal escape takes every digit that follows: \0xA0 before an "F"
		}
		s += escaped(r)
		n++
	}
	return s, n
}

// classText writes a class. Wide ranges of ASCII come first, because the generated
// code compares with one range after the other and letters are the most frequent
// characters; hexadecimal escapes come last, because a digit after one would become
// part of it.
func classText(c *Class) string {
	if len(c.Ranges) == 0 {
		return "(!. .)" // matches nothing
	}
	if r := c.Ranges[0]; len(c.Ranges) == 1 && r.Lo == r.Hi {
		return "'" + escaped(r.Lo) + "'"
	}
	ranges := slices.Clone(c.Ranges)
	slices.SortStableFunc(ranges, func(a, b Range) int {
		if x, y := a.Hi > '~', b.Hi > '~'; x != y {
			if x {
				return 1
			}
			return -1
		}
		if a.Hi > '~' {
			return int(a.Lo) - int(b.Lo)
		}
		return int(b.Hi-b.Lo) - int(a.Hi-a.Lo)
	})
	var plain, hex strings.Builder
	for _, r := range ranges {
		b := &plain
		if r.Lo < ' ' || r.Hi > '~' {
			b = &hex
		}
		switch {
		case b == &hex && r.Lo >= ' ' && r.Lo <= '~':
			fmt.Fprintf(b, `\0x%X-%s`, r.Lo, escaped(r.Hi)) // what is before it may end in an escape
		case r.Lo == r.Hi:
			b.WriteString(escaped(r.Lo))
		case r.Lo+1 == r.Hi:
			b.WriteString(escaped(r.Lo) + escaped(r.Hi))
		default:
			b.WriteString(escaped(r.Lo) + "-" + escaped(r.Hi))
		}
	}
	return "[" + plain.String() + hex.String() + "]"
}

func escaped(r rune) string {
	switch {
	case strings.ContainsRune(`\[]-'"`, r):
		return `\` + string(r)
	case r == '^':
		return `\136` // an octal escape ends after three digits
	case r < ' ', r > '~':
		return fmt.Sprintf(`\0x%X`, r)
	}
	return string(r)
}
