package normalize

import (
	"strings"
	"sync"
	"unicode/utf8"

	"github.com/rfc3987/iri/internal/ref/component"
	"github.com/rfc3987/iri/internal/ref/scheme"
	"github.com/rfc3987/iri/internal/ref/textparts"
	"github.com/rfc3987/iri/internal/text/chars"
)

// A DeviationKind is a way in which a text differs from the normal form. Package rules has a rule with words for each.
type DeviationKind uint8

const (
	PctCase       DeviationKind = iota // a percent-encoding with a digit in lower case
	PctUnreserved                      // a percent-encoding of what may stand as it is
	SchemeCase                         // a capital in the scheme
	HostCase                           // a capital in the host
	DotSegment                         // a segment of dots
	PortEmpty                          // a ":" without a port
	PortDefault                        // the port that the scheme has anyway
	PathEmpty                          // no path, where "/" is meant
)

// A Deviation is a place where a reference is not in the normal form of
// RungScheme, and the edit that mends it. The edits of different
// kinds may overlap: "%7e" is PctCase and PctUnreserved. Those of the dot
// segments of a path are all the same, the whole path.
type Deviation struct {
	Kind             DeviationKind
	Start, End       int           // bytes of the reference
	FixStart, FixEnd int           // the bytes that the edit replaces
	Text             func() string // what it writes, made only if it is asked for
}

// maxRun is the length of the longest deviation of percent-encodings, 1 MiB. A longer run makes several deviations.
const maxRun = 1 << 20

// Deviations calls found for each place where r, a reference of a spec, is not in normal form by the options. Those of
// each kind are in the order of the offsets. There are none if and only if normalizing r to RungScheme changes nothing,
// apart from two things: characters that RFC 3987 §3.2 keeps encoded, which have rules of their own, and spellings that
// the definition of a scheme makes equal, as in [scheme.Path]. A fix can make another deviation where percent-encodings
// stand side by side (%e9%2e%2e%e9), so it has to be tried before it is offered.
func Deviations(r component.Ref, o *Options, found func(Deviation)) {
	f := newForm(RungScheme, o)
	f.mending = true
	s, p := r.Text, r.Parts
	var buf [stackBuffer]byte
	var parts component.Parts
	if normal, _ := f.append(buf[:0], &r, &parts); string(normal) == s {
		return
	}
	d := deviationFinder{ref: r, found: found}
	if scheme := s[:p.Scheme]; chars.HasUpper(scheme) {
		d.add(SchemeCase, 0, len(scheme), func() string { return strings.ToLower(scheme) })
	}
	if p.Host > 0 {
		d.authority(&f)
	}
	segment := int(p.Path) + scheme.KeepsTilde(s[:p.Scheme], r.Path())
	d.encodings(&f, int(p.Path), segment, identifier)
	d.encodings(&f, segment, int(p.PathEnd), path)
	d.path(f.Schemes)
	d.encodings(&f, int(p.PathEnd), int(p.Query), query)
	d.encodings(&f, int(p.Query), len(s), fragment)
}

// A deviationFinder finds the deviations of one reference.
type deviationFinder struct {
	ref   component.Ref
	found func(Deviation)
}

// add adds a deviation that is mended where it stands.
func (d *deviationFinder) add(kind DeviationKind, start, end int, text func() string) {
	d.found(Deviation{kind, start, end, start, end, text})
}

func (d *deviationFinder) authority(f *form) {
	s, p := d.ref.Text, d.ref.Parts
	d.encodings(f, int(d.ref.AuthorityStart()), int(p.Host), userinfo)
	d.encodings(f, int(p.Host), int(p.HostEnd), host)
	name := s[p.Host:p.HostEnd]
	lower := func() string {
		l := chars.LoweredHost(name)
		if f.foldsHost(s[:p.Scheme]) {
			l = f.lowered(l)
		}
		return l
	}
	if chars.HasUpperHost(name) || !chars.IsASCII(name) && lower() != name {
		d.add(HostCase, int(p.Host), int(p.HostEnd), lower)
	}
	if port, ok := d.ref.Port(); ok && f.Schemes.Port(s[:p.Scheme], port) == "" {
		kind := PortDefault
		if port == "" {
			kind = PortEmpty
		}
		d.add(kind, int(p.HostEnd), int(p.Path), func() string { return "" })
	}
}

// encodings adds the deviations of percent-encodings in s[start:end]. Those that stand
// together make one.
func (d *deviationFinder) encodings(f *form, start, end int, in field) {
	s := d.ref.Text[:end]
	seen, kept := start, false // the end of the component that was looked at last, and whether it would have a fault if it were decoded
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
		if i >= seen {
			var from int
			from, seen = componentAt(d.ref, i)
			kept = in != host && !textparts.HasNoIssues(string(f.decoded(nil, s[from:seen], in)))
		}
		d.pctUnreserved(f, i, run, in, kept)
		i = run
	}
}

