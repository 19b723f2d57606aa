package input

import (
	"bufio"
	"io"

	"golang.org/x/net/html/charset"
)

// text returns a reader of the file's text as UTF-8. declared finds the name of the
// encoding in the first bytes, empty for UTF-8.
func (f *File) text(declared func(head []byte) string) io.Reader {
	b := bufio.NewReaderSize(f.r, 64<<10)
	head, _ := b.Peek(1024)
	name := declared(head)
	if name == "" {
		return b
	}
	e, _ := charset.Lookup(name)
	if e == nil {
		return b
	}
	return e.NewDecoder().Reader(b)
}
