package rules

import (
	"strconv"
	"strings"
	"unicode/utf8"

	"github.com/rfc3987/iri/internal/ref/component"
	"github.com/rfc3987/iri/internal/ref/scheme"
	"github.com/rfc3987/iri/internal/ref/spec"
	"github.com/rfc3987/iri/internal/ref/textparts"
	"github.com/rfc3987/iri/internal/text/chars"
	"github.com/rfc3987/iri/internal/text/percent"
	"github.com/rfc3987/iri/internal/text/quote"
	"github.com/rfc3987/iri/internal/verdict/finding"
)

// This file has the rules about strings that conform and are hardly meant. No document
// forbids them, so they are off by default but for those that are true nearly everywhere, and have hints, and
// fixes only for those who ask for guesses: what was meant is for a person to say.

// suspiciousSection is where these rules are stated: no document has them.
const suspiciousSection = "docs/checks.md"

// schemeDoubled reports whether the string is one IRI in front of another: http://https://x,
// whose host is a scheme, whose port is empty and whose path begins with "//".
func (c *pass) schemeDoubled() bool {
	p := c.p
	if p.Host == 0 || p.Path > p.HostEnd+1 || !strings.HasPrefix(c.s[p.Path:], "//") {
		return false
	}
	return scheme.Is(c.s[p.Host:p.HostEnd], scheme.Everyday)
}

// beginsEveryday reports whether a text begins with a scheme that people put in front of everything, and "://".
func beginsEveryday(s string) bool {
	k := strings.IndexByte(s, ':')
	return k > 0 && scheme.Is(s[:k], scheme.Everyday) && strings.HasPrefix(s[k:], "://")
}

func suspiciousSchemeDoubled(c *pass, r *entry, start, _ int) {
	end := int(c.p.Path)
	if start > 0 && start > int(c.p.Query) { // oboInOwl#http://x: the fragment is an IRI
		name := c.s[:start-1]
		if name == "" || strings.ContainsAny(name, ":/.?") || !beginsEveryday(c.s[start:]) {
			return
		}
		if f := c.add(r, 0, start); f != nil {
			f.Message = finding.SuspiciousSchemeDoubledName.Text(c.Quote(0, start))
			f.Hint = finding.HintSchemeDoubled.Text(c.Quote(0, start))
			c.guess(f, 0, start, "")
		}
		return
	}
	switch {
	case c.schemeDoubled():
	case c.p.Host == 0 && scheme.Is(c.s[:c.p.Scheme], scheme.Everyday):
		// http:https://x: the path is an IRI.
		rest := c.s[c.p.Path:]
		if !beginsEveryday(rest) {
			return
		}
		end += strings.IndexByte(rest, ':') + 1
	default:
		return
	}
	if f := c.add(r, 0, end); f != nil {
		first := c.s[:max(c.p.Host, c.p.Scheme+1)]
		f.Message = finding.SuspiciousSchemeDoubledSecond.Text()
		f.Hint = finding.HintSchemeDoubled.Text(quote.Quote(first))
		if c.p.Host > 0 { // the colon after the second scheme may be missing
			c.guess(f, 0, int(c.p.Path), c.s[c.p.Host:c.p.HostEnd]+":")
		} else {
			c.guess(f, 0, len(first), "")
		}
	}
}

// suspiciousSchemeTypo reports a scheme that is one edit away from http, https, ftp, mailto
// or file: one letter more, one fewer, another one, or two that changed places.
func suspiciousSchemeTypo(c *pass, r *entry, start, end int) {
	if c.run.Schemes.Is(c.s[start:end], scheme.Recognized) {
		return
	}
	name := strings.ToLower(c.s[start:end])
	for w := range scheme.With(scheme.Typed) {
		// A short name has registered neighbours; it needs "//" or "@" after it.
		if !oneEdit(name, w) || isOtherWord(name, w) || w != "mailto" && c.p.Host == 0 || w == "mailto" && strings.IndexByte(c.s, '@') < 0 {
			continue
		}
		if f := c.add(r, start, end); f != nil {
			f.Message = finding.SuspiciousSchemeTypoScheme.Text(quote.Quote(name), quote.Quote(w))
			f.Hint = finding.HintIfMeant.Text(w)
			c.guess(f, start, end, w)
		}
		return
	}
}

