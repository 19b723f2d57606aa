package chars

import (
	"sort"
	"unicode"
	"unicode/utf8"
)

// A VisualIssue is a reason why RFC 3987 §6.1 b advises against a character: "Because of the likelihood of transcription
// errors, these also should be avoided." The zero VisualIssue means that there is none.
type VisualIssue uint8

const (
	NoVisualIssue     VisualIssue = iota
	Invisible                     // shows nothing, or breaks a line
	SpaceLike                     // looks like a space
	DelimiterLike                 // looks like one of "delims" or "unwise" of RFC 2396
	HostDelimiterLike             // looks like another delimiter, which matters in the authority
	Joiner                        // shows nothing, but shapes the letter or the symbol before it
)

// An oddRange is a range of characters with one VisualIssue.
type oddRange struct {
	lo, hi rune
	oddity VisualIssue
}

// VisualIssueOf returns the VisualIssue of a character that follows the text before in its component; NoVisualIssue for most
// characters. Some characters look like a delimiter only in the authority.
func VisualIssueOf[T string | []byte](before T, r rune, authority bool) VisualIssue {
	if !mayBeOdd(Of(r).Flags(), authority) {
		return NoVisualIssue
	}
	i := sort.Search(len(oddities), func(i int) bool { return r <= oddities[i].hi })
	if i == len(oddities) || r < oddities[i].lo {
		return NoVisualIssue
	}
	switch o := oddities[i].oddity; o {
	case HostDelimiterLike:
		if authority {
			return DelimiterLike
		}
		return NoVisualIssue
	case Joiner:
		if joins(before, r) {
			return NoVisualIssue
		}
		return Invisible
	default:
		return o
	}
}

// KeptEncoded reports whether RFC 3987 §3.2 step 4 keeps a character percent-encoded that the grammar allows, because
// it is "not appropriate according to sections 2.2, 4.1, and 6.1": a bidi formatting character, private use (with
// tags, as in the draft), or a character with a [VisualIssue] after the text before it. In the authority it also keeps a
// mark after a percent-encoding, which would compose with the last digit: "%8C" and U+0301 become "%8Ć". Outside of
// the authority it also keeps a letter of another width, because a host is a name and has one spelling. All
// conversions and normal forms use this definition.
func KeptEncoded[T string | []byte](before T, r rune, authority bool) bool {
	flags := Of(r).Flags()
	if flags&(Format|LaterFormat|Private) != 0 || IsTag(r) || r&0xFFFE == 0xFFFE || 0xFDD0 <= r && r <= 0xFDEF {
		return true
	}
	if !authority && flags&Width != 0 && isWidthVariant(r) {
		return true
	}
	if n := len(before); authority && n >= 3 && before[n-3] == '%' && composes(Of(r).Properties()) {
		return true
	}
	return VisualIssueOf(before, r, authority) != NoVisualIssue
}

// isWidthVariant reports whether r is one of "the full-width equivalents of Latin characters, half-width
// Katakana characters for Japanese" (RFC 3987 §6.1 b). Full-width punctuation is ordinary Japanese and Chinese.
func isWidthVariant(r rune) bool {
	return 0xFF21 <= r && r <= 0xFF3A || 0xFF41 <= r && r <= 0xFF5A || 0xFF65 <= r && r <= 0xFF9F
}

// mayBeOdd reports whether a character with the flags may have a [VisualIssue]. In the authority, characters without the
// flag Odd may have one, too; none of them is PVALID.
func mayBeOdd(flags uint16, authority bool) bool {
	return flags&Odd != 0 || authority && flags&PValid == 0
}

// composes reports whether a character may compose with the one before it.
func composes(p *Properties) bool { return p.Flags&Second != 0 || p.Ccc != 0 }

// MayBeKept are the flags of characters for which [KeptEncoded] may be true outside of the authority.
const MayBeKept = Format | LaterFormat | Private | Width | Odd

// MightStayEncoded reports whether s has a character for which [KeptEncoded] may be true. It does not look at the text
// before the character.
func MightStayEncoded(s string, authority bool) bool {
	for i := NonASCII(s); i < len(s); {
		if s[i] < utf8.RuneSelf {
			i += NonASCII(s[i:])
			continue
		}
		u, w := Decode(s, i)
		flags := u.Flags()
		if flags&MayBeKept != 0 || AtTag(s, i) || authority && (mayBeOdd(flags, true) || composes(u.Properties())) {
			return true
		}
		i += w
	}
	return false
}

// IsTag reports whether r is in U+E0000 to U+E0FFF, which iprivate of the draft allows and RFC 3987 does not.
func IsTag(r rune) bool { return r>>12 == 0xE0 }

// AtTag is [IsTag] for the character at s[i:].
func AtTag(s string, i int) bool { return s[i] == 0xF3 && i+1 < len(s) && s[i+1] == 0xA0 }

// maxMarks limits the marks of several scripts between a letter and a joiner.
const maxMarks = 4

// Context returns the end of a text that [VisualIssueOf] and [KeptEncoded] need to judge the next character: a letter,
// marks and a variation selector, which may be percent-encoded. Callers that build a text piece by piece keep only
// this.
func Context[T string | []byte](before T) T {
	return before[max(0, len(before)-(maxMarks+2)*3*utf8.UTFMax):]
}

