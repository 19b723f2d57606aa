package check

import (
	"bytes"
	"fmt"
	"maps"
	"math/rand/v2"
	"slices"
	"strings"
	"testing"

	"github.com/rfc3987/iri/internal/fast/lines"
	"github.com/rfc3987/iri/internal/ref/spec"
	"github.com/rfc3987/iri/internal/testkit"
	"github.com/rfc3987/iri/internal/text/chars"
	"github.com/rfc3987/iri/internal/verdict/finding"
)

// TestScripts holds lines in every script to the registry, with all their letters and marks in any order.
func TestScripts(t *testing.T) {
	auto := cleanText().Automaton()
	scripts := lettersOf()
	names := slices.Sorted(maps.Keys(scripts))
	r := rand.New(rand.NewPCG(64, 512))
	lines, cleanOnes := 0, 0
	for i, name := range names {
		letters := scripts[name]
		both := append(slices.Clone(letters), scripts[names[(i+7)%len(names)]][:10]...)
		for n := range 300 {
			s := lineIn(r, letters)
			switch n % 6 {
			case 0:
				s = lineIn(r, both)
			case 1, 2: // marks anywhere, and what ASCII does beside them
				var b strings.Builder
				b.WriteString("http://")
				for range 1 + r.IntN(12) {
					b.WriteRune(letters[r.IntN(len(letters))])
					if r.IntN(4) == 0 {
						b.WriteByte("a1-.A"[r.IntN(5)])
					}
				}
				b.WriteByte('/')
				for range r.IntN(20) {
					b.WriteRune(letters[r.IntN(len(letters))])
					if r.IntN(4) == 0 {
						b.WriteString([]string{"a", "1", "-", "%41", "%AB", "/", "\u0301"}[r.IntN(7)])
					}
				}
				s = b.String()
			}
			lines++
			if holdsRegistry(t, auto, s) {
				cleanOnes++
			}
		}
	}
	if cleanOnes < lines/10 {
		t.Errorf("%d of %d lines are clean, want a tenth", cleanOnes, lines)
	}
}

// TestPairs holds to the registry pairs of characters that lie near each other, or of which one is a combining mark of
// all scripts, where they could compose or be in another order, and some with a third one between them.
func TestPairs(t *testing.T) {
	auto := cleanText().Automaton()
	var list []rune
	for r := rune(0x80); r < 0x20000; r++ {
		if p := chars.Of(r).Properties(); p.Ccc != 0 || p.Flags&(chars.First|chars.Second) != 0 {
			list = append(list, r)
		}
	}
	r := rand.New(rand.NewPCG(64, 2))
	near := func(a, b rune) bool { return max(a, b)-min(a, b) < 768 || 0x300 <= b && b < 0x370 && a < 0x2000 }
	share := testkit.Size(40, 5, 1)
	pairs, cleanOnes := 0, 0
	for i, a := range list {
		for _, b := range list {
			if !near(a, b) || r.IntN(share) != 0 {
				continue
			}
			between := list[min(len(list)-1, i+r.IntN(20))]
			for _, s := range []string{string([]rune{a, b}), string([]rune{a, between, b})} {
				pairs++
				if holdsRegistry(t, auto, "http://h/"+s) {
					cleanOnes++
				}
				holdsRegistry(t, auto, "http://"+s+".com/")
			}
		}
	}
	if cleanOnes < pairs/20 {
		t.Errorf("%d of %d pairs are clean, want a twentieth", cleanOnes, pairs)
	}
}

// TestLengths holds to the registry hosts of all lengths, in the scripts whose Punycode is long.
func TestLengths(t *testing.T) {
	auto := cleanText().Automaton()
	r := rand.New(rand.NewPCG(64, 63))
	for _, text := range []string{"абвгґдеєжз", "äöüßñçøåæ", "กขคงจฉช", "中国日本人大学", "カタナひら中", "한국어가나다", "אבגדה", "ابتثج",
		"ႠႡაბგ", "ꔀꔁꕐꖐꗐ", "ộếủạ", "𑄇𑄈𑄉"} {
		letters := []rune(text)
		for n := 1; n < 160; n += 1 + n/42*3 {
			for range 8 {
				var b strings.Builder
				b.WriteString("http://")
				for i := range n {
					b.WriteRune(letters[r.IntN(len(letters))])
					if r.IntN(9) == 0 && i+1 < n {
						b.WriteString([]string{".", "a", "-"}[r.IntN(3)])
					}
				}
				b.WriteString(".example/")
				holdsRegistry(t, auto, b.String())
			}
		}
	}
}

