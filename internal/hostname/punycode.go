package hostname

import "unicode/utf8"

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
func punycodeLen(s string) int {
	const base, tmin, tmax, skew, damp = 36, 1, 26, 38, 700
	var buf [maxLabel]rune
	size, basic := 0, 0 // characters, and how many of them are ASCII
	for _, r := range s {
		if size == len(buf) {
			return maxLabel + 1
		}
		buf[size] = r
		size++
		if r < utf8.RuneSelf {
			basic++
		}
	}
	label := buf[:size]
	length := basic
	if basic > 0 {
		length++ // the delimiter
	}
	n, delta, bias, done := rune(0x80), 0, 72, basic
	for done < len(label) {
		next := rune(utf8.MaxRune)
		for _, r := range label {
			if r >= n && r < next {
				next = r
			}
		}
		delta += int(next-n) * (done + 1)
		n = next
		for _, r := range label {
			if r < n {
				delta++
			}
			if r != n {
				continue
			}
			q := delta
			for k := base; ; k += base {
				t := min(max(k-bias, tmin), tmax)
				length++
				if q < t {
					break
				}
				q = (q - t) / (base - t)
			}
			if done == basic {
				delta /= damp
			} else {
				delta /= 2
			}
			delta += delta / (done + 1)
			bias = 0
			for ; delta > (base-tmin)*tmax/2; bias += base {
				delta /= base - tmin
			}
			bias += (base - tmin + 1) * delta / (delta + skew)
			delta = 0
			done++
		}
		delta++
		n++
	}
	return length
}
