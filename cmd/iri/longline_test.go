package main

import (
	"bytes"
	"encoding/json"
	"fmt"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"

	"github.com/rfc3987/iri/internal/files/input"
	"github.com/rfc3987/iri/internal/ref/spec"
	"github.com/rfc3987/iri/internal/testkit"
	"github.com/rfc3987/iri/internal/verdict/check"
	"github.com/rfc3987/iri/internal/verdict/finding"
	"github.com/rfc3987/iri/internal/work/checks"
	"github.com/rfc3987/iri/internal/work/config"
	"github.com/rfc3987/iri/internal/work/render"
	"github.com/rfc3987/iri/internal/work/run"
)

// TestLongLines holds that long lines, whose output is flushed in pieces, have the same
// output as short ones.
func TestLongLines(t *testing.T) {
	dir := t.TempDir()
	long := strings.Repeat("long/", 300_000)
	good := "http://example.org/" + long
	spaced := "http://example.org/" + long + " " + long
	piped := "http://example.org/" + long + "|x"
	file := filepath.Join(dir, "long.txt")
	if err := os.WriteFile(file, []byte(good+"\n"+spaced+"\na:b\n"+piped+"\n"+good), 0o666); err != nil {
		t.Fatal(err)
	}
	record := func(line int, s string) *input.Item {
		return &input.Item{Text: s, Raw: []byte(s), Source: file, Format: input.Lines, Place: input.Place{Line: line, Col: 1}}
	}
	checker := checks.NewChecker(config.Target{Spec: spec.RFC3987, Rule: spec.RFC3987.Top()})
	object := func(line int, s string) string {
		checked := checker.Check(record(line, s))
		return string(render.AppendJSON(nil, &checker.Target, record(line, s), &checked))
	}
	comment := func(line int, s string) string {
		f := check.Report(s, spec.RFC3987.Top(), new(finding.Run)).Findings[0]
		return fmt.Sprintf("# %s:%d:%d: error[%s]: %s\n", file, line, f.Start+1, f.Code, f.Message)
	}
	findings := func(s string) []finding.Finding {
		rule := spec.RFC3987.Reference()
		return check.Report(s, rule, new(finding.Run)).Findings
	}
	result := func(line int, in, out string, findings []finding.Finding) string {
		return string(render.AppendConverted(nil, record(line, in), &run.Checked{Findings: findings}, in, out))
	}
	rejects := filepath.Join(dir, "rejects")
	tests := []struct {
		name    string
		args    []string
		want    string
		rejects string
		status  exitStatus
	}{
		{"check", []string{"check", "--unbuffered", "--format", "json"}, object(1, good) + object(2, spaced) +
			object(3, "a:b") + object(4, piped) + object(5, good), "", statusFound},
		{"filter", []string{"filter", "--rejects", rejects}, good + "\na:b\n" + good,
			comment(2, spaced) + spaced + "\n" + comment(4, piped) + piped + "\n", statusFound},
		{"filter without reasons", []string{"filter", "--rejects", rejects, "--reasons", "none"}, good + "\na:b\n" +
			good, spaced + "\n" + piped + "\n", statusFound},
		{"conversion as json", []string{"normalize", "--from", "lines", "--format", "json"},
			result(1, good, good, nil) + result(2, spaced, "", findings(spaced)) +
				result(3, "a:b", "a:b", nil) + result(4, piped, "", findings(piped)) +
				result(5, good, good, nil), "", statusFound},
		{"fix as json", []string{"fix", "--format", "json"}, result(1, good, good, nil) +
			result(2, spaced, strings.Replace(spaced, " ", "%20", 1), nil) +
			result(3, "a:b", "a:b", nil) + result(4, piped, strings.Replace(piped, "|", "%7C", 1), nil) +
			result(5, good, good, nil), "", 0},
		{"fix", []string{"fix"}, good + "\n" + strings.Replace(spaced, " ", "%20", 1) + "\na:b\n" +
			strings.Replace(piped, "|", "%7C", 1) + "\n" + good, "", 0},
	}
	for _, tt := range tests {
		t.Run(tt.name, func(t *testing.T) {
			var out, errs bytes.Buffer
			status := execute(testApp(&out, &errs), append(tt.args, "-f", file))
			if status != int(tt.status) {
				t.Errorf("status %d, want %d: %.200s", status, tt.status, errs.String())
			}
			differ(t, "the output", out.String(), tt.want)
			if tt.rejects != "" {
				got, err := os.ReadFile(rejects)
				if err != nil {
					t.Fatal(err)
				}
				differ(t, "the rejects", string(got), tt.rejects)
			}
		})
	}
}

