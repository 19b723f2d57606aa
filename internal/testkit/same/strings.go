package main

import (
	"maps"
	"math/rand/v2"
	"slices"
	"strings"
	"unicode"
	"unicode/utf8"

	"golang.org/x/text/unicode/rangetable"

	"github.com/rfc3987/iri/internal/ref/scheme"
	"github.com/rfc3987/iri/internal/testkit/reftest"
	"github.com/rfc3987/iri/internal/text/percent"
)

// A maker makes strings. The same seed makes the same strings.
type maker struct {
	*rand.Rand
	given   []string // the strings to change
	docs    []document
	schemes []string
	scripts [][]string // characters
}

func newMaker(seed uint64, root string) *maker {
	m := &maker{Rand: rand.New(rand.NewPCG(seed, 0)), schemes: slices.Collect(scheme.With(scheme.Recognized))}
	m.read(root)
	for _, name := range slices.Sorted(maps.Keys(unicode.Scripts)) {
		var chars []string
		rangetable.Visit(unicode.Scripts[name], func(r rune) { chars = append(chars, string(r)) })
		m.scripts = append(m.scripts, chars)
	}
	return m
}

// pick returns one of the strings.
func (m *maker) pick(list ...string) string { return list[m.IntN(len(list))] }

// text returns a string: a given one or a random reference, perhaps in another script, with another scheme or with a
// fault.
func (m *maker) text() string {
	s := m.pick(m.given...)
	if m.IntN(2) == 0 {
		s = reftest.Random(m.Rand, m.IntN(2) == 0)
	}
	if m.IntN(2) == 0 {
		s = m.translate(s)
	}
	if _, rest, ok := strings.Cut(s, ":"); ok && m.IntN(3) == 0 {
		s = m.pick(m.schemes...) + ":" + rest
	}
	if m.IntN(3) == 0 {
		s = m.change(s)
	}
	return s
}

// translate replaces letters after the scheme by characters of a script, and a few by other or percent-encoded characters.
func (m *maker) translate(s string) string {
	script := m.scripts[m.IntN(len(m.scripts))]
	text := s[:strings.Index(s, ":")+1]
	for _, r := range s[len(text):] {
		char := string(r)
		if unicode.IsLetter(r) && m.IntN(4) > 0 {
			char = m.pick(script...)
			switch m.IntN(40) {
			case 0:
				char = m.pick(m.scripts[m.IntN(len(m.scripts))]...)
			case 1:
				char = percent.Encode(char)
			}
		}
		text += char
	}
	return text
}

// faults are texts that are not allowed everywhere in a string or a document.
var faults = []string{
	" ", "  ", "\t", "\n", "\r\n", "%", "%4", "%zz", "%00", "%2F", "%C3", "%u00e9", "<", ">", "\"", "\\", "^", "`",
	"{", "|", "}", "[", "]", "[::1]", "@", ":", "::", "//", "/", "/./", "/../", "?", "#", ".", "...", "-", "--",
	"_", "A", "''", "http://", "\x00", "\x7f", "\u0085", "\u00a0", "\u00ad", "\u200b", "\u200d", "\u200e", "\u202e",
	"\u2066", "\u2028", "\u3000", "\u3002", "\ufeff", "\ufffd", "\ufdd0", "\ufffe", "\ue000", "\U000e0041",
	"\U000f0000", "\xff", "\xc3", "\xed\xa0\x80", "\xf4\x90\x80\x80", "\u0301", "e\u0301", "\u00e9", "\u212b",
	"\uff0f", "\uff41", "\u0430", "\u05d0", "\u0661", "&amp;", "&#233;", "&#32;", "&eacute;", "\\u00e9",
	"É.example/%7e/../", ")", "]]>", "<!--", "<?a?>", "<base href='http://b/a b/'>", " xml:base=\"http://b/é/\"",
	" xmlns:x=\"http://n/x y/\"", "@prefix x: <http://n/é/> .\n", "@base <http://b/a b/> .\n", "\"\"\"",
	"\"@context\": {\"x\": \"http://n/é/\"},", "[a]: <http://e/a b>\n", "*a", "- &a http://e/a b\n",
	"# iri-ignore space: why\n", "<!-- iri-ignore pct-encoded: why -->",
}

// change returns a string with a change that may be a fault.
func (m *maker) change(s string) string {
	from, to := m.cut(s), m.cut(s)
	switch m.IntN(6) {
	case 0: // something left out
		return s[:min(from, to)] + s[max(from, to):]
	case 1: // twice
		return s[:max(from, to)] + s[min(from, to):]
	case 2: // the head of one with the tail of another
		other := m.pick(m.given...)
		return s[:from] + other[m.cut(other):]
	}
	return s[:from] + m.pick(faults...) + s[from:]
}

// cut returns a place in a string, not inside a character.
func (m *maker) cut(s string) int {
	at := m.IntN(len(s) + 1)
	for at < len(s) && !utf8.RuneStart(s[at]) {
		at++
	}
	return at
}

// changeDocument returns a document with a few changes. Half of them are in text that may be an IRI.
func (m *maker) changeDocument(text string) string {
	for range 1 + m.IntN(3) {
		at := m.cut(text)
		if i := strings.Index(text[at:], "://"); i >= 0 && m.IntN(2) == 0 {
			at += i + len("://")
		}
		switch m.IntN(8) {
		case 0:
			text = strings.ReplaceAll(text, "\n", m.pick("\r\n", "\r", "\n\n"))
		case 1:
			text = "\ufeff" + text
		case 2:
			text = text[:at] + m.text() + text[at:]
		default:
			text = text[:at] + m.change(text[at:])
		}
	}
	return text
}
