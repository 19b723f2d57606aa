// Package bare finds IRIs in text for people, where only the surrounding text shows where an IRI ends.
package bare

import (
	"bytes"
	"slices"
	"strings"
	"unicode"
	"unicode/utf8"

	"github.com/rfc3987/iri/internal/files/base"
	"github.com/rfc3987/iri/internal/files/input"
	"github.com/rfc3987/iri/internal/ref/scheme"
	"github.com/rfc3987/iri/internal/text/chars"
	"github.com/rfc3987/iri/internal/text/percent"
)

// IRIs in text for people (RFC 3986 Appendix C): between "<" and ">", between quotes, after "URL:", as the
// destination of a Markdown link, or bare. The end of a bare IRI can only be guessed: the rules below follow how
// people write sentences, in scripts with and without spaces.

// Roles of IRIs in text.
const (
	RoleAngle    = "<>"
	RoleQuoted   = `""`
	RoleMarkdown = "markdown"
	RoleBare     = "bare"
)

// Find calls found for the IRIs of a line, until it returns false. With links, "](" introduces a destination of
// Markdown; anyScript is that of bareEnd. It returns the offset from which the line was not read, because too much
// text before it looks like the start of an IRI and is not, or -1 if all of the line was read.
func Find(line []byte, links, anyScript bool, found func(start, end int, role string) bool) (unread int) {
	// Text that looks like the start of an IRI but is not may be read to the end of the line each time. A line for
	// people has little such text. In other lines the rest is not read once this many bytes were read in vain.
	wasted, most := 0, 8*len(line)+64<<10
	colon, link := -1, -1 // the offsets of the next ":" and "](" from i on
	if !links {
		link = len(line)
	}
	for i := 0; i < len(line); {
		if wasted > most {
			return i
		}
		if colon < i {
			colon = NextIndex(line, i, ":")
		}
		if link < i {
			link = NextIndex(line, i, "](")
		}
		if colon == len(line) && link == len(line) {
			break
		}
		if link < colon {
			start, end, next := markdownTarget(line, link+2)
			if start < end {
				if !found(start, end, RoleMarkdown) {
					return -1
				}
				i = next
			} else {
				wasted += next - link
				i = link + 2
			}
			continue
		}
		start, known := SchemeBefore(line, i, colon)
		if !known {
			i = colon + 1
			continue
		}
		role, end := RoleBare, 0
		if start > 0 {
			role, end = delimited(line, start)
		}
		if end == 0 {
			role, end = RoleBare, bareEnd(line, start, colon, links, anyScript)
		}
		if end <= colon+1 || !plausible(line[start:end], colon-start) {
			wasted += end - start
			i = colon + 1
			continue
		}
		if start > 0 && line[start-1] == '^' { // a regular expression that matches many IRIs
			i = end
			continue
		}
		if IsList(chars.UnsafeString(line[start:end])) {
			from := start
			_, more := input.EachMember(line[from:end], Comma, func(start, end int) bool {
				return found(from+start, from+end, role)
			})
			if !more {
				return -1
			}
		} else if !found(start, end, role) {
			return -1
		}
		i = end
	}
	return -1
}

// NextIndex returns the offset of the next text in line[i:], or len(line) if there is none.
func NextIndex(line []byte, i int, text string) int {
	if n := bytes.Index(line[i:], []byte(text)); n >= 0 {
		return i + n
	}
	return len(line)
}

// SchemeBefore returns the start of the scheme that ends at line[colon], and whether bare IRIs may have that scheme.
func SchemeBefore(line []byte, from, colon int) (start int, known bool) {
	start = colon
	for start > from && colon-start < 20 && base.IsSchemeByte(line[start-1]) {
		start--
	}
	// "svn+http" is not known, but "http" at its end is. A scheme does not start with a digit.
	for at := start; at < colon; at++ {
		if at > start && line[at-1] != '+' && line[at-1] != '-' && line[at-1] != '.' {
			continue
		}
		after, ok := scheme.AfterInText(string(line[at:colon]))
		if ok && bytes.HasPrefix(line[colon+1:], []byte(after)) && colon+1+len(after) < len(line) {
			return at, true
		}
	}
	return start, false
}

// plausible reports whether a text can be an IRI, and not an example of the form of one; the scheme is text[:colon].
func plausible(text []byte, colon int) bool {
	rest := text[colon+1:]
	if shows, ok := shapes[strings.ToLower(string(text[:colon]))]; ok {
		return shows(rest)
	}
	rest = bytes.TrimPrefix(rest, []byte("//"))
	return len(rest) > 0 && startsPart(rest)
}

