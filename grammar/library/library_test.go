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
	"github.com/rfc3987/iri/internal/grammar/abnf"
	"github.com/rfc3987/iri/internal/grammar/extract"
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
	{"rfc4647.txt", "language-range", true},
	{"rfc5234.txt", "rulelist", true},
	{"rfc5322.txt", "address-list", false},
	{"rfc5646.txt", "Language-Tag", true},
	{"rfc7230.txt", "HTTP-message", false},
	{"rfc8259.txt", "JSON-text", true},
	{"rfc9051.txt", "response", true},
	{"rfc9110.xml", "Content-Type", false},
	{"rfc9111.xml", "Cache-Control", false},
	{"rfc9112.xml", "HTTP-message", false},
}

// errata are the definitions that errata of the RFC Editor change, and those of an RFC that
// updates the document.
var errata = map[string][]string{
	"rfc5234": {"rulelist", "elements", "char-val", "case-insensitive-string", "case-sensitive-string", "quoted-string"},
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
			d := extract.Extract(doc.file, src)
			d.Top = doc.top
			for _, w := range written[d.Name] {
				found := false
				for i, r := range d.Rules {
					if r.Name == w.rule && strings.Contains(r.Text, w.prose) {
						d.Rules[i].Text = fmt.Sprintf("; %s is written out here.\n%s", w.prose, strings.Replace(r.Text, w.prose, w.elements, 1))
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
			text, err := abnf.Format(d.Name, []byte(d.Grammar(doc.file, "")))
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

// TestUsable reads every file with the others as its library.
func TestUsable(t *testing.T) {
	var all []iri.GrammarFile
	names, err := fs.Glob(library.Files, "*.abnf")
	if err != nil || len(names) != len(documents) {
		t.Fatalf("%d files, %v; want %d", len(names), err, len(documents))
	}
	for _, name := range names {
		text, err := library.Files.ReadFile(name)
		if err != nil {
			t.Fatal(err)
		}
		all = append(all, iri.GrammarFile{Name: name, Text: text, Library: true})
	}
	for i, f := range all {
		f.Library = false
		in, err := iri.InspectGrammar(append([]iri.GrammarFile{f}, append(all[:i:i], all[i+1:]...)...)...)
		if err != nil {
			t.Fatal(err)
		}
		for _, r := range in.Refused {
			t.Errorf("%s: %s: %s", f.Name, r.Name, r.Reason)
		}
		for _, fault := range in.Faults {
			if fault.Code == "header" || fault.Code == "syntax" || fault.Code == "duplicate" {
				t.Errorf("%v", fault)
			}
		}
		t.Logf("%s: %d rules can be used, %d not", f.Name, len(in.Usable), len(in.Refused))
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
		{"github.com/rfc3987/iri/internal/work", false}, // of the page
		{"github.com/rfc3987/iri/internal/work/jobflags", true},
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
