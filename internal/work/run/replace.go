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

// A Fixer writes the fixed text of a file and returns the counts. With another error than Found the text
// is not complete.
type Fixer func(dst io.Writer) (*summary.Summary, error)

// done reports whether a fixer has written the whole text.
func done(status error) bool {
	e, ok := status.(Status)
	return status == nil || ok && e == Found
}

// newText creates the file that is to take the place of another one: with force also of one that is protected. kind is
// how that is packed, empty if it is not.
func newText(name string, force bool) (temp *durable.Temp, kind string, err error) {
	if err := mustBeFile(name); err != nil {
		return nil, "", err
	}
	if temp, err = durable.CreateTemp(name); err != nil {
		return nil, "", err
	}
	if !force {
		if err := temp.Protected(); err != nil {
			temp.Discard()
			return nil, "", fmt.Errorf("%w: --force replaces it", err)
		}
	}
	return temp, packedWith(name), nil
}

// mustBeFile returns an error if a name is not that of a file that is there.
func mustBeFile(name string) error {
	info, err := os.Stat(name)
	if err == nil && !info.Mode().IsRegular() {
		err = fmt.Errorf("%w: --diff and --write take files", durable.ErrIrregular)
	}
	return err
}

// packedWith returns how a file is packed, empty if it is not or cannot be read: reading it says what is wrong.
func packedWith(name string) (kind string) {
	if file, err := os.Open(name); err == nil {
		_, kind, _ = source.Unpack(file)
		file.Close()
	}
	return kind
}

// Replaceable returns the name of a file without links if [Replace] can replace it, and if not an error.
func Replaceable(name string, force bool) (real string, err error) {
	temp, kind, err := newText(name, force)
	if err != nil {
		return "", err
	}
	defer temp.Discard()
	if kind != "" {
		if _, err = source.Pack(io.Discard, kind); err != nil {
			err = source.Wrong(name, err)
		}
	}
	return temp.Target(), err
}

// Replace fixes a file: into a temporary file, packed as it is, which takes its place if a string was
// mended. cleanUp has a function called if a signal ends the process, until done is called. The counts are nil if the file stays as it is because of an error.
func Replace(name string, force bool, cleanUp func(func()) func(), fix Fixer) (*summary.Summary, error) {
	temp, kind, err := newText(name, force)
	if err != nil {
		return nil, err
	}
	defer temp.Discard()
	defer cleanUp(temp.Remove)()
	var dst io.Writer = temp
	finish := func() error { return nil }
	if kind != "" {
		w, err := source.Pack(temp, kind)
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
	if err := cmp.Or(finish(), temp.Replace()); err != nil {
		return nil, fmt.Errorf("it is left as it is: %w", WriteFault(err))
	}
	return counts, status
}

// WriteDiff writes to w how a file would change if it were fixed. fix returns the counts, as a [Fixer] does, and hands
// all that it writes to the diff, which names the file from the folder.
func WriteDiff(w io.Writer, name, folder string, fix func(*Diff) (*summary.Summary, error)) (*summary.Summary, error) {
	if err := mustBeFile(name); err != nil {
		return nil, err
	}
	if kind := packedWith(name); kind != "" {
		return nil, source.Wrong(name, fmt.Errorf("it is packed with %s, and a patch changes text alone: --write fixes it",
			kind))
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
