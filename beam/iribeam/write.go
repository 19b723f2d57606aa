package iribeam

import (
	"bufio"
	"cmp"
	"context"
	"crypto/rand"
	"errors"
	"fmt"
	"io"
	"os"
	"slices"

	"github.com/apache/beam/sdks/v2/go/pkg/beam"
	"github.com/apache/beam/sdks/v2/go/pkg/beam/io/filesystem"
	_ "github.com/apache/beam/sdks/v2/go/pkg/beam/io/filesystem/local" // of names without a scheme
)

// An Output says where files are written. Each bundle writes to temporary files of its
// own. They get their names after Beam has committed the bundle, so that a bundle that
// fails and is tried again leaves nothing in the output.
type Output struct {
	Dir string // a folder, or a place with a scheme of a file system of Beam
	Run string // sets the temporary files of one run apart; see NewOutput
}

// NewOutput returns an output with a random Run.
func NewOutput(dir string) Output { return Output{Dir: dir, Run: rand.Text()[:12]} }

// TemporaryPrefix starts the names of the folders of temporary files.
const TemporaryPrefix = ".iri-beam-"

// temp returns the folder of the temporary files.
func (o Output) temp() string { return join(o.Dir, TemporaryPrefix+o.Run) }

// RemoveTemporary removes the temporary files that failed bundles have left. Call it
// after the pipeline.
func (o Output) RemoveTemporary(ctx context.Context) error {
	if !isRemote(o.Dir) {
		return os.RemoveAll(o.temp())
	}
	system, err := filesystem.New(ctx, o.Dir)
	if err != nil {
		return err
	}
	defer system.Close()
	names, err := system.List(ctx, join(o.temp(), "*"))
	if err != nil {
		return err
	}
	remover, ok := system.(filesystem.Remover)
	if !ok {
		return nil
	}
	for _, name := range names {
		err = errors.Join(err, remover.Remove(ctx, name))
	}
	return err
}

// A Shard is a file of the output.
type Shard struct {
	File  int64 // what it starts with: it orders the shards
	Part  int64
	Temp  string
	Name  string
	Bytes int64
}

// Write writes texts to the files prefix-00000-of-00007suffix and so on. Together, in the
// order of their names, they are in the order of the input. It returns a PCollection of
// [Shard]; the files have their names when it is complete.
func Write(s beam.Scope, o Output, prefix, suffix string, texts beam.PCollection) beam.PCollection {
	mustBeRegistered()
	s = s.Scope("iribeam.Write")
	written := beam.ParDo(s, &writeFn{Output: o}, texts)
	// Only the names of files come together under one key, not what is in them.
	numbered := beam.ParDo(s, &numberShardsFn{Output: o, Prefix: prefix, Suffix: suffix}, beam.GroupByKey(s, beam.ParDo(s, keyShard, written)))
	return beam.ParDo(s, &renameFn{}, beam.Reshuffle(s, numbered))
}

// writeFn writes the texts of a bundle, each part of the input to a file of its own.
type writeFn struct {
	Output Output
	open   *shardWriter
}

// StartBundle is called by Beam. It drops what a failed bundle has left open.
func (f *writeFn) StartBundle(_ func(Shard)) {
	if f.open != nil {
		f.open.file.Close()
		f.open = nil
	}
}

func (f *writeFn) ProcessElement(ctx context.Context, t Text, emit func(Shard)) error {
	if f.open != nil && (f.open.shard.File != t.File || f.open.shard.Part != t.Part) {
		if err := f.close(emit); err != nil {
			return err
		}
	}
	if f.open == nil {
		name := join(f.Output.temp(), rand.Text())
		w, err := create(ctx, name)
		if err != nil {
			return err
		}
		f.open = &shardWriter{shard: Shard{File: t.File, Part: t.Part, Temp: name}, file: w, w: bufio.NewWriterSize(w, 64<<10)}
	}
	n, err := f.open.w.Write(t.Data)
	f.open.shard.Bytes += int64(n)
	return err
}

// FinishBundle is called by Beam.
func (f *writeFn) FinishBundle(emit func(Shard)) error { return f.close(emit) }

// close closes the open file and emits its shard.
func (f *writeFn) close(emit func(Shard)) error {
	if f.open == nil {
		return nil
	}
	open := f.open
	f.open = nil
	err := open.w.Flush()
	if e := open.file.Close(); err == nil { // some file systems report a failed write only here
		err = e
	}
	if err != nil {
		return fmt.Errorf("%s cannot be written: %w", open.shard.Temp, err)
	}
	emit(open.shard)
	return nil
}

