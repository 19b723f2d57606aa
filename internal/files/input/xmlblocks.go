package input

import (
	"cmp"
	"errors"
	"io"
	"slices"
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
	valid  int64             // up to where the document is UTF-8, as far as that is known
	bad    []Record          // the faults of bytes that are not UTF-8, in the present piece and those before it that are one record with it
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
			x.found.add(x.s.longPiece(x.f, x.s.limit))
			return x.found.rest(x.s.rest(), x.s.r)
		case err == io.EOF && x.last != nil:
			return cmp.Or(x.last(), err)
		case err != nil:
			return err
		}
		if p.fault != nil {
			x.fault(CodeXML, p.fault.at, p.fault.message)
		}
		x.notUTF8(p)
		x.found.pass(p.raw)
		if x.piece(p); len(x.bad) > 0 && !x.inside() {
			x.addBad()
		}
	}
	return nil
}

// notUTF8 notes the first byte of a piece that is not UTF-8.
func (x *xmlBlocks) notUTF8(p *xmlPiece) {
	from := x.s.off + int64(x.s.pos)
	if from+int64(len(p.raw)) <= x.valid {
		return
	}
	n, _ := utf8Prefix(x.s.rest(), x.s.err != nil)
	if x.valid = from + int64(n); n >= len(p.raw) {
		return
	}
	at := x.s.place()
	at.pass(p.raw[:n])
	x.bad = append(x.bad, x.s.fault(x.f, at, CodeXML,
		"the bytes here are not UTF-8, which XML is in that declares no other encoding: declare it, or convert the file"))
}

// addBad adds the faults of bytes that are not UTF-8, but for those in IRIs, whose check says it.
func (x *xmlBlocks) addBad() {
	for _, fault := range x.bad {
		if !slices.ContainsFunc(x.found.records, func(r Record) bool {
			return r.Err == nil && r.Offset <= fault.Offset && fault.Offset < r.Offset+int64(len(r.Raw))
		}) {
			x.found.add(fault)
		}
	}
	x.bad = x.bad[:0]
}

// fault reports a fault at a place.
func (x *xmlBlocks) fault(code string, at cursor, message string) {
	x.found.add(x.s.fault(x.f, at, code, message))
}
