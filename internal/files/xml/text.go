package xml

import (
	"bytes"
	"slices"
	"strings"

	"github.com/rfc3987/iri/internal/files/input"
	"github.com/rfc3987/iri/internal/files/linecol"
	"github.com/rfc3987/iri/internal/files/text"
	"github.com/rfc3987/iri/internal/text/chars"
	"github.com/rfc3987/iri/internal/text/templates"
)

// Files that are named like XML and are not: what a template makes XML of is text, and what else does not start as XML
// does is text with a fault.

// asText is the function Else of XML.
func asText(head []byte) *input.Format {
	start := bytes.TrimLeft(bytes.TrimPrefix(head, linecol.BOM), chars.Space)
	if len(start) == 0 || start[0] == 0 || start[0] >= 0x80 || len(start) > 1 && start[1] == 0 { // in another encoding
		return nil
	}
	line := strings.TrimRight(string(linecol.FirstLine(start)), chars.Space)
	if line == "---" { // of Jekyll
		return text.Format
	}
	if f := text.OfTemplate(start); f != nil {
		return f
	}
	if startsXML(start) != nil {
		return notXML
	}
	return nil
}

// hasTemplate reports whether a text has an expression of a template, other than an instruction of XML.
func hasTemplate(text []byte) bool {
	return slices.ContainsFunc(templates.Blocks(chars.UnsafeString(text)), func(m templates.Mark) bool {
		return !bytes.HasPrefix(text[m.Start:], []byte("<?"))
	})
}

// notXML is text that should be XML.
var notXML = func() *input.Format {
	e := *text.Format
	e.FaultCode = input.CodeXML
	e.Decode = func(d *input.Decoder, c input.Cleaner) {
		if d.Chunk.Offset == 0 && d.Comment == nil {
			d.Fail(input.CodeXML, linecol.FirstLine(d.Chunk.Data), 0, 0, "%v; it is read as text",
				startsXML(bytes.TrimPrefix(d.Chunk.Data, linecol.BOM)))
		}
		text.Format.Decode(d, c)
	}
	return &e
}()
