package extract

import (
	"fmt"
	"path"
	"path/filepath"
	"strings"
)

// This file reads the files that a document includes.

// included finds an instruction of kramdown or mmark to include a file.
var included = pattern(`^[ \t]*(?:\{::include(?:-[a-z]+)*[ \t]+([^}]+?)[ \t]*\}|<\{\{([^}]+)\}\})`)

// The limits of what a document includes: files in files, and lines.
const (
	maxIncludes = 8
	maxIncluded = 100_000
)

// include puts files in the place of the lines that include them. A file that cannot be read is a problem.
func (s *scan) include(lines []line, depth int) []line {
	var out []line
	isABNF := false // in a block that is marked
	for _, l := range lines {
		if m := fence().FindStringSubmatch(l.text); m != nil {
			isABNF = m[3] != "" && !isABNF
		}
		m := included().FindStringSubmatch(l.text)
		if m == nil {
			out = append(out, l)
			continue
		}
		name := m[1] + m[2]
		text, err := s.file(name, depth)
		if err != nil || len(out) > maxIncluded {
			s.notRead(l, name, err, isABNF)
			l.lost = true
			out = append(out, l)
			continue
		}
		of := textLines(text)
		for i := range of {
			of[i].file = name
		}
		out = append(out, s.include(of, depth+1)...)
	}
	return out
}

// PathOf returns the file of which a document has a line: one that it includes, by its name there, or itself if that is
// "".
func PathOf(document, included string) string {
	if included == "" {
		return document
	}
	return filepath.Join(filepath.Dir(document), filepath.FromSlash(included))
}

// notRead reports a file that is not read. Rules may be lost if it holds ABNF.
func (s *scan) notRead(at line, name string, err error, isABNF bool) {
	why := "too many lines"
	if err != nil {
		why = err.Error()
	}
	s.problems = append(s.problems, Problem{Line: at.n, File: at.file,
		Message: fmt.Sprintf("the file %s, which is included here, is not read: %s", name, why),
		Lost:    isABNF || strings.EqualFold(path.Ext(name), ".abnf")})
}

// file returns the text of a file that the document includes.
func (s *scan) file(name string, depth int) (string, error) {
	switch {
	case s.read == nil:
		return "", fmt.Errorf("only the document is there")
	case strings.Contains(name, ":") || !filepath.IsLocal(filepath.FromSlash(name)):
		return "", fmt.Errorf("it does not lie in the folder of the document")
	case depth >= maxIncludes:
		return "", fmt.Errorf("files are included more than %d deep", maxIncludes)
	}
	src, err := s.read(name)
	if err != nil {
		return "", err
	}
	return strings.ReplaceAll(strings.TrimPrefix(string(src), "\uFEFF"), "\r\n", "\n"), nil
}
