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
// not allow. It returns no hint if the message says all.
func (b *diagnoser) runHint(comp component.Kind, start, end int) finding.Text {
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
func (b *diagnoser) stray(comp component.Kind, start, end int) bool {
	return comp == component.RegName && (strings.ContainsAny(b.s[start:end], "\\@:") ||
		strings.ContainsAny(b.s[start:end], notInNames) && b.inDNS()) ||
		comp == component.Userinfo && strings.Contains(b.s[start:end], "\\")
}

// notInNames are characters that no domain name has, in a percent-encoding either.
const notInNames = "\"<>|^`{}"

// inDNS reports whether the host is looked up as a domain name. The host of a reference without a scheme counts as one.
func (b *diagnoser) inDNS() bool { return b.from == 0 || has(b.s, scheme.DNS) }

// outerSpace reports whether a run is white space with nothing before or after it.
func (b *diagnoser) outerSpace(start, end int) bool {
	return (start == 0 || end == len(b.s)) && strings.Trim(b.s[start:end], blanks) == ""
}

// backslashed reports whether a backslash stands in the place of the slash after the
// scheme.
func (b *diagnoser) backslashed() bool {
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

// nearby is how many bytes around a fault are searched for its reason. There is a limit because a string can have a
// fault at each byte. Host names, schemes and passwords are not longer.
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

// A suspect is a run of characters that its component does not allow, as the table of meanings sees it.
type suspect struct {
	*diagnoser
	kind       faultKind
	comp       component.Kind
	start, end int
	run, rest  string // the run, and the string after it
}

// A meaning is one thing that people mean by a run: when that is likely, and the hint and the edit for it.
type meaning struct {
	when func(*suspect) bool
	then func(*suspect) intent
}

// meanings are tried in this order, and the first likely one counts. So a row may assume that no row above it is likely.
// First come rows about bytes, then about the whole string, then about the component, then about the characters of the
// run.
var meanings = [...]meaning{
	// the bytes
	{func(s *suspect) bool { return s.kind == isTriplet }, nothing},
	{func(s *suspect) bool { return s.kind == isPercent }, (*suspect).javascriptEscape},
	{(*suspect).isCesu, func(s *suspect) intent { return guessed(finding.HintCesu.Text(), s.fromCesu()) }},
	{(*suspect).isSurrogate, func(*suspect) intent { return hinted(finding.HintSurrogate) }},
	{func(s *suspect) bool { return s.kind == isNotUTF8 }, func(s *suspect) intent {
		return guessed(finding.HintCharset.Text(), s.latin1(s.start, s.end))
	}},
	{func(s *suspect) bool { return strings.Contains(s.run, "\uFFFD") },
		func(*suspect) intent { return hinted(finding.HintLost) }},

	// the whole string
	{func(s *suspect) bool { return s.comp == component.Scheme }, func(s *suspect) intent { return s.meantScheme() }},
	{func(s *suspect) bool { return s.outerSpace(s.start, s.end) },
		func(s *suspect) intent { return s.trimmed(finding.HintOuterSpace, s.start, s.end) }},
	{func(s *suspect) bool { return !s.meantWhole().hint.IsZero() }, func(s *suspect) intent { return s.meantWhole() }},
	{(*suspect).separatesIRIs, (*suspect).twoIRIs},
	{func(s *suspect) bool { return s.delimits(s.start, s.end) }, func(s *suspect) intent {
		made := s.Derived(percent.Encode(s.run), s.start, len(s.s))
		return guessed(finding.HintDelimitsEnd.Text(made), replace(s.start, len(s.s), ""))
	}},

	// the authority
	{(*suspect).isSecondAt, func(s *suspect) intent { return s.encodeFirstAt() }},
	{(*suspect).isHostGone, func(*suspect) intent { return hinted(finding.HintHostMissing) }},
	{func(s *suspect) bool { return s.comp == component.RegName && s.run == ":" && s.inList() },
		func(*suspect) intent { return hinted(finding.HintListed) }},
	{func(s *suspect) bool { return s.comp == component.Port && s.atInPort() },
		func(s *suspect) intent { return s.encodeFirstAt() }},
	{func(s *suspect) bool { return s.isSpaceAfterSlashes() && beginsIRI(s.rest) },
		func(s *suspect) intent { return guessed(finding.HintFirstAway.Text(), replace(0, s.end, "")) }},
	{(*suspect).isSpaceAfterSlashes, func(s *suspect) intent { return s.without(finding.HintSlashesSpace) }},
	{func(s *suspect) bool { return s.comp == component.Userinfo && strings.Trim(s.run, "\t") == "" },
		func(*suspect) intent { return hinted(finding.HintUserinfoTab) }},
	{func(s *suspect) bool { return s.comp == component.RegName && strings.Trim(s.run, "\t") == "" },
		func(*suspect) intent { return hinted(finding.HintHostTab) }},
	{func(s *suspect) bool { return s.comp == component.Userinfo && strings.ContainsAny(s.run, blanks) },
		func(*suspect) intent { return hinted(finding.HintUserinfoSpace) }},
	{func(s *suspect) bool { return s.comp == component.RegName && strings.ContainsAny(s.run, blanks) },
		func(*suspect) intent { return hinted(finding.HintHostSpace) }},
	{(*suspect).endsAuthority, (*suspect).slashesInAuthority},
	{(*suspect).isGitPath, func(s *suspect) intent {
		return guessed(finding.HintGitPath.Text(), replace(s.start-1, s.start, "/"))
	}},
	{func(s *suspect) bool { return s.comp == component.Port }, nothing},

	// the characters of the run
	{func(s *suspect) bool { return strings.ContainsAny(s.run, " \t") && scheme.Begins(s.s, "tel") },
		func(*suspect) intent { return hinted(finding.HintTelDigits) }},
	{func(s *suspect) bool { return s.inBase64() && strings.Trim(s.run, " ") == "" && s.rest != "" }, func(s *suspect) intent {
		return guessed(finding.HintBase64Plus.Text(), replace(s.start, s.end, strings.ReplaceAll(s.run, " ", "+")))
	}},
	{(*suspect).isSpaceAfterColon, func(s *suspect) intent { return s.without(finding.HintColonSpace) }},
	{func(s *suspect) bool { return strings.ContainsAny(s.run, "\r\n") }, func(s *suspect) intent {
		return guessed(finding.HintLineEnd.Text(), replace(s.start, s.end, unbroken(s.run)))
	}},
	{(*suspect).isOnlyBar, func(s *suspect) intent { return s.without(finding.HintListEnd) }},
	{func(s *suspect) bool { return strings.Trim(s.run, "|") == "" && (s.rest == "" || s.listed()) },
		func(*suspect) intent { return hinted(finding.HintList) }},
	{(*suspect).isDriveBar, func(s *suspect) intent {
		return guessed(finding.HintDriveBar.Text(), replace(s.start, s.end, ":"))
	}},
	{func(s *suspect) bool { return strings.Contains(s.run, `\"`) }, (*suspect).escapedQuote},
	{func(s *suspect) bool { return s.run == `\` && !escapeHint(s.s[s.start:]).IsZero() },
		func(s *suspect) intent { return s.meantBackslash(s.start) }},
	{(*suspect).arePathSlashes, (*suspect).slashesInPath},
}

// blanks is what stands for white space in the table.
const blanks = " \t\r\n"

// hinted returns an intent without a guess.
func hinted(why finding.Reason) intent { return intent{hint: why.Text()} }

// nothing returns the intent that only the characters were meant.
func nothing(*suspect) intent { return intent{} }

// without returns the intent that leaves the run out.
func (s *suspect) without(why finding.Reason) intent {
	return guessed(why.Text(), replace(s.start, s.end, ""))
}

// inBase64 reports whether the run stands in the base64 of a data IRI, or where that begins.
func (s *suspect) inBase64() bool {
	const mark = ";base64,"
	return scheme.Begins(s.s, "data") && strings.Contains(strings.ToLower(s.s[:min(s.start, maxWhole)]), mark)
}

// isSpace reports whether the run is white space.
func (s *suspect) isSpace() bool { return strings.Trim(s.run, blanks) == "" }

func (s *suspect) isSurrogate() bool {
	_, ok := surrogate(s.run)
	return s.kind == isNotUTF8 && ok
}

func (s *suspect) isCesu() bool {
	_, ok := cesu(s.run)
	return ok && s.isSurrogate()
}

// fromCesu returns the edit that writes the characters of CESU-8 in UTF-8.
func (s *suspect) fromCesu() *finding.Fix {
	var written strings.Builder
	text, _ := cesu(s.run)
	for _, r := range text {
		written.WriteString(s.letter(r))
	}
	return replace(s.start, s.end, written.String())
}

// isSecondAt reports whether the run is an "@" in the host, and another one ends the userinfo: the first "@" after it.
func (s *suspect) isSecondAt() bool {
	at := int(s.parts.Host) - 1
	return s.comp == component.RegName && s.run == "@" && at >= 0 && strings.LastIndexByte(s.s[:s.start], '@') == at
}

// encodeFirstAt returns that the "@" before the host is one of the userinfo.
func (b *diagnoser) encodeFirstAt() intent {
	at := int(b.parts.Host) - 1
	return guessed(finding.HintAt.Text(), replace(at, at+1, "%40"))
}

// isHostGone reports whether the run is the whole host and a placeholder for one.
func (s *suspect) isHostGone() bool {
	return s.comp == component.RegName && s.start == int(s.parts.Host) && s.end == int(s.parts.HostEnd) &&
		strings.Trim(s.run, "|*$?{}") == ""
}

// isSpaceAfterSlashes reports whether the run is the white space in "http:// example.org/".
func (s *suspect) isSpaceAfterSlashes() bool {
	return (s.comp == component.RegName || s.comp == component.Userinfo) && s.isSpace() && s.s[s.start-1] == '/'
}

// endsAuthority reports whether the run begins with a backslash at which browsers end the authority.
func (s *suspect) endsAuthority() bool {
	return s.run[0] == '\\' && has(s.s, scheme.Special) && (s.comp == component.Port || s.comp == component.RegName)
}

// slashesInAuthority writes slashes for the backslashes. Browsers read those after the first run as slashes, too: its
// edit writes them.
func (s *suspect) slashesInAuthority() intent {
	path := s.end
	if !s.slashed {
		path, s.slashed = int(s.parts.Path), true
	}
	slashes := strings.ReplaceAll(strings.TrimLeft(s.s[s.start:path], `\`), `\`, "/")
	return guessed(finding.HintBackslashWrite.Text(`"/"`), replace(s.start, path, folded(s.run)+slashes))
}

// isGitPath reports whether the port is the path of an address as Git writes it, in a URL: ssh://host:path.
func (s *suspect) isGitPath() bool {
	return s.comp == component.Port && s.s[s.start-1] == ':' && s.run[0] != ' ' && has(s.s, scheme.Git)
}

// isSpaceAfterColon reports whether the run is the white space in "mailto: a@example.org" or "urn:isbn: 0".
func (s *suspect) isSpaceAfterColon() bool {
	return strings.ContainsAny(s.run, " \t") && s.isSpace() && s.s[s.start-1] == ':' &&
		(strings.IndexByte(s.s, ':') == s.start-1 || scheme.Begins(s.s, "urn"))
}

// isOnlyBar reports whether the run is bars at the end of the string, and the first ones.
func (s *suspect) isOnlyBar() bool {
	return strings.Trim(s.run, "|") == "" && s.rest == "" && strings.IndexByte(s.s[:min(s.start, maxWhole)], '|') < 0
}

// isDriveBar reports whether the run is the bar in "file:///C|/", as browsers wrote drives.
func (s *suspect) isDriveBar() bool {
	return s.run == "|" && scheme.Begins(s.s, "file") && s.start > 1 && s.s[s.start-2] == '/' &&
		chars.IsLetter(s.s[s.start-1])
}

// escapedQuote returns that a quotation mark was meant, which the string of a program has escaped. There is a guess if
// the run has nothing else.
func (s *suspect) escapedQuote() intent {
	m := hinted(finding.HintBackslashQuote)
	if text := strings.ReplaceAll(s.run, `\"`, "%22"); strings.Trim(text, "%2") == "" {
		m.guess = replace(s.start, s.end, text)
	}
	return m
}

// arePathSlashes reports whether the run is backslashes in a path that were meant as slashes: not in a pattern, and
// only where the scheme or the rest of the string says so.
func (s *suspect) arePathSlashes() bool {
	switch s.comp {
	case component.Query, component.Fragment, component.Userinfo, component.RegName:
		return false
	}
	return strings.Trim(s.run, `\`) == "" && !(s.ByHand && isPattern(s.near(s.start, s.end))) &&
		(s.backslashed() || has(s.s, scheme.Special) || s.ByHand && !s.hasScheme)
}

// slashesInPath writes slashes for backslashes in a path: one for each after the scheme, else one for two.
func (s *suspect) slashesInPath() intent {
	slashes := strings.ReplaceAll(s.run, `\`, "/")
	if s.start != strings.IndexByte(s.s, ':')+1 {
		slashes = folded(s.run)
	}
	return guessed(finding.HintBackslashWrite.Text(s.QuoteDerived(slashes, s.start, s.end)), replace(s.start, s.end, slashes))
}
