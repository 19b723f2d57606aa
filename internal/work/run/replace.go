package run

import (
	"errors"
	"fmt"
	"io"
	"os"
	"path/filepath"
	"sync"

	"github.com/rfc3987/iri/internal/files/durable"
	"github.com/rfc3987/iri/internal/files/input"
	"github.com/rfc3987/iri/internal/files/source"
	"github.com/rfc3987/iri/internal/text/quote"
	"github.com/rfc3987/iri/internal/work/summary"
)

// newText creates the file that is to replace another one; with force also a protected one. kind is the compression
// of the old file, empty if there is none.
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

// mustBeFile returns an error if there is no regular file with the name.
func mustBeFile(name string) error {
	info, err := os.Stat(name)
	if err == nil && !info.Mode().IsRegular() {
		err = fmt.Errorf("%w: --diff and --write take files", durable.ErrIrregular)
	}
	return err
}

// packedWith returns the compression of a file. It is empty if there is none, or if the file cannot be read, which
// reading reports.
func packedWith(name string) (kind string) {
	if file, err := os.Open(name); err == nil {
		_, kind, _ = source.Unpack(file)
		file.Close()
	}
	return kind
}

// replaceable returns the path of a file with links resolved, or an error if the file cannot be replaced.
func replaceable(name string, force bool) (real string, err error) {
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

// patchable returns an error if a diff cannot change the file.
func patchable(name string) error {
	if err := mustBeFile(name); err != nil {
		return err
	}
	if kind := packedWith(name); kind != "" {
		return source.Wrong(name, fmt.Errorf("it is packed with %s, and a patch changes text alone: --write writes it back", kind))
	}
	return nil
}

// Files is the sink of a run that writes the new text of files back, or prints it as a diff, one file after the
// other. A file is replaced in one step, compressed as before, and only if a string in it has changed.
type Files struct {
	Sink            // gets the findings; its End is called after each file
	Names  []string // the names of the run's files, in order: see Writable
	Write  bool     // replace the files; otherwise the diff of each is written to Out
	Out    *Output
	Folder string // diffs name files relative to it
	Force  bool   // replace protected files, too

	CleanUp func(func()) func()                    // makes a function run if a signal ends the process, until done is called
	Refuse  func(name string, err error)           // reports why a file cannot be written
	Done    func(name string, of *summary.Summary) // reports the outcome of a file; of is nil if an error left it unchanged

	mu    sync.Mutex
	texts map[int]*newFile // the new texts of opened files, by number

	at      int      // the number of the file that is being written
	now     *newFile // nil if it has not been started
	failed  bool     // the file stays unchanged because of an error
	changed bool     // the new text differs
	counts  summary.Summary
	diff    Diff
}

// A newFile is the new text of a file.
type newFile struct {
	temp    *durable.Temp
	out     *Output
	pack    io.Closer // nil if it is not compressed
	cleaned func()
	err     error
}

// Writable returns the names of the files that can be replaced, and refuses the others. It removes temporary files
// that killed runs have left next to them. isNamed reports whether the user has named a file, or a folder that has it
// without links.
func (s *Files) Writable(names []string, isNamed func(name string) bool) (writable []string) {
	looked := make(map[string]bool)
	for _, name := range names {
		var err error
		if !s.Write {
			err = patchable(name)
		} else {
			var real string
			if real, err = replaceable(name, s.Force); err == nil && !isNamed(name) {
				err = errors.New("a symbolic link leads there, out of the folder that is named: name the file itself to " +
					"have it written")
			}
			if dir := filepath.Dir(real); real != "" && !looked[dir] {
				looked[dir] = true
				durable.RemoveLeft(dir)
			}
		}
		if err != nil {
			s.Refuse(name, err)
			continue
		}
		writable = append(writable, name)
	}
	return writable
}

// Open implements [FileSink]. It creates the new text before the file is read, so that a change by others is noticed.
func (s *Files) Open(f *input.File) {
	if !s.Write {
		return
	}
	n := &newFile{}
	var kind string
	if n.temp, kind, n.err = newText(f.Name, s.Force); n.err == nil {
		n.cleaned = s.CleanUp(n.temp.Remove)
		var to io.Writer = n.temp
		if kind != "" {
			var w io.WriteCloser
			if w, n.err = source.Pack(n.temp, kind); n.err == nil {
				to, n.pack = w, w
			}
		}
		n.out = NewOutput("its new text", to)
	}
	s.mu.Lock()
	defer s.mu.Unlock()
	if s.texts == nil {
		s.texts = make(map[int]*newFile)
	}
	s.texts[f.Number] = n
}

// begin starts a file, if it has not been started.
func (s *Files) begin() {
	if s.now != nil {
		return
	}
	s.mu.Lock()
	s.now = s.texts[s.at]
	delete(s.texts, s.at)
	s.mu.Unlock()
	if s.now == nil { // it could not be opened, or a diff is printed
		s.now = &newFile{}
	}
	s.fail(s.now.err)
}

// fail leaves the file unchanged if err is not nil.
func (s *Files) fail(err error) {
	if err != nil && !s.failed {
		s.failed = true
		s.Refuse(s.Names[s.at], err)
	}
}

// Handle implements [Sink].
func (s *Files) Handle(r *Result) error {
	s.begin()
	s.counts.Merge(&r.Summary)
	s.changed = s.changed || r.Changed
	switch {
	case r.Broken != nil:
		s.failed = true
	case s.failed:
	case !s.Write:
		s.diff.Add(r.Out, r.Edits)
	case s.now.out != nil:
		_, err := s.now.out.Write(r.Out)
		s.fail(err)
	}
	return s.Sink.Handle(r)
}

// Close implements [FileSink].
func (s *Files) Close(how FileEnd) error {
	s.begin()
	s.failed = s.failed || how == EndUnread
	if how == EndFaulty {
		s.counts.Mended, s.changed = 0, false // it stays unchanged
	}
	if err := s.Sink.End(&Progress{Summary: s.counts}); err != nil {
		return err
	}
	var err error
	name := s.Names[s.at]
	if s.changed && !s.failed {
		if s.Write {
			s.fail(s.now.replace())
		} else {
			err = s.diff.Write(s.Out, name, s.Folder)
		}
	}
	s.now.discard()
	counts := &s.counts
	if s.failed {
		counts = nil
	}
	s.Done(name, counts)
	s.at, s.now, s.failed, s.changed, s.counts, s.diff = s.at+1, nil, false, false, summary.Summary{}, Diff{}
	return err
}

// End implements [Sink].
func (s *Files) End(*Progress) error { return nil }

// Discard removes the new texts of files that stay unchanged because the run has ended. The run must not go on.
func (s *Files) Discard() {
	s.mu.Lock()
	defer s.mu.Unlock()
	for _, n := range s.texts {
		n.discard()
	}
	if s.now != nil {
		s.now.discard()
	}
}

// replace replaces the old file by the new text.
func (n *newFile) replace() error {
	err := n.out.Flush()
	if err != nil {
		return err
	}
	if n.pack != nil {
		err = n.pack.Close()
	}
	if err == nil {
		err = n.temp.Replace()
	}
	if err != nil {
		err = fmt.Errorf("it is left as it is: %w", WriteFault(err))
	}
	return err
}

// discard removes the new text, unless it has replaced the old file.
func (n *newFile) discard() {
	if n.temp != nil {
		n.temp.Discard()
		n.cleaned()
	}
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
