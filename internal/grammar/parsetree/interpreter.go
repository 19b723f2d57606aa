package parsetree

import (
	"math/bits"
	"slices"
	"sync"
	"unicode/utf8"

	"github.com/rfc3987/iri/internal/grammar/abnf"
	"github.com/rfc3987/iri/internal/grammar/automaton"
	"github.com/rfc3987/iri/internal/grammar/earley"
)

// The interpreter gives the parse tree of any grammar, ambiguous or not, for grammars that are read at run
// time. Without recursion it takes time and memory linear in the string: a first pass, from the end to the
// start, records from which places in the rules the rest of the string can be matched; a second pass takes
// the first alternative for which it can. With recursion, package earley says which rules match which parts
// (general.go).

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
	spans  []abnf.Interval // the characters that are consumed
	outs   []int
	expr   abnf.Expr // of a split: the expression of which it chooses an alternative
}

// A Program matches one rule. It may be used from many goroutines.
type Program struct {
	kind   abnf.Terminals
	code   []instr
	start  int
	done   int
	chars  automaton.CharClasses
	before [][]int   // for each instruction, those that lead to it without a character
	over   [][]int   // for each class of characters, the instructions that consume it
	passes sync.Pool // of *pass: they know the sets that strings lead to

	// With recursion:
	recognizer *earley.Program
	starts     map[int]int        // by rule: where its program begins
	index      map[*abnf.Rule]int // in the grammar
}

// Run returns the matches in s, which has to be UTF-8 unless the terminals of the grammar are
// octets; the last one is that of the rule itself. ok is false if the rule does not match s. The error is an
// [*earley.BudgetError].
func (p *Program) Run(s string) (matches []Match, ok bool, err error) {
	ok, err = p.Walk(s, func(m Match) { matches = append(matches, m) }, nil)
	return matches, ok, err
}

// Walk is [Program.Run] that calls match for each match, and branch, unless it is nil, for each choice on the way: e
// is an alternation and the index that of the alternative, or an option or repetition and the index 0 for one that is
// there, 1 if there is none (or no more).
func (p *Program) Walk(s string, match func(Match), branch func(e abnf.Expr, index int)) (ok bool, err error) {
	if p.recognizer != nil {
		return p.walk(s, match, branch)
	}
	b, _ := p.passes.Get().(*pass)
	if b == nil || b.sets.Full() || cap(b.at) > maxPass {
		b = &pass{sets: automaton.NewSets(len(p.chars.Lo)), seen: make([]uint64, (len(p.code)+63)/64)}
	}
	defer p.passes.Put(b)
	if !p.backward(b, s) {
		return false, nil
	}
	type open struct{ rule, first, begin int }
	var stack []open
	pos, char, ended := 0, 0, 0
	for pc := p.start; ; {
		in := &p.code[pc]
		k := 0
		switch in.op {
		case opDone:
			return true, nil
		case opOpen:
			stack = append(stack, open{in.rule, ended, pos})
		case opClose:
			o := stack[len(stack)-1]
			stack = stack[:len(stack)-1]
			match(Match{o.rule, o.first, o.begin, pos})
			ended++
		case opChar:
			_, n, _ := p.kind.Decode(s[pos:])
			pos += n
			char++
		case opSplit:
			if k = slices.IndexFunc(in.outs, b.sets.Set(b.at[char]).Has); k < 0 {
				return false, nil // cannot happen: backward has found a way from here to the end
			}
			if branch != nil && in.expr != nil {
				branch(in.expr, k)
			}
		}
		pc = in.outs[k]
	}
}

// A pass says from which instructions the rest of a string can be matched.
type pass struct {
	sets *automaton.Sets
	at   []int32  // for each character of the string and for its end, the number of a set
	seen []uint64 // a bit for each instruction; closed uses them, and leaves all of them 0
}

// maxPass is how long the string may be of which a pass is kept for the next one.
const maxPass = 1 << 16

// backward finds the sets of instructions from which the rest of the string can be matched, from its end on. It
// reports whether the program begins with one of those for all of it.
func (p *Program) backward(b *pass, s string) bool {
	n := len(s) + 1
	if p.kind == abnf.CodePoints {
		n = utf8.RuneCountInString(s) + 1
	}
	b.at = slices.Grow(b.at[:0], n)[:n]
	before := func(_ int32, set automaton.Set, class int) automaton.Set {
		var from []int
		for _, c := range p.over[class] {
			if set.Has(p.code[c].outs[0]) {
				from = append(from, c)
			}
		}
		return p.closed(b, from)
	}
	i := n - 1
	b.at[i] = b.sets.Number(0, p.closed(b, []int{p.done}))
	for len(s) > 0 {
		r, w := rune(s[len(s)-1]), 1
		if p.kind == abnf.CodePoints {
			r, w = utf8.DecodeLastRuneInString(s)
		}
		s = s[:len(s)-w]
		i--
		if b.at[i] = b.sets.Step(b.at[i+1], p.chars.Class(r), before); b.at[i] == automaton.Dead {
			return false
		}
	}
	return b.sets.Set(b.at[0]).Has(p.start)
}

// closed returns the set of some instructions and of all that lead to them without a character.
func (p *Program) closed(b *pass, todo []int) automaton.Set {
	for len(todo) > 0 {
		i := todo[len(todo)-1]
		todo = todo[:len(todo)-1]
		if b.seen[i/64]>>(i%64)&1 == 0 {
			b.seen[i/64] |= 1 << (i % 64)
			todo = append(todo, p.before[i]...)
		}
	}
	var set automaton.Set
	for i, w := range b.seen {
		for ; w != 0; w &= w - 1 {
			set = append(set, int32(64*i+bits.TrailingZeros64(w)))
		}
		b.seen[i] = 0
	}
	return set
}
