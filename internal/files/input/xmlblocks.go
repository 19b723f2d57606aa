package input

import (
	"cmp"
	"errors"
	"io"
)

// errLongPiece says that a piece is longer than the limit.
var errLongPiece = errors.New("a piece is too long")

// xmlBlocks reads the pieces of an XML document into records.
type xmlBlocks struct {
	f      *File
	s      *xmlCutter
	found  docRecords
	piece  func(p *xmlPiece) // adds the records of a piece
	inside func() bool       // the piece and the next ones are one record
	last   func() error      // the error at the end of the document, if it is well-formed; nil for none
}

// start starts to read the document.
func (x *xmlBlocks) start(f *File, o *Options) {
	x.f = f
	x.s = &xmlCutter{
		window: newWindow(f, documentText(f, o), o), budget: maxEntities,
		refs: absent{char: '&'}, returns: absent{char: '\r'}, brackets: absent{char: ']'},
	}
	x.found.start(f, o)
}

func (x *xmlBlocks) records() *docRecords { return &x.found }

func (x *xmlBlocks) next() error {
	x.found.reset()
	for !x.found.full(1) || x.found.keep && x.inside() { // what is one record is in one block
		p, err := x.s.next()
		fault, _ := err.(*xmlError)
		switch {
		case fault != nil:
			x.fault(CodeXML, fault.at, "the document is not well-formed, and nothing after this is read: "+fault.message)
			return x.found.rest(x.s.rest(), x.s.r)
		case err == errLongPiece:
			x.found.add(longPiece(x.f, x.s.place(), x.s.limit))
			return x.found.rest(x.s.rest(), x.s.r)
		case err == io.EOF && x.last != nil:
			return cmp.Or(x.last(), err)
		case err != nil:
			return err
		}
		if p.fault != nil {
			x.fault(CodeXML, p.fault.at, p.fault.message)
		}
		x.found.pass(p.raw)
		x.piece(p)
	}
	return nil
}

// fault reports a fault at a place.
func (x *xmlBlocks) fault(code string, at cursor, message string) {
	x.found.add(documentFault(x.f, at, code, message))
}
