package iri_test

import (
	"errors"
	"slices"
	"strings"
	"testing"

	"github.com/rfc3987/iri"
	"github.com/rfc3987/iri/charset"
	"github.com/rfc3987/iri/internal/testkit"
	"github.com/rfc3987/iri/legacy"
)

func TestToURI(t *testing.T) {
	tests := []struct{ name, in, want string }{
		// RFC 3987 §3.1.
		{"host", "http://résumé.example.org", "http://r%C3%A9sum%C3%A9.example.org"},
		{"percent-encodings stay", "http://www.example.org/red%09rosé#red",
			"http://www.example.org/red%09ros%C3%A9#red"},
		{"beyond the BMP", "http://example.com/\U00010300\U00010301\U00010302",
			"http://example.com/%F0%90%8C%80%F0%90%8C%81%F0%90%8C%82"},
		{"not normalized", "/e\u0301\u212b", "/e%CC%81%E2%84%AB"},
		{"private use in the query", "?\ue000\U0010fffd", "?%EE%80%80%F4%8F%BF%BD"},
		{"all components", "a://ü@ü:1/ü/ü?ü#ü", "a://%C3%BC@%C3%BC:1/%C3%BC/%C3%BC?%C3%BC#%C3%BC"},
		{"the case of hex digits stays", "/%c3%bcü", "/%c3%bc%C3%BC"},
		{"seven bytes before", "/234567é", "/234567%C3%A9"},
		{"eight bytes before", "/2345678é", "/2345678%C3%A9"},
		{"three bytes after", "/é123", "/%C3%A9123"},
		{"four bytes after", "/é1234", "/%C3%A91234"},
		{"a URI", "http://u:p@[::1]:80/a;b/../%7e?q=%zz#f"[:30], "http://u:p@[::1]:80/a;b/../%7e"},
		{"relative", "é", "%C3%A9"},
		{"empty", "", ""},
	}
	for _, tt := range tests {
		t.Run(tt.name, func(t *testing.T) {
			testkit.StatesRFC(t, tt.in, tt.want)
			got, err := iri.ToURI(tt.in)
			if err != nil || got.String() != tt.want {
				t.Fatalf("ToURI(%+q): got %q, %v, want %q", tt.in, got, err, tt.want)
			}
			r := iri.MustParseRef(tt.in)
			if u, err := r.URI(); err != nil || u != got {
				t.Errorf("Ref.URI: got %q, %v, want %q", u, err, got)
			}
			if p, err := iri.ParseURIRef(tt.want); err != nil || p != got {
				t.Errorf("%q is not a URI-reference, or has other components: %v", got, err)
			}
			// Appending leaves alone what lies after the result.
			room := []byte("x" + tt.want + "yyyyyyyyy")
			b, err := iri.AppendURI(room[:1], tt.in)
			if err != nil || string(b) != "x"+tt.want || string(room[len(b):]) != "yyyyyyyyy" {
				t.Errorf("AppendURI(%+q): got %q, %v, and %q after it", tt.in, b, err, room[len(b):])
			}
		})
	}
}

