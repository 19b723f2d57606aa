package encodings

import (
	"unicode/utf8"

	"golang.org/x/text/encoding"
	"golang.org/x/text/transform"
)

// A code is how a character is written: one to three bytes, the last one in the low bits.
type code struct {
	bytes uint32
	reads bool // the standard only reads it
}

// index returns the codes of the characters, by the rules of the standard for "index pointer": a
// character that has two codes is written with the first of them.
func (e *Encoding) index() map[rune]code {
	e.once.Do(func() {
		e.codes = make(map[rune]code)
		dec := e.NewDecoder()
		var dst [16]byte
		add := func(lead, trail uint32, octets ...byte) {
			dec.Reset()
			n, took, err := dec.Transform(dst[:], octets, true)
			r, w := utf8.DecodeRune(dst[:n])
			if err != nil || took < len(octets) || w < n || r == utf8.RuneError {
				return
			}
			c := code{reads: e.onlyReads(lead, len(octets))}
			for _, b := range octets {
				c.bytes = c.bytes<<8 | uint32(b)
			}
			if had, ok := e.codes[r]; !ok || had.reads && !c.reads || e.name == "big5" && writesLast(r) {
				e.codes[r] = c
			}
		}
		for b := uint32(0x80); b <= 0xFF; b++ {
			add(b, 0, byte(b))
		}
		for lead := uint32(0x81); lead <= 0xFE && !e.single; lead++ {
			for trail := uint32(0x40); trail <= 0xFE; trail++ {
				add(lead, trail, byte(lead), byte(trail))
				if e.name == "euc-jp" {
					add(lead, trail, 0x8F, byte(lead), byte(trail))
				}
			}
		}
		e.addSpecial()
		for r, c := range e.codes {
			if e.charset != nil && !e.charset.holds(r, c.bytes) {
				e.codes[r] = code{c.bytes, true}
			}
		}
	})
	return e.codes
}

// onlyReads reports whether the encoder does not write codes with that lead byte and length.
func (e *Encoding) onlyReads(lead uint32, size int) bool {
	switch e.name {
	case "big5": // "excluding all entries whose pointer is less than (0xA1 - 0x81) × 157"
		return size == 2 && lead < 0xA1
	case "euc-jp": // the index jis0212
		return size == 3
	case "shift_jis": // "excluding all entries whose pointer is in the range 8272 to 8835", and the area for users
		return size == 2 && (lead == 0xED || lead == 0xEE || lead >= 0xF0 && lead <= 0xF9)
	}
	return false
}

// writesLast reports whether Big5 writes a character with the last of its codes.
func writesLast(r rune) bool {
	return r == 0x2550 || r == 0x255E || r == 0x2561 || r == 0x256A || r == 0x5341 || r == 0x5345
}

// addSpecial adds what the encoders write by steps of their own.
func (e *Encoding) addSpecial() {
	switch e.name {
	case "shift_jis", "euc-jp":
		e.codes[0xA5], e.codes[0x203E], e.codes[0x2212] = code{bytes: 0x5C}, code{bytes: 0x7E}, e.codes[0xFF0D]
	case "gbk", "gb18030":
		for _, row := range gbSide() {
			for c := row.first; c <= row.last; c++ {
				e.codes[row.char+rune(c-row.first)] = code{bytes: uint32(c)}
			}
		}
		e.codes[0xE7C7] = code{bytes: 0x8135F437, reads: e.name == "gbk"}
		if e.name == "gb18030" { // 0x80 is the euro sign of gbk, which is read here too
			e.codes['€'] = code{bytes: 0xA2E3}
		}
	}
}

// An encoder writes text by the codes of an index.
type encoder struct {
	transform.NopResetter
	codes  map[rune]code
	copies bool              // also codes that the standard only reads
	rest   *encoding.Encoder // the codes of four bytes of gb18030
}