// shapes have, for some schemes, a function that reports whether the text after the colon can be that of an IRI.
var shapes = map[string]func(rest []byte) bool{
	"mailto": isAddress, "sip": isAddress, "sips": isAddress, "xmpp": isAddress,
	"news": func(rest []byte) bool { return isAddress(rest) || bytes.IndexByte(rest, '.') > 0 },
	"tel":  isNumber, "sms": isNumber,
	"urn": isNamespaced, "did": isNamespaced, "jdbc": isNamespaced,
	"tag":  func(rest []byte) bool { return bytes.IndexByte(rest, ',') > 0 && bytes.IndexByte(rest, ':') > 0 },
	"doi":  func(rest []byte) bool { return bytes.HasPrefix(rest, []byte("10.")) },
	"data": isDataURL,
	"geo": func(rest []byte) bool {
		return bytes.IndexByte(rest, ',') > 0 && (rest[0] == '-' || chars.IsDigit(rest[0]))
	},
	"info":   func(rest []byte) bool { return bytes.IndexByte(rest, '/') > 0 && startsPart(rest) },
	"about":  func(rest []byte) bool { return string(rest) == "blank" || string(rest) == "legacy-compat" },
	"magnet": func(rest []byte) bool { return bytes.HasPrefix(rest, []byte("?x")) },
	"file":   func(rest []byte) bool { return len(rest) > 2 },
}

func isAddress(rest []byte) bool { return bytes.IndexByte(rest, '@') > 0 }

func isNumber(rest []byte) bool {
	return len(rest) > 2 && (rest[0] == '+' || rest[0] == '(' || chars.IsDigit(rest[0]))
}

func isNamespaced(rest []byte) bool {
	n := bytes.IndexByte(rest, ':')
	return n > 0 && n < len(rest)-1 && startsPart(rest)
}

func isDataURL(rest []byte) bool {
	before, _, ok := bytes.Cut(rest, []byte{','})
	return ok && bytes.ContainsAny(before, "/;")
}

// startsPart reports whether a text begins as a component of an IRI does: with a letter, a digit or a placeholder.
func startsPart(s []byte) bool {
	r, _ := utf8.DecodeRune(s)
	if (r == '_' || r == '-') && len(s) > 1 { // of a host
		return chars.IsLetter(s[1])
	}
	return r == '[' || r == '%' || r == '{' || unicode.IsLetter(r) || unicode.IsDigit(r) || unicode.Is(unicode.So, r)
}

// delimited returns the end of the IRI that starts at line[start] between delimiters, or 0 if there are none.
func delimited(line []byte, start int) (role string, end int) {
	before := bytes.TrimRight(line[:start], " \t")
	if n := len(before); n >= 4 && (bytes.EqualFold(before[n-4:], []byte("url:")) ||
		bytes.EqualFold(before[n-4:], []byte("uri:"))) {
		before = before[:n-4]
	} else {
		before = line[:start]
	}
	if len(before) == 0 {
		return "", 0
	}
	open := before[len(before)-1]
	if open == '<' && !bytes.HasSuffix(before, []byte(`\<`)) { // the "<" is escaped, and so is its end
		if n := bytes.IndexAny(line[start:], "<>"); n > 0 && line[start+n] == '>' {
			return RoleAngle, start + len(bytes.TrimRight(line[start:start+n], " \t"))
		}
	}
	if stops := quoteStops[open]; stops != "" {
		if n := bytes.IndexAny(line[start:], stops); n > 0 && line[start+n] == open {
			return RoleQuoted, start + n
		}
	}
	return "", 0
}

// quoteStops has, for each quote before an IRI, the characters that end the IRI. If that is the same quote, the IRI
// is quoted.
var quoteStops = map[byte]string{'"': "\" \t<>", '\'': "' \t<>\"", '`': "` \t"}

// markdownTarget returns the destination of a link that starts at line[i], after "](", and the offset after the link.
// The destination is empty if there is no link; then next is the offset up to which the line was read.
func markdownTarget(line []byte, i int) (start, end, next int) {
	for i < len(line) && line[i] == ' ' {
		i++
	}
	if i < len(line) && line[i] == '<' {
		n := bytes.IndexAny(line[i+1:], "<>")
		if n < 0 {
			return 0, 0, len(line)
		}
		if line[i+1+n] != '>' {
			return 0, 0, i + 1 + n
		}
		return i + 1, i + 1 + n, i + 2 + n
	}
	depth := 0
	for end = i; end < len(line); end++ {
		switch c := line[end]; {
		case c == '\\' && end+1 < len(line) && unicode.IsPunct(rune(line[end+1])):
			return 0, 0, end // an escape: too rare to be rewritten
		case c == '(':
			depth++
		case c == ')':
			if depth--; depth < 0 {
				return i, end, end + 1
			}
		case c <= ' ':
			// Only a title and the end of the link may follow.
			rest := bytes.TrimLeft(line[end:], " \t")
			if len(rest) == 0 || strings.IndexByte("\"'()", rest[0]) < 0 || depth > 0 {
				return 0, 0, len(line) - len(rest)
			}
			if bytes.IndexByte(rest, ')') >= 0 {
				return i, end, end
			}
			return 0, 0, len(line)
		}
	}
	return 0, 0, len(line)
}

