package rules

import (
	"strings"
	"unicode/utf8"

	"github.com/rfc3987/iri/internal/ref/component"
	"github.com/rfc3987/iri/internal/ref/spec"
	"github.com/rfc3987/iri/internal/text/chars"
	"github.com/rfc3987/iri/internal/text/percent"
	"github.com/rfc3987/iri/internal/text/quote"
	"github.com/rfc3987/iri/internal/verdict/finding"
)

// A leiriGroup is the rule of one of the groups of characters that LEIRIs have and IRIs do
// not, or only in the query (3987bis §6.3, the Note's §5).
type leiriGroup struct {
	rule   *entry
	reason finding.Reason // the Note's
	has    func(r rune) bool
}

// leiriGroups returns the groups, in the Note's order. No character is in two of them.
func leiriGroups() []leiriGroup {
	return []leiriGroup{
		newLEIRIGroup("leiri-space", "space", finding.LeiriSpaceChar, " ", func(r rune) bool { return r == ' ' }),
		newLEIRIGroup("leiri-delimiter", "delimiter", finding.LeiriDelimiterChar, "<",
			func(r rune) bool { return r == '<' || r == '>' || r == '"' }),
		newLEIRIGroup("leiri-unwise", "unwise character", finding.LeiriUnwiseChar, "{", func(r rune) bool {
			return r == '\\' || r == '^' || r == '`' || r == '{' || r == '|' || r == '}'
		}),
		newLEIRIGroup("leiri-control", "control", finding.LeiriControlChar, "\x01",
			func(r rune) bool { return r <= 0x1F || 0x7F <= r && r <= 0x9F }),
		newLEIRIGroup("leiri-bidi-formatting", "bidi formatting character", finding.LeiriBidiFormattingChar, "\u202e",
			chars.IsBidiFormatting),
		newLEIRIGroup("leiri-special", "special", finding.LeiriSpecialChar, "\ufffd",
			func(r rune) bool { return 0xFFF0 <= r && r <= 0xFFFD }),
		newLEIRIGroup("leiri-private-use", "private use character", finding.LeiriPrivateUseChar, "\ue000", func(r rune) bool {
			return 0xE000 <= r && r <= 0xF8FF || 0xF0000 <= r && r <= 0xFFFFD || 0x100000 <= r && r <= 0x10FFFD
		}),
		newLEIRIGroup("leiri-tag", "tag", finding.LeiriTagChar, "\U000e0041", func(r rune) bool { return 0xE0000 <= r && r <= 0xE0FFF }),
		newLEIRIGroup("leiri-noncharacter", "noncharacter", finding.LeiriNoncharacterChar, "\ufdd0",
			func(r rune) bool { return 0xFDD0 <= r && r <= 0xFDEF || r&0xFFFE == 0xFFFE }),
	}
}

// leiriGroupOf returns the group of a character, nil if it has none.
func leiriGroupOf(r rune) *leiriGroup {
	groups := registry().leiri
	for i := range groups {
		if groups[i].has(r) {
			return &groups[i]
		}
	}
	return nil
}

// leiri warns of the characters of a LEIRI that the Note advises against. Those of
// one group that follow each other make one finding.
func (c *pass) leiri() {
	c.begin()
	var open *leiriGroup
	start := 0
	for at := 0; ; {
		var g *leiriGroup
		w := 1
		if at < len(c.s) && !chars.UriByte[c.s[at]] {
			var r rune
			r, w = utf8.DecodeRuneInString(c.s[at:])
			g = leiriGroupOf(r)
		}
		if g != open {
			if open != nil {
				c.addLEIRI(open, start, at)
			}
			open, start = g, at
		}
		if at == len(c.s) {
			return
		}
		at += w
	}
}

func (c *pass) addLEIRI(g *leiriGroup, start, end int) {
	f := c.add(g.rule, start, end)
	if f == nil {
		return
	}
	_, w := utf8.DecodeRuneInString(c.s[start:])
	f.Message = g.reason.Text(quote.Describe(c.s[start : start+w]))
	f.Hint = finding.HintEncodeLeiri.Text()
	f.Fix = finding.NewFix(c.s, start, end, percent.Encode)
}

// newLEIRIGroup returns a group. The Note gives the reason, and the template of the message has it after the colon;
// example is one of the characters.
func newLEIRIGroup(code finding.Code, name string, id finding.Reason, example string, has func(r rune) bool) leiriGroup {
	_, why, _ := strings.Cut(id.Template(), ": ")
	return leiriGroup{&entry{
		ProseRule: finding.ProseRule{On: component.Texts, Entry: finding.Entry{
			Code:     code,
			Severity: finding.Warning,
			Title:    quote.WithArticle(name) + " in a LEIRI",
			Section:  "LEIRI §5",
			Text: "LEIRIs may have this character, IRIs may not, or only in the query. The W3C Note on LEIRIs lists " +
				"it with " +
				"advice against its use: " + why + ".",
			Mend: "percent-encode it, or convert the LEIRI to an IRI",
			Good: []string{"http://example.org/a", "http://example.org/" + percent.Encode(example)},
			Bad:  []string{"http://example.org/" + example},
			Spec: spec.LEIRI,
		}},
	}, id, has}
}
