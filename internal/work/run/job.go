package run

import (
	"cmp"

	"github.com/rfc3987/iri/internal/files/input"
	"github.com/rfc3987/iri/internal/work/summary"
)

// A Job is what a run does with items: it checks, filters, rewrites or shows them. It knows no format of output:
// each item of which there is something to say goes to the sink, by [Result.Render].
type Job interface {
	// Chunk works on a chunk. Several goroutines call it at the same time, the methods below one.
	Chunk(b *input.Chunk, r *Result)

	// InOrder changes the result of a chunk before the sink takes it, where that depends on the results before.
	InOrder(r *Result) error

	// End is called after the last result. What it puts into r goes to the sink.
	End(r *Result, p *Progress) error
}

// A Sink is where the results of a job go.
type Sink interface {
	// Render puts what it writes of an item, such as findings in a format, into the result. Several goroutines call it
	// at the same time. It is called for an item while that is handed out, and not once for a chunk: a chunk may have
	// very many findings, and the result is handed on when it is large.
	Render(r *Result, rec *input.Item, c *Checked)

	// Reject puts a record that a filter rejects into the result, byte for byte, after all that is rendered of it. With
	// rest the bytes continue the record before, which is too long.
	Reject(r *Result, record []byte, rest bool)

	// Take writes a result; the results come in the order of the input.
	Take(r *Result) error

	// End is called after the end of the job.
	End(p *Progress) error
}

// A FileSink is a sink that does something with each file.
type FileSink interface {
	Sink
	Open(f *input.File)      // before f is read; another goroutine calls it than the methods of a Sink
	Close(how FileEnd) error // after the last result of each file, in order
}

// A FileEnd says how the reading of a file has ended.
type FileEnd uint8

// The ends of files.
const (
	EndWhole  FileEnd = iota // all of it was read
	EndFaulty                // it cannot be read as asked, which is a finding
	EndUnread                // it could not be read
)

// NoJob has the methods of a job that does nothing in them.
type NoJob struct{}

// The methods of a [Job].
func (NoJob) InOrder(*Result) error        { return nil }
func (NoJob) End(*Result, *Progress) error { return nil }

// NoSink is a sink that writes nothing, to be embedded in those that need only some of the methods.
type NoSink struct{}

// The methods of a [Sink].
func (NoSink) Render(*Result, *input.Item, *Checked) {}
func (NoSink) Reject(*Result, []byte, bool)          {}
func (NoSink) Take(*Result) error                    { return nil }
func (NoSink) End(*Progress) error                   { return nil }

// A Func is a sink that only renders: nothing is written.
type Func func(r *Result, rec *input.Item, c *Checked)

// The methods of a [Sink].
func (f Func) Render(r *Result, rec *input.Item, c *Checked) { f(r, rec, c) }
func (Func) Reject(*Result, []byte, bool)                    {}
func (Func) Take(*Result) error                              { return nil }
func (Func) End(*Progress) error                             { return nil }

// A Serial does a job for a program that reads chunks by itself, one after the other: an editor, a pipeline, a test.
type Serial struct {
	Job  Job
	Sink Sink
	Progress
	Result Result
	Broken error // why the rest is not written
}

// Chunk does the job on a chunk. After a chunk that cannot be written it does nothing.
func (s *Serial) Chunk(b *input.Chunk) error {
	if s.Broken != nil {
		return nil
	}
	s.Result.Begin(b, s.Sink, s.take)
	s.Job.Chunk(b, &s.Result)
	return s.take()
}

// take hands the result on.
func (s *Serial) take() error {
	s.Broken = s.Result.Broken
	return s.Progress.take(s.Job, s.Sink, &s.Result)
}

// End ends the job and the sink. With complete the job has seen all chunks.
func (s *Serial) End(complete bool) error {
	s.Complete = complete
	return s.Progress.end(s.Job, s.Sink, &s.Result, s.take)
}

// An Unread is a file that could not be read, and why.
type Unread struct{ Name, Message string }

// Progress is what is known of the results so far.
type Progress struct {
	Summary    summary.Summary
	Unread     []Unread // the files that could not be read
	Incomplete []string // the files of folders that are not read to their end, which is a finding
	Complete   bool     // at the end: all of the input has been read
	Account    string   // what people are told of the job beside the counts: lines
}

// take counts a result, hands it to the sink, and empties it.
func (p *Progress) take(j Job, s Sink, r *Result) error {
	p.Summary.Merge(&r.Summary)
	if r.Chunk != nil {
		if err := j.InOrder(r); err != nil {
			return err
		}
	}
	if err := s.Take(r); err != nil {
		return err
	}
	r.Empty()
	return nil
}

// end ends a job and a sink. flush hands on what the job has put into the result.
func (p *Progress) end(j Job, s Sink, r *Result, flush func() error) error {
	var failed error
	r.Chunk, r.Continued, r.Ended, r.sink = nil, false, false, s
	r.Flush = func() error {
		failed = cmp.Or(failed, flush())
		return failed
	}
	if err := cmp.Or(j.End(r, p), failed); err != nil {
		return err
	}
	if err := r.Flush(); err != nil {
		return err
	}
	return s.End(p)
}
