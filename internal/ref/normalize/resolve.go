package normalize

import (
	"math"
	"strings"

	"github.com/rfc3987/iri/internal/ref/component"
	"github.com/rfc3987/iri/internal/ref/scheme"
	"github.com/rfc3987/iri/internal/ref/spec"
	"github.com/rfc3987/iri/internal/text/chars"
)

// Resolve sets target, which is neither base nor ref, to the target of a reference with a base that
// has a scheme (RFC 3986 §5.2); the method of the same name in package iri says how. With a base without
// a scheme, a reference with a scheme gives its target, and any other gives the zero reference. So do
// texts of more than 4 GiB together. A reference with an opaque scheme is its own target, as it is. A result that is
// returned would be copied, and the copy waits for the fields that have just been stored.
func Resolve(target, base, ref *component.Ref) { resolve(target, base, ref, ref.Parts.Scheme > 0) }

// ResolveNonStrict is [Resolve] for a parser that is not strict (§5.2.2, §5.4.2): the scheme of a
// reference is ignored if it is that of the base, and not opaque.
func ResolveNonStrict(target, base, ref *component.Ref) {
	name := ref.Text[:ref.Parts.Scheme]
	same := strings.EqualFold(name, base.Text[:base.Parts.Scheme])
	resolve(target, base, ref, name != "" && (!same || scheme.Is(name, scheme.Opaque)))
}

// resolve transforms a reference (RFC 3986 §5.2.2, §5.3); schemed says whether
// R.scheme is defined.
func resolve(target, base, ref *component.Ref, schemed bool) {
	*target = component.Ref{}
	path := ref.Text[ref.Parts.Path:ref.Parts.PathEnd]
	if schemed && (!component.HasDotSegment(path) || scheme.Is(ref.Text[:ref.Parts.Scheme], scheme.Opaque)) {
		*target = *ref // its own target
		return
	}
	if !schemed && base.Parts.Scheme == 0 || uint64(len(base.Text)+len(ref.Text)+len("/")) > math.MaxUint32 {
		return
	}
	// T is head, slash and ref.Text[start:]. What head has of the base lies where it lies in the base.
	head, slash, start := base.Text[:base.Parts.Path], "", ref.Parts.Path
	dots := true // whether there may be dot segments that are to be removed
	p := &target.Parts
	*p = base.Parts
	switch {
	case schemed:
		head, start = "", 0
		*p = ref.Parts
	case ref.Parts.Host > 0:
		head, start = base.Text[:p.Scheme+1], ref.AuthorityStart()-2
		shift := uint32(len(head)) - start
		p.Host, p.HostEnd, p.Path = ref.Parts.Host+shift, ref.Parts.HostEnd+shift, ref.Parts.Path+shift
	case path == "":
		head, dots = base.Text[:base.Parts.PathEnd], false // as it is, dots included
		if ref.Parts.Query == ref.Parts.PathEnd {
			head = base.Text[:base.Parts.Query]
		}
	case path[0] == '/':
		dots = component.HasDotSegment(path)
	default:
		dir := directory(base)
		if base.Parts.Path == base.Parts.PathEnd {
			slash = dir
		}
		if up, rest, ok := merge(dir, path); ok && (p.Host > 0 || !strings.HasPrefix(rest, "/")) {
			dir, start, dots = up, ref.Parts.PathEnd-uint32(len(rest)), false
		}
		head = base.Text[:int(p.Path)+len(dir)-len(slash)]
	}
	tail := ref.Text[start:]
	at := int(ref.Parts.PathEnd - start) // where in tail the path ends
	b := make([]byte, 0, len(head)+len(slash)+len(tail))
	if b = append(append(b, head...), slash...); dots {
		b = append(b, tail[:at]...)
		b = component.GuardPath(component.AppendWithoutDots(b[:p.Path], chars.UnsafeString(b[p.Path:])), int(p.Path), p.Host > 0)
		p.PathEnd, tail = uint32(len(b)), tail[at:]
	} else if p.PathEnd = uint32(len(b) + at); path == "" && ref.Parts.Host == 0 {
		p.PathEnd = base.Parts.PathEnd
	}
	b = append(b, tail...)
	p.Query = uint32(len(b)-len(ref.Text)) + ref.Parts.Query
	target.Text = chars.UnsafeString(b) // nothing else has b
}

// merge removes "./" and "../" from the start of a relative path, and from the end of the directory that it is merged
// with the segments that they go up (RFC 3986 §5.2.4). ok is false if the directory does not begin with "/", or if
// there are other dot segments: then they are removed from both together.
func merge(dir, path string) (up, rest string, ok bool) {
	if !strings.HasPrefix(dir, "/") || component.HasDotSegment(dir) {
		return "", "", false
	}
	for {
		if after, ok := strings.CutPrefix(path, "../"); ok {
			dir, path = dir[:max(len("/"), strings.LastIndexByte(dir[:len(dir)-1], '/')+1)], after
		} else if after, ok := strings.CutPrefix(path, "./"); ok {
			path = after
		} else {
			return dir, path, !component.HasDotSegment(path)
		}
	}
}

// directory returns what §5.2.3 puts before a relative path: all but the last
// segment of the base's path, or "/" if that is empty after an authority.
func directory(base *component.Ref) string {
	path := base.Text[base.Parts.Path:base.Parts.PathEnd]
	if path == "" && base.Parts.Host > 0 {
		return "/"
	}
	return path[:strings.LastIndexByte(path, '/')+1]
}

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
		// (§5.2.2). No reference is shorter than one without a path.
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
