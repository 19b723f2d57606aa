package iri

import (
	"fmt"
	"strconv"
	"strings"
)

// authority checks what an authority holds: the userinfo and the host.
func (c *checker) authority() {
	p := c.p
	at := uint32(2)
	if p.scheme > 0 {
		at = p.scheme + 3
	}
	if at < p.host {
		c.begin()
		c.userinfo(int(at), int(p.host)-1)
	}
	if p.host == p.hostEnd || c.s[p.host] == '[' {
		return
	}
	plain, numeric := scanHost(c.s[p.host:p.hostEnd])
	if numeric && c.on(pHostIPv4Like) {
		c.begin()
		c.ipv4Like(int(p.host), int(p.hostEnd))
	}
	if !plain && c.on(pHostIDNA) && usesDNS(c.s[:p.scheme]) {
		c.begin()
		c.hostIDNA(int(p.host), int(p.hostEnd))
	}
}

// userinfo reports a userinfo with a ":" (RFC 3986 §3.2.1). The message does not
// repeat what may be a password.
func (c *checker) userinfo(start, end int) {
	k := strings.IndexByte(c.s[start:end], ':')
	if k < 0 {
		return
	}
	if f := c.add(pUserinfoPassword, start, end); f != nil {
		f.Message = "the userinfo has a \":\", so what follows it is read as a password"
		f.Hint = "do not put passwords into IRIs, they are shown and logged; leave out the \":\" and what follows it, or write %3A if it is part of the name"
	}
}

// scanHost goes through a host that is no IP-literal. It reports whether the host
// is plain: a domain name of ASCII letters, digits and hyphens about which nothing
// remains to be asked, as RFC 5890 §2.3.1 has it; and whether all its labels are
// numbers, so that it is an IPv4address or looks like one.
func scanHost(host string) (plain, numeric bool) {
	plain, numeric = len(host) <= 253, true
	label := 0 // where the present label starts
	for i := 0; i < len(host); i++ {
		b := host[i]
		if b-'0' < 10 {
			continue
		}
		switch {
		case b|0x20-'a' < 26:
			// A hexadecimal number begins with a digit, so the label is no number if it
			// does not.
			if host[label]-'0' >= 10 {
				numeric = false
			}
		case b == '-':
			numeric = false
			// "--" in the third and fourth place marks an A-label, or what may become one.
			if i == label || i+1 == len(host) || host[i+1] == '.' || i == label+3 && host[i-1] == '-' {
				plain = false
			}
		case b == '.':
			if i == label || i-label > 63 {
				plain = false
			}
			label = i + 1
		default:
			return false, false
		}
	}
	if len(host)-label > 63 {
		plain = false
	}
	return plain, numeric
}

// ipv4Like reports a host that is no IPv4address but whose labels are all numbers,
// so that inet_aton and what is built on it read it as an address (RFC 3986 §7.4).
func (c *checker) ipv4Like(start, end int) {
	host := c.s[start:end]
	if isIPv4(host) {
		return
	}
	labels := strings.Split(strings.TrimSuffix(host, "."), ".")
	if len(labels) > 4 {
		return
	}
	var n [4]uint64
	readable := true
	for i, l := range labels {
		v, number, ok := cNumber(l)
		if !number {
			return
		}
		n[i] = v
		readable = readable && ok
	}
	f := c.add(pHostIPv4Like, start, end)
	if f == nil {
		return
	}
	var addr uint64
	for i := range labels {
		last := i == len(labels)-1
		switch {
		case !last && n[i] <= 0xFF:
			addr |= n[i] << (24 - 8*i)
		case last && n[i] < 1<<(32-8*i):
			addr |= n[i]
		default:
			readable = false
		}
	}
	if readable {
		read := fmt.Sprintf("%d.%d.%d.%d", addr>>24, addr>>16&0xFF, addr>>8&0xFF, addr&0xFF)
		f.Message = quote(host) + " is a name by the grammar, but much software reads it as the address " + read
		f.Hint = "write the address as four decimal numbers from 0 to 255, without leading zeros, if it is one"
		return
	}
	f.Message = quote(host) + " looks like an IPv4 address but is none, so software differs in what it reads"
	f.Hint = "an IPv4 address is four decimal numbers from 0 to 255, without leading zeros"
}

