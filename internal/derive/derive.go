// Package derive finds derivations. In come a rule and a string; out comes which rules
// match which parts of the string. It works on any grammar without recursion,
// ambiguous or not, in time and memory linear in the string: a first pass, from the
// end to the start, records from which places in the rules the rest of the string can
// be matched; a second pass takes the first alternative for which it can. It must not
// know the generated parser, which it replaces for grammars that are read at run time.
package derive

import (
	"encoding/binary"
	"fmt"
	"slices"
	"unicode/utf8"

	"github.com/rfc3987/iri/internal/abnf"
)

// A Match says that a rule matches a part of the string. Matches are in the
// order in which they end, so those within a match come before it.
type Match struct {
	Rule       int // index in the grammar
	First      int // index of the first match within this one; its own index if there is none
	Begin, End int // bytes
}

type op uint8

const (
	opChar  op = iota // consume a character of spans
	opSplit           // go on with the first of outs that leads to the end
	opOpen            // a match of rule begins
	opClose           // it ends
	opDone            // the string has to end
)

type instr struct {
	op    op
	rule  int
	spans []abnf.Span // the characters that are consumed
	outs  []int
	expr  abnf.Expr // of a split: the expression of which it chooses an alternative
}

// A Program matches one rule. It may be used from many goroutines.
type Program struct {
	code   []instr
	start  int
	done   int
	bounds []rune  // the first character of each class of characters
	before [][]int // for each instruction, those that lead to it without a character
	chars  [][]int // for each class, the instructions that consume it
}

// maxCode limits the expansion of a rule, as MaxNFAStates in package automaton does.
const maxCode = 1 << 18

// Compile expands a rule of the grammar. It fails if a rule is not defined or
// refers to itself, or if it expands to more than maxCode instructions.
func Compile(g *abnf.Grammar, rule *abnf.Rule) (*Program, error) {
	c := &compiler{g: g, index: map[*abnf.Rule]int{}, p: &Program{}}
	for i, r := range g.Rules {
		c.index[r] = i
	}
	p := c.p
	p.done = c.emit(instr{op: opDone})
	p.start = c.rule(rule, p.done)
	if c.err != nil {
		return nil, c.err
	}
	p.bounds = []rune{0}
	for _, in := range p.code {
		for _, x := range in.spans {
			p.bounds = append(p.bounds, x.Lo, x.Hi+1)
		}
	}
	slices.Sort(p.bounds)
	p.bounds = slices.Compact(p.bounds)
	p.chars = make([][]int, len(p.bounds))
	p.before = make([][]int, len(p.code))
	for i, in := range p.code {
		if in.op == opChar {
			for _, x := range in.spans {
				for k := p.class(x.Lo); k < len(p.bounds) && p.bounds[k] <= x.Hi; k++ {
					p.chars[k] = append(p.chars[k], i)
				}
			}
			continue
		}
		for _, o := range in.outs {
			p.before[o] = append(p.before[o], i)
		}
	}
	return p, nil
}

func (p *Program) class(r rune) int {
	i, ok := slices.BinarySearch(p.bounds, r)
	if !ok {
		i--
	}
	return i
}

type compiler struct {
	g     *abnf.Grammar
	index map[*abnf.Rule]int
	p     *Program
	stack []*abnf.Rule
	err   error
}

func (c *compiler) fail(format string, args ...any) int {
	if c.err == nil {
		c.err = fmt.Errorf(format, args...)
	}
	return c.p.done
}

func (c *compiler) emit(in instr) int {
	if len(c.p.code) >= maxCode {
		return c.fail("the rule expands to more than %d steps", maxCode)
	}
	c.p.code = append(c.p.code, in)
	return len(c.p.code) - 1
}

// rule and expr return the instruction that matches and goes on with next.
func (c *compiler) rule(r *abnf.Rule, next int) int {
	if c.err != nil {
		return next
	}
	if slices.Contains(c.stack, r) {
		return c.fail("rule %s refers to itself", r.Name)
	}
	c.stack = append(c.stack, r)
	end := c.emit(instr{op: opClose, outs: []int{next}})
	body := c.expr(r.Expr, end)
	c.stack = c.stack[:len(c.stack)-1]
	return c.emit(instr{op: opOpen, rule: c.index[r], outs: []int{body}})
}

