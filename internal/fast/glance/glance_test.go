package glance

import (
	"fmt"
	"math/rand/v2"
	"regexp"
	"strings"
	"testing"
	"unicode"

	"github.com/rfc3987/iri/internal/grammar/tables"
	"github.com/rfc3987/iri/internal/text/chars"
	"github.com/rfc3987/iri/internal/verdict/prose"
)

// kernel looks at strings by the registry.
var kernel = New(prose.DefaultChars())

// kernels are the forms of the assembly that can be run here.
func kernels() map[string]func(string) bool {
	out := make(map[string]func(string) bool)
	if hasVector256 {
		out["AVX2"] = func(s string) bool { return ask(s, func(s string) int { return look256(s, 0, &kernel.repertoires) }) }
	}
	if hasVector512 {
		out["AVX-512"] = func(s string) bool { return ask(s, func(s string) int { return look512(s, 0, &kernel.repertoires) }) }
	}
	return out
}

// ask is [Kernel.IsClean] with one kernel.
func ask(s string, look func(string) int) bool {
	for {
		if at := look(s); at < 0 || !kernel.add(s[at:]) {
			return at == Clean
		}
	}
}

// needVector skips a test where no assembly can be run.
func needVector(t testing.TB) {
	if len(kernels()) == 0 {
		t.Skip("no AVX2 here")
	}
}

// reference matches what the package is asked about.
var reference = tables.Of("rfc3987", "IRI-reference")

// agree fails unless each kernel says of s what the model says, if s conforms.
func agree(t *testing.T, s string) (clean bool) {
	t.Helper()
	conforms := reference.Match(s)
	for name, isClean := range kernels() {
		got := isClean(s) // and makes the repertoire for the model
		if !conforms {
			continue
		}
		want, why := model(s)
		if got != want && !(want && ahead.MatchString(s)) {
			t.Errorf("%s: %q: got %v, want %v %s", name, s, got, want, why)
		}
		clean = got
	}
	return clean
}

// ahead finds a character beyond ASCII after one of ASCII in the same word. Where a block of 64
// bytes ends between them, the kernels do not know whether that had something foreign.
var ahead = regexp.MustCompile(`[%A-Za-z0-9][^\x00-\x7f]`)

