package component

import (
	"bytes"
	"strings"
)

// AppendWithoutDots appends a path to b without its dot segments (RFC 3986 §5.2.4). The path may be in the unused
// capacity of b; then it is overwritten.
func AppendWithoutDots(b []byte, path string) []byte {
	b, rest := AppendBeforeDots(b, path, DotSegment(path))
	return append(b, path[rest:]...)
}

// AppendBeforeDots is like [AppendWithoutDots], but does not append path[rest:], the end of the path after the last
// dot segment. at is the offset that [DotSegment] returns for the path. The letters A to E in comments are the steps
// of RFC 3986 §5.2.4.
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

// GuardPath inserts "/." before the path b[start:] if it begins with "//" and there is no authority, because such a
// path would be read as an authority. b may have other components after the path.
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

// DotSegment returns the offset of the first complete segment of the path that is "." or "..", or of the "/" before
// it. It returns len(path) if there is none.
func DotSegment(path string) int {
	if strings.HasPrefix(path, ".") && IsDotSegment(path[:SegmentEnd(path)]) {
		return 0
	}
	return dotSegment(path, 0)
}

// dotSegment returns the offset of the first "/" in path[from:] that precedes a segment "." or "..", or len(path).
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

// DecodedDots returns "." or ".." if the segment is that dot segment, percent-encoded or not, and "" otherwise.
func DecodedDots(segment string) string {
	if len(segment) > len("%2E%2E") || !IsDotSegment(strings.ReplaceAll(strings.ToUpper(segment), "%2E", ".")) {
		return ""
	}
	if len(segment) == 1 || len(segment) == len("%2E") {
		return "."
	}
	return ".."
}

// SegmentEnd returns the offset at which the first segment of a path ends.
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
