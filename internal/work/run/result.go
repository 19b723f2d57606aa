package run

import (
	"github.com/rfc3987/iri/internal/files/input"
	"github.com/rfc3987/iri/internal/verdict/finding"
	"github.com/rfc3987/iri/internal/work/summary"
)

// FlushSize is the size in bytes at which the output of a chunk is flushed.
const FlushSize = 256 << 10

// A Result has the output and the counts of one chunk. It is reused for other chunks.
type Result struct {
	Out     []byte // results, or the remaining bytes of a file
	Second  []byte // rejected records; for conversions, findings as text
	Ends    []End  // with a limit or in a report, the end of each finding in Out, or for conversions in Second
	Edits   []Edit // the edits of a conversion, if it records them
	Changed bool   // Out differs from the file
	Summary summary.Summary

	// The next three are for filters.
	FileNumber int
	RecordEnd  byte // the byte that ends a record of the file: LF or NUL
	Continued  bool // Out and Second begin inside a record, the start of which was flushed before

	Scratch  []byte // reused memory for the result of a conversion
	InObject bool   // Second ends in the object of a rejected record, among the reasons
	First    bool   // the next reason is the first one

	// Broken, if not nil, says why the file cannot be written: neither Out nor the rest of the file is.
	Broken error

	// NoLines says that line numbers are unknown; they are 0 then.
	NoLines bool

	Checked  Checked      // of the current item; here, so that it is not allocated for each
	Chunk    *input.Chunk // the current chunk; nil at the end of a run
	Flush    func() error
	Ended    bool // Flush has failed, so the run is over
	HoldBack bool // nothing is flushed, because it may have to be undone

	sink Sink // nil if there is none
}

// An End is the end of a finding, or of an object with findings, in an output, with properties that reports need.
type End struct {
	At     int
	Source string
	Error  bool

	// Same is equal for equal findings about the same string, so that a list can refer to the first. It is 0 if that
	// is not needed.
	Same      uint64
	Code      finding.Code
	Line, Col int
}

// An Edit replaces the bytes from Start to End of a file, as decompressed and decoded.
type Edit struct {
	Start, End int64
	Old, New   string // as they are in the file
	At         int    // the offset of New in Out
}

// Begin prepares the result for a chunk. flush passes on the output and empties the result.
func (r *Result) Begin(b *input.Chunk, sink Sink, flush func() error) {
	r.Chunk, r.sink = b, sink
	r.FileNumber, r.Continued, r.RecordEnd = b.File.Number, b.Rest, b.File.End()
	r.Flush, r.Ended, r.HoldBack = flush, false, false
}

// Render makes the sink write an item into the result.
func (r *Result) Render(rec *input.Item, c *Checked) {
	if r.sink != nil {
		r.sink.Render(r, rec, c)
	}
}

// Reject makes the sink write a rejected record into the result: see [Sink].
func (r *Result) Reject(record []byte, rest bool) { r.sink.Reject(r, record, rest) }

// Empty removes output that was passed on. It frees the memory if one input had very much output.
func (r *Result) Empty() {
	r.Summary.Reset()
	r.Out, r.Second, r.Ends, r.Edits, r.Broken = r.Out[:0], r.Second[:0], r.Ends[:0], r.Edits[:0], nil
	r.Changed = false
	if cap(r.Out) > 4*FlushSize {
		r.Out = nil
	}
}

// Each calls found for each item of a chunk that is not clean, and counts the clean ones. All runs go through this
// loop over items.
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

// FlushIfLarge flushes the output if it has grown to FlushSize. It returns false if the run is over.
func (r *Result) FlushIfLarge() bool {
	if !r.Ended && !r.HoldBack && len(r.Out)+len(r.Second) >= FlushSize {
		r.FlushInOrder()
	}
	return !r.Ended
}

// FlushInOrder flushes the output after that of all earlier chunks.
func (r *Result) FlushInOrder() {
	if !r.Ended {
		r.Ended, r.Continued = r.Flush() != nil, true
	}
}

// Write appends a range of a file to an output, Out or Second. It flushes large ranges in pieces: otherwise a very
// long line would be in memory twice.
func (r *Result) Write(to *[]byte, text string) {
	for len(text) > 0 && r.FlushIfLarge() {
		n := min(len(text), FlushSize)
		*to = append(*to, text[:n]...)
		text = text[n:]
	}
}
