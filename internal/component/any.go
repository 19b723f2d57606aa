package component

import "strings"

// OfAny takes apart a string that need not conform, as §5 of the processing guidelines of 2011
// does. What is not a scheme there is the start of a relative reference (§5.1). Where the
// draft would end a host at a colon inside brackets (§5.2.2), the host goes up to the "]". The
// components need not conform to their productions: a port may have letters.
func OfAny(s string) Ref {
	r := Ref{Text: s}
	p := &r.Parts
	at := 0
	if i := strings.IndexByte(s, ':'); i > 0 && tableScheme.Match(s[:i]) {
		p.Scheme = uint32(i)
		at = i + 1
	}
	if strings.HasPrefix(s[at:], "//") {
		at += len("//")
		end := endOf(s, at, "/?#")
		host := at + strings.IndexByte(s[at:end], '@') + 1
		hostEnd := end
		if i := strings.LastIndexByte(s[host:end], ':'); i > strings.LastIndexByte(s[host:end], ']') {
			hostEnd = host + i
		}
		p.Host, p.HostEnd = uint32(host), uint32(hostEnd)
		at = end
	}
	p.Path = uint32(at)
	at = endOf(s, at, "?#")
	p.PathEnd = uint32(at)
	p.Query = uint32(endOf(s, at, "#"))
	return r
}

// endOf returns the offset of the first of some characters in s[from:], or the length of s.
func endOf(s string, from int, chars string) int {
	if i := strings.IndexAny(s[from:], chars); i >= 0 {
		return from + i
	}
	return len(s)
}
