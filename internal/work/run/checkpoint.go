package run

import (
	"cmp"
	"encoding/json"
	"errors"
	"fmt"
	"io/fs"
	"os"
	"path/filepath"
	"slices"
	"time"

	"github.com/rfc3987/iri/internal/files/durable"
	"github.com/rfc3987/iri/internal/files/pipeline"
)

// A checkpoint says how far a run has come: all input before the position has been
// worked on, and the outputs had these lengths then. The names of the exported fields are those of
// the JSON file.
type checkpoint struct {
	Version       int
	Command       []string // what has to be the same when the run is resumed
	Stdin         string   // size and time of standard input, if that is a file that is read
	Position      pipeline.Position
	Output, Other length // of standard output, and of Run.Second
	Progress      Progress
	HasText       bool // input.Options.HasText
	Finished      bool // nothing is left to do

	loaded  bool      // it has been read from the file
	path    string    // of the file, without symbolic links
	written time.Time // when the file was last written
}

const checkpointVersion = 5

// differs returns the first elements in which two command lines differ.
func differs(was, is []string) (string, string) {
	for i := range max(len(was), len(is)) {
		a, b := "nothing", "nothing"
		if i < len(was) {
			a = was[i]
		}
		if i < len(is) {
			b = is[i]
		}
		if a != b {
			return a, b
		}
	}
	return "", ""
}

// maxCheckpoint is how many bytes a checkpoint has at most; it holds the findings for a baseline that is to be written.
const maxCheckpoint = 512 << 20

// readCheckpoint reads the file of a checkpoint, nil if there is none.
func readCheckpoint(name string) (*checkpoint, error) {
	data, err := durable.ReadFile(name, maxCheckpoint)
	if errors.Is(err, fs.ErrNotExist) || err == nil && len(data) == 0 {
		return nil, nil
	}
	if err != nil {
		return nil, err
	}
	var start struct {
		Version int
		Command []string
	}
	c := &checkpoint{loaded: true}
	err = json.Unmarshal(data, &start)
	if c.Version = start.Version; c.Version == checkpointVersion {
		err = json.Unmarshal(data, c)
	}
	if err != nil || start.Version == 0 || len(start.Command) == 0 {
		return nil, Usagef("%s is not a checkpoint, and it is not overwritten: name another file", name)
	}
	return c, nil
}

// check returns an error if c, of the file of that name, is not the checkpoint of the run that now begins.
func (c *checkpoint) check(name string, now *checkpoint) error {
	if c.Version != checkpointVersion {
		return fmt.Errorf("%s is a checkpoint of another version of iri: start again without --resume", name)
	}
	if !slices.Equal(c.Command, now.Command) {
		was, is := differs(c.Command, now.Command)
		return Usagef("%s is the checkpoint of another run: it had %q where this one has %q; "+
			"resume it with the same arguments and files", name, was, is)
	}
	if c.Stdin != now.Stdin && c.Stdin != "" && now.Stdin != "" { // a pipe may be read after a file
		return Usagef("standard input is not that of the checkpoint %s: its size or time is another; "+
			"resume with the same input, or start again without --resume", name)
	}
	return nil
}

// tempCheckpoints are the names of the new files of checkpoints.
const tempCheckpoints = ".iri-checkpoint-*"

// write replaces the file in one step, because the run may be killed at any time.
func (c *checkpoint) write() error {
	data, err := json.Marshal(c)
	if err != nil {
		return err
	}
	c.written = time.Now()
	return durable.Put(c.path, tempCheckpoints, data, 0o600)
}

// openCheckpoint takes the lock of the checkpoint, which the caller has to release, and sets
// r.checkpoint to the one of a new run, or of the run that is resumed.
func (r *Run) openCheckpoint() (release func(), err error) {
	name := r.State.File
	path, err := durable.RealPath(name)
	if err != nil {
		return nil, err
	}
	lock, err := durable.TakeLock(path+".lock", fmt.Sprintf("process %d", os.Getpid()))
	switch {
	case errors.Is(err, durable.ErrLocked):
		return nil, fmt.Errorf("the checkpoint %s is that of a run that has not ended: %w; "+
			"wait for it, or name another file", name, err)
	case errors.Is(err, errors.ErrUnsupported):
		r.Host.Say("this system has no locks of files: nothing keeps another run from using the same checkpoint")
	case err != nil:
		return nil, err
	}
	durable.RemoveLeft(filepath.Dir(path), tempCheckpoints)
	r.Input.Reserved = append(r.Input.Reserved, path, path+".lock")
	done := r.Host.CleanUp(lock.Release)
	release = func() { done(); lock.Release() }

	c := &checkpoint{Version: checkpointVersion, Command: r.State.Command()}
	if info := RegularFile(r.Input.Stdin); info != nil &&
		(len(r.Paths) == 0 || slices.Contains(r.Paths, "-")) {
		c.Stdin = fmt.Sprint(info.Size(), " ", info.ModTime().UnixNano())
	}
	old, err := readCheckpoint(name)
	if err == nil && old != nil && r.State.Resume {
		err = old.check(name, c)
		c = old
	}
	if err != nil {
		release()
		return nil, err
	}
	r.checkpoint, c.path, c.written = c, path, time.Now()
	return release, nil
}

// resume puts the run into the state that its checkpoint describes, and the outputs to the
// place where the run goes on. It returns false if the run starts at the beginning.
func (r *Run) resume() (resumed bool, err error) {
	c := r.checkpoint
	if c == nil || !c.loaded {
		if info := r.Out.regular(); info != nil {
			r.Out.startSize = info.Size()
		}
		return false, r.Second.cut(0)
	}
	if resumed = c.Finished || c.Position.Files > 0; resumed {
		r.Progress = c.Progress
		r.Input.HasText.Store(c.HasText)
	}
	if c.Finished { // its output stays as it is
		return true, nil
	}
	return resumed, cmp.Or(r.Out.goOn(c.Output), r.Second.goOn(c.Other))
}

// advanceCheckpoint moves the checkpoint to a position and writes it if the interval of
// the app has passed since it was last written.
func (r *Run) advanceCheckpoint(pos pipeline.Position) error {
	if r.checkpoint == nil {
		return nil
	}
	r.checkpoint.Position = pos
	if time.Since(r.checkpoint.written) < r.State.Interval {
		return nil
	}
	return r.saveCheckpoint(false)
}

// saveCheckpoint puts the output on the disk and writes the checkpoint, if there is one.
func (r *Run) saveCheckpoint(finished bool) error {
	c := r.checkpoint
	if c == nil {
		return nil
	}
	if err := cmp.Or(r.Out.sync(), r.Second.sync()); err != nil {
		return err
	}
	c.Output, c.Other = r.Out.length(), r.Second.length()
	c.Progress, c.HasText, c.Finished = r.Progress, r.Input.HasText.Load(), finished
	if err := c.write(); err != nil {
		return fmt.Errorf("the checkpoint cannot be written: %w", err)
	}
	return nil
}
