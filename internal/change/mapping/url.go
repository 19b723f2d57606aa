package mapping

import (
	"net/url"
	"strings"
	"unicode/utf8"

	"github.com/rfc3987/iri/internal/ref/component"
	"github.com/rfc3987/iri/internal/text/chars"
	"github.com/rfc3987/iri/internal/text/lazy"
	"github.com/rfc3987/iri/internal/text/percent"
)

// URL returns a URI-reference as [url.Parse] reads its text: the same value, or the same error. Where the
// components lie is known, so that most URIs are not parsed again. Those without a scheme are, those with a
// userinfo or an IP-literal, and those whose host or port url.Parse may refuse.
func URL(r component.Ref) (*url.URL, error) {
	s, p := r.Text, &r.Parts
	if p.Scheme == 0 || p.Host > p.AuthorityStart() {
		return url.Parse(s)
	}
	t, u, ok := netURL.Get(newNetURL), new(url.URL), true
	u.Scheme = chars.Lower(s[:p.Scheme])
	path := s[p.Path:p.PathEnd]
	if p.Host > 0 {
		host, raw, ok := t.decode(s[p.Host:p.HostEnd], inHost, isASCII)
		if !ok || raw != "" || !isPort(s[p.HostEnd:p.Path]) {
			return url.Parse(s)
		}
		if u.Host = s[p.Host:p.Path]; len(host) < int(p.HostEnd-p.Host) {
			u.Host = host + s[p.HostEnd:p.Path]
		}
	}
	u.OmitHost = p.Host == 0 && strings.HasPrefix(path, "/")
	if p.Host > 0 || u.OmitHost {
		u.Path, u.RawPath, ok = t.decode(path, inPath, inPath)
	} else {
		u.Opaque = path
	}
	if p.PathEnd < p.Query {
		u.RawQuery = s[p.PathEnd+1 : p.Query]
		u.ForceQuery = u.RawQuery == ""
	}
	if int(p.Query) < len(s) && ok {
		u.Fragment, u.RawFragment, ok = t.decode(s[p.Query+1:], inFragment, inFragment)
	}
	if !ok {
		return url.Parse(s)
	}
	return u, nil
}

// isPort reports whether all that follows the ":" of a port is digits, as in RFC 3986; a grammar of one's own may have
// other ports.
func isPort(port string) bool {
	for i := 1; i < len(port); i++ {
		if !chars.IsDigit(port[i]) {
			return false
		}
	}
	return true
}

// A urlTable says of each byte where net/url writes it as it is, and does not percent-encode it, and whether it is
// ASCII.
type urlTable [256]uint8

const (
	inPath uint8 = 1 << iota
	inFragment
	inHost
	isASCII
)

var netURL lazy.Value[*urlTable]

// newNetURL asks net/url, which is free to percent-encode more in another release.
func newNetURL() *urlTable {
	t := new(urlTable)
	for b := range t {
		c := string([]byte{byte(b)})
		if (&url.URL{Path: "/" + c}).EscapedPath() == "/"+c {
			t[b] |= inPath
		}
		if (&url.URL{Fragment: c}).EscapedFragment() == c {
			t[b] |= inFragment
		}
		if u, err := url.Parse("a://" + c); err == nil && u.Host == c && c != ":" {
			t[b] |= inHost
		}
		if b < utf8.RuneSelf {
			t[b] |= isASCII
		}
	}
	return t
}

// decode returns a component decoded, and as it is written if that has a byte that is not in a set, a percent-encoding
// of one of another set, or one in lower case: net/url would write it in another way. ok is false if a "%" does not
// begin a percent-encoding.
func (t *urlTable) decode(s string, set, encoded uint8) (text, raw string, ok bool) {
	same, i := set, 0
	for i < len(s) && s[i] != '%' {
		same &= t[s[i]]
		i++
	}
	if text = s; i < len(s) {
		b := append(make([]byte, 0, max(i, len(s)-2*strings.Count(s, "%"))), s[:i]...)
		for ; i < len(s); i++ {
			c := s[i]
			if c != '%' {
				same &= t[c]
			} else if c, ok = percent.Triplet(s[i:]); !ok {
				return "", "", false
			} else {
				if t[c]&encoded != 0 || s[i+1] >= 'a' || s[i+2] >= 'a' {
					same = 0
				}
				i += len("41")
			}
			b = append(b, c)
		}
		text = chars.View(b)
	}
	if same == 0 {
		raw = s
	}
	return text, raw, true
}
