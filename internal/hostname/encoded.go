package hostname

import (
	"unicode/utf8"

	"github.com/rfc3987/iri/internal/idna"
	"github.com/rfc3987/iri/internal/percent"
)

// EncodedLabels calls found for each label of a host that is looked up as another text
// than it is written: one with percent-encodings, and an A-label. It passes where the
// label is written and the text, in which percent-encodings are decoded and an A-label is
// the U-label that it stands for. Labels that are not UTF-8 then, and A-labels of no
// U-label, are left out: [CheckIDNA] reports them. So are all labels of a host that is too
// long for any name. A percent-encoded dot ends a label.
func EncodedLabels(host string, found func(start, end int, label string)) {
	if len(host) > 3*idna.MaxChecked {
		return
	}
	start, encoded := 0, false
	endLabel := func(end int) {
		label := host[start:end]
		if encoded {
			label = percent.Decode(label)
		}
		u, isALabel := idna.ToUnicode(label)
		if isALabel {
			label = u
		}
		if (encoded || isALabel) && utf8.ValidString(label) {
			found(start, end, label)
		}
		encoded = false
	}
	for i := 0; i < len(host); {
		octet, n := host[i], 1
		if octet == '%' && i+2 < len(host) {
			octet, n = percent.OctetAt(host, i), len("%41")
		}
		if octet == '.' {
			endLabel(i)
			start = i + n
		}
		encoded = encoded || n > 1 && octet != '.'
		i += n
	}
	endLabel(len(host))
}
