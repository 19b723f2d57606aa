package input

import (
	"io"
	"iter"
	"os"
)

// DefaultMaxLine is the length of the longest line that is read unless
// [Options.MaxLine] says otherwise.
const DefaultMaxLine = 64 << 20

// Options say how sources are read. The zero value guesses the format from the
// name, and reads os.Stdin where standard input is meant.
type Options struct {
	From       Format
	Field      string    // JSON: the path to the value, member names joined by dots
	Column     string    // CSV, TSV: the column's name in the first line, or its number from 1; empty for the first
	MaxLine    int       // the longest line in bytes; 0 for DefaultMaxLine
	KeepBlank  bool      // Lines: a blank line is a record with an empty Text
	LinesOnly  bool      // refuse documents, which have no lines that could be passed through
	Unbuffered bool      // hand out every line as soon as it has come
	Stdin      io.Reader // nil for os.Stdin

	// Outputs are the files that the run writes to. What is one of them is not read:
	// it would grow as it is read.
	Outputs []os.FileInfo
}

func (o *Options) maxLine() int {
	if o.MaxLine > 0 {
		return o.MaxLine
	}
	return DefaultMaxLine
}

// FromArgs returns the words of a command line as records.
func FromArgs(args []string) iter.Seq[*Record] {
	return func(yield func(*Record) bool) {
		for i, a := range args {
			r := Record{Text: a, Source: Args, Line: i + 1, Col: 1, Raw: []byte(a)}
			if !yield(&r) {
				return
			}
		}
	}
}

// Records reads the files and folders of paths, or standard input if there are
// none, one after the other. Files that cannot be read, or not to the end, are
// given to fail, and the next one is read. The record is used again for the next
// one.
func (o *Options) Records(paths []string, fail func(error)) iter.Seq[*Record] {
	return func(yield func(*Record) bool) {
		var buf []byte
		for name, err := range Expand(paths) {
			if err != nil {
				fail(err)
				continue
			}
			more := true
			if buf, more, err = o.readFile(name, buf, yield); err != nil {
				fail(err)
			}
			if !more {
				return
			}
		}
	}
}

func (o *Options) readFile(name string, buf []byte, yield func(*Record) bool) (_ []byte, more bool, err error) {
	f, err := Open(name, o)
	if err != nil {
		return buf, true, err
	}
	defer f.Close()
	for s := NewScanner(f, o); ; {
		b, err := s.Next(buf)
		if err == io.EOF {
			return buf, true, nil
		}
		if err != nil {
			return buf, true, err
		}
		if spare := b.Buffer(); spare != nil {
			buf = spare
		}
		for r := range b.Records(o) {
			if !yield(r) {
				return buf, false, nil
			}
		}
	}
}
