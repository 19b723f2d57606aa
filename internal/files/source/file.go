// Package source has the sources of text: files, standard input and what else can be read. A name or a reader comes in,
// unpacked bytes go out, with what errors need: how far the disk has been read, and whether the file has changed. The
// package must not know formats.
package source

import (
	"bufio"
	"bytes"
	"errors"
	"fmt"
	"io"
	"io/fs"
	"os"
	"sync"
	"sync/atomic"
	"syscall"

	"github.com/rfc3987/iri/internal/files/durable"
	"github.com/rfc3987/iri/internal/files/linecol"
)

// A File is an open source. Compressed data is unpacked as it is read.
type File struct {
	Name string
	Size int64     // in bytes on the disk; -1 if unknown
	R    io.Reader // the unpacked bytes

	closer io.Closer     // nil if Close does not close the source
	packed counter       // the bytes as they are on the disk
	buf    *bufio.Reader // reads from packed; R if there is no compression
	unpack *unpacker     // reads from the decompressor; nil if there is none
	kind   string        // of compression; empty for none

	seen *watchingReader // of what is not a regular file; nil if nobody asks for what is not UTF-8
	once sync.Once
	bad  bool // a regular file has bytes that are not UTF-8

	// Of a regular file, to see whether it changes while it is read.
	handle *os.File // nil if it is not one
	opened os.FileInfo
	from   int64  // where reading started
	head   []byte // its first bytes on the disk
}

// A counter counts the bytes that are read from r. Other goroutines may read n.
type counter struct {
	r io.Reader
	n atomic.Int64
}

func (c *counter) Read(p []byte) (int, error) {
	n, err := c.r.Read(p)
	c.n.Add(int64(n))
	return n, err
}

// Done returns how many bytes have been read from the disk. Any goroutine may call it
// at any time.
func (f *File) Done() int64 { return f.packed.n.Load() }

// An Error says that a file could not be read, or not to its end.
type Error struct {
	Name   string
	Offset int64  // how many bytes on the disk had been read
	Kind   string // of compression: gzip, zstd, bzip2; empty for none
	Err    error

	// FileUnsuited says that the file, as it is, cannot be read as asked: what reads it did not fail.
	FileUnsuited bool
}

// Wrong returns the error of a file that, as it is, cannot be read as asked.
func Wrong(name string, err error) *Error { return &Error{Name: name, Err: err, FileUnsuited: true} }

func (e *Error) Error() string { return e.Name + ": " + e.Reason() }

// Reason is the error without the name of the file.
func (e *Error) Reason() string {
	err := e.Err
	var path *fs.PathError
	if errors.As(err, &path) {
		err = path.Err
	}
	if e.Kind == "" {
		if e.Offset == 0 {
			return err.Error()
		}
		return fmt.Sprintf("reading failed after byte %d: %v", e.Offset, err)
	}
	what := "is corrupt"
	if errors.Is(err, io.ErrUnexpectedEOF) {
		what = "ends too soon"
	}
	return fmt.Sprintf("the %s data %s at or before byte %d: %v", e.Kind, what, e.Offset, err)
}

func (e *Error) Unwrap() error { return e.Err }

// Open opens a file, which is none of outputs, those that the run writes to. The error is an *Error.
func Open(name string, outputs []os.FileInfo) (*File, error) {
	h, err := os.Open(name)
	if err != nil {
		return nil, &Error{Name: name, Err: err}
	}
	f := New(name, nil)
	f.packed.r, f.closer = h, h
	if err := f.stat(h, outputs); err != nil {
		h.Close()
		return nil, err
	}
	return f, nil
}

// Standard is Open for standard input.
func Standard(name string, r io.Reader, outputs []os.FileInfo) (*File, error) {
	f := New(name, r)
	if h, ok := r.(*os.File); ok {
		return f, f.stat(h, outputs)
	}
	return f, nil
}

// New returns the source that a reader is.
func New(name string, r io.Reader) *File {
	f := &File{Name: name, Size: -1}
	f.packed.r = r
	return f
}

// stat finds the size, and returns an error for a file that the run writes to.
func (f *File) stat(h *os.File, outputs []os.FileInfo) error {
	info, err := h.Stat()
	if err != nil || !info.Mode().IsRegular() {
		return nil
	}
	for _, out := range outputs {
		if os.SameFile(info, out) {
			return &Error{Name: f.Name, Err: errors.New("it is not read, because the output of this run goes there")}
		}
	}
	f.Size, f.handle, f.opened = info.Size(), h, info
	f.from, _ = h.Seek(0, io.SeekCurrent)
	f.head = make([]byte, 1<<10)
	n, _ := h.ReadAt(f.head, 0)
	f.head = f.head[:n]
	return nil
}

