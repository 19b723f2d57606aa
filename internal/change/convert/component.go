package convert

import (
	"strings"
	"unicode/utf8"

	"github.com/rfc3987/iri/internal/ref/component"
	"github.com/rfc3987/iri/internal/ref/spec"
	"github.com/rfc3987/iri/internal/ref/textparts"
	"github.com/rfc3987/iri/internal/text/chars"
	"github.com/rfc3987/iri/internal/text/percent"
	"github.com/rfc3987/iri/internal/verdict/finding"
)

// EncodeComponent percent-encodes any text so that it can be one component (RFC 3987 §7.4). It keeps unreserved
// characters and those beyond ASCII that the rule of the component allows, except those that conversions keep encoded
// (RFC 3987 §3.2). No delimiter is left, "%" becomes %25, and the dots of a dot segment are encoded.
func EncodeComponent(s string, rule spec.Rule) string {
	if component.IsDotSegment(s) && rule.IsSegment() {
		return percent.Encode(s)
	}
	return string(appendComponent(make([]byte, 0, len(s)+8), s, rule, chars.IsUnreserved, false))
}

// AppendComponent is like [EncodeComponent], but keeps percent-encodings and all ASCII that the rule allows. If path
// is true, rule is that of a segment, and "/" is kept, too.
func AppendComponent(dst []byte, s string, rule spec.Rule, path bool) []byte {
	return appendComponent(dst, s, rule, func(c byte) bool { return path && c == '/' || rule.Valid(string(rune(c))) },
		true)
}

// appendComponent carries out [EncodeComponent] and [AppendComponent]. ascii returns whether it keeps an ASCII byte;
// triplets says whether it keeps percent-encodings.
func appendComponent(dst []byte, s string, rule spec.Rule, ascii func(byte) bool, triplets bool) []byte {
	start, plain := len(dst), chars.IsASCII(s)
	var host, authority bool // component that has characters beyond ASCII
	if !plain {
		kind, _ := rule.Component()
		host = kind == component.RegName
		authority = host || kind == component.Userinfo
	}
	if triplets && rule.Valid(s) && (plain || !chars.MightStayEncoded(s, authority) && (host || textparts.HasNoIssues(s))) {
		return append(dst, s...) // as the loop does, a character at a time
	}
	for i := 0; i < len(s); {
		if s[i] < utf8.RuneSelf && s[i] != '%' && ascii(s[i]) {
			dst = append(dst, s[i])
			i++
			continue
		}
		r, w := utf8.DecodeRuneInString(s[i:])
		_, triplet := percent.Triplet(s[i:])
		switch char := s[i : i+w]; {
		case triplet && triplets:
			w = len("%41")
			dst = append(dst, s[i:i+w]...)
		case r == '%' && ascii('%'),
			r >= utf8.RuneSelf && rule.Valid(char) && !chars.KeptEncoded(dst[start:], r, authority):
			dst = append(dst, char...)
		default:
			dst = percent.Append(dst, char)
		}
		i += w
	}
	if !host && !plain {
		dst = textparts.KeepEncoded(dst, start, ascii('/'))
	}
	return dst
}

// DecodeText brings text of a charset to UTF-8, in NFC if the charset is not a Unicode one (RFC 3987
// §3.1 step 1b). The error is a *[finding.ConvertError].
func DecodeText(c Charset, s string) (string, error) {
	text, _, findings := c.decode(s)
	if len(findings) > 0 {
		return "", &finding.ConvertError{Input: s, Target: "decoding", Findings: findings}
	}
	return text, nil
}

// DecodeTo is like [Decode] for percent-encodings whose octets are text in a charset (RFC 3987 §7.7). An ASCII
// character after an octet may be the second half of a character: %83A in Shift_JIS. All other characters stay (step
// 3). The error is a *[finding.ConvertError] with offsets of the octets.
func DecodeTo(c Charset, s string) (string, error) {
	if c.IsUnicode() && c.enc == nil || strings.IndexByte(s, '%') < 0 {
		return Decode(s)
	}
	if findings := faultyPercents(s); findings != nil {
		return "", &finding.ConvertError{Input: s, Target: "decoding", Findings: findings}
	}
	var b []byte
	for at := 0; at < len(s); {
		end := at + chars.NonASCII(s[at:])
		octets, _ := Decode(s[at:end]) // it has no fault
		text, _, findings := c.decode(octets)
		if len(findings) > 0 {
			findings[0].Start, findings[0].End = at, end // the octets stand elsewhere in s
			return "", &finding.ConvertError{Input: s, Target: "decoding", Findings: findings[:1]}
		}
		b = append(b, text...)
		for at = end; at < len(s) && s[at] >= utf8.RuneSelf; at++ {
			b = append(b, s[at])
		}
	}
	return string(b), nil
}
