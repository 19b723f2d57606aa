package rdf

import (
	"bytes"

	"github.com/rfc3987/iri/internal/files/input"
)

// A StatementCleaner is a Cleaner that can check lines of N-Triples and N-Quads.
type StatementCleaner interface {
	// Statements calls found for each line that may need the decoder, or may have an IRI that is not clean. With graphs
	// the lines are N-Quads. It returns how many other lines there are.
	Statements(graphs bool, block []byte, found func(start, end int) bool) (clean int)
}

// statements reads N-Triples or N-Quads. Only lines that are not clean are decoded. An IRI is
// counted by its "<", which a clean line has nowhere else.
func (d *rdfDecoder) statements(clean StatementCleaner, one input.Cleaner) {
	data := d.Chunk.Data
	d.SkipBOM()
	from := d.Off
	iris := bytes.Count(data[from:], []byte{'<'})
	lines := clean.Statements(d.syntax().graphs, data[from:], func(start, end int) bool {
		start, end = from+start, from+end
		next := len(data)
		if n := bytes.IndexByte(data[end:], '\n'); n >= 0 {
			next = end + n + 1
		}
		iris -= bytes.Count(data[start:end], []byte{'<'})
		if d.batch == nil {
			d.start(one)
		}
		return d.oddStatement(start, end, next)
	})
	d.CleanCount += iris
	d.Lines += lines
}

// oddStatement decodes the line data[start:end], after which the next one starts at next.
func (d *rdfDecoder) oddStatement(start, end, next int) bool {
	d.Off = start
	d.Rec.From, d.Rec.To = int64(start), int64(next)
	line := d.Chunk.Data[start:end]
	if d.Chunk.HoldsSomething(line) {
		d.Lines++
	}
	return len(line) == 0 || d.read(line)
}

// A lineCutter cuts N-Triples and N-Quads at the ends of lines, but not inside an IRI that goes on in the next line, so that
// such an IRI has one finding wherever chunks end.
type lineCutter struct{ end byte }

func newLineCutter(f *input.File, _ *input.Options) input.Cutter { return lineCutter{f.LineEnd()} }

func (c lineCutter) Sniff([]byte, bool) (bool, error) { return true, nil }
func (c lineCutter) ByLines() bool                    { return false }

func (c lineCutter) LastEnd(buf []byte, from int) int {
	end := from + bytes.LastIndexByte(buf[from:], c.end) + 1
	last := max(0, end-longestBroken)
	if open := bytes.LastIndexByte(buf[last:end], '<'); open >= 0 {
		if _, more := brokenIRI(buf[:end], last+open); more {
			end = bytes.LastIndexByte(buf[:last+open], c.end) + 1
		}
	}
	if end <= from {
		return 0
	}
	return end
}

func (c lineCutter) Salvage(buf []byte, _ int) int { return bytes.LastIndexByte(buf, c.end) + 1 }

func (c lineCutter) ContinueRecord(part []byte) (end int, ended bool) {
	end = bytes.IndexByte(part, c.end) + 1
	return end, end > 0
}