func (c *compiler) expr(e abnf.Expr, next int) int {
	if c.err != nil {
		return next
	}
	switch e := e.(type) {
	case *abnf.Alternation:
		in := instr{op: opSplit, expr: e}
		for _, a := range e.Alts {
			in.outs = append(in.outs, c.expr(a, next))
		}
		return c.emit(in)
	case *abnf.Concatenation:
		for _, p := range slices.Backward(e.Parts) {
			next = c.expr(p, next)
		}
		return next
	case *abnf.Repetition:
		return c.repetition(e, next)
	case *abnf.Reference, *abnf.Prose:
		r := c.g.Target(e)
		if r == nil {
			return c.fail("%s is not defined", e)
		}
		return c.rule(r, next)
	}
	chars, ok := abnf.Characters(e)
	if !ok {
		return c.fail("expression of unknown type %T", e)
	}
	for _, spans := range slices.Backward(chars) {
		next = c.emit(instr{op: opChar, spans: spans, outs: []int{next}})
	}
	return next
}

func (c *compiler) repetition(e *abnf.Repetition, next int) int {
	if e.Max == 0 {
		return next
	}
	if e.Max < 0 {
		loop := c.emit(instr{op: opSplit})
		body := c.nonEmpty(e.X, loop)
		c.p.code[loop].outs = []int{body, next}
		next = loop
		if c.g.Nullable(e.X) {
			return next // the required times may match the empty string
		}
	}
	end := next
	for range e.Max - e.Min {
		next = c.emit(instr{op: opSplit, outs: []int{c.expr(e.X, next), end}, expr: e})
	}
	for range e.Min {
		next = c.expr(e.X, next)
	}
	return next
}

// nonEmpty is like expr, but it does not match the empty string: a repetition of the
// empty string would not end.
func (c *compiler) nonEmpty(e abnf.Expr, next int) int {
	if c.err != nil || !c.g.Nullable(e) {
		return c.expr(e, next)
	}
	in := instr{op: opSplit}
	switch e := e.(type) {
	case *abnf.Alternation:
		in.expr = e
		for _, a := range e.Alts {
			in.outs = append(in.outs, c.nonEmpty(a, next))
		}
	case *abnf.Concatenation:
		// The first part that is not empty is the i-th one.
		for i := range e.Parts {
			out := next
			for _, p := range slices.Backward(e.Parts[i+1:]) {
				out = c.expr(p, out)
			}
			out = c.nonEmpty(e.Parts[i], out)
			for _, p := range slices.Backward(e.Parts[:i]) {
				out = c.empty(p, out)
			}
			in.outs = append(in.outs, out)
		}
	case *abnf.Repetition:
		if e.Max != 0 {
			rest := &abnf.Repetition{Min: 0, Max: max(e.Max-1, -1), X: e.X}
			in.outs = append(in.outs, c.nonEmpty(e.X, c.repetition(rest, next)))
		}
	case *abnf.Reference, *abnf.Prose:
		if r := c.g.Target(e); r != nil && !slices.Contains(c.stack, r) {
			c.stack = append(c.stack, r)
			body := c.nonEmpty(r.Expr, c.emit(instr{op: opClose, outs: []int{next}}))
			c.stack = c.stack[:len(c.stack)-1]
			return c.emit(instr{op: opOpen, rule: c.index[r], outs: []int{body}})
		}
		return c.expr(e, next) // which reports what is wrong
	}
	return c.emit(in) // has no way on if e can only be empty
}

