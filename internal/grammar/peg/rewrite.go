package peg

import (
	"fmt"
	"slices"
)

// This file holds the rewrites that keep the language of the ABNF where a parser
// commits to the first alternative that matches and repeats as often as it can.
// They look at what expressions match and at what may follow, never at names. The
// argument next of the functions holds the languages of what may follow: one for the
// rule at the end of the text, one for where other rules use it. They are separate,
// because a rewrite may be right for one and wrong for the other.

// rewrite returns a parsing expression for e.
func (t *transcriber) rewrite(e Expr, next []*term) (Expr, error) {
	switch e := e.(type) {
	case *Seq:
		return t.rewriteSeq(e.Parts, next)
	case *Choice:
		return t.rewriteChoice(e.Alts, next)
	case *Rep:
		return t.rewriteSeq([]Expr{e}, next)
	}
	return e, nil
}

// rewriteSeq transcribes a concatenation. The only decision within one is how often
// to repeat. Where a repetition, which takes what it can, would take what the parts
// after it need, there are two rewrites:
//
//	*n(X Y) X → X *n(Y X)   the same strings, but now each time begins with Y, so
//	                        that a repetition ends where no Y comes
//	*2X Z → X X Z / X Z / Z a bounded repetition as the alternatives that it
//	                        stands for, longest first, each tried with its end
func (t *transcriber) rewriteSeq(parts []Expr, next []*term) (Expr, error) {
	out := make([]Expr, len(parts))
	after := next
	for i := len(parts) - 1; i >= 0; i-- {
		rep, ok := parts[i].(*Rep)
		if !ok {
			p, err := t.rewrite(parts[i], after)
			if err != nil {
				return nil, err
			}
			out[i] = p
			after = t.before(parts[i], after)
			continue
		}
		x, err := t.rewrite(rep.X, t.before(t.rest(rep), after))
		if err != nil {
			return nil, err
		}
		again, optional := x, rep.Max > rep.Min && nullable(rep.X)
		if optional {
			first := starts(x)
			if optional = first != nil; optional {
				again = seq(&Ahead{first}, x) // only where x consumes a character
			}
		}
		if witness, bad := t.greedy(rep, again, after); bad {
			if turned, ok := rotate(parts, i); ok {
				t.note("%s is written %s: the repetition would take what must follow it, as in %q",
					Text(&Seq{parts[i:]}), Text(turned[0])+" "+Text(&Seq{turned[1:]}), witness)
				return t.rewriteSeq(append(slices.Clone(parts[:i]), turned...), next)
			}
			if rep.Max > 0 && i+1 < len(parts) {
				t.note("%s is written as its alternatives, longest first: the repetition would take what must follow "+
					"it, as in %q", Text(&Seq{parts[i:]}), witness)
				tail, err := t.rewrite(unrolled(rep, parts[i+1:]), next)
				if err != nil {
					return nil, err
				}
				out = append(out[:i], tail)
				after = t.before(&Seq{parts[i:]}, next)
				continue
			}
			return nil, t.conflict(fmt.Sprintf("the repetition %s and what follows it", Text(rep)), witness)
		}
		out[i] = &Rep{rep.Min, rep.Max, x}
		if optional {
			t.note("%s is tried only where it matches a character: what is optional and empty is not there, and has "+
				"no node", Text(rep.X))
			out[i] = &Rep{0, rep.Max - rep.Min, again}
			if rep.Min > 0 {
				out[i] = seq(&Rep{rep.Min, rep.Min, x}, out[i])
			}
		}
		after = t.before(rep, after)
	}
	return seq(out...), nil
}

// starts returns a parsing expression that matches where x, which can match the empty
// string, consumes a character; nil if x holds what only looks ahead.
func starts(x Expr) Expr {
	switch x := x.(type) {
	case *Class:
		return x
	case *Ref:
		if !nullable(x.Rule.Literal) {
			return x
		}
		if x.Rule.Body == nil {
			return nil
		}
		return starts(x.Rule.Body)
	case *Rep:
		if nullable(x.X) {
			return starts(x.X)
		}
		if x.Min > 0 {
			return x
		}
		return x.X
	case *Choice:
		var alts []Expr
		for _, a := range x.Alts {
			if s, ok := a.(*Seq); ok && len(s.Parts) == 0 {
				break // it always matches, so what follows is not tried
			}
			first := starts(a)
			if first == nil {
				return nil
			}
			if alts = append(alts, first); nullable(a) {
				break
			}
		}
		if len(alts) > 0 {
			return choice(alts...)
		}
	case *Seq:
		if !nullable(x) {
			return x
		}
		var alts []Expr
		for _, p := range x.Parts {
			first := starts(p)
			if first == nil {
				return nil
			}
			alts = append(alts, first)
		}
		if len(alts) > 0 {
			return choice(alts...)
		}
	}
	return nil
}

// greedy looks for a string in which x, transcribed from the body of rep, can be
// matched once more, but only ending the repetition leads to a match.
func (t *transcriber) greedy(rep *Rep, x Expr, after []*term) (witness string, found bool) {
	remaining := t.optional(rep)
	if rep.Max > 0 {
		for range rep.Min {
			remaining = t.less(remaining)
		}
	}
	for remaining.Max != 0 {
		left := t.less(remaining)
		for _, after := range after {
			s, bad := t.witness(t.and(
				t.unfold(t.then(pegMode, x, t.all)),
				t.unfold(after),
				t.not(t.unfold(t.then(pegMode, x, t.then(abnfMode, left, after)))),
			))
			if bad {
				return s, true
			}
		}
		if left == remaining {
			break // without limit, one time is like the next
		}
		remaining = left
	}
	return "", false
}

