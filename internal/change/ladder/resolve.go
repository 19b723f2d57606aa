package ladder

import (
	"math"
	"strings"

	"github.com/rfc3987/iri/internal/ref/component"
	"github.com/rfc3987/iri/internal/text/chars"
)

// Resolve sets target, which is neither base nor ref, to the target of a reference with a base that
// has a scheme (RFC 3986 §5.2); the method of the same name in package iri says how. With a base without
// a scheme, a reference with a scheme gives its target, and any other gives the zero reference. So do
// texts of more than 4 GiB together. A result that is returned would be copied, and the copy waits for
// the fields that have just been stored.
func Resolve(target, base, ref *component.Ref) { resolve(target, base, ref, ref.Parts.Scheme > 0) }

// ResolveNonStrict is [Resolve] for a parser that is not strict (§5.2.2, §5.4.2): the scheme of a
// reference is ignored if it is that of the base.
func ResolveNonStrict(target, base, ref *component.Ref) {
	same := strings.EqualFold(ref.Text[:ref.Parts.Scheme], base.Text[:base.Parts.Scheme])
	resolve(target, base, ref, ref.Parts.Scheme > 0 && !same)
}

// resolve transforms a reference (RFC 3986 §5.2.2, §5.3); schemed says whether
// R.scheme is defined.
func resolve(target, base, ref *component.Ref, schemed bool) {
	*target = component.Ref{}
	path := ref.Text[ref.Parts.Path:ref.Parts.PathEnd]
	if schemed && !component.HasDotSegment(path) {
		*target = *ref // its own target
		return
	}
	if !schemed && base.Parts.Scheme == 0 || uint64(len(base.Text)+len(ref.Text)+len("/")) > math.MaxUint32 {
		return
	}
	from := base // what T.authority comes from, and T.scheme if it is not that of the base
	scheme, start := "", uint32(0)
	if schemed {
		from = ref
	} else if ref.Parts.Host > 0 {
		from, scheme, start = ref, base.Text[:base.Parts.Scheme+1], ref.AuthorityStart()-2
	}
	dir, dots := "", true
	after := ref // what T.query comes from
	switch {
	case from == ref || path != "" && path[0] == '/':
	case path == "":
		path, dots = base.Text[base.Parts.Path:base.Parts.PathEnd], false // as it is, dots included
		if ref.Parts.Query == ref.Parts.PathEnd {
			after = base
		}
	default:
		dir = directory(base)
	}
	before, query, fragment := from.Text[start:from.Parts.Path], after.Text[after.Parts.PathEnd:after.Parts.Query], ref.Text[ref.Parts.Query:]

	b := make([]byte, 0, len(scheme)+len(before)+len(dir)+len(path)+len(query)+len(fragment))
	b = append(append(b, scheme...), before...)
	p := &target.Parts
	p.Scheme = base.Parts.Scheme
	if schemed {
		p.Scheme = ref.Parts.Scheme
	}
	p.Path = uint32(len(b))
	if from.Parts.Host > 0 {
		shift := p.Path - from.Parts.Path
		p.Host, p.HostEnd = from.Parts.Host+shift, from.Parts.HostEnd+shift
	}
	b = append(append(b, dir...), path...)
	if dots {
		b = component.GuardPath(component.RemoveDotSegments(b, int(p.Path)), int(p.Path), p.Host > 0)
	}
	p.PathEnd = uint32(len(b))
	p.Query = uint32(len(b) + len(query))
	b = append(append(b, query...), fragment...)
	if cap(b)-len(b) > unusedBytes+len(b)/8 {
		target.Text = string(b)
	} else {
		target.Text = chars.View(b) // nothing else holds the bytes
	}
}

// unusedBytes is how much memory may stay unused after the text of a target, besides an eighth of its length: what
// the dot segments took that were removed, which mostly is little.
const unusedBytes = 32

// directory returns what §5.2.3 puts before a relative path: all but the last
// segment of the base's path, or "/" if that is empty after an authority.
func directory(base *component.Ref) string {
	path := base.Text[base.Parts.Path:base.Parts.PathEnd]
	if path == "" && base.Parts.Host > 0 {
		return "/"
	}
	return path[:strings.LastIndexByte(path, '/')+1]
}
