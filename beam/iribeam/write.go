package iribeam

import (
	"cmp"
	"context"
	"crypto/rand"
	"errors"
	"fmt"
	"io"
	"os"
	"path/filepath"
	"slices"
	"strings"

	"github.com/apache/beam/sdks/v2/go/pkg/beam"
	"github.com/apache/beam/sdks/v2/go/pkg/beam/io/filesystem"
	_ "github.com/apache/beam/sdks/v2/go/pkg/beam/io/filesystem/local" // of names without a scheme

	"github.com/rfc3987/iri/beam/internal/outputs"
)

// An Output says where files are written. Each bundle writes to temporary files of its
// own. They get their names after Beam has committed the bundle, so that a bundle that
// fails and is tried again leaves nothing in the output.
type Output struct {
	Dir string // a folder, or a place with a scheme of a file system of Beam
	Run string // sets the temporary files of one run apart; see NewOutput

	// KeepNames gives what is written for a file its name, below a folder with the name of the kind
	// and the folders below what was named as input. A file that was read in parts gives one for each.
	KeepNames bool

	// Compress is how files are packed: gzip, zstd, none, or empty for none and, with KeepNames, for
	// what the file was packed with that was read.
	Compress string
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

// compression returns how a file is packed that is made of the one with a relative name.
func (o Output) compression(rel string) string {
	if !o.KeepNames {
		rel = ""
	}
	return outputs.Compression(o.Compress, rel)
}

// A Shard is a file of the output.
type Shard struct {
	File   int64 // what it starts with: it orders the shards
	Input  string
	Rel    string
	Part   int64
	Temp   string
	Name   string
	Bytes  int64  // as they are written, packed or not
	SHA256 string // of these bytes
}

// Write writes texts to the files prefix-00000-of-00007suffix and so on. Together, in the
// order of their names, they are in the order of the input. With KeepNames it writes them to prefix/sub/name,
// with the suffix if there is one. It returns a PCollection of
// [Shard]; the files have their names when it is complete. The texts of all windows come together.
func Write(s beam.Scope, o Output, prefix, suffix string, texts beam.PCollection) beam.PCollection {
	mustBeRegistered()
	s = s.Scope("iribeam.Write")
	written := beam.ParDo(s, &writeFn{Output: o}, global(s, texts))
	// Only the names of files come together under one key, not what is in them.
	numbered := beam.ParDo(s, &numberShardsFn{Output: o, Prefix: prefix, Suffix: suffix},
		beam.GroupByKey(s, beam.ParDo(s, keyShard, written)))
	return beam.ParDo(s, &renameFn{}, beam.Reshuffle(s, numbered))
}

// writeFn writes the texts of a bundle, each part of the input to a file of its own.
type writeFn struct {
	Output Output
	open   *outputs.Writer // nil for none
	shard  Shard           // that is written
}

// StartBundle is called by Beam. It drops what a failed bundle has left open.
func (f *writeFn) StartBundle(_ func(Shard)) {
	if f.open != nil {
		f.open.Abandon()
		f.open = nil
	}
}

func (f *writeFn) ProcessElement(ctx context.Context, t Text, emit func(Shard)) error {
	if f.open != nil && (f.shard.File != t.File || f.shard.Part != t.Part) {
		if err := f.close(emit); err != nil {
			return err
		}
	}
	if len(t.Data) == 0 && !f.Output.KeepNames || t.Joint && f.Output.KeepNames {
		return nil
	}
	if f.open == nil {
		f.shard = Shard{File: t.File, Input: t.Input, Rel: t.Rel, Part: t.Part,
			Temp: join(f.Output.temp(), rand.Text())}
		w, err := create(ctx, f.shard.Temp)
		if err != nil {
			return err
		}
		if f.open, err = outputs.NewWriter(w, f.Output.compression(t.Rel)); err != nil {
			return err
		}
	}
	_, err := f.open.Write(t.Data)
	return err
}

// FinishBundle is called by Beam.
func (f *writeFn) FinishBundle(emit func(Shard)) error { return f.close(emit) }

// close closes the open file and emits its shard.
func (f *writeFn) close(emit func(Shard)) (err error) {
	if f.open == nil {
		return nil
	}
	open := f.open
	f.open = nil
	if f.shard.Bytes, f.shard.SHA256, err = open.Close(); err != nil {
		return fmt.Errorf("%s cannot be written: %w", f.shard.Temp, err)
	}
	emit(f.shard)
	return nil
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
	sources := make([]outputs.Origin, len(all))
	for i, sh := range all {
		sources[i] = outputs.Origin{File: sh.File, Rel: sh.Rel}
	}
	layout := outputs.Layout{Kind: f.Prefix, Suffix: f.Suffix, Keep: f.Output.KeepNames, Compress: f.Output.Compress}
	for i, name := range layout.Names(sources) {
		all[i].Name = join(f.Output.Dir, name)
		emit(all[i])
	}
}

// renameFn moves shards to their names. It can be repeated.
type renameFn struct{}

func (f *renameFn) ProcessElement(ctx context.Context, sh Shard) (Shard, error) {
	return sh, rename(ctx, sh.Temp, sh.Name)
}

// WriteSummary writes the summary of a pipeline to a file in the output, as JSON that
// [ReadSummary] reads. It adds up those of several windows.
func WriteSummary(s beam.Scope, o Output, name string, summaries beam.PCollection) {
	mustBeRegistered()
	s = s.Scope("iribeam.WriteSummary")
	if isWindowed(summaries) {
		summaries = beam.Combine(s, &summaryFn{}, global(s, summaries))
	}
	beam.ParDo0(s, &writeSummaryFn{Output: o, Name: name}, summaries)
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
	return f.Output.writeFile(ctx, f.Name, data)
}

// writeFile writes a file in one step, so that it can be repeated.
func (o Output) writeFile(ctx context.Context, name string, data []byte) error {
	temp := join(o.temp(), rand.Text())
	w, err := create(ctx, temp)
	if err != nil {
		return err
	}
	_, err = w.Write(data)
	if err = errors.Join(err, w.Close()); err != nil {
		return err
	}
	return rename(ctx, temp, join(o.Dir, name))
}

// WriteManifest writes which files [Write] has written to a file in the output, when all of them have
// their names: an object of JSON on each line, with name, input, part, bytes and sha256.
func WriteManifest(s beam.Scope, o Output, name string, shards ...beam.PCollection) {
	mustBeRegistered()
	s = s.Scope("iribeam.WriteManifest")
	beam.ParDo0(s, &manifestFn{Output: o, Name: name}, beam.Impulse(s), beam.SideInput{Input: beam.Flatten(s, shards...)})
}

type manifestFn struct {
	Output Output
	Name   string
}

func (f *manifestFn) ProcessElement(ctx context.Context, _ []byte, shards func(*Shard) bool) error {
	var all []outputs.Entry
	for sh := (Shard{}); shards(&sh); {
		name := strings.TrimPrefix(sh.Name, join(f.Output.Dir, ""))
		all = append(all, outputs.Entry{Name: name, Input: sh.Input, Part: sh.Part, Bytes: sh.Bytes, SHA256: sh.SHA256})
	}
	data, err := outputs.Manifest(all)
	if err != nil {
		return err
	}
	return f.Output.writeFile(ctx, f.Name, data)
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
	w, c, err := opened(ctx, name, filesystem.Interface.OpenWrite)
	return struct {
		io.Writer
		io.Closer
	}{w, c}, err
}

// openRead opens a file for reading.
func openRead(ctx context.Context, name string) (io.ReadCloser, error) {
	r, c, err := opened(ctx, name, filesystem.Interface.OpenRead)
	return struct {
		io.Reader
		io.Closer
	}{r, c}, err
}

// opened opens a file on its file system.
func opened[F io.Closer](ctx context.Context, name string, open func(filesystem.Interface, context.Context, string) (F,
	error)) (f F, c systemCloser, err error) {
	system, err := filesystem.New(ctx, name)
	if err != nil {
		return f, c, err
	}
	if f, err = open(system, ctx, name); err != nil {
		system.Close()
	}
	return f, systemCloser{f, system}, err
}

// A systemCloser closes a file and its file system.
type systemCloser struct{ file, system io.Closer }

func (c systemCloser) Close() error { return errors.Join(c.file.Close(), c.system.Close()) }

// rename moves a file. If another attempt has done so already, nothing is left to do.
func rename(ctx context.Context, from, to string) error {
	if !isRemote(to) {
		if err := os.MkdirAll(filepath.Dir(to), 0o777); err != nil {
			return err
		}
	}
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
