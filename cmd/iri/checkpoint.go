package main

import (
	"encoding/json"
	"errors"
	"fmt"
	"io/fs"
	"os"
	"slices"
	"time"

	"github.com/spf13/cobra"
	"github.com/spf13/pflag"

	"github.com/rfc3987/iri/internal/pipeline"
	"github.com/rfc3987/iri/internal/summary"
)

// A checkpoint says how far a run has come: all input before the position has been
// worked on, all output for it has been written, and nothing after it has. The names
// of the exported fields are those of the JSON file.
type checkpoint struct {
	Version    int
	Command    []string // what has to be the same when the run is resumed
	Position   pipeline.Position
	Size       int64 // of the file at the position; -1 if it is not a regular file
	ModTime    time.Time
	Output     int64   // bytes that the run has written to standard output
	OutputBase int64   // bytes that the file of standard output held before the run
	Other      int64   // bytes that the run has written to fileRun.second
	Started    bool    // fileRun.printedAny
	Printed    int     // fileRun.printedInputs
	File       int     // fileRun.lastFile
	Ends       [2]byte // fileRun.lastBytes
	Broken     bool    // fileRun.fileFailed
	Summary    summary.Summary
	Coverage   *coverage // with --coverage
	Finished   bool      // nothing is left to do

	path    string    // of the file
	written time.Time // when the file was last written
}

const (
	checkpointVersion  = 2
	checkpointInterval = 5 * time.Second
)

// commandLine returns what decides the output of a run: the command and the flags
// that were given, except those that only say how to run.
func commandLine(cmd *cobra.Command) []string {
	line := []string{cmd.CommandPath()}
	cmd.Flags().Visit(func(f *pflag.Flag) {
		switch f.Name {
		case "jobs", "checkpoint", "resume", "no-progress", "unbuffered":
		default:
			line = append(line, "--"+f.Name+"="+f.Value.String())
		}
	})
	return line
}

// readCheckpoint reads the file. It returns nil if there is no such file: then the
// run starts at the beginning.
func readCheckpoint(path string, command []string) (*checkpoint, error) {
	data, err := os.ReadFile(path)
	if errors.Is(err, fs.ErrNotExist) {
		return nil, nil
	}
	if err != nil {
		return nil, err
	}
	c := &checkpoint{}
	if err := json.Unmarshal(data, c); err != nil {
		return nil, fmt.Errorf("%s is not a checkpoint: %w", path, err)
	}
	if c.Version != checkpointVersion {
		return nil, fmt.Errorf("%s is a checkpoint of another version of iri: start again without --resume", path)
	}
	if !slices.Equal(c.Command, command) {
		return nil, usagef("%s is the checkpoint of another run, %q: resume it with the same flags", path, c.Command)
	}
	if size, modTime := fileState(c.Position.Name); c.Position.Name != "" && (size != c.Size || !modTime.Equal(c.ModTime)) {
		return nil, fmt.Errorf("%s has changed since the checkpoint %s was written: start again without --resume", c.Position.Name, path)
	}
	c.path = path
	return c, nil
}

// fileState returns what shows whether a file has changed; size -1 if it is not a
// regular file.
func fileState(name string) (size int64, modTime time.Time) {
	if name == "" || name == "-" {
		return -1, time.Time{}
	}
	info, err := os.Stat(name)
	if err != nil || !info.Mode().IsRegular() {
		return -1, time.Time{}
	}
	return info.Size(), info.ModTime()
}

// write replaces the file in one step, because the run may be killed at any time.
func (c *checkpoint) write() error {
	data, err := json.Marshal(c)
	if err != nil {
		return err
	}
	temp := c.path + ".new"
	err = os.WriteFile(temp, data, 0o666)
	if err == nil {
		err = os.Rename(temp, c.path)
	}
	if err != nil {
		return fmt.Errorf("the checkpoint cannot be written: %w", err)
	}
	c.written = time.Now()
	return nil
}

// resume sets r.checkpoint. With --resume it reads the file and puts the run into the
// state that the file describes; resumed is false if the run starts at the beginning.
func (r *fileRun) resume() (resumed bool, err error) {
	r.checkpoint = &checkpoint{Version: checkpointVersion, Command: r.command, path: r.flags.checkpoint, written: time.Now()}
	var c *checkpoint
	if r.flags.resume {
		if c, err = readCheckpoint(r.flags.checkpoint, r.command); err != nil {
			return false, err
		}
	}
	if c == nil {
		r.out.noteSize()
		return false, r.second.truncate()
	}
	c.written = time.Now()
	if c.Position == (pipeline.Position{}) && !c.Finished {
		return false, firstError(r.out.continueAt(c.OutputBase, 0), r.second.truncate())
	}
	r.checkpoint = c
	r.summary, r.printedAny, r.printedInputs, r.fileFailed = c.Summary, c.Started, c.Printed, c.Broken
	r.lastFile, r.lastBytes = c.File, c.Ends
	if c.Coverage != nil {
		r.coverage = c.Coverage
	}
	if c.Finished { // its output stays as it is
		return true, nil
	}
	if err := r.out.continueAt(c.OutputBase, c.Output); err != nil {
		return false, err
	}
	if r.second != nil {
		if err := r.second.continueAt(0, c.Other); err != nil {
			return false, err
		}
	}
	return true, nil
}

// advanceCheckpoint moves the checkpoint to a position and writes it if
// checkpointInterval has passed since it was last written.
func (r *fileRun) advanceCheckpoint(pos pipeline.Position) error {
	if r.checkpoint == nil {
		return nil
	}
	r.checkpoint.Position = pos
	if time.Since(r.checkpoint.written) < checkpointInterval {
		return nil
	}
	return r.saveCheckpoint(false)
}

// saveCheckpoint flushes the output and writes the checkpoint, if there is one.
func (r *fileRun) saveCheckpoint(finished bool) error {
	if r.checkpoint == nil {
		return nil
	}
	if err := r.flush(); err != nil {
		return err
	}
	c := r.checkpoint
	c.Size, c.ModTime = fileState(c.Position.Name)
	c.OutputBase, c.Output, c.Other = r.out.startSize, r.out.bytesWritten(), r.second.bytesWritten()
	c.Summary, c.Started, c.Printed, c.Broken, c.Finished = r.summary, r.printedAny, r.printedInputs, r.fileFailed, finished
	c.File, c.Ends, c.Coverage = r.lastFile, r.lastBytes, r.coverage
	return c.write()
}
