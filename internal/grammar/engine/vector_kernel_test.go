package engine

import (
	"math/bits"
	"math/rand/v2"
	"strings"
	"testing"

	"github.com/rfc3987/iri/internal/testkit"
)

// The tests of this file call the kernels themselves and compare them with a model in plain
// Go, on the tables of grammars and on tables of random numbers. In those, each element
// counts.

// slack is how many bytes before a fault a kernel may stop: a string that it reads as a
// whole, and the three bytes back to where a character begins.
const slack = 96 + 3

// A vectorRun is what the model finds out about a string.
type vectorRun struct {
	fault  int      // the offset of the first byte that the tables do not know; -1 if none
	states []uint64 // the state at each offset up to the fault
	starts []bool   // whether a character begins at the offset
}

// model reads s from offset i in state q, byte by byte. A string that ends inside a
// character has a fault at its end.
func (v *Vector) model(s string, i int, q uint64) vectorRun {
	run := vectorRun{fault: -1, states: make([]uint64, i, len(s)+1), starts: make([]bool, i, len(s)+1)}
	var n needs
	for ; ; i++ {
		run.states, run.starts = append(run.states, q), append(run.starts, n == needs{})
		if i == len(s) {
			if n != (needs{}) {
				run.fault = i
			}
			return run
		}
		c := int(s[i])
		next := v.Words[c] >> q & 63
		if !n.met(v, c) || next == 0 {
			run.fault = i
			return run
		}
		n.read(v, c)
		q = next
	}
}

// needs are what the bytes before need: of this byte, of the one after it, and what a lead byte of
// four bytes needs of the next three.
type needs struct {
	this, after uint8
	four        [3]uint8
}

// met reports whether a byte is what is needed of it.
func (n *needs) met(v *Vector, c int) bool {
	in := v.Follow.of(c)
	switch {
	case n.four[0] != 0:
		return v.Four.Follow.of(c)&n.four[0] != 0
	case n.this != 0:
		return in&n.this != 0
	}
	return in&v.Inner[0] == 0
}

// read goes on to the next byte.
func (n *needs) read(v *Vector, c int) {
	n.this, n.after = n.after|v.Need1.of(c), v.Need2.of(c)
	if n.four = [3]uint8{n.four[1], n.four[2]}; c == int(v.Four.Lead) {
		n.four = v.Four.Need
	}
}

// check fails unless both kernels do with s what the model says. It returns whether they
// come to the end of s.
func (run *vectorRun) check(t *testing.T, name string, h *Shift, s string, i int, q uint64) bool {
	t.Helper()
	var end [64]uint32
	stop, state := vectorMatch(h, s, i, q)
	run.checkStop(t, name+", vectorMatch", s, i, q, stop, state)
	stop, state = vectorSplit(h, s, i, q, &end) // it may stop earlier than vectorMatch
	run.checkStop(t, name+", vectorSplit", s, i, q, stop, state)
	var want [64]uint32
	want[q] = uint32(i)
	for at := i + 1; at <= stop; at++ {
		want[run.states[at]] = uint32(at)
	}
	for p := q; p <= state; p += shiftBits {
		if p == state && stop < len(s) {
			break // the caller does not need the end of the state in which it goes on
		}
		if p == q && end[p] == 0 {
			end[p] = uint32(i) // as record takes it
		}
		if end[p] != want[p] {
			t.Fatalf("%s: %q from %d in state %d, stop at %d: got %d as the end of state %d, want %d", name, s, i, q,
				stop, end[p], p, want[p])
		}
	}
	return stop == len(s)
}

// checkStop fails unless a kernel may stop there in that state.
func (run *vectorRun) checkStop(t *testing.T, name, s string, i int, q uint64, stop int, state uint64) {
	t.Helper()
	least, most := len(s), len(s)
	if run.fault >= 0 {
		least, most = max(i, run.fault-slack), min(run.fault, len(s)-1)
	}
	if stop < least || stop > most {
		t.Fatalf("%s: %q from %d in state %d: got a stop at %d, want one from %d to %d", name, s, i, q, stop, least, most)
	}
	if !run.starts[stop] || state != run.states[stop] {
		t.Fatalf("%s: %q from %d in state %d: stop at %d: got state %d, want %d; a character begins there: %v", name, s,
			i, q, stop, state, run.states[stop], run.starts[stop])
	}
}

