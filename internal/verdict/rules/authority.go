package rules

import (
	"strings"

	"github.com/rfc3987/iri/internal/ref/component"
	"github.com/rfc3987/iri/internal/ref/textparts"
	"github.com/rfc3987/iri/internal/text/percent"
	"github.com/rfc3987/iri/internal/text/quote"
	"github.com/rfc3987/iri/internal/verdict/finding"
)

var ruleHTTP = &entry{
	trigger: textparts.Trigger{Schemes: []string{"http", "https"}, Host: true},
	check:   checkClauses,
	clauses: []clause{
		{"RFC 9110 §4.2", `A sender MUST NOT generate an "http" URI with an empty host identifier.`, hostRequired,
			false},
		{"RFC 6335 §6", "TCP, UDP, UDP-Lite, SCTP, and DCCP use 16-bit namespaces for their port number registries.",
			portInRange, false},
	},
	ProseRule: finding.ProseRule{On: 1<<component.RegName | 1<<component.Port, Entry: finding.Entry{
		Code: "scheme-http", Severity: finding.Error,
		Title: "http and https: a host that is not empty, and a port of TCP",
		Text: "An http or https IRI has \"//\" and a host; RFC 9110 §4.2.2 says of https what §4.2.1 says of http. A " +
			"port greater than 65535, the last one of TCP, is a warning.",
		Mend: "write the host after //, and a port that there is",
		Good: []string{"http://example.org/", "https://[::1]:8443/a"},
		Bad:  []string{"http:///a", "http:/example.org/a", "https://:443/", "http://example.org:99999/"},
	}},
}

var ruleWS = &entry{
	trigger: textparts.Trigger{Schemes: []string{"ws", "wss"}},
	check:   checkClauses,
	clauses: []clause{
		{"RFC 6455 §3", `ws-URI = "ws:" "//" host [ ":" port ] path [ "?" query ]`, hostRequired, false},
		{"RFC 6455 §3", `ws-URI = "ws:" "//" host [ ":" port ] path [ "?" query ]`, noUserinfo, false},
		{"RFC 6455 §3", "Fragment identifiers are meaningless in the context of WebSocket URIs and MUST NOT be used " +
			"on these URIs.", noFragment, false},
		{"RFC 6335 §6", "TCP, UDP, UDP-Lite, SCTP, and DCCP use 16-bit namespaces for their port number registries.",
			portInRange, false},
	},
	ProseRule: finding.ProseRule{On: 1<<component.Userinfo | 1<<component.RegName | 1<<component.Port |
		1<<component.Fragment, Entry: finding.Entry{
		Code: "scheme-ws", Severity: finding.Error,
		Title: "ws and wss: a host and a port of TCP, no userinfo, no fragment", Section: "RFC 6455 §3",
		Clause: "Fragment identifiers are meaningless in the context of WebSocket URIs and MUST NOT be used on these " +
			"URIs.",
		Text: "A WebSocket IRI is a host with an optional port, a path and an optional query. A port greater than " +
			"65535 is a warning.",
		Mend: "take the fragment or the userinfo away; write %23 for a # that belongs to the path or query",
		Good: []string{"ws://example.org/chat", "wss://example.org:8443/chat?room=1"},
		Bad:  []string{"ws://example.org/chat#1", "wss://user@example.org/", "ws:///chat"},
	}},
}

var ruleFTP = &entry{
	trigger: textparts.Trigger{Schemes: []string{"ftp"}},
	check:   checkClauses,
	clauses: []clause{
		{"RFC 1738 §3.2", `ftpurl = "ftp://" login [ "/" fpath [ ";type=" ftptype ]]`, hostRequired, false},
		{"RFC 1738 §3.2.2", `ftptype = "A" | "I" | "D" | "a" | "i" | "d"`, ftpType, false},
		{"RFC 6335 §6", "TCP, UDP, UDP-Lite, SCTP, and DCCP use 16-bit namespaces for their port number registries.",
			portInRange, false},
	},
	ProseRule: finding.ProseRule{On: 1<<component.RegName | 1<<component.Port | 1<<component.PathAbempty,
		Entry: finding.Entry{
			Code: "scheme-ftp", Severity: finding.Error,
			Title: "ftp: a host and a port of TCP, and a known transfer type",
			Text: "An ftp IRI names a host. A path may end with ;type= and one of the letters a (text), i (image) " +
				"and d " +
				"(directory). A port greater than 65535 is a warning.",
			Mend: "write the host after //; write ;type=a, ;type=i or ;type=d",
			Good: []string{"ftp://ftp.is.co.za/rfc/rfc1808.txt", "ftp://example.org/a;type=i"},
			Bad:  []string{"ftp:///a", "ftp:a", "ftp://example.org/a;type=x"},
		}},
}

