package run

import (
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
	"github.com/rfc3987/iri/internal/work"
	"github.com/rfc3987/iri/internal/work/baseline"
	"github.com/rfc3987/iri/internal/work/summary"
)

// A checkpoint says how far a run has come: all input before the position has been
// worked on, all output for it has been written, and nothing after it has. The names
// of the exported fields are those of the JSON file.
type checkpoint struct {
	Version  int
	Command  []string     // what has to be the same when the run is resumed
	Stdin    durable.Head // of standard input, if it is read
	Position pipeline.Position
	Current  fileState   // of the file at the position
	Output   outputState // of standard output
	Other    outputState // of Run.Second
	Started  bool        // Run.PrintedAny
	Printed  int         // Run.Printed
	File     int         // Run.LastFile
	Ends     [2]byte     // Run.LastBytes
	Seam     work.Seam   // Run.Seam
	Broken   bool        // Run.fileFailed
	Stopped  int         `json:",omitempty"` // Run.unwritten
	HasText  bool        // input.Options.HasText
	Summary  summary.Summary
	Coverage *work.Coverage // with --coverage
	Taken    baseline.Set   `json:",omitempty"` // with --baseline
	Finished bool           // nothing is left to do

	loaded  bool      // it has been read from the file
	path    string    // of the file, without symbolic links
	temp    string    // the name of the file that takes its place
	written time.Time // when the file was last written
}

const checkpointVersion = 3

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

// parseCheckpoint reads the text of a checkpoint.
func parseCheckpoint(path string) (*checkpoint, error) {
	data, err := os.ReadFile(path)
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
		return nil, Usagef("%s is not a checkpoint, and it is not overwritten: name another file", path)
	}
	return c, nil
}

// check returns an error if the checkpoint is not that of a run with this command line.
func (c *checkpoint) check(command []string) error {
	if c.Version != checkpointVersion {
		return fmt.Errorf("%s is a checkpoint of another version of iri: start again without --resume", c.path)
	}
	if !slices.Equal(c.Command, command) {
		was, is := differs(c.Command, command)
		return Usagef("%s is the checkpoint of another run: it had %q where this one has %q; resume it with the same arguments and files", c.path, was, is)
	}
	if name := c.Position.Name; name != "" && stateOf(name) != c.Current {
		return fmt.Errorf("%s has changed since the checkpoint %s was written: start again without --resume", name, c.path)
	}
	return nil
}

// A fileState is what shows whether a file has changed.
type fileState struct {
	Size    int64 // -1 if it is not a regular file
	ModTime int64 // in nanoseconds
	Head    durable.Head
}

func stateOf(name string) fileState {
	none := fileState{Size: -1}
	if name == "" || name == "-" {
		return none
	}
	info, err := os.Stat(name)
	if err != nil || !info.Mode().IsRegular() {
		return none
	}
	f, err := os.Open(name)
	if err != nil {
		return none
	}
	defer f.Close()
	head, _ := durable.ReadHead(f, 0)
	return fileState{info.Size(), info.ModTime().UnixNano(), head}
}

// write replaces the file in one step, because the run may be killed at any time.
func (c *checkpoint) write() error {
	err := c.replace()
	if err != nil {
		return fmt.Errorf("the checkpoint cannot be written: %w", err)
	}
	c.written = time.Now()
	return nil
}

func (c *checkpoint) replace() error {
	data, err := json.Marshal(c)
	if err != nil {
		return err
	}
	t, err := durable.CreateTemp(c.path, c.temp)
	if err != nil {
		return err
	}
	defer t.Discard()
	if _, err := t.Write(data); err != nil {
		return err
	}
	return t.Replace(c.path, nil)
}

