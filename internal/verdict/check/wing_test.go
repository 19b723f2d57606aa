//go:build !plain

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
	"github.com/rfc3987/iri/internal/ref/component"
	"github.com/rfc3987/iri/internal/ref/spec"
	"github.com/rfc3987/iri/internal/ref/textparts"
	"github.com/rfc3987/iri/internal/testkit"
	"github.com/rfc3987/iri/internal/text/chars"
	"github.com/rfc3987/iri/internal/verdict/prose"
	"github.com/rfc3987/iri/internal/verdict/report"
)

// Blocks with few lines are to reach the checker of lines.
var _ = TablesAtOnce()

// isCleanAtAGlance reports whether s is clean at a glance, if it conforms to a rule for references.
func isCleanAtAGlance(s string) bool {
	clean, _ := atAGlance(s, spec.RFC3987.Reference(), &report.Settings{})
	return clean
}

// glanceHolds fails if a string that is clean at a glance has findings. It reports whether the
// string is clean at a glance, and conforms to a rule.
func glanceHolds(t *testing.T, s string) bool {
	t.Helper()
	standsTo(t, s)
	if !isCleanAtAGlance(s) {
		return false
	}
	conforms := false
	for _, by := range []*spec.Spec{spec.RFC3986, spec.RFC3987, spec.RFC3987bis} {
		var ref component.Ref
		if !by.Reference().Split(s, &ref) {
			continue
		}
		conforms = true
		if found, _, _ := prose.Check(&ref, by.Reference(), &report.Settings{Max: 1}, prose.Known{}); len(found) > 0 {
			t.Errorf("%s: %q is clean at a glance, and has the finding %s at %d: %s", by.Name(), s, found[0].Code, found[0].Start, found[0].Message)
		}
	}
	return conforms
}

// standsTo fails if conversions are to leave s unencoded by a glance, and not by its parts. It reports whether they are to by a glance.
func standsTo(t *testing.T, s string) bool {
	t.Helper()
	var text textparts.Text
	if !MayStand(s) || !text.Parts.Split(s) {
		return false
	}
	if text.S = s; !text.MayStand() {
		t.Errorf("%+q may stand at a glance, and may not by its parts", s)
	}
	return true
}

// TestGlanceRules holds what is said of strings at a glance against all rules for references: whether they conform.
func TestGlanceRules(t *testing.T) {
	testkit.StatesRFC(t)
	known := 0
	for _, tt := range []struct{ name, s string }{
		{"ASCII", "http://example.org/a?b=c"},
		{"a fragment", "https://example.org:8080/a#b"},
		{"percent-encodings", "http://example.org/%C3%A9"},
		{"text beyond ASCII", "http://example.org/тест"},
		{"a host beyond ASCII", "http://пример.рф"},
		{"a host with a long label", "http://" + strings.Repeat("д", 30) + ".рф/"},
		{"a fragment beyond ASCII", "http://example.org/#é"},
		{"four bytes", "http://𑄇𑄨.org/"},
		{"two fragments", "http://example.org/#a#b"},
		{"a percent sign", "http://example.org/100%"},
		{"a space", "http://example.org/a b"},
		{"brackets", "http://example.org/[a]"},
		{"a character cut off", "http://example.org/\xe0\xb8"},
		{"a character cut off in the middle", "http://example.org/ก\xe0\xb8/ก"},
		{"a character cut off at the end of the host", "http://ก\xe0\xb8/"},
		{"a byte without a first one", "http://example.org/ก\x80"},
		{"a character too long", "http://example.org/\xe0\x80\xaf"},
		{"a surrogate", "http://example.org/\xed\xa0\x80"},
	} {
		for _, by := range spec.Specs() {
			for rule := range by.Rules() {
				if !rule.IsWhole() {
					continue
				}
				if _, conforms := atAGlance(tt.s, rule, &report.Settings{}); conforms {
					if known++; !rule.Valid(tt.s) {
						t.Errorf("%s: conforms to %s of %s at a glance, and does not", tt.name, rule, by.Name())
					}
				}
			}
		}
	}
	if isCleanAtAGlance("http://example.org/") && known < 30 {
		t.Errorf("%d times a string is known to conform, want 30", known)
	}
}

// TestMayStand goes through every character in every place of the text that a glance knows.
func TestMayStand(t *testing.T) {
	stand := 0
	for c := rune(0x80); c < 0x20000; c++ {
		if c >= 0x3200 && c < 0xE000 && c%rune(testkit.Size(8, 4, 1)) > 0 {
			continue // Han and Hangul
		}
		for _, place := range []string{"http://h/%c", "http://h/a%c.%c", "http://%c.example?a%c#%c", "http://%%41%c/"} {
			if standsTo(t, replaced(place, c)) {
				stand++
			}
		}
	}
	if isCleanAtAGlance("http://example.org/") && stand < 10_000 {
		t.Errorf("%d strings may stand at a glance, want 10,000", stand)
	}
}

// TestGlance checks lines in every script, with all their letters and marks in any order, that are
// clean at a glance.
func TestGlance(t *testing.T) {
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
			if glanceHolds(t, s) {
				cleanOnes++
			}
		}
	}
	if isCleanAtAGlance("http://example.org/") && cleanOnes < lines/10 {
		t.Errorf("%d of %d lines are clean at a glance, want a tenth", cleanOnes, lines)
	}
}

