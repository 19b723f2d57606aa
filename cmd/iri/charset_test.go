package main

import (
	"bytes"
	"strconv"
	"strings"
	"testing"

	"golang.org/x/text/encoding"
	"golang.org/x/text/encoding/japanese"
	"golang.org/x/text/encoding/unicode"
	"golang.org/x/text/encoding/unicode/utf32"
	"golang.org/x/text/unicode/norm"

	"github.com/rfc3987/iri/internal/testkit"
	"github.com/rfc3987/iri/internal/text/encodings"
)

// runOn runs a command with a text on standard input.
func runOn(in string, args ...string) (out, errs string, exit int) {
	var o, e bytes.Buffer
	a := testApp(&o, &e)
	a.stdin = strings.NewReader(in)
	exit = execute(a, args)
	return o.String(), e.String(), exit
}

// inCharset encodes a text of the table after the name of its encoding.
func inCharset(t *testing.T, text string) string {
	t.Helper()
	name, rest, _ := strings.Cut(text, ":")
	var e encoding.Encoding
	switch name {
	case "le":
		e = unicode.UTF16(unicode.LittleEndian, unicode.IgnoreBOM)
	case "be":
		e = unicode.UTF16(unicode.BigEndian, unicode.IgnoreBOM)
	case "marked":
		e = unicode.UTF16(unicode.BigEndian, unicode.UseBOM)
	case "le32":
		e = utf32.UTF32(utf32.LittleEndian, utf32.IgnoreBOM)
	case "be32":
		e = utf32.UTF32(utf32.BigEndian, utf32.IgnoreBOM)
	case "jis":
		e = japanese.ISO2022JP
	default:
		return text
	}
	out, err := e.NewEncoder().String(rest)
	if err != nil {
		t.Fatal(err)
	}
	return out
}

// TestCharsets holds that what is not UTF-8 is decoded by what it declares (RFC 3987 §6.3,
// HTML §13.2.3.2, XML 1.0 Appendix F), and by --charset if it declares nothing.
func TestCharsets(t *testing.T) {
	testkit.StatesRFC(t, "s://h/p")
	for _, row := range testkit.Rows(t, "testdata/charsets.txt", 6) {
		name, args, in, status, want := row[0], row[2], row[3], row[4], row[5]
		t.Run(name, func(t *testing.T) {
			out, errs, exit := runOn(inCharset(t, in), strings.Fields(args)...)
			switch want := inCharset(t, want); {
			case strconv.Itoa(exit) != status:
				t.Fatalf("exit status %d, want %s: %s%s", exit, status, out, errs)
			case exit == 2 && !strings.Contains(errs, want):
				t.Errorf("got the error %q, want one with %q", errs, want)
			case exit != 2 && out != want:
				t.Errorf("got %q, want %q", out, want)
			}
		})
	}
}

// TestCharsetRoundTrip holds that a page in any charset of the Encoding Standard gives the
// characters that its bytes stand for, in NFC, and that fix writes the same bytes back.
func TestCharsetRoundTrip(t *testing.T) {
	for _, name := range []string{
		"ibm866", "iso-8859-2", "iso-8859-3", "iso-8859-4", "iso-8859-5", "iso-8859-6", "iso-8859-7", "iso-8859-8",
		"iso-8859-10", "iso-8859-13", "iso-8859-14", "iso-8859-15", "iso-8859-16", "koi8-r", "koi8-u", "macintosh",
		"windows-874", "windows-1250", "windows-1251", "windows-1252", "windows-1253", "windows-1254", "windows-1255",
		"windows-1256", "windows-1257", "windows-1258", "x-mac-cyrillic", "gbk", "gb18030", "big5", "euc-jp",
		"iso-2022-jp", "shift_jis", "euc-kr",
	} {
		t.Run(name, func(t *testing.T) {
			e, err := encodings.Get(name)
			if err != nil {
				t.Fatal(err)
			}
			var page, want strings.Builder
			page.WriteString("<meta charset=" + name + ">")
			for r := rune(0xA1); r < 0xD800; r++ {
				octets, err := e.NewEncoder().String(string(r))
				if back, _ := e.NewDecoder().String(octets); err != nil || back != string(r) ||
					norm.NFC.PropertiesString(string(r)).CCC() != 0 {
					continue
				}
				page.WriteString("<a href='http://e/a" + octets + "' title=x>\n")
				want.WriteString("http://e/a" + norm.NFC.String(string(r)) + "\n")
			}
			out, errs, exit := runOn(page.String(), "normalize", "--to", "string", "--list", "--from", "html", "--spec", "leiri")
			if out != want.String() || exit != 0 {
				t.Errorf("exit status %d, %s", exit, errs)
				differ(t, name, out, want.String())
			}
			if out, _, _ := runOn(page.String(), "normalize", "--to", "string", "--from", "html", "--spec", "leiri"); out != page.String() {
				differ(t, name+" in place", out, page.String())
			}
		})
	}
}
