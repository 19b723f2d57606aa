package durable

import (
	"bytes"
	"errors"
	"io/fs"
	"os"
)

// ErrUTF16 is the error of [ReadText] for a file that editors on Windows call Unicode.
var ErrUTF16 = errors.New("it is in UTF-16: convert it to UTF-8, for example with iconv -f utf-16 -t utf-8")

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
	if bytes.HasPrefix(text, []byte("\xff\xfe")) || bytes.HasPrefix(text, []byte("\xfe\xff")) {
		return nil, &fs.PathError{Op: "read", Path: name, Err: ErrUTF16}
	}
	return bytes.TrimPrefix(text, []byte("\uFEFF")), err
}
