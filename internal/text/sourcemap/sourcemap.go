// Package sourcemap leads from places in a text that was rewritten back to the text that it
// was made from, so that a finding in the result can point into the input. What comes in
// is the input and the parts of it that are replaced, from left to right. What goes out
// is the result and a [Map] from its offsets to those of the input. The package must not
// know why the text is rewritten.
package sourcemap

import (
	"slices"
	"sort"
)

// A Map leads from offsets in a text that was rewritten, the result, to offsets in the
// text that it was made from, the input. Its chunks are in the order of both texts and
// leave no gaps; the last one is empty and marks the ends. nil means that the texts are
// the same.
type Map []Chunk

// A Chunk is a part of the result and the part of the input that it was made from. If it
// was copied, its bytes correspond one by one; if not, only the whole parts do.
type Chunk struct {
	Out, In int // its start in the result and in the input
	Copied  bool
}

// Span returns the part of the input that a part of the result comes from.
func (o Map) Span(start, end int) (int, int) {
	if o == nil {
		return start, end
	}
	s, _ := o.at(start)
	if end <= start {
		return s, s
	}
	_, e := o.at(end - 1)
	return s, e
}

// at returns the part of the input that the byte of the result at an offset comes from.
func (o Map) at(out int) (start, end int) {
	// Of several chunks that start at the same offset, the last one has the byte: the
	// others are empty.
	i := sort.Search(len(o), func(i int) bool { return o[i].Out > out }) - 1
	if i < 0 {
		return 0, 0
	}
	c := o[i]
	if i == len(o)-1 {
		return c.In, c.In
	}
	if c.Copied {
		return c.In + out - c.Out, c.In + out - c.Out + 1
	}
	return c.In, o[i+1].In
}

// A Trail holds the maps of several rewritings of a text, the first one first.
type Trail []Map

// Span returns the part of the first text that a part of the last one comes from.
func (t Trail) Span(start, end int) (int, int) {
	for i := len(t) - 1; i >= 0; i-- {
		start, end = t[i].Span(start, end)
	}
	return start, end
}

// Identity reports whether nothing was rewritten.
func (t Trail) Identity() bool {
	return !slices.ContainsFunc(t, func(o Map) bool { return o != nil })
}

// An Editor rewrites a text from left to right and records the offsets. Its methods get
// the input; it must be the same each time.
type Editor struct {
	b      []byte
	chunks Map
	at     int // what is before this offset of the input has been written
}

// Replace copies the input up to start and then writes text in the place of the input
// from start to end.
func (e *Editor) Replace(in string, start, end int, text string) {
	e.copyTo(in, start)
	e.chunks = append(e.chunks, Chunk{len(e.b), start, false})
	e.b = append(e.b, text...)
	e.at = end
}

// copyTo copies the input up to end.
func (e *Editor) copyTo(in string, end int) {
	if e.at < end {
		e.chunks = append(e.chunks, Chunk{len(e.b), e.at, true})
		e.b = append(e.b, in[e.at:end]...)
		e.at = end
	}
}

// Done copies the rest of the input and returns the result and its map. If nothing was
// replaced, it returns the input and nil.
func (e *Editor) Done(in string) (string, Map) {
	if e.chunks == nil {
		return in, nil
	}
	e.copyTo(in, len(in))
	e.chunks = append(e.chunks, Chunk{len(e.b), len(in), true})
	return string(e.b), e.chunks
}
