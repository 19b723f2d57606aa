package main

import (
	"bytes"
	"compress/gzip"
	"errors"
	"fmt"
	"html"
	"os"
	"os/exec"
	"path/filepath"
	"strings"
	"testing"

	"github.com/klauspost/compress/zstd"

	"github.com/rfc3987/iri/internal/testkit/reftest"
)

// bin is the folder of the commands that the tests run.
var bin string

func TestMain(m *testing.M) {
	os.Exit(func() int {
		dir, err := os.MkdirTemp("", "iri-beam")
		if err != nil {
			fmt.Fprintln(os.Stderr, err)
			return 1
		}
		defer os.RemoveAll(dir)
		bin = dir
		for _, build := range []struct{ in, what string }{
			{".", "."},
			{".", "github.com/apache/beam/sdks/v2/go/cmd/prism"},
			{".", "github.com/apache/beam/sdks/v2/go/container"},
			{"../../..", "./cmd/iri"}, // the module of the command iri
		} {
			cmd := exec.Command("go", "build", "-o", dir+"/", build.what)
			cmd.Dir = build.in
			if out, err := cmd.CombinedOutput(); err != nil {
				fmt.Fprintf(os.Stderr, "%v: %v\n%s", cmd, err, out)
				return 1
			}
		}
		return m.Run()
	}())
}

// runCommand runs a command and returns what it writes and its exit status.
func runCommand(t *testing.T, name string, args ...string) (stdout, stderr string, status int) {
	t.Helper()
	for range 3 {
		var out, errs bytes.Buffer
		cmd := exec.Command(filepath.Join(bin, name), args...)
		cmd.Stdout, cmd.Stderr = &out, &errs
		err := cmd.Run()
		var exit *exec.ExitError
		if err != nil && !errors.As(err, &exit) {
			t.Fatal(err)
		}
		stdout, stderr, status = out.String(), errs.String(), cmd.ProcessState.ExitCode()
		// prism failed of itself: see runPipeline in ../../iribeam
		if !strings.Contains(stderr, "worker.(*W).NextInst") {
			break
		}
	}
	return stdout, stderr, status
}

// files writes one file of each format and compression, and returns their folder.
func files(t *testing.T) string {
	t.Helper()
	dir := t.TempDir()
	var lines, nquads strings.Builder
	for i := range 3000 {
		switch i % 10 {
		case 3:
			fmt.Fprintf(&lines, "http://h%d:8a/\n", i%17)
		case 4:
			fmt.Fprintf(&lines, "foo%d://u:p@h/ b\r\n", i%5)
		case 5:
			lines.WriteString("\n")
		default:
			fmt.Fprintf(&lines, "https://résumé.example/%d\n", i)
		}
		fmt.Fprintf(&nquads, "<http://a/%d> <http://a/p\\u0020> \"x\"^^<http://h:%dx/> <http://g/\\u00e9> .\n", i, i)
		if i%50 == 0 {
			nquads.WriteString("this is not a statement\n# but this is a comment\n")
		}
	}
	var gz, zst bytes.Buffer
	g := gzip.NewWriter(&gz)
	g.Write([]byte(lines.String()))
	g.Close()
	z, err := zstd.NewWriter(&zst)
	if err != nil {
		t.Fatal(err)
	}
	z.Write([]byte(lines.String()))
	z.Close()
	for name, data := range map[string]string{
		"lines.txt":     lines.String(),
		"lines.txt.gz":  gz.String(),
		"lines.txt.zst": zst.String(),
		"members.gz":    gz.String() + gz.String(),
		"dump.nq":       nquads.String(),
		"dump.nt":       "<http://a/s> <http://a/p> <http://h:8a/> .\nbad\n",
		"a.jsonl": "\"http://h:8a/\"\n{\"iri\":\"a b\",\"base\":\"http://h/\"}\n" +
			"{\"iri\":\"x\",\"rule\":\"none\"}\n{\n",
		"a.csv":     "url,n\nhttp://h:8a/,1\n\"http://h/\nb\",2\n",
		"a.html":    "<base href='http://h/'><a href='a b'>x</a><img src='//h:8a/'>",
		"a.xml":     "<urlset><url><loc>http://h:8a/</loc></url></urlset>",
		"empty.txt": "",
		// The last of the folder: iri reports a comment that ignores nothing at the end of a run.
		"z.ttl": "# iri-ignore port: it is known\n<http://h:8a/> a <http://e/t> .\n# iri-ignore port: for " +
			"nothing\n<http://e/> a <http://e/t> .\n",
		"suspicious.txt": "http://example.org@evil.example/\nhttp://e/%3Cscript%3E\nhttp://user@bank.example/\n",
	} {
		if err := os.WriteFile(filepath.Join(dir, name), []byte(data), 0o666); err != nil {
			t.Fatal(err)
		}
	}
	packed, err := os.ReadFile("testdata/lines.txt.bz2")
	if err != nil {
		t.Fatal(err)
	}
	if err := os.WriteFile(filepath.Join(dir, "packed.bz2"), packed, 0o666); err != nil {
		t.Fatal(err)
	}
	return dir
}

