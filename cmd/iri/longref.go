package main

import (
	"strings"
	"unicode/utf8"

	"github.com/rfc3987/iri"
)

// A very long reference is converted in parts, so that its result need not be in memory
// at the same time: see [converter.canSplit].

// partSize is the approximate length of a part in bytes.
const partSize = 64 << 10

// eachPart splits a reference, after its authority, into parts of about size bytes, at
// least 1, that can be converted one by one. No part begins or ends inside a character
// or inside the percent-encodings of one, and only the first part may span two
// components. eachPart calls f with each part and a prefix: prefix and part together
// are a reference, and the conversion must not change the prefix. It stops when f
// returns false. With whole, a query, a fragment or a segment with text beyond ASCII is not
// split, for conversions that look at all of it.
func eachPart(ref iri.Ref, size int, whole bool, f func(prefix, part string) bool) {
	s := ref.String()
	path, query, fragment := components(ref)
	kept := -1 // the end of the component that was looked at last, if that may be split
	cut := func(at, end int) int {
		at = nextCut(s, at, end)
		if !whole || at <= kept || at >= len(s) {
			return at
		}
		from, to := path, query
		switch {
		case at > fragment:
			from, to = fragment, len(s)
		case at > query:
			from, to = query, fragment
		case at > path:
			from = path + strings.LastIndexByte(s[path:at], '/') + 1
			if i := strings.IndexByte(s[at:query], '/'); i >= 0 {
				to = at + i
			}
		}
		if hasNonASCII(s[from:to]) {
			return to
		}
		kept = to
		return at
	}
	// The first part holds everything before the path and the start of the path.
	at := cut(path+size, len(s))
	if !f("", s[:at]) {
		return
	}
	for at < len(s) {
		// A part of a path may begin with "//" or have a colon in its first segment.
		// Without the prefix it would be read as an authority or a scheme.
		prefix, end := "/x", query
		switch {
		case at == query || at == fragment:
			prefix, end = "", len(s) // the part begins with its delimiter
			if at == query && at < fragment {
				end = fragment
			}
		case at > fragment:
			prefix, end = "#", len(s)
		case at > query:
			prefix, end = "?", fragment
		}
		next := cut(at+size, end)
		if !f(prefix, s[at:next]) {
			return
		}
		at = next
	}
}

// hasNonASCII reports whether a text has characters beyond ASCII, or percent-encodings of
// them.
func hasNonASCII(s string) bool {
	for i := range len(s) {
		if s[i] >= utf8.RuneSelf || s[i] == '%' && i+1 < len(s) && s[i+1] >= '8' {
			return true
		}
	}
	return false
}

// components returns the offsets of the path, the query and the fragment of a
// reference; the query and the fragment include their delimiters. An absent component
// has the offset of the next one.
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

// nextCut returns the first offset from at on where s may be split, or end if there is
// none before end.
func nextCut(s string, at, end int) int {
	for ; at < end; at++ {
		switch {
		case !utf8.RuneStart(s[at]), at > 0 && s[at-1] == '%', at > 1 && s[at-2] == '%':
		case at > 0 && s[at-1] == '.': // the part could end in a dot segment
		case s[at] != '%', !isContinuation(s, at),
			// A character has at most three octets after its first one.
			isContinuation(s, at-3) && isContinuation(s, at-6) && isContinuation(s, at-9):
			return at
		}
	}
	return end
}

// isContinuation reports whether there is a percent-encoding at s[at:] of an octet that
// is not the first one of its character: 10xxxxxx.
func isContinuation(s string, at int) bool {
	return at >= 0 && at+1 < len(s) && s[at] == '%' && strings.IndexByte("89ABab", s[at+1]) >= 0
}

// mayHaveDotSegments reports whether a path may have dot segments: they can only be
// removed from the path as a whole. It may return true for a path that has none.
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
