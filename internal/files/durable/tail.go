package durable

import (
	"crypto/sha256"
	"encoding/hex"
	"io"
	"os"
)

// BlockSize is how many bytes of a file its hashes cover: enough to tell one file from
// another, and few enough to be read again each time.
const BlockSize = 64 << 10

// A Tail holds the last bytes, at most BlockSize, of what has been written to a file. The
// zero Tail is that of an empty file.
type Tail struct{ kept []byte }

// Write adds bytes. It returns no error.
func (t *Tail) Write(p []byte) (int, error) {
	n := len(p)
	if len(p) >= BlockSize {
		t.kept, p = t.kept[:0], p[len(p)-BlockSize:]
	}
	t.kept = append(t.kept, p...)
	if len(t.kept) > 8*BlockSize { // move them rarely
		t.kept = append(t.kept[:0], t.kept[len(t.kept)-BlockSize:]...)
	}
	return n, nil
}

// Sum returns a hash of the bytes.
func (t *Tail) Sum() string { return sum(t.kept[max(0, len(t.kept)-BlockSize):]) }

// ReadTail returns the Tail of the first n bytes of a file.
func ReadTail(f io.ReaderAt, n int64) (*Tail, error) {
	size := min(n, BlockSize)
	t := &Tail{kept: make([]byte, size)}
	_, err := io.ReadFull(io.NewSectionReader(f, n-size, size), t.kept)
	return t, err
}

// A Head is the length and a hash of the first bytes of a source, at most BlockSize. The
// zero Head is that of a source of which nothing has been read: every source has it.
type Head struct {
	Bytes int
	Sum   string
}

// HeadOf returns the Head of the first bytes of a source.
func HeadOf(p []byte) Head {
	p = p[:min(len(p), BlockSize)]
	if len(p) == 0 {
		return Head{}
	}
	return Head{len(p), sum(p)}
}

// ReadHead returns the Head of what f holds from offset at on.
func ReadHead(f io.ReaderAt, at int64) (Head, error) {
	p := make([]byte, BlockSize)
	n, err := f.ReadAt(p, at)
	if err == io.EOF {
		err = nil
	}
	return HeadOf(p[:n]), err
}

// Is reports whether a source that starts with the bytes p has this Head.
func (h Head) Is(p []byte) bool { return h.Bytes <= len(p) && HeadOf(p[:h.Bytes]) == h }

// HashFile returns a hash of what a file holds.
func HashFile(name string) (string, error) {
	f, err := os.Open(name)
	if err != nil {
		return "", err
	}
	defer f.Close()
	h := sha256.New()
	if _, err := io.Copy(h, f); err != nil {
		return "", err
	}
	return hex.EncodeToString(h.Sum(nil)[:16]), nil
}

func sum(p []byte) string {
	s := sha256.Sum256(p)
	return hex.EncodeToString(s[:16])
}
