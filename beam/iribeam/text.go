package iribeam

import (
	"github.com/apache/beam/sdks/v2/go/pkg/beam"

	"github.com/rfc3987/iri/beam/internal/spread"
)

// A Text is a piece of an output file: whole lines, or records with their ends. The pieces
// of one part of the input are emitted in order.
type Text struct {
	File  int64  // the number of the input file
	Input string // its name
	Rel   string // its name below what was named as input
	Part  int64  // the offset of the part of that file
	Data  []byte // empty for a file without output
	Joint bool   // Data is the end that the last record lacks, for the case that others follow
}

// Strings is the source of findings in a PCollection of strings, which have no place.
const Strings = "<strings>"

// splitOf returns an element, which is a Split or a string, as a Split.
func splitOf(elem beam.T) Split {
	if text, ok := elem.(string); ok {
		return Split{Text: text, IsText: true}
	}
	return elem.(Split)
}

// textsOrStrings returns what emits texts of files, or of strings these.
func textsOrStrings(sp Split, emit func(beam.X)) func(Text) {
	if sp.IsText {
		return func(t Text) { emit(string(t.Data)) }
	}
	return func(t Text) { emit(t) }
}

// newPieces returns what collects the output of a part; lone is set for a string.
func newPieces(text Text, lone bool, to func(Text)) *spread.Pieces {
	return &spread.Pieces{Lone: lone, More: text.Part > 0, To: func(data []byte, joint bool) {
		text.Data, text.Joint = data, joint
		to(text)
	}}
}

// text returns an empty text of a part.
func (s *Split) text() Text {
	return Text{File: s.File.Number, Input: s.File.Name, Rel: s.File.Rel, Part: s.Start}
}

// rejected returns what all rejected records of a part have.
func (s *Split) rejected() Rejected {
	return Rejected{File: s.File.Number, Part: s.Start, Source: s.File.Name, Rel: s.File.Rel}
}
