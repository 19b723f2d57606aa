package iri

import (
	"slices"
	"testing"
)

func TestPrepare(t *testing.T) {
	charset := func(name string) PrepareOption {
		c, err := ParseCharset(name)
		if err != nil {
			t.Fatal(err)
		}
		return PrepareCharset(c)
	}
	tests := []struct {
		name, in string
		opts     []PrepareOption
		want     string
	}{
		{"white space at the ends", " \t\r\nhttp://e/\n\r\t ", nil, "http://e/"},
		{"no other white space of Unicode", "\u00a0a\u3000", nil, "\u00a0a\u3000"},
		{"nothing but white space", " \n", nil, ""},
		{"remove", "http://\r\n  e/a\t b", []PrepareOption{PrepareSpaces(RemoveSpaces)}, "http://e/ab"},
		{"encode", " a  b ", []PrepareOption{PrepareSpaces(EncodeSpaces)}, "a%20%20b"},
		{"split one", "  a ", []PrepareOption{PrepareSpaces(SplitSpaces)}, "a"},
		// The draft's example, without its delimiters.
		{"entities", "htt&#x0070;://www.example.com/&#x0066;&#x006f;&#x006f;bar&#x002f;foo&#x003f;bar", []PrepareOption{PrepareEntities()}, "http://www.example.com/foobar/foo?bar"},
		{"decimal, capital X, beyond the BMP", "&#102;&#X66;&#x10300;", []PrepareOption{PrepareEntities()}, "ff\U00010300"},
		{"not decoded twice", "?&#38;#102;", []PrepareOption{PrepareEntities()}, "?&#102;"},
		{"no references", "?&amp;&#x;a", []PrepareOption{PrepareEntities()}, "?&amp;&#x;a"},
		{"more that are none", "&#12a;", []PrepareOption{PrepareEntities()}, "&#12a;"},
		{"cut off", "&#x1", []PrepareOption{PrepareEntities()}, "&#x1"},
		{"references are off by default", "?a#102;", nil, "?a#102;"},
		{"a space on purpose is not removed but encoded", "a&#32;", []PrepareOption{PrepareEntities(), PrepareSpaces(EncodeSpaces)}, "a%20"},
		{"backslash encode", `a\b?\#\`, []PrepareOption{PrepareBackslash(EncodeBackslash)}, "a%5Cb?%5C#%5C"},
		{"backslash slash", `http:\\e\a\b?\c`, []PrepareOption{PrepareBackslash(SlashBackslash)}, "http://e/a/b?%5Cc"},
		{"backslash slash, no query", `a\b`, []PrepareOption{PrepareBackslash(SlashBackslash)}, "a/b"},
		{"charset", " \x93\xfa ", []PrepareOption{charset("shift_jis")}, "日"},
		{"a trail byte is no backslash", "\x95\x5c\\", []PrepareOption{charset("shift_jis"), PrepareBackslash(SlashBackslash)}, "表/"},
		{"charset and NFC", "Vi\xea\xf2t", []PrepareOption{charset("windows-1258")}, "Vi\u1ec7t"},
		{"Unicode is not normalized", "e\u0301", nil, "e\u0301"},
		{"an IRI, not a URI", "é", nil, "é"},
	}
	for _, tt := range tests {
		t.Run(tt.name, func(t *testing.T) {
			got, err := Prepare(tt.in, tt.opts...)
			if err != nil || got.String() != tt.want {
				t.Errorf("Prepare(%+q): got %+q, %v, want %+q", tt.in, got, err, tt.want)
			}
		})
	}
}

func TestPrepareFails(t *testing.T) {
	sjis, _ := ParseCharset("shift_jis")
	tests := []struct {
		name, in string
		opts     []PrepareOption
		want     []string
	}{
		{"spaces are kept by default", "  http://e/a b ", nil, []string{"ipath-abempty [12,13)"}},
		{"and backslashes", `a\b`, nil, []string{"ipath-noscheme [1,2)"}},
		{"behind what was removed", "a b c<", []PrepareOption{PrepareSpaces(RemoveSpaces)}, []string{"ipath-noscheme [5,6)"}},
		{"behind references", "&#102;&#x3c;", []PrepareOption{PrepareEntities()}, []string{"ipath-noscheme [6,12)"}},
		{"a space on purpose", "a&#32;", []PrepareOption{PrepareEntities(), PrepareSpaces(RemoveSpaces)}, []string{"ipath-noscheme [1,6)"}},
		{"references to no character", " ?&#0;&#xD800;&#x110000;&#99999999999;", []PrepareOption{PrepareEntities()},
			[]string{"char-reference [2,6)", "char-reference [6,14)", "char-reference [14,24)", "char-reference [24,38)"}},
		{"in a charset", " \x93\xfa<", []PrepareOption{PrepareCharset(sjis)}, []string{"ipath-noscheme [3,4)"}},
		{"no text in the charset", " a\xff", []PrepareOption{PrepareCharset(sjis)}, []string{"charset [2,3)"}},
		{"not UTF-8", " a\xff", nil, []string{"utf-8 [2,3)"}},
		{"two references", "a b  c", []PrepareOption{PrepareSpaces(SplitSpaces)}, []string{"one-reference [2,6)"}},
		{"rule", " é", []PrepareOption{PrepareRule(RFC3987.Top())}, []string{"scheme [1,1)"}},
	}
	for _, tt := range tests {
		t.Run(tt.name, func(t *testing.T) {
			ref, err := Prepare(tt.in, tt.opts...)
			if err == nil {
				t.Fatalf("got %+q", ref)
			}
			if got := codesAndSpans(findingsOfError(t, err)); !slices.Equal(got, tt.want) {
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
	for _, p := range PrepareList(in, PrepareSpaces(SplitSpaces)) {
		r := row{p.Start, p.End, p.Text, ""}
		if p.Err != nil {
			r.codes = codesAndSpans(findingsOfError(t, p.Err))[0]
		} else if p.Ref.String() != p.Text {
			t.Errorf("got the reference %q for %q", p.Ref, p.Text)
		}
		got = append(got, r)
	}
	if !slices.Equal(got, want) {
		t.Errorf("got  %v\nwant %v", got, want)
	}
	gb, _ := ParseCharset("gb18030")
	for _, p := range PrepareList("%\x9d4 4", PrepareCharset(gb), PrepareSpaces(SplitSpaces)) {
		if p.Err == nil {
			t.Errorf("of malformed text: got %q", p.Text)
		}
	}
	if list := PrepareList("", PrepareSpaces(SplitSpaces)); len(list) != 1 || list[0].Err != nil {
		t.Errorf("of nothing: got %v", list)
	}
}
