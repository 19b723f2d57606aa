package markdown

import (
	"bytes"
	"slices"

	"github.com/yuin/goldmark/ast"
	"github.com/yuin/goldmark/parser"
	"github.com/yuin/goldmark/text"
	"github.com/yuin/goldmark/util"

	"github.com/rfc3987/iri/internal/files/bare"
	"github.com/rfc3987/iri/internal/files/input"
)

// A markdownSpan is a range of a Markdown document that is an IRI or may have some: [start,end).
type markdownSpan struct {
	start, end int
	kind       markdownKind
	role       string
	lines      *text.Segments // for HTML
}

// A markdownKind says how a span is read.
type markdownKind uint8

const (
	mdDestination markdownKind = iota // of a link, an image or a definition, not between "<" and ">"
	mdAngle                           // a destination between "<" and ">", without these
	mdAutolink                        // between "<" and ">" in text, without these
	mdText                            // text, in which bare IRIs are searched
	mdHTML                            // a block of HTML, or a tag in text
	mdFault                           // the position where the search for links was given up
)

// maxMarkdownDepth is how deep Markdown may be nested; deeper blocks are text. Each level is examined for each line,
// and the parser is recursive.
const maxMarkdownDepth = 100

// markdownSpans returns the spans of a document, in order. They exclude code: text between backticks, fenced or
// indented is not a link (CommonMark §4.4, §4.5, §6.1).
func markdownSpans(source []byte) []markdownSpan {
	w := newWork(source)
	s := markdownWalk{source: source}
	s.walk(w.parse(source))
	if w.fault >= 0 {
		s.spans = append(s.spans, markdownSpan{start: w.fault, end: w.fault, kind: mdFault})
	}
	slices.SortStableFunc(s.spans, func(a, b markdownSpan) int { return a.start - b.start })
	return s.spans
}

// parse returns the tree of a document. Emphasis does not affect links, and is parsed only if others has its parser.
func (w *markdownWork) parse(source []byte, others ...util.PrioritizedValue) ast.Node {
	links := []util.PrioritizedValue{
		util.Prioritized(counted{parser.NewCodeSpanParser(), w}, 100),
		util.Prioritized(counted{parser.NewLinkParser(), w}, 200),
		util.Prioritized(counted{parser.NewAutoLinkParser(), w}, 300),
		util.Prioritized(counted{parser.NewRawHTMLParser(), w}, 400),
	}
	return parser.NewParser(
		parser.WithBlockParsers(
			util.Prioritized(few{parser.NewSetextHeadingParser(), w}, 100),
			util.Prioritized(few{parser.NewThematicBreakParser(), w}, 200),
			util.Prioritized(few{shallow{parser.NewListParser()}, w}, 300),
			util.Prioritized(few{parser.NewListItemParser(), w}, 400),
			util.Prioritized(few{parser.NewCodeBlockParser(), w}, 500),
			util.Prioritized(few{parser.NewATXHeadingParser(), w}, 600),
			util.Prioritized(few{parser.NewFencedCodeBlockParser(), w}, 700),
			util.Prioritized(few{shallow{parser.NewBlockquoteParser()}, w}, 800),
			util.Prioritized(few{parser.NewHTMLBlockParser(), w}, 900),
			util.Prioritized(few{parser.NewParagraphParser(), w}, 1000)),
		parser.WithInlineParsers(append(others, links...)...),
		parser.WithParagraphTransformers(util.Prioritized(definitions{parser.LinkReferenceParagraphTransformer}, 100)),
	).Parse(text.NewReader(source))
}

// few is a block parser that opens no more blocks after too many.
type few struct {
	parser.BlockParser
	work *markdownWork
}

func (f few) Open(parent ast.Node, reader text.Reader, pc parser.Context) (ast.Node, parser.State) {
	_, at := reader.Position()
	if f.work.blocks == maxBlocks {
		f.work.stop(at.Start)
		return nil, parser.NoChildren
	}
	node, state := f.BlockParser.Open(parent, reader, pc)
	if node != nil {
		f.work.blocks++
	}
	return node, state
}

// Continue counts two lines of a paragraph as a block.
func (f few) Continue(node ast.Node, reader text.Reader, pc parser.Context) parser.State {
	if w := f.work; node.Kind() == ast.KindParagraph {
		if w.blocks == maxBlocks {
			return parser.Close
		}
		w.lines++
		w.blocks += w.lines % 2
	}
	return f.BlockParser.Continue(node, reader, pc)
}

