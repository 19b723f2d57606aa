package iri

import (
	"database/sql/driver"
	"fmt"
)

// Text and databases, as the standard library asks for them: encoding.TextAppender,
// TextMarshaler and TextUnmarshaler, sql.Scanner and driver.Valuer. What comes in is
// parsed, what goes out is the text as it is. That of URI and URIRef is in uri.go,
// their database half here.

// AppendText appends the text of the IRI. It never fails.
func (i IRI) AppendText(b []byte) ([]byte, error) { return append(b, i.ref.Text...), nil }

// MarshalText returns the text of the IRI. It never fails.
func (i IRI) MarshalText() ([]byte, error) { return []byte(i.ref.Text), nil }

// UnmarshalText parses text as [Parse] does. Empty text makes the zero IRI. On an
// error i stays as it was.
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

// UnmarshalText parses text as [ParseRef] does. On an error r stays as it was.
func (r *Ref) UnmarshalText(text []byte) error {
	v, err := ParseRef(string(text))
	if err == nil {
		*r = v
	}
	return err
}

// Value returns the text for a database, NULL for the zero IRI.
func (i IRI) Value() (driver.Value, error) { return nullable(i.ref.Text), nil }

// Scan parses a text column as [Parse] does; NULL and the empty text make the zero
// IRI.
func (i *IRI) Scan(src any) error { return scan(src, i, true) }

// Value returns the text for a database. The empty reference is the empty text.
func (r Ref) Value() (driver.Value, error) { return r.ref.Text, nil }

// Scan parses a text column as [ParseRef] does. NULL is an error, for the empty
// reference is something else: scan into a sql.Null[Ref] where there may be one.
func (r *Ref) Scan(src any) error { return scan(src, r, false) }

// Value returns the text for a database, NULL for the zero URI.
func (u URI) Value() (driver.Value, error) { return nullable(u.ref.Text), nil }

// Scan parses a text column as [ParseURI] does; NULL and the empty text make the
// zero URI.
func (u *URI) Scan(src any) error { return scan(src, u, true) }

// Value returns the text for a database. The empty reference is the empty text.
func (u URIRef) Value() (driver.Value, error) { return u.ref.Text, nil }

// Scan parses a text column as [ParseURIRef] does. NULL is an error, as it is for
// [Ref.Scan].
func (u *URIRef) Scan(src any) error { return scan(src, u, false) }

// nullable returns s, nil if it is empty.
func nullable(s string) driver.Value {
	if s == "" {
		return nil
	}
	return s
}

// scan gives what a database driver has for a text column to UnmarshalText.
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
