package iribeam

import (
	"cmp"
	"context"
	"errors"
	"os"
	"path/filepath"
	"slices"
	"strings"

	"github.com/apache/beam/sdks/v2/go/pkg/beam"
	"github.com/apache/beam/sdks/v2/go/pkg/beam/io/filesystem"

	"github.com/rfc3987/iri/beam/internal/outputs"
	"github.com/rfc3987/iri/internal/files/folders"
	"github.com/rfc3987/iri/internal/files/input"
	"github.com/rfc3987/iri/internal/files/source"
	"github.com/rfc3987/iri/internal/work/baseline"
	"github.com/rfc3987/iri/internal/work/config"
)

// A File is a file to read. Number is its place among the files of the pipeline: it
// orders results, and no two files may have the same one.
type File struct {
	Number int64
	Name   string
	Rel    string // the name below what was named as input; see Output.KeepNames
	Err    string // why the name, which it begins with, stands for no file; empty if it does
	Named  bool   // a pattern names it: it is not one of a folder

	// PassedOver is set for a file or folder in a folder that is not read but named, and why.
	PassedOver bool
	Why        folders.Passed
}

// Files expands patterns on a worker, because the files need not exist where the pipeline
// is built. It returns a PCollection of [File]. A pattern is the name of a file, a
// folder, or a glob such as dir/*.nq.gz. Of a folder, the files are read whose names say a
// format that is read; the others are counted in [Summary].PassedOver. Names with a scheme
// (gs://, s3://) go to the file systems of Beam that the program has imported. A pattern
// that matches nothing is a [BrokenFile] of the result.
func Files(s beam.Scope, patterns ...string) beam.PCollection {
	return FilesFor(s, Options{}, patterns...)
}

// FilesFor is [Files] as the options say it: all files of folders if they name the format, and
// what Hidden, Exclude and Include say.
func FilesFor(s beam.Scope, o Options, patterns ...string) beam.PCollection {
	mustBeRegistered()
	s = s.Scope("iribeam.Files")
	return beam.ParDo(s, &matchFn{patterns, o}, beam.Impulse(s))
}

// matchFn expands all patterns at once, so that the files can be numbered.
type matchFn struct {
	Patterns []string
	Options  Options
}

func (f *matchFn) ProcessElement(ctx context.Context, _ []byte, emit func(File)) error {
	var files []File
	var roots, all, named []string
	add := func(name string, err error) {
		file := File{Number: int64(len(files)), Name: name, Named: slices.Contains(named, name)}
		if e := (&source.Error{Name: name, Err: err}); err != nil {
			errors.As(err, &e)
			file.Err = e.Error()
		}
		files, all = append(files, file), append(all, name)
	}
	o, err := config.Input(&f.Options.Job)
	if err != nil {
		return err
	}
	if b := f.Options.Baseline; b != nil {
		o.Reserved = append(o.Reserved, b.Real()) // it is JSON, but not input
	}
	o.PassOver = func(name string, why folders.Passed) {
		add(name, nil)
		file := &files[len(files)-1]
		file.PassedOver, file.Why = true, why
	}
	for _, pattern := range f.Patterns {
		roots = append(roots, outputs.Root(pattern))
		names, err := expand(ctx, pattern)
		named = append(names, pattern)
		switch {
		case err != nil:
			add(pattern, err)
		case isRemote(pattern):
			for _, name := range names {
				add(name, nil)
			}
		default:
			for name, err := range o.Expand(names) {
				add(name, err)
			}
		}
	}
	for i, rel := range outputs.Relative(roots, all) {
		files[i].Rel = rel
		emit(files[i])
	}
	return nil
}

// expand returns the names of the files and folders that a pattern stands for.
func expand(ctx context.Context, pattern string) (names []string, err error) {
	_, missing := os.Lstat(pattern)
	switch {
	case pattern == "-":
		return nil, errors.New("a pipeline has no standard input: name files")
	case isRemote(pattern):
		names, err = listRemote(ctx, pattern)
		slices.Sort(names)
	case missing != nil && strings.ContainsAny(pattern, "*?["):
		names, err = filepath.Glob(pattern)
	default:
		return []string{pattern}, nil
	}
	if err == nil && len(names) == 0 {
		err = errors.New("no file matches")
	}
	return names, err
}

