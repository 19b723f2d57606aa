package scheme

import (
	"strings"

	"github.com/rfc3987/iri/internal/chars"
	"github.com/rfc3987/iri/internal/percent"
	"github.com/rfc3987/iri/internal/report"
	"github.com/rfc3987/iri/internal/wording"
)

// urnNames returns where the NID, the NSS and the path end: path = NID ":" NSS.
// Without a ":" the NID is the whole path and the NSS is not there (nss < 0).
func (c *checker) urnNames() (nid, nidEnd, nss, end int) {
	nid, end = int(c.p.Path), int(c.p.PathEnd)
	k := strings.IndexByte(c.s[nid:end], ':')
	if k < 0 {
		return nid, end, -1, end
	}
	return nid, nid + k, nid + k + 1, end
}

// urnNID checks the namespace identifier (RFC 8141 §2).
func urnNID(c *checker, r *rule) {
	if c.p.Host > 0 {
		return
	}
	start, end, _, _ := c.urnNames()
	nid := c.s[start:end]
	why := ""
	switch {
	case nid == "":
		why = "there is no namespace identifier"
	case len(nid) < 2 || len(nid) > 32:
		why = "the namespace identifier " + wording.Quote(nid) + " does not have 2 to 32 characters"
	case nid[0] == '-' || nid[len(nid)-1] == '-':
		why = "the namespace identifier " + wording.Quote(nid) + " begins or ends with \"-\""
	default:
		for i := 0; i < len(nid); i++ {
			if b := nid[i]; !chars.IsLetter(b) && !chars.IsDigit(b) && b != '-' {
				why = wording.Describe(nid[i:]) + " is not allowed in a namespace identifier"
				break
			}
		}
	}
	if why != "" {
		r.add(c, start, end, why, "a URN is urn:namespace:name, and a namespace identifier is letters, digits and hyphens")
	}
}

// urnNSS asks for a namespace-specific string (RFC 8141 §2).
func urnNSS(c *checker, r *rule) {
	if c.p.Host > 0 {
		return
	}
	_, _, nss, end := c.urnNames()
	switch {
	case nss < 0 || nss == end:
		r.add(c, end, end, "there is no name behind the namespace identifier", "a URN is urn:namespace:name")
	case c.s[nss] == '/':
		r.add(c, nss, nss+1, "the name begins with \"/\"", "a \"/\" may stand in the name, but not first; write %2F if it is part of the name")
	}
}

// urnComponents checks that a "?" begins an r-component or a q-component, and that
// those are not empty (RFC 8141 §2.3).
func urnComponents(c *checker, r *rule) {
	p := c.p
	if p.PathEnd == p.Query {
		return
	}
	at, end := int(p.PathEnd), int(p.Query)
	query := c.s[at+1 : end]
	// component checks the one behind the two characters that begin it.
	component := func(from int, text, name string) {
		if text == "" || text[0] == '/' || text[0] == '?' {
			r.add(c, from, from+wording.CharLen(text), "the "+name+" does not begin with a character that it may begin with", "it has at least one character, and \"/\" and \"?\" do not stand first")
		}
	}
	switch {
	case strings.HasPrefix(query, "+"):
		rc, qc, ok := strings.Cut(query[1:], "?=")
		component(at+2, rc, "r-component")
		if ok {
			component(at+2+len(rc)+2, qc, "q-component")
		}
	case strings.HasPrefix(query, "="):
		component(at+2, query[1:], "q-component")
	default:
		r.add(c, at, at+1+wording.CharLen(query), "a \"?\" in a URN has \"+\" or \"=\" behind it", "write ?= before what is meant as a query, or %3F for a \"?\" in the name")
	}
}

// urnUUID checks the UUIDs of urn:uuid (RFC 9562 §4).
func urnUUID(c *checker, r *rule) {
	if c.p.Host > 0 {
		return
	}
	nid, nidEnd, nss, end := c.urnNames()
	if nss < 0 || nss == end || !strings.EqualFold(c.s[nid:nidEnd], "uuid") {
		return
	}
	if s := c.s[nss:end]; !isUUID(s) {
		f := r.add(c, nss, end, wording.Quote(s)+" is no UUID", "a UUID has 32 hexadecimal digits in groups of 8, 4, 4, 4 and 12 with hyphens between them")
		if f != nil && len(s) == 38 && s[0] == '%' {
			f.Hint = "a UUID stands without braces"
		}
	}
}

