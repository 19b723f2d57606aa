package chars

import "unicode/utf8"

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
