package testkit

import (
	"slices"
	"strings"
	"testing"
	"testing/fstest"

	"github.com/rfc3987/iri/grammar/published"
)

// TestEdited holds in which texts an edit of a grammar can be seen.
func TestEdited(t *testing.T) {
	texts := []string{"a", "a:b", "//h", "//u@h", "//h:1", "?q", "#f", "iquery", "query", "port", "ihost", "IRI",
		"ucschar"}
	for _, tt := range []struct {
		name, file, old, by string
		want                string // the texts in which it is; "all" if more than components are others
	}{
		{"nothing", "rfc3987", "ucschar", "ucschar", ""},
		{"a comment", "rfc3987", "; spec: rfc3987\n", "; spec: rfc3987\n; for readers\n", ""},
		{"the query", "rfc3987", `iprivate / "/" / "?" )`, `iprivate / "/" / "?" / "|" )`, "?q iquery query IRI"},
		{"the port", "rfc3986", "= *DIGIT", "= 1*DIGIT", "//h:1 port"},
		{"what many use", "rfc3987", "%xA0-D7FF /", "%xC0-D7FF /",
			"a a:b //h //u@h //h:1 ?q #f iquery query port ihost IRI ucschar"},
		{"the userinfo", "rfc3987bis", "iuserinfo      = *(", "iuserinfo      = 1*(", "//u@h IRI"},
		{"another name", "rfc3987", "iquery", "iquery-part", "all"},
		{"the order of components", "rfc3987", `[ ":" port ]`, `":" port`, "all"},
		{"the core rules", "core", "%x30-39", "%x30-38", "all"},
	} {
		files := make(fstest.MapFS)
		for _, name := range []string{"core", "rfc3986", "rfc3987", "leiri", "rfc3987bis"} {
			text, err := published.Files.ReadFile(name + ".abnf")
			if err != nil {
				t.Fatal(err)
			}
			if name == tt.file {
				text = []byte(strings.ReplaceAll(string(text), tt.old, tt.by))
			}
			files[name+".abnf"] = &fstest.MapFile{Data: text}
		}
		e := editsOf(files)
		var got []string
		for _, s := range texts {
			if e.in(s) {
				got = append(got, s)
			}
		}
		if e.all {
			got = []string{"all"}
		}
		if want := strings.Fields(tt.want); !slices.Equal(got, want) {
			t.Errorf("%s: it is seen in %q, want %q", tt.name, got, want)
		}
		if e.in() != (tt.want != "") {
			t.Errorf("%s: edited at all: %v", tt.name, e.in())
		}
	}
	// Beside another text, the name of a rule for whole references says nothing.
	e := edited{rules: map[string]bool{"iri": true}}
	if e.in("IRI", "a:b") || !e.in("IRI") {
		t.Errorf("got %v beside a text, %v alone", e.in("IRI", "a:b"), e.in("IRI"))
	}
}
