package testkit

import (
	"go/scanner"
	"go/token"
	"os"
	"os/exec"
	"regexp"
	"strings"
	"testing"
)

// TestWords reads all Go files that people write, of all modules: comments have short sentences, without relative
// clauses that need a second reading. What an example prints is not read.
func TestWords(t *testing.T) {
	const root = "../../"
	list, err := exec.Command("git", "-C", root, "ls-files", "*.go").Output()
	if err != nil {
		t.Skip("not in a working tree: ", err)
	}
	wrong := regexp.MustCompile(`, of (which|whom)\b|\bwho is\b|\bis an? \w+ for \w+ that\b`)
	for name := range strings.FieldsSeq(string(list)) {
		src, err := os.ReadFile(root + name)
		if err != nil || strings.Contains(name, "/testdata/") || strings.HasSuffix(name, "_gen.go") ||
			strings.HasPrefix(string(src), "// Code generated") {
			continue
		}
		var s scanner.Scanner
		file := token.NewFileSet().AddFile(name, -1, len(src))
		s.Init(file, src, nil, scanner.ScanComments)
		output := false // comments are what is printed
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
		}
	}
}
