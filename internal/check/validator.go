package check

import (
	"bytes"
	"sync"
	"unsafe"

	"github.com/rfc3987/iri/internal/engine"
	"github.com/rfc3987/iri/internal/prose"
	"github.com/rfc3987/iri/internal/report"
	"github.com/rfc3987/iri/internal/spec"
)

// A Validator checks many strings against one rule with the same settings, for those who
// have a file of them. It may be used by several goroutines at once. For each of those
// that are in [Validator.Lines] at the same time it takes about a mebibyte. The zero
// Validator accepts nothing.
type Validator struct {
	rule     spec.Rule
	settings report.Settings
	pool     *checkerPool
}

// NewValidator returns a validator for the rule.
func NewValidator(r spec.Rule, o report.Settings) Validator {
	return Validator{r, o, &checkerPool{}}
}

// Rule returns the rule that the validator checks against.
func (v *Validator) Rule() spec.Rule { return v.rule }

// A checkerPool holds the checkers that are not at work. They have learnt from the
// lines that they have seen.
type checkerPool struct {
	mu   sync.Mutex
	free []*engine.LineChecker
}

// checker returns a checker for blocks of lines, nil if there can be none.
func (v *Validator) checker() *engine.LineChecker {
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
	var auto engine.LineAutomaton
	switch {
	case grammarAlone(v.rule, &v.settings):
	case hasFastPath(v.rule, &v.settings):
		auto = prose.NewCleanAutomaton()
	default:
		auto = acceptNone{}
	}
	if f := v.settings.Frame; f != nil {
		return engine.NewItemChecker(v.rule.DFA(), auto, f)
	}
	return engine.NewLineChecker(v.rule.DFA(), auto)
}

// putBack takes a checker that has done its work.
func (v *Validator) putBack(l *engine.LineChecker) {
	v.pool.mu.Lock()
	v.pool.free = append(v.pool.free, l)
	v.pool.mu.Unlock()
}

// acceptNone is a [engine.LineAutomaton] that accepts nothing: every line that conforms
// needs the full checks.
type acceptNone struct{}

func (acceptNone) Start() int                     { return engine.Dead }
func (acceptNone) Step(int, rune) int             { return engine.Dead }
func (acceptNone) StepAll(int, rune, *[64]uint16) {}
func (acceptNone) Tick(int) int                   { return engine.Dead }
func (acceptNone) Accept(int) bool                { return false }
func (acceptNone) Class(byte) int                 { return 0 }

// Validate is the function [Validate] with the validator's rule and settings.
func (v *Validator) Validate(rep *report.Report, s string) { Validate(rep, s, v.rule, &v.settings) }

// Clean reports whether [Validator.Validate] would have no finding at all. It does
// not allocate when it returns true.
func (v *Validator) Clean(s string) bool {
	if grammarAlone(v.rule, &v.settings) {
		return v.rule.Valid(s)
	}
	return isClean(s, v.rule, &v.settings, hasFastPath(v.rule, &v.settings))
}

// Lines checks a block of lines, of which the last one need not have an end. LF or
// CRLF ends a line; blank ones are passed over. It calls found for each line that
// is not [Validator.Clean], in order, with its bytes in the block, half open and
// without its end, and returns how many there are that are. When found returns
// false, Lines returns at once, and clean means nothing.
//
// If the settings have a frame, a line is clean if it is one of the frame, has its LF, and
// all its items are clean. Then found is called for blank lines, too.
func (v *Validator) Lines(block []byte, found func(start, end int) bool) (clean int) {
	if v.settings.Frame != nil {
		return v.framedLines(block, found)
	}
	whole := block[:bytes.LastIndexByte(block, '\n')+1]
	l := v.checker()
	if l == nil {
		whole = block[:0]
	}
	if len(whole) > 0 {
		lines, odd := l.Check(whole, nil)
		v.putBack(l)
		clean = lines - len(odd)
		for _, line := range odd {
			switch {
			case line.Kind == engine.NeedsCheck && v.Clean(view(block[line.Start:line.End])):
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

// framedLines is Lines for settings with a frame.
func (v *Validator) framedLines(block []byte, found func(start, end int) bool) (clean int) {
	whole := block[:bytes.LastIndexByte(block, '\n')+1]
	l := v.checker()
	if l == nil {
		whole = block[:0]
	}
	at := 0 // the start of the first line that has not been looked at
	if len(whole) > 0 {
		lines, odd := l.Check(whole, nil)
		v.putBack(l)
		clean = lines
		report := func(start int) bool {
			end := start + bytes.IndexByte(whole[start:], '\n')
			at = end + 1
			clean--
			if end > start && block[end-1] == '\r' {
				end--
			}
			return found(start, end)
		}
		upTo := func(end int) bool {
			for !l.Exact() && at < end {
				if at += v.settings.Frame.Unmatched(whole[at:end]); at < end && !report(at) {
					return false
				}
			}
			return true
		}
		for _, line := range odd {
			if line.Start < at || line.Kind == engine.NeedsCheck && v.Clean(view(block[line.Start:line.End])) {
				continue
			}
			start := bytes.LastIndexByte(block[:line.Start], '\n') + 1
			if !upTo(start) || line.Start >= at && !report(start) {
				return clean
			}
		}
		if !upTo(len(whole)) {
			return clean
		}
	}
	for at = len(whole); at < len(block); {
		end := lineEnd(block, at)
		n := bytes.IndexByte(block[end:], '\n')
		if !found(at, end) || n < 0 {
			break
		}
		at = end + n + 1
	}
	return clean
}

// view returns b as a string without a copy, which would cost more than checking
// it does. The string must not outlive the block.
func view(b []byte) string { return unsafe.String(unsafe.SliceData(b), len(b)) }

// lineEnd returns the offset after the line that starts at an offset, without its
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