func TestIsClean(t *testing.T) {
	needVector(t)
	long := func(n int) string { return strings.Repeat("a", n) }
	for _, tt := range []struct {
		name, s string
		want    bool
	}{
		{"plain", "http://example.org/", true},
		{"secure", "https://example.org/", true},
		{"too short", "http://h", false},
		{"no host", "https:///a", false},
		{"no text", "https://h", true},
		{"another scheme", "ftp://example.org/a", false},
		{"capitals in the scheme", "HTTP://example.org/", false},
		{"a userinfo", "http://u@example.org/", false},
		{"a password", "http://u:1@example.org/", false},
		{"a port", "http://example.org:8080/a", true},
		{"a port and no path", "http://example.org:8080", true},
		{"a port and a query", "http://example.org:1?a", true},
		{"a port of five digits", "http://example.org:59999/a", true},
		{"a port of five digits and no path", "http://example.org:10000", true},
		{"a port that may be out of range", "http://example.org:60000/a", false},
		{"a port of six digits", "http://example.org:100000/a", false},
		{"a port of six digits at the end", "http://[::1]:012345", false},
		{"five digits before a userinfo", "http://u:12345@example.org/", false},
		{"an empty port", "http://example.org:#a", true},
		{"a port out of range", "http://example.org:65536/", false},
		{"an address", "http://[::1]:80/é", true},
		{"an address alone", "https://[::1]", true},
		{"a long address", "http://[v1." + long(70) + "]/", false},
		{"looks like an IPv4 address", "http://127.0.0.1/", false},
		{"digits in a later label", "http://a.1/", true},
		{"capitals", "http://Example.ORG/", true},
		{"a hyphen", "http://a-b.example/", true},
		{"a hyphen at the start", "http://-a.example/", false},
		{"a hyphen at the end of a label", "http://a-.example/", false},
		{"a hyphen after a dot", "http://a.-b.example/", false},
		{"a hyphen at the end", "http://example.a-/", false},
		{"two hyphens", "http://xn--bcher-kva.example/", false},
		{"an empty label", "http://a..b.example/", false},
		{"a dot at the start", "http://.example/", false},
		{"a dot at the end", "http://example./", false},
		{"another character in the host", "http://a_b.example/", false},
		{"a percent-encoding in the host", "http://%41.example/", false},
		{"63 bytes", "http://" + long(63) + "/", true},
		{"64 bytes", "http://" + long(64) + "/", false},
		{"63 bytes and no text", "https://" + long(63), true},
		{"64 bytes and no text", "https://" + long(64), false},
		{"a U-label", "http://пример.рф/", true},
		{"a U-label with capitals", "http://Пример.рф/", false},
		{"ASCII capitals in a U-label", "http://Bücher.example/", false},
		{"ASCII capitals beside a U-label", "http://bücher.EXAMPLE/", false},
		{"a U-label that begins with a digit", "http://1ü.example/", false},
		{"a label with a digit first beside a U-label", "http://ü.1a.example/", false},
		{"a U-label with a digit and a hyphen", "http://ü-1.example/", true},
		{"Latin and Cyrillic in a label", "http://pаypal.com/", false},
		{"Latin and Cyrillic in labels", "http://пример.com/", true},
		{"Cyrillic and Latin with a hyphen", "http://п-a.com/", false},
		{"a mark first", "http://\u0903क.com/", false},
		{"a mark after a hyphen", "http://क-\u0903.com/", false},
		{"a mark", "http://कि.com/", true},
		{"not PVALID", "http://×.com/", false},
		{"Han", "http://中国.cn/中国", true},
		{"Han and Kana", "http://日本のカナ.jp/日本のカナ", true},
		{"Vietnamese", "http://cộng-hòa.vn/tiếng_việt/Đông", false},
		{"Vietnamese after a host of ASCII", "http://example.vn/tiếng_việt/Đông/ắ", true},
		{"Vietnamese with a mark", "http://example.vn/tiê\u0323ng", false},
		{"a mark after a letter that may compose", "http://h/ẹ\u0302", false},
		{"the last Hangul", "http://힣히.kr/한힐", true},
		{"Hangul", "http://한국.kr/한국", true},
		{"Hangul and Latin", "http://h/한국a", true},
		{"Thai and Latin", "http://h/ทูวาa", false},
		{"Thai, a hyphen and Latin", "http://h/ทูวา-a", true},
		{"Thai, a digit and Latin", "http://h/ทู1a", false},
		{"Latin, a digit and Thai", "http://h/a1ทู", false},
		{"Thai and a percent-encoding", "http://h/ทู%41", true},
		{"Thai and a percent-encoding with a letter", "http://h/ทู%4C", false},
		{"Hebrew and a percent-encoding", "http://h/א%41", false},
		{"Hebrew", "http://שלום.com/שלום/", true},
		{"Hebrew and a digit", "http://h/שלום1", false},
		{"Hebrew and a hyphen in a label", "http://א-ב.com/", false},
		{"Hebrew in a label, ASCII in another", "http://a.שלום.com/", true},
		{"20 letters of Cyrillic", "http://" + strings.Repeat("д", 20) + ".com/", true},
		{"21 letters of Cyrillic", "http://" + strings.Repeat("д", 21) + ".com/", false},
		{"18 letters of Thai", "http://" + strings.Repeat("ก", 18) + ".com/", true},
		{"19 letters of Thai", "http://" + strings.Repeat("ก", 19) + ".com/", false},
		{"20 letters of Cyrillic and a digit", "http://" + strings.Repeat("д", 20) + "1.com/", false},
		{"18 letters of Thai and a digit", "http://" + strings.Repeat("ก", 18) + "1.com/", false},
		{"17 letters of Thai and digits", "http://" + strings.Repeat("ก", 17) + "123.com/", true},
		{"13 letters of Han and a digit", "http://" + strings.Repeat("中", 13) + "1.com/", false},
		{"13 letters of Han in a later label", "http://中.中." + strings.Repeat("中", 13) + "/", true},
		{"14 letters of Han in a later label", "http://中.中." + strings.Repeat("中", 14) + "/", false},
		{"13 letters of Han", "http://" + strings.Repeat("中", 13) + ".com/", true},
		{"14 letters of Han", "http://" + strings.Repeat("中", 14) + ".com/", false},
		{"14 letters of Kana", "http://" + strings.Repeat("カ", 14) + ".com/中", true},
		{"9 labels", "http://" + strings.Repeat("д.", 8) + "д/", true},
		{"10 labels", "http://" + strings.Repeat("д.", 9) + "д/", false},
		{"two pieces", "http://" + strings.Repeat(strings.Repeat("ก", 12)+".", 2) + "th/", true},
		{"a hyphen at the start of the second piece", "http://" + strings.Repeat(strings.Repeat("ก", 12)+".", 2) + "-th/", false},
		{"a mark at the start of the second piece", "http://" + strings.Repeat(strings.Repeat("ก", 12)+".", 2) + "ิก/", false},
		{"a digit at the start of the second piece", "http://" + strings.Repeat(strings.Repeat("ก", 12)+".", 2) + "1ก/", false},
		{"two pieces, 9 labels", "http://" + strings.Repeat(strings.Repeat("ก", 4)+".", 8) + "ก/", true},
		{"two pieces, 10 labels", "http://" + strings.Repeat(strings.Repeat("ก", 4)+".", 9) + "ก/", false},
		{"three pieces", "http://" + strings.Repeat(strings.Repeat("ก", 12)+".", 5) + "th/", false},
		{"two pieces of Cyrillic", "http://" + strings.Repeat(strings.Repeat("д", 14)+".", 3) + "рф/", false},
		{"two pieces of Han", "http://" + strings.Repeat(strings.Repeat("中", 8)+".", 4) + "cn/", false},
		{"two pieces, the first of ASCII", "http://" + long(40) + "." + strings.Repeat("ก", 15) + "/", false},
		{"a mark that composes", "http://h/e\u0301", false},
		{"a first half and a second half", "http://h/க\u0BC6\u0BBE", false},
		{"a label that looks like ASCII", "http://аррӏе.com/", false},
		{"one letter of it does not", "http://аррӏед.com/", true},
		{"a letter of another label does not", "http://д.аррӏе.д.com/", true},
		{"two labels of which one looks like ASCII", "http://ад.оо/", true},
		{"a mark does not count as a letter", "http://ор҃.com/", false},
		{"nor does one of another script", "http://оо.com/д", false},
		{"at the end of the text", "http://оо", false},
		{"a label that looks like ASCII, in two pieces", "http://" + strings.Repeat("д", 16) + "." + strings.Repeat("ж", 13) + ".оо.com/", false},
		{"two labels of which none does, with digits", "http://а1д.о-д/", true},
		{"Kana and Han", "http://トヨタ.自動車/", true},
		{"a second half alone", "http://h/ক\u09BE", true},
		{"a second half after ASCII", "http://h/-\u09BE", false},
		{"marks in their order", "http://h/न\u093C\u094D", false},
		{"marks out of order", "http://h/क\u094D\u093C", false},
		{"two halves in a host", "http://ক\u09C7\u09BE.com/", false},
		{"a second half at the start of a label", "http://\u09BEক.com/", false},
		{"marks out of order in a host", "http://क\u094D\u093C.com/", false},
		{"marks in their order in a host", "http://क\u093C\u094D.com/", true},
		{"a mark between two halves", "http://h/\u0DD9\u0DCA\u0DCF", false},
		{"a symbol beyond U+FFFF", "http://h/😀", false},
		{"beyond U+FFFF", "http://𑄇𑄨.org/𑄇𑄨/𑄇𑄨𑄇𑄨", true},
		{"beyond U+FFFF and right-to-left", "http://𞤀𞤣.org/𞤀𞤣", false},
		{"beyond U+FFFF and right-to-left, PVALID", "http://𞤢𞤣.org/𞤀𞤣", true},
		{"of four bytes, with the same byte twice", "http://h/𑄇𑑄", false},
		{"14 letters of four bytes", "http://" + strings.Repeat("𑄇", 14) + ".com/", true},
		{"15 letters of four bytes", "http://" + strings.Repeat("𑄇", 15) + ".com/", false},
		{"a letter of four bytes and many digits", "http://𑄇" + strings.Repeat("1", 55) + ".com/", false},
		{"two pieces of four bytes", "http://" + strings.Repeat(strings.Repeat("𑄇", 10)+".", 2) + "com/", true},
		{"beyond the planes", "http://h/\U00020000", false},
		{"another script later", "http://h/ทู/д", false},
		{"bidi formatting", "http://h/\u200E", false},
		{"a character that is not assigned", "http://\u0E3B.com/", false},
		{"private use", "http://h/?\uE000", false},
		{"a space", "http://h/中\u3000", false},
		{"in a block of its own", "http://h/" + long(200) + "/ทู", true},
		{"a word that goes on", "http://h/" + long(70) + "ทู", false},
		{"a word of two blocks", "http://h/-" + strings.Repeat("ทู", 40) + "a", false},
		{"a word after 64 bytes", "http://h/ทู/" + long(55) + "/ทู", true},
	} {
		t.Run(tt.name, func(t *testing.T) {
			if got := agree(t, tt.s); got != tt.want {
				t.Errorf("%q: got %v, want %v", tt.s, got, tt.want)
			}
		})
	}
}

