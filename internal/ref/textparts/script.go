package textparts

import (
	"strings"
	"unicode"

	"github.com/rfc3987/iri/internal/text/chars"
)

// script reports a word whose characters are of scripts that no language mixes, as
// [chars.Scripts] has found, unless they have a script in common. Outside of the host,
// Greek letters are symbols as well: see greekSymbols.
func (t *Text) script(start, end int, found func(PartIssue)) {
	if word := t.S[start:end]; !chars.SharesScript(word) && (t.InHost(start) || !greekSymbols(word)) {
		found(PartIssue{Start: start, End: end, Script: true})
	}
}

// greekSymbols reports whether the Greek letters of a word are symbols beside letters of
// other scripts, as in the titles α粒子, Α선, Δx, ΛCDM and TNFα. Beside Han, Hangul and kana
// that is any Greek letter, for none looks like one of theirs. Beside Latin it is one at the
// start or the end of the word, or two beside capitals, which do not look like Latin letters (p and ρ) unless
// all Latin ones are capitals and the Greek ones are not. What remains of the word without
// them is in scripts that go together.
func greekSymbols(word string) bool {
	var greek, latin, capitals, other int // letters
	lookAlike, upperGreek := false, false
	var rest chars.Scripts
	first, last := -1, -1 // of the other letters
	i := 0
	for _, r := range word {
		u := chars.Of(r)
		switch name := chars.ScriptName(u); {
		case name == "Greek":
			greek++
			lookAlike = lookAlike || strings.ContainsRune(greekLikeLatin, r)
			upperGreek = upperGreek || unicode.IsUpper(r)
		case name == "":
		default:
			if name == "Latin" {
				latin++
				if unicode.IsUpper(r) {
					capitals++
				}
			} else {
				other++
			}
			if first < 0 {
				first = i
			}
			last = i
			rest.Add(u.Script())
		}
		i++
	}
	switch {
	case greek == 0 || first < 0 || rest.Mixed():
		return false
	case latin == 0 && other > 0:
		return eastAsian(word)
	case greek > 2 || greek == 2 && capitals < latin || first > 0 && last < i-1:
		return false
	case other > 0 && !eastAsian(word):
		return false
	}
	return !lookAlike || capitals == latin && !upperGreek
}

// greekLikeLatin are the Greek letters that look like Latin ones.
const greekLikeLatin = "ΑΒΕΖΗΙΚΜΝΟΡΤΥΧϹϺαγιϊίκνορτυχϲϳ"

// eastAsian reports whether all letters of a word that are neither Greek nor Latin are
// those of Chinese, Japanese or Korean.
func eastAsian(word string) bool {
	for _, r := range word {
		switch chars.ScriptName(chars.Of(r)) {
		case "", "Greek", "Latin", "Han", "Hangul", "Hiragana", "Katakana", "Bopomofo":
		default:
			return false
		}
	}
	return true
}
