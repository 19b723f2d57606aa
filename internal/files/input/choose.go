package input

import (
	"bufio"
	"bytes"
	"errors"
	"io"
	"os"
	"path/filepath"
	"slices"
	"strings"

	"github.com/go-git/go-git/v5/plumbing/format/gitignore"

	"github.com/rfc3987/iri/internal/files/durable"
	"github.com/rfc3987/iri/internal/files/source"
	"github.com/rfc3987/iri/internal/ref/component"
)

// A Passed says why a file or folder in a folder is not read.
type Passed uint8

// The reasons.
const (
	PassedFormat  Passed = iota // From is Auto, and its name does not say a format that is read
	PassedProse                 // its name says lines, and hardly one of them has a scheme
	PassedIgnored               // it is hidden, or .gitignore names it
	PassedLink                  // it is a symbolic link, and Follow is not set
	PassedChosen                // Exclude or Leave names it, or Include does not: nobody wonders why
)

// A chooser says which entries of folders are read, as ripgrep does: what is hidden, .git and
// node_modules are not, nor is what the files .gitignore name, from the root of the repository
// down. The patterns of Exclude and Include are those of gitignore(5), from the folder that is
// read.
type chooser struct {
	hidden           bool
	exclude, include gitignore.Matcher
	leave            func(path string, isDir bool) bool // nil for nothing
	top              string                             // the real path of the folder that is read
	root             string                             // the real path of the repository, or else top
	fault            error                              // of a .gitignore file above top
	ignored          []gitignore.Pattern                // by the .gitignore files of the folders from root to the present one
}

func newChooser(o *Options, top string) *chooser {
	c := &chooser{hidden: o.Hidden, exclude: matcher(o.Exclude), include: matcher(o.Include), leave: o.Leave, top: top, root: top}
	for dir := top; ; dir = filepath.Dir(dir) {
		if _, err := os.Lstat(filepath.Join(dir, ".git")); err == nil {
			c.root = dir
			break
		}
		if dir == filepath.Dir(dir) {
			return c
		}
	}
	// The folders above top; top itself is entered when it is read.
	for parts, i := pathParts(c.root, top), 0; i < len(parts); i++ {
		_, err := c.enter(filepath.Join(c.root, filepath.Join(parts[:i]...)))
		if err != nil {
			c.fault = err
		}
	}
	if gitignore.NewMatcher(c.ignored).Match(pathParts(c.root, top), true) {
		c.ignored = nil // a folder that is named is read
	}
	return c
}

// matcher returns a matcher for the patterns of a flag; nil for none.
func matcher(globs []string) gitignore.Matcher {
	if len(globs) == 0 {
		return nil
	}
	patterns := make([]gitignore.Pattern, len(globs))
	for i, g := range globs {
		patterns[i] = gitignore.ParsePattern(filepath.ToSlash(g), nil)
	}
	return gitignore.NewMatcher(patterns)
}

// Globs returns a function that reports whether a path in a folder matches one of the patterns, which
// are those of gitignore(5) from that folder. Both are real paths. Nothing elsewhere matches.
func Globs(folder string, globs []string) func(path string, isDir bool) bool {
	m := matcher(globs)
	return func(path string, isDir bool) bool {
		rel, err := filepath.Rel(folder, path)
		if m == nil || err != nil || rel == "." || rel == ".." || strings.HasPrefix(rel, ".."+string(filepath.Separator)) {
			return false
		}
		return m.Match(strings.Split(rel, string(filepath.Separator)), isDir)
	}
}

// maxIgnored is how many bytes a .gitignore file has at most: each pattern is held against each name.
const maxIgnored = 128 << 10

// enter adds the patterns of the .gitignore file in a folder. The function that it returns takes
// them away again. The error is that of a file that is too long.
func (c *chooser) enter(real string) (leave func(), fault error) {
	before := len(c.ignored)
	name := filepath.Join(real, ".gitignore")
	text, err := durable.ReadText(name, maxIgnored)
	if errors.Is(err, durable.ErrTooLong) {
		fault = &source.Error{Name: name, Err: err}
	}
	if err == nil {
		domain := pathParts(c.root, real)
		for line := range strings.Lines(string(text)) {
			if line = strings.TrimRight(line, "\r\n"); line != "" && line[0] != '#' {
				c.ignored = append(c.ignored, gitignore.ParsePattern(line, domain))
			}
		}
	}
	return func() { c.ignored = slices.Delete(c.ignored, before, len(c.ignored)) }, fault
}

// passes reports whether an entry with that real path is not read, and why.
func (c *chooser) passes(real string, isDir bool) (why Passed, passed bool) {
	name := filepath.Base(real)
	switch {
	case name == ".git" || name == ".gitignore":
		return PassedIgnored, true
	case !c.hidden && (name[0] == '.' || isDir && name == "node_modules"):
		return PassedIgnored, true
	case len(c.ignored) > 0 && gitignore.NewMatcher(c.ignored).Match(pathParts(c.root, real), isDir):
		return PassedIgnored, true
	}
	if c.leave != nil && c.leave(real, isDir) {
		return PassedChosen, true
	}
	parts := pathParts(c.top, real)
	return PassedChosen, c.exclude != nil && c.exclude.Match(parts, isDir) || c.include != nil && !isDir && !c.include.Match(parts, isDir)
}

// pathParts returns the names on the way from a folder to a path in it. A path elsewhere, which a
// link leads to, has its own name alone.
func pathParts(folder, path string) []string {
	rel, err := filepath.Rel(folder, path)
	switch {
	case err == nil && rel == ".":
		return nil
	case err != nil || rel == ".." || strings.HasPrefix(rel, ".."+string(filepath.Separator)):
		return []string{filepath.Base(path)}
	}
	return strings.Split(rel, string(filepath.Separator))
}

// isTextByName reports whether the name of a file of lines says no more than that it is text: ".txt" does, ".iris" does not.
func isTextByName(name string) bool {
	return slices.Contains([]string{".txt", ".list", ".lst"}, formatEnding(name))
}

// isProse reports whether hardly a line of a file has a scheme: fewer than one of ten in its first
// 64 KiB that are not blank.
func isProse(name string) bool {
	h, err := os.Open(name)
	if err != nil {
		return false // reading it says why
	}
	defer h.Close()
	text, _, err := source.Unpack(h)
	if err != nil {
		return false
	}
	head, err := io.ReadAll(io.LimitReader(text, 64<<10))
	if err != nil || bytes.IndexByte(head, 0) >= 0 { // UTF-16, or not text
		return false
	}
	lines, schemes := 0, 0
	for s := bufio.NewScanner(bytes.NewReader(head)); s.Scan(); {
		if line := strings.TrimSpace(strings.TrimPrefix(s.Text(), "\uFEFF")); line != "" {
			lines++
			if StartsWithScheme(line) {
				schemes++
			}
		}
	}
	return schemes*10 < lines
}

// StartsWithScheme reports whether a text starts with a scheme, ":" and something that is not a
// space: "note: see" does not.
func StartsWithScheme(s string) bool {
	end := component.SchemeEnd(s)
	if end < 1 || end+1 == len(s) || s[end+1] <= ' ' {
		return false
	}
	return strings.Trim(strings.ToLower(s[:end]), "abcdefghijklmnopqrstuvwxyz0123456789+-.") == ""
}
