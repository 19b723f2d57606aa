package conformance_test

import (
	"errors"
	"fmt"
	"math/rand/v2"
	"slices"
	"strings"
	"testing"
	"unicode/utf8"

	"github.com/rfc3987/iri"
	"github.com/rfc3987/iri/charset"
	"github.com/rfc3987/iri/internal/text/chars"
	"github.com/rfc3987/iri/internal/text/percent"
	"github.com/rfc3987/iri/legacy"
)

// conversionSeeds are the seeds of the fuzz targets of conversions.
var conversionSeeds = []string{
	"", "http://résumé.example.org/é?é#é", "http://r%C3%A9sum%c3%a9.example.org/%2f%25%7e%41",
	"http://xn--99zt52a.example.org/%e2%80%ae", "/%C3%41%c0%af%ed%a0%80%f4%90%80%80", "?%ee%80%80\ue000#%ee%80%80",
	"//a b@c d/<>\"{}|\\^`\x00\u202e\U000e0041", "http://BÜCHER.faß.א.example/", "//%FFé", "//1.2.3.4", "//[::1]:80/é",
	"http://e/?表=%5c", " &#x66;&#32; \\\\a b\t\r\n", "%zz%", "\xff\xfe", "a:b#c#d", "//xn--a/",
	"//%C3%A9%C3%A9%C3%A9%C3%A9:80/", "//א0٠", "//क्\u200dष",
}

// checkError checks that an error holds findings, in order, in bounds and with a message,
// and returns them.
func checkError(t *testing.T, s string, err error) []iri.Finding {
	t.Helper()
	var c *iri.ConvertError
	if !errors.As(err, &c) {
		t.Fatalf("%q: got the error %v, want a *ConvertError", s, err)
	}
	last := 0
	for _, f := range c.Findings() {
		if f.Start < last || f.End < f.Start || f.End > len(s) || f.Code == "" || f.Message == "" ||
			f.Severity != iri.SeverityError {
			t.Fatalf("%q: bad finding %+v", s, f)
		}
		last = f.Start
	}
	return c.Findings()
}

// FuzzToURI checks that the result of mapping an IRI conforms to RFC 3986, is
// equal to that of a literal implementation of RFC 3987 §3.1, and is mapped to itself.
func FuzzToURI(f *testing.F) {
	for _, s := range conversionSeeds {
		for m := range uint8(4) {
			f.Add(s, m, m%2 == 1)
		}
	}
	f.Fuzz(func(t *testing.T, s string, host uint8, lenient bool) {
		opts := []iri.URIOption{iri.WithHostMapping(iri.HostMapping(host % 4))}
		if lenient {
			opts = append(opts, iri.WithLenient())
		}
		u, err := iri.ToURI(s, opts...)
		if err != nil {
			checkError(t, s, err)
			if host%4 == 0 && iri.ValidRef(s) {
				t.Fatalf("%+q: an IRI-reference has no URI: %v", s, err)
			}
			return
		}
		got := u.String()
		if p, err := iri.ParseURIRef(got); err != nil {
			t.Fatalf("%+q: %q is not a URI-reference", s, got)
		} else if p != u {
			t.Fatalf("%+q: components of %q: got %#v, want %#v", s, got, u, p)
		}
		if again, err := iri.ToURI(got, opts...); err != nil || again != u {
			t.Fatalf("%+q: %q is mapped to %q, %v", s, got, again, err)
		}
		if host%4 != 0 {
			return
		}
		var want strings.Builder
		for _, r := range s {
			if r >= 0x80 || lenient && strings.ContainsRune(" <>\"{}|\\^`", r) {
				for _, b := range []byte(string(r)) {
					fmt.Fprintf(&want, "%%%02X", b)
				}
			} else {
				want.WriteRune(r)
			}
		}
		if got != want.String() {
			t.Fatalf("%+q: got %q, want %q", s, got, &want)
		}
	})
}

