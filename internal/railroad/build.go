package railroad

import (
	"fmt"
	"strconv"
	"strings"

	"github.com/rfc3987/iri/internal/abnf"
)

// build returns the diagram of an expression.
func build(g *abnf.Grammar, e abnf.Expr) node {
	if r := g.Target(e); r != nil {
		return &box{text: r.Name, class: "r", rule: r, title: r.Source}
	}
	switch e := e.(type) {
	case *abnf.Alternation:
		var s stack
		for _, alt := range e.Alts {
			s = append(s, build(g, alt))
		}
		return s
	case *abnf.Concatenation:
		var s sequence
		for _, p := range e.Parts {
			s = append(s, build(g, p))
		}
		return s
	case *abnf.Repetition:
		return repetition(g, e)
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
		text := char(e.Lo)
		if e.Hi != e.Lo {
			text += "–" + char(e.Hi)
		}
		return &box{text: text, class: "t", title: e.String()}
	case *abnf.Sequence:
		var s sequence
		for _, r := range e.Runes {
			s = append(s, &box{text: char(r), class: "t", title: e.String()})
		}
		return s
	case *abnf.Prose:
		return &box{text: e.Text, class: "r"}
	}
	return skip{}
}

func repetition(g *abnf.Grammar, e *abnf.Repetition) node {
	if e.Max == 0 {
		return skip{}
	}
	x := build(g, e.X)
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

// char prints a character as itself if that can be read, else as U+00A0.
func char(r rune) string {
	if r > ' ' && r < 0x7F {
		return string(r)
	}
	return fmt.Sprintf("U+%04X", r)
}
