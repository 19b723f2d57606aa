package main

import (
	"unsafe"

	"github.com/rfc3987/iri"
	"github.com/rfc3987/iri/internal/summary"
)

// flushSize is the size in bytes at which the output of a block is flushed.
const flushSize = 256 << 10

// A blockResult holds the output and the counts of one block of input. The pipeline
// uses it again for another block.
type blockResult struct {
	out       []byte
	second    []byte // filter: rejected records; conversions: findings in text
	scratch   []byte // a conversion's result before it is encoded as JSON; used again
	inputEnds []int  // with --limit, where the output of each input ends in out
	summary   summary.Summary
	coverage  *iri.Coverage // nil unless --coverage is given; used again

	// The next three are for filter.
	fileNumber int
	recordEnd  byte // what ends a record of the file: LF or NUL
	continued  bool // out and second begin inside a record: its start was flushed before
}

// flushIfLarge calls flush if the output has grown to flushSize. It returns false if
// the run is over.
func (r *blockResult) flushIfLarge(flush func() error) bool {
	return len(r.out)+len(r.second) < flushSize || flush() == nil
}

// A flushWriter appends to one output of a blockResult and flushes the blockResult
// each time that output has grown to flushSize. Without it, the output for a very
// long line would need as much memory as the line.
type flushWriter struct {
	buf   *[]byte      // the output: out or second
	flush func() error // nil keeps everything: the input is short
	err   error        // the first error of flush: the run is over
}

// Write flushes before it appends and not after, so what was written last is still
// in the output: appendOrigin changes the last byte.
func (w *flushWriter) Write(data []byte) (int, error) { return w.WriteString(stringView(data)) }

// WriteString is Write for a string.
func (w *flushWriter) WriteString(text string) (int, error) {
	n := 0
	for len(text) > 0 {
		if w.full(*w.buf); w.err != nil {
			return n, w.err
		}
		k := min(len(text), flushSize)
		*w.buf = append(*w.buf, text[:k]...)
		text, n = text[k:], n+k
	}
	return n, nil
}

// full makes b the output, flushes it if it is large, and returns what to append to
// next: it is the function that [jsonw.AppendStringFull] wants.
func (w *flushWriter) full(b []byte) []byte {
	*w.buf = b
	if len(b) < flushSize || w.flush == nil {
		return b
	}
	if w.err == nil {
		w.err = w.flush()
	}
	if w.err != nil {
		*w.buf = (*w.buf)[:0] // the run is over, so nothing reads it
	}
	return *w.buf
}

// stringView returns b as a string without a copy. It is valid until b changes.
func stringView(b []byte) string { return unsafe.String(unsafe.SliceData(b), len(b)) }
