package input

import (
	"bufio"
	"compress/bzip2"
	"compress/gzip"
	"errors"
	"fmt"
	"io"
	"io/fs"
	"iter"
	"os"
	"path/filepath"
	"sync/atomic"

	"github.com/klauspost/compress/zstd"
)

// A File is an open source, unpacked if it was packed.
type File struct {
	Name   string
	Number int // of the file among those of a run; the caller's to set
	Format Format
	Size   int64 // as it lies on the disk; -1 if unknown

	raw    io.Closer
	packed counter       // what was read of the file as it lies on the disk,
	buf    *bufio.Reader // through this
	r      io.Reader
	unpack func() // releases the decompressor
	kind   string // of compression; empty for none
}

// A counter counts what goes through a reader; others may look while it does.
type counter struct {
	r io.Reader
	n atomic.Int64
}

func (c *counter) Read(p []byte) (int, error) {
	n, err := c.r.Read(p)
	c.n.Add(int64(n))
	return n, err
}

// Done returns how many bytes of the file, as it lies on the disk, have been
// read. It may be called at any time.
func (f *File) Done() int64 { return f.packed.n.Load() }

// A FileError says that a file could not be read, or not to its end.
type FileError struct {
	Name   string
	Offset int64  // how much had been read of the file as it lies on the disk
	Kind   string // of compression: gzip, zstd, bzip2; empty for none
	Err    error
}

func (e *FileError) Error() string {
	err := e.Err
	var path *fs.PathError
	if errors.As(err, &path) {
		err = path.Err
	}
	if e.Kind == "" {
		if e.Offset == 0 {
			return fmt.Sprintf("%s: %v", e.Name, err)
		}
		return fmt.Sprintf("%s: reading failed after byte %d: %v", e.Name, e.Offset, err)
	}
	what := "is corrupt"
	if errors.Is(err, io.ErrUnexpectedEOF) {
		what = "ends too soon"
	}
	return fmt.Sprintf("%s: the %s data %s at or before byte %d: %v", e.Name, e.Kind, what, e.Offset, err)
}

func (e *FileError) Unwrap() error { return e.Err }

// Open opens a file; the name "-" is standard input. The error is a *FileError.
func Open(name string, o *Options) (*File, error) {
	if name == "-" || name == Stdin {
		stdin := o.Stdin
		if stdin == nil {
			stdin = os.Stdin
		}
		f := &File{Name: Stdin, Size: -1}
		if s, ok := stdin.(*os.File); ok {
			if err := f.look(s, o); err != nil {
				return nil, err
			}
		}
		return f.start(stdin, o)
	}
	h, err := os.Open(name)
	if err != nil {
		return nil, &FileError{Name: name, Err: err}
	}
	f := &File{Name: name, Size: -1, raw: h}
	if err := f.look(h, o); err != nil {
		h.Close()
		return nil, err
	}
	return f.start(h, o)
}

// look finds out the size, and refuses what the run writes to.
func (f *File) look(h *os.File, o *Options) error {
	info, err := h.Stat()
	if err != nil || !info.Mode().IsRegular() {
		return nil
	}
	for _, out := range o.Outputs {
		if os.SameFile(info, out) {
			return &FileError{Name: f.Name, Err: errors.New("it is not read, for the output of this run goes there")}
		}
	}
	f.Size = info.Size()
	return nil
}

// NewFile is [Open] for a reader; name is what records give as their source.
func NewFile(name string, r io.Reader, o *Options) (*File, error) {
	return (&File{Name: name, Size: -1}).start(r, o)
}

// start finds out the compression and the format.
func (f *File) start(r io.Reader, o *Options) (*File, error) {
	f.Format = o.From
	if f.Format == Auto {
		f.Format = GuessFormat(f.Name)
	}
	if o.LinesOnly && !f.Format.blocks() {
		f.Close()
		return nil, &FileError{Name: f.Name, Err: fmt.Errorf("%s has no lines that could be passed through: iri check --from %[1]s lists its faults", f.Format)}
	}
	f.packed.r = r
	f.unpack = func() {}
	b := bufio.NewReaderSize(&f.packed, 64<<10)
	f.buf = b
	kind, err := compression(b)
	if err == nil {
		switch f.kind = kind; kind {
		case "gzip":
			f.r, err = gzip.NewReader(b)
		case "bzip2":
			f.r = bzip2.NewReader(b)
		case "zstd":
			var z *zstd.Decoder
			// One goroutine, and the window that zstd -22 and --long=27 need.
			z, err = zstd.NewReader(b, zstd.WithDecoderConcurrency(1), zstd.WithDecoderLowmem(true), zstd.WithDecoderMaxWindow(128<<20))
			if err == nil {
				f.r, f.unpack = z, z.Close
			}
		default:
			f.r = b
		}
	}
	if err != nil {
		err = f.fail(err)
		f.Close()
		return nil, err
	}
	return f, nil
}

