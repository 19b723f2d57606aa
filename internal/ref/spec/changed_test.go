package spec_test

import (
	"testing"

	"github.com/rfc3987/iri/grammar/published"
	"github.com/rfc3987/iri/internal/grammar/abnf"
	"github.com/rfc3987/iri/internal/ref/spec"
	"github.com/rfc3987/iri/internal/testkit"
)

// TestChangedFrom has how rules are cited that are not as the document of their section has them.
func TestChangedFrom(t *testing.T) {
	testkit.StatesRFC(t)
	text, err := published.Files.ReadFile("rfc3986.abnf")
	if err != nil {
		t.Fatal(err)
	}
	const head, port = "; changes: rfc3986\n", "; section: RFC 3986 §3.2.3\n"
	for _, tt := range []struct{ name, text, rule, want string }{
		{"as it is", string(text), "port", "RFC 3986 §3.2.3"},
		{"taken from the other spec", head + "host = \"h\"\n", "port", "RFC 3986 §3.2.3"},
		{"written in another way", head + port + "Port=*( DIGIT )\n", "port", "RFC 3986 §3.2.3"},
		{"changed", head + port + "port = 1*DIGIT\n", "port", "changed from RFC 3986 §3.2.3"},
		{"changed, in another document", head + "; section: RFC 9999 §1\nport = 1*DIGIT\n", "port", "RFC 9999 §1"},
		{"changed, without a section", head + "port = 1*DIGIT\n", "port", ""},
		{"extended", head + "port =/ \"-\"\n", "port", "changed from RFC 3986 §3.2.3"},
		{"extended, in its section", head + port + "port =/ \"-\"\n", "port", "changed from RFC 3986 §3.2.3"},
		{"extended, in another section", head + "; section: RFC 9999 §1\nport =/ \"-\"\n", "port", "RFC 9999 §1"},
		{"a copy of the file", "; spec: rfc3986\n" + port + "port = 1*DIGIT\n", "port", "changed from RFC 3986 §3.2.3"},
		{"a new rule in a copy", "; spec: rfc3986\n" + port + "gate = 1*DIGIT\n", "gate", "changed from RFC 3986 §3.2.3"},
		{"with another name", "; import: rfc3986 (port as gate)\na = gate\n", "gate", "RFC 3986 §3.2.3"},
	} {
		s, err := spec.ReadSpec(spec.GrammarFile{Name: "x.abnf", Text: []byte(tt.text)})
		if err != nil {
			t.Fatalf("%s: %v", tt.name, err)
		}
		if got := spec.MustRule(s, tt.rule).Section(); got != tt.want {
			t.Errorf("%s: got %q, want %q", tt.name, got, tt.want)
		}
	}
}

// TestMarkChanged holds that an edited file of a built-in spec is compared with the documents.
func TestMarkChanged(t *testing.T) {
	g, err := abnf.Parse("x.abnf", []byte("; spec: rfc3986\n; section: RFC 3986 §3.2.3\nport = 1*DIGIT\n"+
		"; section: RFC 3986 §3.1\nscheme = ALPHA *( ALPHA / DIGIT / \"+\" / \"-\" / \".\" )\n"))
	if err == nil {
		err = g.MarkChangedFrom(published.Files)
	}
	if err != nil {
		t.Fatal(err)
	}
	if o := g.Outline(); len(o.Changed) != 1 || o.Changed[0] != "port" {
		t.Errorf("got %q", o.Changed)
	}
}
