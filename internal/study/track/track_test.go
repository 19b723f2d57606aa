package track

import (
	"os"
	"path/filepath"
	"strings"
	"testing"

	"github.com/rfc3987/iri/internal/ref/spec"
)

// draft is a draft in the form of an RFC; the tests edit it.
const draft = "Internet-Draft  draft-me-words-02\n\n1.  Words\n\n   list = word *( \",\" word )\n   word = 1*ALPHA\n   end = 1*DIGIT\n"

func names(r *Report) string {
	var all []string
	for _, a := range r.Added {
		all = append(all, "+"+a.Name)
	}
	for _, g := range r.Gone {
		all = append(all, "-"+g.Name)
	}
	for _, c := range r.Changed {
		all = append(all, "~"+c.New.Name)
	}
	return strings.Join(all, " ")
}

// TestDrafts compares a draft with edited ones.
func TestDrafts(t *testing.T) {
	old, err := spec.ReadSpec(spec.GrammarFile{Name: "words.abnf", Text: []byte("; spec: words\n; top: list\nlist = word *( \",\" word )\nword = 1*ALPHA\nend = 1*DIGIT\n")})
	if err != nil {
		t.Fatal(err)
	}
	for _, tt := range []struct{ name, from, to, names, breaking, report string }{
		{"nothing changes", "", "", "", "", "The rules are the same."},
		{"another spelling of the same", "1*ALPHA", "ALPHA *ALPHA", "~word", "", "- the language is the same"},
		{"more is accepted", "1*ALPHA", "1*( ALPHA / DIGIT )", "~word", "", "- newly accepted: `0`, because of `DIGIT` in `word`"},
		{"less is accepted", "1*ALPHA", "2*ALPHA", "~word", "strings that conformed do not conform now", "- newly refused: `a`"},
		{"a rule is gone", "   end = 1*DIGIT\n", "", "-end", "rules are gone that programs may name", "## Rules gone\n\n- `end = 1*DIGIT`"},
		{"a rule is added", "word *( \",\" word )", "word *( sep word )\n   sep = \",\"", "+sep ~list", "", "- `sep = \",\"` (draft-me-words §1)"},
	} {
		t.Run(tt.name, func(t *testing.T) {
			d, err := Read("draft.txt", []byte(strings.Replace(draft, tt.from, tt.to, 1)), old)
			if err != nil {
				t.Fatal(err)
			}
			r := Compare(old, d, []string{"a,b", "a1"})
			if got := names(r); got != tt.names || r.Same() != (tt.names == "") {
				t.Errorf("got %q, want %q", got, tt.names)
			}
			if got := r.Breaking(); got != tt.breaking {
				t.Errorf("breaking: got %q, want %q", got, tt.breaking)
			}
			if page := r.Markdown(); !strings.Contains(page, tt.report) {
				t.Errorf("%q is not in the report:\n%s", tt.report, page)
			}
		})
	}
}

// TestOfFile follows a draft that has a part of the rules of a grammar that was read.
func TestOfFile(t *testing.T) {
	old, err := spec.ReadSpec(spec.GrammarFile{Name: "words.abnf", Text: []byte("; top: list\n; section: Words §1\nlist = word *( \",\" word )\nword = 1*ALPHA\n")})
	if err != nil {
		t.Fatal(err)
	}
	d, err := Read("d.txt", []byte("RFC 9999\n\n   list = word *( \";\" word )\n"), old)
	if err != nil {
		t.Fatal(err)
	}
	if got := names(Compare(old, d, nil)); got != "~list" {
		t.Errorf("got %q, want that only list has changed", got)
	}
}

