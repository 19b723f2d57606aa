package blame

import (
	"strconv"
	"strings"
	"unicode/utf16"
	"unicode/utf8"

	"github.com/rfc3987/iri/internal/chars"
	"github.com/rfc3987/iri/internal/component"
	"github.com/rfc3987/iri/internal/percent"
	"github.com/rfc3987/iri/internal/report"
	"github.com/rfc3987/iri/internal/scheme"
	"github.com/rfc3987/iri/internal/spec"
	"github.com/rfc3987/iri/internal/wording"
)

// A meaning is what a fault was probably meant to be, where percent-encoding would keep
// the characters and lose their sense. Its hint stands without a fix. The guess, which may
// be nil, is the edit that writes the likeliest meaning; it becomes the fix only for those
// who ask for guesses.
type meaning struct {
	hint  string
	guess *report.Fix
}

// meant returns what a run of characters was probably meant to be, and whether there is
// such a guess. comp is the component that the run is in.
func (b *blamer) meant(comp component.Kind, code report.Code, start, end int) (meaning, bool) {
	s, run := b.s, b.s[start:end]
	rest := s[end:]
	space := strings.Trim(run, " \t\r\n") == ""
	switch {
	case code == report.Code(b.profile.PctEncoded.Name()):
		return b.meantEscape(start, end)
	case code == report.CodeUTF8:
		return meaning{"the text may be in another character encoding; convert it to UTF-8 first", b.latin1(start, end)}, true
	case strings.Contains(run, "\uFFFD"):
		return meaning{"U+FFFD stands where a program could not read a character: write the character that is lost", nil}, true
	case comp == component.Scheme:
		return b.meantScheme(s[:strings.IndexByte(s, ':')])
	case b.outerSpace(start, end):
		return meaning{"take the space around the IRI away", replace(start, end, "")}, true
	case strings.ContainsAny(run, " \t\r\n") && (comp == component.RegName || comp == component.Userinfo):
		if space && s[start-1] == '/' {
			return meaning{"take the space after \"//\" away", replace(start, end, "")}, true
		}
		return meaning{place(comp) + " has no spaces: take the space away, or write what stands for it in the name", nil}, true
	case run[0] == '\\' && slashScheme(s) && (comp == component.Port || comp == component.RegName):
		// Browsers end the authority here.
		return meaning{"a backslash is not a separator in an IRI: write \"/\"", replace(start, end, strings.ReplaceAll(run, `\`, "/"))}, true
	case comp == component.Port:
		return meaning{}, false
	}
	if comp == component.PathRootless && schemeIs(s, "mailto") {
		to := len(s)
		if k := strings.IndexAny(s, "?#"); k >= 0 {
			to = k
		}
		if list, ok := scheme.MailAddresses(s[len("mailto:"):to]); ok {
			return meaning{"a mailto IRI has addresses alone, with \",\" between them: write mailto:" + wording.QuoteBare(list), replace(len("mailto:"), to, list)}, true
		}
	}
	if strings.ContainsAny(run, " \t\r\n") {
		switch {
		case strings.Trim(run, " \t\r\n<>\"") == "" && beginsIRI(rest):
			return meaning{"these are two IRIs: write each on a line of its own", replace(start, end, "\n")}, true
		case schemeIs(s, "tel"):
			if number, ok := phoneNumber(s[len("tel:"):]); ok {
				return meaning{"a tel IRI has no spaces: write tel:" + number, replace(len("tel:"), len(s), number)}, true
			}
		case space && s[start-1] == ':' && strings.IndexByte(s, ':') == start-1:
			return meaning{"take the space after the scheme away", replace(start, end, "")}, true
		}
	}
	path := comp != component.Query && comp != component.Fragment && comp != component.Userinfo && comp != component.RegName
	switch {
	case strings.ContainsAny(run, "\r\n"):
		return meaning{"the line was probably broken here: take the line end away, or write %0A if it is meant", replace(start, end, strings.Trim(run, " \t\r\n"))}, true
	case isWindowsPath(s):
		return meantPath(s), true
	case path && strings.Trim(run, `\`) == "" && (b.backslashed() || slashScheme(s)):
		slashes := strings.ReplaceAll(run, `\`, "/")
		if start != strings.IndexByte(s, ':')+1 {
			// Two are one, as strings of programs and of JSON write it.
			slashes = slashes[:(len(slashes)+1)/2]
		}
		return meaning{"a backslash is not a separator in an IRI: write " + wording.Quote(slashes), replace(start, end, slashes)}, true
	case strings.ContainsAny(run, "{}") && inTemplate(s, start, end):
		return meaning{"braces mark a variable in a URI Template (RFC 6570), which has to be expanded first", nil}, true
	}
	return meaning{}, false
}

// replace returns the edit that writes text for the bytes from start to end.
func replace(start, end int, text string) *report.Fix {
	return &report.Fix{Start: start, End: end, Text: text, Guessed: true}
}

// meantEscape returns what %uXXXX, an escape of JavaScript, stands for: one character, or
// half of one that two escapes make together. It knows no other "%" without digits.
func (b *blamer) meantEscape(start, end int) (meaning, bool) {
	unit, ok := unicodeEscape(b.s[start:])
	if end != start+1 || !ok {
		return meaning{}, false
	}
	m := meaning{hint: pctHint(b.s[start+1:])}
	stop := start + 6
	if utf16.IsSurrogate(unit) {
		low, ok := unicodeEscape(b.s[stop:])
		high := unit
		if unit = utf16.DecodeRune(high, low); !ok || unit == utf8.RuneError {
			if start >= 6 {
				if before, ok := unicodeEscape(b.s[start-6:]); ok && utf16.DecodeRune(before, high) != utf8.RuneError {
					// The second half: the edit of the first one writes the character.
					m.guess = replace(start-6, stop, b.letter(utf16.DecodeRune(before, high)))
				}
			}
			return m, true
		}
		stop += 6
	}
	m.guess = replace(start, stop, b.letter(unit))
	return m, true
}

// unicodeEscape returns the number of the %uXXXX that s begins with.
func unicodeEscape(s string) (rune, bool) {
	if len(s) < 6 || s[0] != '%' || s[1]|0x20 != 'u' {
		return 0, false
	}
	n, err := strconv.ParseUint(s[2:6], 16, 16)
	return rune(n), err == nil
}

// letter returns how the spec writes a character: itself where a path may have it, else
// percent-encoded.
func (b *blamer) letter(r rune) string {
	s := string(r)
	if p := b.profile.Of[component.PathRootless]; p.Valid(s) && (r >= utf8.RuneSelf || chars.IsLetter(byte(r)) || chars.IsDigit(byte(r))) {
		return s
	}
	return percent.Encode(s)
}

// latin1 returns the edit that reads bytes as ISO 8859-1, nil if they cannot be text in it.
func (b *blamer) latin1(start, end int) *report.Fix {
	var sb strings.Builder
	for _, c := range []byte(b.s[start:end]) {
		if c < 0xA1 { // controls, and the space that does not break
			return nil
		}
		sb.WriteString(b.letter(rune(c)))
	}
	return replace(start, end, sb.String())
}

// meantScheme returns what was meant by a text before the first ":" that is not a scheme.
func (b *blamer) meantScheme(scheme string) (meaning, bool) {
	s := b.s
	path := s[len(scheme)+1:]
	user, host, ok := strings.Cut(scheme, "@")
	switch {
	case ok && user != "" && isName(host) && strings.IndexByte(host, '.') > 0 && path != "" && !strings.HasPrefix(path, "//") && strings.IndexByte(path, '@') < 0:
		iri := "ssh://" + scheme + "/" + strings.TrimPrefix(path, "/")
		return meaning{"this is how Git and scp write an address; as an IRI it is " + wording.QuoteBare(iri), replace(0, len(s), iri)}, true
	case strings.TrimLeft(scheme, " \t\r\n") != scheme:
		n := len(s) - len(strings.TrimLeft(s, " \t\r\n"))
		return meaning{schemeHint(scheme), replace(0, n, "")}, true
	}
	return meaning{}, false
}

// isName reports whether s has only what a host name of ASCII has.
func isName(s string) bool {
	for i := range len(s) {
		if c := s[i]; !chars.IsLetter(c) && !chars.IsDigit(c) && c != '-' && c != '.' {
			return false
		}
	}
	return s != ""
}

// isPortThenEnd reports whether s begins with digits that a "/" or the end follows.
func isPortThenEnd(s string) bool {
	n := len(s) - len(strings.TrimLeft(s, "0123456789"))
	return n > 0 && n <= 5 && (n == len(s) || s[n] == '/')
}

// isHostPort reports whether s begins as a host and a port do: 1.example.org:80/.
func isHostPort(s string) bool {
	host, rest, ok := strings.Cut(s, ":")
	return ok && strings.IndexByte(host, '.') > 0 && isName(host) && strings.Trim(host, "0123456789.") != "" && isPortThenEnd(rest)
}

// schemeIs reports whether the scheme of s is the given one.
func schemeIs(s, scheme string) bool {
	return len(s) > len(scheme) && s[len(scheme)] == ':' && strings.EqualFold(s[:len(scheme)], scheme)
}

// slashScheme reports whether s has a scheme under which browsers read "\" as "/".
func slashScheme(s string) bool {
	for _, scheme := range [...]string{"http", "https", "file", "ftp", "ws", "wss"} {
		if schemeIs(s, scheme) {
			return true
		}
	}
	return false
}

// beginsIRI reports whether s begins as an IRI does: with a scheme and "//", or with a
// scheme that is common.
func beginsIRI(s string) bool {
	for _, scheme := range [...]string{"urn", "mailto", "tel", "doi", "info", "tag", "data"} {
		if schemeIs(s, scheme) {
			return true
		}
	}
	k := strings.IndexByte(s, ':')
	return k > 0 && strings.HasPrefix(s[k:], "://") && spec.RFC3986.Profile().Of[component.Scheme].Valid(s[:k])
}

// phoneNumber returns a telephone number with hyphens in place of spaces, brackets and
// dots between its digits; ok is false for what is not a number.
func phoneNumber(s string) (number string, ok bool) {
	s = strings.TrimSpace(s)
	s, plus := strings.CutPrefix(s, "+")
	if strings.Trim(s, "0123456789 ().-/\u00A0") != "" {
		return "", false
	}
	groups := strings.FieldsFunc(s, func(r rune) bool { return r < '0' || r > '9' })
	if len(groups) == 0 {
		return "", false
	}
	number = strings.Join(groups, "-")
	if plus {
		number = "+" + number
	}
	return number, true
}

// isWindowsPath reports whether s begins as a path of Windows does, with a drive or, as
// that of another machine, with two backslashes.
func isWindowsPath(s string) bool {
	if strings.HasPrefix(s, `\\`) {
		return len(s) > 2
	}
	return len(s) > 2 && chars.IsLetter(s[0]) && s[1] == ':' && (s[2] == '\\' || s[2] == '/' && !strings.HasPrefix(s[2:], "//"))
}

// meantPath returns what a path of Windows is as an IRI (RFC 8089 Appendix E).
func meantPath(s string) meaning {
	b := []byte("file:///")
	rest := strings.TrimLeft(s, `\`)
	if rest != s {
		b = b[:len(b)-1]
	}
	for i := range len(rest) {
		switch c := rest[i]; {
		case c == '\\' && i > 0 && rest[i-1] == '\\':
			// Two are one, as strings of programs and of JSON write it.
		case c == '\\':
			b = append(b, '/')
		case c < utf8.RuneSelf && (c == '%' || c == '#' || c == '?' || !chars.UriByte[c]):
			b = append(b, percent.Encode(rest[i:i+1])...)
		default:
			b = append(b, c)
		}
	}
	return meaning{"this looks like a Windows path; as an IRI it is " + wording.QuoteBare(string(b)), replace(0, len(s), string(b))}
}

// inTemplate reports whether the run stands in an expression of a URI Template
// (RFC 6570 §2.2): {name}, {?a,b*}.
func inTemplate(s string, start, end int) bool {
	open := strings.LastIndexByte(s[:end], '{')
	if open < 0 {
		return false
	}
	n := strings.IndexByte(s[open:], '}')
	if n < 2 || open+n < start {
		return false
	}
	name := strings.TrimLeft(s[open+1:open+n], "+#./;?&=,!@|$")
	for i := range len(name) {
		if c := name[i]; !chars.IsLetter(c) && !chars.IsDigit(c) && strings.IndexByte("_.,:*%-", c) < 0 {
			return false
		}
	}
	return name != ""
}
