package chars

// Space is the white space that HTML and XML remove around a URL.
const Space = " \t\n\f\r"

// SpaceEnd returns the end of the white space that starts at raw[i].
func SpaceEnd(raw []byte, i, end int) int {
	for i < end && IsSpace(raw[i]) {
		i++
	}
	return i
}

// IsSpace reports whether a byte is in [Space].
func IsSpace(c byte) bool { return c == ' ' || c >= '\t' && c <= '\r' && c != '\v' }

// TrimSpace returns a text without the white space at both ends.
func TrimSpace(text []byte) []byte {
	text = text[SpaceEnd(text, 0, len(text)):]
	n := len(text)
	for n > 0 && IsSpace(text[n-1]) {
		n--
	}
	return text[:n]
}

// IsBlank reports whether a text is only white space.
func IsBlank(text []byte) bool { return SpaceEnd(text, 0, len(text)) == len(text) }