// shallow is a parser of container blocks that limits their depth.
type shallow struct{ parser.BlockParser }

func (s shallow) Open(parent ast.Node, reader text.Reader, pc parser.Context) (ast.Node, parser.State) {
	if len(pc.OpenedBlocks()) >= maxMarkdownDepth {
		return nil, parser.NoChildren
	}
	return s.BlockParser.Open(parent, reader, pc)
}

// definitions removes the definitions at the start of a paragraph, some lines at a time, because the parser goes
// through all lines for each definition.
type definitions struct{ parser.ParagraphTransformer }

// definitionLines is how many lines are processed at a time, with those up to the next that starts with "[".
const definitionLines = 256

func (d definitions) Transform(node *ast.Paragraph, reader text.Reader, pc parser.Context) {
	lines := node.Lines().Sliced(0, node.Lines().Len())
	for parent := node.Parent(); len(lines) > 2*definitionLines; {
		n := definitionLines
		for n < len(lines) && !bytes.HasPrefix(bytes.TrimLeft(lines[n].Value(reader.Source()), " "), []byte("[")) {
			n++
		}
		part := ast.NewParagraph()
		part.Lines().AppendAll(lines[:n])
		parent.InsertBefore(parent, node, part)
		d.ParagraphTransformer.Transform(part, reader, pc)
		lines = lines[n:]
		if part.Parent() != nil { // all were definitions
			parent.RemoveChild(parent, part)
			rest := text.NewSegments()
			rest.AppendAll(part.Lines().Sliced(0, part.Lines().Len()))
			rest.AppendAll(lines)
			node.SetLines(rest)
			return
		}
	}
	rest := text.NewSegments()
	rest.AppendAll(lines)
	node.SetLines(rest)
	d.ParagraphTransformer.Transform(node, reader, pc)
}

// markdownWork counts the work on text that begins like a link or code and is not: each time, the parser reads to the
// end of the line or, if it goes through all lines, of the paragraph.
type markdownWork struct {
	done, most int
	brackets   int // brackets that are not of a link: the parser needs 400 bytes for each
	blocks     int // the parser needs 200 to 400 bytes for each
	lines      int // of paragraphs
	inlines    int // how many more links, tags and code spans are read: the parser needs 300 bytes for each
	fault      int // the offset where the limit was reached; -1 if it was not
}

func newWork(source []byte) *markdownWork {
	return &markdownWork{most: 16<<20 + 64*len(source), inlines: input.MostItems(len(source)), fault: -1}
}

// maxBrackets is how many brackets of a document may begin text that is not a link, and maxBlocks how many
// paragraphs, list items and other blocks it may have.
const (
	maxBrackets = 128 << 10
	maxBlocks   = 256 << 10
)

// spent reports whether the search for links was given up.
func (w *markdownWork) spent() bool {
	return w.done > w.most || w.brackets > maxBrackets || w.inlines < 0
}

// stop records the offset where the limit was first reached.
func (w *markdownWork) stop(at int) {
	if w.fault < 0 || at < w.fault {
		w.fault = at
	}
}

// counted is an inline parser that is not called after too much work.
type counted struct {
	parser.InlineParser
	work *markdownWork
}

func (c counted) Parse(parent ast.Node, block text.Reader, pc parser.Context) ast.Node {
	w := c.work
	if w.spent() {
		return nil
	}
	lines, before := parent.Lines(), block.Peek()
	_, at := block.Position()
	node := c.InlineParser.Parse(parent, block, pc)
	switch node.(type) {
	case *ast.Link, *ast.Image:
		w.brackets--
		w.inlines--
	case *ast.CodeSpan, *ast.AutoLink, *ast.RawHTML:
		w.inlines--
	case *ast.Text: // backticks that are never closed
		w.done += lines.At(lines.Len()-1).Stop - at.Start
	default:
		if before == ']' {
			w.done += at.Stop - at.Start + lines.Len()
		} else if node != nil {
			w.brackets++
		}
	}
	if w.spent() {
		w.stop(at.Start)
	}
	return node
}

// CloseBlock ends a block for parsers with a state.
func (c counted) CloseBlock(parent ast.Node, block text.Reader, pc parser.Context) {
	if closer, ok := c.InlineParser.(parser.CloseBlocker); ok {
		closer.CloseBlock(parent, block, pc)
	}
}