// TestLongLinesToURI holds the same for a conversion of many lines at the same time.
func TestLongLinesToURI(t *testing.T) {
	file := filepath.Join(t.TempDir(), "long.txt")
	long := "http://example.org/" + strings.Repeat("é", 500_000)
	for _, end := range []string{"\n", "\r\n"} {
		if err := os.WriteFile(file, []byte("a:字"+end+end+"a:"+long+end+long+end+"a:é"), 0o666); err != nil {
			t.Fatal(err)
		}
		var out, errs bytes.Buffer
		if status := execute(testApp(&out, &errs), []string{"to-uri", "--list", "-f", file}); status != 0 {
			t.Errorf("status %d: %.200s", status, errs.String())
		}
		uri := strings.ReplaceAll(long, "é", "%C3%A9")
		differ(t, "the list", out.String(), "a:%E5%AD%97\na:"+uri+"\n"+uri+"\na:%C3%A9\n")
		out.Reset()
		if status := execute(testApp(&out, &errs), []string{"to-uri", "-f", file}); status != 0 {
			t.Errorf("status %d: %.200s", status, errs.String())
		}
		differ(t, "the output", out.String(), "a:%E5%AD%97"+end+end+"a:"+uri+end+uri+end+"a:%C3%A9")
	}
}

// TestLongConversions holds that conversions in parts give the same as those of short
// lines, in both formats, and that a line without a result does not stop the run.
func TestLongConversions(t *testing.T) {
	testkit.StatesRFC(t, "s://h/p")
	file := filepath.Join(t.TempDir(), "long.txt")
	path := strings.Repeat("/%C3%A9%7E", 100_000)
	content := "http://EXAMPLE.org:80" + path + "?" + path + "#" + path + "\n" +
		"http://example.org/a/.." + path + "\n" + path + "\n" + "http://h:8a" + path + "\n" + "a:%7E\n"
	if err := os.WriteFile(file, []byte(content), 0o666); err != nil {
		t.Fatal(err)
	}
	decoded := strings.Repeat("/é~", 100_000)
	tests := []struct {
		command string
		want    []string
	}{
		{"normalize", []string{"http://example.org" + decoded + "?" + decoded + "#" + decoded, "http://example.org" +
			decoded, decoded, "a:~"}},
		{"to-iri", []string{"http://EXAMPLE.org:80" + decoded + "?" + decoded + "#" + decoded,
			"http://example.org/a/.." + decoded, decoded, "a:~"}},
	}
	for _, tt := range tests {
		var out, errs bytes.Buffer
		if status := execute(testApp(&out, &errs), []string{tt.command, "-f", file}); status != int(statusFound) {
			t.Errorf("%s: status %d: %.200s", tt.command, status, errs.String())
		}
		differ(t, tt.command, out.String(), strings.Join(slices.Insert(slices.Clone(tt.want), 3, "http://h:8a"+path), "\n")+"\n")
		out.Reset()
		execute(testApp(&out, &errs), []string{tt.command, "--list", "-f", file})
		differ(t, tt.command+" --list", out.String(), strings.Join(tt.want, "\n")+"\n")
		out.Reset()
		execute(testApp(&out, &errs), []string{tt.command, "-f", file, "--format", "json"})
		var outputs []string
		for line := range strings.Lines(out.String()) {
			var v struct{ Input, Output string }
			if err := json.Unmarshal([]byte(line), &v); err != nil {
				t.Fatalf("%s: %v: %.200s", tt.command, err, line)
			}
			if !strings.Contains(content, v.Input+"\n") {
				t.Errorf("%s: the input of %.100s… is not one", tt.command, line)
			}
			if v.Output != "" {
				outputs = append(outputs, v.Output)
			}
		}
		differ(t, tt.command+" --format json", strings.Join(outputs, "\n"), strings.Join(tt.want, "\n"))
	}
}

// TestManyReferences holds that a text is split into as many references as can be kept, and not into more.
func TestManyReferences(t *testing.T) {
	for _, tt := range []struct {
		name, text string
		status     exitStatus
	}{
		{"as many as can be", strings.Repeat("a  ", mostReferences), 0},
		{"one more", strings.Repeat("a ", mostReferences) + "a", statusFound},
		{"more, as long as IRIs are", strings.Repeat("http://e/"+strings.Repeat("a", 40)+" ", mostReferences+9), 0},
	} {
		t.Run(tt.name, func(t *testing.T) {
			var out, errs bytes.Buffer
			a := testApp(&out, &errs)
			a.stdin = strings.NewReader(tt.text + "\n")
			got := execute(a, []string{"prepare", "--spaces", "split", "--list"})
			if got != int(tt.status) || (got != 0) != strings.Contains(errs.String(), "error[max-line]") {
				t.Errorf("status %d, want %d: %.300s", got, tt.status, errs.String())
			}
		})
	}
}

// differ says where two long texts differ.
func differ(t *testing.T, what, got, want string) {
	t.Helper()
	if got == want {
		return
	}
	from := 0
	for from < min(len(got), len(want)) && got[from] == want[from] {
		from++
	}
	t.Errorf("%s has %d bytes, want %d; from byte %d on got %.60q, want %.60q", what, len(got), len(want), from, got[from:], want[from:])
}
