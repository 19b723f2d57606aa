package main

import (
	"encoding/json"
	"maps"
	"os"
	"os/exec"
	"path/filepath"
	"regexp"
	"runtime"
	"slices"
	"strings"
	"testing"

	"go.yaml.in/yaml/v3"

	"github.com/rfc3987/iri/internal/testkit"
)

// readYAML reads a file of the root folder.
func readYAML(t *testing.T, name string, into any) {
	t.Helper()
	text, err := os.ReadFile(filepath.Join("..", "..", name))
	if err != nil {
		t.Fatal(err)
	}
	if err := yaml.Unmarshal(text, into); err != nil {
		t.Fatalf("%s: %v", name, err)
	}
}

// commandDir returns a folder that has the command, which this test is as well, see TestMain. It
// skips the test if there is no shell with that name.
func commandDir(t *testing.T, shell string) (dir string) {
	t.Helper()
	if _, err := exec.LookPath(shell); err != nil || runtime.GOOS == "windows" {
		t.Skip("no", shell)
	}
	return filepath.Dir(iriCommand(t).Path)
}

// writeFiles writes files with IRIs and grammars into a new folder.
func writeFiles(t *testing.T) (dir string) {
	t.Helper()
	dir = t.TempDir()
	for name, text := range map[string]string{
		"good.iris":       "http://a/\n",
		"with space.iris": "http://h:8a/\n",
		"relative.iris":   "/a\n",
		"x.nt":            "<http://a/> <http://a/> <http://h:8a/> .\n",
		"x.md":            "é [x](http://a/b c)\n",
		"good.abnf":       "a = \"b\"\n",
		"bad.abnf":        "a = b\n",

		"--grammar=any.iris": "http://h:8a/\n",
		"-q.iris":            "http://h:8a/\n",
		"a:b.iris":           "http://h:8a/\n",
		"--spec=x.abnf":      "a = b\n",

		"iri.toml":          "exclude = [\"left out/\"]\n",
		".hidden/bad.iris":  "http://h:8a/\n",
		"left out/bad.iris": "http://h:8a/\n",
		"prose.txt":         "text\n",
	} {
		if err := os.MkdirAll(filepath.Join(dir, filepath.Dir(name)), 0o755); err != nil {
			t.Fatal(err)
		}
		if err := os.WriteFile(filepath.Join(dir, name), []byte(text), 0o644); err != nil {
			t.Fatal(err)
		}
	}
	return dir
}