func isUUID(s string) bool {
	if len(s) != 36 {
		return false
	}
	for i := range len(s) {
		switch i {
		case 8, 13, 18, 23:
			if s[i] != '-' {
				return false
			}
		default:
			if !chars.IsHex(s[i]) {
				return false
			}
		}
	}
	return true
}

// urnISBN checks the book numbers of urn:isbn: ten or thirteen digits, hyphens
// between them, and the check digit (ISO 2108).
func urnISBN(c *checker, r *rule) {
	if c.p.Host > 0 {
		return
	}
	nid, nidEnd, nss, end := c.urnNames()
	if nss < 0 || nss == end || !strings.EqualFold(c.s[nid:nidEnd], "isbn") {
		return
	}
	s := c.s[nss:end]
	var d [13]int
	n := 0
	for i := 0; i < len(s); i++ {
		b := s[i]
		switch {
		case b == '-' && i > 0 && s[i-1] != '-' && i+1 < len(s):
			continue
		case n == len(d):
			n++
		case chars.IsDigit(b):
			d[n] = int(b - '0')
			n++
			continue
		case b|0x20 == 'x' && n == 9:
			d[n] = 10
			n++
			continue
		}
		if n <= len(d) {
			n = 0
		}
		break
	}
	sum := 0
	switch {
	case n == 10:
		for i := range 10 {
			sum += (10 - i) * d[i]
		}
		sum %= 11
	case n == 13 && d[9] < 10:
		for i := range 13 {
			sum += d[i] * (1 + i%2*2)
		}
		sum %= 10
	default:
		r.add(c, nss, end, wording.Quote(s)+" is no ISBN", "an ISBN has ten or thirteen digits, with single hyphens between groups; the last of ten may be X")
		return
	}
	if sum != 0 {
		r.add(c, nss, end, "the check digit of the ISBN "+wording.Quote(s)+" is wrong", "a digit is wrong, or two have changed places")
	}
}

// tagParts returns where the authority name, the date and the specific part of a
// tag stand: path = authorityName "," date ":" specific. ok is false if the "," or
// the ":" is missing; comma or colon is then -1.
func (c *checker) tagParts() (start, comma, colon int, ok bool) {
	start = int(c.p.Path)
	entity := c.s[start:c.p.PathEnd]
	comma, colon = strings.IndexByte(entity, ','), strings.IndexByte(entity, ':')
	if colon >= 0 && comma > colon {
		comma = -1
	}
	if comma >= 0 {
		comma += start
	}
	if colon >= 0 {
		colon += start
	}
	return start, comma, colon, comma >= 0 && colon >= 0
}

// tagEntity checks the authority name: a DNS name or a mail address (RFC 4151 §2.1).
func tagEntity(c *checker, r *rule) {
	if c.p.Host > 0 {
		return
	}
	const shape = "a tag is tag:name,date:specific, such as tag:example.org,2024:a"
	start, comma, colon, ok := c.tagParts()
	if !ok {
		end := int(c.p.PathEnd)
		if comma < 0 {
			if colon >= 0 {
				end = colon
			}
			r.add(c, end, end, "there is no \",\" and no date behind the name", shape)
		} else {
			r.add(c, end, end, "there is no \":\" behind the date", shape)
		}
		return
	}
	name := c.s[start:comma]
	local, domain, mail := strings.Cut(name, "@")
	if !mail {
		domain = name
	}
	good := isTagDomain(domain)
	if mail {
		good = good && local != ""
		for i := 0; i < len(local); i++ {
			if b := local[i]; !chars.IsLetter(b) && !chars.IsDigit(b) && b != '-' && b != '.' && b != '_' {
				good = false
			}
		}
	}
	if !good {
		r.add(c, start, comma, wording.Quote(name)+" is neither a domain name nor a mail address", shape)
	}
}

