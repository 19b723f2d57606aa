package ladder

import (
	"math"
	"strings"

	"github.com/rfc3987/iri/internal/ref/component"
	"github.com/rfc3987/iri/internal/text/chars"
)

// Resolve returns the target of a reference with a base that has a scheme (RFC 3986 §5.2); the
// method of the same name in package iri says how. With a base without a scheme, a reference
// with a scheme gives its target, and any other gives the zero reference. So do texts of more
// than 4 GiB together.
func Resolve(base, ref *component.Ref) component.Ref { return resolve(base, ref, ref.Parts.Scheme > 0) }

// ResolveNonStrict is [Resolve] for a parser that is not strict (§5.2.2, §5.4.2): the scheme of a
// reference is ignored if it is that of the base.
func ResolveNonStrict(base, ref *component.Ref) component.Ref {
	same := strings.EqualFold(ref.Text[:ref.Parts.Scheme], base.Text[:base.Parts.Scheme])
	return resolve(base, ref, ref.Parts.Scheme > 0 && !same)
}

// resolve transforms a reference (RFC 3986 §5.2.2); schemed says whether
// R.scheme is defined.
func resolve(base, ref *component.Ref, schemed bool) component.Ref {
	if !schemed && base.Parts.Scheme == 0 {
		return component.Ref{}
	}
	if schemed && !component.HasDotSegment(ref.Path()) {
		return *ref // its own target
	}
	n := len(base.Text) + len(ref.Text) + len("//.//")
	switch {
	case uint64(n) > math.MaxUint32:
		return component.Ref{}
	case n > stackBuffer:
		// The bytes become the string: nothing else holds them. Copying a long
		// target would allocate it twice; BenchmarkResolve has both figures.
		b, parts := appendTarget(make([]byte, 0, n), base, ref, schemed)
		return component.Ref{Text: chars.View(b), Parts: parts}
	}
	var buf [stackBuffer]byte
	b, parts := appendTarget(buf[:0], base, ref, schemed)
	return component.Ref{Text: string(b), Parts: parts}
}

// appendTarget appends the target of ref to dst, which is empty: §5.2.2 and §5.3. It returns where
// the components of the target lie, too.
func appendTarget(dst []byte, base, ref *component.Ref, schemed bool) (b []byte, parts component.Parts) {
	from := base // what T.scheme and T.authority come from
	if schemed {
		from = ref
	}
	dst = append(dst, from.Text[:from.Parts.Scheme+1]...)
	parts.Scheme = from.Parts.Scheme
	if ref.Parts.Host > 0 {
		from = ref
	}
	authority := from.Parts.Host > 0
	if authority {
		dst = append(dst, "//"...)
		shift := uint32(len(dst)) - from.AuthorityStart()
		parts.Host, parts.HostEnd = from.Parts.Host+shift, from.Parts.HostEnd+shift
		dst = append(dst, from.Text[from.AuthorityStart():from.Parts.Path]...)
	}

	start := len(dst)
	parts.Path = uint32(start)
	after := ref // what T.query comes from
	switch path := ref.Path(); {
	case schemed, ref.Parts.Host > 0, path != "" && path[0] == '/':
		dst = component.GuardPath(component.RemoveDotSegments(append(dst, path...), start), start, authority)
	case path == "":
		// T.path = Base.path, as it is, dots included
		dst = append(dst, base.Path()...)
		if ref.Parts.Query == ref.Parts.PathEnd {
			after = base
		}
	default:
		dst = append(append(dst, directory(base)...), path...)
		dst = component.GuardPath(component.RemoveDotSegments(dst, start), start, authority)
	}
	parts.PathEnd = uint32(len(dst))
	dst = append(dst, after.Text[after.Parts.PathEnd:after.Parts.Query]...) // with its "?"
	parts.Query = uint32(len(dst))
	return append(dst, ref.Text[ref.Parts.Query:]...), parts // the fragment with its "#"
}

// directory returns what §5.2.3 puts before a relative path: all but the last
// segment of the base's path, or "/" if that is empty after an authority.
func directory(base *component.Ref) string {
	path := base.Path()
	if path == "" && base.Parts.Host > 0 {
		return "/"
	}
	return path[:strings.LastIndexByte(path, '/')+1]
}
