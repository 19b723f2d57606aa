package finding

import (
	"maps"
	"slices"
	"strconv"

	"github.com/rfc3987/iri/internal/ref/component"
	"github.com/rfc3987/iri/internal/ref/spec"
	"github.com/rfc3987/iri/internal/text/jsonw"
)

// AppendJSON appends the report to b as one JSON object. The method MarshalJSON in package iri
// says what it has.
func (r Report) AppendJSON(b []byte) []byte {
	return r.AppendJSONFunc(b, func(b []byte, i int) []byte { return r.Findings[i].AppendJSON(b) })
}

// AppendJSONFunc is AppendJSON where one appends the object of the finding with an index, or
// nothing to leave it out.
func (r Report) AppendJSONFunc(b []byte, one func(b []byte, i int) []byte) []byte {
	b = append(b, '{')
	b = jsonw.AppendText(b, "input", r.Input)
	spec := ""
	if s := r.Rule.Spec(); s != nil {
		spec = s.Name()
	}
	b = jsonw.AppendMember(b, "spec", spec)
	b = jsonw.AppendMember(b, "rule", r.Rule.Name())
	b = appendBool(b, "grammatical", r.Grammatical)
	b = appendBool(b, "conforms", r.Conforms())
	b = append(jsonw.AppendName(b, "findings"), '[')
	first := len(b)
	for i := range r.Findings {
		end := len(b)
		if end > first {
			b = append(b, ',')
		}
		start := len(b)
		if b = one(b, i); len(b) == start {
			b = b[:end]
		}
	}
	b = append(b, ']')
	if r.More > 0 {
		b = jsonw.AppendInt(b, "more", int64(r.More))
	}
	if ref, ok := r.reference(); ok {
		b = appendComponents(b, ref, r.Rule.Spec())
	}
	return append(b, '}')
}

// reference returns the input as a reference, if it is one by the rule.
func (r Report) reference() (component.Ref, bool) {
	switch {
	case r.Ref.Text != "":
		return r.Ref, true
	case !r.Grammatical || !r.Rule.IsWhole():
		return component.Ref{}, false
	}
	ref, err := r.Rule.Parse(r.Input)
	return ref, err == nil
}

// AppendComponents appends the components of a reference, which need not conform, as the
// member "components". Names with uri are those of RFC 3986.
func AppendComponents(b []byte, ref component.Ref, uri bool) []byte {
	s := spec.RFC3987
	if uri {
		s = spec.RFC3986
	}
	return appendComponents(b, ref, s)
}

func appendComponents(b []byte, ref component.Ref, s *spec.Spec) []byte {
	b = append(jsonw.AppendName(b, "components"), '{')
	put := func(name, value string, present bool) {
		if present {
			b = jsonw.AppendString(jsonw.AppendName(b, name), value)
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
		put("hostKind", s.Profile().HostRule(host).Name(), true)
	}
	port, ok := ref.Port()
	put("port", port, ok)
	put("path", ref.Path(), true)
	query, ok := ref.Query()
	put("query", query, ok)
	fragment, ok := ref.Fragment()
	put("fragment", fragment, ok)
	return append(b, '}')
}

// AppendJSON appends the finding to b as one JSON object. Members that are empty are left
// out, but for code, severity, start, end and message.
func (f *Finding) AppendJSON(b []byte) []byte {
	b = jsonw.AppendMember(append(b, '{'), "code", string(f.Code))
	b = jsonw.AppendMember(b, "severity", f.Severity.String())
	b = jsonw.AppendInt(b, "start", int64(f.Start))
	b = jsonw.AppendInt(b, "end", int64(f.End))
	b = jsonw.AppendMember(b, "message", f.MessageText())
	if name := f.Reason(); name != "" {
		b = jsonw.AppendMember(b, "reason", name)
	}
	if len(f.Rules) > 0 {
		b = jsonw.AppendStrings(b, "rules", f.Rules)
	}
	if len(f.Expected) > 0 {
		b = jsonw.AppendStrings(b, "expected", f.Expected)
	}
	if f.Section != "" {
		b = jsonw.AppendMember(b, "section", f.Section)
	}
	if f.ABNF != "" {
		b = jsonw.AppendMember(b, "abnf", f.ABNF)
	}
	if hint := f.HintText(); hint != "" {
		b = jsonw.AppendMember(b, "hint", hint)
	}
	if names := f.HintReasons(); len(names) > 0 {
		b = jsonw.AppendStrings(b, "hintReasons", names)
	}
	if params := f.Params(); len(params) > 0 {
		b = append(jsonw.AppendName(b, "params"), '{')
		for _, name := range slices.Sorted(maps.Keys(params)) {
			b = jsonw.AppendMember(b, name, params[name])
		}
		b = append(b, '}')
	}
	if f.Fix != nil {
		b = append(jsonw.AppendName(b, "fix"), '{')
		b = jsonw.AppendInt(b, "start", int64(f.Fix.Start))
		b = jsonw.AppendInt(b, "end", int64(f.Fix.End))
		b = jsonw.AppendMember(b, "text", f.Fix.Text)
		if f.Fix.Guessed {
			b = appendBool(b, "guessed", true)
		}
		b = append(b, '}')
	}
	return append(b, '}')
}

// appendBool appends a member whose value is true or false.
func appendBool(b []byte, name string, value bool) []byte {
	return strconv.AppendBool(jsonw.AppendName(b, name), value)
}
