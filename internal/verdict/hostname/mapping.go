package hostname

import (
	"fmt"
	"slices"
	"strconv"
	"strings"
	"unicode/utf8"

	uts46 "golang.org/x/net/idna"

	"github.com/rfc3987/iri/internal/grammar/tables"
	"github.com/rfc3987/iri/internal/ref/component"
	"github.com/rfc3987/iri/internal/ref/spec"
	"github.com/rfc3987/iri/internal/text/chars"
	"github.com/rfc3987/iri/internal/text/idna"
	"github.com/rfc3987/iri/internal/text/percent"
	"github.com/rfc3987/iri/internal/text/quote"
	"github.com/rfc3987/iri/internal/verdict/message"
	"github.com/rfc3987/iri/internal/verdict/report"
)

// A Mapping says how mapping an IRI to a URI converts its ireg-name. The zero
// value is Percent. The type HostMapping of package iri says what each does.
type Mapping uint8

const (
	Percent Mapping = iota
	IDNA
	UTS46
	UTS46Transitional
)

// mappingNames are the names of the values of Mapping.
var mappingNames = quote.Names{"percent", "idna", "uts46", "uts46-transitional"}

// Mappings returns the names of all values of Mapping.
func Mappings() []string { return slices.Clip(mappingNames) }

// ParseMapping returns the Mapping of a name, without regard to case.
func ParseMapping(name string) (Mapping, error) {
	i, err := mappingNames.Parse("host mapping", name)
	return Mapping(i), err
}

// String returns the name of the mapping.
func (m Mapping) String() string { return mappingNames.Of(uint8(m), "HostMapping") }

// Append appends the host of a URI that an ireg-name becomes, or returns why
// there is none. Offsets of the findings are bytes of the host.
func Append(dst []byte, host string, m Mapping) ([]byte, []report.Finding) {
	name, trace, ok := decodeHost(host)
	if m == Percent || !ok {
		return percent.AppendForURI(dst, host), nil
	}
	if m != UTS46 && m != UTS46Transitional { // IDNA is the strictest: so is a number that is none of them
		out, faults := idna.ToASCII(name)
		if faults == nil {
			return append(dst, out...), nil
		}
		var findings []report.Finding
		for _, f := range faultsOf(faults, trace) {
			findings = append(findings, report.Finding{
				Code: report.CodeHostIDNA, Severity: report.Error, Message: Message(&f, 0),
				Start: f.Start, End: f.End, Section: f.Section, Hint: Hint(&f),
			})
		}
		return dst, findings
	}
	out, bad := mapUTS46(name, m == UTS46Transitional)
	if bad == nil {
		return append(dst, out...), nil
	}
	bad.Start, bad.End = trace.Span(bad.Start, bad.End)
	return dst, []report.Finding{*bad}
}

// maxUTS46 is how long a host may be that is to be mapped by UTS 46, and what it
// is mapped to: browsers have no limit, but no name of more than 253 bytes can be
// looked up, and Punycode takes time in proportion to the square of the length.
const maxUTS46 = 1000

// mapUTS46 maps a name as browsers do (https://url.spec.whatwg.org/#concept-domain-to-ascii,
// with beStrict false), or by the older mapping and the other rules of ToASCII of RFC 3490 with UseSTD3ASCIIRules. If
// there is no result, it returns a finding with offsets in the name.
func mapUTS46(name string, transitional bool) (string, *report.Finding) {
	profile := uts46.New(uts46.MapForLookup(), uts46.Transitional(transitional),
		uts46.BidiRule(), uts46.StrictDomainName(false), uts46.CheckHyphens(false))
	toASCII := func(name string) (out string, why message.ID, value string) {
		if len(name) > maxUTS46 {
			return "", message.HostUts46Long, strconv.Itoa(len(name))
		}
		out, err := profile.ToASCII(toCurrent(name))
		switch text := fmt.Sprint(err); {
		case err != nil && strings.Contains(text, "disallowed rune"):
			return "", message.HostUts46Disallowed, text[strings.LastIndexByte(text, ' ')+1:]
		case err != nil:
			return "", message.HostUts46Label, ""
		case out == "" && name != "":
			return "", message.HostUts46Empty, ""
		case len(out) > maxUTS46:
			return "", message.HostUts46BecomesLong, strconv.Itoa(len(out))
		case strings.IndexByte(out, '%') >= 0 || !tableRegName.Match(out):
			return "", message.HostUts46Uri, ""
		}
		if !transitional && !strings.Contains(out, idna.Prefix) {
			return out, 0, ""
		}
		decoded, _ := profile.ToUnicode(toCurrent(name))
		if why := faultOfLabels(decoded, out, transitional); why != 0 {
			return "", why, ""
		}
		return out, 0, ""
	}
	out, why, value := toASCII(name)
	if why == 0 {
		return out, nil
	}
	// Find the label, for the finding. What fails only as a whole is the bidi rule.
	start, end := 0, len(name)
	for at := 0; at <= len(name); {
		next := len(name)
		if i := strings.IndexByte(name[at:], '.'); i >= 0 {
			next = at + i
		}
		_, w, v := toASCII(name[at:next])
		if w == 0 && at == next && next < len(name) && transitional {
			w = message.HostUts46Length
		}
		if w != 0 {
			start, end, why, value = at, next, w, v
			break
		}
		at = next + 1
	}
	return "", &report.Finding{
		Code: report.CodeHostUTS46, Severity: report.Error, Start: start, End: end, Section: "UTS 46 §4",
		Message: message.Of(why, quote.Quote(name[start:end]), value, uts46.UnicodeVersion),
	}
}

// faultOfLabels returns what is wrong with the labels of a name in Unicode and in ASCII that UTS 46 has mapped; 0 for
// nothing. No label begins with "xn--" after decoding (UTS 46 §4.1, without CheckHyphens). With the rules of RFC 3490
// §4.1, a label has ASCII letters, digits and hyphens, none of them first or last, and 1 to 63 octets.
func faultOfLabels(decoded, ascii string, rfc3490 bool) message.ID {
	for label := range strings.SplitSeq(decoded, ".") {
		switch {
		case strings.HasPrefix(label, idna.Prefix):
			return message.HostUts46Prefix
		case rfc3490 && (strings.Trim(label, "-") != label ||
			strings.ContainsFunc(label, func(r rune) bool { return r < utf8.RuneSelf && !chars.IsLDH(byte(r)) })):
			return message.HostUts46Std3
		}
	}
	for label := range strings.SplitSeq(strings.TrimSuffix(ascii, "."), ".") {
		if rfc3490 && (label == "" && ascii != "" || len(label) > idna.MaxLabel) {
			return message.HostUts46Length
		}
	}
	return 0
}

// AppendDisplay appends a host with the A-labels that have a U-label decoded, as
// far as the result may stand in an IRI (RFC 3987 §3.2.1, last example).
func AppendDisplay(dst []byte, host string) []byte {
	for {
		label, rest, more := strings.Cut(host, ".")
		u, ok := idna.ToUnicode(label)
		if ok && spec.RFC3987.Profile().Appropriate(u, 0, component.HostField) {
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

var tableRegName = tables.RFC3986RegName()
