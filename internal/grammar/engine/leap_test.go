package engine

import (
	"math/rand/v2"
	"strings"
	"testing"
)

// needLeap skips a test where no Leap can be run.
func needLeap(t testing.TB) {
	t.Helper()
	if !hasLeap {
		t.Skip("no AVX-512 here, or built without assembly")
	}
}

// withoutLeaps runs f as on a processor that has no AVX-512.
func withoutLeaps(f func()) {
	defer func(had bool) { hasLeap = had }(hasLeap)
	hasLeap = false
	f()
}

// checkLeap fails unless both kernels do with s what the model says. It returns whether they know its state.
func checkLeap(t *testing.T, name string, h *Shift, s string) bool {
	t.Helper()
	v := h.Vector
	first, others := v.leapStates(h.Start)
	run := v.model(s, 0, h.Start)
	var want uint64
	var offsets Offsets
	if run.fault < 0 && run.states[1] == first && run.states[min(len(s), 64)] != first {
		for i, q := range others {
			if q == run.states[len(s)] {
				want = 8 * uint64(i+1)
			}
		}
		for at := 1; want != 0 && at <= len(s); at++ {
			for k := range offsets {
				if v.Lists[run.states[at]&15]>>k&1 != 0 {
					offsets[k] = uint32(at)
				}
			}
		}
	}
	// A Leap may refuse what has a byte that no string of the language has, or others than may follow the byte Led.
	refused := func(state uint64) bool {
		if state != LeapRefused || want != 0 {
			return false
		}
		for i := range len(s) {
			if v.Leap.First[s[i]]&LeapNever != 0 {
				return true
			}
			if s[i] == v.Leap.Led && (i+2 >= len(s) || v.Leap.First[s[i+1]]&v.Leap.First[s[i+2]]&LeapFollows == 0) {
				return true
			}
		}
		return false
	}
	if got := vectorLeap(v, s); got != want && !refused(got) {
		t.Fatalf("%s: %q: got state %d, want %d", name, s, got, want)
	}
	var got Offsets
	if state := vectorLeapSplit(v, s, &got); state != want && !refused(state) || got != offsets {
		t.Fatalf("%s: %q: got state %d and offsets %d, want %d and %d", name, s, state, got, want, offsets)
	}
	return want != 0
}

// randomLeap returns random tables with a Leap: no string has the byte 0xFF, only one byte of ASCII is a lead byte, and the
// states have random lists of offsets.
func randomLeap(r *rand.Rand) *Shift {
	for {
		h := randomTables(r)
		h.Accept = r.Uint64()
		for i := range h.Vector.Lists {
			h.Vector.Lists[i] = uint8(r.Uint32())
		}
		for c := range h.Vector.Words[:0x80] {
			h.Vector.Words[c] &^= 63 << h.Start // most bytes lead from the start to the state after it
			h.Vector.Words[c] |= 2 * shiftBits << h.Start
		}
		var has [256]bool
		for c := range has {
			has[c] = h.Vector.Words[c] != 0 && (c != r.IntN(256))
		}
		following := func(uint8) (set [256]bool, ok bool) {
			for c := range set {
				set[c] = r.IntN(8) > 0
			}
			return set, r.IntN(4) > 0
		}
		if h.Vector.Leap = h.newLeap(has, following); h.Vector.Leap != nil {
			return h
		}
	}
}

// TestLeapStates checks that the rules that most calls need have a Leap, and which of their strings it knows.
func TestLeapStates(t *testing.T) {
	for _, c := range vectorCases(t) {
		h := c.t.Shift
		l := h.Vector.Leap
		if l == nil {
			t.Errorf("%s: no Leap", c.name)
			continue
		}
		if c.name != "rfc3987 IRI" {
			continue
		}
		if l.Lead != '%' || l.Led != '%' {
			t.Errorf("%s: got lead bytes %#x and %#x", c.name, l.Lead, l.Led)
		}
		if !hasLeap {
			continue
		}
		for _, s := range []string{"http://h/", "urn:a:b", "https://www.example.org/wiki/%C3%A9?q=é#中", "a-scheme-that-is-long:/a?b#c", "http://𑄇/😀"} {
			if !checkLeap(t, c.name, h, s) {
				t.Errorf("%s: %q is not known", c.name, s)
			}
		}
		for _, s := range []string{"http://u@h:80/", "http://[::1]/", "/path", "a", "http:// /"} {
			if checkLeap(t, c.name, h, s) {
				t.Errorf("%s: %q is known", c.name, s)
			}
		}
	}
}

// TestLeapRefuses checks that strings with a broken percent-encoding are refused at once, and that others which the Leap does
// not know are not, wherever in the blocks the percent-encoding stands.
func TestLeapRefuses(t *testing.T) {
	needLeap(t)
	for _, c := range vectorCases(t) {
		if c.name != "rfc3987 IRI" {
			continue
		}
		v := c.t.Shift.Vector
		for n := range 200 {
			for _, start := range []string{"http://h/", "http://é/"} {
				s := start + strings.Repeat("a", n)
				for _, end := range []string{"%", "%4", "%4g", "%g4", "%zz?a#b", "%41%é"} {
					at := len(s) + strings.LastIndexByte(end, '%')
					if got := vectorLeap(v, s+end); got != LeapRefused && (at%64 < 62 || got != 0) { // what follows may be in the next block
						t.Fatalf("%q: got state %d, want %d", s+end, got, LeapRefused)
					}
				}
			}
			s := "http://[::1]/" + strings.Repeat("a", n)
			for _, end := range []string{"%41", "%41%4a", "é%41", "%41" + strings.Repeat("é", 30)} {
				if got := vectorLeap(v, s+end); got != 0 {
					t.Fatalf("%q: got state %d, want 0", s+end, got)
				}
				agree(t, &c, s+end)
			}
		}
	}
}
