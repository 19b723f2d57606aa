package main

import (
	"log"
	"slices"
	"sync"
	"unicode"

	"golang.org/x/text/unicode/bidi"
	"golang.org/x/text/unicode/norm"

	"github.com/rfc3987/iri/internal/text/idna"
)

// props are the properties of a character without its scripts.
type props struct {
	ccc   uint8  // Canonical_Combining_Class
	flags uint16 // the bits that flags names
}

// flags holds the names of the bits, lowest first, their comments in the generated file, and which
// characters have them.
var flags = []struct {
	name, doc string
	has       func(rune) bool
}{
	{"L", "bidi class L (UAX #9)", func(r rune) bool { return inClass(r, bidi.L) }},
	{"R", "bidi class R or AL: a right-to-left character", func(r rune) bool { return inClass(r, bidi.R, bidi.AL) }},
	{"NSM", "bidi class NSM: it takes the class of what it stands on",
		func(r rune) bool { return inClass(r, bidi.NSM) }},
	{"Format", "the bidi formatting characters that RFC 3987 §4.1 names", isEarlyFormat},
	{"LaterFormat", "bidi formatting characters younger than RFC 3987", isLaterFormat},
	{"NotNFC", "does not occur in NFC, or is unassigned", func(r rune) bool {
		assigned := unicode.In(r, unicode.L, unicode.M, unicode.N, unicode.P, unicode.S, unicode.Z, unicode.C)
		return !assigned || norm.NFC.String(string(r)) != string(r)
	}},
	{"Second", "may combine with what precedes it in NFC", func(r rune) bool { return composites().second[r] }},
	{"First", "may combine with what follows it in NFC", func(r rune) bool { return composites().first[r] }},
	{"NFKC", "is not its own NFKC form", func(r rune) bool { return norm.NFKC.String(string(r)) != string(r) }},
	{"Marked", "Canonical_Combining_Class is not 0", func(r rune) bool { return combiningClass(r) != 0 }},
	{"Private", "private use", func(r rune) bool { return unicode.Is(unicode.Co, r) }},
	{"Width", "in the block Halfwidth and Fullwidth Forms", func(r rune) bool { return r >= 0xFF00 && r <= 0xFFEF }},
	{"Break", "punctuation, symbol or space of no script in particular: between words", func(r rune) bool {
		return unicode.In(r, unicode.P, unicode.S, unicode.Z) && unicode.Is(unicode.Common, r)
	}},
	{"PValid", "PVALID in domain names (RFC 5892)", func(r rune) bool { return idna.PropertyOf(r) == idna.PValid }},
	{"Mark", "General_Category M, which does not begin a label (RFC 5891 §5.4)", unicode.IsMark},
	{"Odd", "has a VisualIssue in any component (RFC 3987 §6.1 b)", isOdd},
}

func combiningClass(r rune) uint8 { return norm.NFC.PropertiesString(string(r)).CCC() }

// inClass reports whether a character has one of some bidi classes.
func inClass(r rune, classes ...bidi.Class) bool {
	c, _ := bidi.LookupRune(r)
	return !isFormat(r) && slices.Contains(classes, c.Class())
}

// A pairs holds the characters that form primary composites (UAX #15). The characters in
// second have the value Maybe of NFC_Quick_Check. first also has the characters
// whose decomposition has its last starter in first, and second those whose decomposition
// starts with one of second.
type pairs struct{ first, second map[rune]bool }

// composites returns the pairs of all primary composites.
var composites = sync.OnceValue(func() pairs {
	p := pairs{make(map[rune]bool), make(map[rune]bool)}
	for r := rune(0); r <= unicode.MaxRune; r++ {
		c := string(r)
		if norm.NFD.String(c) == c || norm.NFC.String(c) != c {
			continue
		}
		// The canonical decomposition is two characters, and NFD decomposes the first of
		// them further. So the first is NFC of all but the last character of NFD(c).
		d := []rune(norm.NFD.String(c))
		first := []rune(norm.NFC.String(string(d[:len(d)-1])))
		if len(first) != 1 {
			log.Fatalf("%U is not a composite of two characters", r)
		}
		p.first[first[0]] = true
		p.second[d[len(d)-1]] = true
	}
	// Canonical ordering can move a mark before the marks inside a composite, where it
	// combines with the base: U+00E8 and U+0327 become U+0229 and U+0300.
	for r := rune(0); r <= unicode.MaxRune; r++ {
		d := []rune(norm.NFD.String(string(r)))
		last := len(d) - 1
		for last > 0 && combiningClass(d[last]) != 0 {
			last--
		}
		if p.first[d[last]] {
			p.first[r] = true
		}
		// A composite whose decomposition starts with a second combines with what precedes it as
		// that does: U+1138B and U+113C8 become U+1138E and U+113C9, for U+113C8 is U+113C2 and
		// U+113C9.
		if len(d) > 1 && p.second[d[0]] && norm.NFC.String(string(r)) == string(r) {
			p.second[r] = true
		}
	}
	return p
})

// isFormat reports whether r is a bidi formatting character (Bidi_Control). These have a
// finding of their own, so they get no direction and no script here, although U+200F has
// the class R, and U+061C three scripts.
func isFormat(r rune) bool { return isEarlyFormat(r) || isLaterFormat(r) }

func isEarlyFormat(r rune) bool { return r == 0x200E || r == 0x200F || r >= 0x202A && r <= 0x202E }

func isLaterFormat(r rune) bool { return r == 0x061C || r >= 0x2066 && r <= 0x2069 }

// flagsOf returns the flags of a character.
func flagsOf(r rune) (all uint16) {
	for i, f := range flags {
		if f.has(r) {
			all |= 1 << i
		}
	}
	return all
}
