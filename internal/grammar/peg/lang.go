package peg

import (
	"encoding/binary"
	"slices"
)

// This file calculates with regular languages: which strings an expression
// followed by something else matches, read as ABNF or as PEG, and boolean
// combinations of that. A language is a term; its derivative by a character is
// the language of what may follow that character (Brzozowski 1964). Terms are
// interned, so a language has finitely many derivatives and searches end.

// A mode says how an expression is read.
type mode byte

const (
	abnfMode mode = iota // alternatives are unordered, repetitions may stop anywhere
	pegMode              // the first alternative that matches is taken, repetitions take what they can
)

type op byte

const (
	opNone op = iota // no string
	opAll            // every string
	opEnd            // the empty string
	opChar           // a character of class, then a string of next
	opThen           // what expr matches in mode, then a string of next; see unfold
	opOr
	opAnd
	opNot
)

// A term is a language.
type term struct {
	id       int
	op       op
	class    *Class
	expr     Expr
	mode     mode
	next     *term
	kids     []*term
	unfolded *term
	nullable answer // whether it has the empty string
	deriv    []*term
}

// An answer is one that may not have been computed yet.
type answer int8

const (
	unknown answer = iota
	no
	yes
)

// algebra interns the terms over one alphabet.
type algebra struct {
	letters []rune // one character of each class of characters that the grammar tells apart
	terms   map[string]*term
	exprs   map[Expr]int
	reps    map[repKey]*Rep // a repetition with one time less; see less

	none, all, end *term
}

type repKey struct {
	x        Expr
	min, max int
}

// newAlgebra returns an algebra that can tell apart what the classes tell apart.
func newAlgebra(classes []*Class) *algebra {
	a := &algebra{terms: map[string]*term{}, exprs: map[Expr]int{}, reps: map[repKey]*Rep{}}
	a.letters = representatives(classes)
	a.none = a.intern(&term{op: opNone, nullable: no})
	a.all = a.intern(&term{op: opAll, nullable: yes})
	a.end = a.intern(&term{op: opEnd, nullable: yes})
	return a
}

func (a *algebra) intern(t *term) *term {
	key := []byte{byte(t.op), byte(t.mode)}
	add := func(n int) { key = binary.LittleEndian.AppendUint32(key, uint32(n)) }
	if t.next != nil {
		add(t.next.id)
	}
	if t.class != nil {
		add(a.number(t.class))
	}
	if t.expr != nil {
		add(a.number(t.expr))
	}
	for _, k := range t.kids {
		add(k.id)
	}
	if old := a.terms[string(key)]; old != nil {
		return old
	}
	t.id = len(a.terms)
	a.terms[string(key)] = t
	return t
}

// number returns a number for an expression, the same one each time.
func (a *algebra) number(e Expr) int {
	n, ok := a.exprs[e]
	if !ok {
		n = len(a.exprs)
		a.exprs[e] = n
	}
	return n
}

func (a *algebra) or(kids ...*term) *term  { return a.join(opOr, a.none, a.all, kids) }
func (a *algebra) and(kids ...*term) *term { return a.join(opAnd, a.all, a.none, kids) }

// join makes a union or an intersection in normal form: flat, sorted, without
// repeats, without the neutral element.
func (a *algebra) join(o op, neutral, absorbing *term, kids []*term) *term {
	var flat []*term
	for _, k := range kids {
		switch {
		case k == absorbing:
			return absorbing
		case k.op == o:
			flat = append(flat, k.kids...)
		case k != neutral:
			flat = append(flat, k)
		}
	}
	slices.SortFunc(flat, func(x, y *term) int { return x.id - y.id })
	flat = slices.Compact(flat)
	for _, k := range flat {
		if k.op == opNot && slices.Contains(flat, k.kids[0]) {
			return absorbing
		}
	}
	switch len(flat) {
	case 0:
		return neutral
	case 1:
		return flat[0]
	}
	return a.intern(&term{op: o, kids: flat})
}

func (a *algebra) not(t *term) *term {
	switch t.op {
	case opNone:
		return a.all
	case opAll:
		return a.none
	case opNot:
		return t.kids[0]
	}
	return a.intern(&term{op: opNot, kids: []*term{t}})
}

// then is what e matches, read in the mode, followed by a string of next. In
// pegMode a string belongs to it if e, run at its start, succeeds and leaves a
// string of next.
func (a *algebra) then(m mode, e Expr, next *term) *term {
	if next == a.none {
		return a.none
	}
	return a.intern(&term{op: opThen, mode: m, expr: e, next: next})
}

// unfold opens an opThen until every way through it begins with a character.
func (a *algebra) unfold(t *term) *term {
	if t.op != opThen {
		return t
	}
	if t.unfolded == nil {
		t.unfolded = a.open(t.mode, t.expr, t.next)
	}
	return t.unfolded
}