// isTagDomain reports whether s is a DNSname of RFC 4151: labels of ASCII letters,
// digits, and hyphens inside.
func isTagDomain(s string) bool {
	return IsLDH(s)
}

// isLDH reports whether s is labels of letters, digits, and hyphens inside.
func IsLDH(s string) bool {
	for rest, more := s, true; more; {
		var label string
		label, rest, more = strings.Cut(rest, ".")
		if label == "" || label[0] == '-' || label[len(label)-1] == '-' {
			return false
		}
		for i := 0; i < len(label); i++ {
			if b := label[i]; !chars.IsLetter(b) && !chars.IsDigit(b) && b != '-' {
				return false
			}
		}
	}
	return true
}

// tagDate checks the date of a tag (RFC 4151 §2.1), which must be one of the
// calendar. Whether it has come yet is not asked.
func tagDate(c *checker, r *rule) {
	_, comma, colon, ok := c.tagParts()
	if c.p.Host > 0 || !ok {
		return
	}
	if date := c.s[comma+1 : colon]; !isTagDate(date) {
		r.add(c, comma+1, colon, wording.Quote(date)+" is no date", "a date is year, year-month or year-month-day, such as 2024-05-01")
	}
}

func isTagDate(s string) bool {
	number := func(s string) int {
		n := 0
		for i := 0; i < len(s); i++ {
			if !chars.IsDigit(s[i]) {
				return -1
			}
			n = 10*n + int(s[i]-'0')
		}
		return n
	}
	if len(s) != 4 && (len(s) != 7 || s[4] != '-') && (len(s) != 10 || s[4] != '-' || s[7] != '-') {
		return false
	}
	year := number(s[:4])
	if year < 0 {
		return false
	}
	if len(s) == 4 {
		return true
	}
	month := number(s[5:7])
	if month < 1 || month > 12 {
		return false
	}
	if len(s) == 7 {
		return true
	}
	days := [...]int{31, 28, 31, 30, 31, 30, 31, 31, 30, 31, 30, 31}[month-1]
	if month == 2 && (year%4 == 0 && year%100 != 0 || year%400 == 0) {
		days = 29
	}
	day := number(s[8:])
	return day >= 1 && day <= days
}

// didMethod checks the method of a decentralized identifier (DID Core §3.1).
func didMethod(c *checker, r *rule) {
	if c.p.Host > 0 {
		return
	}
	start, end, _, _ := c.urnNames()
	if start == end {
		r.add(c, start, end, "there is no method", "a DID is did:method:identifier")
		return
	}
	for i := start; i < end; i++ {
		if b := c.s[i]; !chars.IsDigit(b) && b-'a' >= 26 {
			r.add(c, start, end, wording.Describe(c.s[i:])+" is not allowed in the name of a method", "the name of a method has lower-case letters and digits")
			return
		}
	}
}

// didID checks the identifier behind the method (DID Core §3.1). What begins with
// the first "/" is the path of a DID URL (§3.2).
func didID(c *checker, r *rule) {
	if c.p.Host > 0 {
		return
	}
	_, _, id, end := c.urnNames()
	if id < 0 {
		r.add(c, end, end, "there is no \":\" and no identifier behind the method", "a DID is did:method:identifier")
		return
	}
	if k := strings.IndexByte(c.s[id:end], '/'); k >= 0 {
		end = id + k
	}
	if id == end || c.s[end-1] == ':' {
		r.add(c, end, end, "the identifier is empty behind the last \":\"", "a DID is did:method:identifier")
		return
	}
	for i := id; i < end; i++ {
		b := c.s[i]
		if !chars.IsLetter(b) && !chars.IsDigit(b) && b < 0x80 && strings.IndexByte(".-_:%", b) < 0 {
			if f := r.add(c, i, i+1, wording.Describe(c.s[i:])+" is not allowed in the identifier", "percent-encode it"); f != nil {
				f.Fix = &report.Fix{Start: i, End: i + 1, Text: percent.Encode(c.s[i : i+1])}
			}
		}
	}
}