// TestHooks runs the hooks of .pre-commit-hooks.yaml as pre-commit does: the words of
// entry, then args, then the names of the files that match.
func TestHooks(t *testing.T) {
	testkit.StatesRFC(t, "s://h/p")
	var hooks []struct {
		ID, Name, Language, Entry, Files string // Files is empty for all
		Args                             []string
	}
	readYAML(t, ".pre-commit-hooks.yaml", &hooks)
	bin, dir := commandDir(t, "sh"), writeFiles(t)
	for _, tt := range []struct {
		name, hook  string
		args, files []string
		status      int
		want        string
	}{
		{"conforms", "iri-check", nil, []string{"good.iris"}, 0, ""},
		{"a fault, a name with a space", "iri-check", nil, []string{"good.iris", "with space.iris"}, 1,
			"--> with space.iris:1:11"},
		{"format by the name", "iri-check", nil, []string{"x.nt"}, 1, "x.nt:1:36"},
		{"Markdown", "iri-check", nil, []string{"x.md"}, 1, "x.md:1:17"},
		{"fixed", "iri-fix", nil, []string{"x.md", "good.iris"}, 0, "1 mended"},
		{"not to be fixed", "iri-fix", nil, []string{"x.nt"}, 1, "x.nt:1:36"},
		{"fixed with options", "iri-fix", []string{"--rule=IRI-reference", "--"}, []string{"good.iris"}, 0, "0 mended"},
		{"relative", "iri-check", nil, []string{"relative.iris"}, 1, "error[scheme]"},
		{"options", "iri-check", []string{"--rule=IRI-reference"}, []string{"relative.iris", "good.iris"}, 0,
			"no errors in 2 references"},
		{"a file with the name of an option", "iri-check", nil, []string{"--grammar=any.iris", "good.iris"}, 1,
			"--> --grammar=any.iris:1:11"},
		{"a file with a colon in its name", "iri-check", nil, []string{"a:b.iris"}, 1, "--> a:b.iris:1:11"},
		{"the same is fixed", "iri-fix", nil, []string{"a:b.iris", "-q.iris"}, 1, "--> -q.iris:1:11"},
		{"files after --", "iri-check", []string{"--rule=IRI-reference", "--"}, []string{"-q.iris", "relative.iris"}, 1,
			"--> -q.iris:1:11"},
		{"a grammar with the name of an option", "iri-grammar-check", nil, []string{"--spec=x.abnf"}, 1,
			"--spec=x.abnf"},
		{"a grammar", "iri-grammar-check", nil, []string{"good.abnf"}, 0, ""},
		{"what a folder leaves out", "iri-check", nil, []string{".hidden/bad.iris", "left out/bad.iris", "prose.txt"},
			0, "no errors in 0 IRIs"},
		{"the same is not fixed", "iri-fix", nil, []string{".hidden/bad.iris", "left out/bad.iris"}, 0, "0 mended"},
		{"two grammars, the first is faulty", "iri-grammar-check", nil, []string{"bad.abnf", "good.abnf"}, 1,
			"bad.abnf"},
	} {
		t.Run(tt.name, func(t *testing.T) {
			for _, h := range hooks {
				if h.ID != tt.hook {
					continue
				}
				for _, f := range tt.files {
					if !regexp.MustCompile(h.Files).MatchString(f) {
						t.Errorf("the hook does not take the file %s", f)
					}
				}
				// pre-commit splits entry as a shell does, so the shell does it here.
				words := slices.Concat(h.Args, tt.files)
				if tt.args != nil {
					words = slices.Concat(tt.args, tt.files)
				}
				cmd := exec.Command("sh", append([]string{"-c", h.Entry + ` "$@"`, "sh"}, words...)...)
				cmd.Dir = dir
				cmd.Env = append(os.Environ(), "PATH="+bin+":"+os.Getenv("PATH"))
				out, _ := cmd.CombinedOutput()
				if got := cmd.ProcessState.ExitCode(); got != tt.status || !strings.Contains(string(out), tt.want) {
					t.Errorf("got exit status %d, want %d, and %q:\n%s", got, tt.status, tt.want, out)
				}
				return
			}
			t.Errorf("there is no hook %s", tt.hook)
		})
	}
}