// isOtherWord reports whether a name has another letter than ftp or file has there: rtp and tile are words of their own,
// whereas no word is http but for one letter.
func isOtherWord(name, w string) bool {
	return len(name) == len(w) && len(w) <= 4 && w != "http" && !chars.SameLetters(name, w)
}

// oneEdit reports whether a becomes b by one letter put in, left out or replaced, or by two
// neighbours that change places.
func oneEdit(a, b string) bool {
	if a == b {
		return false
	}
	i := 0
	for i < len(a) && i < len(b) && a[i] == b[i] {
		i++
	}
	x, y := a[i:], b[i:]
	switch {
	case len(x) == len(y)+1:
		return x[1:] == y
	case len(x)+1 == len(y):
		return x == y[1:]
	case len(x) != len(y):
		return false
	}
	return x[1:] == y[1:] || len(x) > 1 && x[0] == y[1] && x[1] == y[0] && x[2:] == y[2:]
}

// suspiciousDrive reports C:/Users: a scheme of one letter, as no registered one has.
func suspiciousDrive(c *pass, r *entry, start, end int) {
	if end-start != 1 || !strings.HasPrefix(c.s[end:], ":/") || strings.HasPrefix(c.s[end:], "://") {
		return
	}
	if f := c.add(r, start, end+1); f != nil {
		f.Message = finding.SuspiciousDriveDrive.Text(quote.Quote(c.s[start : end+1]))
		f.Hint = finding.HintWrite.Text(quote.Quote("file:///" + c.Shown(0, len(c.s))))
		c.guess(f, 0, 0, "file:///")
	}
}

// suspiciousDoubleEncoded reports %25C3%25A9: "%25" and the rest of a percent-encoding of
// UTF-8, in which there is a character beyond ASCII or a space; and any triplet that was encoded twice or
// more after the first time, as %252541. It is asked of paths alone: in a query, and after another address in the path,
// an address is encoded that has percent-encodings of its own.
func suspiciousDoubleEncoded(c *pass, r *entry, start, end int) {
	for _, sign := range []string{":/", "%3A", "%3a", "%2F", "%2f"} {
		end = min(end, next(c.s[:end], start, sign))
	}
	s := c.s[:end]
	var octets []byte
	for i := next(s, start, "%25"); i < end; i = next(s, i, "%25") {
		octets = octets[:0]
		j, deep := i, false
		for strings.HasPrefix(s[j:], "%25") {
			at := j + 3
			for strings.HasPrefix(s[at:], "25") && at+4 <= end && chars.IsHex(s[at+2]) && chars.IsHex(s[at+3]) {
				at, deep = at+2, true
			}
			if at+2 > end || !chars.IsHex(s[at]) || !chars.IsHex(s[at+1]) {
				break
			}
			octets = append(octets, chars.HexValue(s[at])<<4|chars.HexValue(s[at+1]))
			j = at + 2
		}
		if j == i {
			i += 3
			continue
		}
		if !deep { // each octet is one percent-encoding of five bytes
			valid := afterBadUTF8(octets)
			octets, i = octets[valid:], i+valid*len("%25C3")
		}
		text := string(octets)
		if deep || !chars.IsASCII(text) || strings.Contains(text, " ") {
			if f := c.add(r, i, j); f != nil {
				f.Message = finding.SuspiciousDoubleEncodedText.Text(c.Quote(i, j))
				var once []byte
				before := s[:i]
				for at, ch := range text {
					_, w := utf8.DecodeRuneInString(text[at:])
					if w == 1 || !showsNothing(before, ch) {
						once = percent.Append(once, text[at:at+w])
					}
					before = text[:at+w]
				}
				if f.Hint = finding.HintWrite.Text(c.QuoteDerived(string(once), i, j)); len(once) == 0 {
					f.Hint = finding.HintOut.Text()
				}
				c.guess(f, i, j, string(once))
			}
		}
		i = j
	}
}

// afterBadUTF8 returns where the UTF-8 at the end of a text begins: after the last octet that is not part of a character.
func afterBadUTF8(text []byte) (at int) {
	for i := 0; i < len(text); {
		r, w := utf8.DecodeRune(text[i:])
		if i += w; r == utf8.RuneError && w == 1 {
			at = i
		}
	}
	return at
}

