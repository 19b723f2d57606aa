package formats_test

import (
	"fmt"
	"slices"
	"strings"
	"testing"

	"github.com/rfc3987/iri/internal/files/input"
	"github.com/rfc3987/iri/internal/files/markdown"
	"github.com/rfc3987/iri/internal/testkit/runtest"
)

// found reads a text and returns the place, the role and the text of each item, and the code of
// what could not be read.
func found(o input.Options, text string) (list []string) {
	o.Stdin = strings.NewReader(text)
	for r := range runtest.Items(&o, nil, func(err error) { list = append(list, err.Error()) }) {
		if r.Err != nil {
			list = append(list, fmt.Sprintf("%d:%d %s", r.Err.Line, r.Err.Col, r.Err.Code))
			continue
		}
		if start := text[r.Offset:]; !strings.HasPrefix(start, string(r.Raw)) && !strings.Contains(string(r.Raw), "\n") {
			list = append(list, fmt.Sprintf("%q is not at %d", r.Raw, r.Offset))
		}
		list = append(list, fmt.Sprintf("%d:%d %s %s", r.Line, r.Col, r.Role, r.Text))
	}
	return list
}

// TestMarkdownWrites holds that a text that is written in each place is read as that text, and which
// texts cannot stand there.
func TestMarkdownWrites(t *testing.T) {
	places := []struct {
		name, before, after string
		cannot              string // texts with one of these characters
	}{
		{"destination", "[x](", ")", ""},
		{"definition", "[x]: ", "", ""},
		{"between < and >", "[x](<", ">)", "\n"},
		{"autolink", "<", ">", "\n<>"},
		{"HTML", "<a href=\"", "\">", ""},
	}
	texts := []string{"http://e/", "http://e/(", "http://e/)(", "http://e/ a", "http://e/<>", `http://e/\*\`,
		"http://e/&amp;&", "http://e/`", "http://e/a\nb", "http://e/é|]["}
	for _, p := range places {
		for _, text := range texts {
			o := input.Options{From: markdown.Format, Stdin: strings.NewReader(p.before + "http://old/" + p.after)}
			var written []byte
			for r := range runtest.Items(&o, nil, func(err error) { t.Error(err) }) {
				written = r.AppendEscaped(nil, text, 0, len(r.Raw))
			}
			o.Stdin = strings.NewReader(p.before + string(written) + p.after)
			var got []string
			for r := range runtest.Items(&o, nil, func(err error) { t.Error(err) }) {
				got = append(got, r.Text)
			}
			if slices.Equal(got, []string{text}) == strings.ContainsAny(text, p.cannot) {
				t.Errorf("%s: %q is written as %q, which is read as %q", p.name, text, written, got)
			}
		}
	}
}

// TestMarkdownLimits checks documents that are too long, or in which too much begins like a link.
func TestMarkdownLimits(t *testing.T) {
	long := found(input.Options{From: markdown.Format, MaxLine: 100}, "[a](b)\n"+strings.Repeat("x", 100))
	if want := []string{"1:1 max-line"}; !slices.Equal(long, want) {
		t.Errorf("got %q, want %q", long, want)
	}
	many := found(input.Options{From: markdown.Format}, strings.Repeat("[a]: b\n 'c'\n", 1000)+"x [y](z)\n")
	if n := len(many); n != 1001 || many[999] != "1999:6 definition b" || many[1000] != "2001:7 link z" {
		t.Errorf("got %d, %q", n, many[max(0, n-2):])
	}
	brackets := found(input.Options{From: markdown.Format}, "[a](b)\n\n"+strings.Repeat("![", 1<<17+1)+
		"\n\n[c](d)\n\nhttp://e/\n")
	if len(brackets) != 3 || brackets[0] != "1:5 link b" || brackets[1] != "3:262145 max-line" ||
		!strings.HasSuffix(brackets[2], " bare http://e/") {
		t.Errorf("got %q", brackets)
	}
	for _, unit := range []string{"`a` ", "<b> ", "[a](b)", "a\n", "- a\n"} {
		got := found(input.Options{From: markdown.Format}, strings.Repeat(unit, 600<<10))
		if len(got) == 0 || !strings.HasSuffix(got[len(got)-1], " max-line") ||
			len(got) > 1+input.MostItems(len(unit)*600<<10) {
			t.Errorf("many %q: got %d, %q", unit, len(got), got[max(0, len(got)-1):])
		}
	}
	open := found(input.Options{From: markdown.Format}, "[a](b)\n\n"+strings.Repeat("](x", 1<<16)+
		strings.Repeat("[x](x", 1<<16)+"\n\nhttp://e/\n")
	if len(open) != 3 || open[0] != "1:5 link b" || !strings.HasSuffix(open[1], " max-line") ||
		!strings.HasSuffix(open[2], " bare http://e/") {
		t.Errorf("got %q", open)
	}
}

// FuzzMarkdown checks that any document is read, and that what is found stands at its place, in order.
func FuzzMarkdown(f *testing.F) {
	for _, s := range []string{
		"# [a](b \"c\") ![d](<e f>) <http://g/> http://h/\n", "[a]: <b>\n'c'\n[d][a]",
		"> - [x](\n>   y)\n\n\t1. <a\n   href='b'>", "<div\n\n[a](http://b c)", "`a` ``\n~~~\n",
		"-\t[a](\\(&amp;&#65;)\r\n",
		"\ufeff<style>\nb{c:url(d)}</style>", "[x](http://e/ \"t\") [^1]: a\n\n[^1]: b",
	} {
		f.Add(s)
	}
	f.Fuzz(func(t *testing.T, content string) {
		o := input.Options{From: markdown.Format, Stdin: strings.NewReader(content)}
		last := int64(-1)
		for r := range runtest.Items(&o, nil, func(error) {}) {
			if r.Err != nil || r.Decoded() {
				continue
			}
			if r.Offset < last || r.Offset+int64(len(r.Raw)) > int64(len(content)) {
				t.Fatalf("%q at %d after %d", r.Raw, r.Offset, last)
			}
			if got := content[r.Offset:][:len(r.Raw)]; got != string(r.Raw) && !strings.ContainsAny(got, "\n") {
				t.Fatalf("%q at %d, where %q stands", r.Raw, r.Offset, got)
			}
			last = r.Offset
		}
	})
}
