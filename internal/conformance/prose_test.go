package conformance_test

import (
	"cmp"
	"fmt"
	"slices"
	"strings"
	"testing"

	"github.com/rfc3987/iri"
	"github.com/rfc3987/iri/internal/ref/component"
	"github.com/rfc3987/iri/internal/ref/spec"
	"github.com/rfc3987/iri/internal/testkit"
)

// findingCodes returns the findings of a reference as text: code[start,end).
func findingCodes(t testing.TB, s string, opts ...iri.CheckOption) string {
	t.Helper()
	rep := iri.RFC3987.Reference().Check(s, opts...)
	if !rep.Grammatical() {
		t.Fatalf("%q is not grammatical: %v", s, rep.Err())
	}
	var out []string
	for _, f := range rep.Findings() {
		out = append(out, fmt.Sprintf("%s[%d,%d)", f.Code, f.Start, f.End))
	}
	return strings.Join(out, " ")
}

// TestProseRules checks every prose rule against the clause that it carries out.
// The rules that are off by default are turned on one by one.
func TestProseRules(t *testing.T) {
	testkit.StatesRFC(t)
	type row struct{ name, in, want string }
	for _, tt := range []struct {
		code   iri.Code
		clause string
		rows   []row
	}{
		{"bidi-formatting", "IRIs MUST NOT contain bidirectional formatting characters (LRM, RLM, LRE, RLE, LRO, " +
			"RLO, and PDF).", []row{
			{"LRM", "http://e/a\u200Eb", "bidi-formatting[10,13)"},
			{"RLM", "http://e/a\u200Fb", "bidi-formatting[10,13)"},
			{"LRE", "http://e/a\u202Ab", "bidi-formatting[10,13)"},
			{"RLE", "http://e/a\u202Bb", "bidi-formatting[10,13)"},
			{"PDF", "http://e/a\u202Cb", "bidi-formatting[10,13)"},
			{"LRO", "http://e/a\u202Db", "bidi-formatting[10,13)"},
			{"RLO", "http://e/a\u202Eb", "bidi-formatting[10,13)"},
			{"neighbours make one", "http://e/\u202E\u200Fab\u200E", "bidi-formatting[9,15) bidi-formatting[17,20)"},
			{"in a query", "http://e/?\u202E", "bidi-formatting[10,13)"},
			{"in a fragment", "#\u202E", "bidi-formatting[1,4)"},
			{"an isolate of Unicode 6.3", "http://e/a\u2066b", "bidi-formatting[10,13)"},
			{"ALM", "http://e/a\u061Cb", "bidi-formatting[10,12)"},
			{"percent-encoded", "http://e/a%E2%80%AEb", ""},
			{"ZWNJ, ZWJ and LINE SEPARATOR are invisible", "http://e/a\u200C\u200D\u2028b", "invisible[10,19)"},
		}},
		{"invisible", "The UCS contains many areas of characters for which there are strong visual look-alikes.", []row{
			{"soft hyphen", "http://e/a\u00ADb", "invisible[10,12)"},
			{"combining grapheme joiner", "http://e/a\u034Fb", "invisible[10,12)"},
			{"Hangul fillers", "http://e/\u115F\u1160\u3164\uFFA0", "invisible[9,21)"},
			{"zero-width space, in a query too", "http://e/?a\u200Bb", "invisible[11,14)"},
			{"line and paragraph separator", "http://e/\u2028\u2029", "invisible[9,15)"},
			{"word joiner", "http://e/a\u2060b", "invisible[10,13)"},
			{"deprecated format characters", "http://e/a\u206Fb", "invisible[10,13)"},
			{"byte order mark", "http://e/#\uFEFF", "invisible[10,13)"},
			{"Default_Ignorable_Code_Point: an unassigned one", "http://e/a\u2065b", "invisible[10,13)"},
			{"the same: controls of musical symbols", "http://e/\U0001D173\U0001D17A", "invisible[9,17)"},
			{"the same: controls of shorthand", "http://e/\U0001BCA0\U0001BCA3", "invisible[9,17)"},
			{"controls that join hieroglyphs", "http://e/\U00013430\U0001343F", "invisible[9,17)"},
			{"a Braille pattern without dots", "http://e/\u2800\u2801", "invisible[9,12)"},
			{"a note head without ink", "http://e/\U0001D158\U0001D159", "invisible[13,17)"},
			{"Prepended_Concatenation_Mark shows a mark", "http://e/\u0600", ""},
			{"ZWNJ between Latin letters", "http://e/a\u200Cb", "invisible[10,13)"},
			{"ZWNJ after Arabic", "http://e/می\u200Cخواهم", ""},
			{"ZWJ after Devanagari with virama", "http://e/क्\u200Dष", ""},
			{"vowel separator after Mongolian", "http://e/ᠮᠣᠩ\u180Eᠠ", ""},
			{"vowel separator after a digit", "http://e/1\u180E2", "invisible[10,13)"},
			{"variation selector after Latin", "http://e/a\uFE0F", "invisible[10,13)"},
			{"variation selector after Han", "http://e/葛\uFE00", ""},
			{"emoji with ZWJ", "http://e/\u2764\uFE0F\u200D\U0001F525", ""},
			{"keycap", "http://e/1\uFE0F\u20E3", ""},
			{"§3.1: percent-encodings are what they stand for: a Cyrillic letter", "http://e/%D0%B0\uFE0F",
				"invisible[15,18)"},
			{"a keycap, percent-encoded", "http://e/%31\uFE0F\u20E3%23\uFE0F\u20E3", ""},
			{"the delimiter of the fragment is not the base of a keycap", "http://e/#\uFE0F", "invisible[10,13)"},
			{"an emoji, percent-encoded", "http://e/%E2%9D%A4\uFE0F%E2%80%8D\U0001F525", ""},
			{"a joiner after a percent-encoded letter", "http://e/%E0%A4%95%E0%A5%8D\u200Dष", ""},
			{"a digit of an octet that is not UTF-8", "http://e/%B0\uFE0F", "invisible[12,15)"},
			{"octets that are not all of UTF-8", "http://e/%D0%31%80\uFE0F", "invisible[18,21)"},
			{"percent-encoded", "http://e/a%E2%80%8Bb", ""},
		}},
		{"space-like", "It also includes many look-alikes of \"space\", \"delims\", and \"unwise\", characters " +
			"excluded in [RFC3491].", []row{
			{"no-break space", "http://e/a\u00A0b", "space-like[10,12)"},
			{"Ogham space mark", "http://e/\u1680", "space-like[9,12)"},
			{"spaces of several widths", "http://e/a\u2002\u200A\u202F\u205Fb", "space-like[10,22)"},
			{"ideographic space", "http://e/\u3000", "space-like[9,12)"},
		}},
		{"delimiter-like", "It also includes many look-alikes of \"space\", \"delims\", and \"unwise\", characters " +
			"excluded in [RFC3491].", []row{
			{"full-width delims and unwise", "http://e/＜＞＃％＂｛｝｜＼＾［］｀", "delimiter-like[9,48)"},
			{"full-width punctuation in a path", "http://e/何：どう？！／", ""},
			{"a slash in a host", "foo://bank.com／x.evil.org/", "delimiter-like[14,17)"},
			{"fraction slash in a host", "foo://bank.com\u2044x/", "delimiter-like[14,17)"},
			{"an at sign in the userinfo", "foo://a＠b@h/", "delimiter-like[7,10)"},
			{"set minus", "http://e/a\u2216b", "delimiter-like[10,13)"},
		}},
		{"bidi-mixed", "A component SHOULD NOT use both right-to-left and left-to-right characters.", []row{
			{"in a segment", "http://e/אבגa/", "bidi-mixed[9,16) bidi-edge[9,16)"},
			{"inside", "http://e/אaב", "bidi-mixed[9,14)"},
			{"in a fragment", "#aאb", "bidi-mixed[1,5) bidi-edge[1,5)"},
			{"in a value of a query", "?k=אaב&x", "bidi-mixed[3,8)"},
			{"name and value have different ones", "?k=אב&אב=x", ""},
			{"a letter beyond ASCII", "http://e/אéב", "bidi-mixed[9,15)"},
			{"letters of a percent-encoding", "http://e/א%C3ב", "bidi-mixed[9,16)"},
			{"digits of a percent-encoding", "http://e/א%20ב", ""},
			{"an extension", "http://e/אב.html", ""},
			{"a hyphen", "http://e/אב-html", ""},
			{"an underscore", "http://e/אב_html", ""},
			{"a label of a host", "foo://aא/", "bidi-mixed[6,9) bidi-edge[6,9)"},
			{"labels of a host", "foo://a.א/", ""},
			{"a hyphen in a label", "foo://א-a-א/", "bidi-mixed[6,13)"},
			{"the userinfo", "foo://אaב@h/", "bidi-mixed[6,11)"},
			{"Arabic", "http://e/عaب", "bidi-mixed[9,14)"},
		}},
		{"bidi-component", "A component SHOULD NOT use both right-to-left and left-to-right characters.", []row{
			{"a title with a year", "http://e/גדה-2024", "bidi-component[9,20)"},
			{"two directions in a segment", "http://e/a-ב/ג", "bidi-component[9,13)"},
			{"a whole query", "?k=אב", "bidi-component[1,7)"},
			{"segments are components of their own", "http://e/abc/אב", ""},
			{"an ireg-name of two directions", "foo://ab.גדה/", "bidi-component[6,15)"},
			{"an ireg-name that ends with a digit", "foo://גדה.1:80/", "bidi-component[6,14)"},
			{"a percent-encoded one", "foo://ab.%D7%90/", "bidi-component[6,15)"},
			{"an ireg-name of one direction", "foo://גדה.ו/", ""},
			{"a domain name, whose labels are components", "http://ab.גדה.ij/", ""},
			{"a name of a relative reference", "//ab.גדה.ij/", ""},
			{"a mark at the end", "http://e/א\u05B4", ""},
		}},
		{"bidi-edge", "A component using right-to-left characters SHOULD start and end with right-to-left characters.",
			[]row{
				{"ends with a digit", "http://e/אב1", "bidi-edge[9,14)"},
				{"begins with a digit", "http://e/1אב", "bidi-edge[9,14)"},
				{"a digit inside", "http://e/א1ב", ""},
				{"a number of its own", "http://e/אב-1", ""},
				{"a mark at the end", "http://e/אבִ", ""},
				{"a mark at the start", "http://e/\u05B4אב", "bidi-edge[9,15)"},
				{"an Arabic digit at the end", "http://e/ع١", "bidi-edge[9,13)"},
				{"ends with a percent-encoding", "http://e/אב%20", "bidi-edge[9,16)"},
				{"a symbol at the end", "http://e/אב€", "bidi-edge[9,16)"},
				{"only marks and digits", "http://e/\u05B41", ""},
				{"a hyphen at the end of a label", "foo://אב-/", "bidi-edge[6,11)"},
			}},
		{"not-nfc", "IRIs SHOULD be created by using NFC.", []row{
			{"decomposed", "http://www.example.org/re\u0301sume\u0301.html", "not-nfc[24,27) not-nfc[30,33)"},
			{"composed", "http://www.example.org/r\u00E9sum\u00E9.html", ""},
			{"a singleton", "http://e/\u212B", "not-nfc[9,12)"},
			{"marks in the wrong order", "http://e/q\u0307\u0323", "not-nfc[9,14)"},
			{"marks in order", "http://e/q\u0323\u0307", ""},
			{"a mark that goes before that of a composite", "http://e/\u00E8\u0327", "not-nfc[9,13)"},
			{"a mark that goes after that of a composite", "http://e/\u00E8\u0316", ""},
			{"a composition exclusion", "http://e/\u0958", "not-nfc[9,12)"},
			{"conjoining jamo", "http://e/\u1112\u1161\u11AB", "not-nfc[9,18)"},
			{"a lone vowel jamo", "http://e/\u1161", ""},
			{"a delimiter that would combine", "?a=\u0338", "not-nfc[2,5)"},
			{"an unassigned character", "http://e/\u0378", ""},
		}},
		{"not-nfkc", "newly created resource names should generally be in NFKC", []row{
			{"a ligature", "http://e/\uFB01n", "not-nfkc[9,12)"},
			{"a superscript", "http://e/m\u00B2", "not-nfkc[10,12)"},
			{"not even NFC", "http://e/e\u0301", "not-nfc[9,12)"},
			{"becomes a slash", "http://e/\uFF0F", "not-nfkc[9,12)"},
			{"plain", "http://e/\u00E9", ""},
		}},
		{"pct-case", "should be normalized to use uppercase letters for the digits A - F", []row{
			{"lower case", "http://e/%3a", "pct-case[9,12)"},
			{"one of two", "http://e/%3A%c3%A4%aF", "pct-case[12,15) pct-case[18,21)"},
			{"upper case", "http://e/%3A", ""},
		}},
		{"pct-unreserved", "decoding any percent-encoded octet sequence that corresponds to an unreserved character",
			[]row{
				{"a tilde", "http://e/%7Euser", "pct-unreserved[9,12)"},
				{"beyond ASCII", "http://e/r%C3%A9s", "pct-unreserved[10,16)"},
				{"reserved", "http://e/%2F", ""},
				{"bidi formatting", "http://e/%E2%80%AE", ""},
				{"no UTF-8", "http://e/%E9", ""},
			}},
		{"scheme-case", "the scheme and US-ASCII only host are case insensitive and therefore should be normalized " +
			"to lowercase", []row{
			{"upper case", "HTTP://e/", "scheme-case[0,4)"},
			{"lower case", "http://e/A", ""},
		}},
		{"host-case", "the scheme and US-ASCII only host are case insensitive and therefore should be normalized to " +
			"lowercase", []row{
			{"upper case", "http://www.EXAMPLE.com/", "host-case[7,22)"},
			{"an address", "http://[2001:DB8::1]/", "host-case[7,20)"},
			{"lower case", "http://www.example.com/A", ""},
		}},
		{"dot-segment", "IRI normalizers should remove dot-segments by applying the remove_dot_segments algorithm to " +
			"the path", []row{
			{"two", "http://e/a/./b/../c", "dot-segment[11,12) dot-segment[15,17)"},
			{"a relative reference", "../a", ""},
			{"no dot segment", "http://e/..a/.b", ""},
		}},
		{"port-empty", "for which the port is empty or the default for the scheme, is equivalent to one where the " +
			"port and its \":\" delimiter are elided", []row{
			{"empty", "http://e:/", "port-empty[8,9)"},
			{"absent", "http://e/", ""},
		}},
		{"port-default", "for which the port is empty or the default for the scheme, is equivalent to one where the " +
			"port and its \":\" delimiter are elided", []row{
			{"default", "http://u:p@h:80/?", "userinfo-password[7,10) port-default[12,15)"},
			{"of another scheme", "https://h:80/", ""},
		}},
		{"path-empty", "an IRI that uses the generic syntax for authority with an empty path should be normalized to " +
			"a path of \"/\"", []row{
			{"empty", "http://e", "path-empty[8,8)"},
			{"before a query", "http://e?q", "path-empty[8,8)"},
			{"not empty", "http://e/", ""},
		}},
		{"pct-not-utf8", "has to encode original characters into octets by using UTF-8", []row{
			{"Latin-1", "http://www.example.org/r%E9sum%E9.html", "pct-not-utf8[24,27) pct-not-utf8[30,33)"},
			{"UTF-8", "http://www.example.org/r%C3%A9sum%C3%A9.html", ""},
			{"overlong", "http://e/%C0%AF..", "pct-not-utf8[9,15)"},
			{"a surrogate", "http://e/%ED%A0%80", "pct-not-utf8[9,18)"},
			{"cut short", "http://e/%C3", "pct-not-utf8[9,12)"},
			{"between good ones", "http://e/%C3%A9%FF%C3%A9", "pct-not-utf8[15,18)"},
		}},
		{"control", "the \"%00\" percent-encoding (NUL) may require special handling and should be rejected if the " +
			"application is not expecting to receive raw data", []row{
			{"NUL", "http://e/a%00.jpg", "control[10,13)"},
			{"a line of a header", "http://e/a%0d%0aX:b", "control[10,16)"},
			{"in a host", "http://e%00.example/", "host-idna[8,11) control[8,11)"},
			{"in a userinfo", "ftp://a%0D%0A@e/", "control[7,13)"},
			{"in a query", "http://e/?a=%1B%5B2J", "control[12,15)"},
			{"in a fragment", "#a%7Fb", "control[2,5)"},
			{"C1", "http://e/%C2%85", "control[9,15)"},
			{"after text, in a relative reference", "a%C3%A9%09%C3%A9", "control[7,10)"},
			{"a space", "http://e/%20%C2%A0%21", ""},
			{"no UTF-8", "http://e/%85", ""},
			{"raw data in data", "data:,%00%0A", ""},
			{"lines of a mail", "mailto:a@e.example?body=a%0D%0Ab", ""},
			{"lines in the address of a mail", "mailto:a%0D%0A@e.example", "scheme-mailto[7,24) control[8,14)"},
			{"NUL in a mail", "mailto:a@e.example?body=a%00", "control[25,28)"},
		}},
		{"confusable", "In certain cases, there is a chance that characters from different scripts look the same.",
			[]row{
				{"Cyrillic", "http://аррӏе.com/", "confusable[7,17)"},
				{"its A-label", "http://xn--80ak6aa92e.com/", "confusable[7,21)"},
				{"percent-encoded", "http://%D0%B0%D1%80%D1%80%D3%8F%D0%B5.com/", "confusable[7,37)"},
				{"below a Latin name", "http://www.аррӏе.example.com/", "confusable[11,21)"},
				{"with digits and a hyphen", "http://о2-1.com/", "confusable[7,12)"},
				{"Armenian", "http://սո.am/", "confusable[7,11)"},
				{"before a path that does not show the script", "http://сосо.com/сор%D0%B5?a#b", "confusable[7,15)"},
				{"before a path that shows it until it is normalized", "http://сосо.com/вход/../", "confusable[7,15)"},
				{"before a path that shows the script", "http://сахара.org/мартен/", ""},
				{"before a query that shows it, percent-encoded", "http://сахара.org/?q=%D0%BC", ""},
				{"two letters for one", "http://ӕ.com/", "confusable[7,9)"},
				{"upper case", "http://СОСА.com/", "host-idna[7,15) confusable[7,15)"},
				{"of another scheme", "foo://аррӏе/", "confusable[6,16)"},
				{"a relative reference", "//аррӏе", "confusable[2,12)"},
				{"two labels", "http://аррӏе.сосо/", "confusable[7,17) confusable[18,26)"},
				{"a letter that looks like a digit", "http://аб.com/", ""},
				{"letters that look like none", "http://президент.рф/", ""},
				{"the last label shows the script", "http://хаос.рф/", ""},
				{"as A-label", "http://хаос.xn--p1ai/", ""},
				{"a letter of another script does not", "http://хаос.日本/", "confusable[7,15)"},
				{"a mark", "http://асе̂.com/", ""},
				{"Latin", "http://apple.com/", ""},
				{"digits", "http://123.com/", ""},
				{"in a path", "http://e/аррӏе", ""},
				{"mixed scripts", "http://аpple.com/", "mixed-script[7,13)"},
				{"mixed scripts that look like Latin", "http://аο.com/", "mixed-script[7,11)"},
			}},
		{"userinfo-password", "Use of the format \"user:password\" in the userinfo field is deprecated.", []row{
			{"a password", "http://u:p@h/", "userinfo-password[7,10)"},
			{"an empty one", "ftp://u:@h/", "userinfo-password[6,8)"},
			{"no password", "http://u@h/", ""},
			{"a port", "http://h:80/", ""},
		}},
		{"userinfo-misleading", "appearing to identify one (trusted) naming authority while actually identifying a " +
			"different authority hidden behind the noise", []row{
			{"the example of the section", "ftp://cnn.example.com&story=breaking_news@10.0.0.1/top_story.htm",
				"userinfo-misleading[6,21)"},
			{"a domain name", "http://www.bank.com@evil.example/", "userinfo-misleading[7,19)"},
			{"of a country", "https://bank.de@evil.example/", "userinfo-misleading[8,15)"},
			{"in Cyrillic", "https://банк.рф@evil.example/", "userinfo-misleading[8,21)"},
			{"percent-encoded", "http://www%2Ebank.com%2Flogin@evil.example/", "userinfo-misleading[7,21)"},
			{"with a port, which is a password", "http://www.bank.com:443@evil.example/",
				"userinfo-misleading[7,19) userinfo-password[7,23)"},
			{"an address", "http://127.0.0.1@evil.example/", "userinfo-misleading[7,16)"},
			{"before a domain name that is longer", "http://bank.com@notbank.com/", "userinfo-misleading[7,15)"},
			{"in a relative reference", "//www.bank.com@evil.example/", "userinfo-misleading[2,14)"},
			{"a user", "ssh://git@example.org/", ""},
			{"first and last name", "ssh://first.last@example.org/", ""},
			{"a user of a mail address", "ftp://first.last%40example.com@example.org/", ""},
			{"a version", "svn://v1.10@example.org/", ""},
			{"the host", "ftp://example.org@EXAMPLE.org/", ""},
			{"above the host", "ftp://example.org@ftp.example.org/", ""},
			{"the host as A-label", "ftp://bücher.example@xn--bcher-kva.example/", ""},
			{"below the host", "ftp://joe.example.org@example.org/", ""},
			{"dots alone", "ftp://..@example.org/", ""},
		}},
		{"host-idna", "Replace the ireg-name part of the IRI by the part converted using the Domain Name Lookup " +
			"procedure", []row{
			{"an underscore", "http://a_b.example/", "host-idna[8,9)"},
			{"a scheme without DNS", "foo://a_b.example/", ""},
			{"a relative reference", "//a_b/", ""},
			{"an address", "http://127.0.0.1/", ""},
			{"an IP-literal", "http://[::1]/", ""},
			{"a U-label", "http://bücher.example/", ""},
			{"an A-label", "http://xn--bcher-kva.example/", ""},
			{"a root label", "http://example.org./", ""},
			{"a hyphen and a mark at the end, beside a right-to-left label", "http://ऋ-\uA8E5.א/", "host-idna[10,11)"},
			{"beside others", "http://ऋ-\uA8E5.क/", ""},
			{"255 octets in the DNS", "http://" + strings.Repeat("é"+strings.Repeat("a", 55)+".", 3) + "é" +
				strings.Repeat("a", 55) + "/", "host-idna[7,238)"},
			{"253 octets in the DNS", "http://" + strings.Repeat("é"+strings.Repeat("a", 55)+".", 3) + "é" +
				strings.Repeat("a", 53) + "/", ""},
		}},
		{"host-ipv4-like", "These additional IP address formats are not allowed in the URI syntax due to differences " +
			"between platform implementations.", []row{
			{"too great", "http://256.1.1.1/", "host-ipv4-like[7,16)"},
			{"hexadecimal", "http://0x7f.1/", "host-ipv4-like[7,13)"},
			{"octal", "http://010.0.0.1/", "host-ipv4-like[7,16)"},
			{"three numbers", "http://1.2.3/", "host-ipv4-like[7,12)"},
			{"one number", "http://2130706433/", "host-ipv4-like[7,17)"},
			{"a trailing dot", "http://127.0.0.1./", "host-ipv4-like[7,17)"},
			{"an octal 8", "http://08.1.1.1/", "host-ipv4-like[7,15)"},
			{"an address", "http://127.0.0.1/", ""},
			{"a name", "http://1.2.3.4.com/", ""},
			{"five numbers", "http://1.2.3.4.5/", ""},
			{"a name that begins with a number", "http://0xfg.1/", ""},
			{"a bare 0x, which browsers and inet_aton read as 0", "http://0x/", "host-ipv4-like[7,9)"},
			{"percent-encoded digits", "http://%31%32%37.0.0.1/", "host-ipv4-like[7,22)"},
			{"a percent-encoded 0 of 0x", "http://%30x7f.1/", "host-ipv4-like[7,15)"},
			{"a percent-encoded dot", "http://127%2e1/", "host-ipv4-like[7,14)"},
			{"a percent-encoded dot at the end", "http://0x7f.1%2e/", "host-ipv4-like[7,16)"},
			{"full-width digits", "foo://\uFF11\uFF12\uFF17.0.0.1/", "host-ipv4-like[6,21)"},
			{"percent-encoded full-width digits", "foo://%EF%BC%91.1/", "host-ipv4-like[6,17)"},
			{"an ideographic full stop", "foo://127\u30021/", "host-ipv4-like[6,13) delimiter-like[9,12)"},
			{"full-width letters", "foo://\uFF21.1/", ""},
		}},
		{"mixed-script", "only IRIs should be created where all the characters in a single component are used " +
			"together in a given language", []row{
			{"Cyrillic in Latin", "http://e/p\u0430ypal", "mixed-script[9,16)"},
			{"Greek and Latin", "http://e/ελlada", "mixed-script[9,17)"},
			{"Thai and Latin", "http://e/ไทยabc", "mixed-script[9,21)"},
			{"Hiragana and Hangul", "http://e/あ한", "mixed-script[9,15)"},
			{"Kana and Bopomofo", "http://e/カㄅ", "mixed-script[9,15)"},
			{"Japanese", "http://e/トヨタ自動車のCM", ""},
			{"Korean", "http://e/大韓民國한국KBS", ""},
			{"Chinese", "http://e/注音ㄅㄆㄇabc", ""},
			{"digits and signs", "http://e/日本2024年", ""},
			{"a mark on a Cyrillic letter", "http://e/э\u0301", ""},
			{"words of two languages", "http://e/Категория:Windows_и_Linux", ""},
			{"beside a percent-encoding", "http://e/привет%2CWorld", ""},
			{"a dash between them", "http://e/Москва–London", ""},
			{"Arabic digits in Latin", "http://e/abc\u0661", "mixed-script[9,14)"},
			{"danda in Devanagari and Bengali", "http://e/क।/ক।", ""},
			{"a label with a hyphen", "foo://abc-где/", "mixed-script[6,16)"},
			{"labels", "foo://abc.где/", ""},
			{"a percent-encoded label", "http://%D0%B0pple.com/", "mixed-script[7,17)"},
			{"a label that is encoded in part", "http://x.ab%D0%B0р%70/", "mixed-script[9,22)"},
			{"a percent-encoded dot between labels", "http://abc%2E%D0%B0%D0%B1/", ""},
			{"a percent-encoded dot before a label", "http://x%2E%D0%B0pple/", "mixed-script[11,21)"},
			{"percent-encoded in another scheme", "foo://u@%D0%B0pple:1/", "mixed-script[8,18)"},
			{"a percent-encoded label in one script", "http://%D0%B0%D0%B1.com/", ""},
			{"a percent-encoded segment", "http://e/%D0%B0pple", ""},
			{"an A-label", "http://xn--pple-43d.com/", "mixed-script[7,19)"},
			{"an A-label in capitals, after others", "http://www.XN--PPLE-43D/", "mixed-script[11,23)"},
			{"a percent-encoded A-label", "http://%78n--pple-43d.com/", "mixed-script[7,21)"},
			{"an A-label in one script", "http://xn--e1afmkfd.xn--80akhbyknj4f/", ""},
			{"an A-label of Latin and Hangul, which a language mixes", "http://xn--a-wi6f/", ""},
			{"not UTF-8", "foo://%FF%D0%B0a/", "mixed-script[6,16)"},
		}},
		{"fullwidth", "the input method editor should be set so that it produces half-width Latin letters and " +
			"punctuation and full-width Katakana", []row{
			{"Latin", "http://e/\uFF21\uFF22c\uFF23", "fullwidth[9,15) fullwidth[16,19)"},
			{"Katakana", "http://e/\uFF76", "fullwidth[9,12)"},
			{"usual ones", "http://e/Aカ", ""},
		}},
		{"private-use", "many of the categories of characters not appropriate for IRIs", []row{
			{"in a query", "http://e/?\uE000\U000F0000", "private-use[10,17)"},
			{"percent-encoded", "http://e/?%EE%80%80", ""},
		}},
	} {
		t.Run(string(tt.code), func(t *testing.T) {
			info, ok := iri.LookupCode(tt.code)
			if !ok {
				t.Fatalf("%s has no entry", tt.code)
			}
			if !strings.Contains(info.Clause, strings.TrimSuffix(tt.clause, ".")) {
				t.Errorf("the entry quotes %q, this table %q", info.Clause, tt.clause)
			}
			var opts []iri.CheckOption
			if info.Severity == iri.SeverityOff {
				opts = append(opts, iri.WithSeverity(tt.code, iri.SeverityWarning))
			}
			for _, row := range tt.rows {
				t.Run(row.name, func(t *testing.T) {
					if got := findingCodes(t, row.in, opts...); got != row.want {
						t.Errorf("%q: got %q, want %q", row.in, got, row.want)
					}
				})
			}
		})
	}
}

