package encodings

import "testing"

// TestIANA holds what is written in the charsets of IANA that are others than the encodings of the standard: how many
// characters, which Python's codecs of the same names read as these; what the euro sign and the byte 0x80 are.
func TestIANA(t *testing.T) {
	for _, tt := range []struct {
		label      string
		characters int // beyond U+009F
		euro       string
		byte80     rune
	}{
		{"US-ASCII", 0, "", 0x80},
		{"iso-8859-1", 96, "", 0x80},
		{" latin1 ", 96, "", 0x80},
		{"windows-1252", 123, "\x80", '€'},
		{"iso-8859-9", 96, "", 0x80},
		{"windows-1254", 121, "\x80", '€'},
		{"iso-8859-11", 88, "", 0x80},
		{"tis-620", 87, "", 0x80},
		{"windows-874", 97, "\x80", '€'},
		{"iso-8859-15", 96, "\xA4", 0x80},
		{"koi8-u", 126, "", '─'},
		{"gb2312", 7443, "", '€'},
		{"gbk", 21784, "", '€'},
		{"gb18030", 126795, "\xA2\xE3", '€'},
		{"euc-kr", 8225, "\xA2\xE6", '\uFFFD'},
		{"windows-949", 17048, "\xA2\xE6", '\uFFFD'},
		{"shift_jis", 6936, "", 0x80},
		{"windows-31j", 7389, "", 0x80},
		{"euc-jp", 6936, "", '\uFFFD'},
		{"iso-2022-jp", 6873, "", '\uFFFD'},
		{"big5", 13443, "", '\uFFFD'},
	} {
		e, err := GetIANA(tt.label)
		if err != nil {
			t.Fatal(err)
		}
		encoder, decoder, n := e.NewEncoder(), e.NewDecoder(), 0
		for r := rune(0xA0); r < 0x20000; r++ {
			if r >= 0xD800 && r <= 0xDFFF {
				continue
			}
			octets, err := encoder.String(string(r))
			if err != nil {
				continue
			}
			if back, err := decoder.String(octets); err == nil && back == string(r) {
				n++
			}
		}
		if n != tt.characters {
			t.Errorf("%s: it holds %d characters, want %d", tt.label, n, tt.characters)
		}
		if euro, _ := encoder.String("€"); euro != tt.euro {
			t.Errorf("%s: the euro sign is %q, want %q", tt.label, euro, tt.euro)
		}
		if text, err := decoder.String("\x80"); text != string(tt.byte80) {
			t.Errorf("%s: the byte 0x80 is %q, want %q: %v", tt.label, text, tt.byte80, err)
		}
	}
	if e, err := GetIANA("nosuch"); err == nil {
		t.Errorf("nosuch: got %v", e)
	}
}
