package iri

import (
	"errors"
	"fmt"
	"iter"
	"math"
	"strings"
	"unicode/utf8"

	"github.com/rfc3987/iri/internal/change/convert"
	"github.com/rfc3987/iri/internal/ref/component"
	"github.com/rfc3987/iri/internal/ref/spec"
	"github.com/rfc3987/iri/internal/text/percent"
	"github.com/rfc3987/iri/internal/text/quote"
)

// A Builder makes an IRI or a reference of components. It is a value: its methods return
// a changed copy. The zero Builder has only the empty path, and makes the empty
// reference.
//
// The text for a component is escaped: characters that the component does not allow are
// percent-encoded, and so are a "%" that does not begin a percent-encoding, and what
// conversions keep encoded (RFC 3987 §3.2), such as bidi formatting and invisible characters,
// or text beyond US-ASCII that is not in NFC. Existing percent-encodings stay. To put
// arbitrary data into a component, call [EscapeData] on it first.
//
// If escaping cannot make a component valid, [Builder.IRI] and [Builder.Ref] return an
// error.
type Builder struct {
	text [numBuilt]string
	has  [numBuilt]bool
	kept [numBuilt]bool // the text comes from a reference and is not escaped again
	dots bool           // the path was set by Segments, and one of them is a dot segment
	segs bool           // the path was set by Segments
}

// The components that a Builder holds.
const (
	builtScheme = iota
	builtUserinfo
	builtHost
	builtPort
	builtPath
	builtQuery
	builtFragment
	numBuilt
)

var builtComponents = [numBuilt]Component{ComponentScheme, ComponentUserinfo, ComponentHost, ComponentPort,
	ComponentPath, ComponentQuery, ComponentFragment}

// builtRule returns the rule of RFC 3987 for a component, whatever its name is.
func builtRule(kind component.Kind) spec.Rule { return spec.RFC3987.Profile().Of[kind] }

// segmentRule is the rule for a segment of a path.
func segmentRule() spec.Rule { return spec.RFC3987.Profile().Segment }

// Builder returns a Builder with the components of the reference. Without changes, it makes that again.
func (r components) Builder() Builder {
	var b Builder
	keep := func(c int, text string, ok bool) {
		b.text[c], b.has[c], b.kept[c] = text, ok, true
	}
	s, ok := r.ref.Scheme()
	keep(builtScheme, s, ok)
	s, ok = r.Userinfo()
	keep(builtUserinfo, s, ok)
	h, ok := r.Host()
	keep(builtHost, h.String(), ok)
	s, ok = r.Port()
	keep(builtPort, s, ok)
	keep(builtPath, r.Path(), true)
	s, ok = r.Query()
	keep(builtQuery, s, ok)
	s, ok = r.Fragment()
	keep(builtFragment, s, ok)
	return b
}

func (b Builder) set(c int, text string) Builder {
	b.text[c], b.has[c], b.kept[c] = text, true, false
	if c == builtPath {
		b.dots, b.segs = false, false
	}
	return b
}

func (b Builder) drop(c int) Builder {
	b.text[c], b.has[c], b.kept[c] = "", false, false
	return b
}

// Scheme sets the scheme (RFC 3986 §3.1), without the ":". It is not escaped.
func (b Builder) Scheme(s string) Builder { return b.set(builtScheme, s) }

// Userinfo sets the userinfo (RFC 3986 §3.2.1), without the "@". There must
// also be a host, which may be empty.
func (b Builder) Userinfo(s string) Builder { return b.set(builtUserinfo, s) }

// Host sets the host (RFC 3986 §3.2.2): a registered name, an IPv4address, or an
// IP-literal with its brackets. The reference then has an authority. A registered name
// must be UTF-8.
func (b Builder) Host(s string) Builder { return b.set(builtHost, s) }

// Port sets the port (RFC 3986 §3.2.3), digits without the ":". There must also
// be a host.
func (b Builder) Port(s string) Builder { return b.set(builtPort, s) }

// Path sets the path (RFC 3986 §3.3). After an authority it must be empty or begin with
// "/". Without an authority it must not begin with "//". If there is no scheme either, its
// first segment must not contain ":".
func (b Builder) Path(s string) Builder { return b.set(builtPath, s) }

// Segments sets the path to "/" and the segments with "/" between them. Each segment is
// data: a "/" or "%" in it is escaped. "." and ".." are errors, because they are dot
// segments even if they are percent-encoded. Where the first is empty and there is no authority, "/." stands before the
// path, so that it is not read as one: the zero Builder makes /.//x of "" and "x", as [IRI.Resolve] does.
func (b Builder) Segments(segments ...string) Builder {
	var path strings.Builder
	dots := writeSegments(&path, segments)
	b = b.set(builtPath, path.String())
	b.dots, b.segs = dots, true
	return b
}

