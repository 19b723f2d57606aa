package convert

import (
	"strings"

	"github.com/rfc3987/iri/internal/text/chars"
	"github.com/rfc3987/iri/internal/text/percent"
	"github.com/rfc3987/iri/internal/verdict/finding"
)

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
