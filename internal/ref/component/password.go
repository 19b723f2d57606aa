package component

import (
	"sort"
	"strconv"
	"strings"
	"unicode/utf8"

	"github.com/rfc3987/iri/internal/text/chars"
	"github.com/rfc3987/iri/internal/text/percent"
	"github.com/rfc3987/iri/internal/text/quote"
	"github.com/rfc3987/iri/internal/text/sourcemap"
)

// Hidden stands for a password, as in net/url.
const Hidden = "xxxxx"

// Redact returns a text with "xxxxx" in place of what may be a password in it, see [Quoter].
func Redact(s string) string {
	q := Quoter{Text: s}
	return q.Redacted()
}

// Redacted is [Redact] for the input.
func (q *Quoter) Redacted() string { return q.shown(0, len(q.Text), len(q.Text)) }

// A Quoter quotes an input in messages, with "xxxxx" for what may be a password in it: messages go where people read
// them, to logs, tickets and screens. Whatever quotes an input gives it the part that is quoted.
//
// A password is what follows the first ":" of a userinfo (RFC 3986 §3.2.1), wherever "//" or its like begins an
// authority, so that it is also found in an IRI within an IRI. It may have delimiters in it that end the authority to
// the grammar: it ends at the last "@" before the next IRI. What is percent-encoded is read too, up to three times.
type Quoter struct {
	Text string // the input
	As   Kind   // Userinfo or Authority if the input is one, without "//" before it; otherwise it does not matter

	passwords [][2]int // where they are, in order, once looked is set
	looked    bool
}

// Quote quotes the part of the input from start to end.
func (q *Quoter) Quote(start, end int) string { return quote.Quote(q.Shown(start, end)) }

// QuoteMade quotes a text that is made of the part of the input from start to end.
func (q *Quoter) QuoteMade(text string, start, end int) string {
	return quote.Quote(q.Made(text, start, end))
}

// mostShown is how many bytes of a part with a password are shown at most. No message has more.
const mostShown = 1 << 10

// Shown returns the part of the input from start to end, without passwords. With one, it may be cut.
func (q *Quoter) Shown(start, end int) string { return q.shown(start, end, mostShown) }

func (q *Quoter) shown(start, end, most int) string {
	var b []byte
	for _, p := range q.from(start) {
		if p[0] >= end || len(b) >= most {
			break
		}
		before := q.Text[start:max(start, p[0])]
		b = append(append(b, before[:min(len(before), most)]...), Hidden...)
		start = min(end, p[1])
	}
	if b == nil {
		return q.Text[start:end]
	}
	return string(append(b, q.Text[start:min(end, start+most)]...))
}

// Made returns a text that is made of the part of the input from start to end, "xxxxx" if there is a password in that.
// What the whole input becomes is read as the input is.
func (q *Quoter) Made(text string, start, end int) string {
	if !q.Hides(start, end) {
		return text
	}
	whole := Quoter{Text: text, As: q.As}
	if redacted := whole.Redacted(); start == 0 && end == len(q.Text) && redacted != text {
		return redacted
	}
	return Hidden
}

// In returns where passwords are of which a part lies from start to end, in order.
func (q *Quoter) In(start, end int) [][2]int {
	all := q.from(start)
	return all[:sort.Search(len(all), func(i int) bool { return all[i][0] >= end })]
}

// Hide returns a text with "xxxxx" for the spans of it, which are in order, and where what stands from start to end is
// then.
func Hide(text string, spans [][2]int, start, end int) (hidden string, from, to int) {
	var b []byte
	at := 0
	from, to = start, end
	for _, s := range spans {
		b = append(b, text[at:s[0]]...)
		before := len(b)
		b, at = append(b, Hidden...), s[1]
		switch {
		case start >= at:
			from = start - at + len(b)
		case start >= s[0]:
			from = before
		}
		switch {
		case end >= at:
			to = end - at + len(b)
		case end > s[0]:
			to = len(b)
		}
	}
	return string(append(b, text[at:]...)), from, to
}

// Edit returns what an edit takes out of the input and what it writes instead, without passwords. One character that it
// percent-encodes is shown, as messages name it.
func (q *Quoter) Edit(start, end int, text string) (old, by string) {
	old = q.Text[start:end]
	if utf8.RuneCountInString(old) == 1 && percent.Encode(old) == text {
		return old, text
	}
	return q.Shown(start, end), q.Made(text, start, end)
}

