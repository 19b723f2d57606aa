package convert

import (
	"testing"
	"unicode"

	"golang.org/x/text/transform"
	"golang.org/x/text/unicode/norm"

	"github.com/rfc3987/iri/internal/text/encodings"
)

type tables struct{ encodings.Encoding }

func (t tables) Decoder() transform.Transformer     { return t.NewDecoder() }
func (t tables) Encode(text []byte) ([]byte, error) { return t.NewEncoder().Bytes(text) }

// parseCharset is charset.Parse, which this package cannot import.
func parseCharset(name string) (Charset, error) {
	enc, err := encodings.Get(name)
	return NewCharset(name, tables{enc}), err
}

// TestCharsetEncode has what x/text writes and what RFC 3987 §3.1 step 1b makes
// of a charset that has no composites.
func TestCharsetEncode(t *testing.T) {
	for _, tt := range []struct{ name, charset, in, want string }{
		{"the euro in GBK", "gbk", "€", "%80"},
		{"two sets in ISO-2022-JP", "iso-2022-jp", "日ｱ", "%1B%24%42%46%7C%1B%28%49%31%1B%28%42"},
		{"the same rows in EUC-JP", "euc-jp", "髙ｱ", "%FC%E2%8E%B1"},
		{"two codes in Big5", "big5", "十卅═", "%A4%51%A4%CA%F9%F9"},
		{"a Vietnamese letter", "windows-1258", "\u1EBF", "%EA%EC"},
		{"marks in another order", "windows-1258", "\u1EB7", "%E3%F2"},
		{"not in the charset at all", "windows-1252", "я", ""},
	} {
		t.Run(tt.name, func(t *testing.T) {
			c, err := parseCharset(tt.charset)
			if err != nil {
				t.Fatal(err)
			}
			got, findings := c.appendPercent(nil, tt.in)
			if string(got) != tt.want || (len(findings) > 0) != (tt.want == "") {
				t.Errorf("got %q, %v, want %q", got, findings, tt.want)
			}
		})
	}
}

// TestCharsetRoundTrip checks that every letter that a charset can write comes back, and
// that windows-1258 writes the 90 Vietnamese letters from U+1EA0 to U+1EF9.
func TestCharsetRoundTrip(t *testing.T) {
	for _, name := range []string{"ibm866", "iso-8859-2", "iso-8859-3", "iso-8859-4", "iso-8859-5", "iso-8859-6",
		"iso-8859-7", "iso-8859-8",
		"iso-8859-10", "iso-8859-13", "iso-8859-14", "iso-8859-15", "iso-8859-16", "koi8-r", "koi8-u", "macintosh",
		"windows-874",
		"windows-1250", "windows-1251", "windows-1252", "windows-1253", "windows-1254", "windows-1255", "windows-1256",
		"windows-1257",
		"windows-1258", "x-mac-cyrillic", "gbk", "gb18030", "big5", "euc-jp", "iso-2022-jp", "shift_jis", "euc-kr"} {
		c, err := parseCharset(name)
		if err != nil {
			t.Fatal(err)
		}
		n := 0
		for r := rune(0xA0); r < 0x10000; r++ {
			if !unicode.IsLetter(r) || !norm.NFC.IsNormalString(string(r)) || 0xFF61 <= r && r <= 0xFF9F &&
				name == "iso-2022-jp" {
				continue
			}
			octets, ok := c.encode(string(r))
			if !ok {
				continue
			}
			n++
			if back, _, findings := c.decode(string(octets)); back != string(r) || len(findings) > 0 {
				t.Errorf("%s: %U is % X, which is read as %+q, %v", name, r, octets, back, findings)
			}
		}
		if n == 0 {
			t.Errorf("%s writes no letter", name)
		}
	}
	c, _ := parseCharset("windows-1258")
	for r := rune(0x1EA0); r <= 0x1EF9; r++ {
		if _, ok := c.encode(string(r)); !ok {
			t.Errorf("windows-1258 cannot write %U %c", r, r)
		}
	}
}
