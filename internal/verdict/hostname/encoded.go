package hostname

import (
	"strings"

	"github.com/rfc3987/iri/internal/text/idna"
	"github.com/rfc3987/iri/internal/text/percent"
)

// EncodedLabels calls found for each label of a host that is looked up as another text
// than it is written: one with percent-encodings in or beside it, and an A-label. It passes where the
// label is written and the text, in which percent-encodings are decoded and an A-label is
// the U-label that it stands for, and U+FFFD stands for what is not UTF-8. No U-label is looked for
// in a host that is too long for any name: [CheckIDNA] reports those. A percent-encoded dot ends
// a label.
func EncodedLabels(host string, found func(start, end int, label string)) {
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
			found(start, end, strings.ToValidUTF8(label, "\uFFFD"))
		}
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