// TestRecursive says that a rule which refers to itself is compared to a depth.
func TestRecursive(t *testing.T) {
	old, err := spec.ReadSpec(spec.GrammarFile{Name: "nest.abnf", Text: []byte("nest = \"(\" [ nest ] \")\" / 1*DIGIT\n")})
	if err != nil {
		t.Fatal(err)
	}
	d, err := Read("d.txt", []byte("RFC 9999\n\n   nest = \"(\" nest \")\" / 1*DIGIT\n"), old)
	if err != nil {
		t.Fatal(err)
	}
	page := Compare(old, d, nil).Markdown()
	for _, want := range []string{"compared to a depth of 1", "newly refused: `()`", "**Breaking:**"} {
		if !strings.Contains(page, want) {
			t.Errorf("%q is not in the report:\n%s", want, page)
		}
	}
}

// TestCorpus says which strings of a corpus change sides.
func TestCorpus(t *testing.T) {
	old := spec.RFC3986
	d, err := Read("draft.txt", []byte("RFC 9999\n\n1.  Ports\n\n   port = 1*DIGIT\n   authority = [ userinfo \"@\" ] host [ \":\" port ]\n"), old)
	if err != nil {
		t.Fatal(err)
	}
	r := Compare(old, d, []string{"http://a:/", "http://a:1/", "x y"})
	if got := strings.Join(r.Corpus.Refused, " "); got != "http://a:/" || r.Corpus.Count != 3 || len(r.Corpus.Accepted) > 0 {
		t.Errorf("got %q of %d", got, r.Corpus.Count)
	}
	if got := names(r); got != "~port" {
		t.Errorf("got %q: rules that the draft does not define are those of the spec", got)
	}
	if len(r.Vectors.Refused) == 0 {
		t.Error("no test vector has an empty port")
	}
}

// TestRead refuses drafts that have no grammar, and says where.
func TestRead(t *testing.T) {
	for _, tt := range []struct{ name, text, want string }{
		{"no ABNF", "RFC 9999\n\n1.  Words\n\n   Nothing.\n", "d.txt: there is no ABNF rule in it"},
		{"a faulty rule", "RFC 9999\n\n   a = \"x\" b\n   b = \"y\n", "d.txt:4: the rule b cannot be read"},
		{"a faulty rule that the spec has", "RFC 9999\n\n   authority = [ userinfo ] host\n   host = 1*ALPHA (\n", "d.txt:4: the rule host cannot be read"},
		{"a rule that is nowhere", "RFC 9999\n\n   a = \"x\" nowhere\n", "d.txt: nowhere is not defined, and rfc3986 has no such rule"},
	} {
		if _, err := Read("d.txt", []byte(tt.text), spec.RFC3986); err == nil || !strings.Contains(err.Error(), tt.want) {
			t.Errorf("%s: got %v, want %q", tt.name, err, tt.want)
		}
	}
}

// TestReplay follows RFC 3987 to draft-ietf-iri-3987bis, and RFC 3986 to itself.
func TestReplay(t *testing.T) {
	for _, tt := range []struct {
		file  string
		old   *spec.Spec
		names []string
		same  bool
	}{
		{"rfc3986.txt", spec.RFC3986, nil, true},
		{"draft-ietf-iri-3987bis.txt", spec.RFC3987, []string{"+pct-form", "+path-sep", "~ireg-name", "~iprivate"}, false},
	} {
		text, err := os.ReadFile(filepath.Join("..", "..", "..", "..", "shared", "specs", tt.file))
		if err != nil {
			t.Skip("no specs: ", err)
		}
		d, err := Read(tt.file, text, tt.old)
		if err != nil {
			t.Fatal(err)
		}
		r := Compare(tt.old, d, nil)
		got := " " + names(r) + " "
		for _, n := range tt.names {
			if !strings.Contains(got, " "+n+" ") {
				t.Errorf("%s: %s is not in%s", tt.file, n, got)
			}
		}
		if r.Same() != tt.same {
			t.Errorf("%s: got%s", tt.file, got)
		}
		if !tt.same && r.Breaking() == "" {
			t.Errorf("%s: a host cannot have percent-encoding now, which is breaking", tt.file)
		}
	}
}
