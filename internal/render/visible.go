package render

import "unicode/utf8"

// Visible returns s with escapes for all characters that cannot be seen or that change
// how others are shown: controls, bidi and other format characters, private use,
// unassigned characters, and bytes that are not UTF-8.
func Visible(s string) string {
	if printable(s) {
		return s
	}
	return string(appendVisible(nil, s))
}

// appendVisible appends [Visible] of s.
func appendVisible(b []byte, s string) []byte {
	if printable(s) {
		return append(b, s...)
	}
	for i := 0; i < len(s); {
		n, _, ok := simpleCell(s[i:])
		if !ok {
			for _, c := range splitCells(nil, s[i:], 0) {
				b = append(b, c.text...)
			}
			break
		}
		b = appendShown(b, s[i:i+n])
		i += n
	}
	return b
}

// appendEscape appends the escape for a character of n bytes, of which first is the first
// byte.
func appendEscape(b []byte, r rune, n int, first byte) []byte {
	const hex = "0123456789ABCDEF"
	letter := byte('u')
	digits := escapeWidth(r, n) - len(`\u`)
	switch digits {
	case 2:
		letter, r = 'x', rune(first)
	case 8:
		letter = 'U'
	}
	b = append(b, '\\', letter)
	for shift := 4 * (digits - 1); shift >= 0; shift -= 4 {
		b = append(b, hex[r>>shift&0xF])
	}
	return b
}

// escapeWidth returns the width of what [appendEscape] appends.
func escapeWidth(r rune, n int) int {
	switch {
	case r == utf8.RuneError && n == 1:
		return len(`\xFF`)
	case r > 0xFFFF:
		return len(`\U0010FFFF`)
	}
	return len(`\uFFFF`)
}

// printableByte reports whether a byte is an ASCII character other than a control.
func printableByte(c byte) bool { return c-' ' < 0x7F-' ' }

// printable reports whether s is ASCII without controls, so that each byte is a column.
// It tests eight bytes at a time: the highest bit must be clear in each byte (ASCII),
// after 1 is added (not U+007F), and after a space is subtracted (not a control).
func printable(s string) bool {
	const ones = 0x0101010101010101
	for ; len(s) >= 8; s = s[8:] {
		w := uint64(s[0]) | uint64(s[1])<<8 | uint64(s[2])<<16 | uint64(s[3])<<24 |
			uint64(s[4])<<32 | uint64(s[5])<<40 | uint64(s[6])<<48 | uint64(s[7])<<56
		if (w|(w+ones)|(w-' '*ones))&(0x80*ones) != 0 {
			return false
		}
	}
	for i := range len(s) {
		if !printableByte(s[i]) {
			return false
		}
	}
	return true
}
