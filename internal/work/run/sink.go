package run

import (
	"bufio"
	"errors"
	"fmt"
	"io"
	"io/fs"
	"os"
	"syscall"
)

// A Sink is a buffered output that counts its bytes and names itself in its errors:
// a run that loses output must not look like a success. Methods that say so accept
// a nil sink.
type Sink struct {
	name    string
	dst     io.Writer
	w       *bufio.Writer
	written int64 // bytes written to dst
}

// NewSink returns a sink that writes to dst.
func NewSink(name string, dst io.Writer) *Sink {
	s := &Sink{name: name, dst: dst}
	s.w = bufio.NewWriterSize(counter{s}, 64<<10)
	return s
}

// openSink opens a file, or creates it. It does not empty the file.
func openSink(name string) (*Sink, error) {
	f, err := os.OpenFile(name, os.O_CREATE|os.O_WRONLY, 0o666)
	if err != nil {
		return nil, err
	}
	return NewSink(name, f), nil
}

func (s *Sink) Write(p []byte) (int, error) { return s.w.Write(p) }

// EndRecord writes the end of a record, if anything has been written or is in the buffer.
func (s *Sink) EndRecord(end byte) error {
	if s.written == 0 && s.w.Buffered() == 0 {
		return nil
	}
	return s.w.WriteByte(end)
}

// Flush accepts a nil sink.
func (s *Sink) Flush() error {
	if s == nil {
		return nil
	}
	return s.w.Flush()
}

// close closes the file. Some file systems report a failed write only then.
func (s *Sink) close() error {
	if err := s.dst.(io.Closer).Close(); err != nil {
		return fmt.Errorf("%s cannot be written: %w", s.name, err)
	}
	return nil
}

// regular returns the FileInfo of the regular file that the sink writes to; nil for
// a device, a pipe, a writer that is not a file, and a nil sink.
func (s *Sink) regular() os.FileInfo {
	if s == nil {
		return nil
	}
	return RegularFile(s.dst)
}

// RegularFile returns the FileInfo of a stream that is a regular file, nil for others.
func RegularFile(stream any) os.FileInfo {
	f, ok := stream.(*os.File)
	if !ok {
		return nil
	}
	info, err := f.Stat()
	if err != nil || !info.Mode().IsRegular() {
		return nil
	}
	return info
}

// empty removes what a regular file has. It accepts a nil sink.
func (s *Sink) empty() error {
	if s.regular() == nil {
		return nil
	}
	if err := s.dst.(*os.File).Truncate(0); err != nil {
		return fmt.Errorf("%s cannot be emptied: %w", s.name, WriteFault(err))
	}
	return nil
}

// A counter writes to the sink's destination and counts the bytes.
type counter struct{ s *Sink }

func (c counter) Write(p []byte) (n int, err error) {
	n, err = c.s.dst.Write(p)
	c.s.written += int64(n)
	if err != nil {
		err = fmt.Errorf("%s cannot be written, after %d bytes: %w", c.s.name, c.s.written, WriteFault(err))
	}
	return n, err
}

// errReaderEnded is a syscall.EPIPE.
var errReaderEnded = fmt.Errorf("its reader has ended (%w)", syscall.EPIPE)

// WriteFault returns the cause of a failed write, without the operation and the name.
func WriteFault(err error) error {
	var path *fs.PathError
	if errors.As(err, &path) {
		err = path.Err
	}
	if errors.Is(err, syscall.EPIPE) {
		err = errReaderEnded
	}
	return err
}
