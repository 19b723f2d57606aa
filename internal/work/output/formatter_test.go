package output

import (
	"bytes"
	"strings"
	"testing"

	"github.com/rfc3987/iri/internal/files/input"
	"github.com/rfc3987/iri/internal/testkit"
	"github.com/rfc3987/iri/internal/testkit/runtest"
	"github.com/rfc3987/iri/internal/verdict/report"
	"github.com/rfc3987/iri/internal/work/checks"
	"github.com/rfc3987/iri/internal/work/render"
	"github.com/rfc3987/iri/internal/work/result"
)

// TestFindingsInParts has a string with very many faults. What is handed on in parts is what is
// made at once, and nothing is made when the output has all that it may have.
func TestFindingsInParts(t *testing.T) {
	target := runtest.Target()
	target.Settings.Max = 5000
	text := "http://a/" + strings.Repeat("%zz", 5003) + "\n"
	for _, format := range []string{FormatText, FormatJSON, "sarif", "github"} {
		f := NewFormatter(format, target, render.Style{}, "", noCodes)
		for _, limit := range []int{0, 3, 5001, 9000} {
			var got, whole bytes.Buffer
			parts, most := 0, 0
			pieces := &Trimmer{W: &got, Sep: f.Separator, Limit: limit}
			printer := Printer{Formatter: f, Limit: limit, Pieces: pieces}
			run := checks.Run{Checker: checks.NewChecker(target), Input: new(input.Options), Found: printer.Found}
			at := &Trimmer{W: &whole, Sep: f.Separator, Limit: limit}
			runtest.Blocks(t, text, new(input.Options), func(b *input.Block) {
				r := new(result.Result)
				flush := func() error {
					parts++
					most = max(most, len(r.Out))
					err := pieces.WriteParts(r.Out, r.Ends)
					r.Empty()
					return err
				}
				r.Begin(b, flush)
				run.Block(b, r)
				if err := flush(); err != nil {
					t.Fatal(err)
				}
				b.Each(new(input.Options), nil, func(rec *input.Record) bool {
					c := run.Checker.Check(rec, nil)
					var ends []result.End
					at.WriteParts(f.Append(nil, &ends, rec, &c), ends)
					return true
				})
			})
			if !bytes.Equal(got.Bytes(), whole.Bytes()) {
				t.Errorf("%s, limit %d: in parts %d bytes, at once %d", format, limit, got.Len(), whole.Len())
			}
			if format != FormatJSON && (most > 2*result.FlushSize || limit == 0 && parts < 3) {
				t.Errorf("%s, limit %d: %d parts of up to %d bytes", format, limit, parts, most)
			}
		}
	}
}

// TestSampleKeepsOnce has an input with two codes and very many findings. The samples of both codes
// hold one text, which is what is printed without a sample, and no memory beside it.
func TestSampleKeepsOnce(t *testing.T) {
	testkit.StatesRFC(t, "s://h/p")
	target := runtest.Target()
	target.Settings.Max = 0
	for _, format := range []string{FormatText, FormatJSON, "sarif", "github"} {
		f := NewFormatter(format, target, render.Style{}, "", noCodes)
		runtest.Blocks(t, "http://a/"+strings.Repeat("%zz|a", 1000)+"\n", new(input.Options), func(b *input.Block) {
			r, want := new(result.Result), []byte(nil)
			printer := Printer{Formatter: f, Sample: 2}
			run := checks.Run{Checker: checks.NewChecker(target), Input: new(input.Options),
				Found: func(r *result.Result, b *input.Block, rec *input.Record, c *result.Checked) {
					want = f.Append(nil, nil, rec, c)
					printer.Found(r, b, rec, c)
				}}
			r.Begin(b, func() error { return nil })
			run.Block(b, r)
			one, other := r.Summary.Sample["pct-encoded"], r.Summary.Sample["ipath-abempty"]
			switch {
			case len(one) != 1 || len(other) != 1:
				t.Fatalf("%s: the samples are of %d and %d inputs", format, len(one), len(other))
			case !bytes.Equal(one[0].Output, want):
				t.Errorf("%s: the sample has %d bytes, want %d", format, len(one[0].Output), len(want))
			case &one[0].Output[0] != &other[0].Output[0]:
				t.Errorf("%s: each code has a text of its own", format)
			case cap(one[0].Output) > len(want)+len(want)/8:
				t.Errorf("%s: %d bytes take %d", format, len(want), cap(one[0].Output))
			}
		})
	}
}

// noCodes are the codes that a formatter of SARIF lists: none.
func noCodes() []report.Entry { return nil }
