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
