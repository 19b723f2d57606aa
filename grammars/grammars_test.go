package grammars_test

import (
	"errors"
	"fmt"
	"strings"
	"testing"

	"github.com/rfc3987/iri"
	"github.com/rfc3987/iri/grammars"
	"github.com/rfc3987/iri/internal/ref/spec"
	"github.com/rfc3987/iri/internal/study/languages"
	"github.com/rfc3987/iri/internal/testkit"
)

func grammarFile(name, text string) grammars.File {
	return grammars.File{Name: name, Text: []byte(text)}
}

func TestRead(t *testing.T) {
	testkit.StatesRFC(t, "s://h:1/p")
	for _, tt := range []struct {
		name     string
		files    []grammars.File
		rule     string
		yes, no  []string
		specName string
	}{
		{"a grammar of one's own", []grammars.File{grammarFile("dir/word.abnf", "word = 1*ALPHA [ \"-\" number ]\nnumber = 1*DIGIT")}, "",
			[]string{"ab", "AB-12"}, []string{"", "1", "a-", "é", "\xff"}, "word"},
		{"two files", []grammars.File{grammarFile("a", "; spec: two\na = b"), grammarFile("b", "b = \"x\"")}, "",
			[]string{"x"}, []string{"b"}, "two"},
		{"a file that changes a spec", []grammars.File{grammarFile("a", "; spec: mine\n; changes: rfc3987\nport = 2DIGIT")}, "",
			[]string{"http://h:80/é"}, []string{"http://h:8/", "http://h:/"}, "mine"},
		{"a file that adds to a rule of a spec",
			[]grammars.File{grammarFile("a", "; changes: rfc3986\nscheme =/ \"~\"")}, "",
			[]string{"~:b", "a:b"}, []string{"~~:b"}, "a"},
		{"a file that changes another one", []grammars.File{grammarFile("a", "; spec: one\na = b \".\"\nb = \"x\""),
			grammarFile("b", "; spec: other\n; changes: one\nb = \"y\"")}, "",
			[]string{"y."}, []string{"x."}, "other"},
		{"without", []grammars.File{grammarFile("a", "; changes: rfc3986\n; without: path-absolute\nhier-part = "+
			"\"//\" authority\nrelative-part = path-empty\npath = path-empty")}, "",
			[]string{"a://h"}, []string{"a:b", "a:/b"}, "a"},
		{"another rule", []grammars.File{grammarFile("a", "a = \"x\" b\nb = \"y\"")}, "B", []string{"y", "Y"},
			[]string{"x"}, "a"},
	} {
		t.Run(tt.name, func(t *testing.T) {
			s, err := grammars.Read(tt.files...)
			if err != nil {
				t.Fatal(err)
			}
			r := s.Top()
			if tt.rule != "" {
				var ok bool
				if r, ok = s.Rule(tt.rule); !ok {
					t.Fatalf("no rule %s", tt.rule)
				}
			}
			if s.Name() != tt.specName {
				t.Errorf("got name %q, want %q", s.Name(), tt.specName)
			}
			for _, text := range tt.yes {
				if !r.Valid(text) || !r.Check(text).Conforms() {
					t.Errorf("%q does not conform", text)
				}
				if _, err := r.Tree(text); err != nil {
					t.Errorf("%q: %v", text, err)
				}
			}
			for _, text := range tt.no {
				rep := r.Check(text)
				if r.Valid(text) || rep.Conforms() {
					t.Errorf("%q conforms", text)
				}
				// docs/blame.md, rule 7: one finding, its code the innermost production that is
				// open, the last one of the chain from the rule.
				if fs := rep.Findings(); len(fs) != 1 || fs[0].Rules[0] != r.Name() ||
					fs[0].Code != iri.Code(fs[0].Rules[len(fs[0].Rules)-1]) {
					t.Errorf("%q: got %+v", text, fs)
				}
			}
		})
	}
}

