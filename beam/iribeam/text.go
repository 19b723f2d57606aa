package iribeam

import "github.com/apache/beam/sdks/v2/go/pkg/beam"

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

// textSize is the size in bytes at which a piece is emitted.
const textSize = 256 << 10

// A textEmitter collects the pieces of a part.
type textEmitter struct {
	sp     Split
	data   []byte
	to     func(Text) // nil for no output
	end    byte       // what ends a record
	last   byte       // the last byte that was written
	any    bool       // something has been written
	broken bool       // the part cannot be read
}

func newTextEmitter(sp Split, to func(Text)) *textEmitter { return &textEmitter{sp: sp, to: to} }

// write copies b to the output.
func (e *textEmitter) write(b []byte) {
	if len(b) == 0 {
		return
	}
	e.data, e.last, e.any = append(e.data, b...), b[len(b)-1], true
	if len(e.data) >= textSize && !e.sp.IsText {
		e.emit()
	}
}

// finish emits what there is, and an empty text of a file or string that has no output. It gives the last
// record of a file an end if it has none.
func (e *textEmitter) finish() {
	switch {
	case !e.any && !e.broken && e.sp.Start == 0:
		e.to(e.text())
	case !e.sp.IsText && e.any && e.last != e.end:
		e.emit()
		joint := e.text()
		joint.Data, joint.Joint = []byte{e.end}, true
		e.to(joint)
	}
	e.emit()
}

// emit emits what there is. The piece keeps its bytes: Beam may hold elements for long.
func (e *textEmitter) emit() {
	if len(e.data) > 0 {
		e.to(e.text())
		e.data = nil
	}
}

func (e *textEmitter) text() Text {
	return Text{File: e.sp.File.Number, Input: e.sp.File.Name, Rel: e.sp.File.Rel, Part: e.sp.Start, Data: e.data}
}
