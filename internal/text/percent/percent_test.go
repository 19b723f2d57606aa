package percent

import (
	"fmt"
	"math/rand/v2"
	"slices"
	"strings"
	"testing"
)

// TestOctets reads every percent-encoding back, in both cases.
func TestOctets(t *testing.T) {
	for b := range 256 {
		for _, s := range []string{fmt.Sprintf("%%%02X", b), fmt.Sprintf("%%%02x", b)} {
			if got := OctetAt(s, 0); int(got) != b {
				t.Errorf("OctetAt(%q) = %#x, want %#x", s, got, b)
			}
			if got, ok := Triplet(s + "x"); !ok || int(got) != b {
				t.Errorf("Triplet(%q) = %#x, %v, want %#x, true", s, got, ok, b)
			}
			if got := Decode("a" + s); got != "a"+string([]byte{byte(b)}) {
				t.Errorf("Decode(%q) = %q", s, got)
			}
			if got, want := string(AppendUpperHex(nil, s)), Triplets[b]; got != want {
				t.Errorf("AppendUpperHex(%q) = %q, want %q", s, got, want)
			}
		}
	}
	for _, s := range []string{"", "%", "%4", "%4g", "%g4", "41"} {
		if _, ok := Triplet(s); ok {
			t.Errorf("Triplet(%q) returns true", s)
		}
	}
}

// TestBadUTF8 checks where the runs of octets that are not UTF-8 lie.
func TestBadUTF8(t *testing.T) {
	for _, tt := range []struct {
		in   string
		want []int // start and end of each run
	}{
		{"a%C3%A9", nil},
		{"%C3", []int{0, 3}},
		{"%FF%FEa%80", []int{0, 6, 7, 10}},
		{"%C3%A9%80", []int{6, 9}},
		{"%C3é", []int{0, 3}}, // the octets of a character do not continue a sequence
		{"%ED%A0%80", []int{0, 9}},
	} {
		var got []int
		BadUTF8(tt.in, func(start, end int) { got = append(got, start, end) })
		if !slices.Equal(got, tt.want) {
			t.Errorf("BadUTF8(%q): got %v, want %v", tt.in, got, tt.want)
		}
	}
}

// TestAppendNonASCII compares the fast path with the octets one by one, for every length
// of text and every place of what is not ASCII.
func TestAppendNonASCII(t *testing.T) {
	for n := range 20 {
		for at := range n + 1 {
			s := fmt.Sprintf("%0*d", at, 0)[:at] + "é\xff𝄞" + fmt.Sprintf("%0*d", n-at, 0)[:n-at]
			var want strings.Builder
			for i := range len(s) {
				if s[i] < 0x80 {
					want.WriteString(s[i : i+1])
				} else {
					want.WriteString(Triplets[s[i]])
				}
			}
			if got := string(AppendNonASCII(nil, s)); got != want.String() || len(got) != EncodedLen(s) {
				t.Errorf("AppendNonASCII(%q) = %q, want %q", s, got, want.String())
			}
			if got := Encoded(s, EncodedLen(s)); got != want.String() {
				t.Errorf("Encoded(%q) = %q, want %q", s, got, want.String())
			}
		}
	}
}

// TestAppendOctets holds what is read at once to what is read octet by octet.
func TestAppendOctets(t *testing.T) {
	pieces := []string{"%E4", "%b8", "%8f", "%FF", "%7F", "%41", "a", "8", "/"}
	r := rand.New(rand.NewPCG(1, 2))
	for range 100_000 {
		var b strings.Builder
		for range r.IntN(9) {
			b.WriteString(pieces[r.IntN(4+r.IntN(len(pieces)-3))])
		}
		s := b.String()
		var want strings.Builder
		want.WriteString("x")
		for i := 0; ; i += 3 {
			octet, ok := Triplet(s[i:])
			if !ok || octet < 0x80 {
				break
			}
			want.WriteString(string([]byte{octet}))
		}
		if got := string(AppendOctets([]byte("x"), s)); got != want.String() {
			t.Fatalf("%q: got %q, want %q", s, got, want.String())
		}
	}
}
