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

// An Output is a buffered output that counts its bytes, and has its name in its errors: a run that loses output must
// not look like a success. Some methods accept a nil output, where they say so.
type Output struct {
	name    string
	dst     io.Writer
	w       *bufio.Writer
	written int64 // bytes written to dst
	isFile  bool  // see NewFile
}

// NewOutput returns an output that writes to dst.
func NewOutput(name string, dst io.Writer) *Output {
	s := &Output{name: name, dst: dst}
	s.w = bufio.NewWriterSize(counter{s}, 64<<10)
	return s
}

// NewFile returns an output to a file. A run creates or opens the file, and empties it, when it has input. Before
// that, written bytes are lost.
func NewFile(name string) *Output {
	return &Output{name: name, w: bufio.NewWriter(io.Discard), isFile: true}
}

// open opens the file of an output that [NewFile] has returned. It does not empty it.
func (s *Output) open() (err error) {
	if s.dst, err = os.OpenFile(s.name, os.O_CREATE|os.O_WRONLY, 0o666); err == nil {
		s.w = bufio.NewWriterSize(counter{s}, 64<<10)
	}
	return err
}

func (s *Output) Write(p []byte) (int, error) { return s.w.Write(p) }

// EndRecord writes the end of a record, if anything has been written or is in the buffer.
func (s *Output) EndRecord(end byte) error {
	if s.written == 0 && s.w.Buffered() == 0 {
		return nil
	}
	return s.w.WriteByte(end)
}

// Flush writes the buffered bytes. It accepts a nil output.
func (s *Output) Flush() error {
	if s == nil {
		return nil
	}
	return s.w.Flush()
}

// WriteAfter flushes the output and then writes a text to another stream, because both may be the same terminal.
func (s *Output) WriteAfter(to io.Writer, text string) error {
	if err := s.Flush(); err != nil || text == "" {
		return err
	}
	_, err := io.WriteString(to, text)
	return err
}

// close closes the file. Some file systems report a failed write only then.
func (s *Output) close() error {
	if err := s.dst.(io.Closer).Close(); err != nil {
		return fmt.Errorf("%s cannot be written: %w", s.name, err)
	}
	return nil
}

// regular returns the FileInfo of the regular file that the output writes to. It returns nil for a device, a pipe, a
// writer that is not a file, and a nil output.
func (s *Output) regular() os.FileInfo {
	if s == nil || s.dst == nil {
		return nil
	}
	return RegularFile(s.dst)
}

// RegularFile returns the FileInfo of a stream that is a regular file, and nil for others.
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

// empty truncates a regular file. It accepts a nil output.
func (s *Output) empty() error {
	if s.regular() == nil {
		return nil
	}
	if err := s.dst.(*os.File).Truncate(0); err != nil {
		return fmt.Errorf("%s cannot be emptied: %w", s.name, WriteFault(err))
	}
	return nil
}

// A counter writes to the output's destination and counts the bytes.
type counter struct{ s *Output }

func (c counter) Write(p []byte) (n int, err error) {
	n, err = c.s.dst.Write(p)
	c.s.written += int64(n)
	if err != nil {
		err = fmt.Errorf("%s cannot be written, after %d bytes: %w", c.s.name, c.s.written, WriteFault(err))
	}
	return n, err
}

// errReaderEnded is a syscall.EPIPE with a better message.
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
