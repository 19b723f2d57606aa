package folders

import (
	"errors"
	"io/fs"
	"iter"
	"os"
	"path/filepath"
	"slices"
	"strings"

	"github.com/rfc3987/iri/internal/files/durable"
	"github.com/rfc3987/iri/internal/files/source"
)

// A TextChooser reports whether a file in a folder is skipped because of its format or content, and why.
type TextChooser func(name string) (why Passed, passed bool)

// Expand yields the paths and, in place of a folder, the files in it in lexical order, without those that text or the
// Choice skips. A symbolic link in a folder is skipped or, with Follow, followed. A file or folder with several names
// is read once. If the type of a path cannot be found, or a folder has nothing to read, the name is yielded with an
// error, a *[source.Error]. Without paths, Expand yields "-" for standard input.
func (o *Choice) Expand(paths []string, text TextChooser) iter.Seq2[string, error] {
	return func(yield func(string, error) bool) {
		if len(paths) == 0 {
			yield("-", nil)
			return
		}
		read := make(map[string]bool)
		for _, path := range paths {
			if !o.expand(path, text, read, yield) {
				return
			}
		}
	}
}

// expand is Expand for one path; read has the real paths of the files and folders that have been read. It returns
// false if the caller wants no more names.
func (o *Choice) expand(path string, text TextChooser, read map[string]bool, yield func(string, error) bool) bool {
	if path == "-" {
		return yield(path, nil)
	}
	info, err := os.Stat(path)
	var real string
	if err == nil && (info.IsDir() || info.Mode().IsRegular()) { // reading a pipe twice yields nothing
		real, err = durable.RealPath(path)
		if !info.IsDir() {
			err = nil // opening it reports the error
		}
	}
	if err != nil {
		return yield(path, &source.Error{Name: path, Err: err})
	}
	if !info.IsDir() {
		switch {
		case slices.Contains(o.Reserved, real):
			o.passOver(path, PassedOwn)
			return true
		case read[real], o.ForceExclude && o.LeavesOut(path, text):
			return true
		}
		read[real] = real != ""
		return yield(path, nil)
	}
	w := walker{o: o, text: text, yield: yield, read: read, chooser: newChooser(o, real)}
	if w.fault != nil && !yield(path, w.fault) {
		return false
	}
	switch more := w.folder(path, real); {
	case !more:
		return false
	case w.files > 0:
		return true
	case w.passed[PassedFormat] > 0:
		err = errors.New("nothing in this folder is read, because no file has a name that says a format: --from says " +
			"what the files are")
	case w.passed[PassedLink] > 0:
		err = errors.New("nothing in this folder is read, because it has symbolic links alone: --follow follows them")
	case w.passed[PassedIgnored]+w.passed[PassedChosen] > 0:
		err = errors.New("nothing in this folder is read, because its files are hidden, or .gitignore or --exclude " +
			"names them, or --include does not")
	default:
		err = errors.New("there is no file in this folder")
	}
	return yield(path, &source.Error{Name: path, Err: err})
}

// A walker yields the files of a folder.
type walker struct {
	o     *Choice
	text  TextChooser
	yield func(string, error) bool
	read  map[string]bool // the real paths of the files and folders that were read

	files  int // how many files were yielded, or had been read before
	passed [PassedChosen + 1]int
	*chooser
}

// folder yields the files of the folder with that name and real path. It returns false if the caller wants no more
// names.
func (w *walker) folder(name, real string) bool {
	if w.read[real] {
		w.files++
		return true
	}
	w.read[real] = true
	leave, fault := w.enter(real)
	defer leave()
	if fault != nil && !w.found(name, fault) {
		return false
	}
	entries, err := os.ReadDir(name)
	if err != nil && !w.found(name, &source.Error{Name: name, Err: err}) {
		return false
	}
	for _, d := range entries {
		if !w.entry(filepath.Join(name, d.Name()), filepath.Join(real, d.Name()), d) {
			return false
		}
	}
	return true
}

// entry is folder for one entry of a folder.
func (w *walker) entry(name, real string, d fs.DirEntry) bool {
	kind := d.Type()
	left := kind&fs.ModeSymlink != 0 && !w.o.Follow
	switch {
	case left:
		kind = 0
	case kind&fs.ModeSymlink != 0:
		// Yield a link that leads nowhere: opening it reports the error.
		if info, err := os.Stat(name); err == nil {
			if real, err = durable.RealPath(name); err != nil {
				return w.found(name, &source.Error{Name: name, Err: err})
			}
			if kind = info.Mode().Type(); info.IsDir() && Within(w.top, real) {
				return true // it is read under its own name
			}
		} else {
			kind = 0
		}
	}
	switch {
	case !kind.IsDir() && !kind.IsRegular(), slices.Contains(w.o.Reserved, real):
		return true
	}
	why, passed := w.passes(real, kind.IsDir())
	switch {
	case passed:
	case left:
		why, passed = PassedLink, true
	case kind.IsDir():
		return w.folder(name, real)
	default:
		why, passed = w.text(name)
	}
	switch {
	case !passed && w.read[real]:
		w.files++
		return true
	case !passed:
		w.read[real] = true
		return w.found(name, nil)
	}
	w.passed[why]++
	w.o.passOver(name, why)
	return true
}

// passOver calls PassOver.
func (o *Choice) passOver(name string, why Passed) {
	if o.PassOver != nil {
		o.PassOver(name, why)
	}
}

// LeavesOut reports whether a folder would skip a file that is named. The folder is the working directory or, if the
// file is elsewhere, the folder of the file.
func (o *Choice) LeavesOut(name string, text TextChooser) bool {
	real, err := durable.RealPath(name)
	if err != nil {
		return false // opening it reports the error
	}
	if info, err := os.Lstat(name); err == nil && info.Mode()&fs.ModeSymlink != 0 && !o.Follow {
		return true
	}
	top, err := durable.RealPath(".")
	if err != nil || !Within(top, real) {
		top = filepath.Dir(real)
	}
	c, dir := newChooser(o, top), top
	for _, part := range pathParts(top, filepath.Dir(real)) {
		c.enter(dir)
		dir = filepath.Join(dir, part)
		if _, passed := c.passes(dir, true); passed {
			return true
		}
	}
	c.enter(dir)
	_, passed := c.passes(real, false)
	if !passed {
		_, passed = text(name)
	}
	return passed
}

func (w *walker) found(name string, err error) bool {
	w.files++
	return w.yield(name, err)
}

// A Named has the files and folders that a user names.
type Named struct {
	files   map[string]bool // by name
	folders []string        // real paths
}

// NamedBy returns the Named of paths.
func NamedBy(paths []string) Named {
	n := Named{files: make(map[string]bool)}
	for _, path := range paths {
		if info, err := os.Stat(path); err != nil || !info.IsDir() {
			n.files[path] = true
		} else if real, err := durable.RealPath(path); err == nil {
			n.folders = append(n.folders, real)
		}
	}
	return n
}

// Contains reports whether a file is named itself, or is in a named folder, with links resolved.
func (n *Named) Contains(name string) bool {
	if n.files[name] {
		return true
	}
	real, err := durable.RealPath(name)
	return err == nil && slices.ContainsFunc(n.folders, func(folder string) bool { return Within(folder, real) })
}

// Within reports whether a path is that of the folder or of something in it. Both are real paths.
func Within(folder, path string) bool {
	rel, err := filepath.Rel(folder, path)
	return err == nil && rel != ".." && !strings.HasPrefix(rel, ".."+string(filepath.Separator))
}
