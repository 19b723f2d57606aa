package clean

import (
	"math/rand/v2"
	"sort"
	"strings"
	"testing"
	"unicode"
	"unicode/utf8"

	"github.com/rfc3987/iri/internal/fast/lines"
	"github.com/rfc3987/iri/internal/testkit"
	"github.com/rfc3987/iri/internal/text/chars"
	"github.com/rfc3987/iri/internal/text/idna"
)

// scans reports whether a hostScanner accepts a host whose first byte comes n bytes
// after a tick.
func scans(host string, n int) bool {
	var c hostScanner
	for i, r := range host {
		// The scanner makes ticks inside of a character before its step.
		for at := i; at < i+utf8.RuneLen(r); at++ {
			if (n+at)%lines.TickBytes == 0 && !c.tick() {
				return false
			}
		}
		if !c.step(r, language.avoid) {
			return false
		}
	}
	return c.end()
}

// TestScanner checks that a host that a hostScanner accepts is plain, whatever lengths and
// characters its labels have, and wherever the ticks are.
func TestScanner(t *testing.T) {
	var letters [][]rune // by group of 512 characters
	for group := range rune(0x30000 >> 9) {
		var list []rune
		for r := max(group<<9, utf8.RuneSelf); r < (group+1)<<9; r++ {
			if chars.Of(r).Flags()&chars.PValid != 0 {
				list = append(list, r)
			}
		}
		if list != nil {
			letters = append(letters, list)
		}
	}
	r := rand.New(rand.NewPCG(3492, 1))
	accepted, long := 0, 0
	for range 300_000 {
		var b strings.Builder
		list := letters[r.IntN(len(letters))]
		if r.IntN(2) == 0 {
			list = letters[r.IntN(6)] // those of two bytes, and more
		}
		spread := 1 + r.IntN(40)
		for k := range 1 + r.IntN(4) {
			if k > 0 {
				b.WriteByte('.')
			}
			// The first and the last characters of a group have the largest differences.
			from := r.IntN(len(list))
			few := list[from:min(len(list), from+spread)]
			ascii := r.IntN(3) * r.IntN(12)
			for i := range 1 + r.IntN(24) {
				switch n := r.IntN(24); {
				case n < ascii:
					b.WriteByte("abz01-"[r.IntN(6)])
				case n == 23 && i > 0 && r.IntN(4) == 0:
					b.WriteRune(list[r.IntN(len(list))])
				case n == 22 && i > 0 && r.IntN(2) == 0:
					b.WriteRune(list[len(list)-1])
				default:
					b.WriteRune(few[r.IntN(len(few))])
				}
			}
		}
		host := b.String()
		if !scans(host, r.IntN(lines.TickBytes)) {
			continue
		}
		accepted++
		if !isPlain(host) {
			t.Errorf("%+q: the hostScanner accepts it, but it is not plain", host)
		}
		total := 0
		for label := range strings.SplitSeq(host, ".") {
			n := len(label)
			if chars.NonASCII(label) < n {
				n = idna.EncodedLen(label)
			}
			total += n + 1
			if n > maxLabel {
				t.Errorf("%+q: the hostScanner accepts it, but a label takes %d octets", host, n)
			}
			if n > 32 {
				long++
			}
		}
		if total-1 > maxName {
			t.Errorf("%+q: the hostScanner accepts it, but it takes %d octets", host, total-1)
		}
	}
	if accepted < 5000 || long < 100 {
		t.Errorf("%d hosts are accepted, %d labels of more than 32 octets: want 5000, 100", accepted, long)
	}
}

// TestScannerAccepts checks that the hostScanner accepts what hosts are mostly like.
func TestScannerAccepts(t *testing.T) {
	for _, host := range []string{
		"www.example.org", "bücher.example", "пример.испытание", "مثال.إختبار", "例え.テスト", "उदाहरण.परीक्षा",
		"한국.한국", "中国.政府.中国", "ตัวอย่าง.ทดสอบ", "ọjà.com", "řeka.cz", "ⵍⵉⴽⵉ.org", "ᎹᏂᎪ.com", "münchen.de",
		"straßenverkehr.de",
	} {
		for n := range lines.TickBytes {
			if !scans(host, n) {
				t.Errorf("%q, %d bytes after a tick: not accepted", host, n)
			}
		}
	}
}

