package ladder

import (
	"math"
	"slices"
	"strings"

	"github.com/rfc3987/iri/internal/grammar/engine"
	"github.com/rfc3987/iri/internal/ref/component"
	"github.com/rfc3987/iri/internal/ref/spec"
	"github.com/rfc3987/iri/internal/ref/textparts"
	"github.com/rfc3987/iri/internal/text/chars"
	"github.com/rfc3987/iri/internal/text/idna"
	"github.com/rfc3987/iri/internal/text/lazy"
	"github.com/rfc3987/iri/internal/text/percent"
	"github.com/rfc3987/iri/internal/verdict/hostname"
	"github.com/rfc3987/iri/internal/verdict/scheme"
)

// Options change how a normal form is made. The zero Options are those of RFC 3987.
type Options struct {
	NFC  bool             // also apply Unicode Normalization Form C (RFC 3987 §5.3.2.2)
	Spec *spec.Spec       // by whose repertoire; nil for RFC 3987. In LEIRIs the same is decoded, and nothing encoded
	Host hostname.Mapping // from [RungScheme] on, take hosts for domain names
}

// Normalize makes a reference its normal form on a rung; see RFC 3987 §5.3.
func Normalize(r *component.Ref, to Rung, o *Options) {
	var n normalizer
	n.set(to, o)
	n.normalize(r)
}

// Key returns the text of the normal form on a rung. It does not allocate if the
// reference is normal already.
func Key(r component.Ref, rung Rung) string {
	var n normalizer
	n.set(rung, nil)
	n.comparing = true
	kinds := engine.KindsOf(r.Text)
	if n.isNormal(&r, kinds) {
		return r.Text
	}
	var buf [stackBuffer]byte
	return string(n.append(buf[:0], &r, kinds))
}

// IsNormal reports whether a reference is its own normal form on a rung. It does not allocate for
// references of ordinary length.
func IsNormal(r component.Ref, rung Rung) bool {
	var n normalizer
	n.set(rung, nil)
	kinds := engine.KindsOf(r.Text)
	if n.isNormal(&r, kinds) {
		return true
	}
	var buf [stackBuffer]byte
	return string(n.append(buf[:0], &r, kinds)) == r.Text
}

// AppendNormal appends the text of the normal form to b. It allocates nothing if b has
// room.
func AppendNormal(b []byte, r component.Ref, to Rung, o *Options) []byte {
	var n normalizer
	n.set(to, o)
	kinds := engine.KindsOf(r.Text)
	if !n.nfc && n.mapping == hostname.Percent && n.isNormal(&r, kinds) {
		return append(b, r.Text...)
	}
	return n.append(b, &r, kinds)
}

// Equivalent reports whether two references are equal on a rung of the ladder. It does
// not allocate where both are normal already, nor for those of ordinary length.
func Equivalent(a, b component.Ref, rung Rung) bool {
	if a.Text == b.Text {
		return true
	}
	var n normalizer
	n.set(rung, nil)
	n.comparing = true
	var bufA, bufB [stackBuffer]byte
	kindsA, kindsB := engine.KindsOf(a.Text), engine.KindsOf(b.Text)
	na, nb := n.isNormal(&a, kindsA), n.isNormal(&b, kindsB)
	switch {
	case na && nb:
		return false
	case na:
		return a.Text == string(n.append(bufB[:0], &b, kindsB))
	case nb:
		return b.Text == string(n.append(bufA[:0], &a, kindsA))
	}
	return string(n.append(bufA[:0], &a, kindsA)) == string(n.append(bufB[:0], &b, kindsB))
}

// stackBuffer is the length of the buffers that results of ordinary length are
// built in before they are allocated in their exact size.
const stackBuffer = 512

// A normalizer makes normal forms on one rung.
type normalizer struct {
	to      Rung
	nfc     bool
	mapping hostname.Mapping // on RungScheme; hostname.Percent for none
	leiri   bool             // what a LEIRI allows stays as it is
	// comparing is set for forms that are compared and not shown: they encode ASCII that
	// only LEIRIs and the like allow, and leave out what follows the name in a URN.
	comparing bool
	// decodeAll is set for messages: what would have a fault of [textparts] is decoded, too.
	decodeAll bool
	// parts are where the components of what has been built lie.
	parts component.Parts
	// plain is set while a text is made normal whose components stay as they are, but for case, dots and needless parts.
	plain bool
	// unsure is set if mayStand has said no of the text that isNormal was asked about last.
	unsure bool
	// undotted says that dot segments have been removed.
	undotted bool
	// tildes is how much of the text that is being normalized keeps "~" encoded: see [scheme.KeepsTilde].
	tildes int
	*rules
}

