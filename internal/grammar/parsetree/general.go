package parsetree

import (
	"cmp"
	"slices"

	"github.com/rfc3987/iri/internal/grammar/abnf"
	"github.com/rfc3987/iri/internal/grammar/earley"
)

// This file derives strings from rules that refer to themselves. Each such rule, and each
// that uses one, has a program of its own. Package earley says what parts of the string these
// rules match. Then, from the rule itself inwards, the way through the program of each rule is
// looked for: the first alternatives that lead to its end, over the longest parts that the
// rules within it match.

// general compiles the programs of the rules of a closure for which the compiler calls.
func (p *Program) general(c *compiler, rule *abnf.Rule, closure []*abnf.Rule) error {
	p.starts, p.index = make(map[int]int), c.index
	for _, r := range closure {
		if c.called(r) {
			p.starts[c.index[r]] = c.rule(r, p.done)
		}
	}
	if c.err != nil {
		return c.err
	}
	p.start = p.starts[c.index[rule]]
	var err error
	p.recognizer, err = earley.Compile(c.g, rule, c.called)
	return err
}

// A part says that a rule matches a part of the string. It can consist of parts with a lower order.
type part struct{ rule, begin, end, order int32 }

// An event is what happens on the way through a program.
type event struct {
	op   op
	pos  int32
	rule int32
	part int32 // of a call: its index
	expr abnf.Expr
	out  int32 // of a split: the index of the alternative
}

// A derivation looks for the derivation of one string.
type derivation struct {
	p     *Program
	s     string
	parts []part // by rule and beginning, the longest first

	tries  []try
	failed map[[2]int32]bool // the places from which there is no way to the end
}

// A try is a place from which several ways lead on.
type try struct {
	pc, pos int32
	next    int32 // the way that is tried next
	steps   int32 // how many steps lead to the place
}

// walk derives a string: it calls match for each rule where it ends, and branch for each
// choice, as [Program.Walk] says.
func (p *Program) walk(s string, match func(Match), branch func(e abnf.Expr, index int)) (ok bool, err error) {
	spans, ok, err := p.recognizer.Spans(s)
	if !ok || err != nil {
		return false, err
	}
	d := derivation{p: p, s: s, parts: make([]part, 0, len(spans))}
	for i, x := range spans {
		d.parts = append(d.parts, part{int32(p.index[p.recognizer.Rule(x.Machine)]), x.Begin, x.End, int32(i)})
	}
	slices.SortFunc(d.parts, comparePart)
	top, _ := slices.BinarySearchFunc(d.parts, part{rule: int32(p.code[p.start].rule), begin: 0, end: int32(len(s))}, comparePart)
	type frame struct {
		steps []event
		next  int
	}
	steps, ok := d.find(d.parts[top])
	if !ok {
		return false, nil // cannot happen: the rule matches the string
	}
	frames := []frame{{steps: steps}}
	type open struct{ rule, first, begin int }
	var stack []open
	ended := 0
	for len(frames) > 0 {
		f := &frames[len(frames)-1]
		if f.next == len(f.steps) {
			frames = frames[:len(frames)-1]
			continue
		}
		at := f.steps[f.next]
		f.next++
		switch at.op {
		case opOpen:
			stack = append(stack, open{int(at.rule), ended, int(at.pos)})
		case opClose:
			o := stack[len(stack)-1]
			stack = stack[:len(stack)-1]
			match(Match{o.rule, o.first, o.begin, int(at.pos)})
			ended++
		case opSplit:
			if branch != nil {
				branch(at.expr, int(at.out))
			}
		case opCall:
			steps, ok := d.find(d.parts[at.part])
			if !ok {
				return false, nil // cannot happen: the rule matches this part
			}
			frames = append(frames, frame{steps: steps})
		}
	}
	return true, nil
}

// comparePart orders parts by rule and beginning, the longest first.
func comparePart(a, b part) int {
	return cmp.Or(cmp.Compare(a.rule, b.rule), cmp.Compare(a.begin, b.begin), cmp.Compare(b.end, a.end))
}

// find returns the way through the program of a rule that matches a part of the string.
func (d *derivation) find(x part) (steps []event, ok bool) {
	p := d.p
	d.tries = d.tries[:0]
	d.failed = nil
	pc, pos := int32(p.starts[int(x.rule)]), x.begin
	for {
		in := &p.code[pc]
		switch in.op {
		case opDone:
			if pos == x.end {
				return slices.Clone(steps), true
			}
		case opOpen, opClose:
			steps = append(steps, event{op: in.op, pos: pos, rule: int32(in.rule)})
			pc = int32(in.outs[0])
			continue
		case opChar:
			if pos < x.end {
				c, n, _ := p.kind.Decode(d.s[pos:])
				if slices.ContainsFunc(in.spans, func(s abnf.Interval) bool { return s.Lo <= c && c <= s.Hi }) {
					pos += int32(n)
					pc = int32(in.outs[0])
					continue
				}
			}
		case opSplit, opCall:
			if !d.failed[[2]int32{pc, pos}] {
				next := int32(0)
				if in.op == opCall {
					at, _ := slices.BinarySearchFunc(d.parts, part{rule: int32(in.rule), begin: pos, end: x.end}, comparePart)
					next = int32(at)
				}
				d.tries = append(d.tries, try{pc, pos, next, int32(len(steps))})
			}
		}
		if pc, pos, steps, ok = d.retry(x, steps); !ok {
			return nil, false
		}
	}
}

// retry takes the next way from the last place at which there is one.
func (d *derivation) retry(x part, steps []event) (pc, pos int32, left []event, ok bool) {
	for len(d.tries) > 0 {
		t := &d.tries[len(d.tries)-1]
		in := &d.p.code[t.pc]
		steps = steps[:t.steps]
		if in.op == opSplit {
			if k := int(t.next); k < len(in.outs) {
				t.next++
				if in.expr != nil {
					steps = append(steps, event{op: opSplit, expr: in.expr, out: int32(k)})
				}
				return int32(in.outs[k]), t.pos, steps, true
			}
		}
		for in.op == opCall && int(t.next) < len(d.parts) {
			y := d.parts[t.next]
			if y.rule != int32(in.rule) || y.begin != t.pos {
				break
			}
			at := t.next
			t.next++
			switch {
			case in.length == notEmpty && y.end == y.begin, in.length == onlyEmpty && y.end != y.begin:
			case y.begin == x.begin && y.end == x.end && y.order >= x.order: // it may be made of x
			default:
				steps = append(steps, event{op: opCall, part: at})
				return int32(in.outs[0]), y.end, steps, true
			}
		}
		if d.failed == nil {
			d.failed = make(map[[2]int32]bool)
		}
		d.failed[[2]int32{t.pc, t.pos}] = true
		d.tries = d.tries[:len(d.tries)-1]
	}
	return 0, 0, nil, false
}
