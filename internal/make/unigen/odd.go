package main

import (
	"bytes"
	"fmt"
	"unicode"

	"github.com/rfc3987/iri/internal/make/casefold"
)

// An oddRange is a range of characters that RFC 3987 §6.1 advises against. All have the same kind, which is the name of a
// VisualIssue in package chars.
type oddRange struct {
	lo, hi rune
	kind   string
}

// listed has, in order, the characters of §6.1 b for which Unicode has no property. They look like a space, like a character
// of "delims" or "unwise" of RFC 2396, or, as HostDelimiterLike, like another delimiter. A Joiner is not visible, but shapes
// the character before it.
var listed = []oddRange{
	{0x00A0, 0x00A0, "SpaceLike"},
	{0x02C2, 0x02C3, "DelimiterLike"},     // < >
	{0x0589, 0x0589, "HostDelimiterLike"}, // :
	{0x05C3, 0x05C3, "HostDelimiterLike"}, // :
	{0x1680, 0x1680, "SpaceLike"},
	{0x180B, 0x180F, "Joiner"},
	{0x2000, 0x200A, "SpaceLike"},
	{0x200C, 0x200D, "Joiner"},
	{0x2024, 0x2024, "HostDelimiterLike"}, // .
	{0x202F, 0x202F, "SpaceLike"},
	{0x2044, 0x2044, "HostDelimiterLike"}, // /
	{0x205F, 0x205F, "SpaceLike"},
	{0x2215, 0x2215, "HostDelimiterLike"}, // /
	{0x2216, 0x2216, "DelimiterLike"},     // \
	{0x2223, 0x2223, "DelimiterLike"},     // |
	{0x2236, 0x2236, "HostDelimiterLike"}, // :
	{0x2758, 0x2758, "DelimiterLike"},     // |
	{0x276E, 0x276F, "DelimiterLike"},     // < >
	{0x2774, 0x2775, "DelimiterLike"},     // { }
	{0x29F5, 0x29F5, "DelimiterLike"},     // \
	{0x29F8, 0x29F8, "HostDelimiterLike"}, // /
	{0x29F9, 0x29F9, "DelimiterLike"},     // \
	{0x3000, 0x3000, "SpaceLike"},
	{0x3002, 0x3002, "HostDelimiterLike"}, // .
	{0xA789, 0xA789, "HostDelimiterLike"}, // :
	{0xFE00, 0xFE0F, "Joiner"},
	{0xFE13, 0xFE13, "HostDelimiterLike"}, // :
	{0xFE50, 0xFE50, "HostDelimiterLike"}, // ,
	{0xFE52, 0xFE52, "HostDelimiterLike"}, // .
	{0xFE54, 0xFE57, "HostDelimiterLike"}, // ; : ? !
	{0xFE59, 0xFE5A, "HostDelimiterLike"}, // ( )
	{0xFE5B, 0xFE5C, "DelimiterLike"},     // { }
	{0xFE5F, 0xFE5F, "DelimiterLike"},     // #
	{0xFE60, 0xFE62, "HostDelimiterLike"}, // & * +
	{0xFE64, 0xFE65, "DelimiterLike"},     // < >
	{0xFE66, 0xFE66, "HostDelimiterLike"}, // =
	{0xFE68, 0xFE68, "DelimiterLike"},     // \
	{0xFE69, 0xFE69, "HostDelimiterLike"}, // $
	{0xFE6A, 0xFE6A, "DelimiterLike"},     // %
	{0xFE6B, 0xFE6B, "HostDelimiterLike"}, // @
	{0xFF01, 0xFF01, "HostDelimiterLike"}, // !
	{0xFF02, 0xFF03, "DelimiterLike"},     // " #
	{0xFF04, 0xFF04, "HostDelimiterLike"}, // $
	{0xFF05, 0xFF05, "DelimiterLike"},     // %
	{0xFF06, 0xFF0C, "HostDelimiterLike"}, // & ' ( ) * + ,
	{0xFF0E, 0xFF0F, "HostDelimiterLike"}, // . /
	{0xFF1A, 0xFF1B, "HostDelimiterLike"}, // : ;
	{0xFF1C, 0xFF1C, "DelimiterLike"},     // <
	{0xFF1D, 0xFF1D, "HostDelimiterLike"}, // =
	{0xFF1E, 0xFF1E, "DelimiterLike"},     // >
	{0xFF1F, 0xFF20, "HostDelimiterLike"}, // ? @
	{0xFF3B, 0xFF3E, "DelimiterLike"},     // [ \ ] ^
	{0xFF40, 0xFF40, "DelimiterLike"},     // `
	{0xFF5B, 0xFF5D, "DelimiterLike"},     // { | }
	{0xFF61, 0xFF61, "HostDelimiterLike"}, // .
	{0xFFE8, 0xFFE8, "DelimiterLike"},     // |
	{0xE0100, 0xE01EF, "Joiner"},
}

// blanks are characters that show nothing, or break a line, and are not Default_Ignorable_Code_Point:
// the line and paragraph separators, the controls that join hieroglyphs, the Braille pattern without dots
// and the note head without ink.
var blanks = &unicode.RangeTable{
	R16: []unicode.Range16{{Lo: 0x2028, Hi: 0x2029, Stride: 1}, {Lo: 0x2800, Hi: 0x2800, Stride: 1}},
	R32: []unicode.Range32{{Lo: 0x13430, Hi: 0x1343F, Stride: 1}, {Lo: 0x1D159, Hi: 0x1D159, Stride: 1}},
}

// oddityOf returns the kind of a character, "" if it has none. Bidi formatting characters, tags and
// U+FFF0 to U+FFFB have findings of their own, or the grammar does not allow them.
func oddityOf(r rune) string {
	for _, o := range listed {
		if o.lo <= r && r <= o.hi {
			return o.kind
		}
	}
	if isFormat(r) || r>>12 == 0xE0 || 0xFFF0 <= r && r <= 0xFFFB {
		return ""
	}
	if casefold.Ignorable(r) || unicode.Is(blanks, r) {
		return "Invisible"
	}
	return ""
}

// oddRanges returns all ranges in order.
func oddRanges() (all []oddRange) {
	for r := rune(0); r <= unicode.MaxRune; r++ {
		kind := oddityOf(r)
		if kind == "" {
			continue
		}
		if n := len(all); n > 0 && all[n-1].hi == r-1 && all[n-1].kind == kind {
			all[n-1].hi = r
		} else {
			all = append(all, oddRange{r, r, kind})
		}
	}
	return all
}

// isOdd reports whether a character has the flag Odd. Characters that are HostDelimiterLike do not need it: they matter only
// in the authority, where the check for PVALID finds them.
func isOdd(r rune) bool {
	kind := oddityOf(r)
	return kind != "" && kind != "HostDelimiterLike"
}

// writeOddities writes the ranges.
func writeOddities(w *bytes.Buffer) {
	fmt.Fprintf(w, "// oddities are the characters that have a VisualIssue, in order.\nvar oddities = [...]oddRange{\n")
	for _, o := range oddRanges() {
		fmt.Fprintf(w, "{%#x, %#x, %s},\n", o.lo, o.hi, o.kind)
	}
	fmt.Fprintf(w, "}\n\n")
}
