package run

import (
	"cmp"

	"github.com/rfc3987/iri/internal/files/input"
	"github.com/rfc3987/iri/internal/work/summary"
)

// A Job processes items: it checks, filters, rewrites or shows them. It knows no output format: it passes each item
// with a result to the sink, by [Result.Render].
type Job interface {
	// Chunk processes a chunk. Several goroutines call it at the same time; the other methods are called by one.
	Chunk(b *input.Chunk, r *Result)

	// InOrder changes the result of a chunk before the sink gets it. It is for jobs where that depends on earlier
	// results.
	InOrder(r *Result) error

	// End is called after the last result. The sink gets the output that it adds to r.
	End(r *Result, p *Progress) error
}

// A Sink receives the results of a job.
type Sink interface {
	// Render writes an item, such as its findings in a format, into the result. Several goroutines call it at the
	// same time. It is called for each item when the job has processed it, and not once for a chunk: a chunk may have
	// very many findings, and a large result is flushed.
	Render(r *Result, rec *input.Item, c *Checked)

	// Reject writes a rejected record, byte for byte, into the result, after all findings of it were rendered. If
	// rest is set, the bytes continue the record before, which is too long.
	Reject(r *Result, record []byte, rest bool)

	// Handle writes a result; results come in the order of the input.
	Handle(r *Result) error

	// End is called after the end of the job.
	End(p *Progress) error
}

// A FileSink is a sink that is told when files begin and end.
type FileSink interface {
	Sink
	Open(f *input.File)      // before f is read; it is called by another goroutine than the methods of Sink
	Close(how FileEnd) error // after the last result of each file, in order
}

// A FileEnd says how reading a file ended.
type FileEnd uint8

// The ends of files.
const (
	EndWhole  FileEnd = iota // all of it was read
	EndFaulty                // it cannot be read as asked, which is a finding
	EndUnread                // it could not be read
)

// NoJob implements the optional methods of [Job]; they do nothing. Jobs embed it.
type NoJob struct{}

// The methods of a [Job].
func (NoJob) InOrder(*Result) error        { return nil }
func (NoJob) End(*Result, *Progress) error { return nil }

// NoSink is a sink that writes nothing. Sinks embed it and define the methods that they need.
type NoSink struct{}

// The methods of a [Sink].
func (NoSink) Render(*Result, *input.Item, *Checked) {}
func (NoSink) Reject(*Result, []byte, bool)          {}
func (NoSink) Handle(*Result) error                  { return nil }
func (NoSink) End(*Progress) error                   { return nil }

// A Func is a sink with only the method Render.
type Func func(r *Result, rec *input.Item, c *Checked)

// The methods of a [Sink].
func (f Func) Render(r *Result, rec *input.Item, c *Checked) { f(r, rec, c) }
func (Func) Reject(*Result, []byte, bool)                    {}
func (Func) Handle(*Result) error                            { return nil }
func (Func) End(*Progress) error                             { return nil }

// A Serial runs a job for a program that reads the chunks itself, one after the other: an editor, a pipeline, a test.
type Serial struct {
	Job  Job
	Sink Sink
	Progress
	Result Result
	Broken error // why the rest is not written
}

// Chunk processes a chunk. After a chunk that cannot be written it does nothing.
func (s *Serial) Chunk(b *input.Chunk) error {
	if s.Broken != nil {
		return nil
	}
	s.Result.Begin(b, s.Sink, s.take)
	s.Job.Chunk(b, &s.Result)
	return s.take()
}

// take passes the result to the sink.
func (s *Serial) take() error {
	s.Broken = s.Result.Broken
	return s.Progress.take(s.Job, s.Sink, &s.Result)
}

// End ends the job and the sink. complete says that the job has seen all chunks.
func (s *Serial) End(complete bool) error {
	s.Complete = complete
	return s.Progress.end(s.Job, s.Sink, &s.Result, s.take)
}

// An Unread is a file that could not be read, and the error.
type Unread struct{ Name, Message string }

// A Progress has the state of a run so far.
type Progress struct {
	Summary    summary.Summary
	Unread     []Unread // the files that could not be read
	Incomplete []string // the files in folders that were not read to their end, which is a finding
	Complete   bool     // all of the input has been read; set at the end
	Account    string   // the job's description of its outcome for people, in lines, in addition to the counts
}

// take counts a result, passes it to the sink, and empties it.
func (p *Progress) take(j Job, s Sink, r *Result) error {
	p.Summary.Merge(&r.Summary)
	if r.Chunk != nil {
		if err := j.InOrder(r); err != nil {
			return err
		}
	}
	if err := s.Handle(r); err != nil {
		return err
	}
	r.Empty()
	return nil
}

// end ends a job and a sink. flush passes on the output that the job has added to the result.
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
