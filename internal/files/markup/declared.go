package markup

import (
	"bytes"
	"strings"

	"github.com/rfc3987/iri/internal/files/input"
	"github.com/rfc3987/iri/internal/text/chars"
)

// FirstCharset returns the charset that the first bytes of an XML document show, empty for none: it starts with "<", or
// a byte order mark (XML 1.0 Appendix F).
func FirstCharset(head []byte) string {
	for _, start := range []struct{ bytes, name string }{
		{"\x00\x00\x00<", "utf-32be"}, {"\x00\x00\xFE\xFF", "utf-32be"}, {"<\x00\x00\x00",
			"utf-32le"}, {"\xFF\xFE\x00\x00", "utf-32le"},
	} {
		if bytes.HasPrefix(head, []byte(start.bytes)) {
			return start.name
		}
	}
	return input.FirstCharset(head)
}

// DeclaredEncoding returns the encoding that the declaration at the start of an XML document
// names, empty for none.
func DeclaredEncoding(head []byte) string { return declared(head, "encoding") }

// DeclaredVersion is the same for the version.
func DeclaredVersion(head []byte) string { return declared(head, "version") }

func declared(head []byte, what string) string {
	if !bytes.HasPrefix(head, []byte("<?xml")) {
		return ""
	}
	if n := bytes.Index(head, []byte("?>")); n >= 0 {
		head = head[:n]
	}
	_, after, ok := bytes.Cut(head, []byte(what))
	if !ok {
		return ""
	}
	words, _ := Fields(bytes.TrimLeft(after, chars.Space+"="))
	if len(words) == 0 || len(words[0]) < 2 {
		return ""
	}
	return string(words[0][1 : len(words[0])-1])
}

// Fields returns the words and quoted texts before the ">" that ends a declaration, and
// how far it has read.
func Fields(raw []byte) (words [][]byte, i int) {
	for i < len(raw) && len(words) < 5 {
		switch c := raw[i]; {
		case strings.IndexByte(chars.Space, c) >= 0:
			i++
		case c == '>':
			return words, i
		case c == '"' || c == '\'':
			n := bytes.IndexByte(raw[i+1:], c)
			if n < 0 {
				return words, len(raw)
			}
			words = append(words, raw[i:i+n+2])
			i += n + 2
		default:
			start := i
			for i < len(raw) && strings.IndexByte(chars.Space+">\"'", raw[i]) < 0 {
				i++
			}
			words = append(words, raw[start:i])
		}
	}
	return words, i
}
