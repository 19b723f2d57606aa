package testkit

import (
	"go/scanner"
	"go/token"
	"os"
	"os/exec"
	"regexp"
	"strings"
	"testing"
	"unicode/utf8"
)

// longLines is how many lines of code over 120 columns are left: rows of tests and lists of values that are read
// across. It may only become smaller.
const longLines = 6

// TestWords reads all Go files that people write, of all modules: comments have short sentences, without relative
// clauses that need a second reading, and lines have at most 120 columns, a tab being four. Lines within a literal of
// several lines are not counted, nor what an example prints.
func TestWords(t *testing.T) {
	const root = "../../"
	list, err := exec.Command("git", "-C", root, "ls-files", "*.go").Output()
	if err != nil {
		t.Skip("not in a working tree: ", err)
	}
	wrong := regexp.MustCompile(`, of (which|whom)\b|\bwho is\b|\bis an? \w+ for \w+ that\b`)
	var long []string
	for name := range strings.FieldsSeq(string(list)) {
		src, err := os.ReadFile(root + name)
		if err != nil || strings.Contains(name, "/testdata/") || strings.HasSuffix(name, "_gen.go") ||
			strings.HasPrefix(string(src), "// Code generated") {
			continue
		}
		var s scanner.Scanner
		file := token.NewFileSet().AddFile(name, -1, len(src))
		s.Init(file, src, nil, scanner.ScanComments)
		literal, output := make(map[int]bool), false // the lines of literals, and whether comments are what is printed
		for {
			pos, tok, text := s.Scan()
			if tok == token.EOF {
				break
			}
			line := file.Line(pos)
			if tok == token.COMMENT {
				output = output || strings.Contains(strings.ToLower(text), "output:")
				if m := wrong.FindString(text); m != "" && !output {
					t.Errorf("%s:%d: %q: begin a new sentence", name, line, m)
				}
			} else {
				output = false
			}
			if n := strings.Count(text, "\n"); n > 0 && tok == token.STRING || output {
				for i := range n + 1 {
					literal[line+i] = true
				}
			}
		}
		n := 0
		for line := range strings.Lines(string(src)) {
			n++
			line = strings.ReplaceAll(strings.TrimRight(line, "\r\n"), "\t", "    ")
			if utf8.RuneCountInString(line) > 120 && !literal[n] {
				long = append(long, name+": "+strings.TrimSpace(line))
			}
		}
	}
	if len(long) > longLines {
		t.Errorf("%d lines have more than 120 columns, want at most %d:\n%s", len(long), longLines,
			strings.Join(long, "\n"))
	}
	if len(long) < longLines {
		t.Errorf("%d lines have more than 120 columns: lower longLines", len(long))
	}
}
