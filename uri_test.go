package iri_test

import (
	"encoding/json"
	"testing"

	"github.com/rfc3987/iri"
)

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
