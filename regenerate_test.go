package iri_test

import (
	"io/fs"
	"os"
	"os/exec"
	"path/filepath"
	"strings"
	"testing"
)

// TestRegenerate changes the grammar in a copy of the tree and generates all that
// is generated: the command answers by the changed grammar, and a spec that is
// added as a file is there, without any other edit. CONTRIBUTING.md walks through
// the same.
func TestRegenerate(t *testing.T) {
	if testing.Short() {
		t.Skip("it builds the command twice")
	}
	dir := copyTree(t)
	run := func(name string, args ...string) (string, error) {
		cmd := exec.Command(name, args...)
		cmd.Dir = dir
		out, err := cmd.CombinedOutput()
		return string(out), err
	}
	must := func(name string, args ...string) {
		t.Helper()
		if out, err := run(name, args...); err != nil {
			t.Fatalf("%s %s: %v\n%s", name, strings.Join(args, " "), err, out)
		}
	}
	check := func(want bool, args ...string) {
		t.Helper()
		out, err := run(filepath.Join(dir, "iri.test.bin"), append([]string{"check", "--grammar-only"}, args...)...)
		if got := err == nil; got != want {
			t.Errorf("check %s: got %v, want %v\n%s", strings.Join(args, " "), got, want, out)
		}
	}
	build := func() {
		t.Helper()
		must("go", "generate", "./...")
		must("go", "build", "-o", "iri.test.bin", "./cmd/iri")
	}

	// As the draft has it, a host holds no percent-encoding.
	must("go", "build", "-o", "iri.test.bin", "./cmd/iri")
	check(false, "--spec", "rfc3987bis", "http://%41.example/")

	edit(t, filepath.Join(dir, "grammar", "rfc3987bis.abnf"),
		"ireg-name      = *( iunreserved / sub-delims )",
		"ireg-name      = *( iunreserved / pct-form / sub-delims )")
	write(t, filepath.Join(dir, "grammar", "tag.abnf"), `; What RFC 4151 makes of a tag, on the grammar of RFC 3986.
;
; spec: tag
; title: RFC 4151
; changes: rfc3986
; top: tagURI

; section: RFC 4151 §2.1

tagURI = "tag:" taggingEntity ":" specific [ "#" fragment ]
taggingEntity = authorityName "," date
authorityName = DNSname / emailAddress
date = year ["-" month ["-" day]]
year = 4DIGIT
month = 2DIGIT
day = 2DIGIT
DNSname = DNScomp *( "." DNScomp )
DNScomp = alphaNum *( *"-" alphaNum )
emailAddress = 1*(alphaNum / "-" / "." / "_") "@" DNSname
alphaNum = DIGIT / ALPHA
specific = *( pchar / "/" / "?" )
`)
	build()
	check(true, "--spec", "rfc3987bis", "http://%41.example/")
	check(false, "--spec", "rfc3987bis", "http://%4.example/")
	check(true, "--spec", "rfc3987", "http://%41.example/")
	check(true, "--spec", "tag", "tag:timothy@hpl.hp.com,2001:web/externalHome")
	check(false, "--spec", "tag", "tag:hp.com,01:x")
	check(true, "--spec", "tag", "--rule", "URI", "http://h/") // inherited
	if out, err := run(filepath.Join(dir, "iri.test.bin"), "parse", "--spec", "tag", "tag:hp.com,2001:x"); err != nil || !strings.Contains(out, "taggingEntity") {
		t.Errorf("parse: got %v\n%s", err, out)
	}
	if out, err := run(filepath.Join(dir, "iri.test.bin"), "grammar", "diff", "rfc3987", "rfc3987bis"); err == nil || strings.Contains(out, "ireg-name") {
		t.Errorf("diff: got %v\n%s", err, out)
	}
}

// copyTree copies the module, without what is no part of it.
func copyTree(t *testing.T) string {
	t.Helper()
	dir := t.TempDir()
	err := filepath.WalkDir(".", func(name string, d fs.DirEntry, err error) error {
		if err != nil {
			return err
		}
		if d.IsDir() {
			if name != "." && (strings.HasPrefix(d.Name(), ".") || name == "bench") {
				return filepath.SkipDir
			}
			return os.MkdirAll(filepath.Join(dir, name), 0o777)
		}
		if !d.Type().IsRegular() || strings.HasSuffix(name, "_test.go") {
			return nil
		}
		src, err := os.ReadFile(name)
		if err != nil {
			return err
		}
		return os.WriteFile(filepath.Join(dir, name), src, 0o666)
	})
	if err != nil {
		t.Fatal(err)
	}
	return dir
}

func edit(t *testing.T, file, old, by string) {
	t.Helper()
	src, err := os.ReadFile(file)
	if err != nil {
		t.Fatal(err)
	}
	if !strings.Contains(string(src), old) {
		t.Fatalf("%s does not have %q", file, old)
	}
	write(t, file, strings.Replace(string(src), old, by, 1))
}

func write(t *testing.T, file, text string) {
	t.Helper()
	if err := os.WriteFile(file, []byte(text), 0o666); err != nil {
		t.Fatal(err)
	}
}
