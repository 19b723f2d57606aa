package mapping

import "unicode/utf8"

// Where the tables of golang.org/x/text/encoding differ from the encoders of the Encoding
// Standard.

// own returns the octets of the characters that golang.org/x/text writes in another way than
// the standard, and false for all others. The octets are nil if the charset lacks the
// character.
func (c Charset) own(r rune) (octets []byte, own bool) {
	switch c.name {
	case "shift_jis", "euc-jp":
		switch r {
		case 0xA5:
			return []byte{0x5C}, true
		case 0x203E:
			return []byte{0x7E}, true
		}
	case "iso-2022-jp": // these two are in its Roman character set
		switch r {
		case 0xA5:
			return []byte("\x1B(J\x5C\x1B(B"), true
		case 0x203E:
			return []byte("\x1B(J\x7E\x1B(B"), true
		}
	case "gb18030", "gbk":
		return c.ownGB(r)
	}
	return nil, false
}

// A gbRow is a run of characters whose codes in GB 18030 follow each other.
type gbRow struct {
	first, last rune
	code        uint16
}

// gbRows returns what the index of GB 18030-2022 has and x/text has not: characters that were
// private use in the edition of 2000, and the codes of private use that the encoder keeps.
func gbRows() []gbRow {
	return []gbRow{
		{0x1E3F, 0x1E3F, 0xA8BC},
		{0x9FB4, 0x9FB4, 0xFE59}, {0x9FB5, 0x9FB5, 0xFE61}, {0x9FB6, 0x9FB7, 0xFE66}, {0x9FB8, 0x9FB8, 0xFE6D},
		{0x9FB9, 0x9FB9, 0xFE7E}, {0x9FBA, 0x9FBA, 0xFE90}, {0x9FBB, 0x9FBB, 0xFEA0},
		{0xE78D, 0xE793, 0xA6D9}, {0xE794, 0xE795, 0xA6EC}, {0xE796, 0xE796, 0xA6F3},
		{0xE81E, 0xE81E, 0xFE59}, {0xE826, 0xE826, 0xFE61}, {0xE82B, 0xE82C, 0xFE66}, {0xE832, 0xE832, 0xFE6D},
		{0xE843, 0xE843, 0xFE7E}, {0xE854, 0xE854, 0xFE90}, {0xE864, 0xE864, 0xFEA0},
		{0xFE10, 0xFE10, 0xA6D9}, {0xFE11, 0xFE11, 0xA6DB}, {0xFE12, 0xFE12, 0xA6DA}, {0xFE13, 0xFE16, 0xA6DC},
		{0xFE17, 0xFE18, 0xA6EC}, {0xFE19, 0xFE19, 0xA6F3},
	}
}

// ownGB is own for gb18030 and gbk. Of private use it has the three areas for users and the
// codes of gbRows; of other private use x/text has wrong codes, and so there is none.
func (c Charset) ownGB(r rune) ([]byte, bool) {
	switch {
	case r == 0xE7C7 && c.name == "gb18030":
		return []byte{0x81, 0x35, 0xF4, 0x37}, true
	case r == 0xE5E5:
		return nil, true // "If code point is U+E5E5, return error with code point"
	case r >= 0xE000 && r < 0xE234:
		n := r - 0xE000
		return []byte{0xAA + byte(n/94), 0xA1 + byte(n%94)}, true
	case r >= 0xE234 && r < 0xE4C6:
		n := r - 0xE234
		return []byte{0xF8 + byte(n/94), 0xA1 + byte(n%94)}, true
	case r >= 0xE4C6 && r < 0xE766:
		n := r - 0xE4C6
		trail := 0x40 + byte(n%96)
		if trail >= 0x7F {
			trail++
		}
		return []byte{0xA1 + byte(n/96), trail}, true
	}
	for _, row := range gbRows() {
		if r >= row.first && r <= row.last {
			code := row.code + uint16(r-row.first)
			return []byte{byte(code >> 8), byte(code)}, true
		}
	}
	return nil, r >= 0xE766 && r <= 0xF8FF
}

// ownRune is the other way round: the character of a code that golang.org/x/text does not read,
// and its length, which is 0 for all others.
func (c Charset) ownRune(octets []byte) (rune, int) {
	if c.name != "gb18030" && c.name != "gbk" || len(octets) < 2 || octets[0] < 0x81 {
		return 0, 0
	}
	lead, trail := rune(octets[0]), rune(octets[1])
	switch {
	case len(octets) >= 4 && string(octets[:4]) == "\x81\x35\xF4\x37":
		return 0xE7C7, 4
	case trail >= 0xA1 && trail <= 0xFE && lead >= 0xAA && lead <= 0xAF:
		return 0xE000 + (lead-0xAA)*94 + trail - 0xA1, 2
	case trail >= 0xA1 && trail <= 0xFE && lead >= 0xF8 && lead <= 0xFE:
		return 0xE234 + (lead-0xF8)*94 + trail - 0xA1, 2
	}
	code := uint16(lead<<8 | trail)
	for _, row := range gbRows() {
		if n := rune(code) - rune(row.code); (row.first < 0xE000 || row.first > 0xF8FF) && n >= 0 && n <= row.last-row.first {
			return row.first + n, 2
		}
	}
	return 0, 0
}

// standard brings octets that golang.org/x/text has written to those of the standard. It
// returns false if the standard does not write them: characters of JIS X 0212 in euc-jp and
// of the Hong Kong supplement in big5 are only decoded.
func (c Charset) standard(octets []byte) bool {
	for i := 0; i < len(octets); i++ {
		lead := octets[i]
		if lead < utf8.RuneSelf || i+1 == len(octets) {
			continue
		}
		switch c.name {
		case "big5":
			if lead < 0xA1 {
				return false
			}
			i++
		case "euc-jp":
			if lead == 0x8F {
				return false
			}
			i++
		case "shift_jis":
			if lead >= 0xA0 && lead < 0xE0 {
				continue // half-width katakana
			}
			if lead == 0xED || lead == 0xEE {
				octets[i], octets[i+1] = ibmExtension(lead, octets[i+1])
			}
			i++
		}
	}
	return true
}

// ibmExtension returns the code among the IBM extensions of Shift_JIS that stands for the same
// character as a code of the NEC selection of them, which the standard does not write ("index
// Shift_JIS pointer" leaves out the pointers 8272 to 8835).
func ibmExtension(lead, trail byte) (byte, byte) {
	at := func(b byte) int {
		if b >= 0x80 {
			return int(b) - 0x41
		}
		return int(b) - 0x40
	}
	n := int(lead-0xED)*188 + at(trail)
	switch {
	case n < 360: // kanji
		n += 28
	case n >= 362 && n < 372: // Roman numerals
		n -= 362
	case n == 372:
		return 0x81, 0xCA // ￢ has a code before both
	default: // ￤ ＇ ＂
		n -= 352
	}
	lead, n = 0xFA+byte(n/188), n%188
	if n >= 0x3F {
		n++
	}
	return lead, 0x40 + byte(n)
}

// fullKatakana returns the full-width form of half-width katakana, which iso-2022-jp writes
// instead (the index ISO-2022-JP katakana of the standard).
func fullKatakana(r rune) rune {
	if r < 0xFF61 || r > 0xFF9F {
		return r
	}
	return []rune("。「」、・ヲァィゥェォャュョッーアイウエオカキクケコサシスセソタチツテトナニヌネノハヒフヘホマミムメモヤユヨラリルレロワン゛゜")[r-0xFF61]
}
