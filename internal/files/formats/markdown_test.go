package formats_test

import (
	"fmt"
	"slices"
	"strings"
	"testing"

	"github.com/rfc3987/iri/internal/files/input"
	"github.com/rfc3987/iri/internal/files/markdown"
)

// found reads a text and returns the place, the role and the text of each record, and the code of
// what could not be read.
func found(o input.Options, text string) (list []string) {
	o.Stdin = strings.NewReader(text)
	for r := range o.Records(nil, func(err error) { list = append(list, err.Error()) }) {
		if r.Err != nil {
			list = append(list, fmt.Sprintf("%d:%d %s", r.Err.Line, r.Err.Col, r.Err.Code))
			continue
		}
		if start := text[r.Offset:]; !strings.HasPrefix(start, string(r.Raw)) && !strings.Contains(string(r.Raw),
			"\n") {
			list = append(list, fmt.Sprintf("%q is not at %d", r.Raw, r.Offset))
		}
		list = append(list, fmt.Sprintf("%d:%d %s %s", r.Line, r.Col, r.Role, r.Text))
	}
	return list
}

// TestMarkdown quotes CommonMark 0.31.2 and, for bare IRIs, GitHub's specification 0.29.
func TestMarkdown(t *testing.T) {
	tests := []struct {
		name, text string
		want       []string
	}{
		{"§6.3 a link with a title", "é [x](/uri \"title\")\n", []string{"1:7 link /uri"}},
		{"§6.3 no destination", "[x]() [y](<>)\n", nil},
		{"§6.3 spaces in < >", "[x](</my uri>)\n", []string{"1:6 link /my uri"}},
		{"§6.3 > with a backslash", "[x](<a\\>b>)\n", []string{"1:6 link a>b"}},
		{"§6.3 parentheses", "[x](foo(and(bar)))\n", []string{"1:5 link foo(and(bar))"}},
		{"§6.3 parentheses with backslashes", "[x](foo\\(and\\(bar\\))\n", []string{"1:5 link foo(and(bar)"}},
		{"§6.3 white space around", "[x](   /uri\n  \"title\"  )\n", []string{"1:8 link /uri"}},
		{"§6.3 on the next line", "[x](\n/uri)\n", []string{"2:1 link /uri"}},
		{"§6.3 an entity", "[x](foo%20b&auml;)\n", []string{"1:5 link foo%20bä"}},
		{"§6.3 no link in a link", "[a [b](/uri) c](/other)\n", []string{"1:8 link /uri"}},
		{"§6.3 code binds tighter", "[x`](/uri)`\n", nil},
		{"§6.3 escaped bracket", "\\[x](http://e/)\n", []string{"1:6 bare http://e/"}},
		{"§2.4 escaped angle brackets", "\\<http://e/a/\\> and \\<http://e/b\\>.\n",
			[]string{"1:3 bare http://e/a/", "1:23 bare http://e/b"}},
		{"§6.3 a space ends the destination", "[site](http://example.org/a b)\n",
			[]string{"1:8 link http://example.org/a b"}},
		{"§6.3 a space, and a title", "[site](http://e/a b 'c')\n", []string{"1:8 link http://e/a b"}},
		{"§6.3 a space, and parentheses", "[site](http://e/a b (c) d) e)\n", []string{"1:8 link http://e/a b (c) d"}},
		{"§6.3 a space, in an escaped bracket", "\\[x\\](note: see) and [x](note: see)\n", nil},
		{"§6.3 reference links", "[x][a] [a][] [a]\n\n[a]: /uri\n", []string{"3:6 definition /uri"}},
		{"§6.4 images", "![x](/a.png) [![y](b.png)](c)\n", []string{"1:6 image /a.png", "1:20 image b.png",
			"1:28 link c"}},
		{"§4.7 definitions", "[a]: /uri 'title'\n[b]:\n  <c d>\n",
			[]string{"1:6 definition /uri", "3:4 definition c d"}},
		{"§4.7 not a definition in a paragraph", "x\n[a]: http://e/\n", []string{"2:6 bare http://e/"}},
		{"a footnote of one word", "[^1]: 100%\n[^2]: http://e/\n", []string{"2:7 bare http://e/"}},
		{"§6.5 autolinks", "<http://e/ä> <MAILTO:a@b.c> <a@b.c>\n",
			[]string{"1:2 <> http://e/ä", "1:15 <> MAILTO:a@b.c"}},
		{"§6.5 no escapes in them", "<http://e/\\[\\&amp;>\n", []string{"1:2 <> http://e/\\[\\&amp;"}},
		{"§6.5 a space in < >", "<http://e/ x>\n", []string{"1:2 <> http://e/ x"}},
		{"bare, §6.9 of GitHub's", "See http://e/?a&amp;b, (http://f/) and *http://g/*.\n",
			[]string{"1:5 bare http://e/?a&b", "1:25 bare http://f/", "1:41 bare http://g/"}},
		{"no bare IRI in the text of a link", "[http://e/](http://f/)\n", []string{"1:13 link http://f/"}},
		{"§6.1 code", "`http://a/` ``[x](b)``\n\n    http://c/\n\n```\nhttp://d/\n```\n~~~ http://e/\nhttp://f/\n",
			nil},
		{"§4.6 blocks of HTML", "<div>\n<a href=\"http://e/?a&amp;b\">[x](y)</a>\n</div>\n\n[x](z)\n",
			[]string{"2:10 a href http://e/?a&b", "5:5 link z"}},
		{"§6.6 HTML in text", "é <img src='a b'> [é](<y>) <a href=c>\n<a href=d>",
			[]string{"1:13 img src a b", "1:24 link y", "1:36 a href c", "2:9 a href d"}},
		{"§6.6 a comment", "<!-- http://e/ [x](y) --> z\n", nil},
		{"HTML in a quotation", "> <a\n> href='b'>c</a>\n", []string{"2:9 a href b"}},
		{"a style sheet", "<style>\na { b: url(c.png) }\n\n</style>\n", []string{"2:12 style c.png"}},
		{"JSON-LD", "<script type=\"application/ld+json\">\n{\"@id\": \"a:b\"}\n</script>\n",
			[]string{"2:10 script ld+json a:b"}},
		{"§5.1 quotations", "> é [x](\n> /uri)\n>> [y](z)\n", []string{"2:3 link /uri", "3:8 link z"}},
		{"§5.2 lists", "- [a](b)\n\n  [c](d)\n  1. [e](f)\n", []string{"1:7 link b", "3:7 link d", "4:10 link f"}},
		{"§2.2 tabs", "-\t[a](b)\n\n\t[c](\n\td)\n", []string{"1:7 link b", "4:2 link d"}},
		{"headings", "# [a](b)\n\n[c](d)\n===\n", []string{"1:7 link b", "3:5 link d"}},
		{"a table", "| [a](b) | http://e/ |\n| --- | --- |\n| [c](d\\|e) | x |\n",
			[]string{"1:7 link b", "1:12 bare http://e/", "3:7 link d|e"}},
		{"CR LF", "[a](b)\r\n\r\n[c]:\r\n  d\r\n", []string{"1:5 link b", "4:3 definition d"}},
		{"a byte order mark", "\ufeff[a]: b\n", []string{"1:6 definition b"}},
		{"§2.5 what is not an entity", "[a](b&nosuch;&amp&#;&#x;&#12345678;) [c](&#65;&#x42;&#0;)\n",
			[]string{"1:5 link b&nosuch;&amp&#;&#x;&#12345678;", "1:42 link AB\ufffd"}},
		{"deep", strings.Repeat(">", 1000) + "[a](b)\n", []string{"1:1005 link b"}},
		{"empty", "", nil},
	}
	for _, tt := range tests {
		t.Run(tt.name, func(t *testing.T) {
			if got := found(input.Options{From: markdown.Format}, tt.text); !slices.Equal(got, tt.want) {
				t.Errorf("%q:\n got %q\nwant %q", tt.text, got, tt.want)
			}
		})
	}
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
		{"autolink", "<", ">", " \n<>"},
		{"HTML", "<a href=\"", "\">", ""},
	}
	texts := []string{"http://e/", "http://e/(", "http://e/)(", "http://e/ a", "http://e/<>", `http://e/\*\`,
		"http://e/&amp;&", "http://e/`", "http://e/a\nb", "http://e/é|]["}
	for _, p := range places {
		for _, text := range texts {
			o := input.Options{From: markdown.Format, Stdin: strings.NewReader(p.before + "http://old/" + p.after)}
			var written []byte
			var reads string
			var ok bool
			for r := range o.Records(nil, func(err error) { t.Error(err) }) {
				written = r.AppendEscaped(nil, text, 0, len(r.Raw))
				reads, ok = r.Unescape(written)
			}
			if ok == strings.ContainsAny(text, p.cannot) {
				t.Errorf("%s: %q is written as %q: %v", p.name, text, written, ok)
			}
			if !ok {
				continue
			}
			o.Stdin = strings.NewReader(p.before + string(written) + p.after)
			var got []string
			for r := range o.Records(nil, func(err error) { t.Error(err) }) {
				got = append(got, r.Text)
			}
			if reads != text || !slices.Equal(got, []string{text}) {
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
			len(got) > 1+input.MostRecords(len(unit)*600<<10) {
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
		for r := range o.Records(nil, func(error) {}) {
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
