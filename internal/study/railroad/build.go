package railroad

import (
	"fmt"
	"strconv"
	"strings"

	"github.com/rfc3987/iri/internal/grammar/abnf"
)

// A builder makes diagrams of the expressions of a grammar. Width is how wide a sequence gets before it goes on in
// another row.
type builder struct {
	g     *abnf.Grammar
	width float64
}

// build returns the diagram of an expression.
func (d builder) build(e abnf.Expr) node {
	m := &measured{node: d.piece(e)}
	m.width, m.up, m.down = m.node.size()
	return m
}

// piece is build without the size.
func (d builder) piece(e abnf.Expr) node {
	g := d.g
	if r := g.Target(e); r != nil {
		return &box{text: r.Name, class: "r", rule: r, title: r.Source}
	}
	switch e := e.(type) {
	case *abnf.Alternation:
		var s stack
		for _, alt := range e.Alts {
			s = append(s, d.build(alt))
		}
		return s
	case *abnf.Concatenation:
		var s sequence
		for _, p := range e.Parts {
			s = append(s, d.build(p))
		}
		return wrap(s, d.width)
	case *abnf.Repetition:
		return d.repetition(e)
	case *abnf.Literal:
		if e.Text == "" {
			return skip{}
		}
		b := &box{text: e.Text, class: "t"}
		if !e.Sensitive && strings.ToUpper(e.Text) != strings.ToLower(e.Text) {
			b.title = "in any case"
			if len(e.Text) == 1 {
				b.text = strings.ToLower(e.Text) + " or " + strings.ToUpper(e.Text)
			} else {
				b.text += " (any case)"
			}
		}
		if strings.TrimSpace(e.Text) != e.Text {
			b.text = strconv.Quote(e.Text)
		}
		return b
	case *abnf.Range:
		return &box{text: span(g.Terminals, e.Lo, e.Hi), class: "t", title: e.String()}
	case *abnf.Sequence:
		var s sequence
		for _, r := range e.Runes {
			s = append(s, &box{text: char(g.Terminals, r), class: "t", title: fmt.Sprintf("%%x%02X", r)})
		}
		return wrap(s, d.width)
	case *abnf.Prose:
		return &box{text: e.Text, class: "r"}
	case *abnf.Reference: // to a rule that is not there
		return &box{text: e.Name, class: "r"}
	}
	return skip{}
}

func (d builder) repetition(e *abnf.Repetition) node {
	if e.Max == 0 {
		return skip{}
	}
	x := d.build(e.X)
	switch {
	case e.Min == 1 && e.Max == 1:
		return x
	case e.Max == 1:
		return option{x}
	case e.Min == 0 && e.Max < 0:
		return option{loop{x: x}}
	case e.Min == 1 && e.Max < 0:
		return loop{x: x}
	case e.Max < 0:
		return loop{x, fmt.Sprintf("at least %d times", e.Min)}
	case e.Min == e.Max:
		return loop{x, fmt.Sprintf("%d times", e.Min)}
	case e.Min == 0:
		return option{loop{x, fmt.Sprintf("at most %d times", e.Max)}}
	}
	return loop{x, fmt.Sprintf("%d to %d times", e.Min, e.Max)}
}

// span prints a range as a person would write it: a–z, a few characters one by one, and
// both ends alike where one of them cannot be read: U+00A0–U+D7FF.
func span(kind abnf.Terminals, lo, hi rune) string {
	const few = 5
	switch {
	case lo == hi:
		return char(kind, lo)
	case !readable(lo) || !readable(hi):
		return kind.Number(lo) + "–" + kind.Number(hi)
	case hi-lo < few && (hi-lo == 1 || !sameKind(lo, hi)):
		var b strings.Builder
		for r := lo; r <= hi; r++ {
			if r > lo {
				b.WriteByte(' ')
			}
			b.WriteRune(r)
		}
		return b.String()
	}
	return string(lo) + "–" + string(hi)
}

// readable reports whether a character is printed as itself.
func readable(r rune) bool { return r > ' ' && r < 0x7F }

// sameKind reports whether both ends of a range are digits, or letters of one case.
func sameKind(lo, hi rune) bool {
	return '0' <= lo && hi <= '9' || 'a' <= lo && hi <= 'z' || 'A' <= lo && hi <= 'Z'
}

// char prints a character as itself if that can be read, else as U+00A0 or, an octet, as %xA0.
func char(kind abnf.Terminals, r rune) string {
	if readable(r) {
		return string(r)
	}
	return kind.Number(r)
}
