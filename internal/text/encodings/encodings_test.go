package encodings

import (
	"bytes"
	"crypto/sha256"
	"fmt"
	"html"
	"os"
	"os/exec"
	"path/filepath"
	"strings"
	"testing"
	"unicode/utf8"

	"golang.org/x/text/transform"

	"github.com/rfc3987/iri/internal/testkit"
)

// indexes has, for each encoding, the start of the digest of all that its decoder reads and all
// that its encoder writes. TestBrowser holds the same against a browser.
var indexes = map[string][2]string{
	"ibm866":         {"1d99b2ebeb4a", "5e4dd868c2de"},
	"iso-8859-2":     {"8be6dcfb6e64", "aba72f88f8d4"},
	"iso-8859-3":     {"7c0a184896d2", "9b2d0333eaec"},
	"iso-8859-4":     {"22e49e856723", "9574decc30cd"},
	"iso-8859-5":     {"e31825250dc3", "2a93c2217e45"},
	"iso-8859-6":     {"258025dfa724", "e33bd943657c"},
	"iso-8859-7":     {"4683a7a91be7", "9dd69c3fdb5a"},
	"iso-8859-8":     {"631998dda43b", "2492c8314137"},
	"iso-8859-8-i":   {"631998dda43b", "2492c8314137"},
	"iso-8859-10":    {"9942c0ce07bf", "7dd400af4d50"},
	"iso-8859-13":    {"3d1c3a75ad1c", "38dd2155bc92"},
	"iso-8859-14":    {"4cd83019be62", "45241c7c7038"},
	"iso-8859-15":    {"612d4c56f811", "9872d0e27fce"},
	"iso-8859-16":    {"f83326c88db3", "7f276729bd89"},
	"koi8-r":         {"6bb5beb96730", "635c25e10c8e"},
	"koi8-u":         {"47d5f72a41b1", "8063cddc4cf3"},
	"macintosh":      {"1f384884ef25", "d7417e052320"},
	"windows-874":    {"265a4b3d4fa8", "ea12f4b981f9"},
	"windows-1250":   {"f31c44d42120", "3032fa627a83"},
	"windows-1251":   {"2ea8488a3e1f", "738251b54682"},
	"windows-1252":   {"14d744b7a6ca", "2bd8b73b0eb2"},
	"windows-1253":   {"7b5741ef099c", "6988ee6b6bee"},
	"windows-1254":   {"07b47bcc6f08", "f664c6f98413"},
	"windows-1255":   {"0056d11c0115", "19baedc2a200"},
	"windows-1256":   {"9972931ede4e", "28e454a3bedb"},
	"windows-1257":   {"c60ec6bd77b6", "5369a56475dc"},
	"windows-1258":   {"769e62aefc5a", "3464d36c446b"},
	"x-mac-cyrillic": {"840e79cd16f3", "e902f7e4c7c6"},
	"gbk":            {"ab05bb66a73e", "4d075f40be0e"},
	"gb18030":        {"ab05bb66a73e", "39f286de7b2a"},
	"big5":           {"b931b6e7abda", "2d1ca7843416"},
	"euc-jp":         {"2f60b11b1685", "f9596a9f60d9"},
	"shift_jis":      {"2e613408bf9a", "d511dd848faa"},
	"euc-kr":         {"ac1e8a08417b", "b335540e4c8f"},
}

// decoded lists what the decoder makes of all codes.
func decoded(e *Encoding) string {
	var b strings.Builder
	dec := e.NewDecoder()
	var dst [64]byte
	for _, octets := range codes(e.name) {
		dec.Reset()
		n, _, err := dec.Transform(dst[:], octets, true)
		text := string(dst[:n])
		if err != nil || strings.ContainsRune(text, utf8.RuneError) {
			text = "-"
		}
		line(&b, octets, text)
	}
	return b.String()
}

func line(b *strings.Builder, octets []byte, text string) {
	fmt.Fprintf(b, "%x", octets)
	for _, r := range text {
		fmt.Fprintf(b, " %x", r)
	}
	b.WriteByte('\n')
}

// codes returns all codes of an encoding that the script of browserDecode asks for.
func codes(name string) (list [][]byte) {
	for b := range 256 {
		list = append(list, []byte{byte(b)})
	}
	if !wide[name] {
		return list
	}
	for a := 0x80; a <= 0xFF; a++ {
		for b := range 256 {
			list = append(list, []byte{byte(a), byte(b)})
			if name == "euc-jp" && b >= 0x80 {
				list = append(list, []byte{0x8F, byte(a), byte(b)})
			}
		}
	}
	if name == "gb18030" || name == "gbk" {
		for n := range 4 * 10 * 126 * 10 {
			list = append(list, []byte{byte(0x81 + n/12600), byte('0' + n/1260%10), byte(0x81 + n/10%126),
				byte('0' + n%10)})
		}
	}
	return list
}

