package iri

import (
	"cmp"
	"slices"
	"strings"
)

// This file says where a reference is not in normal form, for the prose rules of
// RFC 3987 §5.3.2 and §5.3.3; normalize.go makes the normal form.

// The codes of the deviations.
const (
	codePctCase       Code = "pct-case"
	codePctUnreserved Code = "pct-unreserved"
	codeSchemeCase    Code = "scheme-case"
	codeHostCase      Code = "host-case"
	codeDotSegment    Code = "dot-segment"
	codePortEmpty     Code = "port-empty"
	codePortDefault   Code = "port-default"
	codePathEmpty     Code = "path-empty"
)

// A deviation is a place where a reference is not in the normal form of
// RungScheme, and the edit that puts that place right. The edits of different
// codes may overlap: "%7e" is pct-case and pct-unreserved. Those of the dot
// segments of a path are all the same, the whole path.
type deviation struct {
	Code       Code
	Start, End int // bytes of the reference
	Fix        Fix
}

// deviations returns where r, a reference of a spec, is not in normal form, in the
// order of the offsets. There are none if and only if normalizing r to RungScheme
// changes nothing but bidi formatting characters, which have a code of their own.
// No fix makes another deviation.
func deviations(r Ref, spec *Spec) []deviation {
	n := newNormalizer(RungScheme)
	NormalizeFor(spec)(&n)
	if n.isNormal(r) {
		return nil
	}
	d := deviants{ref: r}
	s, p := r.s, r.p
	if scheme := s[:p.scheme]; hasUpper(scheme) {
		d.add(codeSchemeCase, 0, len(scheme), strings.ToLower(scheme))
	}
	if p.host > 0 {
		d.authority(&n)
	}
	d.text(int(p.path), int(p.pathEnd), n.path, false)
	d.path()
	d.text(int(p.pathEnd), int(p.query), n.query, false)
	d.text(int(p.query), len(s), n.fragment, false)
	slices.SortStableFunc(d.out, func(a, b deviation) int { return cmp.Compare(a.Start, b.Start) })
	return d.out
}

// deviants collects the deviations of one reference.
type deviants struct {
	ref Ref
	out []deviation
}

// add adds a deviation that is mended where it stands.
func (d *deviants) add(code Code, start, end int, text string) {
	d.out = append(d.out, deviation{code, start, end, Fix{start, end, text}})
}

func (d *deviants) authority(n *normalizer) {
	s, p := d.ref.s, d.ref.p
	d.text(int(d.ref.authority()), int(p.host), n.userinfo, false)
	d.text(int(p.host), int(p.hostEnd), n.host, true)
	if h := []byte(s[p.host:p.hostEnd]); hasUpperHost(string(h)) {
		lowerHost(h)
		d.add(codeHostCase, int(p.host), int(p.hostEnd), string(h))
	}
	if port, ok := d.ref.Port(); ok && portNeedless(s[:p.scheme], port) {
		code := codePortDefault
		if port == "" {
			code = codePortEmpty
		}
		d.add(code, int(p.hostEnd), int(p.path), "")
	}
}

// text adds the deviations of percent-encodings in s[start:end]. Those that stand
// together make one.
func (d *deviants) text(start, end int, rule Rule, host bool) {
	s := d.ref.s[:end]
	for i := start; i < end; {
		k := strings.IndexByte(s[i:], '%')
		if k < 0 {
			return
		}
		i += k
		run := i
		for run < end && s[run] == '%' {
			run += 3
		}
		run = min(run, end)
		d.pctCase(i, run)
		d.pctUnreserved(i, run, rule, host)
		i = run
	}
}

// pctCase adds a deviation for each run of percent-encodings with a digit in lower
// case in s[i:end], which is all percent-encodings.
func (d *deviants) pctCase(i, end int) {
	s := d.ref.s
	for ; i < end; i += 3 {
		start := i
		for i < end && strings.ToUpper(s[i:i+3]) != s[i:i+3] {
			i += 3
		}
		if i > start {
			d.add(codePctCase, start, i, strings.ToUpper(s[start:i]))
		}
	}
}

// pctUnreserved adds a deviation for each run of characters that need not be
// percent-encoded. In a host they are decoded to lower case.
func (d *deviants) pctUnreserved(i, end int, rule Rule, host bool) {
	s := d.ref.s
	for i < end {
		start := i
		var text []byte
		for i < end {
			r, w := decodable(s[i:end], rule)
			if w == 0 {
				break
			}
			text = append(text, string(r)...)
			i += w
		}
		if i == start {
			i += 3
			continue
		}
		if host {
			lowerASCII(text)
		}
		d.add(codePctUnreserved, start, i, string(text))
	}
}

// path adds the deviations of the path as a whole.
func (d *deviants) path() {
	r := d.ref
	start, path := int(r.p.path), r.Path()
	if n := newNormalizer(RungPath); r.p.scheme == 0 || mayHaveDots(path) && pathRules(r.s[:r.p.scheme]) && hasDotSegment(unguarded(n.normalize(r))) {
		return // RungPath leaves it alone
	}
	if path == "" && pathNeeded(r, r.s[:r.p.scheme]) {
		d.add(codePathEmpty, start, start, "/")
		return
	}
	from := 0
	if r.p.host == 0 && strings.HasPrefix(path, "/.//") {
		from = 2 // the guard: see guardPath
	}
	var fix string
	for at := from; ; {
		end := at + segmentEnd(path[at:])
		if dots := plainDots(path[at:end]); dots != "" {
			if fix == "" {
				fix = string(withoutDots(path, r.p.host > 0))
			}
			d.out = append(d.out, deviation{codeDotSegment, start + at, start + end, Fix{start, start + len(path), fix}})
		}
		if end == len(path) {
			return
		}
		at = end + 1
	}
}

// withoutDots returns the path without dot segments, those that are
// percent-encoded among them: they are dot segments once that is undone, and so
// mending the one may not leave the other.
func withoutDots(path string, authority bool) []byte {
	b := make([]byte, 0, len(path)+2)
	for rest := path; ; {
		end := segmentEnd(rest)
		if dots := plainDots(rest[:end]); dots != "" {
			b = append(b, dots...)
		} else {
			b = append(b, rest[:end]...)
		}
		if end == len(rest) {
			return guardPath(removeDotSegments(b, 0), 0, authority)
		}
		b = append(b, '/')
		rest = rest[end+1:]
	}
}

// plainDots returns the dot segment that a segment is, percent-encoded or not, and
// "" if it is none.
func plainDots(segment string) string {
	if len(segment) > len("%2E%2E") || !isDotSegment(strings.ReplaceAll(strings.ToUpper(segment), "%2E", ".")) {
		return ""
	}
	if len(segment) == 1 || len(segment) == len("%2E") {
		return "."
	}
	return ".."
}
