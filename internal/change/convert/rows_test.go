package convert

import (
	"errors"
	"fmt"
	"strings"
	"testing"

	"github.com/rfc3987/iri/internal/ref/component"
	"github.com/rfc3987/iri/internal/ref/hostname"
	"github.com/rfc3987/iri/internal/ref/spec"
	"github.com/rfc3987/iri/internal/testkit"
	"github.com/rfc3987/iri/internal/verdict/finding"
)

// outcome prints a result, or the findings of an error: code and place of each.
func outcome(s string, err error) string {
	var e *finding.ConvertError
	switch {
	case err == nil:
		return s
	case !errors.As(err, &e):
		return "! " + err.Error()
	}
	var out strings.Builder
	out.WriteString("!")
	for _, f := range e.Findings {
		out.WriteString(fmt.Sprintf(" %s %d-%d", f.Code, f.Start, f.End))
	}
	return out.String()
}

// TestConversions has each function of the package with texts, and what they become.
func TestConversions(t *testing.T) {
	testkit.StatesRFC(t)
	rule := func(name string) spec.Rule { return spec.MustRule(spec.RFC3987, name) }
	charset := func(name string) Charset {
		c, err := parseCharset(name)
		if err != nil {
			t.Fatal(err)
		}
		return c
	}
	latin, turkish, utf16, shiftJIS := charset("windows-1252"), charset("iso-8859-9"), charset("utf-16be"),
		charset("shift_jis")
	text := func(r component.Ref, err error) (string, error) { return r.Text, err }
	encode := func(name string) func(string) (string, error) {
		return func(s string) (string, error) { return EncodeComponent(s, rule(name)), nil }
	}
	encodeFrom := func(c Charset) func(string) (string, error) {
		return func(s string) (string, error) { return EncodeFrom(c, s) }
	}
	toIRI := func(o IRIOptions) func(string) (string, error) {
		return func(s string) (string, error) {
			b, err := AppendIRI([]byte("-"), s, o)
			if r, again := FromURI(s, o); (err == nil) != (again == nil) || err == nil && r.Text != string(b[1:]) ||
				err == nil && r != component.SplitTrusted(r.Text) {
				t.Errorf("%+q: AppendIRI: %q, %v, FromURI: %+v, %v", s, b, err, r, again)
			}
			if r := component.SplitTrusted(s); err == nil {
				if ToIRI(&r, o); r != component.SplitTrusted(string(b[1:])) {
					t.Errorf("%+q: AppendIRI: %q, ToIRI: %+v", s, b, r)
				}
			}
			return string(b[1:]), err
		}
	}
	fromLEIRI := func(o IRIOptions) func(string) (string, error) {
		return func(s string) (string, error) {
			b, err := AppendFromLEIRI([]byte("-"), s, o)
			if r, again := FromLEIRI(s, o); (err == nil) != (again == nil) || err == nil && r.Text != string(b[1:]) {
				t.Errorf("%+q: AppendFromLEIRI: %q, %v, FromLEIRI: %+v, %v", s, b, err, r, again)
			}
			return string(b[1:]), err
		}
	}
	toURI := func(o URIOptions) func(string) (string, error) {
		return func(s string) (string, error) {
			m := o
			b, err := m.Append([]byte("-"), s)
			if r, again := m.ToURI(s); o.ofReferences() && ((err == nil) != (again == nil) || err == nil &&
				r != component.SplitTrusted(string(b[1:]))) {
				t.Errorf("%+q: Append: %q, %v, ToURI: %+v, %v", s, b, err, r, again)
			}
			r := component.SplitTrusted(s)
			if e := URI(&r, &o); err == nil && o.ofReferences() && !o.Lenient && o.Rule == (spec.Rule{}) &&
				(e != nil || r != component.SplitTrusted(string(b[1:]))) {
				t.Errorf("%+q: Append: %q, URI: %+v, %v", s, b, r, e)
			}
			return string(b[1:]), err
		}
	}
	prepare := func(o PrepareOptions) func(string) (string, error) {
		return func(s string) (string, error) { return text(Prepare(s, o)) }
	}
	draft, leiri := spec.RFC3987bis.Reference(), spec.LEIRI.Reference()
	for _, tt := range []struct {
		name string
		do   func(string) (string, error)
		rows [][2]string
	}{
		{"a segment (RFC 3987 §7.4)", encode("isegment"), [][2]string{
			{"", ""}, {"a/b", "a%2Fb"}, {"é", "é"}, {"%41", "%2541"}, {".", "%2E"}, {"..", "%2E%2E"}, {"...",
				"..."}, {"\u202e", "%E2%80%AE"}, {"\xff", "%FF"}, {"a:@!", "a%3A%40%21"}, {"-._~", "-._~"},
			{"\ue000", "%EE%80%80"}, {"\x80", "%80"}, {"\u0080", "%C2%80"}}},
		{"a query", encode("iquery"), [][2]string{{"..", ".."}, {"a&b=é", "a%26b%3Dé"}, {"\ue000", "%EE%80%80"}}},
		{"a host", encode("ireg-name"), [][2]string{{"é.א", "é.א"}, {"a:b", "a%3Ab"}, {"a\u2044b", "a%E2%81%84b"},
			{"אb", "אb"}}},
		{"the algorithm of 2001", encodeFrom(Charset{}), [][2]string{
			{"", ""}, {"a", "a"}, {"é", "%C3%A9"}, {"a b", "a%20b"}, {"%c3%A9", "%C3%A9"}, {"%aA%Aa", "%AA%AA"}, {"%99",
				"%99"}, {"%4a", "%4A"}, {"%", "! pct-encoded 0-1"}, {"a%4", "! pct-encoded 1-3"},
			{"%4g%%41", "! pct-encoded 0-2 pct-encoded 3-4"}, {"\xff%", "! utf-8 0-1 pct-encoded 1-2"},
			{"a\xff\xfeb\xff", "! utf-8 1-3 utf-8 4-5"}}},
		{"in windows-1252", encodeFrom(latin), [][2]string{{"\xe9", "%C3%A9"}, {"\xe9%", "! pct-encoded 1-2"},
			{"a\x81b", "! charset 1-2"}}},
		{"in Shift_JIS", encodeFrom(shiftJIS), [][2]string{{"\x93\xfa", "%E6%97%A5"}, {"a\x93", "! charset 1-2"},
			{"\x93\xfa%\xff", "! pct-encoded 2-3 charset 3-4"}}},
		{"decoding of 2001", Decode, [][2]string{{"a", "a"}, {"%41%25%2f", "A%25/"}, {"%25", "%25"}, {"%E9", "\xe9"},
			{"%zz", "! pct-encoded 0-1"}, {"%4", "! pct-encoded 0-2"}, {"a%41b%42", "aAbB"}}},
		{"decoding in windows-1252", func(s string) (string, error) { return DecodeTo(latin, s) },
			[][2]string{{"%E9", "é"}, {"é%E9日\xe9%25", "éé日\xe9%25"}, {"%zz", "! pct-encoded 0-1"}, {"a", "a"}}},
		{"decoding in UTF-16", func(s string) (string, error) { return DecodeTo(utf16, s) },
			[][2]string{{"%00%E9", "é"}, {"%D8%00", "! charset 0-6"}}},
		{"decoding in UTF-8", func(s string) (string, error) { return DecodeTo(Charset{}, s) },
			[][2]string{{"%C3%A9", "é"}, {"%E9", "\xe9"}}},
		{"text in Shift_JIS", func(s string) (string, error) { return DecodeText(shiftJIS, s) },
			[][2]string{{"\x93\xfa", "日"}, {"\x93", "! charset 0-1"}, {"a", "a"}}},
		{"text in UTF-16LE", func(s string) (string, error) { return DecodeText(charset("utf-16le"), s) },
			[][2]string{{"a\x00\xe9\x00", "aé"}}},
		{"text in UTF-8", func(s string) (string, error) { return DecodeText(Charset{}, s) },
			[][2]string{{"é", "é"}, {"e\u0301", "e\u0301"}, {"\ufffd", "\ufffd"}, {"é\xff", "! utf-8 2-3"}}},
		{"to IRI (RFC 3987 §3.2)", toIRI(IRIOptions{}), [][2]string{
			{"", ""}, {"a", "a"}, {"%C3%A9", "é"}, {"%c3%a9", "é"}, {"%C3", "%C3"}, {"%41%2F%7e",
				"A%2F~"}, {"http://%C3%A9/%C3%A9?%C3%A9#%C3%A9", "http://é/é?é#é"}, {"//u%C3%A9@h", "//ué@h"},
			{"%E2%80%AE", "%E2%80%AE"},
			{"?%EE%80%80", "?%EE%80%80"}, {"%C3%A9%C3", "é%C3"}, {"%ED%A0%80", "%ED%A0%80"}, {"%F0%9F%98%80", "😀"},
			{"%E2%82%AC%41%zz", "! pct-encoded 12-13"}, {"%C0%AF", "%C0%AF"}, {"%F4%90%80%80", "%F4%90%80%80"},
			{"http://e/%7Ea", "http://e/~a"}, {"http://xn--bcher-kva.example/", "http://xn--bcher-kva.example/"}}},
		{"to IRI for display", toIRI(IRIOptions{Display: func(string, int, int) []hostname.Span { return nil }}),
			[][2]string{{"http://xn--bcher-kva.example/", "http://bücher.example/"},
				{"http://u%C3%A9@xn--bcher-kva/%41", "http://ué@bücher/A"}, {"http://[::1]/%41", "http://[::1]/A"},
				{"a/%41", "a/A"}, {"a", "a"}, {"//", "//"}}},
		{"to IRI of the draft", toIRI(IRIOptions{Target: spec.RFC3987bis}),
			[][2]string{{"http://h%C3%A9/", "http://hé/"}, {"http://h%FF/", "! ireg-name 7-11"},
				{"//u%FF@h/", "//u%FF@h/"}, {"a%FF", "a%FF"}}},
		{"from LEIRI (§6.2 of the draft)", fromLEIRI(IRIOptions{}), [][2]string{
			{"", ""}, {"a b", "a%20b"}, {"<é>", "%3Cé%3E"}, {"é\ue000", "é%EE%80%80"}, {"?\ue000",
				"?\ue000"}, {"?\U000E0001", "?%F3%A0%80%81"}, {"\u202e", "%E2%80%AE"}, {"%41", "%41"},
			{"%", "! pct-encoded 0-1"}, {"é中\U000E0001😀", "é中%F3%A0%80%81😀"}}},
		{"from LEIRI to IRI of the draft", fromLEIRI(IRIOptions{Target: spec.RFC3987bis}),
			[][2]string{{"a b", "a%20b"}, {"?\U000E0000", "?\U000E0000"}, {"?\U000E0FFF", "?\U000E0FFF"},
				{"?\U000E1000", "?\U000E1000"}, {"?\U000E0001\u202e", "?\U000E0001%E2%80%AE"},
				{"\U000E0001", "%F3%A0%80%81"}, {"#\U000E0001", "#%F3%A0%80%81"}}},
		{"from LEIRI to URI", fromLEIRI(IRIOptions{Target: spec.RFC3986}), [][2]string{{"é b", "%C3%A9%20b"}}},
		{"from LEIRI to LEIRI", fromLEIRI(IRIOptions{Target: spec.LEIRI}), [][2]string{{"é b", "é b"}}},
		{"the steps for any text", func(s string) (string, error) { return EscapeLEIRI(s), nil },
			[][2]string{{"%", "%"}, {"a b\xff", "a%20b%FF"},
				{"http://h h/\ue000?\ue000", "http://h%20h/%EE%80%80?\ue000"}, {"[é", "[é"}}},
		{"to URI (RFC 3987 §3.1)", toURI(URIOptions{}),
			[][2]string{{"", ""}, {"a", "a"}, {"http://é@é/é?é#é", "http://%C3%A9@%C3%A9/%C3%A9?%C3%A9#%C3%A9"},
				{"a b", "! ipath-noscheme 1-2"}, {"%C3é", "%C3%C3%A9"}}},
		{"to URI, lenient", toURI(URIOptions{Lenient: true}),
			[][2]string{{"a b", "a%20b"}, {"http://h/é|b", "http://h/%C3%A9%7Cb"}, {"http://h:x /", "! port 9-11"},
				{"a b%", "! pct-encoded 3-4"}, {"\"a:b", "! ipath-noscheme 0-1 ipath-noscheme 2-3"},
				{"a\x00", "! ipath-noscheme 1-2"}}},
		{"to URI with a host in A-labels", toURI(URIOptions{Host: hostname.IDNA}),
			[][2]string{{"http://bücher.example/é", "http://xn--bcher-kva.example/%C3%A9"},
				{"http://é@h:1/", "http://%C3%A9@h:1/"}, {"//", "//"}, {"http://[::1]/é", "http://[::1]/%C3%A9"},
				{"http://1.2.3.4/", "http://1.2.3.4/"}, {"é", "%C3%A9"}}},
		{"to URI with a query in windows-1252", toURI(URIOptions{Query: latin}),
			[][2]string{{"http://é/é?é#é", "http://%C3%A9/%C3%A9?%E9#%C3%A9"}, {"HTTPS://h?é", "HTTPS://h?%E9"},
				{"urn:a:b?é", "urn:a:b?%C3%A9"}, {"?é", "?%C3%A9"}, {"http://h?aяéж", "! charset 10-12 charset 14-16"},
				{"http://h/", "http://h/"}, {"http://h?", "http://h?"}}},
		{"to URI with a query of a page", toURI(URIOptions{Query: turkish, WebBase: true}),
			[][2]string{{"?ş", "?%FE"}, {"urn:a:b?ş", "urn:a:b?%C5%9F"}, {"a#ş", "a#%C5%9F"}}},
		{"to URI with a query in UTF-16, which is not used (§3.5 of the draft)", toURI(URIOptions{Query: utf16}),
			[][2]string{{"http://h?é", "http://h?%C3%A9"}}},
		{"a host to URI", toURI(URIOptions{Rule: rule("ihost"), Host: hostname.IDNA}),
			[][2]string{{"bücher", "xn--bcher-kva"}, {"[::1]", "[::1]"}, {"1.2.3.4", "1.2.3.4"}}},
		{"a path to URI", toURI(URIOptions{Rule: rule("ipath"), Host: hostname.IDNA}),
			[][2]string{{"bücher", "b%C3%BCcher"}, {"a?", "! ipath 1-2"}}},
		{"a reference of the draft to URI (§3.4)", toURI(URIOptions{Rule: draft}),
			[][2]string{{"http://h%C3%A9/%41", "http://h%C3%A9/%41"}, {"//[::1%25a]/", "! IPv6address 6-7"},
				{"%41é", "%41%C3%A9"}}},
		{"a LEIRI to URI", toURI(URIOptions{Rule: leiri}),
			[][2]string{{"a b<é", "a%20b%3C%C3%A9"}, {"http://h/\"", "http://h/%22"}}},
		{"full-width forms (RFC 3987 §7.2)", prepare(PrepareOptions{FullWidth: true}),
			[][2]string{{"ａ！～", "a!~"}, {"ｶﾞｷﾟｱ", "ガキ゜ア"}, {"｡ﾟ", "。゜"}, {"http://h。a｡b/。", "http://h.a.b/。"},
				{"！", "!"}, {"～", "~"}}},
		{"as it is", prepare(PrepareOptions{}), [][2]string{{" a ", "a"}, {"a b", "! ipath-noscheme 1-2"}, {"", ""}}},
		{"split at spaces", prepare(PrepareOptions{Spaces: SplitSpaces}), [][2]string{{"a b", "! one-reference 2-3"},
			{" a ", "a"}}},
		{"spaces and backslashes", prepare(PrepareOptions{Spaces: EncodeSpaces, Backslash: SlashBackslash}),
			[][2]string{{"a b", "a%20b"}, {`a\b?\c`, "a/b?%5Cc"}, {`a\#\`, "a/#%5C"}}},
		{"without spaces, backslashes encoded",
			prepare(PrepareOptions{Spaces: RemoveSpaces, Backslash: EncodeBackslash}),
			[][2]string{{"a \t\nb", "ab"}, {`a\b`, "a%5Cb"}}},
		{"a base (RFC 3986 §5.1)", func(s string) (string, error) { return text(ParseBase(s, spec.RFC3987)) },
			[][2]string{{"a:b#c", "a:b#c"}, {"a", "! base 0-1"}, {"//h", "! base 0-3"},
				{"a:b c", "! ipath-rootless 3-4"}}},
	} {
		for _, row := range tt.rows {
			if got := outcome(tt.do(row[0])); got != row[1] {
				t.Errorf("%s: %+q: got %+q, want %+q", tt.name, row[0], got, row[1])
			}
		}
	}
}

// TestManyFindings has more faults than are reported.
func TestManyFindings(t *testing.T) {
	testkit.StatesRFC(t, "s://h/p?q")
	latin, err := parseCharset("windows-1252")
	if err != nil {
		t.Fatal(err)
	}
	m := URIOptions{Query: latin}
	for _, n := range []int{finding.DefaultMaxFindings - 1, finding.DefaultMaxFindings, finding.DefaultMaxFindings + 1} {
		want := min(n, finding.DefaultMaxFindings)
		_, text := EncodeFrom(Charset{}, strings.Repeat("\xffa", n))
		_, pct := Decode(strings.Repeat("%a", n))
		_, query := m.Append(nil, "http://h?"+strings.Repeat("я", n))
		for i, err := range []error{text, pct, query} {
			if got := strings.Count(outcome("", err), " ") / 2; got != want {
				t.Errorf("%d faults of kind %d: got %d findings, want %d", n, i, got, want)
			}
		}
	}
}
