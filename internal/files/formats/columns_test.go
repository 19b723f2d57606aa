package formats_test

import (
	"math/rand/v2"
	"strings"
	"sync"
	"sync/atomic"
	"testing"
	"unicode/utf8"

	"github.com/rfc3987/iri/internal/files/input"
	"github.com/rfc3987/iri/internal/ref/spec"
	"github.com/rfc3987/iri/internal/verdict/check"
	"github.com/rfc3987/iri/internal/verdict/finding"
)

// TestColumns holds the places of texts that end with NUL, some not clean and some not UTF-8, to the places
// that are counted from the start of the file. Chunks are worked on at the same time, and their memory is used again.
func TestColumns(t *testing.T) {
	r := rand.New(rand.NewPCG(20, 30))
	texts := []string{"http://example.org/é/日本", "http://example.org/" + strings.Repeat("x", 200), "http://e/a b",
		"a:\xff\xe6\x97", "a:b\nc", "http://e/\r", "http://e/é\uE000", "", "\n"}
	for _, odd := range []int{0, 1, 100, 10_000} { // how many of 100,000 texts are odd
		var file strings.Builder
		want := map[int64][2]int{} // by offset
		line, col, empty := 1, 1, int64(0)
		for file.Len() < 5*input.ChunkSize {
			text := texts[r.IntN(2)]
			if r.IntN(100_000) < odd {
				text = texts[2+r.IntN(len(texts)-2)]
			}
			want[int64(file.Len())] = [2]int{line, col}
			if text == "" {
				empty++
			}
			file.WriteString(text + "\x00")
			line += strings.Count(text, "\n")
			if i := strings.LastIndexByte(text, '\n'); i >= 0 {
				text, col = text[i+1:], 1
			}
			col += utf8.RuneCountInString(text) + 1
		}
		v := check.NewValidator(spec.RFC3987.Top(), finding.Run{})
		for _, jobs := range []int{1, 3} {
			o := input.Options{From: input.Null}
			f, err := input.NewFile("a", strings.NewReader(file.String()), &o)
			if err != nil {
				t.Fatal(err)
			}
			buffers := make(chan []byte, jobs)
			for range jobs {
				buffers <- nil
			}
			var clean, found atomic.Int64
			var group sync.WaitGroup
			var last *input.Chunk
			for s := input.NewScanner(f, &o); ; {
				b, err := s.Next(<-buffers)
				if err != nil {
					break
				}
				last = &b
				group.Go(func() {
					clean.Add(int64(b.Each(&o, textCleaner{testCleaner{&v, &v}, &v}, func(r *input.Item) bool {
						if got := [2]int{r.Line, r.Col}; got != want[r.Offset] {
							t.Errorf("%d odd texts, %d jobs: the text at %d is at %d, want %d", odd, jobs, r.Offset, got, want[r.Offset])
						}
						found.Add(1)
						return true
					})))
					b.Release()
					clear(b.Data)
					buffers <- b.Buffer()
				})
			}
			group.Wait()
			if got := last.After.Value(); got != col-1 {
				t.Errorf("%d odd texts, %d jobs: the column at the end is %d, want %d", odd, jobs, got, col-1)
			}
			if clean.Load()+found.Load()+empty != int64(len(want)) || clean.Load() == 0 {
				t.Errorf("%d odd texts, %d jobs: %d are clean and %d are not, of %d", odd, jobs, clean.Load(), found.Load(), len(want))
			}
		}
	}
}

// A textCleaner does what a testCleaner does, for texts that end with NUL, too.
type textCleaner struct {
	testCleaner
	v *check.Validator
}

func (c textCleaner) Texts(block []byte, found func(start, end int) bool) (clean int, isUTF8 bool) {
	return c.v.Texts(block, found), true
}
