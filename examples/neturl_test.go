package examples

import (
	"fmt"
	"net/url"

	"github.com/rfc3987/iri"
)

// From net/url and back.
func Example_netURL() {
	u, err := url.Parse("http://example.org/a?q=é b")
	if err != nil {
		fmt.Println(err)
		return
	}
	ref, err := iri.FromURL(u)
	fmt.Println(ref, err)

	page := iri.MustParse("https://例え.テスト/検索?q=é")
	uri, err := page.URI(iri.WithHostMapping(iri.HostIDNA))
	if err != nil {
		fmt.Println(err)
		return
	}
	back, err := uri.URL()
	if err != nil {
		fmt.Println(err)
		return
	}
	fmt.Println(back.Hostname(), back.Path, back.Query().Get("q"))
	// Output:
	// http://example.org/a?q=é%20b <nil>
	// xn--r8jz45g.xn--zckzah /検索 é
}