// rules are those of the components. What may stand unencoded, besides unreserved US-ASCII, is what the
// grammar accepts by itself in that component.
type rules struct{ userinfo, host, path, query, fragment spec.Rule }

// rulesOf returns the rules of a spec, those of RFC 3987 for one that has none for components, as one read
// from a file may.
func rulesOf(s *spec.Spec) *rules {
	p := s.Profile()
	if p == nil {
		return rulesOf(spec.RFC3987)
	}
	return &rules{p.Of[component.Userinfo], p.Of[component.RegName], p.Of[component.PathRootless], p.Of[component.Query], p.Of[component.Fragment]}
}

var rulesOfRFC3987 lazy.Value[*rules]

// set makes the zero normalizer one for a rung; o may be nil. A normalizer that is returned would be copied.
func (n *normalizer) set(to Rung, o *Options) {
	n.to = to
	if o != nil {
		n.nfc, n.mapping, n.leiri = o.NFC, o.Host, o.Spec == spec.LEIRI
		if o.Spec != nil && !n.leiri {
			n.rules = rulesOf(o.Spec)
			return
		}
	}
	n.rules = rulesOfRFC3987.Get(func() *rules { return rulesOf(spec.RFC3987) })
}

// normalize makes r its normal form. It is changed in place, because a copy right after its fields are
// stored waits for them.
func (n *normalizer) normalize(r *component.Ref) {
	kinds := engine.KindsOf(r.Text)
	if n.nfc || n.mapping != hostname.Percent || !n.isNormal(r, kinds) {
		n.rewrite(r, kinds)
	}
}

func (n *normalizer) rewrite(r *component.Ref, kinds chars.Kind) {
	if kinds&(chars.NotInURI|chars.PercentSign) == 0 && !n.nfc && n.mapping == hostname.Percent {
		// There is nothing to decode or to encode. So r is not normal, and its normal form hardly longer: it keeps the memory that it
		// is built in.
		if b := n.append(make([]byte, 0, len(r.Text)+len("/.")), r, kinds); uint64(len(b)) <= math.MaxUint32 {
			r.Text, r.Parts = textOf(b), n.parts
		}
		return
	}
	var buf [stackBuffer]byte
	b := n.append(buf[:0], r, kinds)
	if string(b) != r.Text && uint64(len(b)) <= math.MaxUint32 { // a longer one has no offsets
		r.Text, r.Parts = string(b), n.parts
	}
}

// normalized returns the normal form of r.
func (n *normalizer) normalized(r component.Ref) component.Ref {
	n.normalize(&r)
	return r
}

// append appends the normal form of r, whose text has bytes of the kinds, to dst.
func (n *normalizer) append(dst []byte, r *component.Ref, kinds chars.Kind) []byte {
	start := len(dst)
	dots := n.to >= RungPath && r.Parts.Scheme > 0
	n.plain, n.undotted = n.isPlain(r, kinds), false
	dst = n.build(dst, r, dots)
	if n.undotted && !n.conformsToScheme(dst[start:], r) {
		dst = n.build(dst[:start], r, false)
	}
	n.plain = false
	if n.to >= RungScheme && n.comparing && scheme.NameOnly(r.Text[:r.Parts.Scheme]) {
		n.parts.Query = n.parts.PathEnd
		return dst[:start+int(n.parts.PathEnd)]
	}
	return dst
}

// isPlain reports whether nothing of r is to be decoded or encoded: it has neither "%" nor ASCII that URIs have not, and all
// that is beyond ASCII may stand.
func (n *normalizer) isPlain(r *component.Ref, kinds chars.Kind) bool {
	if kinds&chars.BeyondASCII != 0 && (n.unsure || n.nfc || kinds&chars.Tilde != 0) { // see [scheme.KeepsTilde]
		return false
	}
	return kinds&(chars.ExcludedASCII|chars.PercentSign) == 0 && (kinds&chars.BeyondASCII == 0 || mayStand(r))
}

// mayStand is [textparts.Text.MayStand].
func mayStand(r *component.Ref) bool {
	t := textparts.Text{S: r.Text, Parts: r.Parts}
	return t.MayStand()
}

// conformsToScheme reports whether the dot segments of r, of which it has some, may be removed: whether the rule
// of its scheme finds no error in the normal form without them, or finds errors in the one
// with them, too.
func (n *normalizer) conformsToScheme(normal []byte, r *component.Ref) bool {
	if !scheme.HasPathRules(chars.View(normal[:r.Parts.Scheme])) || !scheme.HasErrors(component.Conforming(string(normal))) {
		return true
	}
	m := *n // the parts of n stay
	return scheme.HasErrors(component.Conforming(string(m.build(nil, r, false))))
}