// A markdownWalk visits the tree of a document.
type markdownWalk struct {
	source []byte
	spans  []markdownSpan
	html   struct { // the last tag in text
		in   ast.Node
		span int
	}
}

// walk adds the spans of a node and of all nodes in it. The depth of the tree is bounded.
func (m *markdownWalk) walk(n ast.Node) {
	switch n := n.(type) {
	case *ast.CodeBlock, *ast.FencedCodeBlock, *ast.CodeSpan:
		return
	case *ast.HTMLBlock:
		if n.HasClosure() {
			n.Lines().Append(n.ClosureLine)
		}
		m.addHTML(n.Lines(), nil)
	case *ast.RawHTML:
		m.addHTML(n.Segments, n.Parent())
	case *ast.AutoLink:
		if n.AutoLinkType == ast.AutoLinkURL {
			m.add(n.Pos()+1, n.Pos()+1+len(n.Label(m.source)), mdAutolink, bare.RoleAngle)
		}
	case *ast.LinkReferenceDefinition:
		if bytes.HasPrefix(n.Label, []byte("^")) { // a footnote of one word
			m.destination(n.Destination, n.Pos(), mdText, bare.RoleBare)
		} else {
			m.destination(n.Destination, n.Pos(), mdDestination, "definition")
		}
		return
	case *ast.Image:
		if n.Reference == nil {
			m.destination(n.Destination, n.Pos(), mdDestination, "image")
		}
	case *ast.Link:
		if n.Reference == nil {
			m.destination(n.Destination, n.Pos(), mdDestination, "link")
		}
	case *ast.Text:
		m.addText(n.Segment.Start, n.Segment.Stop)
		return
	}
	for c := n.FirstChild(); c != nil; c = c.NextSibling() {
		if k := n.Kind(); c.Kind() == ast.KindText && (k == ast.KindLink || k == ast.KindImage) {
			continue // a link has no links in its text (§6.3)
		}
		m.walk(c)
	}
}

// add adds a span. It drops text before it without a colon, because that has nothing that looks like an IRI.
func (m *markdownWalk) add(start, end int, kind markdownKind, role string) {
	if start < end {
		if last := len(m.spans) - 1; last >= 0 && m.spans[last].kind == mdText &&
			bytes.IndexByte(m.source[m.spans[last].start:m.spans[last].end], ':') < 0 {
			m.spans = m.spans[:last]
		}
		m.spans = append(m.spans, markdownSpan{start: start, end: end, kind: kind, role: role})
	}
}

// addHTML adds lines of HTML. Text between them, such as the ">" of a quotation, is not HTML. The tags in the text
// node in are read together; in is nil for a block.
func (m *markdownWalk) addHTML(lines *text.Segments, in ast.Node) {
	n := lines.Len()
	switch {
	case n == 0:
	case in != nil && m.html.in == in:
		s := &m.spans[m.html.span]
		s.lines.AppendAll(lines.Sliced(0, n))
		s.end = lines.At(n - 1).Stop
	default:
		m.html.in, m.html.span = in, len(m.spans)
		m.spans = append(m.spans, markdownSpan{start: lines.At(0).Start, end: lines.At(n - 1).Stop, kind: mdHTML,
			lines: lines})
	}
}

// addText adds text, or extends the last text if it continues, because brackets that are not of a link have their own
// nodes.
func (m *markdownWalk) addText(start, end int) {
	if last := len(m.spans) - 1; last >= 0 && m.spans[last].kind == mdText && m.spans[last].end == start {
		m.spans[last].end = end
	} else {
		m.add(start, end, mdText, bare.RoleBare)
	}
}

// destination adds the destination of a link, which follows the given offset. It is a range of the source, unless a
// line with the link begins inside of a tab.
func (m *markdownWalk) destination(written []byte, after int, kind markdownKind, role string) {
	if len(written) == 0 {
		return
	}
	start := cap(m.source) - cap(written)
	if start < 0 || start >= len(m.source) || &m.source[start] != &written[0] {
		start = max(0, after)
		if n := bytes.Index(m.source[start:], written); n >= 0 {
			start += n
		} else {
			return
		}
	}
	if kind == mdDestination && start > 0 && m.source[start-1] == '<' {
		kind = mdAngle
	}
	m.add(start, start+len(written), kind, role)
}
