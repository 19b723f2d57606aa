package hostname

import (
	"strings"
	"unicode/utf8"

	"github.com/rfc3987/iri/internal/idna"
	"github.com/rfc3987/iri/internal/offsets"
	"github.com/rfc3987/iri/internal/percent"
	"github.com/rfc3987/iri/internal/wording"
)

// A hostFault is one reason why a host is no domain name of IDNA2008. Offsets
// are bytes of the host as it is written.
type Fault struct {
	Label                string // the label at fault, as it is written
	LabelStart, LabelEnd int    // where the label stands
	Start, End           int    // the character at fault, or the label where no single one is
	Rune                 rune   // the character; 0 where no single one is at fault
	Section              string // the rule: RFC 5892 §2.6
	Message              string // says what, and names the label and the character
	Hint                 string // how to mend it; often empty
}

// checkHostIDNA returns why host, the text of an ireg-name, is no domain name
// of IDNA2008 (RFC 5890 to RFC 5893), in the order of the faults in the host;
// nil if it is one. Percent-encoded UTF-8 in it is decoded first. An empty host
// is no fault. The result shares nothing with the caller.
func CheckIDNA(host string) []Fault {
	name, trace, ok := decodeHost(host)
	if !ok {
		return []Fault{{
			Label: host, LabelEnd: len(host), End: len(host),
			Section: "draft-ietf-iri-3987bis §3.4",
			Message: "the percent-encoded octets of the host " + wording.Quote(host) + " are not UTF-8",
		}}
	}
	return faultsOf(host, idna.Check(name), trace)
}

// hostFaults brings faults of a decoded host back to the host as it is written.
func faultsOf(host string, faults []idna.Fault, trace offsets.Map) []Fault {
	var out []Fault
	for _, f := range faults {
		h := Fault{Rune: f.Rune, Section: f.Section, Message: f.Message, Hint: f.Hint}
		h.LabelStart, h.LabelEnd = trace.Span(f.LabelStart, f.LabelEnd)
		h.Start, h.End = trace.Span(f.Start, f.End)
		h.Label = host[h.LabelStart:h.LabelEnd]
		out = append(out, h)
	}
	return out
}

// decodeHost undoes all percent-encodings of an ireg-name (3987bis §3.4). It
// reports false if the octets are not UTF-8.
func decodeHost(host string) (name string, trace offsets.Map, ok bool) {
	if strings.IndexByte(host, '%') < 0 {
		return host, nil, true
	}
	var e offsets.Editor
	for i := 0; i < len(host); {
		if host[i] == '%' && i+2 < len(host) {
			e.Replace(host, i, i+3, string([]byte{percent.OctetAt(host, i)}))
			i += 3
			continue
		}
		i++
	}
	name, trace = e.Done(host)
	return name, trace, utf8.ValidString(name)
}

// sameFault reports whether the character at fault in b follows that of a and
// breaks the same rule.
func SameRule(a, b Fault) bool {
	return a.Rune != 0 && b.Rune != 0 && a.End == b.Start && a.LabelStart == b.LabelStart && a.Section == b.Section
}
