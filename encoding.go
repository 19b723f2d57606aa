package iri

import (
	"database/sql/driver"
	"encoding/base64"
	"encoding/json"
	"errors"
	"fmt"
	"io"

	"github.com/rfc3987/iri/internal/change/convert"
	"github.com/rfc3987/iri/internal/text/quote"
	"github.com/rfc3987/iri/internal/verdict/finding"
)

// This file has the methods of encoding.TextAppender, TextMarshaler, TextUnmarshaler,
// sql.Scanner and driver.Valuer. Input is parsed; output is the text without changes. The
// methods UnmarshalText of URI and URIRef are in uri.go.

// AppendText appends the text. It never fails.
func (t text) AppendText(b []byte) ([]byte, error) { return append(b, t.ref.Text...), nil }

// MarshalText returns the text. It never fails.
func (t text) MarshalText() ([]byte, error) { return []byte(t.ref.Text), nil }

// UnmarshalText parses text as [Parse] does. Empty text gives the zero IRI. On an error, i
// does not change.
func (i *IRI) UnmarshalText(text []byte) error { return unmarshalOrZero(i, text, Parse) }

// unmarshal sets to to what parse makes of text, unless there is an error.
func unmarshal[T any](to *T, text []byte, parse func(string) (T, error)) error {
	v, err := parse(string(text))
	if err == nil {
		*to = v
	}
	return err
}

// unmarshalOrZero does what unmarshal does, for types whose zero value is the empty text.
func unmarshalOrZero[T any](to *T, text []byte, parse func(string) (T, error)) error {
	if len(text) == 0 {
		*to = *new(T)
		return nil
	}
	return unmarshal(to, text, parse)
}

// UnmarshalText parses text as [ParseRef] does. On an error, r does not change.
func (r *Ref) UnmarshalText(text []byte) error { return unmarshal(r, text, ParseRef) }

// Value returns the text for a database, NULL for the zero IRI.
func (i IRI) Value() (driver.Value, error) { return nullable(i.ref.Text), nil }

// Scan parses a text column as [Parse] does; NULL and empty text give the zero
// IRI.
func (i *IRI) Scan(src any) error { return scan(src, i, true) }

// Value returns the text for a database. The empty reference is the empty text.
func (r Ref) Value() (driver.Value, error) { return r.ref.Text, nil }

// Scan parses a text column as [ParseRef] does. NULL is an error, because it is
// not the empty reference: scan into a sql.Null[Ref] if the column may have NULL.
func (r *Ref) Scan(src any) error { return scan(src, r, false) }

// Value returns the text for a database, NULL for the zero URI.
func (u URI) Value() (driver.Value, error) { return nullable(u.ref.Text), nil }

// Scan parses a text column as [ParseURI] does; NULL and empty text give the zero
// URI.
func (u *URI) Scan(src any) error { return scan(src, u, true) }

// Value returns the text for a database. The empty reference is the empty text.
func (u URIRef) Value() (driver.Value, error) { return u.ref.Text, nil }

// Scan parses a text column as [ParseURIRef] does. NULL is an error, as it is for
// [Ref.Scan].
func (u *URIRef) Scan(src any) error { return scan(src, u, false) }

// nullable returns s, or nil if s is empty.
func nullable(s string) driver.Value {
	if s == "" {
		return nil
	}
	return s
}

// scan calls UnmarshalText with the value of a text column. If null is true, NULL is the
// same as empty text.
func scan(src any, to interface{ UnmarshalText([]byte) error }, null bool) error {
	switch v := src.(type) {
	case string:
		return to.UnmarshalText([]byte(v))
	case []byte:
		return to.UnmarshalText(v)
	case nil:
		if null {
			return to.UnmarshalText(nil)
		}
		return fmt.Errorf("iri: cannot scan NULL into %T; use sql.Null", to)
	}
	return fmt.Errorf("iri: cannot scan %T into %T; a text column is needed", src, to)
}

// names are the texts of the values of an enum, in order.
type names = quote.Names

