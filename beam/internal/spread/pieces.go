package spread

// pieceSize is the size in bytes at which a piece is handed on.
const pieceSize = 256 << 10

// Pieces collects the output of a part of a file, and hands it on in pieces, in order.
type Pieces struct {
	// To gets the pieces, and may keep their bytes. A joint is the end that the last record of the file lacks; it is
	// written only if more records follow. With Lone, To is called when the output is complete.
	To   func(data []byte, joint bool)
	Lone bool // the part is a string, not a part of a file: its output is one piece, and its records need no end
	More bool // the part is not the first one of its file
	End  byte // what ends a record

	Broken bool // the part cannot be read

	data []byte
	last byte // the last byte that was written
	any  bool // something has been written
}

// Any reports whether something has been written.
func (p *Pieces) Any() bool { return p.any }

// Write copies b to the output.
func (p *Pieces) Write(b []byte) {
	if len(b) == 0 {
		return
	}
	p.data, p.last, p.any = append(p.data, b...), b[len(b)-1], true
	if len(p.data) >= pieceSize && !p.Lone {
		p.Flush()
	}
}

// Finish hands on the rest, or an empty piece if the file or string has no output. It adds the end of the last record of a
// file if it is missing.
func (p *Pieces) Finish() {
	switch {
	case !p.any && !p.Broken && !p.More:
		p.To(nil, false)
	case !p.Lone && p.any && p.last != p.End:
		p.Flush()
		p.To([]byte{p.End}, true)
	}
	p.Flush()
}

// Flush hands on the output that was collected.
func (p *Pieces) Flush() {
	if len(p.data) > 0 {
		p.To(p.data, false)
		p.data = nil
	}
}