// TestReadParse checks that strings of a grammar that changes a built-in one are
// split into components if its rules divide them as RFC 3986 Appendix B does, and that
// they are normalized by the characters that the grammar allows.
func TestReadParse(t *testing.T) {
	const changes = "; spec: mine\n; changes: rfc3987\n"
	specs := make(map[string]*iri.Spec) // to read one takes its time
	for _, tt := range []struct {
		name, grammar, input string
		normal, err          string
	}{
		{"a port that is not empty", changes + "port = 1*DIGIT", "HTTP://É%C3%89:80/a/..", "http://éé/", ""},
		{"it does not conform", changes + "port = 1*DIGIT", "http://h:/", "", `port ends too soon`},
		{"no characters beyond ASCII", changes + "ucschar = %x80", "http://h/%C3%A9", "http://h/%C3%A9", ""},
		{"a relative reference", changes + "port = 1*DIGIT", "a/%7E", "a/~", ""},
		{"another spec", "; changes: leiri\nport = 1*DIGIT", "HTTP://h/ %20", "http://h/  ", ""},
		{"a query that holds what ends it", changes + "iquery = *( ipchar / \"/\" / \"#\" )\nifragment = 1*DIGIT",
			"a:?b#c", "", `IRI-reference of mine divides it in another way than RFC 3986 Appendix B`},
		{"a query that could have been longer", changes + "iquery = *( ipchar / \"/\" / \"#\" )\nifragment = 1*DIGIT",
			"A:?b#1", "a:?b#1", ""},
		{"more than any reference holds", changes + "ifragment = *( ipchar / \"[\" )", "A:#[", "a:#[", ""},
		{"no grammar of references", "a = 1*ALPHA", "a", "", `rule "a" does not name a whole reference`},
	} {
		t.Run(tt.name, func(t *testing.T) {
			testkit.StatesRFC(t, tt.grammar, tt.input, tt.normal, tt.err)
			s := specs[tt.grammar]
			if s == nil {
				var err error
				if s, err = grammars.Read(grammarFile("a.abnf", tt.grammar)); err != nil {
					t.Fatal(err)
				}
				specs[tt.grammar] = s
			}
			rule := s.Reference()
			if rule == (iri.Rule{}) {
				rule = s.Top()
			}
			ref, err := rule.Parse(tt.input)
			if tt.err != "" {
				if err == nil || !strings.Contains(err.Error(), tt.err) {
					t.Errorf("got error %v, want %q", err, tt.err)
				}
				return
			}
			if err != nil {
				t.Fatal(err)
			}
			if got := ref.Normalize(iri.RungScheme, iri.WithSpec(s)).String(); got != tt.normal {
				t.Errorf("got %q, want %q", got, tt.normal)
			}
		})
	}
}

// TestReadWhole checks that functions for whole references work with those of a
// grammar that changes a built-in one.
func TestReadWhole(t *testing.T) {
	testkit.StatesRFC(t, "s://h:1/p#f", "port")
	s, err := grammars.Read(grammarFile("a.abnf", "; changes: rfc3987\nport = 1*DIGIT\nifragment = *( ipchar / \"[\" )"))
	if err != nil {
		t.Fatal(err)
	}
	rule := s.Reference()
	if !rule.WholeReference() || mustRule(s, "port").WholeReference() {
		t.Error("IRI-reference should name a whole reference, port not")
	}
	if u, err := iri.ToURI("http://é:80/é", iri.WithRule(rule), iri.WithHostMapping(iri.HostIDNA)); err != nil ||
		u.String() != "http://xn--9ca:80/%C3%A9" {
		t.Errorf("ToURI: got %q, %v", u, err)
	}
	if u, err := iri.ToURI("a#[", iri.WithRule(rule)); err != nil || u.String() != "a#%5B" {
		t.Errorf("ToURI: got %q, %v", u, err)
	}
	r, err := iri.Prepare(" http://é:80/a ", iri.WithRule(rule))
	if p, ok := r.Port(); err != nil || !ok || p != "80" || r.Path() != "/a" {
		t.Errorf("Prepare: got %q with port %q, %v", r, p, err)
	}
	for _, tt := range []struct{ input, want string }{
		{"http://é:80/a?b", `"components":{"scheme":"http","authority":"é:80","host":"é","hostKind":"ireg-name",` +
			`"port":"80","path":"/a","query":"b"}}`},
		{"a#[", `"findings":[],"components":{"path":"a","fragment":"["}}`},
		{"http://é:/", `]}`},
	} {
		if testkit.Edited(tt.input, tt.want) {
			continue
		}
		if got := string(rule.Check(tt.input).AppendJSON(nil)); !strings.HasSuffix(got, tt.want) {
			t.Errorf("got %s, want …%s", got, tt.want)
		}
	}
}

