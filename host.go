package iri

import (
	"fmt"
	"strings"
	"unicode/utf8"

	uts46 "golang.org/x/net/idna"

	"github.com/rfc3987/iri/internal/idna"
)

// HostMapping says how mapping an IRI to a URI converts its ireg-name. The zero
// value is HostPercent.
type HostMapping uint8

const (
	// HostPercent percent-encodes a host like any other component: RFC 3987 §3.1
	// step 2, the SHOULD of 3987bis §3.4.
	HostPercent HostMapping = iota

	// HostIDNA converts it as a domain name by IDNA2008 (3987bis §3.4, RFC 5891
	// §5.3 to §5.5). Nothing is mapped: a name with a capital É fails. Percent-encoded
	// UTF-8 is decoded first. A host whose percent-encoded octets are not UTF-8 is
	// no domain name and is treated as HostPercent does, so that one that is ASCII
	// stays exactly as it is.
	HostIDNA

	// HostUTS46 converts it as browsers do: the mapping and the tests of Unicode
	// Technical Standard #46, not transitional, with CheckHyphens, UseSTD3ASCIIRules
	// and VerifyDnsLength false. Capitals and full-width forms are mapped, symbols
	// are allowed.
	HostUTS46

	// HostUTS46Transitional is like HostUTS46 but maps ß to ss and ς to σ and drops
	// ZERO WIDTH JOINER and NON-JOINER, as names were before IDNA2008. It is the
	// nearest that is kept alive to the ToASCII of RFC 3490 that RFC 3987 §3.1
	// cites. It differs from it: RFC 3490 stands on Unicode 3.2 and has AllowUnassigned
	// for what came later, UTS 46 follows Unicode; RFC 3987 wants UseSTD3ASCIIRules,
	// browsers do without; RFC 3490 refuses labels of more than 63 octets.
	HostUTS46Transitional
)

// hostMappings are the names of the values of HostMapping.
var hostMappings = [...]string{"percent", "idna", "uts46", "uts46-transitional"}

// HostMappings returns the names of all values of HostMapping.
func HostMappings() []string { return hostMappings[:len(hostMappings):len(hostMappings)] }

// ParseHostMapping returns the HostMapping of a name: "percent", "idna", "uts46"
// or "uts46-transitional".
func ParseHostMapping(name string) (HostMapping, error) {
	for i, n := range hostMappings {
		if n == name {
			return HostMapping(i), nil
		}
	}
	return 0, fmt.Errorf("iri: unknown host mapping %q: choose one of %s", name, strings.Join(hostMappings[:], ", "))
}

// String returns the name of the mapping.
func (m HostMapping) String() string {
	if int(m) < len(hostMappings) {
		return hostMappings[m]
	}
	return "unknown"
}

