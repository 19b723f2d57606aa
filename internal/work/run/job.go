package run

import (
	"cmp"

	"github.com/rfc3987/iri/internal/files/input"
	"github.com/rfc3987/iri/internal/verdict/finding"
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

// FlushSize is the size in bytes at which the output of a chunk is flushed.
const FlushSize = 256 << 10

// A Result has the output and the counts of one chunk. It is reused for other chunks.
type Result struct {
	Out     []byte // results, or the remaining bytes of a file
	Second  []byte // rejected records; for conversions, findings as text
	Ends    []End  // with a limit or in a report, the end of each finding in Out, or for conversions in Second
	Edits   []Edit // the edits of a conversion, if it records them
	Changed bool   // Out differs from the file
	Summary summary.Summary

	// The next three are for filters.
	FileNumber int
	RecordEnd  byte // the byte that ends a record of the file: LF or NUL
	Continued  bool // Out and Second begin inside a record, the start of which was flushed before

	Scratch  []byte // reused memory for the result of a conversion
	InObject bool   // Second ends in the object of a rejected record, among the reasons
	First    bool   // the next reason is the first one

	// Broken, if not nil, says why the file cannot be written: neither Out nor the rest of the file is.
	Broken error

	// NoLines says that line numbers are unknown; they are 0 then.
	NoLines bool

	Checked  Checked      // of the current item; here, so that it is not allocated for each
	Chunk    *input.Chunk // the current chunk; nil at the end of a run
	Flush    func() error
	Ended    bool // Flush has failed, so the run is over
	HoldBack bool // nothing is flushed, because it may have to be undone

	sink Sink // nil if there is none
}

// An End is the end of a finding, or of an object with findings, in an output, with properties that reports need.
type End struct {
	At     int
	Source string
	Error  bool

	// Same is equal for equal findings about the same string, so that a list can refer to the first. It is 0 if that
	// is not needed.
	Same      uint64
	Code      finding.Code
	Line, Col int
}

// An Edit replaces the bytes from Start to End of a file, as decompressed and decoded.
type Edit struct {
	Start, End int64
	Old, New   string // as they are in the file
	At         int    // the offset of New in Out
}

// Begin prepares the result for a chunk. flush passes on the output and empties the result.
func (r *Result) Begin(b *input.Chunk, sink Sink, flush func() error) {
	r.Chunk, r.sink = b, sink
	r.FileNumber, r.Continued, r.RecordEnd = b.File.Number, b.Rest, b.File.End()
	r.Flush, r.Ended, r.HoldBack = flush, false, false
}

// Render makes the sink write an item into the result.
func (r *Result) Render(rec *input.Item, c *Checked) {
	if r.sink != nil {
		r.sink.Render(r, rec, c)
	}
}

// Reject makes the sink write a rejected record into the result: see [Sink].
func (r *Result) Reject(record []byte, rest bool) { r.sink.Reject(r, record, rest) }

// Empty removes output that was passed on. It frees the memory if one input had very much output.
func (r *Result) Empty() {
	r.Summary.Reset()
	r.Out, r.Second, r.Ends, r.Edits, r.Broken = r.Out[:0], r.Second[:0], r.Ends[:0], r.Edits[:0], nil
	r.Changed = false
	if cap(r.Out) > 4*FlushSize {
		r.Out = nil
	}
}

// Each calls found for each item of a chunk that is not clean, and counts the clean ones. All runs go through this
// loop over items.
func (r *Result) Each(b *input.Chunk, o *input.Options, clean input.Cleaner, found func(*input.Item)) {
	passed := b.Each(o, clean, func(rec *input.Item) bool {
		if r.NoLines {
			rec.Line = 0
			if rec.Err != nil {
				rec.Err.Line = 0
			}
		}
		found(rec)
		return r.Broken == nil && r.FlushIfLarge()
	})
	if r.Broken != nil {
		r.Out, r.Second, r.Edits = r.Out[:0], r.Second[:0], r.Edits[:0]
	}
	r.Summary.Inputs += int64(passed)
	r.Summary.Conforming += int64(passed)
	r.Summary.Empty += int64(b.Empty)
}

// FlushIfLarge flushes the output if it has grown to FlushSize. It returns false if the run is over.
func (r *Result) FlushIfLarge() bool {
	if !r.Ended && !r.HoldBack && len(r.Out)+len(r.Second) >= FlushSize {
		r.FlushInOrder()
	}
	return !r.Ended
}

// FlushInOrder flushes the output after that of all earlier chunks.
func (r *Result) FlushInOrder() {
	if !r.Ended {
		r.Ended, r.Continued = r.Flush() != nil, true
	}
}

// Write appends a range of a file to an output, Out or Second. It flushes large ranges in pieces: otherwise a very
// long line would be in memory twice.
func (r *Result) Write(to *[]byte, text string) {
	for len(text) > 0 && r.FlushIfLarge() {
		n := min(len(text), FlushSize)
		*to = append(*to, text[:n]...)
		text = text[n:]
	}
}
