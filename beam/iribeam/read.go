package iribeam

import (
	"cmp"
	"context"
	"errors"

	"github.com/rfc3987/iri/internal/files/input"
	"github.com/rfc3987/iri/internal/files/notes"
	"github.com/rfc3987/iri/internal/files/source"
)

// readChunks calls work for the chunks of a part, in order. Errors of the file go into the
// part, so that the pipeline goes on, or what a file of a folder has wrong is a chunk; the error that is returned is that
// of work. whole is false if the file could not be read to its end, or is not to be.
func readChunks(ctx context.Context, sp Split, o *input.Options, p *Summary, work func(*input.Chunk) error) (whole bool,
	err error) {
	if sp.IsText {
		return true, work(input.ChunkOfText(Strings, sp.Text))
	}
	tally := new(notes.FileNotes)
	if sp.File.PassedOver {
		tally.PassOver(sp.File.Name, sp.File.Why)
		p.Note(tally)
		return false, nil
	}
	if sp.Start == 0 && sp.End == 0 { // there is nothing to say of the lines in a part
		own := *o
		own.FileNotes, o = tally, &own
		defer func() { p.Note(tally) }()
	}
	if sp.Start == 0 {
		p.Files++
	}
	workErr, err := readSplit(ctx, sp, o, work)
	if file, ok := errors.AsType[*source.Error](err); ok && file.FileUnsuited && !sp.File.Named {
		if sp.Start > 0 { // the first part reports it
			return false, workErr
		}
		return false, cmp.Or(workErr, work(input.ChunkOfFault(file)))
	}
	if err != nil {
		broken := BrokenFile{Number: sp.File.Number, Name: sp.File.Name, Message: err.Error()}
		if e := new(source.Error); errors.As(err, &e) {
			broken.Offset = e.Offset
		}
		p.Broken = append(p.Broken, broken)
	}
	return err == nil, workErr
}

func readSplit(ctx context.Context, sp Split, o *input.Options, work func(*input.Chunk) error) (workErr, err error) {
	if sp.File.Err != "" {
		return nil, errors.New(sp.File.Err)
	}
	from, line, err := sp.firstLine()
	if err != nil || line == 0 {
		return nil, err
	}
	f, release, err := open(ctx, sp.File.Name, o)
	if err != nil {
		return nil, err
	}
	defer release()
	f.Number = int(sp.File.Number)
	return sp.chunks(f, o, from, line, func(b *input.Chunk) error {
		if err := ctx.Err(); err != nil {
			return err
		}
		return work(b)
	})
}
