package normalize

import (
	"cmp"
	"math"
	"slices"
	"strings"

	"github.com/rfc3987/iri/internal/ref/component"
	"github.com/rfc3987/iri/internal/ref/hostname"
	"github.com/rfc3987/iri/internal/ref/scheme"
	"github.com/rfc3987/iri/internal/ref/spec"
	"github.com/rfc3987/iri/internal/ref/textparts"
	"github.com/rfc3987/iri/internal/text/chars"
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

// Normalize makes a reference its normal form on a rung; see RFC 3987 §5.3. It changes r in place, because returning a
// copy takes 31 ns instead of 23 ns for a reference that is normal already.
func Normalize(r *component.Ref, to Rung, o *Options) {
	if o != nil || !isCommon(r, to) {
		f := newForm(to, o)
		f.normalize(r)
	}
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
	if o == nil && isCommon(r, rung) {
		return r.Text
	}
	f := newForm(rung, o)
	f.NFC = false
	var parts component.Parts
	text, _ := f.append(buf, r, &parts)
	return chars.UnsafeString(text)
}

// AppendKey appends [Key] to b.
func AppendKey(b []byte, r component.Ref, rung Rung, o Options) []byte {
	o.NFC = false
	return AppendNormal(b, r, rung, &o)
}

// AppendNormal appends the text of the normal form to b. It allocates nothing if b has
// room.
func AppendNormal(b []byte, r component.Ref, to Rung, o *Options) []byte {
	f := newForm(to, o)
	var parts component.Parts
	b, _ = f.append(b, &r, &parts)
	return b
}

// AppendNormalOr is AppendNormal, but if the grammar of the options refuses the normal form, it appends nothing and
// returns that.
func AppendNormalOr(b []byte, r component.Ref, to Rung, o *Options) (out []byte, refused string) {
	f := newForm(to, o)
	var parts component.Parts
	if out, refused = f.append(b, &r, &parts); refused != "" {
		return b, refused
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

// A form says how normal forms are made.
type form struct {
	Options
	rung      Rung
	rules     *spec.Profile // what the components may have unencoded, besides unreserved US-ASCII
	reference spec.Rule     // what a normal form has to conform to
	leiri     bool          // the text is a LEIRI, and may have what IRIs have not
	// mending is for [Deviations]: spellings that are equally good stay, such as the hyphens in an ISBN.
	mending bool
	// decodeAll is for messages: decode also what a component keeps encoded because of [textparts].
	decodeAll bool
}

// newForm returns the form on a rung; o may be nil.
func newForm(to Rung, o *Options) form {
	f := form{rung: to}
	if o != nil {
		f.Options = *o
	}
	f.rules = f.Spec.Decoding()
	f.reference = f.rules.Reference
	if f.Spec != nil && f.Spec.Profile() != nil {
		f.reference = f.Spec.Profile().Reference
	}
	f.leiri = f.Spec != nil && f.Spec.Family() == spec.LEIRIs
	return f
}

// normalize makes r its normal form.
func (f *form) normalize(r *component.Ref) {
	var buf [stackBuffer]byte
	var parts component.Parts
	b, _ := f.append(buf[:0], r, &parts)
	if string(b) != r.Text && uint64(len(b)) <= math.MaxUint32 { // a longer one has no offsets
		r.Text, r.Parts = string(b), parts
	}
}

// of returns the normal form of r.
func (f *form) of(r component.Ref) component.Ref {
	f.normalize(&r)
	return r
}

// append appends the normal form of r to dst, and sets parts to its components: to return them, too, takes a tenth more
// time. If the grammar refuses the normal form, append uses the one of the rung below, so that references that are equal
// there stay equal, and on the lowest rung r itself. refused is the last text that was refused.
func (f *form) append(dst []byte, r *component.Ref, parts *component.Parts) (out []byte, refused string) {
	if f.IgnoreFragment {
		r = &component.Ref{Text: r.Text[:r.Parts.Query], Parts: r.Parts}
	}
	start := len(dst)
	out = f.write(dst, r, parts)
	text := chars.UnsafeString(out[start:])
	if text == r.Text || uint64(len(text)) > math.MaxUint32 || f.reference.Valid(text) || !f.reference.Valid(r.Text) {
		return out, ""
	}
	refused = strings.Clone(text)
	if held := *r; f.reference.ConformOrEscape(refused, &held) {
		*parts = held.Parts
		return append(out[:start], held.Text...), ""
	}
	if f.rung == RungString {
		*parts = r.Parts
		return append(out[:start], r.Text...), refused
	}
	below := *f
	below.rung--
	out, again := below.append(out[:start], r, parts)
	return out, cmp.Or(again, refused)
}

// write appends the components one after the other. It does not ask whether the grammar refuses the result.
func (f *form) write(dst []byte, r *component.Ref, q *component.Parts) []byte {
	w := writer{form: f, traits: chars.TraitsOf(r.Text)}
	w.plain = f.isPlain(r, w.traits)
	s, p, start := r.Text, &r.Parts, len(dst)
	*q = component.Parts{}
	q.Scheme = p.Scheme
	name, from := s[:p.Scheme], p.Path
	if p.Host > 0 {
		from = p.AuthorityStart()
	}
	dst = w.scheme(dst, s[:from], name)
	if p.Host > 0 {
		authority := len(dst)
		if from < p.Host {
			dst = append(w.text(dst, s[from:p.Host-1], userinfo), '@')
		}
		q.Host = uint32(len(dst) - start)
		dst = w.host(dst, s[p.Host:p.HostEnd], name)
		q.HostEnd = uint32(len(dst) - start)
		if p.HostEnd < p.Path {
			dst = w.port(dst, s[p.HostEnd+1:p.Path], name)
		}
		if f.rung >= RungScheme && scheme.HostNeedless(name, chars.UnsafeString(dst[authority:])) {
			dst = dst[:authority]
			q.Host = uint32(len(dst) - start)
			q.HostEnd = q.Host
		}
	}
	path := len(dst)
	dst = w.path(dst, s[p.Path:p.PathEnd], name, p.Host > 0)
	if p.Host == 0 && f.rung >= RungScheme && !f.mending && scheme.HostImplied(name, chars.UnsafeString(dst[path:])) {
		dst = slices.Insert(dst, path, '/', '/')
		path += len("//")
		q.Host = uint32(path - start)
		q.HostEnd = q.Host
	}
	q.Path = uint32(path - start)
	q.PathEnd = uint32(len(dst) - start)
	q.Query = q.PathEnd
	if f.URNEquivalence && f.rung >= RungScheme && scheme.HasComponents(name) {
		return dst
	}
	if p.PathEnd < p.Query {
		dst = w.text(append(dst, '?'), s[p.PathEnd+1:p.Query], query)
		q.Query = uint32(len(dst) - start)
	}
	if int(p.Query) < len(s) {
		// "The fragment component is not subject to any scheme-based normalization" (RFC 3987 §5.3.3): an empty one
		// stays.
		dst = w.text(append(dst, '#'), s[p.Query+1:], fragment)
	}
	return dst
}

// isPlain reports whether all fields of r have their characters in normal form, as most have: there is neither "%" nor
// ASCII that URIs have not, and all that is beyond ASCII may stand.
func (f *form) isPlain(r *component.Ref, traits chars.Trait) bool {
	switch {
	case traits&(chars.ExcludedASCII|chars.PercentSign) != 0,
		traits&chars.BeyondASCII != 0 && (f.NFC || f.leiri || !(&textparts.Text{S: r.Text, Parts: r.Parts}).MayBeDecoded()):
		return false
	}
	return traits&chars.Tilde == 0 || scheme.KeepsTilde(r.Text[:r.Parts.Scheme], r.Path()) == 0
}

// isCommon reports whether r is surely its own normal form on a rung, as most references are: in no byte of it is
// anything to be changed, it has an authority and no dot segment, and nothing is left out or put in.
func isCommon(r *component.Ref, to Rung) bool {
	var known *scheme.Own // no schemes of a program
	s, p := r.Text, &r.Parts
	name, path := s[:p.Scheme], s[p.Path:p.PathEnd]
	switch {
	case chars.TraitsOf(s) != 0, p.Host == 0, component.HasDotSegment(path):
		return false
	case to < RungScheme:
		return true
	case path == "" && known.PathNeeded(name, true), scheme.HostNeedless(name, s[p.AuthorityStart():p.Path]),
		p.HostEnd < p.Path && (p.HostEnd+1 == p.Path || known.Port(name, s[p.HostEnd+1:p.Path]) != s[p.HostEnd+1:p.Path]),
		to >= RungHost && mayFold(s[p.Host:p.HostEnd]):
		return false
	}
	return to < RungProtocol || !trailingSlash(path, name)
}