// bareEnd returns the end of the bare IRI that starts at line[start]. With tilde, a "~" at its end belongs to it,
// unless an earlier "~" opens a text that it closes. With anyScript, a character that is not ASCII does not end it.
func bareEnd(line []byte, start, colon int, tilde, anyScript bool) int {
	const near = 256 // lines can be long, and have many IRIs
	part := line[max(0, start-near):start]
	tilde = tilde && !bytes.HasPrefix(part, []byte{'~'}) && !bytes.HasSuffix(part, []byte{'~'}) &&
		!bytes.Contains(part, []byte(" ~"))
	quote := byte(0)
	if start > 0 && bytes.IndexByte([]byte("'_*~"), line[start-1]) >= 0 {
		quote = line[start-1]
	}
	b := bareText{line: line, colon: colon, before: ':', authority: true, ascii: true, anyScript: anyScript}
	end := colon + 1
	for end < len(line) {
		r, n := rune(line[end]), 1
		if r >= utf8.RuneSelf {
			r, n = utf8.DecodeRune(line[end:])
		}
		// The meaning of a letter in another charset is unknown.
		isText := r != utf8.RuneError || n > 1
		goesOver := anyScript && strings.ContainsRune(stopMarks, r) && !beginsWithScheme(line[end+n:])
		if isText && (stops(r) && !goesOver || quote != 0 && r == rune(quote) && endsQuote(line, end, quote) ||
			!b.goesOn(r, end)) {
			break
		}
		b.before = r
		end += n
	}
	return trimEnd(line, colon+1, end, tilde, anyScript)
}

// beginsWithScheme reports whether a text begins with a scheme and "://".
func beginsWithScheme(text []byte) bool {
	n := 0
	for n < len(text) && n < 20 && base.IsSchemeByte(text[n]) {
		n++
	}
	return n > 0 && bytes.HasPrefix(text[n:], []byte("://"))
}

// A bareText is the state of reading a bare IRI.
type bareText struct {
	line      []byte
	colon     int    // the offset of that of the scheme
	open      []byte // the closing brackets that are expected
	before    rune   // the last character
	authority bool   // the path has not begun
	ascii     bool   // all characters so far are ASCII
	anyScript bool   // a character that is not ASCII does not end it
}

// references are character references of HTML that end an IRI.
var references = [][]byte{[]byte("&lt;"), []byte("&gt;"), []byte("&quot;"), []byte("&nbsp;")}

// goesOn reports whether the character at line[end] belongs to the IRI.
func (b *bareText) goesOn(r rune, end int) bool {
	switch r {
	case '/', '?', '#':
		b.authority = b.authority && end <= b.colon+2
	case '&':
		return !slices.ContainsFunc(references, func(entity []byte) bool { return bytes.HasPrefix(b.line[end:], entity) })
	case '(':
		b.open = append(b.open, ')')
	case '[', '{':
		b.open = append(b.open, byte(r)+2)
	case ')', ']', '}':
		if len(b.open) == 0 || b.open[len(b.open)-1] != byte(r) {
			return false
		}
		b.open = b.open[:len(b.open)-1]
	}
	if r < utf8.RuneSelf {
		return true
	}
	if b.endsBefore(r, end) {
		return false
	}
	b.ascii = false
	return true
}

// endsBefore reports whether the character at line[end], which is not ASCII, belongs to the text after the IRI. After
// a dot in the host, a label may follow, as in "http://مثال.مصر/" and "http://www.例え.jp/", but not in
// "http://example.jp.見る".
func (b *bareText) endsBefore(r rune, end int) bool {
	if b.anyScript { // "a non-ASCII character should not be taken as the indication of the end of an IRI" (RFC 3987 §7.3)
		return false
	}
	if b.ascii && b.before == '/' && isRoot(b.line[b.colon+1:end]) && unicode.In(r, attached...) {
		return true
	}
	label := b.before == '.' && b.authority && unicode.IsLetter(r) &&
		(!b.ascii || bytes.Count(b.line[b.colon+1:end], []byte{'.'}) == 1)
	return !label && isASCIIWord(b.before) && startsOther(r, b.before, b.authority, b.ascii)
}

