package run

import (
	"cmp"
	"errors"
	"fmt"
	"io"
	"os"

	"github.com/rfc3987/iri/internal/files/durable"
	"github.com/rfc3987/iri/internal/files/source"
	"github.com/rfc3987/iri/internal/text/quote"
	"github.com/rfc3987/iri/internal/work/summary"
)

// TempFiles are the names of the temporary files in which files are fixed.
const TempFiles = ".iri-fix-*"

// A Fixer writes the fixed text of a file and returns the counts. With another error than Found the text
// is not complete.
type Fixer func(dst io.Writer) (*summary.Summary, error)

// done reports whether a fixer has written the whole text.
func done(status error) bool {
	e, ok := status.(Status)
	return status == nil || ok && e == Found
}

// An original is a file that is to be fixed, and its compression.
type original struct {
	*durable.Original
	kind string
}

// openOriginal opens a file, and a new one that is to take its place: with force also of a file that
// is protected.
func openOriginal(name string, force bool) (*durable.Temp, *original, error) {
	o := new(original)
	var err error
	if o.Original, err = durable.OpenOriginal(name); err != nil {
		return nil, nil, originalError(err)
	}
	var temp *durable.Temp
	if !force {
		if err = o.Protected(); err != nil {
			err = fmt.Errorf("%w: --force replaces it", err)
		}
	}
	if file, err := os.Open(o.Name()); err == nil {
		if _, kind, err := source.Unpack(file); err == nil { // else reading it says what is wrong
			o.kind = kind
		}
		file.Close()
	}
	if err == nil {
		if temp, err = durable.CreateTemp(o.Name(), TempFiles); err == nil {
			err = temp.Keep(o.Original)
		}
	}
	if err != nil {
		if temp != nil {
			temp.Discard()
		}
		o.Close()
		return nil, nil, err
	}
	return temp, o, nil
}

// originalError returns an error in the words of the command.
func originalError(err error) error {
	switch {
	case errors.Is(err, durable.ErrIrregular):
		return fmt.Errorf("%w: --diff and --write take files", err)
	case errors.Is(err, durable.ErrLocked):
		return errors.New("another iri fix works on it: wait for its end")
	}
	return err
}

// Replaceable returns the name of a file without links if [Replace] can replace it, and if not an error.
func Replaceable(name string, force bool) (real string, err error) {
	temp, o, err := openOriginal(name, force)
	if err != nil {
		return "", err
	}
	if o.kind != "" {
		_, err = source.Pack(io.Discard, o.kind)
	}
	temp.Discard()
	o.Close()
	return o.Name(), err
}

// Replace fixes a file: into a temporary file, packed as it is, which takes its place if a string was
// mended. cleanUp is that of a [Host]. The counts are nil if the file stays as it is because of an error.
func Replace(name string, force bool, cleanUp func(func()) func(), fix Fixer) (*summary.Summary, error) {
	temp, o, err := openOriginal(name, force)
	if err != nil {
		return nil, err
	}
	defer o.Close()
	defer temp.Discard()
	defer cleanUp(func() { os.Remove(temp.Name()) })()
	var dst io.Writer = temp
	finish := func() error { return nil }
	if o.kind != "" {
		w, err := source.Pack(temp, o.kind)
		if err != nil {
			return nil, err
		}
		dst, finish = w, w.Close
	}
	counts, status := fix(dst)
	if !done(status) {
		return nil, status
	}
	if counts.Mended == 0 {
		return counts, status
	}
	if err := cmp.Or(finish(), temp.Keep(o.Original), temp.Replace(o.Name(), o.Original)); err != nil {
		return nil, fmt.Errorf("it is left as it is: %w", WriteFault(err))
	}
	return counts, status
}

// WriteDiff writes to w how a file would change if it were fixed. fix returns the counts, as a [Fixer] does, and hands
// all that it writes to the diff, which names the file from the folder.
func WriteDiff(w io.Writer, name, folder string, fix func(*Diff) (*summary.Summary, error)) (*summary.Summary, error) {
	if info, err := os.Stat(name); err != nil {
		return nil, err
	} else if !info.Mode().IsRegular() {
		return nil, originalError(durable.ErrIrregular)
	}
	var d Diff
	counts, status := fix(&d)
	if !done(status) || counts.Mended == 0 {
		return counts, status
	}
	return counts, cmp.Or(d.Write(w, name, folder), status)
}

// FileError returns an error that names the file.
func FileError(name string, err error) error {
	if e := (*source.Error)(nil); errors.As(err, &e) {
		return err
	}
	if path := (*os.PathError)(nil); errors.As(err, &path) && path.Path == name {
		err = path.Err
	}
	return fmt.Errorf("%s: %w", quote.Visible(name), err)
}
