package durable

import (
	"bytes"
	"crypto/sha256"
	"encoding/hex"
	"errors"
	"io"
	"io/fs"
	"os"
	"strings"
)

// ErrUTF16 is the error of [ReadText] for a file that editors on Windows call Unicode.
var ErrUTF16 = errors.New("it is in UTF-16: convert it to UTF-8, for example with iconv -f utf-16 -t utf-8")

const bom = "\uFEFF"

// MarkedCharset returns the charset of which a text has the byte order mark, "" if it has none.
func MarkedCharset(text []byte) string {
	switch {
	case bytes.HasPrefix(text, []byte(bom)):
		return "utf-8"
	case bytes.HasPrefix(text, []byte("\xFE\xFF")):
		return "utf-16be"
	case bytes.HasPrefix(text, []byte("\xFF\xFE")):
		return "utf-16le"
	}
	return ""
}

// IsUTF16 reports whether a text begins with a byte order mark of UTF-16.
func IsUTF16(text []byte) bool { return strings.HasPrefix(MarkedCharset(text), "utf-16") }

// ReadText reads a file whose text is UTF-8, without the byte order mark that it may have. What is
// not a regular file is refused: a pipe to which nobody writes would wait. Errors name the file.
func ReadText(name string) ([]byte, error) {
	info, err := os.Stat(name)
	if err != nil {
		return nil, err
	}
	if !info.Mode().IsRegular() {
		return nil, &fs.PathError{Op: "read", Path: name, Err: ErrIrregular}
	}
	text, err := os.ReadFile(name)
	if IsUTF16(text) {
		return nil, &fs.PathError{Op: "read", Path: name, Err: ErrUTF16}
	}
	return bytes.TrimPrefix(text, []byte(bom)), err
}

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
