package iri

import (
	"database/sql/driver"
	"fmt"
)

// This file has the methods of encoding.TextAppender, TextMarshaler, TextUnmarshaler,
// sql.Scanner and driver.Valuer. Input is parsed; output is the text without changes. The
// text methods of URI and URIRef are in uri.go.

// AppendText appends the text of the IRI. It never fails.
func (i IRI) AppendText(b []byte) ([]byte, error) { return append(b, i.ref.Text...), nil }

// MarshalText returns the text of the IRI. It never fails.
func (i IRI) MarshalText() ([]byte, error) { return []byte(i.ref.Text), nil }

// UnmarshalText parses text as [Parse] does. Empty text gives the zero IRI. On an error, i
// does not change.
func (i *IRI) UnmarshalText(text []byte) error {
	if len(text) == 0 {
		*i = IRI{}
		return nil
	}
	v, err := Parse(string(text))
	if err == nil {
		*i = v
	}
	return err
}

// AppendText appends the text of the reference. It never fails.
func (r Ref) AppendText(b []byte) ([]byte, error) { return append(b, r.ref.Text...), nil }

// MarshalText returns the text of the reference. It never fails.
func (r Ref) MarshalText() ([]byte, error) { return []byte(r.ref.Text), nil }

// UnmarshalText parses text as [ParseRef] does. On an error, r does not change.
func (r *Ref) UnmarshalText(text []byte) error {
	v, err := ParseRef(string(text))
	if err == nil {
		*r = v
	}
	return err
}

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