// mayHaveDots is [component.HasDotSegment] for paths in which dots may be percent-encoded. It
// takes no path with dot segments for one without.
func mayHaveDots(path string) bool {
	return component.HasDotSegment(path) || strings.Contains(path, "%2E") || strings.Contains(path, "%2e")
}

// build appends the normal form of r to dst, with or without its dot segments, and sets the parts.
func (n *normalizer) build(dst []byte, r *component.Ref, dots bool) []byte {
	s, p := r.Text, &r.Parts
	name, start := s[:p.Scheme], len(dst)
	n.parts = component.Parts{Scheme: p.Scheme}
	if p.Scheme > 0 {
		dst = append(dst, s[:p.Scheme+1]...)
		if n.to >= RungCase {
			chars.LowerASCII(dst[start:])
		}
	}
	if p.Host > 0 {
		var host, hostEnd int
		dst, host, hostEnd = n.appendAuthority(append(dst, "//"...), r, name)
		n.parts.Host, n.parts.HostEnd = uint32(host-start), uint32(hostEnd-start)
	}
	from := len(dst)
	n.parts.Path = uint32(from - start)
	dst = n.appendPath(dst, r, name, dots)
	if n.comparing && n.to >= RungScheme {
		path := chars.View(dst[from:])
		if p.Host == 0 && scheme.HostImplied(name, path) {
			dst = slices.Insert(dst, from, '/', '/')
			n.parts.Path += uint32(len("//"))
			n.parts.Host, n.parts.HostEnd = n.parts.Path, n.parts.Path
		} else if same := scheme.ComparedPath(name, path); same != path {
			dst = append(dst[:from], same...)
		}
	}
	n.parts.PathEnd = uint32(len(dst) - start)
	if n.plain {
		n.parts.Query = n.parts.PathEnd + p.Query - p.PathEnd
		return append(dst, s[p.PathEnd:]...)
	}
	if p.PathEnd < p.Query {
		dst = n.appendText(append(dst, '?'), s[p.PathEnd+1:p.Query], n.query)
	}
	n.parts.Query = uint32(len(dst) - start)
	if int(p.Query) < len(s) {
		// "The fragment component is not subject to any scheme-based
		// normalization" (RFC 3987 §5.3.3): an empty one stays.
		dst = n.appendText(append(dst, '#'), s[p.Query+1:], n.fragment)
	}
	return dst
}

// appendAuthority appends the normal form of the authority, and returns where its host begins and ends.
func (n *normalizer) appendAuthority(dst []byte, r *component.Ref, name string) (out []byte, start, end int) {
	s, p := r.Text, &r.Parts
	authority := len(dst)
	if from := p.AuthorityStart(); from < p.Host {
		dst = append(n.appendText(dst, s[from:p.Host-1], n.userinfo), '@')
	}
	start = len(dst)
	dst = n.appendText(dst, s[p.Host:p.HostEnd], n.host)
	if n.to >= RungPercent || n.to == RungCase && chars.IsASCII(dst[start:]) {
		if n.plain { // without "%"
			chars.LowerASCII(dst[start:])
		} else {
			chars.LowerHost(dst[start:])
		}
		if n.nfc {
			dst = composeNFC(dst, start, n.host) // T and a diaeresis do not compose, t and one do
		}
	}
	if !n.plain && !chars.IsASCII(dst[start:]) && n.foldsHost(name) {
		dst = append(dst[:start], n.lowered(string(dst[start:]))...)
	}
	if n.to >= RungScheme && n.mapping != hostname.Percent {
		dst = n.mapHost(dst, start)
	}
	end = len(dst)
	if p.HostEnd < p.Path && !(n.to >= RungScheme && scheme.PortNeedless(name, s[p.HostEnd+1:p.Path])) {
		dst = append(dst, s[p.HostEnd:p.Path]...)
	}
	if n.to >= RungScheme && scheme.HostNeedless(name, chars.View(dst[authority:])) {
		return dst[:authority], authority, authority // not before: it may be percent-encoded, or have an empty port
	}
	return dst, start, end
}

// foldsHost reports whether the host of a reference with this scheme is a domain name, in which case
// does not matter beyond ASCII either (RFC 3987 §5.3.3, RFC 5895 §2).
func (n *normalizer) foldsHost(name string) bool {
	return n.to >= RungScheme && scheme.Is(name, scheme.DNS)
}

// lowered returns a host with its capitals beyond ASCII in lower case. One that would not be in
// NFC, or not be a host, does not change.
func (n *normalizer) lowered(host string) string {
	if chars.IsASCII(host) || !idna.HasCapital(host) {
		return host
	}
	if lower := idna.Lower(host); chars.IsNFC(lower) && n.host.Valid(lower) {
		return lower
	}
	return host
}

