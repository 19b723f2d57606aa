package report

import (
	"io"
	"strconv"

	"github.com/rfc3987/iri/internal/component"
	"github.com/rfc3987/iri/internal/jsonw"
	"github.com/rfc3987/iri/internal/spec"
)

// MarshalJSON writes the report as one JSON object, the one that iri check
// --format json prints for an input:
//
//	{"input":…,"spec":…,"rule":…,"grammatical":…,"conforms":…,"findings":[…],"components":{…}}
//
// Components stand only where the string is grammatical and the rule is one for
// whole references; those that are absent are left out, empty ones are "". Text
// that is not UTF-8 is written with U+FFFD for each byte that is not, and again
// in "inputBase64". Findings beyond the limit of [MaxFindings] are counted in
// "more".
func (r Report) MarshalJSON() ([]byte, error) { return r.AppendJSON(nil), nil }

// AppendJSON appends what [Report.MarshalJSON] returns to b. It needs no memory
// but b's.
func (r Report) AppendJSON(b []byte) []byte { return r.appendJSON(b, nil) }

// WriteJSON writes what [Report.MarshalJSON] returns to w, in pieces, so that a very
// long input takes no more memory than a short one. It returns the first error of w.
func (r Report) WriteJSON(w io.Writer) error {
	const enough = 32 << 10 // bytes to write at a time
	var err error
	write := func(b []byte) {
		if err == nil {
			_, err = w.Write(b)
		}
	}
	write(r.appendJSON(nil, func(b []byte) []byte {
		if len(b) < enough {
			return b
		}
		write(b)
		return b[:0]
	}))
	return err
}

// appendJSON appends the report to b. It gives what there is to full, which may be
// nil, after each piece, and goes on with what that returns.
func (r Report) appendJSON(b []byte, full func([]byte) []byte) []byte {
	b = append(b, '{')
	b = jsonw.AppendTextFull(b, "input", r.Input, full)
	spec := ""
	if s := r.Rule.Spec(); s != nil {
		spec = s.Name()
	}
	b = appendMember(b, "spec", spec)
	b = appendMember(b, "rule", r.Rule.Name())
	b = appendBool(b, "grammatical", r.Grammatical)
	b = appendBool(b, "conforms", r.Conforms())
	b = append(b, `,"findings":[`...)
	for i := range r.Findings {
		if i > 0 {
			b = append(b, ',')
		}
		b = r.Findings[i].AppendJSON(b)
		if full != nil {
			b = full(b)
		}
	}
	b = append(b, ']')
	if r.More > 0 {
		b = append(b, `,"more":`...)
		b = strconv.AppendInt(b, int64(r.More), 10)
	}
	if ref, ok := r.reference(); ok {
		b = r.appendComponents(b, ref, full)
	}
	return append(b, '}')
}

// reference returns the input as a reference, if it is one by the rule.
func (r Report) reference() (component.Ref, bool) {
	if !r.Grammatical || !r.Rule.WholeReference() {
		return component.Ref{}, false
	}
	ref, err := r.Rule.Parse(r.Input)
	return ref, err == nil
}

// appendComponents appends the components of a grammatical reference.
func (r Report) appendComponents(b []byte, ref component.Ref, full func([]byte) []byte) []byte {
	b = append(b, `,"components":`...)
	sep := byte('{')
	put := func(name, value string, present bool) {
		if present {
			b = append(b, sep, '"')
			b = append(b, name...)
			b = append(b, '"', ':')
			b = jsonw.AppendStringFull(b, value, full)
			sep = ','
		}
	}
	scheme, ok := ref.Scheme()
	put("scheme", scheme, ok)
	authority, ok := ref.Authority()
	put("authority", authority, ok)
	userinfo, ok := ref.Userinfo()
	put("userinfo", userinfo, ok)
	if host, ok := ref.Host(); ok {
		put("host", host.String(), true)
		put("hostKind", hostKind(r.Rule, host.Kind()), true)
	}
	port, ok := ref.Port()
	put("port", port, ok)
	put("path", ref.Path(), true)
	query, ok := ref.Query()
	put("query", query, ok)
	fragment, ok := ref.Fragment()
	put("fragment", fragment, ok)
	return append(b, '}') // there always is a path
}

// hostKind returns the name that the rule's spec has for a kind of host: the
// ireg-name of RFC 3987 is the reg-name of RFC 3986.
func hostKind(r spec.Rule, k component.HostKind) string {
	if k == component.HostRegName {
		if _, ok := r.Spec().Rule(k.String()); !ok {
			return "reg-name"
		}
	}
	return k.String()
}

// MarshalJSON writes the finding as one JSON object, as it stands in that of a
// report. Members that have nothing to say are left out, but for code, severity,
// start, end and message.
func (f Finding) MarshalJSON() ([]byte, error) { return f.AppendJSON(nil), nil }

// AppendJSON appends what [Finding.MarshalJSON] returns to b.
func (f *Finding) AppendJSON(b []byte) []byte {
	b = append(b, `{"code":`...)
	b = jsonw.AppendString(b, string(f.Code))
	b = appendMember(b, "severity", f.Severity.String())
	b = append(b, `,"start":`...)
	b = strconv.AppendInt(b, int64(f.Start), 10)
	b = append(b, `,"end":`...)
	b = strconv.AppendInt(b, int64(f.End), 10)
	b = appendMember(b, "message", f.Message)
	b = appendStrings(b, "rules", f.Rules)
	b = appendStrings(b, "expected", f.Expected)
	if f.Section != "" {
		b = appendMember(b, "section", f.Section)
	}
	if f.ABNF != "" {
		b = appendMember(b, "abnf", f.ABNF)
	}
	if f.Hint != "" {
		b = appendMember(b, "hint", f.Hint)
	}
	if f.Fix != nil {
		b = append(b, `,"fix":{"start":`...)
		b = strconv.AppendInt(b, int64(f.Fix.Start), 10)
		b = append(b, `,"end":`...)
		b = strconv.AppendInt(b, int64(f.Fix.End), 10)
		b = appendMember(b, "text", f.Fix.Text)
		b = append(b, '}')
	}
	return append(b, '}')
}

// appendMember appends a comma, the name of a member, and its value.
func appendMember(b []byte, name, value string) []byte {
	b = append(b, ',', '"')
	b = append(b, name...)
	b = append(b, '"', ':')
	return jsonw.AppendString(b, value)
}

func appendBool(b []byte, name string, value bool) []byte {
	b = append(b, ',', '"')
	b = append(b, name...)
	if value {
		return append(b, `":true`...)
	}
	return append(b, `":false`...)
}

func appendStrings(b []byte, name string, values []string) []byte {
	if len(values) == 0 {
		return b
	}
	b = append(b, ',', '"')
	b = append(b, name...)
	b = append(b, `":[`...)
	for i, v := range values {
		if i > 0 {
			b = append(b, ',')
		}
		b = jsonw.AppendString(b, v)
	}
	return append(b, ']')
}
