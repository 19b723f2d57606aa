package hostname

import (
	"strings"
	"testing"

	"github.com/rfc3987/iri/internal/ref/component"
)

func TestDecodeName(t *testing.T) {
	for _, tt := range []struct{ clause, in, want string }{
		{"RFC 3986 §6.2.2.2: at the end", "a%C3%A9", "aé"},
		{"at the start", "%61b", "ab"},
		{"a character that a name cannot have", "a%2Fb", "a%2Fb"},
		{"octets that are not UTF-8", "%FF", "%FF"},
		{"a grammar of one's own may have it: a percent-encoding that is cut", "a%4", "a%4"},
		{"the same after a whole one", "%61%", "a%"},
	} {
		if got := decodeName(tt.in); got != tt.want {
			t.Errorf("%s: %q: got %q, want %q", tt.clause, tt.in, got, tt.want)
		}
	}
}

// TestFold has hosts, and the text by which they are compared, which is its own fold.
func TestFold(t *testing.T) {
	for _, tt := range []struct{ clause, hosts, want string }{
		{"RFC 3987 §5.3.2.2: NFC does not change a percent-encoding", "%3A%CC%81 %3a\u0301", "%3A%CC%81"},
		{"several marks, in the order of NFC", "a%3A%CC%81%CC%A3%C3%A9 a%3A\u0323\u0301é a%3A\u0301\u0323e%CC%81",
			"a%3A%CC%A3%CC%81é"},
		{"letters before and after", "e\u0301%2Fe\u0301 é%2Fé", "é%2Fé"},
		{"not UTF-8", "%FF%CC%81 %ff\u0301", "%FF%CC%81"},
		{"a grammar of one's own: a percent-encoding that is cut", "é%4", "é%4"},
		{"A-labels", "XN--BCHER-KVA.example B%C3%9Ccher.example", "bücher.example"},
		{"not an A-label", "XN-- xn%2D%2D", "xn--"},
	} {
		for host := range strings.SplitSeq(tt.hosts, " ") {
			if got := Fold(component.HostOf(host)); got != tt.want || Fold(component.HostOf(got)) != got {
				t.Errorf("%s: %+q: got %+q, and %+q of that", tt.clause, host, got, Fold(component.HostOf(got)))
			}
		}
	}
}

// TestMapped has names that UTS 46 maps to nothing.
func TestMapped(t *testing.T) {
	for _, tt := range []struct {
		clause, in string
		end        int // of the finding; 0 for none
	}{
		{"RFC 3986 §3.2.2: the name may be empty", "", 0},
		{"UTS 46 §4, step 1: all of it is ignored", "\u00AD", len("\u00AD")},
		{"the same, percent-encoded", "%C2%AD", len("%C2%AD")},
	} {
		got, findings := Append([]byte("x"), tt.in, UTS46)
		if string(got) != "x" || (tt.end == 0) != (findings == nil) || tt.end > 0 &&
			(findings[0].Start != 0 || findings[0].End != tt.end) {
			t.Errorf("%s: %+q: got %q, %+v", tt.clause, tt.in, got, findings)
		}
	}
}
