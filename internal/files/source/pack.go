package source

import (
	"bufio"
	"compress/bzip2"
	"compress/gzip"
	"fmt"
	"io"
	"path/filepath"
	"strings"

	"github.com/klauspost/compress/zstd"
)

// endings are those of the names of compressed files, and the compression that each stands for.
var endings = map[string]string{".gz": "gzip", ".gzip": "gzip", ".zst": "zstd", ".zstd": "zstd", ".bz2": "bzip2"}

// PackedBy returns the compression that the name of a file says, empty for none.
func PackedBy(name string) string {
	return endings[strings.ToLower(filepath.Ext(name))]
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

// An unpacker reads what a decompressor unpacks, in a goroutine of its own, so that the unpacking and the work on what
// is unpacked have different cores.
type unpacker struct {
	*io.PipeReader
	ended chan struct{} // closed when the goroutine has ended
}

// unpackSize is how much is unpacked ahead.
const unpackSize = 128 << 10

// newUnpacker starts to read from r. The goroutine calls release, which may be nil, when it
// ends: after an error or close.
func newUnpacker(r io.Reader, release func()) *unpacker {
	from, to := io.Pipe()
	u := &unpacker{from, make(chan struct{})}
	go func() {
		defer close(u.ended)
		if release != nil {
			defer release()
		}
		// What has been unpacked is handed out at once: there may be no more for long, if a slow program writes the
		// source. A method WriteTo of r would do otherwise.
		_, err := io.CopyBuffer(to, struct{ io.Reader }{r}, make([]byte, unpackSize))
		to.CloseWithError(err)
	}()
	return u
}

// Read implements [io.Reader]. When it returns an error the goroutine reads no more, so that its place is known.
func (u *unpacker) Read(p []byte) (int, error) {
	n, err := u.PipeReader.Read(p)
	if err != nil {
		<-u.ended
	}
	return n, err
}

// close stops the goroutine. With wait it returns when the goroutine has ended, which it
// does not do as long as it waits for more of a pipe.
func (u *unpacker) close(wait bool) {
	u.Close()
	if wait {
		<-u.ended
	}
}

// hasEnded reports whether the goroutine has ended.
func (u *unpacker) hasEnded() bool {
	select {
	case <-u.ended:
		return true
	default:
		return false
	}
}
