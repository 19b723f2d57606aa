package runtest

import (
	"iter"

	"github.com/rfc3987/iri/internal/files/input"
)

// Items reads the files and folders of paths, one after the other, or standard input
// if there are none. For a file that cannot be read to its end it calls fail, and goes
// on with the next file. An item is valid until the next one.
func Items(o *input.Options, paths []string, fail func(error)) iter.Seq[*input.Item] {
	return func(yield func(*input.Item) bool) {
		for name, err := range o.Expand(paths) {
			if err != nil {
				fail(err)
				continue
			}
			more, err := readFile(o, name, yield)
			if err != nil {
				fail(err)
			}
			if !more {
				return
			}
		}
	}
}

// readFile yields the items of one file. more is false if yield returned false.
func readFile(o *input.Options, name string, yield func(*input.Item) bool) (more bool, err error) {
	f, err := input.Open(name, o)
	if err != nil {
		return true, err
	}
	defer f.Close()
	for b, err := range f.Chunks(o, new([]byte)) {
		if err != nil {
			return true, err
		}
		for r := range b.Items(o) {
			if !yield(r) {
				return false, nil
			}
		}
	}
	return true, f.Unselected(o)
}