// hostRequired asks for an authority with a host that is not empty.
func hostRequired(c *clauseChecker) {
	p := c.p
	if p.Host > 0 && p.Host < p.HostEnd {
		return
	}
	name := c.schemeName()
	at := int(p.Scheme) + 1
	insertAt := max(at, int(p.Host))
	why, hint := finding.SchemeRuleNoAuthority.Text(name), finding.HintHostAfter.Text(name)
	if p.Host > 0 {
		why, hint = finding.SchemeRuleNoHost.Text(name), finding.HintHostMissing.Text()
	}
	rest := c.s[p.Path:]
	if p.Host == 0 && beginsEveryday(rest) {
		first := c.s[:at]
		f := c.add(insertAt, insertAt, why, finding.HintSchemeDoubled.Text(quote.Quote(first)))
		c.guess(f, 0, at, "")
		return
	}
	host := strings.TrimLeft(rest, ":/")
	// A name without a dot may as well be a path, but not after one slash or four.
	slashes := int(p.Path) - at + len(rest) - len(strings.TrimLeft(rest, "/"))
	if p.Host > 0 && p.Path > p.HostEnd || !beginsHost(host, slashes != 1 && slashes < 4) {
		c.add(insertAt, insertAt, why, hint)
		return
	}
	f := c.add(insertAt, insertAt, why, finding.HintHostFirst.Text(quote.QuoteBare(c.Derived(name+"://"+host, 0, len(c.s)))))
	c.guess(f, at, int(p.Path)+len(rest)-len(host), "//")
}

// beginsHost reports whether a path begins with what looks like a host: a name that is not only
// digits and, with dotted, has a dot between labels.
func beginsHost(path string, dotted bool) bool {
	host := path
	if k := strings.IndexAny(host, "/?#:"); k >= 0 {
		host = host[:k]
	}
	return (!dotted || strings.IndexByte(strings.Trim(host, "."), '.') > 0) &&
		strings.Trim(host, "0123456789.-") != "" && !strings.ContainsAny(host, "!$&'()*+,;=@%_~")
}

// portInRange asks for a port of at most 65535. The schemes' specifications say
// that the port is one of TCP, so this is a warning.
func portInRange(c *clauseChecker) {
	p := c.p
	if p.Host == 0 || p.Path-p.HostEnd < 6 {
		return
	}
	port := strings.TrimLeft(c.s[p.HostEnd+1:p.Path], "0")
	if len(port) > 5 || len(port) == 5 && port > "65535" {
		c.addUpTo(finding.Warning, int(p.HostEnd)+1, int(p.Path), finding.SchemeRulePortRange.Text(), finding.HintPortRange.Text())
	}
}

func noUserinfo(c *clauseChecker) {
	start := c.p.Scheme + 3
	if c.p.Host > start {
		c.add(int(start), int(c.p.Host)-1, finding.SchemeRuleUserinfo.Text(c.schemeName()), finding.HintNoUserinfo.Text())
	}
}

func noFragment(c *clauseChecker) {
	if int(c.p.Query) < len(c.s) {
		c.add(int(c.p.Query), len(c.s), finding.SchemeRuleFragment.Text(c.schemeName()), finding.HintNoFragment.Text())
	}
}

// ftpType asks for a known type code (RFC 1738 §3.2.2). Letters may be percent-encoded, which is
// the same (RFC 3986 §2.3).
func ftpType(c *clauseChecker) {
	path := c.s[c.p.Path:c.p.PathEnd]
	const longest = len("%74%79%70%65=")
	for end := len(path); ; {
		if end = strings.LastIndexByte(path[:end], ';'); end < 0 {
			return
		}
		name, _, ok := strings.Cut(path[end+1:min(len(path), end+1+longest)], "=")
		if !ok || percent.Decode(name) != "type" {
			continue
		}
		start := end + 1 + len(name) + 1
		code := path[start:]
		if letter := percent.Decode(code); len(letter) != 1 || !strings.Contains("AIDaid", letter) {
			from, to := int(c.p.Path)+start, int(c.p.PathEnd)
			c.add(from, to, finding.SchemeFtpType.Text(c.Quote(from, to)), finding.HintFtpType.Text())
		}
		return
	}
}
