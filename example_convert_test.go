package iri_test

import (
	"errors"
	"fmt"

	"github.com/rfc3987/iri"
)

func ExampleIRI_URI() {
	i := iri.MustParse("http://résumé.example.org/ärger?q=ü")

	u, err := i.URI()
	fmt.Println(u, err)

	u, err = i.URI(iri.WithHost(iri.HostIDNA))
	fmt.Println(u, err)

	// Output:
	// http://r%C3%A9sum%C3%A9.example.org/%C3%A4rger?q=%C3%BC <nil>
	// http://xn--rsum-bpad.example.org/%C3%A4rger?q=%C3%BC <nil>
}

func ExampleURI_IRI() {
	u, err := iri.ParseURI("http://xn--99zt52a.example.org/D%C3%BCrst/D%FCrst%2f%e2%80%ae")
	if err != nil {
		fmt.Println(err)
		return
	}
	fmt.Println(u.IRI())
	fmt.Println(u.IRI(iri.Display()))

	// Output:
	// http://xn--99zt52a.example.org/Dürst/D%FCrst%2f%E2%80%AE
	// http://納豆.example.org/Dürst/D%FCrst%2f%E2%80%AE
}

func ExampleToURI() {
	u, err := iri.ToURI("http://example.org/a b?{x}", iri.Lenient())
	fmt.Println(u, err)

	_, err = iri.ToURI("http://BÜCHER.example/", iri.WithHost(iri.HostIDNA))
	var failed *iri.ConvertError
	if errors.As(err, &failed) {
		f := failed.Findings()[1]
		fmt.Printf("%s [%d,%d): %s (%s); %s\n", f.Code, f.Start, f.End, f.Message, f.Section, f.Hint)
	}

	// Output:
	// http://example.org/a%20b?%7Bx%7D <nil>
	// host-idna [8,10): label "BÜCHER": U+00DC "Ü" is DISALLOWED: case folding or normalization changes it (RFC 5892 §2.2); write "ü" ("\u00fc")
}

func ExampleFromLEIRI() {
	r, err := iri.FromLEIRI("http://example.org/a b/<c>?d\\e")
	fmt.Println(r, err)
	// Output: http://example.org/a%20b/%3Cc%3E?d%5Ce <nil>
}

func ExampleEncode() {
	s, err := iri.Encode("http://example.org/a b/ä#[%c3%a4]")
	fmt.Println(s, err)
	// Output: http://example.org/a%20b/%C3%A4#[%C3%A4] <nil>
}

func ExampleDecode() {
	s, err := iri.Decode("http://example.org/100%25/%C3%A4%20b")
	fmt.Println(s, err)
	// Output: http://example.org/100%25/ä b <nil>
}

func ExamplePrepare() {
	r, err := iri.Prepare(" htt&#x0070;://www.example.com\\foo \n", iri.PrepareEntities(), iri.PrepareBackslash(iri.SlashBackslash))
	fmt.Println(r, err)
	// Output: http://www.example.com/foo <nil>
}

func ExamplePrepareList() {
	for _, p := range iri.PrepareList("http://example.org/  http://example.com/", iri.PrepareSpaces(iri.SplitSpaces)) {
		fmt.Println(p.Start, p.End, p.Ref)
	}
	// Output:
	// 0 19 http://example.org/
	// 21 40 http://example.com/
}