// TestProseFixes compares the input after all fixes of the given codes. What would add to
// the string, or say something else, is done only where guesses are asked for.
func TestProseFixes(t *testing.T) {
	for _, tt := range []struct {
		name, in string
		codes    []iri.Code
		want     string
		guessed  string // "" for the same
	}{
		{"an override is percent-encoded", "http://e/a\u202Eb", nil, "http://e/a%E2%80%AEb", "http://e/ab"},
		{"what is invisible is taken out", "http://e/a\u200Bb", []iri.Code{"invisible"}, "http://e/a%E2%80%8Bb",
			"http://e/ab"},
		{"a warning stays", "http://e/e\u0301", nil, "http://e/e\u0301", ""},
		{"the normal form when asked", "http://e/e\u0301", []iri.Code{"not-nfc"}, "http://e/\u00E9", ""},
		{"not where it makes a delimiter", "http://e/\u037E", []iri.Code{"not-nfc"}, "http://e/\u037E", ""},
		{"nor where it takes one", "?a=\u0338", []iri.Code{"not-nfc"}, "?a=\u0338", ""},
		{"a part in URI notation", "http://e/אב1/ג", []iri.Code{"bidi-edge"}, "http://e/%D7%90%D7%911/ג", ""},
		{"no host in URI notation", "foo://אב1/", []iri.Code{"bidi-edge"}, "foo://אב1/", ""},
		{"padding", "data:;base64,QQ", nil, "data:;base64,QQ", "data:;base64,QQ=="},
		{"a charset", "data:text/plain;utf8,a", nil, "data:text/plain;utf8,a", "data:text/plain;charset=utf-8,a"},
		{"a drive", "file:c:/a", nil, "file:c:/a", "file:///c:/a"},
		{"a number sign in a script", "javascript:a('#b')", []iri.Code{"scheme-javascript"}, "javascript:a('#b')",
			"javascript:a('%23b')"},
		{"half a line break", "mailto:a@example.com?body=1%0A2", nil, "mailto:a@example.com?body=1%0A2",
			"mailto:a@example.com?body=1%0D%0A2"},
		{"a field", "mailto:a@example.com?subject=1/2", nil, "mailto:a@example.com?subject=1%2F2", ""},
		{"full width", "http://e/\uFF21\uFF76", []iri.Code{"fullwidth"}, "http://e/Aカ", ""},
		{"a full-width slash stays", "http://e/\uFF0F", []iri.Code{"fullwidth"}, "http://e/\uFF0F", ""},
	} {
		t.Run(tt.name, func(t *testing.T) {
			testkit.StatesRFC(t, tt.in, tt.want, tt.guessed)
			var opts []iri.CheckOption
			for _, c := range tt.codes {
				opts = append(opts, iri.WithSeverity(c, iri.SeverityWarning))
			}
			rep := iri.RFC3987.Reference().Check(tt.in, opts...)
			if got, _ := rep.Fixed(tt.codes...); got != tt.want {
				t.Errorf("%q: got %q, want %q", tt.in, got, tt.want)
			}
			guessed := cmp.Or(tt.guessed, tt.want)
			rep = iri.RFC3987.Reference().Check(tt.in, append(opts, iri.WithGuess())...)
			if got, _ := rep.Fixed(tt.codes...); got != guessed {
				t.Errorf("%q with guesses: got %q, want %q", tt.in, got, guessed)
			}
		})
	}
}

