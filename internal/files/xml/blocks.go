package xml

import (
	"cmp"
	"io"
	"slices"

	"github.com/rfc3987/iri/internal/files/input"
	"github.com/rfc3987/iri/internal/files/linecol"
	"github.com/rfc3987/iri/internal/text/chars"
)

// xmlChunks reads the pieces of an XML document into items.
type xmlChunks struct {
	f       *input.File
	options *input.Options
	s       *xmlCutter
	found   input.DocItems
	piece   func(p *xmlPiece) // adds the items of a piece
	inside  func() bool       // the piece and the next ones are one item
	last    func() error      // the error at the end of the document, if it is well-formed; nil for none
	valid   int64             // up to where the document is UTF-8, as far as that is known
	// the faults of bytes that are not UTF-8, in the present piece and those before it that are one item with it
	bad []input.Item

	templated bool // the first bytes of the file have an expression of a template
}

// again returns a reader of a text that replaces all that comes, as [input.PieceReader] says.
func (x *xmlChunks) again(f *input.File, text []byte) xmlChunks {
	return xmlChunks{f: f, options: x.options, s: x.s.again(text), found: x.found.Again(f), templated: x.templated}
}

// start starts to read the document.
func (x *xmlChunks) start(f *input.File, o *input.Options) {
	x.f, x.options = f, o
	x.s = newCutter(input.NewWindow(f, documentText(f, o), o))
	x.found.Start(f, o, &x.s.Window)
	x.templated = f.Format.Templated && hasTemplate(f.Head())
}

func (x *xmlChunks) Items() *input.DocItems { return &x.found }

func (x *xmlChunks) Next() error {
	x.found.Reset()
	for !x.found.Full(1) || x.found.Keep && x.inside() { // an item is in one chunk
		p, err := x.s.next()
		fault, _ := err.(*xmlError)
		switch {
		case fault != nil:
			if x.s.Has(1) || !x.isTemplate() {
				x.found.Add(x.s.Fault(x.f, fault.at, input.CodeXML, "the document is not well-formed, and nothing after "+
					"this is read: "+fault.message))
			}
			return x.found.Rest(x.s.Rest(), x.s.R)
		case err == input.ErrLongPiece:
			x.found.Add(x.s.LongPiece(x.f, x.s.Limit))
			return x.found.Rest(x.s.Rest(), x.s.R)
		case err == io.EOF && x.last != nil:
			return cmp.Or(x.last(), err)
		case err != nil:
			return err
		}
		before := len(x.found.Items)
		x.notUTF8(p)
		x.found.PassTo(x.s.EndOff())
		if p.kind == xmlComment {
			x.s.Comment(x.f)
			p.raw = x.s.Piece() // more may have been read
		}
		if x.piece(p); p.fault != nil && x.fault(input.CodeXML, p.fault.at, p.fault.message) {
			x.inOrder(before)
		}
		if len(x.bad) > 0 && !x.inside() {
			x.addBad()
		}
	}
	return nil
}

// inOrder moves the last item to its place among the items from an index on, which are in the order of their offsets.
func (x *xmlChunks) inOrder(from int) {
	all := x.found.Items
	last := len(all) - 1
	for i := from; i < last; i++ {
		if fault := all[last]; all[i].Offset > fault.Offset {
			copy(all[i+1:], all[i:last])
			all[i] = fault
			return
		}
	}
}

// notUTF8 notes the first byte of a piece that is not UTF-8.
func (x *xmlChunks) notUTF8(p *xmlPiece) {
	from := x.s.Off + int64(x.s.Pos)
	if from+int64(len(p.raw)) <= x.valid {
		return
	}
	n, _ := chars.UTF8Prefix(x.s.Rest(), x.s.Err != nil)
	if x.valid = from + int64(n); n >= len(p.raw) {
		return
	}
	x.bad = append(x.bad, x.s.Fault(x.f, x.s.To(n), input.CodeXML,
		"the bytes here are not UTF-8, which XML is in that declares no other encoding: declare it, or convert the "+
			"file"))
}

// addBad adds the faults of bytes that are not UTF-8, but not of those in IRIs: the check of the IRI reports these.
func (x *xmlChunks) addBad() {
	for _, fault := range x.bad {
		if !slices.ContainsFunc(x.found.Items, func(r input.Item) bool {
			return r.Err == nil && r.Offset <= fault.Offset && fault.Offset < r.Offset+int64(len(r.Raw))
		}) {
			x.found.Add(fault)
		}
	}
	x.bad = x.bad[:0]
}

// isTemplate reports whether a template makes the document, which need not be well-formed yet: the first bytes of the
// file, or the present piece, have an expression of one.
func (x *xmlChunks) isTemplate() bool {
	return x.templated || x.f.Format.Templated && hasTemplate(x.s.Piece())
}

// fault reports a fault at a place, unless it is one of the syntax of a document that a template makes.
func (x *xmlChunks) fault(code string, at linecol.Cursor, message string) bool {
	if (code == input.CodeXML || code == input.CodePrefix) && x.isTemplate() {
		return false
	}
	x.found.Add(x.s.Fault(x.f, at, code, message))
	return true
}