// EncodeDelimiters percent-encodes the characters that would end a bare IRI in a text with a scheme. With tilde these
// include a "~" at its end; with anyScript they include no character beyond ASCII.
func EncodeDelimiters(text string, tilde, anyScript bool) string {
	colon := strings.IndexByte(text, ':')
	if colon < 0 {
		return text
	}
	for tries := 0; ; tries++ {
		end := bareEnd([]byte(" "+text+" "), 1, colon+1, tilde, anyScript) - 1
		if end >= len(text) {
			return text
		}
		char, n := utf8.DecodeRuneInString(text[end:])
		switch part := text[end:]; {
		case tries == 16: // one character for each try
			return text[:end] + string(percent.AppendNonASCII(nil, part))
		case char >= utf8.RuneSelf || char == '.' || char == '~':
			text = text[:end] + strings.ReplaceAll(part, part[:n], percent.Encode(part[:n]))
		default: // a delimiter
			return text
		}
	}
}

// endsQuote reports whether an emphasis mark at line[i] closes one: no letter or digit follows.
func endsQuote(line []byte, i int, quote byte) bool {
	r, _ := utf8.DecodeRune(bytes.TrimLeft(line[i:], string(quote)))
	return !unicode.IsLetter(r) && !unicode.IsDigit(r)
}

// stops reports whether a character ends a bare IRI: it is not allowed in IRIs and common next to them, or is
// punctuation of a script that has no space after it.
func stops(r rune) bool {
	if r < utf8.RuneSelf {
		return r <= ' ' || r == '<' || r == '>' || r == '"' || r == '`' || r == '|' || r == '\\' || r == 0x7F
	}
	if unicode.IsSpace(r) || r >= 0x2000 && r <= 0x200B || r == 0xFEFF || r == utf8.RuneError {
		return true
	}
	return strings.ContainsRune(stopMarks, r)
}

// stopMarks are the characters that end a bare IRI, by script. All are allowed in an IRI (RFC 3987 §2.2, ucschar),
// but in text they are far more often next to one: in scripts without spaces they are all that separates an IRI from
// the text after it, and quotes and dashes surround IRIs without a space. docs/formats.md has the table.
const stopMarks = "" +
	"、。，；「」『』【】〈〉《》〔〕（）［］｛｝｡｢｣､" + // Han, Hiragana, Katakana, Bopomofo, Hangul
	"«»‹›“”„‟‘‚—…" + // Latin, Greek, Cyrillic and all others: quotes, the em dash and the ellipsis
	"।॥" + // Devanagari, Bengali and other scripts of India
	"،؛؟۔" + // Arabic
	"׃" + // Hebrew
	"։" + // Armenian
	"።፡፣፤፥፦፧፨" + // Ethiopic
	"၊။" + // Myanmar
	"។៕៖" + // Khmer
	"᠂᠃" + // Mongolian
	"෴" // Sinhala

func isASCIIWord(r rune) bool {
	return r|0x20 >= 'a' && r|0x20 <= 'z' || r >= '0' && r <= '9' || r == '.'
}

// startsOther reports whether a character right after ASCII text begins the text after the IRI. In scripts without
// spaces, and where particles are attached, people write no space after an IRI.
func startsOther(r, before rune, authority, ascii bool) bool {
	switch {
	case r == '！' || r == '？' || r == '：':
		return true
	case unicode.In(r, unicode.Han, unicode.Katakana):
		// Titles often have such text: "JR東日本" and "2024年".
		if authority {
			return ascii
		}
		return before >= 'a' && before <= 'z' || before == '.'
	}
	return unicode.In(r, attached...) || unicode.In(r, unicode.Arabic, unicode.Hebrew, unicode.Devanagari,
		unicode.Bengali, unicode.Tamil, unicode.Telugu)
}

// attached are the scripts with particles that are written right after an IRI, even after the slash of
// "http://example.org/".
var attached = []*unicode.RangeTable{unicode.Hiragana, unicode.Hangul, unicode.Thai, unicode.Lao, unicode.Khmer,
	unicode.Myanmar}

// isRoot reports whether only an authority and a slash follow the scheme.
func isRoot(s []byte) bool {
	return bytes.HasPrefix(s, []byte("//")) && bytes.Count(s, []byte{'/'}) == 3
}

// trimEnd removes the punctuation at the end of a bare IRI that belongs to the sentence, including a bracket that
// opens there, as in "http://e/(". With tilde, one "~" stays; with anyScript, all stopMarks are removed.
func trimEnd(line []byte, start, end int, tilde, anyScript bool) int {
	const marks = ".,;:!?'*~’！？：．·–([{\u200e\u200f\u202a\u202b\u202c\u202d\u202e\u2066\u2067\u2068\u2069"
	for end > start {
		if tilde && line[end-1] == '~' && line[end-2] != '~' && (end == len(line) || line[end] != '~') {
			break
		}
		r, n := utf8.DecodeLastRune(line[start:end])
		if !strings.ContainsRune(marks, r) && !(anyScript && strings.ContainsRune(stopMarks, r)) {
			break
		}
		end -= n
	}
	return end
}
