package iri_test

import (
	"encoding/json"
	"errors"
	"fmt"
	"log"
	"os"
	"strings"
	"testing"

	"github.com/rfc3987/iri"
)

// The README and the package comment show this.
func Example() {
	field := "https://résumé.example:8o80/" // of a form
	report := iri.Check(field)
	for _, f := range report.Findings() {
		_, char, _ := report.Position(f.Start)
		fmt.Printf("%s\n%*s %s (%s)\n", field, char, "^", f.Message, f.Section)
	}

	i, err := iri.Parse("http://résumé.example.org/%7Euser") // the text does not change
	if err != nil {
		log.Fatal(err)
	}
	host, _ := i.Host() // an absent component differs from an empty one
	fmt.Println(host, i.Path())

	u, _ := i.URI() // RFC 3987 §3.1
	fmt.Println(u)

	n := i.Normalize(iri.RungScheme) // RFC 3987 §5.3
	fmt.Println(n, iri.Equivalent(i, n, iri.RungScheme))
	// Output:
	// https://résumé.example:8o80/
	//                         ^ "o" is not a digit (RFC 3986 §3.2.3)
	// résumé.example.org /%7Euser
	// http://r%C3%A9sum%C3%A9.example.org/%7Euser
	// http://résumé.example.org/~user true
}

// TestReadmeExample checks that the Go code of the README is the body of Example, which
// is compiled and run.
func TestReadmeExample(t *testing.T) {
	readme, err := os.ReadFile("README.md")
	if err != nil {
		t.Fatal(err)
	}
	source, err := os.ReadFile("example_test.go")
	if err != nil {
		t.Fatal(err)
	}
	_, code, _ := strings.Cut(string(readme), "```go\n")
	code, _, ok := strings.Cut(code, "```")
	if !ok {
		t.Fatal("the README has no Go code")
	}
	_, body, _ := strings.Cut(string(source), "func Example() {\n")
	body, _, _ = strings.Cut(body, "}\n\n//")
	body = strings.ReplaceAll(strings.TrimPrefix(body, "\t"), "\n\t", "\n")
	if strings.TrimSpace(code) != strings.TrimSpace(body) {
		t.Errorf("the README has\n%s\nwant the body of Example:\n%s", code, body)
	}
}

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
	// http://exa mple.org/a%20b
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

func ExampleRule_Tree() {
	rule, _ := iri.RFC3987.Rule("iauthority")
	tree, err := rule.Tree("é:")
	if err != nil {
		fmt.Println(err)
		return
	}
	fmt.Print(tree)
	// Output:
	// iauthority [0,3) "é:"
	// ├─ ihost [0,2) "é"
	// │  └─ ireg-name [0,2) "é"
	// │     └─ iunreserved [0,2) "é"
	// │        └─ ucschar [0,2) "é"
	// └─ port [3,3) ""
}

func ExampleNode_All() {
	rule, _ := iri.RFC3986.Rule("URI")
	tree, err := rule.Tree("a://h/b/c")
	if err != nil {
		fmt.Println(err)
		return
	}
	for _, node := range tree.All() {
		if node.Name() == "segment" {
			fmt.Println(node.Start(), node.End(), node.Text())
		}
	}
	// Output:
	// 6 7 b
	// 8 9 c
}

func ExampleReport_MarshalJSON() {
	r, _ := iri.RFC3987.Rule("port")
	b, err := json.Marshal(r.Validate("80"))
	fmt.Println(string(b), err)
	// Output:
	// {"input":"80","spec":"rfc3987","rule":"port","grammatical":true,"conforms":true,"findings":[]} <nil>
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

func ExampleIRI_URI() {
	i := iri.MustParse("http://résumé.example.org/ärger?q=ü")

	u, err := i.URI()
	fmt.Println(u, err)

	u, err = i.URI(iri.WithHostMapping(iri.HostIDNA))
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

	_, err = iri.ToURI("http://BÜCHER.example/", iri.WithHostMapping(iri.HostIDNA))
	var failed *iri.ConvertError
	if errors.As(err, &failed) {
		f := failed.Findings()[1]
		fmt.Printf("%s [%d,%d): %s (%s); %s\n", f.Code, f.Start, f.End, f.Message, f.Section, f.Hint)
	}

	// Output:
	// http://example.org/a%20b?%7Bx%7D <nil>
	// host-idna [8,10): label "BÜCHER": U+00DC "Ü" is DISALLOWED: case folding or normalization changes it (RFC 5892 §2.2); write "bücher" ("b\u00fccher")
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
	// Output: iri: "docs/index" has no use as a base: a relative reference is not a base: a base has to have a scheme at byte 0 (RFC 3986 §5.1, base); resolve it first, against the base that holds where it stands
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
	//  iri: ipath "b": after an authority, a path must be empty or begin with "/" (RFC 3986 §3.3)
}

// A draft that changes one rule of RFC 3987: hosts may not be empty.
func ExampleReadSpec() {
	spec, err := iri.ReadSpec(iri.GrammarFile{Name: "draft.abnf", Text: []byte(`
; spec: draft
; changes: rfc3987
ireg-name = 1*( iunreserved / pct-encoded / sub-delims )
`)})
	if err != nil {
		fmt.Println(err)
		return
	}
	for _, s := range []string{"http://résumé.example/", "http:///a"} {
		fmt.Println(s, spec.Top().Valid(s), iri.RFC3987.Top().Valid(s))
	}
	// Output:
	// http://résumé.example/ true true
	// http:///a false true
}

// What is wrong with a grammar comes all at once, each fault with its place.
func ExampleGrammarError() {
	_, err := iri.ReadSpec(iri.GrammarFile{Name: "bad.abnf", Text: []byte(
		"list = \"(\" [ item ] \")\"\nitem = list / nmae\nname = %x41-5A / %x110000\n")})
	var ge *iri.GrammarError
	if errors.As(err, &ge) {
		for _, f := range ge.Faults {
			fmt.Printf("%s:%d:%d %s: %s\n", f.File, f.Line, f.Col, f.Code, f.Message)
		}
	}
	// Output:
	// bad.abnf:2:8 recursion: list refers to itself: list > item > list; a rule with recursion cannot be used
	// bad.abnf:2:15 undefined: item refers to nmae, which is not defined; did you mean name?
	// bad.abnf:3:20 value: %x110000 is past the last character, U+10FFFF
}

// Which alternatives of a rule has a corpus never reached?
func ExampleCoverage() {
	rule, _ := iri.RFC3987.Rule("ihost")
	var c iri.Coverage
	for _, s := range []string{"example.org", "[::1]", "[::]"} {
		c.Add(rule, s)
	}
	for _, r := range c.Rules()[:1] {
		for _, a := range r.Alternatives {
			fmt.Println(r.Rule, a.ABNF, a.Inputs)
		}
	}
	// Output:
	// ihost IP-literal 2
	// ihost IPv4address 0
	// ihost ireg-name 1
}

func ExampleRule_UsedBy() {
	r, _ := iri.RFC3987.Rule("port")
	fmt.Println(r.ABNF(), r.Section())
	fmt.Println(r.UsedBy(), r.Uses())
	// Output:
	// port = *DIGIT RFC 3986 §3.2.3
	// [iauthority] [DIGIT]
}
