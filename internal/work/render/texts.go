package render

import (
	"fmt"
	"io"
	"strings"

	"github.com/rfc3987/iri/internal/files/input"
	"github.com/rfc3987/iri/internal/text/quote"
	"github.com/rfc3987/iri/internal/work/run"
)

// Texts is the sink of what a job has made of texts: files with their results in place, or a list. What is found goes to
// another sink, after the results so far.
type Texts struct {
	run.Sink
	Out *run.Output
	Sep byte      // what stands between two texts, each of which begins with it; 0 for none
	Err io.Writer // where it is said how many templates were left alone; nil if it is not

	pieces Trimmer
}

// Take is for [run.Sink].
func (s *Texts) Take(r *run.Result) (err error) {
	if s.Sep != 0 {
		s.pieces.W, s.pieces.Sep = s.Out, s.Sep
		_, err = s.pieces.Write(r.Out)
	} else {
		_, err = s.Out.Write(r.Out)
	}
	if err != nil {
		return err
	}
	return s.Sink.Take(r)
}

// End is for [run.Sink].
func (s *Texts) End(p *run.Progress) error {
	if err := s.Sink.End(p); err != nil || s.Err == nil {
		return err
	}
	left := p.Summary.TemplatesLeft()
	if left != "" {
		left = strings.TrimPrefix(left, ", ") + "\n"
	}
	return s.Out.Say(s.Err, left)
}

// Notes is the sink of findings for people beside an output.
type Notes struct {
	run.NoSink
	Out     *run.Output
	Trimmer // of standard error
	Style   Style
	PerFile bool // End is called after each file: the limit is for each
}

// NewNotes returns a sink that writes at most so many findings, 0 for all.
func NewNotes(out *run.Output, to io.Writer, style Style, limit int) *Notes {
	return &Notes{Out: out, Trimmer: Trimmer{W: to, Sep: '\n', Limit: limit}, Style: style}
}

// Render is for [run.Sink], as the methods after it.
func (s *Notes) Render(r *run.Result, rec *input.Item, c *run.Checked) {
	f := &Formatter{Writer: Text{Style: s.Style}}
	if s.PerFile || !s.Cut.Load() {
		r.Second = f.Append(r.Second, &r.Ends, rec, c)
	} else {
		f.noteLeft(&r.Ends, len(r.Second), rec, c.Findings)
	}
}

func (s *Notes) Take(r *run.Result) error {
	if len(r.Ends) == 0 {
		return nil
	}
	if err := s.Out.Flush(); err != nil {
		return err
	}
	return s.writeParts(r.Second, r.Ends)
}

func (s *Notes) End(*run.Progress) error {
	err := s.sayCut(s.Out, s.W)
	s.Trimmer.Reset()
	return err
}

// Records is the sink of a filter: good records go to Out and bad ones to that of the rejects.
type Records struct {
	Rejects
	Out       *run.Output
	Err       io.Writer // of the summary
	What      string    // what a string is called
	Style     Style
	NoSummary bool

	lastFile  int     // the number of the file of the last good record
	lastBytes [2]byte // the last bytes of Out and Second
}

// Take is for [run.Sink], as End. The last record of a file may lack its end; it gets one if another record follows.
func (s *Records) Take(r *run.Result) error {
	if len(r.Out) > 0 {
		if s.lastBytes[0] != r.RecordEnd && s.lastFile != r.FileNumber {
			if err := s.Out.EndRecord(r.RecordEnd); err != nil {
				return err
			}
		}
		s.lastFile, s.lastBytes[0] = r.FileNumber, r.Out[len(r.Out)-1]
		if _, err := s.Out.Write(r.Out); err != nil {
			return err
		}
	}
	if s.Second == nil || len(r.Second) == 0 {
		return nil
	}
	if s.Second != s.Out && s.lastBytes[1] != r.RecordEnd && !r.Continued {
		if err := s.Second.EndRecord(r.RecordEnd); err != nil {
			return err
		}
	}
	s.lastBytes[1] = r.Second[len(r.Second)-1]
	return s.Rejects.Take(r)
}

func (s *Records) End(p *run.Progress) error {
	if s.NoSummary {
		return nil
	}
	sum := &p.Summary
	text := fmt.Appendf(nil, "%s kept, %s rejected\n", quote.Plural(int(sum.Kept), "record"), quote.Count(sum.Rejected))
	text = append(sum.AppendLine(text, s.What), '\n')
	return s.Out.Say(s.Err, string(appendSummary(text, sum, s.Style)))
}
