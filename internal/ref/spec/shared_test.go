package spec_test

import (
	"io/fs"
	"slices"
	"strings"
	"testing"

	"github.com/rfc3987/iri/grammar"
	"github.com/rfc3987/iri/internal/ref/spec"
	"github.com/rfc3987/iri/internal/testkit"
)

// TestShared checks which rules take what is generated for a built-in spec: only those whose sentences
// are the same.
func TestShared(t *testing.T) {
	testkit.StatesRFC(t, "/p", "IP-literal", "iauthority", "ihier-part", "ihost", "port")
	text, err := fs.ReadFile(grammar.Files, "rfc3987.abnf")
	if err != nil {
		t.Fatal(err)
	}
	all := spec.Shared(spec.RFC3987)
	if !slices.Contains(all, "IRI") {
		t.Fatalf("IRI is not among the shared rules: %q", all)
	}
	rows := []struct {
		name, old, new string
		not            []string // what is not shared; all other rules are
	}{
		{"the file as it is", "", "", nil},
		{"a comment and spaces", "scheme         =", "; more\nscheme =", nil},
		{"a rule and all that use it", `port           = *DIGIT`, `port = 1*DIGIT`,
			[]string{"IRI", "ihier-part", "IRI-reference", "absolute-IRI", "irelative-ref", "irelative-part",
				"iauthority", "port"}},
		{"a literal in one case", `IPvFuture      = "v"`, `IPvFuture = %s"v"`,
			[]string{"IRI", "ihier-part", "IRI-reference", "absolute-IRI", "irelative-ref", "irelative-part",
				"iauthority", "ihost", "IP-literal", "IPvFuture"}},
	}
	for _, r := range rows {
		if !strings.Contains(string(text), r.old) {
			t.Fatalf("%s: %q is not in the file", r.name, r.old)
		}
		read, err := spec.ReadSpec(spec.GrammarFile{Name: "a.abnf",
			Text: []byte(strings.Replace(string(text), r.old, r.new, 1))})
		if err != nil {
			t.Fatal(err)
		}
		got := spec.Shared(read)
		want := slices.DeleteFunc(slices.Clone(all), func(name string) bool { return slices.Contains(r.not, name) })
		if !slices.Equal(got, want) {
			t.Errorf("%s: got %q, want %q", r.name, got, want)
		}
	}
}

// TestSharedReads checks that a rule that was changed reads other strings than the built-in one, and
// that one which uses it does too.
func TestSharedReads(t *testing.T) {
	read, err := spec.ReadSpec(spec.GrammarFile{Name: "a.abnf", Text: []byte("; changes: rfc3987\nport = 1*DIGIT\n")})
	if err != nil {
		t.Fatal(err)
	}
	rows := []struct {
		rule, text  string
		read, built bool
	}{
		{"port", "", false, true},
		{"IRI", "http://h:/", false, true},
		{"IRI", "http://h:1/", true, true},
		{"ipath-abempty", "/é", true, true},
		{"ipath-abempty", "é", false, false},
	}
	for _, r := range rows {
		if testkit.Edited(r.rule, r.text) {
			continue
		}
		if got := spec.MustRule(read, r.rule).Valid(r.text); got != r.read {
			t.Errorf("%s %q, as it was read: got %v", r.rule, r.text, got)
		}
		if got := spec.MustRule(spec.RFC3987, r.rule).Valid(r.text); got != r.built {
			t.Errorf("%s %q, as it is built in: got %v", r.rule, r.text, got)
		}
	}
}
