package iribeam

import (
	"github.com/rfc3987/iri/internal/work/baseline"
	"github.com/rfc3987/iri/internal/work/option"
)

// DefaultSplitSize is the size in bytes of the parts in which large files are read.
const DefaultSplitSize = 64 << 20

// A Job says what strings are checked against and how files are read. The zero Job checks IRIs of
// RFC 3987 and guesses the format of a file from its name, as iri check does.
type Job = option.Options

// A Baseline is the file of iri check --baseline. See [ReadBaseline].
type Baseline = baseline.File

// ReadBaseline reads the file of a baseline. If it is to be written there need not be one.
func ReadBaseline(name string, write bool) (*Baseline, error) { return baseline.Read(name, write) }

// Options are a job, and how the pipeline works on it. They travel with the pipeline: a worker
// needs nothing but its binary.
type Options struct {
	Job

	SummaryBy Table // what findings are counted by, beside their code; empty for that alone

	// Baseline, if not nil, has the findings that Check, Report and Summarize leave out, or it is to be written:
	// [Summary].Finish does that. Of strings, which have no order, all findings that it lists are left out.
	Baseline *Baseline

	// Format and List are what Fix and Convert write of files: "json" and "tsv" the results with their
	// inputs, List the results alone, and without both the files with the results in place.
	Format string
	List   bool

	// SplitSize is the size in bytes of the parts in which a plain file is read; 0 for
	// DefaultSplitSize. Compressed files, tables and pages are read as a whole.
	SplitSize int64

	// NoLineNumbers leaves the line numbers of all findings at 0. Without it, a file that
	// is read in parts is read twice, because the lines before a part have to be counted.
	NoLineNumbers bool
}
