package formats_test

import (
	"io"
	"slices"
	"strings"
	"testing"

	"github.com/rfc3987/iri/internal/files/html"
	"github.com/rfc3987/iri/internal/files/input"
)

// TestHTMLURLs has the places of a page at which a browser, or a program that reads data out of
// pages, finds a URL, with the clause.
func TestHTMLURLs(t *testing.T) {
	tests := []struct {
		clause string
		text   string
		want   []string
	}{
		{`HTML §4.12.2: "if scripting is disabled … The noscript element's contents" are elements`,
			`<noscript><img src=a></noscript><a href=b>`, []string{"a", "b"}},
		{`HTML §16.3.2: background of td and its like`,
			`<table background=a><tr background=b><td background=c><th background=d>`, []string{"a", "b", "c", "d"}},
		{`HTML §16.3.2, not of others`, `<p background=a>`, nil},
		{`HTML §4.2.5.3: http-equiv=refresh, in any order`,
			`<meta content="0;url=a" http-equiv=Refresh><meta http-equiv=refresh content="1; URL='b'">`,
			[]string{"a", "b"}},
		{`HTML §4.2.5.3: "Skip ASCII whitespace" on both sides of "="`,
			"<meta http-equiv=refresh content=\"0; url\n=\t 'a'\">", []string{"a"}},
		{`Open Graph protocol: og:url, og:image`, `<meta property="og:url" content=" http://e/ "><meta content=b ` +
			`property=OG:image><meta property="og:title" content=c>`, []string{"http://e/", "b"}},
		{`JSON-LD 1.1 §3.3, §9.5: @id; §9.2: @context`, `<script type="application/ld+json;profile=x">` +
			`{"@context":["a",{"t":"b","u":{"@id":"c","@type":"@id"},"@vocab":"d"}],"@id":"e","@type":"f",` +
			`"x":{"@id":"_:g"}}</script>`,
			[]string{"a", "db", "dc", "d", "e", "df", "dx"}},
		{`schema.org: url, sameAs, image`, `<script type="Application/LD+JSON">{"@context":"https://schema.org",` +
			`"@type":"T","url":"b","sameAs":["\u0063","d"],"image":{"url":"f"},"g":["h"]}</script>`,
			[]string{"https://schema.org", "http://schema.org/T", "http://schema.org/url", "b",
				"http://schema.org/sameAs", "c", "d", "http://schema.org/image", "http://schema.org/url", "f",
				"http://schema.org/g"}},
		{`JSON-LD 1.1 §4.1: without a context a term stands for nothing`,
			`<script type="application/ld+json">{"url":"b","@id":"c"}</script>`, []string{"c"}},
		{`HTML §4.12.1: another type is not JSON-LD`,
			`<script>{"@id":"a"}</script><script type=module>{"@id":"a"}</script>`, nil},
		{`HTML §13.2.5.22: "-->" ends what "<!--" began, so that "<script" is text again`,
			`<script><!-- --><script></script><a href=a></script><a href=b>`, []string{"a", "b"}},
		{`HTML §13.2.5.45 to §13.2.5.51: a comment ends with "-->", not with ">" alone`,
			`<!-- <a href=a> --><a href=b><!-- a-> <a href=c> --!><a href=d><!--><a href=e>`, []string{"b", "d", "e"}},
		{`HTML §13.2.5.22: a single "-" and ">" do not`,
			`<script><!-- -><script></script><a href=a></script><a href=b>`, []string{"b"}},
		{`HTML §13.2.5.20: after "<" in a hidden script, anything else stays in the "script data escaped state"`,
			`<script><!-- < <script></script><a href=a></script><a href=b>`, []string{"b"}},
		{`HTML §13.2.5.8, §13.2.5.33: "ASCII upper alpha" alone is put in lower case; names of elements and attributes`,
			"<A HREF=a><IMG SRC=b><img " +
				"\u017frc=c><\u017ftyle>a{b:url(d)}</\u017ftyle><STYLE>a{b:url(e)}</\u017ftyle></sTyle>", []string{"a",
				"b", "e"}},
		{`HTML §13.2.5.8, §13.2.5.33: "unexpected-null-character": U+FFFD`,
			"<style\x00>a{b:url(a)}</style><a hre\x00f=b><a href=c>", []string{"c"}},
		{`JSON-LD 1.1 §4: it is JSON`, `<script type="application/ld+json">{"@id":"a"</script><a href=b>`,
			[]string{input.CodeHTML, "b"}},
		{`CSS Syntax §4.3.6: a url-token, and url() with a string`,
			"<style>a{b:url(a)}\nc{d:url( \"b\" ), URL('c' format(x))}</style>", []string{"a", "b", "c"}},
		{`CSS Cascade §2: @import`, `<style>@import "a";@import url(b);@import url("c") print;</style>`,
			[]string{"a", "b", "c"}},
		{`CSS Syntax §4.3.2, §4.3.5: not in comments and strings`,
			`<style>/* url(a) */ b{content:"url(c)";d:-e-url(f);g:url(h)}</style>`, []string{"h"}},
		{`CSS Syntax §4.3.7: escapes`, `<style>a{b:url(\61 b\)\c3);c:url("d\
e")}</style>`, []string{"ab)\u00c3", "de"}},
		{`CSS Style Attributes §3, with references of HTML`,
			`<p style="a:url(&quot;b&amp;c&quot;);d:url(&apos;e&apos;);f:url(\&#x36;1)">`, []string{"b&c", "e", "a"}},
		{`CSS Values §4.5: an empty URL is none`, `<style>a{b:url();c:url("")}</style>`, nil},
	}
	for _, tt := range tests {
		var got []string
		o := &input.Options{From: html.Format}
		f, err := input.NewFile("f", strings.NewReader(tt.text), o)
		if err != nil {
			t.Fatal(err)
		}
		b, err := input.NewScanner(f, o).Next(nil)
		if err != nil && len(tt.want) > 0 {
			t.Fatal(err)
		}
		if err == io.EOF {
			continue
		}
		for r := range b.Records(o) {
			if r.Err != nil {
				got = append(got, r.Err.Code)
			} else {
				got = append(got, r.Text)
			}
		}
		if !slices.Equal(got, tt.want) {
			t.Errorf("%s: %q: got %q, want %q", tt.clause, tt.text, got, tt.want)
		}
	}
}