// checkAll checks a string of at least eight bytes from its start and from some of the
// places where characters begin.
func checkAll(t *testing.T, r *rand.Rand, name string, h *Shift, s string, q uint64) bool {
	t.Helper()
	run := h.Vector.model(s, 0, q)
	whole := run.check(t, name, h, s, 0, q)
	for range 3 {
		if i := r.IntN(len(run.states)); run.starts[i] && i < len(s) {
			from := h.Vector.model(s, i, run.states[i])
			from.check(t, name, h, s, i, run.states[i])
		}
	}
	return whole
}

// randomTables returns a Shift with tables of random numbers. They are what a kernel may
// rely on: a byte that needs two more also needs one, bytes of ASCII do not stand only
// inside characters, lead bytes do not stand inside them, states do not decrease, the Shift
// knows bytes of ASCII that are not lead bytes, and Open and Stay agree with the rest. The lead byte
// of four bytes is not another lead byte, and the bytes after it stand only inside characters.
func randomTables(r *rand.Rand) *Shift {
	v := &Vector{}
	inner := uint8(1 << r.IntN(8))
	few := r.Uint32() // of 16 bits, a quarter is left
	inner |= uint8(few) & uint8(few>>8)
	leads := uint16(r.Uint32()) & 0xFF00 // by high nibble
	leads |= 1 << r.IntN(8) & uint16(r.Uint32())
	if leads == 0 {
		leads = 1 << 14
	}
	for n := range 16 {
		v.Inner[n] = inner
		v.Need1.Low[n], v.Need2.Low[n] = uint8(r.Uint32())|1, uint8(r.Uint32())
		v.Follow.Low[n] = uint8(r.Uint32())
		switch {
		case leads>>n&1 != 0:
			v.Need1.High[n], v.Need2.High[n] = uint8(r.Uint32())|1, uint8(r.Uint32())
			if r.IntN(2) == 0 {
				v.Need2.High[n] = 0
			}
		case n < 8:
			v.Follow.High[n] = uint8(r.Uint32()) &^ inner
		default:
			v.Follow.High[n] = uint8(r.Uint32())
		}
	}
	v.Four.Lead = 0xFF
	if high := 8 + r.IntN(7); r.IntN(4) > 0 {
		v.Need1.High[high], v.Need2.High[high], v.Follow.High[high] = 0, 0, 0
		v.Four = Four{Lead: uint8(high<<4 + r.IntN(16)), Need: [3]uint8{uint8(1 + r.IntN(255)), uint8(1 + r.IntN(255)),
			uint8(1 + r.IntN(255))}}
		for n := range 16 {
			v.Four.Follow.Low[n] = uint8(r.Uint32())
			if n >= 8 && n != high && leads>>n&1 == 0 {
				v.Four.Follow.High[n] = uint8(r.Uint32())
			}
		}
	}
	h := &Shift{Vector: v, Start: shiftBits}
	for c := range 256 {
		if v.Need1.of(c) != 0 {
			v.Open[c] = 1
		}
		if v.Need2.of(c) != 0 {
			v.Open[c] = 3
		}
		if c == int(v.Four.Lead) {
			v.Open[c] = 7
		}
		for k := range 9 {
			q := uint64(k+1) * shiftBits
			to := q
			switch x := r.IntN(40); {
			case c == 0xFF && v.Four.Lead == 0xFF: // no character begins with it
				to = 0
			case v.Follow.of(c)&inner != 0:
			case x == 0:
				to = 0
			case x < 4:
				to = min(q+uint64(1+r.IntN(2))*shiftBits, 9*shiftBits)
			}
			v.Words[c] |= to << q
			v.Words[256+c] |= q << q
			if to == q {
				v.Stay[k+1][c>>7*16+c&15] |= 1 << (c >> 4 & 7)
			}
		}
		if c < 0x80 && v.Open[c] == 0 {
			h.Words[c] = v.Words[c]
		}
		h.Words[256+c] = v.Words[256+c]
	}
	return h
}