// nameText returns the text of a value.
func nameText(n names, kind string, v uint8) ([]byte, error) {
	if int(v) >= len(n) {
		return nil, fmt.Errorf("iri: %d is not a %s", v, kind)
	}
	return []byte(n[v]), nil
}

// parseName stores the value of a text, without regard to case.
func parseName(n names, kind string, text []byte, v *uint8) error {
	i, err := n.Parse(kind, string(text))
	if err == nil {
		*v = i
	}
	return err
}

func hostKinds() names {
	return names{RegName.String(), IPv4.String(), IPv6.String(), IPvFuture.String()}
}
func rungs() (n names) {
	for _, r := range Rungs() {
		n = append(n, r.String())
	}
	return n
}

// MarshalText returns what String does.
func (s Severity) MarshalText() ([]byte, error) { return []byte(s.String()), nil }

// UnmarshalText takes what MarshalText returns, without regard to case.
func (s *Severity) UnmarshalText(text []byte) error {
	return parseName(finding.SeverityNames(), "severity", text, (*uint8)(s))
}

// MarshalText returns the name of the production: see [HostKind.String].
func (k HostKind) MarshalText() ([]byte, error) {
	return nameText(hostKinds(), "kind of host", uint8(k))
}

// UnmarshalText takes what MarshalText returns, without regard to case.
func (k *HostKind) UnmarshalText(text []byte) error {
	return parseName(hostKinds(), "kind of host", text, (*uint8)(k))
}

// MarshalText returns the name of the mapping: see [HostMapping.String].
func (m HostMapping) MarshalText() ([]byte, error) {
	return nameText(names(HostMappings()), "host mapping", uint8(m))
}

// UnmarshalText takes what MarshalText returns, without regard to case.
func (m *HostMapping) UnmarshalText(text []byte) error {
	return parseName(names(HostMappings()), "host mapping", text, (*uint8)(m))
}

// MarshalText returns the name of the rung: see [Rung.String].
func (r Rung) MarshalText() ([]byte, error) { return nameText(rungs(), "rung of the ladder", uint8(r)) }

// UnmarshalText takes what MarshalText returns, without regard to case.
func (r *Rung) UnmarshalText(text []byte) error {
	return parseName(rungs(), "rung of the ladder", text, (*uint8)(r))
}

// String returns "keep", "split", "remove" or "encode".
func (s Spaces) String() string { return convert.Spaces(s).String() }

// MarshalText returns what String does.
func (s Spaces) MarshalText() ([]byte, error) {
	return nameText(convert.SpacesNames(), "way to deal with spaces", uint8(s))
}

// UnmarshalText takes what MarshalText returns, without regard to case.
func (s *Spaces) UnmarshalText(text []byte) error {
	return parseName(convert.SpacesNames(), "way to deal with spaces", text, (*uint8)(s))
}

// String returns "keep", "encode" or "slash".
func (b Backslash) String() string { return convert.Backslash(b).String() }

// MarshalText returns what String does.
func (b Backslash) MarshalText() ([]byte, error) {
	return nameText(convert.BackslashNames(), "way to deal with backslashes", uint8(b))
}

// UnmarshalText takes what MarshalText returns, without regard to case.
func (b *Backslash) UnmarshalText(text []byte) error {
	return parseName(convert.BackslashNames(), "way to deal with backslashes", text, (*uint8)(b))
}

// The types of references are their text for encoding/gob and other binary encodings.

// AppendBinary appends the text. It never fails.
func (t text) AppendBinary(b []byte) ([]byte, error) { return t.AppendText(b) }

// MarshalBinary returns the text. It never fails.
func (t text) MarshalBinary() ([]byte, error) { return t.MarshalText() }

// UnmarshalBinary is [IRI.UnmarshalText].
func (i *IRI) UnmarshalBinary(data []byte) error { return i.UnmarshalText(data) }

// UnmarshalBinary is [Ref.UnmarshalText].
func (r *Ref) UnmarshalBinary(data []byte) error { return r.UnmarshalText(data) }

