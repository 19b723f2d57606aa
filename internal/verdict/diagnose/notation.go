package diagnose

import (
	"strings"

	"github.com/rfc3987/iri/internal/ref/component"
	"github.com/rfc3987/iri/internal/text/chars"
	"github.com/rfc3987/iri/internal/text/percent"
	"github.com/rfc3987/iri/internal/verdict/finding"
)

// This file has what people write beside IRIs where they write by hand: patterns, ranges of versions, links of
// Markdown, CURIEs. Percent-encoding would make an IRI of them that nobody meant.

// notations are the characters that are the sign of another notation, outside of queries.
const notations = `[]{}\^<>|`

// isNotation reports whether a run of a component is the sign of another notation, and not of an IRI.
func (b *blamer) isNotation(comp component.Kind, at *run) bool {
	return b.ByHand && comp != component.Query &&
		(strings.ContainsAny(b.s[at.start:at.end], notations) || comp == component.Fragment && strings.Trim(b.s[at.start:at.end], "#") == "")
}

// notation returns what was meant by such a run. The guess is what would be the fix elsewhere.
func (b *blamer) notation(at *run, fix *finding.Fix) intent {
	why := finding.HintNotation
	run := b.s[at.start:at.end]
	// A second "#": a.html##b is mostly meant for a.html#b. What stands after #/a#b a program reads, as it is.
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
	return guessed(why.Text(percent.Encode(run[max(0, strings.IndexAny(run, notations)):][:1])),
		replace(fix.Start, fix.End, fix.Text))
}

// near returns what stands around a run.
func (b *blamer) near(start, end int) string {
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
