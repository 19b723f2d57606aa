// Package folders has the way from the paths that are named to the files that are read: folders, links, .gitignore, and
// patterns of what is read and what is not. Paths come in, names of files go out. The package must not know formats: a
// function says which files are read for what they are.
package folders

import (
	"errors"
	"os"
	"path/filepath"
	"slices"
	"strings"

	"github.com/go-git/go-git/v5/plumbing/format/gitignore"

	"github.com/rfc3987/iri/internal/files/durable"
	"github.com/rfc3987/iri/internal/files/source"
)

// A Choice says which files of folders are read.
type Choice struct {
	// Hidden has what is hidden in folders read, and node_modules. Exclude and Include are patterns of
	// gitignore(5), from the folder that is read, for what is not read in it, and for the only
	// files that are.
	Hidden           bool
	ForceExclude     bool // files that are named are read only if a folder would give them
	Follow           bool // read in folders what symbolic links lead to
	Exclude, Include []string

	// Leave, if not nil, reports what else is not read in folders, by its real path.
	Leave func(path string, isDir bool) bool

	// PassOver is called for each file of a folder that is not read, and for each folder in it. It
	// may be nil.
	PassOver func(name string, why Passed)

	// Reserved are the real paths of files that the run keeps for itself, such as its baseline. They
	// are not read, also if they are named, as *.json names them: PassOver is called for those.
	Reserved []string
}

// A Passed says why a file or folder in a folder is not read.
type Passed uint8

// The reasons. The first one is what the caller of [Choice.Expand] says, and the last one for source code.
const (
	PassedFormat  Passed = iota // its name does not say a format that is read
	PassedIgnored               // it is hidden, or .gitignore names it
	PassedLink                  // it is a symbolic link, and Follow is not set
	PassedOwn                   // it is named, and one of Reserved
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
	// by the .gitignore files of the folders from root to the present one
	ignored []gitignore.Pattern
}

func newChooser(o *Choice, top string) *chooser {
	c := &chooser{hidden: o.Hidden, exclude: matcher(o.Exclude), include: matcher(o.Include), leave: o.Leave, top: top}
	var ok bool
	if c.root, ok = Repository(top); !ok {
		return c
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

// Repository returns the root of the repository that a folder is in, or the folder itself if it is in none. It goes up
// by the name: for that of a real path, the root is one.
func Repository(folder string) (root string, ok bool) {
	for root = folder; ; root = filepath.Dir(root) {
		if _, err := os.Lstat(filepath.Join(root, ".git")); err == nil {
			return root, true
		}
		if root == filepath.Dir(root) {
			return folder, false
		}
	}
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
		return m != nil && path != folder && Within(folder, path) && m.Match(pathParts(folder, path), isDir)
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
	return PassedChosen, c.exclude != nil && c.exclude.Match(parts, isDir) || c.include != nil && !isDir &&
		!c.include.Match(parts, isDir)
}

// pathParts returns the names on the way from a folder to a path in it. A path elsewhere, which a
// link leads to, has its own name alone.
func pathParts(folder, path string) []string {
	switch rel, _ := filepath.Rel(folder, path); {
	case !Within(folder, path):
		return []string{filepath.Base(path)}
	case rel != ".":
		return strings.Split(rel, string(filepath.Separator))
	}
	return nil
}