// TestActionRelease runs the script that takes the binary of a release, with a curl that copies files.
func TestActionRelease(t *testing.T) {
	var a action
	readYAML(t, "action.yml", &a)
	var script string
	for _, s := range a.Runs.Steps {
		if s.ID == "release" {
			script = s.Run
		}
	}
	commandDir(t, "bash")
	releases, tools := t.TempDir(), t.TempDir()
	curl := "#!/bin/sh\nwhile [ $# -gt 1 ]; do [ \"$1\" = --output ] && to=$2; shift; done\ncp \"$1\" \"$to\"\n"
	if err := os.WriteFile(filepath.Join(tools, "curl"), []byte(curl), 0o755); err != nil {
		t.Fatal(err)
	}
	pack := exec.Command("sh", "-ec", `mkdir v1.2.3 v1.2.4 v1.2.5; echo binary > iri; tar -czf v1.2.3/iri_1.2.3_linux_amd64.tar.gz iri
cd v1.2.3; (echo "$(echo 0 | sha256sum | cut -c1-64)  iri_1.2.3_darwin_arm64.tar.gz"; sha256sum *.gz) > ../sums; mv ../sums checksums.txt; cd ..
cp v1.2.3/iri_1.2.3_linux_amd64.tar.gz v1.2.4/iri_1.2.4_linux_amd64.tar.gz; sed 's/1.2.3/1.2.4/; s/^..../0000/' v1.2.3/checksums.txt > v1.2.4/checksums.txt
cp v1.2.3/iri_1.2.3_linux_amd64.tar.gz v1.2.5/iri_1.2.5_linux_amd64.tar.gz; cp v1.2.3/checksums.txt v1.2.5/`)
	pack.Dir = releases
	if out, err := pack.CombinedOutput(); err != nil {
		t.Skipf("%v: %s", err, out)
	}
	for _, tt := range []struct {
		name, version, arch string
		found               bool
		status              int
	}{
		{"a release", "v1.2.3", "X64", true, 0},
		{"a wrong checksum", "v1.2.4", "X64", false, 1},
		{"no checksum", "v1.2.5", "X64", false, 1},
		{"no release", "v9.9.9", "X64", false, 0},
		{"a branch", "main", "X64", false, 0},
		{"the action of a clone", "", "X64", false, 0},
		{"no binary for the processor", "v1.2.3", "ARM", false, 0},
		{"no archive for the processor", "v1.2.3", "ARM64", false, 0},
	} {
		t.Run(tt.name, func(t *testing.T) {
			temp := t.TempDir()
			output := filepath.Join(temp, "output")
			cmd := exec.Command("bash", "--noprofile", "--norc", "-eo", "pipefail", "-c", script)
			cmd.Env = append(os.Environ(), "PATH="+tools+":"+os.Getenv("PATH"), "RUNNER_TEMP="+temp, "GITHUB_OUTPUT="+
				output, "RUNNER_OS=Linux", "RUNNER_ARCH="+tt.arch, "VERSION="+tt.version, "RELEASES="+releases)
			out, _ := cmd.CombinedOutput()
			said, _ := os.ReadFile(output)
			_, err := os.Stat(filepath.Join(temp, "iri"))
			if got := cmd.ProcessState.ExitCode(); got != tt.status || (string(said) == "found=true\n") != tt.found ||
				(err == nil) != tt.found {
				t.Errorf("got status %d, output %q, binary: %v\n%s", got, said, err, out)
			}
		})
	}
}

// TestArchiveNames holds that the action asks for the archives that a release has.
func TestArchiveNames(t *testing.T) {
	var release struct {
		Archives []struct {
			NameTemplate string `yaml:"name_template"`
		}
		Checksum struct {
			NameTemplate string `yaml:"name_template"`
		}
	}
	readYAML(t, ".goreleaser.yaml", &release)
	text, err := os.ReadFile("../../action.yml")
	if err != nil {
		t.Fatal(err)
	}
	name := strings.NewReplacer("{{ .ProjectName }}", "iri", "{{ .Version }}", "${VERSION#v}", "{{ .Os }}", "${os}",
		"{{ .Arch }}", "$arch").Replace(release.Archives[0].NameTemplate)
	for _, want := range []string{"archive=" + name + ".$kind", release.Checksum.NameTemplate} {
		if !strings.Contains(string(text), want) {
			t.Errorf("action.yml does not have %q", want)
		}
	}
}

// An action is what the tests need of action.yml.
type action struct {
	Inputs map[string]struct {
		Default  string
		Required bool
	}
	Runs struct {
		Using string
		Steps []struct {
			Name, ID, Shell, Run, Uses, If string
			Env, With                      map[string]string
		}
	}
}

// actions are the files of the actions of this repository.
var actions = []string{"action.yml", "integrations/track/action.yml"}

// TestActionInputs holds that an action uses the inputs that it declares, and none in a
// script: what an input holds would be run by the shell.
func TestActionInputs(t *testing.T) {
	input := regexp.MustCompile(`inputs\.([a-z-]+)`)
	for _, file := range actions {
		var a action
		readYAML(t, file, &a)
		used := make(map[string]bool)
		for _, s := range a.Runs.Steps {
			if strings.Contains(s.Run, "${{") {
				t.Errorf("%s: the step %q has an expression in its script", file, s.Name)
			}
			if (s.Run == "") == (s.Uses == "") || s.Run != "" && s.Shell == "" {
				t.Errorf("%s: the step %q needs run and shell, or uses", file, s.Name)
			}
			var text strings.Builder
			text.WriteString(s.If)
			for _, v := range slices.Concat(slices.Collect(maps.Values(s.Env)), slices.Collect(maps.Values(s.With))) {
				text.WriteString(" " + v)
			}
			for _, m := range input.FindAllStringSubmatch(text.String(), -1) {
				used[m[1]] = true
			}
		}
		if got, want := slices.Sorted(maps.Keys(used)), slices.Sorted(maps.Keys(a.Inputs)); !slices.Equal(got, want) {
			t.Errorf("%s uses the inputs %q and declares %q", file, got, want)
		}
	}
}

