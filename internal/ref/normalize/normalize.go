package normalize

import (
	"math"
	"slices"
	"strings"

	"github.com/rfc3987/iri/internal/ref/component"
	"github.com/rfc3987/iri/internal/ref/hostname"
	"github.com/rfc3987/iri/internal/ref/scheme"
	"github.com/rfc3987/iri/internal/ref/spec"
	"github.com/rfc3987/iri/internal/ref/textparts"
	"github.com/rfc3987/iri/internal/text/chars"
	"github.com/rfc3987/iri/internal/text/lazy"
)

// Options change how a normal form is made. The zero Options are those of RFC 3987.
type Options struct {
	// also apply Unicode Normalization Form C (RFC 3987 §5.3.2.2); not where references are compared
	NFC            bool
	Spec           *spec.Spec       // by whose repertoire; nil for RFC 3987
	Host           hostname.Mapping // from [RungScheme] on, take hosts for domain names
	IgnoreFragment bool             // leave the fragment out, on every rung (RFC 3986 §6.1)
	// URNEquivalence leaves the r-, q- and f-components of URNs out, from [RungScheme] on (RFC 8141 §3.1).
	URNEquivalence bool
	Schemes        *scheme.Own // the schemes of a program
}

// Normalize makes a reference its normal form on a rung; see RFC 3987 §5.3.
func Normalize(r *component.Ref, to Rung, o *Options) {
	kinds := chars.TraitsOf(r.Text)
	if o == nil && isCommon(r, kinds, to) {
		return
	}
	var n normalizer
	n.set(to, o)
	n.normalize(r, kinds)
}

// Key returns the text of the normal form on a rung, by which references are compared. It does not allocate if the
// reference is normal already, and of ordinary length.
func Key(r component.Ref, rung Rung, o *Options) string {
	var buf [stackBuffer]byte
	if text := compared(buf[:0], &r, rung, o); text != r.Text {
		return strings.Clone(text)
	}
	return r.Text
}

// IsNormal reports whether a reference is its own normal form on a rung. It does not allocate for
// references of ordinary length.
func IsNormal(r component.Ref, rung Rung) bool {
	var buf [stackBuffer]byte
	return compared(buf[:0], &r, rung, nil) == r.Text
}

// compared returns the text of the normal form by which a reference is compared, which may be in the memory of a
// buffer. It is not in NFC: "Equivalence of IRIs MUST rely on the assumption that IRIs are appropriately
// pre-character-normalized" (RFC 3987 §5.3.2.2).
func compared(buf []byte, r *component.Ref, rung Rung, o *Options) string {
	kinds := chars.TraitsOf(r.Text)
	if o == nil && isCommon(r, kinds, rung) {
		return r.Text
	}
	var n normalizer
	n.set(rung, o)
	n.nfc = false
	return chars.UnsafeString(n.append(buf, r, kinds))
}

// AppendKey appends [Key] to b.
func AppendKey(b []byte, r component.Ref, rung Rung, o Options) []byte {
	o.NFC = false
	return AppendNormal(b, r, rung, &o)
}

// AppendNormal appends the text of the normal form to b. It allocates nothing if b has
// room.
func AppendNormal(b []byte, r component.Ref, to Rung, o *Options) []byte {
	var n normalizer
	n.set(to, o)
	return n.append(b, &r, chars.TraitsOf(r.Text))
}

// AppendNormalOr is AppendNormal, but if the grammar of the options refuses the normal form, it appends nothing and
// returns that.
func AppendNormalOr(b []byte, r component.Ref, to Rung, o *Options) (out []byte, refused string) {
	var n normalizer
	n.set(to, o)
	if out = n.append(b, &r, chars.TraitsOf(r.Text)); n.refused != "" {
		return b, n.refused
	}
	return out, ""
}

// Equivalent reports whether two references have the same [Key] on a rung of the ladder. It does
// not allocate where both are normal already, nor for those of ordinary length.
func Equivalent(a, b component.Ref, rung Rung, o *Options) bool {
	var bufA, bufB [stackBuffer]byte
	return a.Text == b.Text || compared(bufA[:0], &a, rung, o) == compared(bufB[:0], &b, rung, o)
}

// stackBuffer is the length of the buffers that results of ordinary length are
// built in before they are allocated in their exact size.
const stackBuffer = 512

