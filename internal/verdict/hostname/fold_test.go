package hostname

import "testing"

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