// writeSegments writes data, escaped, each after a "/". It reports whether there are dot segments.
func writeSegments(path *strings.Builder, data []string) (dots bool) {
	for _, s := range data {
		path.WriteByte('/')
		path.WriteString(EscapeData(s))
		dots = dots || component.IsDotSegment(s)
	}
	return dots
}

// JoinSegments returns the IRI with segments at the end of its path, as [Builder.Segments] has them: each is data, in
// which a "/" or "%" is escaped, and "." and ".." are errors, so that the path of the IRI stays in front. A "/" at its
// end is the one before the first segment. Query and fragment stay. The error is a *[BuildError].
func (i IRI) JoinSegments(data ...string) (IRI, error) {
	if len(data) == 0 {
		return i, nil
	}
	var path strings.Builder
	path.WriteString(strings.TrimSuffix(i.Path(), "/"))
	dots := writeSegments(&path, data)
	b := i.Builder()
	b.text[builtPath], b.dots, b.segs = path.String(), dots, true
	return b.IRI()
}

// Query sets the query (RFC 3986 §3.4), without the "?".
func (b Builder) Query(s string) Builder { return b.set(builtQuery, s) }

// QueryPairs sets the query to names and values by the rules of HTML forms, as [Ref.QueryPairs] reads them: "=" after
// each name, "&" between pairs. Names and values are data: a "&", "=", "+" or "%" in them is escaped, and a space is
// %20. Without pairs there is no query.
func (b Builder) QueryPairs(pairs iter.Seq2[string, string]) Builder {
	var query strings.Builder
	if pairs != nil {
		for name, value := range pairs {
			if query.Len() > 0 {
				query.WriteByte('&')
			}
			query.WriteString(EscapeData(name) + "=" + EscapeData(value))
		}
	}
	if query.Len() == 0 {
		return b.NoQuery()
	}
	return b.Query(query.String())
}

// Fragment sets the fragment (RFC 3986 §3.5), without the "#".
func (b Builder) Fragment(s string) Builder { return b.set(builtFragment, s) }

// NoScheme removes the scheme: the rest is a relative reference.
func (b Builder) NoScheme() Builder { return b.drop(builtScheme) }

// NoAuthority removes userinfo, host and port.
func (b Builder) NoAuthority() Builder { return b.NoUserinfo().NoPort().drop(builtHost) }

// NoUserinfo removes the userinfo.
func (b Builder) NoUserinfo() Builder { return b.drop(builtUserinfo) }

// NoPort removes the port.
func (b Builder) NoPort() Builder { return b.drop(builtPort) }

// NoQuery removes the query.
func (b Builder) NoQuery() Builder { return b.drop(builtQuery) }

// NoFragment removes the fragment.
func (b Builder) NoFragment() Builder { return b.drop(builtFragment) }

// IRI makes an IRI of the components. There must be a scheme. The error is a
// *[BuildError].
func (b Builder) IRI() (IRI, error) {
	if !b.has[builtScheme] {
		return IRI{}, &BuildError{Component: ComponentScheme,
			Reason: "an IRI must have a scheme; use Ref for a relative reference", Section: "RFC 3987 §2.2"}
	}
	r, err := b.Ref()
	return IRI(r), err
}

// Ref makes a reference of the components: an IRI if there is a scheme, otherwise a
// relative reference. The error is a *[BuildError].
func (b Builder) Ref() (Ref, error) {
	for c := range numBuilt {
		if err := b.check(c); err != nil {
			return Ref{}, err
		}
	}
	n := len("://@:?#")
	for _, text := range b.text {
		n += len(text)
	}
	out := make([]byte, 0, n)
	if b.has[builtScheme] {
		out = append(append(out, b.text[builtScheme]...), ':')
	}
	if b.has[builtHost] {
		out = append(out, "//"...)
		if b.has[builtUserinfo] {
			out = append(b.append(out, builtUserinfo, builtRule(component.Userinfo)), '@')
		}
		if strings.HasPrefix(b.text[builtHost], "[") {
			out = append(out, b.text[builtHost]...)
		} else {
			out = b.append(out, builtHost, builtRule(component.RegName))
		}
		if b.has[builtPort] {
			out = append(append(out, ':'), b.text[builtPort]...)
		}
	}
	if b.segs && !b.has[builtHost] && strings.HasPrefix(b.text[builtPath], "//") {
		out = append(out, "/."...)
	}
	out = b.append(out, builtPath, segmentRule())
	if b.has[builtQuery] {
		out = b.append(append(out, '?'), builtQuery, builtRule(component.Query))
	}
	if b.has[builtFragment] {
		out = b.append(append(out, '#'), builtFragment, builtRule(component.Fragment))
	}
	if uint64(len(out)) > math.MaxUint32 {
		return Ref{}, &BuildError{Reason: "it would be longer than the limit of 4 GiB"}
	}
	return refOf(component.OfBytes(out)), nil
}

