package abnf

import (
	"strconv"
	"strings"
)

func (e *Alternation) String() string { return join(e.Alts, " / ", inAlternation) }

func (e *Concatenation) String() string { return join(e.Parts, " ", inConcatenation) }

func (e *Repetition) String() string {
	if e.Option {
		return "[" + e.X.String() + "]"
	}
	var b strings.Builder
	switch {
	case e.Min == e.Max:
		b.WriteString(strconv.Itoa(e.Min))
	default:
		if e.Min > 0 {
			b.WriteString(strconv.Itoa(e.Min))
		}
		b.WriteByte('*')
		if e.Max >= 0 {
			b.WriteString(strconv.Itoa(e.Max))
		}
	}
	b.WriteString(wrap(e.X, inRepetition))
	return b.String()
}

func (e *Reference) String() string { return e.Name }

func (e *Literal) String() string {
	if e.Sensitive {
		return `%s"` + e.Text + `"`
	}
	return `"` + e.Text + `"`
}

func (e *Range) String() string {
	s := "%" + string(e.Base) + number(e.Lo, e.Base)
	if e.Hi != e.Lo {
		s += "-" + number(e.Hi, e.Base)
	}
	return s
}

func (e *Sequence) String() string {
	var b strings.Builder
	b.WriteString("%" + string(e.Base))
	for i, r := range e.Runes {
		if i > 0 {
			b.WriteByte('.')
		}
		b.WriteString(number(r, e.Base))
	}
	return b.String()
}

func (e *Prose) String() string { return "<" + e.Text + ">" }

// String returns the definition in one line, printed from the tree: it differs
// from Source in white space, unnecessary groups and the spelling of numbers.
func (r *Rule) String() string { return r.Name + " = " + r.Expr.String() }

func number(r rune, base byte) string {
	switch base {
	case 'd':
		return strconv.Itoa(int(r))
	case 'b':
		return strconv.FormatInt(int64(r), 2)
	}
	return strings.ToUpper(strconv.FormatInt(int64(r), 16))
}

// The kinds of expression around an expression; they decide whether it needs
// parentheses.
const (
	inAlternation = iota
	inConcatenation
	inRepetition
)

func wrap(e Expr, where int) string {
	group := false
	switch e := e.(type) {
	case *Alternation:
		group = true // a nested one came from a group
	case *Concatenation:
		group = where != inAlternation
	case *Repetition:
		group = where == inRepetition && !e.Option
	}
	if group {
		return "(" + e.String() + ")"
	}
	return e.String()
}

func join(list []Expr, sep string, where int) string {
	parts := make([]string, len(list))
	for i, e := range list {
		parts[i] = wrap(e, where)
	}
	return strings.Join(parts, sep)
}

// Short returns an expression that is not too long for a message.
func Short(e Expr) string {
	s := e.String()
	if len(s) > 60 {
		s = strings.TrimSpace(s[:60]) + " ..."
	}
	return s
}