// TestActionCheck runs the script that checks.
func TestActionCheck(t *testing.T) {
	var a action
	readYAML(t, "action.yml", &a)
	bin := commandDir(t, "bash")
	var script string
	env := make(map[string]string)
	for _, s := range a.Runs.Steps {
		if s.ID == "check" {
			script = s.Run
			for name, value := range s.Env {
				key := strings.TrimSuffix(strings.TrimPrefix(value, "${{ inputs."), " }}")
				env[name] = a.Inputs[key].Default
			}
		}
	}
	for _, tt := range []struct {
		name   string
		env    map[string]string
		status int
		want   string
		sarif  bool
	}{
		{"conforms", map[string]string{"FILES": "good.iris\n"}, 0, "no errors in 1 IRI", false},
		{"annotation", map[string]string{"FILES": "good.iris\r\n\nwith space.iris\n"}, 1,
			"::error file=with space.iris,line=1,col=11", false},
		{"SARIF", map[string]string{"FILES": "with space.iris", "SARIF": "true"}, 1, "::error file=with space.iris",
			true},
		{"rule and format", map[string]string{"FILES": "relative.iris", "RULE": "IRI-reference", "FROM": "lines",
			"LINT": "true"}, 0, "no errors in 1 reference", false},
		{"the shell does not run inputs", map[string]string{"FILES": "$(touch run).iri"}, 2, "$(touch run).iri", false},
		{"unknown rule", map[string]string{"FILES": "good.iris", "RULE": "URL"}, 2, "URL", false},
		{"unknown rule with SARIF", map[string]string{"FILES": "good.iris", "RULE": "URL", "SARIF": "true"}, 2, "URL",
			true},
	} {
		t.Run(tt.name, func(t *testing.T) {
			cmd := exec.Command("bash", "--noprofile", "--norc", "-eo", "pipefail", "-c", script)
			cmd.Dir = writeFiles(t)
			cmd.Env = append(os.Environ(), "RUNNER_TEMP="+bin)
			for _, vars := range []map[string]string{env, tt.env} {
				for name, value := range vars {
					cmd.Env = append(cmd.Env, name+"="+value)
				}
			}
			out, _ := cmd.CombinedOutput()
			if got := cmd.ProcessState.ExitCode(); got != tt.status || !strings.Contains(string(out), tt.want) {
				t.Errorf("got exit status %d, want %d, and %q:\n%s", got, tt.status, tt.want, out)
			}
			report, err := os.ReadFile(filepath.Join(cmd.Dir, "iri.sarif"))
			if (err == nil) != tt.sarif {
				t.Errorf("a SARIF report: got %v, want %v", err == nil, tt.sarif)
			}
			if tt.sarif && tt.status != 2 && !json.Valid(report) {
				t.Errorf("the SARIF report is not JSON: %.200s", report)
			}
			if _, err := os.Stat(filepath.Join(cmd.Dir, "run")); err == nil {
				t.Error("the shell has run an input")
			}
		})
	}
}

// TestActionsPinned holds that actions of others are named by a hash, with the version beside it: a
// tag can be moved.
func TestActionsPinned(t *testing.T) {
	names, err := filepath.Glob("../../.github/workflows/*.yml")
	if err != nil || len(names) == 0 {
		t.Fatal(names, err)
	}
	uses := regexp.MustCompile(`(?m)^\s*(?:- )?uses: (.*)$`)
	pinned := regexp.MustCompile(`^[\w-]+(/[\w-]+)+@[0-9a-f]{40} # v\d+\.\d+\.\d+$`)
	for _, name := range actions {
		names = append(names, filepath.Join("..", "..", name))
	}
	for _, name := range names {
		text, err := os.ReadFile(name)
		if err != nil {
			t.Fatal(err)
		}
		for _, m := range uses.FindAllStringSubmatch(string(text), -1) {
			if !pinned.MatchString(m[1]) {
				t.Errorf("%s: %s: want a hash, and the version as a comment", name, m[1])
			}
		}
	}
}