// Hides reports whether there is a password, or a part of one, from start to end.
func (q *Quoter) Hides(start, end int) bool {
	passwords := q.from(start)
	return len(passwords) > 0 && passwords[0][0] < end
}

// from returns the passwords that end after start.
func (q *Quoter) from(start int) [][2]int {
	if !q.looked {
		q.looked, q.passwords = true, passwords(q.As, q.Text)
	}
	return q.passwords[sort.Search(len(q.passwords), func(i int) bool { return q.passwords[i][1] > start }):]
}

// passwords returns where passwords are in a text, in order.
func passwords(as Kind, s string) (all [][2]int) {
	if as == Userinfo {
		if i := strings.IndexByte(s, ':') + 1; 0 < i && i < len(s) {
			all = append(all, [2]int{i, len(s)})
		}
		return all
	}
	if strings.IndexByte(s, '@') < 0 && !strings.Contains(s, "40") && !strings.Contains(s, "\uFF20") {
		return nil
	}
	var trail sourcemap.Trail
	for range 4 {
		found := find(s, as == Authority)
		for i, p := range found {
			found[i][0], found[i][1] = trail.Span(p[0], p[1])
		}
		all = merged(all, found)
		decoded, m := decodeOnce(s)
		if m.IsZero() {
			break
		}
		s, trail = decoded, append(trail, m)
	}
	return all
}

// merged returns the spans of two lists that are in order, those that overlap as one.
func merged(a, b [][2]int) (all [][2]int) {
	if len(a) == 0 {
		return b
	}
	for len(a)+len(b) > 0 {
		if len(a) == 0 || len(b) > 0 && b[0][0] < a[0][0] {
			a, b = b, a
		}
		if n := len(all) - 1; n >= 0 && a[0][0] < all[n][1] {
			all[n][1] = max(all[n][1], a[0][1])
		} else {
			all = append(all, a[0])
		}
		a = a[1:]
	}
	return all
}

// decodeOnce undoes percent-encodings, and writes the delimiters before a password in ASCII that are full-width.
func decodeOnce(s string) (string, sourcemap.Map) {
	var e sourcemap.Editor
	for i := 0; i+2 < len(s); i++ {
		switch {
		case s[i] == '%' && chars.IsHex(s[i+1]) && chars.IsHex(s[i+2]):
			e.Replace(s, i, i+3, string([]byte{percent.OctetAt(s, i)}))
		case s[i] == '\xEF' && s[i+1] == '\xBC' && strings.IndexByte("\x8F\x9A\xA0", s[i+2]) >= 0: // U+FF0F, FF1A, FF20
			e.Replace(s, i, i+3, string([]byte{s[i+2] - 0x60}))
		default:
			continue
		}
		i += 2
	}
	return e.Done(s)
}

// A finder finds passwords in time in proportion to the length of the text, which may begin an authority at each byte.
type finder struct {
	s         string
	authority stretch // by the grammar: up to a delimiter
	meant     stretch // what a person may mean for one: up to the next IRI
}

// A stretch is a part of a text up to an offset, and the last "@" in it.
type stretch struct{ end, at int }

// reach makes the stretch one that a text from an offset on has.
func (t *stretch) reach(s string, from int, length func(string) int) {
	if from >= t.end {
		t.end = from + length(s[from:])
		t.at = from + strings.LastIndexByte(s[from:t.end], '@')
	}
}

// find returns where passwords are in a text that is not encoded. first says whether it begins with an authority.
func find(s string, first bool) (all [][2]int) {
	f := finder{s: s}
	last := strings.LastIndexByte(s, '@')
	for i := 0; i < last; {
		from, ok := begins(s, i)
		if first && !ok {
			from, ok = afterSlashes(s, i), true
		}
		first = false
		if !ok {
			i++
			continue
		}
		if i = from; i < last {
			if start, end := f.password(from); start < end {
				all = append(all, [2]int{start, end})
				i = end
			}
		}
	}
	return all
}

