package hostname

import (
	"strings"
	"unicode/utf8"
)

// The tables of golang.org/x/net are those of the Unicode version of the Go release: before Go 1.27, UTS 46
// of Unicode 15.0. Those of Unicode 15.1 to 17.0 say something else of these characters:
// U+1E9E is ß and not ss, which is another host, and others are mapped that were disallowed. Of characters
// that Unicode 15.0 lacks, the tables say that they are disallowed.

// current has the characters that are mapped in another way since, and what to.
var current = [...]struct {
	from rune
	to   string
}{
	{0x04C0, "\u04CF"}, {0x1E9E, "\u00DF"}, {0x2132, "\u214E"}, {0x2183, "\u2184"},
	{0x2F868, "\u36FC"}, {0x2F874, "\u5F53"}, {0x2F91F, "\U000243AB"}, {0x2F95F, "\u7AEE"}, {0x2F9BF, "\u45D7"},
}

// currentOf returns what a character is mapped to since.
func currentOf(r rune) (to string, ok bool) {
	for _, c := range current {
		if c.from == r {
			return c.to, true
		}
	}
	return "", false
}

// toCurrent returns a name in which the characters that are mapped in another way, or
// ignored, since Unicode 15.0 are mapped.
func toCurrent(name string) string {
	var b strings.Builder
	done := 0
	for i, r := range name {
		to, ok := currentOf(r)
		switch {
		case r < 0x04C0:
			continue
		case ok:
		case 0x10A0 <= r && r <= 0x10C5: // capitals of Georgian Asomtavruli
			to = string(r - 0x10A0 + 0x2D00)
		case r == 0x115F, r == 0x1160, r == 0x17B4, r == 0x17B5, r == 0x180E, 0x2061 <= r && r <= 0x2063,
			0x206A <= r && r <= 0x206F, r == 0x3164, r == 0xFFA0, 0x1D173 <= r && r <= 0x1D17A:
		default:
			continue
		}
		b.WriteString(name[done:i])
		b.WriteString(to)
		done = i + utf8.RuneLen(r)
	}
	if done == 0 {
		return name
	}
	b.WriteString(name[done:])
	return b.String()
}
