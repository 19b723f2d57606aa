package scheme

import (
	"strings"
	"unicode/utf8"

	"github.com/rfc3987/iri/internal/text/chars"
	"github.com/rfc3987/iri/internal/text/percent"
)

// A MailFault is why a text is not a mail address as mailto has them (RFC 6068 §2).
type MailFault uint8

const (
	MailFine      MailFault = iota
	MailEmpty               // there is no text
	MailSeparator           // ";" separates two addresses
	MailField               // "&" begins a header field
	MailChar                // the part has to be percent-encoded
	MailQuoted              // the quoted-string before the "@" does not end there
	MailNoAt                // there is no "@"
	MailNoName              // there is nothing before the "@"; the part is the domain
	MailName                // what stands before the "@" is not a dot-atom
	MailNoDomain            // there is nothing after the "@"
	MailDomain              // what stands after the "@" is not a dot-atom
	MailAt                  // there is an "@" in what stands before the last one
)

// MailAddresses returns the addresses of a list as people write it, with ";" or spaces
// between them and perhaps with names: Ann <a@example.org>; b@example.org. It returns them
// as mailto has them, with commas alone, and false if that is not what the text is, or if
// it is in order.
func MailAddresses(list string) (addresses string, ok bool) {
	pieces := strings.FieldsFunc(list, func(r rune) bool { return r == ',' || r == ';' })
	for i, p := range pieces {
		if open := strings.IndexByte(p, '<'); open >= 0 {
			p = strings.TrimSuffix(strings.TrimSpace(p[open+1:]), ">")
		}
		pieces[i] = strings.TrimSpace(p)
		if strings.ContainsAny(pieces[i], " <>\"\t") || strings.Count(pieces[i], "@") != 1 {
			return "", false
		}
		if fault, _ := CheckMailAddress(pieces[i]); fault != MailFine {
			return "", false
		}
	}
	addresses = strings.Join(pieces, ",")
	return addresses, addresses != "" && addresses != list
}

// mustEncode are the characters that have to be percent-encoded in an address (RFC 6068 §2 item 1).
const mustEncode = "/;&="

// CheckMailAddress returns why a text is not an addr-spec, and the part of it that is at fault, percent-decoded.
func CheckMailAddress(text string) (fault MailFault, part string) {
	if text == "" {
		return MailEmpty, ""
	}
	if strings.ContainsAny(text, mustEncode) {
		return checkMailChar(text)
	}
	address := percent.Decode(text)
	local, domain, at := strings.Cut(address, "@")
	switch {
	case strings.HasPrefix(address, `"`):
		end := closingQuote(address)
		if end < 0 || !strings.HasPrefix(address[end:], "@") {
			return MailQuoted, text
		}
		domain = address[end+1:]
	case !at:
		return MailNoAt, text
	case local == "":
		return MailNoName, domain
	case strings.Contains(domain, "@") && domain[0] != '[':
		return MailAt, address[:strings.LastIndexByte(address, '@')]
	case !isDotAtom(local):
		return MailName, local
	}
	switch {
	case domain == "":
		return MailNoDomain, ""
	case domain[0] == '[' && domain[len(domain)-1] == ']' && !strings.ContainsAny(domain[1:len(domain)-1], `[]\`):
		return MailFine, "" // a domain-literal
	case !isDotAtom(domain):
		return MailDomain, domain
	}
	return MailFine, ""
}

// checkMailChar is CheckMailAddress for a text that has one of the characters that have to be percent-encoded.
func checkMailChar(text string) (fault MailFault, part string) {
	if strings.IndexByte(text, ';') >= 0 && strings.Count(text, "@") > 1 {
		return MailSeparator, ";"
	}
	if k := strings.IndexByte(text, '&'); k > 0 && strings.IndexByte(text[k:], '=') > 0 {
		return MailField, "&"
	}
	k := strings.IndexAny(text, mustEncode)
	return MailChar, text[k : k+1]
}

// closingQuote returns the offset after the quoted-string (RFC 5322 §3.2.4) that
// s begins with, or -1 if it has no end.
func closingQuote(s string) int {
	for i := 1; i < len(s); i++ {
		switch s[i] {
		case '\\':
			i++
		case '"':
			return i + 1
		}
	}
	return -1
}

// isDotAtom reports whether s is a dot-atom-text of RFC 5322 §3.2.3, with the
// characters that RFC 6532 §3.2 adds.
func isDotAtom(s string) bool {
	before := byte('.')
	for i := range len(s) {
		b := s[i]
		if b < utf8.RuneSelf && !chars.IsLetter(b) && !chars.IsDigit(b) && strings.IndexByte(".!#$%&'*+-/=?^_`{|}~",
			b) < 0 || b == '.' && before == '.' {
			return false
		}
		before = b
	}
	return before != '.'
}
