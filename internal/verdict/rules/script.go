package rules

import (
	"strings"
	"unicode/utf8"

	"golang.org/x/text/unicode/norm"

	"github.com/rfc3987/iri/internal/ref/component"
	"github.com/rfc3987/iri/internal/ref/hostname"
	"github.com/rfc3987/iri/internal/ref/textparts"
	"github.com/rfc3987/iri/internal/text/chars"
	"github.com/rfc3987/iri/internal/text/quote"
	"github.com/rfc3987/iri/internal/verdict/finding"
)

// readParts reports what is wrong with directions and scripts, part by part and word by word;
// first is the offset of the first character that is not ASCII. It returns what
// [textparts.Text.Read] does.
func (c *pass) readParts(first int) (seen uint16) {
	c.begin()
	t := textparts.Text{S: c.s, Parts: c.p}
	return t.Read(first, func(f textparts.PartIssue) {
		if !f.Script {
			c.bidi(&f, c.s, f.Start, f.End)
		} else if word := c.s[f.Start:f.End]; !c.on(&ruleBidiMixed.ProseRule) || !chars.MixesDirections(word) {
			c.mixedScript(f.Start, f.End, word)
		}
	})
}

// encodedLabels does what readParts does, for the labels of the host that stand for another text than they
// are written. What holds for a U-label holds for its A-label (RFC 5890 §2.3.2.1), and what
// holds for a label holds for its percent-encoding, which conversions decode.
func (c *pass) encodedLabels() {
	start, end := c.span(component.RegName)
	if start == end || !hostname.MayBeEncoded(c.s[start:end]) {
		return
	}
	host := c.host()
	if host.orderly {
		return
	}
	c.begin()
	host.orderly = true
	for _, l := range host.labels {
		if !l.Encoded {
			continue
		}
		from, to, label := start+l.Start, start+l.End, l.Text
		written := c.s[from:to]
		textparts.ReadLabel(label, func(text string, f textparts.PartIssue) {
			host.orderly = false
			if !f.Script {
				c.bidi(&f, text, from, to)
			} else if !c.on(&ruleBidiMixed.ProseRule) || !chars.MixesDirections(label) {
				c.mixedScript(from, to, label)
			}
		})
		if label = chars.LoweredHost(label); !norm.NFC.IsNormalString(label) &&
			norm.NFC.IsNormalString(chars.LoweredHost(written)) {
			host.orderly = false
			c.notNFC(ruleNotNFC, from, to, label, norm.NFC.String(label))
		}
	}
}

// mixedScript reports s[start:end], which stands for word: its characters have no script in common
// (RFC 3987 §7.5), and no language mixes them. The measure is the restriction
// level Highly Restrictive of UTS #39 §5.2: one script, or Latin together with Han
// and what Japanese (Hiragana and Katakana), Chinese (Bopomofo) or Korean (Hangul)
// write beside it.
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
// Common or Inherited, or unassigned, go with every script. UTS #39's test of
// digits of several systems is not made; ruleConfusable is about characters that look alike.
func (c *pass) mixedScript(start, end int, word string) {
	f := c.add(ruleMixedScript, start, end)
	if f == nil {
		return
	}
	written, stands := c.written(word, start, end)
	if names, odd := chars.ScriptsOf(word); odd < 0 {
		f.Message = finding.MixedScriptOther.Text(written, stands)
	} else {
		r, w := utf8.DecodeRuneInString(word[odd:])
		last := len(names) - 1
		f.Message = finding.MixedScriptWord.Text(written, stands, strings.Join(names[:last], ", "), names[last],
			quote.Describe(word[odd:odd+w]), chars.ScriptName(chars.Of(r)))
	}
	f.Hint = finding.HintMixedScript.Text()
}

var ruleMixedScript = &entry{
	trigger: textparts.Trigger{Disorder: true},
	ProseRule: finding.ProseRule{On: component.Texts, Entry: finding.Entry{
		Severity: finding.Warning,
		Code:     "mixed-script", Title: "a word is written in one script, or in those that its language mixes",
		Section: "RFC 3987 §7.5",
		Clause: "To avoid such cases, only IRIs should be created where all the characters in a single component are " +
			"used together in a given language.",
		Text: "The Latin a and the Cyrillic а look the same, so a name that mixes the two can pass for another. " +
			"Each label of the host, decoded if it is percent-encoded or an A-label, and elsewhere each word, is " +
			"held to the level Highly Restrictive of UTS #39: one script, or Latin with Han and Kana (Japanese), Han " +
			"and Bopomofo (Chinese) or Han and Hangul (Korean). Digits, marks and punctuation go with every script. " +
			"Outside of the host, Greek letters may be symbols beside Han, Hangul and kana, and one of them at an " +
			"edge of a Latin word (ΛCDM, TNFα).",
		Mend: "write the word in one script; put punctuation between words of several languages",
		Good: []string{"http://example.org/Категория:Windows", "http://日本語テスト.example/Toyota自動車",
			"http://example.org/отчёт.pdf", "http://example.org/α粒子", "http://example.org/Δx"},
		Bad: []string{"http://p\u0430ypal.example/", "http://example.org/\u0430pple", "http://example.org/ελlada",
			"http://p%D0%B0ypal.example/", "http://xn--pple-43d.com/"},
	}},
}