// begins returns where the authority begins that s[i:] introduces: after two slashes, in which a backslash may stand
// for one, or after the ":" of a scheme that always has an authority.
func begins(s string, i int) (from int, ok bool) {
	if from = afterSlashes(s, i); from-i >= 2 {
		return from, true
	}
	return afterSlashes(s, i+1), s[i] == ':' && webScheme(s[:i]) > 0
}

// isSlash reports whether c is a slash, or what people write for one.
func isSlash(c byte) bool { return c == '/' || c == '\\' }

// afterSlashes returns where the slashes end that stand at an offset.
func afterSlashes(s string, i int) int {
	for i < len(s) && isSlash(s[i]) {
		i++
	}
	return i
}

// webScheme returns the length of the name at the end of s if it is that of a scheme that always has an authority.
func webScheme(s string) int {
	for _, name := range [...]string{"http", "https", "ftp", "ftps", "sftp", "ws", "wss", "ssh"} {
		if k := len(s) - len(name); k >= 0 && strings.EqualFold(s[k:], name) && (k == 0 || !chars.IsLetter(s[k-1])) {
			return len(name)
		}
	}
	return 0
}

// delimiter returns where an authority ends that s begins with: other software reads a backslash as a slash.
func delimiter(s string) int {
	if k := strings.IndexAny(s, `/?#\`); k >= 0 {
		return k
	}
	return len(s)
}

// nextIRI returns where the next IRI begins in s: at a scheme that always has an authority.
func nextIRI(s string) int {
	for at := 0; ; {
		k := strings.Index(s[at:], "://")
		if k < 0 {
			return len(s)
		}
		if n := webScheme(s[:at+k]); n > 0 {
			return at + k - n
		}
		at += k + len("://")
	}
}

// password returns where the password is in the authority that begins at from; an empty span if there is none.
func (f *finder) password(from int) (start, end int) {
	f.authority.reach(f.s, from, delimiter)
	f.meant.reach(f.s, from, nextIRI)
	colon := strings.IndexByte(f.s[from:f.authority.end], ':')
	if colon < 0 {
		return 0, 0
	}
	start = from + colon + 1
	port := f.s[start:f.authority.end]
	switch end = max(f.authority.at, f.meant.at); {
	case f.authority.at >= start: // an "@" after the delimiter may be that before the host, too
	case end < start || f.s[from] == '[' || isVariable(port):
		return 0, 0
	case isPort(port) && f.authority.end < len(f.s) && isSlash(f.s[f.authority.end]): // a path follows
		return 0, 0
	case isNumber(port):
		end = start + PasswordEnd(f.s[start:])
	}
	return start, end
}

// isVariable reports whether a port stands for one: PORT, {port}, ${port}.
func isVariable(port string) bool { return strings.EqualFold(strings.Trim(port, "${ }"), "port") }

// isPort reports whether s is the number of a port.
func isPort(s string) bool {
	n, err := strconv.ParseUint(s, 10, 16)
	return err == nil && n > 0
}

// isNumber reports whether s is one or more digits.
func isNumber(s string) bool { return s != "" && strings.Trim(s, "0123456789") == "" }

// PasswordEnd returns where the password ends that a text after the ":" of an authority may begin with: at the last "@"
// before which it may be one, rather than a port with a path. It has one or two "/", "?" and "#" in it, is not a
// variable, and has a host after it. The result is -1 if it is none.
func PasswordEnd(s string) (end int) {
	end = -1
	delimiters, query := 0, false
loop:
	for i := range len(s) {
		switch c := s[i]; {
		case c == '{' || c == '}', query && (c == '=' || c == '&'):
			break loop
		case c == '?' || c == '#' || isSlash(c):
			if delimiters++; delimiters > 2 || delimiters == 1 && strings.EqualFold(s[:i], "port") {
				break loop
			}
			query = query || c == '?'
		case c == '@' && i > 0 && (s[i-1] != '/' || delimiters == 0):
			end = i
		}
	}
	if end >= 0 {
		host := s[end+1:]
		if k := strings.IndexAny(host, ":/?#"); k >= 0 {
			host = host[:k]
		}
		if host == "" || strings.Trim(host, "0123456789.") == "" && !IsIPv4(host) {
			return -1 // a version, as in /react@18/
		}
	}
	return end
}
