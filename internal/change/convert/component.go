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
	return appendComponent(dst, s, rule, func(c byte) bool { return path && c == '/' || rule.Valid(string(rune(c))) }, true)
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

// EncodeFrom is the "IRI encoding algorithm" of 24 September 2001 (uri@w3.org) for text in
// a charset, which is brought to NFC first if the charset is not a Unicode one (step 2). For
// UTF-8, EncodeFrom is idempotent. The error is a *[finding.ConvertError] with offsets in s.
func EncodeFrom(c Charset, s string) (string, error) {
	text, t, findings := c.decode(s)
	findings = append(findings, finding.Back(t, faultyPercents(text))...)
	if len(findings) > 0 {
		sortFindings(findings)
		return "", &finding.ConvertError{Input: s, Target: "encoding", Findings: findings}
	}
	excluded, lower := 0, false
	for i := range len(text) {
		switch c := text[i]; {
		case !chars.UriByte[c]:
			excluded++
		case c == '%':
			lower = lower || text[i+1] >= 'a' || text[i+2] >= 'a'
		}
	}
	if excluded == 0 && !lower {
		return text, nil
	}
	encoded := percent.AppendForURI(make([]byte, 0, len(text)+2*excluded), text)
	for i, b := range encoded {
		if b == '%' {
			copy(encoded[i:], percent.Triplets[percent.OctetAt(chars.UnsafeString(encoded), i)])
		}
	}
	return string(encoded), nil
}

// Decode is the "IRI decoding algorithm" of 24 September 2001 (uri@w3.org), for
// display only: "%25" stays, every other percent-encoding becomes its byte. The error is a
// *[finding.ConvertError].
func Decode(s string) (string, error) {
	if findings := faultyPercents(s); findings != nil {
		return "", &finding.ConvertError{Input: s, Target: "decoding", Findings: findings}
	}
	if strings.Count(s, "%") == strings.Count(s, "%25") {
		return s, nil
	}
	var b strings.Builder
	b.Grow(len(s))
	for i := 0; i < len(s); i++ {
		octet := s[i]
		if octet == '%' {
			octet = percent.OctetAt(s, i)
			i += 2
		}
		if b.WriteByte(octet); octet == '%' {
			b.WriteString("25")
		}
	}
	return b.String(), nil
}

// faultyPercents returns a finding for every "%" that two hex digits do not
// follow, up to the limit.
func faultyPercents(s string) []finding.Finding {
	var findings []finding.Finding
	for i := 0; i < len(s) && len(findings) < finding.DefaultMaxFindings; i++ {
		if s[i] != '%' {
			continue
		}
		end := i + 1
		for end < len(s) && end < i+3 && chars.IsHex(s[end]) {
			end++
		}
		if end == i+3 {
			i += 2
			continue
		}
		text := finding.PctEncodedDecodeEnd.Text()
		if end < len(s) {
			text = finding.PctEncodedDecode.TextOfChar(s[end:])
		}
		findings = append(findings, finding.Finding{
			Code: "pct-encoded", Severity: finding.Error, Start: i, End: end,
			Section: "RFC 3986 §2.1", ABNF: `pct-encoded = "%" HEXDIG HEXDIG`, Expected: []string{"HEXDIG"},
			Message: text,
			Hint:    finding.HintPercentSign.Text(),
			Fix:     &finding.Fix{Start: i, End: i + 1, Text: "%25"},
		})
	}
	return findings
}
