package mapping

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
		s, ok := c.known(r)
		if !ok {
			return nil, false
		}
		known.WriteString(s)
	}
	return c.octets(known.String())
}

// octets writes characters that the charset has.
func (c Charset) octets(text string) ([]byte, bool) {
	// golang.org/x/text differs from the standard in the yen sign and the overline.
	var out []byte
	for text != "" {
		at := strings.IndexAny(text, "\u00A5\u203E")
		if at < 0 || !c.isJapanese() {
			at = len(text)
		}
		if at > 0 {
			b, err := c.enc.Encode([]byte(text[:at]))
			if err != nil {
				return nil, false
			}
			out = append(out, b...)
			text = text[at:]
			continue
		}
		octet, w := byte(0x5C), len("\u00A5")
		if strings.HasPrefix(text, "\u203E") {
			octet, w = 0x7E, len("\u203E")
		}
		if c.name == "iso-2022-jp" { // these two are in its Roman character set
			out = append(append(out, "\x1B(J"...), octet, 0x1B, '(', 'B')
		} else {
			out = append(out, octet)
		}
		text = text[w:]
	}
	return out, true
}

// known returns a character as the charset has it, by itself or decomposed.
func (c Charset) known(r rune) (string, bool) {
	switch {
	case r == 0x2212 && c.isJapanese():
		r = 0xFF0D // the Encoding Standard on EUC-JP, ISO-2022-JP and Shift_JIS
	case r == 0xE5E5 && (c.name == "gb18030" || c.name == "gbk"):
		return "", false // "If code point is U+E5E5, return error with code point"
	}
	s := string(r)
	if _, ok := c.octets(s); ok {
		return s, true
	}
	d := []rune(norm.NFD.String(s))
	for i := len(d) - 1; i > 0; i-- {
		rest := append(append([]rune{}, d[:i]...), d[i+1:]...)
		candidate := norm.NFC.String(string(rest)) + string(d[i])
		if norm.NFD.String(candidate) != string(d) {
			continue // the order of these marks matters
		}
		if _, ok := c.octets(candidate); ok {
			return candidate, true
		}
	}
	if len(d) > 0 && string(d) != s {
		if _, ok := c.octets(string(d)); ok {
			return string(d), true
		}
	}
	return "", false
}

// isJapanese reports whether the charset is one of the three of Japanese.
func (c Charset) isJapanese() bool {
	return c.name == "shift_jis" || c.name == "euc-jp" || c.name == "iso-2022-jp"
}
