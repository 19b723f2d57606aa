package rules

import (
	"net/netip"
	"slices"
	"strings"
	"unicode/utf8"

	"github.com/rfc3987/iri/internal/ref/component"
	"github.com/rfc3987/iri/internal/ref/hostname"
	"github.com/rfc3987/iri/internal/text/chars"
	"github.com/rfc3987/iri/internal/text/idna"
	"github.com/rfc3987/iri/internal/text/percent"
	"github.com/rfc3987/iri/internal/verdict/finding"
)

// userinfoPassword reports a userinfo with a ":" (RFC 3986 §3.2.1). The message does not
// repeat what may be a password.
func userinfoPassword(c *pass, r *entry, start, end int) {
	k := strings.IndexByte(c.s[start:end], ':')
	if k < 0 {
		return
	}
	if f := c.add(r, start, end); f != nil {
		f.Message = finding.UserinfoPasswordColon.Text()
		f.Hint = finding.HintPassword.Text()
	}
}

// userinfoMisleading reports a userinfo that begins with what reads as the host: a domain name
// or an IPv4 address (RFC 3986 §7.6). A userinfo that is the host itself misleads nobody.
func userinfoMisleading(c *pass, r *entry, start, end int) {
	if !strings.ContainsAny(c.s[start:end], ".%") {
		return // a host that people know has a dot
	}
	name, n := leadingName(c.s[start:end])
	if !looksLikeHost(name) {
		return
	}
	from, to := c.span(component.Host)
	host := spelledOnce(percent.Decode(c.s[from:to]))
	if name = spelledOnce(name); isBelow(host, name) || isBelow(name, host) {
		return
	}
	if f := c.add(r, start, start+n); f != nil {
		f.Message = finding.UserinfoMisleadingName.Text(c.Quote(start, start+n), c.Quote(from, to))
		f.Hint = finding.HintMisleading.Text()
	}
}

// spelledOnce returns the one text of all spellings of a host that has been decoded.
func spelledOnce(host string) string {
	return hostname.Fold(component.HostOf(host))
}

// leadingName returns the text of letters, digits, hyphens and dots that a userinfo begins with,
// decoded, and how many bytes it takes. It reads no more than a name of the DNS may have.
func leadingName(userinfo string) (name string, n int) {
	var b strings.Builder
	for n < len(userinfo) && b.Len() <= 4*idna.MaxName {
		r, w := decodedRune(userinfo, n)
		if r < utf8.RuneSelf && r != '.' && !chars.IsLDH(byte(r)) ||
			r == utf8.RuneError {
			break
		}
		b.WriteRune(r)
		n += w
	}
	return b.String(), n
}

// looksLikeHost reports whether people read a name as that of a host: it is an IPv4 address, it
// begins with "www.", or its last label is one under which most names are registered. A dot alone
// says nothing: first.last is an everyday user name.
func looksLikeHost(name string) bool {
	name = strings.ToLower(strings.TrimSuffix(name, "."))
	k := strings.LastIndexByte(name, '.')
	if k < 0 || strings.HasPrefix(name, ".") || strings.Contains(name, "..") {
		return false
	}
	last := name[k+1:]
	if _, err := netip.ParseAddr(name); err == nil {
		return true
	}
	return strings.HasPrefix(name, "www.") || slices.Contains(commonDomains, last) ||
		len(last) == 2 && chars.IsLetter(last[0]) && chars.IsLetter(last[1])
}

// commonDomains are the domains of RFC 1591 §2 and others under which names are registered most.
// Those of countries have two letters, or names in their own script; example is that of documents (RFC 2606 §2).
var commonDomains = []string{
	"com", "edu", "net", "org", "gov", "mil", "int", "info", "biz", "example", "app", "dev", "shop", "online", "site",
	"xyz",
	"рф", "бел", "укр", "中国", "한국", "भारत",
}

// isBelow reports whether a domain name is another one, or one below it.
func isBelow(name, domain string) bool {
	return name == domain || strings.HasSuffix(name, "."+domain)
}

var ruleUserinfoPassword = &entry{
	check: userinfoPassword,
	ProseRule: finding.ProseRule{On: 1 << component.Userinfo, Entry: finding.Entry{
		Severity: finding.Warning,
		Code:     "userinfo-password", Title: "no password in the userinfo", Section: "RFC 3986 §3.2.1",
		Clause: "Use of the format \"user:password\" in the userinfo field is deprecated.",
		Text:   "IRIs are shown, logged, stored in bookmarks and sent on in clear text, and a password goes with them.",
		Mend: "leave out the colon and what follows it, and give the password when it is asked for; write %3A " +
			"where the colon belongs to the name",
		Good: []string{"ftp://anonymous@example.org/", "http://a%3Ab@example.org/"},
		Bad:  []string{"http://user:secret@example.org/", "ftp://user:@example.org/"},
	}},
}

var ruleUserinfoMisleading = &entry{
	check: userinfoMisleading,
	ProseRule: finding.ProseRule{On: 1 << component.Userinfo, Entry: finding.Entry{
		Severity: finding.Warning,
		Code:     "userinfo-misleading", Title: "the userinfo does not look like the host", Section: "RFC 3986 §7.6",
		Clause: "Because the userinfo subcomponent is rarely used and appears before the host in the authority " +
			"component, it can be used to construct a URI intended to mislead a human user by appearing to identify " +
			"one (trusted) naming authority while actually identifying a different authority hidden behind the noise.",
		Text: "People read an IRI from the left and take the first name for the host. What stands before the \"@\" " +
			"is a user name, which whoever writes the IRI can choose. A userinfo that begins with an IPv4 address or " +
			"a domain name is reported: one that begins with www., or that ends in two letters, as those of " +
			"countries do, or in com, org, net and other domains under which most names are registered. One that is " +
			"the host, or a name above or below it, is not reported, nor is first.last.",
		Mend: "leave the userinfo out, and give the name when it is asked for",
		Good: []string{"ftp://anonymous@example.org/", "ssh://first.last@example.org/",
			"ftp://example.org@ftp.example.org/"},
		Bad: []string{"http://www.bank.com@evil.example/",
			"ftp://cnn.example.com&story=breaking_news@10.0.0.1/top_story.htm", "http://127.0.0.1@example.org/"},
	}},
}
