package library_test

import (
	"fmt"
	"io/fs"
	"os"
	"os/exec"
	"path/filepath"
	"slices"
	"strings"
	"testing"

	"github.com/rfc3987/iri"
	"github.com/rfc3987/iri/grammar/library"
	"github.com/rfc3987/iri/grammars"
	"github.com/rfc3987/iri/internal/grammar/abnf"
	"github.com/rfc3987/iri/internal/study/extract"
	"github.com/rfc3987/iri/internal/study/grammarfmt"
	"github.com/rfc3987/iri/internal/testkit"
)

// documents are the texts, beside the module in ../shared/rfcs, that the files are made of,
// and the default rules that their extraction does not know.
var documents = []struct {
	file, top string
	part      bool // only the sections that the header of the file names, and without line numbers
}{
	{"rfc3339.txt", "date-time", true},
	{"rfc3501.txt", "response", false},
	{"rfc3629.txt", "UTF8-octets", true},
	{"rfc3966.txt", "telephone-uri", true},
	{"rfc4151.txt", "tagURI", true},
	{"rfc4647.txt", "language-range", true},
	{"rfc5234.txt", "rulelist", true},
	{"rfc5322.txt", "address-list", false},
	{"rfc5646.txt", "Language-Tag", true},
	{"rfc6068.txt", "mailtoURI", true},
	{"rfc6265.txt", "set-cookie-string", true},
	{"rfc6570.txt", "URI-Template", true},
	{"rfc6874.txt", "URI", true},
	{"rfc7230.txt", "HTTP-message", false},
	{"rfc8141.txt", "namestring", true},
	{"rfc8259.txt", "JSON-text", true},
	{"rfc8288.txt", "Link", true},
	{"rfc9051.txt", "response", true},
	{"rfc9110.xml", "Content-Type", false},
	{"rfc9111.xml", "Cache-Control", false},
	{"rfc9112.xml", "HTTP-message", false},
}

// elsewhere are the files that extract cannot make of a text: it reads RFCs, and their ABNF.
var elsewhere = []string{
	"did.abnf",     // a Recommendation of the W3C
	"rfc2397.abnf", // which writes its rules with ":="
}

// errata are the definitions that errata of the RFC Editor change, and those of an RFC that
// updates the document, or that have what the document leaves to others.
var errata = map[string][]string{
	"rfc5234": {"rulelist", "elements", "char-val", "case-insensitive-string", "case-sensitive-string",
		"quoted-string"},
	"rfc6265": {"path-value", "extension-av", "av-octet", "domain-value", "label", "let-dig", "day-of-month", "year",
		"time"},
	"rfc6570": {"literals"},
	"rfc8141": {"alphanum"},
	"rfc8288": {"Link"},
}

// written are definitions whose prose is written out, by the document.
var written = map[string][]struct{ rule, prose, elements string }{
	"rfc3501": {
		{"ATOM-CHAR", "<any CHAR except atom-specials>", "%x21 / %x23-24 / %x26-27 / %x2B-5B / %x5E-7A / %x7C-7E"},
		{"QUOTED-CHAR", "<any TEXT-CHAR except quoted-specials>", "%x01-09 / %x0B-0C / %x0E-21 / %x23-5B / %x5D-7F"},
		{"resp-text-code", `<any TEXT-CHAR except "]">`, "(%x01-09 / %x0B-0C / %x0E-5C / %x5E-7F)"},
		{"tag", `<any ASTRING-CHAR except "+">`, "(%x21 / %x23-24 / %x26-27 / %x2C-5B / %x5D-7A / %x7C-7E)"},
		{"TEXT-CHAR", "<any CHAR except CR and LF>", "%x01-09 / %x0B-0C / %x0E-7F"},
		{"x-command", "<experimental command arguments>", "*TEXT-CHAR"},
	},
	"rfc9051": {
		{"ATOM-CHAR", "<any CHAR except atom-specials>", "%x21 / %x23-24 / %x26-27 / %x2B-5B / %x5E-7A / %x7C-7E"},
		{"QUOTED-CHAR", "<any TEXT-CHAR except quoted-specials>", "%x01-09 / %x0B-0C / %x0E-21 / %x23-5B / %x5D-7F"},
		{"resp-text-code", `<any TEXT-CHAR except "]">`, "(%x01-09 / %x0B-0C / %x0E-5C / %x5E-7F)"},
		{"tag", `<any ASTRING-CHAR except "+">`, "(%x21 / %x23-24 / %x26-27 / %x2C-5B / %x5D-7A / %x7C-7E)"},
		{"TEXT-CHAR", "<any CHAR except CR and LF>", "%x01-09 / %x0B-0C / %x0E-7F"},
	},
}

