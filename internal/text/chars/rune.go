package chars

import "unicode/utf8"

// RuneLen is like utf8.RuneLen, but returns 3 for a lone surrogate, which some escapes can name.
func RuneLen(r rune) int {
	if n := utf8.RuneLen(r); n > 0 {
		return n
	}
	return 3
}

// WholeRunes returns the length of a text without an incomplete character at its end.
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

// UTF8Prefix returns the length of the valid UTF-8 at the start of p, and the length of an incomplete character after
// it. If end is true, no more bytes come, and wait is 0.
func UTF8Prefix(p []byte, end bool) (n, wait int) {
	if !end {
		wait = len(p) - WholeRunes(p)
	}
	p = p[:len(p)-wait]
	if utf8.Valid(p) {
		return len(p), wait
	}
	for {
		r, size := utf8.DecodeRune(p[n:])
		if r == utf8.RuneError && size == 1 {
			return n, 0
		}
		n += size
	}
}
