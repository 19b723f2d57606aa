package input

import (
	"bufio"
	"bytes"
	"cmp"
	"compress/bzip2"
	"compress/gzip"
	"errors"
	"fmt"
	"io"
	"io/fs"
	"os"
	"sync/atomic"

	"github.com/klauspost/compress/zstd"

	"github.com/rfc3987/iri/internal/files/durable"
	"github.com/rfc3987/iri/internal/files/linecol"
	"github.com/rfc3987/iri/internal/text/encodings"
)

// A File is an open source. Compressed data is unpacked as it is read.
type File struct {
	Name   string
	Number int // the number of the file in a run; the caller sets it
	Format Format
	Size   int64 // in bytes on the disk; -1 if unknown

	closer io.Closer     // nil if Close does not close the source
	packed counter       // the bytes as they are on the disk
	buf    *bufio.Reader // reads from packed
	R      io.Reader     // the unpacked bytes; buf if there is no compression
	unpack *unpacker     // reads from the decompressor; nil if there is none
	kind   string        // of compression; empty for none

	anyScript bool                // Options.AnyScript
	decoded   bool                // what is read has been decoded from another charset than UTF-8
	legacy    bool                // that is not a Unicode one
	tally     *fileNote           // whether it has strings; nil if nobody asks
	encoding  *encodings.Encoding // of a document that is rewritten; nil for UTF-8
	toUTF8    *encodings.Encoding // of lines that become UTF-8 as they are rewritten
	stateful  bool                // it switches between sets of characters, as ISO-2022-JP does

	State any // what the cutter has found out about how the file is written, for the decoder

	Selected *selection // with Options.Fields, if they are Paths

	several bool // a record can have several lines, although the format has one on each
	lineEnd byte // see linecol.LineEnd

	outside      outsideUTF8
	own          *Options      // if the file has options of its own
	comments     CommentReader // see Options.Comments; nil for none
	commentCount int           // how many have been handed out

	// Of a regular file, to see whether it changes while it is read.
	handle *os.File // nil if it is not one
	opened os.FileInfo
	from   int64  // where reading started
	head   []byte // its first bytes on the disk
}

// options returns the options of the file, which are those of the run or its own.
func (f *File) options(o *Options) *Options {
	if f.own != nil {
		return f.own
	}
	return o
}

// LineEnd returns the byte by which the lines of the file are counted.
func (f *File) LineEnd() byte {
	if f != nil && f.lineEnd != 0 {
		return f.lineEnd
	}
	return '\n'
}

// recordEnd returns the byte that ends a record of the file if it has lines: in statements of RDF and in prose each
// line is one, however lines end.
func (f *File) recordEnd() byte {
	if end := f.Format.End(); end != '\n' || f.Format.plain || f.Format.Nested || f.Format.Table {
		return end
	}
	return f.LineEnd()
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

// A FileError says that a file could not be read, or not to its end.
type FileError struct {
	Name   string
	Offset int64  // how many bytes on the disk had been read
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
		f := &File{Name: cmp.Or(o.StdinName, Stdin), Size: -1}
		if s, ok := stdin.(*os.File); ok {
			if err := f.stat(s, o); err != nil {
				return nil, err
			}
		}
		return f.start(stdin, o)
	}
	h, err := os.Open(name)
	if err != nil {
		return nil, &FileError{Name: name, Err: err}
	}
	f := &File{Name: name, Size: -1, closer: h}
	if err := f.stat(h, o); err != nil {
		h.Close()
		return nil, err
	}
	return f.start(h, o)
}

// stat finds the size, and returns an error for a file that the run writes to.
func (f *File) stat(h *os.File, o *Options) error {
	info, err := h.Stat()
	if err != nil || !info.Mode().IsRegular() {
		return nil
	}
	for _, out := range o.Outputs {
		if os.SameFile(info, out) {
			return &FileError{Name: f.Name, Err: errors.New("it is not read, because the output of this run goes there")}
		}
	}
	f.Size, f.handle, f.opened = info.Size(), h, info
	f.from, _ = h.Seek(0, io.SeekCurrent)
	f.head = make([]byte, 1<<10)
	n, _ := h.ReadAt(f.head, 0)
	f.head = f.head[:n]
	return nil
}

// changed returns an error if the regular file is not the one any more that was opened: it
// has shrunk, another file has its name, or it was written anew. A file that only has grown
// is the same. It is for a file that has been read to its end.
func (f *File) changed() error {
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
	return &FileError{Name: f.Name, Err: durable.ChangedError(what)}
}

// NewFile is [Open] for a reader. Records have name as their source.
func NewFile(name string, r io.Reader, o *Options) (*File, error) {
	return (&File{Name: name, Size: -1}).start(r, o)
}

