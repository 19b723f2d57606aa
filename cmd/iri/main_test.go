package main

import (
	"os"
	"os/exec"
	"path/filepath"
	"regexp"
	"slices"
	"strings"
	"testing"

	"github.com/rogpeppe/go-internal/testscript"

	"github.com/rfc3987/iri/internal/testkit"
)

func TestMain(m *testing.M) {
	testscript.Main(m, map[string]func(){"iri": main})
}

// iriCommand returns the real command: the test binary, called as iri (see TestMain).
func iriCommand(t *testing.T, args ...string) *exec.Cmd {
	t.Helper()
	self, err := os.Executable()
	if err != nil {
		t.Fatal(err)
	}
	name := filepath.Join(t.TempDir(), "iri")
	if err := os.Symlink(self, name); err != nil {
		t.Fatal(err)
	}
	return exec.Command(name, args...)
}

func TestScripts(t *testing.T) {
	scripts, err := filepath.Glob("testdata/script/*.txtar")
	if err != nil || scripts == nil {
		t.Fatalf("there are no scripts: %v", err)
	}
	scripts = slices.DeleteFunc(scripts, func(name string) bool {
		text, err := os.ReadFile(name)
		if err != nil {
			t.Fatal(err)
		}
		var words []string // without comments
		for line := range strings.Lines(string(text)) {
			if !strings.HasPrefix(line, "#") {
				words = append(words, strings.Fields(line)...)
			}
		}
		return testkit.Edited(words...)
	})
	if len(scripts) == 0 {
		testkit.StatesRFC(t)
	}
	testscript.Run(t, testscript.Params{
		Files:               scripts,
		UpdateScripts:       *testkit.Update && !testkit.Edited(),
		RequireExplicitExec: true,
		RequireUniqueNames:  true,
		Cmds:                map[string]func(*testscript.TestScript, bool, []string){"wordless": wordless},
		Setup: func(env *testscript.Env) error {
			// A script cannot hold bytes that are not UTF-8, and several wait for other processes.
			for name, text := range map[string]string{
				"null.bin": "http://e/\xff\x00http://e/\n\x00",
				"nul.bin":  "http://e/\x00http://e/ \x00",
				"until.sh": untilScript,
			} {
				if err := os.WriteFile(filepath.Join(env.WorkDir, name), []byte(text), 0o666); err != nil {
					return err
				}
			}
			return nil
		},
	})
}

// messages finds what findings say that stand in many scripts: in JSON, as text, as an annotation and
// in an explanation.
var messages = regexp.MustCompile(`"message":"(?:[^"\\]|\\.)*",("reason")|(?m)(error\[(?:port|scheme|reg-name|` +
	`ipath-\w+|comment)\]:) .*|(title=(?:port|ipath-\w+)::)[^:%]*|^(  [^=\s]\S*) +.*(?: is not a | cannot ).*|` +
	`("sha256":")[0-9a-f]{64}`)

// wordless is a command of scripts: it writes what an output or a file says, without messages and hashes of
// grammars, to the file wordless. Scripts compare that where codes and places are enough, so that a message stands in
// few files, and where a hash is another one after each edit of a grammar.
func wordless(ts *testscript.TestScript, _ bool, args []string) {
	text := messages.ReplaceAllString(ts.ReadFile(args[0]), "$1$2$3$4$5")
	ts.Check(os.WriteFile(ts.MkAbs("wordless"), []byte(text), 0o666))
}

// untilScript waits until its command succeeds, for five minutes at most: sh until.sh COMMAND…
const untilScript = `i=0
until "$@" 2>/dev/null; do
  i=$((i + 1))
  if test $i -gt 6000; then echo "waited five minutes for: $*" >&2; exit 1; fi
  sleep 0.05
done
`