// A normalizer makes normal forms on one rung.
type normalizer struct {
	to      Rung
	nfc     bool
	mapping hostname.Mapping // on RungScheme; hostname.Percent for none
	ofLEIRI bool             // the text is a LEIRI, and may have what IRIs have not
	// withoutFragment and urnNames leave out what the options say.
	withoutFragment, urnNames bool
	schemes                   *scheme.Own
	// mending is set for [Deviations]: what is another spelling, and no worse, stays, as the hyphens of a book number.
	mending bool
	// decodeAll is set for messages: what would have a fault of [textparts] is decoded, too.
	decodeAll bool
	// parts are where the components of what has been built lie.
	parts component.Parts
	kinds chars.Trait // of the bytes of the text that is being made normal
	// plain says that isPlain is true of that text.
	plain bool
	// tildes is how much of the text that is being normalized keeps "~" encoded: see [scheme.KeepsTilde].
	tildes int
	// refused is the last normal form that the grammar has refused.
	refused string
	*componentRules
}

// componentRules are the rules of the components. What may stand unencoded, besides unreserved US-ASCII, is what the
// grammar accepts by itself in that component.
type componentRules struct{ userinfo, host, path, query, fragment, reference spec.Rule }

// rulesOf returns the rules of a spec, those of RFC 3987 for one that has none for components, as one read
// from a file may.
func rulesOf(s *spec.Spec) *componentRules {
	p := s.Profile()
	if p == nil {
		return rulesOf(spec.RFC3987)
	}
	return &componentRules{p.Of[component.Userinfo], p.Of[component.RegName], p.Path(),
		p.Of[component.Query], p.Of[component.Fragment], p.Reference}
}

var rulesOfRFC3987 lazy.Value[*componentRules]

// set makes the zero normalizer one for a rung; o may be nil. A normalizer that is returned would be copied.
func (n *normalizer) set(to Rung, o *Options) {
	n.to = to
	usual := rulesOfRFC3987.Get(func() *componentRules { return rulesOf(spec.RFC3987) })
	n.componentRules = usual
	if o == nil {
		return
	}
	n.nfc, n.mapping, n.withoutFragment, n.urnNames = o.NFC, o.Host, o.IgnoreFragment, o.URNEquivalence
	n.schemes = o.Schemes
	if o.Spec == nil {
		return
	}
	n.componentRules = rulesOf(o.Spec)
	if n.ofLEIRI = o.Spec.Family() == spec.LEIRIs; n.ofLEIRI { // percent-encoding makes no difference in any spec
		reference := n.componentRules.reference
		n.componentRules = new(*usual)
		n.componentRules.reference = reference
	}
}

// normalize makes r, whose text has bytes of the kinds, its normal form. It is changed in place, because a copy right
// after its fields are stored waits for them.
func (n *normalizer) normalize(r *component.Ref, kinds chars.Trait) {
	var buf [stackBuffer]byte
	b := n.append(buf[:0], r, kinds)
	if string(b) != r.Text && uint64(len(b)) <= math.MaxUint32 { // a longer one has no offsets
		r.Text, r.Parts = string(b), n.parts
	}
}

// normalized returns the normal form of r.
func (n *normalizer) normalized(r component.Ref) component.Ref {
	n.normalize(&r, chars.TraitsOf(r.Text))
	return r
}

// append appends the normal form of r, whose text has bytes of the kinds, to dst. Where the grammar refuses it, that is
// the one on the rung below, so that what is equal there stays equal, and r as it is where there is none.
func (n *normalizer) append(dst []byte, r *component.Ref, kinds chars.Trait) []byte {
	if n.withoutFragment {
		r = &component.Ref{Text: r.Text[:r.Parts.Query], Parts: r.Parts}
	}
	start, to := len(dst), n.to
	for {
		dst = n.write(dst, r, kinds)
		text := chars.UnsafeString(dst[start:])
		if text == r.Text || uint64(len(text)) > math.MaxUint32 || n.reference.Valid(text) ||
			!n.reference.Valid(r.Text) {
			break
		}
		made := strings.Clone(text)
		dst = dst[:start]
		if held := *r; n.reference.Held(made, &held) {
			n.parts, dst = held.Parts, append(dst, held.Text...)
			break
		}
		if n.refused = made; n.to == RungString {
			n.parts, dst = r.Parts, append(dst, r.Text...)
			break
		}
		n.to--
	}
	n.to = to
	return dst
}

