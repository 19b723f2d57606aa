// Package derive finds derivations. In come a rule and a string; out comes which rules
// match which parts of the string. It works on any grammar, ambiguous or not. Without
// recursion it takes time and memory linear in the string: a first pass, from the
// end to the start, records from which places in the rules the rest of the string can
// be matched; a second pass takes the first alternative for which it can. With recursion,
// package earley says which rules match which parts (general.go). The package must not
// know the generated parser, which it replaces for grammars that are read at run time.
package derive

import (
	"encoding/binary"
	"slices"
	"unicode/utf8"

	"github.com/rfc3987/iri/internal/grammar/abnf"
	"github.com/rfc3987/iri/internal/grammar/earley"
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
	opCall            // go on after what another program matches
)

// A length says what a call may match.
type length uint8

const (
	anyLength length = iota
	notEmpty
	onlyEmpty
)

type instr struct {
	op     op
	length length
	rule   int
	spans  []abnf.Span // the characters that are consumed
	outs   []int
	expr   abnf.Expr // of a split: the expression of which it chooses an alternative
}

// A Program matches one rule. It may be used from many goroutines.
type Program struct {
	kind   abnf.Terminals
	code   []instr
	start  int
	done   int
	bounds []rune  // the first character of each class of characters
	before [][]int // for each instruction, those that lead to it without a character
	chars  [][]int // for each class, the instructions that consume it

	// With recursion:
	recognizer *earley.Program
	starts     map[int]int        // by rule: where its program begins
	index      map[*abnf.Rule]int // in the grammar
}

// Run returns the matches in s, which has to be UTF-8 unless the terminals of the grammar are
// octets; the last one is that of the rule itself. ok is false if the rule does not match s. The error is an
// [*earley.BudgetError].
func (p *Program) Run(s string) (matches []Match, ok bool, err error) {
	if p.recognizer != nil {
		ok, err = p.walk(s, func(m Match) { matches = append(matches, m) }, nil)
		return matches, ok, err
	}
	matches, ok = p.run(s)
	return matches, ok, nil
}

// run is Run without recursion.
func (p *Program) run(s string) (matches []Match, ok bool) {
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
			_, n, _ := p.kind.Decode(s[pos:])
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
	n := len(s) + 1
	if p.kind == abnf.CodePoints {
		n = utf8.RuneCountInString(s) + 1
	}
	at = slices.Grow(at[:0], n)[:n]
	i := n - 1
	at[i] = p.closed(t, []int{p.done})
	for len(s) > 0 {
		r, w := rune(s[len(s)-1]), 1
		if p.kind == abnf.CodePoints {
			r, w = utf8.DecodeLastRuneInString(s)
		}
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
