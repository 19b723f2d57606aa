package markdown

import (
	"bytes"
	"hash/crc32"

	"github.com/yuin/goldmark/ast"
	"github.com/yuin/goldmark/parser"
	"github.com/yuin/goldmark/text"
	"github.com/yuin/goldmark/util"

	"github.com/rfc3987/iri/internal/files/input"
)

// outline returns a mark for the start of each block with text, with the kinds of the blocks around it, and for the
// start and end of code and emphasis: a "_" or "*" in an IRI can be a mark of emphasis (CommonMark §6.2).
func outline(source []byte) (marks []input.Mark) {
	source = withoutBOM(source)
	bounded := &emphasis{InlineParser: parser.NewEmphasisParser()}
	var kinds []byte // the kinds of the open blocks
	at := 0          // the offset up to which the document was processed
	enter := func(n ast.Node) {
		switch t, isText := n.(*ast.Text); {
		case isText:
			at = t.Segment.Stop
		case n.Type() == ast.TypeInline:
			if at = max(at, n.Pos()); isString(n) {
				return
			}
			marks = append(marks, input.Mark{Start: at, Kind: uint32(n.Kind())})
		default:
			kinds = append(kinds, byte(n.Kind()))
			if n.Type() == ast.TypeBlock && n.Lines().Len() > 0 {
				at = n.Lines().At(0).Start
				marks = append(marks, input.Mark{Start: at, Kind: crc32.ChecksumIEEE(kinds), Block: true})
			}
		}
	}
	_ = ast.Walk(newWork(source).parse(source, util.Prioritized(bounded, 500)), func(n ast.Node, entering bool) (ast.WalkStatus, error) {
		switch {
		case entering:
			enter(n)
		case n.Type() != ast.TypeInline:
			kinds = kinds[:len(kinds)-1]
		case isString(n):
			at = max(at, stringEnd(source, n))
		case n.Kind() != ast.KindText:
			marks = append(marks, input.Mark{Start: at, Kind: end})
		}
		return ast.WalkContinue, nil
	})
	return marks
}

// isString reports whether a node is a link, the destination of which is a string of the document. A link that has a
// space, and so is text, may become one.
func isString(n ast.Node) bool {
	return n.Kind() == ast.KindLink || n.Kind() == ast.KindImage || n.Kind() == ast.KindAutoLink
}

// stringEnd returns the end of a link in a document, as far as its destination tells.
func stringEnd(source []byte, n ast.Node) int {
	var target []byte
	switch n := n.(type) {
	case *ast.AutoLink:
		return n.Pos() + len(n.Label(source)) + len("<>")
	case *ast.Link:
		if n.Reference == nil {
			target = n.Destination
		}
	case *ast.Image:
		if n.Reference == nil {
			target = n.Destination
		}
	}
	end := cap(source) - cap(target) + len(target)
	if len(target) == 0 || end > len(source) {
		return 0
	}
	return end + bytes.IndexByte(source[end:], ')') + 1
}

// end is the kind of the mark at the end of an inline structure.
const end = ^uint32(0)

// maxDelimiters is how many runs of "_" and "*" in a block can be emphasis, because the parser compares each with
// those before it.
const maxDelimiters = 256

// emphasis is a parser of emphasis that stops after too many delimiters in a block.
type emphasis struct {
	parser.InlineParser
	delimiters int
}

func (e *emphasis) Parse(parent ast.Node, block text.Reader, pc parser.Context) ast.Node {
	if e.delimiters == maxDelimiters {
		return nil
	}
	node := e.InlineParser.Parse(parent, block, pc)
	if node != nil {
		e.delimiters++
	}
	return node
}

// CloseBlock implements [parser.CloseBlocker].
func (e *emphasis) CloseBlock(ast.Node, text.Reader, parser.Context) { e.delimiters = 0 }
