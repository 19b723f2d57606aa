package conformance_test

import (
	"slices"
	"testing"

	"github.com/rfc3987/iri"
	"github.com/rfc3987/iri/charset"
)

func TestPrepare(t *testing.T) {
	in := func(name string) iri.PrepareOption {
		c, err := charset.Parse(name)
		if err != nil {
			t.Fatal(err)
		}
		return charset.Text(c)
	}
	tests := []struct {
		name, in string
		opts     []iri.PrepareOption
		want     string
	}{
		{"white space at the ends", " \t\r\nhttp://e/\n\r\t ", nil, "http://e/"},
		{"no other white space of Unicode", "\u00a0a\u3000", nil, "\u00a0a\u3000"},
		{"nothing but white space", " \n", nil, ""},
		{"remove", "http://\r\n  e/a\t b", []iri.PrepareOption{iri.PrepareSpaces(iri.RemoveSpaces)}, "http://e/ab"},
		{"encode", " a  b ", []iri.PrepareOption{iri.PrepareSpaces(iri.EncodeSpaces)}, "a%20%20b"},
		{"split one", "  a ", []iri.PrepareOption{iri.PrepareSpaces(iri.SplitSpaces)}, "a"},
		// The draft's example, without its delimiters.
		{"entities", "htt&#x0070;://www.example.com/&#x0066;&#x006f;&#x006f;bar&#x002f;foo&#x003f;bar", []iri.PrepareOption{iri.PrepareEntities()}, "http://www.example.com/foobar/foo?bar"},
		{"decimal, capital X, beyond the BMP", "&#102;&#X66;&#x10300;", []iri.PrepareOption{iri.PrepareEntities()}, "ff\U00010300"},
		{"not decoded twice", "?&#38;#102;", []iri.PrepareOption{iri.PrepareEntities()}, "?&#102;"},
		{"no references", "?&amp;&#x;a", []iri.PrepareOption{iri.PrepareEntities()}, "?&amp;&#x;a"},
		{"more that are none", "&#12a;", []iri.PrepareOption{iri.PrepareEntities()}, "&#12a;"},
		{"cut off", "&#x1", []iri.PrepareOption{iri.PrepareEntities()}, "&#x1"},
		{"references are off by default", "?a#102;", nil, "?a#102;"},
		{"a space on purpose is not removed but encoded", "a&#32;", []iri.PrepareOption{iri.PrepareEntities(), iri.PrepareSpaces(iri.EncodeSpaces)}, "a%20"},
		{"backslash encode", `a\b?\#\`, []iri.PrepareOption{iri.PrepareBackslash(iri.EncodeBackslash)}, "a%5Cb?%5C#%5C"},
		{"backslash slash", `http:\\e\a\b?\c`, []iri.PrepareOption{iri.PrepareBackslash(iri.SlashBackslash)}, "http://e/a/b?%5Cc"},
		{"backslash slash, no query", `a\b`, []iri.PrepareOption{iri.PrepareBackslash(iri.SlashBackslash)}, "a/b"},
		{"charset", " \x93\xfa ", []iri.PrepareOption{in("shift_jis")}, "日"},
		{"a trail byte is not a backslash", "\x95\x5c\\", []iri.PrepareOption{in("shift_jis"), iri.PrepareBackslash(iri.SlashBackslash)}, "表/"},
		{"charset and NFC", "Vi\xea\xf2t", []iri.PrepareOption{in("windows-1258")}, "Vi\u1ec7t"},
		{"Unicode is not normalized", "e\u0301", nil, "e\u0301"},
		{"an IRI, not a URI", "é", nil, "é"},
	}
	for _, tt := range tests {
		t.Run(tt.name, func(t *testing.T) {
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
		{"after what was removed", "a b c<", []iri.PrepareOption{iri.PrepareSpaces(iri.RemoveSpaces)}, []string{"ipath-noscheme [5,6)"}},
		{"after references", "&#102;&#x3c;", []iri.PrepareOption{iri.PrepareEntities()}, []string{"ipath-noscheme [6,12)"}},
		{"a space on purpose", "a&#32;", []iri.PrepareOption{iri.PrepareEntities(), iri.PrepareSpaces(iri.RemoveSpaces)}, []string{"ipath-noscheme [1,6)"}},
		{"references to no character", " ?&#0;&#xD800;&#x110000;&#99999999999;", []iri.PrepareOption{iri.PrepareEntities()},
			[]string{"char-reference [2,6)", "char-reference [6,14)", "char-reference [14,24)", "char-reference [24,38)"}},
		{"in a charset", " \x93\xfa<", []iri.PrepareOption{charset.Text(sjis)}, []string{"ipath-noscheme [3,4)"}},
		{"no text in the charset", " a\xff", []iri.PrepareOption{charset.Text(sjis)}, []string{"charset [2,3)"}},
		{"not UTF-8", " a\xff", nil, []string{"utf-8 [2,3)"}},
		{"two references", "a b  c", []iri.PrepareOption{iri.PrepareSpaces(iri.SplitSpaces)}, []string{"one-reference [2,6)"}},
		{"rule", " é", []iri.PrepareOption{iri.PrepareRule(iri.RFC3987.Top())}, []string{"scheme [1,1)"}},
	}
	for _, tt := range tests {
		t.Run(tt.name, func(t *testing.T) {
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
	const in = " http://e/  <b>\tc d "
	type row struct {
		start, end int
		text       string
		codes      string
	}
	want := []row{{1, 10, "http://e/", ""}, {12, 17, "<b>\tc", "ipath-noscheme [12,13)"}, {18, 19, "d", ""}}
	var got []row
	for _, p := range iri.PrepareList(in, iri.PrepareSpaces(iri.SplitSpaces)) {
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
	for _, p := range iri.PrepareList("%\x9d4 4", charset.Text(gb), iri.PrepareSpaces(iri.SplitSpaces)) {
		if p.Err == nil {
			t.Errorf("of malformed text: got %q", p.Text)
		}
	}
	if list := iri.PrepareList("", iri.PrepareSpaces(iri.SplitSpaces)); len(list) != 1 || list[0].Err != nil {
		t.Errorf("of nothing: got %v", list)
	}
}