// read returns what the files of a pattern hold, in the order of their names.
func read(t *testing.T, pattern string) string {
	t.Helper()
	names, err := filepath.Glob(pattern)
	if err != nil {
		t.Fatal(err)
	}
	var b strings.Builder
	for _, name := range names {
		data, err := os.ReadFile(name)
		if err != nil {
			t.Fatal(err)
		}
		b.Write(data)
	}
	return b.String()
}

// compare runs iri check and iri-beam check over the same files, and compares the
// summaries, the objects of all inputs with findings, and the exit statuses.
func compare(t *testing.T, paths, flags, beamFlags []string) {
	t.Helper()
	out := t.TempDir()
	var iriArgs, beamArgs []string
	for _, p := range paths {
		iriArgs, beamArgs = append(iriArgs, "-f", p), append(beamArgs, "--input", p)
	}
	iriArgs = append(append(iriArgs, "--format", "json"), flags...)
	beamArgs = append(append(append([]string{"check", "--output", out}, beamArgs...), flags...), beamFlags...)
	want, _, wantStatus := runCommand(t, "iri", append([]string{"check", "--summary-only"}, iriArgs...)...)
	got, messages, status := runCommand(t, "iri-beam", beamArgs...)
	if got != want || status != wantStatus {
		t.Errorf("got  %s\nwant %s\nstatus %d, want %d\n%s", got, want, status, wantStatus, messages)
	}
	all, _, _ := runCommand(t, "iri", append([]string{"check", "--no-summary"}, iriArgs...)...)
	var found strings.Builder
	for line := range strings.Lines(all) {
		if !strings.Contains(line, `"findings":[]`) && !strings.HasPrefix(line, `{"summary":`) {
			found.WriteString(line)
		}
	}
	if got := read(t, filepath.Join(out, "findings-*")); got != found.String() {
		t.Errorf("got %d bytes of findings, want %d: %.300s", len(got), found.Len(), got)
	}
	if left, _ := filepath.Glob(filepath.Join(out, ".iri-beam*")); len(left) > 0 {
		t.Errorf("%q are left", left)
	}
}

// TestCheck checks that nothing is lost and nothing counted twice, for all formats and
// compressions.
func TestCheck(t *testing.T) {
	dir := files(t)
	at := func(names ...string) []string {
		for i := range names {
			names[i] = filepath.Join(dir, names[i])
		}
		return names
	}
	corrupt := t.TempDir()
	gz := read(t, filepath.Join(dir, "lines.txt.gz"))
	for name, data := range map[string]string{"a.txt": "a:b\n", "b.txt.gz": gz[:len(gz)/2], "c.txt": "1a:b\n"} {
		if err := os.WriteFile(filepath.Join(corrupt, name), []byte(data), 0o666); err != nil {
			t.Fatal(err)
		}
	}
	grammar := filepath.Join(t.TempDir(), "own.abnf")
	if err := os.WriteFile(grammar, []byte("top = 1*%x61-7A \":\" *VCHAR\nVCHAR = %x21-7E\n"), 0o666); err != nil {
		t.Fatal(err)
	}
	tests := []struct {
		name             string
		paths            []string
		flags, beamFlags []string
	}{
		{name: "folder of all formats", paths: []string{dir}},
		{name: "folder of all formats in parts", paths: []string{dir}, beamFlags: []string{"--split-size", "4000"}},
		{name: "plain", paths: at("lines.txt")},
		{name: "gzip", paths: at("lines.txt.gz")},
		{name: "gzip of two members", paths: at("members.gz")},
		{name: "zstd", paths: at("lines.txt.zst")},
		{name: "bzip2", paths: at("packed.bz2")},
		{name: "severity, by host", paths: at("lines.txt"), flags: []string{"--severity", "userinfo-password=error",
			"--hosts"}},
		{name: "lint, max findings", paths: at("lines.txt"), flags: []string{"--lint", "--max-findings", "1"}},
		{name: "guess", paths: at("lines.txt"), flags: []string{"--guess"}},
		{name: "suspicious", paths: at("suspicious.txt"), flags: []string{"--suspicious"}},
		{name: "short IRIs only", paths: at("lines.txt"), flags: []string{"--max-item", "20"},
			beamFlags: []string{"--split-size", "5000"}},
		{name: "other spec and rule", paths: at("lines.txt"), flags: []string{"--spec", "rfc3986", "--rule",
			"URI-reference"}},
		{name: "own grammar", paths: at("lines.txt"), flags: []string{"--grammar", grammar}},
		{name: "format by flag", paths: at("dump.nq"), flags: []string{"--from", "lines"}},
		{name: "column", paths: at("a.csv"), flags: []string{"--column", "url"}},
		{name: "short lines only", paths: at("lines.txt"), flags: []string{"--max-line", "20"},
			beamFlags: []string{"--split-size", "99"}},
		{name: "comments that say what is meant", paths: at("z.ttl")},
		{name: "the same, reported", paths: at("z.ttl"), flags: []string{"--no-ignore"}},
		{name: "corrupt file", paths: []string{corrupt}},
		{name: "missing file", paths: at("lines.txt", "missing")},
	}
	for _, tt := range tests {
		t.Run(tt.name, func(t *testing.T) { compare(t, tt.paths, tt.flags, tt.beamFlags) })
	}
	t.Run("a corrupt file is named with its offset", func(t *testing.T) {
		_, messages, status := runCommand(t, "iri-beam", "check", "--summary-only", "--input",
			filepath.Join(corrupt, "b.txt.gz"), "--output", t.TempDir())
		if status != 2 || !strings.Contains(messages, "b.txt.gz: the gzip data ends too soon at or before byte ") {
			t.Errorf("status %d, %s", status, messages)
		}
	})
}

