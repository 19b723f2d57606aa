package rules_test

import (
	"fmt"
	"slices"
	"strings"
	"testing"

	"github.com/rfc3987/iri"
	"github.com/rfc3987/iri/internal/testkit"
	"github.com/rfc3987/iri/internal/verdict/finding"
	"github.com/rfc3987/iri/internal/verdict/rules"
)

// byDefault are the codes suspicious-… that no one has to ask for.
var byDefault = []iri.Code{iri.CodeSuspiciousEntity, iri.CodeSuspiciousSchemeTypo, iri.CodeSuspiciousUndefined}

// TestSuspiciousData holds what is said of strings that only data has, and what is not: each row has the
// findings as "start-end code", with the text of a guessed fix after "=".
func TestSuspiciousData(t *testing.T) {
	for _, tt := range []struct{ text, want string }{
		// U+0080, the first that ISO 8859-1 has and US-ASCII has not
		{"http://e/%C3%83%C2%80", "9-21 suspicious-mojibake=%C3%80"},
		{"httpss://e/", "0-6 suspicious-scheme-typo=https"}, // a letter more, at the end
		{"http:https://e/", "0-11 suspicious-scheme-doubled= 5-5 scheme-http= 5-10 suspicious-browser"},
		{"1http:/\t/e", "5-6 ipath-noscheme 7-8 ipath-noscheme"}, // to a browser it has no scheme either
		{"ht_tp://e\t/", "5-6 ipath-noscheme=./ 9-10 ipath-noscheme"},
		{"http:///a%00b", "7-7 scheme-http 8-13 suspicious-browser"},
		{"http://e/a.", "10-11 suspicious-punctuation="},
		{"http://e/a,", "10-11 suspicious-punctuation="},
		{"http://e/a.,", "10-12 suspicious-punctuation="},
		{"http://e/a...", "10-13 suspicious-punctuation="},
		{"http://e/a/b.html.", "17-18 suspicious-punctuation="},
		{"http://e/?q=a.", "13-14 suspicious-punctuation="},
		{"http://e/#a,", "11-12 suspicious-punctuation="},
		{"http://e/a.?q", ""},
		{"http://e/a;", ""},
		{"http://e/..", ""},
		{"http://e/a/.", ""},
		{"http://e/.,", ""},
		{"http://e.", ""},
		{"http://e./", ""},
		{"http://e/King_Jr.", ""},
		{"http://e/King%20Inc.", ""},
		{"http://e/King_senior.", "20-21 suspicious-punctuation="},
		{"http://e/King_Jr.,", "16-18 suspicious-punctuation="},
		{"http://e/U.S.", ""},
		{"http://e/日本_東京都.", ""},
		{"x:a/b.", ""},
		{"a/b.", ""},

		{"foaf:Person", "0-5 suspicious-curie-in-brackets=http://xmlns.com/foaf/0.1/"},
		{"FOAF:Person", ""},
		{"foaf://Person", ""},
		{"geo:1,2", ""},
		{"ex:a", ""},

		{"www.example.org", "0-15 suspicious-www=https://"},
		{"WWW.example.org/a", "0-15 suspicious-www=https://"},
		{"www.example.org?q", "0-15 suspicious-www=https://"},
		{"www.例え.jp/", "0-13 suspicious-www=https://"},
		{"./www.example.org", ""},
		{"/www.example.org", ""},
		{"www.example", ""},
		{"www.example.", ""},
		{"x:www.example.org", ""},

		{"localhost:8080/a", "0-14 suspicious-host-port=http://"},
		{"LOCALHOST:1", "0-11 suspicious-host-port=http://"},
		{"example.com:8080?a", "0-16 suspicious-host-port=https://"},
		{"example.com:8080a", ""},
		{"example.com:123456", ""},
		{"localhost:a/8080", ""},
		{"tel:8080", ""},

		{"mongodb://admin:1234#5@h:1", "10-20 suspicious-password"},
		{"ftp://me:12/3@h/", "6-11 suspicious-password"},
		{"mongodb://admin:1234%235@h:1", "10-24 userinfo-password"},
		{"http://localhost:8080/@vite/client", ""},
		{"http://h:80/?user=me@example.org", ""},
		{"http://h:80/a/b/c@d", ""},
		{"http://localhost:3000/react@18.2/index.js", ""},
		{"mongodb://admin:1234#5@10.0.0.1:1/db", "10-20 suspicious-password"},
		{"http://h:81", ""},

		{"tel://+1-202", "4-6 suspicious-slashes="},
		{"sms://+1202", "4-6 suspicious-slashes="},
		{"x-a://b", ""},

		{"http://br0ken.example/", ""},
		{"http://1password.com/", ""},
		{"http://gwanghwamoon1st.example/", ""},
		{"http://go0gle.m1nd/", "7-13 suspicious-digits"},
		{"http://a.paypa1/", "9-15 suspicious-digits"},
		{"http://G1THUB.example/", "7-13 suspicious-digits"},
		{"http://web1.example/", ""},
		{"http://google1.example/", ""},
		{"http://my-g00gle.example/", "7-16 suspicious-digits"},
		{"http://top100songs.win10pro.a000bcd/", ""},
		{"http://xn--g00gle-9ya.example/", ""},

		{"http://e/a%E2%80%8Bb", "10-19 suspicious-encoded-invisible="},
		{"http://e/?%e2%80%ae", "10-19 suspicious-encoded-invisible="},
		{"http://e/%EF%BB%BF#%C2%AD", "9-18 suspicious-encoded-invisible= 19-25 suspicious-encoded-invisible="},
		{"http://e/%D9%85%E2%80%8C%D8%AE", ""},

		{"http://e/%2525C3%2525A9", "9-23 suspicious-double-encoded=%C3%A9"},
		{"http://e/%252520", "9-16 suspicious-double-encoded=%20"},
		{"http://e/%25252541", "9-18 suspicious-double-encoded=%41"},
		{"http://e/%2541%2525", ""},
		{"http://e/a%2520%2520b", "10-20 suspicious-double-encoded=%20%20"},
		{"http://e/%2541%25C3%25A9", "9-24 suspicious-double-encoded=%41%C3%A9"},
		{"http://e/a%25E2%2580%258B%2520", "10-30 suspicious-double-encoded=%20"},
		{"http://e/%25E2%2580%258B", "9-24 suspicious-double-encoded="},
		{"http://e/%25C3%25C3%25A9", "14-24 suspicious-double-encoded=%C3%A9"},
		{"http://e/%25C3%25A9%25C3", ""},
		{"http://e/%25C3%2541", ""},
		{"http://e/?u=http%3A%2F%2Fe%2F%25C3%25A9", ""},
		{"http://e/http://f/%25C3%25A9", ""},
		{"http://e/a%2Fb%2520c", ""},
		{"http://e/a%2520c%2F%2520", "10-15 suspicious-double-encoded=%20"},

		{"http://e/?a&amp;lt;b", "11-19 suspicious-entity=%3C"},
		{"http://e/?a&amp;amp;amp;b", "11-24 suspicious-entity=&"},
		{"http://e/?a&amp;b;", "11-16 suspicious-entity=&"},
		{"http://e/?a=1&#038;b=2", "13-19 suspicious-entity=&"},
		{"http://e/a&#x26;b", "10-16 suspicious-entity=&"},
		{"http://e/?a&#38;b&amp;", "11-16 suspicious-entity=& 17-22 suspicious-entity=&"},
		{"http://e/?a&#b;", ""},
		{"http://e/?a&#20013;", ""},

		{"oboInOwl#http://e/a", "0-9 suspicious-scheme-doubled="},
		{"a.html#http://e/a", ""},
		{"a/b#http://e/a", ""},
		{"#http://e/a", ""},
		{"http://e/#http://e/a", ""},
		{"hhttps://e/", "0-6 suspicious-scheme-typo=https"},
		{"nttp://e/", "0-4 suspicious-scheme-typo=http"},
		{"fftp://e/", "0-4 suspicious-scheme-typo=ftp"},
		{"flie://e/", "0-4 suspicious-scheme-typo=file"},
		{"tile://e/", ""},
		{"mtp://e/", ""},

		{"http:example.org", "5-5 scheme-http=// 5-16 suspicious-browser"},
		{"http:///e/", "7-7 scheme-http 8-9 suspicious-browser"},
		{`http://a\@b`, "7-8 suspicious-browser 8-9 iuserinfo"},
		{`http:\\e`, "5-7 ipath-rootless=// 7-8 suspicious-browser"},
		{"http://e \u0308x", "7-12 suspicious-browser 8-9 ireg-name"},
		{"http://e\u00A8x", "7-11 suspicious-browser 8-10 host-idna"},
		{"ht\ttp://e", "0-5 suspicious-browser 2-3 ipath-noscheme=\n 5-6 ipath-noscheme=./"},
		{"http://a\tb.example/", "7-18 suspicious-browser 8-9 ireg-name"},
		{"http://a%2Fb/", "7-12 suspicious-browser 8-11 host-idna"},
		{"http://foo.09/", "7-13 suspicious-browser"},
		{"http://256.1.1.1/", "7-16 host-ipv4-like"},
		{"file://localhost/a", ""},
		{"file://C:/a", "7-8 suspicious-browser 8-9 scheme-file"},
		{"http://a_b!/", "8-9 host-idna 10-11 host-idna"},
		{"foo:///a", ""},
		{"foo:a//b", ""},
		{"http://h:99999/", "9-14 scheme-http"},

		{"http://e/a/%2e%2E/b", "11-17 suspicious-encoded-dots"},
		{"http://e/.%2e#a", "9-13 suspicious-encoded-dots"},
		{"%2e/%2e.", "0-3 suspicious-encoded-dots 4-8 suspicious-encoded-dots"},
		{"http://e/%2e%2e%2e/a%2e/..", ""},
		{"mailto:a@b.example?subject=a+b&cc=c+d@e.example&body=1+1", "27-30 suspicious-plus=a%20b"},
		{"mailto:a@b.example?BODY=a+b+c%2B", "24-32 suspicious-plus=a%20b%20c%2B"},
		{"mailto:a@b.example?subject=C++%20and+C", ""},
		{"http://e/undefined", "9-18 suspicious-undefined"},
		{"http://e/null/a/undefined", "9-13 suspicious-undefined 16-25 suspicious-undefined"},
		{"/users/null", "7-11 suspicious-undefined"},
		{"a/null", "2-6 suspicious-undefined"},
		{"http://e/%5Bobject%20Object%5d/x", "9-30 suspicious-undefined"},
		{"http://e/?a=null&b=undefined;c=%5Bobject+Object%5D",
			"12-16 suspicious-undefined 19-28 suspicious-undefined 31-50 suspicious-undefined"},
		{"http://e/?a==null", ""},
		{"http://e/?a=&b=undefined", "15-24 suspicious-undefined"},
		{"http://e/?null&undefined=1", ""},
		{"http://e/nullable/undefined1/Null", ""},
		{"http://null/", ""},
		{"file:///dev/null", ""},
		{"x:y:null", ""},
		{"http://e/#/null", ""},
	} {
		if testkit.Edited(tt.text) {
			continue
		}
		rule := iri.RFC3987.Reference()
		report := rule.Check(tt.text, iri.WithSuspicious(), iri.WithGuess())
		var got []string
		for _, f := range report.Findings() {
			s := fmt.Sprintf("%d-%d %s", f.Start, f.End, f.Code)
			if f.Fix != nil && f.Fix.Guessed {
				s += "=" + f.Fix.Text
			}
			got = append(got, s)
		}
		if got := strings.Join(got, " "); got != tt.want {
			t.Errorf("%s: got %q, want %q", tt.text, got, tt.want)
		}
		for _, f := range iri.Check(tt.text).Findings() {
			if rules.IsSuspicious(finding.Code(f.Code)) && !slices.Contains(byDefault, f.Code) {
				t.Errorf("%s: %s is found without being asked for", tt.text, f.Code)
			}
		}
	}
}
