package iri

import (
	"encoding/binary"
	"fmt"
	"math"
	"math/bits"
	"slices"
	"strings"
	"unicode/utf8"
	"unsafe"
)

// A URIOption changes how an IRI is mapped to a URI. (It takes the options and
// gives them back, so that they stay off the heap.)
type URIOption func(uriOptions) uriOptions

type uriOptions struct {
	host    HostMapping
	query   Charset
	lenient bool
	rule    Rule
}

// WithHost sets how the host is converted. The scheme is not looked at: to ask
// for anything but HostPercent is to say that hosts are domain names.
func WithHost(m HostMapping) URIOption { return func(o uriOptions) uriOptions { o.host = m; return o } }

// WithQueryCharset names the charset of the document that the IRI comes from. If
// it is not a Unicode one and the scheme is http or https, the characters of the
// query are percent-encoded in that charset and not in UTF-8 (3987bis §3.5); no
// other scheme or component is touched. Every octet of such a character is
// percent-encoded, also one that is an ASCII letter by itself. A character that
// the charset does not have is a finding with the code "charset".
func WithQueryCharset(c Charset) URIOption {
	return func(o uriOptions) uriOptions { o.query = c; return o }
}

// Lenient percent-encodes the printable characters of ASCII that URIs do not
// allow, < > " space { } | \ ^ and `, where they stand behind the scheme, instead
// of failing (RFC 3987 §3.1, last part). # % [ and ] are never encoded.
func Lenient() URIOption { return func(o uriOptions) uriOptions { o.lenient = true; return o } }

// FromRule sets the rule that the input conforms to, for [ToURI], [AppendURI] and
// [URIMapper]; without this option it is the rule IRI-reference of RFC 3987. With
// a rule of LEIRI all characters that URIs do not allow are percent-encoded.
//
// It should be a rule for whole references (see [Rule.WholeReference]). AppendURI
// and URIMapper also take those of components, as RFC 3987 §3.1 has it: then
// characters are percent-encoded, [WithHost] applies if the rule is that of a host
// or a registered name, and [WithQueryCharset] does not apply, for there is no
// scheme.
func FromRule(r Rule) URIOption { return func(o uriOptions) uriOptions { o.rule = r; return o } }

// URI maps the IRI to a URI (RFC 3987 §3.1, 3987bis §3.6): it percent-encodes the
// UTF-8 of every character of ucschar and iprivate. Nothing is normalized, for the
// input is Unicode (step 1c). The mapping is the identity on URIs and idempotent.
//
// Without options it cannot fail. The error is a *[ConvertError]. There is one
// allocation, for the result, and none if nothing changes.
func (i IRI) URI(opts ...URIOption) (URI, error) {
	u, err := i.r.URI(opts...)
	return URI{IRI(u)}, err
}

// hasExcluded reports whether s has ASCII that no URI has: it is a LEIRI then.
func hasExcluded(s string) bool {
	for i := 0; i < len(s); i++ {
		if excludedByte[s[i]] {
			return true
		}
	}
	return false
}

// withoutExcluded percent-encodes the ASCII that URIs do not have.
func (r Ref) withoutExcluded() Ref {
	var e editor
	for i := range len(r.s) {
		if excludedByte[r.s[i]] {
			e.replace(r.s, i, i+1, percent[r.s[i]])
		}
	}
	s, _ := e.done(r.s)
	return Ref{s, split(s)}
}

// URI maps the IRI-reference to a URI-reference; see [IRI.URI]. The characters of
// ASCII that a LEIRI may have and an IRI may not are percent-encoded as well
// (3987bis §6).
func (r Ref) URI(opts ...URIOption) (URIRef, error) {
	if hasExcluded(r.s) {
		r = r.withoutExcluded()
	}
	if len(opts) > 0 {
		var o uriOptions
		for _, f := range opts {
			o = f(o)
		}
		if !o.plain() {
			b, findings := o.append(make([]byte, 0, encodedLen(r.s)), r.s, r.p)
			if findings != nil {
				return URIRef{}, &ConvertError{Input: r.s, Target: "URI", findings: findings}
			}
			return URIRef{refOf(b)}, nil
		}
	}
	n := encodedLen(r.s)
	if n == len(r.s) {
		return URIRef{r}, nil
	}
	if uint64(n) > math.MaxUint32 {
		return URIRef{}, tooLong(r.s, "URI")
	}
	return URIRef{refOf(AppendPercentEncoded(make([]byte, 0, n), r.s))}, nil
}