// isRemote reports whether a name belongs to a file system of Beam.
func isRemote(name string) bool { return strings.Contains(name, "://") }

func listRemote(ctx context.Context, glob string) ([]string, error) {
	fs, err := filesystem.New(ctx, glob)
	if err != nil {
		return nil, err
	}
	defer fs.Close()
	return fs.List(ctx, glob)
}

// open opens a file, and returns a function that closes it.
func open(ctx context.Context, name string, o *input.Options) (f *input.File, release func(), err error) {
	if !isRemote(name) {
		f, err = input.Open(name, o)
		return f, func() { f.Close() }, err
	}
	r, err := openRead(ctx, name)
	if err != nil {
		return nil, nil, &source.Error{Name: name, Err: err}
	}
	if f, err = input.NewFile(name, r, o); err != nil {
		r.Close()
		return nil, nil, err
	}
	return f, func() {
		f.Close()
		r.Close()
	}, nil
}

// split cuts files into parts and spreads these over the workers.
func split(s beam.Scope, files beam.PCollection, o Options) beam.PCollection {
	s = s.Scope("split")
	whole, parts := beam.ParDo2(s, &splitFn{Options: o}, files)
	if !o.NoLineNumbers {
		parts = beam.ParDo(s, &countLinesFn{}, beam.Reshuffle(s, parts))
		parts = beam.ParDo(s, &numberLinesFn{}, beam.GroupByKey(s, parts))
	}
	return beam.Reshuffle(s, beam.Flatten(s, whole, parts))
}

// splitFn emits files that are read as a whole and files that are read in parts.
type splitFn struct {
	Options Options
	known   *baseline.Baseline
}

// Setup is called by Beam.
func (f *splitFn) Setup() (err error) {
	if f.Options.Baseline != nil {
		f.known, err = f.Options.Baseline.Open()
	}
	return err
}

func (f *splitFn) ProcessElement(ctx context.Context, file File, whole, parts func(Split)) error {
	size := f.size(ctx, file)
	step := cmp.Or(f.Options.SplitSize, DefaultSplitSize)
	if size <= step {
		whole(Split{File: file})
		return nil
	}
	for at := int64(0); at < size; at += step {
		sp := Split{File: file, Start: at, End: at + step}
		if sp.End >= size {
			sp.End = 0
		}
		parts(sp)
	}
	return nil
}

// size returns the size of a file that can be read in parts, 0 for all others, also for
// those that cannot be opened: reading them tells why. How often a finding is known is counted from the start
// of its file.
func (f *splitFn) size(ctx context.Context, file File) int64 {
	listed := f.known != nil && !f.known.Writing && f.known.ListsFile(file.Name)
	if file.Err != "" || file.PassedOver || isRemote(file.Name) || listed {
		return 0
	}
	if o, err := config.Input(&f.Options.Job); err == nil {
		if in, err := input.Open(file.Name, o); err == nil {
			defer in.Close()
			if in.CanStartAtLine() {
				return in.Size
			}
		}
	}
	return 0
}

// countLinesFn counts the line ends of a part. It returns them in Lines, and the number of
// the file as the key.
type countLinesFn struct{}

func (f *countLinesFn) ProcessElement(_ context.Context, sp Split) (int64, Split) {
	sp.Lines = sp.countLines()
	return sp.File.Number, sp
}

// numberLinesFn turns the numbers of line ends in each part of a file into those before
// each part.
type numberLinesFn struct{}

func (f *numberLinesFn) ProcessElement(_ int64, parts func(*Split) bool, emit func(Split)) {
	var all []Split
	var sp Split
	for parts(&sp) {
		all = append(all, sp)
	}
	slices.SortFunc(all, func(a, b Split) int { return cmp.Compare(a.Start, b.Start) })
	lines := int64(0)
	for _, sp := range all {
		lines, sp.Lines = lines+sp.Lines, lines
		emit(sp)
	}
}
