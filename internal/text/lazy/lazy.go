// Package lazy makes values when they are first needed, as [sync.OnceValue] does. OnceValue in a package variable is
// called by the init function of the package, so everything that it may need is linked into each program that imports
// the package: a program that only calls iri.Valid would have 4.3 MB instead of 2.1 MB (TestSize of package bench).
//
// Tables that few programs need are packed until then: generators call [Pack], whose result does not depend on the Go
// release, and programs call [Unpack].
package lazy

import (
	"encoding/binary"
	"sync"
)

// A Value is computed once. The zero Value has not been computed. It may be used by several goroutines at once, and
// must not be copied after its first use.
type Value[T any] struct {
	once  sync.Once
	value T
}

// Get returns the value. The first call computes it with build; later calls ignore build.
func (v *Value[T]) Get(build func() T) T {
	v.once.Do(func() { v.value = build() })
	return v.value
}

// A packed text consists of pairs: literal bytes, then a repetition of earlier bytes. A pair begins with one byte: its
// upper half is the number of literal bytes, its lower half the number of repeated bytes minus minRepeat. If a half is
// 15, a varint with the rest of the number follows. After the literal bytes, a varint is the distance back to the
// repeated bytes; the last pair has none.

// minRepeat is the length of the shortest repetition.
const minRepeat = 3

// Unpack returns the bytes that [Pack] was given. It panics if the text is not from Pack.
func Unpack(text string) []byte {
	size, text := Uvarint(text)
	out := make([]byte, 0, size)
	for text != "" {
		literal, repeat := uint64(text[0]>>4), uint64(text[0]&15)
		text = text[1:]
		var more, back uint64
		if literal == 15 {
			more, text = Uvarint(text)
			literal += more
		}
		if repeat == 15 {
			more, text = Uvarint(text)
			repeat += more
		}
		out, text = append(out, text[:literal]...), text[literal:]
		if text == "" {
			break
		}
		back, text = Uvarint(text)
		for n := int(repeat) + minRepeat; n > 0; { // the repeated bytes may overlap the bytes that they become
			from := out[len(out)-int(back):]
			from = from[:min(n, len(from))]
			out = append(out, from...)
			n -= len(from)
		}
	}
	return out
}

// Uvarint returns the number at the start of a text, as encoding/binary writes it, and the text after it.
func Uvarint(text string) (n uint64, rest string) {
	for i, shift := 0, 0; ; i, shift = i+1, shift+7 {
		n |= uint64(text[i]&0x7F) << shift
		if text[i] < 0x80 {
			return n, text[i+1:]
		}
	}
}

// Pack returns a text for [Unpack]. It is slow.
func Pack(b []byte) string {
	out := binary.AppendUvarint(nil, uint64(len(b)))
	last := make(map[string]int) // offset at which three bytes occurred last
	before := make([]int, len(b))
	literal := 0 // where the literal bytes begin
	for i := 0; i < len(b); {
		length, back := 0, 0
		if i+minRepeat <= len(b) {
			at, ok := last[string(b[i:i+minRepeat])]
			for tries := 0; ok && tries < 1<<12; tries++ {
				n := minRepeat
				for i+n < len(b) && b[at+n] == b[i+n] {
					n++
				}
				// Each repetition costs the bytes of its distance.
				if n-len(binary.AppendUvarint(nil, uint64(i-at))) > length-len(binary.AppendUvarint(nil, uint64(back))) {
					length, back = n, i-at
				}
				at, ok = before[at], before[at] >= 0
			}
		}
		step := 1
		if length > minRepeat || length == minRepeat && back < 0x80 {
			out = appendPair(out, b[literal:i], length, back)
			step, literal = length, i+length
		}
		for ; step > 0; step-- {
			if i+minRepeat <= len(b) {
				key := string(b[i : i+minRepeat])
				if at, ok := last[key]; ok {
					before[i] = at
				} else {
					before[i] = -1
				}
				last[key] = i
			}
			i++
		}
	}
	if literal < len(b) {
		out = appendPair(out, b[literal:], 0, 0)
	}
	return string(out)
}

// appendPair appends a pair. back is 0 for the last pair, which has no repetition.
func appendPair(out, literal []byte, length, back int) []byte {
	l, r := len(literal), max(0, length-minRepeat)
	out = append(out, byte(min(l, 15)<<4|min(r, 15)))
	if l >= 15 {
		out = binary.AppendUvarint(out, uint64(l-15))
	}
	if r >= 15 {
		out = binary.AppendUvarint(out, uint64(r-15))
	}
	if out = append(out, literal...); back == 0 {
		return out
	}
	return binary.AppendUvarint(out, uint64(back))
}
