package rules

import (
	"strings"

	"github.com/rfc3987/iri/internal/ref/component"
	"github.com/rfc3987/iri/internal/ref/scheme"
	"github.com/rfc3987/iri/internal/ref/textparts"
	"github.com/rfc3987/iri/internal/text/chars"
	"github.com/rfc3987/iri/internal/text/quote"
	"github.com/rfc3987/iri/internal/verdict/finding"
)

var ruleURN = &entry{
	trigger: textparts.Trigger{Schemes: []string{"urn"}},
	check:   checkClauses,
	clauses: []clause{
		{"RFC 8141 §2", `assigned-name = "urn" ":" NID ":" NSS`, noAuthority, false},
		{"RFC 8141 §2", "NID = (alphanum) 0*30(ldh) (alphanum)", urnNID, true},
		{"RFC 8141 §2", `NSS = pchar *(pchar / "/")`, urnNSS, true},
		{"RFC 8141 §2", `rq-components = [ "?+" r-component ] [ "?=" q-component ]`, urnComponents, false},
		{"RFC 9562 §4", `UUID = 4hexOctet "-" 2hexOctet "-" 2hexOctet "-" 2hexOctet "-" 6hexOctet`, urnUUID, true},
		{"RFC 8254", "ten or thirteen digits, the last of which is a check digit", urnISBN, true},
		{"RFC 8254", "eight digits with a hyphen in the middle, the last of which is a check digit", urnISSN, true},
	},
	ProseRule: finding.ProseRule{On: 1<<component.Authority | 1<<component.PathRootless | 1<<component.PathAbsolute |
		1<<component.PathEmpty | 1<<component.Query, Entry: finding.Entry{
		Code: "scheme-urn", Severity: finding.Error, Title: "urn: a namespace identifier and a name in it",
		Text: "A URN has a namespace identifier of 2 to 32 letters, digits and inner hyphens, a colon, and a name. A " +
			"\"?\" is followed by \"+\" or \"=\". In urn:uuid the name is a UUID (RFC 9562 §4), in urn:isbn and " +
			"urn:issn the number of a book or a serial with its check digit (RFC 8254).",
		Mend: "write urn:namespace:name, and the name as its namespace asks",
		Good: []string{"urn:example:a123,z456?+abc?=xyz#12", "urn:uuid:f81d4fae-7dec-11d0-a765-00a0c91e6bf6",
			"urn:isbn:0-395-36341-1", "urn:isbn:9783161484100", "urn:issn:0378-5955"},
		Bad: []string{"urn:example", "urn:a:b", "urn:example:", "urn:-ab:c", "urn:example:a?b", "urn:uuid:f81d4fae",
			"urn:isbn:0-395-36341-2", "urn:issn:0378-5956", "urn://example/a"},
	}},
}

// urnNames returns where the NID, the NSS and the path end: path = NID ":" NSS.
// Without a ":" the NID is the whole path and the NSS is not there (nss < 0).
func (c *clauseChecker) urnNames() (nid, nidEnd, nss, end int) {
	nid, end = int(c.p.Path), int(c.p.PathEnd)
	k := strings.IndexByte(c.s[nid:end], ':')
	if k < 0 {
		return nid, end, -1, end
	}
	return nid, nid + k, nid + k + 1, end
}

// urnNID checks the namespace identifier (RFC 8141 §2).
func urnNID(c *clauseChecker) {
	start, end, _, _ := c.urnNames()
	nid := c.s[start:end]
	var why finding.Text
	switch {
	case nid == "":
		why = finding.SchemeUrnNoNamespace.Text()
	case len(nid) < 2 || len(nid) > 32:
		why = finding.SchemeUrnLength.Text(c.Quote(start, end))
	case nid[0] == '-' || nid[len(nid)-1] == '-':
		why = finding.SchemeUrnHyphen.Text(c.Quote(start, end))
	default:
		if i := chars.IndexOther(nid, "-"); i >= 0 {
			why = finding.SchemeUrnChar.Text(quote.Describe(nid[i:]))
		}
	}
	if !why.IsZero() {
		c.add(start, end, why, finding.HintUrnNamespace.Text())
	}
}

// urnNSS asks for a namespace-specific string (RFC 8141 §2).
func urnNSS(c *clauseChecker) {
	_, _, nss, end := c.urnNames()
	switch {
	case nss < 0 || nss == end:
		c.add(end, end, finding.SchemeUrnNoName.Text(), finding.HintUrn.Text())
	case c.s[nss] == '/':
		c.add(nss, nss+1, finding.SchemeUrnSlash.Text(), finding.HintUrnSlash.Text())
	}
}

// urnComponents checks that a "?" begins an r-component or a q-component, and that
// those are not empty (RFC 8141 §2.3).
func urnComponents(c *clauseChecker) {
	p := c.p
	if p.PathEnd == p.Query {
		return
	}
	at, end := int(p.PathEnd), int(p.Query)
	query := c.s[at+1 : end]
	// component checks the one after the two characters that begin it.
	component := func(from int, text, name string) {
		if text == "" || text[0] == '/' || text[0] == '?' {
			c.add(from, from+quote.CharLen(text), finding.SchemeUrnComponent.Text(name), finding.HintUrnComponent.Text())
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
		c.add(at, at+1+quote.CharLen(query), finding.SchemeUrnQuestion.Text(), finding.HintUrnQuestion.Text())
	}
}

// urnUUID checks the UUIDs of urn:uuid (RFC 9562 §4).
func urnUUID(c *clauseChecker) {
	nss, end, s := c.urnName("uuid")
	if s == "" || scheme.IsUUID(s) {
		return
	}
	f := c.add(nss, end, finding.SchemeUrnUuid.Text(c.Quote(nss, end)), finding.HintUuid.Text())
	if f != nil && len(s) == len("%7B%7D")+36 && strings.EqualFold(s[:3], "%7B") {
		f.Hint = finding.HintUrnUuidBraces.Text()
	}
}

// urnISBN checks the book numbers of urn:isbn: ten or thirteen digits, hyphens
// between them, and the check digit (ISO 2108).
func urnISBN(c *clauseChecker) {
	nss, end, s := c.urnName("isbn")
	if digits, ok := scheme.ISBN(s); s != "" && !ok {
		c.add(nss, end, finding.SchemeUrnIsbn.Text(c.Quote(nss, end)), finding.HintIsbn.Text())
	} else if s != "" && !scheme.IsISBN(digits) {
		c.add(nss, end, finding.SchemeUrnCheckDigit.Text(c.Quote(nss, end)), finding.HintCheckDigit.Text())
	}
}

// urnISSN checks the numbers of serials of urn:issn: eight digits, a hyphen in the middle, and the check digit (ISO
// 3297).
func urnISSN(c *clauseChecker) {
	nss, end, s := c.urnName("issn")
	if digits, ok := scheme.ISSN(s); s != "" && !ok {
		c.add(nss, end, finding.SchemeUrnIssn.Text(c.Quote(nss, end)), finding.HintIssn.Text())
	} else if s != "" && !scheme.IsISSN(digits) {
		c.add(nss, end, finding.SchemeUrnIssnCheckDigit.Text(c.Quote(nss, end)), finding.HintCheckDigit.Text())
	}
}

// urnName returns the name of a URN in a namespace, and where it is; it is empty if the namespace is another one.
func (c *clauseChecker) urnName(namespace string) (start, end int, name string) {
	nid, nidEnd, nss, end := c.urnNames()
	if nss < 0 || !strings.EqualFold(c.s[nid:nidEnd], namespace) {
		return end, end, ""
	}
	return nss, end, c.s[nss:end]
}
