package idna

import (
	"math/bits"
	"unicode/utf8"

	"github.com/rfc3987/iri/internal/text/chars"
)

// The parameters of Punycode (RFC 3492 §5).
const (
	base, tmin, tmax, skew, damp = 36, 1, 26, 38, 700
	initialN, initialBias        = 0x80, 72
)

// nextBias returns the bias after a delta, with which a label has so many characters (RFC 3492 §6.1).
func nextBias(delta, characters uint32, first bool) (bias uint32) {
	if first {
		delta /= damp
	} else {
		delta /= 2
	}
	delta += delta / characters
	for ; delta > (base-tmin)*tmax/2; bias += base {
		delta /= base - tmin
	}
	return bias + (base-tmin+1)*delta/(delta+skew)
}

// threshold returns the least digit at a place k that is not the last of its number (RFC 3492 §3.3).
func threshold(k, bias uint32) uint32 {
	return uint32(min(max(int32(k)-int32(bias), tmin), tmax))
}

// AppendEncoded appends the Punycode of a label (RFC 3492 §6.3), without the ACE prefix. The label has at
// most 63 characters, of which one is not ASCII.
//
// The characters are sorted once by their code points. How many of those before a place
// have been written is counted in a word with a bit for each place.
func AppendEncoded(b []byte, label string) []byte {
	var buf [MaxLabel]uint32 // a code point and, in the lowest six bits, its place
	var written uint64       // by place
	size, place := 0, 0
	for at := 0; at < len(label); {
		r, n := rune(label[at]), 1
		if r >= utf8.RuneSelf {
			r, n = chars.RuneAt(label, at)
		}
		at += n
		if r < utf8.RuneSelf {
			written |= 1 << place
			b = append(b, byte(r))
		} else {
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
	done := uint32(place - size) // how many characters have been written
	if done > 0 {
		b = append(b, '-')
	}
	n, at, bias := uint32(initialN), uint32(0), uint32(initialBias)
	for i, key := range buf[:size] {
		bit := uint64(1) << (key & 0x3F)
		index := uint32(bits.OnesCount64(written & (bit - 1)))
		delta := (key>>6-n)*(done+1) + index - at
		n, at = key>>6, index+1
		written |= bit
		done++
		q := delta
		for k := uint32(base); ; k += base {
			t := threshold(k, bias)
			if q < t {
				break
			}
			b = append(b, digits[t+(q-t)%(base-t)])
			q = (q - t) / (base - t)
		}
		b = append(b, digits[q])
		bias = nextBias(delta, done, i == 0)
	}
	return b
}

// digits are those of Punycode in lower case (RFC 3492 §5).
const digits = "abcdefghijklmnopqrstuvwxyz0123456789"

// EncodedLen returns how many octets the A-label of a label has (RFC 5890 §2.3.2.1), which is not ASCII. Punycode has
// at least one letter for each character: for a label of more than 63 characters it is any number above 63, because to
// encode it would only take time.
func EncodedLen(label string) int {
	if len(label) > MaxLabel {
		n := 0
		for at := 0; at < len(label) && n <= MaxLabel; n++ {
			_, size := chars.RuneAt(label, at)
			at += size
		}
		if n > MaxLabel {
			return len(Prefix) + len(label)
		}
	}
	var buf [4 * MaxLabel]byte
	return len(Prefix) + len(AppendEncoded(buf[:0], label))
}
