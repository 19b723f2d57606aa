package offsets

import (
	"sort"
)

// offsets is the way back from a text that has been rewritten to the text that it
// was made of, so that a finding in the result can point into the input. Its
// chunks lie side by side in both texts, in order. nil means that the texts are
// the same.
type Map []Chunk

// A chunk is a part of the result and what it was made of. One that was copied
// corresponds byte by byte, any other as a whole.
type Chunk struct {
	Out, In int // where it starts
	Copied  bool
}

// span returns the part of the input that a part of the result comes from.
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

// at returns the first and the end of the bytes of the input behind the byte of
// the result at an offset.
func (o Map) at(out int) (start, end int) {
	// The last chunk is empty and marks the ends. Of several chunks that start at
	// the same place, the last is the one that has the byte.
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

// A trail is a chain of rewritings, first to last.
type Trail []Map

// span returns the part of the first text that a part of the last one comes from.
func (t Trail) Span(start, end int) (int, int) {
	for i := len(t) - 1; i >= 0; i-- {
		start, end = t[i].Span(start, end)
	}
	return start, end
}

// identity reports whether nothing was rewritten.
func (t Trail) Identity() bool {
	for _, o := range t {
		if o != nil {
			return false
		}
	}
	return true
}

// An editor rewrites a text from left to right and keeps the offsets.
type Editor struct {
	b      []byte
	chunks Map
	at     int // how much of the input has been dealt with
}

// replace copies the input up to start, and puts text in the place of what lies
// between start and end.
func (e *Editor) Replace(in string, start, end int, text string) {
	e.copyTo(in, start)
	e.chunks = append(e.chunks, Chunk{len(e.b), start, false})
	e.b = append(e.b, text...)
	e.at = end
}

func (e *Editor) copyTo(in string, end int) {
	if e.at < end {
		e.chunks = append(e.chunks, Chunk{len(e.b), e.at, true})
		e.b = append(e.b, in[e.at:end]...)
		e.at = end
	}
}

// done copies the rest and returns the result; the input itself, with no
// offsets, if nothing was replaced.
func (e *Editor) Done(in string) (string, Map) {
	if e.chunks == nil {
		return in, nil
	}
	e.copyTo(in, len(in))
	e.chunks = append(e.chunks, Chunk{len(e.b), len(in), true})
	return string(e.b), e.chunks
}
