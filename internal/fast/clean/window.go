package clean

// A window is a set of characters whose code points are close together. Punycode writes the differences between the
// characters of a label in the order of their code points, so a U-label in a narrow window may have more bytes. 0 is
// no window.
type window uint16

// The windows that are not blocks of one size. The Latin ones hold each other, and cjk
// holds kana.
const (
	latin      window = iota + 1 // Latin-1 and Latin Extended-A
	latinMarks                   // with the letters of IPA and the combining marks of all scripts
	latinTones                   // with Latin Extended Additional
	kana                         // Hiragana and Katakana
	cjk                          // with Bopomofo and Han
	yi                           // and Lisu
	vai                          // and Bamum
	hangul                       // its syllables
	ideographs                   // Han beyond U+FFFF

	firstBlock2                      // blocks of 256 characters, of two bytes
	firstBlock3 = firstBlock2 + 8    // blocks of 512, of three or four bytes
	firstHalf3  = firstBlock3 + 1<<8 // blocks of 128, of three bytes
	lastWindow  = firstHalf3 + 1<<5 - 1
)

// windowOf returns the narrowest window of a character beyond ASCII.
func windowOf(r rune) window {
	switch {
	case r < 0x180:
		return latin
	case r < 0x370:
		return latinMarks
	case 0x590 <= r && r < 0x600: // Hebrew is not in one window with Armenian
		return firstBlock2
	case r < 0x800:
		return firstBlock2 + window(r>>8)
	// Devanagari to Lao, Myanmar, Georgian, Khmer
	case 0x900 <= r && r < 0xF00, 0x1000 <= r && r < 0x1100, r>>7 == 0x1780>>7:
		return firstHalf3 + window(r>>7&0x1F)
	case r>>8 == 0x1E:
		return latinTones
	case r>>8 == 0x30:
		return kana
	case 0x3000 <= r && r < 0xA000:
		return cjk
	case 0xA000 <= r && r < 0xA500:
		return yi
	case 0xA500 <= r && r < 0xA700:
		return vai
	case 0xAC00 <= r && r < 0xD800:
		return hangul
	case r >= 0x20000:
		return ideographs
	}
	return firstBlock3 + window(r>>9)
}

// with returns the narrowest window that includes two windows; 0 if there is none.
func (w window) with(v window) window {
	switch {
	case w == v:
		return w
	case w <= latinTones && v <= latinTones, (w == kana || w == cjk) && (v == kana || v == cjk):
		return max(w, v)
	}
	return 0
}

// most returns how many bytes a U-label of a window may have, with or without characters of ASCII, so that its
// A-label has no more than 63 octets; TestWindows checks it. With a quarter of a tick more, some A-labels are too
// long.
func (w window) most(mixed bool) int {
	switch {
	case w == latinMarks || w == latinTones:
		return 10*quarter - 1
	case w == latin:
		return 12*quarter - 1
	case w < firstBlock3 && w != vai && w != kana:
		if mixed {
			return 10*quarter - 1
		}
		return 12*quarter - 1
	case w >= firstBlock3+0x10000>>9: // of four bytes, or of 128 characters
		if mixed {
			return 14*quarter - 1
		}
		return 20*quarter - 1
	case mixed:
		return 12*quarter - 1
	case w >= firstBlock3: // of three bytes; Unicode 17 has letters in all of a block
		return 15*quarter - 1
	}
	return 16*quarter - 1
}
