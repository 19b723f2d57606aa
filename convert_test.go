package iri_test

import (
	"errors"
	"fmt"
	"slices"
	"testing"

	"github.com/rfc3987/iri"
)

// findingsOfError returns the findings that the error of a conversion holds.
func findingsOfError(t *testing.T, err error) []iri.Finding {
	t.Helper()
	var c *iri.ConvertError
	if !errors.As(err, &c) {
		t.Fatalf("got the error %v, want a *ConvertError", err)
	}
	if len(c.Findings()) == 0 {
		t.Fatalf("%v holds no findings", err)
	}
	return c.Findings()
}

// conversionExamples checks the examples of a code that a conversion gives.
func conversionExamples(t *testing.T, info iri.CodeInfo) {
	for _, s := range info.Good {
		if err := info.convert(s); err != nil {
			t.Errorf("good example %q: %v", s, err)
		}
	}
	for _, s := range info.Bad {
		err := info.convert(s)
		if err == nil {
			t.Errorf("bad example %q has a result", s)
			continue
		}
		findings := findingsOfError(t, err)
		if !slices.ContainsFunc(findings, func(f iri.Finding) bool { return f.Code == info.Code }) {
			t.Errorf("bad example %q has the findings %v, want %q among them", s, findings, info.Code)
		}
	}
}

func TestToURI(t *testing.T) {
	tests := []struct{ name, in, want string }{
		// RFC 3987 §3.1.
		{"host", "http://résumé.example.org", "http://r%C3%A9sum%C3%A9.example.org"},
		{"percent-encodings stay", "http://www.example.org/red%09rosé#red", "http://www.example.org/red%09ros%C3%A9#red"},
		{"beyond the BMP", "http://example.com/\U00010300\U00010301\U00010302", "http://example.com/%F0%90%8C%80%F0%90%8C%81%F0%90%8C%82"},
		{"not normalized", "/e\u0301\u212b", "/e%CC%81%E2%84%AB"},
		{"private use in the query", "?\ue000\U0010fffd", "?%EE%80%80%F4%8F%BF%BD"},
		{"all components", "a://ü@ü:1/ü/ü?ü#ü", "a://%C3%BC@%C3%BC:1/%C3%BC/%C3%BC?%C3%BC#%C3%BC"},
		{"the case of hex digits stays", "/%c3%bcü", "/%c3%bc%C3%BC"},
		{"seven bytes before", "/234567é", "/234567%C3%A9"},
		{"eight bytes before", "/2345678é", "/2345678%C3%A9"},
		{"three bytes behind", "/é123", "/%C3%A9123"},
		{"four bytes behind", "/é1234", "/%C3%A91234"},
		{"a URI", "http://u:p@[::1]:80/a;b/../%7e?q=%zz#f"[:30], "http://u:p@[::1]:80/a;b/../%7e"},
		{"relative", "é", "%C3%A9"},
		{"empty", "", ""},
	}
	for _, tt := range tests {
		t.Run(tt.name, func(t *testing.T) {
			got, err := iri.ToURI(tt.in)
			if err != nil || got.String() != tt.want {
				t.Fatalf("ToURI(%+q): got %q, %v, want %q", tt.in, got, err, tt.want)
			}
			r := iri.MustParseRef(tt.in)
			if u, err := r.URI(); err != nil || u != got {
				t.Errorf("Ref.URI: got %q, %v, want %q", u, err, got)
			}
			if got.r.p != split(got.r.s) {
				t.Errorf("components of %q: got %v, want %v", got, got.r.p, split(got.r.s))
			}
			// Appending leaves alone what lies behind the result.
			room := []byte("x" + tt.want + "yyyyyyyyy")
			b, err := iri.AppendURI(room[:1], tt.in)
			if err != nil || string(b) != "x"+tt.want || string(room[len(b):]) != "yyyyyyyyy" {
				t.Errorf("AppendURI(%+q): got %q, %v, and %q behind it", tt.in, b, err, room[len(b):])
			}
		})
	}
}

// TestURIOfLEIRI holds that a URI is one whatever reference it is made of.
func TestURIOfLEIRI(t *testing.T) {
	rule := mustRule(iri.LEIRI, "LEIRI-reference")
	for _, tt := range []struct{ input, want, idna string }{
		{"a: <é>\x00", "a:%20%3C%C3%A9%3E%00", "a:%20%3C%C3%A9%3E%00"},
		{"http://é/\"?|#`", "http://%C3%A9/%22?%7C#%60", "http://xn--9ca/%22?%7C#%60"},
		{"é^", "%C3%A9%5E", "%C3%A9%5E"},
		{"a b/\uE000\u202E", "a%20b/%EE%80%80%E2%80%AE", "a%20b/%EE%80%80%E2%80%AE"},
	} {
		r, err := rule.Parse(tt.input)
		if err != nil {
			t.Fatal(err)
		}
		u, err := r.URI()
		if err != nil || u.String() != tt.want {
			t.Errorf("%q: got %q, %v, want %q", tt.input, u, err, tt.want)
		}
		if p, err := iri.ParseURIRef(u.String()); err != nil || p != u {
			t.Errorf("%q: %q is no URI-reference, or has other components: %v", tt.input, u, err)
		}
		if u, err := r.URI(iri.WithHost(iri.HostIDNA)); err != nil || u.String() != tt.idna {
			t.Errorf("%q, idna: got %q, %v, want %q", tt.input, u, err, tt.idna)
		}
	}
}