// start finds the compression and the format.
func (f *File) start(r io.Reader, o *Options) (*File, error) {
	if o.PerFile != nil {
		o = o.of(f.Name)
		f.own = o
	}
	f.tally = o.FileNotes.open(f.Name)
	f.Format, f.anyScript = o.From, o.AnyScript
	if f.Format == Auto {
		f.Format = GuessFormat(f.Name)
		if err := refuseName(f.Name); err != nil {
			f.Close()
			return nil, &FileError{Name: f.Name, Err: err}
		}
	}
	if o.LinesOnly && f.Format.Document {
		f.Close()
		return nil, &FileError{Name: f.Name, Err: fmt.Errorf("%s has no lines that could be passed through: iri check --from %[1]s lists its faults", f.Format)}
	}
	if o.Relative && !f.Format.HasReferences() {
		f.Close()
		return nil, &FileError{Name: f.Name, Err: fmt.Errorf("%s has no relative references, because every IRI in it has a scheme (RDF 1.1 N-Triples §2.2): "+
			"convert the file to Turtle, which has, and make its IRIs relative", f.Format)}
	}
	f.outside.known = o.Charset != "" || o.DocumentCharset != ""
	f.packed.r = r
	if f.handle == nil && f.outside.wanted(o) {
		f.packed.r = f.outside.watch(r)
	}
	b := bufio.NewReaderSize(&f.packed, 64<<10)
	f.buf = b
	kind, cut, err := compression(b)
	if cut && err == nil {
		if f.kind = PackedBy(f.Name); f.kind != "" {
			err = io.ErrUnexpectedEOF
		}
	}
	if err == nil {
		f.kind, f.R = kind, b
		if unpacked, release, e := decompress(kind, b); e != nil {
			err = e
		} else if unpacked != nil {
			if f.handle == nil && f.outside.wanted(o) {
				f.outside.forget() // what is packed is not text
				unpacked = f.outside.watch(unpacked)
			}
			f.unpack = newUnpacker(unpacked, release)
			f.R = f.unpack
		}
	}
	if err == nil {
		err = f.transcode(o)
	}
	if err == nil {
		err = f.look(o)
	}
	if err == nil {
		err = f.selects(o.Fields)
	}
	if err == nil && o.Comments != nil && f.Format.Comment() != "" {
		f.comments = o.Comments(f)
	}
	if err != nil {
		f.Close()
		return nil, f.Fail(err)
	}
	return f, nil
}

// decompress returns a reader of what a compression has packed, nil for none; release may be nil.
func decompress(kind string, b *bufio.Reader) (unpacked io.Reader, release func(), err error) {
	switch kind {
	case "gzip":
		unpacked, err = gzip.NewReader(b)
	case "bzip2":
		unpacked = bzip2.NewReader(b)
	case "zstd":
		// One goroutine, and the window that zstd -22 and --long=27 need.
		z, err := zstd.NewReader(b, zstd.WithDecoderConcurrency(1), zstd.WithDecoderLowmem(true), zstd.WithDecoderMaxWindow(128<<20))
		if err != nil {
			return nil, nil, err
		}
		return z, z.Close, nil
	}
	return unpacked, nil, err
}

// Unpack returns a reader of the text of a file, and the name of the compression that its first
// bytes show, empty for none.
func Unpack(r io.Reader) (text io.Reader, kind string, err error) {
	b := bufio.NewReaderSize(r, 64<<10)
	if kind, _, err = compression(b); err != nil || kind == "" {
		return b, "", err
	}
	text, _, err = decompress(kind, b)
	return text, kind, err
}

// Pack returns a writer of text that a compression packs into w, which the caller has to close. The
// error is that of a compression that is only read.
func Pack(w io.Writer, kind string) (io.WriteCloser, error) {
	switch kind {
	case "gzip":
		return gzip.NewWriter(w), nil
	case "zstd":
		return zstd.NewWriter(w, zstd.WithEncoderConcurrency(1))
	}
	return nil, fmt.Errorf("it is packed with %s, which is only read: unpack it first", kind)
}

// look looks at the first bytes of the unpacked and decoded file, as far as they can be had without waiting for more
// than the first of a pipe, or for what follows a CR at its end, and refuses formats that are not read.
func (f *File) look(o *Options) error {
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
	f.lineEnd = linecol.LineEnd(head)
	f.several = f.Format.StartsAtLines != nil && !f.Format.StartsAtLines(head)
	if o.From == Auto {
		f.Format = f.Format.shownBy(head, o)
	}
	if err := refuseContent(head, f.Format, o.From != Auto, o); err != nil {
		return &FileError{Name: f.Name, Err: err}
	}
	return nil
}

// An unpackedReader reads what a decompressor unpacks. Its type tells it from a file
// that can seek.
type unpackedReader struct{ *bufio.Reader }

// compression returns the name of the compression that the first bytes show, empty for
// none; cut is set if the source ends before that is clear. It reads byte by byte and no
// further than needed: a person or a slow program may be writing the source.
func compression(b *bufio.Reader) (kind string, cut bool, err error) {
	magic := []struct{ kind, magic string }{
		{"gzip", "\x1f\x8b\x08"},
		{"zstd", "\x28\xb5\x2f\xfd"},
		{"bzip2", "BZh?1AY&SY"},
		{"bzip2", "BZh?\x17\x72\x45\x38\x50\x90"}, // of an empty file
		{"zstd", "?\x2a\x4d\x18"},                 // a skippable frame: 0x184D2A50 to 5F
	}
	for n := 1; len(magic) > 0; n++ {
		p, err := b.Peek(n)
		if len(p) < n {
			if err == io.EOF {
				err = nil
			}
			return "", true, err
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
				return m.kind, false, nil
			}
			left = append(left, m)
		}
		magic = left
	}
	return "", false, nil
}

// skip skips n bytes of the unpacked file. Without compression it does so without
// reading them, if the source can seek.
func (f *File) skip(n int64) error {
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

// cannotResume returns the error for a file that ends before the place where the run was
// to go on.
func (f *File) cannotResume(err error) error {
	if err == io.EOF {
		err = io.ErrUnexpectedEOF
	}
	return f.Fail(fmt.Errorf("the place to resume from cannot be reached: %w", err))
}

// Fail makes err a *FileError of f, unless it is one.
func (f *File) Fail(err error) error {
	if _, ok := err.(*FileError); ok {
		return err
	}
	offset := f.Done()
	if f.unpack == nil || f.unpack.hasEnded() { // or else it may be reading
		offset -= int64(f.buf.Buffered())
	}
	return &FileError{Name: f.Name, Offset: offset, Kind: f.kind, Err: err}
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
