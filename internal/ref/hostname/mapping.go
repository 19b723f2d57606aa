package hostname

import (
	"fmt"
	"slices"
	"strconv"
	"strings"
	"unicode"
	"unicode/utf8"

	uts46 "golang.org/x/net/idna"

	"github.com/rfc3987/iri/internal/grammar/tables"
	"github.com/rfc3987/iri/internal/ref/component"
	"github.com/rfc3987/iri/internal/ref/spec"
	"github.com/rfc3987/iri/internal/text/chars"
	"github.com/rfc3987/iri/internal/text/idna"
	"github.com/rfc3987/iri/internal/text/percent"
	"github.com/rfc3987/iri/internal/text/quote"
)

// A Mapping says how an ireg-name is converted when an IRI is mapped to a URI. The zero value is Percent. The type
// HostMapping of package iri describes each value.
type Mapping uint8

const (
	Percent Mapping = iota
	IDNA
	UTS46
)

// mappingNames are the names of the values of Mapping.
var mappingNames = quote.Names{"percent", "idna", "uts46"}

// Mappings returns the names of all values of Mapping.
func Mappings() []string { return slices.Clip(mappingNames) }

// ParseMapping returns the Mapping with a name, without regard to case. It fails if there is none.
func ParseMapping(name string) (Mapping, error) {
	i, err := mappingNames.Parse("host mapping", name)
	return Mapping(i), err
}

// String returns the name of the mapping.
func (m Mapping) String() string { return mappingNames.Of(uint8(m), "HostMapping") }

// Append appends the host of a URI to which m maps an ireg-name, or returns the reasons why it cannot be mapped.
// Offsets are bytes of the host.
func Append(dst []byte, host string, m Mapping) ([]byte, []Refusal) {
	name, trace, ok := decodeHost(host)
	if m == Percent || !ok {
		return percent.AppendForURI(dst, host), nil
	}
	if m != UTS46 { // IDNA; an unknown mapping counts as IDNA, the strictest one
		out, faults := idna.ToASCII(name)
		if faults == nil {
			return append(dst, out...), nil
		}
		refusals := make([]Refusal, len(faults))
		for i, f := range faultsOf(faults, trace) {
			refusals[i].Fault = f
		}
		return dst, refusals
	}
	out, bad := mapUTS46(name)
	if bad == nil {
		return append(dst, out...), nil
	}
	bad.Start, bad.End = trace.Span(bad.Start, bad.End)
	return dst, []Refusal{*bad}
}

// maxUTS46 is the limit, in bytes, of a host before and after UTS 46 maps it. Browsers have no limit, but no name of
// more than 253 bytes can be looked up, and Punycode takes quadratic time.
const maxUTS46 = 1000

// mapUTS46 maps a name as browsers do (https://url.spec.whatwg.org/#concept-domain-to-ascii, with beStrict false), or
// returns why it cannot be mapped. The offsets are those of the first label that cannot be mapped by itself, or of
// the whole name if each label can, such as where one label makes another break the Bidi rule.
func mapUTS46(name string) (string, *Refusal) {
	if idna.IsPlain(name) {
		return chars.Lower(name), nil
	}
	m := newMapper(uts46.BidiRule())
	out, why, value := m.toASCII(name)
	if why == 0 {
		return out, nil
	}
	start, end := 0, len(name)
	for at, to := range labels(name) {
		if _, w, v := m.toASCII(name[at:to]); w != 0 {
			start, end, why, value = at, to, w, v
			break
		}
	}
	return "", &Refusal{Cause: why, Fault: Fault{Start: start, End: end, Section: "UTS 46 §4"},
		Values: []string{quote.Quote(name[start:end]), value, uts46.UnicodeVersion}}
}

// labels yields the span of each label of a name. Labels end at the characters that UTS 46 §2.3 treats as dots.
func labels(name string) func(yield func(start, end int) bool) {
	return func(yield func(start, end int) bool) {
		start := 0
		for i, r := range name {
			if r == '.' || r == '\u3002' || r == '\uff0e' || r == '\uff61' {
				if !yield(start, i) {
					return
				}
				start = i + utf8.RuneLen(r)
			}
		}
		yield(start, len(name))
	}
}

// labelAt returns the span of the label with index n. If name and mapped differ in the number of labels, it returns
// the span of the whole name.
func labelAt(name, mapped string, n int) (start, end int) {
	i := 0
	end = len(name)
	for at, to := range labels(name) {
		if i == n {
			start, end = at, to
		}
		i++
	}
	if i != strings.Count(mapped, ".")+1 {
		return 0, len(name)
	}
	return start, end
}

// A mapper maps names by a profile of UTS 46.
type mapper struct{ profile *uts46.Profile }

// newMapper returns a mapper with the profile of browsers and additional options.
func newMapper(options ...uts46.Option) mapper {
	return mapper{uts46.New(append([]uts46.Option{uts46.MapForLookup(), uts46.Transitional(false),
		uts46.StrictDomainName(false), uts46.CheckHyphens(false)}, options...)...)}
}

