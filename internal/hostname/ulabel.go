package hostname

import (
	"strings"
	"unicode/utf8"

	"golang.org/x/text/unicode/norm"

	"github.com/rfc3987/iri/internal/chars"
)

// The classes of characters in an authority.
const (
	AuthorityLDH = iota // letters and digits
	AuthorityHyphen
	AuthorityDot
	AuthorityEnd // of the host
	AuthorityBeyond
	authorityOther
)

var AuthorityClass = func() (t [256]uint8) {
	for b := range t {
		switch c := byte(b); {
		case chars.IsLetter(c), chars.IsDigit(c):
			t[b] = AuthorityLDH
		case c == '-':
			t[b] = AuthorityHyphen
		case c == '.':
			t[b] = AuthorityDot
		case c == ':', c == '/', c == '?', c == '#':
			t[b] = AuthorityEnd
		case c >= 0x80:
			t[b] = AuthorityBeyond
		default:
			t[b] = authorityOther
		}
	}
	return t
}()

// scanHost goes through a host that is no IP-literal. It reports whether the host
// is plain: a domain name of ASCII letters, digits and hyphens about which nothing
// remains to be asked, as RFC 5890 §2.3.1 has it.
func IsPlain(host string) bool {
	label := 0 // where the present label starts
	for i := 0; i < len(host); i++ {
		b := host[i]
		if b|0x20-'a' < 26 || b-'0' < 10 {
			continue
		}
		switch b {
		case '-':
			// "--" in the third and fourth place marks an A-label, or what may become one.
			if i == label || i+1 == len(host) || host[i+1] == '.' || i == label+3 && host[i-1] == '-' {
				return false
			}
		case '.':
			if i == label || i-label > 63 {
				return false
			}
			label = i + 1
		default:
			return false
		}
	}
	return len(host)-label <= 63 && len(host) <= 253
}

// plainIDN reports whether a host is a domain name of IDNA2008 at first sight, so
// that the whole check need not be made: every label that is not ASCII is made of
// PVALID characters, none of which asks for its context, in NFC, does not begin
// with a mark, is short enough in the DNS, and has one direction.
func IsPlainIDN(host string) bool {
	total := 0
	for at := 0; at <= len(host); {
		end := strings.IndexByte(host[at:], '.')
		if end < 0 {
			end = len(host)
		} else {
			end += at
		}
		label := host[at:end]
		at = end + 1
		if chars.NonASCII(label) == len(label) {
			if !IsPlain(label) || label == "" && at <= len(host) {
				return false
			}
			total += len(label) + 1
			continue
		}
		if ULabelLength(label) < 0 {
			return false
		}
		total += 63 + 1
	}
	return total <= 253
}

// plainULabel reads a label that is not ASCII, from the start of s to what ends it in
// a host, and returns its length if it is a U-label at first sight, and one that goes
// well with the rules on scripts, directions and NFC; else -1.
func ULabelLength(s string) int {
	n, basic, blocks := 0, 0, 0 // characters, those of ASCII, and changes of block
	var dirs uint16
	ccc, half, block := uint8(0), true, -1
	nfc := true // the quick check of UAX #15 §9 does not doubt it
	var word chars.Scripts
	i := 0
chars:
	for ; i < len(s); n++ {
		b := s[i]
		var u chars.Char
		at, w := 0, 3
		switch {
		case b < utf8.RuneSelf:
			switch {
			case 'a' <= b && b <= 'z':
				dirs |= chars.L
				word.Add(chars.Latin)
			case chars.IsDigit(b) && i > 0:
			case b == '-' && i > 0 && s[i-1] != '-':
			case AuthorityClass[b] == AuthorityDot, AuthorityClass[b] == AuthorityEnd:
				break chars
			default:
				return -1 // capitals are not valid, nor hyphens at the edge or in pairs
			}
			basic++
			ccc, half = 0, true
			i++
			continue
		case b < 0xE0 && i+1 < len(s):
			at, w = int(b&0x1F)>>2, 2
			u = chars.Blocks[chars.Index[b&0x1F]][s[i+1]&0x3F]
		case b < 0xF0 && i+2 < len(s):
			hi := uint32(b&0xF)<<6 | uint32(s[i+1]&0x3F)
			at = int(hi >> 2)
			u = chars.Blocks[chars.Index[hi]][s[i+2]&0x3F]
		default:
			u, w = chars.Decode(s, i)
			at = int(s[i]&7)<<10 | int(s[i+1]&0x3F)<<4 | int(s[i+2]&0x3F)>>2
		}
		rec := u.Properties()
		f := rec.Flags
		if f&(chars.PValid|chars.NotNFC) != chars.PValid || f&(chars.L|chars.R|chars.NSM) == 0 {
			return -1
		}
		if f&(chars.Mark|chars.NSM) != 0 && (i == 0 || f&chars.NSM != 0 && s[i-1] == '-') {
			return -1 // behind a hyphen, for condition 6 of RFC 5893 §2
		}
		nfc = nfc && (f&chars.Second == 0 || !half) && (rec.Ccc == 0 || rec.Ccc >= ccc)
		if ccc = rec.Ccc; ccc == 0 {
			half = f&chars.First != 0
		}
		dirs |= f
		word.Add(uint8(u >> 8))
		if at != block { // of 256 characters
			block = at
			blocks++
		}
		i += w
	}
	if i == 0 || s[i-1] == '-' {
		return -1
	}
	if word.Mixed() || dirs&chars.R != 0 && (dirs&chars.L != 0 || basic > 0) {
		return -1 // the rules on directions and scripts remain to be asked
	}
	if !nfc && !norm.NFC.IsNormalString(s[:i]) {
		return -1
	}
	const room = 63 - len("xn--")
	if punycodeBound(basic, n-basic, blocks) <= room {
		return i
	}
	var runes [room]rune
	if n > len(runes) {
		return -1
	}
	n = 0
	for _, r := range s[:i] {
		runes[n] = r
		n++
	}
	if punycodeLen(runes[:n], basic) > room {
		return -1
	}
	return i
}

// punycodeBound returns a length that the Punycode of a label does not exceed. The
// label has basic characters of ASCII and others that change their block of 256
// characters so many times.
//
// Punycode writes the differences between the characters in their order, multiplied
// by at most the length of the label, which is no more than 63 here (RFC 3492 §3.2).
// A difference within a block, of less than 2^14, takes three digits. It can take
// four behind a very small one, which takes two at most, or behind that between two
// blocks: seven digits do for that, and nearly always it takes fewer (§6.1).
func punycodeBound(basic, others, blocks int) int {
	blocks = min(blocks, others)
	return basic + len("-") + 7*blocks + 3*(others-blocks)
}

// punycodeLen returns the length of the Punycode of a label that is not ASCII
// (RFC 3492 §6.3); basic is how many of its characters are.
func punycodeLen(label []rune, basic int) int {
	const base, tmin, tmax, skew, damp = 36, 1, 26, 38, 700
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
