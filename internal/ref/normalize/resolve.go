package normalize

import (
	"math"
	"strings"

	"github.com/rfc3987/iri/internal/ref/component"
	"github.com/rfc3987/iri/internal/ref/scheme"
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
		b = component.GuardPath(component.AppendWithoutDots(b[:p.Path], chars.UnsafeString(b[p.Path:])), int(p.Path),
			p.Host > 0)
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
