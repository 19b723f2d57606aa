package config

import (
	"fmt"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"

	"github.com/rfc3987/iri"
	"github.com/rfc3987/iri/internal/files/input"
	"github.com/rfc3987/iri/internal/files/table"
	"github.com/rfc3987/iri/internal/work/option"
)

// write writes files into a new folder, makes it the working directory and returns its real path.
func write(t *testing.T, files map[string]string) string {
	t.Helper()
	dir, err := filepath.EvalSymlinks(t.TempDir())
	if err != nil {
		t.Fatal(err)
	}
	for name, text := range files {
		path := filepath.Join(dir, filepath.FromSlash(name))
		if err := os.MkdirAll(filepath.Dir(path), 0o777); err != nil {
			t.Fatal(err)
		}
		if err := os.WriteFile(path, []byte(text), 0o666); err != nil {
			t.Fatal(err)
		}
	}
	t.Chdir(dir)
	return dir
}

// TestFind looks for the file from a folder up to the root of the repository, and not above it.
func TestFind(t *testing.T) {
	write(t, map[string]string{
		"iri.toml": "", "repo/.git/HEAD": "", "repo/a/iri.toml": "", "repo/a/b/x": "", "repo/c/x": "",
		"tree/.git": "gitdir: elsewhere", "tree/iri.toml": "", "tree/a/x": "", "plain/a/x": "", "plain/iri.toml": "",
		"folder/.git/HEAD": "", "folder/iri.toml/x": "", "device/.git/HEAD": "",
	})
	if err := os.Symlink(os.DevNull, "device/iri.toml"); err != nil {
		t.Log(err)
	}
	for _, tt := range []struct{ name, dir, want string }{
		{"where it stands", "repo/a", "iri.toml"},
		{"below", "repo/a/b", "../iri.toml"},
		{"not above the root of the repository", "repo/c", ""},
		{"at the root of a worktree", "tree/a", "../iri.toml"},
		{"outside of a repository in the folder", "plain", "iri.toml"},
		{"and not above it", "plain/a", ""},
		{"a folder of that name", "folder", ""},
		{"what is not a file, such as a pipe", "device", ""},
	} {
		if got, err := find(tt.dir); err != nil || filepath.ToSlash(got) != tt.want {
			t.Errorf("%s: got %s, %v, want %s", tt.name, got, err, tt.want)
		}
	}
}

