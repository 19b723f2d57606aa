package encodings

import (
	"unicode/utf8"

	"golang.org/x/text/encoding"
)

// What golang.org/x/text does not read. The figures are those of the standard, of 2025.

// ownSingle is for encodings of single bytes: of 0x80 to 0x9F, those that have no other
// character stand for the control character of the same number.
func ownSingle(base encoding.Encoding) extraCode {
	var control [32]bool
	dec := base.NewDecoder()
	for i := range control {
		text, _ := dec.Bytes([]byte{0x80 + byte(i)})
		control[i] = string(text) == string(utf8.RuneError)
	}
	return func(src []byte) (r rune, size, step int) {
		if b := src[0]; b >= 0x80 && b < 0xA0 && control[b-0x80] {
			return rune(b), 1, 1
		}
		return 0, 0, 1
	}
}

// ownShiftJIS reads the area for users: "if pointer is in the range 8836 to 10715, inclusive,
// return a code point whose value is 0xE000 − 8836 + pointer".
func ownShiftJIS(src []byte) (r rune, size, step int) {
	lead := src[0]
	if lead < 0x81 || lead > 0x9F && lead < 0xE0 || lead > 0xFC {
		return 0, 0, 1
	}
	if len(src) < 2 {
		return 0, 0, 0
	}
	trail := src[1]
	if trail < 0x40 || trail == 0x7F || trail > 0xFC {
		return 0, 0, 1
	}
	if lead < 0xF0 || lead > 0xF9 {
		return 0, 0, 2
	}
	n := rune(trail) - 0x40
	if trail > 0x7F {
		n--
	}
	return 0xE000 + rune(lead-0xF0)*188 + n, 2, 2
}

// A gbRow is a run of codes in GB 18030, whose characters follow each other as the codes do.
type gbRow struct {
	first, last uint16
	char        rune
}

// gbRows returns what the index gb18030 has and x/text has not: characters of the edition of
// 2022, and private use.
func gbRows() []gbRow {
	return []gbRow{
		{0xA2AB, 0xA2B0, 0xE766}, {0xA2E4, 0xA2E4, 0xE76D}, {0xA2EF, 0xA2F0, 0xE76E}, {0xA2FD, 0xA2FE, 0xE770},
		{0xA4F4, 0xA4FE, 0xE772}, {0xA5F7, 0xA5FE, 0xE77D}, {0xA6B9, 0xA6C0, 0xE785}, {0xA6D9, 0xA6D9, 0xFE10},
		{0xA6DA, 0xA6DA, 0xFE12}, {0xA6DB, 0xA6DB, 0xFE11}, {0xA6DC, 0xA6DF, 0xFE13}, {0xA6EC, 0xA6ED, 0xFE17},
		{0xA6F3, 0xA6F3, 0xFE19}, {0xA6F6, 0xA6FE, 0xE797}, {0xA7C2, 0xA7D0, 0xE7A0}, {0xA7F2, 0xA7FE, 0xE7AF},
		{0xA896, 0xA8A0, 0xE7BC}, {0xA8BC, 0xA8BC, 0x1E3F}, {0xA8C1, 0xA8C4, 0xE7C9}, {0xA8EA, 0xA8FE, 0xE7CD},
		{0xA958, 0xA958, 0xE7E2}, {0xA95B, 0xA95B, 0xE7E3}, {0xA95D, 0xA95F, 0xE7E4}, {0xA997, 0xA9A3, 0xE7F4},
		{0xA9F0, 0xA9FE, 0xE801}, {0xD7FA, 0xD7FE, 0xE810}, {0xFE51, 0xFE53, 0xE816}, {0xFE59, 0xFE59, 0x9FB4},
		{0xFE61, 0xFE61, 0x9FB5}, {0xFE66, 0xFE67, 0x9FB6}, {0xFE6C, 0xFE6C, 0xE831}, {0xFE6D, 0xFE6D, 0x9FB8},
		{0xFE76, 0xFE76, 0xE83B}, {0xFE7E, 0xFE7E, 0x9FB9}, {0xFE90, 0xFE90, 0x9FBA}, {0xFE91, 0xFE91, 0xE855},
		{0xFEA0, 0xFEA0, 0x9FBB},
	}
}

// gbSide returns the codes of the side table of the encoder: private use of the edition of 2000
// that is a character of Unicode now.
func gbSide() []gbRow {
	return []gbRow{
		{0xA6D9, 0xA6DF, 0xE78D}, {0xA6EC, 0xA6ED, 0xE794}, {0xA6F3, 0xA6F3, 0xE796}, {0xFE59, 0xFE59, 0xE81E},
		{0xFE61, 0xFE61, 0xE826}, {0xFE66, 0xFE67, 0xE82B}, {0xFE6D, 0xFE6D, 0xE832}, {0xFE7E, 0xFE7E, 0xE843},
		{0xFE90, 0xFE90, 0xE854}, {0xFEA0, 0xFEA0, 0xE864},
	}
}

// ownGB reads gbRows, the three areas for users, and U+E7C7.
func ownGB(src []byte) (r rune, size, step int) {
	lead := src[0]
	if lead < 0x81 || lead == 0xFF {
		return 0, 0, 1
	}
	if len(src) < 2 {
		return 0, 0, 0
	}
	trail := src[1]
	switch {
	case trail >= '0' && trail <= '9':
		if len(src) < 4 {
			return 0, 0, 0
		}
		if string(src[:4]) == "\x81\x35\xF4\x37" {
			return 0xE7C7, 4, 4
		}
		if src[2] < 0x81 || src[2] == 0xFF || src[3] < '0' || src[3] > '9' {
			return 0, 0, 1
		}
		return 0, 0, 4
	case trail < 0x40 || trail == 0x7F || trail == 0xFF:
		return 0, 0, 1
	case trail >= 0xA1 && lead >= 0xAA && lead <= 0xAF:
		return 0xE000 + rune(lead-0xAA)*94 + rune(trail-0xA1), 2, 2
	case trail >= 0xA1 && lead >= 0xF8 && lead <= 0xFE:
		return 0xE234 + rune(lead-0xF8)*94 + rune(trail-0xA1), 2, 2
	case trail <= 0xA0 && lead >= 0xA1 && lead <= 0xA7:
		n := rune(trail) - 0x40
		if trail > 0x7F {
			n--
		}
		if r := 0xE4C6 + rune(lead-0xA1)*96 + n; r != 0xE5E5 { // 0xA3A0 is the ideographic space
			return r, 2, 2
		}
		return 0, 0, 2
	}
	code := uint16(lead)<<8 | uint16(trail)
	for _, row := range gbRows() {
		if code >= row.first && code <= row.last {
			return row.char + rune(code-row.first), 2, 2
		}
	}
	return 0, 0, 2
}
