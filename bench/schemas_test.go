package bench

import (
	"bytes"
	"cmp"
	"errors"
	"fmt"
	"os"
	"os/exec"
	"path/filepath"
	"strings"
	"testing"

	_ "github.com/owenrumney/go-sarif/v3/pkg/report/v210/sarif" // its source has the schema
	"github.com/santhosh-tekuri/jsonschema/v6"

	"github.com/rfc3987/iri/internal/testkit"
)

// reports are runs of the command whose reports are held to the schemas: each file of dir, and what a
// report says beside findings.
var reports = []struct {
	name  string
	args  []string
	stdin string
}{
	{"findings, warnings and fixes of files", []string{"-f", "."}, ""},
	{"every code that is off by default", []string{"--lint", "--suspicious", "--guess", "-f", "."}, ""},
	{"a file that cannot be read", []string{"-f", "lines.txt", "missing.txt"}, ""},
	{"findings that are left out", []string{"--limit", "1", "-f", "."}, ""},
	{"all findings", []string{"--limit", "0", "-f", "."}, ""},
	{"words", []string{"http://h:8a/", "http://e/"}, ""},
	{"standard input", nil, "http://h:8a/\nhttp://e/\xff\x00\n"},
	{"nothing to say", []string{"http://e/"}, ""},
}

// reportFiles are the files of the reports: records that can be read and others, in formats of several kinds.
var reportFiles = map[string]string{
	"lines.txt": "http://h:8a/\nhttp://exa mple.org/é b\nhttp://[::1\n1a:b\nhttp://e/\u202e\nhttp://u:p@h/\n" +
		"http://e/\U000e0001 \"<>\nhttp://e/\xff\x01\n",
	"a b:%é.nt":    "<http://e/a b> <http://e/> <http://e/> .\n<http://e/> nonsense .\n",
	"page.html":    "<a href='http://h:8a/&amp;'>x</a>\n<!-- iri-ignore port -->\n",
	"list.csv":     "a,link\n1,http://e/a b\n",
	"notes.md":     "[x](http://h:8a/) ]]>\n",
	"prefixes.ttl": "@prefix a: <http://e/a b#> .\na:x a a:y .\n",
}

// report runs the command in a folder with the files; program is built from the folder above.
func report(t *testing.T, program, format string, args []string, stdin string) []byte {
	t.Helper()
	c := exec.Command(program, append([]string{"check", "--format", format}, args...)...)
	c.Dir, c.Stdin = filepath.Dir(program), strings.NewReader(stdin)
	out, err := c.Output()
	if exit := (*exec.ExitError)(nil); err != nil && (!errors.As(err, &exit) || len(out) == 0) {
		t.Fatal(err)
	}
	return out
}

// buildCommand builds the command into a folder with the files, hidden from a run over the folder.
func buildCommand(t *testing.T) string {
	t.Helper()
	dir := t.TempDir()
	program := filepath.Join(dir, ".iri.exe")
	c := exec.Command("go", "build", "-o", program, "./cmd/iri")
	c.Dir = ".."
	if out, err := c.CombinedOutput(); err != nil {
		t.Fatalf("%v: %s", err, out)
	}
	for name, text := range reportFiles {
		if err := os.WriteFile(filepath.Join(dir, name), []byte(text), 0o666); err != nil {
			t.Fatal(err)
		}
	}
	return program
}

// sarifSchema returns the schema of SARIF 2.1.0 (OASIS, with errata 01), which the module go-sarif has as a constant.
func sarifSchema(t *testing.T) *jsonschema.Schema {
	t.Helper()
	dir, err := exec.Command("go", "list", "-f", "{{.Dir}}", "github.com/owenrumney/go-sarif/v3/pkg/report/v210/sarif").Output()
	if err != nil {
		t.Fatal(err)
	}
	file, err := os.ReadFile(filepath.Join(strings.TrimSpace(string(dir)), "schema.go"))
	if err != nil {
		t.Fatal(err)
	}
	_, text, _ := strings.Cut(string(file), "`")
	doc, err := jsonschema.UnmarshalJSON(strings.NewReader(strings.TrimSuffix(strings.TrimSpace(text), "`")))
	if err != nil {
		t.Fatal(err)
	}
	id, _ := doc.(map[string]any)["id"].(string)
	if !strings.HasSuffix(id, "/sarif-schema-2.1.0.json") {
		t.Fatalf("the schema is %q", id)
	}
	schema, err := compileSchema(id, doc)
	if err != nil {
		t.Fatal(err)
	}
	return schema
}

// holdReports holds the reports of the runs to a schema: valid says whether one meets it. A report in which member is
// misspelled must not.
func holdReports(t *testing.T, format string, valid func([]byte) error, member, misspelled string) {
	program := buildCommand(t)
	for _, r := range reports {
		text := report(t, program, format, r.args, r.stdin)
		if err := valid(text); err != nil {
			t.Errorf("%s: %v", r.name, err)
		}
		if valid(bytes.Replace(text, []byte(member), []byte(misspelled), 1)) == nil {
			t.Errorf("%s: the schema takes %s", r.name, misspelled)
		}
	}
}

// TestSARIFSchema holds the logs of runs to the schema of SARIF.
func TestSARIFSchema(t *testing.T) {
	schema := sarifSchema(t)
	holdReports(t, "sarif", func(log []byte) error {
		doc, err := jsonschema.UnmarshalJSON(bytes.NewReader(log))
		if err != nil {
			return err
		}
		return schema.Validate(doc)
	}, `"informationUri":`, `"informationURL":`)
}

// TestJUnitSchema holds the reports of runs to what readers of JUnit take, testdata/junit.xsd, or to the schema
// that IRI_TEST=junit=FILE names, such as junit-10.xsd of Jenkins' xunit-plugin.
func TestJUnitSchema(t *testing.T) {
	schema := cmp.Or(testkit.Asked("junit"), "testdata/junit.xsd")
	if _, err := exec.LookPath("xmllint"); err != nil {
		t.Skip(err)
	}
	holdReports(t, "junit", func(report []byte) error {
		c := exec.Command("xmllint", "--noout", "--nonet", "--schema", schema, "-")
		c.Stdin = bytes.NewReader(report)
		if said, err := c.CombinedOutput(); err != nil {
			return fmt.Errorf("%w: %s", err, said)
		}
		return nil
	}, "<testcase ", "<testcase surprise=\"\" ")
}
