package iri_test

import (
	"errors"
	"fmt"

	"github.com/rfc3987/iri"
)

func ExampleParse() {
	i, err := iri.Parse("https://例え.テスト:8080/引き割り?q#f")
	if err != nil {
		fmt.Println(err)
		return
	}
	host, _ := i.Host()
	port, _ := i.Port()
	_, hasUserinfo := i.Userinfo()
	fmt.Println(i.Scheme(), host, host.Kind(), port, i.Path(), hasUserinfo)
	// Output: https 例え.テスト ireg-name 8080 /引き割り false
}

func ExampleParseError() {
	_, err := iri.Parse("http://h:8a/")
	if pe, ok := errors.AsType[*iri.ParseError](err); ok {
		f := pe.Report.Findings()[0]
		fmt.Println(f.Code, f.Start, f.End, f.Message)
		fmt.Println(f.Section, f.ABNF)
	}
	// Output:
	// port 10 11 "a" is not a digit
	// RFC 3986 §3.2.3 port = *DIGIT
}

func ExampleCode() {
	_, err := iri.Parse("http://h:8a/")
	fmt.Println(errors.Is(err, iri.Code("port")), errors.Is(err, iri.Code("scheme")))
	// Output: true false
}

func ExampleRule_Validate() {
	rule, _ := iri.RFC3987.Rule("IRI")
	report := rule.Validate("http://exa mple.org/a b")
	for _, f := range report.Findings() {
		fmt.Printf("%s [%d,%d) %v\n", f.Code, f.Start, f.End, f.Expected)
	}
	mended, _ := report.Fixed()
	fmt.Println(mended)
	// Output:
	// ireg-name [10,11) [iunreserved pct-encoded sub-delims ":" "/" "?" "#" end]
	// ipath-abempty [21,22) ["/" ipchar "?" "#" end]
	// http://exa%20mple.org/a%20b
}

func ExampleRule_Validate_prose() {
	rule, _ := iri.RFC3987.Rule("IRI")
	for _, f := range rule.Validate("http://user:secret@0x7f.1/").Findings() {
		fmt.Printf("%s %s (%s)\n", f.Severity, f.Code, f.Section)
	}
	// Output:
	// warning userinfo-password (RFC 3986 §3.2.1)
	// warning host-ipv4-like (RFC 3986 §7.4)
}

func ExampleRule_Valid() {
	uri, _ := iri.RFC3986.Rule("URI-reference")
	ipv6, _ := iri.RFC3987.Rule("IPv6address")
	fmt.Println(uri.Valid("../a%20b"), uri.Valid("../é"), ipv6.Valid("1::"), ipv6.Valid("1:2:3"))
	// Output: true false true false
}

func ExampleRef_Authority() {
	for _, s := range []string{"file:///etc", "mailto:a@b"} {
		authority, ok := iri.MustParseRef(s).Authority()
		fmt.Printf("%q %v\n", authority, ok)
	}
	// Output:
	// "" true
	// "" false
}
