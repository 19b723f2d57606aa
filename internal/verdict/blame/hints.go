package blame

import (
	"strings"
	"unicode"
	"unicode/utf8"

	"github.com/rfc3987/iri/internal/ref/component"
	"github.com/rfc3987/iri/internal/ref/spec"
	"github.com/rfc3987/iri/internal/text/chars"
	"github.com/rfc3987/iri/internal/verdict/reason"
)

// runHint guesses what was meant where a component has characters that it does
// not allow. It says nothing where the message says all.
func (b *blamer) runHint(comp component.Kind, start, end int) reason.Text {
	s := b.s
	ch, _ := utf8.DecodeRuneInString(s[start:end])
	switch comp {
	case component.Scheme:
		return schemeHint(s)
	case component.Port:
		return portHint(s, start, end)
	case component.Fragment:
		if ch == '#' {
			return reason.Of(reason.HintFragment)
		}
	}
	switch {
	case ch == '\\' && (comp == component.RegName || comp == component.Userinfo):
		return reason.Of(reason.HintBackslashAuthority)
	case ch == '\\':
		return reason.Of(reason.HintBackslash)
	case ch == ' ':
		return reason.Of(reason.HintSpace)
	case ch == '\t':
		return reason.Of(reason.HintTab)
	case (ch == '[' || ch == ']') && comp == component.RegName:
		return reason.Of(reason.HintBracketsHost)
	case ch == '[' || ch == ']':
		return reason.Of(reason.HintBrackets)
	case ch == '@' && comp == component.RegName:
		return reason.Of(reason.HintAt)
	case ch == ':' && comp == component.RegName && strings.HasPrefix(s, "at://did:"):
		return portHint(s, start, end)
	case ch == ':' && comp == component.RegName:
		return colonHint(s, start)
	case ch == '<' || ch == '>' || ch == '"':
		return reason.Of(reason.HintDelimiters)
	case ch == '{' || ch == '}':
		return reason.Of(reason.HintBraces)
	case ch >= 0xE0000 && ch <= 0xE0FFF:
		return reason.Of(reason.HintTagQuery)
	case ch >= utf8.RuneSelf && b.profile.Private == (spec.Rule{}):
		return reason.Of(reason.HintAscii)
	case ch >= utf8.RuneSelf && comp == component.RegName && s[start] >= 0x80:
		return reason.Text{}
	case ch == '%' && comp == component.RegName:
		return reason.Of(reason.HintHostPercent)
	}
	return reason.Text{}
}

// stray reports whether a run was probably not meant as characters of its component. Percent-encoding it would keep its
// characters and lose their meaning, so it gets a hint and no fix: backslashes in the authority, and in a host "@" and
// ":", at which other software finds another host or port.
func (b *blamer) stray(comp component.Kind, start, end int) bool {
	return comp == component.RegName && strings.ContainsAny(b.s[start:end], "\\@:") ||
		comp == component.Userinfo && strings.Contains(b.s[start:end], "\\")
}

// outerSpace reports whether a run is white space with nothing before or after it.
func (b *blamer) outerSpace(start, end int) bool {
	return (start == 0 || end == len(b.s)) && strings.Trim(b.s[start:end], " \t\r\n") == ""
}

