package host

import (
	"slices"
	"strings"

	"github.com/rfc3987/iri"
	"github.com/rfc3987/iri/internal/files/input"
	"github.com/rfc3987/iri/internal/work/run"
)

// A Place says where a string is. Line is 0 if the line is not known.
type Place struct {
	File   int64 // the number of the file
	Source string
	Line   int
	Column int // in characters, from 1
	Offset int64
	Role   string // in RDF: subject, predicate, …; in a page the attribute
}

// A Placed is one fault of one string, with its place.
type Placed struct {
	Place Place  // of the fault; Offset is that of the string, in bytes of the unpacked file
	Input string // the string; of a record that cannot be read, its line
	Rule  string // the rule that the string was checked against
	iri.Finding
}

// Findings returns the findings of a record, without an input of more than most bytes.
// They share nothing with the buffers of the record.
func Findings(rec *input.Item, res *run.Checked, file int64, most int) []Placed {
	if len(res.Findings) == 0 {
		return nil
	}
	text, rule := rec.Text, rec.Rule
	if res.Fault != nil {
		text = res.Text
	} else {
		rule = res.Rule.Name()
	}
	if len(text) > most {
		text = ""
	}
	text = strings.Clone(text)
	out := make([]Placed, len(res.Findings))
	place := run.NewPlacer(rec, res)
	for i := range res.Findings {
		fd := place.Expanded(res.Findings[i])
		at := place.Place(fd.Start)
		out[i] = Placed{Place{file, at.Source, at.Line, at.Col, rec.Offset, rec.Role}, text, strings.Clone(rule),
			Finding(&fd)}
	}
	return out
}

// A Rejected is a record that a run could not pass on, or not change, with the reasons. In an RDF dump a record is a
// line, which may hold several IRIs.
type Rejected struct {
	File     int64 // the number of the file
	Part     int64 // the offset of the part of the file
	Source   string
	Rel      string // its name below what was named as input
	Line     int
	Record   []byte   // as in the file, with its end
	Findings []Placed // without Input if that is longer than 1 MiB

	// Continued is set for a further piece of the record before this one, which is longer
	// than MaxLine of the job. Such a piece has no findings.
	Continued bool
}

// maxInput is the length of the longest input that the findings of a Rejected repeat.
const maxInput = 1 << 20

// A Rejecter is the sink that collects the findings of rejected records; Flush is to be called
// after each chunk.
type Rejecter struct {
	run.NoSink
	Of   Rejected // what all records of the part have: File, Part, Source and Rel
	Emit func(Rejected)
	Any  bool // there was one

	from int64    // where the present record is in its chunk
	next Rejected // it has no findings if there is none
}

// Render adds the findings of one string of a record. In pages and documents, which have no lines, each string is a
// record.
func (r *Rejecter) Render(in *run.Result, rec *input.Item, res *run.Checked) {
	if res.Conforms {
		return
	}
	if rec.From != r.from || rec.From == rec.To {
		r.Flush()
	}
	if r.Any = true; len(r.next.Findings) == 0 {
		record := rec.Raw
		if rec.From < rec.To {
			record = in.Chunk.Data[rec.From:rec.To]
		}
		r.from = rec.From
		r.next = r.Of
		r.next.Source, r.next.Line, r.next.Record = rec.Source, rec.Line, slices.Clone(record)
	}
	r.next.Findings = append(r.next.Findings, Findings(rec, res, r.Of.File, maxInput)...)
}

// Flush emits the record that is being collected.
func (r *Rejecter) Flush() {
	if len(r.next.Findings) > 0 {
		r.Emit(r.next)
	}
	r.next = Rejected{}
}

// Reject emits a further piece of a record that is too long, if there is one.
func (r *Rejecter) Reject(_ *run.Result, data []byte, rest bool) {
	if rest {
		r.Flush()
		next := r.Of
		next.Record, next.Continued = slices.Clone(data), true
		r.Emit(next)
	}
}
