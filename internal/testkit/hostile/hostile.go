// Package hostile has texts on which a program could take quadratic time, or much memory; some of them once did. They are
// for tests of everything that reads files or strings. The package must not know its readers.
package hostile

import (
	_ "embed"
	"fmt"
	"math/rand/v2"
	"slices"
	"strconv"
	"strings"

	"github.com/rfc3987/iri/internal/testkit/runtest"
)

// A Text is a kind of text.
type Text struct {
	Of   string // the format of files, as --from has it, or another heading of texts.txt
	Name string
	Make func(n int) string // of about n bytes
}

//go:embed texts.txt
var templates string

// control replaces the visible marks of texts.txt by the invisible characters that they stand for.
var control = strings.NewReplacer("␊", "\n", "␍", "\r", "␉", "\t", "␌", "\f", "␀", "\x00", "⍽", "\u00a0",
	"␟", "\u200b\u00ad", "◌", "\u0301")

// Texts returns all texts: those of texts.txt, those that are made without a template, and one for each other format.
func Texts() []Text {
	texts := []Text{
		{"markdown", "lists in lines", growing(func(i int) string {
			return strings.Repeat("  ", min(i, 500)) + "- a\n"
		})},
		{"markdown", "backticks", growing(func(i int) string { return strings.Repeat("`", i+1) + " " })},
		{"lsp", "edits", func(n int) string { return edits("http://h:8a/\n", n/220) }},
		{"lsp", "edits of a long text", func(n int) string {
			return edits(strings.Repeat("http://h:8a/\n", n/26), 200)
		}},
	}
	of := ""
	for line := range strings.SplitSeq(strings.TrimSuffix(templates, "\n"), "\n") {
		name, template, found := strings.Cut(strings.TrimPrefix(line, "  "), ": ")
		switch {
		case line == "" || line[0] == '#':
		case !found:
			of = line
		case of == "words": // each takes a pointer too, and there is a limit for all of them
			texts = append(texts, Text{of, name, func(n int) string { return fill(template, n/2) }})
		default:
			texts = append(texts, Text{of, name, func(n int) string { return fill(template, n) }})
		}
	}
	for _, f := range runtest.Formats() {
		if !slices.ContainsFunc(texts, func(t Text) bool { return t.Of == f.Name }) {
			texts = append(texts, Text{f.Name, "records", growing(func(int) string { return f.File("http://e/%7e a") })})
		}
	}
	return texts
}

// fill returns a text of about n bytes: it repeats the part of the template in brackets.
func fill(template string, n int) string {
	parts := strings.Split(control.Replace(template), "⟦")
	length := 0 // of all that is in brackets
	for _, p := range parts[1:] {
		length += strings.Index(p, "⟧") + 4*strings.Count(p, "%d")
	}
	var b strings.Builder
	b.WriteString(parts[0])
	for _, p := range parts[1:] {
		unit, after, _ := strings.Cut(p, "⟧")
		for i := range n / length {
			b.WriteString(strings.ReplaceAll(unit, "%d", strconv.Itoa(i)))
		}
		b.WriteString(after)
	}
	return b.String()
}

// Pattern returns a random text of lines. They repeat one or two pieces, of 1 to 8 characters of the examples, in a part of
// an IRI.
func Pattern(random *rand.Rand, examples []string) Text {
	piece := func() string {
		var runes []rune
		for most := 1 + random.IntN(8); len(runes) < most; {
			if s := []rune(examples[random.IntN(len(examples))]); len(s) > 0 {
				at := random.IntN(len(s))
				runes = append(runes, s[at:at+1+random.IntN(min(len(s)-at, most-len(runes)))]...)
			}
		}
		return string(runes)
	}
	places := []string{"", "http://", "http://h/", "http://h/?", "http://h/#", "http://u:", "http://h:", "http://[", "x:",
		"data:,", "mailto:", "urn:a:", "did:a:", "tag:", "file:", "javascript:"}
	place, first, second := places[random.IntN(len(places))], piece(), ""
	if random.IntN(3) == 0 {
		second = piece()
	}
	return Text{"lines", strconv.Quote(place + first + second), func(n int) string {
		n = max(1, n/len(first+second))
		return place + strings.Repeat(first, n) + strings.Repeat(second, n) + "\n"
	}}
}

// growing returns a function that makes texts by joining parts.
func growing(part func(i int) string) func(n int) string {
	return func(n int) string {
		var b strings.Builder
		for i := 0; b.Len() < n; i++ {
			b.WriteString(part(i))
		}
		return b.String()
	}
}

// edits returns messages of an editor that opens a document and writes a letter into it many times.
func edits(text string, count int) string {
	var b strings.Builder
	send := func(format string, values ...any) {
		m := fmt.Sprintf(format, values...)
		fmt.Fprintf(&b, "Content-Length: %d\r\n\r\n%s", len(m), m)
	}
	send(`{"jsonrpc":"2.0","id":1,"method":"initialize","params":{"capabilities":{}}}`)
	send(`{"jsonrpc":"2.0","method":"initialized","params":{}}`)
	send(`{"jsonrpc":"2.0","method":"textDocument/didOpen","params":{"textDocument":{"uri":"file:///a.txt",`+
		`"languageId":"plaintext","version":1,"text":%q}}}`, text)
	for i := range count {
		send(`{"jsonrpc":"2.0","method":"textDocument/didChange","params":{"textDocument":{"uri":"file:///a.txt",`+
			`"version":%d},"contentChanges":[{"range":{"start":{"line":0,"character":9},"end":{"line":0,`+
			`"character":9}},"text":"a"}]}}`, i+2)
	}
	send(`{"jsonrpc":"2.0","id":2,"method":"shutdown"}`)
	send(`{"jsonrpc":"2.0","method":"exit"}`)
	return b.String()
}
