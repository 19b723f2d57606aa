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

// Hidden replaces a password, as in net/url.
const Hidden = "xxxxx"

// Redact returns s with "xxxxx" in place of each possible password; see [Quoter].
func Redact(s string) string {
	q := Quoter{Text: s}
	return q.Redacted()
}

// Redacted returns the input with "xxxxx" in place of each possible password.
func (q *Quoter) Redacted() string { return q.shown(0, len(q.Text), len(q.Text)) }

// A Quoter quotes parts of an input in messages, with "xxxxx" in place of each possible password, because people read
// messages in logs, tickets and on screens. Callers pass the span of the part, not its text.
//
// A password follows the first ":" of a userinfo (RFC 3986 §3.2.1), after any "//" or similar that begins an
// authority, so an IRI within an IRI is searched as well. It may contain delimiters that end the authority by the
// grammar: it ends at the last "@" before the next IRI. Text that is percent-encoded up to three times is searched,
// too.
type Quoter struct {
	Text string // the input
	As   Kind   // Userinfo or Authority if the whole input is such a component; other kinds have no effect

	passwords [][2]int // spans, in order; valid if searched
	searched  bool     // whether passwords has been set
}

// Quote quotes the part of the input from start to end.
func (q *Quoter) Quote(start, end int) string { return quote.Quote(q.Shown(start, end)) }

// QuoteDerived quotes a text that was computed from the part of the input from start to end, such as its decoded
// form.
func (q *Quoter) QuoteDerived(text string, start, end int) string {
	return quote.Quote(q.Derived(text, start, end))
}

// mostShown limits, in bytes, how much of a part with a password is shown. No message shows more.
const mostShown = 1 << 10

// Shown returns the part of the input from start to end, without passwords. If there is a password, the result may be
// cut.
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

// Derived returns text, which was computed from the part of the input from start to end, or "xxxxx" if that part has
// a password. If the part is the whole input, only the passwords in text are hidden.
func (q *Quoter) Derived(text string, start, end int) string {
	if !q.Hides(start, end) {
		return text
	}
	whole := Quoter{Text: text, As: q.As}
	if redacted := whole.Redacted(); start == 0 && end == len(q.Text) && redacted != text {
		return redacted
	}
	return Hidden
}

// PasswordsIn returns the spans of the passwords that overlap the part from start to end, in order.
func (q *Quoter) PasswordsIn(start, end int) [][2]int {
	all := q.from(start)
	return all[:sort.Search(len(all), func(i int) bool { return all[i][0] >= end })]
}

// Hide replaces each of the spans of a text, which are in order, by "xxxxx". from and to are the offsets in hidden that
// correspond to start and end in text.
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

// Edit returns the text that an edit removes and the text that it writes, both without passwords. If the edit
// percent-encodes one character, that is shown, because messages name it anyway.
func (q *Quoter) Edit(start, end int, text string) (old, by string) {
	old = q.Text[start:end]
	if utf8.RuneCountInString(old) == 1 && percent.Encode(old) == text {
		return old, text
	}
	return q.Shown(start, end), q.Derived(text, start, end)
}

// Hides reports whether the part from start to end overlaps a password.
func (q *Quoter) Hides(start, end int) bool {
	passwords := q.from(start)
	return len(passwords) > 0 && passwords[0][0] < end
}

// from returns the passwords that end after start.
func (q *Quoter) from(start int) [][2]int {
	if !q.searched {
		q.searched, q.passwords = true, passwords(q.As, q.Text)
	}
	return q.passwords[sort.Search(len(q.passwords), func(i int) bool { return q.passwords[i][1] > start }):]
}

// passwords returns the spans of possible passwords in a text, in order.
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

// merged merges two lists of spans that are in order, and joins spans that overlap.
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

// decodeOnce decodes percent-encodings once, and replaces full-width "/", ":" and "@" by ASCII.
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

