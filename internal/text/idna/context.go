package idna

import (
	"unicode"
	"unicode/utf8"

	"golang.org/x/text/unicode/norm"
)

// A contents records which characters a label has, for the rules that depend on the whole label.
type contents struct {
	known                                  bool // the fields below are set
	japanese, arabicDigits, extendedDigits bool
}

// of sets the fields for the label on its first call, and returns c.
func (c *contents) of(label string) *contents {
	if c.known {
		return c
	}
	c.known = true
	for _, r := range label {
		c.japanese = c.japanese || unicode.In(r, unicode.Hiragana, unicode.Katakana, unicode.Han)
		c.arabicDigits = c.arabicDigits || 0x0660 <= r && r <= 0x0669
		c.extendedDigits = c.extendedDigits || 0x06F0 <= r && r <= 0x06F9
	}
	return c
}

// context applies the contextual rule of RFC 5892 Appendix A to the character r at offset i of a label; prev is the
// character before it, -1 at the start. It returns the rule and the reason if the rule is broken, and zero values if
// not.
func context(label string, i int, r, prev rune, has *contents) (section string, why Why) {
	after := label[i+utf8.RuneLen(r):]
	next := rune(-1)
	if after != "" {
		next, _ = utf8.DecodeRuneInString(after)
	}
	check := func(ok bool, appendix string, must Why) (section string, why Why) {
		if ok {
			return "", 0
		}
		return "RFC 5892 Appendix " + appendix, must
	}
	switch {
	case r == 0x200C: // ZERO WIDTH NON-JOINER
		return check(isVirama(prev) || joins(label[:i], after), "A.1", NonJoiner)
	case r == 0x200D: // ZERO WIDTH JOINER
		return check(isVirama(prev), "A.2", Joiner)
	case r == 0x00B7: // MIDDLE DOT
		return check(prev == 'l' && next == 'l', "A.3", MiddleDot)
	case r == 0x0375: // GREEK LOWER NUMERAL SIGN (KERAIA)
		return check(unicode.Is(unicode.Greek, next), "A.4", Keraia)
	case r == 0x05F3: // HEBREW PUNCTUATION GERESH
		return check(unicode.Is(unicode.Hebrew, prev), "A.5", Geresh)
	case r == 0x05F4: // HEBREW PUNCTUATION GERSHAYIM
		return check(unicode.Is(unicode.Hebrew, prev), "A.6", Geresh)
	case r == 0x30FB: // KATAKANA MIDDLE DOT
		return check(has.of(label).japanese, "A.7", KatakanaDot)
	case 0x0660 <= r && r <= 0x0669: // ARABIC-INDIC DIGITS
		return check(!has.of(label).extendedDigits, "A.8", ArabicDigit)
	case 0x06F0 <= r && r <= 0x06F9: // EXTENDED ARABIC-INDIC DIGITS
		return check(!has.of(label).arabicDigits, "A.9", ExtendedDigit)
	}
	// RFC 5892 §3: "If no rule, Then False".
	return check(false, "A", NoContext)
}

// isVirama reports whether Canonical_Combining_Class(r) is Virama, 9.
func isVirama(r rune) bool {
	return r > 0 && norm.NFD.PropertiesString(string(r)).CCC() == 9
}

// joins reports whether the text around a ZERO WIDTH NON-JOINER (ZWNJ) matches the regular
// expression of RFC 5892 Appendix A.1:
//
//	(Joining_Type:{L,D})(Joining_Type:T)* ZWNJ (Joining_Type:T)*(Joining_Type:{R,D})
func joins(before, after string) bool {
	left := JoinNone
	for before != "" {
		r, n := utf8.DecodeLastRuneInString(before)
		before = before[:len(before)-n]
		if left = JoiningTypeOf(r); left != JoinT {
			break
		}
	}
	if left != JoinL && left != JoinD {
		return false
	}
	for _, r := range after {
		if t := JoiningTypeOf(r); t != JoinT {
			return t == JoinR || t == JoinD
		}
	}
	return false
}