// empty is like expr, but it matches only the empty string. The expression must be
// nullable.
func (c *compiler) empty(e abnf.Expr, next int) int {
	switch e := e.(type) {
	case *abnf.Alternation:
		if i := slices.IndexFunc(e.Alts, c.g.Nullable); i >= 0 {
			return c.empty(e.Alts[i], next)
		}
	case *abnf.Concatenation:
		for _, p := range slices.Backward(e.Parts) {
			next = c.empty(p, next)
		}
	case *abnf.Repetition:
		for range e.Min {
			next = c.empty(e.X, next)
		}
	case *abnf.Reference, *abnf.Prose:
		if r := c.g.Target(e); r != nil {
			body := c.empty(r.Expr, c.emit(instr{op: opClose, outs: []int{next}}))
			return c.emit(instr{op: opOpen, rule: c.index[r], outs: []int{body}})
		}
	}
	return next
}

// Run returns the matches in s, which has to be UTF-8; the last one is that of
// the rule itself. ok is false if the rule does not match s.
func (p *Program) Run(s string) (matches []Match, ok bool) {
	var t tables
	sets := p.backward(&t, s, nil)
	at := func(i int) set { return t.sets[sets[i]] }
	if !at(0).has(p.start) {
		return nil, false
	}
	type open struct{ rule, first, begin int }
	var stack []open
	pos, char := 0, 0
	for pc := p.start; ; {
		in := &p.code[pc]
		switch in.op {
		case opDone:
			return matches, true
		case opOpen:
			stack = append(stack, open{in.rule, len(matches), pos})
			pc = in.outs[0]
		case opClose:
			o := stack[len(stack)-1]
			stack = stack[:len(stack)-1]
			matches = append(matches, Match{o.rule, o.first, o.begin, pos})
			pc = in.outs[0]
		case opChar:
			_, n := utf8.DecodeRuneInString(s[pos:])
			pos += n
			char++
			pc = in.outs[0]
		case opSplit:
			k := slices.IndexFunc(in.outs, at(char).has)
			if k < 0 {
				return nil, false // cannot happen: backward has found a way from here to the end
			}
			pc = in.outs[k]
		}
	}
}

// A set of instructions, a bit for each.
type set []uint64

func (s set) has(i int) bool { return s[i/64]>>(i%64)&1 != 0 }

// tables say from which instructions the rest of a string can be matched. There
// are few different sets, so each is held once, with the steps that lead from one
// to another. The zero tables are empty.
type tables struct {
	sets  []set
	ids   map[string]int32
	steps map[step]int32
	key   []byte
}

type step struct {
	set   int32
	class int
}

// backward returns, for each character of a string and for its end, the set of
// the instructions from which the rest can be matched: an index in t.sets. It
// uses the space of at.
func (p *Program) backward(t *tables, s string, at []int32) []int32 {
	if t.ids == nil {
		t.ids, t.steps = make(map[string]int32), make(map[step]int32)
	}
	n := utf8.RuneCountInString(s) + 1
	at = slices.Grow(at[:0], n)[:n]
	i := n - 1
	at[i] = p.closed(t, []int{p.done})
	for len(s) > 0 {
		r, w := utf8.DecodeLastRuneInString(s)
		s = s[:len(s)-w]
		k := step{at[i], p.class(r)}
		id, ok := t.steps[k]
		if !ok {
			var from []int
			for _, c := range p.chars[k.class] {
				if t.sets[k.set].has(p.code[c].outs[0]) {
					from = append(from, c)
				}
			}
			id = p.closed(t, from)
			t.steps[k] = id
		}
		i--
		at[i] = id
	}
	return at
}

// closed returns the set of some instructions and of all that lead to them
// without a character.
func (p *Program) closed(t *tables, todo []int) int32 {
	bits := make(set, (len(p.code)+63)/64)
	for len(todo) > 0 {
		i := todo[len(todo)-1]
		todo = todo[:len(todo)-1]
		if !bits.has(i) {
			bits[i/64] |= 1 << (i % 64)
			todo = append(todo, p.before[i]...)
		}
	}
	t.key = t.key[:0]
	for _, w := range bits {
		t.key = binary.LittleEndian.AppendUint64(t.key, w)
	}
	id, ok := t.ids[string(t.key)]
	if !ok {
		id = int32(len(t.sets))
		t.ids[string(t.key)] = id
		t.sets = append(t.sets, bits)
	}
	return id
}