// suspiciousMojibake reports cafÃ©: UTF-8 that was read as Latin-1 or Windows-1252 and
// written as UTF-8 again. The letters Â, Ã and â are everyday; what follows them here is
// not: a symbol or control of U+0080 to U+00BF where the two make a character together.
func suspiciousMojibake(c *pass, r *entry, start, end int) {
	s := c.s[:end]
	for i := start; ; {
		// The first octet of all three is C3, which is in the middle of no character.
		for i < end && s[i] != 0xC3 && !(s[i] == '%' && i+2 < end && s[i+1]|0x20 == 'c' && s[i+2] == '3') {
			i++
		}
		if i == end {
			return
		}
		ch, w := decodedRune(s, i)
		if ch != 'Ã' && ch != 'Â' && ch != 'â' {
			i += w
			continue
		}
		var octets []byte
		j := i
		for j < end && len(octets) < 3 {
			ch, w := decodedRune(s, j)
			b, ok := windows1252(ch)
			if !ok || len(octets) > 0 && (b < 0x80 || b > 0xBF) {
				break
			}
			octets = append(octets, b)
			j += w
			if utf8.FullRune(octets) {
				break
			}
		}
		meant, n := utf8.DecodeRune(octets)
		if n < 2 || meant == utf8.RuneError || n != len(octets) {
			i += w
			continue
		}
		if f := c.add(r, i, j); f != nil {
			f.Message = finding.SuspiciousMojibakeText.Text(c.QuoteDerived(percent.Decode(s[i:j]), i, j),
				c.QuoteDerived(string(meant), i, j))
			f.Hint = finding.HintWrite.Text(c.QuoteDerived(string(meant), i, j))
			if text := string(meant); s[i] == '%' {
				c.guess(f, i, j, percent.Encode(text))
			} else {
				c.guess(f, i, j, text)
			}
		}
		i = j
	}
}

// decodedRune returns the character at s[i:] and its length there. Each of its octets may be
// percent-encoded.
func decodedRune(s string, i int) (r rune, length int) {
	if s[i] < utf8.RuneSelf && s[i] != '%' {
		return rune(s[i]), 1
	}
	var octets [utf8.UTFMax]byte
	var ends [utf8.UTFMax + 1]int // of the octets, from i on
	n := 0
	for at := i; n < len(octets) && at < len(s); n++ {
		if s[at] == '%' && at+2 < len(s) {
			octets[n] = percent.OctetAt(s, at)
			at += 3
		} else {
			octets[n] = s[at]
			at++
		}
		ends[n+1] = at - i
		if octets[0] < utf8.RuneSelf {
			return rune(octets[0]), ends[1]
		}
	}
	r, w := utf8.DecodeRune(octets[:n])
	return r, ends[w]
}

// windows1252 returns the byte of a character in Windows-1252, or in ISO 8859-1.
func windows1252(r rune) (byte, bool) {
	if r < 0x100 {
		return byte(r), r >= 0x80
	}
	const high = "€\x00‚ƒ„…†‡ˆ‰Š‹Œ\x00Ž\x00\x00‘’“”•–—˜™š›œ\x00žŸ"
	n := byte(0x80)
	for _, c := range high {
		if c == r {
			return n, true
		}
		n++
	}
	return 0, false
}

// suspiciousEntity reports &amp; and other character references of HTML that were left in
// the text: those that end with ";" and that no one writes for another reason. The # of &#38; begins a fragment.
func suspiciousEntity(c *pass, r *entry, start, end int) {
	s := c.s[:end]
	if start >= 2 && s[start-2:start] == "&#" {
		start -= 2
	}
	for i := next(s, start, "&"); i < end; i = next(s, i, "&") {
		n := strings.IndexByte(s[i:min(end, i+10)], ';')
		if n > 0 {
			if text, ok := entity(s[i+1 : i+n]); ok {
				for text == "&" { // &amp;lt; is that of a reference
					more := strings.IndexByte(s[i+n+1:min(end, i+n+10)], ';')
					inner, ok := "", false
					if more > 0 {
						inner, ok = entity(s[i+n+1 : i+n+1+more])
					}
					if !ok {
						break
					}
					text, n = inner, n+1+more
				}
				if f := c.add(r, i, i+n+1); f != nil {
					f.Message = finding.SuspiciousEntityReference.Text(c.Quote(i, i+n+1))
					f.Hint = finding.HintWrite.Text(quote.Quote(text))
					c.guess(f, i, i+n+1, text)
				}
				i += n
			}
		}
		i++
	}
}

