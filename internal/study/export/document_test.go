package export

import (
	"os"
	"os/exec"
	"path/filepath"
	"regexp"
	"strings"
	"testing"
)

var fence = regexp.MustCompile("(?ms)^```([a-z]+)(?: ([a-z.]+))?\n(.*?)^```$")

// TestDocument runs docs/export.md: files with names are written, lines with "$ " run in a shell, and
// what they print is compared.
func TestDocument(t *testing.T) {
	text, err := os.ReadFile("../../../docs/export.md")
	if err != nil {
		t.Fatal(err)
	}
	for _, target := range Names() {
		if !strings.Contains(string(text), "\n| `"+target+"` |") || !strings.Contains(string(text), "--to "+target) &&
			target != "regex:re2" {
			t.Errorf("docs/export.md has no row, or no use, for %s", target)
		}
	}
	if testing.Short() && !demanded() {
		return
	}
	runDocument(t, string(text))
}

// TestEngines runs integrations/engines/README.md in the same way.
func TestEngines(t *testing.T) {
	if testing.Short() && !demanded() {
		t.Skip("starts other programs")
	}
	text, err := os.ReadFile("../../../integrations/engines/README.md")
	if err != nil {
		t.Fatal(err)
	}
	runDocument(t, string(text))
}

// runDocument runs the sections of a document, each in a folder of its own.
func runDocument(t *testing.T, text string) {
	bin := t.TempDir()
	if out, err := exec.Command("go", "build", "-ldflags=-w", "-o", filepath.Join(bin, "iri"),
		"../../../cmd/iri").CombinedOutput(); err != nil {
		t.Fatalf("%v\n%s", err, out)
	}
	modules, err := filepath.Abs("../../../npm/node_modules")
	if err != nil {
		t.Fatal(err)
	}
	debian := map[string]string{"gcc": "gcc", "rustc": "rustc", "node": "nodejs", "python3": "python3",
		"xmllint": "libxml2-utils"}
	for section := range strings.SplitSeq(text, "\n## ") {
		title, _, _ := strings.Cut(section, "\n")
		t.Run(title, func(t *testing.T) {
			dir, env := t.TempDir(), []string(nil)
			for _, m := range fence.FindAllStringSubmatch(section, -1) {
				if m[1] != "console" {
					if m[2] != "" {
						write(t, dir, m[2], m[3])
					}
					continue
				}
				for _, step := range strings.Split("\n"+m[3], "\n$ ")[1:] {
					line, want, _ := strings.Cut(step, "\n")
					for program, name := range debian {
						if regexp.MustCompile(`\b` + program + ` `).MatchString(line) {
							need(t, program, name)
							if program == "rustc" && !demanded() {
								t.Skip("rustc takes long: make test WHAT=export runs it")
							}
						}
					}
					if strings.HasSuffix(line, " # needs psql") {
						env = postgres(t, bin, dir)
					}
					if needs := missing(line, modules); needs != "" {
						if demanded() && needs != "duckdb" { // which Debian does not have
							t.Fatalf("%s is missing", needs)
						}
						t.Skipf("%s is missing", needs)
					}
					cmd := exec.Command("sh", "-c", line)
					cmd.Dir = dir
					cmd.Env = append(cmd.Environ(), "PATH="+bin+":/usr/bin:"+os.Getenv("PATH"), "NODE_PATH="+modules,
						"NO_COLOR=1", "GOFLAGS=")
					cmd.Env = append(cmd.Env, env...)
					out, err := cmd.CombinedOutput()
					if got := strings.TrimSpace(string(out)); got != strings.TrimSpace(want) {
						t.Errorf("$ %s\n got:\n%s\nwant:\n%s\n%v", line, got, want, err)
					}
				}
			}
		})
	}
}

// missing returns what a line of the document needs, and is not there.
func missing(line, modules string) string {
	switch _, needs, _ := strings.Cut(line, " # needs "); needs {
	case "ajv":
		if _, err := os.Stat(filepath.Join(modules, "ajv")); err != nil {
			return "ajv, which npm ci in the folder npm installs,"
		}
	case "rdflib", "pandas":
		if exec.Command("/usr/bin/python3", "-c", "import "+needs).Run() != nil {
			return needs + ", the Debian package python3-" + needs + ","
		}
	case "duckdb":
		if _, err := exec.LookPath("duckdb"); err != nil {
			return needs
		}
	}
	return ""
}
