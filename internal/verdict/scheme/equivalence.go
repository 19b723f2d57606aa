package scheme

import (
	"strings"

	"github.com/rfc3987/iri/internal/ref/component"
	"github.com/rfc3987/iri/internal/text/chars"
)

// PortNeedless reports whether a port that is there can be left out: "if port is
// empty or if its value would be the same as that of the scheme's default"
// (RFC 3986 §3.2.3, RFC 3987 §5.3.3). An empty port says nothing whatever the scheme
// is, also where there is none. The value counts, so 080 is 80.
func PortNeedless(scheme, port string) bool {
	if port == "" {
		return true
	}
	def := DefaultPort(scheme)
	return def != "" && strings.TrimLeft(port, "0") == def
}

// PathNeeded reports whether r, whose path is empty, should have the path "/": "In general,
// an IRI that uses the generic syntax for authority with an empty path should be normalized
// to a path of "/"" (RFC 3987 §5.3.3). That is whatever the scheme is.
func PathNeeded(r component.Ref, scheme string) bool { return r.Parts.Host > 0 && scheme != "" }

// HostNeedless reports whether the scheme takes an authority in normal form for an empty
// one: "localhost" in a file URI (RFC 8089 §2).
func HostNeedless(scheme, authority string) bool {
	return authority == "localhost" && strings.EqualFold(scheme, "file")
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
