// Package run runs a job over files or words: it reads chunks of items, and passes on their output and counts in the
// order of the input, on all cores. A [Job] processes the items, and a [Sink] gets the results. The only loop over
// items is here, and the only code that writes files. It never writes a file that it reads. It must not know flags,
// how an item is checked, nor how findings are written.
package run

import (
	"cmp"
	"context"
	"errors"
	"fmt"
	"io/fs"
	"os"
	"slices"
	"sync/atomic"
	"syscall"

	"github.com/rfc3987/iri/internal/files/input"
	"github.com/rfc3987/iri/internal/files/pipeline"
	"github.com/rfc3987/iri/internal/files/source"
	"github.com/rfc3987/iri/internal/grammar/abnf"
	"github.com/rfc3987/iri/internal/work/option"
)

// A Status is an error that only sets the exit status of the program: messages have been printed already.
type Status int

// The statuses of runs.
const (
	Found Status = 1 // some inputs do not conform, or have no result
	Usage Status = 2 // the options are invalid, or reading or writing failed

	Interrupted Status = 130 // SIGINT ended the run; the status is that of shells
	Terminated  Status = 143 // the same for SIGTERM
)

func (s Status) Error() string { return fmt.Sprintf("exit status %d", int(s)) }

// Err returns s as an error, or nil if the run succeeded.
func (s Status) Err() error {
	if s == 0 {
		return nil
	}
	return s
}

// A UsageError is an error in the command line.
type UsageError struct{ Cause error }

func (e UsageError) Error() string { return e.Cause.Error() }
func (e UsageError) Unwrap() error { return e.Cause }

// Usagef returns a UsageError.
func Usagef(format string, args ...any) error { return UsageError{fmt.Errorf(format, args...)} }

// OptionError returns err as a UsageError if it is about an option. An error in a grammar is not a usage error.
func OptionError(err error) error {
	var grammar abnf.ErrorList
	var file *fs.PathError
	switch {
	case err == nil, errors.As(err, &grammar), errors.As(err, &file):
		return err
	case errors.As(err, new(*option.Error)):
		return Usagef("--%w", err)
	}
	return UsageError{err}
}

// A Watcher shows the progress of a run.
type Watcher interface {
	Open(*input.File) // a file is opened
	Hide()            // other output follows
	Stop()
}

// A Host is the program that runs a run.
type Host interface {
	Context() context.Context    // ends with a signal
	PrintLine(line string)       // prints a line for people to standard error
	PrintError(error)            // prints an error to standard error
	Watch(*atomic.Int64) Watcher // returns a watcher that shows the number of findings; nil for none
	PassedOver() (files int64)   // reports the skipped files, and returns how many
}

// Inputs are the inputs of a run.
type Inputs struct {
	Input     *input.Options
	Paths     []string // files and folders; none for standard input
	Words     []string // of the command line, instead of files
	FirstWord int      // how many words came before them
	Reads     []string // files that are read in addition to those of Paths
	Jobs      int      // how many chunks are processed at the same time
	AtOnce    bool     // each result is passed on as soon as its line was read
	Named     []string // the paths that the user has named; see [IsFinding]
	Converts  bool     // the run converts, so that a table which the user has named must have a column of IRIs
}

// A Run runs a job over files or words, and passes the results to a sink.
type Run struct {
	Inputs
	Host   Host
	FailOn string // which findings make the status Found: one of option.FailOns; empty for errors

	Out    *Output
	Second *Output // for rejected records: a file, or Out; nil for none

	Progress

	job          Job
	sink         Sink
	fileFailed   bool         // a file could not be read or written
	unwritten    int          // the number, from 1, of a file whose conversion has failed, so that the rest of it is not written; 0 for none
	findingCount atomic.Int64 // for the watcher, which runs in its own goroutine
	watcher      Watcher
}

// SetRejects sets Second to a file or, for "-", to Out. It does nothing if the name is empty.
func (r *Run) SetRejects(name string) {
	switch name {
	case "":
	case "-":
		r.Second = r.Out
	default:
		r.Second = NewFile(name)
	}
}

