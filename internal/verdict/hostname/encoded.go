package hostname

import (
	"strings"

	"github.com/rfc3987/iri/internal/text/idna"
	"github.com/rfc3987/iri/internal/text/percent"
)

// Labels calls found for each label of a host. It passes where the label is written and the text
// that it is looked up as, in which percent-encodings are decoded and an A-label is
// the U-label that it stands for, and U+FFFD stands for what is not UTF-8; and whether that is
// another text than it is written, or percent-encodings are beside it. No U-label is looked for
// in a host that is too long for any name: [CheckIDNA] reports those. A percent-encoded dot ends
// a label.
func Labels(host string, found func(start, end int, label string, encoded bool)) {
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
		found(start, end, label, encoded || isALabel)
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
}

// MayBeEncoded reports whether a host may have labels that are looked up as another text than they are
// written: A-labels, or some with percent-encodings.
func MayBeEncoded(host string) bool {
	return strings.IndexByte(host, '%') >= 0 || strings.Contains(host, "--")
}

// EncodedLabels is [Labels] for those alone that are looked up as another text than they are written.
func EncodedLabels(host string, found func(start, end int, label string)) {
	if !MayBeEncoded(host) {
		return
	}
	Labels(host, func(start, end int, label string, encoded bool) {
		if encoded {
			found(start, end, label)
		}
	})
}
