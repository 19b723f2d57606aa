package examples

import (
	"fmt"
	"strings"

	"golang.org/x/net/html"

	"github.com/rfc3987/iri"
)

// The links of a page, resolved against its address.
func Example_links() {
	const page = `<p><a href="../b?q=é#top">one</a> <a href="//例え.テスト">two</a>
<a href="#end">three</a> <a href="http://h:8a/">four</a></p>`
	base := iri.MustParse("https://example.org/docs/a/index.html")
	doc, err := html.Parse(strings.NewReader(page))
	if err != nil {
		fmt.Println(err)
		return
	}
	for n := range doc.Descendants() {
		for _, a := range n.Attr {
			if n.Data != "a" || a.Key != "href" {
				continue
			}
			ref, err := iri.ParseRef(a.Val)
			if err != nil {
				fmt.Println(err)
				continue
			}
			fmt.Println(base.Resolve(ref))
		}
	}
	// Output:
	// https://example.org/docs/b?q=é#top
	// https://例え.テスト
	// https://example.org/docs/a/index.html#end
	// iri: "http://h:8a/" is not an IRI-reference: "a" is not a digit at byte 10 (RFC 3986 §3.2.3, port)
}
