package main

import (
	"bytes"
	"os"
	"strings"
	"testing"

	"github.com/spf13/pflag"

	"github.com/rfc3987/iri/internal/work/config"
	"github.com/rfc3987/iri/internal/work/option"
)

// notInConfig are the flags of check, filter and fix that have no key in iri.toml and no entry in a table of options,
// and why.
var notInConfig = map[string]string{
	"help": "not of a run", "rejects": "what is written this time",
	"write": "what is done this time", "diff": "what is done this time", "force": "what is done this time",
	"format": "how it is shown", "list": "how it is shown", "limit": "how it is shown",
	"only-findings": "how it is shown", "explain": "how it is shown", "reasons": "how it is shown",
	"quiet":        "how it is shown",
	"summary-only": "how it is shown", "no-summary": "how it is shown", "summary-by": "how it is shown",
	"hosts": "how it is shown", "color": "how it is shown",
	"jobs": "of the machine", "no-progress": "of the terminal", "unbuffered": "of what reads it",
	"whole": "what is read this time", "stdin-filename": "of what writes it",
}

// TestConfigFlags goes through the flags of the commands that read iri.toml: each has a key, of the file or of
// a section of files, or a reason why not.
func TestConfigFlags(t *testing.T) {
	t.Chdir(t.TempDir())
	hasKey := func(name string) bool {
		for _, head := range []string{"", "[[files]]\nglob = 'a'\n"} {
			if err := os.WriteFile(config.Name, []byte(head+name+" = [[1]]"), 0o666); err != nil {
				t.Fatal(err)
			}
			if _, err := config.Read(config.Name, false); err == nil ||
				!strings.Contains(err.Error(), "there is no key") {
				return true
			}
		}
		return false
	}
	if hasKey("nonsense") {
		t.Fatal("every key is known")
	}
	root := newRootCmd(testApp(new(bytes.Buffer), new(bytes.Buffer)))
	for _, name := range []string{"check", "filter", "fix"} {
		cmd, _, err := root.Find([]string{name})
		if err != nil {
			t.Fatal(err)
		}
		cmd.Flags().VisitAll(func(f *pflag.Flag) {
			key, reason := f.Name, notInConfig[f.Name]
			if v, ok := f.Value.(*option.Value); ok {
				key, reason = v.InFile(), v.Why
			}
			switch has := hasKey(key); {
			case !has && reason == "":
				t.Errorf("%s --%s has no key in iri.toml, and no reason why not", name, f.Name)
			case has && reason != "":
				t.Errorf("%s --%s has a key in iri.toml, and a reason why not: %s", name, f.Name, reason)
			}
		})
	}
}