// ToURI parses s and maps it to a URI-reference; see [IRI.URI]. The error is a
// *[ConvertError]; where s does not conform, it wraps a *[ParseError].
func ToURI(s string, opts ...URIOption) (URIRef, error) {
	m := NewURIMapper(opts...)
	if !m.o.whole() {
		return URIRef{}, fmt.Errorf("iri: the rule %s names no whole reference", m.o.rule.Name())
	}
	b, err := m.Append(nil, s)
	if err != nil {
		return URIRef{}, err
	}
	if len(b) == len(s) && string(b) == s {
		return URIRef{Ref{s, split(s)}}, nil
	}
	return URIRef{refOf(b)}, nil
}

// AppendURI is like [ToURI] but appends the text of the result to dst. It
// allocates nothing if dst has room. On an error it returns dst unchanged.
func AppendURI(dst []byte, s string, opts ...URIOption) ([]byte, error) {
	m := NewURIMapper(opts...)
	return m.Append(dst, s)
}

// A URIMapper maps strings to URI-references with the same options. It may be
// used by several goroutines at once. The zero URIMapper has no options.
type URIMapper struct {
	o     uriOptions
	parts bool // the string has to be taken apart
}

// NewURIMapper returns a mapper with options.
func NewURIMapper(opts ...URIOption) URIMapper {
	var m URIMapper
	for _, f := range opts {
		m.o = f(m.o)
	}
	m.parts = !m.o.plain()
	return m
}

// Append is [AppendURI] with the options of the mapper.
func (m *URIMapper) Append(dst []byte, s string) ([]byte, error) {
	if m.o.rule == (Rule{}) {
		if !ValidRef(s) {
			return m.o.appendInvalid(dst, s, ruleReference())
		}
	} else if !m.o.rule.Valid(s) {
		return m.o.appendInvalid(dst, s, m.o.rule)
	}
	if !m.parts {
		if uint64(len(s)) > math.MaxUint32/3 && uint64(encodedLen(s)) > math.MaxUint32 {
			return dst, tooLong(s, "URI")
		}
		return AppendPercentEncoded(dst, s), nil
	}
	p, err := m.o.split(s)
	if err != nil {
		return dst, err
	}
	out, findings := m.o.append(dst, s, p)
	if findings != nil {
		return dst, &ConvertError{Input: s, Target: "URI", findings: findings}
	}
	return out, nil
}

// split finds the components of a string that conforms to the rule. A spec that
// was read may divide it in another way than RFC 3986 Appendix B; that is an error.
func (o *uriOptions) split(s string) (parts, error) {
	if o.whole() && o.rule != (Rule{}) && !o.rule.whole() {
		ref, err := o.rule.Parse(s)
		return ref.p, err
	}
	return split(s), nil
}

// appendInvalid is AppendURI for a string that does not conform to the rule:
// there may still be a result if the mapping is lenient.
func (o *uriOptions) appendInvalid(dst []byte, s string, rule Rule) ([]byte, error) {
	if !o.lenient {
		rep := rule.Validate(s, GrammarOnly())
		return dst, &ConvertError{Input: s, Target: "URI", findings: rep.Findings(), cause: rep.Err()}
	}
	var e editor
	start := 0
	if o.whole() {
		start = int(split(s).scheme)
	}
	for i := start; i < len(s); i++ {
		if printableExcluded(s[i]) {
			e.replace(s, i, i+1, percent[s[i]])
		}
	}
	clean, trace := e.done(s)
	if !rule.Valid(clean) {
		findings := rule.Validate(clean, GrammarOnly()).Findings()
		return dst, &ConvertError{Input: s, Target: "URI", findings: trail{trace}.back(findings)}
	}
	p, err := o.split(clean)
	if err != nil {
		return dst, err
	}
	out, findings := o.append(dst, clean, p)
	if findings != nil {
		return dst, &ConvertError{Input: s, Target: "URI", findings: trail{trace}.back(findings)}
	}
	return out, nil
}