// check returns an error if the component cannot be part of the result.
func (b Builder) check(c int) error {
	if !b.has[c] || b.kept[c] && c != builtPath && c != builtUserinfo && c != builtPort {
		return nil
	}
	text := b.text[c]
	refuse := func(reason, section string) error {
		return &BuildError{Component: builtComponents[c], Text: text, Reason: reason, Section: section, code: b.code(c)}
	}
	switch c {
	case builtScheme:
		if !builtRule(component.Scheme).Valid(text) {
			return refuse("a scheme has letters, digits, \"+\", \"-\" and \".\", and begins with a letter", "RFC 3986 §3.1")
		}
	case builtUserinfo, builtPort:
		if !b.has[builtHost] {
			return refuse("it needs a host: without a host there is no authority", "RFC 3986 §3.2")
		}
		if c == builtPort && !builtRule(component.Port).Valid(text) {
			return refuse("a port contains only digits", "RFC 3986 §3.2.3")
		}
	case builtHost:
		switch {
		case strings.HasPrefix(text, "["):
			if !builtRule(spec.RFC3987.Profile().Literal()).Valid(text) {
				return refuse(badLiteral(text))
			}
		case builtRule(component.IPv6).Valid(text):
			return refuse("an IPv6 address needs brackets", "RFC 3986 §3.2.2")
		case strings.ContainsAny(text, ":/?#[]@"):
			return refuse("a registered name cannot contain any of : / ? # [ ] @; set a port with Port", "RFC 3986 §3.2.2")
		case !utf8.ValidString(text):
			return refuse("a registered name must be UTF-8", "RFC 3986 §3.2.2")
		}
	case builtPath:
		switch {
		case b.dots:
			return refuse("\".\" and \"..\" cannot be segments here: they are dot segments, even if percent-encoded", "RFC 3986 §3.3")
		case b.has[builtHost] && text != "" && text[0] != '/':
			return refuse("after an authority, a path must be empty or begin with \"/\"", "RFC 3986 §3.3")
		case !b.has[builtHost] && strings.HasPrefix(text, "//") && !b.segs:
			return refuse("it would be read as an authority; put \"/.\" in front", "RFC 3986 §3.3")
		case !b.has[builtHost] && !b.has[builtScheme] && strings.Contains(text[:component.SegmentEnd(text)], ":"):
			return refuse("with a \":\" in its first segment it would be read as a scheme; put \"./\" in front", "RFC 3986 §4.2")
		}
	}
	return nil
}

// code returns the code of a component that cannot be part of the result, as [Parse] has it.
func (b Builder) code(c int) Code {
	kind := component.PathNoscheme
	switch {
	case c == builtHost && strings.HasPrefix(b.text[c], "["):
		kind = spec.RFC3987.Profile().Literal()
	case c != builtPath:
		kind = [numBuilt]component.Kind{builtScheme: component.Scheme, builtUserinfo: component.Userinfo,
			builtHost: component.RegName, builtPort: component.Port, builtQuery: component.Query,
			builtFragment: component.Fragment}[c]
	case b.has[builtHost]:
		kind = component.PathAbempty
	case b.text[c] == "" || b.text[c][0] == '/':
		kind = component.PathAbsolute
	case b.has[builtScheme]:
		kind = component.PathRootless
	}
	return Code(builtRule(kind).Name())
}

// badLiteral returns what [Parse] says of an IP-literal, which does not conform, and its section.
func badLiteral(text string) (reason, section string) {
	_, err := ParseRef("//" + text)
	f, ok := errors.AsType[Finding](err)
	switch {
	case !ok: // a "/" after the address, or the like
		return "it is not an IP-literal", "RFC 3986 §3.2.2"
	case f.Hint == "":
		return f.Message, f.Section
	}
	return f.Message + "; " + f.Hint, f.Section
}

// append appends a component, escaped unless it is kept. The rule is that of a path's segments,
// or of the component.
func (b Builder) append(dst []byte, c int, rule spec.Rule) []byte {
	if b.kept[c] {
		return append(dst, b.text[c]...)
	}
	return convert.AppendComponent(dst, b.text[c], rule, c == builtPath)
}

// EscapeData percent-encodes all characters of s except unreserved ones. The result can
// be put into every component but scheme, port and IP-literal: no character of s is then
// read as a delimiter or as part of a percent-encoding. It is [EncodeComponent] for a segment
// of a path: characters beyond US-ASCII that every component allows are not encoded, unless
// conversions keep them encoded (RFC 3987 §3.2).
func EscapeData(s string) string {
	return convert.EncodeComponent(s, segmentRule())
}

