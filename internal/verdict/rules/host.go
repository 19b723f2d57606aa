package rules

import (
	"cmp"
	"net/netip"
	"slices"
	"strings"
	"unicode"
	"unicode/utf8"

	"golang.org/x/text/unicode/norm"

	"github.com/rfc3987/iri/internal/ref/component"
	"github.com/rfc3987/iri/internal/ref/hostname"
	"github.com/rfc3987/iri/internal/ref/scheme"
	"github.com/rfc3987/iri/internal/ref/textparts"
	"github.com/rfc3987/iri/internal/text/chars"
	"github.com/rfc3987/iri/internal/text/idna"
	"github.com/rfc3987/iri/internal/text/percent"
	"github.com/rfc3987/iri/internal/verdict/finding"
)

// hostIPv4Like reports a host that is not an IPv4address but whose labels are all numbers,
// so that inet_aton and what is built on it read it as an address (RFC 3986 §7.4).
func hostIPv4Like(c *pass, r *entry, start, end int) {
	written := c.s[start:end]
	if component.IsIPv4(written) {
		return
	}
	// Software that decodes percent-encodings, as RFC 3987 §3.2 does, reads the address then,
	// and software that maps names by UTS 46 reads it in full-width digits and dots, too.
	host := percent.Decode(written)
	// An address begins with a digit, and no digit combines with what follows it.
	if !beginsWithDigit(host) {
		return
	}
	host = strings.ReplaceAll(norm.NFKC.String(host), "\u3002", ".")
	address, numeric, ok := hostname.InetAton(host)
	if !numeric {
		return
	}
	f := c.add(r, start, end)
	if f == nil {
		return
	}
	if ok {
		f.Message = finding.HostIpv4LikeAddress.Text(c.Quote(start, end), c.Derived(netip.AddrFrom4(address).String(), start, end))
		f.Hint = finding.HintIpv4Write.Text()
		return
	}
	f.Message = finding.HostIpv4LikeNoAddress.Text(c.Quote(start, end))
	f.Hint = finding.HintIpv4.Text()
}

// beginsWithDigit reports whether a host begins with a digit of ASCII in Normalization Form KC. No letter is a variant
// of one.
func beginsWithDigit(host string) bool {
	r, w := utf8.DecodeRuneInString(host)
	switch {
	case w == 0:
		return false
	case r < utf8.RuneSelf:
		return chars.IsDigit(host[0])
	case chars.Of(r).Flags()&chars.NFKC == 0 || unicode.IsLetter(r):
		return false
	}
	return chars.IsDigit(norm.NFKC.String(host[:w])[0])
}

// hostIDNA reports why the host is not a domain name of IDNA2008
// (draft-ietf-iri-3987bis §3.4 and RFC 5890 to RFC 5893).
//
// RFC 5893 §2 applies the Bidi rule to every label of a name that has a right-to-left
// one, so that no label may be a number. RFC 5891 §4.2.3.4 and §5.4 apply it to labels
// with right-to-left characters only, and RFC 3987 §4.4 example 10 allows such a number:
// package idna does not apply it to labels of ASCII but A-labels.
func hostIDNA(c *pass, r *entry, start, end int) {
	if !c.run.Schemes.Is(c.s[:c.p.Scheme], scheme.DNS) {
		return
	}
	if c.isIDNA(start, end) {
		return
	}
	if c.verdict {
		c.add(r, start, end)
		return
	}
	faults := hostname.CheckIDNA(c.s[start:end])
	// A fault of a label as a whole comes after those of its characters.
	slices.SortStableFunc(faults, func(a, b hostname.Fault) int {
		return cmp.Or(cmp.Compare(a.Start, b.Start), cmp.Compare(a.End, b.End))
	})
	for i := 0; i < len(faults); i++ {
		fault := faults[i]
		// Characters side by side that break the same rule make one finding.
		more := 0
		for ; i+1 < len(faults) && hostname.SameRule(fault, faults[i+1]); i++ {
			fault.End = faults[i+1].End
			more++
		}
		// A character that a label has several times, as "_" in service names, is reported once.
		if i > 0 && fault.Why == idna.NotLDH && slices.ContainsFunc(faults[:i-more], func(f hostname.Fault) bool {
			return f.Why == fault.Why && f.LabelStart == fault.LabelStart && f.Rune == fault.Rune
		}) {
			continue
		}
		if f := c.add(r, start+fault.Start, start+fault.End); f != nil {
			if c.Hides(start+fault.LabelStart, start+fault.LabelEnd) {
				finding.HideHost(&fault)
			}
			f.Message, f.Hint = finding.HostMessage(&fault, more), finding.HostHint(&fault)
			if fault.Section != "" {
				f.Section = fault.Section
			}
		}
	}
}

