package render

import (
	"bytes"
	"strings"
	"testing"

	"github.com/rfc3987/iri/internal/files/input"
	"github.com/rfc3987/iri/internal/testkit/runtest"
	"github.com/rfc3987/iri/internal/verdict/finding"
	"github.com/rfc3987/iri/internal/work/checks"
	"github.com/rfc3987/iri/internal/work/run"
)

// TestFindingsInParts has a string with very many faults. What is handed on in parts is what is
// made at once, and nothing is made when the output has all that it may have.
func TestFindingsInParts(t *testing.T) {
	target := runtest.Target()
	target.Run.Max = 5000
	text := "http://a/" + strings.Repeat("%zz", 5003) + "\n"
	for _, format := range []string{FormatText, FormatJSON, "sarif", "github"} {
		f := NewFormatter(format, target, Style{}, "", noCodes)
		for _, limit := range []int{0, 3, 5001, 9000} {
			var got, whole bytes.Buffer
			parts, most := 0, 0
			pieces := &Trimmer{W: &got, Sep: f.Separator, Limit: limit}
			printer := Printer{Formatter: f, Limit: limit, Pieces: pieces}
			check := &checks.Check{Checker: checks.NewChecker(target), Input: new(input.Options)}
			at := &Trimmer{W: &whole, Sep: f.Separator, Limit: limit}
			runtest.Do(t, text, new(input.Options), check, run.Func(printer.Render), func(r *run.Result) {
				parts++
				most = max(most, len(r.Out))
				if err := pieces.writeParts(r.Out, r.Ends); err != nil {
					t.Fatal(err)
				}
			})
			runtest.Chunks(t, text, new(input.Options), func(b *input.Chunk) {
				b.Each(new(input.Options), nil, func(rec *input.Item) bool {
					c := check.Checker.Check(rec)
					var ends []run.End
					at.writeParts(f.Append(nil, &ends, rec, &c), ends)
					return true
				})
			})
			if !bytes.Equal(got.Bytes(), whole.Bytes()) {
				t.Errorf("%s, limit %d: in parts %d bytes, at once %d", format, limit, got.Len(), whole.Len())
			}
			if format != FormatJSON && (most > 2*run.FlushSize || limit == 0 && parts < 3) {
				t.Errorf("%s, limit %d: %d parts of up to %d bytes", format, limit, parts, most)
			}
		}
	}
}

// noCodes are the codes that a formatter of SARIF lists: none.
func noCodes() []finding.Entry { return nil }

// TestSame has parts that are the same: they are written once and counted, with a limit and without one.
func TestSame(t *testing.T) {
	parts := func(once bool, names ...string) (p []byte, ends []run.End) {
		for _, name := range names {
			p = append(p, name...)
			end := run.End{At: len(p), Source: "f", Error: true, Code: finding.Code(name), Line: 1, Col: 2}
			if once {
				end.Same = map[string]uint64{"a": 1, "b": 2}[name]
			}
			ends = append(ends, end)
		}
		return p, ends
	}
	for _, tt := range []struct {
		name        string
		limit       int
		once        bool
		out, listed string
		left        int
	}{
		{"all", 0, false, "abacca", "", 0},
		{"once", 0, true, "abcc", " error[a] f:1:2 2\n", 0},
		{"a limit", 3, true, "abc", " error[a] f:1:2 2\n", 1},
		{"a limit of one", 1, true, "a", " error[a] f:1:2 2\n", 3},
		{"a limit of all", 4, false, "abac", "", 2},
	} {
		var got bytes.Buffer
		x := &Trimmer{W: &got, Limit: tt.limit}
		for _, names := range [][]string{{"a", "b", "a"}, {"c", "c", "a"}} {
			p, ends := parts(tt.once, names...)
			if err := x.writeParts(p, ends); err != nil {
				t.Fatal(err)
			}
		}
		_, listed, _ := strings.Cut(string(x.appendSame(nil, Style{})), "other places\n")
		if got.String() != tt.out || listed != tt.listed || x.Left != tt.left {
			t.Errorf("%s: got %q, %q and %d left, want %q, %q and %d", tt.name, got.String(), listed, x.Left, tt.out, tt.listed, tt.left)
		}
	}
}

// TestSameRows holds that a list of what is printed once has an end.
func TestSameRows(t *testing.T) {
	x := &Trimmer{W: new(bytes.Buffer)}
	for range 3 {
		for i := range 1100 {
			if err := x.writeParts([]byte("x"), []run.End{{At: 1, Same: uint64(i + 1), Source: "f", Code: "n", Line: 1, Col: 2}}); err != nil {
				t.Fatal(err)
			}
		}
	}
	got := string(x.appendSame(nil, Style{}))
	if strings.Count(got, "\n") != maxRows+3 || !strings.HasSuffix(got, " warning[n] f:1:2 2\n … and 2,160 in 1,080 more\n") {
		t.Errorf("got %q", got)
	}
}
