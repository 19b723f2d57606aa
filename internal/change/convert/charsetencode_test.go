package convert

import (
	"testing"
	"unicode"

	"golang.org/x/text/transform"
	"golang.org/x/text/unicode/norm"

	"github.com/rfc3987/iri/internal/text/encodings"
)

type tables struct{ *encodings.Encoding }

func (t tables) Decoder() transform.Transformer     { return t.NewDecoder() }
func (t tables) Encode(text []byte) ([]byte, error) { return t.NewEncoder().Bytes(text) }

// parseCharset is charset.Parse, which this package cannot import.
func parseCharset(name string) (Charset, error) {
	enc, err := encodings.Get(name)
	return NewCharset(name, tables{enc}), err
}

// TestCharsetEncode has what the Encoding Standard says and what RFC 3987 §3.1 step 1b makes
// of a charset that has no composites.
func TestCharsetEncode(t *testing.T) {
	for _, tt := range []struct{ name, charset, in, want string }{
		{"minus sign in Shift_JIS", "shift_jis", "\u2212", "%81%7C"},
		{"minus sign in EUC-JP", "euc-jp", "\u2212", "%A1%DD"},
		{"yen sign in Shift_JIS", "shift_jis", "\u00A5", "%5C"},
		{"overline in EUC-JP", "euc-jp", "\u203E", "%7E"},
		{"overline in ISO-2022-JP", "iso-2022-jp", "\u203E", "%1B%28%4A%7E%1B%28%42"},
		{"U+E5E5 in GB18030", "gb18030", "\uE5E5", ""},
		{"U+E7C7 in GB18030", "gb18030", "\uE7C7", "%81%35%F4%37"},
		{"private use in GB18030", "gb18030", "\uE000\uE234\uE4C6", "%AA%A1%F8%A1%A1%40"},
		{"private use of four bytes", "gb18030", "\uF8FF", "%84%30%81%30"},
		{"what the edition of 2022 has a code for", "gb18030", "\u1E3F\uFE10\uFE11\u9FB4\u9FBB",
			"%A8%BC%A6%D9%A6%DB%FE%59%FE%A0"},
		{"what the encoder keeps of the edition before", "gb18030", "\uE78D\uE796\uE81E\uE864",
			"%A6%D9%A6%F3%FE%59%FE%A0"},
		{"the euro in GBK", "gbk", "€", "%80"},
		{"IBM extensions in Shift_JIS", "shift_jis", "纊髙ⅰⅠ￤＇＂￢①≒",
			"%FA%5C%FB%FC%FA%40%87%54%FA%55%FA%56%FA%57%81%CA%87%40%81%E0"},
		{"half-width katakana in Shift_JIS", "shift_jis", "ｱ纊", "%B1%FA%5C"},
		{"half-width katakana in ISO-2022-JP", "iso-2022-jp", "ｱﾞ｡ﾟ", "%1B%24%42%25%22%21%2B%21%23%21%2C%1B%28%42"},
		{"JIS X 0212 in EUC-JP", "euc-jp", "é", ""},
		{"the same rows in EUC-JP", "euc-jp", "髙ｱ", "%FC%E2%8E%B1"},
		{"the Hong Kong supplement in Big5", "big5", "é", ""},
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
