package input

import (
	"bytes"
	"math/rand/v2"
	"strings"
	"sync"
	"sync/atomic"
	"testing"
	"unicode/utf8"

	"github.com/rfc3987/iri/internal/ref/spec"
	"github.com/rfc3987/iri/internal/verdict/check"
	"github.com/rfc3987/iri/internal/verdict/report"
)

// TestColumn has texts with the number of characters after their last line feed. A byte that is
// not UTF-8 counts as one.
func TestColumn(t *testing.T) {
	for _, tt := range []struct {
		name, text string
		want       int
	}{
		{"nothing", "", 7},
		{"ASCII", "http://e/\x00a:b\x00", 7 + 14},
		{"characters of two to four bytes", "aé日😀b", 7 + 5},
		{"many of them, with ASCII between", strings.Repeat("12345678é9日", 100), 7 + 1100},
		{"bytes that are not UTF-8", "a\xff\xe6\x97b\xe6", 7 + 6},
		{"a line feed", "日本\né", 1},
		{"at the end", "é\n", 0},
	} {
		asked := columnAfter(&column{n: 7, known: true}, []byte(tt.text), strings.Count(tt.text, "\n"), '\n')
		if got := asked.value(); got != tt.want {
			t.Errorf("%s: got %d, want %d", tt.name, got, tt.want)
		}
		text := []byte(tt.text)
		gone := columnAfter(&column{n: 7, known: true}, text, strings.Count(tt.text, "\n"), '\n')
		gone.forget(utf8.Valid(text))
		clear(text)
		if got := gone.value(); got != tt.want {
			t.Errorf("%s, when the text has gone away: got %d, want %d", tt.name, got, tt.want)
		}
	}
}

// TestColumns holds the places of texts that end with NUL, some not clean and some not UTF-8, to the places
// that are counted from the start of the file. Blocks are worked on at the same time, and their memory is used again.
func TestColumns(t *testing.T) {
	r := rand.New(rand.NewPCG(20, 30))
	texts := []string{"http://example.org/é/日本", "http://example.org/" + strings.Repeat("x", 200), "http://e/a b", "a:\xff\xe6\x97", "a:b\nc", "http://e/\r", "http://e/é\uE000", "", "\n"}
	for _, odd := range []int{0, 1, 100, 10_000} { // how many of 100,000 texts are odd
		var file strings.Builder
		want := map[int64][2]int{} // by offset
		line, col, empty := 1, 1, int64(0)
		for file.Len() < 5*BlockSize {
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
		v := check.NewValidator(spec.RFC3987.Top(), report.Settings{})
		for _, jobs := range []int{1, 3} {
			o := Options{From: Null}
			f, err := NewFile("a", strings.NewReader(file.String()), &o)
			if err != nil {
				t.Fatal(err)
			}
			buffers := make(chan []byte, jobs)
			for range jobs {
				buffers <- nil
			}
			var clean, found atomic.Int64
			var group sync.WaitGroup
			var last *Block
			for s := NewScanner(f, &o); ; {
				b, err := s.Next(<-buffers)
				if err != nil {
					break
				}
				last = &b
				group.Go(func() {
					clean.Add(int64(b.Each(&o, textCleaner{testCleaner{&v, &v}, &v}, func(r *Record) bool {
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
			if m := last.Mark(); m.Line != line || m.Col != col-1 {
				t.Errorf("%d odd texts, %d jobs: the mark at the end is %d:%d, want %d:%d", odd, jobs, m.Line, m.Col, line, col-1)
			}
			if clean.Load()+found.Load()+empty != int64(len(want)) || clean.Load() == 0 {
				t.Errorf("%d odd texts, %d jobs: %d are clean and %d are not, of %d", odd, jobs, clean.Load(), found.Load(), len(want))
			}
		}
	}
}

// A textCleaner is a testCleaner for texts that end with NUL, too.
type textCleaner struct {
	testCleaner
	v *check.Validator
}

func (c textCleaner) Texts(block []byte, found func(start, end int) bool) (clean int, isUTF8 bool) {
	return c.v.Texts(block, found), true
}

// TestRuneCount holds runeCount and runesOfUTF8 to the standard library, for texts of bytes at which the lengths of
// characters and what may stand in them change.
func TestRuneCount(t *testing.T) {
	octets := []byte("\x00az\x7f\x80\x8f\x90\x9f\xa0\xbf\xc0\xc1\xc2\xdf\xe0\xe1\xec\xed\xee\xef\xf0\xf1\xf4\xf5\xff")
	chars := []string{"é", "日", "ไ", "퟿", "\uE000", "😀", "\U0010FFFF", "abcdefgh"}
	r := rand.New(rand.NewPCG(20, 28))
	for range 200_000 {
		var b []byte
		for range r.IntN(20) {
			if r.IntN(3) == 0 {
				b = append(b, chars[r.IntN(len(chars))]...)
			} else {
				b = append(b, octets[r.IntN(len(octets))])
			}
		}
		if got, want := runeCount(b), utf8.RuneCount(b); got != want {
			t.Fatalf("%q: got %d characters, want %d", b, got, want)
		}
		b = append([]byte(strings.Repeat("日é", r.IntN(60))), bytes.ToValidUTF8(b, nil)...)
		if got, want := runesOfUTF8(b), utf8.RuneCount(b); got != want {
			t.Fatalf("%q: got %d characters of UTF-8, want %d", b, got, want)
		}
	}
}