func TestToURIFails(t *testing.T) {
	tests := []struct {
		name, in string
		opts     []iri.URIOption
		want     []string
	}{
		{"grammar", "http://e/a b\\", nil, []string{"ipath-abempty [10,11)", "ipath-abempty [12,13)"}},
		{"several", "a:b c#d#e", nil, []string{"ipath-rootless [3,4)", "ifragment [7,8)"}},
		{"lenient encodes behind the scheme only", "a b:c d", []iri.URIOption{iri.Lenient()}, []string{"ipath-noscheme [1,2)", "ipath-noscheme [3,4)"}},
		{"lenient does not touch # % [ ]", "/a b%[", []iri.URIOption{iri.Lenient()}, []string{"pct-encoded [4,5)", "ipath-absolute [5,6)"}},
		{"rule", "é", []iri.URIOption{iri.FromRule(iri.RFC3987.Top())}, []string{"scheme [0,0)"}},
		{"lenient with a rule", "/a b", []iri.URIOption{iri.Lenient(), iri.FromRule(iri.RFC3987.Top())}, []string{"scheme [0,0)"}},
	}
	for _, tt := range tests {
		t.Run(tt.name, func(t *testing.T) {
			b, err := iri.AppendURI([]byte("x"), tt.in, tt.opts...)
			if string(b) != "x" {
				t.Errorf("dst became %q", b)
			}
			if got := codesAndSpans(findingsOfError(t, err)); !slices.Equal(got, tt.want) {
				t.Errorf("got %q, want %q", got, tt.want)
			}
		})
	}
}

func codesAndSpans(findings []iri.Finding) []string {
	var all []string
	for _, f := range findings {
		all = append(all, fmt.Sprintf("%s [%d,%d)", f.Code, f.Start, f.End))
	}
	return all
}

func TestConvertError(t *testing.T) {
	_, err := iri.ToURI("http://e/a b")
	var parse *iri.ParseError
	if !errors.As(err, &parse) {
		t.Errorf("%v wraps no *ParseError", err)
	}
	_, err = iri.ToURI("http://a_b_É/", iri.WithHost(iri.HostIDNA))
	const want = `iri: "http://a_b_É/" has no URI: label "a_b_É": U+005F "_" is DISALLOWED: it is not a letter, mark or digit at byte 8 (RFC 5892 §3, host-idna), and 2 more`
	if err == nil || err.Error() != want {
		t.Errorf("got  %v\nwant %s", err, want)
	}
	if errors.As(err, &parse) {
		t.Errorf("%v wraps a *ParseError", err)
	}
}

func TestLenient(t *testing.T) {
	got, err := iri.ToURI("http://a b/<>\"{}|\\^` \u00e9?a b#c d", iri.Lenient())
	const want = "http://a%20b/%3C%3E%22%7B%7D%7C%5C%5E%60%20%C3%A9?a%20b#c%20d"
	if err != nil || got.String() != want {
		t.Errorf("got %q, %v, want %q", got, err, want)
	}
	if got, err := iri.ToURI("http://a b/é", iri.Lenient(), iri.WithHost(iri.HostIDNA)); err == nil {
		t.Errorf("a host with a space became %q", got)
	} else if got := codesAndSpans(findingsOfError(t, err)); !slices.Equal(got, []string{"host-idna [8,9)"}) {
		t.Errorf("got %q", got)
	}
}

func TestFromRule(t *testing.T) {
	tests := []struct {
		spec     *iri.Spec
		in, want string
	}{
		{iri.LEIRI, "http://a b/<\x00é>", "http://a%20b/%3C%00%C3%A9%3E"},
		{iri.RFC3987bis, "http://é/\ue000?\U000e0041"[:10], "http://%C3%A9/"},
		{iri.RFC3986, "http://a/%c3", "http://a/%c3"},
	}
	for _, tt := range tests {
		got, err := iri.ToURI(tt.in, iri.FromRule(tt.spec.Reference()))
		if err != nil || got.String() != tt.want {
			t.Errorf("%s: ToURI(%+q): got %q, %v, want %q", tt.spec.Name(), tt.in, got, err, tt.want)
		}
	}
}

