package bidi

import (
	"fmt"
	"strings"
	"testing"
	"unicode/utf8"
)

// hebrew and arabic write the Bidi Notation of RFC 3987 §4 (capitals for
// right-to-left letters) in letters of those scripts.
func hebrew(s string) string { return bidiNotation(s, 0x05D0) }
func arabic(s string) string { return bidiNotation(s, 0x0628) }

func bidiNotation(s string, first rune) string {
	return strings.Map(func(r rune) rune {
		if 'A' <= r && r <= 'Z' {
			return first + r - 'A'
		}
		return r
	}, s)
}

// The examples of RFC 3987 §4.4. Of example 9 the RFC prints
// http://ab.cd.ef/%31HG/LK/JI%32.html for Hebrew and
// http://ab.cd.ef/31%HG/%LK/JI32.html for Arabic. UAX #9 gives neither: the "/"
// between the numbers is a neutral between two that count as right-to-left (N1), so
// that the four segments are one run. §4.1 makes the algorithm the authority, and
// ours passes Unicode's own tests.
func TestDisplayOrderExamples(t *testing.T) {
	for _, tt := range []struct{ name, logical, visual, arabic string }{
		{"1", "http://ab.CDEFGH.ij/kl/mn/op.html", "http://ab.HGFEDC.ij/kl/mn/op.html", ""},
		{"2", "http://ab.CDE.FGH/ij/kl/mn/op.html", "http://ab.HGF.EDC/ij/kl/mn/op.html", ""},
		{"3", "http://AB.CD.EF/GH/IJ/KL?MN=OP;QR=ST#UV", "http://VU#TS=RQ;PO=NM?LK/JI/HG/FE.DC.BA", ""},
		{"4", "http://AB.CD.ef/gh/IJ/KL.html", "http://DC.BA.ef/gh/LK/JI.html", ""},
		{"5", "http://ab.cd.EF/GH/ij/kl.html", "http://ab.cd.HG/FE/ij/kl.html", ""},
		{"6", "http://ab.CD.EF/GH/IJ/kl.html", "http://ab.JI/HG/FE.DC/kl.html", ""},
		{"7", "http://ab.CDE123FGH.ij/kl/mn/op.html", "http://ab.HGF123EDC.ij/kl/mn/op.html", ""},
		{"8", "http://ab.cd.ef/GH1/2IJ/KL.html", "http://ab.cd.ef/LK/JI1/2HG.html", ""},
		{"9", "http://ab.cd.ef/GH%31/%32IJ/KL.html", "http://ab.cd.ef/LK/JI%32/%31HG.html",
			"http://ab.cd.ef/LK/JI32%/31%HG.html"},
		{"10", "http://ab.CDEFGH.123/kl/mn/op.html", "http://ab.123.HGFEDC/kl/mn/op.html", ""},
	} {
		t.Run("example "+tt.name, func(t *testing.T) {
			if got, order := Display(hebrew(tt.logical)); got != hebrew(tt.visual) || order == nil {
				t.Errorf("Hebrew: got %+q, want %+q", got, hebrew(tt.visual))
			}
			if tt.arabic == "" {
				tt.arabic = tt.visual
			}
			if got, _ := Display(arabic(tt.logical)); got != arabic(tt.arabic) {
				t.Errorf("Arabic: got %+q, want %+q", got, arabic(tt.arabic))
			}
		})
	}
}

func TestDisplayOrder(t *testing.T) {
	for _, tt := range []struct {
		name, in, want string
		rtl            bool
	}{
		{"left to right", "http://é/%41", "http://é/%41", false},
		{"empty", "", "", false},
		{"marks follow their base", "a:\u05d0\u05b8\u05bc\u05d1", "a:\u05d1\u05d0\u05b8\u05bc", true},
		{"brackets", "a:\u05d0(\u05d1)\u05d2", "a:\u05d2(\u05d1)\u05d0", true},
		{"signs and quotation marks that are mirrored", "a:\u05d0<\u05d1»\u05d2›\u05d3",
			"a:\u05d3‹\u05d2«\u05d1>\u05d0", true},
		{"brackets at the edge stay", "a:(\u05d0)", "a:(\u05d0)", true},
		{"an override", "a:\u202ebc\u202cd", "a:cbd", true},
		{"Arabic digits", "a:\u0661\u0662/b", "a:\u0661\u0662/b", true},
		{"no UTF-8", "\u05d0\u05d1\xff", "\u05d1\u05d0\ufffd", true},
	} {
		t.Run(tt.name, func(t *testing.T) {
			if got, order := Display(tt.in); got != tt.want || (order != nil) != tt.rtl {
				t.Errorf("%+q: got %+q, %v, want %+q, %v", tt.in, got, order != nil, tt.want, tt.rtl)
			}
		})
	}
}

func FuzzDisplayOrder(f *testing.F) {
	f.Add(hebrew("http://ab.CD(E)F/1/2%41"))
	f.Add("\u202e\u2067\u0627\u0651\u2069\xff")
	f.Fuzz(func(t *testing.T, s string) {
		visual, order := Display(s)
		if order == nil && visual != s {
			t.Errorf("%+q has no right-to-left characters and is displayed as %+q", s, visual)
		}
		runes, k := []rune(s), 0
		for _, r := range visual {
			if order == nil {
				break
			}
			if in := runes[order[k]]; r != in && r != Mirror(in) {
				t.Errorf("%+q: %+q is displayed at %d, and the order names %+q", s, r, k, in)
			}
			k++
		}
		if n := utf8.RuneCountInString(visual); n > utf8.RuneCountInString(s) {
			t.Errorf("%+q is displayed as %+q, which is longer", s, visual)
		}
	})
}

func ExampleDisplay() {
	visual, _ := Display("http://ab.\u05d0\u05d1.ij/")
	fmt.Printf("%+q\n", visual)
	// Output: "http://ab.\u05d1\u05d0.ij/"
}
