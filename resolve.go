package iri

import (
	"math"
	"strings"
)

// ParseBase parses text by the spec's rule for references and returns it as a base
// for [IRI.Resolve]. A relative reference is none (RFC 3986 §5.1); a fragment is
// allowed, for it is ignored. The error is a *[ConvertError]; its code is "base"
// if the text is a relative reference.
func (s *Spec) ParseBase(text string) (IRI, error) {
	const target = "use as a base"
	ref, err := s.Reference().Parse(text)
	if err != nil {
		if _, ok := err.(*ParseError); !ok {
			return IRI{}, err
		}
		return IRI{}, convertError(text, target, err)
	}
	base, ok := ref.IRI()
	if !ok {
		return IRI{}, &ConvertError{Input: text, Target: target, findings: []Finding{{
			Code: codeBase, Severity: Error, Section: "RFC 3986 §5.1",
			Message: "a relative reference is no base: a base has to have a scheme",
			Hint:    "resolve it first, against the base that holds where it stands",
			End:     len(text),
		}}}
	}
	return base, nil
}

// codeBase is the code of a base that is not absolute.
const codeBase Code = "base"

// Resolve returns the target of a reference with the IRI as its base (RFC 3986
// §5.2). The fragment of the base is ignored. This is the algorithm of §5.2.2 to
// §5.3 for strict parsers, to the letter, but for one thing: where it would
// produce text that parses into other components, "//" at the start of the path
// of a target without an authority, "/." is put before that path, so that
// f:/a and .//g make f:/.//g and not f://g. Nothing is normalized: "%2E%2E" is no
// dot segment here, and a base path that is taken as it is keeps its dots.
//
// The zero IRI is no base: against it a reference with a scheme gives its target,
// and any other gives the zero IRI. So do texts of more than 4 GiB together.
func (i IRI) Resolve(ref Ref) IRI { return i.resolve(ref, ref.p.scheme > 0) }

// ResolveNonStrict is [IRI.Resolve] as a parser that is not strict has it: the
// scheme of a reference is ignored if it is that of the base, so that http:g is
// g. RFC 3986 §5.2.2 allows it "for backward compatibility" only (§5.4.2).
func (i IRI) ResolveNonStrict(ref Ref) IRI {
	same := strings.EqualFold(ref.s[:ref.p.scheme], i.r.s[:i.r.p.scheme])
	return i.resolve(ref, ref.p.scheme > 0 && !same)
}

// resolve transforms a reference (RFC 3986 §5.2.2); schemed says whether
// R.scheme is defined.
func (i IRI) resolve(ref Ref, schemed bool) IRI {
	base := i.r
	if !schemed && base.p.scheme == 0 {
		return IRI{}
	}
	if schemed && !hasDotSegment(ref.Path()) {
		return IRI{ref} // its own target
	}
	switch n := len(base.s) + len(ref.s) + len("//.//"); {
	case uint64(n) > math.MaxUint32:
		return IRI{}
	case n > stackBuffer:
		// The bytes become the string: nothing else holds them. Copying a long
		// target would allocate it twice; BenchmarkResolve has both figures.
		b := appendTarget(make([]byte, 0, n), base, ref, schemed)
		return IRI{refOf(b)}
	}
	var buf [stackBuffer]byte
	return parsed(string(appendTarget(buf[:0], base, ref, schemed)))
}

// parsed makes an IRI of text that is known to be one.
func parsed(s string) IRI { return IRI{Ref{s, split(s)}} }

// appendTarget appends the target of ref: §5.2.2 and §5.3.
func appendTarget(dst []byte, base, ref Ref, schemed bool) []byte {
	from := base // what T.scheme and T.authority come from
	if schemed {
		from = ref
	}
	dst = append(dst, from.s[:from.p.scheme+1]...)
	if ref.p.host > 0 {
		from = ref
	}
	authority := from.p.host > 0
	if authority {
		dst = append(append(dst, "//"...), from.s[from.authority():from.p.path]...)
	}

	start := len(dst)
	query, hasQuery := ref.Query()
	switch path := ref.Path(); {
	case schemed, ref.p.host > 0, path != "" && path[0] == '/':
		dst = guardPath(removeDotSegments(append(dst, path...), start), start, authority)
	case path == "":
		// T.path = Base.path, as it is, dots included
		dst = append(dst, base.Path()...)
		if !hasQuery {
			query, hasQuery = base.Query()
		}
	default:
		dst = appendMerged(dst, base, path)
		dst = guardPath(removeDotSegments(dst, start), start, authority)
	}

	if hasQuery {
		dst = append(append(dst, '?'), query...)
	}
	if f, ok := ref.Fragment(); ok {
		dst = append(append(dst, '#'), f...)
	}
	return dst
}

// appendMerged appends a relative path merged with the path of the base (RFC 3986
// §5.2.3).
func appendMerged(dst []byte, base Ref, path string) []byte {
	dst = append(dst, directory(base)...)
	return append(dst, path...)
}

// directory returns what §5.2.3 puts before a relative path: all but the last
// segment of the base's path, or "/" if that is empty after an authority.
func directory(base Ref) string {
	path := base.Path()
	if path == "" && base.p.host > 0 {
		return "/"
	}
	return path[:strings.LastIndexByte(path, '/')+1]
}

// removeDotSegments applies RFC 3986 §5.2.4 to the path that is b[start:], in
// place, and returns b without what it removed. The letters are those of the
// steps there.
func removeDotSegments(b []byte, start int) []byte {
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
		end := r + 1
		for end < len(p) && p[end] != '/' {
			end++
		}
		segment := p[r:end]
		r = end
		switch string(segment) {
		case "/..": // C
			for w > 0 {
				w--
				if p[w] == '/' {
					break
				}
			}
		case "/.": // B
		default: // E
			w += copy(p[w:], segment)
			continue
		}
		if r == len(p) { // the "/" that B and C leave is the last segment
			p[w] = '/'
			w++
		}
	}
	return b[:start+w]
}

// guardPath puts "/." before a path b[start:] that begins with "//" where there
// is no authority: it would be read as one.
func guardPath(b []byte, start int, authority bool) []byte {
	if authority || len(b)-start < 2 || b[start] != '/' || b[start+1] != '/' {
		return b
	}
	b = append(b, "/."...)
	copy(b[start+2:], b[start:len(b)-2])
	b[start], b[start+1] = '/', '.'
	return b
}

// hasDotSegment reports whether a complete segment of the path is "." or "..".
func hasDotSegment(path string) bool {
	if isDotSegment(path[:segmentEnd(path)]) {
		return true
	}
	for {
		i := strings.Index(path, "/.")
		if i < 0 {
			return false
		}
		path = path[i+1:]
		if isDotSegment(path[:segmentEnd(path)]) {
			return true
		}
	}
}

func isDotSegment(segment string) bool { return segment == "." || segment == ".." }

// segmentEnd returns where the first segment of a path ends.
func segmentEnd(path string) int {
	if i := strings.IndexByte(path, '/'); i >= 0 {
		return i
	}
	return len(path)
}
