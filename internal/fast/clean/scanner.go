package clean

import (
	"unicode/utf8"

	"github.com/rfc3987/iri/internal/fast/lines"
	"github.com/rfc3987/iri/internal/text/chars"
	"github.com/rfc3987/iri/internal/text/idna"
)

// A hostScanner reads a host, character by character, and says whether it is plain: a
// domain name of which no prose rule has anything to say. Its labels are letters, digits
// and hyphens (RFC 5890 §2.3.1), or U-labels of PVALID characters that need no context
// (RFC 5892), in NFC, of one direction and of scripts that a language mixes, and at least one of
// them does not look like ASCII. A host that is not plain may still be a good one: the full checks decide.
//
// Scanners are comparable, so that they can be states of an automaton; for that they hold no more than what the
// next characters depend on. A state for each length of a label, in each script, would be too many for a table of
// text in many scripts. So a scanner knows the length of a U-label only roughly, from the ticks of the lines, and
// how long one of its [window] may be. The zero hostScanner has read nothing.
type hostScanner struct {
	before   uint8  // upper limit of the length of the labels before this one in the DNS, in units of 16 octets
	length   uint8  // the octets of a label of ASCII; 1 for a U-label, 0 at the start of a label
	numeric  bool   // all labels may be numbers
	hyphen   bool   // the last character is a hyphen
	noULabel bool   // the label cannot be a U-label: it has capitals, or begins with a digit
	mixed    bool   // the U-label has characters of ASCII
	twins    bool   // all characters of the label that are not ASCII look like ASCII
	window   window // of the U-label; 0: the label is ASCII so far
	ticks    uint8  // how long the U-label is, in quarters of a tick: see bytes
	dir      uint16 // chars.L or chars.R, if the label has one of these
	scripts  chars.Scripts
	last     chars.LastChar
}

// The most octets that a label and a name take in the DNS.
const (
	maxLabel = idna.MaxLabel
	maxName  = idna.MaxName
)

