package chars

import "unicode/utf8"

// RuneAt is utf8.DecodeRuneInString(s[i:]), and twice as fast for most characters of three bytes.
func RuneAt(s string, i int) (r rune, size int) {
	if i+2 < len(s) && s[i]-0xE0 < 0xED-0xE0 && int8(s[i+1]) < -0x40 && int8(s[i+2]) < -0x40 { // below the surrogates
		if r = rune(s[i]&0xF)<<12 | rune(s[i+1]&0x3F)<<6 | rune(s[i+2]&0x3F); r >= 0x800 {
			return r, 3
		}
	}
	return utf8.DecodeRuneInString(s[i:])
}

// RuneLen is utf8.RuneLen, but returns 3 for a lone surrogate, which some escapes can name.
func RuneLen(r rune) int {
	if n := utf8.RuneLen(r); n > 0 {
		return n
	}
	return 3
}

// WholeRunes returns the length of a text without a character at its end that more text may complete.
func WholeRunes(text []byte) int {
	n := len(text)
	for k := 1; k < utf8.UTFMax && k <= n; k++ {
		if utf8.RuneStart(text[n-k]) {
			if !utf8.FullRune(text[n-k:]) {
				return n - k
			}
			break
		}
	}
	return n
}