// randomText returns a string of n bytes that the tables know, from state q on, but for
// about the given number of faults. Two of three strings stay in each state for long, if
// that can be done, and one of three has bytes of few high nibbles.
func randomText(r *rand.Rand, v *Vector, q uint64, n, faults int) string {
	s := make([]byte, 0, n)
	var need needs
	stay := r.IntN(3)
	only := uint16(1) << r.IntN(16) // by high nibble
	only |= 1 << r.IntN(16)
	if r.IntN(3) > 0 {
		only = 0xFFFF
	}
	for len(s) < n {
		c := r.IntN(256)
		for try := range 300 {
			next := v.Words[c] >> q & 63
			good := next != 0 && need.met(v, c)
			if r.IntN(60) > 0 && (stay == 0 && len(s) > n/4 || stay == 1) {
				good = good && next == q
			}
			if try < 150 {
				good = good && only>>(c>>4)&1 != 0
			}
			if left := n - len(s); left < 4 {
				good = good && bits.Len8(v.Open[c]) < left
			}
			if good || r.IntN(n) < faults && r.IntN(20) == 0 {
				break
			}
			c = r.IntN(256)
		}
		need.read(v, c)
		if next := v.Words[c] >> q & 63; next != 0 {
			q = next
		}
		s = append(s, byte(c))
	}
	return string(s)
}

// TestVectorKernels compares the kernels with the model on random tables and strings of all
// lengths, then on strings in which one byte has changed.
func TestVectorKernels(t *testing.T) {
	needVector(t)
	r := rand.New(rand.NewPCG(5, 6))
	tables := testkit.Size(40, 80, 600)
	whole := 0
	for range tables {
		h := randomTables(r)
		for n := 8; n < 330; n += 1 + r.IntN(4) {
			q := uint64(1+r.IntN(3)) * shiftBits
			s := randomText(r, h.Vector, q, n, r.IntN(3)/2)
			if checkAll(t, r, "random tables", h, s, q) {
				whole++
			}
			i := r.IntN(n)
			checkAll(t, r, "random tables", h, s[:i]+string([]byte{byte(r.Uint32())})+s[i+1:], q)
		}
	}
	if whole < 20*tables {
		t.Errorf("only %d strings are read to the end", whole)
	}
}

// TestVectorStops is TestVectorKernels with the tables of grammars: what these tables know is
// read to the end, and not left to plain Go.
func TestVectorStops(t *testing.T) {
	needVector(t)
	r := rand.New(rand.NewPCG(7, 8))
	steps := testkit.Size(60, 15, 5)
	for _, c := range vectorCases(t) {
		h := c.t.Shift
		if h.Exits == nil {
			continue // its states may decrease, and then ends mean nothing
		}
		whole := 0
		for _, prefix := range []string{"http://h/", "http://user@h:80/", "a:", "http://h/?", "//h#", "//h/?", "/",
			"/é"} {
			for _, fill := range []string{"a", "1", "é", "中", "%41", "中é", "%E4中a", "😀", "𑄇中a",
				"aaaaaaaaaaaaaaaaaaaaaa中"} {
				for n := 8; n < 300; n += 1 + r.IntN(steps) {
					s := prefix + strings.Repeat(fill, n/len(fill)) + strings.Repeat("b", n%len(fill))
					if checkAll(t, r, c.name, h, s, h.Start) {
						whole++
					}
					i := r.IntN(len(s))
					checkAll(t, r, c.name, h, s[:i]+vectorPieces[r.IntN(len(vectorPieces))]+s[i:], h.Start)
					for _, stray := range []string{"\x80", "%4g"} { // in blocks of ASCII
						checkAll(t, r, c.name, h, s[:i]+stray+s[i:], h.Start)
					}
				}
			}
		}
		if whole == 0 {
			t.Errorf("%s: no string is read to the end", c.name)
		}
	}
}
