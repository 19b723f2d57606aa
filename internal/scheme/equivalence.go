package scheme

import (
	"strings"

	"github.com/rfc3987/iri/internal/chars"
	"github.com/rfc3987/iri/internal/component"
)

// DefaultPort returns the port that a URI of the scheme has if it names none,
// "" if its definition gives none or is not known here. Only schemes that
// use the generic syntax for authority are in it. Case does not matter.
func DefaultPort(scheme string) string { return factsOf(scheme).port }

// A fact is what a scheme's definition says about equivalence.
type fact struct {
	port string // the default port
}

// factsOf returns the zero value for a scheme that is not known. It is a
// switch, so that there is no table that could be changed, and no allocation.
func factsOf(scheme string) fact {
	var buf [longestScheme]byte
	if len(scheme) > len(buf) {
		return fact{}
	}
	name := buf[:copy(buf[:], scheme)]
	chars.LowerASCII(name)
	switch string(name) {
	case "http": // RFC 9110 §4.2.1, §4.2.3
		return fact{"80"}
	case "https": // RFC 9110 §4.2.2, §4.2.3
		return fact{"443"}
	case "ws": // RFC 6455 §3
		return fact{"80"}
	case "wss":
		return fact{"443"}
	case "ftp": // RFC 1738 §3.1, §3.2: a "/" with nothing after it may be left out
		return fact{"21"}
	case "gopher": // RFC 4266 §2.1
		return fact{"70"}
	case "telnet": // RFC 4248 §2
		return fact{"23"}
	case "coap", "coap+tcp": // RFC 7252 §6.1, §6.3; RFC 8323 §8.1
		return fact{"5683"}
	case "coaps", "coaps+tcp": // RFC 7252 §6.2, RFC 8323 §8.2
		return fact{"5684"}
	case "coap+ws": // RFC 8323 §8.3
		return fact{"80"}
	case "coaps+ws": // RFC 8323 §8.4
		return fact{"443"}
	case "ipp", "ipps": // RFC 3510 §4, RFC 7472 §4
		return fact{"631"}
	case "ldap": // RFC 4516 §2
		return fact{"389"}
	case "imap": // RFC 5092 §4
		return fact{"143"}
	case "pop": // RFC 2384 §3
		return fact{"110"}
	case "nntp": // RFC 5538 §3
		return fact{"119"}
	case "rtsp", "rtspu": // RFC 7826 §4.2, RFC 2326 §3.2
		return fact{"554"}
	case "rtsps": // RFC 7826 §4.2
		return fact{"322"}
	case "rsync": // RFC 5781 §3
		return fact{"873"}
	case "nfs": // RFC 2224 §5
		return fact{"2049"}
	case "dict": // RFC 2229 §5
		return fact{"2628"}
	case "snmp": // RFC 4088 §2
		return fact{"161"}
	case "acap": // RFC 2244 §2
		return fact{"674"}
	case "mtqp": // RFC 3887 §9
		return fact{"1038"}
	}
	return fact{}
}

// longestScheme is the length of the longest scheme that factsOf knows.
const longestScheme = len("coaps+tcp")

// PortNeedless reports whether a port that is there can be left out: "if port is
// empty or if its value would be the same as that of the scheme's default"
// (RFC 3986 §3.2.3, RFC 3987 §5.3.3). An empty port says nothing whatever the scheme
// is. The value counts, so 080 is 80.
func PortNeedless(scheme, port string) bool {
	if port == "" {
		return scheme != ""
	}
	def := DefaultPort(scheme)
	return def != "" && strings.TrimLeft(port, "0") == def
}

// PathNeeded reports whether r, whose path is empty, should have the path "/": "In general,
// an IRI that uses the generic syntax for authority with an empty path should be normalized
// to a path of "/"" (RFC 3987 §5.3.3). That is whatever the scheme is.
func PathNeeded(r component.Ref, scheme string) bool { return r.Parts.Host > 0 && scheme != "" }

// HostNeedless reports whether the authority of r is one that the scheme takes for an empty
// one: "localhost" in a file URI (RFC 8089 §2).
func HostNeedless(r component.Ref, scheme string) bool {
	return strings.EqualFold(scheme, "file") && r.Parts.Host > 0 && strings.EqualFold(r.Text[r.AuthorityStart():r.Parts.Path], "localhost")
}

// LowerPath returns how much of the start of a path is compared without regard to case: the
// namespace identifier of a URN (RFC 8141 §3.1).
func LowerPath(scheme, path string) int {
	if !strings.EqualFold(scheme, "urn") {
		return 0
	}
	for i := 0; i < len(path); i++ {
		switch b := path[i]; {
		case b == ':':
			return i
		case !chars.IsLetter(b) && !chars.IsDigit(b) && b != '-':
			return 0
		}
	}
	return 0
}

// NameOnly reports whether equivalence of the scheme looks at the path alone: for URNs "if an
// r-component, q-component, or f-component (or any combination thereof) are included in a
// URN, they MUST be ignored" (RFC 8141 §3.1).
func NameOnly(scheme string) bool { return strings.EqualFold(scheme, "urn") }
