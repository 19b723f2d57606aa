package prose

import (
	"strings"
	"unicode"
	"unicode/utf8"

	"github.com/rfc3987/iri/internal/chars"
	"github.com/rfc3987/iri/internal/component"
	"github.com/rfc3987/iri/internal/hostname"
	"github.com/rfc3987/iri/internal/report"
	"github.com/rfc3987/iri/internal/wording"
)

// mixedScript reports s[start:end], whose characters have no script in common
// (RFC 3987 §7.5), unless a language mixes them. The measure is the restriction
// level Highly Restrictive of UTS #39 §5.2: one script, or Latin together with Han
// and what Japanese (Hiragana and Katakana), Chinese (Bopomofo) or Korean (Hangul)
// write beside it. [chars.Scripts] has found that no such combination holds.
//
// A host is checked label by label. Elsewhere a segment such as
// Категория:Windows holds words of several languages, so words are checked, not
// segments: runs of characters between punctuation, symbols, spaces and
// percent-encodings.
//
// A word that mixes directions mixes scripts as well; bidi-mixed reports that already,
// unless it is off.
//
// The scripts are the Script_Extensions of Unicode 15.0; characters that are
// Common or Inherited, or unassigned, go with every script. UTS #39's tests of
// characters that look alike, and of digits of several systems, are not made.
//
// Outside of the host, Greek letters are symbols as well: see [greekSymbols].
//
// A label of the host that is percent-encoded, or that is an A-label, is read as the name
// that is looked up: see [checker.encodedLabels].
func (c *checker) mixedScript(start, end int) {
	word := c.s[start:end]
	if c.on(ruleBidiMixed) && chars.MixesDirections(word) || !c.inHost(start) && greekSymbols(word) {
		return
	}
	c.mixedWord(start, end, word)
}

// encodedLabels is [checker.mixedScript] for the labels of the host that are looked up as
// another text than they are written.
func (c *checker) encodedLabels() {
	start, end := c.span(component.RegName)
	if start == end || c.plainHost || !c.on(ruleMixedScript) {
		return // a plain host has no such labels
	}
	c.Begin()
	hostname.EncodedLabels(c.s[start:end], func(from, to int, label string) {
		var words chars.Scripts
		for _, r := range label {
			words.Add(chars.Of(r).Script())
		}
		if words.Mixed() {
			c.mixedWord(start+from, start+to, label)
		}
	})
}

// mixedWord reports s[start:end], which stands for word, unless all characters of the word
// have a script in common.
func (c *checker) mixedWord(start, end int, word string) {
	if chars.SharesScript(word) {
		return
	}
	f := c.add(ruleMixedScript, start, end)
	if f == nil {
		return
	}
	names, odd := chars.ScriptsOf(word)
	f.Message = wording.Quote(word) + " mixes " + names
	if written := c.s[start:end]; written != word {
		f.Message = wording.Quote(written) + " is looked up as " + wording.Quote(word) + ", which mixes " + names
	}
	if odd >= 0 {
		r, w := utf8.DecodeRuneInString(word[odd:])
		f.Message += "; " + wording.Describe(word[odd:odd+w]) + " is " + chars.ScriptName(chars.Of(r))
	}
	f.Hint = "no language writes a word like this, and letters of several scripts can look the same; write the word in one script"
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

var ruleMixedScript = &rule{
	inParts: true,
	ProseRule: report.ProseRule{On: component.Texts, Entry: report.Entry{
		Severity: report.Warning,
		Code:     "mixed-script", Title: "a word is written in one script, or in those that its language mixes", Section: "RFC 3987 §7.5",
		Clause: "To avoid such cases, only IRIs should be created where all the characters in a single component are used together in a given language.",
		Text:   "The Latin a and the Cyrillic а look the same, so a name that mixes the two can pass for another. Each label of the host, decoded if it is percent-encoded or an A-label, and elsewhere each word, is held to the level Highly Restrictive of UTS #39: one script, or Latin with Han and Kana (Japanese), Han and Bopomofo (Chinese) or Han and Hangul (Korean). Digits, marks and punctuation go with every script. Outside of the host, Greek letters may be symbols beside Han, Hangul and kana, and one of them at an edge of a Latin word (ΛCDM, TNFα).",
		Mend:   "write the word in one script; put punctuation between words of several languages",
		Good:   []string{"http://example.org/Категория:Windows", "http://日本語テスト.example/Toyota自動車", "http://example.org/отчёт.pdf", "http://example.org/α粒子", "http://example.org/Δx"},
		Bad:    []string{"http://p\u0430ypal.example/", "http://example.org/\u0430pple", "http://example.org/ελlada", "http://p%D0%B0ypal.example/", "http://xn--pple-43d.com/"},
	}},
}
