package main

import (
	"os"
	"os/exec"
	"path/filepath"
	"testing"
	"time"

	"github.com/rogpeppe/go-internal/testscript"

	"github.com/rfc3987/iri/internal/testkit"
)

func TestMain(m *testing.M) {
	testscript.Main(m, map[string]func(){
		"iri": main,
		"iri-often": func() { // writes its checkpoint after nearly every block
			a := systemApp()
			a.checkpointInterval = time.Millisecond
			os.Exit(execute(a, os.Args[1:]))
		},
	})
}

// iriCommand returns the real command: the test binary, called as iri (see TestMain).
func iriCommand(t *testing.T, args ...string) *exec.Cmd { return namedCommand(t, "iri", args...) }

func namedCommand(t *testing.T, as string, args ...string) *exec.Cmd {
	t.Helper()
	self, err := os.Executable()
	if err != nil {
		t.Fatal(err)
	}
	name := filepath.Join(t.TempDir(), as)
	if err := os.Symlink(self, name); err != nil {
		t.Fatal(err)
	}
	return exec.Command(name, args...)
}

func TestScripts(t *testing.T) {
	if _, err := os.Stat("testdata/script"); err != nil {
		t.Fatal(err)
	}
	testscript.Run(t, testscript.Params{
		Dir:                 "testdata/script",
		UpdateScripts:       *testkit.Update,
		RequireExplicitExec: true,
		RequireUniqueNames:  true,
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

// untilScript waits until its command succeeds, for five minutes at most: sh until.sh COMMAND…
const untilScript = `i=0
until "$@" 2>/dev/null; do
  i=$((i + 1))
  if test $i -gt 6000; then echo "waited five minutes for: $*" >&2; exit 1; fi
  sleep 0.05
done
`
