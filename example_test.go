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

// The README shows this.
func Example() {
	report := iri.Check("https://résumé.example:8o80/") // a field of a form
	for _, f := range report.Findings() {
		_, char, _ := report.Position(f.Start)
		fmt.Printf("%d: %s (%s)\n", char, f.Message, f.Section)
	}

	i, err := iri.Parse("http://résumé.example.org/%7Euser") // the text does not change
	if err != nil {
		log.Fatal(err)
	}
	u, _ := i.URI()                  // RFC 3987 §3.1
	n := i.Normalize(iri.RungScheme) // RFC 3987 §5.3
	fmt.Println(u, n, iri.Equivalent(i, n, iri.RungScheme))
	// Output:
	// 25: "o" is not a digit (RFC 3986 §3.2.3)
	// http://r%C3%A9sum%C3%A9.example.org/%7Euser http://résumé.example.org/~user true
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

func ExampleValid() {
	fmt.Println(iri.Valid("http://例え.テスト/"), iri.Valid("/a"), iri.ValidRef("/a"))
	fmt.Println(iri.Valid("http://"), iri.Check("http://").Conforms()) // the grammar alone, and all rules
	// Output:
	// true false true
	// true false
}

func ExampleParse() {
	i, err := iri.Parse("https://例え.テスト:8080/引き割り?q#f")
	if err != nil {
		fmt.Println(err)
		return
	}
	host, _ := i.Host()
	port, _ := i.Port()
	fragment, _ := i.Fragment()
	_, hasUserinfo := i.Userinfo()
	fmt.Println(i.Scheme(), host, host.Kind(), port, i.Path(), fragment, hasUserinfo)
	// Output: https 例え.テスト ireg-name 8080 /引き割り f false
}

// A base has no fragment.
func ExampleParseAbsolute() {
	_, err := iri.ParseAbsolute("http://example.org/#f")
	fmt.Println(err)
	// Output: iri: "http://example.org/#f" is not an absolute-IRI: a fragment is not allowed in absolute-IRI at byte 19 (RFC 3987 §2.2, absolute-IRI); an absolute-IRI, as a base or a redirect URI has to be, has no fragment: take the "#" and what follows it away
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
	fmt.Println(errors.Is(err, iri.CodePort), errors.Is(err, iri.CodeScheme))
	// Output: true false
}

func ExampleRule_Check() {
	rule := iri.RFC3987.Top()
	report := rule.Check("http://exa mple.org/a b")
	for _, f := range report.Findings() {
		fmt.Printf("%s [%d,%d) %v\n", f.Code, f.Start, f.End, f.Expected)
	}
	mended, _ := report.FixedPart() // Fixed would give nothing, for the space in the host has no fix
	fmt.Println(mended)
	// Output:
	// ireg-name [10,11) [iunreserved pct-encoded sub-delims ":" "/" "?" "#" end]
	// ipath-abempty [21,22) ["/" ipchar "?" "#" end]
	// http://exa mple.org/a%20b
}

func ExampleRule_Check_prose() {
	rule := iri.RFC3987.Top()
	for _, f := range rule.Check("http://user:secret@0x7f.1/").Findings() {
		fmt.Printf("%s %s (%s)\n", f.Severity, f.Code, f.Section)
	}
	// Output:
	// warning userinfo-password (RFC 3986 §3.2.1)
	// warning host-ipv4-like (RFC 3986 §7.4)
}

func ExampleRule_Valid() {
	uri := iri.RFC3986.Reference()
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
	rule := iri.RFC3986.Top()
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
	b, err := json.Marshal(r.Check("80"))
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

// The text of a scheme or a host is not what it is compared by.
func ExampleIRI_IsScheme() {
	i := iri.MustParse("JavaScript:alert(1)")
	fmt.Println(i.Scheme() == "javascript", i.IsScheme("javascript", "data"))
	// Output: false true
}

func ExampleHost_Equal() {
	host := func(s string) iri.Host {
		h, _ := iri.MustParse(s).Host()
		return h
	}
	a, b := host("http://R%C3%A9sum%C3%A9.example"), host("http://xn--rsum-bpad.example")
	fmt.Println(a == b, a.Equal(b))
	fmt.Println(b.Fold())
	// Output:
	// false true
	// résumé.example
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
	fmt.Println(u.IRI(iri.WithDisplay()))

	// Output:
	// http://xn--99zt52a.example.org/Dürst/D%FCrst%2f%E2%80%AE
	// http://納豆.example.org/Dürst/D%FCrst%2f%E2%80%AE
}

func ExampleToURI() {
	u, err := iri.ToURI("http://example.org/a b?{x}", iri.WithLenient())
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

func ExampleWithSpec() {
	r, err := iri.ToIRI("http://b%C3%BCcher.example/", iri.WithSpec(iri.RFC3987bis))
	fmt.Println(r, err)
	// Output: http://bücher.example/ <nil>
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
	// host example://a/b/c/%7Bfoo%7D/rosé
	// protocol example://a/b/c/%7Bfoo%7D/rosé
}

func ExampleWithNFC() {
	i := iri.MustParse("http://www.example.org/re\u0301sume\u0301.html")
	fmt.Println(i.Normalize(iri.RungScheme, iri.WithNFC()))
	// Output: http://www.example.org/résumé.html
}

func ExampleWithHostMapping() {
	i := iri.MustParse("http://xn--rsum-bpad.example.org")
	fmt.Println(i.Normalize(iri.RungScheme, iri.WithHostMapping(iri.HostIDNA)))
	// Output: http://résumé.example.org/
}

func ExampleWithIgnoreFragment() {
	a, b := iri.MustParse("http://example.org/a#b"), iri.MustParse("http://example.org/a")
	fmt.Println(iri.Equivalent(a, b, iri.RungScheme), iri.Equivalent(a, b, iri.RungScheme, iri.WithIgnoreFragment()))
	// Output: false true
}

// The components of a URN count, unless they are to be left out (RFC 8141 §3.1).
func ExampleWithURNEquivalence() {
	a, b := iri.MustParse("urn:example:voc#Person"), iri.MustParse("urn:EXAMPLE:voc#Place")
	fmt.Println(iri.Equivalent(a, b, iri.RungScheme), iri.Diff(a.Ref(), b.Ref(), iri.RungScheme).URNEquivalent)
	fmt.Println(a.Key(iri.RungScheme, iri.WithURNEquivalence()), b.Key(iri.RungScheme, iri.WithURNEquivalence()))
	// Output:
	// false true
	// urn:example:voc urn:example:voc
}

func ExampleIRI_Key() {
	seen := make(map[string]bool)
	for _, s := range []string{"http://example.com", "http://example.com/", "http://example.com:/",
		"http://example.com:80/"} {
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
	fmt.Println(iri.Diff(a, b, iri.RungScheme).Differs)
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

// What a report holds beyond errors is a choice.
func ExampleLint() {
	s := "HTTP://https://example.org/a%7e"
	codes := func(opts ...iri.CheckOption) (list []iri.Code) {
		for _, f := range iri.Check(s, opts...).Findings() {
			list = append(list, f.Code)
		}
		return list
	}
	fmt.Println(codes())
	fmt.Println(codes(iri.WithSuspicious()))
	fmt.Println(codes(iri.WithLint()))
	fmt.Println(codes(iri.WithLint(), iri.WithMaxFindings(1)), iri.Check(s, iri.WithLint(), iri.WithMaxFindings(1)).More())
	fmt.Println(codes(iri.WithLint(), iri.WithGrammarOnly()))
	fmt.Println(codes(iri.WithSeverity("pct-unreserved", iri.SeverityError)))
	// Output:
	// []
	// [suspicious-scheme-doubled]
	// [scheme-case suspicious-scheme-doubled port-empty pct-case pct-unreserved]
	// [scheme-case] 4
	// []
	// [pct-unreserved]
}

// A guess is what was probably meant; without it there is a hint and no fix.
func ExampleWithGuess() {
	s := "http://example.org/%u00e9"
	fmt.Println(iri.Check(s).Fixed())
	fmt.Println(iri.Check(s, iri.WithGuess()).Fixed())
	// Output:
	// http://example.org/%u00e9 false
	// http://example.org/é true
}

// A fix of a warning is applied only if its code is named.
func ExampleReport_Fixed_warnings() {
	report := iri.Check("http://example.org/%7euser/a b", iri.WithGrammarOnly())
	fmt.Println(report.Fixed())
	report = iri.Check("http://example.org/%7euser", iri.WithLint())
	fmt.Println(report.Fixed("pct-unreserved"))
	// Output:
	// http://example.org/%7euser/a%20b true
	// http://example.org/~user true
}

// The objects of findings can have more members, such as a place in a file.
func ExampleReport_AppendJSONFunc() {
	b := iri.Check("http://h:8a/", iri.WithGrammarOnly()).AppendJSONFunc(nil, func(b []byte, f *iri.Finding) []byte {
		return fmt.Appendf(b, `{"code":%q,"line":7}`, f.Code)
	})
	fmt.Println(string(b))
	// Output: {"input":"http://h:8a/","spec":"rfc3987","rule":"IRI","grammatical":false,"conforms":false,"findings":[{"code":"port","line":7}]}
}

// A Validator checks many strings with the same options, a block of lines at a time.
func ExampleValidator() {
	block := []byte("https://例え.テスト/\n\nhttp://h:8a/\nurn:isbn:9783871347108\n")
	v := iri.RFC3987.Top().Validator(iri.WithLint())
	clean := v.Lines(block, func(start, end int) bool {
		fmt.Println(v.Check(string(block[start:end])).Err())
		return true
	})
	fmt.Println(clean, v.Check("http://example.org/").Clean())
	// Output:
	// iri: "http://h:8a/" is not an IRI: "a" is not a digit at byte 10 (RFC 3986 §3.2.3, port)
	// 2 true
}

func ExampleParseCode() {
	code, err := iri.ParseCode("Host-IDNA")
	fmt.Println(code == iri.CodeHostIDNA, err)
	_, err = iri.ParseCode("userinfo-pasword")
	fmt.Println(err)
	// Output:
	// true <nil>
	// iri: "userinfo-pasword" is not a code; did you mean userinfo-password?
}

func ExampleLookupCode() {
	info, ok := iri.LookupCode("userinfo-password")
	fmt.Println(info.Title, info.Severity, info.Section, ok)
	fmt.Println(len(iri.Codes()) > 60)
	// Output:
	// no password in the userinfo warning RFC 3986 §3.2.1 true
	// true
}

// The functions Append… convert many strings without an allocation for each.
func ExampleAppendIRI() {
	options := []iri.URIOption{iri.WithHostMapping(iri.HostIDNA), iri.WithRule(iri.RFC3987.Top())}
	var buf []byte
	for _, s := range []string{"http://bücher.example/é", "/é"} {
		var err error
		buf, err = iri.AppendURI(buf[:0], s, options...)
		fmt.Println(string(buf), errors.Is(err, iri.Code("scheme")))
	}
	buf, err := iri.AppendIRI(buf[:0], "http://xn--bcher-kva.example/%C3%A9", iri.WithDisplay())
	fmt.Println(string(buf), err)
	// Output:
	// http://xn--bcher-kva.example/%C3%A9 false
	//  true
	// http://bücher.example/é <nil>
}

// The name of a file becomes one segment of a path.
func ExampleEncodeComponent() {
	fmt.Println(iri.EncodeComponent("AC/DC 100%é?", iri.ComponentPath))
	// Output:
	// AC%2FDC%20100%25é%3F
}

// The same IRI on the way to a server that compares URIs.
func ExampleWithSpec_normalize() {
	i := iri.MustParse("http://example.org/%c3%a9")
	fmt.Println(i.Normalize(iri.RungScheme), i.Normalize(iri.RungScheme, iri.WithSpec(iri.RFC3986)))
	// Output: http://example.org/é http://example.org/%C3%A9
}

func ExamplePrepare() {
	r, err := iri.Prepare(" htt&#x0070;://www.example.com\\foo \n", iri.WithEntities(), iri.WithBackslash(iri.SlashBackslash))
	fmt.Println(r, err)
	// Output: http://www.example.com/foo <nil>
}

func ExamplePrepareList() {
	for _, p := range iri.PrepareList("http://example.org/  http://example.com/", iri.WithSpaces(iri.SplitSpaces)) {
		fmt.Println(p.Start, p.End, p.Ref)
	}
	// Output:
	// 0 19 http://example.org/
	// 21 40 http://example.com/
}

func ExampleWithPercentEncoding() {
	fmt.Println(iri.Prepare("http://example.org/100% [new]?q=\"x\"", iri.WithPercentEncoding()))
	// Output: http://example.org/100%25%20%5Bnew%5D?q=%22x%22 <nil>
}

func ExampleWithHostMapping_prepare() {
	fmt.Println(iri.Prepare("http://Bücher。example/", iri.WithHostMapping(iri.HostUTS46)))
	// Output: http://xn--bcher-kva.example/ <nil>
}

// A person typed the address with an input method of Japanese, and a program put it into
// quotes with white space.
func ExampleWithFoldWidth() {
	s := "ｈｔｔｐ：／／例え．テスト／ a"
	fmt.Println(iri.Prepare(s, iri.WithFoldWidth(), iri.WithSpaces(iri.EncodeSpaces), iri.WithRule(iri.RFC3987.Top())))
	// Output: http://例え.テスト/%20a <nil>
}

// A program that shows messages in another language has templates of its own, by reason.
func ExampleFinding_Translate() {
	german := map[string]string{
		"port.not-digit": `{char}{byte:das Byte {byte}, das kein UTF-8 ist,} ist keine Ziffer`,
		"hint.write":     `schreiben Sie {write}`,
	}
	f := iri.Check("http://h:8a/").Findings()[0]
	message, _ := f.Translate(func(reason string) string { return german[reason] })
	fmt.Println(f.Reason, f.Params["char"])
	fmt.Println(message)
	fmt.Println(f.Message)
	// Output:
	// port.not-digit "a"
	// "a" ist keine Ziffer
	// "a" is not a digit
}

// All templates, for a catalogue in another language.
func ExampleReasons() {
	for reason, template := range iri.Reasons() {
		if strings.HasPrefix(reason, "scheme-tag.") {
			fmt.Println(reason, "=", template)
		}
	}
	// Output:
	// scheme-tag.no-date = there is no "," and no date after the name
	// scheme-tag.no-colon = there is no ":" after the date
	// scheme-tag.name = {text} is neither a domain name nor a mail address
	// scheme-tag.date = {text} is not a date
}

func ExampleWithSchemes() {
	own, err := iri.WithSchemes(iri.Scheme{Name: "shop", Port: 8443, Domains: true})
	if err != nil {
		log.Fatal(err)
	}
	i := iri.MustParse("shop://Example.org:8443/a")
	fmt.Println(i.Normalize(iri.RungScheme, own))
	fmt.Println(iri.MustParse("shop://h/").EffectivePort(own))
	for _, f := range iri.Check(i.String(), iri.WithLint(), own).Findings() {
		fmt.Println(f.Code)
	}
	// Output:
	// shop://example.org/a
	// 8443 true
	// host-case
	// port-default
}
