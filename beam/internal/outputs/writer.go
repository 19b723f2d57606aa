package outputs

import (
	"bufio"
	"cmp"
	"crypto/sha256"
	"encoding/hex"
	"hash"
	"io"

	"github.com/rfc3987/iri/internal/files/source"
)

// A Writer packs text into a file, and counts and hashes the bytes that it writes there.
type Writer struct {
	io.Writer
	file io.WriteCloser
	buf  *bufio.Writer
	pack io.Closer // nil for a file that is not packed
	sum  hash.Hash
	n    int64
}

// NewWriter returns a writer of a file, which it closes, with a compression; empty for none.
func NewWriter(file io.WriteCloser, compression string) (*Writer, error) {
	w := &Writer{file: file, sum: sha256.New()}
	w.buf = bufio.NewWriterSize(counter{w}, 64<<10)
	if w.Writer = w.buf; compression == "" {
		return w, nil
	}
	pack, err := source.Pack(w.buf, compression)
	w.Writer, w.pack = pack, pack
	return w, err
}

// Abandon closes the file as it is.
func (w *Writer) Abandon() { w.file.Close() }

// Close closes the file, and returns the number of its bytes and their SHA-256.
func (w *Writer) Close() (n int64, sum string, err error) {
	if w.pack != nil {
		err = w.pack.Close()
	}
	err = cmp.Or(err, w.buf.Flush(), w.file.Close()) // some file systems report a failed write only here
	return w.n, hex.EncodeToString(w.sum.Sum(nil)), err
}

// A counter is the file of a writer.
type counter struct{ w *Writer }

func (c counter) Write(p []byte) (int, error) {
	n, err := c.w.file.Write(p)
	c.w.sum.Write(p[:n])
	c.w.n += int64(n)
	return n, err
}