// pctCase adds a deviation for each run of percent-encodings with a digit in lower
// case in s[i:end], which is all percent-encodings.
func (d *deviationFinder) pctCase(i, end int) {
	s := d.ref.Text
	for ; i < end; i += 3 {
		start := i
		for i < end && i-start < maxRun && ('a' <= s[i+1] || 'a' <= s[i+2]) {
			i += 3
		}
		if i > start {
			run := s[start:i]
			d.add(PctCase, start, i, func() string { return strings.ToUpper(run) })
			i -= 3
		}
	}
}

// pctUnreserved adds a deviation for each run of characters that need not be
// percent-encoded: those of ASCII alone, if what is not ASCII is kept encoded. In a host they are
// decoded to lower case.
func (d *deviationFinder) pctUnreserved(f *form, i, end int, in field, kept bool) {
	s := d.ref.Text
	for i < end {
		start := i
		i += f.decodeRun(chars.Context(s[:start]), s[start:min(end, start+maxRun)], in, kept, func(rune) {})
		if i == start {
			i += 3
			continue
		}
		run := s[start:i]
		d.add(PctUnreserved, start, i, func() string {
			text := make([]byte, 0, len(run)/2)
			f.decodeRun(chars.Context(s[:start]), run, in, kept, func(r rune) { text = utf8.AppendRune(text, r) })
			if in == host {
				chars.LowerASCII(text)
				if f.foldsHost(d.ref.Text[:d.ref.Parts.Scheme]) {
					return f.lowered(string(text))
				}
			}
			return string(text)
		})
	}
}

// decodeRun calls decoded for each percent-encoded character at the start of s, up to the first
// one that has to stay encoded, and returns their length. before is the text in front of s. With
// kept, what is not ASCII stays encoded.
func (f *form) decodeRun(before, s string, in field, kept bool, decoded func(rune)) (length int) {
	rule := f.rule(in)
	buffer := append(make([]byte, 0, 256), before...)
	for length < len(s) {
		r, w := decodable(buffer, s[length:], rule, in.inAuthority())
		if w == 0 || kept && w > 3 || in == identifier && r == '~' {
			break
		}
		if len(buffer)+utf8.UTFMax > cap(buffer) {
			buffer = append(buffer[:0], chars.Context(buffer)...)
		}
		buffer = utf8.AppendRune(buffer, r)
		decoded(r)
		length += w
	}
	return length
}

// path adds the deviations of the path as a whole.
func (d *deviationFinder) path(schemes *scheme.Own) {
	r := d.ref
	start, path := int(r.Parts.Path), r.Path()
	f := newForm(RungPath, &Options{Schemes: schemes})
	if r.Parts.Scheme == 0 || mayHaveDots(path) && component.HasDotSegment(component.Unguarded(f.of(r))) {
		return // RungPath leaves it alone
	}
	if path == "" && schemes.PathNeeded(r.Text[:r.Parts.Scheme], r.Parts.Host > 0) {
		d.add(PathEmpty, start, start, func() string { return "/" })
		return
	}
	from := 0
	if r.Parts.Host == 0 && strings.HasPrefix(path, "/.//") {
		from = 2 // the guard: see [component.GuardPath]
	}
	fix := sync.OnceValue(func() string { return string(withoutDots(path, r.Parts.Host > 0)) })
	for at := from; ; {
		end := at + component.SegmentEnd(path[at:])
		if dots := component.DecodedDots(path[at:end]); dots != "" {
			d.found(Deviation{DotSegment, start + at, start + end, start, start + len(path), fix})
		}
		if end == len(path) {
			return
		}
		at = end + 1
	}
}

// withoutDots returns the path without dot segments, and without percent-encoded ones: to
// decode these later would make dot segments of them.
func withoutDots(path string, authority bool) []byte {
	b := make([]byte, 0, len(path)+2)
	for rest := path; ; {
		end := component.SegmentEnd(rest)
		if dots := component.DecodedDots(rest[:end]); dots != "" {
			b = append(b, dots...)
		} else {
			b = append(b, rest[:end]...)
		}
		if end == len(rest) {
			return component.GuardPath(component.AppendWithoutDots(nil, string(b)), 0, authority)
		}
		b = append(b, '/')
		rest = rest[end+1:]
	}
}

// mayHaveDots is [component.HasDotSegment] for paths in which dots may be percent-encoded. It
// takes no path with dot segments for one without.
func mayHaveDots(path string) bool {
	return component.HasDotSegment(path) || strings.Contains(path, "%2E") || strings.Contains(path, "%2e")
}

// componentAt returns where the component of r is that has the byte at an offset. In a path
// that is a segment (RFC 3987 §4.2). It takes time in proportion to the length of the segment.
func componentAt(r component.Ref, at int) (from, to int) {
	s, p := r.Text, r.Parts
	switch i := uint32(at); {
	case i >= p.Query:
		return int(p.Query) + 1, len(s)
	case i >= p.PathEnd:
		return int(p.PathEnd) + 1, int(p.Query)
	case i >= p.Path:
		from = int(p.Path) + strings.LastIndexByte(s[p.Path:at], '/') + 1
		return from, at + component.SegmentEnd(s[at:p.PathEnd])
	case i >= p.Host:
		return int(p.Host), int(p.HostEnd)
	}
	return int(r.AuthorityStart()), int(p.Host) - 1
}
