package hostname

import (
	"strconv"

	"github.com/rfc3987/iri/internal/chars"
)

// cNumber reads a number as the C language writes it: 0x before hexadecimal, 0
// before octal. It reports whether s is meant as a number, and whether it is one
// that fits into 32 bits.
func CNumber(s string) (v uint64, number, ok bool) {
	if len(s) > 2 && s[0] == '0' && s[1]|0x20 == 'x' {
		for i := 2; i < len(s); i++ {
			if !chars.IsHex(s[i]) {
				return 0, false, false
			}
		}
		v, err := strconv.ParseUint(s[2:], 16, 32)
		return v, true, err == nil
	}
	for i := 0; i < len(s); i++ {
		if s[i]-'0' >= 10 {
			return 0, false, false
		}
	}
	base := 10
	if len(s) > 1 && s[0] == '0' {
		base = 8
	}
	v, err := strconv.ParseUint(s, base, 32)
	return v, s != "", err == nil
}