var wide = map[string]bool{"gbk": true, "gb18030": true, "big5": true, "euc-jp": true, "shift_jis": true,
	"euc-kr": true}

// encoded lists what the encoder writes, as a browser shows it in a query. What it cannot write
// is left out.
func encoded(e *Encoding) string {
	var b strings.Builder
	enc := e.NewEncoder()
	var dst [16]byte
	for _, r := range runes() {
		enc.Reset()
		n, _, err := enc.Transform(dst[:], []byte(string(r)), true)
		if err != nil {
			continue
		}
		fmt.Fprintf(&b, "%x ", r)
		for _, c := range dst[:n] {
			if c <= ' ' || c >= 0x7F || strings.IndexByte(`"#<>'`, c) >= 0 {
				fmt.Fprintf(&b, "%%%02X", c)
			} else {
				b.WriteByte(c)
			}
		}
		b.WriteByte('\n')
	}
	return b.String()
}

func runes() (list []rune) {
	for _, of := range [][2]rune{{0x80, 0xD7FF}, {0xE000, 0xFFFF}, {0x10000, 0x100FF}, {0x1F100, 0x1F2FF},
		{0x20000, 0x2FA1F}} {
		for r := of[0]; r <= of[1]; r++ {
			list = append(list, r)
		}
	}
	return list
}

func TestIndexes(t *testing.T) {
	for name, want := range indexes {
		e, err := Get(name)
		if err != nil {
			t.Fatal(err)
		}
		for i, all := range []string{decoded(e), encoded(e)} {
			if got := fmt.Sprintf("%.6x", sha256.Sum256([]byte(all))); got != want[i] {
				t.Errorf("%s: %s: got %s, want %s", name, [2]string{"decoder", "encoder"}[i], got, want[i])
			}
		}
	}
}

// TestBrowser compares every code and every character of all encodings with what a browser makes
// of them: TextDecoder, and the query of a link in a page that has the encoding.
func TestBrowser(t *testing.T) {
	chromium := os.Getenv("CHROMIUM")
	if chromium == "" {
		chromium = "/usr/bin/chromium"
	}
	if _, err := os.Stat(chromium); err != nil || testkit.Asked("attack") == "" {
		t.Skip("needs Chromium: make attack runs it")
	}
	dir := t.TempDir()
	ask := func(name, script string) []string {
		page := filepath.Join(dir, name+".html")
		text := "<html><head><meta charset=" + name +
			"></head><body><a id=a></a><pre id=o></pre><script>let out=['']\n" + script +
			"\ndocument.getElementById('o').textContent=out.join('\\n')+'\\n'</script></body></html>"
		if err := os.WriteFile(page, []byte(text), 0o666); err != nil {
			t.Fatal(err)
		}
		out, err := exec.Command(chromium, "--headless", "--no-sandbox", "--disable-gpu", "--user-data-dir="+
			filepath.Join(dir, "profile"), "--dump-dom", "file://"+page).Output()
		_, list, ok := strings.Cut(string(out), "<pre id=\"o\">\n")
		list, _, end := strings.Cut(list, "</pre>")
		if err != nil || !ok || !end {
			t.Fatalf("%s: %v: %.200s", name, err, out)
		}
		return strings.Split(html.UnescapeString(list), "\n")
	}
	for name := range indexes {
		e, err := Get(name)
		if err != nil {
			t.Fatal(err)
		}
		compare(t, name+" is read", strings.Split(decoded(e), "\n"),
			ask(name, strings.ReplaceAll(browserDecode, "NAME", name)))
		compare(t, name+" is written", strings.Split(encoded(e), "\n"), ask(name, browserEncode))
	}
}

func compare(t *testing.T, what string, got, want []string) {
	t.Helper()
	for i := range want {
		if i >= len(got) || got[i] != want[i] {
			t.Errorf("%s: line %d: got %q, the browser has %q", what, i+1, append(got, make([]string, i+1)...)[i],
				want[i])
			return
		}
	}
	if len(got) != len(want) {
		t.Errorf("%s: got %d lines, the browser has %d", what, len(got), len(want))
	}
}

