package chars

import (
	"cmp"
	"slices"
	"strings"
	"sync/atomic"
	"unicode/utf8"

	"golang.org/x/text/unicode/norm"
)

// A scriptSet is a set of scripts: bit i stands for scriptNames[i].
type scriptSet [3]uint64

// A scriptValue is a value of Script_Extensions (UAX #24), with a bit for each combination
// of scripts in UTS #39 §5.2 that allows characters with this value.
type scriptValue struct {
	set   scriptSet
	cover uint8
}

// A Char is the entry of a character in the tables: its scripts, an index into scriptSets, in the high byte; its
// other properties, an index into propertiesOf, in the low byte.
type Char uint16

// Properties are the properties of a character, except its scripts.
type Properties struct {
	Ccc   uint8  // Canonical_Combining_Class (UAX #44)
	Flags uint16 // L, R, NSM and the others
}

// Of returns the entry of a character.
func Of(r rune) Char {
	return Blocks[Index[uint32(r)>>shift]][uint32(r)&(1<<shift-1)]
}

// Properties returns the properties of the character.
func (u Char) Properties() *Properties { return &propertiesOf[u&(1<<propertyBits-1)] }

// Flags returns the flags of the character: L, R, NSM and the others.
func (u Char) Flags() uint16 { return propertiesOf[u&(1<<propertyBits-1)].Flags }

// Script returns the index of the scripts of the character, for [Scripts.Add]. It is 0 for characters that belong to
// every script.
func (u Char) Script() uint16 { return uint16(u) >> propertyBits }

// scripts returns the scripts of the character.
func (u Char) scripts() *scriptValue { return &scriptSets[u.Script()] }

// Decode returns the entry of the character at s[i:], which is not ASCII, and its length in bytes. It does not check
// that s is UTF-8, which text that conforms to a rule always is. The last byte has the low bits of the character,
// which index a block; the bytes before it have the high bits.
func Decode(s string, i int) (Char, int) {
	switch b := s[i]; {
	case b < 0xE0 && i+1 < len(s):
		return Blocks[Index[b&0x1F]][s[i+1]&0x3F], 2
	case b < 0xF0 && i+2 < len(s):
		return Blocks[Index[uint32(b&0xF)<<6|uint32(s[i+1]&0x3F)]][s[i+2]&0x3F], 3
	case i+3 < len(s):
		hi := uint32(b&7)<<12 | uint32(s[i+1]&0x3F)<<6 | uint32(s[i+2]&0x3F)
		if hi < uint32(len(Index)) {
			return Blocks[Index[hi]][s[i+3]&0x3F], 4
		}
	}
	return 0, 1
}

// A latinTwin is a letter of another script than Latin, with its prototype (UTS #39 §4): the ASCII letters that it
// looks like.
type latinTwin struct {
	r    rune
	twin string
}

// HasLatinTwin reports whether a character is a letter of another script than Latin that looks like ASCII letters, as
// U+0430 looks like "a". It returns false for letters that case folding changes: domain names do not have them.
func HasLatinTwin(r rune) bool {
	block := uint32(r) >> 6
	return block < uint32(len(twinIndex)) && twinBlocks[twinIndex[block]]>>(uint32(r)&63)&1 != 0
}

// LatinTwin replaces each character for which [HasLatinTwin] is true by the ASCII letters that it looks like.
func LatinTwin(s string) string {
	var b strings.Builder
	for _, r := range s {
		if i, ok := slices.BinarySearchFunc(latinTwins[:], r, func(t latinTwin, r rune) int { return cmp.Compare(t.r, r) }); ok {
			b.WriteString(latinTwins[i].twin)
		} else {
			b.WriteRune(r)
		}
	}
	return b.String()
}

// IsNFC reports whether s is in Normalization Form C. Call it if the quick check of UAX #15 §9 returns maybe. Package
// norm gets a copy, or it would move the buffers that callers have on their stacks to the heap.
func IsNFC(s string) bool {
	first, n := utf8.DecodeRuneInString(s)
	second, m := utf8.DecodeRuneInString(s[n:])
	if n+m < len(s) || first == utf8.RuneError || second == utf8.RuneError {
		return norm.NFC.IsNormalString(strings.Clone(s))
	}
	// Most of these texts are two characters, a letter and a mark, and the same pairs occur often.
	const known, is = 1 << 63, 1 << 62
	pair := known | uint64(first)<<32 | uint64(second)
	slot := &pairs[(uint32(first)*31+uint32(second))%uint32(len(pairs))]
	got := slot.Load()
	if got&^is != pair {
		if got = pair; norm.NFC.IsNormalString(strings.Clone(s)) {
			got |= is
		}
		slot.Store(got)
	}
	return got&is != 0
}

// pairs caches the results of [IsNFC] for pairs of characters, each at the index of its hash.
var pairs [1 << 10]atomic.Uint64

// IsNameEnd reports whether r, one of PN_CHARS, cannot start a name because it is not one of PN_CHARS_U or a digit.
func IsNameEnd(r rune) bool {
	return r == '-' || r == 0xB7 || r >= 0x300 && r <= 0x36F || r == 0x203F || r == 0x2040
}

// IsNameChar reports whether r is one of PN_CHARS, or ":", which RDF 1.1 also allows.
func IsNameChar(r rune) bool {
	switch {
	case r < utf8.RuneSelf:
		return r|0x20 >= 'a' && r|0x20 <= 'z' || r >= '0' && r <= '9' || r == '_' || r == '-' || r == ':'
	case r < 0x370:
		return r == 0xB7 || r >= 0xC0 && r != 0xD7 && r != 0xF7
	}
	return r <= 0x1FFF && r != 0x37E || r >= 0x200C && r <= 0x200D || r >= 0x203F && r <= 0x2040 ||
		r >= 0x2070 && r <= 0x218F || r >= 0x2C00 && r <= 0x2FEF || r >= 0x3001 && r <= 0xD7FF ||
		r >= 0xF900 && r <= 0xFDCF || r >= 0xFDF0 && r <= 0xFFFD || r >= 0x10000 && r <= 0xEFFFF
}

// IsLocalName reports whether a text is the local part of a name of OWL 2: PN_LOCAL of SPARQL 1.0 (OWL 2 Structural
// Specification §2.4), which does not allow "%", "\" or ":".
func IsLocalName(s string) bool {
	for i, r := range s {
		isName := IsNameChar(r) && r != ':' && !(i == 0 && IsNameEnd(r))
		isInner := r == '.' && i > 0 && i+1 < len(s)
		if !isName && !isInner || r == utf8.RuneError {
			return false
		}
	}
	return s != ""
}

// SameLetters reports whether two words are permutations of the same bytes.
func SameLetters(a, b string) bool {
	x, y := []byte(a), []byte(b)
	slices.Sort(x)
	slices.Sort(y)
	return string(x) == string(y)
}