// write is append where nothing is refused.
func (n *normalizer) write(dst []byte, r *component.Ref, kinds chars.Trait) []byte {
	if n.kinds, n.plain = kinds, n.isPlain(r, kinds); n.plain {
		return n.writeParts(dst, r)
	}
	return n.writeTexts(dst, r)
}

// writeTexts is append for a reference that is not plain: what its components consist of is made normal first, in
// memory of its own.
func (n *normalizer) writeTexts(dst []byte, r *component.Ref) []byte {
	var buf [stackBuffer]byte
	text := n.appendTexts(buf[:0], r)
	if uint64(len(text)) > math.MaxUint32 { // no offsets say where its components are
		return append(dst, text...)
	}
	return n.writeParts(dst, &component.Ref{Text: chars.UnsafeString(text), Parts: n.parts})
}

// writeParts is append for a reference whose components are normal, but for case, dot segments and what is needless.
func (n *normalizer) writeParts(dst []byte, r *component.Ref) []byte {
	start, p := len(dst), &r.Parts
	path := r.Text[p.Path:p.PathEnd]
	dots := len(path) // where the first one is that is to be removed
	if n.to >= RungPath && p.Scheme > 0 {
		dots = component.DotSegment(path)
	}
	dst = n.build(dst, r, dots)
	if q := &n.parts; dots < len(path) && n.schemes.KeepsDots(r.Text[:p.Scheme], path,
		chars.UnsafeString(dst[start:][q.Path:q.PathEnd])) {
		dst = n.build(dst[:start], r, len(path))
	}
	if n.urnNames && n.to >= RungScheme && scheme.HasComponents(r.Text[:p.Scheme]) {
		n.parts.Query = n.parts.PathEnd
		return dst[:start+int(n.parts.PathEnd)]
	}
	return dst
}

// isPlain reports whether nothing of r is to be decoded or encoded: it has neither "%" nor ASCII that URIs have not,
// all that is beyond ASCII may stand, and so may "~". Of a host that is mapped this is not known.
func (n *normalizer) isPlain(r *component.Ref, kinds chars.Trait) bool {
	s, p := r.Text, &r.Parts
	switch {
	case kinds&(chars.ExcludedASCII|chars.PercentSign) != 0, n.mapping != hostname.Percent,
		n.to >= RungHost && p.Host > 0 && (kinds&chars.UpperASCII != 0 || mayFold(s[p.Host:p.HostEnd])),
		kinds&chars.BeyondASCII != 0 && (n.nfc || n.ofLEIRI || !mayStand(r)):
		return false
	}
	return kinds&chars.Tilde == 0 || scheme.KeepsTilde(s[:p.Scheme], s[p.Path:p.PathEnd]) == 0
}

// mayStand is [textparts.Text.MayStand].
func mayStand(r *component.Ref) bool {
	t := textparts.Text{S: r.Text, Parts: r.Parts}
	return t.MayStand()
}

// mayHaveDots is [component.HasDotSegment] for paths in which dots may be percent-encoded. It
// takes no path with dot segments for one without.
func mayHaveDots(path string) bool {
	return component.HasDotSegment(path) || strings.Contains(path, "%2E") || strings.Contains(path, "%2e")
}

// build appends what writeParts makes of r to dst, and sets the parts. It removes the dot segments of the path from the
// offset dots on, where the first one is; none if that is the end of the path.
//
// Up to RungCase the text stays as it is but for its case. Then what stands before the path stays, or as much of it as
// is needed, and the path and what follows it is written again, because each step from there on may change its length.
func (n *normalizer) build(dst []byte, r *component.Ref, dots int) []byte {
	s, p, start := r.Text, &r.Parts, len(dst)
	n.parts, dst = *p, append(dst, s...)
	if n.plain && n.to >= RungCase && n.kinds&chars.UpperASCII != 0 {
		head := dst[start:] // which has no "%"
		if chars.LowerASCII(head[:p.Scheme]); p.Host > 0 && n.lowersHost(s[p.Host:p.HostEnd]) {
			chars.LowerASCII(head[p.Host:p.HostEnd])
		}
	}
	if n.to < RungPath {
		return dst
	}
	at := p.Path
	if n.to >= RungScheme && p.Host > 0 {
		at = n.shortenAuthority(dst[start:], p)
	}
	n.parts.Path = at
	name := chars.UnsafeString(dst[start : start+int(p.Scheme)])
	from, path, rest := start+int(at), s[p.Path:p.PathEnd], 0
	if dst = dst[:from]; dots < len(path) {
		dst, rest = component.AppendBeforeDots(dst, path, dots)
	}
	end := len(dst) + len(path) - rest
	if path == "" && n.to >= RungScheme && n.schemes.PathNeeded(*r, name) {
		dst = append(dst, '/')
		end++
	}
	dst = append(dst, s[int(p.Path)+rest:]...)
	if dots < len(path) {
		end -= len(dst)
		dst = component.GuardPath(dst, from, p.Host > 0)
		end += len(dst)
	}
	if n.to >= RungProtocol && trailingSlash(chars.UnsafeString(dst[from:end]), name) {
		end--
		dst = slices.Delete(dst, end, end+1)
	}
	if n.to >= RungScheme && !n.mending {
		dst, end = n.schemePath(dst, name, from, end)
	}
	n.parts.PathEnd = uint32(end - start)
	n.parts.Query = n.parts.PathEnd + p.Query - p.PathEnd
	return dst
}

