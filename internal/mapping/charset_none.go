//go:build nocharsets

package mapping

import (
	"errors"
	"strings"

	"golang.org/x/text/encoding"
	"golang.org/x/text/encoding/unicode"
)

// lookupCharset knows UTF-8 and UTF-16 alone. The tables of the other charsets are a sixth
// of a program for a browser, which has text in Unicode; with the build tag nocharsets they
// are left out.
func lookupCharset(label string) (encoding.Encoding, string, error) {
	switch strings.ToLower(label) {
	case "utf-8", "utf8":
		return unicode.UTF8, "utf-8", nil
	case "utf-16", "utf-16le":
		return unicode.UTF16(unicode.LittleEndian, unicode.IgnoreBOM), "utf-16le", nil
	case "utf-16be":
		return unicode.UTF16(unicode.BigEndian, unicode.IgnoreBOM), "utf-16be", nil
	}
	return nil, "", errors.New("charsets but UTF-8 and UTF-16 are left out of this program")
}
