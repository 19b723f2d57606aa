package blame

import (
	"strings"
	"unicode"
	"unicode/utf8"

	"github.com/rfc3987/iri/internal/ref/component"
	"github.com/rfc3987/iri/internal/ref/spec"
	"github.com/rfc3987/iri/internal/text/chars"
)

// runHint guesses what was meant where a component has characters that it does
// not allow. It returns "" where the message says all.
func (b *blamer) runHint(comp component.Kind, start, end int) string {
	s := b.s
	ch, _ := utf8.DecodeRuneInString(s[start:end])
	switch comp {
	case component.Scheme:
		return schemeHint(s)
	case component.Port:
		return portHint(s, start, end)
	case component.Fragment:
		if ch == '#' {
			return "only the first \"#\" begins a fragment; write %23 for one that is part of it"
		}
	}
	switch {
	case ch == '\\' && (comp == component.RegName || comp == component.Userinfo):
		return "a backslash is not a separator in an IRI; write \"/\" if that was meant"
	case ch == '\\':
		return "a backslash is not a separator in an IRI; write %5C for the character"
	case ch == ' ':
		return "write %20 for a space; if it separates two IRIs, check each by itself"
	case ch == '\t':
		return "write %09 for a tab; if it separates two columns, check each by itself"
	case (ch == '[' || ch == ']') && comp == component.RegName:
		return "brackets stand only around the whole of an IP-literal"
	case ch == '[' || ch == ']':
		return "brackets stand only around an IP-literal in the host; write %5B and %5D"
	case ch == '@' && comp == component.RegName:
		return "only the first \"@\" ends the userinfo; write %40 for one that is part of it"
	case ch == ':' && comp == component.RegName && strings.HasPrefix(s, "at://did:"):
		return portHint(s, start, end)
	case ch == ':' && comp == component.RegName:
		return colonHint(s, start)
	case ch == '<' || ch == '>' || ch == '"':
		return "write %22, %3C and %3E; if these delimit an IRI in text, take them away (RFC 3986 Appendix C)"
	case ch == '{' || ch == '}':
		return "write %7B and %7D for braces"
	case ch >= 0xE0000 && ch <= 0xE0FFF:
		return "tag characters are not allowed by RFC 3987; draft-ietf-iri-3987bis allows them in a query"
	case ch >= utf8.RuneSelf && b.profile.Private == (spec.Rule{}):
		return "a URI has only ASCII characters"
	case ch >= utf8.RuneSelf && comp == component.RegName && s[start] >= 0x80:
		return ""
	case ch == '%' && comp == component.RegName:
		return "draft-ietf-iri-3987bis has no percent-encoding in a host; write the character itself"
	}
	return ""
}

// stray reports whether a run was probably not meant as characters of its component.
// Percent-encoding it would keep its characters and lose their meaning, so it gets a
// hint and no fix: backslashes in the authority, and in a host "@" and ":", at which other software finds another host or port.
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
func colonHint(s string, at int) string {
	const longest = 64 // of an address: each run is looked at by itself
	from := max(0, at-longest)
	from += strings.LastIndexByte(s[from:at], '/') + 1
	host := s[from:min(len(s), from+longest)]
	if k := strings.IndexAny(host, "/?#"); k >= 0 {
		host = host[:k]
	}
	if len(host) < longest && strings.Trim(host, "0123456789abcdefABCDEF:.") == "" {
		return "only the last \":\" can begin a port; an IPv6 address needs brackets: [2001:db8::1]"
	}
	return "only the last \":\" can begin a port, and a host name has no \":\""
}

// nearby is how far from a fault hints look for what explains it: a string can have a fault at each
// byte. Host names, schemes and passwords are no longer than that.
const nearby = 256

// portHint guesses what was meant where a port has something that is not a digit.
func portHint(s string, start, end int) string {
	first, _ := utf8.DecodeRuneInString(s[start:end])
	switch {
	case first >= utf8.RuneSelf && unicode.Is(unicode.Nd, first):
		return "a port has only the digits 0 to 9 of ASCII"
	case start > 0 && s[start-1] == ':' && strings.IndexByte(s[end:min(len(s), end+nearby)], '@') >= 0:
		return "the \"@\" that ends the userinfo comes too late: write %2F, %3F or %23 for \"/\", \"?\" and \"#\" in a password"
	case strings.HasPrefix(s, "at://did:"):
		return "the at IRIs of the AT Protocol with a DID in the authority do not conform to RFC 3986; with a handle they do: at://name.example.org/"
	case strings.IndexByte(s[start:end], ':') >= 0:
		return "an authority has one port, and \":\" stands only before it"
	case s[start] == '-' || s[start] == '+':
		return "a port is a number without a sign"
	case s[start] == '%' || s[start] == ' ':
		return "take it away; a port has only digits"
	case s[start-1] != ':' && strings.IndexByte(s[max(0, start-nearby):start], '.') < 0:
		return "" // a typing error in a number: there is nothing to guess
	}
	return "the port is what follows the last \":\" of the authority; a \"/\" may be missing"
}