// rotate turns parts[i:] from *n(X Y) X … into X *n(Y X) …, X as long as can be.
func rotate(parts []Expr, i int) ([]Expr, bool) {
	rep := parts[i].(*Rep)
	body := []Expr{rep.X}
	if s, ok := rep.X.(*Seq); ok {
		body = s.Parts
	}
	following := parts[i+1:]
	n := 0
	for n < len(body) && n < len(following) && equal(body[n], following[n]) {
		n++
	}
	if n == 0 {
		return nil, false
	}
	turned := &Rep{rep.Min, rep.Max, seq(append(slices.Clone(body[n:]), body[:n]...)...)}
	return append(append(slices.Clone(following[:n]), turned), following[n:]...), true
}

// unrolled writes a bounded repetition and what follows it as alternatives.
func unrolled(rep *Rep, following []Expr) Expr {
	var alts []Expr
	for n := rep.Max; n >= rep.Min; n-- {
		alts = append(alts, seq(append(slices.Repeat([]Expr{rep.X}, n), following...)...))
	}
	return choice(alts...)
}

// rewriteChoice transcribes an alternation. An earlier alternative that matches a
// part of what a later one matches hides that one. Where the two have no string
// in common, exchanging them mends that and changes no parse tree. Where they
// have, the order decides the tree ("first match wins", RFC 3986 §3.2.2), and the
// earlier one is guarded with the characters that may follow instead.
func (t *transcriber) rewriteChoice(alts []Expr, next []*term) (Expr, error) {
	if len(alts) > mostAlternatives {
		r := t.grammar.Rule(t.rule.Name)
		return nil, &ConflictError{Rule: r.Name, Pos: r.Pos, Many: len(alts)}
	}
	out := make([]Expr, len(alts))
	for i, a := range alts {
		var err error
		if out[i], err = t.rewrite(a, next); err != nil {
			return nil, err
		}
	}
	type swap struct {
		first, second int
		witness       string
	}
	var swaps []swap
	before := make([][]int, len(alts)) // for each alternative, those that have to be tried before it
	for j := range alts {
		for i := range j {
			witness, hidden := t.hides(out[i], alts[j], next)
			_, back := t.hides(out[j], alts[i], next)
			free := !back && t.disjoint(alts[i], alts[j])
			switch {
			case hidden && free:
				swaps = append(swaps, swap{j, i, witness})
				before[i] = append(before[i], j)
				continue
			case hidden:
				guarded, err := t.guard(out[i], alts[i], alts[j], next, witness)
				if err != nil {
					return nil, err
				}
				out[i] = guarded
			}
			if !free {
				before[j] = append(before[j], i)
			}
		}
	}
	order, ok := sorted(before)
	if !ok {
		// The exchanges contradict each other: guards do not move anything.
		for _, s := range swaps {
			guarded, err := t.guard(out[s.second], alts[s.second], alts[s.first], next, s.witness)
			if err != nil {
				return nil, err
			}
			out[s.second] = guarded
		}
		return choice(out...), nil
	}
	for _, s := range swaps {
		t.note("%s is tried before %s, which would hide it in %q", Text(alts[s.first]), Text(alts[s.second]), s.witness)
	}
	ordered := make([]Expr, len(out))
	for i, k := range order {
		ordered[i] = out[k]
	}
	return choice(ordered...), nil
}

// guard lets the alternative a, transcribed to out, match only before what may
// follow, so that it does not hide b.
func (t *transcriber) guard(out, a, b Expr, next []*term, witness string) (Expr, error) {
	if _, hidden := t.hides(out, b, next); !hidden {
		return out, nil // it is guarded already
	}
	out = seq(out, &Guard{t.first(t.or(next...))})
	if s, hidden := t.hides(out, b, next); hidden {
		return nil, t.conflict(fmt.Sprintf("the alternatives %s and %s", Text(a), Text(b)), s)
	}
	t.note("%s stands only before what may follow: it would hide %s in %q", Text(a), Text(b), witness)
	return out, nil
}

// hides looks for a string in which the parsing expression a matches, but only
// the alternative b leads to a match of the whole.
func (t *transcriber) hides(a, b Expr, next []*term) (witness string, found bool) {
	for _, next := range next {
		s, bad := t.witness(t.and(
			t.unfold(t.then(pegMode, a, t.all)),
			t.unfold(t.then(abnfMode, b, next)),
			t.not(t.unfold(t.then(pegMode, a, next))),
		))
		if bad {
			return s, true
		}
	}
	return "", false
}

// before returns what may follow before e, if next may follow after it.
func (t *transcriber) before(e Expr, next []*term) []*term {
	out := make([]*term, len(next))
	for i, n := range next {
		out[i] = t.then(abnfMode, e, n)
	}
	return out
}

func (t *transcriber) disjoint(a, b Expr) bool {
	_, common := t.witness(t.and(t.unfold(t.then(abnfMode, a, t.end)), t.unfold(t.then(abnfMode, b, t.end))))
	return !common
}

// sorted returns an order in which every alternative comes after those in its list,
// and that is otherwise the given one; ok is false if there is none.
func sorted(before [][]int) (order []int, ok bool) {
	for len(order) < len(before) {
		n := len(order)
		for i := range before {
			ready := !slices.Contains(order, i)
			for _, j := range before[i] {
				ready = ready && slices.Contains(order, j)
			}
			if ready {
				order = append(order, i)
				break
			}
		}
		if len(order) == n {
			return nil, false
		}
	}
	return order, true
}

func (t *transcriber) note(format string, args ...any) {
	s := fmt.Sprintf(format, args...)
	if !slices.Contains(t.rule.Rewrites, s) {
		t.rule.Rewrites = append(t.rule.Rewrites, s)
	}
}
