package checks

import (
	"encoding/json"
	"fmt"
	"strings"
	"testing"

	"github.com/rfc3987/iri/internal/files/input"
	filesjson "github.com/rfc3987/iri/internal/files/json"
	"github.com/rfc3987/iri/internal/testkit/runtest"
	"github.com/rfc3987/iri/internal/work/result"
)

// TestFilterAcrossBlocks filters an array of JSON that is a little longer than a block, so that the border
// of the blocks is after each of its last members, with each choice of members that are rejected. What
// is kept is JSON with the other members, and what stays of the file has the same bytes.
func TestFilterAcrossBlocks(t *testing.T) {
	o := &input.Options{From: filesjson.Format, LinesOnly: true}
	member := func(i, bad int) string {
		if bad>>i&1 == 1 {
			return fmt.Sprintf(`"http://h%d:x/"`, i)
		}
		return fmt.Sprintf(`"http://h%d/xx"`, i)
	}
	const members = 4
	length := members*(len(member(0, 0))+4) + 4
	for bad := range 1 << members {
		for _, seps := range [][2]string{{",\n", "\n"}, {" ,\n \n", "\n"}, {",\n", ""}, {", ", ""}, {",\n", " "}} {
			sep := seps[0]
			for pad := 0; pad < length; pad += 9 { // a member is longer
				var want []string
				var text strings.Builder
				text.WriteString("[\n\"http://e/" + strings.Repeat("x", input.BlockSize-16-pad) + `"`)
				for i := range members {
					text.WriteString(sep + member(i, bad))
					if bad>>i&1 == 0 {
						want = append(want, strings.Trim(member(i, bad), `"`))
					}
				}
				text.WriteString(seps[1] + "]\n")
				var got []byte
				var seam Seam
				run := FilterRun{Checker: NewChecker(runtest.Target()), Input: o,
					Found:  func(*result.Result, *input.Block, *input.Record, *result.Checked) {},
					Reject: func(*result.Result, []byte, bool) {},
				}
				runtest.Blocks(t, text.String(), o, func(b *input.Block) {
					r := new(result.Result)
					flush := func() error {
						before, out := seam.Join(r)
						got = append(append(got, before...), out...)
						r.Empty()
						return nil
					}
					r.Begin(b, flush)
					run.Block(b, r)
					flush()
				})
				got = append(got, seam.Rest()...)
				var all []string
				if err := json.Unmarshal(got, &all); err != nil {
					t.Fatalf("rejected %04b, border %d before the end: %v: … %q", bad, pad, err,
						got[max(0, len(got)-80):])
				}
				if strings.Join(all[1:], " ") != strings.Join(want, " ") {
					t.Fatalf("rejected %04b, border %d before the end: got %q, want %q", bad, pad, all[1:], want)
				}
				if bad == 0 && string(got) != text.String() {
					t.Fatalf("border %d before the end: the bytes are not the same: … %q", pad,
						got[max(0, len(got)-80):])
				}
			}
		}
	}
}
