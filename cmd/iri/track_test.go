package main

import (
	"os"
	"os/exec"
	"path/filepath"
	"strings"
	"testing"
)

// TestTrackAction runs the script of integrations/track/action.yml: git pushes to a folder, and in the
// place of gh there is a script that writes its words.
func TestTrackAction(t *testing.T) {
	var a action
	readYAML(t, "integrations/track/action.yml", &a)
	bin := commandDir(t, "bash")
	if _, err := exec.LookPath("git"); err != nil {
		t.Skip("no git")
	}
	script := a.Runs.Steps[len(a.Runs.Steps)-1].Run
	const words = "; spec: words\n; top: list\nlist = word *( \",\" word )\nword = 1*ALPHA\n"
	draft := func(word string) string {
		return "Internet-Draft  draft-me-words-02\n\n1.  Words\n\n   list = word *( \",\" word )\n   word = " + word +
			"\n"
	}
	for _, tt := range []struct {
		name, draft, spec, output string
		runs                      int // how often the action runs
		status                    int
		changed                   string // what the action puts out
		said                      string // in the output of the script
		requests                  int
		title, body, grammar      string
	}{
		{"nothing has changed", draft("1*ALPHA"), "words.abnf", "", 1, 0, "false", "", 0, "", "", ""},
		{"less conforms", draft("2*ALPHA"), "words.abnf", "", 1, 0, "true", "", 1,
			"--title=words: follow the draft (breaking)", "- newly refused: `a`", "word = 2*ALPHA"},
		{"more conforms, in a new file", draft("1*( ALPHA / DIGIT )"), "words.abnf", "new words.abnf", 1, 0, "true", "",
			1, "--title=new words: follow the draft", "- newly accepted: `0`", "word = 1*( ALPHA / DIGIT )"},
		{"the same text again", draft("2*ALPHA"), "words.abnf", "", 2, 0, "true", "its pull request is or was open", 1,
			"--title=words", "", ""},
		{"no ABNF", "Nothing.\n", "words.abnf", "", 1, 2, "", "there is no ABNF rule in it", 0, "", "", ""},
		{"a spec that is built in, and no output", draft("1*ALPHA"), "rfc3986", "", 1, 2, "", "in the input output", 0,
			"", "", ""},
		{"the shell does not run inputs", draft("1*ALPHA"), "$(touch run).abnf", "", 1, 2, "", "$(touch run).abnf", 0,
			"", "", ""},
	} {
		t.Run(tt.name, func(t *testing.T) {
			dir, temp := t.TempDir(), t.TempDir()
			write := func(name, text string, mode os.FileMode) {
				if err := os.WriteFile(name, []byte(text), mode); err != nil {
					t.Fatal(err)
				}
			}
			read := func(name string) string {
				text, _ := os.ReadFile(name)
				return string(text)
			}
			run := func(command string) string {
				cmd := exec.Command("bash", "--noprofile", "--norc", "-eo", "pipefail", "-c", command)
				cmd.Dir = dir
				cmd.Env = append(os.Environ(), "PATH="+temp+":"+os.Getenv("PATH"), "RUNNER_TEMP="+bin, "GITHUB_OUTPUT="+
					filepath.Join(temp, "output"),
					"GITHUB_STEP_SUMMARY="+filepath.Join(temp, "summary"), "SAID="+temp, "DRAFT=draft.txt",
					"SPEC="+tt.spec, "OUTPUT="+tt.output, "CORPUS=", "GH_TOKEN=secret",
					"HOME="+temp, "GIT_CONFIG_NOSYSTEM=1", "ORIGIN="+filepath.Join(temp, "origin"))
				out, _ := cmd.CombinedOutput()
				if got := cmd.ProcessState.ExitCode(); command == script && got != tt.status || command != script &&
					got != 0 {
					t.Errorf("got exit status %d:\n%s", got, out)
				}
				return string(out)
			}
			write(filepath.Join(dir, "words.abnf"), words, 0o644)
			write(filepath.Join(dir, "draft.txt"), tt.draft, 0o644)
			write(filepath.Join(temp, "gh"), `#!/bin/sh
printf '%s\n' "$@" >> "$SAID/words"
for word; do case $word in --body-file=*) cat "${word#*=}" >> "$SAID/body";; esac; done
`, 0o755)
			run(`git init -q --bare "$ORIGIN"; git init -q -b main; git remote add origin "$ORIGIN"; git add .
git -c user.name=a -c user.email=a@example.org commit -qm start; git push -q origin main`)
			out := run(script)
			for range tt.runs - 1 {
				run("git switch -q --force main")
				out = run(script)
			}
			if !strings.Contains(out, tt.said) {
				t.Errorf("%q is not in the output:\n%s", tt.said, out)
			}
			changed := strings.TrimSpace(read(filepath.Join(temp, "output")))
			if !strings.HasSuffix(changed, tt.changed) || (changed == "") != (tt.changed == "") {
				t.Errorf("the action puts out %q, want %q", changed, tt.changed)
			}
			said := read(filepath.Join(temp, "words"))
			if got := strings.Count(said, "pr\ncreate\n"); got != tt.requests || !strings.Contains(said, tt.title) {
				t.Errorf("got %d pull requests, want %d with %q:\n%s", got, tt.requests, tt.title, said)
			}
			if body := read(filepath.Join(temp, "body")); !strings.Contains(body, tt.body) {
				t.Errorf("%q is not in the pull request:\n%s", tt.body, body)
			}
			if tt.grammar != "" {
				if got := run(`git show "$(git for-each-ref --format='%(refname)' ` +
					`refs/remotes/origin/iri-track):${OUTPUT:-$SPEC}"`); !strings.Contains(got, tt.grammar) {
					t.Errorf("%q is not in the grammar that was pushed:\n%s", tt.grammar, got)
				}
			}
			if _, err := os.Stat(filepath.Join(dir, "run")); err == nil {
				t.Error("the shell has run an input")
			}
		})
	}
}
