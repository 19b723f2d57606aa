package iribeam

import (
	"bufio"
	"bytes"
	"cmp"
	"fmt"
	"io"
	"math"
	"os"

	"github.com/rfc3987/iri/internal/files/input"
	"github.com/rfc3987/iri/internal/files/source"
)

// A Split is a part of a file: the records whose first byte lies in it. So each record
// belongs to one part, whatever the sizes of the parts.
type Split struct {
	File  File
	Start int64
	End   int64 // 0 for the end of the file
	Lines int64 // how many line ends come before Start in the file

	Text   string // instead of a file, if IsText is set
	IsText bool
}

// countLines returns how many line ends are in the bytes of the part. It ignores errors of reading:
// who reads the part reports them.
func (s *Split) countLines() int64 {
	var n lineCounter
	if h, err := os.Open(s.File.Name); err == nil {
		defer h.Close()
		io.Copy(&n, s.section(h, s.Start))
	}
	return int64(n)
}

// A lineCounter counts the line ends that are written to it.
type lineCounter int64

func (n *lineCounter) Write(p []byte) (int, error) {
	*n += lineCounter(bytes.Count(p, []byte{'\n'}))
	return len(p), nil
}

// section returns the part of a file from an offset.
func (s *Split) section(h *os.File, from int64) io.Reader {
	return io.NewSectionReader(h, from, cmp.Or(s.End, math.MaxInt64)-s.Start)
}

// firstLine returns the offset of the first line that starts in the part, and its number; 0 if no line does.
func (s *Split) firstLine() (at int64, line int, err error) {
	if s.Start == 0 {
		return 0, 1, nil
	}
	name := s.File.Name
	h, err := os.Open(name)
	if err != nil {
		return 0, 0, &source.Error{Name: name, Err: err}
	}
	defer h.Close()
	at = s.Start - 1
	r := bufio.NewReaderSize(s.section(h, at), 64<<10)
	for {
		b, err := r.ReadSlice('\n')
		switch at += int64(len(b)); err {
		case nil:
			if line = int(s.Lines) + 1; at > s.Start {
				line++
			}
			return at, line, nil
		case io.EOF:
			return 0, 0, nil
		case bufio.ErrBufferFull:
		default:
			return 0, 0, &source.Error{Name: name, Offset: at,
				Err: fmt.Errorf("the start of a line cannot be found: %w", err)}
		}
	}
}

// chunks calls work for the chunks of the part of an open file, in order, from the line that
// firstLine has returned. err is that of reading, workErr that of work, which ends it.
func (s *Split) chunks(f *input.File, o *input.Options, from int64, line int, work func(*input.Chunk) error) (workErr,
	err error) {
	scanner := input.NewScanner(f, o)
	if from > 0 {
		if err := scanner.StartAt(from, line); err != nil {
			return nil, err
		}
	}
	var buf []byte
	for last := false; !last; {
		b, err := scanner.Next(buf)
		if err == io.EOF {
			return nil, f.Unselected(o)
		}
		if err != nil {
			return nil, err
		}
		buf = b.Buffer()
		// The rest of a long record belongs to the part in which the record starts.
		if s.End > 0 && !b.Rest {
			if b.Offset >= s.End {
				return nil, nil
			}
			if !b.TooLong && b.Offset+int64(len(b.Data)) >= s.End {
				// The line that holds the last byte of the part is the last one.
				at := s.End - 1 - b.Offset
				if n := bytes.IndexByte(b.Data[at:], '\n'); n >= 0 {
					b.Data = b.Data[:at+int64(n)+1]
				}
				last = true
			}
		}
		if err := work(&b); err != nil {
			return err, nil
		}
		b.Release()
	}
	return nil, nil
}
