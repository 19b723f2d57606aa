package iri

// This file tests "make regenerate": after an edit of the grammars, it is all that is run, and the tests succeed.

import (
	"io/fs"
	"os"
	"os/exec"
	"path/filepath"
	"strings"
	"testing"
	"time"

	"github.com/rfc3987/iri/internal/testkit"
)

func TestMain(m *testing.M) { testkit.Main(m) }

// A says is a command line with what it prints and its exit status, after the edit.
type says struct {
	args   string
	status int
	want   string // a part of the output
}

// regenerations are edits as authors of drafts make them. All of them go together.
var regenerations = []struct {
	name string
	edit func(t *testing.T, c clone)
	says []says
}{
	{"zone identifiers of RFC 6874", func(t *testing.T, c clone) {
		for _, file := range []string{"rfc3986", "rfc3987"} {
			c.edit(t, file, `( IPv6address / IPvFuture  ) "]"`, `( IPv6address / IPv6addrz / IPvFuture ) "]"
ZoneID         = 1*( unreserved / pct-encoded )
IPv6addrz      = IPv6address "%25" ZoneID`)
		}
	}, []says{{"check http://[fe80::1%25eth0]/", 0, ""}, {"check --grammar-only http://[fe80::1%25]/", 1, "ZoneID"}}},
	{"no percent-encoded NUL", func(t *testing.T, c clone) {
		for _, file := range []string{"rfc3986", "rfc3987"} {
			c.edit(t, file, `"%" HEXDIG HEXDIG`, `"%" ( "0" ( %x31-39 / "A" / "B" / "C" / "D" / "E" / "F" ) / nonzero HEXDIG )
nonzero        = %x31-39 / "A" / "B" / "C" / "D" / "E" / "F"`)
		}
	}, []says{{"check --grammar-only http://e/%00", 1, "pct-encoded"}, {"check --grammar-only http://e/%0A", 0, ""}}},
	{"a bar in the query", func(t *testing.T, c clone) {
		c.edit(t, "rfc3987", `*( ipchar / iprivate / "/" / "?" )`, `*( ipchar / iprivate / "/" / "?" / "|" )`)
	}, []says{{"check --grammar-only http://e/?a|b", 0, ""}}},
	{"a port of one to five digits", func(t *testing.T, c clone) {
		c.edit(t, "rfc3986", "= *DIGIT", "= 1*5DIGIT")
		c.edit(t, "rfc3987", "= *DIGIT", "= 1*5DIGIT")
	}, []says{{"check --grammar-only http://e:123456/", 1, "[port]"}, {"check --grammar-only http://e:/", 1, "[port]"}}},
	{"names before addresses", func(t *testing.T, c clone) {
		c.edit(t, "rfc3987", "= IP-literal / IPv4address / ireg-name", "= ireg-name / IPv4address / IP-literal")
	}, []says{{"parse http://1.2.3.4/", 0, "ireg-name"}}},
	{"a rule with another name", func(t *testing.T, c clone) {
		for _, file := range []string{"rfc3987", "leiri"} {
			c.edit(t, file, "iquery", "iquery-part")
		}
	}, []says{{"check --grammar-only http://e/?[", 1, "[iquery-part]"}}},
	{"a new rule in the fragment", func(t *testing.T, c clone) {
		c.edit(t, "rfc3987", `*( ipchar / "/" / "?" )
`, `*( ipchar / "/" / "?" / ifrag-group )
ifrag-group    = "{" 1*DIGIT "}"
`)
	}, []says{{"check --grammar-only http://e/#{12}", 0, ""}, {"check --grammar-only http://e/#{x}", 1, "[ifrag-group]"}}},
	{"percent-encoding in hosts of the draft", func(t *testing.T, c clone) { // CONTRIBUTING.md walks through it
		c.edit(t, "rfc3987bis", "= *( iunreserved / sub-delims )", "= *( iunreserved / pct-form / sub-delims )")
	}, []says{{"check --grammar-only --spec rfc3987bis http://%41.example/", 0, ""}, {"check --grammar-only --spec rfc3987bis http://%4.example/", 1, ""}}},
	{"a spec that imports rules", func(t *testing.T, c clone) {
		c.write(t, "links", `; spec: links
; title: Links
; import: rfc3986 (URI-reference)
; top: link

; section: Links §1

link = "<" URI-reference ">"
`)
	}, []says{{"check --grammar-only --spec links <a>", 0, ""}, {"check --grammar-only --spec links a", 1, "[link]"}}},
	{"a draft, by grammar update", func(t *testing.T, c clone) {
		write(t, filepath.Join(c.dir, "draft.txt"), "Internet-Draft  draft-x-iri-3987ter-00\n\n2.2.  ABNF\n\n   ireg-name      = 1*( iunreserved / sub-delims )\n")
		c.must(t, "go", "build", "-o", "bin/iri", "./cmd/iri")
		c.must(t, "bin/iri", "grammar", "update", "draft.txt", "--of", "rfc3987", "--output", "grammar/draft-x-iri-3987ter.abnf")
		if err := os.Remove(filepath.Join(c.dir, "draft.txt")); err != nil {
			t.Fatal(err)
		}
	}, []says{{"check --grammar-only --spec draft-x-iri-3987ter http:///", 1, "[ireg-name]"}}},
	{"a spec that changes another", func(t *testing.T, c clone) {
		c.write(t, "tag", `; What RFC 4151 makes of a tag, on the grammar of RFC 3986.
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
	}, []says{
		{"parse --spec tag tag:hp.com,2001:x", 0, "taggingEntity"}, {"check --grammar-only --spec tag tag:hp.com,01:x", 1, ""},
		{"check --grammar-only --spec tag --rule URI http://h/", 0, ""}, // inherited
	}},
	// One that does not describe references, and one that has an option that can be empty. They have other names: the
	// library has grammars of these.
	{"other documents", func(t *testing.T, c clone) {
		for _, name := range []string{"6570", "8141"} {
			src, err := os.ReadFile(filepath.Join("testdata", "specs", "rfc"+name+".abnf"))
			if err != nil {
				t.Fatal(err)
			}
			c.write(t, "own"+name, strings.Replace(string(src), "; spec: rfc", "; spec: own", 1))
		}
	}, nil},
}

// inCopy is set in the environment of the tests that TestRegenerate runs.
const inCopy = "IRI_IN_COPY"

// TestRegenerate edits the grammars in a clone, runs "make regenerate" and then all short tests there: no other file is edited.
// All edits are made in one clone; with IRI_REGENERATE=each, each in a clone of its own.
func TestRegenerate(t *testing.T) {
	if !testkit.Long() || os.Getenv(inCopy) != "" {
		t.Skip("it runs all tests in a clone: make test-long runs it")
	}
	all := newClone(t)
	t.Run("a bad grammar", func(t *testing.T) {
		c := all
		c.edit(t, "rfc3987", "= *( ipchar / iprivate", "= *( iquery / ipchar / iprivate")
		out, err := c.run("make", "regenerate")
		exit, ok := err.(*exec.ExitError)
		if !ok || exit.ExitCode() != 2 || !strings.Contains(out, "grammar/rfc3987.abnf:") || !strings.Contains(out, "iquery") || !strings.Contains(out, "nothing is written") {
			t.Errorf("got %v\n%s", err, out)
		}
		if got := c.must(t, "git", "status", "--porcelain"); got != " M grammar/rfc3987.abnf\n" {
			t.Errorf("these files are others: %s", got)
		}
		c.must(t, "git", "checkout", "-q", ".")
	})
	if os.Getenv("IRI_REGENERATE") == "each" {
		for _, tt := range regenerations {
			t.Run(tt.name, func(t *testing.T) {
				c := newClone(t)
				tt.edit(t, c)
				c.regenerate(t, tt.says)
			})
		}
		return
	}
	var says []says
	for _, tt := range regenerations {
		tt.edit(t, all)
		says = append(says, tt.says...)
	}
	all.regenerate(t, says)
}

// A clone is a copy of the module with a commit of its own.
type clone struct{ dir string }

func newClone(t *testing.T) clone {
	t.Helper()
	c := clone{copyTree(t)}
	c.must(t, "git", "init", "-q")
	c.must(t, "git", "add", "-A")
	c.must(t, "git", "-c", "user.name=test", "-c", "user.email=test@example.org", "commit", "-q", "-m", "the tree")
	return c
}

// regenerate runs "make regenerate", holds what the new command says, and runs the tests.
func (c clone) regenerate(t *testing.T, says []says) {
	t.Helper()
	begin := time.Now()
	t.Logf("make regenerate:\n%s", c.must(t, "make", "regenerate"))
	took := time.Since(begin)
	for _, s := range says {
		out, err := c.run(filepath.Join(c.dir, "bin", "iri"), strings.Fields(s.args)...)
		status := 0
		if exit, ok := err.(*exec.ExitError); ok {
			status = exit.ExitCode()
		} else if err != nil {
			t.Fatal(err)
		}
		if status != s.status || !strings.Contains(out, s.want) {
			t.Errorf("iri %s: got status %d, want %d, and %q in\n%s", s.args, status, s.status, s.want, out)
		}
	}
	begin = time.Now()
	c.must(t, "make", "test-short")
	t.Logf("make regenerate took %.0f s, make test-short %.0f s", took.Seconds(), time.Since(begin).Seconds())
}

// run runs a program in the clone.
func (c clone) run(name string, args ...string) (string, error) {
	cmd := exec.Command(name, args...)
	cmd.Dir = c.dir
	cmd.Env = append(os.Environ(), inCopy+"=1", "IRI_LONG=", "MAKEFLAGS=")
	out, err := cmd.CombinedOutput()
	return string(out), err
}

func (c clone) must(t *testing.T, name string, args ...string) string {
	t.Helper()
	out, err := c.run(name, args...)
	if err != nil {
		t.Fatalf("%s %s: %v\n%s", name, strings.Join(args, " "), err, out)
	}
	return out
}

// edit replaces a text in a grammar, wherever it is.
func (c clone) edit(t *testing.T, name, old, by string) {
	t.Helper()
	file := filepath.Join(c.dir, "grammar", name+".abnf")
	src, err := os.ReadFile(file)
	if err != nil {
		t.Fatal(err)
	}
	if !strings.Contains(string(src), old) {
		t.Fatalf("%s does not have %q", file, old)
	}
	write(t, file, strings.ReplaceAll(string(src), old, by))
}

// write writes a new grammar.
func (c clone) write(t *testing.T, name, text string) {
	t.Helper()
	write(t, filepath.Join(c.dir, "grammar", name+".abnf"), text)
}

// copyTree copies the module, without the modules beside it.
func copyTree(t *testing.T) string {
	t.Helper()
	dir := t.TempDir()
	err := filepath.WalkDir(".", func(name string, d fs.DirEntry, err error) error {
		if err != nil {
			return err
		}
		if d.IsDir() {
			_, err := os.Stat(filepath.Join(name, "go.mod"))
			// Modules of their own; the tests of the face read examples and the conformance kit.
			other := err == nil && name != filepath.Join("internal", "fast", "asm") && name != "examples" && name != "conformance"
			if name != "." && (d.Name() == ".git" || name == "bin" || other) {
				return filepath.SkipDir
			}
			return os.MkdirAll(filepath.Join(dir, name), 0o777)
		}
		if !d.Type().IsRegular() {
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

func write(t *testing.T, file, text string) {
	t.Helper()
	if err := os.WriteFile(file, []byte(text), 0o666); err != nil {
		t.Fatal(err)
	}
}
