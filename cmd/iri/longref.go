package main

import (
	"strings"
	"unicode/utf8"

	"github.com/rfc3987/iri"
)

// A very long reference is converted in parts, so that its result need not be held
// beside it: see [converter.local].

// partSize is how long the parts are, about.
const partSize = 64 << 10

// eachPart cuts a reference, behind its authority, into parts of about
// size bytes, at least 1, that a conversion may treat one by one: no part begins or
// ends inside a character, nor inside the percent-encodings of one, and none but the
// first spans two components. It gives f each part with what has to stand before it
// to make a reference of it, which the conversion must leave as it is. It stops when
// f returns false.
func eachPart(ref iri.Ref, size int, f func(before, part string) bool) {
	s := ref.String()
	path, query, fragment := components(ref)
	// The first part has all up to the path, and some of what follows.
	at := nextCut(s, path+size, len(s))
	if !f("", s[:at]) {
		return
	}
	for at < len(s) {
		// Of a path that begins with "//", or with a segment that has a colon, no
		// reference could be made as it stands.
		before, end := "/x", query
		switch {
		case at == query || at == fragment:
			before, end = "", len(s) // the delimiter is its own
			if at == query && at < fragment {
				end = fragment
			}
		case at > fragment:
			before, end = "#", len(s)
		case at > query:
			before, end = "?", fragment
		}
		next := nextCut(s, at+size, end)
		if !f(before, s[at:next]) {
			return
		}
		at = next
	}
}

// components returns where the path, the query and the fragment of a reference start,
// the latter two with their delimiters. What is absent starts where the next one does.
func components(ref iri.Ref) (path, query, fragment int) {
	fragment = len(ref.String())
	if f, ok := ref.Fragment(); ok {
		fragment -= len("#") + len(f)
	}
	query = fragment
	if q, ok := ref.Query(); ok {
		query -= len("?") + len(q)
	}
	return query - len(ref.Path()), query, fragment
}

// cut returns the first place at or behind at where s may be cut, or end if there is
// none before it.
func nextCut(s string, at, end int) int {
	for ; at < end; at++ {
		switch {
		case !utf8.RuneStart(s[at]), at > 0 && s[at-1] == '%', at > 1 && s[at-2] == '%':
		case at > 0 && s[at-1] == '.': // what ends there could be taken for a dot segment
		case s[at] != '%', !isContinuation(s, at),
			// No character has more than three octets behind its first.
			isContinuation(s, at-3) && isContinuation(s, at-6) && isContinuation(s, at-9):
			return at
		}
	}
	return end
}

// continues reports whether a percent-encoding that stands at s[at:] may be that of
// an octet within a character: 10xxxxxx.
func isContinuation(s string, at int) bool {
	return at >= 0 && at+1 < len(s) && s[at] == '%' && strings.IndexByte("89ABab", s[at+1]) >= 0
}

// dotted reports whether a path may have dot segments, whose removal concerns the
// path as a whole. It takes none that has for one that has not.
func mayHaveDotSegments(path string) bool {
	if strings.Contains(path, "%2E") || strings.Contains(path, "%2e") {
		return true
	}
	for at := 0; ; {
		i := strings.IndexByte(path[at:], '.')
		if i < 0 {
			return false
		}
		at += i
		if at == 0 || path[at-1] == '/' {
			if rest := strings.TrimPrefix(path[at+1:], "."); rest == "" || rest[0] == '/' {
				return true
			}
		}
		at++
	}
}