// TestURIOfLEIRI checks that a LEIRI-reference maps to a valid URI-reference.
func TestURIOfLEIRI(t *testing.T) {
	rule := iri.LEIRI.Reference()
	for _, tt := range []struct{ input, want, idna string }{
		{"a: <é>\x00", "a:%20%3C%C3%A9%3E%00", "a:%20%3C%C3%A9%3E%00"},
		{"http://é/\"?|#`", "http://%C3%A9/%22?%7C#%60", "http://xn--9ca/%22?%7C#%60"},
		{"é^", "%C3%A9%5E", "%C3%A9%5E"},
		{"a b/\uE000\u202E", "a%20b/%EE%80%80%E2%80%AE", "a%20b/%EE%80%80%E2%80%AE"},
	} {
		if testkit.Edited(tt.input, tt.want, tt.idna) {
			continue
		}
		r, err := rule.Parse(tt.input)
		if err != nil {
			t.Fatal(err)
		}
		u, err := r.URI()
		if err != nil || u.String() != tt.want {
			t.Errorf("%q: got %q, %v, want %q", tt.input, u, err, tt.want)
		}
		if p, err := iri.ParseURIRef(u.String()); err != nil || p != u {
			t.Errorf("%q: %q is not a URI-reference, or has other components: %v", tt.input, u, err)
		}
		if u, err := r.URI(iri.WithHostMapping(iri.HostIDNA)); err != nil || u.String() != tt.idna {
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
		{"lenient encodes after the scheme only", "a b:c d", []iri.URIOption{iri.WithLenient()},
			[]string{"ipath-noscheme [1,2)", "ipath-noscheme [3,4)"}},
		{"lenient does not touch # % [ ]", "/a b%[", []iri.URIOption{iri.WithLenient()},
			[]string{"pct-encoded [4,5)", "ipath-absolute [5,6)"}},
		{"rule", "é", []iri.URIOption{iri.WithRule(iri.RFC3987.Top())}, []string{"scheme [0,0)"}},
		{"lenient with a rule", "/a b", []iri.URIOption{iri.WithLenient(), iri.WithRule(iri.RFC3987.Top())},
			[]string{"scheme [0,0)"}},
	}
	for _, tt := range tests {
		t.Run(tt.name, func(t *testing.T) {
			testkit.StatesRFC(t, append(slices.Clone(tt.want), tt.in)...)
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

func TestConvertError(t *testing.T) {
	testkit.StatesRFC(t, "s://h:1/p")
	_, err := iri.ToURI("http://e/a b")
	var parse *iri.ParseError
	if !errors.As(err, &parse) {
		t.Errorf("%v wraps no *ParseError", err)
	}
	_, err = iri.ToURI("http://a_b_É/", iri.WithHostMapping(iri.HostIDNA))
	const want = `iri: "http://a_b_É/" has no URI: label "a_b_É": U+005F "_" is DISALLOWED: it is not a letter, mark ` +
		`or digit at byte 8 (RFC 5892 §3, host-idna), and 2 more`
	if err == nil || err.Error() != want {
		t.Errorf("got  %v\nwant %s", err, want)
	}
	if errors.As(err, &parse) {
		t.Errorf("%v wraps a *ParseError", err)
	}
}

func TestLenient(t *testing.T) {
	testkit.StatesRFC(t, "s://h/p?q#f")
	got, err := iri.ToURI("http://a b/<>\"{}|\\^` \u00e9?a b#c d", iri.WithLenient())
	const want = "http://a%20b/%3C%3E%22%7B%7D%7C%5C%5E%60%20%C3%A9?a%20b#c%20d"
	if err != nil || got.String() != want {
		t.Errorf("got %q, %v, want %q", got, err, want)
	}
	if got, err := iri.ToURI("http://a b/é", iri.WithLenient(), iri.WithHostMapping(iri.HostIDNA)); err == nil {
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
		if testkit.Edited(tt.in, tt.want) {
			continue
		}
		got, err := iri.ToURI(tt.in, iri.WithRule(tt.spec.Reference()))
		if err != nil || got.String() != tt.want {
			t.Errorf("%s: ToURI(%+q): got %q, %v, want %q", tt.spec.Name(), tt.in, got, err, tt.want)
		}
	}
}

// TestConvertComponents checks that components are converted like references (RFC 3987
// §3.1).
func TestConvertComponents(t *testing.T) {
	testkit.StatesRFC(t, "/p", "ireg-name")
	tests := []struct {
		rule, in string
		opts     []iri.URIOption
		want     string
	}{
		{"ifragment", "é?:/", nil, "%C3%A9?:/"},
		{"iquery", "a b\ue000", []iri.URIOption{iri.WithLenient()}, "a%20b%EE%80%80"},
		{"ifragment", "a b:c", []iri.URIOption{iri.WithLenient()}, "a%20b:c"},
		{"ireg-name", "bücher.example", []iri.URIOption{iri.WithHostMapping(iri.HostIDNA)},
			"xn--bcher-kva.example"},
		{"ihost", "[::1]", []iri.URIOption{iri.WithHostMapping(iri.HostIDNA)}, "[::1]"},
		{"ireg-name", "bücher", nil, "b%C3%BCcher"},
		{"isegment", "bücher", []iri.URIOption{iri.WithHostMapping(iri.HostIDNA)}, "b%C3%BCcher"},
	}
	for _, tt := range tests {
		if testkit.Edited(tt.rule, tt.in, tt.want) {
			continue
		}
		opts := append(tt.opts, iri.WithRule(mustRule(iri.RFC3987, tt.rule)))
		if got, err := iri.AppendURI(nil, tt.in, opts...); err != nil || string(got) != tt.want {
			t.Errorf("%s %q: got %q, %v, want %q", tt.rule, tt.in, got, err, tt.want)
		}
		if got, err := iri.ToURI(tt.in, opts...); err == nil {
			t.Errorf("%s: ToURI(%q) became %q", tt.rule, tt.in, got)
		}
	}
	_, err := iri.AppendURI(nil, "a.É", iri.WithHostMapping(iri.HostIDNA), iri.WithRule(mustRule(iri.RFC3987, "ireg-name")))
	if got := codesAndSpans(findingsOfError(t, err)); !slices.Equal(got, []string{"host-idna [2,4)"}) {
		t.Errorf("got %q", got)
	}
}

func TestHostMapping(t *testing.T) {
	tests := []struct {
		name, in    string
		idna, uts46 string // "" where there is no result
	}{
		{"RFC 3987 §3.1", "http://résumé.example.org", "http://xn--rsum-bpad.example.org",
			"http://xn--rsum-bpad.example.org"},
		{"percent-encoded", "http://r%C3%A9sum%c3%a9.example.org/é", "http://xn--rsum-bpad.example.org/%C3%A9",
			"http://xn--rsum-bpad.example.org/%C3%A9"},
		{"capitals are not mapped by IDNA2008", "//BÜCHER.Example", "", "//xn--bcher-kva.example"},
		{"capitals in ASCII labels", "//ü.Example", "//xn--tda.Example", "//xn--tda.example"},
		{"ß and ς", "//faß.ς", "//xn--fa-hia.xn--3xa", "//xn--fa-hia.xn--3xa"},
		{"joiner", "//क्\u200dष", "//xn--11b2ezcw70k", "//xn--11b2ezcw70k"},
		{"symbols", "//☕.example", "", "//xn--53h.example"},
		{"full width", "//ｅ。ｆ", "", "//e.f"},
		{"underscore: UseSTD3ASCIIRules", "//a_b", "", "//a_b"},
		{"underscore beside others", "//a_b.é", "", "//a_b.xn--9ca"},
		{"a hyphen first", "//-é", "", "//xn----bga"},
		{"a hyphen last", "//é-", "", "//xn----9fa"},
		{"a hyphen first, in ASCII", "//-a.é", "", "//-a.xn--9ca"},
		{"hyphens in the third and fourth place: RFC 3490 has no rule", "//ab--cd.é", "", "//ab--cd.xn--9ca"},
		{"an empty label", "//a..é", "", "//a..xn--9ca"},
		{"64 octets", "//" + strings.Repeat("a", 64) + ".é", "", "//" + strings.Repeat("a", 64) + ".xn--9ca"},
		{"63 octets", "//" + strings.Repeat("a", 63) + ".é", "//" + strings.Repeat("a", 63) + ".xn--9ca",
			"//" + strings.Repeat("a", 63) + ".xn--9ca"},
		{"not assigned", "//\u0378", "", ""},
		{"UTS 46 §4.1: xn-- after decoding", "//xn--xn---epa", "", ""},
		{"faulty A-label", "//xn--a", "", ""},
		{"A-label", "//xn--bcher-kva", "//xn--bcher-kva", "//xn--bcher-kva"},
		{"octets that are not UTF-8", "//%FF%c3.example", "//%FF%c3.example", "//%FF%c3.example"},
		{"and other characters", "//%FFé", "//%FF%C3%A9", "//%FF%C3%A9"},
		{"a dot that is encoded", "//%C3%BC%2Ee", "//xn--tda.e", "//xn--tda.e"},
		{"delimiters that are encoded", "//a%2Fb", "", ""},
		{"a space that is encoded", "//a%20b", "", ""},
		{"a percent sign that is encoded", "//a%25b", "", ""},
		{"root", "//ü.", "//xn--tda.", "//xn--tda."},
		{"IPv4address", "//1.2.3.4/é", "//1.2.3.4/%C3%A9", "//1.2.3.4/%C3%A9"},
		{"IP-literal", "//[::1]:8/é", "//[::1]:8/%C3%A9", "//[::1]:8/%C3%A9"},
		{"userinfo and port stay", "a://ü@ü:80", "a://%C3%BC@xn--tda:80", "a://%C3%BC@xn--tda:80"},
		{"empty host", "file:///é", "file:///%C3%A9", "file:///%C3%A9"},
		{"no authority", "é", "%C3%A9", "%C3%A9"},
		{"nothing left", "//%C2%AD", "", ""},
	}
	for _, tt := range tests {
		t.Run(tt.name, func(t *testing.T) {
			testkit.StatesRFC(t, tt.in, tt.idna, tt.uts46)
			for m, want := range map[iri.HostMapping]string{iri.HostIDNA: tt.idna, iri.HostUTS46: tt.uts46} {
				got, err := iri.ToURI(tt.in, iri.WithHostMapping(m))
				if want == "" {
					if err == nil {
						t.Errorf("%v: got %q, want no result", m, got)
					} else {
						findingsOfError(t, err)
					}
					continue
				}
				if err != nil || got.String() != want {
					t.Errorf("%v: got %q, %v, want %q", m, got, err, want)
				}
				if again, err := iri.ToURI(got.String(), iri.WithHostMapping(m)); err != nil || again != got {
					t.Errorf("%v: again: got %q, %v, want %q", m, again, err, got)
				}
			}
		})
	}
}

func TestQueryCharset(t *testing.T) {
	testkit.StatesRFC(t, "s://h/p?q")
	tests := []struct{ name, charset, in, want string }{
		{"the query alone", "shift_jis", "http://日/日?日#日", "http://%E6%97%A5/%E6%97%A5?%93%FA#%E6%97%A5"},
		{"every octet of a character", "shift_jis", "http://e/?表=a", "http://e/?%95%5C=a"},
		{"ASCII stays", "windows-1252", "HTTPS://e/?a=%c3&é=\u20ac/?", "HTTPS://e/?a=%c3&%E9=%80/?"},
		{"a charset with state", "iso-2022-jp", "http://e/?日本&日",
			"http://e/?%1B%24%42%46%7C%4B%5C%1B%28%42&%1B%24%42%46%7C%1B%28%42"},
		{"other schemes", "shift_jis", "ftp://e/?日", "ftp://e/?%E6%97%A5"},
		{"no scheme", "shift_jis", "?日", "?%E6%97%A5"},
		{"a Unicode charset", "utf-16le", "http://e/?日", "http://e/?%E6%97%A5"},
		{"no query", "shift_jis", "http://e/日#?日", "http://e/%E6%97%A5#?%E6%97%A5"},
		{"the host as well", "windows-1252", "http://ü/?ü", "http://xn--tda/?%FC"},
	}
	for _, tt := range tests {
		t.Run(tt.name, func(t *testing.T) {
			testkit.StatesRFC(t, tt.in, tt.want)
			c, err := charset.Parse(tt.charset)
			if err != nil {
				t.Fatal(err)
			}
			opts := []iri.URIOption{charset.WithQuery(c)}
			if tt.name == "the host as well" {
				opts = append(opts, iri.WithHostMapping(iri.HostIDNA))
			}
			got, err := iri.ToURI(tt.in, opts...)
			if err != nil || got.String() != tt.want {
				t.Errorf("ToURI(%q): got %q, %v, want %q", tt.in, got, err, tt.want)
			}
		})
	}
	c, _ := charset.Parse("windows-1252")
	_, err := iri.ToURI("http://e/日?é日日a日", charset.WithQuery(c))
	if got, want := codesAndSpans(findingsOfError(t, err)), []string{"charset [15,18)", "charset [18,21)",
		"charset [22,25)"}; !slices.Equal(got, want) {
		t.Errorf("got %q, want %q", got, want)
	}
}

func TestToIRI(t *testing.T) {
	tests := []struct{ name, in, want string }{
		// RFC 3987 §3.2.1.
		{"UTF-8", "http://www.example.org/D%C3%BCrst", "http://www.example.org/Dürst"},
		{"ISO 8859-1 stays", "http://www.example.org/D%FCrst", "http://www.example.org/D%FCrst"},
		{"bidi formatting stays", "http://xn--99zt52a.example.org/%e2%80%ae",
			"http://xn--99zt52a.example.org/%E2%80%AE"},
		// Step 2.
		{"%25, reserved and disallowed ASCII stay as they are written",
			"/%25%2f%3a%40%21%3b%20%22%3c%3E%5c%5e%60%7b%7c%7d%00%0a%7f",
			"/%25%2f%3a%40%21%3b%20%22%3c%3E%5c%5e%60%7b%7c%7d%00%0a%7f"},
		{"brackets and the number sign stay", "/%5b%5d%23", "/%5b%5d%23"},
		{"unreserved ASCII is decoded", "/%41%7a%30%2d%2E%5f%7E", "/Az0-._~"},
		{"unreserved in all components", "a://%75@%68:1/%70?%71#%66", "a://u@h:1/p?q#f"},
		{"DID Core §3.1 has no ~ in an identifier", "did:example:%41%7e~%2D/%7E?%7E", "did:example:A%7e~-/~?~"},
		{"a percent-encoded percent sign is not decoded twice", "/%25C3%25A9%2541", "/%25C3%25A9%2541"},
		// Step 3.
		{"truncated", "/%C3%41", "/%C3A"},
		{"cut by %25", "/%c3%25%a9", "/%C3%25%A9"},
		{"lone continuation", "/%a9", "/%A9"},
		{"overlong", "/%c0%af%e0%80%af%f0%80%80%af", "/%C0%AF%E0%80%AF%F0%80%80%AF"},
		{"surrogates", "/%ed%a0%80%ed%bf%bf", "/%ED%A0%80%ED%BF%BF"},
		{"above U+10FFFF", "/%f4%90%80%80%f8%88%80%80%80", "/%F4%90%80%80%F8%88%80%80%80"},
		{"legal after illegal", "/%e9%c3%a9%e2%82%e2%82%ac", "/%E9é%E2%82€"},
		{"four octets", "/%F0%90%8c%80", "/\U00010300"},
		{"the end", "/%E2%82", "/%E2%82"},
		// Step 4.
		{"C1 controls", "/%c2%80%c2%9f%c2%a0", "/%C2%80%C2%9F%C2%A0"},
		{"noncharacters", "/%ef%b7%90%ef%bf%bf", "/%EF%B7%90%EF%BF%BF"},
		{"specials", "/%ef%bf%bd", "/%EF%BF%BD"},
		{"private use, which §6.1 advises against", "//%ee%80%80/%ee%80%80?%ee%80%80%f3%b0%80%80#%ee%80%80",
			"//%EE%80%80/%EE%80%80?%EE%80%80%F3%B0%80%80#%EE%80%80"},
		{"tags nowhere", "/%f3%a0%81%81?%f3%a0%81%81", "/%F3%A0%81%81?%F3%A0%81%81"},
		{"all bidi formatting characters", "?%e2%80%8e%e2%80%8f%e2%80%aa%e2%80%ab%e2%80%ac%e2%80%ad%e2%80%ae",
			"?%E2%80%8E%E2%80%8F%E2%80%AA%E2%80%AB%E2%80%AC%E2%80%AD%E2%80%AE"},
		{"their neighbours", "?%e2%80%8d%e2%80%90%e2%80%a9%e2%80%af", "?%E2%80%8D\u2010%E2%80%A9%E2%80%AF"},
		// Components.
		{"host", "http://%C3%BC.example/", "http://ü.example/"},
		{"userinfo", "http://%C3%BC:%C3%A4@h/", "http://ü:ä@h/"},
		{"the steps make an address", "http://%31.2.3.4/", "http://1.2.3.4/"},
		{"the steps make a dot segment", "http://h/a/%2e%2E/b", "http://h/a/../b"},
		{"no host", "a:%C3%A9?%C3%A9#%C3%A9", "a:é?é#é"},
		{"empty", "", ""},
		{"nothing to do", "http://[::1]:80/a?b#c", "http://[::1]:80/a?b#c"},
	}
	for _, tt := range tests {
		t.Run(tt.name, func(t *testing.T) {
			testkit.StatesRFC(t, tt.in, tt.want)
			got, err := iri.ToIRI(tt.in)
			if err != nil || got.String() != tt.want {
				t.Errorf("ToIRI(%q): got %+q, %v, want %+q", tt.in, got, err, tt.want)
			}
			if p, err := iri.ParseRef(tt.want); err != nil || p != got {
				t.Errorf("%q is not an IRI-reference, or has other components: %v", got, err)
			}
			b, err := iri.AppendIRI([]byte("x"), tt.in)
			if err != nil || string(b) != "x"+tt.want {
				t.Errorf("AppendIRI(%q): got %+q, %v, want %+q", tt.in, b, err, "x"+tt.want)
			}
		})
	}
}

func TestDisplay(t *testing.T) {
	tests := []struct{ name, in, want string }{
		{"RFC 3987 §3.2.1", "http://xn--99zt52a.example.org/%e2%80%ae", "http://納豆.example.org/%E2%80%AE"},
		{"port and userinfo stay", "http://xn--u@XN--bcher-KVA.example:80/xn--bcher-kva",
			"http://xn--u@bücher.example:80/xn--bcher-kva"},
		{"percent-encoded A-label", "http://%78n--bcher-kva/", "http://bücher/"},
		{"no A-label", "http://xn--a.example/", "http://xn--a.example/"},
		{"no round trip", "http://xn--bcher-kva-.example/", "http://xn--bcher-kva-.example/"},
		{"address", "http://[::1]/%41", "http://[::1]/A"},
		{"no A-label of nothing", "http://a.xn--/", "http://a.xn--/"},
		{"a host that HostIDNA does not map", "http://xn--bcher-kva.example%E9/", "http://xn--bcher-kva.example%E9/"},
		{"nor this", "http://a_b.xn--bcher-kva/", "http://a_b.xn--bcher-kva/"},
		{"a label of two scripts", "http://www.xn--pple-43d.xn--bcher-kva/%61", "http://www.xn--pple-43d.bücher/a"},
		{"one that looks like another", "http://xn--80ak6aa92e.com/", "http://xn--80ak6aa92e.com/"},
		{"which the rest tells apart", "http://xn--80a2ajn.xn--p1ai/", "http://хаос.рф/"},
		{"root and empty labels", "http://xn--bcher-kva./", "http://bücher./"},
		{"no authority", "a:xn--bcher-kva", "a:xn--bcher-kva"},
		{"nothing after the host", "//xn--bcher-kva", "//bücher"},
		{"a port after a host that is encoded", "//%C3%A9%C3%A9%C3%A9%C3%A9%C3%A9%C3%A9:80/%C3%A9", "//éééééé:80/é"},
	}
	for _, tt := range tests {
		t.Run(tt.name, func(t *testing.T) {
			testkit.StatesRFC(t, tt.in, tt.want)
			got, err := iri.ToIRI(tt.in, iri.WithDisplay())
			if err != nil || got.String() != tt.want {
				t.Errorf("ToIRI(%q, Display()): got %q, %v, want %q", tt.in, got, err, tt.want)
			}
			if err == nil && !iri.ValidRef(got.String()) {
				t.Errorf("%q is not an IRI-reference", got)
			}
		})
	}
}

func TestToIRIFails(t *testing.T) {
	testkit.StatesRFC(t, "s://h/p", "reg-name")
	_, err := iri.ToIRI("http://é/ ")
	findings := findingsOfError(t, err)
	if got := findings[0].Code; got != "reg-name" {
		t.Errorf("got the code %q, want reg-name", got)
	}
	b, err := iri.AppendIRI([]byte("x"), "%")
	if err == nil || string(b) != "x" {
		t.Errorf("AppendIRI on a fault: got %q, %v", b, err)
	}
}

func TestFromLEIRI(t *testing.T) {
	tests := []struct{ name, in, want string }{
		{"an IRI stays", "http://é.example/é?\ue000#é", "http://é.example/é?\ue000#é"},
		{"percent-encodings stay as they are", "/%c3%A9%7e%2f", "/%c3%A9%7e%2f"},
		{"space", "/a b", "/a%20b"},
		{"delimiters and unwise", `/<>"{}|\^` + "`", "/%3C%3E%22%7B%7D%7C%5C%5E%60"},
		{"controls", "/\x00\t\x1f\x7f\u0080\u009f\u00a0", "/%00%09%1F%7F%C2%80%C2%9F\u00a0"},
		{"bidi formatting, which RFC 3987 §4.1 forbids", "/\u200e\u202e", "/%E2%80%8E%E2%80%AE"},
		{"isolates are in ucschar, and §5 of the Note does not name them", "/\u2066\u061c", "/\u2066\u061c"},
		{"private use outside the query", "//\ue000@\ue000/\ue000?\ue000#\ue000",
			"//%EE%80%80@%EE%80%80/%EE%80%80?\ue000#%EE%80%80"},
		{"tags everywhere", "/\U000e0041?\U000e0041", "/%F3%A0%81%81?%F3%A0%81%81"},
		{"noncharacters and specials", "/\ufdd0\ufff9\ufffd\U0001ffff", "/%EF%B7%90%EF%BF%B9%EF%BF%BD%F0%9F%BF%BF"},
		{"host and userinfo", "http://a b@c d:80/", "http://a%20b@c%20d:80/"},
		{"no more than one fragment", "a:b#c d", "a:b#c%20d"},
		{"empty", "", ""},
	}
	for _, tt := range tests {
		t.Run(tt.name, func(t *testing.T) {
			testkit.StatesRFC(t, tt.in, tt.want)
			got, err := legacy.FromLEIRI(tt.in)
			if err != nil || got.String() != tt.want {
				t.Fatalf("FromLEIRI(%+q): got %+q, %v, want %+q", tt.in, got, err, tt.want)
			}
			if rep := iri.RFC3987.Reference().Check(got.String()); !rep.Conforms() {
				t.Errorf("%+q does not conform: %v", got, rep.Err())
			}
			if b, err := legacy.AppendFromLEIRI([]byte("x"), tt.in); err != nil || string(b) != "x"+tt.want {
				t.Errorf("AppendFromLEIRI(%+q): got %+q, %v, want %+q", tt.in, b, err, "x"+tt.want)
			}
		})
	}
}

func TestFromLEIRIFails(t *testing.T) {
	for in, want := range map[string]iri.Code{"/%": "pct-encoded", "/[": "ipath-absolute", "/\xff": "utf-8",
		"a:#b#c": "ifragment"} {
		if testkit.Edited(in) {
			continue
		}
		_, err := legacy.FromLEIRI(in)
		if got := findingsOfError(t, err)[0].Code; got != want {
			t.Errorf("FromLEIRI(%q): got the code %q, want %q", in, got, want)
		}
	}
}

func TestConversionAllocations(t *testing.T) {
	testkit.StatesRFC(t, "s://h/p?q#f")
	i := iri.MustParse("http://résumé.example.org/é?é#é")
	plain := iri.MustParse("http://example.org/a%20b")
	uri, _ := i.URI()
	same, _ := iri.ParseURI("http://example.org/a%20%25%FFb")
	long, _ := iri.ParseURI("http://example.org/" + strings.Repeat("a%20%C3%A9", 1000))
	longSame, _ := iri.ParseURI("http://example.org/" + strings.Repeat("a%20", 1000))
	buf := make([]byte, 0, 1000)
	tests := []struct {
		name string
		want float64
		f    func()
	}{
		{"IRI.URI", 1, func() { _, _ = i.URI() }},
		{"IRI.URI of a URI", 0, func() { _, _ = plain.URI() }},
		{"URI.IRI", 1, func() { uri.IRI() }},
		{"URI.IRI without a change", 0, func() { same.IRI() }},
		{"URI.IRI of a long one", 1, func() { long.IRI() }},
		{"URI.IRI of a long one without a change", 1, func() { longSame.IRI() }},
		{"FromLEIRI", 1, func() { _, _ = legacy.FromLEIRI("http://e/a b<\u202e") }},
		{"FromLEIRI of an IRI", 0, func() { _, _ = legacy.FromLEIRI("http://e/é") }},
		{"AppendURI", 0, func() { buf, _ = iri.AppendURI(buf[:0], "http://résumé.example.org/é?é#é") }},
		{"AppendIRI", 0, func() { buf, _ = iri.AppendIRI(buf[:0], "http://e/%C3%A9%e2%80%ae") }},
		{"AppendFromLEIRI", 0, func() { buf, _ = legacy.AppendFromLEIRI(buf[:0], "http://e/a b") }},
		{"Encode", 1, func() { _, _ = legacy.Encode("a é%c3") }},
		{"Encode without a change", 0, func() { _, _ = legacy.Encode("a%C3") }},
		{"Decode", 1, func() { _, _ = legacy.Decode("a%C3") }},
		{"Decode without a change", 0, func() { _, _ = legacy.Decode("a%25") }},
	}
	for _, tt := range tests {
		if got := testing.AllocsPerRun(100, tt.f); got != tt.want {
			t.Errorf("%s: got %v allocations, want %v", tt.name, got, tt.want)
		}
	}
}

func TestEncode(t *testing.T) {
	tests := []struct{ name, in, want string }{
		{"excluded ASCII", "a <>\"{}|\\^`\x00\x7fz", "a%20%3C%3E%22%7B%7D%7C%5C%5E%60%00%7Fz"},
		{"# % [ ] stay", "#%41[]", "#%41[]"},
		{"what URIs have stays", "-._~:/?@!$&'()*+,;=", "-._~:/?@!$&'()*+,;="},
		{"all of Unicode", "é\u202e\ue000\U0010ffff\ufffd", "%C3%A9%E2%80%AE%EE%80%80%F4%8F%BF%BF%EF%BF%BD"},
		{"no normalization of Unicode", "e\u0301", "e%CC%81"},
		{"hex digits are raised", "%c3%aF%Af%af%25", "%C3%AF%AF%AF%25"},
		{"no IRI", "a b:c d#e#f", "a%20b:c%20d#e#f"},
		{"empty", "", ""},
	}
	for _, tt := range tests {
		t.Run(tt.name, func(t *testing.T) {
			testkit.StatesRFC(t, tt.in, tt.want)
			got, err := legacy.Encode(tt.in)
			if err != nil || got != tt.want {
				t.Fatalf("Encode(%+q): got %q, %v, want %q", tt.in, got, err, tt.want)
			}
			if again, err := legacy.Encode(got); err != nil || again != got {
				t.Errorf("Encode(%q): got %q, %v: it is not idempotent", got, again, err)
			}
		})
	}
}

func TestEncodeCharset(t *testing.T) {
	tests := []struct{ name, charset, in, want string }{
		{"Latin-1", "iso-8859-1", "\xe9 %e9", "%C3%A9%20%E9"},
		{"NFC, RFC 3987 §3.1", "windows-1258", "Vi\xea\xf2t", "Vi%E1%BB%87t"},
		{"Shift_JIS with a backslash for a trail byte", "shift_jis", "\x95\x5c", "%E8%A1%A8"},
		{"state", "iso-2022-jp", "a\x1b$BF|K\\\x1b(Bb", "a%E6%97%A5%E6%9C%ACb"},
		{"UTF-16 is not normalized", "utf-16le", "e\x00\x01\x03", "e%CC%81"},
		{"a replacement character that was meant", "gb18030", "\x84\x31\xa4\x37", "%EF%BF%BD"},
	}
	for _, tt := range tests {
		t.Run(tt.name, func(t *testing.T) {
			c, err := charset.Parse(tt.charset)
			if err != nil {
				t.Fatal(err)
			}
			if got, err := legacy.Encode(tt.in, charset.WithOctets(c)); err != nil || got != tt.want {
				t.Errorf("Encode(%[2]q, %[1]s): got %q, %v, want %q", c, tt.in, got, err, tt.want)
			}
		})
	}
}

func TestEncodeFails(t *testing.T) {
	tests := []struct {
		name, charset, in string
		want              []string
	}{
		{"percent signs", "utf-8", "%zz%2 %%%41%e", []string{"pct-encoded [0,1)", "pct-encoded [3,5)",
			"pct-encoded [6,7)", "pct-encoded [7,8)", "pct-encoded [11,13)"}},
		{"not UTF-8", "utf-8", "é\xff\xfe%a\xc3", []string{"utf-8 [2,4)", "pct-encoded [4,6)", "utf-8 [6,7)"}},
		{"offsets are of the input", "shift_jis", "\x95\x5c%\xff\x81", []string{"pct-encoded [2,3)", "charset [3,5)"}},
		{"after a composition", "windows-1258", "Vi\xea\xf2t%", []string{"pct-encoded [5,6)"}},
	}
	for _, tt := range tests {
		t.Run(tt.name, func(t *testing.T) {
			c, err := charset.Parse(tt.charset)
			if err != nil {
				t.Fatal(err)
			}
			out, err := legacy.Encode(tt.in, charset.WithOctets(c))
			if err == nil {
				t.Fatalf("got %q", out)
			}
			if got := codesAndSpans(findingsOfError(t, err)); !slices.Equal(got, tt.want) {
				t.Errorf("got %q, want %q", got, tt.want)
			}
		})
	}
}

func TestDecode(t *testing.T) {
	testkit.StatesRFC(t, "/p")
	tests := []struct{ name, in, want string }{
		{"UTF-8", "/%C3%A9%20", "/é "},
		{"%25 stays", "%25%2525%41", "%25%2525A"},
		{"%25 with digits after it", "%2541", "%2541"},
		{"reserved characters too", "%2F%3f%23", "/?#"},
		{"bytes", "%FF%00", "\xff\x00"},
		{"the rest stays", "é\xff +", "é\xff +"},
		{"empty", "", ""},
	}
	for _, tt := range tests {
		t.Run(tt.name, func(t *testing.T) {
			testkit.StatesRFC(t, tt.in, tt.want)
			if got, err := legacy.Decode(tt.in); err != nil || got != tt.want {
				t.Errorf("Decode(%q): got %q, %v, want %q", tt.in, got, err, tt.want)
			}
		})
	}
	_, err := legacy.Decode("%41%4%")
	if got, want := codesAndSpans(findingsOfError(t, err)),
		[]string{"pct-encoded [3,5)", "pct-encoded [5,6)"}; !slices.Equal(got, want) {
		t.Errorf("got %q, want %q", got, want)
	}
}
