package diagnose

import (
	"slices"
	"strings"
	"unicode"
	"unicode/utf8"

	"github.com/rfc3987/iri/internal/ref/component"
	"github.com/rfc3987/iri/internal/ref/scheme"
	"github.com/rfc3987/iri/internal/ref/spec"
	"github.com/rfc3987/iri/internal/text/chars"
	"github.com/rfc3987/iri/internal/text/percent"
	"github.com/rfc3987/iri/internal/text/quote"
	"github.com/rfc3987/iri/internal/verdict/finding"
)

// runHint guesses what was meant where a component has characters that it does
// not allow. It says nothing where the message says all.
func (b *blamer) runHint(comp component.Kind, start, end int) finding.Text {
	s := b.s
	ch, n := utf8.DecodeRuneInString(s[start:end])
	encoded := func(why finding.Reason) finding.Text { return why.Text(percent.Encode(s[start : start+n])) }
	switch comp {
	case component.Scheme:
		return schemeHint(s).Text()
	case component.Port:
		return portHint(s, start, end).Text()
	case component.Fragment:
		if ch == '#' {
			return finding.HintFragment.Text()
		}
	}
	var why finding.Reason
	switch {
	case comp == component.RegName && strings.ContainsAny(s[start:end], notInNames) && b.inDNS():
		why = finding.HintHostCharacter
	case ch == '\\' && (comp == component.RegName || comp == component.Userinfo):
		why = finding.HintBackslashAuthority
	case ch == '\\':
		why = finding.HintBackslash
	case ch == ' ':
		why = finding.HintSpace
	case ch == '\t':
		why = finding.HintTab
	case (ch == '[' || ch == ']') && comp == component.RegName:
		why = finding.HintBracketsHost
	case ch == '[' || ch == ']':
		return encoded(finding.HintBrackets)
	case ch == '@' && comp == component.RegName:
		why = finding.HintAt
	case ch == ':' && comp == component.RegName && strings.HasPrefix(s, "at://did:"):
		why = portHint(s, start, end)
	case ch == ':' && comp == component.RegName:
		why = colonHint(s, start)
	case ch == '<' || ch == '>' || ch == '"':
		return encoded(finding.HintDelimiters)
	case ch == '{' || ch == '}':
		return encoded(finding.HintBraces)
	case ch >= 0xE0000 && ch <= 0xE0FFF:
		why = finding.HintTagQuery
	case ch >= utf8.RuneSelf && b.profile.Private == (spec.Rule{}):
		why = finding.HintAscii
	case ch >= utf8.RuneSelf && comp == component.RegName && s[start] >= 0x80:
	case ch == '%' && comp == component.RegName:
		why = finding.HintHostPercent
	}
	return why.Text()
}

// stray reports whether a run was probably not meant as characters of its component. Percent-encoding it would keep its
// characters and lose their meaning, so it gets a hint and no fix: backslashes in the authority, and in a host "@" and
// ":", at which other software finds another host or port, and what no domain name has.
func (b *blamer) stray(comp component.Kind, start, end int) bool {
	return comp == component.RegName && (strings.ContainsAny(b.s[start:end], "\\@:") ||
		strings.ContainsAny(b.s[start:end], notInNames) && b.inDNS()) ||
		comp == component.Userinfo && strings.Contains(b.s[start:end], "\\")
}

// notInNames are characters that no domain name has, in a percent-encoding either.
const notInNames = "\"<>|^`{}"

// inDNS reports whether the host is looked up as a domain name; that of a reference without a scheme mostly is.
func (b *blamer) inDNS() bool { return b.from == 0 || has(b.s, scheme.DNS) }

// outerSpace reports whether a run is white space with nothing before or after it.
func (b *blamer) outerSpace(start, end int) bool {
	return (start == 0 || end == len(b.s)) && strings.Trim(b.s[start:end], blanks) == ""
}