// joins reports whether a joiner or a variation selector has an effect after a text: after a letter or mark of a
// script that uses it, or in an emoji sequence (UTS #51).
func joins[T string | []byte](before T, r rune) bool {
	last, rest := lastRune(before)
	if r == 0x200C || r == 0x200D {
		for range maxMarks {
			if !(unicode.Is(unicode.Mn, last) && unicode.Is(unicode.Inherited, last) && !isVariationSelector(last)) {
				break
			}
			last, rest = lastRune(rest) // a vowel sign or another mark of several scripts
		}
		// Skip one more joiner: U+2764 U+FE0F U+200D U+1F525.
		if isVariationSelector(last) {
			last, _ = lastRune(rest)
		}
		return unicode.In(last, joiningScripts()...) && unicode.In(last, unicode.L, unicode.M) || r == 0x200D &&
			isEmoji(last)
	}
	if 0x180B <= r && r <= 0x180F {
		return unicode.Is(unicode.Mongolian, last) && unicode.IsLetter(last)
	}
	// The bases of keycaps; a "#" that is not percent-encoded is a delimiter, not text.
	keycap := '0' <= last && last <= '9' || last == '*' || last == '#' && len(before)-len(rest) > 1
	return inVariantScript(last) && unicode.In(last, unicode.L, unicode.M) ||
		(r == 0xFE0E || r == 0xFE0F) && (isEmoji(last) || keycap) ||
		r == 0xFE00 && unicode.Is(unicode.Sm, last)
}

// isVariationSelector reports whether r is U+FE00 to U+FE0F or U+E0100 to U+E01EF.
func isVariationSelector(r rune) bool {
	return 0xFE00 <= r && r <= 0xFE0F || 0xE0100 <= r && r <= 0xE01EF
}

// isEmoji reports whether r may be in an emoji sequence. The Go library does not have Unicode's data for emoji; it
// returns true for symbols that are not ASCII.
func isEmoji(r rune) bool {
	return r >= 0xA9 && r != utf8.RuneError && (unicode.In(r, unicode.So, unicode.Sm, unicode.Sk) ||
		r == 0x203C || r == 0x2049 || r == 0x2139 || r == 0x3030 || r == 0x303D || r == 0x20E3)
}

// lastRune returns the last character of a text and the text before it. It decodes a percent-encoding, to U+FFFD if
// that is not a character.
func lastRune[T string | []byte](s T) (rune, T) {
	n := len(s)
	if n >= 3 && s[n-3] == '%' {
		var octets [utf8.UTFMax]byte
		at := len(octets)
		for i := n - 3; i >= 0 && s[i] == '%' && at > 0; i -= 3 {
			at--
			octets[at] = HexValue(s[i+1])<<4 | HexValue(s[i+2])
			if utf8.RuneStart(octets[at]) {
				if r, w := utf8.DecodeRune(octets[at:]); w == len(octets)-at {
					return r, s[:i]
				}
				break
			}
		}
		return utf8.RuneError, s[:n-3]
	}
	for i := n - 1; i >= 0 && i >= n-utf8.UTFMax; i-- {
		if utf8.RuneStart(s[i]) {
			r, _ := utf8.DecodeRuneInString(string(s[i:]))
			return r, s[:i]
		}
	}
	return 0, s[:0]
}

// joiningScripts returns the scripts in which U+200C and U+200D shape letters: cursive ones,
// and those with conjuncts.
func joiningScripts() []*unicode.RangeTable {
	return []*unicode.RangeTable{
		unicode.Arabic, unicode.Syriac, unicode.Mongolian, unicode.Nko, unicode.Mandaic, unicode.Manichaean,
		unicode.Phags_Pa,
		unicode.Psalter_Pahlavi, unicode.Hanifi_Rohingya, unicode.Sogdian, unicode.Adlam, unicode.Chorasmian,
		unicode.Old_Uyghur,
		unicode.Devanagari, unicode.Bengali, unicode.Gurmukhi, unicode.Gujarati, unicode.Oriya, unicode.Tamil,
		unicode.Telugu,
		unicode.Kannada, unicode.Malayalam, unicode.Sinhala, unicode.Myanmar, unicode.Khmer, unicode.Thai, unicode.Lao,
		unicode.Tibetan, unicode.Balinese, unicode.Javanese, unicode.Sundanese, unicode.Tai_Tham, unicode.Cham,
		unicode.Brahmi,
		unicode.Kaithi, unicode.Chakma, unicode.Sharada, unicode.Khojki, unicode.Grantha, unicode.Newa, unicode.Tirhuta,
		unicode.Siddham, unicode.Modi, unicode.Meetei_Mayek, unicode.Saurashtra, unicode.Limbu, unicode.Batak,
		unicode.Buginese,
	}
}

// inVariantScript reports whether r is of a script with standardized or ideographic variation sequences.
func inVariantScript(r rune) bool {
	return unicode.In(r, unicode.Han, unicode.Mongolian, unicode.Phags_Pa, unicode.Myanmar, unicode.Manichaean,
		unicode.Hiragana, unicode.Katakana)
}
