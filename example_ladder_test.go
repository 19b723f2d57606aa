package iri_test

import (
	"fmt"

	"github.com/rfc3987/iri"
)

func ExampleIRI_Normalize() {
	i := iri.MustParse("eXAMPLE://a/./b/../b/%63/%7bfoo%7d/ros%C3%A9")
	for _, rung := range iri.Rungs() {
		fmt.Println(rung, i.Normalize(rung))
	}
	// Output:
	// string eXAMPLE://a/./b/../b/%63/%7bfoo%7d/ros%C3%A9
	// case example://a/./b/../b/%63/%7Bfoo%7D/ros%C3%A9
	// percent example://a/./b/../b/c/%7Bfoo%7D/rosé
	// path example://a/b/c/%7Bfoo%7D/rosé
	// scheme example://a/b/c/%7Bfoo%7D/rosé
	// protocol example://a/b/c/%7Bfoo%7D/rosé
}

func ExampleNFC() {
	i := iri.MustParse("http://www.example.org/re\u0301sume\u0301.html")
	fmt.Println(i.Normalize(iri.RungScheme, iri.NFC()))
	// Output: http://www.example.org/résumé.html
}

func ExampleNormalizeHost() {
	i := iri.MustParse("http://xn--rsum-bpad.example.org")
	fmt.Println(i.Normalize(iri.RungScheme, iri.NormalizeHost(iri.HostIDNA)))
	// Output: http://résumé.example.org/
}

func ExampleIRI_Key() {
	seen := make(map[string]bool)
	for _, s := range []string{"http://example.com", "http://example.com/", "http://example.com:/", "http://example.com:80/"} {
		seen[iri.MustParse(s).Key(iri.RungScheme)] = true
	}
	fmt.Println(seen)
	// Output: map[http://example.com/:true]
}

func ExampleEquivalent() {
	a := iri.MustParse("http://example.org/~user")
	b := iri.MustParse("http://example.org/%7euser")
	fmt.Println(iri.Equivalent(a, b, iri.RungCase), iri.Equivalent(a, b, iri.RungPercent))
	// Output: false true
}

func ExampleCompare() {
	a := iri.MustParseRef("http://example.org/a%2Fb")
	b := iri.MustParseRef("http://example.org/a/b")
	fmt.Println(iri.Compare(a, b, iri.RungScheme).Differs)
	// Output: the paths differ at byte 19: `a%2Fb` against `a/b`; percent-encoding a reserved character changes the meaning
}

func ExampleIRI_Resolve() {
	base := iri.MustParse("http://a/b/c/d;p?q")
	for _, s := range []string{"g", "../g", "?y", "#s", "//g", ""} {
		fmt.Println(base.Resolve(iri.MustParseRef(s)))
	}
	// Output:
	// http://a/b/c/g
	// http://a/b/g
	// http://a/b/c/d;p?y
	// http://a/b/c/d;p?q#s
	// http://g
	// http://a/b/c/d;p?q
}

func ExampleIRI_ResolveNonStrict() {
	base := iri.MustParse("http://a/b/c/d;p?q")
	ref := iri.MustParseRef("http:g")
	fmt.Println(base.Resolve(ref), base.ResolveNonStrict(ref))
	// Output: http:g http://a/b/c/g
}

func ExampleIRI_Relativize() {
	base := iri.MustParse("http://example.org/docs/2026/index")
	for _, s := range []string{"http://example.org/docs/2026/a:b", "http://example.org/docs/", "http://example.net/"} {
		ref, _ := base.Relativize(iri.MustParse(s))
		fmt.Println(ref)
	}
	// Output:
	// ./a:b
	// ..
	// //example.net/
}

func ExampleSpec_ParseBase() {
	_, err := iri.RFC3987.ParseBase("docs/index")
	fmt.Println(err)
	// Output: iri: "docs/index" has no use as a base: a relative reference is no base: a base has to have a scheme at byte 0 (RFC 3986 §5.1, base); resolve it first, against the base that holds where it stands
}

func ExampleBuilder() {
	i, err := iri.Builder{}.Scheme("http").Host("example.org").
		Segments("Äpfel & Birnen", "50%", "a/b").
		Query("q=" + iri.EscapeData("x=1&y")).IRI()
	fmt.Println(i, err)
	// Output: http://example.org/Äpfel%20%26%20Birnen/50%25/a%2Fb?q=x%3D1%26y <nil>
}

func ExampleIRI_WithPath() {
	i := iri.MustParse("http://example.org/a?q")
	fmt.Println(i.WithPath("/b c"))
	fmt.Println(i.WithPath("b"))
	// Output:
	// http://example.org/b%20c?q <nil>
	//  iri: ipath "b": after an authority a path is empty or begins with "/" (RFC 3986 §3.3)
}

func ExampleDisplayOrder() {
	visual, _ := iri.DisplayOrder("http://ab.\u05d0\u05d1.ij/")
	fmt.Printf("%+q\n", visual)
	// Output: "http://ab.\u05d1\u05d0.ij/"
}
