package spec

import (
	"fmt"
	"strings"
	"testing"

	"github.com/rfc3987/iri/internal/testkit"
)

// TestAppropriate has what may stand decoded in a field. RFC 3987 §3.2 step 4: "Re-percent-encode
// all octets produced in step 3 that in UTF-8 represent characters that are not appropriate
// according to Sections 2.2, 4.1, and 6.1."
func TestAppropriate(t *testing.T) {
	testkit.StatesRFC(t, "s://u@h/p?q#f")
	// The fields by their digits: userinfo, host, path, query and fragment.
	for _, tt := range []struct {
		name, s string
		fields  string // those in which it may stand
	}{
		{"a letter", "é", "01234"},
		{"private use, which stays encoded in a query, too", "\ue000", ""},
		{"a colon", ":", "0234"},
		{"a slash", "/", "34"},
		{"a space", " ", ""},
		{"bidi formatting (RFC 3987 §4.1)", "\u202e", ""},
		{"bidi formatting after a letter", "é\u202e", ""},
		{"a joiner after a virama, which shapes letters (RFC 5892 A.1)", "क्\u200dष", "01234"},
		{"a joiner after another letter", "a\u200db", ""},
	} {
		var got strings.Builder
		for field := range 5 {
			if RFC3987.Profile().Appropriate(tt.s, 0, field) {
				got.WriteString(fmt.Sprint(field))
			}
		}
		if got.String() != tt.fields {
			t.Errorf("%s: got fields %s, want %s", tt.name, got.String(), tt.fields)
		}
	}
}

// TestIsSegment has rules that stand for a segment of a path, also under another name, and rules that do not.
func TestIsSegment(t *testing.T) {
	testkit.StatesRFC(t)
	s, err := ReadSpec(GrammarFile{Name: "x.abnf", Text: []byte(`; spec: x
; changes: rfc3987

piece = 1*ipchar
ipath-absolute = "/" [ piece *( "/" isegment ) ]
ipath-rootless = piece *( "/" isegment )
`)})
	if err != nil {
		t.Fatal(err)
	}
	for rule, want := range map[string]bool{"isegment": true, "isegment-nz-nc": true, "piece": true, "ipchar": false,
		"iquery": false, "ipath": false, "ipath-rootless": false, "ipath-empty": false, "ihost": false} {
		if r, ok := s.Rule(rule); !ok || r.IsSegment() != want {
			t.Errorf("%s: got %v, %v, want %v", rule, r.IsSegment(), ok, want)
		}
	}
}
