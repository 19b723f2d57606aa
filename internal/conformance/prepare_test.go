package conformance_test

import (
	"slices"
	"testing"

	"github.com/rfc3987/iri"
	"github.com/rfc3987/iri/charset"
	"github.com/rfc3987/iri/internal/testkit"
)

func TestPrepare(t *testing.T) {
	in := func(name string) iri.PrepareOption {
		c, err := charset.Parse(name)
		if err != nil {
			t.Fatal(err)
		}
		return charset.WithText(c)
	}
	tests := []struct {
		name, in string
		opts     []iri.PrepareOption
		want     string
	}{
		{"white space at the ends", " \t\r\nhttp://e/\n\r\t ", nil, "http://e/"},
		{"no other white space of Unicode", "\u00a0a\u3000", nil, "\u00a0a\u3000"},
		{"nothing but white space", " \n", nil, ""},
		{"remove", "http://\r\n  e/a\t b", []iri.PrepareOption{iri.WithSpaces(iri.RemoveSpaces)}, "http://e/ab"},
		{"encode", " a  b ", []iri.PrepareOption{iri.WithSpaces(iri.EncodeSpaces)}, "a%20%20b"},
		{"split one", "  a ", []iri.PrepareOption{iri.WithSpaces(iri.SplitSpaces)}, "a"},
		// The draft's example, without its delimiters.
		{"entities", "htt&#x0070;://www.example.com/&#x0066;&#x006f;&#x006f;bar&#x002f;foo&#x003f;bar",
			[]iri.PrepareOption{iri.WithEntities()}, "http://www.example.com/foobar/foo?bar"},
		{"decimal, capital X, beyond the BMP", "&#102;&#X66;&#x10300;", []iri.PrepareOption{iri.WithEntities()},
			"ff\U00010300"},
		{"not decoded twice", "?&#38;#102;", []iri.PrepareOption{iri.WithEntities()}, "?&#102;"},
		{"no references", "?&amp;&#x;a", []iri.PrepareOption{iri.WithEntities()}, "?&amp;&#x;a"},
		{"more that are none", "&#12a;", []iri.PrepareOption{iri.WithEntities()}, "&#12a;"},
		{"cut off", "&#x1", []iri.PrepareOption{iri.WithEntities()}, "&#x1"},
		{"references are off by default", "?a#102;", nil, "?a#102;"},
		{"a space on purpose is not removed but encoded", "a&#32;", []iri.PrepareOption{iri.WithEntities(),
			iri.WithSpaces(iri.EncodeSpaces)}, "a%20"},
		{"backslash encode", `a\b?\#\`, []iri.PrepareOption{iri.WithBackslash(iri.EncodeBackslash)}, "a%5Cb?%5C#%5C"},
		{"backslash slash", `http:\\e\a\b?\c`, []iri.PrepareOption{iri.WithBackslash(iri.SlashBackslash)},
			"http://e/a/b?%5Cc"},
		{"backslash slash, no query", `a\b`, []iri.PrepareOption{iri.WithBackslash(iri.SlashBackslash)}, "a/b"},
		// §5.3: "If the path contains any characters not allowed by the ABNF of RFC3987 Section 2.2 […] then
		// replace those characters with their percent-encoding", and §5.4 for the query.
		{"encode what a path must not have", "http://e/a b[c]|\x01é", []iri.PrepareOption{iri.WithPercentEncoding()},
			"http://e/a%20b%5Bc%5D%7C%01é"},
		{"in a query and a fragment", `?"x"[]#<a>#\`, []iri.PrepareOption{iri.WithPercentEncoding()},
			"?%22x%22%5B%5D#%3Ca%3E%23%5C"},
		{"in a userinfo", "ftp://a b<c@e/", []iri.PrepareOption{iri.WithPercentEncoding()}, "ftp://a%20b%3Cc@e/"},
		{"private use, outside of the query", "http://e/\ue000?\ue000", []iri.PrepareOption{iri.WithPercentEncoding()},
			"http://e/%EE%80%80?\ue000"},
		{"a % that is none, and percent-encodings", "100%/%zz%4g%41%e9%", []iri.PrepareOption{iri.WithPercentEncoding()},
			"100%25/%25zz%254g%41%e9%25"},
		{"a first segment that would be a scheme", "1a:b:c/d:e", []iri.PrepareOption{iri.WithPercentEncoding()},
			"1a%3Ab%3Ac/d:e"},
		{"after references and backslashes", `a\&#x20;b`, []iri.PrepareOption{iri.WithPercentEncoding(), iri.WithEntities(),
			iri.WithBackslash(iri.SlashBackslash)}, "a/%20b"},
		// 3987bis §3.3: "This mapping is defined for all sequences of Unicode characters, whether or not they
		// are valid for the component in question."
		{"to a URI", "http://e/é b?ü", []iri.PrepareOption{iri.WithPercentEncoding(), iri.WithRule(iri.RFC3986.Reference())},
			"http://e/%C3%A9%20b?%C3%BC"},
		{"an IRI stays", "http://e/é?q=a:b/c#d?e", []iri.PrepareOption{iri.WithPercentEncoding()}, "http://e/é?q=a:b/c#d?e"},
		// RFC 3987 §7.2: "half-width Latin letters and punctuation and full-width Katakana".
		{"half-width Katakana", "/ｶﾞｲﾄﾞ･ﾊﾟﾝ｡ｱ", []iri.PrepareOption{iri.WithFoldWidth()}, "/ガイド・パン。ア"},
		{"a mark that goes with no letter", "/ｱﾞa\uff9f", []iri.PrepareOption{iri.WithFoldWidth()}, "/ア\u309Ba\u309C"},
		{"ideographic full stops in a host alone", "http://例え。ｊｐ｡/。｡", []iri.PrepareOption{iri.WithFoldWidth()},
			"http://例え.jp./。。"},
		{"a host as people type it", "http://Bücher。Ｅxample/Ａ", []iri.PrepareOption{iri.WithHostMapping(iri.HostUTS46)},
			"http://xn--bcher-kva.example/Ａ"},
		{"a host as a domain name", "http://bücher.example/", []iri.PrepareOption{iri.WithHostMapping(iri.HostIDNA)},
			"http://xn--bcher-kva.example/"},
		{"a host that stays", "http://bücher.example/", []iri.PrepareOption{iri.WithHostMapping(iri.HostPercent)},
			"http://bücher.example/"},
		{"an address", "http://[::1]:80/", []iri.PrepareOption{iri.WithHostMapping(iri.HostUTS46)}, "http://[::1]:80/"},
		{"charset", " \x93\xfa ", []iri.PrepareOption{in("shift_jis")}, "日"},
		{"a trail byte is not a backslash", "\x95\x5c\\",
			[]iri.PrepareOption{in("shift_jis"), iri.WithBackslash(iri.SlashBackslash)}, "表/"},
		{"charset and NFC", "Vi\xea\xf2t", []iri.PrepareOption{in("windows-1258")}, "Vi\u1ec7t"},
		{"Unicode is not normalized", "e\u0301", nil, "e\u0301"},
		{"an IRI, not a URI", "é", nil, "é"},
	}
	for _, tt := range tests {
		t.Run(tt.name, func(t *testing.T) {
			testkit.StatesRFC(t, tt.in, tt.want)
			got, err := iri.Prepare(tt.in, tt.opts...)
			if err != nil || got.String() != tt.want {
				t.Errorf("Prepare(%+q): got %+q, %v, want %+q", tt.in, got, err, tt.want)
			}
		})
	}
}

