package iri

import (
	"errors"
	"fmt"
	"io"
	"log/slog"
	"net/url"

	"github.com/rfc3987/iri/internal/ref/component"
)

// This file has how errors and reports are printed and logged: without passwords. Values of IRI,
// Ref, URI and URIRef are printed as their text, see Ref.Redacted.

// format writes a text for a verb as package fmt writes strings, and plain for a verb that is not
// for strings: the memory of a value tells nothing, and may hold a password.
func format(f fmt.State, verb rune, text string) {
	switch verb {
	case 'v', 's', 'q', 'x', 'X':
		fmt.Fprintf(f, fmt.FormatString(f, verb), text)
	default:
		io.WriteString(f, text)
	}
}

// Format writes what Error returns, for every verb.
func (e *ParseError) Format(f fmt.State, verb rune) { format(f, verb, e.Error()) }

// Format writes what Error returns, for every verb.
func (e *ConvertError) Format(f fmt.State, verb rune) { format(f, verb, e.Error()) }

// Format writes what Error returns, for every verb.
func (e *BuildError) Format(f fmt.State, verb rune) { format(f, verb, e.Error()) }

// Format writes what String returns, for every verb.
func (r Report) Format(f fmt.State, verb rune) { format(f, verb, r.String()) }

// MarshalText returns what Error returns, so that JSON of an error has no password. It never fails.
func (e *ParseError) MarshalText() ([]byte, error) { return []byte(e.Error()), nil }

// MarshalText returns what Error returns, so that JSON of an error has no password. It never fails.
func (e *ConvertError) MarshalText() ([]byte, error) { return []byte(e.Error()), nil }

// MarshalText returns what Error returns, so that JSON of an error has no password. It never fails.
func (e *BuildError) MarshalText() ([]byte, error) { return []byte(e.Error()), nil }

// LogValue returns what Error returns, which has no password.
func (e *ParseError) LogValue() slog.Value { return slog.StringValue(e.Error()) }

// LogValue returns what Error returns, which has no password.
func (e *ConvertError) LogValue() slog.Value { return slog.StringValue(e.Error()) }

// LogValue returns what Error returns, which has no password.
func (e *BuildError) LogValue() slog.Value { return slog.StringValue(e.Error()) }

// LogValue returns a group of the code, the severity, the place in bytes and the texts for people.
// It leaves out the fix, which has text of the input.
func (f Finding) LogValue() slog.Value {
	attrs := []slog.Attr{
		slog.String("code", string(f.Code)), slog.String("severity", f.Severity.String()),
		slog.Int("start", f.Start), slog.Int("end", f.End), slog.String("message", f.Message),
	}
	if f.Hint != "" {
		attrs = append(attrs, slog.String("hint", f.Hint))
	}
	if f.Section != "" {
		attrs = append(attrs, slog.String("section", f.Section))
	}
	return slog.GroupValue(attrs...)
}

// LogValue returns a group of the input, in which "xxxxx" stands for what may be a password, the
// rule, whether the input conforms, and the findings as sentences.
//
// A handler asks an attribute for its LogValue, and not the elements of a slice: a slice of
// reports, or of IRIs, is logged as their text or JSON. Log each by itself.
func (r Report) LogValue() slog.Value {
	findings := r.Findings()
	sentences := make([]string, len(findings))
	for i := range findings {
		sentences[i] = findings[i].Error()
	}
	return slog.GroupValue(
		slog.String("input", component.Redact(r.Input())), slog.String("rule", r.Rule().Name()),
		slog.Bool("conforms", r.Conforms()), slog.Any("findings", sentences),
	)
}

// redactURL takes the password out of an error of package url.
func redactURL(err error) error {
	if e, ok := errors.AsType[*url.Error](err); ok {
		e.URL = component.Redact(e.URL)
	}
	return err
}