// A hostFault is one reason why a host is no domain name of IDNA2008. Offsets
// are bytes of the host as it is written.
type hostFault struct {
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
func checkHostIDNA(host string) []hostFault {
	name, trace, ok := decodeHost(host)
	if !ok {
		return []hostFault{{
			Label: host, LabelEnd: len(host), End: len(host),
			Section: "draft-ietf-iri-3987bis §3.4",
			Message: "the percent-encoded octets of the host " + quote(host) + " are not UTF-8",
		}}
	}
	return hostFaults(host, idna.Check(name), trace)
}

// hostFaults brings faults of a decoded host back to the host as it is written.
func hostFaults(host string, faults []idna.Fault, trace offsets) []hostFault {
	var out []hostFault
	for _, f := range faults {
		h := hostFault{Rune: f.Rune, Section: f.Section, Message: f.Message, Hint: f.Hint}
		h.LabelStart, h.LabelEnd = trace.span(f.LabelStart, f.LabelEnd)
		h.Start, h.End = trace.span(f.Start, f.End)
		h.Label = host[h.LabelStart:h.LabelEnd]
		out = append(out, h)
	}
	return out
}

// decodeHost undoes all percent-encodings of an ireg-name (3987bis §3.4). It
// reports false if the octets are not UTF-8.
func decodeHost(host string) (name string, trace offsets, ok bool) {
	if strings.IndexByte(host, '%') < 0 {
		return host, nil, true
	}
	var e editor
	for i := 0; i < len(host); {
		if host[i] == '%' && i+2 < len(host) {
			e.replace(host, i, i+3, string([]byte{hexValue(host[i+1])<<4 | hexValue(host[i+2])}))
			i += 3
			continue
		}
		i++
	}
	name, trace = e.done(host)
	return name, trace, utf8.ValidString(name)
}

// appendHost appends the host of a URI that an ireg-name becomes, or returns why
// there is none. Offsets of the findings are bytes of the host.
func appendHost(dst []byte, host string, m HostMapping) ([]byte, []Finding) {
	name, trace, ok := decodeHost(host)
	if m == HostPercent || !ok {
		return appendPercentASCII(dst, host), nil
	}
	if m == HostIDNA {
		out, faults := idna.ToASCII(name)
		if faults == nil {
			return append(dst, out...), nil
		}
		var findings []Finding
		for _, f := range hostFaults(host, faults, trace) {
			findings = append(findings, Finding{
				Code: codeHostIDNA, Severity: Error, Message: f.Message,
				Start: f.Start, End: f.End, Section: f.Section, Hint: f.Hint,
			})
		}
		return dst, findings
	}
	out, bad := mapUTS46(name, m == HostUTS46Transitional)
	if bad == nil {
		return append(dst, out...), nil
	}
	bad.Start, bad.End = trace.span(bad.Start, bad.End)
	return dst, []Finding{*bad}
}

// maxUTS46 is how long a host may be that is to be mapped by UTS 46, and what it
// is mapped to: browsers have no limit, but no name of more than 253 bytes can be
// looked up, and Punycode takes time in proportion to the square of the length.
const maxUTS46 = 1000

// mapUTS46 maps a name as browsers do (https://url.spec.whatwg.org/#concept-domain-to-ascii,
// with beStrict false), or returns a finding with offsets in the name.
func mapUTS46(name string, transitional bool) (string, *Finding) {
	profile := uts46.New(uts46.MapForLookup(), uts46.Transitional(transitional),
		uts46.BidiRule(), uts46.StrictDomainName(false), uts46.CheckHyphens(false))
	toASCII := func(name string) (out, why string) {
		if len(name) > maxUTS46 {
			return "", fmt.Sprintf("it has %d bytes, more than a domain name can have", len(name))
		}
		out, err := profile.ToASCII(name)
		switch text := fmt.Sprint(err); {
		case err != nil && strings.Contains(text, "disallowed rune"):
			return "", strings.TrimPrefix(text, "idna: ")
		case err != nil:
			return "", "it breaks the rules for labels: faulty Punycode, joiners, or the order of right-to-left text"
		case out == "" && name != "":
			return "", "nothing is left of it"
		case len(out) > maxUTS46:
			return "", fmt.Sprintf("it becomes %d bytes, more than a domain name can have", len(out))
		case strings.IndexByte(out, '%') >= 0 || !tableRegName.Match(out):
			return "", "it has characters that a host of a URI cannot have"
		}
		return out, ""
	}
	out, why := toASCII(name)
	if why == "" {
		return out, nil
	}
	// Find the label, for the finding. What fails only as a whole is the bidi rule.
	start, end := 0, len(name)
	for at := 0; at <= len(name); {
		next := len(name)
		if i := strings.IndexByte(name[at:], '.'); i >= 0 {
			next = at + i
		}
		if _, w := toASCII(name[at:next]); w != "" {
			start, end, why = at, next, w
			break
		}
		at = next + 1
	}
	return "", &Finding{
		Code: codeHostUTS46, Severity: Error, Start: start, End: end, Section: "UTS 46 §4",
		Message: "label " + quote(name[start:end]) + " cannot be mapped: " + why,
	}
}

// displayHost appends a host with the A-labels that have a U-label decoded, as
// far as the result may stand in an IRI (RFC 3987 §3.2.1, last example).
func displayHost(dst []byte, host string) []byte {
	for {
		label, rest, more := strings.Cut(host, ".")
		u, ok := idna.ToUnicode(label)
		if ok && appropriate(u, iriChars[1]) {
			dst = append(dst, u...)
		} else {
			dst = append(dst, label...)
		}
		if !more {
			return dst
		}
		dst, host = append(dst, '.'), rest
	}
}
