package text

import (
	"bytes"
	"strings"
	"unicode/utf8"

	"github.com/rfc3987/iri/internal/files/input"
	"github.com/rfc3987/iri/internal/text/chars"
)

// roleSitemap is the role of the value of a line Sitemap in robots.txt.
const roleSitemap = "Sitemap"

// robotsLine reads the lines of robots.txt whose values are IRIs or paths; ok is false for all other lines.
func robotsLine(d *input.Decoder, line []byte) (more, ok bool) {
	name, value, _ := bytes.Cut(line, []byte{':'})
	start := len(name) + 1 + len(value) - len(bytes.TrimLeft(value, chars.Space))
	switch strings.ToLower(string(bytes.TrimSpace(name))) {
	case "sitemap":
		return sitemap(d, line, min(start, len(line))), true
	case "allow", "disallow":
		return pathPattern(d, line, min(start, len(line))), true
	}
	return false, false
}

// sitemap hands out the IRI of a sitemap, which is all that stands after "Sitemap:" (https://www.sitemaps.org/protocol.html).
func sitemap(d *input.Decoder, line []byte, start int) bool {
	value := line[start:]
	if i := bytes.Index(value, []byte(" #")); i >= 0 { // a comment
		value = value[:i]
	}
	if value = bytes.TrimSpace(value); len(value) == 0 {
		return true
	}
	r := &d.Rec
	r.Text, r.Reference, r.Raw, r.LineText, r.Role = chars.UnsafeString(value), false, value, line, roleSitemap
	return d.HandOut(d.Off + start)
}

// pathPattern says what in the value of "Allow:" or "Disallow:" the grammar refuses (RFC 9309 §2.2):
//
//	path-pattern = "/" *UTF8-char-noctl
//
// A pattern is not an IRI: "[", "{" and "é" are characters of it, and "*" and "$" are special (§2.2.3). So it is not handed
// out, and no command changes it. It can begin with "*", as in the RFC's own example "Disallow: *.gif$" (§5.1).
func pathPattern(d *input.Decoder, line []byte, start int) bool {
	value, _, _ := bytes.Cut(line[start:], []byte{'#'})
	value = bytes.TrimSpace(value)
	if len(value) == 0 {
		return true
	}
	if value[0] != '/' && value[0] != '*' {
		return d.Fail(input.CodeRobots, line, start, start+len(value),
			`the pattern of a path begins with "/", and has no scheme and no host`)
	}
	for i, size := 0, 0; i < len(value); i += size {
		var c rune
		c, size = utf8.DecodeRune(value[i:])
		what := ""
		switch {
		case c == ' ' || c == '\t':
			what = "a blank"
		case c < ' ':
			what = "a control character"
		case c == utf8.RuneError && size == 1:
			what = "a byte that is not UTF-8"
		default:
			continue
		}
		return d.Fail(input.CodeRobots, line, start+i, start+i+size,
			"%s cannot stand in the pattern of a path: write it percent-encoded, %%%02X", what, value[i])
	}
	return true
}
