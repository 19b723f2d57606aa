package check

import (
	"bytes"
	"sync"

	"github.com/rfc3987/iri/internal/fast/lines"
	"github.com/rfc3987/iri/internal/text/chars"
)

// This file checks blocks of lines and of statements with the scanners of internal/fast, which know most lines
// without findings sooner than the table and the registry do.

// The blockScanners are those for blocks of lines, of texts that end with NUL, and of statements with three
// terms or with four.
type blockScanners struct{ lines, texts, triples, quads pool }

// A scanner keeps the memory for what it finds.
type scanner struct {
	*lines.Scanner
	odd []lines.Line // the lines of the last block that are not clean
}

// A pool holds the scanners that are not at work. They have learnt from the lines that they have
// seen.
type pool struct {
	mu    sync.Mutex
	free  []*scanner
	early int // bytes of lines for which none was free, since one was last made
}

// tableFrom is how many bytes of lines are checked one by one before a scanner of lines is made: a full batch of
// package input is not. To make one and to fill its table takes 2 to 5 ms, as long as the check of 1 to 3 MB
// of lines one by one.
const tableFrom = 48 << 10

// take returns a scanner for so many bytes of lines with an end, or with a frame; nil if there can be none, or if
// it is too early for one.
func (p *pool) take(v *Validator, end byte, frame func() *lines.Frame, size int) *scanner {
	if v.rule.IsZero() || v.rule.HasNoAutomaton() {
		return nil
	}
	p.mu.Lock()
	defer p.mu.Unlock()
	if n := len(p.free) - 1; n >= 0 {
		l := p.free[n]
		p.free = p.free[:n]
		return l
	}
	if p.early += size; p.early < tableFrom {
		return nil
	}
	p.early = 0
	var auto lines.Automaton
	switch {
	case grammarAlone(v.rule, &v.run):
	case !v.run.GrammarOnly && v.run.Default() && hasFastPath(v.rule):
		auto = cleanText().Automaton()
	default:
		auto = acceptNone{}
	}
	var l *lines.Scanner
	if frame != nil {
		l = lines.NewItems(v.rule.Automaton(), auto, frame())
	} else {
		l = lines.New(v.rule.Automaton(), auto, end)
	}
	if l == nil {
		return nil
	}
	return &scanner{Scanner: l}
}

// check checks whole lines with one of the scanners, and returns it, to be put back. Without one it returns nil, and the
// lines are for the caller to check.
func (p *pool) check(v *Validator, end byte, frame func() *lines.Frame, whole []byte) (l *scanner, n int) {
	if l = p.take(v, end, frame, len(whole)); l != nil {
		n, l.odd = l.Check(whole, l.odd[:0])
	}
	return l, n
}

// put puts a scanner back.
func (p *pool) put(l *scanner) {
	p.mu.Lock()
	p.free = append(p.free, l)
	p.mu.Unlock()
}

// acceptNone is a [lines.Automaton] that accepts nothing: every line that conforms needs the full
// checks.
type acceptNone struct{}

func (acceptNone) Start() int                     { return lines.Dead }
func (acceptNone) Step(int, rune) int             { return lines.Dead }
func (acceptNone) StepAll(int, rune, *[64]uint16) {}
func (acceptNone) Tick(int) int                   { return lines.Dead }
func (acceptNone) Accept(int) bool                { return false }
func (acceptNone) Class(byte) int                 { return 0 }

// readLines does the work of [Validator.Lines] for the lines at the start of a block that have an
// end, which is eol, and returns the offset after them, the length of the block if found has returned false.
func (b *blockScanners) readLines(v *Validator, eol byte, block []byte, found func(start, end int) bool) (at,
	clean int) {
	p := &b.lines
	if eol != '\n' {
		p = &b.texts
	}
	whole := block[:bytes.LastIndexByte(block, eol)+1]
	l, n := p.check(v, eol, nil, whole)
	if l == nil {
		return 0, 0
	}
	defer p.put(l)
	clean = n - len(l.odd)
	for _, line := range l.odd {
		switch {
		case line.Kind == lines.NeedsCheck && v.Clean(chars.UnsafeString(block[line.Start:line.End])):
			clean++
		case !found(line.Start, line.End):
			return len(block), clean
		}
	}
	return len(whole), clean
}

// readStatements does the work of [Validator.Statements] as readLines does that of Lines.
func (b *blockScanners) readStatements(v *Validator, quads bool, block []byte, found func(start, end int) bool) (at,
	clean int) {
	whole := block[:bytes.LastIndexByte(block, '\n')+1]
	if len(whole) == 0 {
		return 0, 0
	}
	p, frame := &b.triples, lines.Triples
	if quads {
		p, frame = &b.quads, lines.Quads
	}
	l, n := p.check(v, '\n', frame, whole)
	if l == nil {
		return 0, 0
	}
	defer p.put(l)
	exact := l.Exact()
	report := func(start int) bool {
		end := start + bytes.IndexByte(whole[start:], '\n')
		at = end + 1
		n--
		if end > start && block[end-1] == '\r' {
			end--
		}
		return found(start, end)
	}
	next := frame().Unmatched
	if exact {
		next = frame().FirstRefused
	}
	upTo := func(end int) bool {
		for at < end {
			if at += next(whole[at:end]); at < end && !report(at) {
				return false
			}
		}
		return true
	}
	for _, line := range l.odd {
		if line.Start < at {
			continue
		}
		clean := line.Kind == lines.NeedsCheck && v.Clean(chars.UnsafeString(block[line.Start:line.End]))
		if clean && !exact {
			continue
		}
		start := bytes.LastIndexByte(block[:line.Start], '\n') + 1
		if end := line.End + bytes.IndexByte(block[line.End:], '\n'); clean && frame().Match(block[start:end]) {
			continue
		}
		if !upTo(start) || line.Start >= at && !report(start) {
			return len(block), n
		}
	}
	if !upTo(len(whole)) {
		return len(block), n
	}
	return len(whole), n
}
