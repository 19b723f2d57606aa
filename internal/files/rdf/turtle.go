package rdf

import (
	"bytes"
	"fmt"
	"io"

	"github.com/rfc3987/iri/internal/files/input"
	"github.com/rfc3987/iri/internal/files/linecol"
)

// Turtle and TriG, 1.1 and 1.2. A file is read once, from its start to its end, because
// the meaning of a name depends on the declarations before it: turtleReader cuts the
// file into chunks of whole statements and finds the places of the IRIs in them
// (turtle_parse.go, turtle_lex.go). The chunks are then worked on in parallel: the
// names are expanded and the texts checked (turtle_items.go).

// A turtleReader cuts a Turtle or TriG file into chunks.
type turtleReader struct {
	f     *input.File
	o     *input.Options
	p     turtleParser
	carry []byte // text that has been read, but is not in a chunk yet
	big   []byte // the buffer for long statements and tokens
	err   error  // the error that ended the file
	off   int64  // of the next chunk
	line  int
	col   *linecol.Column
	long  bool // the next chunk is the rest of a statement that is too long
}

func newTurtleReader(f *input.File, o *input.Options) input.ChunkReader {
	t := &turtleReader{f: f, o: o, line: 1, p: newTurtleParser(f)}
	t.p.wholeStatements, t.p.warning, t.p.base = o.LinesOnly, f.Format.Data.(rdfSyntax).warning, o.Base
	if f.WantsComments() {
		t.p.isIgnoring = f.IsIgnoring
	}
	if t.p.owl {
		t.p.declareOWL()
	}
	for name, d := range input.FormatOptions[input.GivenPrefixes](o) {
		t.p.prefixes.Declare(name, d)
	}
	t.p.prefixes.Keep()
	return t
}

// newTurtleParser returns a parser for a file.
func newTurtleParser(f *input.File) turtleParser {
	syntax := f.Format.Data.(rdfSyntax)
	return turtleParser{trig: syntax.graphs, query: syntax.query, owl: syntax.owl, code: f.Format.FaultCode, lineEnd: f.LineEnd()}
}

// Next returns the next chunk, and io.EOF after the last one. It uses buf for the chunk.
func (t *turtleReader) Next(buf []byte) (input.Chunk, error) {
	if cap(buf) != input.ChunkSize {
		buf = make([]byte, 0, input.ChunkSize)
	}
	n := min(len(t.carry), input.ChunkSize)
	buf = append(buf[:0], t.carry[:n]...)
	t.carry = append(t.carry[:0], t.carry[n:]...)
	for {
		buf = t.fill(buf)
		final := t.err == io.EOF && len(t.carry) == 0
		if t.err != nil && t.err != io.EOF && len(t.carry) == 0 {
			// What has been read of the last statement is dropped, because its rest is unknown.
			if end := t.parse(buf, false); end > 0 && t.p.lastEnd > 0 {
				return t.chunk(buf, end), nil
			}
			return input.Chunk{}, t.f.Fail(t.err)
		}
		if final && len(buf) == 0 && t.p.state == ttlStatement && !t.p.inGraph {
			return input.Chunk{}, io.EOF
		}
		start := t.p.parserState
		start.stack = bytes.Clone(start.stack)
		end := t.parse(buf, final)
		if end > 0 || final && t.p.crowded == 0 {
			return t.chunk(buf, end), nil
		}
		inGraph := t.p.inGraph
		t.p.parserState = start
		if t.p.crowded > 0 {
			return t.tooLong(buf, t.p.crowded, inGraph), nil
		}
		if len(buf) < cap(buf) {
			continue // unbuffered: wait for the rest of the statement
		}
		if len(buf) > t.o.LongestLine() {
			return t.tooLong(buf, len(buf), inGraph), nil
		}
		if t.big == nil {
			t.big = make([]byte, 0, t.o.LongestLine()+input.ChunkSize)
		}
		if cap(buf) != cap(t.big) {
			buf = append(t.big[:0], buf...)
		}
		more := min(len(t.carry), len(buf), cap(buf)-len(buf))
		buf = append(buf, t.carry[:more]...)
		t.carry = append(t.carry[:0], t.carry[more:]...)
	}
}

// fill reads until the buffer is full. In the large buffer it only doubles the text: a long statement is parsed again
// each time, and takes at most twice the time of one parse.
func (t *turtleReader) fill(buf []byte) []byte {
	limit := cap(buf)
	if limit > input.ChunkSize {
		limit = min(limit, 2*len(buf))
	}
	for len(buf) < limit && t.err == nil && len(t.carry) == 0 {
		var n int
		n, t.err = t.f.R.Read(buf[len(buf):limit])
		buf = buf[:len(buf)+n]
		if t.o.Unbuffered && n > 0 {
			break
		}
	}
	return buf
}

// parse parses a buffer and returns how much of it makes a chunk, 0 if more text is
// needed.
func (t *turtleReader) parse(buf []byte, final bool) int {
	from := 0
	if t.off == 0 && bytes.HasPrefix(buf, linecol.BOM) {
		from = len(linecol.BOM)
	}
	t.p.line = t.line
	t.p.onlyRecover = t.long
	t.p.run(buf, from, final)
	switch {
	case t.long && t.p.state != ttlRecover:
		t.p.backToLastEnd()
		return t.p.lastEnd
	case final && t.p.crowded == 0:
		return len(buf)
	case t.p.lastEnd > 0:
		t.p.backToLastEnd()
		return t.p.lastEnd
	case t.p.crowded > 0:
		return 0
	case t.p.wholeStatements && t.p.state != ttlRecover, t.p.beyondStop():
		return 0
	case len(buf) == cap(buf) || cap(buf) > input.ChunkSize || t.p.state == ttlRecover:
		return t.p.stop
	}
	return 0
}

// chunk makes a chunk of buf[:end], and keeps the rest for the next one.
func (t *turtleReader) chunk(buf []byte, end int) input.Chunk {
	b := input.Chunk{File: t.f, Data: buf[:end], Offset: t.off, Line: t.line, Parsed: t.p.take(end), Buf: buf}
	if rest := buf[end:]; len(rest) > 0 {
		if len(t.carry) == 0 {
			t.carry = append(t.carry, rest...)
		} else {
			t.carry = append(bytes.Clone(rest), t.carry...)
		}
	}
	t.off += int64(end)
	lines := bytes.Count(b.Data, []byte{t.f.LineEnd()})
	t.line += lines
	b.Col, b.After = t.col, linecol.ColumnAfter(t.col, b.Data, lines, t.f.LineEnd())
	t.col = b.After
	if t.long {
		b.Rest, t.long = true, t.p.state == ttlRecover && len(buf) > 0
	}
	return b
}

// tooLong makes a chunk of the start of a statement, buf[:end], that is too long or has too
// many items. The rest of the statement is skipped, and if it is a graph up to its }.
func (t *turtleReader) tooLong(buf []byte, end int, inGraph bool) input.Chunk {
	t.p.found = turtleChunk{}
	t.p.state, t.p.stack, t.p.inGraph = ttlRecover, t.p.stack[:0], inGraph && t.p.wholeStatements
	b := t.chunk(buf, end)
	if b.TooLong, b.Parsed = true, nil; end == t.p.crowded {
		b.TooMuch = fmt.Sprintf("the statement has more than %d IRIs, the limit where a whole statement is needed; "+
			"it is not checked here, but iri check has no such limit", maxStatementItems)
	}
	t.long = t.p.wholeStatements
	return b
}
