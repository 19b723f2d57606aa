package main

import (
	"bufio"
	"encoding/json"
	"fmt"
	"io"
	"os"
	"os/exec"
	"path/filepath"
	"regexp"
	"runtime"
	"strings"
	"testing"
	"time"
)

// program returns a path of iri: the test binary, called as iri (see TestMain).
func program(t *testing.T) string {
	t.Helper()
	if runtime.GOOS == "windows" {
		t.Skip("needs symbolic links")
	}
	self, err := os.Executable()
	if err != nil {
		t.Fatal(err)
	}
	name := filepath.Join(t.TempDir(), "iri")
	if err := os.Symlink(self, name); err != nil {
		t.Fatal(err)
	}
	return name
}

// start runs iri in a separate process.
func start(t *testing.T, args ...string) (in io.WriteCloser, out *bufio.Reader, wait func() int) {
	t.Helper()
	cmd := exec.Command(program(t), args...)
	var err error
	if in, err = cmd.StdinPipe(); err != nil {
		t.Fatal(err)
	}
	pipe, err := cmd.StdoutPipe()
	if err != nil {
		t.Fatal(err)
	}
	if err := cmd.Start(); err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() { cmd.Process.Kill() })
	return in, bufio.NewReaderSize(pipe, 1<<20), func() int {
		cmd.Wait()
		return cmd.ProcessState.ExitCode()
	}
}

// lines reads n lines. The test fails if they do not come within a minute.
func lines(t *testing.T, out *bufio.Reader, n int) []string {
	t.Helper()
	got := make(chan []string, 1)
	go func() {
		var lines []string
		for range n {
			line, err := out.ReadString('\n')
			if err != nil {
				break
			}
			lines = append(lines, strings.TrimSuffix(line, "\n"))
		}
		got <- lines
	}()
	select {
	case l := <-got:
		if len(l) != n {
			t.Fatalf("got %d lines, want %d", len(l), n)
		}
		return l
	case <-time.After(time.Minute):
		t.Fatalf("no answer of %d lines", n)
	}
	return nil
}

// TestExecutablePool follows the protocol of ClickHouse's executable_pool, which keeps
// the process: it writes a block of rows, reads the same number of rows, and only then
// writes the next block. So no row may stay in a buffer, and one row too many or too few
// would give every later row the wrong result. The commands are those of
// integrations/engines/README.md.
func TestExecutablePool(t *testing.T) {
	page, err := os.ReadFile("../../integrations/engines/README.md")
	if err != nil {
		t.Fatal(err)
	}
	commands := regexp.MustCompile("<command>iri (.*)</command>").FindAllStringSubmatch(string(page), -1)
	report := func(row string) func(string) bool {
		return func(line string) bool {
			var answer struct {
				Input    string
				Conforms *bool
			}
			return json.Unmarshal([]byte(line), &answer) == nil && answer.Input == row && answer.Conforms != nil
		}
	}
	text := func(want string) func(string) bool { return func(line string) bool { return line == want } }
	long := strings.Repeat("a:b", 50000)
	for i, want := range []func(row string) func(string) bool{report, func(row string) func(string) bool {
		return text(strings.Replace(row, "HTTP://h/%7e", "http://h/~", 1))
	}, func(row string) func(string) bool {
		return text(strings.Replace(row, "http://h/x y", "http://h/x%20y", 1))
	}} {
		if len(commands) != 3 {
			t.Fatalf("the page has the commands %q", commands)
		}
		t.Run(commands[i][1], func(t *testing.T) {
			in, out, wait := start(t, strings.Fields(commands[i][1])...)
			for n, rows := range [][]string{
				{"http://example.org/"},
				{"http://h:8a/", "", "http://h/x y", "HTTP://h/%7e", "http://example.org/é"},
				{long, ""},
				make([]string, 1000),
				{"urn:isbn:0451450523"},
			} {
				if _, err := io.WriteString(in, strings.Join(rows, "\n")+"\n"); err != nil {
					t.Fatal(err)
				}
				for j, line := range lines(t, out, len(rows)) {
					if !want(rows[j])(line) {
						t.Fatalf("block %d, row %d: got %.60q for %.60q", n, j, line, rows[j])
					}
				}
			}
			in.Close()
			if rest, _ := io.ReadAll(out); len(rest) > 0 {
				t.Errorf("got %q after the last row", rest)
			}
			if got := wait(); got != 1 {
				t.Errorf("got status %d, want 1", got)
			}
		})
	}
}

// TestPipe follows the protocol of Spark's RDD.pipe, which starts a process for each
// partition, writes its lines while it reads the results, and closes the input at the
// end. Hadoop Streaming does the same with lines of key, tab, value.
func TestPipe(t *testing.T) {
	for _, tt := range []struct {
		name string
		args []string
		line func(i int) string
		want func(i int, line string) string
	}{
		{"Spark", []string{"check", "--unbuffered", "--format", "json"},
			func(i int) string { return fmt.Sprintf("http://h:%da/", i) },
			func(i int, line string) string { return fmt.Sprintf(`{"input":"http://h:%da/"`, i) }},
		{"Hadoop", []string{"filter", "--from", "tsv", "--column", "2", "--header", "no", "--no-summary"},
			func(i int) string { return fmt.Sprintf("%d\thttp://example.org/%d", i, i) },
			func(i int, line string) string { return line }},
	} {
		t.Run(tt.name, func(t *testing.T) {
			const n = 50000
			in, out, wait := start(t, tt.args...)
			go func() {
				w := bufio.NewWriter(in)
				for i := range n {
					fmt.Fprintln(w, tt.line(i))
				}
				w.Flush()
				in.Close()
			}()
			for i, line := range lines(t, out, n) {
				if want := tt.want(i, tt.line(i)); !strings.HasPrefix(line, want) {
					t.Fatalf("line %d: got %q, want %q", i, line, want)
				}
			}
			if rest, _ := io.ReadAll(out); len(rest) > 0 {
				t.Errorf("got %q after the last line", rest)
			}
			wait()
		})
	}
}