// TestReadChain checks that a finding names the productions of its string, also if
// one state of the automaton stands for several productions.
func TestReadChain(t *testing.T) {
	testkit.StatesRFC(t, "s://h:1/p")
	s, err := grammars.Read(grammarFile("a.abnf", "; changes: rfc3987\nport = 1*DIGIT"))
	if err != nil {
		t.Fatal(err)
	}
	for _, tt := range []struct{ rule, input, want string }{
		{"IRI", "http://h:/", "IRI > ihier-part > iauthority > port"},
		{"IRI-reference", "http://h:/", "IRI-reference > IRI > ihier-part > iauthority > port"},
		{"IRI-reference", "//h:/", "IRI-reference > irelative-ref > irelative-part > iauthority > port"},
		{"IRI-reference", "a^", "IRI-reference > irelative-ref > irelative-part > ipath-noscheme"},
		{"ihost", "[::g]", "ihost > IP-literal"},
		{"reserved", "::", "reserved"},
	} {
		rule := mustRule(s, tt.rule)
		if got := strings.Join(rule.Check(tt.input).Findings()[0].Rules, " > "); got != tt.want {
			t.Errorf("%s %q: got %s, want %s", tt.rule, tt.input, got, tt.want)
		}
	}
	// What the prose says of a host whose kind is not a component.
	own, err := grammars.Read(grammarFile("b.abnf", "; changes: rfc3987\nihost = local-name / ireg-name\nlocal-name = \"_\" 1*ALPHA \"_\""))
	if err != nil {
		t.Fatal(err)
	}
	for _, f := range own.Top().Check("http://_a_/").Findings() {
		if got := strings.Join(f.Rules, " > "); got != "IRI > ihier-part > iauthority > ihost > local-name" {
			t.Errorf("%s [%d,%d): got %s", f.Code, f.Start, f.End, got)
		}
	}
}

func TestReadErrors(t *testing.T) {
	testkit.StatesRFC(t, "/p")
	for _, tt := range []struct{ name, src, want string }{
		{"notation", "a = (", `x.abnf:1:6: expected an element, found the end of the file`},
		{"two faults", "a = b\nc = d", "x.abnf:1:5: a refers to b, which is not defined\nx.abnf:2:5: c refers to d, " +
			"which is not defined"},
		{"too large", "a = 60000(60000\"x\")", "x.abnf:1:1: a is too large: 60000\"x\" in a expands to more than"},
	} {
		if testkit.Edited(tt.src, tt.want) {
			continue
		}
		_, err := grammars.Read(grammarFile("x.abnf", tt.src))
		var ge *grammars.Error
		if !errors.As(err, &ge) || !strings.HasPrefix(err.Error(), tt.want) {
			t.Errorf("%s: got %v, want %s", tt.name, err, tt.want)
		}
	}
	if _, err := grammars.Read(); err == nil {
		t.Error("no file, and no error")
	}
}

func TestInspect(t *testing.T) {
	testkit.StatesRFC(t, "s:/p")
	in, err := grammars.Inspect(grammarFile("x.abnf", "; changes: rfc3987\nport = 1*DIGIT\nunused = \"x\""))
	faults := in.Faults
	if err != nil || len(faults) != 1 || faults[0].Code != "unused" || faults[0].Severity != iri.SeverityWarning ||
		faults[0].Text != `unused = "x"` {
		t.Errorf("got %+v, %v", faults, err)
	}
}

// FuzzRead checks that no grammar and no string causes a panic, and that the automaton
// and the tree agree.
func FuzzRead(f *testing.F) {
	f.Add("a = 1*b \".\" [c]\nb = \"x\" / %x80-10FFFF\nc = %s\"Y\" 2*3\"z\"", "xx.Yzz")
	f.Add("; changes: rfc3986\nport = 1*DIGIT", "http://h:/")
	f.Add("; changes: rfc3987\nscheme = 1*DIGIT", "1:%7E/../a")
	f.Add("; changes: rfc3986\nsegment = *( pchar / \"[\" )", "http://h/[")
	f.Add("; changes: leiri\nucschar = \" \"", "a: %20/./x")
	f.Add("; changes: rfc3986\nreg-name = *\"@\"\npath-abempty = *\"/\"", "//@@//")
	f.Add("a = *( *\"x\" [\"y\"] ) / \"\"", "xyx")
	f.Add("a = %d1.2.3 0<b> b\nb =/ <c>", "")
	f.Fuzz(func(t *testing.T, src, text string) {
		if len(src) > 300 || len(text) > 100 || strings.Contains(src, "00") {
			return // counts in the thousands take too long here
		}
		s, err := grammars.Read(grammarFile("x", src))
		if err != nil {
			return
		}
		r := s.Top()
		rep := r.Check(text)
		if rep.Grammatical() != r.Valid(text) {
			t.Fatalf("Validate and Valid differ for %q", text)
		}
		if _, err := r.Tree(text); (err == nil) != r.Valid(text) {
			t.Fatalf("Tree and Valid differ for %q: %v", text, err)
		}
		rep.AppendJSON(nil)
		ref, err := s.Reference().Parse(text)
		if err != nil {
			return
		}
		if ref.String() != text || !s.Reference().Valid(text) {
			t.Fatalf("Parse makes %q of %q", ref, text)
		}
		for _, to := range iri.Rungs() {
			n := ref.Normalize(to, iri.WithSpec(s))
			if again := n.Normalize(to, iri.WithSpec(s)); again != n {
				t.Fatalf("%q is normalized to %q and then to %q on rung %v", ref, n, again, to)
			}
		}
		if u, err := iri.ToURI(text, iri.WithRule(s.Reference())); err == nil {
			if p, err := iri.ParseURIRef(u.String()); err != nil || p != u {
				t.Fatalf("%q is mapped to %q, which is not a URI-reference: %v", text, u, err)
			}
		}
	})
}

