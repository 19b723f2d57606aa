package hostname

import (
	"strconv"
	"strings"

	"github.com/rfc3987/iri/internal/text/chars"
)

// InetAton reads a host as inet_aton does, and much software with it (RFC 3986 §7.4): as
// one to four numbers with dots between them, the last of which fills the octets that are
// left; a dot may end the host. numeric reports whether the labels are such numbers, ok
// whether they make an address.
func InetAton(host string) (address [4]byte, numeric, ok bool) {
	var n [4]uint64
	labels, ok := 0, true
	for label := range strings.SplitSeq(strings.TrimSuffix(host, "."), ".") {
		v, number, fits := parseCNumber(label)
		if !number || labels == len(n) {
			return address, false, false
		}
		n[labels] = v
		labels++
		ok = ok && fits
	}
	last := labels - 1
	for i, v := range n[:last] {
		ok = ok && v <= 0xFF
		address[i] = byte(v)
	}
	v := n[last]
	ok = ok && v < 1<<(32-8*last)
	for i := len(address) - 1; i >= last; i-- {
		address[i] = byte(v)
		v >>= 8
	}
	return address, true, ok
}

// parseCNumber reads a number as the C language writes it: 0x before hexadecimal, 0
// before octal. It reports whether s is meant as a number, and whether it is one
// that fits into 32 bits.
func parseCNumber(s string) (v uint64, number, fits bool) {
	digits, base, isDigit := s, 10, chars.IsDigit
	switch {
	case len(s) > 1 && s[0] == '0' && s[1]|0x20 == 'x':
		digits, base, isDigit = s[2:], 16, chars.IsHex
		if digits == "" {
			return 0, true, true // inet_aton of several systems reads a bare 0x as 0
		}
	case len(s) > 1 && s[0] == '0':
		base = 8
	}
	for i := range len(digits) {
		if !isDigit(digits[i]) {
			return 0, false, false
		}
	}
	v, err := strconv.ParseUint(digits, base, 32)
	return v, s != "", err == nil
}
