package clean

import "testing"

// TestASCIIStates compares the states for ASCII with the hostScanner that they are made from, on
// all hosts of up to five of some bytes.
func TestASCIIStates(t *testing.T) {
	used := 0
	for _, h := range asciiScanners {
		if h != (hostScanner{}) {
			used++
		}
	}
	if used != 5 { // and the first state, whose hostScanner is the zero one
		t.Errorf("%d states, want 5: they may not fit into a word", used)
	}
	var try func(host string)
	try = func(host string) {
		h, plain := hostScanner{}, true
		for i := 0; i < len(host) && plain; i++ {
			plain = host[i] < 0x80 && h.step(rune(host[i]), 0)
		}
		plain = plain && h.ends()
		end := asciiEnd(host)
		if (end != asciiUnknown) != plain || plain && asciiScanners[end].numeric != h.numeric {
			t.Fatalf("%q: state %d, want plain %v, numeric %v", host, end, plain, h.numeric)
		}
		if len(host) == 5 {
			return
		}
		for _, next := range []string{"a", "f", "x", "Z", "0", "9", "-", ".", "_", "\xC3"} {
			try(host + next)
		}
	}
	try("")
}
