package clean

import (
	"strings"
	"unicode/utf8"

	"github.com/rfc3987/iri/internal/ref/component"
	"github.com/rfc3987/iri/internal/text/chars"
	"github.com/rfc3987/iri/internal/text/idna"
)

// A hostScanner reads a host, character by character, and says whether it is plain: a
// domain name of which no prose rule has anything to say. Its labels are letters, digits
// and hyphens (RFC 5890 §2.3.1), or U-labels of PVALID characters that need no context
// (RFC 5892), in NFC, of one direction and of scripts that a language mixes, and at least one of
// them does not look like ASCII. A host that is not plain may still be a good one: the full checks decide.
//
// Scanners are comparable, so that they can be states of an automaton; for that they
// hold no more than what the next characters depend on. The zero hostScanner has read
// nothing.
type hostScanner struct {
	before   uint8  // the most that the labels before this one take in the DNS, in units of 16 octets
	length   uint8  // the most that the label takes in the DNS, in octets; of a U-label, without "xn--" and "-"
	numeric  bool   // all labels may be numbers
	hyphen   bool   // the last character is a hyphen
	noULabel bool   // the label cannot be a U-label: it has capitals, or begins with a digit
	nonASCII bool   // the label has characters that are not ASCII
	twins    bool   // all characters of the label that are not ASCII look like ASCII
	noFirst  bool   // the last starter cannot be the first half of a composite
	ccc      uint8  // the Canonical_Combining_Class of the last character
	block    uint16 // 1 plus the number of the block of 256 characters of the last one that is not ASCII; 0: none
	dir      uint16 // chars.L or chars.R, if the label has one of these
	scripts  chars.Scripts
}

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

// The most octets that a label takes, and a U-label without "xn--" and "-".
const (
	maxLabel  = idna.MaxLabel
	maxULabel = maxLabel - len(idna.Prefix) - len("-")
	maxName   = idna.MaxName
)

// step reads a character of a label, or the dot after one. avoid has the properties of characters
// that rules ask for. It returns false if the host
// is not plain; the scanner must then not be used any more. Labels may be too long: see
// [hostScanner.fits].
func (h *hostScanner) step(r rune, avoid uint16) bool {
	start := h.length == 0
	switch {
	case r >= utf8.RuneSelf:
		return h.stepNonASCII(r, avoid)
	case r == '.':
		if !h.endLabel() {
			return false
		}
		*h = hostScanner{before: min(h.before+h.units(), maxName), numeric: h.numeric}
		return true
	case h.dir == chars.R:
		return false
	case r == '-':
		// "--" in the third and fourth place marks an A-label, or what may become one.
		if start || h.hyphen {
			return false
		}
		h.numeric = false
	case chars.IsDigit(byte(r)):
		h.numeric = h.numeric || start && h.before == 0
		h.noULabel = h.noULabel || start
	case chars.IsLetter(byte(r)):
		if r <= 'Z' && h.nonASCII {
			return false
		}
		h.noULabel = h.noULabel || r <= 'Z'
		h.dir |= chars.L
		h.scripts.Add(chars.Latin)
		// In C a number begins with a digit and has no letters but "x" and hexadecimal
		// digits.
		h.numeric = h.numeric && !start && (r|0x20 == 'x' || r|0x20 <= 'f')
	default:
		return false
	}
	h.hyphen = r == '-'
	h.noFirst, h.ccc = false, 0
	h.add(1)
	return !(h.nonASCII && h.scripts.Mixed())
}

// stepNonASCII reads a character that is not ASCII.
func (h *hostScanner) stepNonASCII(r rune, avoid uint16) bool {
	u := chars.Of(r)
	p := u.Properties()
	switch {
	case h.noULabel,
		p.Flags&(chars.PValid|chars.NotNFC|avoid) != chars.PValid,
		p.Flags&(chars.L|chars.R|chars.NSM) == 0,
		p.Flags&(chars.Mark|chars.NSM) != 0 && h.length == 0,
		p.Flags&chars.NSM != 0 && h.hyphen, // which may then be the end (RFC 5893 §2 condition 6)
		p.Flags&chars.Second != 0 && !h.noFirst,
		p.Ccc != 0 && p.Ccc < h.ccc,
		p.Flags&chars.L != 0 && h.dir == chars.R,
		p.Flags&chars.R != 0 && h.dir != chars.R && h.length > 0:
		return false
	}
	if h.ccc = p.Ccc; h.ccc == 0 {
		h.noFirst = p.Flags&chars.First == 0
	}
	h.dir |= p.Flags & (chars.L | chars.R)
	h.scripts.Add(u.Script())
	h.twins = (h.twins || !h.nonASCII) && chars.HasLatinTwin(r)
	// Han and Hangul have many blocks, and mostly each character is in another one.
	block := uint16(r>>8) + 1
	if 0x3400 <= r && r < 0xA000 || 0xAC00 <= r && r < 0xD800 {
		block = 0
	}
	if block == h.block && block != 0 {
		h.add(punycodeSame)
	} else {
		h.add(punycodeOther)
	}
	h.block, h.nonASCII, h.hyphen, h.numeric = block, true, false, false
	return !h.scripts.Mixed()
}