// TestErrors has files that say something that is not right, with the line.
func TestErrors(t *testing.T) {
	write(t, nil)
	for _, tt := range []struct{ name, text, want string }{
		{"a key", "\nspeck = 'leiri'", `iri.toml:2: there is no key "speck": did you mean "spec"?`},
		{"in UTF-16", "\xff\xfes\x00", "read iri.toml: it is in UTF-16: convert it to UTF-8"},
		{"in UTF-16 from its other end", "\xfe\xff\x00s", "read iri.toml: it is in UTF-16"},
		{"after a byte order mark", "\uFEFF\r\nspeck = 'leiri'", `iri.toml:2: there is no key "speck"`},
		{"a key like none", "zzzzzzzz = 1", `iri.toml:1: there is no key "zzzzzzzz"; there are spec, grammar, rule, `},
		{"a key of files", "[[files]]\nglob = 'a'\nform = 'csv'",
			`iri.toml:3: there is no key "form": did you mean "from"?`},
		{"a table", "[severities]\nport = 'off'", `iri.toml:1: there is no key "severities": did you mean "severity"?`},
		{"a spec", "spec = 'rfc9999'", `iri.toml:1: unknown spec "rfc9999"`},
		{"a rule", "spec = 'leiri'\nrule = 'LEIRl'",
			"iri.toml:2: leiri has no rule \"LEIRl\": did you mean \"LEIRI\"?"},
		{"a code", "[severity]\ncontrol = 'off'\nbidi-egde = 'off'",
			`iri.toml:3: there is no code "bidi-egde": did you mean "bidi-edge"?`},
		{"a rule of the grammar", "[severity]\nport = 'off'", "iri.toml:2: severity port=off: port is a rule of the " +
			"grammar, which is always an error; iri check --baseline"},
		{"a check of grammars", "[severity]\nunusd = 'off'",
			`iri.toml:2: there is no code "unusd": did you mean "unused"?`},
		{"a fault that is always an error", "[severity]\nundefined-rule = 'off'",
			"iri.toml:2: severity undefined-rule=off: a grammar with undefined-rule cannot be used"},
		{"that of files", "[[files]]\nglob = 'a'\n[files.severity]\nunused = 'error'\nsyntax = 'off'",
			"iri.toml:5: severity syntax=off: a grammar with syntax cannot be used"},
		{"a fault of the input", "[severity]\nturtle-syntax = 'off'", "iri.toml:2: turtle-syntax is a fault of the " +
			"input, which is always an error; iri check --baseline FILE"},
		{"a level", "severity = { control = 'fatal' }", `iri.toml:1: "fatal" is not error, warning or off`},
		{"a level of files", "[[files]]\nglob = 'a'\n[files.severity]\n\ncontrol = 'fatal'",
			`iri.toml:5: "fatal" is not error, warning or off`},
		{"what a run fails on", "fail-on = 'warnings'",
			`iri.toml:1: fail-on warnings: choose one of error, warning, never`},
		{"a format", "[[files]]\nglob = 'a'\n[[files]]\nglob = 'b'\nfrom = 'cvs'",
			`iri.toml:5: from: there is no input format "cvs"`},
		{"a charset", "[[files]]\nglob = 'a'\ncharset = 'utf-99'", `iri.toml:3: charset: unknown charset "utf-99"`},
		{"files of another kind", "files = 1",
			"iri.toml:1: files has a value of another kind (integer): it has to be an array of tables"},
		{"files without keys", "files = [{glob = 'a'}, 1]",
			"iri.toml:1: files has a value of another kind (array): it has to be an array of tables"},
		{"no glob", "[[files]]\nfrom = 'csv'", "iri.toml:1: files need a glob"},
		{"files of another kind", "files = [1]", "iri.toml:1: files has a value of another kind (array): it has to be an array of tables"},
		{"a glob of another kind", "[[files]]\nglob = [1]", "iri.toml:2: files need a glob"},
		{"a value of another kind", "\nspec = 3",
			"iri.toml:2: spec has a value of another kind (integer): it has to be a string"},
		{"a string where an array belongs", "exclude = 'a'",
			"iri.toml:1: exclude has a value of another kind (string): it has to be an array of strings"},
		{"a spec and a grammar", "spec = 'leiri'\ngrammar = ['a.abnf']",
			"iri.toml:2: spec and grammar cannot stand together"},
		{"a grammar that is a folder", "\ngrammar = ['a.abnf', '.']",
			`iri.toml:2: grammar "." is a folder, a pipe or a device: name a file`},
		{"a baseline that is a device", "baseline = '" + os.DevNull + "'", `iri.toml:1: baseline "` + os.DevNull +
			`" is a folder, a pipe or a device`},
		{"a context that is a folder", "[context]\n'http://b/' = 'none'\n'http://c/' = '.'",
			`iri.toml:3: context "." is a folder, a pipe or a device`},
		{"a code to fix", "lint = true\nfix = ['pct-cas']",
			`iri.toml:2: there is no code "pct-cas": did you mean "pct-case"?`},
		{"a switch of another kind", "lint = 'yes'",
			"iri.toml:1: lint has a value of another kind (string): it has to be true or false"},
		{"a number of another kind", "max-findings = '3'",
			"iri.toml:1: max-findings has a value of another kind (string): it has to be a number"},
		{"contexts of another kind", "context = 'a.jsonld'", "iri.toml:1: context"},
		{"not TOML", "spec = 'leiri'\nrule", "iri.toml:2: "},
		{"a key twice", "spec = 'leiri'\nspec = 'leiri'", "iri.toml:2: "},
	} {
		if err := os.WriteFile(Name, []byte(tt.text), 0o666); err != nil {
			t.Fatal(err)
		}
		if _, err := Read(Name, false); err == nil || !strings.HasPrefix(err.Error(), tt.want) {
			t.Errorf("%s: got %v, want %s", tt.name, err, tt.want)
		}
	}
	if _, err := Read("none.toml", false); !os.IsNotExist(err) {
		t.Errorf("a file that is not there: %v", err)
	}
}