// plain reports whether the mapping is step 2 of RFC 3987 §3.1 alone, on a
// string of a grammar that has no more of ASCII than URIs have. Step 2 treats all
// components alike, so that the string need not be taken apart.
func (o *uriOptions) plain() bool {
	return o.host == HostPercent && (o.query.enc == nil || o.query.IsUnicode()) && o.asciiIsURI()
}

// whole reports whether the rule is one for whole references.
func (o *uriOptions) whole() bool { return o.rule == Rule{} || o.rule.WholeReference() }

// asciiIsURI reports whether strings that conform have no ASCII but what URIs have.
func (o *uriOptions) asciiIsURI() bool {
	if (o.rule == Rule{}) {
		return true
	}
	spec := o.rule.Spec()
	return spec == RFC3987 || spec == RFC3986 || spec == RFC3987bis
}

// append maps a string that conforms, component by component, and puts it
// together again with the punctuation that it had (3987bis §3.6).
func (o *uriOptions) append(dst []byte, s string, p parts) ([]byte, []Finding) {
	encode := AppendPercentEncoded
	if !o.asciiIsURI() {
		encode = appendPercentASCII
	}
	if !o.whole() {
		if name := strings.TrimPrefix(o.rule.Name(), "i"); o.host != HostPercent && (name == "host" || name == "reg-name") && hostOf(s).Kind() == RegName {
			return appendHost(dst, s, o.host)
		}
		return encode(dst, s), nil
	}
	var all []Finding
	at := 0
	if host := s[p.host:p.hostEnd]; p.host > 0 && host != "" && o.host != HostPercent && hostOf(host).Kind() == RegName {
		dst = encode(dst, s[:p.host])
		var findings []Finding
		dst, findings = appendHost(dst, host, o.host)
		all = appendShifted(all, findings, int(p.host))
		at = int(p.hostEnd)
	}
	if scheme := s[:p.scheme]; p.query > p.pathEnd && o.query.enc != nil && !o.query.IsUnicode() &&
		(strings.EqualFold(scheme, "http") || strings.EqualFold(scheme, "https")) {
		dst = encode(dst, s[at:p.pathEnd])
		var findings []Finding
		dst, findings = o.query.appendPercent(dst, s[p.pathEnd:p.query])
		all = appendShifted(all, findings, int(p.pathEnd))
		at = int(p.query)
	}
	return encode(dst, s[at:]), all
}

// appendShifted appends findings about a component that starts at an offset.
func appendShifted(all, findings []Finding, offset int) []Finding {
	for _, f := range findings {
		f.Start += offset
		f.End += offset
		all = append(all, f)
	}
	return all
}

// refOf returns the reference that b holds; b must conform and must not be
// changed afterwards.
func refOf(b []byte) Ref {
	s := unsafe.String(unsafe.SliceData(b), len(b))
	return Ref{s, split(s)}
}

// A ConvertError is the error of the conversions: there is no result. Find it
// with errors.As. Its message tells of the first finding; if the input does not
// conform to the grammar that is to be converted from, it wraps a *[ParseError].
type ConvertError struct {
	Input  string
	Target string // what there is none of: "URI", "IRI", "text"

	findings []Finding
	cause    error
}

// Findings returns why there is no result, in the order of the offsets in Input.
// There is at least one, and of each kind at most [DefaultMaxFindings]. The caller
// must not change them.
func (e *ConvertError) Findings() []Finding { return e.findings }

// Is reports whether the target is a [Code] that one of the findings has.
func (e *ConvertError) Is(target error) bool { return holds(e.findings, target) }

// As sets the target to the first error among the findings if it is a *[Finding].
func (e *ConvertError) As(target any) bool { return assign(e.findings, target) }

// Unwrap returns the *[ParseError] if the input does not conform, else nil.
func (e *ConvertError) Unwrap() error { return e.cause }

func (e *ConvertError) Error() string {
	f := e.findings[0]
	var b strings.Builder
	fmt.Fprintf(&b, "iri: %s has no %s: %s", quote(e.Input), e.Target, f.sentence())
	if f.Hint != "" {
		b.WriteString("; " + f.Hint)
	}
	if n := len(e.findings) - 1; n > 0 {
		fmt.Fprintf(&b, ", and %d more", n)
	}
	return b.String()
}

