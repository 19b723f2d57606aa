package run

import (
	"bufio"
	"bytes"
	"errors"
	"fmt"
	"io"
	"io/fs"
	"os"
	"syscall"

	"github.com/rfc3987/iri/internal/files/durable"
)

// A Sink is a buffered output that counts its bytes and names itself in its errors:
// a run that loses output must not look like a success. Methods that say so accept
// a nil sink.
type Sink struct {
	name      string
	dst       io.Writer
	w         *bufio.Writer
	written   int64 // bytes written to dst, including those of the run that is resumed
	startSize int64 // bytes in the file before the run, as with >> in a shell

	// With a checkpoint, tail is the end of what is written. A run that was killed may have
	// written more than its checkpoint says: these bytes, as many as left, are not written
	// again, but compared with those of the run that goes on.
	tail     *durable.Tail
	standing *os.File
	left     int64
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

// sync flushes the sink and puts its file on the disk. It accepts a nil sink.
func (s *Sink) sync() error {
	if err := s.Flush(); err != nil || s.regular() == nil {
		return err
	}
	return durable.Sync(s.dst.(*os.File))
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

// An outputState says in a checkpoint what a sink has written.
type outputState struct {
	Base  int64  // bytes that the file held before the run
	Bytes int64  // bytes that the run has written
	Sum   string // a hash of the last block before Base+Bytes; empty if it could not be read
}

// state accepts a nil sink.
func (s *Sink) state() outputState {
	if s == nil {
		return outputState{}
	}
	st := outputState{Base: s.startSize, Bytes: s.written}
	if s.tail != nil {
		st.Sum = s.tail.Sum()
	}
	return st
}

// begin notes what the file holds before the run. It is for a run with a checkpoint.
func (s *Sink) begin() {
	s.tail = new(durable.Tail)
	if info := s.regular(); info != nil {
		s.startSize = info.Size()
		s.tail = nil
		if f, err := durable.Reopen(s.dst.(*os.File)); err == nil {
			defer f.Close()
			if tail, err := durable.ReadTail(f, info.Size()); err == nil {
				s.tail = tail
			}
		}
	}
}

// start empties the file; withCheckpoint is as for begin. It accepts a nil sink.
func (s *Sink) start(withCheckpoint bool) error {
	if s == nil {
		return nil
	}
	if s.regular() != nil {
		if err := s.dst.(*os.File).Truncate(0); err != nil {
			return fmt.Errorf("%s cannot be emptied: %w", s.name, err)
		}
	}
	if withCheckpoint {
		s.begin()
	}
	return nil
}

// goOn makes the sink go on where the checkpoint says. Nothing that stands in the file
// is changed: it must be what the run has written, and what stands after the place of the
// checkpoint must be what the run writes next. goOn accepts a nil sink.
func (s *Sink) goOn(st outputState) error {
	if s == nil {
		return nil
	}
	s.startSize, s.written = st.Base, st.Bytes
	info := s.regular()
	if info == nil {
		return nil
	}
	end := st.Base + st.Bytes
	if info.Size() < end {
		return fmt.Errorf("%s has %d bytes, but the checkpoint says that the run had written up to byte %d: append to its output, as with >> in a shell", s.name, info.Size(), end)
	}
	file := s.dst.(*os.File)
	f, err := durable.Reopen(file)
	if err != nil {
		if info.Size() > end {
			return fmt.Errorf("%s has %d bytes, which cannot be read (%w), and the checkpoint knows %d: if the others may go, cut the file there", s.name, info.Size(), err, end)
		}
		return nil
	}
	tail, err := durable.ReadTail(f, end)
	if err == nil && (st.Sum == "" && info.Size() > end || st.Sum != "" && tail.Sum() != st.Sum) {
		err = fmt.Errorf("it is not what the run had written up to byte %d: append to the output of the run", end)
	}
	if err == nil {
		_, err = file.Seek(0, io.SeekEnd)
	}
	if err != nil {
		f.Close()
		return fmt.Errorf("%s is left as it is: %w", s.name, err)
	}
	s.tail = tail
	if s.left = info.Size() - end; s.left > 0 {
		s.standing = f
		return nil
	}
	return f.Close()
}

// repeat compares p, as far as something stands there, with what stands in the file. It
// returns how many bytes of p stand there.
func (s *Sink) repeat(p []byte) (int, error) {
	p = p[:min(int64(len(p)), s.left)]
	if len(p) == 0 {
		return 0, nil
	}
	at := s.startSize + s.written
	have := make([]byte, len(p))
	n, err := s.standing.ReadAt(have, at)
	if err == io.EOF && n == len(p) {
		err = nil
	}
	if err != nil || !bytes.Equal(have, p) {
		return 0, s.foreign(at, err)
	}
	if s.left -= int64(len(p)); s.left == 0 {
		s.standing.Close()
	}
	return len(p), nil
}

// end returns an error if more stands in the file than a run that has ended has written.
// It accepts a nil sink.
func (s *Sink) end() error {
	if s == nil || s.left == 0 {
		return nil
	}
	return s.foreign(s.startSize+s.written, nil)
}

// foreign returns the error for a file that holds something else after an offset.
func (s *Sink) foreign(at int64, err error) error {
	if err == nil {
		err = fmt.Errorf("what stands there from byte %d on is not what the run writes: if it may go, cut the file to %d bytes, as with truncate -s", at, at)
	}
	return fmt.Errorf("%s is left as it is: %w", s.name, err)
}

// A counter writes to the sink's destination and counts the bytes.
type counter struct{ s *Sink }

func (c counter) Write(p []byte) (n int, err error) {
	s := c.s
	if s.left > 0 {
		if n, err = s.repeat(p); err != nil {
			return 0, err
		}
	}
	if n < len(p) {
		var m int
		m, err = s.dst.Write(p[n:])
		n += m
	}
	s.written += int64(n)
	if s.tail != nil {
		s.tail.Write(p[:n])
	}
	if err != nil {
		err = fmt.Errorf("%s cannot be written, after %d bytes: %w", s.name, s.written, WriteFault(err))
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