// FuzzToIRI checks that the result of converting a URI conforms to RFC 3987 and
// maps back to the URI, except for the case of hex digits and percent-encoded unreserved
// characters, and that converting it again does not change it.
func FuzzToIRI(f *testing.F) {
	for _, s := range conversionSeeds {
		f.Add(s)
	}
	f.Fuzz(func(t *testing.T, s string) {
		r, err := iri.ToIRI(s)
		if err != nil {
			checkError(t, s, err)
			if iri.RFC3986.Reference().Valid(s) {
				t.Fatalf("%q: a URI-reference has no IRI: %v", s, err)
			}
			// What is not a URI may be an IRI: take its URI.
			u, err := iri.ToURI(s)
			if err != nil {
				return
			}
			s, r = u.String(), u.Ref()
		}
		if rep := iri.RFC3987.Reference().Check(r.String()); !rep.Grammatical() ||
			strings.ContainsFunc(r.String(), chars.IsBidiFormatting) {
			t.Fatalf("%q: %+q does not conform: %v", s, r, rep.Err())
		}
		if p, err := iri.ParseRef(r.String()); err != nil || p != r {
			t.Fatalf("%q: components of %+q: got %#v, want %#v, %v", s, r, r, p, err)
		}
		back, err := r.URI()
		if err != nil || canonicalOctets(back.String()) != canonicalOctets(s) {
			t.Fatalf("%q: %+q maps back to %q, %v", s, r, back, err)
		}
		if again := back.Ref(); again != r {
			t.Fatalf("%q: got %+q, then %+q", s, r, again)
		}
		for _, c := range []func(iri.Ref) (string, bool){iri.Ref.Scheme, iri.Ref.Port} {
			was, hadIt := c(mustParseURIRef(t, s).AsRef())
			if is, has := c(r); is != was || has != hadIt {
				t.Fatalf("%q: %q became %q", s, was, is)
			}
		}
		shown := mustParseURIRef(t, s).Ref(iri.WithDisplay())
		if p, err := iri.ParseRef(shown.String()); err != nil || p != shown {
			t.Fatalf("%q: %+q, for display, does not conform", s, shown)
		}
	})
}

// mustParseURIRef parses a URI-reference, and fails the test on an error.
func mustParseURIRef(t *testing.T, s string) iri.URIRef {
	t.Helper()
	u, err := iri.ParseURIRef(s)
	if err != nil {
		t.Fatal(err)
	}
	return u
}

// canonicalOctets writes hex digits in upper case and decodes unreserved characters, one
// percent-encoding at a time.
func canonicalOctets(s string) string {
	var b strings.Builder
	for i := 0; i < len(s); i++ {
		if s[i] != '%' {
			b.WriteByte(s[i])
			continue
		}
		var octet byte
		fmt.Sscanf(s[i+1:i+3], "%02x", &octet)
		if chars.IsUnreserved(octet) {
			b.WriteByte(octet)
		} else {
			fmt.Fprintf(&b, "%%%02X", octet)
		}
		i += 2
	}
	return b.String()
}

// FuzzFromLEIRI checks that the result of converting a LEIRI has no errors by RFC
// 3987, that IRIs do not change, and that the URI is the same.
func FuzzFromLEIRI(f *testing.F) {
	for _, s := range conversionSeeds {
		f.Add(s)
	}
	f.Fuzz(func(t *testing.T, s string) {
		r, err := legacy.FromLEIRI(s)
		if err != nil {
			checkError(t, s, err)
			return
		}
		if !iri.ValidRef(r.String()) || strings.ContainsFunc(r.String(), chars.IsBidiFormatting) {
			t.Fatalf("%+q: %+q does not conform", s, r)
		}
		if again, err := legacy.FromLEIRI(r.String()); err != nil || again != r {
			t.Fatalf("%+q: got %+q, then %+q, %v", s, r, again, err)
		}
		if iri.ValidRef(s) && !strings.ContainsFunc(s, chars.IsBidiFormatting) && r.String() != s {
			t.Fatalf("an IRI, %+q, became %+q", s, r)
		}
		u, err := r.URI()
		if direct, err2 := iri.ToURI(s, iri.WithRule(iri.LEIRI.Reference())); err != nil || err2 != nil || direct != u {
			t.Fatalf("%+q: by the IRI %q, %v; directly %q, %v", s, u, err, direct, err2)
		}
	})
}

