package diagnose

import (
	"strconv"
	"strings"
	"unicode/utf16"
	"unicode/utf8"

	"github.com/rfc3987/iri/internal/ref/component"
	"github.com/rfc3987/iri/internal/ref/scheme"
	"github.com/rfc3987/iri/internal/ref/spec"
	"github.com/rfc3987/iri/internal/text/chars"
	"github.com/rfc3987/iri/internal/text/percent"
	"github.com/rfc3987/iri/internal/verdict/finding"
)

// An intent is what the writer of a fault probably meant. Percent-encoding would keep the
// characters and lose their sense, so the hint has no fix. The guess, which may be nil, is
// the edit that writes the likeliest meaning; it becomes the fix if guesses are asked for.
// Safe is set if the edit does not change what the string says.
type intent struct {
	hint  finding.Text
	guess *finding.Fix
	safe  bool
}

// guessed returns an intent with the edit that writes it.
func guessed(hint finding.Text, edit *finding.Fix) intent { return intent{hint: hint, guess: edit} }

// meant returns what a run of characters was probably meant to be; its hint says nothing if nothing is known. comp is the
// component that the run is in.
func (b *diagnoser) meant(comp component.Kind, at *run, start, end int) intent {
	s := suspect{b, at.kind, comp, start, end, b.s[start:end], b.s[end:]}
	for _, m := range meanings {
		if m.when(&s) {
			return m.then(&s)
		}
	}
	return intent{}
}

// atInPort reports whether the second "@" of the authority stands after the ":" that would begin the port: a name or a
// password has the first one, as in http://me@example.org:password@host/.
func (b *diagnoser) atInPort() bool {
	at, end := int(b.parts.Host)-1, int(b.parts.HostEnd)
	return end-at < nearby && b.s[at] == '@' && strings.IndexByte(b.s[at+1:end], '@') < 0 &&
		strings.Count(b.s[end:min(int(b.parts.Path), end+nearby)], "@") == 1
}

// trimmed returns the intent to leave out white space at an end of the string, which is not part of the IRI (RFC 3986
// Appendix C). That is safe if the rest is divided as before.
func (b *diagnoser) trimmed(why finding.Reason, start, end int) intent {
	rest := b.s[end:]
	k := strings.IndexAny(rest, ":/?#")
	switch {
	case start > 0, k < 0 && rest != "", k > 0 && rest[k] != ':',
		k > 0 && b.hasScheme && b.profile.Of[component.Scheme].Valid(rest[:k]),
		k > 0 && len(rest) <= maxWhole && b.rule.Valid(strings.Trim(rest, blanks)):
		return intent{why.Text(), &finding.Fix{Start: start, End: end}, true}
	}
	return guessed(why.Text(), replace(start, end, ""))
}

// delimits reports whether a run at the end of the string is a delimiter that ends an IRI in text. A bracket with its
// counterpart in the string is part of the IRI.
func (b *diagnoser) delimits(start, end int) bool {
	run := b.s[start:end]
	before, after := b.s[max(0, start-nearby):start], b.s[end:]
	return (after == "" || b.ByHand && len(after) < nearby && strings.Trim(after, ".,;:)") == "") && strings.Trim(run, "\"<> \t\r\n") == "" && strings.ContainsAny(run, `"<>`) &&
		!(run == ">" && strings.IndexByte(before, '<') >= 0) && !(run == `"` && strings.IndexByte(before, '"') >= 0)
}

// unbroken returns a run without its line ends and the spaces beside them.
func unbroken(run string) string {
	var sb strings.Builder
	for line := range strings.FieldsFuncSeq(run, func(c rune) bool { return c == '\r' || c == '\n' }) {
		sb.WriteString(strings.Trim(line, " \t"))
	}
	return sb.String()
}

// listed reports whether the string looks like a list: a separator has an IRI after it, or stands
// at the end.
func (b *diagnoser) listed() bool {
	if len(b.s) > maxWhole { // each run asks
		return false
	}
	for _, item := range strings.Split(b.s, "|")[1:] {
		if item = strings.TrimLeft(item, " "); item == "" || beginsIRI(item) {
			return true
		}
	}
	return false
}

