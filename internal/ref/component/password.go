package component

import (
	"strings"

	"github.com/rfc3987/iri/internal/text/chars"
)

// Hidden stands for a password, as in net/url.
const Hidden = "xxxxx"

// Redact returns a text with "xxxxx" in place of what may be a password in it, see [Passwords].
func Redact(s string) string { return RedactAs("", s) }

// RedactAs is Redact for a text that is read by a rule.
func RedactAs(rule, s string) string {
	at := 0
	var b []byte
	for start, end := range Passwords(rule, s) {
		b = append(append(b, s[at:start]...), Hidden...)
		at = end
	}
	if at == 0 {
		return s
	}
	return string(append(b, s[at:]...))
}

// Passwords yields where there may be a password in a text, which need not conform: what follows
// the first ":" of a userinfo (RFC 3986 §3.2.1), wherever "//" or its like begins an authority, so
// that it is also found in an IRI within an IRI. In what does not conform a password is looked for
// that has delimiters in it, as in http://user:a/b@host: a port that is not a number, and an "@" after it.
// By the rules for authorities and userinfo, in any spec, the text is one without "//" before it.
func Passwords(rule, s string) func(yield func(start, end int) bool) {
	return func(yield func(start, end int) bool) {
		i, last := 0, strings.LastIndexByte(s, '@')
		switch strings.TrimPrefix(rule, "i") {
		case "userinfo":
			if i = strings.IndexByte(s, ':') + 1; 0 < i && i < len(s) {
				yield(i, len(s))
			}
			return
		case "authority":
			from := 0
			for from < len(s) && isSlash(s[from]) {
				from++
			}
			if start, end, ok := passwordIn(s, from, last); ok {
				if !yield(start, end) {
					return
				}
				i = end
			}
		}
		for i < last {
			from, ok := authorityAfter(s, i)
			if !ok {
				i++
				continue
			}
			start, end, ok := passwordIn(s, from, last)
			i = from
			if ok {
				if !yield(start, end) {
					return
				}
				i = end
			}
		}
	}
}

// authorityAfter returns where the authority begins that s[i:] introduces: after two slashes, in
// which a backslash may stand for one, or after the ":" of a scheme that always has an authority.
func authorityAfter(s string, i int) (int, bool) {
	from := i
	for from < len(s) && isSlash(s[from]) {
		from++
	}
	if from-i >= 2 {
		return from, true
	}
	if s[i] != ':' {
		return 0, false
	}
	for _, name := range [...]string{"http", "https", "ftp", "ftps", "sftp", "ws", "wss", "ssh"} {
		if i >= len(name) && strings.EqualFold(s[i-len(name):i], name) &&
			(i == len(name) || !chars.IsLetter(s[i-len(name)-1])) {
			for from = i + 1; from < len(s) && isSlash(s[from]); from++ {
			}
			return from, true
		}
	}
	return 0, false
}

// isSlash reports whether c is a slash, or what people write for one.
func isSlash(c byte) bool { return c == '/' || c == '\\' }

// passwordIn returns where the password stands in the authority that begins at from; last is
// where the last "@" of s stands.
func passwordIn(s string, from, last int) (start, end int, ok bool) {
	rest := s[from:]
	authority := rest
	if i := strings.IndexAny(rest, "/?#"); i >= 0 {
		authority = rest[:i]
	}
	colon := strings.IndexByte(authority, ':')
	if colon < 0 {
		return 0, 0, false
	}
	at := strings.LastIndexByte(authority, '@')
	if at < 0 && authority[0] != '[' && !isNumber(authority[colon+1:]) && last-from > colon {
		at = colon + 1 + PasswordEnd(rest[colon+1:last-from+1])
	}
	if at <= colon+1 {
		return 0, 0, false
	}
	return from + colon + 1, from + at, true
}

// PasswordEnd returns where the password ends that a text after the ":" of an authority may begin with: at the last "@"
// before which it may be one, rather than a port with a path. It has one or two "/", "?" and "#" in it, and is not a
// variable. The result is -1 if it is none.
func PasswordEnd(s string) (end int) {
	end = -1
	delimiters, query := 0, false
	for i := range len(s) {
		switch c := s[i]; {
		case c == '{' || c == '}', query && (c == '=' || c == '&'):
			return end
		case c == '/' || c == '?' || c == '#':
			if delimiters++; delimiters > 2 || delimiters == 1 && strings.EqualFold(s[:i], "port") {
				return end
			}
			query = query || c == '?'
		case c == '@' && i > 0 && (s[i-1] != '/' || delimiters == 0):
			end = i
		}
	}
	return end
}

// isNumber reports whether s is one or more digits.
func isNumber(s string) bool {
	if s == "" {
		return false
	}
	for i := range len(s) {
		if !chars.IsDigit(s[i]) {
			return false
		}
	}
	return true
}