// Compression names the compression that the first bytes show. It reads no
// further than it must: the rest of a line may be long in coming.
func compression(b *bufio.Reader) (string, error) {
	magic := []struct{ kind, magic string }{
		{"gzip", "\x1f\x8b\x08"},
		{"zstd", "\x28\xb5\x2f\xfd"},
		{"bzip2", "BZh?1AY&SY"},
		{"bzip2", "BZh?\x17\x72\x45\x38\x50\x90"}, // of nothing
		{"zstd", "?\x2a\x4d\x18"},                 // a skippable frame: 0x184D2A50 to 5F
	}
	for n := 1; len(magic) > 0; n++ {
		p, err := b.Peek(n)
		if len(p) < n {
			if err == io.EOF {
				err = nil
			}
			return "", err
		}
		left := magic[:0]
		for _, m := range magic {
			c := p[n-1]
			switch {
			case m.magic[n-1] == '?' && n == 1 && c&0xF0 != 0x50,
				m.magic[n-1] == '?' && n == 4 && (c < '1' || c > '9'),
				m.magic[n-1] != '?' && m.magic[n-1] != c:
				continue
			case n == len(m.magic):
				return m.kind, nil
			}
			left = append(left, m)
		}
		magic = left
	}
	return "", nil
}

// skip passes over n bytes of the unpacked file; a file that is not packed is not
// read for that.
func (f *File) skip(n int64) error {
	if b, ok := f.r.(*bufio.Reader); ok {
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
	m, err := io.CopyN(io.Discard, f.r, n)
	if m < n && (err == nil || err == io.EOF) {
		err = io.ErrUnexpectedEOF
	}
	return err
}

// gone is the error of a file that ends before the place where the run was to go on.
func (f *File) gone(err error) error {
	if err == io.EOF {
		err = io.ErrUnexpectedEOF
	}
	return f.fail(fmt.Errorf("the place to go on from cannot be reached: %w", err))
}

// fail makes err a *FileError of f.
func (f *File) fail(err error) error {
	return &FileError{Name: f.Name, Offset: f.Done() - int64(f.buf.Buffered()), Kind: f.kind, Err: err}
}

// Close closes the file. Standard input stays open.
func (f *File) Close() error {
	if f.unpack != nil {
		f.unpack()
	}
	if f.raw != nil {
		return f.raw.Close()
	}
	return nil
}

// Expand goes through the paths and, in lexical order, through all files of
// those that are folders. A file or folder that cannot be looked at comes with
// its error, a *FileError. No path at all stands for standard input.
func Expand(paths []string) iter.Seq2[string, error] {
	return func(yield func(string, error) bool) {
		if len(paths) == 0 {
			yield("-", nil)
			return
		}
		for _, path := range paths {
			if path == "-" {
				if !yield(path, nil) {
					return
				}
				continue
			}
			info, err := os.Stat(path)
			if err != nil || !info.IsDir() {
				if err != nil {
					err = &FileError{Name: path, Err: err}
				}
				if !yield(path, err) {
					return
				}
				continue
			}
			stopped := false
			filepath.WalkDir(path, func(name string, d fs.DirEntry, err error) error {
				switch {
				case err != nil:
					err = &FileError{Name: name, Err: err}
				case d.IsDir():
					return nil
				case d.Type()&fs.ModeSymlink != 0: // a link to a file is read, one to a folder is not followed
					if info, err := os.Stat(name); err == nil && !info.Mode().IsRegular() {
						return nil
					}
				case !d.Type().IsRegular():
					return nil
				}
				if !yield(name, err) {
					stopped = true
					return filepath.SkipAll
				}
				return nil // go on behind a folder that cannot be read
			})
			if stopped {
				return
			}
		}
	}
}
