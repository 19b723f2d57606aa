package rules

import (
	"strings"

	"github.com/rfc3987/iri/internal/ref/component"
	"github.com/rfc3987/iri/internal/ref/scheme"
	"github.com/rfc3987/iri/internal/text/chars"
	"github.com/rfc3987/iri/internal/text/idna"
	"github.com/rfc3987/iri/internal/text/quote"
	"github.com/rfc3987/iri/internal/verdict/finding"
)

// This file has the rules about strings that conform and whose host was probably not meant.

// suspiciousHostPort reports localhost:8080/a and example.com:8080: a host that is read as a scheme, because there is
// none before it.
func suspiciousHostPort(c *pass, r *entry, start, end int) {
	name, rest := c.s[start:end], c.s[end+1:]
	n := len(rest) - len(strings.TrimLeft(rest, "0123456789"))
	if n == 0 || n > 5 || n < len(rest) && strings.IndexByte("/?#", rest[n]) < 0 {
		return
	}
	before := "https://"
	switch {
	case strings.EqualFold(name, "localhost"):
		before = "http://"
	case strings.IndexByte(name, '.') < 0 || c.run.Schemes.Is(name, scheme.Recognized):
		return
	}
	if f := c.add(r, start, end+1+n); f != nil {
		f.Message = finding.SuspiciousHostPortScheme.Text(c.Quote(start, end))
		f.Hint = finding.HintIfMeant.Text(quote.Quote(before + c.Shown(0, end+1+n)))
		c.guess(f, 0, 0, before)
	}
}

// suspiciousPassword reports mongodb://admin:1234#5@h:1: a password that begins with digits, which are read as a port
// because a delimiter follows them. There is no guess: one would write a password, which is a finding, too.
func suspiciousPassword(c *pass, r *entry, start, end int) {
	at := int(c.p.HostEnd)
	if int(c.p.AuthorityStart()) != int(c.p.Host) || at >= len(c.s) || c.s[at] != ':' || start != int(c.p.Host) {
		return
	}
	password := c.s[at+1:]
	n := component.PasswordEnd(password)
	if n < 0 {
		return
	}
	port := strings.IndexAny(password[:n], "/?#")
	if port <= 0 {
		return
	}
	if f := c.add(r, start, at+1+port); f != nil {
		f.Message = finding.SuspiciousPasswordPort.Text(quote.Quote(password[port : port+1]))
		f.Hint = finding.HintAtLate.Text()
	}
}

// suspiciousSlashes reports tel://+1-202-555: two slashes after the ":" of a scheme that has no authority.
func suspiciousSlashes(c *pass, r *entry, start, end int) {
	name := c.s[start:end]
	if c.p.Host == 0 || !(scheme.Is(name, scheme.NoSlashes) || strings.EqualFold(name, "tel") ||
		strings.EqualFold(name, "sms") || strings.EqualFold(name, "geo")) {
		return
	}
	if f := c.add(r, end+1, end+3); f != nil {
		f.Message = finding.SuspiciousSlashesAuthority.Text(quote.Quote(name))
		f.Hint = finding.HintIfMeant.Text(quote.Quote(c.s[:end+1] + c.Shown(end+3, len(c.s))))
		c.guess(f, end+1, end+3, "")
	}
}

// suspiciousDigits reports g00gle.example and paypa1.example: a 0 or 1 in the place of a letter that looks like it
// (RFC 3987 §7.5), in a name that is often imitated. In other names digits are everyday: 1password, level0. There is no
// guess: which of the two names is meant cannot be told.
func suspiciousDigits(c *pass, r *entry, start, end int) {
	for i := start; i < end; {
		n := strings.IndexByte(c.s[i:end], '.')
		if n < 0 {
			n = end - i
		}
		if meant := withLetters(c.s[i : i+n]); meant != "" {
			if f := c.add(r, i, i+n); f != nil {
				f.Message = finding.SuspiciousDigitsLabel.Text(c.Quote(i, i+n))
				f.Hint = finding.HintIfMeant.Text(c.QuoteDerived(meant, i, i+n))
			}
		}
		i += n + 1
	}
}

// imitated are names with o, l or i of sites whose users are sent to imitations of them.
const imitated = " adobe alibaba aliexpress amazon apple binance blockchain citibank coinbase docusign dropbox facebook " +
	"github gitlab gmail google hotmail icloud instagram linkedin microsoft netflix office outlook paypal telegram tiktok " +
	"twitter wellsfargo wikipedia wordpress yahoo youtube zoom "

// withLetters returns a label with letters for digits, if one of its words, with hyphens between them, is then an
// imitated name; "" if none is. The digits of an A-label are not those that people see.
func withLetters(label string) string {
	if strings.IndexByte(label, '0') < 0 && strings.IndexByte(label, '1') < 0 ||
		len(label) >= len(idna.Prefix) && strings.EqualFold(label[:len(idna.Prefix)], idna.Prefix) {
		return ""
	}
	words, found := strings.Split(strings.ToLower(label), "-"), false
	for i, word := range words {
		for _, one := range "li" {
			meant := strings.Map(func(c rune) rune {
				switch c {
				case '0':
					return 'o'
				case '1':
					return one
				}
				return c
			}, word)
			if meant != word && strings.Contains(imitated, " "+meant+" ") {
				words[i], found = meant, true
			}
		}
	}
	if !found {
		return ""
	}
	return strings.Join(words, "-")
}