// TestWindows checks that a U-label that has no more bytes than its window allows takes no more
// than 63 octets in the DNS, whatever its characters are. There are
// too many labels to try them all, so it finds the worst of all: see worst.
func TestWindows(t *testing.T) {
	members := make(map[window][]rune)
	for r := rune(0x80); r <= unicode.MaxRune; r++ {
		if chars.Of(r).Flags()&chars.PValid == 0 {
			continue
		}
		w := windowOf(r)
		for v := latin; v <= lastWindow; v++ {
			if w.with(v) == v {
				members[v] = append(members[v], r)
			}
		}
	}
	// Of the windows with the same limits it tries the widest, at all their places.
	type class struct {
		latin       window // a window of Latin is a class of its own
		alone, most int
		size        int  // of the first character, in bytes
		right       bool // it is right-to-left: then there is no ASCII
	}
	classes := make(map[class]*puny)
	for w, list := range members {
		c := class{size: utf8.RuneLen(list[0]), right: true}
		c.alone, c.most = w.most(false), w.most(true)
		for _, r := range list {
			c.right = c.right && chars.Of(r).Flags()&chars.L == 0
		}
		if w <= latinTones {
			c.latin = w
		}
		p := newPuny(list)
		if q := classes[c]; q == nil {
			classes[c] = p
		} else {
			p.first, p.last = min(p.first, q.first), max(p.last, q.last)
			if p.width() > q.width() {
				q.lo, q.hi, q.long = p.lo, p.hi, p.long
			}
			q.first, q.last = p.first, p.last
		}
	}
	for c, p := range classes {
		octets := len("xn--") + p.most(0, c.alone)
		t.Logf("%U to %U, differences of %d: %d bytes take at most %d octets", p.first, p.last, p.width(), c.alone, octets)
		if octets > maxLabel {
			t.Errorf("%U to %U: a label of %d bytes may take %d octets", p.first, p.last, c.alone, octets)
		}
		worst := 0
		for ascii := 1; ascii < c.most && !c.right && ascii < testkit.Size(4, 64, 64); ascii += testkit.Size(1, 8, 1) {
			octets := len("xn--") + len("-") + ascii + p.most(ascii, c.most-ascii)
			if worst = max(worst, octets); octets > maxLabel {
				t.Errorf("%U to %U: a label of %d bytes with %d of ASCII may take %d octets", p.first, p.last, c.most, ascii, octets)
			}
		}
		t.Logf("%d bytes with some of ASCII take at most %d", c.most, worst)
	}
}

// A puny finds how many digits of Punycode labels may take at most.
type puny struct {
	lo, hi      []rune // the first and the last characters of groups of characters
	first, last rune   // the first character of a label
	long        int    // the first group of characters of more than two bytes
}

func newPuny(list []rune) *puny {
	groups := 64
	if list[0] < 0x800 && list[len(list)-1] >= 0x800 {
		groups = 16 // as there are many ways to divide the bytes
	}
	p := &puny{first: list[0], last: list[len(list)-1]}
	step := (len(list) + groups - 1) / groups
	short := sort.Search(len(list), func(i int) bool { return list[i] >= 0x800 })
	for i := 0; i < len(list); {
		end := min(i+step, len(list))
		if i < short {
			end = min(end, short)
			p.long++
		}
		p.lo, p.hi = append(p.lo, list[i]), append(p.hi, list[end-1])
		i = end
	}
	return p
}

// width returns the difference of the last character and the first one.
func (p *puny) width() int { return int(p.hi[len(p.hi)-1] - p.lo[0]) }

