// Package hostname knows hosts as names: whether an ireg-name is a domain name of IDNA2008,
// whether much software reads it as an IPv4 address, and what it becomes in a URI and on a
// screen. In comes the text of a host that conforms to the grammar; out come faults with
// offsets in it, or another host. It must not know the other components of a reference, nor
// which checks a user has asked for.
package hostname

import (
	"strings"
	"unicode/utf8"

	"github.com/rfc3987/iri/internal/text/idna"
	"github.com/rfc3987/iri/internal/text/percent"
	"github.com/rfc3987/iri/internal/text/quote"
	"github.com/rfc3987/iri/internal/text/sourcemap"
)

// A Fault is one reason why a host is not a domain name of IDNA2008. Offsets
// are bytes of the host as it is written. Where it is not decoded, because it is not UTF-8, Why is 0 and
// the label is the host.
type Fault = idna.Fault

// A Refusal is the reason why a host cannot be converted to ASCII or looked up. If Cause is 0, the Fault is the
// reason, of IDNA2008 or of the DNS; otherwise only the span and the section of the Fault are set.
type Refusal struct {
	Fault
	Cause  Cause
	Values []string // of the message: first the host or the label, in quotes
}

// A Cause is a reason why a host is refused, other than the faults of IDNA2008.
type Cause uint8

const (
	_            Cause = iota
	TooLong            // too long to be mapped
	Disallowed         // it has a character that UTS 46 disallows
	Disorder           // the Bidi rule is broken
	Joiner             // a joiner has no effect
	Punycode           // an A-label stands for no label
	Mark               // a label begins with a combining mark
	BecomesEmpty       // nothing is left
	BecomesLong        // what it is mapped to is too long
	NotInURI           // what it is mapped to has characters that no host has
	BarePrefix         // a label that is not an A-label begins like one
	Future             // an IPvFuture
	Nothing            // there is no name
	Versions           // versions of Unicode map it to different names
	NoAddress          // it is read as a number, and is not an address
	NumCauses
)

// CheckIDNA returns why host, the text of an ireg-name, is not a domain name
// of IDNA2008 (RFC 5890 to RFC 5893), in the order of the faults in the host;
// nil if it is one. Percent-encoded UTF-8 in it is decoded first. An empty host
// is not a fault. The result shares nothing with the caller.
func CheckIDNA(host string) []Fault {
	name, trace, ok := decodeHost(host)
	if !ok {
		return []Fault{notUTF8(host)}
	}
	return faultsOf(idna.Check(name), trace)
}

// notUTF8 returns the fault of a host whose percent-encodings do not stand for UTF-8.
func notUTF8(host string) Fault {
	return Fault{LabelEnd: len(host), End: len(host), Section: "draft-ietf-iri-3987bis §3.4", Label: quote.Quote(host)}
}

// IsIDNA reports whether [CheckIDNA] finds nothing.
func IsIDNA(host string) bool {
	name, _, ok := decodeHost(host)
	return ok && idna.Valid(name)
}

// faultsOf brings faults of a decoded host back to the host as it is written.
func faultsOf(faults []Fault, trace sourcemap.Map) []Fault {
	for i := range faults {
		f := &faults[i]
		f.LabelStart, f.LabelEnd = trace.Span(f.LabelStart, f.LabelEnd)
		f.Start, f.End = trace.Span(f.Start, f.End)
	}
	return faults
}

// decodeHost undoes all percent-encodings of an ireg-name (3987bis §3.4). It
// reports false if the octets are not UTF-8.
func decodeHost(host string) (name string, trace sourcemap.Map, ok bool) {
	if strings.IndexByte(host, '%') < 0 || len(host) > 3*idna.MaxChecked { // too long in any case
		return host, sourcemap.Map{}, true
	}
	var e sourcemap.Editor
	for i := 0; i < len(host); {
		n := 1
		if host[i] == '%' && i+2 < len(host) {
			n = len("%41")
			e.Replace(host, i, i+n, string([]byte{percent.OctetAt(host, i)}))
		}
		i += n
	}
	name, trace = e.Done(host)
	return name, trace, utf8.ValidString(name)
}

// SameRule reports whether the character at fault in b follows that of a and
// breaks the same rule.
func SameRule(a, b Fault) bool {
	return a.Rune != 0 && b.Rune != 0 && a.End == b.Start && a.LabelStart == b.LabelStart && a.Section == b.Section
}