// TestFilterAndFix checks that the shards, put together, are what iri writes.
func TestFilterAndFix(t *testing.T) {
	dir := files(t)
	for _, name := range []string{"lines.txt", "lines.txt.gz", "dump.nq", "a.csv"} {
		t.Run(name, func(t *testing.T) {
			file, bad := filepath.Join(dir, name), filepath.Join(t.TempDir(), "bad")
			for _, reasons := range []string{"comments", "json", "none"} {
				out := t.TempDir()
				want, _, wantStatus := runCommand(t, "iri", "filter", "-f", file, "--rejects", bad, "--reasons", reasons)
				_, messages, status := runCommand(t, "iri-beam", "filter", "--input", file, "--output", out,
					"--reasons", reasons, "--split-size", "5000")
				if got := read(t, filepath.Join(out, "good-*")); got != want || status != wantStatus {
					t.Errorf("%s: got %.200q, want %.200q; status %d, want %d: %s", reasons, got, want, status, wantStatus, messages)
				}
				if got, want := read(t, filepath.Join(out, "rejected-*")), read(t, bad); got != want {
					t.Errorf("%s: rejected: got %.300q, want %.300q", reasons, got, want)
				}
			}
			out := t.TempDir()
			for _, flag := range []string{"--guess=false", "--guess"} {
				want, _, wantStatus := runCommand(t, "iri", "fix", flag, "-f", file)
				_, messages, status := runCommand(t, "iri-beam", "fix", flag, "--input", file, "--output", out, "--split-size", "5000")
				if got := read(t, filepath.Join(out, "results-*")); got != want || status != wantStatus {
					t.Errorf("fix %s: got %.200q, want %.200q; status %d, want %d: %s", flag, got, want, status, wantStatus, messages)
				}
				out = t.TempDir()
			}
		})
	}
}

