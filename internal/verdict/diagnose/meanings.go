package diagnose

import (
	"strings"

	"github.com/rfc3987/iri/internal/ref/component"
	"github.com/rfc3987/iri/internal/ref/scheme"
	"github.com/rfc3987/iri/internal/text/chars"
	"github.com/rfc3987/iri/internal/text/percent"
	"github.com/rfc3987/iri/internal/verdict/finding"
)

// A suspect is a run of characters that its component does not allow, as the table of meanings sees it.
type suspect struct {
	*blamer
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

// meanings are tried in this order, and the first one that is likely counts. So a row may take for granted that no row
// above it is: what the bytes say stands before what the whole string says, that before what the component says, and
// the characters of the run come last.
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

// nothing returns that nothing but the characters was meant.
func nothing(*suspect) intent { return intent{} }

// without returns that the run was not meant to stand there.
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
func (b *blamer) encodeFirstAt() intent {
	at := int(b.parts.Host) - 1
	return guessed(finding.HintAt.Text(), replace(at, at+1, "%40"))
}

// isHostGone reports whether the run is the whole host, and what stands for one that is to be filled in.
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

// slashesInPath writes slashes for them: one for each after the scheme, else one for two.
func (s *suspect) slashesInPath() intent {
	slashes := strings.ReplaceAll(s.run, `\`, "/")
	if s.start != strings.IndexByte(s.s, ':')+1 {
		slashes = folded(s.run)
	}
	return guessed(finding.HintBackslashWrite.Text(s.QuoteDerived(slashes, s.start, s.end)), replace(s.start, s.end, slashes))
}
