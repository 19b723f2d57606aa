package scheme

import (
	"strings"

	"github.com/rfc3987/iri/internal/ref/component"
	"github.com/rfc3987/iri/internal/text/chars"
)

// Port returns the port of a reference of the scheme in normal form, empty for one that can be left out: "if port is
// empty or if its value would be the same as that of the scheme's default" (RFC 3986 §3.2.3, RFC 3987 §5.3.3). An empty
// port says nothing whatever the scheme is, also where there is none. The value counts, so 080 is 80 under every
// scheme.
func (o *Own) Port(scheme, port string) string {
	for len(port) > 1 && port[0] == '0' {
		port = port[1:]
	}
	if port == o.DefaultPort(scheme) {
		return ""
	}
	return port
}

// PathNeeded reports whether a reference with an empty path should have the path "/": "In general,
// an IRI that uses the generic syntax for authority with an empty path should be normalized
// to a path of "/"" (RFC 3987 §5.3.3). That is whatever the scheme is, unless a program says otherwise of its own.
func (o *Own) PathNeeded(scheme string, authority bool) bool {
	return authority && scheme != "" && (o == nil || !o.Is(scheme, EmptyPath))
}

// HostNeedless reports whether the scheme takes an authority in normal form for an empty
// one: "localhost" in a file URI (RFC 8089 §2).
func HostNeedless(scheme, authority string) bool {
	return authority == "localhost" && is(scheme, "file")
}

// KeepsDots reports whether dot segments stay in a path: those of an opaque scheme, and where the path without them
// does not begin as the scheme asks, for one of file does not begin with "//" (RFC 8089 §2).
func (o *Own) KeepsDots(scheme, path, without string) bool {
	return o.Is(scheme, Opaque) ||
		is(scheme, "file") && strings.HasPrefix(without, "//") && !strings.HasPrefix(path, "//")
}

// KeepsTilde returns how much of the start of a path has no place for "~", the one unreserved
// character of RFC 3986 that an identifier of DID Core §3.1 lacks: idchar = ALPHA / DIGIT / "." /
// "-" / "_" / pct-encoded. It stays percent-encoded there. What begins with the first "/" is
// the path of a DID URL (§3.2), which may have it.
func KeepsTilde(scheme, path string) int {
	if !is(scheme, "did") {
		return 0
	}
	return component.SegmentEnd(path)
}

// Path returns the path of a reference of the scheme, with "%" before upper-case hex digits alone, in normal form:
//
//   - that of a URN with its namespace identifier in lower case (RFC 8141 §3.1), and the name as [urnPath] has it;
//   - that of tel as [telPath] has it (RFC 3966 §4);
//   - that of mailto with the domains in lower case: "the domain name is case-insensitive" (RFC 5321
//     §2.4, to which RFC 6068 §2 leads).
func Path(scheme, path string) string {
	switch {
	case is(scheme, "urn"):
		return urnPath(path)
	case is(scheme, "tel"):
		return telPath(path)
	case is(scheme, "mailto"):
		if !strings.Contains(path, "@") || !chars.HasUpper(path) {
			return path
		}
		b := []byte(path)
		for from := 0; from < len(b); {
			to := len(b)
			if n := strings.IndexByte(path[from:], ','); n >= 0 {
				to = from + n
			}
			if at := strings.LastIndexByte(path[from:to], '@'); at >= 0 {
				chars.LowerHost(b[from+at : to])
			}
			from = to + 1
		}
		return string(b)
	}
	return path
}

// without returns s without the ASCII characters of a set.
func without(s, set string) string {
	return strings.Map(func(c rune) rune {
		if strings.ContainsRune(set, c) {
			return -1
		}
		return c
	}, s)
}

// HostImplied reports whether a reference of the scheme whose path begins with one "/", and which has
// no authority, gets an empty one in normal form: RFC 8089 §2 and Appendix B have
// "file:/path/to/file" as "the minimal representation of a local file".
func HostImplied(scheme, path string) bool {
	return is(scheme, "file") && strings.HasPrefix(path, "/") && !strings.HasPrefix(path, "//") &&
		!strings.HasPrefix(path, "/./")
}

// HasComponents reports whether references of the scheme have r-, q- and f-components, which say nothing of what is
// named: "if an r-component, q-component, or f-component (or any combination thereof) are included in a
// URN, they MUST be ignored" where URN-equivalence is asked for (RFC 8141 §3.1).
func HasComponents(scheme string) bool { return is(scheme, "urn") }