// openCheckpoint takes the lock of the checkpoint, which the caller has to release, and sets
// r.checkpoint to the one of a new run, or of the run that is resumed.
func (r *Run) openCheckpoint() (release func(), err error) {
	name := r.Checkpoint
	path, err := durable.RealPath(name)
	if err != nil {
		return nil, err
	}
	temp := fmt.Sprintf(".iri-checkpoint-%d-%x", os.Getpid(), time.Now().UnixNano())
	lockName := path + ".lock"
	lock, left, err := durable.TakeLock(lockName, fmt.Sprintf("process %d, which writes %s", os.Getpid(), temp))
	switch {
	case errors.Is(err, durable.ErrLocked):
		return nil, fmt.Errorf("the checkpoint %s is that of a run that has not ended: %w; wait for it, or name another file", name, err)
	case errors.Is(err, errors.ErrUnsupported):
		fmt.Fprintln(r.Stderr, "iri: this system has no locks of files: nothing keeps another run from using the same checkpoint")
	case err != nil:
		return nil, err
	}
	removeLeft(path, left)
	own := []string{path, lockName, filepath.Join(filepath.Dir(path), temp)}
	r.Input.Own = append(r.Input.Own, own...)
	end := func() {
		os.Remove(own[2])
		lock.Release()
	}
	done := r.CleanUp(end)
	release = func() { done(); end() }

	command := r.Command()
	r.checkpoint = &checkpoint{Version: checkpointVersion, Command: command}
	c, err := parseCheckpoint(name)
	if err == nil && c != nil && r.Resume {
		r.checkpoint, c.path = c, name
		err = c.check(command)
	}
	if err == nil {
		err = r.knowStdin()
	}
	if err != nil {
		release()
		return nil, err
	}
	r.checkpoint.path, r.checkpoint.temp, r.checkpoint.written = path, temp, time.Now()
	return release, nil
}

// removeLeft removes the new checkpoint that a run which was killed has left over. note
// is the one of its lock.
func removeLeft(path, note string) {
	var pid int
	var temp string
	if n, _ := fmt.Sscanf(note, "process %d, which writes %s", &pid, &temp); n == 2 && filepath.Base(temp) == temp {
		if ok, _ := filepath.Match(".iri-checkpoint-*", temp); ok {
			os.Remove(filepath.Join(filepath.Dir(path), temp))
		}
	}
}

// resume puts the run into the state that its checkpoint describes, and the outputs to the
// place where the run goes on. It returns false if the run starts at the beginning.
func (r *Run) resume() (resumed bool, err error) {
	c := r.checkpoint
	if c == nil || !c.loaded {
		if c != nil {
			r.Out.begin()
		}
		return false, r.Second.start(c != nil)
	}
	if resumed = c.Finished || c.Position != (pipeline.Position{}); resumed {
		r.Summary, r.PrintedAny, r.Printed, r.fileFailed = c.Summary, c.Started, c.Printed, c.Broken
		r.LastFile, r.LastBytes, r.Seam, r.Taken, r.unwritten = c.File, c.Ends, c.Seam, c.Taken, c.Stopped
		r.Input.HasText.Store(c.HasText)
		if c.Coverage != nil {
			r.Coverage = c.Coverage
		}
	}
	if c.Finished { // its output stays as it is
		return true, nil
	}
	return resumed, FirstError(r.Out.goOn(c.Output), r.Second.goOn(c.Other))
}

// advanceCheckpoint moves the checkpoint to a position and writes it if the interval of
// the app has passed since it was last written.
func (r *Run) advanceCheckpoint(pos pipeline.Position) error {
	if r.checkpoint == nil {
		return nil
	}
	r.checkpoint.Position = pos
	if time.Since(r.checkpoint.written) < r.Interval {
		return nil
	}
	return r.saveCheckpoint(false)
}

// saveCheckpoint puts the output on the disk and writes the checkpoint, if there is one.
func (r *Run) saveCheckpoint(finished bool) error {
	if r.checkpoint == nil {
		return nil
	}
	if err := FirstError(r.Out.sync(), r.Second.sync()); err != nil {
		return err
	}
	c := r.checkpoint
	c.Current = stateOf(c.Position.Name)
	c.Stdin = r.stdinHead()
	c.Output, c.Other = r.Out.state(), r.Second.state()
	c.Summary, c.Started, c.Printed, c.Broken, c.Finished = r.Summary, r.PrintedAny, r.Printed, r.fileFailed, finished
	c.File, c.Ends, c.Seam, c.Coverage, c.HasText = r.LastFile, r.LastBytes, r.Seam, r.Coverage, r.Input.HasText.Load()
	c.Taken, c.Stopped = r.Taken, r.unwritten
	return c.write()
}
