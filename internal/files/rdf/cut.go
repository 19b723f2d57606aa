package rdf

import (
	"bytes"

	"github.com/rfc3987/iri/internal/files/input"
)

// A lineCutter cuts N-Triples and N-Quads at the ends of lines, but not inside an IRI that goes on in the next line: what
// is said of it is one finding, wherever chunks end.
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