// letters returns the letters and marks around a character.
func lettersNear(c rune) (list []rune) {
	for r := c - 160; r < c+160; r++ {
		if r >= 0x80 && (unicode.IsLetter(r) || unicode.IsMark(r)) {
			list = append(list, r)
		}
	}
	return list
}

// TestLongASCII puts text that is not clean at each place of a long text of ASCII, whose blocks the
// kernels pass over by some at once.
func TestLongASCII(t *testing.T) {
	needVector(t)
	for n := range 640 {
		for name, isClean := range kernels() {
			before, after := "http://h/"+strings.Repeat("a/", n/2)+"-"[:n%2], strings.Repeat("/a", (640-n)/2)
			clean := isClean(before + "/д" + after)
			if isClean(before+"\u200e"+after) || isClean(before+"/aд"+after) || !clean && n > 64 { // not in the host's block
				t.Errorf("%s: wrong at offset %d of a text of ASCII", name, len(before))
			}
		}
	}
}

// TestAgreement compares the kernels with the model on words in all scripts.
func TestAgreement(t *testing.T) {
	needVector(t)
	r := rand.New(rand.NewPCG(3987, 64))
	const between = "/-_.~!$&'(*+,;=:@ab1Z0%"
	n, cleanOnes := 30000, 0
	if testing.Short() {
		n = 6000
	}
	for range n {
		letters := lettersNear(rune(0x80 + r.IntN([]int{0xD700, 0x1F000}[r.IntN(2)])))
		if len(letters) == 0 {
			continue
		}
		word := func(most int) string {
			var b strings.Builder
			for range 1 + r.IntN(most) {
				switch r.IntN(12) {
				case 0:
					b.WriteByte("a-1b"[r.IntN(4)])
				case 1:
					b.WriteByte('.')
				default:
					b.WriteRune(letters[r.IntN(len(letters))])
				}
			}
			return b.String()
		}
		host := []string{"h.example", word(8), word(8) + "." + word(8), word(30) + "." + word(20), strings.Repeat("a", r.IntN(70)) + "."}[r.IntN(5)]
		var text strings.Builder
		for range r.IntN(12) {
			switch c := between[r.IntN(len(between))]; {
			case c == '%':
				fmt.Fprintf(&text, "%%%02X", r.IntN(256))
			case c == 'a':
				text.WriteString(strings.Repeat("a", r.IntN(80)))
			default:
				text.WriteByte(c)
			}
			if r.IntN(2) == 0 {
				text.WriteString(word(6))
			}
		}
		s := []string{"http", "https"}[r.IntN(2)] + "://" + host + []string{"", ":80", ":"}[max(0, r.IntN(8)-5)] + []string{"/", "?", "#", ""}[r.IntN(4)] + text.String()
		if agree(t, s) {
			cleanOnes++
		}
	}
	if cleanOnes < n/20 {
		t.Errorf("%d strings are clean, want %d", cleanOnes, n/20)
	}
}