// An entityName is a name that HTML has for a character, and the character as an IRI writes it.
type entityName struct {
	name string
	char rune
	text string
}

var entityNames = []entityName{{"amp", '&', "&"}, {"lt", '<', "%3C"}, {"gt", '>', "%3E"}, {"nbsp", 0xA0, "%20"},
	{"quot", '"', "%22"}, {"apos", '\'', "'"}}

// entity returns what a character reference of HTML stands for, as an IRI writes it.
func entity(name string) (text string, ok bool) {
	char := rune(-1)
	if digits, ok := strings.CutPrefix(name, "#"); ok {
		base := 10
		if digits, ok = strings.CutPrefix(strings.ToLower(digits), "x"); ok {
			base = 16
		}
		n, err := strconv.ParseUint(digits, base, 16)
		if err != nil {
			return "", false
		}
		char = rune(n)
	}
	for _, e := range entityNames {
		if name == e.name || char == e.char {
			return e.text, true
		}
	}
	return "", false
}

// entityWords returns what stands in every string that [suspiciousEntity] reports.
func entityWords() []string {
	words := []string{"&#"}
	for _, e := range entityNames {
		words = append(words, "&"+e.name+";")
	}
	return words
}

// suspiciousTemplate reports %7Bid%7D: a variable of a URI Template, percent-encoded where
// a value was meant. Wiki markup ({{name}}) and JSON are not variables.
func suspiciousTemplate(c *pass, r *entry, start, end int) {
	s := c.s[:end]
	for i := next(s, start, "%7"); i < end; i = next(s, i, "%7") {
		if i+3 > end || s[i+2]|0x20 != 'b' {
			i += 2
			continue
		}
		j := i + 3
		for j < end && (chars.IsLetter(s[j]) || chars.IsDigit(s[j]) || s[j] == '_' || s[j] == '.') {
			j++
		}
		if j > i+3 && j+3 <= end && chars.IsLetter(s[i+3]) && strings.EqualFold(s[j:j+3], "%7D") {
			double := i-start >= 3 && strings.EqualFold(s[i-3:i], "%7B") || j+6 <= end && strings.EqualFold(s[j+3:j+6], "%7D")
			if double {
				i = j + 3
				continue
			}
			if f := c.add(r, i, j+3); f != nil {
				f.Message = finding.SuspiciousTemplateVariable.Text(c.Quote(i, j+3))
				f.Hint = finding.HintTemplateValue.Text(c.Quote(i+3, j))
			}
			j += 3
		}
		i = j
	}
}

// next returns where a text stands in s from an offset on, the length of s if it does not.
func next(s string, from int, text string) int {
	if k := strings.Index(s[from:], text); k >= 0 {
		return from + k
	}
	return len(s)
}

// newSuspicious returns the entry of a rule about what is hardly meant.
func newSuspicious(name, title, text, mend string, on component.Kinds, check func(c *pass, r *entry, start, end int),
	good, bad []string) *entry {
	return &entry{check: check, ProseRule: finding.ProseRule{On: on, Entry: finding.Entry{
		Severity: finding.Off, Code: finding.Code(suspicious + name), Section: suspiciousSection,
		Title: title, Text: text, Mend: mend, Good: good, Bad: bad,
	}}}
}

// byDefault says that a rule is a warning by default, and what a string has to have for it, and returns the rule.
func byDefault(r *entry, needs textparts.Trigger) *entry {
	r.Severity, r.trigger = finding.Warning, needs
	return r
}

// ofReferences says that the examples of a rule are references, and returns the rule.
func ofReferences(r *entry) *entry {
	r.Rule = spec.RFC3987.Reference().Name()
	return r
}

// ofEncoded says that a rule is about what is percent-encoded or beyond ASCII, and returns the rule.
func ofEncoded(r *entry) *entry {
	r.trigger.Encoded = true
	return r
}

