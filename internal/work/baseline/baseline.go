// Package baseline keeps the list of findings that a team knows, so that a check reports only new ones. Its input is
// findings with their file and IRI; it returns whether each is known, and writes the file that lists them. A finding
// is known by its file, its code and the IRI, but not by its line, so that it may move in its file. The package must
// not know how files are read or what is printed.
package baseline

import (
	"cmp"
	"crypto/sha256"
	"encoding/hex"
	"fmt"
	"maps"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"sync"
	"unicode/utf8"

	"github.com/rfc3987/iri/internal/files/durable"
	"github.com/rfc3987/iri/internal/ref/component"
	"github.com/rfc3987/iri/internal/text/quote"
)

// A Key identifies a known finding.
type Key struct {
	File string // relative to the folder of the baseline, with slashes; or in angle brackets, not that of a file
	Code string
	IRI  string // see TextOf
}

// maxText is the longest text of an IRI in the list, in bytes; of a longer one the list has a hash.
const maxText = 512

// TextOf returns the text of a Key for s: s without passwords. If s is long or not UTF-8 it is the start of s and its
// SHA-256, so that different texts have different keys.
func TextOf(s string) string {
	s = component.Redact(s)
	if len(s) <= maxText && utf8.ValidString(s) {
		return strings.Clone(s)
	}
	sum := sha256.Sum256([]byte(s))
	n := min(len(s), maxText)
	for n > 0 && n < len(s) && !utf8.RuneStart(s[n]) {
		n--
	}
	return strings.ToValidUTF8(s[:n], "\uFFFD") + "… sha256:" + hex.EncodeToString(sum[:])
}

// compare orders keys as the file does.
func (k Key) compare(l Key) int {
	return cmp.Or(strings.Compare(k.File, l.File), strings.Compare(k.IRI, l.IRI), strings.Compare(k.Code, l.Code))
}

// Counts are the numbers of findings. The zero Counts is empty.
type Counts map[Key]int

// Add adds the counts of another set.
func (s *Counts) Add(other Counts) {
	if *s == nil && len(other) > 0 {
		*s = make(Counts, len(other))
	}
	for k, n := range other {
		(*s)[k] += n
	}
}

// Sum returns how many findings there are.
func (s Counts) Sum() (sum int) {
	for _, n := range s {
		sum += n
	}
	return sum
}

// Sorted returns the keys in the order of the file.
func (s Counts) Sorted() []Key { return slices.SortedFunc(maps.Keys(s), Key.compare) }

// A Baseline is a list of known findings and its file. Its methods may be called by several
// goroutines at the same time.
type Baseline struct {
	Name    string // of the file
	Writing bool   // every finding is known, and will be listed

	known Counts
	files map[string]bool // those of known
	dir   string          // of the file, absolute

	mu    sync.Mutex
	taken Counts            // findings that were counted as known, see Consume
	names map[string]string // the name that a run has for a file, to the name of the file in keys
}

// A File is the file of a baseline as data, for programs that run where the file is not.
type File struct {
	Name    string
	Dir     string // its folder, absolute
	Text    []byte // nil if there is no file
	Writing bool   // see [Baseline]
}

// maxFile is the largest size of a baseline in bytes: enough for some million findings.
const maxFile = 256 << 20

// Chosen reads the file that --baseline names. It returns nil if the flag is empty.
func Chosen(name string, write bool) (*File, error) {
	if name == "" {
		return nil, nil
	}
	f, err := Read(name, write)
	if os.IsNotExist(err) {
		err = fmt.Errorf("the baseline %s does not exist; --write-baseline writes it", quote.Visible(name))
	}
	return f, err
}

// Read reads the file of a baseline. A file that does not exist is an error, unless write is set.
func Read(name string, write bool) (*File, error) {
	f := &File{Name: name, Writing: write}
	var err error
	if f.Dir, err = filepath.Abs(filepath.Dir(name)); err != nil {
		return nil, err
	}
	if real, err := filepath.EvalSymlinks(f.Dir); err == nil {
		f.Dir = real
	}
	if f.Text, err = durable.ReadText(name, maxFile); os.IsNotExist(err) && write {
		return f, nil
	}
	return f, err
}

// Real returns the real path of the file, or "" if the file does not exist.
func (f *File) Real() string {
	path, err := durable.RealPath(filepath.Join(f.Dir, filepath.Base(f.Name)))
	if err != nil {
		return f.Name
	}
	return path
}

// Open parses the file and returns its baseline. An error names the file and, if the text is not a baseline, the
// line.
func (f *File) Open() (b *Baseline, err error) {
	b = &Baseline{Name: f.Name, Writing: f.Writing, dir: f.Dir, names: make(map[string]string),
		files: make(map[string]bool)}
	if f.Text != nil {
		b.known, err = parse(f.Name, f.Text)
	}
	for k := range b.known {
		b.files[k.File] = true
	}
	return b, err
}

