package hostname

import (
	"fmt"
	"strings"
	"testing"
)

// TestEncodedLabels checks which labels are looked up as another text than they are written.
func TestEncodedLabels(t *testing.T) {
	for _, tt := range []struct{ name, host, want string }{
		{"empty", "", ""},
		{"no such label", "www.example.org", ""},
		{"U-labels", "bücher.example", ""},
		{"percent-encoded", "a.%D0%B0b.c", "[2:9 аb]"},
		{"an A-label, in capitals", "XN--PPLE-43D.com", "[0:12 аpple]"},
		{"a percent-encoded A-label", "%78n--pple-43d", "[0:14 аpple]"},
		{"percent-encoded dots", "%61%2Eb%2e%63", "[0:3 a][6:7 b][10:13 c]"},
		{"not an A-label", "xn--a-.xn--", ""},
		{"not UTF-8", "%FF.a", "[0:3 \uFFFD]"},
		{"a label of the last byte", "a.%41", "[2:5 A]"},
	} {
		t.Run(tt.name, func(t *testing.T) {
			var got strings.Builder
			for _, l := range AppendLabels(nil, tt.host) {
				if l.Encoded {
					fmt.Fprintf(&got, "[%d:%d %s]", l.Start, l.End, l.Text)
				}
			}
			if got.String() != tt.want {
				t.Errorf("got %s, want %s", got.String(), tt.want)
			}
		})
	}
}
