package hostname

import (
	"strings"

	"github.com/rfc3987/iri/internal/text/idna"
	"github.com/rfc3987/iri/internal/text/percent"
)

// A Label is a label of a host.
type Label struct {
	Start, End int    // span in the host as written
	Text       string // the decoded text: see [AppendLabels]
	Encoded    bool   // Text differs from the label as written, or the label is next to percent-encodings
}

// AppendLabels appends the labels of a host. The text that a label is looked up as is the one in which
// percent-encodings are decoded and an A-label is the U-label that it stands for, and U+FFFD stands for what is not
// UTF-8. No U-label is looked for in a host that is too long for any name: [CheckIDNA] reports those. A percent-encoded
// dot ends a label.
func AppendLabels(dst []Label, host string) []Label {
	start, encoded := 0, false
	endLabel := func(end int) {
		label := host[start:end]
		if encoded {
			label = percent.Decode(label)
		}
		u, isALabel := "", false
		if len(host) <= 3*idna.MaxChecked {
			u, isALabel = idna.ToUnicode(label)
		}
		if isALabel {
			label = u
		}
		if encoded || isALabel {
			label = strings.ToValidUTF8(label, "\uFFFD")
		}
		dst = append(dst, Label{start, end, label, encoded || isALabel})
		encoded = false
	}
	for i := 0; i < len(host); {
		octet, n := host[i], 1
		if octet == '%' && i+2 < len(host) {
			octet, n = percent.OctetAt(host, i), len("%41")
		}
		encoded = encoded || n > 1
		if octet == '.' {
			endLabel(i)
			start = i + n
			encoded = n > 1 // as it is written, the label is not one
		}
		i += n
	}
	endLabel(len(host))
	return dst
}

// MayBeEncoded reports whether a host may have A-labels or percent-encodings.
func MayBeEncoded(host string) bool {
	return strings.IndexByte(host, '%') >= 0 || strings.Contains(host, "--")
}
