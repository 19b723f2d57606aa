package formats_test

import (
	"runtime"
	"slices"
	"strings"
	"testing"

	"github.com/rfc3987/iri/internal/files/input"
	"github.com/rfc3987/iri/internal/testkit"
	"github.com/rfc3987/iri/internal/testkit/hostile"
)

// read reads all items of a text.
func read(from *input.Format, text string) (records int) {
	o := input.Options{From: from}
	f, err := input.NewFile("a", strings.NewReader(text), &o)
	if err != nil {
		return 0
	}
	s := input.NewScanner(f, &o)
	var buf []byte
	for {
		block, err := s.Next(buf)
		if err != nil {
			return records
		}
		block.Each(&o, nil, func(*input.Item) bool { records++; return true })
		buf = block.Buffer()
	}
}

// TestLinear holds the readers to memory in proportion to the input: what is allocated for eight times as much is about
// eight times as much; the square would be 64 times. TestGrowth of the command measures the time.
func TestLinear(t *testing.T) {
	for _, tt := range hostile.Texts() {
		from := slices.IndexFunc(input.Formats, func(f *input.Format) bool { return f.Name == tt.Of })
		if from < 0 {
			continue // the text is not of a file that is checked
		}
		t.Run(tt.Of+", "+tt.Name, func(t *testing.T) {
			allocated := func(n int) uint64 {
				text := tt.Make(n)
				var before, after runtime.MemStats
				runtime.ReadMemStats(&before)
				read(input.Formats[from], text)
				runtime.ReadMemStats(&after)
				return after.TotalAlloc - before.TotalAlloc
			}
			n := testkit.Size(16, 16, 32) << 10
			one, eight := allocated(n), allocated(8*n)
			t.Logf("%d KiB, %d KiB: %.1f", one>>10, eight>>10, float64(eight)/float64(one))
			if eight > 16*one {
				t.Errorf("%d KiB allocate %d KiB, eight times as much %d KiB", n>>10, one>>10, eight>>10)
			}
		})
	}
}
