package mapping

import (
	"strings"
	"unicode/utf8"

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
	var out []byte
	for text != "" {
		at := strings.IndexFunc(text, func(r rune) bool { _, own := c.own(r); return own })
		if at < 0 {
			at = len(text)
		}
		if at == 0 {
			r, w := utf8.DecodeRuneInString(text)
			octets, _ := c.own(r)
			if octets == nil {
				return nil, false
			}
			out, text = append(out, octets...), text[w:]
			continue
		}
		octets, err := c.enc.Encode([]byte(text[:at]))
		if err != nil || !c.standard(octets) {
			return nil, false
		}
		out, text = append(out, octets...), text[at:]
	}
	return out, true
}

// known returns a character as the charset has it, by itself or decomposed.
func (c Charset) known(r rune) (string, bool) {
	switch c.name {
	case "shift_jis", "euc-jp", "iso-2022-jp":
		if r == 0x2212 {
			r = 0xFF0D
		}
		if c.name == "iso-2022-jp" {
			r = fullKatakana(r)
		}
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
