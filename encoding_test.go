package iri_test

import (
	"database/sql"
	"database/sql/driver"
	"encoding"
	"encoding/json"
	"errors"
	"fmt"
	"testing"

	"github.com/rfc3987/iri"
)

// The interfaces that users expect of a type whose values are text.
var (
	_ = []interface {
		fmt.Stringer
		encoding.TextMarshaler
		encoding.TextAppender
		driver.Valuer
	}{iri.IRI{}, iri.Ref{}, iri.URI{}, iri.URIRef{}}
	_ = []interface {
		encoding.TextUnmarshaler
		sql.Scanner
	}{&iri.IRI{}, &iri.Ref{}, &iri.URI{}, &iri.URIRef{}}
)

func TestText(t *testing.T) {
	type all struct {
		I iri.IRI
		R iri.Ref
		U iri.URI
		V iri.URIRef
	}
	in := `{"I":"http://é/ü?q","R":"../é","U":"http://a/%C3%A9","V":"../%C3%A9"}`
	var v all
	if err := json.Unmarshal([]byte(in), &v); err != nil {
		t.Fatal(err)
	}
	if q, ok := v.I.Query(); q != "q" || !ok {
		t.Errorf("query of what was unmarshalled = %q, %v", q, ok)
	}
	out, err := json.Marshal(v)
	if err != nil || string(out) != in {
		t.Errorf("got %s, %v, want %s", out, err, in)
	}
	for name, bad := range map[string]string{
		"IRI": `{"I":"é"}`, "Ref": `{"R":"a b"}`, "URI": `{"U":"http://é/"}`, "URIRef": `{"V":"é"}`,
	} {
		was := v
		err := json.Unmarshal([]byte(bad), &v)
		if _, ok := errors.AsType[*iri.ParseError](err); !ok {
			t.Errorf("%s: %s: got error %v, want a *ParseError", name, bad, err)
		}
		if v != was {
			t.Errorf("%s: %s: an error changed the value", name, bad)
		}
	}
}

func TestScan(t *testing.T) {
	tests := []struct {
		name  string
		to    sql.Scanner
		src   any
		want  driver.Value // what Value gives back
		fails bool
	}{
		{"IRI of a string", &iri.IRI{}, "http://é/", "http://é/", false},
		{"IRI of bytes", &iri.IRI{}, []byte("http://é/"), "http://é/", false},
		{"IRI of NULL", &iri.IRI{}, nil, nil, false},
		{"IRI of a number", &iri.IRI{}, int64(1), nil, true},
		{"IRI of no IRI", &iri.IRI{}, "é", nil, true},
		{"Ref of nothing", &iri.Ref{}, "", "", false},
		{"Ref of NULL", &iri.Ref{}, nil, nil, true},
		{"Ref of a string", &iri.Ref{}, "../é", "../é", false},
		{"URI of a string", &iri.URI{}, "http://a/", "http://a/", false},
		{"URI of NULL", &iri.URI{}, nil, nil, false},
		{"URI of an IRI", &iri.URI{}, "http://é/", nil, true},
		{"URIRef of a string", &iri.URIRef{}, "../a", "../a", false},
		{"URIRef of NULL", &iri.URIRef{}, nil, nil, true},
	}
	for _, tt := range tests {
		t.Run(tt.name, func(t *testing.T) {
			if err := tt.to.Scan(tt.src); (err != nil) != tt.fails {
				t.Fatalf("Scan(%#v): got error %v, want one: %v", tt.src, err, tt.fails)
			}
			if tt.fails {
				return
			}
			if got, err := tt.to.(driver.Valuer).Value(); got != tt.want || err != nil {
				t.Errorf("Value() = %#v, %v, want %#v", got, err, tt.want)
			}
		})
	}
}

func TestParseURI(t *testing.T) {
	u, err := iri.ParseURI("HTTP://example.org/%7e?q#f")
	if err != nil || u.String() != "HTTP://example.org/%7e?q#f" || u.IsZero() {
		t.Fatalf("got %q, %v", u, err)
	}
	if got := u.AsIRI(); got != iri.MustParse(u.String()) {
		t.Errorf("AsIRI: got %q", got)
	}
	if got, ok := u.Ref().URI(); !ok || got != u {
		t.Errorf("Ref().URI(): got %q, %v", got, ok)
	}
	for _, s := range []string{"", "a", "//h", "http://é/", "1a:b"} {
		if u, err := iri.ParseURI(s); err == nil || !u.IsZero() {
			t.Errorf("ParseURI(%q): got %q, %v", s, u, err)
		}
	}
	for _, s := range []string{"", "a", "//h", "?q", "a:b"} {
		r, err := iri.ParseURIRef(s)
		if err != nil || r.String() != s || r.AsRef() != iri.MustParseRef(s) || r.IsZero() != (s == "") {
			t.Errorf("ParseURIRef(%q): got %q, %v", s, r, err)
		}
		if _, ok := r.URI(); ok != (s == "a:b") {
			t.Errorf("%q is a URI: %v", s, ok)
		}
	}
	if r, err := iri.ParseURIRef("é"); err == nil || !r.IsZero() {
		t.Errorf("ParseURIRef(é): got %q, %v", r, err)
	}
}

func TestURIText(t *testing.T) {
	type pair struct {
		U iri.URI
		R iri.URIRef
	}
	var p pair
	const text = `{"U":"a:b","R":"../c"}`
	if err := json.Unmarshal([]byte(text), &p); err != nil || p.U.String() != "a:b" || p.R.String() != "../c" {
		t.Fatalf("got %+v, %v", p, err)
	}
	if out, err := json.Marshal(p); err != nil || string(out) != text {
		t.Errorf("got %s, %v, want %s", out, err, text)
	}
	if b, err := p.U.AppendText([]byte("x")); err != nil || string(b) != "xa:b" {
		t.Errorf("got %q, %v", b, err)
	}
	if b, err := p.R.AppendText([]byte("x")); err != nil || string(b) != "x../c" {
		t.Errorf("got %q, %v", b, err)
	}
	if err := json.Unmarshal([]byte(`{"U":""}`), &p); err != nil || !p.U.IsZero() {
		t.Errorf("empty text: got %q, %v", p.U, err)
	}
	for _, bad := range []string{`{"U":"é:"}`, `{"U":"b"}`, `{"R":"é"}`} {
		p = pair{}
		if err := json.Unmarshal([]byte(bad), &p); err == nil || p != (pair{}) {
			t.Errorf("%s: got %+v, %v", bad, p, err)
		}
	}
}
