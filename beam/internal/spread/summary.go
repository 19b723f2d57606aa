// Package spread merges the results of parts of files that are worked on at the same time, in any order. In come the
// counts and the output of each part; out come the counts of the run, and pieces of output that can be joined.
// The package must not know who distributes the parts.
package spread

import (
	"cmp"
	"slices"

	"github.com/rfc3987/iri/internal/files/notes"
	"github.com/rfc3987/iri/internal/work/baseline"
	"github.com/rfc3987/iri/internal/work/option"
	"github.com/rfc3987/iri/internal/work/run"
	"github.com/rfc3987/iri/internal/work/summary"
)

// A Summary holds the counts of a run, or of a part of its input. They are those that iri
// check --format json prints: Inputs, Conforming, Unreadable, Errors, Warnings, Files and so on, and
// the tables Codes and Table, whose method Rows returns the largest count first.
type Summary struct {
	summary.Summary
	Broken  []BrokenFile  `json:"broken"` // in the order of the files
	Account notes.Account `json:"account"`

	// For a run with a baseline: the findings that the baseline has, or all findings if it is to be written, and the
	// files of the baseline that were read.
	Taken  baseline.Counts `json:"taken,omitempty"`
	Listed []string        `json:"listed,omitempty"`
}

// A BrokenFile is a file that could not be read, or not to its end. What comes before the
// fault has been checked.
type BrokenFile struct {
	Number  int64
	Name    string
	Offset  int64  // how many bytes of the file had been read
	Message string // for people; it names the file and the offset
}

// Merge adds the counts of a part, which may come in any order. Of each file it keeps the first
// fault.
func (s *Summary) Merge(part *Summary) {
	s.Summary.Merge(&part.Summary)
	s.Account.Merge(&part.Account)
	s.Taken.Add(part.Taken)
	s.Listed = append(s.Listed, part.Listed...)
	for _, b := range part.Broken {
		at, found := slices.BinarySearchFunc(s.Broken, b, func(x, y BrokenFile) int { return cmp.Compare(x.Number, y.Number) })
		switch {
		case !found:
			s.Broken = slices.Insert(s.Broken, at, b)
		case b.Offset < s.Broken[at].Offset:
			s.Broken[at] = b
		}
	}
}

// Note adds the notes about files.
func (s *Summary) Note(tally *notes.FileNotes) {
	account := tally.Account()
	s.Account.Merge(account)
	s.PassedOver += account.PassedOver()
}

// Take adds the findings of a source, or of a part of it, that the baseline has.
func (s *Summary) Take(known *baseline.Baseline, source string) {
	s.Taken.Add(known.Taken())
	if known.ListsFile(source) {
		s.Listed = append(s.Listed, source)
	}
}

// Finish ends a run with a baseline by [baseline.Baseline.Finish], unless a file could not be read. account says for
// people what happened to the baseline.
func (s *Summary) Finish(known *baseline.Baseline) (account string, err error) {
	if known == nil || len(s.Broken) > 0 {
		return "", nil
	}
	if s.Gone, err = known.Finish(s.Taken, s.Listed); err != nil {
		return "", err
	}
	return known.Account(s.Taken, s.Gone), nil
}

// Lines returns what iri check prints of the files that were passed over, how tables are written, names
// that could not be expanded, and files without a string.
func (s *Summary) Lines() []string {
	return slices.Concat(s.Account.PassedLines(), s.Account.NoteLines(), s.Account.WithoutLines())
}

// AppendJSON appends the summary as one line, the same that iri check --summary-only
// --format json prints.
func (s *Summary) AppendJSON(b []byte) []byte {
	sum := s.Summary
	sum.Broken = int64(len(s.Broken))
	return sum.AppendJSON(b)
}

// Status returns the exit status of a program that has counted this, as that of iri: 0 if all inputs
// conform or have a result, 1 if some do not, 2 if a file could not be read to its end.
func (s *Summary) Status() int { return s.StatusOn(option.FailOnError) }

// StatusOn is Status for a program with --fail-on: "error", "warning", which is 1 for warnings, too, or
// "never", which is never 1.
func (s *Summary) StatusOn(level string) int {
	switch {
	case len(s.Broken) > 0:
		return int(run.Usage)
	case s.Fails(level):
		return int(run.Found)
	}
	return 0
}
