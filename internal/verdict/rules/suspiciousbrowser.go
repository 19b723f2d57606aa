package rules

import (
	"slices"
	"strings"
	"unicode/utf8"

	"golang.org/x/text/unicode/norm"

	"github.com/rfc3987/iri/internal/ref/component"
	"github.com/rfc3987/iri/internal/ref/hostname"
	"github.com/rfc3987/iri/internal/ref/scheme"
	"github.com/rfc3987/iri/internal/text/chars"
	"github.com/rfc3987/iri/internal/text/percent"
	"github.com/rfc3987/iri/internal/verdict/finding"
)

// This file has the rule about strings whose scheme or host browsers read in another way than RFC 3987. It is the one
// rule that is also asked of strings that do not conform: to a browser many of these are addresses.

// A browserReading is where the URL Standard finds scheme and host in a string, without a base
// (https://url.spec.whatwg.org/#concept-basic-url-parser). Programs that need all of its reading use a library for it:
// this one is linked with the checks, which have to stay small.
type browserReading struct {
	text    string // what is read: tabs and line ends are taken away, and controls and blanks at the ends
	at      []int  // the offsets in the string of the bytes of text and of its end, nil if they are the same
	scheme  int    // how long the scheme is, 0 if there is none
	special bool   // it is one of those with rules of their own
	host    int    // where the host begins, 0 if there is none
	hostEnd int
	needed  bool // an empty host is refused
}

// readAsBrowser reads a string as browsers do, as far as the host.
func readAsBrowser(s string) (r browserReading) {
	start, end := 0, len(s)
	for ; start < end && s[start] <= ' '; start++ {
	}
	for ; start < end && s[end-1] <= ' '; end-- {
	}
	r.text = s[start:end]
	if end-start < len(s) || strings.ContainsAny(r.text, "\t\n\r") {
		text := make([]byte, 0, len(r.text))
		for i := start; i < end; i++ {
			if c := s[i]; c != '\t' && c != '\n' && c != '\r' {
				text, r.at = append(text, c), append(r.at, i)
			}
		}
		r.text, r.at = string(text), append(r.at, end)
	}
	colon := strings.IndexByte(r.text, ':')
	if colon <= 0 || !chars.IsLetter(r.text[0]) || strings.IndexFunc(r.text[:colon], notInScheme) >= 0 {
		return r
	}
	r.scheme, r.special = colon, scheme.Is(r.text[:colon], scheme.Special)
	r.authority(colon + 1)
	return r
}

// notInScheme reports whether no scheme has a character.
func notInScheme(c rune) bool {
	return c >= utf8.RuneSelf || !chars.IsLDH(byte(c)) && c != '+' && c != '.'
}

// authority finds the host after the ":" of the scheme.
func (r *browserReading) authority(at int) {
	s, ends, isFile := r.text, "/?#", strings.EqualFold(r.text[:r.scheme], "file")
	switch {
	case isFile && isSlash(s, at) && isSlash(s, at+1):
		at, ends = at+2, `/\?#`
	case isFile:
		return
	case r.special:
		for ; isSlash(s, at); at++ {
		}
		ends = `/\?#`
	case strings.HasPrefix(s[at:], "//"):
		at += 2
	default:
		return
	}
	end := len(s)
	if i := strings.IndexAny(s[at:], ends); i >= 0 {
		end = at + i
	}
	if isFile { // which has neither userinfo nor port
		if end-at != 2 || !chars.IsLetter(s[at]) || s[at+1] != ':' && s[at+1] != '|' { // not the drive of a path
			r.host, r.hostEnd = at, end
		}
		return
	}
	start := at
	at += strings.LastIndexByte(s[at:end], '@') + 1
	r.host, r.hostEnd, r.needed = at, end, at > start || r.special
	inside := false
	for i := at; i < end; i++ {
		switch c := s[i]; {
		case c == '[':
			inside = true
		case c == ']':
			inside = false
		case c == ':' && !inside:
			r.hostEnd, r.needed = i, true
			return
		}
	}
}

// isSlash reports whether the byte at an offset is one of the slashes of browsers.
func isSlash(s string, at int) bool { return at < len(s) && (s[at] == '/' || s[at] == '\\') }

// span returns where a part of the text stands in the string.
func (r *browserReading) span(start, end int) (from, to int) {
	if r.at == nil {
		return start, end
	}
	from, to = r.at[start], r.at[end]
	if start < end {
		to = r.at[end-1] + 1
	}
	return from, to
}

