package normalize

import (
	"strings"

	"github.com/rfc3987/iri/internal/ref/component"
	"github.com/rfc3987/iri/internal/ref/hostname"
	"github.com/rfc3987/iri/internal/ref/scheme"
	"github.com/rfc3987/iri/internal/text/chars"
	"github.com/rfc3987/iri/internal/text/idna"
	"github.com/rfc3987/iri/internal/text/percent"
)

// A writer writes the normal form of one text. It has a method for each component: scheme, host, port and path, and
// text for userinfo, query and fragment, which are only characters. Each appends its component to dst as the rung has
// it; name is the scheme, in any case.
type writer struct {
	*form
	traits chars.Trait // of the text
	plain  bool        // no field of the text has anything to be decoded or encoded, so none is read for that
}

// text is [form.text] for a field of the text.
func (w *writer) text(dst []byte, s string, in field) []byte {
	if w.plain {
		return append(dst, s...)
	}
	return w.form.text(dst, s, in)
}

// scheme appends the scheme and the delimiters after it: all of s, which is empty without them.
func (w *writer) scheme(dst []byte, s, name string) []byte {
	start := len(dst)
	dst = append(dst, s...)
	if w.rung >= RungCase && w.traits&chars.UpperASCII != 0 {
		chars.LowerASCII(dst[start : start+len(name)])
	}
	return dst
}

func (w *writer) host(dst []byte, s, name string) []byte {
	start := len(dst)
	dst = w.text(dst, s, host)
	if (!w.plain || w.traits&chars.UpperASCII != 0) &&
		(w.rung >= RungPercent || w.rung == RungCase && chars.IsASCII(dst[start:])) {
		chars.LowerHost(dst[start:])
		if w.NFC {
			dst = composeNFC(dst, start, w.rule(host)) // T and a diaeresis do not compose, t and one do
		}
	}
	// In a plain host all beyond ASCII is PVALID (RFC 5892), so there are no capitals.
	if !w.plain && !chars.IsASCII(dst[start:]) && w.foldsHost(name) {
		dst = append(dst[:start], w.lowered(string(dst[start:]))...)
	}
	if w.rung >= RungScheme && w.Host != hostname.Percent {
		dst = w.mapHost(dst, start)
	}
	if w.rung >= RungHost && mayFold(chars.UnsafeString(dst[start:])) {
		dst = w.foldHost(dst, start)
	}
	return dst
}

// port appends the port with its ":". From RungScheme on it leaves out one that the scheme has anyway.
func (w *writer) port(dst []byte, port, name string) []byte {
	if w.rung >= RungScheme {
		switch normal := w.Schemes.Port(name, port); {
		case normal == "":
			return dst
		case !w.mending:
			port = normal
		}
	}
	return append(append(dst, ':'), port...)
}

func (w *writer) path(dst []byte, s, name string, authority bool) []byte {
	from := len(dst)
	dst = w.pathText(dst, s, name)
	if w.rung >= RungPath && name != "" {
		made := chars.UnsafeString(dst[from:])
		if at := component.DotSegment(made); at < len(made) {
			before, rest := component.AppendBeforeDots(dst[:from], made, at)
			dst = component.GuardPath(append(before, made[rest:]...), from, authority)
			if w.Schemes.KeepsDots(name, s, chars.UnsafeString(dst[from:])) {
				dst = w.pathText(dst[:from], s, name)
			}
		}
	}
	if w.rung >= RungScheme && len(dst) == from && w.Schemes.PathNeeded(name, authority) {
		dst = append(dst, '/')
	}
	if w.rung >= RungProtocol && trailingSlash(chars.UnsafeString(dst[from:]), name) {
		dst = dst[:len(dst)-1]
	}
	if w.rung >= RungScheme && !w.mending {
		made := chars.UnsafeString(dst[from:])
		if normal := scheme.Path(name, made); normal != made {
			dst = append(dst[:from], normal...)
		}
	}
	return dst
}

// pathText appends the path with its characters as the rung has them. It removes no dot segments.
func (w *writer) pathText(dst []byte, s, name string) []byte {
	n := scheme.KeepsTilde(name, s)
	if n == 0 || w.rung < RungPercent {
		return w.text(dst, s, path)
	}
	dst = w.text(dst, strings.ReplaceAll(s[:n], "~", percent.Encode("~")), identifier)
	return w.text(dst, s[n:], path)
}

// trailingSlash reports whether the path ends with the "/" that RungProtocol removes. It is false after another "/",
// because there the "/" delimits an empty segment: "/a//" and "/a/" stay different.
func trailingSlash(path, name string) bool {
	n := len(path)
	return n > 1 && path[n-1] == '/' && path[n-2] != '/' &&
		scheme.Is(name, scheme.Web)
}

// foldsHost reports whether the host of a reference with this scheme is a domain name. Then the case of its letters
// does not matter, also beyond ASCII (RFC 3987 §5.3.3, RFC 5895 §2).
func (f *form) foldsHost(name string) bool {
	return f.rung >= RungScheme && f.Schemes.Is(name, scheme.DNS)
}

// lowered returns a host with its capitals beyond ASCII in lower case. One that would not be in
// NFC, or not be a host, does not change.
func (f *form) lowered(s string) string {
	if chars.IsASCII(s) || !idna.HasCapital(s) {
		return s
	}
	if lower := idna.Lower(s); chars.IsNFC(lower) && f.rule(host).Valid(lower) {
		return lower
	}
	return s
}

// mapHost replaces the host dst[start:] by what the mapping of the options makes of it.
func (f *form) mapHost(dst []byte, start int) []byte {
	s := string(dst[start:])
	if s == "" || s[0] == '[' {
		return dst
	}
	ascii, faults := hostname.Append(nil, s, f.Host)
	if faults != nil || strings.IndexByte(string(ascii), '%') >= 0 {
		return dst
	}
	if legible := hostname.AppendUnicode(nil, string(ascii)); f.rule(host).Valid(string(legible)) {
		ascii = legible
	}
	return append(dst[:start], ascii...)
}

// mayFold reports whether a host whose US-ASCII letters are in lower case may be other than its fold.
func mayFold(host string) bool {
	return strings.HasPrefix(host, "[") || strings.Contains(host, idna.Prefix) || strings.Contains(host, "%") ||
		!chars.IsASCII(host)
}

// foldHost replaces the host dst[start:] by the text by which [hostname.Fold] compares it, with what stays encoded in
// names encoded: in U-labels, and in A-labels or percent-encoded where the grammar has none.
func (f *form) foldHost(dst []byte, start int) []byte {
	h := component.HostOf(string(dst[start:]))
	fold := hostname.Fold(h)
	if h.Kind() != component.HostRegName {
		return append(dst[:start], fold...)
	}
	for _, form := range []func() []byte{
		func() []byte { return f.text(nil, fold, host) },
		func() []byte {
			ascii, _ := hostname.Append(nil, fold, hostname.IDNA) // nothing if there is none
			return ascii
		},
		func() []byte { return percent.AppendNonASCII(nil, fold) },
	} {
		if text := form(); f.rule(host).Valid(string(text)) && (len(text) > 0 || fold == "") {
			return append(dst[:start], text...)
		}
	}
	return dst
}
