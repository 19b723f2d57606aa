package normalize

import (
	"strings"

	"github.com/rfc3987/iri/internal/ref/component"
	"github.com/rfc3987/iri/internal/ref/scheme"
	"github.com/rfc3987/iri/internal/ref/spec"
)

// Relativize returns the shortest reference that [Resolve] turns into the target t, with the
// same text, for this base; the method of the same name in package iri says which. ok is false
// if there is none: the path of the target has dot segments, which §5.2.4 removes, and its scheme is not opaque. With a rule, the reference
// conforms to it if the target does.
func Relativize(base, t component.Ref, by spec.Rule) (ref component.Ref, ok bool) {
	if t.Text == "" { // the zero value, which is not a target
		return t, base.Text == ""
	}
	ok = !component.HasDotSegment(component.Unguarded(t))
	whole := ok || scheme.Is(t.Text[:t.Parts.Scheme], scheme.Opaque) // the target is a reference to itself
	if base.Text[:base.Parts.Scheme] != t.Text[:t.Parts.Scheme] {
		return t, whole // a scheme is never changed, not even its case
	}
	tail := t.Text[t.Parts.PathEnd:] // "?" iquery "#" ifragment
	baseAuth, baseHas := base.Authority()
	auth, has := t.Authority()
	if !has && baseHas {
		return t, whole // only with a scheme does a reference have no authority
	}
	same := baseHas == has && baseAuth == auth
	fits := func(front, tail string) bool { return by.IsZero() || by.Valid(front+tail) }

	if same && base.Path() == t.Path() {
		// T.path = Base.path, and T.query = Base.query if there is no other
		// (§5.2.2). Nothing is shorter than what has no path.
		q, hasQuery := t.Query()
		bq, baseQuery := base.Query()
		switch {
		case hasQuery == baseQuery && q == bq && fits("", t.Text[t.Parts.Query:]):
			return reference("", t.Text[t.Parts.Query:]), true
		case hasQuery && fits("", tail):
			return reference("", tail), true
		}
		// The query of the base has to go, so there must be a path.
	}
	if !ok {
		return t, whole
	}

	shortest := t.Text[:t.Parts.PathEnd] // what stands before the tail
	consider := func(r string) {
		if len(r) <= len(shortest) && fits(r, tail) {
			shortest = r
		}
	}
	// From the last in the order of preference to the first.
	if has {
		consider(t.Text[t.Parts.Scheme+1 : t.Parts.PathEnd])
	}
	if same {
		if path := t.Path(); strings.HasPrefix(path, "/") {
			if strings.HasPrefix(path, "//") {
				consider("/." + path) // it would be read as an authority
			} else {
				consider(path)
			}
		}
		if path, found := relativePath(directory(&base), component.Unguarded(t)); found {
			consider(path)
		}
	}
	return reference(shortest, tail), true
}

// reference makes a Ref of text that is known to be one.
func reference(front, tail string) component.Ref { return component.SplitTrusted(front + tail) }

// relativePath returns the shortest relative path that, put after the directory
// of the base, becomes path when dot segments are removed; path has none.
//
// Each ".." takes a segment off the directory, so going up further than to the
// longest directory that path has in common costs three bytes and a segment more.
func relativePath(dir, path string) (string, bool) {
	// What is left of the directory when dot segments are removed is "", before
	// which nothing has been put, or ends in "/".
	if component.HasDotSegment(dir) {
		dir = string(component.AppendWithoutDots(nil, dir))
	}
	ups := 0
	for common := commonLength(dir, path); len(dir) > common; ups++ {
		up := parent(dir)
		if up == dir {
			return "", false
		}
		if dir[0] != '/' && up == "/" { // dir does not begin with it any more
			common = commonLength(up, path)
		}
		dir = up
	}
	rest := path[len(dir):]
	switch {
	case ups == 0 && rest == "":
		return ".", true
	case ups == 0 && (rest[0] == '/' || strings.Contains(rest[:component.SegmentEnd(rest)], ":")):
		// "/" would begin a path from the root, and ":" end a scheme (§4.2).
		return "./" + rest, true
	case ups == 0:
		return rest, true
	case rest == "":
		return strings.Repeat("../", ups)[:3*ups-1], true
	}
	return strings.Repeat("../", ups) + rest, true
}

// parent returns what ".." leaves of a directory: step C of §5.2.4. Nothing is
// above "/", nor above "" at the start of a path. Above "a/" is "/": the step
// takes the segment and leaves the slash.
func parent(dir string) string {
	if dir == "" {
		return ""
	}
	above := dir[:len(dir)-1]
	if k := strings.LastIndexByte(above, '/'); k >= 0 {
		return above[:k+1]
	}
	return "/"
}

// commonLength returns how many bytes a and b begin with in common.
func commonLength(a, b string) int {
	n := min(len(a), len(b))
	for i := range n {
		if a[i] != b[i] {
			return i
		}
	}
	return n
}
