package iri

import (
	"cmp"
	"fmt"
	"slices"
	"strconv"
	"strings"
	"unicode/utf8"

	"golang.org/x/text/unicode/norm"
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
	if isDigit(c.s[p.host]) && c.on(pHostIPv4Like) {
		c.begin()
		c.ipv4Like(int(p.host), int(p.hostEnd))
	}
	if !scanHost(c.s[p.host:p.hostEnd]) && c.on(pHostIDNA) && usesDNS(c.s[:p.scheme]) && !plainIDN(c.s[p.host:p.hostEnd]) {
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
// remains to be asked, as RFC 5890 §2.3.1 has it.
func scanHost(host string) bool {
	label := 0 // where the present label starts
	for i := 0; i < len(host); i++ {
		b := host[i]
		if b|0x20-'a' < 26 || b-'0' < 10 {
			continue
		}
		switch b {
		case '-':
			// "--" in the third and fourth place marks an A-label, or what may become one.
			if i == label || i+1 == len(host) || host[i+1] == '.' || i == label+3 && host[i-1] == '-' {
				return false
			}
		case '.':
			if i == label || i-label > 63 {
				return false
			}
			label = i + 1
		default:
			return false
		}
	}
	return len(host)-label <= 63 && len(host) <= 253
}

// plainIDN reports whether a host is a domain name of IDNA2008 at first sight, so
// that the whole check need not be made: every label that is not ASCII is made of
// PVALID characters, none of which asks for its context, in NFC, does not begin
// with a mark, is short enough in the DNS, and has one direction.
func plainIDN(host string) bool {
	total := 0
	for at := 0; at <= len(host); {
		end := strings.IndexByte(host[at:], '.')
		if end < 0 {
			end = len(host)
		} else {
			end += at
		}
		label := host[at:end]
		at = end + 1
		if nonASCII(label) == len(label) {
			if !scanHost(label) || label == "" && at <= len(host) {
				return false
			}
			total += len(label) + 1
			continue
		}
		if plainULabel(label) < 0 {
			return false
		}
		total += 63 + 1
	}
	return total <= 253
}

// plainULabel reads a label that is not ASCII, from the start of s to what ends it in
// a host, and returns its length if it is a U-label at first sight, and one that goes
// well with the rules on scripts, directions and NFC; else -1.
func plainULabel(s string) int {
	n, basic, blocks := 0, 0, 0 // characters, those of ASCII, and changes of block
	var dirs uint16
	ccc, half, block := uint8(0), true, -1
	nfc := true // the quick check of UAX #15 §9 does not doubt it
	var word scripts
	i := 0
chars:
	for ; i < len(s); n++ {
		b := s[i]
		var u uniChar
		at, w := 0, 3
		switch {
		case b < utf8.RuneSelf:
			switch {
			case 'a' <= b && b <= 'z':
				dirs |= uniL
				word.add(latin)
			case isDigit(b) && i > 0:
			case b == '-' && i > 0 && s[i-1] != '-':
			case authorityClass[b] == authorityDot, authorityClass[b] == authorityEnd:
				break chars
			default:
				return -1 // capitals are not valid, nor hyphens at the edge or in pairs
			}
			basic++
			ccc, half = 0, true
			i++
			continue
		case b < 0xE0 && i+1 < len(s):
			at, w = int(b&0x1F)>>2, 2
			u = uniBlocks[uniIndex[b&0x1F]][s[i+1]&0x3F]
		case b < 0xF0 && i+2 < len(s):
			hi := uint32(b&0xF)<<6 | uint32(s[i+1]&0x3F)
			at = int(hi >> 2)
			u = uniBlocks[uniIndex[hi]][s[i+2]&0x3F]
		default:
			u, w = decodeUni(s, i)
			at = int(s[i]&7)<<10 | int(s[i+1]&0x3F)<<4 | int(s[i+2]&0x3F)>>2
		}
		rec := u.props()
		f := rec.flags
		if f&(uniPValid|uniNotNFC) != uniPValid || f&(uniL|uniR|uniNSM) == 0 {
			return -1
		}
		if f&(uniMark|uniNSM) != 0 && (i == 0 || f&uniNSM != 0 && s[i-1] == '-') {
			return -1 // behind a hyphen, for condition 6 of RFC 5893 §2
		}
		nfc = nfc && (f&uniSecond == 0 || !half) && (rec.ccc == 0 || rec.ccc >= ccc)
		if ccc = rec.ccc; ccc == 0 {
			half = f&uniFirst != 0
		}
		dirs |= f
		word.add(uint8(u >> 8))
		if at != block { // of 256 characters
			block = at
			blocks++
		}
		i += w
	}
	if i == 0 || s[i-1] == '-' {
		return -1
	}
	if word.mixed() || dirs&uniR != 0 && (dirs&uniL != 0 || basic > 0) {
		return -1 // the rules on directions and scripts remain to be asked
	}
	if !nfc && !norm.NFC.IsNormalString(s[:i]) {
		return -1
	}
	const room = 63 - len("xn--")
	if punycodeBound(basic, n-basic, blocks) <= room {
		return i
	}
	var runes [room]rune
	if n > len(runes) {
		return -1
	}
	n = 0
	for _, r := range s[:i] {
		runes[n] = r
		n++
	}
	if punycodeLen(runes[:n], basic) > room {
		return -1
	}
	return i
}

// punycodeBound returns a length that the Punycode of a label does not exceed. The
// label has basic characters of ASCII and others that change their block of 256
// characters so many times.
//
// Punycode writes the differences between the characters in their order, multiplied
// by at most the length of the label, which is no more than 63 here (RFC 3492 §3.2).
// A difference within a block, of less than 2^14, takes three digits. It can take
// four behind a very small one, which takes two at most, or behind that between two
// blocks: seven digits do for that, and nearly always it takes fewer (§6.1).
func punycodeBound(basic, others, blocks int) int {
	blocks = min(blocks, others)
	return basic + len("-") + 7*blocks + 3*(others-blocks)
}

// punycodeLen returns the length of the Punycode of a label that is not ASCII
// (RFC 3492 §6.3); basic is how many of its characters are.
func punycodeLen(label []rune, basic int) int {
	const base, tmin, tmax, skew, damp = 36, 1, 26, 38, 700
	length := basic
	if basic > 0 {
		length++ // the delimiter
	}
	n, delta, bias, done := rune(0x80), 0, 72, basic
	for done < len(label) {
		next := rune(utf8.MaxRune)
		for _, r := range label {
			if r >= n && r < next {
				next = r
			}
		}
		delta += int(next-n) * (done + 1)
		n = next
		for _, r := range label {
			if r < n {
				delta++
			}
			if r != n {
				continue
			}
			q := delta
			for k := base; ; k += base {
				t := min(max(k-bias, tmin), tmax)
				length++
				if q < t {
					break
				}
				q = (q - t) / (base - t)
			}
			if done == basic {
				delta /= damp
			} else {
				delta /= 2
			}
			delta += delta / (done + 1)
			bias = 0
			for ; delta > (base-tmin)*tmax/2; bias += base {
				delta /= base - tmin
			}
			bias += (base - tmin + 1) * delta / (delta + skew)
			delta = 0
			done++
		}
		delta++
		n++
	}
	return length
}

// ipv4Like reports a host that is no IPv4address but whose labels are all numbers,
// so that inet_aton and what is built on it read it as an address (RFC 3986 §7.4).
func (c *checker) ipv4Like(start, end int) {
	host := c.s[start:end]
	if isIPv4(host) {
		return
	}
	var n [4]uint64
	labels, readable := 0, true
	for label := range strings.SplitSeq(strings.TrimSuffix(host, "."), ".") {
		v, number, ok := cNumber(label)
		if !number || labels == len(n) {
			return
		}
		n[labels] = v
		labels++
		readable = readable && ok
	}
	f := c.add(pHostIPv4Like, start, end)
	if f == nil {
		return
	}
	var addr uint64
	for i := range labels {
		last := i == labels-1
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
	faults := checkHostIDNA(c.s[start:end])
	// A fault of a label as a whole comes after those of its characters.
	slices.SortStableFunc(faults, func(a, b hostFault) int {
		return cmp.Or(cmp.Compare(a.Start, b.Start), cmp.Compare(a.End, b.End))
	})
	for i := 0; i < len(faults); i++ {
		fault := faults[i]
		if strings.HasPrefix(fault.Section, "RFC 5893") && isLDH(fault.Label) {
			continue
		}
		// Characters side by side that break the same rule make one finding.
		more := 0
		for ; i+1 < len(faults) && sameFault(fault, faults[i+1]); i++ {
			fault.End = faults[i+1].End
			more++
		}
		switch {
		case more == 1:
			fault.Message += "; the next character breaks the same rule"
		case more > 1:
			fault.Message += "; the next " + strconv.Itoa(more) + " characters break the same rule"
		}
		if f := c.add(pHostIDNA, start+fault.Start, start+fault.End); f != nil {
			f.Message, f.Hint = fault.Message, fault.Hint
			if fault.Section != "" {
				f.Section = fault.Section
			}
		}
	}
}

// sameFault reports whether the character at fault in b follows that of a and
// breaks the same rule.
func sameFault(a, b hostFault) bool {
	return a.Rune != 0 && b.Rune != 0 && a.End == b.Start && a.LabelStart == b.LabelStart && a.Section == b.Section
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
