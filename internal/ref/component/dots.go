package component

import (
	"bytes"
	"strings"

	"github.com/rfc3987/iri/internal/grammar/engine"
	"github.com/rfc3987/iri/internal/text/chars"
)

// RemoveDotSegments applies RFC 3986 §5.2.4 to the path that is b[start:], in place, and
// returns b without what it removed. The letters A to E in comments are the steps there.
func RemoveDotSegments(b []byte, start int) []byte {
	p := b[start:]
	r, w := 0, 0 // what is before r has been read, what is before w is the output
	for {
		if rest := p[r:]; len(rest) >= 3 && string(rest[:3]) == "../" { // A
			r += 3
		} else if len(rest) >= 2 && string(rest[:2]) == "./" { // A
			r += 2
		} else {
			break
		}
	}
	if string(p[r:]) == "." || string(p[r:]) == ".." { // D
		return b[:start]
	}
	for r < len(p) {
		at := r + dotSegment(chars.View(p[r:]))
		if w < r { // E
			copy(p[w:], p[r:at])
		}
		w += at - r
		if at == len(p) {
			break
		}
		r = at + len("/.")
		if r < len(p) && p[r] == '.' { // C
			r++
			w = max(0, bytes.LastIndexByte(p[:w], '/'))
		}
		if r == len(p) { // the "/" that B and C leave is the last segment
			p[w] = '/'
			w++
		}
	}
	return b[:start+w]
}

// GuardPath puts "/." before the path that is b[start:] if the path begins with "//" and
// there is no authority, because such a path would be read as an authority.
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
func HasDotSegment(path string) bool {
	return strings.HasPrefix(path, ".") && IsDotSegment(path[:SegmentEnd(path)]) || engine.MayHaveDots(path) && dotSegment(path) < len(path)
}

// dotSegment returns the offset of the first "/" that a segment "." or ".." follows, or the length of
// the path.
func dotSegment(path string) int {
	for end := 0; ; {
		i := strings.IndexByte(path[end:], '.')
		if i < 0 {
			return len(path)
		}
		at := end + i - len("/")
		end += i + len(".")
		if at < 0 || path[at] != '/' {
			continue
		}
		if end < len(path) && path[end] == '.' {
			end++
		}
		if end == len(path) || path[end] == '/' {
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
