// Package hostile has texts on which a program could take the square of their length, or much memory: the first of some
// had done so. They are for tests of all that reads files or strings. It must not know what reads them.
package hostile

import "strings"

// A Text is a kind of text.
type Text struct {
	Of   string // the format of files, as --from has it, or a name of [others]
	Name string
	Make func(n int) string // of about n bytes
}

// Texts returns all of them, those of each format too.
func Texts() []Text { return append(append(lines(), documents...), others...) }

// lines returns texts of one line, in which a fault, or something to convert, is in every few bytes.
func lines() (texts []Text) {
	for _, l := range []struct{ name, start, unit, end string }{
		{"spaces", "", "a ", ""},
		{"prose", "", "words and more ", ""},
		{"percent", "http://u:", "a%4|", ""},
		{"broken percent-encodings", "http://a/", "%zz", ""},
		{"percent-encodings", "javascript:", "%41", ""},
		{"userinfo", "http://", "a@", ""},
		{"ports", "http://h", ":8a", ""},
		{"colons in a host", "http://a", ":1", "/"},
		{"address", "http://[", "1::", ""},
		{"brackets", "http://[", ":", ""},
		{"decoded", "http://e/", "%C3%A9%7e", ""},
		{"dots", "http://e/", "a/../", ""},
		{"dot segments", "http://a/", "../", ""},
		{"dot segments alone", "", "../", ""},
		{"labels", "http://", "a.", "/"},
		{"percent-encoded labels", "http://", "%41.", "/"},
		{"A-labels", "http://", "xn--a.", "/"},
		{"mixed scripts", "http://", "%D0%B0p.", "com/"},
		{"bad characters in a scheme", "a", "é_", ":x"},
		{"schemes", "", "http://", ""},
		{"right-to-left", "http://e/", "אa.", ""},
		{"directions", "http://a/", "א1", ""},
		{"digits before a direction", "http://a/", "٠", "א"},
		{"percent-encoded right-to-left text", "http://a/", "%D7%90a", ""},
		{"invisible", "http://e/", "\u200B\u00AD", ""},
		{"no-break spaces", "http://a/", "\u00a0", ""},
		{"percent-encoded no-break spaces", "http://a/", "%C2%A0", ""},
		{"marks", "http://a/", "\u0301", ""},
		{"look-alikes", "http://e/", "а＜b", ""},
		{"two", "", "http://e/ http://", ""},
		{"fragments", "http://e/", "#%", ""},
		{"references to characters", "http://e/", "&#x41;\\", ""},
	} {
		texts = append(texts, Text{"lines", l.name, func(n int) string {
			return l.start + strings.Repeat(l.unit, max(0, n-len(l.start)-len(l.end))/len(l.unit)) + l.end + "\n"
		}})
	}
	return append(texts, Text{"lines", "many", func(n int) string { return times(n/24, "http://E%d/%%7e a|..\n") }},
		Text{"lines", "empty", func(n int) string { return strings.Repeat("\n", n) }},
		Text{"lines", "comments", func(n int) string {
			return strings.Repeat("# iri-ignore space: x\nhttp://e/ \n", n/33)
		}})
}