// TestConvert checks each conversion on a file of lines.
func TestConvert(t *testing.T) {
	tests := []struct {
		command     string
		flags       []string
		input, want string
	}{
		{"to-uri", nil, "http://h/é\n/a b\n", "http://h/%C3%A9\n/a b\n"},
		{"to-uri", []string{"--lenient", "--host", "idna"}, "http://bücher.example/é b\n",
			"http://xn--bcher-kva.example/%C3%A9%20b\n"},
		{"to-iri", nil, "http://h/%C3%A9\r\nhttp://h/é\n", "http://h/é\r\nhttp://h/é\n"},
		{"to-iri", []string{"--display"}, "http://xn--bcher-kva.example/\n", "http://bücher.example/\n"},
		{"to-uri", []string{"--query-charset", "shift_jis"}, "http://e/?q=日本\n", "http://e/?q=%93%FA%96%7B\n"},
		{"to-iri", []string{"--spec", "rfc3986"}, "http://h/%C3%A9%7E\n", "http://h/%C3%A9~\n"},
		{"from-leiri", []string{"--lenient"}, "http://h/% \n", "http://h/%%20\n"},
		{"normalize", []string{"--nfc"}, "/e\u0301\n", "/é\n"},
		{"from-leiri", nil, "http://h/a b\n", "http://h/a%20b\n"},
		{"normalize", nil, "HTTP://H:80/./%7e", "http://h/~\n"},
		{"normalize", []string{"--ignore-fragment", "--urn-equivalence"}, "/a#b\nurn:a:b?=c\n", "/a\nurn:a:b\n"},
		{"normalize", []string{"--to", "case"}, "HTTP://H:80/./%7e\n", "http://h:80/./%7E\n"},
	}
	for _, tt := range tests {
		t.Run(tt.command+" "+strings.Join(tt.flags, " "), func(t *testing.T) {
			in, out := filepath.Join(t.TempDir(), "a.txt"), t.TempDir()
			if err := os.WriteFile(in, []byte(tt.input), 0o666); err != nil {
				t.Fatal(err)
			}
			_, messages, _ := runCommand(t, "iri-beam", append([]string{tt.command, "--input", in, "--output", out}, tt.flags...)...)
			if got := read(t, filepath.Join(out, "results-*")); got != tt.want {
				t.Errorf("got %q, want %q: %s", got, tt.want, messages)
			}
		})
	}
}

// TestRewriteFormats compares what becomes of files of all formats with what the command iri
// makes of them.
func TestRewriteFormats(t *testing.T) {
	files := map[string]string{
		"a.ttl": "@prefix ex: <http://e/é/> .\nex:a ex:b <http://e/ü> , ex:ö , <http://e/a b> .\n<rel> a ex:c .\n",
		"a.nq":  "<http://e/\\u00e9> <http://e/p> \"<x y>\" <http://e/g é> .\n",
		"a.rdf": "<rdf:RDF xmlns:rdf=\"http://www.w3.org/1999/02/22-rdf-syntax-ns#\"><rdf:Description " +
			"rdf:about=\"http://e/&#xE9;?a&amp;é b\"/></rdf:RDF>\n",
		"a.html": "<a href='/é?a&amp;b'>x</a><img src=\"/a|b\">\n",
		"a.csv":  "n,iri\n1,\"http://e/\"\"é\"\n,\n",
		"a.json": "{\"iri\":\"http://e/\\u00e9\"}\n\"http://e/a b\"\n",
	}
	// What is filled in later, and what is left of other notations, stays in each format.
	for _, mark := range append([]string{"a[b", "a^b", " https://e.example/"}, reftest.FilledIn...) {
		text := "https://h.example/" + mark
		files["b.html"] += `<a href="` + html.EscapeString(text) + "\">x</a>\n"
		files["b.md"] += "[x](<" + strings.NewReplacer("<", `\<`, ">", `\>`).Replace(text) + ">)\n"
		files["b.yaml"] += "- url: '" + strings.ReplaceAll(text, "'", "''") + "'\n"
		files["b.txt"] += text + "\n"
	}
	dir := t.TempDir()
	for name, text := range files {
		in := filepath.Join(dir, name)
		if err := os.WriteFile(in, []byte(text), 0o666); err != nil {
			t.Fatal(err)
		}
		for _, command := range []string{"to-uri", "normalize", "fix"} {
			t.Run(command+" "+name, func(t *testing.T) {
				flags := []string{command}
				if name == "a.csv" {
					flags = append(flags, "--column", "iri")
				}
				want, _, _ := runCommand(t, "iri", append(flags, "-f", in)...)
				out := t.TempDir()
				_, messages, _ := runCommand(t, "iri-beam", append(flags, "--input", in, "--output", out)...)
				got := read(t, filepath.Join(out, "results-*"))
				if isLeft := strings.HasPrefix(name, "b.") && name != "b.txt"; got != want || isLeft && got != text {
					t.Errorf("got %q, want %q: %s", got, want, messages)
				}
			})
		}
	}
}

// TestForms compares results that are written alone, or with their inputs, with what the command iri prints.
func TestForms(t *testing.T) {
	dir := files(t)
	if err := os.WriteFile(filepath.Join(dir, "n.null"), []byte("http://e/\té\x00\x00http://h:8a/\x00http://e/x"), 0o666); err != nil {
		t.Fatal(err)
	}
	for _, args := range []string{"to-uri lines.txt", "fix dump.nq", "normalize a.csv", "fix n.null --from null",
		"to-uri empty.txt"} {
		command, more, _ := strings.Cut(args, " ")
		name, from, _ := strings.Cut(more, " ")
		for form, ending := range map[string]string{"--list": "", "--format tsv": ".tsv", "--format json": ".jsonl"} {
			out, flags := t.TempDir(), append(strings.Fields(form), strings.Fields(from)...)
			want, _, wantStatus := runCommand(t, "iri", append([]string{command, "-f", filepath.Join(dir, name)}, flags...)...)
			_, messages, status := runCommand(t, "iri-beam",
				append([]string{command, "--split-size", "5000", "--input", filepath.Join(dir, name), "--output", out}, flags...)...)
			if got := read(t, filepath.Join(out, "results-*"+ending)); got != want || status != wantStatus {
				t.Errorf("%s %s: got %.300q\nwant %.300q\nstatus %d, want %d: %s", args, form, got, want, status, wantStatus, messages)
			}
		}
	}
}

