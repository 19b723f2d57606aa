package iri

import "unicode/utf8"

// A leiriGroup is one of the groups of characters that LEIRIs have and IRIs do
// not, or only in the query (3987bis §6.3, the Note's §5).
type leiriGroup struct {
	id      proseID
	code    Code
	name    string
	reason  string // the Note's
	example string
	has     func(r rune) bool
}

// leiriGroups lists the groups in the Note's order. No character is in two.
var leiriGroups = [...]leiriGroup{
	{
		pLEIRISpace, "leiri-space", "space",
		"some formats use it as a delimiter, and white space is added when long IRIs are printed, so it can disappear or make several IRIs of one",
		" ", func(r rune) bool { return r == ' ' },
	},
	{
		pLEIRIDelimiter, "leiri-delimiter", "delimiter",
		"angle brackets and double quotes delimit URIs in plain text (RFC 3986 Appendix C), so the LEIRI will be cut off at the wrong place",
		"<", func(r rune) bool { return r == '<' || r == '>' || r == '"' },
	},
	{
		pLEIRIUnwise, "leiri-unwise", "unwise character",
		"some systems display it differently, and it is used around IRIs because it is not used in them, so the LEIRI will be interpreted piecemeal",
		"{", func(r rune) bool {
			return r == '\\' || r == '^' || r == '`' || r == '{' || r == '|' || r == '}'
		},
	},
	{
		pLEIRIControl, "leiri-control", "control",
		"there is no way to transmit it reliably, software filters it out or stops at it, and it changes what is displayed",
		"\x01", func(r rune) bool { return r <= 0x1F || 0x7F <= r && r <= 0x9F },
	},
	{
		pLEIRIBidi, "leiri-bidi-formatting", "bidi formatting character",
		"it changes the order in which characters are displayed, so what is displayed cannot be converted back without ambiguity, and may be meant to deceive",
		"\u202e", isBidiFormatting,
	},
	{
		pLEIRISpecial, "leiri-special", "special",
		"it serves no purpose in an identifier and may lead to confusing display variations",
		"\ufffd", func(r rune) bool { return 0xFFF0 <= r && r <= 0xFFFD },
	},
	{
		pLEIRIPrivate, "leiri-private-use", "private use character",
		"its display and interpretation are undefined without private agreement, so it is not interoperable",
		"\ue000", func(r rune) bool {
			return 0xE000 <= r && r <= 0xF8FF || 0xF0000 <= r && r <= 0xFFFFD || 0x100000 <= r && r <= 0x10FFFD
		},
	},
	{
		pLEIRITag, "leiri-tag", "tag",
		"language information in identifiers cannot reliably be input, transmitted or recognized",
		"\U000e0041", func(r rune) bool { return 0xE0000 <= r && r <= 0xE0FFF },
	},
	{
		pLEIRINoncharacter, "leiri-noncharacter", "noncharacter",
		"applications may use it internally but are not prepared to interchange it",
		"\ufdd0", func(r rune) bool { return 0xFDD0 <= r && r <= 0xFDEF || r&0xFFFE == 0xFFFE },
	},
}

// leiriGroupOf returns the group of a character, nil if it has none.
func leiriGroupOf(r rune) *leiriGroup {
	for i := range leiriGroups {
		if g := &leiriGroups[i]; g.has(r) {
			return g
		}
	}
	return nil
}

// leiri warns of the characters of a LEIRI that the Note advises against. Those of
// one group that follow each other make one finding.
func (c *checker) leiri() {
	c.begin()
	var open *leiriGroup
	start := 0
	for at := 0; ; {
		var g *leiriGroup
		w := 1
		if at < len(c.s) && !uriByte[c.s[at]] {
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

// article returns the article that the name of the group takes, and a space.
func (g *leiriGroup) article() string {
	if g.name[0] == 'u' {
		return "an "
	}
	return "a "
}

func (c *checker) addLEIRI(g *leiriGroup, start, end int) {
	f := c.add(g.id, start, end)
	if f == nil {
		return
	}
	_, w := utf8.DecodeRuneInString(c.s[start:])
	f.Message = describe(c.s[start:start+w]) + " is " + g.article() + g.name + ": " + g.reason
	f.Hint = "percent-encode it, as the conversion to an IRI does"
	f.Fix = newFix(c.s, start, end, percentEncode)
}

func leiriInfo(t *[numProse]CodeInfo) {
	for _, g := range leiriGroups {
		t[g.id] = CodeInfo{
			Code:    g.code,
			Title:   g.article() + g.name + " in a LEIRI",
			Section: "LEIRI §5",
			Text: "LEIRIs may have this character, IRIs may not, or only in the query. The W3C Note on LEIRIs lists it with " +
				"advice against its use: " + g.reason + ".",
			Mend: "percent-encode it, or convert the LEIRI to an IRI",
			Good: []string{"http://example.org/a", "http://example.org/" + percentEncode(g.example)},
			Bad:  []string{"http://example.org/" + g.example},
			Spec: LEIRI,
		}
	}
}