// TestLibrary holds that each file is what extract gives of the text of its document.
// -update writes the files.
func TestLibrary(t *testing.T) {
	for _, doc := range documents {
		t.Run(doc.file, func(t *testing.T) {
			src, err := os.ReadFile(filepath.Join("..", "..", "..", "shared", "rfcs", doc.file))
			if err != nil {
				t.Skip("no texts of RFCs: ", err)
			}
			d := extract.Extract(doc.file, src, nil)
			d.Top = doc.top
			for _, w := range written[d.Name] {
				found := false
				for i, r := range d.Rules {
					if r.Name == w.rule && strings.Contains(r.Text, w.prose) {
						d.Rules[i].Text = fmt.Sprintf("; %s is written out here.\n%s", w.prose,
							strings.Replace(r.Text, w.prose, w.elements, 1))
						found = true
					}
				}
				if !found {
					t.Errorf("%s has no %s", w.rule, w.prose)
				}
			}
			if doc.part {
				holdsPart(t, d)
				return
			}
			text, err := grammarfmt.Format(d.Name, []byte(d.Grammar(doc.file, "")), grammarfmt.Width)
			if err != nil {
				t.Fatal(err)
			}
			testkit.Golden(t, d.Name+".abnf", text)
		})
	}
}

// holdsPart holds that the rules of a file are those of the sections of a document from which it was
// taken.
func holdsPart(t *testing.T, d *extract.Document) {
	text, err := library.Files.ReadFile(d.Name + ".abnf")
	if err != nil {
		t.Fatal(err)
	}
	g, err := abnf.Parse(d.Name, text)
	if err != nil {
		t.Fatal(err)
	}
	has := make(map[string]string)
	for _, r := range d.Rules {
		own, err := abnf.Parse(d.Name, []byte(r.Text+"\n"))
		if err != nil {
			t.Fatal(err)
		}
		for _, def := range own.Rules {
			has[strings.ToLower(def.Name)] = def.Expr.String()
		}
	}
	for _, r := range g.Rules {
		if want := has[strings.ToLower(r.Name)]; r.Expr.String() != want && !slices.Contains(errata[d.Name], r.Name) {
			t.Errorf("%s: got %s, want %s", r.Name, r.Expr, want)
		}
	}
}

// files returns all files of the library.
func files(t *testing.T) (all []grammars.File) {
	t.Helper()
	names, err := fs.Glob(library.Files, "*.abnf")
	if err != nil || len(names) != len(documents)+len(elsewhere) {
		t.Fatalf("%d files, %v; want %d", len(names), err, len(documents)+len(elsewhere))
	}
	for _, name := range names {
		text, err := library.Files.ReadFile(name)
		if err != nil {
			t.Fatal(err)
		}
		all = append(all, grammars.File{Name: name, Text: text, Library: true})
	}
	return all
}

// TestUsable reads every file with the others as its library.
func TestUsable(t *testing.T) {
	all := files(t)
	for i, f := range all {
		f.Library = false
		in, err := grammars.Inspect(append([]grammars.File{f}, append(all[:i:i], all[i+1:]...)...)...)
		if err != nil {
			t.Fatal(err)
		}
		for _, r := range in.Refused {
			t.Errorf("%s: %s: %s", f.Name, r.Name, r.Reason)
		}
		for _, fault := range in.Faults {
			if fault.Severity == iri.SeverityError {
				t.Errorf("%v", fault)
			}
		}
		t.Logf("%s: %d rules can be used, %d not", f.Name, len(in.Usable), len(in.Refused))
	}
}

