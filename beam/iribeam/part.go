package iribeam

import (
	"bufio"
	"bytes"
	"fmt"
	"io"
	"math"
	"os"

	"github.com/rfc3987/iri/internal/files/input"
	"github.com/rfc3987/iri/internal/files/source"
)

// A filePart is a part of a file for which [input.File.CanStartAtLine]: the records whose first byte lies in it.
// So each record belongs to one part, whatever the sizes of the parts. The zero filePart is a whole file.
type filePart struct {
	Start int64
	End   int64 // 0 for the end of the file
	Lines int64 // how many line ends come before Start in the file
}

// countLines returns how many line ends are in the bytes of the part. It ignores errors of reading:
// who reads the part reports them.
func (p filePart) countLines(name string) int64 {
	var n lineCounter
	if h, err := os.Open(name); err == nil {
		defer h.Close()
		io.Copy(&n, p.section(h, p.Start))
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
func (p filePart) section(h *os.File, from int64) io.Reader {
	end := p.End
	if end == 0 {
		end = math.MaxInt64
	}
	return io.NewSectionReader(h, from, end-p.Start)
}

// A lineStart is where a line starts in a file, and its number.
type lineStart struct {
	Offset int64
	Line   int
}

// firstLine returns the start of the first line that starts in the part; ok is false if no line does.
func (p filePart) firstLine(name string) (m lineStart, ok bool, err error) {
	if p.Start == 0 {
		return lineStart{Line: 1}, true, nil
	}
	h, err := os.Open(name)
	if err != nil {
		return m, false, &source.Error{Name: name, Err: err}
	}
	defer h.Close()
	at := p.Start - 1
	r := bufio.NewReaderSize(p.section(h, at), 64<<10)
	for {
		b, err := r.ReadSlice('\n')
		switch at += int64(len(b)); err {
		case nil:
			m = lineStart{Offset: at, Line: int(p.Lines) + 1}
			if at > p.Start {
				m.Line++
			}
			return m, true, nil
		case io.EOF:
			return m, false, nil
		case bufio.ErrBufferFull:
		default:
			return m, false, &source.Error{Name: name, Offset: at,
				Err: fmt.Errorf("the start of a line cannot be found: %w", err)}
		}
	}
}

// blocks calls work for the blocks of the part of an open file, in order, from the start that
// firstLine has returned. err is that of reading, workErr that of work, which ends it.
func (p filePart) blocks(f *input.File, o *input.Options, from lineStart, work func(*input.Block) error) (workErr,
	err error) {
	scanner := input.NewScanner(f, o)
	if from.Offset > 0 {
		if err := scanner.StartAt(from.Offset, from.Line); err != nil {
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
		if p.End > 0 && !b.Rest {
			if b.Offset >= p.End {
				return nil, nil
			}
			if !b.TooLong && b.Offset+int64(len(b.Data)) >= p.End {
				// The line that holds the last byte of the part is the last one.
				at := p.End - 1 - b.Offset
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
