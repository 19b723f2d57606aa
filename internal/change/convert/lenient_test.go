package convert

import (
	"errors"
	"fmt"
	"runtime"
	"strings"
	"testing"

	"github.com/rfc3987/iri/internal/verdict/finding"
)

// TestLenientPlaces checks that what is found after the encoding of a lenient mapping has its
// place in the string that was given.
func TestLenientPlaces(t *testing.T) {
	for _, tt := range []struct{ name, in, want string }{
		{"at the end", "http://e/ <%", "[11,12)"},
		{"between", "http://e/ a%zz b", "[11,12)"},
		{"before and after", "http://e/%zz <é> %zz", "[9,10) [18,19)"},
		{"nothing encoded", "http://e/%zz", "[9,10)"},
		{"encoded and wrong", "http://[ ]/", "[8,9)"},
		{"empty place", "http://e/ :80#a#", "[15,16)"},
	} {
		t.Run(tt.name, func(t *testing.T) {
			m := URIOptions{Lenient: true}
			_, err := m.Append(nil, tt.in)
			var e *finding.ConvertError
			if !errors.As(err, &e) {
				t.Fatalf("got %v, want findings", err)
			}
			var got []string
			for _, f := range e.Findings {
				got = append(got, fmt.Sprintf("[%d,%d)", f.Start, f.End))
			}
			if got := strings.Join(got, " "); got != tt.want {
				t.Errorf("got %s, want %s", got, tt.want)
			}
		})
	}
}

// TestLenientMemory checks that a lenient mapping allocates a small multiple of its input.
func TestLenientMemory(t *testing.T) {
	const n = 1 << 20
	for _, tt := range []struct {
		name, in string
		most     uint64 // bytes for each of the input
	}{
		{"spaces", strings.Repeat(" ", n), 10},
		{"spaces between letters", strings.Repeat("a ", n/2), 10},
		{"with an error", strings.Repeat(" <", n/2) + "%", 24},
	} {
		t.Run(tt.name, func(t *testing.T) {
			m := URIOptions{Lenient: true}
			m.Append(nil, "a b%") // what is made once
			var before, after runtime.MemStats
			runtime.ReadMemStats(&before)
			m.Append(nil, tt.in)
			runtime.ReadMemStats(&after)
			if got := after.TotalAlloc - before.TotalAlloc; got > tt.most*n {
				t.Errorf("%d bytes for each byte", got/n)
			} else {
				t.Logf("%.1f bytes for each byte", float64(got)/n)
			}
		})
	}
}