func (a *algebra) open(m mode, e Expr, next *term) *term {
	switch e := e.(type) {
	case *Class:
		return a.intern(&term{op: opChar, class: e, next: next})
	case *Ref:
		if m == pegMode {
			return a.unfold(a.then(m, e.Rule.Body, next))
		}
		return a.unfold(a.then(m, e.Rule.Literal, next))
	case *Guard:
		follows := a.intern(&term{op: opChar, class: e.Follow, next: a.all})
		return a.and(a.unfold(next), a.or(follows, a.end))
	case *Ahead:
		return a.and(a.unfold(next), a.unfold(a.then(m, e.X, a.all)))
	case *Seq:
		for i := len(e.Parts) - 1; i >= 0; i-- {
			next = a.then(m, e.Parts[i], next)
		}
		return a.unfold(next)
	case *Choice:
		var ways []*term
		failed := a.all
		for _, alt := range e.Alts {
			ways = append(ways, a.and(failed, a.unfold(a.then(m, alt, next))))
			if m == pegMode {
				failed = a.and(failed, a.not(a.unfold(a.then(m, alt, a.all))))
			}
		}
		return a.or(ways...)
	case *Rep:
		if e.Max == 0 {
			return a.unfold(next)
		}
		again := a.unfold(a.then(m, e.X, a.then(m, a.less(e), next)))
		switch {
		case e.Min > 0:
			return again
		case m == pegMode:
			return a.or(again, a.and(a.not(a.unfold(a.then(m, e.X, a.all))), a.unfold(next)))
		}
		return a.or(again, a.unfold(next))
	}
	panic("peg: unknown expression")
}

// less returns the repetition with one time less.
func (a *algebra) less(e *Rep) *Rep {
	k := repKey{e.X, max(e.Min-1, 0), e.Max}
	if e.Max > 0 {
		k.max--
	}
	if k.min == e.Min && k.max == e.Max {
		return e
	}
	if a.reps[k] == nil {
		a.reps[k] = &Rep{k.min, k.max, e.X}
	}
	return a.reps[k]
}

// nullable reports whether the empty string belongs to the language.
func (a *algebra) nullable(t *term) bool {
	if t.nullable == unknown {
		has := false
		switch t.op {
		case opThen:
			has = a.nullable(a.unfold(t))
		case opOr:
			has = slices.ContainsFunc(t.kids, a.nullable)
		case opAnd:
			has = !slices.ContainsFunc(t.kids, func(k *term) bool { return !a.nullable(k) })
		case opNot:
			has = !a.nullable(t.kids[0])
		}
		t.nullable = no
		if has {
			t.nullable = yes
		}
	}
	return t.nullable == yes
}

// derive returns the language of what may follow the letter.
func (a *algebra) derive(t *term, letter int) *term {
	switch t.op {
	case opNone, opAll:
		return t
	case opEnd:
		return a.none
	case opThen:
		return a.derive(a.unfold(t), letter)
	case opChar:
		if t.class.has(a.letters[letter]) {
			return a.unfold(t.next)
		}
		return a.none
	}
	if t.deriv == nil {
		t.deriv = make([]*term, len(a.letters))
	}
	if t.deriv[letter] == nil {
		kids := make([]*term, len(t.kids))
		for i, k := range t.kids {
			kids[i] = a.derive(k, letter)
		}
		switch t.op {
		case opOr:
			t.deriv[letter] = a.or(kids...)
		case opAnd:
			t.deriv[letter] = a.and(kids...)
		case opNot:
			t.deriv[letter] = a.not(kids[0])
		}
	}
	return t.deriv[letter]
}

// witness returns a shortest string of the language; ok is false if it is empty.
func (a *algebra) witness(t *term) (s string, ok bool) { return a.difference(t, a.none) }

// difference returns a shortest string that belongs to one of two languages and
// not to the other; ok is false if they are equal. It goes through the derivatives
// of both side by side, breadth first.
func (a *algebra) difference(x, y *term) (s string, ok bool) {
	type pair struct{ x, y *term }
	type step struct {
		pair
		from   int
		letter rune
	}
	queue := []step{{pair{a.unfold(x), a.unfold(y)}, -1, 0}}
	seen := map[pair]bool{queue[0].pair: true}
	for i := 0; i < len(queue); i++ {
		p := queue[i]
		if a.nullable(p.x) != a.nullable(p.y) {
			var s []rune
			for ; p.from >= 0; p = queue[p.from] {
				s = append(s, p.letter)
			}
			slices.Reverse(s)
			return string(s), true
		}
		for l := range a.letters {
			next := pair{a.derive(p.x, l), a.derive(p.y, l)}
			if next.x != next.y && !seen[next] {
				seen[next] = true
				queue = append(queue, step{next, i, a.letters[l]})
			}
		}
	}
	return "", false
}