// shortenAuthority takes away what the scheme of a text does not need of the authority: a port that it has anyway, and
// the authority if that says nothing. It returns where the path begins then.
func (n *normalizer) shortenAuthority(text []byte, p *component.Parts) (path uint32) {
	name, path := chars.UnsafeString(text[:p.Scheme]), p.Path
	if p.HostEnd < path {
		port := n.schemes.Port(name, chars.UnsafeString(text[p.HostEnd+1:path]))
		switch {
		case port == "":
			path = p.HostEnd
		case !n.mending:
			path = p.HostEnd + 1 + uint32(copy(text[p.HostEnd+1:], port))
		}
	}
	if from := p.AuthorityStart(); scheme.HostNeedless(name, chars.UnsafeString(text[from:path])) {
		path, n.parts.Host, n.parts.HostEnd = from, from, from
	}
	return path
}

// schemePath writes the path dst[from:end] as the scheme of that name has it. It returns where it ends then.
func (n *normalizer) schemePath(dst []byte, name string, from, end int) ([]byte, int) {
	path := chars.UnsafeString(dst[from:end])
	if n.parts.Host == 0 && scheme.HostImplied(name, path) {
		dst = slices.Insert(dst, from, '/', '/')
		n.parts.Path += uint32(len("//"))
		n.parts.Host, n.parts.HostEnd = n.parts.Path, n.parts.Path
		return dst, end + len("//")
	}
	if normal := scheme.Path(name, path); normal != path {
		return append(dst[:from], normal+string(dst[end:])...), from + len(normal)
	}
	return dst, end
}

// lowersHost reports whether the US-ASCII letters of a host are written in lower case.
func (n *normalizer) lowersHost(host string) bool {
	return n.to >= RungPercent || n.to == RungCase && chars.IsASCII(host)
}

// isCommon reports whether r is surely its own normal form on a rung, as most references are: in no byte of it is
// anything to be changed, it has an authority and no dot segment, and nothing is left out or put in.
func isCommon(r *component.Ref, kinds chars.Trait, to Rung) bool {
	var known *scheme.Own // no schemes of a program
	s, p := r.Text, &r.Parts
	name, path := s[:p.Scheme], s[p.Path:p.PathEnd]
	switch {
	case kinds != 0, p.Host == 0, component.HasDotSegment(path):
		return false
	case to < RungScheme:
		return true
	case path == "" && known.PathNeeded(*r, name), scheme.HostNeedless(name, s[p.AuthorityStart():p.Path]),
		p.HostEnd < p.Path && (p.HostEnd+1 == p.Path || known.Port(name, s[p.HostEnd+1:p.Path]) != s[p.HostEnd+
			1:p.Path]),
		to >= RungHost && mayFold(s[p.Host:p.HostEnd]):
		return false
	}
	return to < RungProtocol || !trailingSlash(path, name)
}

// trailingSlash reports whether the path ends with the "/" that RungProtocol
// removes. Not after another "/", where it delimits an empty segment: "/a//" and
// "/a/" stay apart, and what remains has no "/" to remove.
func trailingSlash(path, name string) bool {
	n := len(path)
	return n > 1 && path[n-1] == '/' && path[n-2] != '/' &&
		scheme.Is(name, scheme.Web)
}