// A shardWriter is a file that is being written.
type shardWriter struct {
	shard Shard
	file  io.WriteCloser
	w     *bufio.Writer
}

func keyShard(sh Shard) (int64, Shard) { return 0, sh }

// numberShardsFn gives the shards their names, in the order of the input.
type numberShardsFn struct {
	Output         Output
	Prefix, Suffix string
}

func (f *numberShardsFn) ProcessElement(_ int64, shards func(*Shard) bool, emit func(Shard)) {
	var all []Shard
	var sh Shard
	for shards(&sh) {
		all = append(all, sh)
	}
	slices.SortFunc(all, func(a, b Shard) int {
		return cmp.Or(cmp.Compare(a.File, b.File), cmp.Compare(a.Part, b.Part), cmp.Compare(a.Temp, b.Temp))
	})
	for i, sh := range all {
		sh.Name = join(f.Output.Dir, fmt.Sprintf("%s-%05d-of-%05d%s", f.Prefix, i, len(all), f.Suffix))
		emit(sh)
	}
}

// renameFn moves shards to their names. It can be repeated.
type renameFn struct{}

func (f *renameFn) ProcessElement(ctx context.Context, sh Shard) (Shard, error) {
	return sh, rename(ctx, sh.Temp, sh.Name)
}

// WriteSummary writes the summary of a pipeline to a file in the output, as JSON that
// [ReadSummary] reads.
func WriteSummary(s beam.Scope, o Output, name string, summaries beam.PCollection) {
	mustBeRegistered()
	beam.ParDo0(s.Scope("iribeam.WriteSummary"), &writeSummaryFn{Output: o, Name: name}, summaries)
}

type writeSummaryFn struct {
	Output Output
	Name   string
}

func (f *writeSummaryFn) ProcessElement(ctx context.Context, sum Summary) error {
	data, err := encodeSummary(sum)
	if err != nil {
		return err
	}
	var written Shard
	w, keep := writeFn{Output: f.Output}, func(sh Shard) { written = sh }
	if err := w.ProcessElement(ctx, Text{Data: data}, keep); err != nil {
		return err
	}
	if err := w.close(keep); err != nil {
		return err
	}
	return rename(ctx, written.Temp, join(f.Output.Dir, f.Name))
}

// ReadSummary reads what [WriteSummary] has written.
func ReadSummary(ctx context.Context, o Output, name string) (Summary, error) {
	r, err := openRead(ctx, join(o.Dir, name))
	if err != nil {
		return Summary{}, err
	}
	defer r.Close()
	data, err := io.ReadAll(r)
	if err != nil {
		return Summary{}, err
	}
	return decodeSummary(data)
}

// join joins a folder and a name; filepath.Join would shorten the "//" of a scheme.
func join(dir, name string) string {
	if dir == "" || dir[len(dir)-1] == '/' {
		return dir + name
	}
	return dir + "/" + name
}

// create creates a file, and its folder if need be.
func create(ctx context.Context, name string) (io.WriteCloser, error) {
	system, err := filesystem.New(ctx, name)
	if err != nil {
		return nil, err
	}
	w, err := system.OpenWrite(ctx, name)
	if err != nil {
		system.Close()
		return nil, err
	}
	return struct {
		io.Writer
		io.Closer
	}{w, systemCloser{w, system}}, nil
}

// openRead opens a file for reading.
func openRead(ctx context.Context, name string) (io.ReadCloser, error) {
	system, err := filesystem.New(ctx, name)
	if err != nil {
		return nil, err
	}
	r, err := system.OpenRead(ctx, name)
	if err != nil {
		system.Close()
		return nil, err
	}
	return struct {
		io.Reader
		io.Closer
	}{r, systemCloser{r, system}}, nil
}

// A systemCloser closes a file and its file system.
type systemCloser struct{ file, system io.Closer }

func (c systemCloser) Close() error { return errors.Join(c.file.Close(), c.system.Close()) }

// rename moves a file. If another attempt has done so already, nothing is left to do.
func rename(ctx context.Context, from, to string) error {
	system, err := filesystem.New(ctx, from)
	if err != nil {
		return err
	}
	defer system.Close()
	if err = filesystem.Rename(ctx, system, from, to); err == nil {
		return nil
	}
	_, noFrom := system.Size(ctx, from)
	if _, noTo := system.Size(ctx, to); noFrom != nil && noTo == nil {
		return nil
	}
	return err
}
