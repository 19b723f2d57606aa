package track

import (
	"os"
	"path/filepath"
	"reflect"
	"strings"
	"testing"

	"github.com/rfc3987/iri/internal/grammar/abnf"
	"github.com/rfc3987/iri/internal/ref/spec"
	"github.com/rfc3987/iri/internal/testkit"
)

// draft is a draft in the form of an RFC; the tests edit it.
const draft = "Internet-Draft  draft-me-words-02\n\n1.  Words\n\n   list = word *( \",\" word )\n   word = 1*ALPHA\n " +
	"  end = 1*DIGIT\n"

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
	old, err := spec.ReadSpec(spec.GrammarFile{Name: "words.abnf",
		Text: []byte("; spec: words\n; top: list\nlist = word *( \",\" word )\nword = 1*ALPHA\nend = 1*DIGIT\n")})
	if err != nil {
		t.Fatal(err)
	}
	for _, tt := range []struct{ name, from, to, names, breaking, report string }{
		{"nothing changes", "", "", "", "", "The rules are the same."},
		{"another spelling of the same", "1*ALPHA", "ALPHA *ALPHA", "~word", "", "- the language is the same"},
		{"more is accepted", "1*ALPHA", "1*( ALPHA / DIGIT )", "~word", "",
			"- newly accepted: `0`, because of `DIGIT` in `word`"},
		{"less is accepted", "1*ALPHA", "2*ALPHA", "~word", "strings that conformed do not conform now",
			"- newly refused: `a`"},
		{"a rule is gone", "   end = 1*DIGIT\n", "", "-end", "rules are gone that programs may name",
			"## Rules gone\n\n- `end = 1*DIGIT`"},
		{"a rule is added", "word *( \",\" word )", "word *( sep word )\n   sep = \",\"", "+sep ~list", "",
			"- `sep = \",\"` (draft-me-words §1)"},
	} {
		t.Run(tt.name, func(t *testing.T) {
			d, err := Read("draft.txt", []byte(strings.Replace(draft, tt.from, tt.to, 1)), nil, old, nil)
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
	old, err := spec.ReadSpec(spec.GrammarFile{Name: "words.abnf",
		Text: []byte("; top: list\n; section: Words §1\nlist = word *( \",\" word )\nword = 1*ALPHA\n")})
	if err != nil {
		t.Fatal(err)
	}
	d, err := Read("d.txt", []byte("RFC 9999\n\n   list = word *( \";\" word )\n"), nil, old, nil)
	if err != nil {
		t.Fatal(err)
	}
	if got := names(Compare(old, d, nil)); got != "~list" {
		t.Errorf("got %q, want that only list has changed", got)
	}
}

// TestListedOnce holds that a difference is listed under the rule that makes it alone, and that two versions of a
// document are told apart by their files.
func TestListedOnce(t *testing.T) {
	first := "Internet-Draft  draft-me-words-00\n\n1.  Words\n\n   list = word *( sep word )\n   word = 1*ALPHA / " +
		"number\n   number = 1*DIGIT\n   sep = \",\"\n"
	empty, err := spec.ReadSpec(spec.GrammarFile{Name: "none.abnf", Text: []byte("; top: list\nlist = \"x\"\n")})
	if err != nil {
		t.Fatal(err)
	}
	d, err := Read("first.txt", []byte(first), nil, empty, nil)
	if err != nil {
		t.Fatal(err)
	}
	old, err := spec.ReadSpec(spec.GrammarFile{Name: "dir/first.abnf", Text: d.Text})
	if err != nil {
		t.Fatal(err)
	}
	second := strings.NewReplacer("-00", "-01", "1*DIGIT", "1*5DIGIT", "word = 1*ALPHA / number",
		"word = number / 1*ALPHA", "word *( sep word )", "*( word sep ) word").Replace(first)
	if d, err = Read("dir/second.txt", []byte(second), nil, old, nil); err != nil {
		t.Fatal(err)
	}
	page := Compare(old, d, nil).Markdown()
	if got := strings.Count(page, "newly refused: `000000`, because"); got != 1 {
		t.Errorf("six digits are listed %d times, want once:\n%s", got, page)
	}
	for _, want := range []string{"# `second.txt`, compared with `first.abnf`\n",
		"## The default rule, `list`\n\n- 1 difference more, listed under the rules that make them\n",
		"**Breaking:**"} {
		if !strings.Contains(page, want) {
			t.Errorf("%q is not in the report:\n%s", want, page)
		}
	}
}

// TestRecursive says that a rule which refers to itself is compared to a depth.
func TestRecursive(t *testing.T) {
	old, err := spec.ReadSpec(spec.GrammarFile{Name: "nest.abnf",
		Text: []byte("nest = \"(\" [ nest ] \")\" / 1*DIGIT\n")})
	if err != nil {
		t.Fatal(err)
	}
	d, err := Read("d.txt", []byte("RFC 9999\n\n   nest = \"(\" nest \")\" / 1*DIGIT\n"), nil, old, nil)
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
	testkit.StatesRFC(t)
	old := spec.RFC3986
	d, err := Read("draft.txt", []byte("RFC 9999\n\n1.  Ports\n\n   port = 1*DIGIT\n   authority = [ userinfo \"@\" "+
		"] host [ \":\" port ]\n"), nil, old, nil)
	if err != nil {
		t.Fatal(err)
	}
	r := Compare(old, d, []string{"http://a:/", "http://a:1/", "x y"})
	if got := strings.Join(r.Corpus.Refused, " "); got != "http://a:/" || r.Corpus.Count != 3 ||
		len(r.Corpus.Accepted) > 0 {
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
		{"a faulty rule that the spec has", "RFC 9999\n\n   authority = [ userinfo ] host\n   host = 1*ALPHA (\n",
			"d.txt:4: the rule host cannot be read"},
		{"a rule that is nowhere", "RFC 9999\n\n   a = \"x\" nowhere\n",
			"d.txt: nowhere is not defined, and rfc3986 has no such rule"},
	} {
		if _, err := Read("d.txt", []byte(tt.text), nil, spec.RFC3986, nil); err == nil ||
			!strings.Contains(err.Error(), tt.want) {
			t.Errorf("%s: got %v, want %q", tt.name, err, tt.want)
		}
	}
}

// document returns the text of a specification beside the module.
func document(t *testing.T, file string) string {
	t.Helper()
	text, err := os.ReadFile(filepath.Join("..", "..", "..", "..", "shared", "specs", file))
	if err != nil {
		t.Skip("no specs: ", err)
	}
	return string(text)
}

// TestReplay follows what has become of the documents.
func TestReplay(t *testing.T) {
	text, err := os.ReadFile(filepath.Join("testdata", "rfc2396.abnf"))
	if err != nil {
		t.Fatal(err)
	}
	rfc2396, err := spec.ReadSpec(spec.GrammarFile{Name: "rfc2396.abnf", Text: text})
	if err != nil {
		t.Fatal(err)
	}
	for _, tt := range []struct {
		name, file string
		old        *spec.Spec
		names      []string // of rules
		breaking   string
		report     []string
	}{
		{
			"RFC 3986 to itself", "rfc3986.txt", spec.RFC3986, nil, "",
			[]string{"The rules are the same.", "Date of the document: 2005-01"},
		}, {
			"RFC 2396 to RFC 3986, whose Appendix D.1 lists the changes", "rfc3986.txt", rfc2396,
			[]string{"+IP-literal", "+path-abempty", "+pct-encoded", "-opaque-part", "-param", "-hostname", "~reg-name",
				"~authority", "~IPv4address"},
			"strings that conformed do not conform now",
			[]string{
				"- newly accepted: `a:`",                                   // "a path may be empty"
				"- newly accepted: `http://[V1.a]/`",                       // "IPv6 and later"
				"- newly refused: `:`, because of `\":\"` in `reg-name`\n", // a registry-based naming authority
				"- newly refused: `0.0.0.00`, because of ",                 // dec-octet has no leading zeros
				"33 newly refused.",
			},
		}, {
			"RFC 3987 to draft-ietf-iri-3987bis", "draft-ietf-iri-3987bis.txt", spec.RFC3987,
			[]string{"+pct-form", "+path-sep", "~ireg-name", "~iprivate"},
			"strings that conformed do not conform now",
			[]string{"- newly refused: `%aa`, because of `pct-encoded`",
				"- newly accepted: `\\U000E0000`, because of `%xE0000-E0FFF`", "1 newly accepted, 2 newly refused."},
		},
	} {
		t.Run(tt.name, func(t *testing.T) {
			d, err := Read(tt.file, []byte(document(t, tt.file)), nil, tt.old, nil)
			if err != nil {
				t.Fatal(err)
			}
			r := Compare(tt.old, d, nil)
			got, page := " "+names(r)+" ", r.Markdown()
			for _, n := range tt.names {
				if !strings.Contains(got, " "+n+" ") {
					t.Errorf("%s is not in%s", n, got)
				}
			}
			if r.Same() != (tt.names == nil) || r.Breaking() != tt.breaking {
				t.Errorf("got%s, breaking: %q", got, r.Breaking())
			}
			for _, want := range tt.report {
				if !strings.Contains(page, want) {
					t.Errorf("%q is not in the report:\n%s", want, page)
				}
			}
		})
	}
}

// TestEdited follows RFC 3986 to drafts of it that are made here.
func TestEdited(t *testing.T) {
	if testing.Short() {
		t.Skip("takes seconds")
	}
	for _, tt := range []struct{ name, from, to, names, breaking, report string }{
		{"less", "port          = *DIGIT\n", "port          = 1*5DIGIT\n", "~port",
			"strings that conformed do not conform now", "- newly refused: `a://:`"},
		{"more", "query         = *( pchar / \"/\" / \"?\" )\n",
			"query         = *( pchar / \"/\" / \"?\" / \"[\" / \"]\" )\n", "~query", "",
			"- newly accepted: `[`, because of `\"[\"` in `query`"},
		{"another name", "segment-nz-nc", "segment-no-colon", "+segment-no-colon -segment-nz-nc ~path-noscheme",
			"rules are gone that programs may name", "- the language is the same"},
	} {
		t.Run(tt.name, func(t *testing.T) {
			text := document(t, "rfc3986.txt")
			if !strings.Contains(text, tt.from) {
				t.Fatalf("%q is not in the document", tt.from)
			}
			d, err := Read("draft.txt", []byte(strings.ReplaceAll(text, tt.from, tt.to)), nil, spec.RFC3986, []spec.GrammarFile{{Name: "rfc3986.abnf"}})
			if err != nil {
				t.Fatal(err)
			}
			r := Compare(spec.RFC3986, d, nil)
			if got := names(r); got != tt.names || r.Breaking() != tt.breaking {
				t.Errorf("got %q, breaking: %q", got, r.Breaking())
			}
			if page := r.Markdown(); !strings.Contains(page, tt.report) {
				t.Errorf("%q is not in the report:\n%s", tt.report, page)
			}
		})
	}
}

// TestReplaces holds that the file of a spec which a draft replaces has what generators need.
func TestReplaces(t *testing.T) {
	type fields struct {
		Outline abnf.Outline
		Typical []string
		Change  string
	}
	of := func(g *abnf.Grammar) fields {
		o := g.Outline()
		o.Title, o.Rules = "", nil // those of the document
		return fields{o, g.Typical, g.Changes}
	}
	const part = "Internet-Draft draft-x-3987bis-14\n\n1.  Hosts\n\n   ireg-name = *( iunreserved / pct-encoded )\n"
	for _, tt := range []struct {
		name, text string
		old        *spec.Spec
		change     string
	}{
		{"all rules", document(t, "rfc3986.txt"), spec.RFC3986, ""},
		{"all rules, of a spec that changes another one", document(t, "draft-ietf-iri-3987bis.txt"), spec.RFC3987bis,
			""},
		{"some rules: the others are those of the spec that is changed", part, spec.RFC3987bis, "rfc3987"},
	} {
		d, err := Read("d.txt", []byte(tt.text), nil, tt.old, []spec.GrammarFile{{Name: tt.old.Name() + ".abnf"}})
		if err != nil {
			t.Errorf("%s: %v", tt.name, err)
			continue
		}
		want := of(tt.old.Grammar())
		want.Change = tt.change
		if tt.change != "" { // the productions of the draft that are only characters are not in this text
			want.Outline.Characters = of(spec.RFC3987.Grammar()).Outline.Characters
		}
		if got := of(d.Spec.Grammar()); !reflect.DeepEqual(got, want) {
			t.Errorf("%s: got %+v, want %+v", tt.name, got, want)
		}
	}
	d, err := Read("d.txt", []byte("RFC 9999\n\n   port = 1*DIGIT\n   host = 1*reg-name\n"), nil, spec.RFC3986,
		[]spec.GrammarFile{{Name: "rfc3986.abnf", Text: []byte("reg-name = *( unreserved / pct-encoded / sub-delims ) ; x\n")}})
	if err != nil {
		t.Fatal(err)
	}
	if r, _ := d.Spec.Rule("reg-name"); r.IsZero() || !strings.Contains(string(d.Text), " ; x\n") {
		t.Errorf("what the draft takes from the file that it replaces is not in it:\n%s", d.Text)
	}
}