// UnmarshalBinary is [URI.UnmarshalText].
func (u *URI) UnmarshalBinary(data []byte) error { return u.UnmarshalText(data) }

// UnmarshalBinary is [URIRef.UnmarshalText].
func (u *URIRef) UnmarshalBinary(data []byte) error { return u.UnmarshalText(data) }

// String returns the identifier of the spec: "rfc3987". That of the nil Spec is "<nil>".
func (s *Spec) String() string {
	if s == nil {
		return "<nil>"
	}
	return s.Name()
}

// Format writes what String returns, for every verb: the memory of a grammar tells nothing.
func (s *Spec) Format(f fmt.State, verb rune) { io.WriteString(f, s.String()) }

// UnmarshalJSON reads what [Finding.MarshalJSON] writes, and ignores members that it does not
// know. On an error, f does not change.
func (f *Finding) UnmarshalJSON(data []byte) error {
	type members Finding // the JSON has their names in lower case
	var in members
	if err := json.Unmarshal(data, &in); err != nil {
		return err
	}
	*f = Finding(in)
	return nil
}

// UnmarshalJSON reads what [Report.MarshalJSON] writes about a rule of a built-in spec. A
// report about another spec is an error, because the JSON does not have its grammar. On an
// error, r does not change.
func (r *Report) UnmarshalJSON(data []byte) error {
	var in struct {
		Input       string    `json:"input"`
		InputBase64 string    `json:"inputBase64"`
		Spec        string    `json:"spec"`
		Rule        string    `json:"rule"`
		Grammatical bool      `json:"grammatical"`
		Conforms    bool      `json:"conforms"`
		Findings    []Finding `json:"findings"`
		More        int       `json:"more"`
	}
	if err := json.Unmarshal(data, &in); err != nil {
		return err
	}
	out := finding.Report{Input: in.Input, More: in.More, Grammatical: in.Grammatical}
	if in.InputBase64 != "" {
		text, err := base64.StdEncoding.DecodeString(in.InputBase64)
		if err != nil {
			return fmt.Errorf("iri: inputBase64: %w", err)
		}
		out.Input = string(text)
	}
	if in.Spec != "" || in.Rule != "" {
		s, ok := SpecByName(in.Spec)
		if !ok {
			return fmt.Errorf("iri: %s is not a built-in spec", quote.Quote(in.Spec))
		}
		rule, ok := s.Rule(in.Rule)
		if !ok {
			return fmt.Errorf("iri: %s has no rule %s", in.Spec, quote.Quote(in.Rule))
		}
		out.Rule = rule.rule
	}
	for i := range in.Findings {
		f := &in.Findings[i]
		if f.Code == "" {
			return fmt.Errorf("iri: finding %d has no code", i)
		}
		if err := checkSpan("the finding "+string(f.Code), f.Start, f.End, out.Input); err != nil {
			return err
		}
		if f.Fix != nil {
			if err := checkSpan("the fix of "+string(f.Code), f.Fix.Start, f.Fix.End, out.Input); err != nil {
				return err
			}
		}
		if f.Severity == SeverityError {
			out.Errors++
		}
		out.Findings = append(out.Findings, f.finding())
	}
	switch {
	case in.More < 0:
		return fmt.Errorf("iri: %d more findings", in.More)
	case in.Conforms && (out.Errors > 0 || !in.Grammatical):
		return errors.New("iri: the report says that the input conforms, and has an error")
	}
	if !in.Grammatical {
		out.Errors += in.More // all findings of the grammar are errors
	}
	if !in.Conforms {
		out.Errors = max(out.Errors, 1)
	}
	*r = reportOf(out, nil)
	return nil
}

// checkSpan returns an error if there is no such part of the input.
func checkSpan(what string, start, end int, input string) error {
	if start < 0 || end < start || end > len(input) {
		return fmt.Errorf("iri: %s has the span [%d,%d), and the input has %d bytes", quote.Quote(what), start, end, len(input))
	}
	return nil
}