// labelFault returns why a label, which has no disallowed character, cannot be mapped to ASCII.
func labelFault(label string) Cause {
	if _, err := newMapper().profile.ToASCII(label); err == nil {
		return Disorder
	}
	if r, _ := utf8.DecodeRuneInString(label); unicode.Is(unicode.M, r) {
		return Mark
	}
	if _, err := newMapper(uts46.CheckJoiners(false)).profile.ToASCII(label); err == nil {
		return Joiner
	}
	return Punycode
}

// toASCII maps a name or a label to ASCII, or returns the reason why it cannot be mapped, with the character or the
// length at fault as value.
func (m mapper) toASCII(name string) (out string, why Cause, value string) {
	if len(name) > maxUTS46 {
		return "", TooLong, strconv.Itoa(len(name))
	}
	out, err := m.profile.ToASCII(toCurrent(name))
	switch {
	case err != nil:
		if char, ok := disallowedIn(toCurrent(name)); ok {
			return "", Disallowed, fmt.Sprintf("%U", char)
		}
		return "", labelFault(toCurrent(name)), ""
	case hasBarePrefix(name, out):
		return "", Punycode, ""
	case out == "" && name != "":
		return "", BecomesEmpty, ""
	case len(out) > maxUTS46:
		return "", BecomesLong, strconv.Itoa(len(out))
	case strings.IndexByte(out, '%') >= 0 || !tableRegName.Match(out):
		return "", NotInURI, ""
	}
	if strings.Contains(out, idna.Prefix) {
		decoded, _ := m.profile.ToUnicode(toCurrent(name))
		for label := range strings.SplitSeq(decoded, ".") {
			if strings.HasPrefix(label, idna.Prefix) { // UTS 46 §4.1, without CheckHyphens
				return "", BarePrefix, ""
			}
		}
	}
	return out, 0, ""
}

// disallowedIn returns the first character of a name that UTS 46 §4, step 1, disallows. It asks the package idna of
// golang.org/x/net for each character, because its errors name the character only before Go 1.27.
func disallowedIn(name string) (char rune, ok bool) {
	profile := uts46.New(uts46.MapForLookup(), uts46.StrictDomainName(false), uts46.CheckHyphens(false), uts46.CheckJoiners(false))
	for i, r := range name {
		if r < utf8.RuneSelf || r == utf8.RuneError && !strings.HasPrefix(name[i:], "\uFFFD") { // a byte that is not UTF-8
			continue
		}
		if _, err := profile.ToUnicode("a" + string(r)); err != nil { // after a letter, because a label must not begin with a mark
			return r, true
		}
	}
	return 0, false
}

// hasBarePrefix reports whether a label of a name is mapped to "xn--" with nothing after it. Package idna returns an
// empty label for that, so clients would look up another name (UTS 46 §4: "If … the label is empty, … record that
// there was an error").
func hasBarePrefix(name, out string) bool {
	if out != "" && out[0] != '.' && out[len(out)-1] != '.' && !strings.Contains(out, "..") {
		return false
	}
	if !chars.IsASCII(name) {
		var b strings.Builder
		for _, r := range toCurrent(name) {
			b.WriteString(idna.Mapped(r))
		}
		name = b.String()
	}
	for label := range strings.SplitSeq(name, ".") {
		if strings.EqualFold(label, idna.Prefix) {
			return true
		}
	}
	return false
}

// Displayed returns a host with its A-labels as U-labels, as [AppendUnicode] writes them (RFC 3987 §3.2.1, last
// example). kept gets that text and returns spans in it; a label that overlaps one stays an A-label. A host is returned
// unchanged if [IDNA] would not map the result back to it.
func Displayed(host string, kept func(shown string) []Span) string {
	shown := shownHosts.of(host, inUnicode)
	if shown == host {
		return host
	}
	spans := kept(shown)
	if len(spans) == 0 {
		return shown
	}
	labels, at := strings.Split(host, "."), 0
	for i, u := range strings.Split(shown, ".") {
		end := at + len(u)
		if !slices.ContainsFunc(spans, func(s Span) bool { return s.Start < end && at < s.End }) {
			labels[i] = u
		}
		at = end + 1
	}
	return strings.Join(labels, ".")
}

// shownHosts caches the results of [inUnicode].
var shownHosts memory

// inUnicode returns a host with its A-labels as U-labels, or unchanged if [IDNA] would not map the result back to it.
func inUnicode(host string) string {
	if !MayBeEncoded(host) {
		return host
	}
	ascii, faults := Append(nil, host, IDNA)
	if faults != nil {
		return host
	}
	shown := string(AppendUnicode(nil, host))
	if back, faults := Append(nil, shown, IDNA); faults != nil || !strings.EqualFold(string(back), string(ascii)) {
		return host
	}
	return shown
}

// A Span is a part of a host, in bytes.
type Span struct{ Start, End int }

// AppendUnicode appends a host, with each A-label decoded if it has a U-label that an IRI allows.
func AppendUnicode(dst []byte, host string) []byte {
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