// backslashed reports whether a backslash stands in the place of the slash after the
// scheme.
func (b *blamer) backslashed() bool {
	return strings.HasPrefix(b.s[strings.IndexAny(b.s, ":/?#")+1:], `\`)
}

// colonHint says what to do with a ":" at an offset of a host name.
func colonHint(s string, at int) reason.Text {
	const longest = 64 // of an address: each run is looked at by itself
	from := max(0, at-longest)
	from += strings.LastIndexByte(s[from:at], '/') + 1
	host := s[from:min(len(s), from+longest)]
	if k := strings.IndexAny(host, "/?#"); k >= 0 {
		host = host[:k]
	}
	if len(host) < longest && strings.Trim(host, "0123456789abcdefABCDEF:.") == "" {
		return reason.Of(reason.HintIpv6Colon)
	}
	return reason.Of(reason.HintHostColon)
}

// nearby is how far from a fault hints look for what explains it: a string can have a fault at each
// byte. Host names, schemes and passwords are no longer than that.
const nearby = 256

// portHint guesses what was meant where a port has something that is not a digit.
func portHint(s string, start, end int) reason.Text {
	first, _ := utf8.DecodeRuneInString(s[start:end])
	switch {
	case first >= utf8.RuneSelf && unicode.Is(unicode.Nd, first):
		return reason.Of(reason.HintPortAscii)
	case start > 0 && s[start-1] == ':' && strings.IndexByte(s[end:min(len(s), end+nearby)], '@') >= 0:
		return reason.Of(reason.HintAtLate)
	case strings.HasPrefix(s, "at://did:"):
		return reason.Of(reason.HintDidAuthority)
	case strings.IndexByte(s[start:end], ':') >= 0:
		return reason.Of(reason.HintPortOne)
	case s[start] == '-' || s[start] == '+':
		return reason.Of(reason.HintPortSign)
	case s[start] == '%' || s[start] == ' ':
		return reason.Of(reason.HintPortAway)
	case s[start-1] != ':' && strings.IndexByte(s[max(0, start-nearby):start], '.') < 0:
		return reason.Text{} // a typing error in a number: there is nothing to guess
	}
	return reason.Of(reason.HintPort)
}

// schemeHint guesses what was meant by a text before the first ":" that is not a
// scheme; s is the whole string.
func schemeHint(s string) reason.Text {
	scheme, _, _ := strings.Cut(s, ":")
	switch {
	case scheme == "":
		return reason.Of(reason.HintSchemeOrDot)
	case strings.TrimSpace(scheme) != scheme:
		return reason.Of(reason.HintSchemeSpace)
	case strings.HasPrefix(scheme, "@prefix "), strings.HasPrefix(scheme, "@base "):
		return reason.Of(reason.HintTurtle)
	case strings.HasPrefix(scheme, "\uFEFF"):
		return reason.Of(reason.HintByteOrderMark)
	case strings.HasPrefix(scheme, "<") || strings.HasPrefix(scheme, "\""):
		return reason.Of(reason.HintDelimits)
	case scheme == "_":
		return reason.Of(reason.HintBlankNode)
	case strings.IndexByte(scheme, '%') >= 0:
		return reason.Of(reason.HintSchemePercent)
	case isHostPort(s):
		return reason.Of(reason.HintHostPort)
	case scheme[0] >= '0' && scheme[0] <= '9':
		return reason.Of(reason.HintSchemeLetter)
	case strings.Contains(scheme, "_"):
		return reason.Of(reason.HintSchemeUnderscore)
	}
	return reason.Of(reason.HintScheme)
}

// noSchemeHint guesses what was meant by an IRI without a scheme; ref is the rule for
// references of its spec.
func noSchemeHint(s string, ref spec.Rule) reason.Text {
	switch {
	case strings.Trim(s, " \t\r\n") == "" && s != "":
		return reason.Of(reason.HintWhiteSpace)
	case s == "":
		return reason.Of(reason.HintEmpty, ref.Name())
	case strings.HasPrefix(s, "//"):
		return reason.Of(reason.HintNetworkPath)
	}
	if host, _, _ := strings.Cut(s, "/"); strings.IndexByte(host, '.') > 0 && len(host) < 256 && isName(host) {
		return reason.Of(reason.HintHostOrRelative, ref.Name())
	}
	return reason.Of(reason.HintRelative, ref.Name())
}

// relativeSchemeHint says what to do with the scheme of a string that has to be a
// relative reference; rest is what follows the scheme.
func relativeSchemeHint(rest string) reason.Text {
	if strings.HasPrefix(rest, "//") {
		return reason.Of(reason.HintWholeIri)
	}
	return reason.Of(reason.HintColonSegment)
}

// pctHint guesses what was meant by a "%" without two hexadecimal digits; rest is
// what follows it.
func pctHint(rest string) reason.Text {
	if len(rest) > 4 && rest[0]|0x20 == 'u' && chars.IsHex(rest[1]) && chars.IsHex(rest[2]) && chars.IsHex(rest[3]) && chars.IsHex(rest[4]) {
		return reason.Of(reason.HintJavascriptEscape)
	}
	return reason.Of(reason.HintPercent)
}

// privateHint says what to do with private-use characters outside of a query.
func privateHint(run string) reason.Text {
	ch, _ := utf8.DecodeRuneInString(run)
	if ch >= 0xE0000 && ch <= 0xE0FFF {
		return reason.Of(reason.HintTagHidden)
	}
	return reason.Of(reason.HintPrivateUse)
}