// after puts into next, for each group, the first group that can have a character that is at
// least d more than one of that group; the number of groups, if there is none. The
// character is short if it has two bytes.
func (p *puny) after(next []int, d int, short bool) {
	groups, to := len(p.lo), 0
	for at := range next {
		to = max(to, at)
		for to < groups && int(p.hi[to]-p.lo[at]) < d {
			to++
		}
		if !short {
			to = max(to, p.long)
		}
		if next[at] = to; short && to >= p.long {
			next[at] = groups
		}
	}
}

// most returns the most digits that characters take that have a number of bytes, in a label with
// some characters of ASCII as well.
func (p *puny) most(ascii, bytes int) (most int) {
	size := utf8.RuneLen(p.hi[len(p.hi)-1])
	switch p.long {
	case 0: // all characters are long
		return p.worst(ascii, 0, bytes/size)
	case len(p.lo):
		return p.worst(ascii, bytes/2, 0)
	}
	for short := range bytes/2 + 1 {
		most = max(most, p.worst(ascii, short, (bytes-2*short)/size))
	}
	return most
}

// worst returns the most digits that short characters of two bytes and then long characters of
// more take in a label with a number of characters of ASCII.
//
// The characters are written in the order of their code points. After h characters, one that
// is d more than the one before it is written as a number of at most d·(h+1)+h
// (RFC 3492 §6.3), and how many digits a number takes depends on the number before it (§6.1).
// So the worst of the last k characters is known for each bias and each group of
// characters that may come before, if the worst of the last k-1 is known.
func (p *puny) worst(ascii, short, long int) int {
	n := short + long
	if n == 0 {
		return 0
	}
	const biases = 256
	groups := len(p.lo)
	low, high := adapt(int(p.first-0x80)*(ascii+1), ascii+1, 700), adapt(int(p.last-0x80)*(ascii+1)+ascii, ascii+1, 700)
	top := max(high, adapt(p.width()*(ascii+n)+ascii+n, 2, 2)) // no bias is larger
	var rest [biases][]int                                     // by the bias and the last group
	for bias := range rest {
		rest[bias] = make([]int, groups+1)
	}
	nexts := make([]int, groups)
	for k := n - 1; k >= 1; k-- {
		h := ascii + k
		most := p.width()*(h+1) + h
		var now [biases][]int
		for bias := range now {
			now[bias] = make([]int, groups+1)
		}
		for v := 0; v <= most; {
			bias := adapt(v, h+1, 2)
			last := v + sort.Search(most-v, func(i int) bool { return adapt(v+1+i, h+1, 2) != bias })
			// All numbers from v to last lead to the same bias.
			stale := true // nexts is not that of v
			later := rest[bias]
			for before := range top + 1 {
				all := now[before]
				for from := v; from <= last; {
					n := digits(from, before)
					to := from + sort.Search(last-from, func(i int) bool { return digits(from+1+i, before) != n })
					if from > v || stale {
						p.after(nexts, from/(h+1), k < short)
					}
					for at, next := range nexts {
						if next == groups {
							break
						}
						all[at] = max(all[at], n+later[next])
					}
					stale = from > v
					from = to + 1
				}
			}
			v = last + 1
		}
		rest = now
	}
	worst := 0
	first := 0
	if short == 0 {
		first = p.long
	}
	for bias := low; bias <= high; bias++ {
		worst = max(worst, rest[bias][first])
	}
	return worst + digits(int(p.last-0x80)*(ascii+1)+ascii, 72)
}

// adapt returns the bias after a number (RFC 3492 §6.1).
func adapt(v, points, damp int) (bias int) {
	v /= damp
	v += v / points
	for ; v > (36-1)*26/2; bias += 36 {
		v /= 36 - 1
	}
	return bias + (36-1+1)*v/(v+38)
}

// digits returns how many digits a number takes with a bias.
func digits(v, bias int) int {
	n := 1
	for k := 36; ; k += 36 {
		t := min(max(k-bias, 1), 26)
		if v < t {
			return n
		}
		v = (v - t) / (36 - t)
		n++
	}
}