// FuzzEncode checks that the result of encoding is ASCII and is encoded to itself, that
// both algorithms fail for the same percent signs, and that decoding undoes encoding.
func FuzzEncode(f *testing.F) {
	for _, s := range conversionSeeds {
		f.Add(s)
	}
	f.Fuzz(func(t *testing.T, s string) {
		decoded, errD := legacy.Decode(s)
		if errD != nil {
			checkError(t, s, errD)
		}
		encoded, err := legacy.Encode(s)
		if err != nil {
			checkError(t, s, err)
			if errD == nil && utf8.ValidString(s) {
				t.Fatalf("%+q: decoded to %+q but not encoded: %v", s, decoded, err)
			}
			return
		}
		if strings.ContainsFunc(encoded, func(r rune) bool { return r >= 0x80 || !chars.UriByte[r] }) {
			t.Fatalf("%+q: %q has more than URIs have", s, encoded)
		}
		if again, err := legacy.Encode(encoded); err != nil || again != encoded {
			t.Fatalf("%+q: got %q, then %q, %v", s, encoded, again, err)
		}
		if back, err := legacy.Decode(encoded); err != nil || back != decoded {
			t.Fatalf("%+q: decoded to %+q, encoded and decoded to %+q, %v", s, decoded, back, err)
		}
	})
}

// FuzzPrepare checks that the prepared text is parsed, and that findings are inside the
// string that was given.
func FuzzPrepare(f *testing.F) {
	charsets := []string{"utf-8", "shift_jis", "windows-1258", "iso-2022-jp", "utf-16le", "gb18030", "big5", "euc-kr"}
	for i, s := range conversionSeeds {
		f.Add(s, uint8(i), uint8(0))
		f.Add(s, uint8(7*i), uint8(i))
	}
	f.Fuzz(func(t *testing.T, s string, flags, number uint8) {
		c, err := charset.Parse(charsets[int(number)%len(charsets)])
		if err != nil {
			t.Fatal(err)
		}
		opts := []iri.PrepareOption{charset.WithText(c), iri.WithSpaces(iri.Spaces(flags & 3)),
			iri.WithBackslash(iri.Backslash(flags >> 2 & 3 % 3))}
		if flags&16 != 0 {
			opts = append(opts, iri.WithEntities())
		}
		if flags&32 != 0 {
			opts = append(opts, iri.WithFoldWidth())
		}
		encode := flags&64 != 0
		if encode {
			opts = append(opts, iri.WithPercentEncoding())
		}
		last := 0
		for _, p := range iri.PrepareList(s, opts...) {
			if p.Start < last || p.End < p.Start || p.End > len(s) {
				t.Fatalf("%q: [%d,%d) after %d", s, p.Start, p.End, last)
			}
			last = p.End
			if encode {
				again := iri.PrepareList(p.Text, iri.WithPercentEncoding())[0]
				if again.Text != p.Text {
					t.Fatalf("%q: encoded %+q, and again %+q", s, p.Text, again.Text)
				}
				var e *iri.ConvertError
				if errors.As(again.Err, &e) {
					for _, f := range e.Findings() {
						if strings.HasPrefix(string(f.Code), "ipath") ||
							slices.Contains([]iri.Code{"iquery", "ifragment", "iuserinfo"}, f.Code) {
							t.Fatalf("%q: encoded %+q, which has %v", s, p.Text, f)
						}
					}
				}
			}
			if p.Err != nil {
				checkError(t, s, p.Err)
				continue
			}
			if p.Ref.String() != p.Text || !iri.ValidRef(p.Text) {
				t.Fatalf("%q: %+q, parsed as %+q", s, p.Text, p.Ref)
			}
		}
		out, err := legacy.Encode(s, charset.WithOctets(c))
		if err != nil {
			checkError(t, s, err)
		} else if again, err := legacy.Encode(out); err != nil || again != out {
			t.Fatalf("%q: got %q, then %q, %v", s, out, again, err)
		}
	})
}