// schemeHint guesses what was meant by a text before the first ":" that is not a
// scheme; s is the whole string.
func schemeHint(s string) string {
	scheme, _, _ := strings.Cut(s, ":")
	switch {
	case scheme == "":
		return "write the scheme in front, or ./ before a relative path"
	case strings.TrimSpace(scheme) != scheme:
		return "take the space around the scheme away"
	case strings.HasPrefix(scheme, "@prefix "), strings.HasPrefix(scheme, "@base "):
		return "this is a line of Turtle, not an IRI"
	case strings.HasPrefix(scheme, "\uFEFF"):
		return "this is the byte order mark of a file, which does not show; take it away"
	case strings.HasPrefix(scheme, "<") || strings.HasPrefix(scheme, "\""):
		return "this often delimits an IRI in text and is not part of it (RFC 3986 Appendix C)"
	case scheme == "_":
		return "this is a blank node label of RDF, not an IRI"
	case strings.IndexByte(scheme, '%') >= 0:
		return "a scheme has no percent-encoding; put ./ in front if this is a relative path"
	case isHostPort(s):
		return "this may be a host and a port without a scheme: put https:// in front"
	case scheme[0] >= '0' && scheme[0] <= '9':
		return "a scheme begins with a letter; put ./ in front if this is a relative path"
	case strings.Contains(scheme, "_"):
		return "a scheme has letters, digits, \"+\", \"-\" and \".\", no underscore"
	}
	return "a scheme has letters, digits, \"+\", \"-\" and \".\", and begins with a letter"
}

// noSchemeHint guesses what was meant by an IRI without a scheme; ref is the rule for
// references of its spec.
func noSchemeHint(s string, ref spec.Rule) string {
	switch {
	case strings.Trim(s, " \t\r\n") == "" && s != "":
		return "there is only white space"
	case s == "":
		return "the empty string is a relative reference: " + relativeAdvice(ref)
	case strings.HasPrefix(s, "//"):
		return "put a scheme in front, https: for instance; as it is, this is a relative reference"
	}
	if host, _, _ := strings.Cut(s, "/"); strings.IndexByte(host, '.') > 0 && len(host) < 256 && isName(host) {
		return "put https:// in front if this begins with a host; if it is a relative reference, " + relativeAdvice(ref)
	}
	return "this may be a relative reference: " + relativeAdvice(ref)
}

// relativeAdvice says what to do with a relative reference where the rule asks for
// a scheme; ref is the rule for references.
func relativeAdvice(ref spec.Rule) string {
	advice := "resolve it against its base"
	if ref != (spec.Rule{}) {
		advice += ", or check it against the rule " + ref.Name()
	}
	return advice
}

// relativeSchemeHint says what to do with the scheme of a string that has to be a
// relative reference; rest is what follows the scheme.
func relativeSchemeHint(rest string) string {
	if strings.HasPrefix(rest, "//") {
		return "this is a whole IRI; a network-path reference begins with //"
	}
	return "if the \":\" belongs to the first segment, put ./ in front"
}

// pctHint guesses what was meant by a "%" without two hexadecimal digits; rest is
// what follows it.
func pctHint(rest string) string {
	if len(rest) > 4 && rest[0]|0x20 == 'u' && chars.IsHex(rest[1]) && chars.IsHex(rest[2]) && chars.IsHex(rest[3]) && chars.IsHex(rest[4]) {
		return "%u with four digits is an escape of JavaScript, not of IRIs: write the character itself, or its UTF-8 bytes, each as % and two digits"
	}
	return "write %25 for a \"%\" that stands for itself"
}

// privateHint says what to do with private-use characters outside of a query.
func privateHint(run string) string {
	ch, _ := utf8.DecodeRuneInString(run)
	if ch >= 0xE0000 && ch <= 0xE0FFF {
		return "tag characters do not show; take them away, or percent-encode them"
	}
	return "private-use characters may stand in a query only; their meaning is not defined"
}
