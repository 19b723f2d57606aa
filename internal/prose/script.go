package prose

import (
	"unicode/utf8"

	"github.com/rfc3987/iri/internal/chars"
	"github.com/rfc3987/iri/internal/component"
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
func (c *checker) mixedScript(start, end int) {
	if chars.SharesScript(c.s[start:end]) || c.on(ruleBidiMixed) && chars.MixesDirections(c.s[start:end]) {
		return
	}
	f := c.add(ruleMixedScript, start, end)
	if f == nil {
		return
	}
	word := c.s[start:end]
	names, odd := chars.ScriptsOf(word)
	f.Message = wording.Quote(word) + " mixes " + names
	if odd >= 0 {
		r, w := utf8.DecodeRuneInString(word[odd:])
		f.Message += "; " + wording.Describe(word[odd:odd+w]) + " is " + chars.ScriptName(chars.Of(r))
	}
	f.Hint = "no language writes a word like this, and letters of several scripts can look the same; write the word in one script"
}

var ruleMixedScript = &rule{
	inParts: true,
	ProseRule: report.ProseRule{On: component.Texts, Entry: report.Entry{
		Severity: report.Warning,
		Code:     "mixed-script", Title: "a word is written in one script, or in those that its language mixes", Section: "RFC 3987 §7.5",
		Clause: "To avoid such cases, only IRIs should be created where all the characters in a single component are used together in a given language.",
		Text:   "The Latin a and the Cyrillic а look the same, so a name that mixes the two can pass for another. Each label of the host, and elsewhere each word, is held to the level Highly Restrictive of UTS #39: one script, or Latin with Han and Kana (Japanese), Han and Bopomofo (Chinese) or Han and Hangul (Korean). Digits, marks and punctuation go with every script.",
		Mend:   "write the word in one script; put punctuation between words of several languages",
		Good:   []string{"http://example.org/Категория:Windows", "http://日本語テスト.example/Toyota自動車", "http://example.org/отчёт.pdf"},
		Bad:    []string{"http://p\u0430ypal.example/", "http://example.org/\u0430pple", "http://example.org/ελlada"},
	}},
}