// manyScripts returns IRIs with words of many scripts. They are the same on each call.
func manyScripts() []string {
	rnd := rand.New(rand.NewPCG(1, 2))
	scripts := [][2]rune{
		{'a', 'z'}, {'à', 'ÿ'}, {'α', 'ω'}, {'а', 'я'}, {'א', 'ת'}, {'ا', 'غ'}, {'अ', 'ह'}, {'ก', 'ฮ'},
		{'あ', 'ん'}, {'ア', 'ン'}, {'一', '龥'}, {'가', '힣'}, {0x10300, 0x1031E},
	}
	word := func(b *strings.Builder) {
		s := scripts[rnd.IntN(len(scripts))]
		for range 2 + rnd.IntN(8) {
			b.WriteRune(s[0] + rnd.Int32N(s[1]-s[0]+1))
		}
	}
	lines := make([]string, 2000)
	for i := range lines {
		var b strings.Builder
		b.WriteString("https://www.")
		word(&b)
		b.WriteString(".example")
		for range rnd.IntN(5) {
			b.WriteByte('/')
			word(&b)
		}
		if i%3 == 0 {
			b.WriteString("?q=")
			word(&b)
		}
		lines[i] = b.String()
	}
	return lines
}

func BenchmarkConversions(b *testing.B) {
	iris := manyScripts()
	uris := make([]string, len(iris))
	leiris := make([]string, len(iris))
	for i, s := range iris {
		u, err := iri.ToURI(s)
		if err != nil {
			b.Fatal(err)
		}
		uris[i], leiris[i] = u.String(), s+" <x>"
	}
	var dst []byte
	for _, bb := range []struct {
		name  string
		lines []string
		f     func(s string) ([]byte, error)
	}{
		{"ToURI", iris, func(s string) ([]byte, error) { return iri.AppendURI(dst[:0], s) }},
		{"ToURIOfURI", uris, func(s string) ([]byte, error) { return iri.AppendURI(dst[:0], s) }},
		{"ToIRI", uris, func(s string) ([]byte, error) { return iri.AppendIRI(dst[:0], s) }},
		{"FromLEIRI", leiris, func(s string) ([]byte, error) { return legacy.AppendFromLEIRI(dst[:0], s) }},
		{"Valid", iris, func(s string) ([]byte, error) { iri.ValidRef(s); return dst, nil }},
		{"PercentEncode", iris, func(s string) ([]byte, error) { return percent.AppendNonASCII(dst[:0], s), nil }},
	} {
		b.Run(bb.name, func(b *testing.B) {
			n := 0
			for _, s := range bb.lines {
				n += len(s)
			}
			b.SetBytes(int64(n))
			b.ReportAllocs()
			for b.Loop() {
				for _, s := range bb.lines {
					var err error
					if dst, err = bb.f(s); err != nil {
						b.Fatal(err)
					}
				}
			}
		})
	}
}

// BenchmarkHosts measures each way to map a host.
func BenchmarkHosts(b *testing.B) {
	for m := range iri.HostMapping(len(iri.HostMappings())) {
		b.Run(m.String(), func(b *testing.B) {
			mapped := iri.WithHostMapping(m)
			var dst []byte
			b.ReportAllocs()
			for b.Loop() {
				var err error
				if dst, err = iri.AppendURI(dst[:0], "http://bücher.example/ä", mapped); err != nil {
					b.Fatal(err)
				}
			}
		})
	}
}
