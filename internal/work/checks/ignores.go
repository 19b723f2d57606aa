package checks

import (
	"slices"
	"strings"
	"sync"

	"github.com/rfc3987/iri/internal/files/input"
	"github.com/rfc3987/iri/internal/verdict/report"
	"github.com/rfc3987/iri/internal/work/config"
	"github.com/rfc3987/iri/internal/work/ignore"
	"github.com/rfc3987/iri/internal/work/option"
	"github.com/rfc3987/iri/internal/work/run"
)

// CodeIgnore is the code of comments that ignore nothing.
const CodeIgnore = "ignore"

// Ignores has the comments of files that say that a finding is meant.
type Ignores struct {
	rules ignore.Names

	mu    sync.Mutex
	files []ignoring // those that are read
}

type ignoring struct {
	file     *input.File
	comments *ignore.File
}

// NewIgnores returns what reads the comments. known gives the codes that findings can have, beside the
// rules of the specs of the target, once there is a comment.
func NewIgnores(known func() []report.Entry, t *config.Target) *Ignores {
	names := sync.OnceValue(func() []string {
		list := slices.Concat(option.CodeNames(known()), option.Families(), []string{option.All})
		for _, s := range t.Specs() {
			list = append(list, config.RuleNames(s)...)
		}
		slices.Sort(list)
		return list
	})
	return &Ignores{rules: ignore.Names{
		IsKnown: func(name string) bool {
			_, ok := slices.BinarySearch(names(), name)
			return ok
		},
		Unknown: func(name string) error {
			return option.UnknownCode(name, names())
		},
		Matches: option.InFamily[report.Code],
	}}
}

// Comments is the function [input.Options.Comments].
func (x *Ignores) Comments(f *input.File) input.CommentReader {
	comments := ignore.New(&x.rules)
	x.mu.Lock()
	defer x.mu.Unlock()
	// Of the files before only those with comments are needed, and the one that is still worked on.
	x.files = append(x.files, ignoring{f, comments})
	if len(x.files) > 64 {
		x.files = slices.DeleteFunc(x.files, func(i ignoring) bool { return i.comments.Done() })
	}
	return comments
}

// in reports whether a file has had a comment so far.
func (x *Ignores) in(f *input.File) bool {
	comments, ok := f.CommentReader().(*ignore.File)
	return ok && comments.Any()
}

// leave takes the findings out of the result for a record that one of the first comments ignores, so many as had been
// read with its block.
func (x *Ignores) leave(f *input.File, read int, rec *input.Record, c *run.Checked) {
	if !x.in(f) {
		return
	}
	comments := f.CommentReader().(*ignore.File)
	at := run.NewPlacer(rec, c)
	c.Ignored += c.Leave(func(f *report.Finding) bool {
		return comments.Ignores(f.Code, rec.Line, at.Place(f.Start).Line, read)
	})
}

// remarks reports what is wrong with the comments of all files that have been read to their end.
func (c *Check) remarks(r *run.Result) {
	if c.Ignores == nil {
		return
	}
	for _, i := range c.Ignores.files {
		for _, u := range i.comments.Useless() {
			rec := input.Record{
				Source: strings.Clone(i.file.Name), Format: i.file.Format, Line: u.Line, Col: u.Col,
				LineText: []byte(u.Text), Raw: []byte(u.Text),
				Err: &input.Error{Code: string(CodeIgnore), Message: u.Wrong, Line: u.Line, Col: u.Col,
					End: len(u.Text), Warning: true},
			}
			checked := run.Faulty(&rec)
			if c.Baseline != nil && c.Baseline.Take(c.keyOf(&rec, checked)(&checked.Findings[0])) {
				r.Summary.InBaseline++
				continue
			}
			r.Summary.AddRemark(&rec, checked.Findings[0], c.By)
			r.Render(&rec, checked)
			if !r.FlushIfLarge() {
				return
			}
		}
	}
}
