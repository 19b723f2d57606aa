package checks

import (
	"fmt"
	"slices"
	"strings"
	"sync"

	"github.com/rfc3987/iri/internal/files/input"
	"github.com/rfc3987/iri/internal/verdict/finding"
	"github.com/rfc3987/iri/internal/work/config"
	"github.com/rfc3987/iri/internal/work/option"
	"github.com/rfc3987/iri/internal/work/run"
)

// This file interprets the comments with which an author ignores a finding. The readers of files find the comments.
//
// \t# iri-ignore port, scheme: the old gateway wants it
// \t<!-- iri-ignore-file bidi: names of people -->
//
// A comment alone on its line applies to the next line. In reStructuredText, where a blank line has to follow it, it
// applies to the next two lines. A comment after other text applies to its own line, and iri-ignore-file to the rest
// of the file.

// A comment ignores findings.
type comment struct {
	input.Comment
	wrong string // the mistake in it; empty for a comment that is applied

	codes []string
	file  bool    // it applies to the rest of the file
	lines []*line // otherwise, the lines that it applies to
}

// A line has the names in the comments that apply to it.
type line struct {
	number int
	names  []*named
}

// A named is a code that comments name, for one line or for the rest of the file.
type named struct {
	name  string
	first int // the number of the first comment that names it
	from  int // the line of that comment
	last  int // the last line of a finding that it has ignored; 0 if it has ignored nothing
}

// A commented is a file with its comments. They are added as the file is read, while other goroutines ask about lines
// that were read before.
type commented struct {
	file  *input.File
	names func() []string // returns the codes that comments may name, sorted

	mu       sync.Mutex
	comments []*comment
	lines    map[int]*line    // the lines that comments apply to
	next     []*line          // the lines that the last comments alone on their line apply to
	rest     []*named         // the names for the rest of the file
	unknown  map[string]error // the errors of unknown names
	ended    bool
}

// maxComments is how many comments of a file are kept: each takes several hundred bytes.
const maxComments = 1 << 16

func newCommented(f *input.File, names func() []string) *commented {
	return &commented{file: f, names: names, lines: map[int]*line{}, unknown: map[string]error{}}
}

// Close marks the end of the file.
func (f *commented) Close() {
	f.mu.Lock()
	defer f.mu.Unlock()
	f.ended = true
}

// Comment adds a comment; comments come in the order of the file.
func (f *commented) Comment(of *input.Comment) {
	c := &comment{Comment: *of}
	c.Text = strings.Join(strings.Fields(c.Text), " ")
	rest, name := strings.TrimPrefix(of.Text, input.IgnoreWord), input.IgnoreWord
	if rest, c.file = strings.CutPrefix(rest, "-file"); c.file {
		name += "-file"
	}
	if len(rest) > 0 && strings.IndexByte(" \t\r\n:", rest[0]) < 0 {
		return // not one of our words
	}
	list, why, _ := strings.Cut(rest, ":")
	c.codes = strings.FieldsFunc(list, func(r rune) bool { return strings.ContainsRune(", \t\r\n", r) })
	switch {
	case len(c.codes) == 0:
		c.wrong = "it names no code: write " + name + " CODE, CODE: WHY"
	case strings.TrimSpace(why) == "":
		c.wrong = "it does not say why: write " + name + " " + strings.Join(c.codes, ", ") + ": WHY"
	}
	f.mu.Lock()
	defer f.mu.Unlock()
	switch len(f.comments) - maxComments {
	case 0:
		c.wrong = fmt.Sprintf("a file can have %d of these comments, and from here on they are not read", maxComments)
		f.comments = append(f.comments, c)
		fallthrough
	case 1:
		return
	}
	for _, code := range c.codes {
		if err := f.check(code); err != nil && c.wrong == "" {
			c.wrong = err.Error()
		}
	}
	f.comments = append(f.comments, c)
	switch {
	case c.file:
		f.rest = f.add(f.rest, c)
		return
	case c.Alone && (f.next == nil || f.next[0].number != c.From):
		f.next = []*line{f.line(c.To + 1)}
		if c.Apart {
			f.next = append(f.next, f.line(c.To+2))
		}
		c.lines = f.next
	case c.Alone: // consecutive comments apply to the same lines
		for _, l := range f.next {
			delete(f.lines, l.number)
		}
		for i, l := range f.next {
			l.number = c.To + 1 + i
			f.lines[l.number] = l
		}
		c.lines = f.next
	default:
		c.lines = append(c.lines, f.line(c.From))
		if c.To > c.From { // no other text stands between them
			c.lines = append(c.lines, f.line(c.To))
		}
	}
	for _, l := range c.lines {
		l.names = f.add(l.names, c)
	}
}

