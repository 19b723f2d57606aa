package component

import (
	"bytes"
	"strings"
)

// AppendWithoutDots appends a path to b without its dot segments (RFC 3986 §5.2.4). The path may lie in the memory
// that follows b, and is written over then.
func AppendWithoutDots(b []byte, path string) []byte {
	b, rest := AppendBeforeDots(b, path, DotSegment(path))
	return append(b, path[rest:]...)
}

// AppendBeforeDots is [AppendWithoutDots] but for the end of the path, from rest on, which has no dot segments and
// stays as it is. The path has its first dot segment at the offset that [DotSegment] returns. The letters A to E in
// comments are the steps of RFC 3986 §5.2.4.
func AppendBeforeDots(b []byte, path string, at int) (out []byte, rest int) {
	for at == rest && at < len(path) && path[at] == '.' {
		if rest += SegmentEnd(path[rest:]); rest == len(path) { // D
			return b, rest
		}
		rest++ // A
		at = rest + DotSegment(path[rest:])
	}
	for start := len(b); at < len(path); at = dotSegment(path, rest) {
		kept := path[rest:at]                                             // E
		if rest = at + len("/."); rest < len(path) && path[rest] == '.' { // C
			rest++
			if last := strings.LastIndexByte(kept, '/'); last >= 0 {
				kept = kept[:last]
			} else {
				kept, b = "", b[:start+max(0, bytes.LastIndexByte(b[start:], '/'))]
			}
		}
		if kept != "" {
			b = append(b, kept...)
		}
		if rest == len(path) { // the "/" that B and C leave is the last segment
			return append(b, '/'), rest
		}
	}
	return b, rest
}

// GuardPath puts "/." before the path that b has from start on, if the path begins with "//" and
// there is no authority, because such a path would be read as an authority. What follows the path moves with it.
func GuardPath(b []byte, start int, authority bool) []byte {
	if authority || len(b)-start < 2 || b[start] != '/' || b[start+1] != '/' {
		return b
	}
	b = append(b, "/."...)
	copy(b[start+2:], b[start:len(b)-2])
	b[start], b[start+1] = '/', '.'
	return b
}

// HasDotSegment reports whether a complete segment of the path is "." or "..".
func HasDotSegment(path string) bool { return DotSegment(path) < len(path) }

// DotSegment returns the offset of the first complete segment of the path that is "." or "..", or of the "/" before it,
// or the length of the path.
func DotSegment(path string) int {
	if strings.HasPrefix(path, ".") && IsDotSegment(path[:SegmentEnd(path)]) {
		return 0
	}
	return dotSegment(path, 0)
}

// dotSegment returns the offset of the first "/", from an offset on, that a segment "." or ".." follows, or the length
// of the path.
func dotSegment(path string, from int) int {
	for {
		i := strings.Index(path[from:], "/.")
		if i < 0 {
			return len(path)
		}
		at := from + i
		if from = at + len("/."); from < len(path) && path[from] == '.' {
			from++
		}
		if from == len(path) || path[from] == '/' {
			return at
		}
	}
}

// IsDotSegment reports whether a segment of a path is "." or "..".
func IsDotSegment(segment string) bool { return segment == "." || segment == ".." }

// PlainDots returns the dot segment that a segment is, percent-encoded or not, and
// "" if it is not one.
func PlainDots(segment string) string {
	if len(segment) > len("%2E%2E") || !IsDotSegment(strings.ReplaceAll(strings.ToUpper(segment), "%2E", ".")) {
		return ""
	}
	if len(segment) == 1 || len(segment) == len("%2E") {
		return "."
	}
	return ".."
}

// SegmentEnd returns where the first segment of a path ends.
func SegmentEnd(path string) int {
	if i := strings.IndexByte(path, '/'); i >= 0 {
		return i
	}
	return len(path)
}

// Unguarded returns the path of r without the "/." that [GuardPath] puts before it: the
// path as remove_dot_segments returned it.
func Unguarded(r Ref) string {
	path := r.Path()
	if r.Parts.Host == 0 && strings.HasPrefix(path, "/.//") {
		return path[2:]
	}
	return path
}
