package abnf

import (
	"encoding/binary"
	"path"

	"github.com/rfc3987/iri/internal/text/chars"
	"github.com/rfc3987/iri/internal/text/lazy"
)

// The built-in grammars are read, linked and checked when they are generated. A program has the result as data, and is
// linked without what reads grammars, unless it reads others.
//
// Pack and Unpack go through the same fields in the same order: a codec writes a value, or reads it.

// Pack returns the rules of a grammar and what its header says, for [Unpack].
func (g *Grammar) Pack() []byte {
	c := &codec{write: true}
	c.grammar(g)
	return c.out
}

// Unpack returns the grammar that was given to [Grammar.Pack]. It panics if the data are not from there.
func Unpack(data string) *Grammar {
	g := new(Grammar)
	c := &codec{in: data}
	c.grammar(g)
	g.index = make(map[string]*Rule, len(g.Rules))
	for _, r := range g.Rules {
		g.index[chars.Lower(r.Name)] = r
		if r.alts = []Expr{r.Expr}; isAlternation(r.Expr) {
			r.alts = Parts(r.Expr)
		}
	}
	return g
}

func isAlternation(e Expr) bool { _, ok := e.(*Alternation); return ok }

// A codec writes values to out, or reads them from in.
type codec struct {
	write bool
	out   []byte
	in    string
	file  string // of the last position
}

func (c *codec) number(n *int) {
	if c.write {
		c.out = binary.AppendUvarint(c.out, uint64(*n))
		return
	}
	var u uint64
	u, c.in = lazy.Uvarint(c.in)
	*n = int(u)
}

func (c *codec) flag(b *bool) {
	n := 0
	if *b {
		n = 1
	}
	c.number(&n)
	*b = n != 0
}

func (c *codec) char(r *rune) {
	n := int(*r)
	c.number(&n)
	*r = rune(n)
}

func (c *codec) base(b *byte) {
	n := int(*b)
	c.number(&n)
	*b = byte(n)
}

func (c *codec) text(s *string) {
	n := len(*s)
	if c.number(&n); c.write {
		c.out = append(c.out, *s...)
		return
	}
	*s, c.in = c.in[:n], c.in[n:]
}

// pos has no file if it is that of the position before. The folder is left out.
func (c *codec) pos(p *Pos) {
	file := ""
	if name := path.Base(p.File); c.write && name != c.file {
		file = name
	}
	if c.text(&file); file != "" {
		c.file = file
	}
	if !c.write {
		p.File = c.file
	}
	c.number(&p.Line)
	c.number(&p.Col)
}

// list goes through a list of values; nil is one without any.
func list[T any](c *codec, all *[]T, one func(*T)) {
	n := len(*all)
	if c.number(&n); !c.write && n > 0 {
		*all = make([]T, n)
	}
	for i := range *all {
		one(&(*all)[i])
	}
}

func (c *codec) grammar(g *Grammar) {
	for _, s := range []*string{&g.Spec, &g.Title, &g.Changes, &g.Date, &g.SHA256, &g.Top, &g.Reference, &g.Absolute,
		&g.Relative, &g.Family} {
		c.text(s)
	}
	for _, l := range []*[]string{&g.Without, &g.Characters, &g.Record, &g.Typical} {
		list(c, l, c.text)
	}
	c.flag((*bool)(&g.Terminals))
	list(c, &g.Components, func(x *Component) {
		c.text(&x.Name)
		c.text(&x.Rule)
		c.pos(&x.Pos)
	})
	list(c, &g.Rules, func(r **Rule) {
		if *r == nil {
			*r = new(Rule)
		}
		c.rule(*r)
	})
}

func (c *codec) rule(r *Rule) {
	for _, s := range []*string{&r.Name, &r.Section, &r.Source, &r.Spec} {
		c.text(s)
	}
	c.flag(&r.Core)
	c.flag(&r.Changed)
	c.flag(&r.octets)
	c.pos(&r.Pos)
	c.expr(&r.Expr)
}

// expr begins with the number of the type of the expression.
func (c *codec) expr(e *Expr) {
	kind := 0
	if c.write {
		kind = exprKind(*e)
	}
	if c.number(&kind); !c.write {
		*e = [...]Expr{&Alternation{}, &Concatenation{}, &Repetition{}, &Reference{}, &Literal{}, &Range{}, &Sequence{},
			&Prose{}}[kind]
	}
	switch e := (*e).(type) {
	case *Alternation:
		list(c, &e.Alts, c.expr)
	case *Concatenation:
		list(c, &e.Parts, c.expr)
	case *Repetition:
		most := e.Max + 1 // 0 for no limit
		c.number(&e.Min)
		c.number(&most)
		e.Max = most - 1
		c.flag(&e.Option)
		c.pos(&e.Pos)
		c.expr(&e.X)
	case *Reference:
		c.text(&e.Name)
		c.pos(&e.Pos)
	case *Literal:
		c.text(&e.Text)
		c.flag(&e.Sensitive)
	case *Range:
		c.char(&e.Lo)
		c.char(&e.Hi)
		c.base(&e.Base)
	case *Sequence:
		list(c, &e.Runes, c.char)
		c.base(&e.Base)
	case *Prose:
		c.text(&e.Text)
		c.pos(&e.Pos)
	}
}

// exprKind returns the number of the type of an expression.
func exprKind(e Expr) int {
	switch e.(type) {
	case *Alternation:
		return 0
	case *Concatenation:
		return 1
	case *Repetition:
		return 2
	case *Reference:
		return 3
	case *Literal:
		return 4
	case *Range:
		return 5
	case *Sequence:
		return 6
	}
	return 7
}