// TestProseLimit checks that a string with very many faults has the first findings, up to
// the limit, and the exact count of the others.
func TestProseLimit(t *testing.T) {
	testkit.StatesRFC(t, "s://h/p")
	const n = 20000
	s := "http://e/" + strings.Repeat("אa/", n) + strings.Repeat("\u202E/", n)
	rep := iri.RFC3987.Top().Check(s)
	if got := len(rep.Findings()); got != iri.DefaultMaxFindings {
		t.Errorf("%d findings, want %d", got, iri.DefaultMaxFindings)
	}
	if got, want := rep.More(), 3*n-iri.DefaultMaxFindings; got != want {
		t.Errorf("%d more, want %d", got, want)
	}
	if rep.Conforms() {
		t.Error("conforms, though errors are beyond the limit")
	}
	if f := rep.Findings()[0]; f.Start != 9 {
		t.Errorf("the first finding starts at %d, want 9", f.Start)
	}
	if got := len(iri.RFC3987.Top().Check(s[:9+4*50], iri.WithMaxFindings(0)).Findings()); got != 100 {
		t.Errorf("%d findings without a limit, want 100", got)
	}
}

func TestLEIRIWarnings(t *testing.T) {
	testkit.StatesRFC(t, "s://h/p?q")
	const in = "http://e/a  <b>\\\x00\u0085\u202e\ufffd\ue000\U000e0041\ufdd0é?\ue000 "
	want := []string{
		"leiri-space [10,12)", "leiri-delimiter [12,13)", "leiri-delimiter [14,15)", "leiri-unwise [15,16)",
		"leiri-control [16,19)", "leiri-bidi-formatting [19,22)", "leiri-special [22,25)", "leiri-private-use [25,28)",
		"leiri-tag [28,32)", "leiri-noncharacter [32,35)", "leiri-private-use [38,41)", "leiri-space [41,42)",
	}
	rep := iri.LEIRI.Top().Check(in)
	var got []string
	fixed := []iri.Code{}
	for _, f := range rep.Findings() {
		if !strings.HasPrefix(string(f.Code), "leiri-") {
			t.Errorf("finding %q besides the groups", f.Code)
			continue
		}
		if f.Severity != iri.SeverityWarning {
			t.Errorf("%s is %v, want a warning", f.Code, f.Severity)
		}
		if strings.Contains(f.Message, " a u") {
			t.Errorf("%s: %q has the wrong article", f.Code, f.Message)
		}
		got = append(got, codesAndSpans([]iri.Finding{f})[0])
		fixed = append(fixed, f.Code)
	}
	if !slices.Equal(got, want) {
		t.Errorf("got  %q\nwant %q", got, want)
	}
	mended, _ := rep.Fixed(fixed...)
	if rep := iri.LEIRI.Top().Check(mended); len(rep.Findings()) != 0 {
		t.Errorf("mended to %+q, which has %v", mended, rep.Findings())
	}
	if rep := iri.RFC3987.Top().Check("http://e/é"); len(rep.Findings()) != 0 {
		t.Errorf("an IRI has %v", rep.Findings())
	}
}

// componentRule returns the rule of RFC 3987 for a component, which an edit of the grammar may give another name.
func componentRule(kind component.Kind) iri.Rule {
	r, _ := iri.RFC3987.Rule(spec.RFC3987.Profile().Of[kind].Name())
	return r
}

// codesAndSpans returns the code and the span of each finding, for comparison.
func codesAndSpans(findings []iri.Finding) []string {
	var all []string
	for _, f := range findings {
		all = append(all, fmt.Sprintf("%s [%d,%d)", f.Code, f.Start, f.End))
	}
	return all
}
