package notes

import (
	"fmt"
	"maps"
	"path/filepath"
	"slices"
	"strings"
	"sync"
	"sync/atomic"

	"github.com/rfc3987/iri/internal/files/folders"
)

// FileNotes note which of the files that are read have text and no string: pages without links, dumps
// that are comments, XML with other elements; what is found out about how files are written; and which
// files of folders are not read. The zero FileNotes has none.
type FileNotes struct {
	mu     sync.Mutex
	files  []*File
	passed [folders.PassedChosen + 1]Names

	endings map[string]int64 // of files whose names do not say a format
}

// A File is what is known of a file. The nil File notes nothing.
type File struct {
	name          string
	text, strings atomic.Bool // it has some
	noColumn      atomic.Bool // it is a table, and no column of it holds IRIs
	said          atomic.Pointer[string]
	prose         atomic.Int64 // how many strings begin as IRIs, and were not read
}

// Open notes that a file is read. Nil FileNotes return the nil File, and note nothing.
func (t *FileNotes) Open(name string) *File {
	if t == nil {
		return nil
	}
	t.mu.Lock()
	defer t.mu.Unlock()
	f := &File{name: name}
	t.files = append(t.files, f)
	return f
}

// Names returns the names of the files that were opened, in that order. It is to be called after the
// run.
func (t *FileNotes) Names() (names []string) {
	t.mu.Lock()
	defer t.mu.Unlock()
	for _, f := range t.files {
		names = append(names, f.name)
	}
	return names
}

// WithoutIRIs reports whether one of the files that have these names has text and no string.
func (t *FileNotes) WithoutIRIs(names []string) bool {
	t.mu.Lock()
	defer t.mu.Unlock()
	return slices.ContainsFunc(t.files, func(f *File) bool {
		return f.isWithout() && slices.Contains(names, f.name)
	})
}

// WithoutColumn returns the name of a file, among those that have these names, that is a table of which no column holds
// IRIs; empty if there is none. Without names all files are meant.
func (t *FileNotes) WithoutColumn(names []string) string {
	t.mu.Lock()
	defer t.mu.Unlock()
	for _, f := range t.files {
		if f.noColumn.Load() && (len(names) == 0 || slices.Contains(names, f.name)) {
			return f.name
		}
	}
	return ""
}

// isWithout reports whether the file has text and no string.
func (f *File) isWithout() bool { return f.text.Load() && !f.strings.Load() }

// maxEndings is how many endings are told apart, so that names of all kinds take little memory.
const maxEndings = 1000

// PassOver is the function [folders.Choice.PassOver]. The folder .git and files .gitignore are not noted: every
// repository has some.
func (t *FileNotes) PassOver(name string, why folders.Passed) {
	t.mu.Lock()
	defer t.mu.Unlock()
	if base := filepath.Base(name); why != folders.PassedIgnored || base != ".git" && base != ".gitignore" {
		t.passed[why].add(name)
	}
	if why == folders.PassedFormat {
		if t.endings == nil {
			t.endings = make(map[string]int64)
		}
		ending := strings.ToLower(filepath.Ext(name))
		if len(t.endings) >= maxEndings && t.endings[ending] == 0 {
			ending = ""
		}
		t.endings[ending]++
	}
}

// SawText notes that the file has more than white space.
func (f *File) SawText() {
	if f != nil {
		f.text.Store(true)
	}
}

// HasText reports whether the file has more than white space, as far as it has been read.
func (f *File) HasText() bool { return f != nil && f.text.Load() }

// SawString notes that the file has a string, or a fault in place of one.
func (f *File) SawString() {
	if f != nil && !f.strings.Load() {
		f.strings.Store(true)
	}
}

// WithoutColumn notes that the file is a table of which no column holds IRIs.
func (f *File) WithoutColumn() {
	if f != nil {
		f.noColumn.Store(true)
	}
}

// Say notes what was found out about how the file is written.
func (f *File) Say(text string) {
	if f != nil {
		f.said.Store(&text)
	}
}

// SawProse notes that the file has a string that begins as an IRI, goes on as prose, and is not read.
func (f *File) SawProse() {
	if f != nil {
		f.prose.Add(1)
	}
}

// notes returns what is said of the file.
func (f *File) notes() (texts []string) {
	if text := f.said.Load(); text != nil {
		texts = append(texts, *text)
	}
	switch n := f.prose.Load(); {
	case n == 1:
		texts = append(texts, "a string that begins as an IRI goes on as prose and is not read: --field reads it")
	case n > 1:
		texts = append(texts, fmt.Sprintf("%d strings that begin as IRIs go on as prose and are not read: --field reads them", n))
	}
	return texts
}

// Account returns what is to be said of the files, in the order in which they were opened. It is to be
// called after the run.
func (t *FileNotes) Account() *Account {
	t.mu.Lock()
	defer t.mu.Unlock()
	a := &Account{Passed: t.passed, Endings: maps.Clone(t.endings)}
	at := make(map[string]int)
	for _, f := range t.files {
		if f.isWithout() {
			a.Without.add(f.name)
		}
		for _, text := range f.notes() {
			i, ok := at[text]
			if !ok {
				i = len(a.Notes)
				at[text], a.Notes = i, append(a.Notes, Note{Text: text})
			}
			a.Notes[i].Files.add(f.name)
		}
	}
	return a
}
