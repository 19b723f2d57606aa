package main

import (
	"bufio"
	"fmt"
	"io"
	"os"
)

// A sink is a buffered output that counts its bytes and names itself in its errors:
// a run that loses output must not look like a success. Methods that say so accept
// a nil sink.
type sink struct {
	name      string
	dst       io.Writer
	w         *bufio.Writer
	written   int64 // bytes written to dst, including those of the run that is resumed
	startSize int64 // bytes in the file before the run, as with >> in a shell
}

func newSink(name string, dst io.Writer) *sink {
	s := &sink{name: name, dst: dst}
	s.w = bufio.NewWriterSize(sinkCounter{s}, 64<<10)
	return s
}

func (s *sink) Write(p []byte) (int, error) { return s.w.Write(p) }

// hasOutput reports whether anything has been written or is in the buffer.
func (s *sink) hasOutput() bool { return s.written > 0 || s.w.Buffered() > 0 }

// Flush accepts a nil sink.
func (s *sink) Flush() error {
	if s == nil {
		return nil
	}
	return s.w.Flush()
}

// regular returns the FileInfo of the regular file that the sink writes to; nil for
// a device, a pipe, a writer that is not a file, and a nil sink.
func (s *sink) regular() os.FileInfo {
	if s == nil {
		return nil
	}
	f, ok := s.dst.(*os.File)
	if !ok {
		return nil
	}
	info, err := f.Stat()
	if err != nil || !info.Mode().IsRegular() {
		return nil
	}
	return info
}

// bytesWritten returns s.written; 0 for a nil sink.
func (s *sink) bytesWritten() int64 {
	if s == nil {
		return 0
	}
	return s.written
}

// noteSize sets startSize to the present size of the file.
func (s *sink) noteSize() {
	if info := s.regular(); info != nil {
		s.startSize = info.Size()
	}
}

// truncate cuts the file to 0 bytes. It accepts a nil sink.
func (s *sink) truncate() error {
	if s == nil {
		return nil
	}
	return s.continueAt(0, 0)
}

// continueAt makes the sink continue after the first n bytes of the run, which come
// after the startSize bytes that were there before it. A file is cut there, because
// a run that was killed may have written more than its checkpoint says.
func (s *sink) continueAt(startSize, n int64) error {
	s.startSize, s.written = startSize, n
	info := s.regular()
	if info == nil {
		return nil
	}
	f, end := s.dst.(*os.File), startSize+n
	if info.Size() < end {
		return fmt.Errorf("%s has %d bytes, but the checkpoint says that the run had written up to byte %d: append to its output, as with >> in a shell", s.name, info.Size(), end)
	}
	if err := f.Truncate(end); err != nil {
		return fmt.Errorf("%s cannot be cut to the %d bytes of the checkpoint: %w", s.name, end, err)
	}
	_, err := f.Seek(end, io.SeekStart)
	return err
}

// A sinkCounter writes to the sink's destination and counts the bytes.
type sinkCounter struct{ s *sink }

func (c sinkCounter) Write(p []byte) (int, error) {
	n, err := c.s.dst.Write(p)
	c.s.written += int64(n)
	if err != nil {
		err = fmt.Errorf("%s cannot be written, after %d bytes: %w", c.s.name, c.s.written, writeFault(err))
	}
	return n, err
}
