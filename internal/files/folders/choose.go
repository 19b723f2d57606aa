// Package folders expands paths to the files that are read: in folders it applies links, .gitignore files, and
// patterns. Paths come in; it returns names of files. The package must not know formats: a function decides which
// files have a format that is read.
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

// A Choice says which files in folders are read.
type Choice struct {
	// Hidden includes hidden files and folders, and node_modules. Exclude and Include are patterns of gitignore(5),
	// relative to the named folder, of files to skip and of the only files to read.
	Hidden           bool
	ForceExclude     bool // skip files that are named if a folder would skip them
	Follow           bool // follow symbolic links in folders
	Exclude, Include []string

	// Leave, if not nil, reports which other paths in folders to skip; it gets real paths.
	Leave func(path string, isDir bool) bool

	// PassOver, if not nil, is called for each skipped file or folder in a folder.
	PassOver func(name string, why Passed)

	// Reserved are the real paths of files of the run itself, such as its baseline. They are skipped even if they are
	// named, as *.json may name them; PassOver is called for them.
	Reserved []string
}

// A Passed is the reason for skipping a file or folder in a folder.
type Passed uint8

// The reasons. The caller of [Choice.Expand] decides about the first, and about the last one for source code.
const (
	PassedFormat  Passed = iota // its name does not tell a format that is read
	PassedIgnored               // it is hidden, or .gitignore names it
	PassedLink                  // it is a symbolic link, and Follow is not set
	PassedOwn                   // it is named, and one of Reserved
	PassedChosen                // Exclude or Leave names it, or Include does not, which users expect
)

// A chooser decides which entries of folders are read, as ripgrep does. It skips hidden entries, .git, node_modules,
// and whatever the .gitignore files name, from the root of the repository down. The patterns of Exclude and Include
// are those of gitignore(5), relative to the named folder.
type chooser struct {
	hidden           bool
	exclude, include gitignore.Matcher
	leave            func(path string, isDir bool) bool // nil if nothing is skipped
	top              string                             // the real path of the named folder
	root             string                             // the real path of the repository, or top
	fault            error                              // the error of a .gitignore file above top
	// The patterns of the .gitignore files from root to the present folder.
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
		c.ignored = nil // a folder that is named is read in any case
	}
	return c
}

// Repository returns the root of the repository that has a folder, or the folder itself if none has. It goes up by
// the components of the name; with a real path, the root is a real path.
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

// matcher returns a matcher for the patterns of a flag, or nil if there are none.
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

// Globs returns a function that reports whether a path matches one of the patterns of gitignore(5), which are
// relative to folder. Both are real paths. Paths outside of the folder never match.
func Globs(folder string, globs []string) func(path string, isDir bool) bool {
	m := matcher(globs)
	return func(path string, isDir bool) bool {
		return m != nil && path != folder && Within(folder, path) && m.Match(pathParts(folder, path), isDir)
	}
}

// maxIgnored is the largest size of a .gitignore file in bytes: each name is compared with each pattern.
const maxIgnored = 128 << 10

// enter adds the patterns of the .gitignore file in a folder. The returned function removes them. fault is the error
// of a file that is too long.
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

// passes reports whether the entry with that real path is skipped, and why.
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

// pathParts returns the names on the path from a folder down to a path in it. For a path outside, to which a link
// leads, it returns only the last name.
func pathParts(folder, path string) []string {
	switch rel, _ := filepath.Rel(folder, path); {
	case !Within(folder, path):
		return []string{filepath.Base(path)}
	case rel != ".":
		return strings.Split(rel, string(filepath.Separator))
	}
	return nil
}
