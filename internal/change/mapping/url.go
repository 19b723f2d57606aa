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
// userinfo or an IP-literal, and those whose host url.Parse may refuse.
func URL(r component.Ref) (*url.URL, error) {
	s, p := r.Text, &r.Parts
	t := netURL.Get(newNetURL)
	if p.Scheme == 0 || p.Host > 0 && (p.Host > p.AuthorityStart() || !t.isHost(s[p.Host:p.HostEnd], s[p.HostEnd:p.Path])) {
		return url.Parse(s)
	}
	u := &url.URL{Scheme: chars.Lower(s[:p.Scheme])}
	ok := true
	switch path := s[p.Path:p.PathEnd]; {
	case p.Host > 0:
		u.Host, _, _ = t.decode(s[p.Host:p.Path], 0)
		u.Path, u.RawPath, ok = t.decode(path, inPath)
	case strings.HasPrefix(path, "/"):
		u.OmitHost = true
		u.Path, u.RawPath, ok = t.decode(path, inPath)
	default:
		u.Opaque = path
	}
	if q, has := r.Query(); has {
		u.RawQuery, u.ForceQuery = q, q == ""
	}
	if f, has := r.Fragment(); has && ok {
		u.Fragment, u.RawFragment, ok = t.decode(f, inFragment)
	}
	if !ok {
		return url.Parse(s)
	}
	return u, nil
}

// A urlTable says of each byte where net/url writes it as it is, and does not percent-encode it.
type urlTable [256]uint8

const (
	inPath uint8 = 1 << iota
	inFragment
	inHost
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
	}
	return t
}

// isHost reports whether url.Parse takes a host that is not an IP-literal, and a port, which is empty or begins with ":".
// It takes no percent-encoded ASCII. What the grammar of a port is, depends on the spec that the URI was an IRI of.
func (t *urlTable) isHost(host, port string) bool {
	for i := range len(host) {
		if host[i] == '%' {
			if octet, ok := percent.Triplet(host[i:]); !ok || octet < utf8.RuneSelf {
				return false
			}
		} else if t[host[i]]&inHost == 0 {
			return false
		}
	}
	for i := 1; i < len(port); i++ {
		if !chars.IsDigit(port[i]) {
			return false
		}
	}
	return true
}

// decode returns a component decoded, and as it is written if net/url would write it in another way. ok is false if a "%"
// does not begin a percent-encoding.
func (t *urlTable) decode(s string, in uint8) (text, raw string, ok bool) {
	same, i := in, 0
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
				if t[c]&in != 0 || s[i+1] >= 'a' || s[i+2] >= 'a' {
					same = 0
				}
				i += 2
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
