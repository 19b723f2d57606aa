//go:build ignore

// Command gen writes tables*_gen.go: for every code point the derived property of RFC 5892
// §3, with the clause that decides it, and the Joining_Type. It reads only the Unicode
// data of Go's package unicode and of golang.org/x/text.
package main

import (
	"bytes"
	"flag"
	"fmt"
	"log"
	"slices"
	"unicode"

	"golang.org/x/text/secure/precis"
	"golang.org/x/text/unicode/norm"

	"github.com/rfc3987/iri/internal/make/casefold"
	"github.com/rfc3987/iri/internal/make/gen/source"
)

func main() {
	log.SetFlags(0)
	prefix := flag.String("prefix", "tables", "what the name of the `file` to write begins with")
	flag.Parse()
	if unicode.Version != norm.Version {
		log.Fatalf("unicode is %s but x/text is %s: the tables would mix versions", unicode.Version, norm.Version)
	}
	var b bytes.Buffer
	fmt.Fprintf(&b, "// UnicodeVersion is the version of Unicode that the tables are made from.\nconst "+
		"UnicodeVersion = %q\n\n", unicode.Version)
	runs(&b, "propertyRuns", "holds runs of code points with one property, by their first code point:\n// code point "+
		"<< 8 | property.", derive)
	runs(&b, "joiningRuns", "holds runs of code points with one Joining_Type, by their first code point:\n// code "+
		"point << 8 | type.", joining())
	if err := source.WriteUnicode(*prefix, "gen.go", "idna", b.Bytes()); err != nil {
		log.Fatal(err)
	}
}

// runs writes the runs of equal values of f as an array of uint32.
func runs(b *bytes.Buffer, name, comment string, f func(rune) string) {
	fmt.Fprintf(b, "// %s %s\nvar %s = [...]uint32{\n", name, comment, name)
	last := ""
	for r := rune(0); r <= unicode.MaxRune; r++ {
		if v := f(r); v != last {
			fmt.Fprintf(b, "%#06x<<8 | uint32(%s),\n", r, v)
			last = v
		}
	}
	b.WriteString("}\n\n")
}

// derive is the algorithm of RFC 5892 §3, with the steps in that order. It returns the
// name of a constant of property.go.
func derive(r rune) string {
	if p, ok := exceptions[r]; ok { // §2.6 (F)
		return p
	}
	// §2.7 (G), BackwardCompatible, is empty for every version of Unicode.
	switch {
	case unassigned(r): // §2.10 (J)
		return "Unassigned"
	case r == '-' || '0' <= r && r <= '9' || 'a' <= r && r <= 'z': // §2.5 (E), LDH
		return "PValid"
	case unicode.Is(unicode.Join_Control, r): // §2.8 (H)
		return "ContextJ"
	case unstable(r): // §2.2 (B)
		return "DisallowedUnstable"
	case casefold.Ignorable(r) || unicode.Is(unicode.White_Space, r) ||
		unicode.Is(unicode.Noncharacter_Code_Point, r): // §2.3 (C), IgnorableProperties
		return "DisallowedIgnorable"
	case within(r, ignorableBlocks): // §2.4 (D)
		return "DisallowedBlock"
	case unicode.Is(unicode.Hangul, r) && within(r, jamoBlocks): // §2.9 (I), OldHangulJamo
		return "DisallowedJamo"
	// §2.1 (A), LetterDigits
	case unicode.In(r, unicode.Ll, unicode.Lu, unicode.Lo, unicode.Nd, unicode.Lm, unicode.Mn, unicode.Mc):
		return "PValid"
	}
	return "Disallowed"
}

// exceptions is the table of RFC 5892 §2.6.
var exceptions = func() map[rune]string {
	m := make(map[rune]string)
	add := func(property string, runes ...rune) {
		for _, r := range runes {
			m[r] = property
		}
	}
	add("PValid", 0x00DF, 0x03C2, 0x06FD, 0x06FE, 0x0F0B, 0x3007)
	add("ContextO", 0x00B7, 0x0375, 0x05F3, 0x05F4, 0x30FB)
	for d := rune(0); d < 10; d++ {
		add("ContextO", 0x0660+d, 0x06F0+d)
	}
	add("DisallowedException", 0x0640, 0x07FA, 0x302E, 0x302F, 0x3031, 0x3032, 0x3033, 0x3034, 0x3035, 0x303B)
	return m
}()

// ignorableBlocks are the blocks of RFC 5892 §2.4: Combining Diacritical Marks
// for Symbols, Musical Symbols, Ancient Greek Musical Notation. Neither Go nor
// x/text has the property Block.
var ignorableBlocks = [][2]rune{{0x20D0, 0x20FF}, {0x1D100, 0x1D1FF}, {0x1D200, 0x1D24F}}

// jamoBlocks are the blocks of the conjoining jamo. All the characters of the
// script Hangul in them, and no others, have the Hangul_Syllable_Type L, V or T.
var jamoBlocks = [][2]rune{{0x1100, 0x11FF}, {0xA960, 0xA97F}, {0xD7B0, 0xD7FF}}

// within reports whether r is in one of the blocks.
func within(r rune, blocks [][2]rune) bool {
	return slices.ContainsFunc(blocks, func(b [2]rune) bool { return b[0] <= r && r <= b[1] })
}

// unassigned reports whether r has the General_Category Cn and is not a noncharacter (RFC
// 5892 §2.10).
func unassigned(r rune) bool {
	return unicode.Is(unicode.Cn, r) && !unicode.Is(unicode.Noncharacter_Code_Point, r)
}

// unstable reports whether NFKC(casefold(NFKC(r))) differs from r (RFC 5892 §2.2).
// Surrogates are not characters, so this is not defined for them.
func unstable(r rune) bool {
	if unicode.Is(unicode.Cs, r) {
		return false
	}
	s := string(r)
	return norm.NFKC.String(casefold.Fold(norm.NFKC.String(s))) != s
}

// joining returns a function for the Joining_Type of a code point. x/text does not export
// that property, but its PRECIS profiles apply the rule for ZERO WIDTH NON-JOINER (RFC
// 5892 Appendix A.1). So the type follows from what a profile accepts with a ZERO
// WIDTH NON-JOINER after a dual-joining BEH, and with one before a right-joining ALEF.
// Code points that PRECIS refuses everywhere get no type; IDNA2008 refuses them, too.
func joining() func(rune) string {
	profile := precis.NewFreeform()
	ok := func(s string) bool {
		_, err := profile.String(s)
		return err == nil
	}
	const beh, zwnj, alef = "\u0628", "\u200c", "\u0627"
	return func(r rune) string {
		if unicode.Is(unicode.Cs, r) || r == '\u200c' || r == '\u200d' || !ok(string(r)) {
			return "JoinNone"
		}
		c := string(r)
		virama := norm.NFD.PropertiesString(c).CCC() == 9
		start := !virama && ok(c+zwnj+alef)
		end := ok(beh + zwnj + c)
		switch {
		case start && end:
			return "JoinD"
		case start:
			return "JoinL"
		case end:
			return "JoinR"
		case ok(beh + zwnj + c + alef):
			return "JoinT"
		}
		return "JoinNone"
	}
}
