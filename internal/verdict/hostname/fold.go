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
	if s = decodeName(s); chars.HasUpperHost(s) {
		s = chars.LoweredHost(s)
	}
	if !chars.IsASCII(s) {
		s = norm.NFC.String(idna.Lower(s))
	}
	if len(s) <= idna.MaxChecked && strings.Contains(s, idna.Prefix) {
		s = displayed(s)
	}
	return s
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