func TestPrepareFails(t *testing.T) {
	sjis, _ := charset.Parse("shift_jis")
	tests := []struct {
		name, in string
		opts     []iri.PrepareOption
		want     []string
	}{
		{"spaces are kept by default", "  http://e/a b ", nil, []string{"ipath-abempty [12,13)"}},
		{"and backslashes", `a\b`, nil, []string{"ipath-noscheme [1,2)"}},
		{"after what was removed", "a b c<", []iri.PrepareOption{iri.WithSpaces(iri.RemoveSpaces)},
			[]string{"ipath-noscheme [5,6)"}},
		{"after references", "&#102;&#x3c;", []iri.PrepareOption{iri.WithEntities()},
			[]string{"ipath-noscheme [6,12)"}},
		{"a host cannot be encoded", "http://a b/c d", []iri.PrepareOption{iri.WithPercentEncoding()},
			[]string{"ireg-name [8,9)"}},
		{"what follows what was encoded", "http://a b@e:x/", []iri.PrepareOption{iri.WithPercentEncoding()},
			[]string{"port [13,14)"}},
		{"bytes are not characters", "/a \xff", []iri.PrepareOption{iri.WithPercentEncoding()}, []string{"utf-8 [3,4)"}},
		{"a host that cannot be mapped", " http://é_.e/", []iri.PrepareOption{iri.WithHostMapping(iri.HostIDNA)},
			[]string{"host-idna [10,11)"}},
		{"a space on purpose", "a&#32;", []iri.PrepareOption{iri.WithEntities(), iri.WithSpaces(iri.RemoveSpaces)},
			[]string{"ipath-noscheme [1,6)"}},
		{"references to no character", " ?&#0;&#xD800;&#x110000;&#99999999999;",
			[]iri.PrepareOption{iri.WithEntities()},
			[]string{"char-reference [2,6)", "char-reference [6,14)", "char-reference [14,24)",
				"char-reference [24,38)"}},
		{"in a charset", " \x93\xfa<", []iri.PrepareOption{charset.WithText(sjis)}, []string{"ipath-noscheme [3,4)"}},
		{"no text in the charset", " a\xff", []iri.PrepareOption{charset.WithText(sjis)}, []string{"charset [2,3)"}},
		{"not UTF-8", " a\xff", nil, []string{"utf-8 [2,3)"}},
		{"two references", "a b  c", []iri.PrepareOption{iri.WithSpaces(iri.SplitSpaces)},
			[]string{"one-reference [2,6)"}},
		{"rule", " é", []iri.PrepareOption{iri.WithRule(iri.RFC3987.Top())}, []string{"scheme [1,1)"}},
	}
	for _, tt := range tests {
		t.Run(tt.name, func(t *testing.T) {
			testkit.StatesRFC(t, append(slices.Clone(tt.want), tt.in)...)
			ref, err := iri.Prepare(tt.in, tt.opts...)
			if err == nil {
				t.Fatalf("got %+q", ref)
			}
			if got := codesAndSpans(checkError(t, tt.in, err)); !slices.Equal(got, tt.want) {
				t.Errorf("got %q, want %q", got, tt.want)
			}
		})
	}
}

