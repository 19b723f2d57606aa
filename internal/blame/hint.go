package blame

import (
	"slices"
	"strings"
	"sync"
	"unicode"
	"unicode/utf8"

	"github.com/rfc3987/iri/internal/chars"
	"github.com/rfc3987/iri/internal/component"
	"github.com/rfc3987/iri/internal/report"
	"github.com/rfc3987/iri/internal/spec"
	"github.com/rfc3987/iri/internal/wording"
)

// hintRun guesses what was meant where a component has characters that it does
// not allow. It returns "" where there is nothing more to say than the message.
func (b *blamer) hintRun(comp component.Kind, start, end int) string {
	s := b.s
	ch, _ := utf8.DecodeRuneInString(s[start:end])
	switch comp {
	case component.Scheme:
		return hintScheme(s[:strings.IndexByte(s, ':')])
	case component.Port:
		return hintPort(s, start, end)
	case component.Fragment:
		if ch == '#' {
			return "only the first \"#\" begins a fragment; write %23 for one that is part of it"
		}
	}
	switch {
	case b.outerSpace(start, end):
		return "take the space around the IRI away"
	case ch == '\\':
		if isDrive(s) {
			return "this looks like a Windows path; as an IRI it is file:///" + wording.QuoteBare(strings.ReplaceAll(s, `\`, "/"))
		}
		if b.backslashed() {
			return "backslashes separate nothing in an IRI; write \"/\" for each"
		}
		return "a backslash separates nothing in an IRI; write \"/\" if that was meant, or %5C for the character"
	case ch == ' ':
		return "write %20 for a space; if it separates two IRIs, check each by itself"
	case ch == '\t' || ch == '\r' || ch == '\n':
		return "white space may have been added where the line was broken: take it away, or percent-encode it if it is meant"
	case (ch == '[' || ch == ']') && comp == component.RegName:
		return "brackets stand only around the whole of an IP-literal"
	case ch == '[' || ch == ']':
		return "brackets stand only around an IP-literal in the host; write %5B and %5D"
	case ch == '@' && comp == component.RegName:
		return "only the first \"@\" ends the userinfo; write %40 for one that is part of it"
	case ch == ':' && comp == component.RegName:
		return "only the last \":\" can begin a port; an IPv6 address needs brackets"
	case ch == '<' || ch == '>' || ch == '"':
		return "this often delimits an IRI in text and is not part of it (RFC 3986 Appendix C)"
	case ch == '{' || ch == '}':
		return "braces mark a variable in a URI Template (RFC 6570), which has to be expanded first"
	case ch >= 0xE0000 && ch <= 0xE0FFF:
		return "tag characters are not allowed by RFC 3987; draft-ietf-iri-3987bis allows them in a query"
	case ch >= utf8.RuneSelf && b.p.Private == (spec.Rule{}):
		return "a URI has only ASCII characters"
	case ch >= utf8.RuneSelf && comp == component.RegName && s[start] >= 0x80:
		return ""
	case ch == '%' && comp == component.RegName:
		return "draft-ietf-iri-3987bis has no percent-encoding in a host; write the character itself"
	}
	return ""
}

// stray reports whether a run was hardly meant as characters of its component. To
// percent-encode it would keep the letter of the string and not what it says, so it
// has a hint and no fix: space around the IRI, backslashes in place of slashes, and
// in a host what makes other software find another host or port there.
func (b *blamer) stray(comp component.Kind, start, end int) bool {
	run := b.s[start:end]
	switch {
	case b.outerSpace(start, end):
		return true
	case strings.IndexByte(run, '\\') >= 0:
		return comp == component.RegName || comp == component.Userinfo || isDrive(b.s) || b.backslashed()
	}
	return comp == component.RegName && strings.ContainsAny(run, "@:")
}

// outerSpace reports whether a run is white space with nothing before or behind it.
func (b *blamer) outerSpace(start, end int) bool {
	return (start == 0 || end == len(b.s)) && strings.Trim(b.s[start:end], " \t\r\n") == ""
}

// backslashed reports whether a backslash stands where the slash behind the scheme
// would.
func (b *blamer) backslashed() bool {
	return strings.HasPrefix(b.s[strings.IndexAny(b.s, ":/?#")+1:], `\`)
}

// hintPort guesses what was meant where a port has something that is no digit.
func hintPort(s string, start, end int) string {
	first, _ := utf8.DecodeRuneInString(s[start:end])
	switch {
	case first >= utf8.RuneSelf && unicode.Is(unicode.Nd, first):
		return "a port has only the digits 0 to 9 of ASCII"
	case start > 0 && s[start-1] == ':' && strings.IndexByte(s[end:], '@') >= 0:
		return "the \"@\" that ends the userinfo comes too late: write %2F, %3F or %23 for \"/\", \"?\" and \"#\" in a password"
	case s[start] == ':':
		return "an IPv6 address needs brackets"
	case s[start] == '-' || s[start] == '+':
		return "a port is a number without a sign"
	case s[start] == '%' || s[start] == ' ':
		return "take it away; a port has only digits"
	case s[start-1] != ':' && strings.IndexByte(s[:start], '.') < 0:
		return "" // a slip in a number: there is nothing to guess
	}
	return "the port is what follows the last \":\" of the authority; a \"/\" may be missing"
}

// hintScheme guesses what was meant by a text before the first ":" that is no
// scheme.
func hintScheme(scheme string) string {
	switch {
	case scheme == "":
		return "write the scheme in front, or ./ before a relative path"
	case strings.TrimSpace(scheme) != scheme:
		return "take the space around the scheme away"
	case strings.HasPrefix(scheme, "\uFEFF"):
		return "this is the byte order mark of a file, which does not show; take it away"
	case strings.HasPrefix(scheme, "<") || strings.HasPrefix(scheme, "\""):
		return "this often delimits an IRI in text and is not part of it (RFC 3986 Appendix C)"
	case scheme == "_":
		return "this is a blank node label of RDF, not an IRI"
	case strings.Contains(scheme, "."):
		return "this may be a host and a port without a scheme: put https:// in front"
	case scheme[0] >= '0' && scheme[0] <= '9':
		return "a scheme begins with a letter; put ./ in front if this is a relative path"
	case strings.Contains(scheme, "_"):
		return "a scheme has letters, digits, \"+\", \"-\" and \".\", no underscore"
	}
	return "a scheme has letters, digits, \"+\", \"-\" and \".\", and begins with a letter"
}

// hintNoScheme guesses what was meant by an IRI without a scheme; ref is the rule for
// references of its spec.
func hintNoScheme(s string, ref spec.Rule) string {
	switch {
	case strings.Trim(s, " \t\r\n") == "" && s != "":
		return "there is nothing but white space"
	case s == "":
		return "the empty string is a relative reference: " + relativeAdvice(ref)
	case strings.HasPrefix(s, "//"):
		return "put a scheme in front, https: for instance; as it is, this is a relative reference"
	case isDrive(s), strings.HasPrefix(s, `\\`):
		return "this looks like a Windows path; as an IRI it begins with file:///"
	case strings.HasPrefix(s, "www."):
		return "put https:// in front"
	case strings.HasPrefix(s, "http//"), strings.HasPrefix(s, "https//"):
		return "the \":\" behind the scheme is missing"
	case strings.HasPrefix(s, "http;"), strings.HasPrefix(s, "https;"):
		return "behind the scheme comes \":\", not \";\""
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

// hintRelativeScheme says what to do with a scheme where none may be; rest is
// what follows it.
func hintRelativeScheme(rest string) string {
	if strings.HasPrefix(rest, "//") {
		return "this is a whole IRI; a network-path reference begins with //"
	}
	return "if the \":\" belongs to the first segment, put ./ in front"
}

// isDrive reports whether s begins as a Windows path with a drive letter does.
func isDrive(s string) bool {
	return len(s) > 2 && s[0]|0x20 >= 'a' && s[0]|0x20 <= 'z' && s[1] == ':' && s[2] == '\\'
}

// hintSpec adds to the hint of the first finding that the string conforms to the
// corresponding rule of another built-in spec.
func hintSpec(f *report.Finding, s string, r spec.Rule) {
	kin := kindredOf(r)
	if kin.widest != (spec.Rule{}) && !kin.widest.Valid(s) {
		return
	}
	for _, other := range kin.rules {
		if other.rule == kin.widest || other.rule.Valid(s) {
			if f.Hint == "" {
				f.Hint = other.say
			} else {
				f.Hint += "; " + other.say
			}
			return
		}
	}
}

// A kindred is the rule of another built-in spec that corresponds to a rule for
// whole references, and what to say of a string that conforms to it.
type kindred struct {
	rule spec.Rule
	say  string
}

// A kin holds the kindred that can hold strings which a rule rejects.
type kin struct {
	rules  []kindred // oldest spec first
	widest spec.Rule // one of them that includes the others; zero if there is none
}

// known holds the kin of the rules that strings have been blamed by.
var known sync.Map // Rule to *kin

// kindredOf returns the rules of other specs that correspond to r, found when they
// are first needed.
func kindredOf(r spec.Rule) *kin {
	if k, ok := known.Load(r); ok {
		return k.(*kin)
	}
	k := new(kin)
	if r.IsWhole() {
		*k = kinOf(r)
		known.Store(r, k)
	}
	return k
}

// kinOf returns the namesakes of a rule, but for those that it includes; none if it
// does not name a whole reference.
func kinOf(r spec.Rule) kin {
	p := r.Spec().Profile()
	if !p.IsWhole(r) {
		return kin{}
	}
	var out kin
	for _, other := range spec.Specs() {
		if other == r.Spec() || includes(r.Spec(), other) {
			continue
		}
		q := other.Profile()
		if q == nil {
			continue
		}
		n := kindred{rule: q.Top}
		switch r {
		case p.Reference:
			n.rule = q.Reference
		case p.Relative:
			n.rule = q.Relative
		case p.Absolute:
			n.rule = q.Absolute
		}
		article := "a "
		if strings.ContainsRune("aIi", rune(n.rule.Name()[0])) {
			article = "an "
		}
		n.say = "this is " + article + n.rule.Name()
		if t := other.Title(); !strings.Contains(n.rule.Name(), t) {
			n.say += " of " + t
		}
		switch {
		case other == spec.LEIRI && r.Spec() != spec.RFC3986:
			n.say += ", which iri from-leiri maps to an IRI"
		case other == spec.RFC3987 && r.Spec() == spec.RFC3986:
			n.say += ", which iri to-uri maps to a URI"
		}
		out.rules = append(out.rules, n)
	}
	for _, n := range out.rules {
		if !slices.ContainsFunc(out.rules, func(o kindred) bool { return o != n && !includes(n.rule.Spec(), o.rule.Spec()) }) {
			out.widest = n.rule
		}
	}
	return out
}

// includes reports whether what conforms to a rule of another spec is known to
// conform to the corresponding rule of the spec, too. To find it out from the
// automata takes too long for the one string that is checked; a test does.
func includes(s, other *spec.Spec) bool {
	switch s {
	case spec.LEIRI:
		return other == spec.RFC3986 || other == spec.RFC3987 || other == spec.RFC3987bis
	case spec.RFC3987:
		return other == spec.RFC3986
	}
	return false
}

// hintPct guesses what was meant by a "%" without two hexadecimal digits; rest is
// what follows it.
func hintPct(rest string) string {
	if len(rest) > 4 && rest[0]|0x20 == 'u' && chars.IsHex(rest[1]) && chars.IsHex(rest[2]) && chars.IsHex(rest[3]) && chars.IsHex(rest[4]) {
		return "%u with four digits is an escape of JavaScript, not of IRIs: write the character itself, or its UTF-8 bytes, each as % and two digits"
	}
	return "write %25 for a \"%\" that stands for itself"
}

// hintPrivate says what a private-use character is outside a query.
func hintPrivate(run string) string {
	ch, _ := utf8.DecodeRuneInString(run)
	if ch >= 0xE0000 && ch <= 0xE0FFF {
		return "tag characters do not show; take them away, or percent-encode them"
	}
	return "private-use characters may stand in a query only; they have no meaning that others know"
}
