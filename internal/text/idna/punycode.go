package idna

import (
	"math/bits"
	"strings"
	"unicode/utf8"
)

// The parameters of Punycode (RFC 3492 §5).
const (
	base, tmin, tmax, skew, damp = 36, 1, 26, 38, 700
	initialN, initialBias        = 0x80, 72
)

// nextBias returns the bias after a delta, with the number of characters so far (RFC 3492 §6.1).
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

// threshold returns the threshold at digit position k (RFC 3492 §3.3): a smaller digit is the last of its number.
func threshold(k, bias uint32) uint32 {
	return uint32(min(max(int32(k)-int32(bias), tmin), tmax))
}

// A Text has room for the characters of a label, and for those that an insertion moves without checking where they
// end.
type Text [MaxLabel + 1 + moved]rune

// moved is how many characters an insertion moves at once: a constant number needs no loop.
const moved = 16

// Decode decodes Punycode into the characters of a label (RFC 3492 §6.2), and returns their number. s is without the
// ACE prefix. ok is false unless s is the Punycode, in lower case, of a label that is not ASCII and has at most 63
// octets with the prefix. Each number has only one form (§3.3), and the order of insertions is fixed, so a text has
// one Punycode, except for a delimiter after nothing.
func Decode(text *Text, s string) (size int, ok bool) {
	delimiter := strings.LastIndexByte(s, '-')
	if len(s) > MaxLabel-len(Prefix) || s == "" || delimiter == 0 || delimiter == len(s)-1 {
		return 0, false
	}
	size = max(0, delimiter)
	for i := range size {
		if text[i] = rune(s[i]); s[i] >= utf8.RuneSelf || 'A' <= s[i] && s[i] <= 'Z' {
			return 0, false
		}
	}
	n, at, bias := uint32(initialN), uint32(0), uint32(initialBias)
	all := uint32(0) // the bits of all digits
	i := delimiter + 1
	for first := true; i < len(s); first = false {
		delta, weight := uint32(0), uint32(1)
		for k := uint32(base); ; k += base {
			if i == len(s) {
				return 0, false
			}
			digit := uint32(digitPlus1[s[i]]) - 1
			all |= digit
			i++
			if delta += digit * weight; delta > mostDelta {
				return 0, false
			}
			t := threshold(k, bias)
			if digit < t {
				break
			}
			if weight *= base - t; weight > mostDelta {
				return 0, false
			}
		}
		size++
		bias = nextBias(delta, uint32(size), first)
		at += delta
		n += at / uint32(size)
		if at %= uint32(size); !utf8.ValidRune(rune(n)) {
			return 0, false
		}
		if size-int(at) <= moved {
			after := [moved]rune(text[at:])
			*(*[moved]rune)(text[at+1:]) = after
		} else {
			copy(text[at+1:size], text[at:size-1])
		}
		text[at] = rune(n)
		at++
	}
	return size, all < 1<<6 // bytes that are not digits set all bits
}

// digitPlus1 is the value of a digit of Punycode (RFC 3492 §5) plus 1, and 0 for other bytes. Capitals are not digits
// here.
var digitPlus1 = [256]uint8{
	'a': 1, 'b': 2, 'c': 3, 'd': 4, 'e': 5, 'f': 6, 'g': 7, 'h': 8, 'i': 9, 'j': 10, 'k': 11, 'l': 12, 'm': 13,
	'n': 14, 'o': 15, 'p': 16, 'q': 17, 'r': 18, 's': 19, 't': 20, 'u': 21, 'v': 22, 'w': 23, 'x': 24, 'y': 25, 'z': 26,
	'0': 27, '1': 28, '2': 29, '3': 30, '4': 31, '5': 32, '6': 33, '7': 34, '8': 35, '9': 36,
}

// mostDelta is greater than any number of a label. 35 times this, the largest number that [Decode] computes from it,
// is less than 1<<32.
const mostDelta = (MaxLabel + 1) * utf8.MaxRune

// AppendEncoded appends the Punycode of a label (RFC 3492 §6.3), without the ACE prefix. The label has at most 63
// characters, and at least one that is not ASCII.
//
// It sorts the characters once by their code points. A word with one bit for each position counts the characters
// before a position that have been written.
func AppendEncoded(b []byte, label string) []byte {
	var buf [MaxLabel]uint32 // a code point and, in the lowest six bits, its place
	var written uint64       // by position
	size, place := 0, 0
	for at := 0; at < len(label); {
		r, n := rune(label[at]), 1
		if r >= utf8.RuneSelf {
			r, n = utf8.DecodeRuneInString(label[at:])
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
	done := uint32(place - size) // number of characters that have been written
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

// digits are the digits of Punycode in lower case (RFC 3492 §5).
const digits = "abcdefghijklmnopqrstuvwxyz0123456789"

// EncodedLen returns the length of the A-label of a label that is not ASCII (RFC 5890 §2.3.2.1), in octets. Punycode
// has at least one letter for each character, so for more than 63 characters it returns some number above 63, without
// encoding the label.
func EncodedLen(label string) int {
	if len(label) > MaxLabel {
		n := 0
		for at := 0; at < len(label) && n <= MaxLabel; n++ {
			_, size := utf8.DecodeRuneInString(label[at:])
			at += size
		}
		if n > MaxLabel {
			return len(Prefix) + len(label)
		}
	}
	var buf [4 * MaxLabel]byte
	return len(Prefix) + len(AppendEncoded(buf[:0], label))
}