// folded returns the slashes that the backslashes at the start of run stand for. Two are one, as
// strings of programs and of JSON write it.
func folded(run string) string {
	n := len(run) - len(strings.TrimLeft(run, `\`))
	return strings.Repeat("/", (n+1)/2)
}

// replace returns the edit that writes text for the bytes from start to end.
func replace(start, end int, text string) *finding.Fix {
	return &finding.Fix{Start: start, End: end, Text: text, Guessed: true}
}

// javascriptEscape returns what %uXXXX, an escape of JavaScript, stands for: one character, or
// half of one that two escapes make together. It knows no other "%" without digits.
func (s *suspect) javascriptEscape() intent {
	if _, ok := unicodeEscape(s.s[s.start:]); s.end != s.start+1 || !ok {
		return intent{}
	}
	return guessed(pctHint(s.rest).Text(), s.character(s.start))
}

// meantBackslash does what javascriptEscape does, for the escapes of programs.
func (b *diagnoser) meantBackslash(start int) intent {
	m := intent{hint: escapeHint(b.s[start:])}
	if b.s[start+1] == 'x' {
		m.guess = replace(start, start+2, "%")
	} else {
		m.guess = b.character(start)
	}
	return m
}

// escapeHint says what to do with an escape of programs that s begins with: \u00E9 or \xE9.
// It says nothing if there is none.
func escapeHint(s string) finding.Text {
	if _, ok := unicodeEscape(s); ok {
		return finding.HintJsonEscape.Text()
	}
	if len(s) >= 4 && s[1] == 'x' && chars.IsHex(s[2]) && chars.IsHex(s[3]) {
		return finding.HintHexEscape.Text()
	}
	return finding.Text{}
}

// character returns the edit that writes the character of the escape at start, nil if it is
// half of one and the other half is not there.
func (b *diagnoser) character(start int) *finding.Fix {
	unit, _ := unicodeEscape(b.s[start:])
	var m intent
	stop := start + 6
	if utf16.IsSurrogate(unit) {
		low, ok := unicodeEscape(b.s[stop:])
		high := unit
		if unit = utf16.DecodeRune(high, low); !ok || unit == utf8.RuneError {
			if start >= 6 {
				if before, ok := unicodeEscape(b.s[start-6:]); ok && utf16.DecodeRune(before, high) != utf8.RuneError {
					// The second half: the edit of the first one writes the character.
					m.guess = replace(start-6, stop, b.letter(utf16.DecodeRune(before, high)))
				}
			}
			return m.guess
		}
		stop += 6
	}
	return replace(start, stop, b.letter(unit))
}

// unicodeEscape returns the number of the %uXXXX or \uXXXX that s begins with.
func unicodeEscape(s string) (rune, bool) {
	if len(s) < 6 || s[1]|0x20 != 'u' {
		return 0, false
	}
	n, err := strconv.ParseUint(s[2:6], 16, 16)
	return rune(n), err == nil
}

// letter returns how the spec writes a character: itself where a path may have it, else
// percent-encoded.
func (b *diagnoser) letter(r rune) string {
	s := string(r)
	if p := b.profile.Path(); p.Valid(s) && (r >= utf8.RuneSelf || chars.IsLetter(byte(r)) ||
		chars.IsDigit(byte(r))) {
		return s
	}
	return percent.Encode(s)
}

// latin1 returns the edit that reads bytes as ISO 8859-1, nil if they cannot be text in it.
func (b *diagnoser) latin1(start, end int) *finding.Fix {
	var sb strings.Builder
	for _, c := range []byte(b.s[start:end]) {
		if c < 0xA1 { // controls, and the space that does not break
			return nil
		}
		sb.WriteString(b.letter(rune(c)))
	}
	return replace(start, end, sb.String())
}

// meantScheme returns what was meant by a text before the first ":" that is not a scheme.
func (b *diagnoser) meantScheme() intent {
	if m := b.meantWhole(); !m.hint.IsZero() {
		return m
	}
	if n := len(b.s) - len(strings.TrimLeft(b.s, blanks)); n > 0 {
		return b.trimmed(finding.HintSchemeSpace, 0, n)
	}
	if n := len(b.s) - len(strings.TrimLeft(b.s, `<"`)); n > 0 && beginsIRI(b.s[n:]) &&
		!strings.ContainsAny(b.s[n:min(len(b.s), n+nearby)], `<>"`) {
		return guessed(finding.HintDelimits.Text(), replace(0, n, ""))
	}
	if n := len(b.s) - len(strings.TrimLeftFunc(b.s, isBlank)); n > 0 && beginsIRI(b.s[n:]) {
		edit := replace(0, n, "")
		if iri := strings.TrimRightFunc(b.s[n:], isBlank); len(iri) < min(len(b.s)-n, maxWhole) { // U+202A and U+202C
			edit = replace(0, len(b.s), iri)
		}
		return guessed(blankHint(b.s[:n]).Text(), edit)
	}
	return intent{}
}

// isBlank reports whether a character shows nothing, or a space, at the start of a text.
func isBlank(r rune) bool {
	o := chars.VisualIssueOf("", r, false)
	return o == chars.Invisible || o == chars.SpaceLike || chars.Of(r).Flags()&(chars.Format|chars.LaterFormat) != 0
}

// blankHint returns the hint for characters of [isBlank] before a scheme.
func blankHint(run string) finding.Reason {
	switch {
	case strings.HasPrefix(run, "\uFEFF"):
		return finding.HintByteOrderMark
	case strings.TrimSpace(run) != run:
		return finding.HintSchemeSpace
	}
	return finding.HintOut
}

// isName reports whether s has only what a host name of ASCII has.
func isName(s string) bool { return s != "" && chars.IndexOther(s, "-.") < 0 }

// isPortThenEnd reports whether s begins with digits that a "/" or the end follows.
func isPortThenEnd(s string) bool {
	n := len(s) - len(strings.TrimLeft(s, "0123456789"))
	return n > 0 && n <= 5 && (n == len(s) || s[n] == '/')
}

// isHostPort reports whether s begins as a host and a port do: 1.example.org:80/.
func isHostPort(s string) bool {
	host, rest, ok := strings.Cut(s, ":")
	return ok && strings.IndexByte(host, '.') > 0 && isName(host) && (strings.Trim(host, "0123456789.") != "" ||
		component.IsIPv4(host)) && isPortThenEnd(rest)
}

// has reports whether the scheme that s begins with has a trait.
func has(s string, t scheme.Trait) bool { return scheme.Is(s[:max(component.SchemeEnd(s), 0)], t) }

// beginsIRI reports whether s begins as an IRI does: with a scheme and "//", or with a
// scheme that is common.
func beginsIRI(s string) bool {
	k := chars.IndexOther(s[:min(len(s), 64)], "+-.") // each run is looked at by itself
	return k > 0 && s[k] == ':' && (scheme.Is(s[:k], scheme.NoSlashes) || strings.HasPrefix(s[k:], "://") &&
		spec.RFC3986.Profile().Of[component.Scheme].Valid(s[:k]))
}

// The rest of this file is about what people write beside IRIs where they write by hand: patterns, ranges of versions, links of
// Markdown, CURIEs. Percent-encoding would make an IRI of them that nobody meant.

// notations are the characters that are the sign of another notation, outside of queries.
const notations = `[]{}\^<>|`

// isNotation reports whether a run of a component is the sign of another notation, and not of an IRI.
func (b *diagnoser) isNotation(comp component.Kind, at *run) bool {
	return b.ByHand && comp != component.Query &&
		(strings.ContainsAny(b.s[at.start:at.end], notations) || comp == component.Fragment && strings.Trim(b.s[at.start:at.end], "#") == "")
}

// notation returns what was meant by such a run. The guess is what would be the fix elsewhere.
func (b *diagnoser) notation(at *run, fix *finding.Fix) intent {
	why := finding.HintNotation
	run := b.s[at.start:at.end]
	// A second "#": a.html##b mostly means a.html#b. A fragment such as #/a#b is for a program, which reads it as it is.
	if strings.Trim(run, "#") == "" && at.start > 0 && b.s[at.start-1] == '#' {
		return guessed(why.Text(percent.Encode("#")), replace(at.start, at.end, ""))
	}
	switch {
	case strings.Contains(b.near(at.start, at.end), "]("):
		why = finding.HintLinkInLink
	case isPattern(b.near(at.start, at.end)):
		why = finding.HintPattern
	case run == "^" && at.end < len(b.s) && chars.IsDigit(b.s[at.end]):
		why = finding.HintVersion
	}
	return guessed(why.Text(percent.Encode(run[max(0, strings.IndexAny(run, notations)):][:1])), replace(fix.Start, fix.End, fix.Text))
}

// near returns what stands around a run.
func (b *diagnoser) near(start, end int) string {
	return b.s[max(0, start-nearby):min(len(b.s), end+nearby)]
}

// isPattern reports whether a text has what patterns have, and IRIs and paths of Windows have not: a regular
// expression, or a choice in brackets.
func isPattern(s string) bool {
	for _, sign := range [...]string{".*", ".+", "[^", "(?", "**", `\/`, `\(`, `\)`, `\[`, `\]`, `\?`, `\+`, `\*`} {
		if strings.Contains(s, sign) {
			return true
		}
	}
	if s[0] == '^' || s[len(s)-1] == '$' || hasChoice(s, '(', ')', "|") || hasChoice(s, '[', ']', "|-*") {
		return true
	}
	for _, after, ok := strings.Cut(s, `\`); ok && len(after) > 1; _, after, ok = strings.Cut(after, `\`) {
		// \.html, and no ..\..\x; \d+ and no \docs
		if after[0] == '.' && chars.IsLetter(after[1]) || strings.IndexByte("+*?{)]$", after[1]) >= 0 {
			return true
		}
	}
	return false
}

// hasChoice reports whether one of the separators stands between two brackets.
func hasChoice(s string, open, end byte, separators string) bool {
	_, inside, ok := strings.Cut(s, string(rune(open)))
	inside, _, closed := strings.Cut(inside, string(rune(end)))
	return ok && closed && strings.ContainsAny(inside, separators)
}