const browserDecode = `
let d = new TextDecoder('NAME', {fatal: true})
const hex = b => b.map(x => x.toString(16).padStart(2, '0')).join('')
const t = b => {
  let s
  try { s = d.decode(Uint8Array.from(b)) } catch (e) { s = '-'; d = new TextDecoder('NAME', {fatal: true}) }
  if (s.includes('\ufffd')) s = '-'
  const pair = 'NAME' == 'big5' && {'8862': 'ca 304', '8864': 'ca 30c', '88a3': 'ea 304', '88a5': 'ea 30c'}[hex(b)] // Chromium has a fault here
  out.push(hex(b) + ' ' + (pair || [...s].map(c => c.codePointAt(0).toString(16)).join(' ')))
}
out = []
for (let i = 0; i < 256; i++) t([i])
if (['gbk', 'gb18030', 'big5', 'euc-jp', 'shift_jis', 'euc-kr'].includes('NAME'))
  for (let a = 128; a < 256; a++) for (let b = 0; b < 256; b++) {
    t([a, b])
    if ('NAME' == 'euc-jp' && b >= 128) t([0x8f, a, b])
  }
if (['gbk', 'gb18030'].includes('NAME'))
  for (let n = 0; n < 50400; n++) t([0x81 + Math.floor(n / 12600), 48 + Math.floor(n / 1260) % 10, 0x81 + Math.floor(n / 10) % 126, 48 + n % 10])
out.unshift('')
`

const browserEncode = `
const a = document.getElementById('a')
const go = (lo, hi) => {
  for (let c = lo; c <= hi; c++) {
    a.href = '?' + String.fromCodePoint(c)
    const s = a.search.slice(1)
    if (!s.startsWith('%26%23')) out.push(c.toString(16) + ' ' + s)
  }
}
go(0x80, 0xd7ff); go(0xe000, 0xffff); go(0x10000, 0x100ff); go(0x1f100, 0x1f2ff); go(0x20000, 0x2fa1f)
`

// TestSmallPieces reads and writes all codes in one text, in pieces of a few bytes.
func TestSmallPieces(t *testing.T) {
	for _, name := range []string{"gb18030", "gbk", "shift_jis", "iso-8859-2", "euc-jp", "big5", "iso-2022-jp"} {
		e, err := Get(name)
		if err != nil {
			t.Fatal(err)
		}
		var octets []byte
		if name == "iso-2022-jp" {
			octets = []byte("a\x1B$B$\"$\x24\x1B(Bb\x1B(J\\~\x1B(B\n")
		} else {
			for _, c := range codes(name) {
				octets = append(append(octets, c...), '\n')
			}
		}
		whole, err := e.NewDecoder().Bytes(octets)
		if err != nil {
			t.Fatal(err)
		}
		if got := inPieces(e.NewDecoder(), octets); !bytes.Equal(got, whole) {
			t.Errorf("%s: decoded in pieces it is another text", name)
		}
		good := []byte(strings.NewReplacer(string(utf8.RuneError), "", "\u0304", "", "\u030C",
			"").Replace(string(whole)))
		out, err := e.NewCopier().Bytes(good)
		if err != nil {
			t.Errorf("%s: what is read cannot be copied: %v", name, err)
		}
		if got := inPieces(e.NewCopier(), good); !bytes.Equal(got, out) {
			t.Errorf("%s: encoded in pieces it is another text", name)
		}
		if back, err := e.NewDecoder().Bytes(out); err != nil || string(back) != string(good) {
			t.Errorf("%s: a copy is read as another text", name)
		}
	}
}

// inPieces transforms src in pieces of three bytes.
func inPieces(tr transform.Transformer, src []byte) (out []byte) {
	tr.Reset()
	var dst [8]byte
	for size := 3; ; {
		size = min(size, len(src))
		n, took, err := tr.Transform(dst[:], src[:size], size == len(src))
		out, src = append(out, dst[:n]...), src[took:]
		switch {
		case err == transform.ErrShortSrc:
			size++
		case err == nil && len(src) == 0:
			return out
		case err != nil && err != transform.ErrShortDst:
			return append(out, err.Error()...)
		default:
			size = 3
		}
	}
}

func TestGet(t *testing.T) {
	for label, want := range map[string]string{" Latin1 ": "windows-1252", "SJIS": "shift_jis", "utf8": "utf-8",
		"x-gbk": "gbk", "logical": "iso-8859-8-i", "iso-2022-kr": "", "": ""} {
		e, err := Get(label)
		if want == "" && err == nil || want != "" && (err != nil || e.Name() != want) {
			t.Errorf("%q: got %v, %v, want %q", label, e, err, want)
		}
	}
}
