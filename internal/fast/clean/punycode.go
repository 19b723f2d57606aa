package clean

import (
	"math/bits"
	"strings"
	"unicode/utf8"

	"github.com/rfc3987/iri/internal/text/chars"
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

// The parameters of Punycode (RFC 3492 §5).
const (
	base, tmin, tmax, skew, damp = 36, 1, 26, 38, 700
	initialN, initialBias        = 0x80, 72
)

// nextBias returns the bias after a delta, with which a label has so many characters (RFC 3492 §6.1).
func nextBias(delta, characters int, first bool) (bias int) {
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

// appendULabels appends a host in which U-labels stand for the A-labels (RFC 5890 §2.3.2.1). It returns false if
// an A-label is not in lower case, or may not be one.
func appendULabels(b []byte, host string) ([]byte, bool) {
	for i, end := 0, 0; i <= len(host); i = end + 1 {
		if end = strings.IndexByte(host[i:], '.'); end < 0 {
			end = len(host)
		} else {
			end += i
		}
		label, isALabel := strings.CutPrefix(host[i:end], prefix)
		if i > 0 {
			b = append(b, '.')
		}
		if !isALabel {
			b = append(b, label...)
			continue
		}
		ok := false
		if b, ok = appendDecoded(b, label); !ok {
			return nil, false
		}
	}
	return b, true
}

// prefix is the ACE prefix (RFC 5890 §2.3.2.5).
const prefix = "xn--"

// appendDecoded appends the text that Punycode stands for (RFC 3492 §6.2). It returns false if that is not
// the one Punycode, in lower case, of a U-label that is short enough. Each number has only one form (§3.3), and the
// order of insertions is fixed, so no text has two Punycodes but for a delimiter after nothing.
func appendDecoded(b []byte, s string) ([]byte, bool) {
	var text [maxLabel]rune
	n, at, bias, size := rune(initialN), 0, initialBias, max(0, strings.LastIndexByte(s, '-'))
	if len(s) > maxLabel-len(prefix) || s == "" || s[0] == '-' || s[len(s)-1] == '-' {
		return nil, false
	}
	for i := range size {
		if text[i] = rune(s[i]); s[i] >= utf8.RuneSelf || 'A' <= s[i] && s[i] <= 'Z' {
			return nil, false
		}
	}
	i := size
	if size > 0 {
		i++
	}
	for first := true; i < len(s); first = false {
		delta, weight := int64(0), int64(1)
		for k := base; ; k += base {
			if i == len(s) {
				return nil, false
			}
			digit := int(s[i] - 'a')
			if chars.IsDigit(s[i]) {
				digit = int(s[i]-'0') + 26
			} else if s[i] < 'a' || s[i] > 'z' {
				return nil, false
			}
			i++
			if delta += int64(digit) * weight; delta > (maxLabel+1)*utf8.MaxRune {
				return nil, false // so is none that a label needs
			}
			t := min(max(k-bias, tmin), tmax)
			if digit < t {
				break
			}
			if weight *= int64(base - t); weight > (maxLabel+1)*utf8.MaxRune {
				return nil, false
			}
		}
		size++
		bias = nextBias(int(delta), size, first)
		at += int(delta)
		if n += rune(at / size); !utf8.ValidRune(n) {
			return nil, false
		}
		at %= size
		copy(text[at+1:size], text[at:size-1])
		text[at] = n
		at++
	}
	for _, r := range text[:size] {
		b = utf8.AppendRune(b, r)
	}
	return b, true
}

// punycodeLen returns the length of the Punycode of a label that is not ASCII
// (RFC 3492 §6.3), in octets; for one that has more characters than a label can have,
// any number above maxLabel.
//
// The characters are sorted once by their code points. How many of those before a place
// have been written is counted in a word with a bit for each place.
func punycodeLen(s string) int {
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
	n, at, bias, first := initialN, 0, initialBias, true
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
		bias = nextBias(delta, done, first)
		first = false
	}
	return length
}
