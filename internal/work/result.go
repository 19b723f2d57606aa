package work

import (
	"unsafe"

	"github.com/rfc3987/iri/internal/files/input"
	"github.com/rfc3987/iri/internal/study/coverage"
	"github.com/rfc3987/iri/internal/work/baseline"
	"github.com/rfc3987/iri/internal/work/summary"
)

// flushSize is the size in bytes at which the output of a block is handed on.
const flushSize = 256 << 10

// A Result holds the output and the counts of one block of input. It is used again for another
// block.
type Result struct {
	Out      []byte // results, or what stays of a file
	Second   []byte // rejected records; of conversions findings in text
	Ends     []int  // with a limit or a [Worst], where each finding ends in Out, of conversions in Second
	Summary  summary.Summary
	Coverage *coverage.Coverage // nil unless it is counted

	// The next three are for filters.
	FileNumber int
	RecordEnd  byte // what ends a record of the file: LF or NUL
	Continued  bool // Out and Second begin inside a record: its start was handed on before

	// These are for a [Seam].
	json   bool // the file is JSON
	orphan bool // Out begins with the end of an array, after an element that is rejected
	gone   bool // the last record of the block is rejected

	scratch []byte // the result of a conversion; used again
	reasons []byte // why a record is rejected, and
	source  string // where it is
	line    int

	// Broken, if not nil, says why the file cannot be written: neither what is in Out is to be, nor the rest of
	// the file.
	Broken error

	// NoLines says that the numbers of lines are not known: they are 0 then.
	NoLines bool

	held      []held // see [CheckRun.Settle]
	heldBytes int
	listed    baseline.Set // what has been found, for a baseline that is to be written

	checked Checked // of the present record: here it is not allocated for each
	flush   func() error
	ended   bool // flush has failed: the run is over
}

// Begin prepares the result for a block. flush hands on what there is and empties the result.
func (r *Result) Begin(b *input.Block, flush func() error) {
	r.FileNumber, r.Continued, r.RecordEnd = b.File.Number, b.Rest, b.File.End()
	r.flush, r.ended = flush, false
}

// Empty forgets what has been handed on, and the memory of one input that had very much output.
func (r *Result) Empty() {
	r.Summary.Reset()
	r.Out, r.Second, r.Ends, r.Broken = r.Out[:0], r.Second[:0], r.Ends[:0], nil
	if cap(r.Out) > 4*flushSize {
		r.Out = nil
	}
}

// each calls found for each record of a block that is not clean, and counts those that are. It is
// the one loop over records: all runs go through it.
func (r *Result) each(b *input.Block, o *input.Options, clean input.Cleaner, found func(*input.Record)) {
	passed := b.Each(o, clean, func(rec *input.Record) bool {
		if r.NoLines {
			rec.Line = 0
			if rec.Err != nil {
				rec.Err.Line = 0
			}
		}
		found(rec)
		return r.Broken == nil && r.flushIfLarge()
	})
	r.Summary.Inputs += int64(passed)
	r.Summary.Conforming += int64(passed)
	r.Summary.Empty += int64(b.Empty)
}

// flushIfLarge hands on the output if it has grown to flushSize. It returns false if the run is
// over.
func (r *Result) flushIfLarge() bool {
	if !r.ended && len(r.Out)+len(r.Second)+r.heldBytes >= flushSize {
		r.ended = r.flush() != nil
		r.Continued = true
	}
	return !r.ended
}

// write appends a part of a file to an output, Out or Second. It hands on large parts in pieces:
// otherwise a very long line would be in memory once more.
func (r *Result) write(to *[]byte, text string) {
	for len(text) > 0 && r.flushIfLarge() {
		n := min(len(text), flushSize)
		*to = append(*to, text[:n]...)
		text = text[n:]
	}
}

// view returns b as a string without a copy. It is valid until b changes.
func view(b []byte) string { return unsafe.String(unsafe.SliceData(b), len(b)) }