// mapHost replaces the host dst[start:] by what the mapping of the options makes of it.
func (n *normalizer) mapHost(dst []byte, start int) []byte {
	host := string(dst[start:])
	if host == "" || host[0] == '[' {
		return dst
	}
	ascii, faults := hostname.Append(nil, host, n.mapping)
	if faults != nil || strings.IndexByte(string(ascii), '%') >= 0 {
		return dst
	}
	if legible := hostname.AppendDisplay(nil, string(ascii)); n.host.Valid(string(legible)) {
		ascii = legible
	}
	return append(dst[:start], ascii...)
}

func (n *normalizer) appendPath(dst []byte, r *component.Ref, name string, dots bool) []byte {
	start, path, authority := len(dst), r.Text[r.Parts.Path:r.Parts.PathEnd], r.Parts.Host > 0
	if n.to >= RungPercent {
		if n.tildes = scheme.KeepsTilde(name, path); strings.IndexByte(path[:n.tildes], '~') >= 0 {
			rest := path[n.tildes:]
			path = strings.ReplaceAll(path[:n.tildes], "~", percent.Encode("~"))
			n.tildes, path = len(path), path+rest
		}
	}
	dst = n.appendText(dst, path, n.path)
	n.tildes = 0
	if dots {
		end := len(dst)
		dst = component.RemoveDotSegments(dst, start)
		n.undotted = len(dst) < end
		dst = component.GuardPath(dst, start, authority)
	}
	if n.to >= RungScheme {
		chars.LowerHost(dst[start : start+scheme.LowerPath(name, chars.View(dst[start:]))])
	}
	if n.to >= RungScheme && path == "" && scheme.PathNeeded(*r, name) {
		dst = append(dst, '/')
	}
	if n.to >= RungProtocol && trailingSlash(chars.View(dst[start:]), name) {
		dst = dst[:len(dst)-1]
	}
	return dst
}

// isNormal reports whether append is sure to change nothing; the text of r has bytes of the kinds. It does not allocate but for
// paths with dot segments in schemes that have rules for paths, and text that [chars.KeptEncoded]
// or package textparts may have a say in. It may return false for percent-encodings that are kept.
func (n *normalizer) isNormal(r *component.Ref, kinds chars.Kind) bool {
	if n.unsure = false; n.to == RungString {
		return true
	}
	s, p := r.Text, &r.Parts
	name, path := s[:p.Scheme], s[p.Path:p.PathEnd]
	if kinds&chars.UpperASCII != 0 && chars.HasUpper(name) {
		return false
	}
	if kinds&chars.UpperASCII != 0 && p.Host > 0 {
		if h := s[p.Host:p.HostEnd]; chars.HasUpperHost(h) && (n.to >= RungPercent || chars.IsASCII(h)) {
			return false
		}
	}
	if kinds&(chars.NotInURI|chars.PercentSign) != 0 && !n.isNormalText(r, kinds) {
		return false
	}
	if n.to >= RungPercent && kinds&chars.Tilde != 0 && strings.IndexByte(path[:scheme.KeepsTilde(name, path)], '~') >= 0 {
		return false
	}
	if n.to >= RungPath && p.Scheme > 0 {
		rest := path
		if p.Host == 0 && strings.HasPrefix(path, "/.//") {
			rest = path[2:] // the guard: see [component.GuardPath]
		}
		if (kinds&chars.Dot != 0 || strings.HasPrefix(rest, ".")) && component.HasDotSegment(rest) {
			// In rare cases they stay; only making the normal form tells.
			return scheme.HasPathRules(name) && string(n.append(nil, r, kinds)) == s
		}
	}
	if n.to < RungScheme {
		return true
	}
	if p.Host > 0 && scheme.HostNeedless(name, s[p.AuthorityStart():p.Path]) || kinds&chars.UpperASCII != 0 && chars.HasUpperHost(path[:scheme.LowerPath(name, path)]) ||
		n.comparing && scheme.NameOnly(name) && int(p.PathEnd) < len(s) {
		return false
	}
	if n.comparing && (p.Host == 0 && scheme.HostImplied(name, path) || scheme.ComparedPath(name, path) != path) {
		return false
	}
	if p.Host > 0 && p.HostEnd < p.Path && scheme.PortNeedless(name, s[p.HostEnd+1:p.Path]) || path == "" && scheme.PathNeeded(*r, name) {
		return false
	}
	return n.to < RungProtocol || !trailingSlash(path, name)
}

// trailingSlash reports whether the path ends with the "/" that RungProtocol
// removes. Not after another "/", where it delimits an empty segment: "/a//" and
// "/a/" stay apart, and what remains has no "/" to remove.
func trailingSlash(path, name string) bool {
	n := len(path)
	return n > 1 && path[n-1] == '/' && path[n-2] != '/' &&
		scheme.Is(name, scheme.Web)
}