var ruleHostIDNA = &entry{
	check: hostIDNA, trigger: textparts.Trigger{Host: true},
	ProseRule: finding.ProseRule{On: 1 << component.RegName, Entry: finding.Entry{
		Severity: finding.Warning,
		Code:     "host-idna", Title: "the host is a domain name of IDNA2008", Section: "draft-ietf-iri-3987bis §3.4",
		Clause: "Replace the ireg-name part of the IRI by the part converted using the Domain Name Lookup procedure " +
			"(Subsections 5.3 to 5.5) of [RFC5891].",
		Text: "Under a scheme that looks hosts up in the DNS (http, https, ws, wss, ftp and others), a host that " +
			"is not a domain name cannot be found. Each label is letters, digits and hyphens, or a U-label or " +
			"A-label of RFC 5890: no symbols, no upper case outside ASCII, at most 63 octets in the DNS, and so on. " +
			"An A-label (xn--…) is held to every rule for the U-label that it stands for (RFC 5890 §2.3.2.1). The " +
			"Bidi rule of RFC 5893 §2 is applied to U-labels and A-labels, as RFC 5891 §5.4 says; labels of plain " +
			"ASCII letters and digits beside right-to-left ones, as in http://ab.גדהוזח.123/, are left to bidi-mixed " +
			"and bidi-edge (RFC 3987 §4.4 example 10).",
		Mend: "write the name as it is registered",
		Good: []string{"http://r\u00E9sum\u00E9.example.org/", "http://xn--rsum-bpad.example.org/", "foo://a_b/"},
		Bad:  []string{"http://a_b.example.org/", "http://\u2603\uFE0F.example.org/", "http://a..b/"},
	}},
}

var ruleHostIPv4Like = &entry{
	check: hostIPv4Like, trigger: textparts.Trigger{Host: true},
	ProseRule: finding.ProseRule{On: 1 << component.RegName, Entry: finding.Entry{
		Severity: finding.Warning,
		Code:     finding.CodeHostIPv4Like, Title: "a host that looks like an IPv4 address is one",
		Section: "RFC 3986 §7.4",
		Clause: "These additional IP address formats are not allowed in the URI syntax due to differences between " +
			"platform implementations.",
		Text: "By the grammar an IPv4address is four decimal numbers from 0 to 255; anything else is a name. But " +
			"inet_aton, and browsers after it, read one to four numbers, also octal or hexadecimal ones, as an " +
			"address. A filter that goes by the text lets such a host through.",
		Mend: "write the address in the usual form",
		Good: []string{"http://127.0.0.1/", "http://1.example.org/", "http://1.2.3.4.com/"},
		Bad: []string{"http://256.1.1.1/", "http://0x7f.1/", "http://010.0.0.1/", "http://2130706433/",
			"http://127%2e1/"},
	}},
}

// A hostFacts has what the rules have found out about a host, a name that is not empty. It is kept because decoding an
// A-label is slow and the lines of a dump repeat their hosts.
type hostFacts struct {
	host    string
	labels  []hostname.Label
	orderly bool // pass.encodedLabels has found nothing in the host
	idna    answer
	twin    answer
}

// An answer is yes, no, or not computed yet.
type answer uint8

const (
	unasked answer = iota
	yes
	no
)

// of reports whether the answer is yes. It calls ask the first time.
func (a *answer) of(ask func() bool) bool {
	if *a == unasked {
		*a = no
		if ask() {
			*a = yes
		}
	}
	return *a == yes
}

// hasTwin reports whether a label is a whole-script confusable of a Latin one.
func (h *hostFacts) hasTwin() bool {
	return h.twin.of(func() bool {
		return slices.ContainsFunc(h.labels, func(l hostname.Label) bool { return latinTwin(l.Text) != 0 })
	})
}

// A hostTable has the hosts of the latest strings, by their text.
type hostTable map[string]*hostFacts

// maxHosts is the largest number of hosts in a table. One more host empties the table first.
const maxHosts = 512

// of returns the facts about a host. It does not keep a host that is too long for a domain name.
func (t *hostTable) of(host string) *hostFacts {
	if h := (*t)[host]; h != nil {
		return h
	}
	if len(host) > idna.MaxName {
		return &hostFacts{host: host, labels: hostname.AppendLabels(nil, host)}
	}
	host = strings.Clone(host) // the table must not keep the string that it is a part of
	h := &hostFacts{host: host, labels: hostname.AppendLabels(nil, host)}
	if *t == nil {
		*t = hostTable{}
	} else if len(*t) == maxHosts {
		clear(*t)
	}
	(*t)[host] = h
	return h
}

// host returns the facts about the host, which is a name that is not empty.
func (c *pass) host() *hostFacts {
	if c.hostFacts == nil {
		start, end := c.span(component.RegName)
		c.hostFacts = c.hosts.of(c.s[start:end])
	}
	return c.hostFacts
}

// isIDNA reports whether the host is a domain name of IDNA2008. Plain names are not worth a place in the table.
func (c *pass) isIDNA(start, end int) bool {
	host := c.s[start:end]
	if chars.NonASCII(host) == len(host) && !hostname.MayBeEncoded(host) {
		return hostname.IsIDNA(host)
	}
	h := c.host()
	return h.idna.of(func() bool { return hostname.IsIDNA(h.host) })
}