// Changed returns an error if the regular file is not the one any more that was opened: it
// has shrunk, another file has its name, or it was written anew. A file that only has grown
// is the same. It is for a file that has been read to its end.
func (f *File) Changed() error {
	if f.handle == nil {
		return nil
	}
	now, err := f.handle.Stat()
	if err != nil {
		return nil
	}
	written := !now.ModTime().Equal(f.opened.ModTime())
	what := ""
	switch {
	case now.Size() < f.Size, written && f.from+f.Done() < f.Size:
		what = fmt.Sprintf("it had %d bytes when it was opened, and has shrunk to %d", f.Size, min(now.Size(), f.from+f.Done()))
	case written && now.Size() == f.Size:
		what = "it was written to"
	case written:
		head := make([]byte, len(f.head))
		if n, _ := f.handle.ReadAt(head, 0); !bytes.Equal(head[:n], f.head) {
			what = "it was written anew"
		}
	}
	if what == "" && f.closer != nil {
		if named, err := os.Stat(f.Name); err == nil && !os.SameFile(named, f.opened) {
			what = "another file has taken its name"
		}
	}
	if what == "" {
		return nil
	}
	return &Error{Name: f.Name, Err: durable.ChangedError(what)}
}

// IsPipe reports whether the file was opened by a name and is not a regular one.
func (f *File) IsPipe() bool { return f.closer != nil && f.handle == nil }

// Unpack finds the compression, and starts to unpack. watch is set if [File.NotUTF8] will be asked.
func (f *File) Unpack(watch bool) error {
	watch = watch && f.handle == nil
	if watch {
		f.packed.r = f.watch(f.packed.r)
	}
	b := bufio.NewReaderSize(&f.packed, 64<<10)
	f.buf = b
	kind, cut, err := compression(b)
	if cut && err == nil {
		if f.kind = PackedBy(f.Name); f.kind != "" {
			err = io.ErrUnexpectedEOF
		}
	}
	if err != nil {
		return err
	}
	f.kind, f.R = kind, b
	unpacked, release, err := decompress(kind, b)
	if err != nil || unpacked == nil {
		return err
	}
	if watch {
		unpacked = f.watch(unpacked) // what is packed is not text
	}
	f.unpack = newUnpacker(unpacked, release)
	f.R = f.unpack
	return nil
}

// Replace makes what a reader gives the text of the file.
func (f *File) Replace(r io.Reader) { f.R = unpackedReader{bufio.NewReaderSize(r, 64<<10)} }

// Head returns the first bytes of the text, as far as they can be had without waiting for more than the first of a
// pipe, or for what follows a CR at its end.
func (f *File) Head() []byte {
	b, ok := f.R.(*bufio.Reader)
	if !ok {
		u, decoded := f.R.(unpackedReader)
		if !decoded {
			u = unpackedReader{bufio.NewReaderSize(f.R, 64<<10)}
			f.R = u
		}
		b = u.Reader
	}
	n := linecol.LookSize
	if f.Size < 0 {
		if !ok {
			b.Peek(1) // what is unpacked or decoded is not there before it is asked for
		}
		n = min(n, b.Buffered())
	}
	head, _ := b.Peek(n) // an error comes again when the file is read
	if linecol.EndsAfterCR(head) {
		head, _ = b.Peek(n + 1)
	}
	return head
}

// IsPacked reports whether the file is compressed.
func (f *File) IsPacked() bool { return f.kind != "" }

// An unpackedReader reads what a decompressor unpacks. Its type tells it from a file
// that can seek.
type unpackedReader struct{ *bufio.Reader }

// Skip skips n bytes of the unpacked file. Without compression it does so without
// reading them, if the source can seek.
func (f *File) Skip(n int64) error {
	if b, ok := f.R.(*bufio.Reader); ok {
		if seeker, ok := f.packed.r.(io.Seeker); ok {
			if at, err := seeker.Seek(0, io.SeekCurrent); err == nil {
				to := at - int64(b.Buffered()) + n
				if f.Size >= 0 && to > f.Size {
					return io.ErrUnexpectedEOF
				}
				if _, err := seeker.Seek(to, io.SeekStart); err == nil {
					f.packed.n.Store(to)
					b.Reset(&f.packed)
					return nil
				}
			}
		}
	}
	m, err := io.CopyN(io.Discard, f.R, n)
	if m < n && (err == nil || err == io.EOF) {
		err = io.ErrUnexpectedEOF
	}
	return err
}

// Fail makes err an *Error of f, unless it is one.
func (f *File) Fail(err error) error {
	if _, ok := err.(*Error); ok {
		return err
	}
	offset := f.Done()
	if f.unpack == nil || f.unpack.hasEnded() { // or else it may be reading
		offset -= int64(f.buf.Buffered())
	}
	ofSystem := errors.As(err, new(*fs.PathError)) || errors.As(err, new(syscall.Errno))
	return &Error{Name: f.Name, Offset: offset, Kind: f.kind, Err: err, FileUnsuited: !ofSystem}
}

// Close closes the file. Standard input stays open.
func (f *File) Close() error {
	if f.unpack != nil {
		f.unpack.close(f.handle != nil) // reading a regular file soon ends
	}
	if f.closer != nil {
		return f.closer.Close()
	}
	return nil
}

// CanReopen reports whether the file can be opened again by its name.
func (f *File) CanReopen() bool { return f.handle != nil && f.closer != nil }

// Reopen opens the file again by its name. It returns an error if another file has the name now.
func (f *File) Reopen() (*os.File, error) {
	h, err := os.Open(f.Name)
	if err != nil {
		return nil, err
	}
	if info, err := h.Stat(); err != nil || !os.SameFile(info, f.opened) {
		h.Close()
		return nil, fmt.Errorf("another file has the name %s now", f.Name)
	}
	return h, nil
}
