package checks

import (
	"slices"
	"strings"
	"sync"

	"github.com/rfc3987/iri/internal/files/input"
	"github.com/rfc3987/iri/internal/verdict/finding"
	"github.com/rfc3987/iri/internal/work/config"
	"github.com/rfc3987/iri/internal/work/option"
	"github.com/rfc3987/iri/internal/work/run"
)

// CodeIgnore is the code of comments that ignore nothing.
const CodeIgnore = "ignore"

// Ignores keeps the comments of files that ignore findings.
type Ignores struct {
	names func() []string

	mu    sync.Mutex
	files []*commented // the files whose comments are in memory
}

// NewIgnores returns an Ignores. It calls known when it reads the first comment; known returns the codes that
// findings can have, in addition to the rules of the specs of the target.
func NewIgnores(known func() []finding.Entry, t *config.Target) *Ignores {
	return &Ignores{names: sync.OnceValue(func() []string {
		list := slices.Concat(option.CodeNames(known()), option.Families(), []string{option.All})
		for _, s := range t.Specs() {
			list = append(list, config.RuleNames(s)...)
		}
		slices.Sort(list)
		return list
	})}
}

// Comments implements [input.Options.Comments].
func (x *Ignores) Comments(f *input.File) input.CommentReader {
	of := newCommented(f, x.names)
	x.mu.Lock()
	defer x.mu.Unlock()
	// Drop the files before this one that have no comment and are finished.
	x.files = append(x.files, of)
	if len(x.files) > 64 {
		x.files = slices.DeleteFunc(x.files, (*commented).isDone)
	}
	return of
}

// suppressIgnored removes the findings of an item that one of the first read comments of the file ignores; read is
// how many comments the file had when the chunk of the item was read.
func suppressIgnored(f *input.File, read int, rec *input.Item, c *run.Checked) {
	comments, ok := f.CommentReader().(*commented)
	if !ok || !comments.any() {
		return
	}
	at := run.NewPlacer(rec, c)
	c.Ignored += c.Suppress(func(f *finding.Finding) bool {
		return comments.ignores(f.Code, rec.Line, at.Place(f.Start).Line, read)
	})
}

// remarks reports the mistakes in the comments of all files that have been read to their end.
func (c *Check) remarks(r *run.Result) {
	if c.Ignores == nil {
		return
	}
	for _, of := range c.Ignores.files {
		for _, u := range of.useless() {
			rec := input.Item{
				Source: strings.Clone(of.file.Name), Format: of.file.Format, Place: input.Place{Line: u.Line, Col: u.Col},
				LineText: []byte(u.Text), Raw: []byte(u.Text),
				Err: &input.Error{Code: string(CodeIgnore), Message: u.wrong, Line: u.Line, Col: u.Col,
					End: len(u.Text), Warning: true},
			}
			checked := run.Faulty(&rec)
			if c.Baseline != nil && c.Baseline.Consume(c.keyOf(&rec, checked)(&checked.Findings[0])) {
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