// TestUsage checks wrong command lines.
func TestUsage(t *testing.T) {
	full := t.TempDir()
	if err := os.WriteFile(filepath.Join(full, "x"), nil, 0o666); err != nil {
		t.Fatal(err)
	}
	tests := []struct {
		name, args, want string
	}{
		{"no command", "--input a", "name a command"},
		{"unknown command", "chekc --input a", `unknown command "chekc": choose one of check, filter`},
		{"no input", "check --output o", "--input"},
		{"no output", "check --input a", "--output"},
		{"a word", "check --input a --output o b", `"b" is not a flag`},
		{"unknown flag", "check --nput a", `unknown flag "nput": did you mean "input"?`},
		{"a value that is not one", "check --hosts=perhaps", "--help"},
		{"a suffix for names that are kept", "fix --input a --output o --suffix .x --keep-names",
			"--suffix .x and --keep-names cannot stand together"},
		{"unknown compression", "fix --input a --output o --compress bzip2",
			"--compress bzip2: choose one of none, gzip, zstd"},
		{"unknown spec", "check --input a --output o --spec x", `unknown spec "x"`},
		{"unknown rule", "check --input a --output o --rule x", `no rule "x"`},
		{"unknown code", "check --input a --output o --severity x=off", `no code "x"`},
		{"grammar code", "check --input a --output o --severity port=off", "rule of the grammar"},
		{"unknown level", "check --input a --output o --severity port=loud",
			"--severity port=loud: \"loud\" is not error, warning or off"},
		{"a line of no bytes", "check --input a --output o --max-line 0", "--max-line 0: must be at least 1"},
		{"an IRI of no bytes", "check --input a --output o --max-item 0", "--max-item 0: must be at least 1"},
		{"less than no findings", "check --input a --output o --max-findings -1", "must not be negative"},
		{"spec and grammar", "check --input a --output o --spec leiri --grammar x", "leave one out"},
		{"unknown format", "check --input a --output o --from x", `no input format "x"`},
		{"parts of no bytes", "check --input a --output o --split-size 0", "at least 1"},
		{"unknown runner", "check --input a --output o --runner x",
			"--runner x: there is no such runner: choose prism, universal"},
		{"no time for the job server", "check --input a --output o --connect-timeout 0s",
			"--connect-timeout 0s: must be more than 0"},
		{"unknown form of results", "fix --input a --output o --format sarif",
			"--format sarif: choose one of text, json, tsv"},
		{"unknown reasons", "filter --input a --output o --reasons x", "comments, json, none"},
		{"unknown code to fix", "fix --input a --output o --fix x", `no code "x"`},
		{"LEIRI of LEIRIs", "from-leiri --input a --output o --spec leiri",
			"--spec leiri: the input is a LEIRI in any case"},
		{"a part of a reference", "to-iri --input a --output o --rule host",
			"--rule host: choose a rule for whole references"},
		{"unknown charset", "to-uri --input a --output o --charset x", `--charset: unknown charset "x"`},
		{"unknown rung", "normalize --input a --output o --to x", `"x"`},
		{"unknown mapping", "to-uri --input a --output o --host x", "--host x: choose one of percent, idna"},
		{"output of another run", "check --input a --output " + full, "choose an empty folder"},
	}
	for _, tt := range tests {
		t.Run(tt.name, func(t *testing.T) {
			stdout, stderr, status := runCommand(t, "iri-beam", strings.Fields(tt.args)...)
			if status != 2 || stdout != "" || !strings.Contains(stderr, tt.want) {
				t.Errorf("status %d, %q, %q; want 2 and %q", status, stdout, stderr, tt.want)
			}
		})
	}
	if stdout, stderr, status := runCommand(t, "iri-beam", "--help"); status != 0 ||
		!strings.Contains(stdout+stderr, "--split-size") {
		t.Errorf("help: status %d, %s%s", status, stdout, stderr)
	}
}
