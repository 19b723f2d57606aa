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

// emptyPath reports whether the definition of the scheme makes an empty
// path after an authority equivalent to "/". Case does not matter.
func emptyPath(scheme string) bool { return factsOf(scheme).emptyPath }

// A fact is what a scheme's definition says about equivalence.
type fact struct {
	port      string // the default port
	emptyPath bool   // an empty path is equivalent to "/"
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
		return fact{"80", true}
	case "https": // RFC 9110 §4.2.2, §4.2.3
		return fact{"443", true}
	case "ws": // RFC 6455 §3
		return fact{"80", true}
	case "wss":
		return fact{"443", true}
	case "ftp": // RFC 1738 §3.1, §3.2: a "/" with nothing after it may be left out
		return fact{"21", true}
	case "gopher": // RFC 4266 §2.1
		return fact{"70", true}
	case "telnet": // RFC 4248 §2
		return fact{"23", true}
	case "coap", "coap+tcp": // RFC 7252 §6.1, §6.3; RFC 8323 §8.1
		return fact{"5683", true}
	case "coaps", "coaps+tcp": // RFC 7252 §6.2, RFC 8323 §8.2
		return fact{"5684", true}
	case "coap+ws": // RFC 8323 §8.3
		return fact{"80", true}
	case "coaps+ws": // RFC 8323 §8.4
		return fact{"443", true}
	case "ipp", "ipps": // RFC 3510 §4, RFC 7472 §4
		return fact{"631", true}
	case "ldap": // RFC 4516 §2
		return fact{"389", false}
	case "imap": // RFC 5092 §4
		return fact{"143", false}
	case "pop": // RFC 2384 §3
		return fact{"110", false}
	case "nntp": // RFC 5538 §3
		return fact{"119", false}
	case "rtsp", "rtspu": // RFC 7826 §4.2, RFC 2326 §3.2
		return fact{"554", false}
	case "rtsps": // RFC 7826 §4.2
		return fact{"322", false}
	case "rsync": // RFC 5781 §3
		return fact{"873", false}
	case "nfs": // RFC 2224 §5
		return fact{"2049", false}
	case "dict": // RFC 2229 §5
		return fact{"2628", false}
	case "snmp": // RFC 4088 §2
		return fact{"161", false}
	case "acap": // RFC 2244 §2
		return fact{"674", false}
	case "mtqp": // RFC 3887 §9
		return fact{"1038", false}
	}
	return fact{}
}

// longestScheme is the length of the longest scheme that factsOf knows.
const longestScheme = len("coaps+tcp")

// PortNeedless reports whether a port that is there can be left out: "if port is
// empty or if its value would be the same as that of the scheme's default"
// (RFC 3986 §3.2.3). The value counts, so 080 is 80. A scheme that has no default
// does not allow the removal of the delimiter (RFC 3987 §5.3.3), so an empty
// port stays there.
func PortNeedless(scheme, port string) bool {
	def := DefaultPort(scheme)
	return def != "" && (port == "" || strings.TrimLeft(port, "0") == def)
}

// PathNeeded reports whether r, whose path is empty, should have the path "/".
func PathNeeded(r component.Ref, scheme string) bool { return r.Parts.Host > 0 && emptyPath(scheme) }
