package export

import (
	"slices"

	"github.com/rfc3987/iri/internal/grammar/abnf"
)

// A node is a regular expression. The functions that make nodes simplify them; what they return
// matches the same strings, and has no more ways to match one.
type node struct {
	op       op
	spans    []abnf.Interval // of a class: ascending, with characters between them, no surrogates
	subs     []*node         // of a sequence or a choice: two or more; of a repetition: one
	min, max int             // of a repetition; max < 0 means without limit
}

type op uint8

const (
	opNever  op = iota // matches nothing
	opEmpty            // matches the empty string
	opClass            // matches one character
	opSeq              // matches its subs one after the other
	opChoice           // matches what any of its subs matches
	opRepeat           // matches from min to max times its sub
)

var never, empty = &node{op: opNever}, &node{op: opEmpty}

// class returns the node for one character of the spans.
func class(spans []abnf.Interval) *node {
	if spans = abnf.WithoutSurrogates(spans); len(spans) == 0 {
		return never
	}
	return &node{op: opClass, spans: spans}
}

// sequence returns the node for nodes one after the other.
func sequence(subs ...*node) *node {
	var out []*node
	for _, s := range subs {
		switch s.op {
		case opNever:
			return never
		case opEmpty:
		case opSeq:
			out = append(out, s.subs...)
		default:
			out = append(out, s)
		}
	}
	switch len(out) {
	case 0:
		return empty
	case 1:
		return out[0]
	}
	return &node{op: opSeq, subs: out}
}

// choice returns the node for any of some nodes. Single characters become one class.
func choice(subs ...*node) *node {
	var out []*node
	var spans []abnf.Interval
	at, optional := -1, false // where the class stands
	var add func(*node)
	add = func(s *node) {
		switch {
		case s.op == opNever:
		case s.op == opEmpty:
			optional = true
		case s.op == opChoice:
			for _, x := range s.subs {
				add(x)
			}
		case s.op == opClass:
			if at < 0 {
				at = len(out)
				out = append(out, nil)
			}
			spans = append(spans, s.spans...)
		case !slices.ContainsFunc(out, func(o *node) bool { return o != nil && o.equal(s) }):
			out = append(out, s)
		}
	}
	for _, s := range subs {
		add(s)
	}
	if at >= 0 {
		out[at] = class(spans)
	}
	n := never
	switch len(out) {
	case 0:
		if optional {
			return empty
		}
	case 1:
		n = out[0]
	default:
		n = &node{op: opChoice, subs: out}
	}
	if optional {
		return repeat(n, 0, 1)
	}
	return n
}

// repeat returns the node for from least to most times x; most < 0 means without limit.
func repeat(x *node, least, most int) *node {
	switch {
	case most == 0 || x.op == opEmpty || x.op == opNever && least == 0:
		return empty
	case x.op == opNever || least == 1 && most == 1:
		return x
	case x.op == opRepeat && x.max < 0 && x.min <= 1 && least <= 1:
		return repeat(x.subs[0], min(x.min, least), -1) // (x+)*, (x*)?
	case x.op == opRepeat && x.min == 0 && x.max == 1 && most < 0:
		return repeat(x.subs[0], 0, -1) // (x?)*
	case least == 0 && most == 1 && x.nullable():
		return x
	case least == 0 && most < 0 && x.op == opSeq && len(x.subs) == 2 && x.subs[0].op == opClass &&
		x.subs[1].op == opRepeat && x.subs[1].min == 0 && x.subs[1].max < 0:
		// (a x*)* is (a (a / x)*)?, as in *( "/" isegment ): one loop, not one in another.
		a := x.subs[0]
		return repeat(sequence(a, repeat(choice(a, x.subs[1].subs[0]), 0, -1)), 0, 1)
	}
	return &node{op: opRepeat, subs: []*node{x}, min: least, max: most}
}

// nullable reports whether the node matches the empty string.
func (n *node) nullable() bool {
	switch n.op {
	case opEmpty:
		return true
	case opSeq:
		return !slices.ContainsFunc(n.subs, func(s *node) bool { return !s.nullable() })
	case opChoice:
		return slices.ContainsFunc(n.subs, (*node).nullable)
	case opRepeat:
		return n.min == 0 || n.subs[0].nullable()
	}
	return false
}

// endless reports whether a part of the node can be repeated without limit.
func (n *node) endless() bool {
	return n.op == opRepeat && n.max < 0 || slices.ContainsFunc(n.subs, (*node).endless)
}

func (n *node) equal(m *node) bool {
	return n == m || n.op == m.op && n.min == m.min && n.max == m.max && slices.Equal(n.spans, m.spans) &&
		slices.EqualFunc(n.subs, m.subs, (*node).equal)
}

// unroll returns the node with loops in the form that engines run fastest, without a choice for
// each character: (a / x)* is a* (x a*)*, where a is one character.
func (n *node) unroll() *node {
	if n.op < opSeq {
		return n
	}
	subs := make([]*node, len(n.subs))
	for i, s := range n.subs {
		subs[i] = s.unroll()
	}
	switch n.op {
	case opSeq:
		return sequence(subs...)
	case opChoice:
		return choice(subs...)
	}
	x := subs[0]
	at := -1
	if x.op == opChoice && n.max < 0 {
		at = slices.IndexFunc(x.subs, func(s *node) bool { return s.op == opClass })
	}
	if at < 0 {
		return &node{op: opRepeat, subs: subs, min: n.min, max: n.max}
	}
	a := repeat(x.subs[at], 0, -1)
	others := choice(slices.Delete(slices.Clone(x.subs), at, at+1)...)
	loop := sequence(a, &node{op: opRepeat, subs: []*node{sequence(others, a)}, min: 0, max: -1})
	if n.min == 0 {
		return loop
	}
	return sequence(repeat(x, n.min, n.min), loop)
}