const whole = `spec = "rfc3987bis"
baseline = "sub/known.json"
exclude = ["old/", "*.bak"]
severity = { all = "off", bidi = "warning", bidi-edge = "error" }

[[files]]
glob = "*.dat"
from = "csv"
columns = ["url"]
split = ";"

[[files]]
glob = ["data/*.dat"]
split = "|"
severity.control = "error"
`

// TestFill fills in options. What flags say counts before the file, what stands later in it before what
// stands above.
func TestFill(t *testing.T) {
	dir := write(t, map[string]string{"iri.toml": whole, "data/a.dat": "", "b.dat": ""})
	c, err := Read(Name, false)
	if err != nil {
		t.Fatal(err)
	}
	flags := c.Flags()
	if c.Flag("spec") != "rfc3987bis" || c.Flag("baseline") != filepath.Join("sub", "known.json") || len(flags) != 2 {
		t.Errorf("flags: %v", flags)
	}
	o := option.Options{Severity: map[iri.Code]iri.Severity{"bidi-mixed": iri.SeverityOff, "control": iri.SeverityWarning}}
	c.fill(&o, false)
	for code, want := range map[iri.Code]iri.Severity{"bidi-mixed": iri.SeverityOff, "bidi-edge": iri.SeverityError,
		"bidi-formatting": iri.SeverityWarning, "control": iri.SeverityWarning, "not-nfc": iri.SeverityOff} {
		if got := o.Severity[code]; got != want {
			t.Errorf("%s: got %s, want %s", code, got, want)
		}
	}
	if got := o.PerFile[1].Severity["control"]; got != iri.SeverityWarning {
		t.Errorf("a flag counts before the severity of a file, got %s", got)
	}
	in, err := Input(&o)
	if err != nil {
		t.Fatal(err)
	}
	own := *in
	in.PerFile(filepath.Join("data", "a.dat"), &own)
	columns := input.FormatOptions[table.Options](&own).Columns
	if own.From.String() != "csv" || own.Split != "|" || !slices.Equal(columns, []string{"url"}) {
		t.Errorf("data/a.dat: got %s, %q, %q", own.From, own.Split, columns)
	}
	given := option.Options{Split: ","}
	c.fill(&given, false)
	if in, err = Input(&given); err != nil {
		t.Fatal(err)
	}
	own = *in
	in.PerFile("b.dat", &own)
	if own.From.String() != "csv" || own.Split != "," {
		t.Errorf("b.dat with a flag: got %s, %q", own.From, own.Split)
	}
	for path, want := range map[string]bool{"old": true, "a.bak": true, "data": false} {
		if got := in.Leave(filepath.Join(dir, path), path != "a.bak"); got != want {
			t.Errorf("%s is left out: %t", path, got)
		}
	}
	var none *Config
	var zero option.Options
	if none.fill(&zero, false); zero.PerFile != nil || none.Flags() != nil {
		t.Errorf("no file says something: %v", zero)
	}
}