// cNumber reads a number as the C language writes it: 0x before hexadecimal, 0
// before octal. It reports whether s is meant as a number, and whether it is one
// that fits into 32 bits.
func cNumber(s string) (v uint64, number, ok bool) {
	if len(s) > 2 && s[0] == '0' && s[1]|0x20 == 'x' {
		for i := 2; i < len(s); i++ {
			if !isHex(s[i]) {
				return 0, false, false
			}
		}
		v, err := strconv.ParseUint(s[2:], 16, 32)
		return v, true, err == nil
	}
	for i := 0; i < len(s); i++ {
		if s[i]-'0' >= 10 {
			return 0, false, false
		}
	}
	base := 10
	if len(s) > 1 && s[0] == '0' {
		base = 8
	}
	v, err := strconv.ParseUint(s, base, 32)
	return v, s != "", err == nil
}

// hostIDNA reports why the host is no domain name of IDNA2008
// (draft-ietf-iri-3987bis §3.4 and RFC 5890 to RFC 5893).
//
// RFC 5893 §2 asks the Bidi rule of every label of a name that has a right-to-left
// one, so that a number may not stand beside it. RFC 5891 §4.2.3.4 and §5.4 ask it
// of labels with right-to-left characters only, and RFC 3987 §4.4 example 10 has
// such a number and allows it: here labels of ASCII are not held to it.
func (c *checker) hostIDNA(start, end int) {
	for _, fault := range checkHostIDNA(c.s[start:end]) {
		if strings.HasPrefix(fault.Section, "RFC 5893") && isLDH(fault.Label) {
			continue
		}
		if f := c.add(pHostIDNA, start+fault.Start, start+fault.End); f != nil {
			f.Message, f.Hint = fault.Message, fault.Hint
			if fault.Section != "" {
				f.Section = fault.Section
			}
		}
	}
}

// usesDNS reports whether the authority of a scheme names a host of the Internet,
// which is looked up in the DNS. Where that is not certain, as for file (RFC 8089
// §2) or a scheme that we do not know, it does not.
func usesDNS(scheme string) bool {
	for _, s := range [...]string{
		"http", "https", "ws", "wss", "ftp",
		"ftps", "sftp", "ssh", "telnet", "gopher", "nntp", "imap", "pop", "ldap", "ldaps", "rtsp", "rtsps", "git", "nfs",
	} {
		if strings.EqualFold(scheme, s) {
			return true
		}
	}
	return false
}

func hostInfo(t *[numProse]CodeInfo) {
	t[pUserinfoPassword] = CodeInfo{
		Code: "userinfo-password", Title: "no password in the userinfo", Section: "RFC 3986 §3.2.1",
		Clause: "Use of the format \"user:password\" in the userinfo field is deprecated.",
		Text:   "IRIs are shown, logged, stored in bookmarks and sent on in clear text, and a password goes with them.",
		Mend:   "leave out the colon and what follows it, and give the password when it is asked for; write %3A where the colon belongs to the name",
		Good:   []string{"ftp://anonymous@example.org/", "http://a%3Ab@example.org/"},
		Bad:    []string{"http://user:secret@example.org/", "ftp://user:@example.org/"},
	}
	t[pHostIDNA] = CodeInfo{
		Code: "host-idna", Title: "the host is a domain name of IDNA2008", Section: "draft-ietf-iri-3987bis §3.4",
		Clause: "Replace the ireg-name part of the IRI by the part converted using the Domain Name Lookup procedure (Subsections 5.3 to 5.5) of [RFC5891].",
		Text:   "Under a scheme that looks hosts up in the DNS (http, https, ws, wss, ftp and others), a host that is no domain name cannot be found. Each label is letters, digits and hyphens, or a U-label or A-label of RFC 5890: no symbols, no upper case outside ASCII, at most 63 octets in the DNS, and so on.",
		Mend:   "write the name as it is registered",
		Good:   []string{"http://r\u00E9sum\u00E9.example.org/", "http://xn--rsum-bpad.example.org/", "foo://a_b/"},
		Bad:    []string{"http://a_b.example.org/", "http://\u2603\uFE0F.example.org/", "http://a..b/"},
	}
	t[pHostIPv4Like] = CodeInfo{
		Code: "host-ipv4-like", Title: "a host that looks like an IPv4 address is one", Section: "RFC 3986 §7.4",
		Clause: "These additional IP address formats are not allowed in the URI syntax due to differences between platform implementations.",
		Text:   "By the grammar an IPv4address is four decimal numbers from 0 to 255; anything else is a name. But inet_aton, and browsers after it, read one to four numbers, also octal or hexadecimal ones, as an address. A filter that goes by the text lets such a host through.",
		Mend:   "write the address in the usual form",
		Good:   []string{"http://127.0.0.1/", "http://1.example.org/", "http://1.2.3.4.com/"},
		Bad:    []string{"http://256.1.1.1/", "http://0x7f.1/", "http://010.0.0.1/", "http://2130706433/"},
	}
}
