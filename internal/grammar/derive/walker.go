package derive

import (
	"slices"

	"github.com/rfc3987/iri/internal/grammar/abnf"
)

// A Walker follows derivations through the alternatives of a program. It keeps its
// tables from one string to the next, and is for one goroutine.
type Walker struct {
	p  *Program
	t  tables
	at []int32
}

// maxSets limits what a walker keeps.
const maxSets = 1 << 13

// NewWalker returns a walker for a program.
func NewWalker(p *Program) *Walker { return &Walker{p: p} }

// Walk calls rule for each rule of the derivation of s, with its index in the
// grammar, and branch for each choice: e is an alternation and the index that of
// the alternative, or an option or repetition and the index 0 for one that is
// there, 1 for none (more). It reports whether the rule matches s, which has to
// be UTF-8 unless the terminals of the grammar are octets.
func (w *Walker) Walk(s string, rule func(index int), branch func(e abnf.Expr, index int)) bool {
	p := w.p
	if p.recognizer != nil {
		ok, err := p.walk(s, func(m Match) { rule(m.Rule) }, branch)
		return ok && err == nil
	}
	if len(w.t.sets) > maxSets {
		w.t = tables{}
	}
	w.at = p.backward(&w.t, s, w.at)
	at := func(i int) set { return w.t.sets[w.at[i]] }
	if !at(0).has(p.start) {
		return false
	}
	char := 0
	for pc := p.start; ; {
		in := &p.code[pc]
		k := 0
		switch in.op {
		case opDone:
			return true
		case opOpen:
			rule(in.rule)
		case opChar:
			_, n, _ := p.kind.Decode(s)
			s = s[n:]
			char++
		case opSplit:
			if k = slices.IndexFunc(in.outs, at(char).has); k < 0 {
				return false // cannot happen: backward has found a way from here to the end
			}
			if in.expr != nil {
				branch(in.expr, k)
			}
		}
		pc = in.outs[k]
	}
}
