package check

import (
	"bytes"
	"sync"
	"unsafe"

	"github.com/rfc3987/iri/internal/component"
	"github.com/rfc3987/iri/internal/engine"
	"github.com/rfc3987/iri/internal/prose"
	"github.com/rfc3987/iri/internal/report"
	"github.com/rfc3987/iri/internal/spec"
)

// A Validator checks many strings against one rule with one set of options, for
// those who have a file of them. It may be used by several goroutines at once. For
// each of those that are in [Validator.Lines] at the same time it takes about half a
// mebibyte, and for text in very many scripts up to 16 more for all of them. The zero
// Validator accepts nothing.
type Validator struct {
	rule spec.Rule
	opts report.Settings
	// alone is set where the grammar is all there is to check: by the options, or
	// because the rule names no whole reference.
	alone bool
	pool  *linesPool
}

// Validator returns a validator for the rule.
func NewValidator(r spec.Rule, o report.Settings) Validator {
	v := Validator{rule: r, opts: o, pool: &linesPool{room: engine.NewBudget(linesRoom)}}
	v.alone = o.GrammarOnly || !r.IsWhole()
	return v
}

// A linesPool holds the automata that are not at work. They have learnt from the
// lines that they have seen.
type linesPool struct {
	mu   sync.Mutex
	free []*engine.LineChecker
	room *engine.Budget
}

// linesRoom is what the automata of a validator may take together.
const linesRoom = 16 << 20

// lines returns an automaton for blocks of lines, nil if there can be none.
func (v *Validator) lines() *engine.LineChecker {
	if v.pool == nil || v.rule.IsZero() {
		return nil
	}
	v.pool.mu.Lock()
	defer v.pool.mu.Unlock()
	if n := len(v.pool.free) - 1; n >= 0 {
		l := v.pool.free[n]
		v.pool.free = v.pool.free[:n]
		return l
	}
	switch d := v.rule.DFA(); {
	case v.alone:
		return engine.NewLineChecker(d, nil, v.pool.room)
	case v.opts.Default() && v.rule.Spec() != spec.LEIRI:
		return engine.NewLineChecker(d, prose.NewJudge(), v.pool.room)
	default:
		return engine.NewLineChecker(d, prose.Doubtful{}, v.pool.room)
	}
}

// putBack is for an automaton from lines that has done its work.
func (v *Validator) putBack(l *engine.LineChecker) {
	v.pool.mu.Lock()
	v.pool.free = append(v.pool.free, l)
	v.pool.mu.Unlock()
}

// Validate is [Rule.Validate] with the validator's options.
func (v *Validator) Validate(s string) report.Report { return Validate(s, v.rule, &v.opts) }

// Clean reports whether [Validator.Validate] would have no finding at all. It does
// not allocate for strings of which it says so.
func (v *Validator) Clean(s string) bool {
	return v.rule.Valid(s) && (v.alone || v.quiet(s))
}

// quiet reports whether the prose rules find nothing in s, which conforms to the
// rule.
func (v *Validator) quiet(s string) bool {
	if prose.Everyday(s, v.rule, &v.opts) {
		return true
	}
	p, ok := v.rule.Split(s)
	return ok && prose.Quiet(component.Ref{Text: s, Parts: p}, v.rule, &v.opts)
}

// Lines checks a block of lines, of which the last one need not have an end. LF or
// CRLF ends a line; blank ones are passed over. It calls found for each line that
// is not [Validator.Clean], in order, with its bytes in the block, half open and
// without its end, and returns how many there are that are. When found returns
// false, Lines returns at once, and clean means nothing.
func (v *Validator) Lines(block []byte, found func(start, end int) bool) (clean int) {
	whole := block[:bytes.LastIndexByte(block, '\n')+1]
	l := v.lines()
	if l == nil {
		whole = block[:0]
	}
	if len(whole) > 0 {
		lines, odd := l.Check(whole, nil)
		v.putBack(l)
		clean = lines - len(odd)
		for _, line := range odd {
			switch {
			case line.Kind == engine.NeedsCheck && v.quiet(view(block[line.Start:line.End])):
				clean++
			case !found(line.Start, line.End):
				return clean
			}
		}
	}
	for at := len(whole); at < len(block); {
		end := lineEnd(block, at)
		switch {
		case end == at: // blank
		case v.Clean(view(block[at:end])):
			clean++
		case !found(at, end):
			return clean
		}
		if at = end; at < len(block) && block[at] == '\r' {
			at++
		}
		at++
	}
	return clean
}

// view returns b as a string without a copy, which would cost more than checking
// it does. The string must not outlive the block.
func view(b []byte) string { return unsafe.String(unsafe.SliceData(b), len(b)) }

// lineEnd returns the offset behind the line that starts at an offset, without its
// LF or CRLF.
func lineEnd(block []byte, start int) int {
	n := bytes.IndexByte(block[start:], '\n')
	if n < 0 {
		n = len(block) - start
		if n > 0 && block[start+n-1] == '\r' { // as the reader of lines does at the end
			n--
		}
		return start + n
	}
	end := start + n
	if end > start && block[end-1] == '\r' {
		end--
	}
	return end
}
