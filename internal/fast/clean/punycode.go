package clean

import (
	"math/bits"
	"unicode/utf8"
)

// The most digits of Punycode that a character takes: one in the same block of 256
// characters as the character before it, and any other.
//
// Punycode writes the differences between the characters in their order, multiplied
// by at most the length of the label, which is no more than 63 here (RFC 3492 §3.2).
// A difference within a block, of less than 2^14, takes three digits. It can take
// four after a very small one, which takes two at most, or after one between two
// blocks: seven digits suffice for that, and nearly always it takes fewer (§6.1).
const (
	punycodeSame  = 3
	punycodeOther = 7
)

// punycodeLen returns the length of the Punycode of a label that is not ASCII
// (RFC 3492 §6.3), in octets; for one that has more characters than a label can have,
// any number above maxLabel.
//
// The characters are sorted once by their code points. How many of those before a place
// have been written is counted in a word with a bit for each place.
func punycodeLen(s string) int {
	const base, tmin, tmax, skew, damp = 36, 1, 26, 38, 700
	var buf [maxLabel]uint32 // a code point and, in the lowest six bits, its place
	var written uint64       // by place
	size, place := 0, 0
	for _, r := range s {
		switch {
		case place == maxLabel:
			return maxLabel + 1
		case r < utf8.RuneSelf:
			written |= 1 << place
		default:
			key := uint32(r)<<6 | uint32(place)
			i := size
			for ; i > 0 && buf[i-1] > key; i-- {
				buf[i] = buf[i-1]
			}
			buf[i] = key
			size++
		}
		place++
	}
	done := place - size // how many characters have been written
	length := done
	if done > 0 {
		length++ // the delimiter
	}
	n, at, bias, first := 0x80, 0, 72, true
	for _, key := range buf[:size] {
		bit := uint64(1) << (key & 0x3F)
		index := bits.OnesCount64(written & (bit - 1))
		delta := (int(key>>6)-n)*(done+1) + index - at
		n, at = int(key>>6), index+1
		written |= bit
		done++
		q := delta
		for k := base; ; k += base {
			t := min(max(k-bias, tmin), tmax)
			length++
			if q < t {
				break
			}
			q = (q - t) / (base - t)
		}
		if first {
			delta /= damp
		} else {
			delta /= 2
		}
		first = false
		delta += delta / done
		bias = 0
		for ; delta > (base-tmin)*tmax/2; bias += base {
			delta /= base - tmin
		}
		bias += (base - tmin + 1) * delta / (delta + skew)
	}
	return length
}