// isMissing reports whether the file of a key does not exist.
func (b *Baseline) isMissing(file string) bool {
	if !isPath(file) {
		return false
	}
	_, err := os.Stat(b.path(file))
	return os.IsNotExist(err)
}

// Key returns the key of a finding; text is the result of [TextOf].
func (b *Baseline) Key(source, text, code string) Key { return Key{b.file(source), code, text} }

// isPath reports whether a source is a file of this machine: neither standard input nor an object of a file system
// with a scheme.
func isPath(source string) bool {
	return !strings.HasPrefix(source, "<") && !strings.Contains(source, "://")
}

// file returns the name of a source as it is in keys.
func (b *Baseline) file(source string) string {
	if !isPath(source) {
		return source
	}
	b.mu.Lock()
	defer b.mu.Unlock()
	name, ok := b.names[source]
	if !ok {
		abs, err := filepath.Abs(source)
		if err == nil {
			if dir, err := filepath.EvalSymlinks(filepath.Dir(abs)); err == nil {
				abs = filepath.Join(dir, filepath.Base(abs))
			}
			if rel, err := filepath.Rel(b.dir, abs); err == nil {
				abs = rel
			}
			name = filepath.ToSlash(abs)
		} else {
			name = filepath.ToSlash(source)
		}
		b.names[strings.Clone(source)] = name
	}
	return name
}

// Lists reports whether the baseline lists the finding at least once.
func (b *Baseline) Lists(k Key) bool { return b.known[k] > 0 }

// ListsFile reports whether the baseline lists a finding of the source.
func (b *Baseline) ListsFile(source string) bool {
	return b.files[b.file(source)]
}

// Consume counts a finding and reports whether it is known: the baseline lists it more often than Consume has counted
// it, or the baseline is being written. Findings of one file have to come in the order of the file, because the last
// ones are those that are too many.
func (b *Baseline) Consume(k Key) bool {
	b.mu.Lock()
	defer b.mu.Unlock()
	if !b.Writing && b.taken[k] >= b.known[k] {
		return false
	}
	b.taken.Add(Counts{k: 1})
	return true
}

// Taken returns the counts of the findings that Consume has reported as known, and resets them.
func (b *Baseline) Taken() (taken Counts) {
	b.mu.Lock()
	defer b.mu.Unlock()
	taken, b.taken = b.taken, nil
	return taken
}

// Gone returns the findings that are listed but were not found again: those of files that were read, under the names
// that the run had for them, and those of files that no longer exist.
func (b *Baseline) Gone(taken Counts, read []string) Counts {
	was := make(map[string]bool)
	for _, name := range read {
		was[b.file(name)] = true
	}
	gone := make(Counts)
	for k, n := range b.known {
		missing := n - taken[k]
		if missing <= 0 {
			continue
		}
		there, asked := was[k.File]
		if !asked {
			there = b.isMissing(k.File)
			was[k.File] = there
		}
		if there {
			gone[k] = missing
		}
	}
	return gone
}

// path returns the path of a file of a key.
func (b *Baseline) path(file string) string {
	name := filepath.FromSlash(file)
	if filepath.IsAbs(name) {
		return name
	}
	return filepath.Join(b.dir, name)
}

// Written returns the list to write after a run: the findings in the files that the run has read, and the listed ones
// of the other files that still exist.
func (b *Baseline) Written(found Counts, read []string) Counts {
	out := maps.Clone(b.known)
	for k := range b.Gone(nil, read) {
		delete(out, k)
	}
	out.Add(found)
	return out
}

// Finish ends a run that has read all of its input, and writes the file if it is to be written. It returns the
// findings that are gone. taken are the counts from [Baseline.Taken]; read are the names of the files that were read.
func (b *Baseline) Finish(taken Counts, read []string) (gone Counts, err error) {
	gone = b.Gone(taken, read)
	if b.Writing {
		if err = b.Write(b.Written(taken, read)); err != nil {
			err = fmt.Errorf("the baseline %s cannot be written: %w", quote.Visible(b.Name), err)
		}
	}
	return gone, err
}

// maxShown is how many findings that are gone are printed.
const maxShown = 20

// Account describes, for people, how the list has changed.
func (b *Baseline) Account(taken, gone Counts) string {
	name, text := quote.Visible(b.Name), ""
	if len(gone) > 0 {
		text = fmt.Sprintf("%s: %s gone", name, quote.Plural(gone.Sum(), "finding"))
		if !b.Writing {
			text += "; --write-baseline writes the list anew"
		}
		text += "\n"
		for i, k := range gone.Sorted() {
			if i == maxShown {
				text += fmt.Sprintf("  … and %d more\n", len(gone)-i)
				break
			}
			text += fmt.Sprintf("  %s: %s in %s\n", quote.Visible(k.File), quote.Visible(k.Code), quote.Quote(k.IRI))
		}
	}
	if b.Writing {
		text += fmt.Sprintf("%s: %s written\n", name, quote.Plural(taken.Sum(), "finding"))
	}
	return text
}
