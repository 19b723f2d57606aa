package hostile

import (
	"fmt"
	"strings"
)

// others are texts that are no input of a run: words of a command line, one a line; grammars (abnf), what a grammar is
// extracted from (draft), iri.toml, .gitignore, documents of contexts (context) and baselines, and messages to iri lsp.
var others = []Text{
	{"words", "codes", func(n int) string { return strings.Repeat("port\n", n/16) }},
	{"words", "words without a meaning", func(n int) string { return times(n/20, "poort%d\n") }},
	{"words", "IRIs", func(n int) string { return strings.Repeat("http://h:8a/%7e\n", n/24) }},
	{"abnf", "rules", func(n int) string { return times(n/16, "r%d = \"a\" / r0\n") }},
	{"abnf", "the same rule", func(n int) string { return strings.Repeat("r = \"a\"\n", n/8) }},
	{"abnf", "added alternatives", func(n int) string { return "a = \"a\"\n" + strings.Repeat("a =/ \"b\"\n", n/9) }},
	{"abnf", "names that are not defined", func(n int) string { return "x = u" + times(n/8, " / u%d") + "\n" }},
	{"abnf", "groups", func(n int) string {
		return "x = " + strings.Repeat("(", n/2) + `"a"` + strings.Repeat(")", n/2) + "\n"
	}},
	{"abnf", "comments", func(n int) string { return "x = \"a\"\n" + strings.Repeat("; without: x\n", n/13) }},
	{"abnf", "headers", func(n int) string { return times(n/13, "; top: x%d\n") + "x = \"a\"\n" }},
	{"abnf", "a string", func(n int) string { return `x = "` + strings.Repeat("a", n) + "\"\n" }},
	{"abnf", "characters", func(n int) string { return "x = %x41" + strings.Repeat(".41", n/3) + "\n" }},
	{"abnf", "faults", func(n int) string { return strings.Repeat("x == (\n", n/7) }},
	{"draft", "rules", func(n int) string { return "RFC 1\n\n" + times(n/24, "   r%d = \"a\" / \"b\"\n\n") }},
	{"draft", "added alternatives", func(n int) string {
		return "   a = \"a\"\n" + strings.Repeat("   a =/ \"b\"\n", n/12)
	}},
	{"draft", "pages", func(n int) string {
		return strings.Repeat("   a = \"b\"\n\nA [Page 1]\n\fRFC 1  T  May 2000\n\n", n/48)
	}},
	{"draft", "blocks of XML", func(n int) string {
		return "<rfc>" + strings.Repeat("<sourcecode type=\"abnf\">x = y\n", n/30)
	}},
	{"iri.toml", "keys", func(n int) string { return times(n/10, "a%d = 1\n") }},
	{"iri.toml", "the same key", func(n int) string { return strings.Repeat("lint = true\n", n/12) }},
	{"iri.toml", "sections", func(n int) string { return strings.Repeat("[[files]]\nglob = \"*.a\"\n", n/23) }},
	{"iri.toml", "contexts", func(n int) string { return "[context]\n" + times(n/30, "\"http://e/%d\" = \"c\"\n") }},
	{"iri.toml", "a list", func(n int) string { return "exclude = [" + strings.Repeat(`"a",`, n/4) + "]\n" }},
	{"iri.toml", "brackets", func(n int) string { return "a = " + strings.Repeat("[", n) + "\n" }},
	{"iri.toml", "dots", func(n int) string { return strings.Repeat("a.", n/2) + "a = 1\n" }},
	{"iri.toml", "severities", func(n int) string { return "[severity]\n" + times(n/14, "a%d = \"off\"\n") }},
	{".gitignore", "patterns", func(n int) string { return times(n/8, "a*b%d\n") }},
	{".gitignore", "stars", func(n int) string { return strings.Repeat("*a", n/2) + "\n" }},
	{".gitignore", "folders", func(n int) string { return strings.Repeat("**/a/", n/5) + "\n" }},
	{"context", "terms", func(n int) string {
		return `{"@context": {` + times(n/24, `"a%d": "http://a/",`) + `"b": "c:d"}}`
	}},
	{"context", "terms that need each other", func(n int) string {
		return `{"@context": {` + times(n/20, `"a%[1]d": "a%[1]d1:b",`) + `"b": "c:d"}}`
	}},
	{"context", "imports of itself", func(n int) string {
		return `{"@context": [` + strings.Repeat(`{"@import": "http://e/c"},`, n/26) + `"http://e/c"]}`
	}},
	{"context", "itself", func(n int) string {
		return `{"@context": [` + strings.Repeat(`"http://e/c",`, n/13) + `{}]}`
	}},
	{"baseline", "findings", func(n int) string {
		return "{\n\"version\": 1,\n\"findings\": [\n" + times(n/76,
			`{"file":"a","iri":"http://h:8a/%d","code":"port","rule":"port","count":1},`+"\n") +
			`{"file":"in","iri":"http://h:8a/","code":"port","rule":"port","count":1}` + "\n]\n}\n"
	}},
	{"baseline", "brackets", func(n int) string { return `{"version": 1, "findings": ` + strings.Repeat("[", n) }},
	{"lsp", "edits", func(n int) string { return edits("http://h:8a/\n", n/220) }},
	{"lsp", "edits of a long text", func(n int) string { return edits(strings.Repeat("http://h:8a/\n", n/26), 200) }},
	{"lsp", "a header without an end", func(n int) string { return "Content-Length: " + strings.Repeat("1", n) }},
	{"lsp", "messages without a meaning", func(n int) string {
		return strings.Repeat("Content-Length: 2\r\n\r\n{}", n/23)
	}},
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