func TestCoverage(t *testing.T) {
	testkit.StatesRFC(t)
	var c grammars.Coverage
	for _, s := range []string{"http://a/b", "http://u@[::1]:80/?q", "http://1.2.3.4", "x y", "\xff"} {
		want := s[0] == 'h'
		if got := c.Add(iri.RFC3987.Top(), s); got != want {
			t.Errorf("Add(%q): got %v, want %v", s, got, want)
		}
	}
	if matched, refused := c.Inputs(); matched != 3 || refused != 2 {
		t.Errorf("got %d matched and %d refused, want 3 and 2", matched, refused)
	}
	want := map[string]int{
		"IRI": 3, "iuserinfo": 1, "iquery": 1, "ifragment": 0, "ipath": -1,
		"ihost / IP-literal": 1, "ihost / IPv4address": 1, "ihost / ireg-name": 1,
		`IRI / ["?" iquery]`: 1, `IRI / no ["?" iquery]`: 2, `ihier-part / ipath-empty`: 0,
		"IPv6address / [*4(h16 \":\") h16] \"::\" ls32": 0, `IPv6address / [*5(h16 ":") h16] "::" h16`: 1,
	}
	got := map[string]int{}
	for _, r := range c.Rules() {
		got[r.Rule.Name()] = r.Inputs
		for _, a := range r.Alternatives {
			got[r.Rule.Name()+" / "+a.ABNF] = a.Inputs
		}
	}
	for k, w := range want {
		g, ok := got[k]
		if !ok {
			g = -1
		}
		if g != w {
			t.Errorf("%s: got %d, want %d", k, g, w)
		}
	}
	n := len(c.Rules())
	c.Reset()
	if matched, refused := c.Inputs(); matched != 0 || refused != 0 || len(c.Rules()) != n {
		t.Errorf("after Reset: got %d matched, %d refused, %d rules, want 0, 0, %d", matched, refused, len(c.Rules()), n)
	}
	for _, r := range c.Rules() {
		if r.Inputs != 0 {
			t.Errorf("after Reset: %s has %d inputs", r.Rule, r.Inputs)
		}
	}
	if c.Add(iri.RFC3987.Top(), "a:b"); c.Rules()[0].Inputs != 1 {
		t.Errorf("after Reset and Add: got %d, want 1", c.Rules()[0].Inputs)
	}
}

// A draft that changes one rule of RFC 3987: hosts may not be empty.
func ExampleRead() {
	spec, err := grammars.Read(grammars.File{Name: "draft.abnf", Text: []byte(`
; spec: draft
; changes: rfc3987
ireg-name = 1*( iunreserved / pct-encoded / sub-delims )
`)})
	if err != nil {
		fmt.Println(err)
		return
	}
	for _, s := range []string{"http://résumé.example/", "http:///a"} {
		fmt.Println(s, spec.Top().Valid(s), iri.RFC3987.Top().Valid(s))
	}
	// Output:
	// http://résumé.example/ true true
	// http:///a false true
}

// What is wrong with a grammar comes all at once, each fault with its place.
func ExampleError() {
	_, err := grammars.Read(grammars.File{Name: "bad.abnf", Text: []byte(
		"list = \"(\" [ item ] \")\"\nitem = list / nmae\nname = %x41-5A / %x110000\n")})
	var ge *grammars.Error
	if errors.As(err, &ge) {
		for _, f := range ge.Faults {
			fmt.Printf("%s:%d:%d %s: %s\n", f.File, f.Line, f.Col, f.Code, f.Message)
		}
	}
	// Output:
	// bad.abnf:2:15 undefined-rule: item refers to nmae, which is not defined; did you mean name?
	// bad.abnf:3:20 value: %x110000 is past the last character, U+10FFFF
}