// backslashed reports whether a backslash stands in the place of the slash after the
// scheme.
func (b *blamer) backslashed() bool {
	return strings.HasPrefix(b.s[strings.IndexAny(b.s, ":/?#")+1:], `\`)
}

// colonHint says what to do with a ":" at an offset of a host name.
func colonHint(s string, at int) finding.Reason {
	const longest = 64 // of an address: each run is looked at by itself
	from := max(0, at-longest)
	from += strings.LastIndexByte(s[from:at], '/') + 1
	host := s[from:min(len(s), from+longest)]
	if k := strings.IndexAny(host, "/?#"); k >= 0 {
		host = host[:k]
	}
	if len(host) < longest && strings.Trim(host, "0123456789abcdefABCDEF:.") == "" {
		return finding.HintIpv6Colon
	}
	return finding.HintHostColon
}

// nearby is how far from a fault hints look for what explains it: a string can have a fault at each
// byte. Host names, schemes and passwords are no longer than that.
const nearby = 256

// portHint guesses what was meant where a port has something that is not a digit.
func portHint(s string, start, end int) finding.Reason {
	first, _ := utf8.DecodeRuneInString(s[start:end])
	switch {
	case first >= utf8.RuneSelf && unicode.Is(unicode.Nd, first):
		return finding.HintPortAscii
	case start > 0 && s[start-1] == ':' && component.PasswordEnd(s[start:min(len(s), end+nearby)]) >= 0:
		return finding.HintAtLate
	case strings.HasPrefix(s, "at://did:"):
		return finding.HintDidAuthority
	case strings.IndexByte(s[start:end], ':') >= 0:
		return finding.HintPortOne
	case s[start] == '-' || s[start] == '+':
		return finding.HintPortSign
	case s[start] == '%' || s[start] == ' ':
		return finding.HintPortAway
	case s[start-1] != ':' && strings.IndexByte(s[max(0, start-nearby):start], '.') < 0:
		return 0 // a typing error in a number: there is nothing to guess
	}
	return finding.HintPort
}

// schemeHint guesses what was meant by a text before the first ":" that is not a
// scheme; s is the whole string.
func schemeHint(s string) finding.Reason {
	scheme, _, _ := strings.Cut(s, ":")
	switch {
	case scheme == "":
		return finding.HintSchemeOrDot
	case strings.TrimSpace(scheme) != scheme:
		return finding.HintSchemeSpace
	case strings.HasPrefix(scheme, "@prefix "), strings.HasPrefix(scheme, "@base "):
		return finding.HintTurtle
	case strings.HasPrefix(scheme, "\uFEFF"):
		return finding.HintByteOrderMark
	case strings.HasPrefix(scheme, "<") || strings.HasPrefix(scheme, "\""):
		return finding.HintDelimits
	case scheme == "_":
		return finding.HintBlankNode
	case strings.IndexByte(scheme, '%') >= 0:
		return finding.HintSchemePercent
	case isHostPort(s):
		return finding.HintHostPort
	case scheme[0] >= '0' && scheme[0] <= '9':
		return finding.HintSchemeLetter
	case strings.Contains(scheme, "_"):
		return finding.HintSchemeUnderscore
	}
	return finding.HintScheme
}

// noSchemeHint guesses what was meant by an IRI without a scheme; ref is the rule for
// references of its spec.
func noSchemeHint(s string, ref spec.Rule) finding.Text {
	switch {
	case strings.Trim(s, blanks) == "" && s != "":
		return finding.HintWhiteSpace.Text()
	case s == "":
		return finding.HintEmpty.Text(ref.Name())
	case strings.HasPrefix(s, "//"):
		return finding.HintNetworkPath.Text()
	}
	if host, _, _ := strings.Cut(s, "/"); strings.IndexByte(host, '.') > 0 && len(host) < 256 && isName(host) {
		return finding.HintHostOrRelative.Text(ref.Name())
	}
	return finding.HintRelative.Text(ref.Name())
}

// relativeSchemeHint says what to do with the scheme of a string that has to be a
// relative reference; rest is what follows the scheme.
func relativeSchemeHint(rest string) finding.Reason {
	if strings.HasPrefix(rest, "//") {
		return finding.HintWholeIri
	}
	return finding.HintColonSegment
}

// pctHint guesses what was meant by a "%" without two hexadecimal digits; rest is
// what follows it.
func pctHint(rest string) finding.Reason {
	if len(rest) > 4 && rest[0]|0x20 == 'u' && chars.IsHex(rest[1]) && chars.IsHex(rest[2]) && chars.IsHex(rest[3]) &&
		chars.IsHex(rest[4]) {
		return finding.HintJavascriptEscape
	}
	return finding.HintPercent
}

// privateHint says what to do with private-use characters outside of a query.
func privateHint(run string) finding.Reason {
	ch, _ := utf8.DecodeRuneInString(run)
	if ch >= 0xE0000 && ch <= 0xE0FFF {
		return finding.HintTagHidden
	}
	return finding.HintPrivateUse
}

// hintNamesake adds a hint to the first finding if the string conforms to the counterpart of the rule in another
// built-in spec. It mentions LEIRIs only if no finding has a hint or a fix, because nearly every string with a space
// is a LEIRI.
func hintNamesake(findings []finding.Finding, s string, r spec.Rule) {
	helped := slices.ContainsFunc(findings, func(f finding.Finding) bool { return !f.Hint.IsZero() || f.Fix != nil })
	for _, other := range r.Counterparts() {
		if (!helped || other.Family() != spec.LEIRIs) && other.Valid(s) {
			findings[0].Also = namesake(r, other)
			return
		}
	}
}

// namesake returns the hint that a string conforms to the counterpart of a rule.
func namesake(r, other spec.Rule) finding.Text {
	var a, an, title string // the values of the hint
	if a = other.Name(); quote.Article(a) == "an " {
		a, an = "", a
	}
	if title = other.Spec().Title(); strings.Contains(other.Name(), title) {
		title = ""
	}
	hint := finding.HintNamesake
	switch {
	case other.Family() == spec.LEIRIs && r.Family() != spec.URIs:
		hint = finding.HintNamesakeToIri
	case other.Spec() == spec.RFC3987 && r.Family() == spec.URIs:
		hint = finding.HintNamesakeToUri
	}
	return hint.Text(a, an, title)
}
