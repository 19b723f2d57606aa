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
	"github.com/rfc3987/iri/internal/text/quote"
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

// CheckSplit returns an error for a text that cannot separate the members of a list: see [Options.Split].
func CheckSplit(sep string) error {
	if strings.Contains(sep, `"`) {
		return fmt.Errorf("%s does not separate members of a list: a quote ends the field that holds it", quote.Quote(sep))
	}
	return nil
}

// EachMember calls f with the range of each member of a list, without surrounding white space, until f returns false.
// more is the last result of f. sep separates the members: one space means any white space, and the empty sep
// separates nothing. Empty members are skipped. n is the number of the others.
func EachMember(raw []byte, sep string, f func(start, end int) bool) (n int, more bool) {
	for at := 0; at <= len(raw); {
		end, next := len(raw), len(raw)+1
		i := -1
		switch sep {
		case "":
		case " ":
			i = bytes.IndexAny(raw[at:], chars.Space)
		default:
			i = bytes.Index(raw[at:], []byte(sep))
		}
		if i >= 0 {
			end, next = at+i, at+i+len(sep)
		}
		if sep != "" {
			at = chars.SpaceEnd(raw, at, end)
			end = at + len(bytes.TrimRight(raw[at:end], chars.Space))
		}
		if at < end {
			if n++; !f(at, end) {
				return n, false
			}
		}
		at = next
	}
	return n, true
}

// separators are the possible separators of a list, the likeliest first.
var separators = []string{"|", ";", ",", " "}

// Separator returns the separator of a text that has several IRIs, or several names with one prefix, or "" if it has
// not.
func Separator(text string) string {
	for _, sep := range separators {
		first := ""
		isIRI := func(start, end int) bool {
			member := text[start:end]
			if !StartsWithScheme(member) {
				return false
			}
			prefix, rest, _ := strings.Cut(member, ":")
			if first == "" {
				first = prefix
			}
			return prefix == first || strings.HasPrefix(rest, "//")
		}
		if n, all := EachMember([]byte(text), sep, isIRI); n > 1 && all {
			return sep
		}
	}
	return ""
}

// Separator returns the separator of a field that was read as one IRI and has several, or "".
func (r *Item) Separator() string {
	if !r.Format.Table || r.IsMember() {
		return ""
	}
	return Separator(r.Text)
}

// isMember reports whether a text can be one member of a list.
func isMember(text, sep string) bool {
	switch sep {
	case "":
		return true
	case " ":
		return !strings.ContainsAny(text, chars.Space)
	}
	return !strings.Contains(text, sep)
}