// Do reads the files, or standard input if there are none, or takes the words; it runs the job on them, and passes
// the results to the sink.
func (r *Run) Do(j Job, s Sink) (err error) {
	r.job, r.sink = j, s
	ctx := r.Host.Context()
	if r.Second != nil && r.Second.isFile {
		if err := RefuseInput("--rejects", r.Second.name, r.inputs(*r.Input)); err != nil {
			return err
		}
	}
	if len(r.Words) > 0 {
		return r.runWords()
	}
	if r.Second != nil && r.Second.isFile && r.hasInput() {
		if err = r.Second.open(); err != nil {
			return err
		}
		defer func() { err = cmp.Or(err, r.Second.close()) }()
	}
	for _, out := range []*Output{r.Out, r.Second} {
		if info := out.regular(); info != nil {
			r.Input.Outputs = append(r.Input.Outputs, info)
		}
	}
	if r.Second != r.Out {
		if err := r.Second.empty(); err != nil {
			return err
		}
	}
	files, _ := s.(FileSink)
	run := pipeline.Run[Result]{
		Input: r.Input, Paths: r.Paths, Jobs: r.Jobs,
		Work: r.workOnChunk, Emit: r.emit, Fail: r.reportFile,
	}
	run.Done = func(files int) error {
		r.Summary.Files = int64(files)
		return nil
	}
	r.watcher = r.Host.Watch(&r.findingCount)
	run.Open = func(f *input.File) {
		if files != nil {
			files.Open(f)
		}
		if r.watcher != nil {
			r.watcher.Open(f)
		}
	}
	if files != nil {
		closed := func(how FileEnd) error {
			r.hide()
			return files.Close(how)
		}
		run.Close = func() error { return closed(EndWhole) }
		run.Fail = func(err error) error {
			how := EndUnread
			if _, ok := IsFinding(err, r.Named); ok {
				how = EndFaulty
			}
			if err := r.reportFile(err); err != nil {
				return err
			}
			return closed(how)
		}
	}
	err = run.Do(ctx)
	if r.watcher != nil {
		r.watcher.Stop()
	}
	cause, interrupted := context.Cause(ctx).(Interruption)
	if err != nil && (!interrupted || !errors.Is(err, cause)) {
		return err
	}
	if err == nil {
		return r.finish(nil)
	}
	return r.finish(cause)
}

// hasInput reports whether some input file can be opened: only then is an output emptied.
func (r *Run) hasInput() bool {
	return len(r.Paths) == 0 || slices.ContainsFunc(r.Paths, func(name string) bool {
		info, err := os.Stat(name)
		if name == "-" || err == nil && !info.Mode().IsRegular() { // opening a pipe would block
			return true
		}
		f, err := os.Open(name)
		if err == nil {
			f.Close()
		}
		return err == nil
	})
}

// runWords processes the words of the command line as a chunk.
func (r *Run) runWords() error {
	if err := r.work(input.ChunkOf(r.Words, r.FirstWord)); err != nil {
		return err
	}
	return r.finish(nil)
}

// workOnChunk runs the job on a chunk.
func (r *Run) workOnChunk(b *input.Chunk, res *Result, flush func() error) {
	res.Begin(b, r.sink, flush)
	r.job.Chunk(b, res)
}

// emit counts a result, passes it on, and empties it.
func (r *Run) emit(res *Result) error {
	if res.Broken != nil {
		r.unwritten = res.FileNumber + 1
		if err := r.fail(res.Broken); err != nil {
			return err
		}
	}
	if r.unwritten > 0 && r.unwritten == res.FileNumber+1 {
		res.Out, res.Edits = res.Out[:0], res.Edits[:0]
	}
	if len(res.Out)+len(res.Second) > 0 {
		r.hide()
	}
	err := r.take(r.job, r.sink, res)
	r.findingCount.Store(r.Summary.Errors + r.Summary.Warnings)
	if err != nil || !r.AtOnce {
		return err
	}
	return r.Flush()
}

// maxUnread is how many files that could not be read are listed in a report.
const maxUnread = 1000

