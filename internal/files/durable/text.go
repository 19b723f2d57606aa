package durable

import (
	"bytes"
	"errors"
	"fmt"
	"io"
	"io/fs"
	"os"
	"strings"
)

const bom = "\uFEFF"

// MarkedCharset returns the charset of the byte order mark of a text, or "" if it has none.
func MarkedCharset(text []byte) string {
	switch {
	case bytes.HasPrefix(text, []byte(bom)):
		return "utf-8"
	case bytes.HasPrefix(text, []byte("\x00\x00\xFE\xFF")):
		return "utf-32be"
	case bytes.HasPrefix(text, []byte("\xFF\xFE\x00\x00")):
		return "utf-32le"
	case bytes.HasPrefix(text, []byte("\xFE\xFF")):
		return "utf-16be"
	case bytes.HasPrefix(text, []byte("\xFF\xFE")):
		return "utf-16le"
	}
	return ""
}

// WideCharset returns utf-16 or utf-32 if a text begins with such a byte order mark, and the error that the text is
// not UTF-8: editors on Windows call UTF-16 Unicode.
func WideCharset(text []byte) (name string, err error) {
	mark := MarkedCharset(text)
	if mark == "" || mark == "utf-8" {
		return "", nil
	}
	name = mark[:len("utf-16")]
	return name, fmt.Errorf("it is in %s: convert it to UTF-8, for example with iconv -f %s -t utf-8", strings.ToUpper(name), name)
}

// ErrTooLong is the error of a file that is longer than the limit.
var ErrTooLong = errors.New("it is too long")

// ReadAtMost reads all of a reader. It returns an error after more than most bytes.
func ReadAtMost(name string, r io.Reader, most int) ([]byte, error) {
	text, err := io.ReadAll(io.LimitReader(r, int64(most)+1))
	if err == nil && len(text) > most {
		size := fmt.Sprint((most+1<<20-1)>>20, " MiB")
		if most < 1<<20 {
			size = fmt.Sprint((most+1<<10-1)>>10, " KiB")
		}
		return nil, &fs.PathError{Op: "read", Path: name, Err: fmt.Errorf("%w: such a file has at most %s", ErrTooLong, size)}
	}
	return text, err
}

// ReadFile reads a file of at most most bytes. An endless device exceeds the limit.
func ReadFile(name string, most int) ([]byte, error) {
	f, err := os.Open(name)
	if err != nil {
		return nil, err
	}
	defer f.Close()
	return ReadAtMost(name, f, most)
}

// ReadText reads a file in UTF-8 of at most most bytes, without its byte order mark. It refuses a file that is not
// regular, because a pipe without a writer would block. Errors name the file.
func ReadText(name string, most int) ([]byte, error) {
	info, err := os.Stat(name)
	if err != nil {
		return nil, err
	}
	if !info.Mode().IsRegular() {
		return nil, &fs.PathError{Op: "read", Path: name, Err: ErrIrregular}
	}
	text, err := ReadFile(name, most)
	if _, wide := WideCharset(text); wide != nil {
		return nil, &fs.PathError{Op: "read", Path: name, Err: wide}
	}
	return bytes.TrimPrefix(text, []byte(bom)), err
}
