package hostname

import (
	"net/netip"
	"strings"
	"unicode/utf8"

	"golang.org/x/text/unicode/norm"

	"github.com/rfc3987/iri/internal/grammar/tables"
	"github.com/rfc3987/iri/internal/ref/component"
	"github.com/rfc3987/iri/internal/text/chars"
	"github.com/rfc3987/iri/internal/text/idna"
	"github.com/rfc3987/iri/internal/text/percent"
)

// Fold returns the text by which hosts are compared. A name is in lower case and in NFC, its
// percent-encodings are decoded but for those of characters that a name cannot have unencoded, and
// its A-labels are U-labels (RFC 3987 §5.3.3, RFC 3986 §6.2.2). An IPv6 address is written as RFC
// 5952 says. It does not allocate if there is nothing to change.
func Fold(host component.HostText) string {
	s := host.Text
	switch host.Kind() {
	case component.HostIPv6:
		if a, err := netip.ParseAddr(s[1 : len(s)-1]); err == nil {
			return "[" + a.String() + "]"
		}
		return chars.Lower(s)
	case component.HostIPv4, component.HostIPvFuture:
		return chars.Lower(s)
	}
	if chars.IsASCII(s) && !strings.Contains(s, "%") && !strings.Contains(s, "--") {
		return chars.LoweredHost(s)
	}
	return folded.of(s, foldName)
}

// folded has names that [foldName] has met.
var folded memory

// foldName is Fold for a name.
func foldName(s string) string {
	if s = chars.LoweredHost(decodeName(s)); !chars.IsASCII(s) {
		s = composed(idna.Lower(s))
	}
	if len(s) <= idna.MaxChecked && strings.Contains(s, idna.Prefix) {
		s = displayed(s)
	}
	return s
}

// composed returns a name in NFC. What would be composed with the last digit of a percent-encoding before it is
// percent-encoded: "%3A" and U+0301 are not "%3\u00C1".
func composed(s string) string {
	i := strings.IndexByte(s, '%')
	if i < 0 {
		return norm.NFC.String(s)
	}
	var b strings.Builder
	for ; i >= 0; i = strings.IndexByte(s, '%') {
		b.WriteString(norm.NFC.String(s[:i]))
		s = s[i:]
		marks := min(len("%3A"), len(s))
		b.WriteString(s[:marks])
		s, marks = s[marks:], 0
		for marks < len(s) && s[marks] >= utf8.RuneSelf && !norm.NFC.PropertiesString(s[marks:]).BoundaryBefore() {
			_, w := utf8.DecodeRuneInString(s[marks:])
			marks += w
		}
		b.Write(percent.AppendNonASCII(nil, norm.NFC.String(s[:marks])))
		s = s[marks:]
	}
	b.WriteString(norm.NFC.String(s))
	return b.String()
}

// displayed returns a name with its A-labels as U-labels.
func displayed(s string) string {
	labels := strings.Split(s, ".")
	for i, label := range labels {
		if u, ok := idna.ToUnicode(label); ok {
			labels[i] = u
		}
	}
	return strings.Join(labels, ".")
}

// decodeName decodes the percent-encodings of a name that stand for a character which the name
// may have as it is.
func decodeName(s string) string {
	if strings.IndexByte(s, '%') < 0 {
		return s
	}
	var b strings.Builder
	for i := 0; i < len(s); {
		n := 0 // the length of the percent-encodings from here on
		for s[i:][n:] != "" && s[i+n] == '%' && i+n+2 < len(s) {
			n += len("%41")
		}
		if n == 0 {
			b.WriteByte(s[i])
			i++
			continue
		}
		octets := percent.Decode(s[i : i+n])
		for octets != "" {
			r, size := utf8.DecodeRuneInString(octets)
			if char := octets[:size]; r == utf8.RuneError && size == 1 || !tableIRegName.Match(char) {
				b.WriteString(percent.Encode(char))
			} else {
				b.WriteString(char)
			}
			octets = octets[size:]
		}
		i += n
	}
	return b.String()
}

var tableIRegName = tables.RFC3987RegName()
