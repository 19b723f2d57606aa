package run

import (
	"bufio"
	"context"
	"errors"
	"fmt"
	"io"
	"io/fs"
	"os"
	"os/signal"
	"strings"
	"syscall"
	"time"

	"github.com/rfc3987/iri/internal/files/input"
	"github.com/rfc3987/iri/internal/files/source"
	"github.com/rfc3987/iri/internal/text/chars"
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

// A Writer writes a chunk with some ranges replaced, in the charset of its file. All files are rewritten by it. Spans
// and texts come in the order of the chunk.
type Writer struct {
	Result *Result
	Chunk  *input.Chunk
	Done   int  // the chunk has been written up to here
	Edits  bool // record each edit in the result
	Dry    bool // write nothing

	Encoder *input.Encoder
	old     *input.Encoder // encodes the replaced texts, up to noted
	noted   int
}

// NewWriter returns the writer of a chunk.
func NewWriter(r *Result, b *input.Chunk) Writer {
	return Writer{Result: r, Chunk: b, Encoder: b.File.NewEncoder(), old: b.File.NewEncoder()}
}

// Copy copies the chunk up to an offset.
func (w *Writer) Copy(to int) {
	if w.Done < to && !w.Dry {
		w.Result.Write(&w.Result.Out, chars.UnsafeString(w.Encoder.Encode(w.Chunk.Data[w.Done:to])))
	}
	w.Done = max(w.Done, to)
}

// Put copies the chunk up to start, and writes text, which is in the charset of the file, in the place of
// Data[start:end]. A span that is not after the last one is an error of the file.
func (w *Writer) Put(start, end int, text string) {
	r, b := w.Result, w.Chunk
	if start < w.Done || end < start || end > len(b.Data) {
		r.Broken = &source.Error{Name: b.File.Name, Err: fmt.Errorf(
			"it is not written, because two changes at byte %d would overlap: please report this, with the file",
			b.Offset+int64(start))}
	}
	if r.Broken != nil {
		return
	}
	w.Copy(start)
	if w.Done = end; w.Dry {
		return
	}
	if w.Edits && r.FlushIfLarge() {
		w.old.Encode(b.Data[w.noted:start]) // some charsets have a state
		e := Edit{Start: b.Offset + int64(start), End: b.Offset + int64(end), New: strings.Clone(text), At: len(r.Out)}
		e.Old, w.noted = string(w.old.Encode(b.Data[start:end])), end
		r.Edits = append(r.Edits, e)
	}
	r.Write(&r.Out, text)
	r.Changed = true
}

// End writes the rest of the chunk.
func (w *Writer) End() {
	if w.Copy(len(w.Chunk.Data)); w.Dry {
		return
	}
	w.Result.Write(&w.Result.Out, chars.UnsafeString(w.Encoder.End()))
}

// UntilSignal returns a context that ends with SIGINT or SIGTERM; its cause is the [Signal]. Then ended, if it is not
// nil, is called with the signal and a channel of further signals. After it returns, or if it is nil, the next signal
// ends the process. stop restores the default handling of the signals.
func UntilSignal(parent context.Context, ended func(Signal, <-chan os.Signal)) (ctx context.Context, stop func()) {
	ctx, end := context.WithCancelCause(parent)
	c := make(chan os.Signal, 2)
	signal.Notify(c, os.Interrupt, syscall.SIGTERM)
	go func() {
		defer signal.Stop(c)
		select {
		case got := <-c:
			first := Signal{Signal: got}
			end(first)
			if ended != nil {
				ended(first, c)
			}
		case <-ctx.Done():
		}
	}()
	return ctx, func() { end(nil) }
}

// Grace is how long work may take to end after a signal: it may be blocked in a write to a full pipe, or in one very
// long line. See also the grace period of package pipeline.
const Grace = 700 * time.Millisecond

// Ended returns the error of work. If the context ends first, it waits for the time Grace, because a goroutine of
// work may be blocked, and returns the cause.
func Ended(ctx context.Context, work func() error) (err error) {
	done := make(chan error, 1)
	go func() { done <- work() }()
	select {
	case err = <-done:
	case <-ctx.Done():
		select {
		case <-done:
		case <-time.After(Grace):
		}
	}
	if ctx.Err() != nil {
		return context.Cause(ctx)
	}
	return err
}

// OwnTemporary gives the process its own folder for temporary files, because libraries leave some behind. remove
// deletes the folder.
func OwnTemporary(pattern string) (remove func(), err error) {
	dir, err := os.MkdirTemp("", pattern)
	if err != nil {
		return nil, err
	}
	for _, name := range []string{"TMPDIR", "TMP", "TEMP"} {
		os.Setenv(name, dir)
	}
	return func() { os.RemoveAll(dir) }, nil
}
