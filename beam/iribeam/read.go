package iribeam

import (
	"bytes"
	"context"
	"errors"
	"io"

	"github.com/rfc3987/iri/internal/files/input"
)

// readBlocks calls work for the blocks of a part, in order. Errors of the file go into the
// part, so that the pipeline goes on; the error that is returned is that of work.
func readBlocks(ctx context.Context, sp Split, o *input.Options, p *Summary, work func(*input.Block) error) error {
	if sp.IsText {
		return work(input.BlockOfText(Strings, sp.Text))
	}
	if sp.File.PassedOver {
		p.PassedOver++
		return nil
	}
	if sp.Start == 0 {
		p.Files++
	}
	workErr, err := readSplit(ctx, sp, o, work)
	if err != nil {
		broken := BrokenFile{Number: sp.File.Number, Name: sp.File.Name, Message: err.Error()}
		if e := new(input.FileError); errors.As(err, &e) {
			broken.Offset = e.Offset
		}
		p.Broken = append(p.Broken, broken)
	}
	return workErr
}

func readSplit(ctx context.Context, sp Split, o *input.Options, work func(*input.Block) error) (workErr, err error) {
	if sp.File.Err != "" {
		return nil, &input.FileError{Name: sp.File.Name, Err: errors.New(sp.File.Err)}
	}
	start, lines, err := firstLine(sp)
	if err != nil || start < 0 {
		return nil, err
	}
	f, release, err := open(ctx, sp.File.Name, o)
	if err != nil {
		return nil, err
	}
	defer release()
	f.Number = int(sp.File.Number)
	scanner := input.NewScanner(f, o)
	if start > 0 {
		if err := scanner.Resume(input.Mark{Offset: start, Line: int(lines) + 1}, 0); err != nil {
			return nil, err
		}
	}
	var buf []byte
	for {
		if err := ctx.Err(); err != nil {
			return err, nil
		}
		b, err := scanner.Next(buf)
		if err == io.EOF {
			return nil, nil
		}
		if err != nil {
			return nil, err
		}
		buf = b.Buffer()
		last := false
		// The rest of a long record belongs to the part in which the record starts.
		if sp.End > 0 && !b.Rest {
			if b.Offset >= sp.End {
				return nil, nil
			}
			if !b.TooLong && b.Offset+int64(len(b.Data)) >= sp.End {
				// The line that holds the last byte of the part is the last one.
				at := sp.End - 1 - b.Offset
				if n := bytes.IndexByte(b.Data[at:], '\n'); n >= 0 {
					b.Data = b.Data[:at+int64(n)+1]
				}
				last = true
			}
		}
		if err := work(&b); err != nil {
			return err, nil
		}
		if last {
			return nil, nil
		}
	}
}
