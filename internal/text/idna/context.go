package idna

import (
	"unicode"
	"unicode/utf8"

	"golang.org/x/text/unicode/norm"
)

// A contents says which characters a label has, for the rules that depend on the whole
// label.
type contents struct {
	known                                  bool // the fields below are set
	japanese, arabicDigits, extendedDigits bool
}

// of sets the fields for the label, when it is first called.
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

// context applies the contextual rule of RFC 5892 Appendix A for the character r, which
// stands at offset i of a label after prev (-1 at the start). It returns the rule and
// the reason if the rule is broken, and empty strings if it is not.
func context(label string, i int, r, prev rune, has *contents) (section, why string) {
	after := label[i+utf8.RuneLen(r):]
	next := rune(-1)
	if after != "" {
		next, _ = utf8.DecodeRuneInString(after)
	}
	switch r {
	case 0x200C: // ZERO WIDTH NON-JOINER
		if !isVirama(prev) && !joins(label[:i], after) {
			return "RFC 5892 Appendix A.1", name(r) + " must follow a virama or stand between letters that join"
		}
	case 0x200D: // ZERO WIDTH JOINER
		if !isVirama(prev) {
			return "RFC 5892 Appendix A.2", name(r) + " must follow a virama"
		}
	case 0x00B7: // MIDDLE DOT
		if prev != 'l' || next != 'l' {
			return "RFC 5892 Appendix A.3", name(r) + ` must stand between two "l"`
		}
	case 0x0375: // GREEK LOWER NUMERAL SIGN (KERAIA)
		if next < 0 || !unicode.Is(unicode.Greek, next) {
			return "RFC 5892 Appendix A.4", name(r) + " must be followed by a Greek character"
		}
	case 0x05F3: // HEBREW PUNCTUATION GERESH
		if prev < 0 || !unicode.Is(unicode.Hebrew, prev) {
			return "RFC 5892 Appendix A.5", name(r) + " must follow a Hebrew character"
		}
	case 0x05F4: // HEBREW PUNCTUATION GERSHAYIM
		if prev < 0 || !unicode.Is(unicode.Hebrew, prev) {
			return "RFC 5892 Appendix A.6", name(r) + " must follow a Hebrew character"
		}
	case 0x30FB: // KATAKANA MIDDLE DOT
		if !has.of(label).japanese {
			return "RFC 5892 Appendix A.7", name(r) + " needs a Hiragana, Katakana or Han character in its label"
		}
	default:
		switch {
		case 0x0660 <= r && r <= 0x0669: // ARABIC-INDIC DIGITS
			if has.of(label).extendedDigits {
				return "RFC 5892 Appendix A.8", name(r) + " must not be mixed with extended Arabic-Indic digits"
			}
		case 0x06F0 <= r && r <= 0x06F9: // EXTENDED ARABIC-INDIC DIGITS
			if has.of(label).arabicDigits {
				return "RFC 5892 Appendix A.9", name(r) + " must not be mixed with Arabic-Indic digits"
			}
		default:
			// RFC 5892 §3: "If no rule, Then False".
			return "RFC 5892 Appendix A", name(r) + " has no contextual rule"
		}
	}
	return "", ""
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