func (e *encoder) Transform(dst, src []byte, atEOF bool) (nDst, nSrc int, err error) {
	for nSrc < len(src) {
		b := src[nSrc]
		if b < utf8.RuneSelf {
			if nDst == len(dst) {
				return nDst, nSrc, transform.ErrShortDst
			}
			dst[nDst] = b
			nDst, nSrc = nDst+1, nSrc+1
			continue
		}
		if !atEOF && !utf8.FullRune(src[nSrc:]) {
			return nDst, nSrc, transform.ErrShortSrc
		}
		if len(dst)-nDst < 4 {
			return nDst, nSrc, transform.ErrShortDst
		}
		r, w := utf8.DecodeRune(src[nSrc:])
		switch c, ok := e.codes[r]; {
		case ok && (e.copies || !c.reads):
			nDst += putCode(dst[nDst:], c.bytes)
		case e.rest == nil || r == 0xE5E5 || w == 1: // "If code point is U+E5E5, return error"
			return nDst, nSrc, errNone
		default:
			e.rest.Reset()
			n, _, err := e.rest.Transform(dst[nDst:], src[nSrc:nSrc+w], true)
			if nDst += n; err != nil {
				return nDst, nSrc, err
			}
		}
		nSrc += w
	}
	return nDst, nSrc, nil
}

var errNone = encoding.ErrInvalidUTF8

// putCode writes the bytes of a code, and returns how many they are.
func putCode(dst []byte, c uint32) (n int) {
	for shift := 24; shift >= 0; shift -= 8 {
		if c>>shift != 0 {
			dst[n] = byte(c >> shift)
			n++
		}
	}
	return n
}

// A jisEncoder is the encoder of ISO-2022-JP: it writes the index jis0208 with seven bits.
type jisEncoder struct {
	codes map[rune]code // of EUC-JP, which has the same index
	state byte          // the last byte of the escape sequence that is in force
}

// The escape sequences of ISO-2022-JP end in these.
const (
	jisASCII, jisRoman, jisWide = 0, 'J', 'B'
)

func (e *jisEncoder) Reset() { e.state = jisASCII }

func (e *jisEncoder) Transform(dst, src []byte, atEOF bool) (nDst, nSrc int, err error) {
	for nSrc < len(src) {
		if !atEOF && !utf8.FullRune(src[nSrc:]) {
			return nDst, nSrc, transform.ErrShortSrc
		}
		if len(dst)-nDst < 5 {
			return nDst, nSrc, transform.ErrShortDst
		}
		r, w := utf8.DecodeRune(src[nSrc:])
		state, c := byte(jisASCII), uint32(r)
		switch {
		case r == 0xE || r == 0xF || r == 0x1B: // they would switch the state: the standard has an error
			return nDst, nSrc, errNone
		case r < utf8.RuneSelf && e.state == jisRoman && r != '\\' && r != '~':
			state = jisRoman
		case r == 0xA5:
			state, c = jisRoman, 0x5C
		case r == 0x203E:
			state, c = jisRoman, 0x7E
		case r >= utf8.RuneSelf:
			code := e.codes[fullKatakana(r)]
			if code.bytes < 0xA1A1 || code.reads {
				return nDst, nSrc, errNone
			}
			state, c = jisWide, code.bytes&0x7F7F
		}
		nDst += e.to(dst[nDst:], state)
		if c == 0 {
			dst[nDst] = 0
			nDst++
		}
		nDst += putCode(dst[nDst:], c)
		nSrc += w
	}
	if atEOF {
		if len(dst)-nDst < 3 {
			return nDst, nSrc, transform.ErrShortDst
		}
		nDst += e.to(dst[nDst:], jisASCII)
	}
	return nDst, nSrc, nil
}

// to writes the escape sequence for a state, and returns how many bytes it has.
func (e *jisEncoder) to(dst []byte, state byte) int {
	if e.state == state {
		return 0
	}
	e.state = state
	return copy(dst, map[byte]string{jisASCII: "\x1B(B", jisRoman: "\x1B(J", jisWide: "\x1B$B"}[state])
}

// fullKatakana returns the full-width form of half-width katakana (the index ISO-2022-JP
// katakana).
func fullKatakana(r rune) rune {
	const wide = "。「」、・ヲァィゥェォャュョッーアイウエオカキクケコサシスセソタチツテトナニヌネノハヒフヘホマミムメモヤユヨラリルレロワン゛゜"
	if r < 0xFF61 || r > 0xFF9F {
		return r
	}
	n := int(r-0xFF61) * len("。")
	c, _ := utf8.DecodeRuneInString(wide[n:])
	return c
}