// TestAnyBytes asks about strings that are not UTF-8, which must not fault.
func TestAnyBytes(t *testing.T) {
	needVector(t)
	r := rand.New(rand.NewPCG(3987, 65))
	for range 20000 {
		b := []byte("https://")
		for range r.IntN(150) {
			switch r.IntN(4) {
			case 0:
				b = append(b, byte(r.IntN(256)))
			case 1:
				b = append(b, "\xe0\xe4\xc3\xf0\x80\xbf"[r.IntN(6)])
			default:
				b = append(b, "abc/.?#-"[r.IntN(8)])
			}
		}
		agree(t, string(b))
	}
}

// TestRepertoires has what a repertoire must not hold: what the rules in prose ask for.
func TestRepertoires(t *testing.T) {
	seen := 0
	for half := range 2 * numBlocks {
		r := newRepertoire(half, kernel.avoid, kernel.spans())
		first := rune(byte(r.Base)&0x3F) * blockSize
		switch r.Width {
		case 2:
			first = rune(byte(r.Base)&0x1F) * blockSize
		case 3:
			first += rune(byte(r.Lead)&0x0F) << 12
		case 4:
			first += rune(byte(r.Lead)&0x3F) << 12
		}
		var scripts, twins chars.Scripts
		var shown []uint16
		var both uint16
		for at, traits := range r.Traits {
			if traits&In == 0 {
				if traits != 0 {
					t.Fatalf("%U has traits and is not in the repertoire of %U", first+rune(at), half*blockSize/2)
				}
				continue
			}
			seen++
			u := chars.Of(first + rune(at))
			if !plain(u, kernel.avoid) {
				t.Errorf("%U is in the repertoire of %U", first+rune(at), half*blockSize/2)
			}
			switch c := first + rune(at); {
			case chars.HasLatinTwin(c) != (traits&Twin != 0):
				t.Errorf("%U in the repertoire of %U: Twin is wrong", c, half*blockSize/2)
			case traits&Twin != 0:
				twins.Add(u.Script())
			case traits&Shown != 0:
				if lower := unicode.ToLower(c); chars.HasLatinTwin(lower) || chars.Of(lower).Flags()&chars.Mark != 0 {
					t.Errorf("%U in the repertoire of %U: Shown is wrong", c, half*blockSize/2)
				}
				shown = append(shown, chars.Of(unicode.ToLower(c)).Script())
			}
			if u.Flags()&chars.PValid == 0 != (traits&NotValid != 0) {
				t.Errorf("%U in the repertoire of %U: PVALID is wrong", first+rune(at), half*blockSize/2)
			}
			scripts.Add(u.Script())
			both |= u.Flags() & (chars.L | chars.R)
		}
		for _, script := range shown {
			if twins.Add(script); twins.Mixed() || script == 0 {
				t.Errorf("the repertoire of %U shows another script than that of what looks like ASCII", half*blockSize/2)
				break
			}
		}
		if scripts.Mixed() || both == chars.L|chars.R {
			t.Errorf("the repertoire of %U mixes scripts or directions", half*blockSize/2)
		}
	}
	if seen < 10000 {
		t.Errorf("%d characters in all repertoires, want 10000", seen)
	}
}