func TestPrepareList(t *testing.T) {
	testkit.StatesRFC(t, "s://h/p")
	const in = " http://e/  <b>\tc d "
	type row struct {
		start, end int
		text       string
		codes      string
	}
	want := []row{{1, 10, "http://e/", ""}, {12, 17, "<b>\tc", "ipath-noscheme [12,13)"}, {18, 19, "d", ""}}
	var got []row
	for _, p := range iri.PrepareList(in, iri.WithSpaces(iri.SplitSpaces)) {
		r := row{p.Start, p.End, p.Text, ""}
		if p.Err != nil {
			r.codes = codesAndSpans(checkError(t, in, p.Err))[0]
		} else if p.Ref.String() != p.Text {
			t.Errorf("got the reference %q for %q", p.Ref, p.Text)
		}
		got = append(got, r)
	}
	if !slices.Equal(got, want) {
		t.Errorf("got  %v\nwant %v", got, want)
	}
	gb, _ := charset.Parse("gb18030")
	for _, p := range iri.PrepareList("%\x9d4 4", charset.WithText(gb), iri.WithSpaces(iri.SplitSpaces)) {
		if p.Err == nil {
			t.Errorf("of malformed text: got %q", p.Text)
		}
	}
	if list := iri.PrepareList("", iri.WithSpaces(iri.SplitSpaces)); len(list) != 1 || list[0].Err != nil {
		t.Errorf("of nothing: got %v", list)
	}
}