// reportFile reports a file that could not be read.
func (r *Run) reportFile(err error) error {
	file, ok := IsFinding(err, r.Named)
	if !ok {
		return r.fail(err)
	}
	r.Incomplete = append(r.Incomplete, file.Name)
	return r.work(input.ChunkOfFault(file))
}

// IsFinding reports whether the error of a file is a finding: the file is in a folder, and not named by the user, and
// it cannot be read as asked.
func IsFinding(err error, named []string) (*source.Error, bool) {
	file, ok := errors.AsType[*source.Error](err)
	return file, ok && file.FileUnsuited && !slices.Contains(named, file.Name)
}

// work processes a chunk whose turn it is.
func (r *Run) work(b *input.Chunk) error {
	var res Result
	r.workOnChunk(b, &res, func() error { return r.emit(&res) })
	return r.emit(&res)
}

// fail prints the error of a file that could not be read or written.
func (r *Run) fail(err error) error {
	r.Summary.Broken++
	r.fileFailed = true
	if len(r.Unread) < maxUnread {
		u := Unread{Name: "-", Message: err.Error()}
		if file := (*source.Error)(nil); errors.As(err, &file) {
			u = Unread{Name: file.Name, Message: file.Error()}
		}
		r.Unread = append(r.Unread, u)
	}
	r.hide()
	// If both streams are the same terminal, the message comes after the output so far.
	if err := r.Flush(); err != nil {
		return err
	}
	r.Host.PrintError(err)
	return nil
}

// An Interruption is the cause of a context that a signal has ended.
type Interruption interface {
	error
	Status() Status // the status of a process that the signal has ended
}

// A Signal is the [Interruption] of a signal.
type Signal struct{ os.Signal }

func (s Signal) Error() string { return s.String() }

// Status returns the exit status that shells report for a process that the signal has ended.
func (s Signal) Status() Status {
	if s.Signal == syscall.SIGTERM {
		return Terminated
	}
	return Interrupted
}

// hide removes the progress from the terminal, before other output.
func (r *Run) hide() {
	if r.watcher != nil {
		r.watcher.Hide()
	}
}

// Flush writes the buffered output.
func (r *Run) Flush() error {
	if err := r.Out.Flush(); err != nil {
		return err
	}
	return r.Second.Flush()
}

// finish ends a run that has read all its input, or was interrupted by a signal.
func (r *Run) finish(cause Interruption) error {
	if cause != nil {
		r.Host.PrintLine(fmt.Sprintf("interrupted after %d inputs", r.Summary.Inputs))
	}
	if err := r.Flush(); err != nil {
		return err
	}
	if len(r.Words) == 0 {
		r.Summary.PassedOver = r.Host.PassedOver()
	}
	r.Complete = cause == nil && !r.fileFailed
	var res Result
	if err := cmp.Or(r.end(r.job, r.sink, &res, func() error { return r.emit(&res) }), r.Flush()); err != nil {
		return err
	}
	if cause != nil {
		return cause.Status()
	}
	return r.status()
}

// status returns the exit status of a run that was not interrupted.
func (r *Run) status() error {
	if r.fileFailed {
		return Usage
	}
	if r.Summary.Inputs == 0 && r.Input.HasText.Load() && len(r.Input.Fields) > 0 {
		r.Host.PrintError(ErrNoStrings)
		return Usage
	}
	if r.Converts {
		if name := r.Input.FileNotes.WithoutColumn(r.Named); name != "" {
			r.Host.PrintError(NoColumn(name))
			return Usage
		}
	}
	// A file that the user named, and that has no IRI, is a warning: it may be in another format.
	if r.Summary.Fails(r.FailOn) || r.FailOn == option.FailOnWarning && r.Input.FileNotes.WithoutIRIs(r.Paths) {
		return Found
	}
	return nil
}

// ErrNoStrings is the error of a run that found nothing at the paths that the user named, although the input is not
// empty.
var ErrNoStrings = errors.New("nothing was checked: the input is not empty, but there is nothing at what --field names")

// NoColumn is the error of a conversion of a table in which no column is known to have IRIs.
func NoColumn(name string) error {
	return FileError(name, errors.New("nothing was converted: no column holds IRIs, and --column names one"))
}
