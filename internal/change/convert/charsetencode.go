package convert

import (
	"strings"

	"golang.org/x/text/unicode/norm"
)

// encode returns text in the octets of the charset, as the encoders of the WHATWG Encoding
// Standard write it. A character that the charset does not have is written by one of its
// canonical decompositions, if the charset has that: windows-1258 has ê and a combining
// acute, but not ế. These are equivalent, so that decoding with NFC (RFC 3987 §3.1 step 1b)
// leads back.
func (c Charset) encode(text string) ([]byte, bool) {
	var known strings.Builder
	for _, r := range text {
		s, ok := c.encodable(r)
		if !ok {
			return nil, false
		}
		known.WriteString(s)
	}
	octets, err := c.enc.Encode([]byte(known.String()))
	return octets, err == nil
}

// encodable returns a character, or its decomposition, if the charset has it.
func (c Charset) encodable(r rune) (string, bool) {
	s := string(r)
	has := func(s string) bool { _, err := c.enc.Encode([]byte(s)); return err == nil }
	if has(s) {
		return s, true
	}
	d := []rune(norm.NFD.String(s))
	for i := len(d) - 1; i > 0; i-- {
		rest := append(append([]rune{}, d[:i]...), d[i+1:]...)
		candidate := norm.NFC.String(string(rest)) + string(d[i])
		if norm.NFD.String(candidate) != string(d) {
			continue // the order of these marks matters
		}
		if has(candidate) {
			return candidate, true
		}
	}
	if string(d) != s && has(string(d)) {
		return string(d), true
	}
	return "", false
}