// FuzzIsClean compares the kernels with the model on any string.
func FuzzIsClean(f *testing.F) {
	for _, s := range []string{"http://example.org/a", "https://пример.рф:80/путь?a=1#д", "http://[::1]/中", "http://बि.com/कि-की", "http://h/" + strings.Repeat("ทู", 50), "https://\xe0\xa4"} {
		f.Add(s)
	}
	f.Fuzz(func(t *testing.T, s string) { agree(t, s) })
}

// TestBlockEdges puts pairs of characters at all places of two blocks.
func TestBlockEdges(t *testing.T) {
	needVector(t)
	for n := range 140 {
		fill := strings.Repeat("-", n)
		for _, tt := range []struct {
			s    string
			want bool
		}{
			{"http://h/ক" + fill + "ক\u09BE", true},
			{"http://h/ক" + fill + "-\u09BE", false},       // a second half after ASCII
			{"http://h/ক" + fill + "\u09C7\u09BE", false},  // after a first half
			{"http://h/ক" + fill + "ক\u09CD\u09BC", false}, // marks out of order
			{"http://h/𑄇" + fill + "𑄇\u0301", false},
			{"http://h/д" + fill + "дa", false}, // mixed words
			{"http://h/д" + fill + "aд", false},
			{"http://h/д" + fill + "д1a", false},
			{"http://h/д-" + fill + "a-д", true},
			{"http://h/д" + fill + "ก", false}, // another script
			{"http://h/д" + fill + "α", false},
		} {
			if got := agree(t, tt.s); got != tt.want {
				t.Errorf("%q: got %v, want %v", tt.s, got, tt.want)
			}
		}
	}
}

// TestIsCleanText has texts after what else may stand before them.
func TestIsCleanText(t *testing.T) {
	needVector(t)
	for _, tt := range []struct {
		name, before, text string
		want               bool
	}{
		{"ASCII", "urn", ":a:b", true},
		{"nothing", "urn:a", "", true},
		{"one script", "tag:h,2005", ":ทู/arab", true},
		{"a mixed word", "tag:h,2005", ":ทูa", false},
		{"a mark first", "a:/", "\u09BE", false},
		{"too near to the start", "a:", "é", false},
		{"any host", "http://a_b", "/中", true},
	} {
		t.Run(tt.name, func(t *testing.T) {
			if got := kernel.IsCleanText(tt.before+tt.text, len(tt.before)); got != tt.want {
				t.Errorf("%q: got %v, want %v", tt.text, got, tt.want)
			}
		})
	}
}