// step reads a character of a label, or the dot after one. avoid has the properties of characters that rules look
// for. It returns false if the host is not plain, or may be too long for the DNS; the scanner must then not be used
// any more.
func (h *hostScanner) step(r rune, avoid uint16) bool {
	start := h.length == 0
	switch {
	case r >= utf8.RuneSelf:
		return h.stepChar(chars.Of(r), utf8.RuneLen(r), chars.HasLatinTwin(r), windowOf(r), avoid)
	case r == '.':
		if !h.endLabel() {
			return false
		}
		*h = hostScanner{before: min(h.before+h.units(), maxName), numeric: h.numeric}
		return h.fits()
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
		if r <= 'Z' && h.isULabel() {
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
	h.hyphen, h.last = r == '-', chars.LastChar{}
	if h.isULabel() {
		h.mixed = true
		return !h.scripts.Mixed() && h.fits()
	}
	h.ticks = 0
	h.length = min(h.length+1, maxLabel+1) // so that labels that are too long make no more states
	return h.fits()
}

// stepChar reads a character that is not ASCII. size is its length in bytes, twin whether it looks like ASCII, and in
// its window.
func (h *hostScanner) stepChar(u chars.Char, size int, twin bool, in window, avoid uint16) bool {
	p := u.Properties()
	switch {
	case h.noULabel,
		p.Flags&(chars.PValid|chars.NotNFC|avoid) != chars.PValid,
		p.Flags&(chars.L|chars.R|chars.NSM) == 0,
		p.Flags&(chars.Mark|chars.NSM) != 0 && h.length == 0,
		p.Flags&chars.NSM != 0 && h.hyphen, // which may then be the end (RFC 5893 §2 condition 6)
		p.Flags&chars.L != 0 && h.dir == chars.R,
		p.Flags&chars.R != 0 && h.dir != chars.R && h.length > 0,
		!h.last.Follow(u, &h.scripts), h.scripts.Mixed():
		return false
	}
	h.dir |= p.Flags & (chars.L | chars.R)
	h.twins = (h.twins || !h.isULabel()) && twin
	if h.isULabel() {
		h.window = h.window.with(in)
	} else {
		// Round up, so that U-labels after different labels have the same states.
		if most := uint8(maxName/16 - (maxLabel+1)/16); h.before <= most {
			h.before = h.before&^3 | 3
		}
		h.window = in
		if h.mixed = h.length > 0; h.mixed {
			// The ticks that are to come say nothing of what comes before this character, and
			// one inside of it is not counted.
			before := int(h.length) + size - 1
			h.ticks = uint8((before + quarter - 1) / quarter)
		}
	}
	h.length, h.hyphen, h.numeric = 1, false, false
	return h.window != 0 && h.fits()
}

// tick counts a tick. It returns false if the label may be too long.
func (h *hostScanner) tick() bool {
	switch {
	case h.isULabel():
		h.ticks += lines.TickBytes / quarter
	case h.length == 0:
		h.ticks = lines.TickBytes / quarter // it may be inside of the first character
	}
	return h.fits()
}

// isZero reports whether no character of the host has been read.
func (h *hostScanner) isZero() bool { return h.length == 0 && h.before == 0 }

// isULabel reports whether the label has characters that are not ASCII.
func (h *hostScanner) isULabel() bool { return h.window != 0 }

// fits reports whether the host so far surely fits the DNS: labels of at most 63 octets, and 253 in all.
func (h *hostScanner) fits() bool {
	return h.mayHave(h.bytes()) && h.length <= maxLabel && h.before+h.units() <= maxName/16
}

// mayHave reports whether a label of that many bytes surely fits the DNS.
func (h *hostScanner) mayHave(bytes int) bool {
	return !h.isULabel() || bytes <= h.window.most(h.mixed)
}

// units returns the length of the label with the dot after it, in units of 16 octets.
func (h *hostScanner) units() uint8 {
	if h.isULabel() {
		return (maxLabel + 1) / 16
	}
	return (h.length + 1 + 15) / 16
}

// quarter is the unit, in bytes, in which the length of a U-label is counted.
const quarter = lines.TickBytes / 4

// bytes returns the greatest possible length of the U-label, in bytes.
func (h *hostScanner) bytes() int { return int(h.ticks)*quarter + lines.TickBytes - 1 }

func (h *hostScanner) endLabel() bool { return h.length > 0 && !h.hyphen && !h.twins }

// end reports whether the host may end here and does not look like an IPv4 address.
func (h *hostScanner) end() bool { return h.endLabel() && !h.numeric && h.fits() }

// A window is a set of characters whose code points are close together. Punycode writes the differences between the
// characters of a label in the order of their code points, so a U-label in a narrow window may have more bytes. 0 is
// no window.
type window uint16

// The windows that are not blocks of one size. The Latin ones hold each other, and cjk
// holds kana.
const (
	latin      window = iota + 1 // Latin-1 and Latin Extended-A
	latinMarks                   // with the letters of IPA and the combining marks of all scripts
	latinTones                   // with Latin Extended Additional
	kana                         // Hiragana and Katakana
	cjk                          // with Bopomofo and Han
	yi                           // and Lisu
	vai                          // and Bamum
	hangul                       // its syllables
	ideographs                   // Han beyond U+FFFF

	firstBlock2                      // blocks of 256 characters, of two bytes
	firstBlock3 = firstBlock2 + 8    // blocks of 512, of three or four bytes
	firstHalf3  = firstBlock3 + 1<<8 // blocks of 128, of three bytes
	lastWindow  = firstHalf3 + 1<<5 - 1
)

// windowOf returns the narrowest window of a character beyond ASCII.
func windowOf(r rune) window {
	switch {
	case r < 0x180:
		return latin
	case r < 0x370:
		return latinMarks
	case 0x590 <= r && r < 0x600: // Hebrew is not in one window with Armenian
		return firstBlock2
	case r < 0x800:
		return firstBlock2 + window(r>>8)
	// Devanagari to Lao, Myanmar, Georgian, Khmer
	case 0x900 <= r && r < 0xF00, 0x1000 <= r && r < 0x1100, r>>7 == 0x1780>>7:
		return firstHalf3 + window(r>>7&0x1F)
	case r>>8 == 0x1E:
		return latinTones
	case r>>8 == 0x30:
		return kana
	case 0x3000 <= r && r < 0xA000:
		return cjk
	case 0xA000 <= r && r < 0xA500:
		return yi
	case 0xA500 <= r && r < 0xA700:
		return vai
	case 0xAC00 <= r && r < 0xD800:
		return hangul
	case r >= 0x20000:
		return ideographs
	}
	return firstBlock3 + window(r>>9)
}

// with returns the narrowest window that includes two windows; 0 if there is none.
func (w window) with(v window) window {
	switch {
	case w == v:
		return w
	case w <= latinTones && v <= latinTones, (w == kana || w == cjk) && (v == kana || v == cjk):
		return max(w, v)
	}
	return 0
}

// most returns how many bytes a U-label of a window may have, with or without characters of ASCII, so that its
// A-label has no more than 63 octets; TestWindows checks it. With a quarter of a tick more, some A-labels are too
// long.
func (w window) most(mixed bool) int {
	switch {
	case w == latinMarks || w == latinTones:
		return 10*quarter - 1
	case w == latin:
		return 12*quarter - 1
	case w < firstBlock3 && w != vai && w != kana:
		if mixed {
			return 10*quarter - 1
		}
		return 12*quarter - 1
	case w >= firstBlock3+0x10000>>9: // of four bytes, or of 128 characters
		if mixed {
			return 14*quarter - 1
		}
		return 20*quarter - 1
	case mixed:
		return 12*quarter - 1
	case w >= firstBlock3: // of three bytes; Unicode 17 has letters in all of a block
		return 15*quarter - 1
	}
	return 16*quarter - 1
}
