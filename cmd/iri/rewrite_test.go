package main

import (
	"bytes"
	"strings"
	"testing"
	"unicode/utf8"

	"github.com/rfc3987/iri/internal/testkit"
)

// rewriteInPlace runs a converting command over a file on standard input.
func rewriteInPlace(format, content string, args ...string) string {
	var out, errs bytes.Buffer
	a := testApp(&out, &errs)
	a.stdin = strings.NewReader(content)
	execute(a, append(args, "--from", format))
	return out.String()
}

// TestRewriteNothing holds that a file in which nothing changes stays the same, byte for
// byte, also if it is malformed.
func TestRewriteNothing(t *testing.T) {
	files := map[string][]string{
		"lines":    {"a:b\r\n\n\nc:d", "\ufeffa:b\n", "a:\xff\n%\n", strings.Repeat("a:b\n", 300000)},
		"null":     {"a:b\x00\x00c d\x00"},
		"json":     {"{\"iri\":\"a:\\u00e9\"}\r\n\n[1]\n\"x", "null\n{}\n"},
		"ntriples": {"<a:b> <c:\\u00e9> \"x\" . # <\n\n<bad\n", "\ufeff<a:b> <a:c> <a:d>.\r"},
		"csv":      {"a:b,\"c,d\"\r\n\"a:\"\"b\",x\n\n\"open,x\ny"},
		"tsv":      {"a:b\tx\r\nc"},
		"html": {"<a href = 'x&eacute;y' HREF=z><!-- a --><base href=\"/b\"><title><a href=x></title>\r\n<img " +
			"srcset='a 1x, b'>&amp;<br/", "<a href=\"x",
			"<script>" + strings.Repeat("<a href='b c'>x\n", 1000) + "</script><a href=x>",
			"<?xml version='1.0'?><p>\x00\xff<a href=\"\x80\">",
			"<meta charset=iso-8859-1><a href='\xe9'>\xe9\x80</a>"},
		"xml": {"<?xml version='1.0' encoding='windows-1252'?><a href='\xe9'><link>\xe9<!-- \x80 -->x</link></a>\n",
			"<a><link>x</b>\r\n rest", "\ufeff<loc> <![CDATA[ a:b ]]> </loc>", "<a href='&lt;'"},
		"rdfxml": {"<?xml version='1.0' encoding='iso-8859-1'?>\r\n<x:y xmlns:x='a:b' x:c='\xe9'/>\n",
			"<r>&no;</r> <second/> <rest>"},
		"turtle": {"\ufeff@prefix : <a:b> .\r\n:\\~x a <\\u00e9>, [ ] . # c\n:bad :y", "<a> <b> \"\"\"",
			strings.Repeat("<a:b> a ( 1 \"x\" ) .\n", 60000)},
		"trig": {"<g:g> { <s:s> a <o:o> . <bad } . { [] a 1 }"},
		"n3":   {"{ ?x a ?y } => { ?y a ?x } .\n"},
		"text": {"Siehe <http://e/ x> und http://e/é. [x](y z) [z](<a b>)\r\n\xff"},
	}
	for format, contents := range files {
		for _, content := range contents {
			differ(t, format, rewriteInPlace(format, content, "normalize", "--to", "string"), content)
		}
	}
}

// TestRewriteManyPieces holds that a text with comments between its parts is converted part by part, up to a limit,
// after which it stays as it is.
func TestRewriteManyPieces(t *testing.T) {
	text := func(part string, n int) string {
		return "<r><loc>http://e/" + strings.Repeat(part+"<!-- -->", n) + part + "</loc></r>"
	}
	differ(t, "98 comments", rewriteInPlace("xml", text("é", 98), "to-uri"), text("%C3%A9", 98))
	differ(t, "100 comments", rewriteInPlace("xml", text("é", 100), "to-uri"), text("é", 100))
}

// TestRewritePipe holds that a namespace changes in RDF/XML from a pipe as it does in a file, however long the document
// is, and that it stays if not all names can be looked at.
func TestRewritePipe(t *testing.T) {
	document := func(namespace string, n int) string {
		return "<r:RDF xmlns:r='http://www.w3.org/1999/02/22-rdf-syntax-ns#' xmlns:a='" + namespace +
			"'><r:Description>\n" +
			strings.Repeat("<a:b r:resource='http://e/'/>\n", n) + "</r:Description></r:RDF>\n"
	}
	long := 9 << 20 / len("<a:b r:resource='http://e/'/>\n")
	differ(t, "9 MiB", rewriteInPlace("rdfxml", document("HTTP://e/", long), "normalize"), document("http://e/", long))
	short := document("HTTP://e/", 1<<17)
	differ(t, "more than is kept", rewriteInPlace("rdfxml", short, "normalize", "--max-line", "1000"), short)
}

// TestRewriteW3C holds the same for all files of the suites of the W3C that are UTF-8,
// and that iri fix finds nothing to mend in those that are well-formed.
func TestRewriteW3C(t *testing.T) {
	if testing.Short() {
		t.Skip("reads and writes every document of the suites")
	}
	n := 0
	for row := range testkit.Suite[struct{ Format, Name, Kind, Text string }](t, "w3c-rdf") {
		if !utf8.ValidString(row.Text) {
			continue
		}
		if n++; n%testkit.Size(1, 3, 1) != 0 {
			continue // every third one: they are many of each kind
		}
		differ(t, row.Name, rewriteInPlace(row.Format, row.Text, "normalize", "--to", "string"), row.Text)
		if !strings.HasPrefix(row.Kind, "negative") {
			differ(t, "fix "+row.Name, rewriteInPlace(row.Format, row.Text, "fix"), row.Text)
		}
	}
	t.Log(n, "files")
}
