package iribeam

// A Text is a piece of an output file: whole lines, or records with their ends. The pieces
// of one part of the input are emitted in order.
type Text struct {
	File int64 // the number of the input file
	Part int64 // the offset of the part of that file
	Data []byte
}

// textSize is the size in bytes at which a piece is emitted.
const textSize = 256 << 10

// A textEmitter collects the pieces of a part.
type textEmitter struct {
	file, part int64
	data       []byte
	to         func(Text)
	end        byte // what ends a record
	last       byte // the last byte that was written
	any        bool // something has been written
}

func newTextEmitter(sp Split, to func(Text)) *textEmitter {
	return &textEmitter{file: sp.File.Number, part: sp.Start, to: to, end: '\n'}
}

// write copies b to the output.
func (e *textEmitter) write(b []byte) {
	if len(b) > 0 {
		e.data, e.last, e.any = append(e.data, b...), b[len(b)-1], true
		e.emitIfLarge()
	}
}

// finish gives the last record an end if it has none, and emits what there is.
func (e *textEmitter) finish() {
	if e.any && e.last != e.end {
		e.data = append(e.data, e.end)
	}
	e.emit()
}

// emit emits what there is. The piece keeps its bytes: Beam may hold elements for long.
func (e *textEmitter) emit() {
	if len(e.data) == 0 {
		return
	}
	e.to(Text{File: e.file, Part: e.part, Data: e.data})
	e.data = nil
}

func (e *textEmitter) emitIfLarge() {
	if len(e.data) >= textSize {
		e.emit()
	}
}