// UnescapeData decodes every percent-encoding of s, the text of a component or a part of one that has been cut at its
// delimiters: the inverse of [EscapeData]. Decode only once (RFC 3986 §2.4). The octets need not be UTF-8. The error,
// for a "%" without two hex digits after it, is a *[ConvertError] with the code pct-encoded and its offsets in s
// (§2.1); the text of a parsed reference has none.
func UnescapeData(s string) (string, error) {
	if _, err := convert.DecodeTo(convert.Charset{}, s); err != nil {
		return "", publicError(err)
	}
	return percent.Decode(s), nil
}

// A BuildError is the error of a [Builder]: a component was set to text that it cannot
// have. Find it with errors.As. As other errors of this package it is a [Code], for errors.Is, and a [Finding], for
// errors.As, whose offsets are those of Text.
type BuildError struct {
	Component Component
	Text      string // the text that it was set to
	Reason    string // why it cannot have that text, and what to do
	Section   string // the section that says so: RFC 3986 §3.2.3

	code Code
}

// finding returns the error as a finding about Text.
func (e *BuildError) finding() Finding {
	if e == nil {
		return Finding{}
	}
	f := Finding{Code: e.code, Severity: SeverityError, Message: e.Reason, End: len(e.Text), Section: e.Section}
	if f.Code == "" { // a program has made the error
		f.Code = Code(e.Component.String())
	}
	return f
}

// Is reports whether the target is the [Code] of the component: CodeScheme, CodePort, CodeIuserinfo, CodeIregName,
// CodeIPLiteral, or that of the production of the path.
func (e *BuildError) Is(target error) bool { return hasCode([]Finding{e.finding()}, target) }

// As sets the target to a finding about Text if it is a *[Finding] or a **Finding.
func (e *BuildError) As(target any) bool { return assignFirst([]Finding{e.finding()}, target) }

func (e *BuildError) Error() string {
	if e == nil {
		e = new(BuildError)
	}
	s := "iri: " + e.Component.String()
	if e.Text != "" {
		s += " " + quote.Quote(e.shown())
	}
	s += ": " + e.Reason
	if e.Section != "" {
		s += fmt.Sprintf(" (%s)", e.Section)
	}
	return s
}

// shown returns the text without what may be a password.
func (e *BuildError) shown() string {
	q := component.Quoter{Text: e.Text}
	switch e.Component {
	case ComponentUserinfo:
		q.As = component.Userinfo
	case ComponentHost:
		q.As = component.Authority
	}
	return q.Redacted()
}

// The methods that remove one component need no Builder: they have no error.

// WithoutUserinfo is [IRI.WithoutUserinfo].
func (r Ref) WithoutUserinfo() Ref {
	if _, ok := r.Userinfo(); !ok {
		return r
	}
	return r.without(r.ref.AuthorityStart(), r.ref.Parts.Host)
}

// WithoutPort returns the reference without a port.
func (r Ref) WithoutPort() Ref {
	if _, ok := r.Port(); !ok {
		return r
	}
	return r.without(r.ref.Parts.HostEnd, r.ref.Parts.Path)
}

// WithoutQuery returns the reference without a query.
func (r Ref) WithoutQuery() Ref {
	if _, ok := r.Query(); !ok {
		return r
	}
	return r.without(r.ref.Parts.PathEnd, r.ref.Parts.Query)
}

// WithoutFragment returns the reference without a fragment. It does not allocate.
func (r Ref) WithoutFragment() Ref {
	if _, ok := r.Fragment(); !ok {
		return r
	}
	return refOf(component.Ref{Text: r.ref.Text[:r.ref.Parts.Query], Parts: r.ref.Parts})
}

// without removes the bytes from start to end: a component and its delimiter.
func (r Ref) without(start, end uint32) Ref {
	return refOf(component.SplitTrusted(r.ref.Text[:start] + r.ref.Text[end:]))
}

// WithoutUserinfo returns the IRI without its userinfo. Show IRIs to people in this form,
// because the userinfo may contain a password (RFC 3986 §3.2.1).
func (i IRI) WithoutUserinfo() IRI { return IRI(Ref(i).WithoutUserinfo()) }

// WithoutPort returns the IRI without a port.
func (i IRI) WithoutPort() IRI { return IRI(Ref(i).WithoutPort()) }

// WithoutQuery returns the IRI without a query.
func (i IRI) WithoutQuery() IRI { return IRI(Ref(i).WithoutQuery()) }

// WithoutFragment returns the IRI without a fragment, an absolute-IRI as a base
// must be (RFC 3986 §5.1). It does not allocate.
func (i IRI) WithoutFragment() IRI { return IRI(Ref(i).WithoutFragment()) }