// FuzzClean looks for strings that are clean and have findings.
func FuzzClean(f *testing.F) {
	auto := cleanText().Automaton()
	for _, s := range []string{"http://example.org/a", "https://пример.рф:80/путь?a=1#д", "http://[::1]/中",
		"http://बि.com/कि-की%41", "http://שלום.com/א-ב1", "http://日本のカナ.jp/日本"} {
		f.Add(s)
	}
	f.Fuzz(func(t *testing.T, s string) { holdsRegistry(t, auto, s) })
}

// TestTableSize checks that the rows for 45 scripts in one file take less than a mebibyte, and
// that there still is room for more: nearly every clean line is found to be clean by the
// table.
func TestTableSize(t *testing.T) {
	scripts := lettersOf()
	r := rand.New(rand.NewPCG(45, 2))
	l := lines.New(spec.RFC3987.Top().Automaton(), cleanText().Automaton(), '\n')
	v := NewValidator(spec.RFC3987.Top(), finding.Run{})
	names := slices.Sorted(maps.Keys(scripts))
	r.Shuffle(len(names), func(i, k int) { names[i], names[k] = names[k], names[i] })
	clean, doubted := 0, 0
	for range 20 {
		var block bytes.Buffer
		for range 3000 {
			fmt.Fprintln(&block, lineIn(r, scripts[names[r.IntN(45)]]))
		}
		lines, found := l.Check(block.Bytes(), nil)
		clean += lines - len(found)
		for _, line := range found {
			if v.Clean(string(block.Bytes()[line.Start:line.End])) {
				doubted++
			}
		}
	}
	t.Logf("%d KiB; %d clean lines, and %d that needed a check", l.RowBytes()>>10, clean, doubted)
	if l.RowBytes() >= 1<<20 {
		t.Errorf("the rows take %d bytes, want less than a mebibyte", l.RowBytes())
	}
	if clean < 30_000 || doubted > clean/6 {
		t.Errorf("%d lines are clean at once, %d after a check: want 30,000, and no more than a sixth", clean, doubted)
	}
}

// TestLinesAskScanner holds that lines are read by the scanner of lines: without it the
// answers would be the same, and later.
func TestLinesAskScanner(t *testing.T) {
	v := NewValidator(spec.RFC3987.Top(), finding.Run{})
	v.Lines(testkit.Lines, func(int, int) bool { return true })
	if len(v.blocks.lines.free) != 1 {
		t.Errorf("%d scanners of lines have been used, want 1", len(v.blocks.lines.free))
	}
}

// TestTableFrom checks that a validator makes its first scanner of lines when it has been given so many bytes, and
// that it says the same of lines before and after.
func TestTableFrom(t *testing.T) {
	for _, tt := range []struct {
		name  string
		block string
		pool  func(*blockScanners) *pool
		read  func(v *Validator, block []byte, found func(start, end int) bool) int
		want  string // offsets of what is not clean
		clean int
	}{
		{"lines", "a:b\nc d\r\n\nhttp://é.example/\nx", func(b *blockScanners) *pool { return &b.lines },
			(*Validator).Lines, "4-7 29-30", 2},
		{"texts", "a:b\x00c d\x00\x00http://é.example/\x00x", func(b *blockScanners) *pool { return &b.texts },
			(*Validator).Texts, "4-7 28-29", 2},
	} {
		v := NewValidator(spec.RFC3987.Top(), finding.Run{})
		whole := strings.LastIndexAny(tt.block, "\n\x00") + 1
		for n := 1; n <= tableFrom/whole+5; n++ {
			var got []string
			clean := tt.read(&v, []byte(tt.block), func(start, end int) bool {
				got = append(got, fmt.Sprintf("%d-%d", start, end))
				return true
			})
			if strings.Join(got, " ") != tt.want || clean != tt.clean {
				t.Errorf("%s, block %d: %d are clean, and not %s; want %d, %s", tt.name, n, clean, got, tt.clean, tt.want)
			}
			made, want := len(tt.pool(v.blocks).free), 0
			if n*whole >= tableFrom {
				want = 1
			}
			if made != want {
				t.Errorf("%s: after %d bytes there are %d scanners, want %d", tt.name, n*whole, made, want)
			}
		}
	}
}

// TestTableFromStatements checks that no statement is clean before there is a scanner, and then those that need
// no decoder.
func TestTableFromStatements(t *testing.T) {
	block := []byte("<a:b> <c:d> <e:f> .\n<a:b> <c:d> <e f> .\n")
	v := NewValidator(spec.RFC3987.Top(), finding.Run{})
	for n := 1; n <= tableFrom/len(block)+5; n++ {
		found := 0
		clean := v.Statements(true, block, func(int, int) bool { found++; return true })
		want := 0
		if n*len(block) >= tableFrom {
			want = 1
		}
		if clean != want || found != 2-want {
			t.Errorf("block %d: %d are clean and %d are not, want %d and %d", n, clean, found, want, 2-want)
		}
	}
}
