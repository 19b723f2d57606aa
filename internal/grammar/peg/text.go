package peg

import (
	"fmt"
	"slices"
	"strings"

	"github.com/rfc3987/iri/internal/grammar/abnf"
)

// This file prints expressions.

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
	case *Ahead:
		b.WriteString("&(" + Text(e.X) + ")")
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
	slices.SortStableFunc(ranges, func(a, b abnf.Interval) int {
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
