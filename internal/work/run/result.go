package run

import (
	"github.com/rfc3987/iri/internal/files/input"
	"github.com/rfc3987/iri/internal/verdict/finding"
	"github.com/rfc3987/iri/internal/work/summary"
)

// FlushSize is the size in bytes at which the output of a chunk is handed on.
const FlushSize = 256 << 10

// A Result holds the output and the counts of one chunk of input. It is used again for another
// chunk.
type Result struct {
	Out     []byte // results, or what stays of a file
	Second  []byte // rejected records; of conversions findings in text
	Ends    []End  // with a limit or in a report, where each finding ends in Out, of conversions in Second
	Edits   []Edit // of conversions that note them
	Changed bool   // Out is not what the file has
	Summary summary.Summary

	// The next three are for filters.
	FileNumber int
	RecordEnd  byte // what ends a record of the file: LF or NUL
	Continued  bool // Out and Second begin inside a record: its start was handed on before

	Scratch  []byte // the result of a conversion; used again
	InObject bool   // Second ends in the object of a record that is rejected, among the reasons
	First    bool   // the next reason is the first one

	// Broken, if not nil, says why the file cannot be written: neither what is in Out is to be, nor the rest of
	// the file.
	Broken error

	// NoLines says that the numbers of lines are not known: they are 0 then.
	NoLines bool

	Checked Checked      // of the present item: here it is not allocated for each
	Chunk   *input.Chunk // that is worked on; nil at the end of a run
	Flush   func() error
	Ended   bool // flush has failed: the run is over
	Held    bool // nothing is handed on, because it may have to be taken back

	sink Sink // nil for none
}

// An End says where a finding ends in an output, or an object with findings, and what a report asks of it.
type End struct {
	At     int
	Source string
	Error  bool

	// Same is equal for the same finding about the same string, 0 if nobody asks. Then a list names it by the others.
	Same      uint64
	Code      finding.Code
	Line, Col int
}

// An Edit replaces the bytes of a file, unpacked and decoded, from Start to End.
type Edit struct {
	Start, End int64
	Old, New   string // as they are in the file
	At         int    // where New is in Out
}

// Begin prepares the result for a chunk. flush hands on what there is and empties the result.
func (r *Result) Begin(b *input.Chunk, sink Sink, flush func() error) {
	r.Chunk, r.sink = b, sink
	r.FileNumber, r.Continued, r.RecordEnd = b.File.Number, b.Rest, b.File.End()
	r.Flush, r.Ended, r.Held = flush, false, false
}

// Render has the sink put what it writes of an item into the result.
func (r *Result) Render(rec *input.Item, c *Checked) {
	if r.sink != nil {
		r.sink.Render(r, rec, c)
	}
}

// Reject has the sink put a record into the result that is rejected: see [Sink].
func (r *Result) Reject(record []byte, rest bool) { r.sink.Reject(r, record, rest) }

// Empty forgets what has been handed on, and the memory of one input that had very much output.
func (r *Result) Empty() {
	r.Summary.Reset()
	r.Out, r.Second, r.Ends, r.Edits, r.Broken = r.Out[:0], r.Second[:0], r.Ends[:0], r.Edits[:0], nil
	r.Changed = false
	if cap(r.Out) > 4*FlushSize {
		r.Out = nil
	}
}

// Each calls found for each item of a chunk that is not clean, and counts those that are. It is
// the one loop over items: all runs go through it.
func (r *Result) Each(b *input.Chunk, o *input.Options, clean input.Cleaner, found func(*input.Item)) {
	passed := b.Each(o, clean, func(rec *input.Item) bool {
		if r.NoLines {
			rec.Line = 0
			if rec.Err != nil {
				rec.Err.Line = 0
			}
		}
		found(rec)
		return r.Broken == nil && r.FlushIfLarge()
	})
	if r.Broken != nil {
		r.Out, r.Second, r.Edits = r.Out[:0], r.Second[:0], r.Edits[:0]
	}
	r.Summary.Inputs += int64(passed)
	r.Summary.Conforming += int64(passed)
	r.Summary.Empty += int64(b.Empty)
}

// FlushIfLarge hands on the output if it has grown to flushSize. It returns false if the run is
// over.
func (r *Result) FlushIfLarge() bool {
	if !r.Ended && !r.Held && len(r.Out)+len(r.Second) >= FlushSize {
		r.HandOn()
	}
	return !r.Ended
}

// HandOn hands on the output so far, when everything before the chunk has been handed on.
func (r *Result) HandOn() {
	if !r.Ended {
		r.Ended, r.Continued = r.Flush() != nil, true
	}
}

// Write appends a part of a file to an output, Out or Second. It hands on large parts in pieces:
// otherwise a very long line would be in memory once more.
func (r *Result) Write(to *[]byte, text string) {
	for len(text) > 0 && r.FlushIfLarge() {
		n := min(len(text), FlushSize)
		*to = append(*to, text[:n]...)
		text = text[n:]
	}
}