// A finder finds passwords in linear time, although an authority may begin at each byte of the text.
type finder struct {
	s         string
	authority candidate // up to a delimiter, as in the grammar
	beforeIRI candidate // up to the next IRI, for a password that contains delimiters
}

// A candidate is the end of a possible authority, and the offset of the last "@" before it.
type candidate struct{ end, at int }

// reach moves t to the candidate that begins at from, unless from is still inside of t. length returns the length of the
// candidate at the start of a text.
func (t *candidate) reach(s string, from int, length func(string) int) {
	if from >= t.end {
		t.end = from + length(s[from:])
		t.at = from + strings.LastIndexByte(s[from:t.end], '@')
	}
}

// find returns the spans of passwords in a text that is not percent-encoded. first says whether the text begins with
// an authority.
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

// begins reports whether an authority follows at s[i:], and returns its offset: after two slashes or backslashes, or
// after the ":" of a scheme that always has an authority.
func begins(s string, i int) (from int, ok bool) {
	if from = afterSlashes(s, i); from-i >= 2 {
		return from, true
	}
	return afterSlashes(s, i+1), s[i] == ':' && webScheme(s[:i]) > 0
}

// isSlash reports whether c is a slash or a backslash, which people write instead of a slash.
func isSlash(c byte) bool { return c == '/' || c == '\\' }

// afterSlashes returns the offset after the slashes and backslashes at s[i:].
func afterSlashes(s string, i int) int {
	for i < len(s) && isSlash(s[i]) {
		i++
	}
	return i
}

// webScheme returns the length of the scheme at the end of s if that always has an authority, such as http, and 0
// otherwise.
func webScheme(s string) int {
	for _, name := range [...]string{"http", "https", "ftp", "ftps", "sftp", "ws", "wss", "ssh"} {
		if k := len(s) - len(name); k >= 0 && strings.EqualFold(s[k:], name) && (k == 0 || !chars.IsLetter(s[k-1])) {
			return len(name)
		}
	}
	return 0
}

// delimiter returns the length of the authority that s begins with. A backslash ends it, because other software reads
// it as a slash.
func delimiter(s string) int {
	if k := strings.IndexAny(s, `/?#\`); k >= 0 {
		return k
	}
	return len(s)
}

// nextIRI returns the offset of the next IRI in s, which begins with a scheme that always has an authority, or
// len(s).
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

// password returns the span of the password in the authority that begins at from. The span is empty if there is none.
func (f *finder) password(from int) (start, end int) {
	f.authority.reach(f.s, from, delimiter)
	f.beforeIRI.reach(f.s, from, nextIRI)
	colon := strings.IndexByte(f.s[from:f.authority.end], ':')
	if colon < 0 {
		return 0, 0
	}
	start = from + colon + 1
	port := f.s[start:f.authority.end]
	switch end = max(f.authority.at, f.beforeIRI.at); {
	case f.authority.at >= start: // a later "@", after the delimiter, may still be the one before the host
	case end < start || f.s[from] == '[' || isVariable(port):
		return 0, 0
	case isPort(port) && f.authority.end < len(f.s) && isSlash(f.s[f.authority.end]): // a path follows
		return 0, 0
	case isNumber(port):
		end = start + PasswordEnd(f.s[start:])
	}
	return start, end
}

// isVariable reports whether a port is a placeholder: PORT, {port}, ${port}.
func isVariable(port string) bool { return strings.EqualFold(strings.Trim(port, "${ }"), "port") }

// isPort reports whether s is the number of a port.
func isPort(s string) bool {
	n, err := strconv.ParseUint(s, 10, 16)
	return err == nil && n > 0
}

// isNumber reports whether s is one or more digits.
func isNumber(s string) bool { return s != "" && strings.Trim(s, "0123456789") == "" }

// PasswordEnd returns the length of the password that s, the text after the ":" of an authority, begins with. It ends
// at the last "@" that can end a password rather than a path after a port. It contains at most two of "/", "?" and
// "#", is not a variable, and a host follows it. The result is -1 if s does not begin with a password.
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
