// Package sourcemap maps offsets in a rewritten text back to the text that it was made from, so that a finding in the
// result can point into the input. It takes the input and the parts that are replaced, from left to right, and
// returns the result and a [Map] from its offsets to those of the input. The package must not know why the text is
// rewritten.
package sourcemap

import (
	"encoding/binary"
	"slices"
	"sort"
	"strings"
)

// A Map maps offsets in a rewritten text, the result, to offsets in the text that it was made from, the input. Chunks
// divide both texts without gaps: a chunk is a part of the result and the part of the input that it was made from. If
// it was copied, its bytes correspond one by one; if not, only the whole parts do. The zero Map means that the texts
// are the same.
type Map struct {
	// For each chunk its length in the result, times two, plus one if it was copied; if it was not copied, also its
	// length in the input. A text may have a chunk for each character, which takes two or three bytes here.
	chunks []byte
	marks  []mark // of every [every]th chunk
}

// A mark is the start of a chunk: its offsets in the result, in the input and in chunks.
type mark struct{ out, in, at int }

// every is how many chunks are read at most to find an offset.
const every = 64

// Cut returns the map of a result that is the part of the input from start to end.
func Cut(start, end int) Map {
	var e Editor
	e.chunk(0, start, false)
	e.chunk(end-start, end-start, true)
	return e.m
}

// IsZero reports whether m says that nothing was rewritten.
func (m Map) IsZero() bool { return m.marks == nil }

// Span returns the part of the input from which a part of the result was made.
func (m Map) Span(start, end int) (int, int) {
	if m.IsZero() {
		return start, end
	}
	s, _ := m.from(start)
	if end <= start {
		return s, s
	}
	_, e := m.from(end - 1)
	return s, e
}

// from returns the part of the input from which a byte of the result was made.
func (m Map) from(out int) (start, end int) {
	i := sort.Search(len(m.marks), func(i int) bool { return m.marks[i].out > out }) - 1
	if i < 0 {
		return 0, 0
	}
	k := m.marks[i]
	for k.at < len(m.chunks) {
		size, inSize, copied, n := next(m.chunks[k.at:])
		if out < k.out+size {
			if copied {
				return k.in + out - k.out, k.in + out - k.out + 1
			}
			return k.in, k.in + inSize
		}
		k = mark{k.out + size, k.in + inSize, k.at + n}
	}
	return k.in, k.in
}

// next reads the first chunk of b: its lengths in the result and in the input, whether it was copied, and how many
// bytes of b it takes.
func next(b []byte) (size, inSize int, copied bool, n int) {
	v, n := binary.Uvarint(b)
	size = int(v >> 1)
	if v&1 != 0 {
		return size, size, true, n
	}
	w, l := binary.Uvarint(b[n:])
	return size, int(w), false, n + l
}

// A Trail has the maps of several rewritings of a text, the first one first.
type Trail []Map

// Span returns the part of the first text from which a part of the last one was made.
func (t Trail) Span(start, end int) (int, int) {
	for i := len(t) - 1; i >= 0; i-- {
		start, end = t[i].Span(start, end)
	}
	return start, end
}

// Identity reports whether nothing was rewritten.
func (t Trail) Identity() bool {
	return !slices.ContainsFunc(t, func(m Map) bool { return !m.IsZero() })
}

// An Editor rewrites a text from left to right and records the offsets. Each call of its methods must pass the same
// input.
type Editor struct {
	b  strings.Builder
	m  Map
	n  int  // number of chunks of m
	to mark // start of the next chunk; the input before it has been written
}

// Replace copies the input up to start and then writes text in place of the input from start to end.
func (e *Editor) Replace(in string, start, end int, text string) {
	e.copyTo(in, start)
	e.chunk(len(text), end-start, false)
	e.b.WriteString(text)
}

// copyTo copies the input up to end.
func (e *Editor) copyTo(in string, end int) {
	if at := e.to.in; at < end {
		e.chunk(end-at, end-at, true)
		e.b.WriteString(in[at:end])
	}
}

// chunk adds a chunk to the map.
func (e *Editor) chunk(size, inSize int, copied bool) {
	if e.n%every == 0 {
		e.m.marks = append(e.m.marks, e.to)
	}
	e.n++
	if copied {
		e.m.chunks = binary.AppendUvarint(e.m.chunks, uint64(size)<<1|1)
	} else {
		e.m.chunks = binary.AppendUvarint(binary.AppendUvarint(e.m.chunks, uint64(size)<<1), uint64(inSize))
	}
	e.to = mark{e.to.out + size, e.to.in + inSize, len(e.m.chunks)}
}

// Done copies the rest of the input and returns the result and its map. If nothing was
// replaced, it returns the input and the zero Map.
func (e *Editor) Done(in string) (string, Map) {
	if e.m.IsZero() {
		return in, Map{}
	}
	e.copyTo(in, len(in))
	return e.b.String(), e.m
}