// line returns the record for a line, and creates it if needed.
func (f *commented) line(number int) *line {
	l := f.lines[number]
	if l == nil {
		l = &line{number: number}
		f.lines[number] = l
	}
	return l
}

// maxGuesses limits for how many unknown names of a file a similar one is suggested: each is compared with all known
// names.
const maxGuesses = 1000

// check returns an error if the name is not that of a code.
func (f *commented) check(name string) error {
	if _, ok := slices.BinarySearch(f.names(), name); ok {
		return nil
	}
	err, ok := f.unknown[name]
	switch {
	case ok:
	case len(f.unknown) < maxGuesses:
		err = option.UnknownCode(name, f.names())
		f.unknown[name] = err
	default:
		err = fmt.Errorf("there is no code %q", name)
	}
	return err
}

// add adds the codes of an applied comment to the names for the same lines.
func (f *commented) add(names []*named, c *comment) []*named {
	if c.wrong != "" {
		return names
	}
	for _, code := range c.codes {
		if find(names, code) == nil {
			names = append(names, &named{name: code, first: c.Number, from: c.From})
		}
	}
	return names
}

// find returns the entry with that code, or nil. A linear search suffices for few names.
func find(names []*named, name string) *named {
	if n := slices.IndexFunc(names, func(n *named) bool { return n.name == name }); n >= 0 {
		return names[n]
	}
	return nil
}

// ignores reports whether one of the first count comments ignores a finding with the code in that line, or in a
// string that starts in the line from.
func (f *commented) ignores(code finding.Code, from, line, count int) bool {
	f.mu.Lock()
	defer f.mu.Unlock()
	ignored := false
	by := func(names []*named) {
		for _, n := range names {
			if n.first <= count && n.from <= line && option.InFamily(n.name, code) {
				ignored, n.last = true, max(n.last, line)
			}
		}
	}
	by(f.rest)
	for _, number := range []int{from, line} {
		if l := f.lines[number]; l != nil {
			by(l.names)
		}
	}
	return ignored
}

// any reports whether the file has had a comment so far.
func (f *commented) any() bool {
	f.mu.Lock()
	defer f.mu.Unlock()
	return len(f.comments) > 0
}

// isDone reports whether the file has been read to its end and has no comment.
func (f *commented) isDone() bool {
	f.mu.Lock()
	defer f.mu.Unlock()
	return f.ended && len(f.comments) == 0
}

// useless returns the comments that have a mistake or ignore no finding. It is called after the file has been read to
// its end and all of its findings have been asked for. In each result, wrong describes the mistake.
func (f *commented) useless() (all []comment) {
	f.mu.Lock()
	defer f.mu.Unlock()
	for _, c := range f.comments {
		switch {
		case !f.ended:
		case c.wrong != "":
			all = append(all, *c)
		case !c.used(f):
			u := *c
			u.wrong = "it ignores nothing: there is no such finding where it holds"
			all = append(all, u)
		}
	}
	return all
}

// used reports whether the comment has ignored a finding.
func (c *comment) used(f *commented) bool {
	return slices.ContainsFunc(c.codes, func(code string) bool {
		if c.file {
			return find(f.rest, code).last >= c.From
		}
		return slices.ContainsFunc(c.lines, func(l *line) bool { return find(l.names, code).last > 0 })
	})
}

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
