package main

import (
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"io/fs"
	"os"
	"slices"
	"time"

	"github.com/spf13/cobra"
	"github.com/spf13/pflag"

	"github.com/rfc3987/iri/internal/pipeline"
	"github.com/rfc3987/iri/internal/summary"
)

// A checkpoint says how far a run has come: all input before the position has
// been worked on, all output for it has been written, and nothing behind it.
type checkpoint struct {
	Version    int
	Command    []string // what has to be the same when the run is resumed
	Position   pipeline.Position
	Size       int64 // of the file at the position, -1 if it has none
	ModTime    time.Time
	Output     int64 // bytes of standard output,
	OutputBase int64 // behind what was there before the run
	Other      int64 // bytes of the second output, which begins with the run
	Started    bool  // something has been put out
	Printed    int   // inputs, with --limit
	File       int   // the number of the file of the last output
	Ends       [2]byte
	Broken     bool // a file could not be read
	Summary    summary.Summary
	Coverage   *coverage // with --coverage
	Finished   bool      // there is nothing left to do

	file string    // where it is kept
	last time.Time // when it was written
}

const (
	checkpointVersion = 2
	checkpointPace    = 5 * time.Second
)

// commandLine lists what decides the output of a run: the command, and the flags
// that were given but for those that only say how to run.
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

// readCheckpoint reads the file; it returns nil if there is none: then the run starts
// from the beginning.
func readCheckpoint(file string, command []string) (*checkpoint, error) {
	data, err := os.ReadFile(file)
	if errors.Is(err, fs.ErrNotExist) {
		return nil, nil
	}
	if err != nil {
		return nil, err
	}
	c := &checkpoint{}
	if err := json.Unmarshal(data, c); err != nil {
		return nil, fmt.Errorf("%s is no checkpoint: %w", file, err)
	}
	if c.Version != checkpointVersion {
		return nil, fmt.Errorf("%s is a checkpoint of another version of iri: start anew without --resume", file)
	}
	if !slices.Equal(c.Command, command) {
		return nil, usagef("%s is the checkpoint of another run, %q: resume it with the same flags", file, c.Command)
	}
	if size, modTime := fileState(c.Position.Name); c.Position.Name != "" && (size != c.Size || !modTime.Equal(c.ModTime)) {
		return nil, fmt.Errorf("%s has changed since the checkpoint %s was written: start anew without --resume", c.Position.Name, file)
	}
	c.file = file
	return c, nil
}

// fileState returns what tells whether a file is still the same.
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

// write replaces the file, in one step: a run may be killed at any time.
func (c *checkpoint) write() error {
	data, err := json.Marshal(c)
	if err != nil {
		return err
	}
	temp := c.file + ".new"
	if err := os.WriteFile(temp, data, 0o666); err != nil {
		return fmt.Errorf("the checkpoint cannot be written: %w", err)
	}
	if err := os.Rename(temp, c.file); err != nil {
		return fmt.Errorf("the checkpoint cannot be written: %w", err)
	}
	c.last = time.Now()
	return nil
}

// start notes how long the file is before the run.
func (s *sink) start() {
	if info := s.regular(); info != nil {
		s.base = info.Size()
	}
}

// empty cuts the file to nothing, if there is one. It is for a nil sink, too.
func (s *sink) empty() error {
	if s == nil {
		return nil
	}
	return s.continueAt(0, 0)
}

// continueAt makes the sink go on behind the first n bytes of the run, which stand
// behind base others. A file is cut there: a run that was killed may have written
// more than its checkpoint knows.
func (s *sink) continueAt(base, n int64) error {
	s.base, s.n = base, n
	info := s.regular()
	if info == nil {
		return nil
	}
	f, to := s.dst.(*os.File), base+n
	if info.Size() < to {
		return fmt.Errorf("%s has %d bytes, but the run had written up to %d: append to its output, as with >> in a shell", s.name, info.Size(), to)
	}
	if err := f.Truncate(to); err != nil {
		return fmt.Errorf("%s cannot be cut to the %d bytes of the checkpoint: %w", s.name, to, err)
	}
	_, err := f.Seek(to, io.SeekStart)
	return err
}
