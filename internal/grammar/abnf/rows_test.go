package abnf_test

import (
	"errors"
	"os"
	"strings"
	"testing"

	"github.com/rfc3987/iri/internal/grammar/abnf"
	"github.com/rfc3987/iri/internal/testkit"
)

// TestParse gives the tree of every piece of the notation, printed back.
func TestParse(t *testing.T) {
	for _, row := range testkit.Rows(t, "testdata/parse.txt", 5) {
		name, src, want, source := row[0], row[2], row[3], row[4]
		t.Run(name, func(t *testing.T) {
			g, err := abnf.Parse("x.abnf", []byte(src))
			if err != nil {
				t.Fatal(err)
			}
			if got := g.Rules[0].String(); got != want {
				t.Errorf("got %q, want %q", got, want)
			}
			if got := g.Rules[0].Source; source != "" && got != source {
				t.Errorf("source: got %q, want %q", got, source)
			}
		})
	}
}

// TestErrors has the exact messages of the reader and the checks. The files
// that a row needs beside core.abnf are those of grammar/.
func TestErrors(t *testing.T) {
	for _, row := range testkit.Rows(t, "testdata/messages.txt", 4) {
		name, src, want := row[0], row[2], row[3]
		t.Run(name, func(t *testing.T) {
			g, err := abnf.Parse("x", []byte(src))
			var list abnf.ErrorList
			if err == nil {
				_, list, err = abnf.Resolve(os.DirFS("../../../grammar"), "published", g)
			}
			if err != nil && !errors.As(err, &list) {
				t.Fatal(err)
			}
			var b strings.Builder
			for _, e := range list {
				warning := ""
				if e.Warning {
					warning = " (warning)"
				}
				b.WriteString(e.Pos.String() + " " + e.Code + warning + ": " + e.Msg + "\n")
			}
			if got := strings.TrimSpace(b.String()); got != want {
				t.Errorf("got:\n%s\nwant:\n%s", got, want)
			}
		})
	}
}

// TestNearest has names that are not there, and what is proposed for them.
func TestNearest(t *testing.T) {
	for _, tt := range []struct{ name, known, want string }{
		{"ab", "cd ac", "ac"}, {"a", "b", ""}, {"", "a", ""}, {"port", "x uri-port", "uri-port"}, {"rt", "uri-rt", ""},
		{"-port", "x", ""}, {"abcd", "abxy", "abxy"}, {"abcd", "axyz", ""}, {"ABC", "xbc abc", "abc"},
		{strings.Repeat("a", 1000), strings.Repeat("a", 1001), ""},
	} {
		if got := abnf.Nearest(tt.name, strings.Fields(tt.known)); got != tt.want {
			t.Errorf("%.20s of %.20s: got %q, want %q", tt.name, tt.known, got, tt.want)
		}
	}
}