// suspiciousEncodedInvisible reports %E2%80%8B and %E2%80%AE: a character that shows nothing, or changes the order of
// text, which came with the string from where it was copied. A joiner where it has an effect is a part of a word.
func suspiciousEncodedInvisible(c *pass, r *entry, start, end int) {
	s := c.s[:end]
	for i := next(s, start, "%"); i < end; i = next(s, i, "%") {
		ch, w := decodedRune(s, i)
		if !showsNothing(s[:i], ch) {
			i += w
			continue
		}
		if f := c.add(r, i, i+w); f != nil {
			name, _ := finding.CharValues(string(ch))
			f.Message = finding.SuspiciousEncodedInvisibleChar.Text(c.Quote(i, i+w), name)
			f.Hint = finding.HintOut.Text()
			c.guess(f, i, i+w, "")
		}
		i += w
	}
}

// showsNothing reports whether a character after a text shows nothing, or changes the order of text.
func showsNothing(before string, ch rune) bool {
	return chars.Of(ch).Flags()&(chars.Format|chars.LaterFormat) != 0 ||
		chars.VisualIssueOf(before, ch, false) == chars.Invisible
}

// suspiciousHostRules returns the rules of this file.
func suspiciousHostRules() []*entry {
	const schemeAlone = 1 << component.Scheme
	return []*entry{
		newSuspicious("host-port", "a host has a scheme and // before it",
			"localhost:8080/a is by the grammar an IRI with the scheme localhost. It is decided by localhost, or a "+
				"name with a dot that is not registered as a scheme, before : and one to five digits, which /, ?, # "+
				"or the end follows.",
			"write https:// in front, or http:// before localhost", schemeAlone, suspiciousHostPort,
			[]string{"http://localhost:8080/a", "tel:12345", "example.com:a"},
			[]string{"localhost:8080/a", "example.com:8080"}),
		newSuspicious("password", "a password has no delimiters",
			"The # of mongodb://admin:1234#5@h:1 ends the authority: admin is the host and 1234 the port, and what "+
				"follows is sent and logged as a fragment. It is decided by digits after the host, and an @ before "+
				"which they may be a password with one or two /, ? and # in it. There is no fix: an IRI with a "+
				"password is shown and logged.",
			"take the password out, or write %2F, %3F and %23 in it", 1<<component.RegName, suspiciousPassword,
			[]string{"mongodb://admin:1234%235@h:1/", "http://localhost:8080/@vite/client",
				"http://h:80/?user=me@example.org"},
			[]string{"mongodb://admin:1234#5@h:1", "ftp://me:12/3@example.org/"}),
		newSuspicious("slashes", "a scheme without authority has no //",
			"tel://+1-202-555-0101 has an authority, and a telephone number has none: programs that dial do not find "+
				"the number. It is decided by // after the : of a scheme whose references have no authority.",
			"take the // away", schemeAlone, suspiciousSlashes,
			[]string{"tel:+1-202-555-0101", "http://example.org/"},
			[]string{"tel://+1-202-555-0101", "sms://+12025550101"}),
		newSuspicious("digits", "no digits among letters in a host",
			"g00gle.example looks like google.example, and paypa1.example like paypal.example (RFC 3987 §7.5). A "+
				"word is reported if with o for 0, and l or i for 1, it is one of some names that are often "+
				"imitated. There is no fix, because a name with digits may be meant.",
			"look whether the name with letters is meant", 1<<component.RegName, suspiciousDigits,
			[]string{"http://web1.example/", "http://s3.example/", "http://127.0.0.1/",
				"http://1password.com/", "http://gwanghwamoon1st.example/"},
			[]string{"http://g00gle.example/", "http://paypa1.example/"}),
		ofEncoded(newSuspicious("encoded-invisible", "no percent-encoded characters that show nothing",
			"%E2%80%8B is a zero-width space, and %E2%80%AE turns the order of text around: they come with what was "+
				"copied from a page or a document, and the string no longer names what it named. Joiners and "+
				"variation selectors are reported where they have no effect.",
			"take it away", component.Texts, suspiciousEncodedInvisible,
			[]string{"http://example.org/%C3%A9", "http://example.org/%D9%85%DB%8C%E2%80%8C%D8%AE",
				"http://example.org/%E2%9D%A4%EF%B8%8F"},
			[]string{"http://example.org/a%E2%80%8Bb", "http://example.org/a%E2%80%AEb",
				"http://example.org/%EF%BB%BF", "http://example.org/a%E2%80%8Db"})),
	}
}
