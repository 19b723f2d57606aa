package glance

import (
	"unicode/utf8"

	"github.com/rfc3987/iri/internal/text/chars"
)

// IsCleanLabel reports whether the rules in prose surely find nothing in the U-label that an A-label stands for, whose
// characters are given: what a label of a host is at a glance, character by character. It must not be ASCII alone.
func (k *Kernel) IsCleanLabel(label []rune) bool {
	r := k.repertoireOf(label)
	if r == nil || len(label) == 0 {
		return false
	}
	var all, bad uint8
	ascii := uint32(0)               // the classes of ASCII in the label
	const start = Mark | Second      // what must not follow ASCII, nor begin a label
	after, last := uint8(start), '-' // what must not follow, and the last character: at the start there may be no hyphen either
	for _, c := range label {
		if c < utf8.RuneSelf {
			switch {
			case c == '-' && last != '-':
				ascii |= Hyphen
			case 'a' <= c && c <= 'z':
				ascii |= Lower
			case '0' <= c && c <= '9':
				ascii |= Digit
			default:
				return false
			}
			after, last = start, c
			continue
		}
		last = c
		traits := uint8(0)
		if at := uint32(c - r.first); at < uint32(len(r.Traits)) {
			traits = r.Traits[at]
		}
		if traits == 0 && r.span.has(int(c/blockSize)) && (r.NoHost == 0 || chars.Of(c).Flags()&chars.PValid != 0) {
			traits = In | First
		}
		bad |= traits&(after|NotValid) | ^traits&In
		all |= traits
		after = traits & First << 1 // Second
	}
	looksLikeASCII := all&(Twin|Shown) == Twin
	return bad == 0 && !looksLikeASCII && last != '-' && !chars.IsDigit(byte(min(label[0], 0x7F))) && ascii&r.HostForeign == 0
}

// repertoireOf returns the repertoire for the first character of a label that is not ASCII; nil if there is none.
func (k *Kernel) repertoireOf(label []rune) *Repertoire {
	for _, c := range label {
		switch {
		case c < utf8.RuneSelf:
			continue
		case c >= Planes<<16:
			return nil
		}
		at := &k.repertoires[c/(blockSize/2)]
		if at.Load() == nil {
			k.add(c)
		}
		return at.Load()
	}
	return nil
}