// add adds to the length of the label. It stops above maxLabel, so that labels that are
// too long make no more states.
func (h *hostScanner) add(octets int) { h.length = uint8(min(int(h.length)+octets, maxLabel+1)) }

// fits reports whether the host is sure to be short enough for the DNS so far: labels of
// at most 63 octets, and 253 for all.
func (h *hostScanner) fits() bool { return h.labelFits() && h.before+h.units() <= maxName/16 }

func (h *hostScanner) labelFits() bool {
	return h.length <= maxLabel && !(h.nonASCII && h.length > uint8(maxULabel))
}

// units returns what the label takes with the dot after it, in units of 16 octets.
func (h *hostScanner) units() uint8 {
	if h.nonASCII {
		return (maxLabel + 1) / 16
	}
	return (h.length + 1 + 15) / 16
}

func (h *hostScanner) endLabel() bool { return h.length > 0 && !h.hyphen && !h.twins }

// end reports whether the host may end here and does not look like an IPv4 address.
func (h *hostScanner) end() bool { return h.endLabel() && !h.numeric }

// isPlainName reports whether a whole host is plain, and does not look like an IPv4 address but is one. If a label
// is not plain, it returns the first one, as far as it is known. Unlike [hostScanner.fits] it counts octets
// exactly. What holds for a U-label holds for its A-label (RFC 5890 §2.3.2.1).
func (k *Kernels) isPlainName(host string) (plain bool, odd string) {
	if len(host) <= maxLabel { // so that no label is too long
		if end := asciiEnd(host); end != asciiUnknown {
			return !asciiScanners[end].numeric || component.IsIPv4(host), ""
		}
	}
	var h hostScanner
	total := -1 // the octets of the labels, with the dots between them
	for rest, more := host, true; more; {
		if total >= 0 && !h.step('.', k.avoid) {
			return false, ""
		}
		var label string
		label, rest, more = strings.Cut(rest, ".")
		n, ok := h.label(label, k)
		if !ok || n > maxLabel {
			return false, label
		}
		total += n + 1
	}
	return h.ends() && total <= maxName && !h.numeric, ""
}

// label reads a label, and returns how many octets it takes in the DNS, as octets does. ok is false if
// it is not plain.
func (h *hostScanner) label(label string, k *Kernels) (octets int, ok bool) {
	avoid := k.avoid
	starter := 0 // the offset of the last character of combining class 0
	if encoded, isALabel := strings.CutPrefix(label, idna.Prefix); isALabel {
		var text idna.Text
		n, ok := idna.Decode(&text, encoded)
		for i := 0; i < n && ok; i++ {
			ok = h.step(text[i], avoid) || h.compose(text[i], string(text[starter:i+1]), avoid)
			if h.ccc == 0 {
				starter = i
			}
		}
		return len(label), ok
	}
	if len(label) > mostBytes && !chars.IsASCII(label) {
		return 0, false
	}
	for i := 0; i < len(label); {
		r, n := rune(label[i]), 1
		if r >= utf8.RuneSelf {
			r, n = chars.RuneAt(label, i)
		}
		if !h.step(r, avoid) && !h.compose(r, label[starter:i+n], avoid) {
			return 0, false
		}
		if h.ccc == 0 {
			starter = i
		}
		i += n
	}
	return h.octets(label), true
}

// compose is step for a character that step does not take, because it does not know which two
// characters make a composite. text is what ends with the character, from the last starter on.
func (h *hostScanner) compose(r rune, text string, avoid uint16) bool {
	if r < utf8.RuneSelf || chars.Of(r).Flags()&chars.Second == 0 || !chars.IsNFC(text) {
		return false
	}
	h.noFirst = true
	return h.step(r, avoid)
}

// ends reports whether a whole host may end here: after a label, or after the dot of the
// root.
func (h *hostScanner) ends() bool { return h.endLabel() || h.length == 0 && h.before > 0 }

// octets returns how many octets the label that has been read, whose text is given,
// takes in the DNS; for a U-label that is short enough, the most that any takes.
func (h *hostScanner) octets(label string) int {
	switch {
	case !h.nonASCII:
		return len(label)
	case h.labelFits():
		return maxLabel
	}
	return octetsOf(label)
}

// octetsOf returns how many octets a U-label takes in the DNS; for one of which its window says that it is short
// enough, the most that any takes.
func octetsOf(label string) int {
	if fitsWindow(label) {
		return maxLabel
	}
	return idna.EncodedLen(label)
}

// mostBytes is how many bytes a U-label has at most whose octets are counted: longer ones hardly ever fit into the DNS.
const mostBytes = 2 * maxLabel
