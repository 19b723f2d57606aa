package library_test

import (
	"fmt"
	"io/fs"
	"os"
	"os/exec"
	"path/filepath"
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
var documents = []struct{ file, top string }{
	{"rfc3501.txt", "response"},
	{"rfc5322.txt", "address-list"},
	{"rfc7230.txt", "HTTP-message"},
	{"rfc9110.xml", "Content-Type"},
	{"rfc9111.xml", "Cache-Control"},
	{"rfc9112.xml", "HTTP-message"},
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
			text, err := abnf.Format(d.Name, []byte(d.Grammar(doc.file, "")))
			if err != nil {
				t.Fatal(err)
			}
			testkit.Golden(t, d.Name+".abnf", text)
		})
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
			if r.Code == "import" && !strings.Contains(r.Reason, "rfc4647") && !strings.Contains(r.Reason, "rfc5646") || r.Code == "prose" || r.Code == "undefined" {
				t.Errorf("%s: %s: %s", f.Name, r.Name, r.Reason)
			}
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
