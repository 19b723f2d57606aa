package input

import (
	"bytes"
	"fmt"
	"slices"
	"strings"
	"sync"
	"sync/atomic"

	"github.com/rfc3987/iri/internal/files/base"
	"github.com/rfc3987/iri/internal/files/memberpath"
	"github.com/rfc3987/iri/internal/files/source"
	"github.com/rfc3987/iri/internal/text/chars"
)

// A selection records what the paths of Options.Fields have selected in a file.
type selection struct {
	mu    sync.Mutex
	hit   []bool      // whether each path has selected something
	There Paths       // the paths that exist
	fault atomic.Bool // a part of the file could not be read, which is reported
}

// selects prepares the file for paths to members.
func (f *File) selects(fields []string) error {
	if !f.Format.Members || len(fields) == 0 {
		return nil
	}
	for _, field := range fields {
		if strings.Count(field, ".") >= memberpath.MaxNames {
			return &source.Error{Name: f.Name,
				Err: fmt.Errorf("--field %s: a path has at most %d names", field, memberpath.MaxNames)}
		}
	}
	f.Selected = &selection{hit: make([]bool, len(fields))}
	return nil
}

// Add records what the paths have selected in a part of the file.
func (s *selection) Add(hit []bool) {
	if s == nil {
		return
	}
	s.mu.Lock()
	defer s.mu.Unlock()
	for i, h := range hit {
		s.hit[i] = s.hit[i] || h
	}
}

// Unselected returns the error for a path of [Options.Fields] that has selected nothing in the file, or nil. It is
// for a file that was read completely, and whose chunks have all been processed.
func (f *File) Unselected(o *Options) error {
	if f.Selected == nil {
		return nil
	}
	i := slices.Index(f.Selected.hit, false)
	if i < 0 || f.Selected.fault.Load() || !f.Notes.HasText() {
		return nil
	}
	f.Notes.SawString() // the error is reported
	return Unselected(f.Name, f.options(o).Fields[i], &f.Selected.There, "it has no members with strings")
}

// Unselected returns the error for a path that selects nothing. It lists the paths there, or says none if there are
// none.
func Unselected(name, field string, there *Paths, none string) error {
	return source.Wrong(name, fmt.Errorf("--field %s selects nothing: %s", field, there.list(none)))
}

// Paths are the first paths of a file that have values, in the form of --field.
type Paths struct {
	iris, others []string // paths of values like IRIs, and of other values
}

// mostPlaces is how many paths a message lists.
const mostPlaces = 8

// Add adds a path with its value.
func (c *Paths) Add(place string, value []byte) {
	list := &c.others
	if base.HasScheme(bytes.TrimLeft(value, chars.Space)) {
		list = &c.iris
	}
	if len(*list) <= mostPlaces && !slices.Contains(*list, place) {
		*list = append(*list, place)
	}
}

// Full reports whether there are enough paths.
func (c *Paths) Full() bool { return len(c.iris) > mostPlaces }

// list lists the paths, or returns none if there are none.
func (c *Paths) list(none string) string {
	list, what := c.iris, "IRIs are in "
	if len(list) == 0 {
		list, what = c.others, "there are "
	}
	if len(list) == 0 {
		return none
	}
	more := ""
	if len(list) > mostPlaces {
		list, more = list[:mostPlaces], " and others"
	}
	return what + strings.Join(list, ", ") + more
}