// TestShow says where values come from.
func TestShow(t *testing.T) {
	write(t, map[string]string{"iri.toml": whole, "data/a.dat": ""})
	c, err := Read(Name, false)
	if err != nil {
		t.Fatal(err)
	}
	rows, err := c.Show(filepath.Join("data", "a.dat"), true, c)
	if err != nil {
		t.Fatal(err)
	}
	for _, want := range []Row{
		{"spec", "rfc3987bis", "iri.toml:1"}, {"rule", "IRI", "default"}, {"exclude", `["old/", "*.bak"]`,
			"iri.toml:3"},
		{"from", "csv", "iri.toml:8"}, {"columns", `["url"]`, "iri.toml:9"}, {"split", "|", "iri.toml:14"},
		{"severity.control", "error", "iri.toml:15"}, {"severity.bidi-edge", "error", "iri.toml:4"},
		{"severity.bidi-mixed", "warning", "iri.toml:4"}, {"severity.not-nfc", "off", "iri.toml:4"},
	} {
		if !slices.Contains(rows, want) {
			t.Errorf("%v is missing: %v", want, rows)
		}
	}
	for _, tt := range []struct {
		text string
		want []Row
	}{
		{"lint = true\n[severity]\nunused = 'off'\nnot-nfc = 'error'\n", []Row{
			{"severity.unused", "off", "iri.toml:3"}, {"severity.ambiguous", "warning",
				"iri.toml:1"}, {"severity.shadowed", "warning", "default"},
			{"severity.not-nfc", "error", "iri.toml:4"}, {"severity.pct-case", "warning", "iri.toml:1"},
		}},
		{"suspicious = true", []Row{{"severity.suspicious-template", "warning", "iri.toml:1"},
			{"severity.pct-case", "off", "default"}}},
		{"severity = { all = 'error' }\ngrammar-only = true", []Row{{"severity.control", "off", "iri.toml:2"},
			{"severity.unused", "warning", "default"}}},
	} {
		if err := os.WriteFile(Name, []byte(tt.text), 0o666); err != nil {
			t.Fatal(err)
		}
		if c, err = Read(Name, false); err != nil {
			t.Fatal(err)
		}
		if rows, err = c.Show("a.abnf", true, c); err != nil {
			t.Fatal(err)
		}
		for _, want := range tt.want {
			if !slices.Contains(rows, want) {
				t.Errorf("%s: %v is missing: %v", tt.text, want, rows)
			}
		}
	}
	var none *Config
	if rows, err = none.Show("", true, none); err != nil ||
		!slices.Contains(rows, Row{"severity.userinfo-password", "warning", "default"}) {
		t.Errorf("without a file: %v, %v", rows, err)
	}
}