func tooLong(s, target string) error {
	return fmt.Errorf("iri: the %s of %s is longer than the limit of 4 GiB", target, quote(s))
}

const highBits = 0x8080808080808080

// encodedLen returns the length of s once every byte that is not ASCII is
// percent-encoded.
func encodedLen(s string) int {
	n, i := 0, 0
	for ; i+8 <= len(s); i += 8 {
		n += bits.OnesCount64(load64(s, i) & highBits)
	}
	for ; i < len(s); i++ {
		n += int(s[i] >> 7)
	}
	return len(s) + 2*n
}

// load64 returns the eight bytes at an offset, which must be there.
func load64(s string, i int) uint64 {
	b := s[i : i+8]
	return uint64(b[0]) | uint64(b[1])<<8 | uint64(b[2])<<16 | uint64(b[3])<<24 |
		uint64(b[4])<<32 | uint64(b[5])<<40 | uint64(b[6])<<48 | uint64(b[7])<<56
}

// AppendPercentEncoded appends s with every byte that is not ASCII percent-encoded
// in upper case: steps 2.1 to 2.3 of RFC 3987 §3.1, which make a URI of an IRI and
// a file of URIs of a file of IRIs, with a line to each. It does not look at what s
// is; [AppendURI] does. It allocates nothing if dst has room for three times s.
func AppendPercentEncoded(dst []byte, s string) []byte {
	i := nonASCII(s)
	if i == len(s) {
		return append(dst, s...)
	}
	if cap(dst)-len(dst) < 3*len(s) {
		dst = slices.Grow(dst, encodedLen(s))
	}
	at := len(dst)
	b := dst[:cap(dst)]
	at += copy(b[at:], s[:i])
	// In text of other scripts a branch on each byte is a guess that often fails. So
	// write a whole word, of which the next one overwrites what is too much, as long
	// as three bytes follow at least.
	for ; i+3 < len(s); i++ {
		c := s[i]
		binary.LittleEndian.PutUint32(b[at:at+4], percentWord[c])
		at += 1 + int(c>>7)*2
	}
	for ; i < len(s); i++ {
		w := percentWord[s[i]]
		b[at] = byte(w)
		at++
		if s[i] >= utf8.RuneSelf {
			b[at], b[at+1] = byte(w>>8), byte(w>>16)
			at += 2
		}
	}
	return b[:at]
}

// appendPercentASCII is like AppendPercentEncoded, and also percent-encodes what of ASCII
// URIs do not allow and LEIRIs do. s must have no faulty "%".
func appendPercentASCII(dst []byte, s string) []byte {
	for i := range len(s) {
		if uriByte[s[i]] {
			dst = append(dst, s[i])
		} else {
			dst = append(dst, percent[s[i]]...)
		}
	}
	return dst
}

// percentWord holds what becomes of every byte, itself if it is ASCII, in the low
// bytes of a word.
var percentWord = func() (t [256]uint32) {
	for i, p := range percent {
		if t[i] = uint32(i); i >= utf8.RuneSelf {
			t[i] = uint32(p[0]) | uint32(p[1])<<8 | uint32(p[2])<<16
		}
	}
	return t
}()

// percent holds the percent-encoding of every byte, in upper case (RFC 3986 §2.1).
var percent = func() (t [256]string) {
	for i := range t {
		t[i] = string([]byte{'%', upperHex[i>>4], upperHex[i&15]})
	}
	return t
}()

// uriByte tells which bytes may stand in a URI: unreserved, reserved and "%"
// (RFC 3986 §2). That the grammar says the same is tested.
var uriByte = func() (t [256]bool) {
	for i := '!'; i <= '~'; i++ {
		t[i] = !strings.ContainsRune(excluded, i)
	}
	return t
}()

// excludedByte tells which bytes of ASCII are not in uriByte.
var excludedByte = func() (t [256]bool) {
	for i := range utf8.RuneSelf {
		t[i] = !uriByte[i]
	}
	return t
}()

// excluded are the printable characters of ASCII that URIs do not allow, but for
// the space: RFC 3987 §3.1.
const excluded = "<>\"{}|\\^`"

// printableExcluded reports whether a byte is of the list of RFC 3987 §3.1:
// printable ASCII that URIs do not allow.
func printableExcluded(b byte) bool { return ' ' <= b && b < 0x7F && !uriByte[b] }