// TestConvertComponents holds that what is said of references is true of their components
// as well (RFC 3987 §3.1).
func TestConvertComponents(t *testing.T) {
	tests := []struct {
		rule, in string
		opts     []iri.URIOption
		want     string
	}{
		{"ifragment", "é?:/", nil, "%C3%A9?:/"},
		{"iquery", "a b\ue000", []iri.URIOption{iri.Lenient()}, "a%20b%EE%80%80"},
		{"ifragment", "a b:c", []iri.URIOption{iri.Lenient()}, "a%20b:c"},
		{"ireg-name", "bücher.example", []iri.URIOption{iri.WithHost(iri.HostIDNA)}, "xn--bcher-kva.example"},
		{"ihost", "[::1]", []iri.URIOption{iri.WithHost(iri.HostIDNA)}, "[::1]"},
		{"ireg-name", "bücher", nil, "b%C3%BCcher"},
		{"isegment", "bücher", []iri.URIOption{iri.WithHost(iri.HostIDNA)}, "b%C3%BCcher"},
	}
	for _, tt := range tests {
		opts := append(tt.opts, iri.FromRule(mustTestRule(t, iri.RFC3987, tt.rule)))
		if got, err := iri.AppendURI(nil, tt.in, opts...); err != nil || string(got) != tt.want {
			t.Errorf("%s %q: got %q, %v, want %q", tt.rule, tt.in, got, err, tt.want)
		}
		if got, err := iri.ToURI(tt.in, opts...); err == nil {
			t.Errorf("%s: ToURI(%q) became %q", tt.rule, tt.in, got)
		}
	}
	_, err := iri.AppendURI(nil, "a.É", iri.WithHost(iri.HostIDNA), iri.FromRule(mustTestRule(t, iri.RFC3987, "ireg-name")))
	if got := codesAndSpans(findingsOfError(t, err)); !slices.Equal(got, []string{"host-idna [2,4)"}) {
		t.Errorf("got %q", got)
	}
}

func TestQueryCharset(t *testing.T) {
	tests := []struct{ name, charset, in, want string }{
		{"the query alone", "shift_jis", "http://日/日?日#日", "http://%E6%97%A5/%E6%97%A5?%93%FA#%E6%97%A5"},
		{"every octet of a character", "shift_jis", "http://e/?表=a", "http://e/?%95%5C=a"},
		{"ASCII stays", "windows-1252", "HTTPS://e/?a=%c3&é=\u20ac/?", "HTTPS://e/?a=%c3&%E9=%80/?"},
		{"a charset with state", "iso-2022-jp", "http://e/?日本&日", "http://e/?%1B%24%42%46%7C%4B%5C%1B%28%42&%1B%24%42%46%7C%1B%28%42"},
		{"other schemes", "shift_jis", "ftp://e/?日", "ftp://e/?%E6%97%A5"},
		{"no scheme", "shift_jis", "?日", "?%E6%97%A5"},
		{"a Unicode charset", "utf-16le", "http://e/?日", "http://e/?%E6%97%A5"},
		{"no query", "shift_jis", "http://e/日#?日", "http://e/%E6%97%A5#?%E6%97%A5"},
		{"the host as well", "windows-1252", "http://ü/?ü", "http://xn--tda/?%FC"},
	}
	for _, tt := range tests {
		t.Run(tt.name, func(t *testing.T) {
			c, err := iri.ParseCharset(tt.charset)
			if err != nil {
				t.Fatal(err)
			}
			opts := []iri.URIOption{iri.WithQueryCharset(c)}
			if tt.name == "the host as well" {
				opts = append(opts, iri.WithHost(iri.HostIDNA))
			}
			got, err := iri.ToURI(tt.in, opts...)
			if err != nil || got.String() != tt.want {
				t.Errorf("ToURI(%q): got %q, %v, want %q", tt.in, got, err, tt.want)
			}
		})
	}
	c, _ := iri.ParseCharset("windows-1252")
	_, err := iri.ToURI("http://e/日?é日日a日", iri.WithQueryCharset(c))
	if got, want := codesAndSpans(findingsOfError(t, err)), []string{"charset [15,18)", "charset [18,21)", "charset [22,25)"}; !slices.Equal(got, want) {
		t.Errorf("got %q, want %q", got, want)
	}
}

func TestParseCharset(t *testing.T) {
	tests := []struct {
		in, want string
		unicode  bool
	}{
		{"Shift_JIS", "shift_jis", false}, {" latin1 ", "windows-1252", false}, {"UTF-8", "utf-8", true},
		{"utf-16", "utf-16le", true}, {"gb18030", "gb18030", false},
	}
	for _, tt := range tests {
		c, err := iri.ParseCharset(tt.in)
		if err != nil || c.String() != tt.want || c.IsUnicode() != tt.unicode {
			t.Errorf("ParseCharset(%q): got %v, Unicode %v, %v, want %s, %v", tt.in, c, c.IsUnicode(), err, tt.want, tt.unicode)
		}
	}
	for _, in := range []string{"", "nonsense", "iso-2022-kr", "replacement"} {
		if c, err := iri.ParseCharset(in); err == nil {
			t.Errorf("ParseCharset(%q): got %v, want an error", in, c)
		}
	}
}
