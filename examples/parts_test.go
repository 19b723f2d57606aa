package examples

import (
	"fmt"

	"github.com/rfc3987/iri"
)

// web is what a program takes: it checks and parses in one go.
var web = iri.Policy{Schemes: []string{"https", "http"}}

// The parts of components, decoded, for which programs went back to net/url.
func Example_parts() {
	ref, err := web.Parse("https://ada:s%3Acret@例え.テスト:443/a%2Fb/c?q=100%25+%C3%A9&page=2#top")
	if err != nil {
		fmt.Println(err)
		return
	}
	user, _, _ := ref.UserPassword()
	fmt.Println("user", user)
	for segment := range ref.Segments() {
		fmt.Println("segment", segment)
	}
	for name, value := range ref.QueryPairs() {
		fmt.Println("query", name, value)
	}
	page, _ := ref.IRI()
	fmt.Println(page.Origin())
	next, err := page.WithoutUserinfo().WithoutQuery().WithoutFragment().JoinPath("..")
	fmt.Println(next, err)
	next, err = next.JoinSegments("d/e")
	fmt.Println(next, err)

	_, err = web.Parse("javascript:alert(1)")
	fmt.Println(err)
	// Output:
	// user ada
	// segment a/b
	// segment c
	// query q 100% é
	// query page 2
	// https://xn--r8jz45g.xn--zckzah true
	// https://例え.テスト:443/a%2Fb/ <nil>
	// https://例え.テスト:443/a%2Fb/d%2Fe <nil>
	// iri: "javascript:alert(1)" does not conform: the scheme javascript is not allowed here at byte 0 (scheme-not-allowed); these are: https, http
}

// URNs, data: and mailto: taken apart.
func Example_schemes() {
	urn, ok := iri.MustParse("URN:ISBN:0-395-36341-1?+r?=q#p5").URN()
	fmt.Println(urn.NID, urn.NSS, urn.R, urn.Q, urn.F, ok)
	mediaType, octets, err := iri.MustParse("data:text/plain;charset=utf-8;base64,w6k=").Data()
	fmt.Println(mediaType, string(octets), err)
	to, fields, _ := iri.MustParse("mailto:ada@example.org?subject=1+1%20is%202").Mailto()
	for name, value := range fields {
		fmt.Println(to, name, value)
	}
	_, _, err = iri.MustParse("data:text/plain").Data()
	fmt.Println(err)
	// Output:
	// isbn 0-395-36341-1 r q p5 true
	// text/plain;charset=utf-8 é <nil>
	// [ada@example.org] subject 1+1 is 2
	// iri: "data:text/plain" does not conform: there is no "," between the media type and the data at byte 15 (RFC 2397 §3, scheme-data); write data:text/plain,…; the comma is needed even if nothing comes before it
}

// Bytes that were read are checked in place, and copied where they are parsed.
func Example_bytes() {
	line := []byte("http://example.org/a%2Fb")
	fmt.Println(iri.ValidBytes(line))
	i, err := iri.ParseBytes(line)
	fmt.Println(i, err)
	fmt.Println(iri.UnescapeData(i.Path()))
	// Output:
	// true
	// http://example.org/a%2Fb <nil>
	// /a/b <nil>
}