// TestExamples has strings that documents give as examples, or that their text excludes.
func TestExamples(t *testing.T) {
	all := files(t)
	for _, tt := range []struct {
		file, rule string // the default rule if it is empty
		good, bad  []string
	}{
		{"rfc2397", "", // Section 4
			[]string{"data:,A%20brief%20note", "data:text/html;charset=utf-8,x", "data:image/gif;base64,R0lGODdh",
				"data:text/plain;charset=iso-8859-7,%be%fa", "data:;a=%22b%22,", "data:,'(a)*~$&=+;/?:@,"},
			[]string{"data:", "data:text,x", "data:text/plain;base64", "data:text/plain;charset,x", "data:,a b",
				"data:,a#b", "data:,a^b", "data:,[a]"}},
		{"rfc3966", "", // Section 6
			[]string{"tel:+1-201-555-0123", "tel:7042;phone-context=example.com",
				"tel:863-1234;phone-context=+1-914-555", "tel:+358-555-1234567;postd=pp22", "tel:+1;ext=22;isub=a"},
			[]string{"tel:", "tel:+", "tel:7042", "tel:+1-201x", "tel:+1;", "tel:7042;phone-context=exa mple"}},
		{"rfc4151", "", // Section 2.1
			[]string{"tag:timothy@hpl.hp.com,2001:web/externalHome",
				"tag:my-ids.com,2001-09-15:TimKindberg:presentations", "tag:yaml.org,2002:int", "tag:a,2000:#f"},
			[]string{"tag:", "tag:hp.com,01:x", "tag:hp.com:x", "tag:-a.com,2001:x", "tag:hp.com,2001",
				"tag:hp.com,2001-9:x"}},
		{"rfc6068", "", // Section 6
			[]string{"mailto:chris@example.com", "mailto:joe@example.com?cc=bob@example.com&body=hello",
				"mailto:addr1@an.example,addr2@an.example", "mailto:?to=joe@example.com", "mailto:",
				"mailto:a@[1.2.3.4]"},
			[]string{"mailto:joe", "mailto:a..b@c", "mailto:a@b,", "mailto:?", "mailto:?c", "mailto:?c=d=e",
				"mailto:?c=/", "mailto:a@[1]]"}},
		{"rfc6265", "", // Section 3.1
			[]string{"SID=31d4d96e407aad42", "SID=\"a\"; Path=/; Domain=example.com",
				"lang=; Expires=Sun, 06 Nov 1994 08:49:37 GMT", "a=b; Max-Age=10; Secure; HttpOnly"},
			[]string{"SID", "=a", "a=b;Secure", "a=b c", "a=b,c", "a=\"b"}},
		{"rfc6265", "cookie-header", []string{"Cookie: SID=31d4d96e407aad42; lang=en-US"},
			[]string{"Cookie: a=b;c=d", "Cookie: "}},
		{"rfc6265", "cookie-date", []string{"Wed, 09 Jun 2021 10:18:14 GMT", "09-Jun-2021", "\xFF"},
			[]string{"", " ,"}},
		{"rfc6265", "domain-av", []string{"Domain=a.b-c", "domain=1"}, []string{"Domain=", "Domain=.a", "Domain=a-",
			"Domain=a..b"}},
		{"rfc6570", "", // Section 1.2
			[]string{"http://example.com/~{username}/", "{+path,x}/here", "{?list*}", "{var:30}", "{#x,hello,y}",
				"{;a.b}", "", "\u00e9", "f(x='{x}')"},
			[]string{"{", "}", "{}", "{var:10000}", "{var:0}", "{a b}", "{a..b}", "%zz", "{a:3*}", "a b"}},
		{"rfc6874", "", []string{"http://[fe80::a%25en1]", "http://[fe80::a%25%65]/", "http://[::1]/"},
			[]string{"http://[fe80::a%en1]", "http://[fe80::a%25]", "http://[v1.a%25en1]"}},
		{"rfc6874", "URI-reference", []string{"//[fe80::a%25en1]/", "a/b"}, []string{"//[%25en1]"}},
		{"rfc8141", "", // Section 2
			[]string{"urn:example:a123,z456", "urn:example:foo-bar-baz-qux?+CCResolve:cc=uk",
				"urn:example:weather?=op=map&lat=39.56", "urn:example:1/406/47452/2", "URN:EXAMPLE:a#b"},
			[]string{"urn:a:b", "urn:-ab:c", "urn:ab-:c", "urn:example:", "urn:example", "urn:example:/a",
				"urn:example:a?b", "urn:example:a?+", "urn:" + strings.Repeat("a", 33) + ":b"}},
		{"rfc8288", "", // Section 3.5
			[]string{"<http://example.com/TheBook/chapter2>; rel=\"previous\"; title=\"previous chapter\"",
				"</>; rel=a , <b>;c", "", "<>"},
			[]string{"a", "<a b>", "<a>; rel=", "<a>,", "<a>; rel=a b"}},
		{"did", "", // DID Core 1.0 Sections 3.1 and 3.2
			[]string{"did:example:123456/path", "did:example:123#agent", "did:web:a::b?service=files", "did:a:%41"},
			[]string{"did:", "did:example", "did:example:", "did:Example:a", "did:a:b:", "did:a:b~c", "did:a:b?%"}},
		{"did", "did", []string{"did:example:123456789abcdefghi"}, []string{"did:example:123/path", "did:example:a#b"}},
	} {
		i := slices.IndexFunc(all, func(f grammars.File) bool { return f.Name == tt.file+".abnf" })
		s, err := grammars.Read(append([]grammars.File{{Name: tt.file, Text: all[i].Text}}, all...)...)
		if err != nil {
			t.Fatal(err)
		}
		rule := s.Top()
		if tt.rule != "" {
			rule, _ = s.Rule(tt.rule)
		}
		for k, list := range [][]string{tt.bad, tt.good} {
			for _, text := range list {
				if !testkit.Edited(text) && rule.Valid(text) != (k == 1) {
					t.Errorf("%s, %s: %q: got %v, want %v", tt.file, rule.Name(), text, k == 0, k == 1)
				}
			}
		}
	}
}

// TestLeftOut holds that programs which do not import the package do not link it.
func TestLeftOut(t *testing.T) {
	const path = "github.com/rfc3987/iri/grammar/library"
	for _, tt := range []struct {
		program string
		want    bool
	}{
		{"github.com/rfc3987/iri", false},
		{"github.com/rfc3987/iri/internal/work/conversions", false}, // of the page
		{"github.com/rfc3987/iri/internal/work/config", true},
		{"github.com/rfc3987/iri/cmd/iri", true},
	} {
		out, err := exec.Command("go", "list", "-deps", tt.program).Output()
		if err != nil {
			t.Fatal(err)
		}
		if got := strings.Contains("\n"+string(out), "\n"+path+"\n"); got != tt.want {
			t.Errorf("%s: got %v, want %v", tt.program, got, tt.want)
		}
	}
}