// suspiciousRules returns rules that the option Suspicious turns on, if they are off by default.
func suspiciousRules() []*entry {
	const schemeAlone = 1 << component.Scheme
	return []*entry{
		ofEncoded(newSuspicious("encoded-dots", "dot segments are not percent-encoded",
			"%2E%2E is not a dot segment where an IRI is resolved (RFC 3986 §5.2.4), and is one for browsers, which "+
				"take it away with the segment before it, and for servers that decode a path first. It is decided by a "+
				"segment that is . or .. with a dot percent-encoded.",
			"leave the segment out", component.Paths, suspiciousEncodedDots,
			[]string{"http://example.org/a/../b", "http://example.org/a%2Eb", "http://example.org/%2E%2E%2E"},
			[]string{"http://example.org/a/%2e%2e/b", "http://example.org/.%2E"})),
		newSuspicious("plus", "a space in a field of mailto is %20",
			"The + of mailto:a@example.org?subject=a+b is a plus (RFC 6068 §5), though forms write + for a space. It "+
				"is decided by + between two letters in subject or body, without a %20 in them.",
			"write %20", 1<<component.Query, suspiciousPlus,
			[]string{"mailto:a@example.org?subject=a%20b", "mailto:a@example.org?subject=C++",
				"mailto:a@example.org?cc=a+b@example.org", "http://example.org/?subject=a+b"},
			[]string{"mailto:a@example.org?subject=a+b"}),
		newSuspicious("scheme-doubled", "one scheme, not two",
			"A program or a person has put http:// in front of a string that had a scheme. By the grammar the second "+
				"scheme is the host, with an empty port. It is decided by the shape alone: a host named http, https, "+
				"ftp, mailto, file, urn, ws or wss, with or without a colon, and a path that begins with //. So is a name "+
				"before # and an IRI: oboInOwl#http://example.org/.",
			"take the first scheme away", schemeAlone|1<<component.Fragment, suspiciousSchemeDoubled,
			[]string{"https://web.archive.org/web/2020/http://example.org/", "http://https.example.org/"},
			[]string{"http://https://example.org/", "http://https//example.org/", "http:http://example.org/"}),
		byDefault(newSuspicious("scheme-typo", "a scheme is not misspelled",
			"A scheme that no one has registered is one edit away from http, https, ftp, file or mailto: a letter "+
				"more, a letter fewer, two that changed places, or another letter, but not of ftp and file, which are "+
				"like other words. Except for mailto an authority must follow.",
			"write the scheme that was meant", schemeAlone, suspiciousSchemeTypo,
			[]string{"http://example.org/", "sftp://example.org/", "nttp:x", "tile://example.org/"},
			[]string{"htps://example.org/", "htpp://example.org/", "mialto:a@example.org"}), textparts.Trigger{Schemes: []string{}}),
		newSuspicious("drive", "a drive letter is not a scheme",
			"C:/Users conforms, with the scheme C, but is a path of Windows. It is decided by a scheme of one letter "+
				"and one / after it; no scheme of one letter is registered.",
			"write file:/// in front", schemeAlone, suspiciousDrive,
			[]string{"file:///C:/Users", "a:b"}, []string{"C:/Users/me"}),
		ofEncoded(newSuspicious("double-encoded", "a string is percent-encoded once",
			"%25C3%25A9 is é, percent-encoded and then again. It is decided by %25 in front of two hexadecimal "+
				"digits where the digits make UTF-8 of a character beyond US-ASCII, or a space, and by %2525 in "+
				"front of any two. It is asked of paths alone, up to :/, %3A or %2F in them: an address within an "+
				"address is rightly encoded twice.",
			"percent-encode the text once", component.Paths, suspiciousDoubleEncoded,
			[]string{"http://example.org/100%25", "http://example.org/%C3%A9", "http://example.org/%2541",
				"http://example.org/?u=http%3A%2F%2Fe%2F%25C3%25A9"},
			[]string{"http://example.org/%25C3%25A9", "http://example.org/a%2520b", "http://example.org/%252541"})),
		ofEncoded(newSuspicious("mojibake", "text was read in its own character encoding",
			"cafÃ© is café: its UTF-8 was read as Latin-1 or Windows-1252, and written as UTF-8 again. It is decided "+
				"by Ã, Â or â before characters that, in those encodings, are the rest of a UTF-8 sequence, as they "+
				"are or percent-encoded.",
			"write the character that was meant", component.Texts, suspiciousMojibake,
			[]string{"http://example.org/caf\u00e9", "http://example.org/S\u00c3O", "http://example.org/ch\u00e2teau"},
			[]string{"http://example.org/caf\u00c3\u00a9", "http://example.org/caf%C3%83%C2%A9"})),
		byDefault(newSuspicious("entity", "no character references of HTML",
			"&amp; in a query is & as HTML writes it; the string was taken out of a page without reading its "+
				"escapes. The references of &, <, >, quotation marks and the no-break space are reported. The # of "+
				"&#038; begins a fragment, which is lost.",
			"write the character", component.Texts, suspiciousEntity,
			[]string{"http://example.org/?a=1&b=2", "http://example.org/?a&amp=1;b", "http://example.org/?a&#b;"},
			[]string{"http://example.org/?a=1&amp;b=2", "http://example.org/?a=1&#038;b=2"}), textparts.Trigger{Words: entityWords()}),
		ofEncoded(newSuspicious("template", "variables of a template have values",
			"%7Bid%7D is {id}, a variable of a URI Template that was percent-encoded where its value should have "+
				"been written. It is decided by one name of letters, digits, _ and . between the two.",
			"write the value", component.Texts, suspiciousTemplate,
			[]string{"http://example.org/%7B%22a%22%7D", "http://example.org/%7B%7Bname%7D%7D"},
			[]string{"http://example.org/%7Bid%7D/x"})),
		newSuspicious("curie-in-brackets", "a name with a prefix is not written as an IRI",
			"<foaf:Person> in Turtle, and foaf:Person in rdf:resource, is the IRI with the scheme foaf, not the name "+
				"that stands for http://xmlns.com/foaf/0.1/Person. It is decided by a scheme that is the name of a "+
				"prefix which the file declares, or of one that is the same nearly everywhere, as rdfs, and that is "+
				"not known as a scheme.",
			"write the name without brackets, or the whole IRI", schemeAlone, suspiciousCurie,
			[]string{"http://xmlns.com/foaf/0.1/Person", "geo:48.2,16.37", "foaf://example.org/"},
			[]string{"foaf:Person", "rdfs:label"}),
		newSuspicious("punctuation", "no punctuation of the text around it",
			"A full stop or a comma at the end of a URL most often ends the sentence, or separates the items of the "+
				"list, that the URL was taken from. It is decided by the last character after a path, a query or a "+
				"fragment; a dot after an abbreviation, as in _Jr. and U.S., and dot segments are not reported.",
			"take it away", pathAndAfter, suspiciousPunctuation,
			[]string{"http://example.org/a.b", "http://example.org/Martin_Luther_King_Jr.", "http://example.org/U.S.",
				"http://example.org/a/..", "http://example.org."},
			[]string{"http://example.org/a.", "http://example.org/a,", "http://example.org/?a=b.",
				"http://example.org/a#b,"}),
		ofReferences(newSuspicious("www", "a host has a scheme and // before it",
			"www.example.org is a relative reference, whose path begins with a segment of that name; it was most "+
				"often meant as the host. It is decided by www. at the start of a string without a scheme and an "+
				"authority, and another dot after it.",
			"write https:// in front", 1<<component.PathNoscheme, suspiciousWWW,
			[]string{"http://www.example.org/", "//www.example.org/", "www.html", "a/www.example.org"},
			[]string{"www.example.org", "www.example.org/a?b"})),
		byDefault(newSuspicious("undefined", "a value is there",
			"undefined, null and [object Object] are what JavaScript writes for a value that is not there, or not "+
				"text. It is decided by a segment of a path after /, or a value after = in a query, that is one of "+
				"these and nothing else; paths of file IRIs are left out.",
			"write the value", 1<<component.PathAbempty|1<<component.PathAbsolute|1<<component.PathNoscheme|
				1<<component.Query, suspiciousUndefined,
			[]string{"http://example.org/undefined-behavior", "http://example.org/?null", "file:///dev/null"},
			[]string{"http://example.org/users/undefined", "http://example.org/null/edit",
				"http://example.org/?a=1&b=null", "http://example.org/%5Bobject%20Object%5D"}), textparts.Trigger{Words: undefinedWords()}),
	}
}
