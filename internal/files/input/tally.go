package input

import (
	"slices"
	"strings"
	"sync"
	"sync/atomic"

	"github.com/rfc3987/iri/internal/text/wording"
)

// A Tally notes which of the files that are read have text and no string: pages without links, dumps
// that are comments, XML with other elements. The zero Tally has none.
type Tally struct {
	mu    sync.Mutex
	files []*tallied
}

// tallied is what is known of a file.
type tallied struct {
	name          string
	text, strings atomic.Bool // it has some
	said          atomic.Pointer[string]
	lost          lostNames
}

// lostNames are the names of JSON-LD that could not be expanded.
type lostNames struct {
	mu      sync.Mutex
	count   int
	missing []string // the contexts that are not there
}

// open notes that a file is read. A nil Tally notes nothing.
func (t *Tally) open(name string) *tallied {
	if t == nil {
		return nil
	}
	t.mu.Lock()
	defer t.mu.Unlock()
	f := &tallied{name: name}
	t.files = append(t.files, f)
	return f
}

// Names returns the names of the files that were opened, in that order. It is to be called after the
// run.
func (t *Tally) Names() (names []string) {
	t.mu.Lock()
	defer t.mu.Unlock()
	for _, f := range t.files {
		names = append(names, f.name)
	}
	return names
}

// Without returns the names of the files with text and no string, in the order in which they were
// opened. It is to be called after the run.
func (t *Tally) Without() (names []string) {
	t.mu.Lock()
	defer t.mu.Unlock()
	for _, f := range t.files {
		if f.text.Load() && !f.strings.Load() {
			names = append(names, f.name)
		}
	}
	return names
}

// sawText notes that the file has more than white space.
func (f *File) sawText(o *Options) {
	if o.HasText != nil {
		o.HasText.Store(true)
	}
	if f.tally != nil {
		f.tally.text.Store(true)
	}
}

// sawString notes that the file has a string, or something that could not be read.
func (f *File) sawString() {
	if f.tally != nil && !f.tally.strings.Load() {
		f.tally.strings.Store(true)
	}
}

// say notes what was found out about how the file is written.
func (f *tallied) say(text string) { f.said.Store(&text) }

// addLost notes how many names could not be expanded, and the contexts that are not there.
func (f *tallied) addLost(count int, missing []string) {
	l := &f.lost
	l.mu.Lock()
	defer l.mu.Unlock()
	l.count += count
	for _, url := range missing {
		if !slices.Contains(l.missing, url) {
			l.missing = append(l.missing, url)
		}
	}
	slices.Sort(l.missing)
	are := "the context " + l.missing[0] + " is"
	if len(l.missing) > 1 {
		are = "the contexts " + strings.Join(l.missing, ", ") + " are"
	}
	f.say(wording.Plural(l.count, "name") + " could not be expanded, because " + are + " not there: --context " + l.missing[0] + "=FILE gives it")
}

// A Said is what was found out about how some files are written.
type Said struct {
	Text  string
	Files []string
}

// Said returns what was found out about files, in the order in which they were opened. Files of
// which the same is said stand together. It is to be called after the run.
func (t *Tally) Said() (all []Said) {
	t.mu.Lock()
	defer t.mu.Unlock()
	at := make(map[string]int)
	for _, f := range t.files {
		text := f.said.Load()
		if text == nil {
			continue
		}
		i, ok := at[*text]
		if !ok {
			i = len(all)
			at[*text], all = i, append(all, Said{Text: *text})
		}
		all[i].Files = append(all[i].Files, f.name)
	}
	return all
}
