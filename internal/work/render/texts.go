package render

import (
	"fmt"
	"io"
	"strings"

	"github.com/rfc3987/iri/internal/files/input"
	"github.com/rfc3987/iri/internal/text/quote"
	"github.com/rfc3987/iri/internal/work/run"
)

// Texts is the sink of conversions: files with their results in place, or a list. Findings go to another sink, after
// the results before them.
type Texts struct {
	run.Sink
	Out *run.Output
	Sep byte      // written before each text except the first; 0 for none
	Err io.Writer // for a note how many templates were left unchanged; nil for no note

	pieces Trimmer
}

// Handle implements [run.Sink].
func (s *Texts) Handle(r *run.Result) (err error) {
	if s.Sep != 0 {
		s.pieces.W, s.pieces.Sep = s.Out, s.Sep
		_, err = s.pieces.Write(r.Out)
	} else {
		_, err = s.Out.Write(r.Out)
	}
	if err != nil {
		return err
	}
	return s.Sink.Handle(r)
}

// End implements [run.Sink].
func (s *Texts) End(p *run.Progress) error {
	if err := s.Sink.End(p); err != nil || s.Err == nil {
		return err
	}
	left := p.Summary.TemplatesLeft()
	if left != "" {
		left = strings.TrimPrefix(left, ", ") + "\n"
	}
	return s.Out.WriteAfter(s.Err, left)
}

// Notes is the sink for findings that are printed beside an output.
type Notes struct {
	run.NoSink
	Out     *run.Output
	Trimmer // of standard error
	Style   Style
	PerFile bool // End is called after each file, so the limit is for each file
}

// NewNotes returns a sink that writes at most limit findings; 0 means all.
func NewNotes(out *run.Output, to io.Writer, style Style, limit int) *Notes {
	return &Notes{Out: out, Trimmer: Trimmer{W: to, Sep: '\n', Limit: limit}, Style: style}
}

// Render implements [run.Sink].
func (s *Notes) Render(r *run.Result, rec *input.Item, c *run.Checked) {
	f := &Formatter{Writer: Text{Style: s.Style}}
	if s.PerFile || !s.Cut.Load() {
		r.Second = f.Append(r.Second, &r.Ends, rec, c)
	} else {
		f.noteLeft(&r.Ends, len(r.Second), rec, c.Findings)
	}
}

func (s *Notes) Handle(r *run.Result) error {
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

// Records is the sink of a filter: conforming records go to Out, and the others to the rejects.
type Records struct {
	Rejects
	Out       *run.Output
	Err       io.Writer // for the summary
	What      string    // the noun for a string, such as "IRI"
	Style     Style
	NoSummary bool

	lastFile  int     // the number of the file of the last conforming record
	lastBytes [2]byte // the last bytes of Out and Second
}

// Handle implements [run.Sink]. The last record of a file may have no line end; it gets one if another record
// follows.
func (s *Records) Handle(r *run.Result) error {
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
	return s.Rejects.Handle(r)
}

func (s *Records) End(p *run.Progress) error {
	if s.NoSummary {
		return nil
	}
	sum := &p.Summary
	text := fmt.Appendf(nil, "%s kept, %s rejected\n", quote.Plural(int(sum.Kept), "record"), quote.Count(sum.Rejected))
	text = append(sum.AppendLine(text, s.What), '\n')
	return s.Out.WriteAfter(s.Err, string(appendSummary(text, sum, s.Style)))
}
