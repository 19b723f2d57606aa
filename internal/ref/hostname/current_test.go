package hostname

import (
	"testing"
	"unicode"

	uts46 "golang.org/x/net/idna"
)

// TestCurrent has what UTS 46 says of characters since Unicode 15.1: "the current tables", whatever Go
// release the program is built with.
func TestCurrent(t *testing.T) {
	for _, tt := range []struct {
		clause, in string
		m          Mapping
		want       string
	}{
		{"UTS 46 §4, step 1: mapped to U+00DF", "ẞ.com", UTS46, "xn--zca.com"},
		{"the same as the small letter", "ß.com", UTS46, "xn--zca.com"},
		{"capitals of Georgian Asomtavruli", "ႠႡ.com", UTS46, "xn--rkjc.com"},
		{"capitals of Georgian Mtavruli", "ᲐᲑ.com", UTS46, "xn--lodc.com"},
		{"U+04C0", "Ӏ.com", UTS46, "xn--s5a.com"},
		{"a compatibility ideograph", "\U0002F874.com", UTS46, "xn--u2t.com"},
		{"what is ignored", "a\u3164\u2061b.com", UTS46, "ab.com"},
		{"percent-encoded", "%E1%BA%9E.com", UTS46, "xn--zca.com"},
		{"nothing but what is ignored", "\u3164.com", UTS46, ".com"},
	} {
		got, findings := Append(nil, tt.in, tt.m)
		if string(got) != tt.want || findings != nil {
			t.Errorf("%s: %+q: got %q, %v, want %q", tt.clause, tt.in, got, findings, tt.want)
		}
	}
	p := uts46.New(uts46.MapForLookup(), uts46.StrictDomainName(false), uts46.CheckHyphens(false), uts46.CheckJoiners(false))
	n := 0
	for r := rune(0x80); r <= unicode.MaxRune; r++ {
		s := "a" + string(r) + "b"
		mapped := toCurrent(s)
		if mapped == s {
			continue
		}
		n++
		got, err := p.ToUnicode(mapped)
		if err != nil || got != mapped {
			t.Errorf("%U: %+q is mapped further: %+q, %v", r, mapped, got, err)
		}
		if uts46.UnicodeVersion < "15.1" {
			continue
		}
		if want, err := p.ToUnicode(s); err != nil || want != mapped {
			t.Errorf("%U: got %+q, want %+q, %v", r, mapped, want, err)
		}
	}
	if n == 0 {
		t.Error("no character is mapped")
	}
}