// TestGlancePairs checks pairs of characters that lie near each other, or of which one is a combining mark of
// all scripts, where they could compose or be in another order, and some with a third one between them.
func TestGlancePairs(t *testing.T) {
	var list []rune
	for r := rune(0x80); r < 0x20000; r++ {
		if p := chars.Of(r).Properties(); p.Ccc != 0 || p.Flags&(chars.First|chars.Second) != 0 {
			list = append(list, r)
		}
	}
	r := rand.New(rand.NewPCG(64, 2))
	near := func(a, b rune) bool { return max(a, b)-min(a, b) < 768 || 0x300 <= b && b < 0x370 && a < 0x2000 }
	share := testkit.Size(8, 3, 1)
	pairs, cleanOnes := 0, 0
	for i, a := range list {
		for _, b := range list {
			if !near(a, b) || r.IntN(share) != 0 {
				continue
			}
			between := list[min(len(list)-1, i+r.IntN(20))]
			for _, s := range []string{string([]rune{a, b}), string([]rune{a, between, b})} {
				pairs++
				if glanceHolds(t, "http://h/"+s) {
					cleanOnes++
				}
				glanceHolds(t, "http://"+s+".com/")
			}
		}
	}
	if isCleanAtAGlance("http://example.org/") && cleanOnes < pairs/20 {
		t.Errorf("%d of %d pairs are clean at a glance, want a twentieth", cleanOnes, pairs)
	}
}

// TestGlanceLengths checks hosts of all lengths, in the scripts whose Punycode is long.
func TestGlanceLengths(t *testing.T) {
	r := rand.New(rand.NewPCG(64, 63))
	for _, text := range []string{"абвгґдеєжз", "äöüßñçøåæ", "กขคงจฉช", "中国日本人大学", "カタナひら中", "한국어가나다", "אבגדה", "ابتثج", "ႠႡაბგ", "ꔀꔁꕐꖐꗐ", "ộếủạ", "𑄇𑄈𑄉"} {
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
				glanceHolds(t, b.String())
			}
		}
	}
}

// FuzzGlance looks for strings that are clean at a glance and have findings.
func FuzzGlance(f *testing.F) {
	for _, s := range []string{"http://example.org/a", "https://пример.рф:80/путь?a=1#д", "http://[::1]/中", "http://बि.com/कि-की%41", "http://שלום.com/א-ב1", "http://日本のカナ.jp/日本"} {
		f.Add(s)
	}
	f.Fuzz(func(t *testing.T, s string) { glanceHolds(t, s) })
}

// TestTableSize checks that the rows for 45 scripts in one file take less than 512 KiB, and
// that there still is room for more: nearly every clean line is found to be clean by the
// table.
func TestTableSize(t *testing.T) {
	scripts := lettersOf()
	r := rand.New(rand.NewPCG(45, 2))
	l := lines.New(spec.RFC3987.Top().Steps(), kernels().Automaton(), '\n')
	v := NewValidator(spec.RFC3987.Top(), report.Settings{})
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
	if l.RowBytes() >= 512<<10 {
		t.Errorf("the rows take %d bytes, want less than 512 KiB", l.RowBytes())
	}
	if clean < 30_000 || doubted > clean/6 {
		t.Errorf("%d lines are clean at once, %d after a check: want 30,000, and no more than a sixth", clean, doubted)
	}
}

// TestLinesAskWing holds that lines are read by the checker of the wing: without it the
// answers would be the same, and later.
func TestLinesAskWing(t *testing.T) {
	v := NewValidator(spec.RFC3987.Top(), report.Settings{})
	v.Lines([]byte("a:b\nc d\n"), func(int, int) bool { return true })
	if len(v.blocks.lines.free) != 1 {
		t.Errorf("%d checkers of lines have been used, want 1", len(v.blocks.lines.free))
	}
}

// TestTableFrom checks that a validator makes its first checker of lines when it has been given so many bytes, and
// that it says the same of lines before and after.
func TestTableFrom(t *testing.T) {
	defer func(n int) { tableFrom = n }(tableFrom)
	tableFrom = 1000
	for _, tt := range []struct {
		name  string
		block string
		pool  func(*blockChecker) *pool
		read  func(v *Validator, block []byte, found func(start, end int) bool) int
		want  string // offsets of what is not clean
		clean int
	}{
		{"lines", "a:b\nc d\r\n\nhttp://é.example/\nx", func(b *blockChecker) *pool { return &b.lines }, (*Validator).Lines, "4-7 29-30", 2},
		{"texts", "a:b\x00c d\x00\x00http://é.example/\x00x", func(b *blockChecker) *pool { return &b.texts }, (*Validator).Texts, "4-7 28-29", 2},
	} {
		v := NewValidator(spec.RFC3987.Top(), report.Settings{})
		whole := strings.LastIndexAny(tt.block, "\n\x00") + 1
		for n := 1; n <= 1200/whole; n++ {
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
				t.Errorf("%s: after %d bytes there are %d checkers, want %d", tt.name, n*whole, made, want)
			}
		}
	}
}

// TestTableFromStatements checks that no statement is clean before there is a checker, and then those that need
// no decoder.
func TestTableFromStatements(t *testing.T) {
	defer func(n int) { tableFrom = n }(tableFrom)
	tableFrom = 200
	block := []byte("<a:b> <c:d> <e:f> .\n<a:b> <c:d> <e f> .\n")
	v := NewValidator(spec.RFC3987.Top(), report.Settings{})
	for n := 1; n <= 8; n++ {
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
