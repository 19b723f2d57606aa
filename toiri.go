package iri

import (
	"strings"
	"unicode/utf8"
	"unsafe"

	"github.com/rfc3987/iri/internal/engine"
)

// An IRIOption changes how a URI is converted to an IRI.
type IRIOption func(iriOptions) iriOptions

type iriOptions struct{ display bool }

// Display also decodes the A-labels of a host that have a U-label, as for people
// to read (RFC 3987 §3.2.1, last example). The result maps back to the URI only
// with [HostIDNA].
func Display() IRIOption { return func(o iriOptions) iriOptions { o.display = true; return o } }

// IRI converts the URI to an IRI by the steps of RFC 3987 §3.2. Of the
// percent-encodings it decodes unreserved ASCII and the UTF-8 of characters that
// RFC 3987 §2.2 allows in their component. "%25", reserved characters and ASCII
// that URIs do not allow stay as they are written; octets that are not strictly
// legal UTF-8, characters that the component does not allow, private use outside
// the query among them, and the bidi formatting characters of §4.1 are encoded
// again, in upper case.
//
// The result conforms to RFC 3987, has the same components, and maps back to the
// URI but for the case of hex digits and for unreserved characters that were
// percent-encoded. As the steps have it, %2E becomes "." wherever it stands, so a
// segment %2E%2E becomes "..", and the host %31.2.3.4 an IPv4address. It cannot
// fail. There is one allocation, for the result, and none if nothing changes.
func (u URI) IRI(opts ...IRIOption) IRI { return IRI{u.Ref().Ref(opts...)} }

// Ref converts the URI-reference to an IRI-reference; see [URI.IRI].
func (u URIRef) Ref(opts ...IRIOption) Ref {
	s, p := u.r.s, u.r.p
	o := makeIRIOptions(opts)
	at := o.firstChange(s, p)
	if at < 0 {
		return u.r
	}
	return refOf(o.append(append(make([]byte, 0, len(s)), s[:at]...), s, p, at))
}

// FromURI parses s as a URI-reference and converts it to an IRI-reference; see
// [URI.IRI]. The error is a *[ConvertError] that wraps a *[ParseError].
func FromURI(s string, opts ...IRIOption) (Ref, error) {
	u, err := ParseURIRef(s)
	if err != nil {
		return Ref{}, convertError(s, "IRI", err)
	}
	return u.Ref(opts...), nil
}

// AppendIRI is like [FromURI] but appends the text of the result to dst. It
// allocates nothing if dst has room. On an error it returns dst unchanged.
func AppendIRI(dst []byte, s string, opts ...IRIOption) ([]byte, error) {
	u, err := ParseURIRef(s)
	if err != nil {
		return dst, convertError(s, "IRI", err)
	}
	o := makeIRIOptions(opts)
	at := o.firstChange(s, u.r.p)
	if at < 0 {
		return append(dst, s...), nil
	}
	return o.append(append(dst, s[:at]...), s, u.r.p, at), nil
}

func makeIRIOptions(opts []IRIOption) iriOptions {
	var o iriOptions
	for _, f := range opts {
		o = f(o)
	}
	return o
}

// convertError is the error for an input that could not be parsed.
func convertError(s, target string, err error) error {
	if p, ok := err.(*ParseError); ok {
		return &ConvertError{Input: s, Target: target, findings: p.Report.Findings(), cause: err}
	}
	return tooLong(s, target)
}

// iriChars holds the productions that say which characters may stand in the
// components of an IRI, in the order of [parts.fields]. Any sequence of these
// characters conforms to them.
var iriChars = [fields]*engine.Table{
	builtinTable("rfc3987", "iuserinfo"),
	builtinTable("rfc3987", "ireg-name"),
	builtinTable("rfc3987", "isegment"),
	builtinTable("rfc3987", "iquery"),
	builtinTable("rfc3987", "ifragment"),
}

// fields is how many components percent-encodings are treated by.
const fields = 5

// fields returns where the fields end: everything up to the host, host and port,
// path, query, fragment. The delimiters, the scheme and the port hold no
// percent-encoding, and no character that the conversions would change.
func (p parts) fields(s string) [fields]int {
	return [fields]int{int(p.host), max(int(p.host), int(p.path)), int(p.pathEnd), int(p.query), len(s)}
}