// TestOutside holds that a file names others only in its repository, whatever links lead there, unless it is trusted.
func TestOutside(t *testing.T) {
	dir := write(t, map[string]string{
		"x.abnf": "x = %x78\n", "b.json": "", "c.jsonld": "{}", "repo/.git/HEAD": "", "repo/in.abnf": "x = %x78\n",
		"repo/a/iri.toml": "", "plain/x.abnf": "x = %x78\n",
		"repo/a/c.jsonld": "{}",
	})
	for link, to := range map[string]string{
		"repo/a/link.abnf": "../../x.abnf", "repo/a/folder": "../..", "repo/a/inside.abnf": "../in.abnf",
		"repo/a/b.json": "../../b.json", "repo/a/none.json": "../../none.json",
	} {
		if err := os.Symlink(to, link); err != nil {
			t.Skip(err)
		}
	}
	for _, tt := range []struct{ name, file, text, want string }{
		{"a grammar in the folder", "repo/a/iri.toml", "grammar = ['inside.abnf']", ""},
		{"a grammar in the repository", "repo/a/iri.toml", "grammar = ['../in.abnf']", ""},
		{"a grammar outside", "repo/a/iri.toml", "grammar = ['../in.abnf', '../../x.abnf']",
			"iri.toml:1: grammar \"../../x.abnf\" is outside of the repository"},
		{"a whole path", "repo/a/iri.toml", "grammar = ['" + dir + "/x.abnf']", "is outside"},
		{"a link", "repo/a/iri.toml", "grammar = ['link.abnf']", "is outside"},
		{"a link to a folder", "repo/a/iri.toml", "lint = true\ngrammar = ['folder/x.abnf']", "iri.toml:2: "},
		{"a context", "repo/a/iri.toml", "[context]\n'http://e/' = 'c.jsonld'\n'http://e/b' = '../../c.jsonld'",
			"iri.toml:3: context"},
		{"a baseline", "repo/a/iri.toml", "baseline = '../../b.json'", "is outside"},
		{"a baseline by a link", "repo/a/iri.toml", "baseline = 'b.json'", "is outside"},
		{"a baseline in the repository that is not there yet", "repo/a/iri.toml", "baseline = 'new.json'", ""},
		{"a baseline outside that is not there yet", "repo/a/iri.toml", "baseline = '../../new.json'", "is outside"},
		{"a baseline by a link that leads nowhere, in whose place it is written", "repo/a/iri.toml",
			"baseline = 'none.json'", ""},
		{"a baseline in .git", "repo/a/iri.toml", "baseline = '../.git/config'", "is in the folder .git"},
		{"a new baseline in .git", "repo/a/iri.toml", "baseline = '../.git/new'", "is in the folder .git"},
		{"outside of a repository in the folder", "plain/iri.toml", "grammar = ['x.abnf']", ""},
		{"outside of a repository elsewhere", "plain/iri.toml", "grammar = ['../x.abnf']", "is outside"},
	} {
		if err := os.WriteFile(tt.file, []byte(tt.text), 0o666); err != nil {
			t.Fatal(err)
		}
		for _, trusted := range []bool{false, true} {
			_, err := Read(tt.file, trusted)
			if got := fmt.Sprint(err); tt.want == "" || trusted {
				if err != nil {
					t.Errorf("%s, trusted %v: %v", tt.name, trusted, err)
				}
			} else if !strings.Contains(got, tt.want) {
				t.Errorf("%s: got %s, want %s", tt.name, got, tt.want)
			}
		}
	}
}

// TestLimits holds that a file has at most so many bytes and keys.
func TestLimits(t *testing.T) {
	write(t, nil)
	var keys strings.Builder
	for i := range maxKeys + 1 {
		fmt.Fprintf(&keys, "k%d = 1\n", i)
	}
	for _, tt := range []struct{ name, text, want string }{
		{"bytes", strings.Repeat("# comment\n", maxText/10+1), "it is too long"},
		{"keys", keys.String(), "iri.toml:10001: there are more than 10000 keys"},
	} {
		if err := os.WriteFile(Name, []byte(tt.text), 0o666); err != nil {
			t.Fatal(err)
		}
		if _, err := Read(Name, false); err == nil || !strings.Contains(err.Error(), tt.want) {
			t.Errorf("%s: got %v, want %s", tt.name, err, tt.want)
		}
	}
}

// TestNearest finds the nearest of several folders above a file.
func TestNearest(t *testing.T) {
	at := func(name string) string { return filepath.Join(string(filepath.Separator), filepath.FromSlash(name)) }
	o := &option.Options{Folder: at("r/own")}
	for _, folder := range []string{"r", "r/a", "r/a/b", "r/own"} {
		o.Nested = append(o.Nested, option.Options{Folder: at(folder)})
	}
	n := newNesting(o)
	for path, want := range map[string]int{"r/x": 0, "r/ab/x": 0, "r/a/x": 1, "r/a": 0, "r/a/b": 1, "r/a/b/c/d": 2,
		"x": -1, "r/own/x": -1, "r/own/a/x": -1} {
		if got := n.ofPath(at(path)); got != want {
			t.Errorf("%s: got %d, want %d", path, got, want)
		}
	}
	if newNesting(new(option.Options)).of("x") != -1 {
		t.Error("a file has an iri.toml where there is none")
	}
}
