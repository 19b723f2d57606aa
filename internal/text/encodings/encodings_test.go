package encodings

import "testing"

// TestGet has labels with the name of what they stand for and what it makes of the byte 0x80 and of the two bytes B0 A1.
func TestGet(t *testing.T) {
	for _, tt := range []struct {
		get                      func(string) (Encoding, error)
		label, name, byte80, two string
		single                   bool
	}{
		{Get, " Latin1 ", "windows-1252", "€", "°¡", true},
		{Get, "SJIS", "shift_jis", "\u0080", "ｰ｡", false},
		{Get, "x-gbk", "gbk", "€", "啊", false},
		{Get, "utf8", "utf-8", "\uFFFD", "\uFFFD\uFFFD", false},
		{Get, "UTF-32", "utf-32le", "\uFFFD", "\uFFFD", false},
		{Get, "utf-16", "utf-16le", "\uFFFD", "\uA1B0", false},
		{GetIANA, "ISO_8859-1", "iso-8859-1", "\u0080", "°¡", true},
		{GetIANA, "US-ASCII", "us-ascii", "\uFFFD", "\uFFFD\uFFFD", false},
		{GetIANA, "windows-1252", "windows-1252", "€", "°¡", true},
		{GetIANA, "gb2312", "gbk", "€", "啊", false}, // IANA has it, and x/text no table
		{GetIANA, "x-gbk", "gbk", "€", "啊", false},
	} {
		e, err := tt.get(tt.label)
		if err != nil || e.Name() != tt.name || e.Single() != tt.single {
			t.Errorf("%q: got %s, single %v, %v, want %s, %v", tt.label, e.Name(), e.Single(), err, tt.name, tt.single)
			continue
		}
		for octets, want := range map[string]string{"\x80": tt.byte80, "\xB0\xA1": tt.two} {
			if got, err := e.NewDecoder().String(octets); got != want || err != nil {
				t.Errorf("%q: %x is %q, %v, want %q", tt.label, octets, got, err, want)
			}
		}
	}
	for _, label := range []string{"", "iso-2022-kr", "cp037"} {
		for _, get := range []func(string) (Encoding, error){Get, GetIANA} {
			if e, err := get(label); err == nil {
				t.Errorf("%q: got %s, want an error", label, e.Name())
			}
		}
	}
}