// noHost reports whether browsers refuse the host, so that they open nothing. What is an IPv4 address to them, or should
// be one, is for host-ipv4-like to say.
func (r *browserReading) noHost() bool {
	host := r.text[r.host:r.hostEnd]
	const forbidden = "\x00\t\n\r #/:<>?@[\\]^|" // https://url.spec.whatwg.org/#forbidden-host-code-point
	switch {
	case host == "":
		return r.needed
	case host[0] == '[':
		return component.HostOf(host).Kind() != component.HostIPv6
	case !r.special:
		return strings.ContainsAny(host, forbidden)
	}
	name := percent.Decode(host)
	if strings.Contains(name, "%") || !utf8.ValidString(name) {
		return true
	}
	_, _, refused := hostname.Lookup(component.HostText{Text: name})
	if refused == nil {
		return false
	}
	switch refused.Cause {
	case hostname.NoAddress:
		_, numeric, _ := hostname.InetAton(name)
		return !numeric
	case hostname.NotInURI: // https://url.spec.whatwg.org/#forbidden-domain-code-point
		return strings.ContainsFunc(norm.NFKC.String(name), func(c rune) bool {
			return c < ' ' || c == 0x7F || c == '%' || c < utf8.RuneSelf && strings.ContainsRune(forbidden, c)
		})
	case 0, hostname.TooLong, hostname.BecomesLong, hostname.Nothing, hostname.Versions: // browsers have no limit
		return false
	}
	return true
}

// suspiciousBrowser reports http:example.org, http://a%2Fb and, for strings that do not conform, http://a\@b: browsers
// read another scheme or host than RFC 3987, or none.
func suspiciousBrowser(c *pass, r *entry, _, _ int) {
	b := readAsBrowser(c.s)
	if b.scheme == 0 {
		return
	}
	if c.p.Scheme == 0 {
		from, to := b.span(0, b.scheme)
		c.addBrowser(r, from, to, finding.SuspiciousBrowserScheme, b.text[:b.scheme])
		return
	}
	from, to := int(c.p.Host), int(c.p.HostEnd) // by RFC 3986 Appendix B; both are 0 if there is none
	own, host := c.s[from:to], b.text[b.host:b.hostEnd]
	start, end := b.span(b.host, b.hostEnd)
	switch {
	case own == "" && host == "": // to both it is missing, or not needed
	case b.host > 0 && b.noHost() && own != "", host == "" && !strings.EqualFold(own, "localhost"):
		c.addBrowser(r, from, to, finding.SuspiciousBrowserNone, own)
	case b.host > 0 && b.noHost():
		c.addBrowser(r, start, end, finding.SuspiciousBrowserNone, host)
	case own != host && host != "":
		c.addBrowser(r, start, end, finding.SuspiciousBrowserHost, host)
	}
}

// addBrowser adds a finding that names a text, which is made of the part of the string from start to end.
func (c *pass) addBrowser(r *entry, start, end int, why finding.Reason, text string) {
	if f := c.add(r, start, end); f != nil {
		f.Message, f.Hint = why.Text(c.QuoteDerived(text, start, end)), finding.HintBrowser.Text()
	}
}

// Faulty adds to the report of a string that does not conform what the one rule says of it that is asked of such
// strings, too, unless it is off.
func Faulty(rep *finding.Report, o *finding.Run) {
	rule := registry().browser
	if o.GrammarOnly || !rep.Rule.IsWhole() || o.Severity(&rule.ProseRule, finding.Error) == finding.Off {
		return
	}
	ref := component.OfAny(rep.Input)
	c := newPass(&ref, rep.Rule, o, rep.Prefix)
	defer c.release()
	suspiciousBrowser(c, rule, 0, 0)
	for _, f := range c.findings {
		f.Rules = rep.Rule.Root().Names
		rep.Findings = append(rep.Findings, f)
	}
	rep.Errors += c.errors
	slices.SortStableFunc(rep.Findings, func(a, b finding.Finding) int { return a.Start - b.Start })
	if over := len(rep.Findings) - o.Max; o.Max > 0 && over > 0 {
		rep.Findings, rep.More = rep.Findings[:o.Max], rep.More+over
	}
}

// suspiciousBrowserRule returns the rule of this file.
func suspiciousBrowserRule() *entry {
	return newSuspicious("browser", "browsers read the same scheme and host",
		"The URL Standard, by which browsers read addresses, takes tabs and line ends away, reads \\ as / after http, "+
			"ws, ftp and file, and takes any number of these for the // before the host. So http:example.org has a "+
			"host there, and http://a\\@b has the host a. A filter that reads by RFC 3987 and a browser after it see "+
			"two addresses. It is decided by the scheme and the host of both readings, of strings that do not "+
			"conform, too; a host that browsers refuse, as a%2Fb, is one. What is an IPv4 address to browsers alone "+
			"has its own code, host-ipv4-like.",
		"write it so that both readings are the same", 1<<component.Scheme, suspiciousBrowser,
		[]string{"http://example.org/", "mailto:a@example.org", "file:///a", "http://b\u00FCcher.example/"},
		[]string{"http://a%2Fb.example/", "file://C:/Users", "http://[v1.a]/"})
}