// firstChange returns the offset of the first byte that the conversion changes,
// or -1.
func (o *iriOptions) firstChange(s string, p parts) int {
	if o.display && p.host > 0 {
		return int(min(p.host, indexPercent(s)))
	}
	at := 0
	ends := p.fields(s)
	var scratch [3 * utf8.UTFMax]byte
	for f, end := range ends {
		for at < end {
			i := strings.IndexByte(s[at:end], '%')
			if i < 0 {
				break
			}
			at += i
			b, w := appendConverted(scratch[:0], s[at:end], iriChars[f])
			if string(b) != s[at:at+w] {
				return at
			}
			at += w
		}
		at = max(at, end)
	}
	return -1
}

// indexPercent returns the offset of the first "%", or the length.
func indexPercent(s string) uint32 {
	if i := strings.IndexByte(s, '%'); i >= 0 {
		return uint32(i)
	}
	return uint32(len(s))
}

// append converts s from an offset on.
func (o *iriOptions) append(dst []byte, s string, p parts, at int) []byte {
	chars := &iriChars
	for f, end := range p.fields(s) {
		if f == 1 && o.display && p.host > 0 {
			host := string(appendField(nil, s[p.host:p.hostEnd], chars[f]))
			if hostOf(host).Kind() == RegName {
				dst = displayHost(dst, host)
				at = int(p.hostEnd)
			}
		}
		if at < end {
			dst = appendField(dst, s[at:end], chars[f])
			at = end
		}
	}
	return dst
}

// appendField converts one field. chars is a production that any sequence of the
// characters allowed there conforms to.
func appendField(dst []byte, s string, chars *engine.Table) []byte {
	for {
		i := strings.IndexByte(s, '%')
		if i < 0 {
			return append(dst, s...)
		}
		dst = append(dst, s[:i]...)
		s = s[i:]
		// Mostly there is a word in another script: all of it may stand as it is.
		start := len(dst)
		w := 0
		for ; w+2 < len(s) && s[w] == '%' && s[w+1] >= '8'; w += 3 {
			dst = append(dst, hexValue(s[w+1])<<4|hexValue(s[w+2]))
		}
		if w > 0 && appropriate(unsafe.String(&dst[start], w/3), chars) {
			s = s[w:]
			continue
		}
		dst = dst[:start]
		for end := len(s) - max(w, 3); len(s) > end; {
			var n int
			dst, n = appendConverted(dst, s, chars)
			s = s[n:]
		}
	}
}

// appendConverted carries out steps 2 to 4 of RFC 3987 §3.2 for the
// percent-encoding at the start of s and those that belong to the same character,
// and returns how much of s that was.
func appendConverted(dst []byte, s string, chars *engine.Table) ([]byte, int) {
	first := hexValue(s[1])<<4 | hexValue(s[2])
	if first < utf8.RuneSelf {
		// Step 2 leaves "%", reserved and what URIs do not allow; the rest is
		// unreserved.
		if isUnreserved(first) {
			return append(dst, first), 3
		}
		return append(dst, s[:3]...), 3
	}
	n := len(dst)
	dst = append(dst, first)
	for i := 3; i < 4*3 && i+2 < len(s) && s[i] == '%'; i += 3 {
		b := hexValue(s[i+1])<<4 | hexValue(s[i+2])
		if utf8.RuneStart(b) {
			break
		}
		dst = append(dst, b)
	}
	r, w := utf8.DecodeRune(dst[n:])
	legal := w > 1 // step 3: overlong forms, surrogates and the like have width 1
	dst = dst[:n+w]
	if legal && !isBidiFormatting(r) && chars.Match(unsafe.String(&dst[n], w)) {
		return dst, 3 * w
	}
	var octets [utf8.UTFMax]byte
	copy(octets[:], dst[n:])
	dst = dst[:n]
	for _, b := range octets[:w] { // steps 3 and 4
		dst = append(dst, percent[b]...)
	}
	return dst, 3 * w
}

// appropriate reports whether all of s may stand in a field of an IRI as it is
// (RFC 3987 §2.2 and §4.1).
func appropriate(s string, chars *engine.Table) bool {
	return indexBidiFormatting(s) < 0 && chars.Match(s)
}