// Which alternatives of a rule has a corpus never reached?
func ExampleCoverage() {
	rule, _ := iri.RFC3987.Rule("ihost")
	var c grammars.Coverage
	for _, s := range []string{"example.org", "[::1]", "[::]"} {
		c.Add(rule, s)
	}
	for _, r := range c.Rules()[:1] {
		for _, a := range r.Alternatives {
			fmt.Println(r.Rule, a.ABNF, a.Inputs)
		}
	}
	c.Reset()
	fmt.Println(c.Inputs())
	// Output:
	// ihost IP-literal 2
	// ihost IPv4address 0
	// ihost ireg-name 1
	// 0 0
}

// A grammar with a fault that ReadSpec can pass over: the other rules can be used.
func ExampleRefused() {
	spec, err := grammars.Read(grammars.File{Name: "list.abnf",
		Text: []byte("list = \"(\" *item \")\"\nitem = list / <a name>\nname = 1*ALPHA\n")})
	if err != nil {
		fmt.Println(err)
		return
	}
	for _, r := range grammars.Refused(spec) {
		fmt.Println(r.Name, r.Reason)
	}
	name, ok := spec.Rule("name")
	fmt.Println(ok, name.Valid("abc"), name.Spec().Name(), grammars.TopName(spec))
	// Output:
	// list it uses item (list > item), which has the prose value <a name>, which is not the name of a rule
	// item it has the prose value <a name>, which is not the name of a rule
	// true true list list
}

func ExampleInspect() {
	found, err := grammars.Inspect(grammars.File{Name: "a.abnf", Text: []byte("a = b c\nb = \"x\"\nc = d\n")})
	fmt.Println(found.Top, found.Usable, err)
	for _, r := range found.Refused {
		fmt.Println(r)
	}
	// Output:
	// a [b] <nil>
	// the rule a cannot be used: it uses c (a > c), which refers to d, which is not defined
	// the rule c cannot be used: it refers to d, which is not defined
}

func ExampleSourceOf() {
	from := grammars.SourceOf(iri.RFC3987bis)
	fmt.Println(from.Document, from.Date)
	fmt.Println(len(from.Rules), from.Rules == grammars.SourceOf(iri.RFC3987).Rules)
	// Output:
	// draft-ietf-iri-3987bis 2012-03-02
	// 64 false
}

// TestSource says what specs were made from. The hash is that of the rules, with the notation of
// strings and numbers in one spelling.
func TestSource(t *testing.T) {
	for _, tt := range []struct {
		spec           *iri.Spec
		document, date string
	}{
		{iri.RFC3986, "RFC 3986", "2005-01"},
		{iri.RFC3987, "RFC 3987", "2005-01"},
		{iri.RFC3987bis, "draft-ietf-iri-3987bis", "2012-03-02"},
		{iri.LEIRI, "LEIRI", "2008-11-03"},
		{nil, "", ""},
		{new(iri.Spec), "", ""},
	} {
		got := grammars.SourceOf(tt.spec)
		if got.Document != tt.document || got.Date != tt.date || got.SHA256 != "" {
			t.Errorf("%s: got %+v, want %q of %q", tt.spec.Name(), got, tt.document, tt.date)
		}
		if want := languages.Hash((*spec.Spec)(tt.spec).OrEmpty().Grammar().Rules); tt.document != "" &&
			got.Rules != want {
			t.Errorf("%s: got %q, want %q: run make generate", tt.spec.Name(), got.Rules, want)
		}
	}
	hash := strings.Repeat("0123456789abcdef", 4)
	read, err := grammars.Read(grammars.File{Name: "x.abnf", Text: []byte("; title: X 1\n; date: 1999\n; sha256: " +
		hash + "\na = \"b\"\n")})
	if err != nil {
		t.Fatal(err)
	}
	if got, want := grammars.SourceOf(read), (grammars.Source{Document: "X 1", Date: "1999", SHA256: hash}); got != want {
		t.Errorf("got %+v, want %+v", got, want)
	}
}

// mustRule returns a rule of a spec. It panics if there is no such rule.
func mustRule(s *iri.Spec, name string) iri.Rule {
	r, ok := s.Rule(name)
	if !ok {
		panic(s.Name() + " has no rule " + name)
	}
	return r
}
