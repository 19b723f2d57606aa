package component

import (
	"math"
	"strings"
)

// OfAny takes apart a string that need not conform, as §5 of the processing guidelines of 2011
// does. What is not a scheme there is the start of a relative reference (§5.1). The
// components need not conform to their productions: a port may have letters.
func OfAny(s string) Ref {
	return Ref{s, Divide(s, AfterScheme(s, tableScheme.Match))}
}

// AfterScheme returns where what follows the scheme and its ":" begins: 0 if what stands in the place of a scheme is
// none.
func AfterScheme(s string, isScheme func(string) bool) int {
	if end := SchemeEnd(s); end >= 0 && isScheme(s[:end]) {
		return end + 1
	}
	return 0
}

// SchemeEnd returns the offset of the ":" after what stands in the place of a scheme, or -1 if
// there is none: the first ":", if no other delimiter stands before it (RFC 3986 Appendix B).
func SchemeEnd(s string) int {
	if i := strings.IndexAny(s, ":/?#"); i >= 0 && s[i] == ':' {
		return i
	}
	return -1
}

// Divide divides any string as RFC 3986 Appendix B does. What follows the scheme and its ":"
// begins at from, which is 0 if there is none. Inside of an authority the first "@" ends the
// userinfo, and the last ":" begins the port, but not one in brackets: where §5.2.2 of the
// guidelines of 2011 would end a host there, it goes up to the "]". Of more than 4 GiB it looks
// at the first ones only.
func Divide(s string, from int) (p Parts) {
	s = s[:min(uint64(len(s)), math.MaxUint32)]
	p.Scheme = uint32(max(from-1, 0))
	at := from
	if strings.HasPrefix(s[at:], "//") {
		at += len("//")
		end := endOf(s, at, "/?#")
		host := at + strings.IndexByte(s[at:end], '@') + 1
		hostEnd := end
		open := strings.HasPrefix(s[host:end], "[") && strings.IndexByte(s[host:end], ']') < 0
		if i := strings.LastIndexByte(s[host:end], ':'); i > strings.LastIndexByte(s[host:end], ']') && !open {
			hostEnd = host + i
		}
		p.Host, p.HostEnd = uint32(host), uint32(hostEnd)
		at = end
	}
	p.Path = uint32(at)
	at = endOf(s, at, "?#")
	p.PathEnd = uint32(at)
	p.Query = uint32(endOf(s, at, "#"))
	return p
}

// endOf returns the offset of the first of some characters in s[from:], or the length of s.
func endOf(s string, from int, chars string) int {
	if i := strings.IndexAny(s[from:], chars); i >= 0 {
		return from + i
	}
	return len(s)
}
