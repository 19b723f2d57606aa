package checks

import (
	"bytes"

	"github.com/rfc3987/iri/internal/work/result"
)

// jsonSpace is the white space of JSON.
const jsonSpace = " \t\r\n"

// A Seam puts the output of a filter together where a file of JSON goes over several blocks: the comma
// after an element is not written until it is known that the elements after it are not all rejected. The
// zero Seam is for the start of a run.
type Seam struct {
	File int    // the number of the file
	Held []byte // the comma, and the white space after it
	Gone bool   // the record after it is rejected
}

// Join returns what is to be written now: what was held, and what is not held of the output of a result.
// The results must come in the order of the input, each once.
func (s *Seam) Join(r *result.Result) (before, out []byte) {
	defer func() { r.Orphan, r.Gone = false, false }()
	if s.File != r.FileNumber {
		before, s.Held, s.Gone, s.File = s.Held, nil, false, r.FileNumber
	}
	if !r.JSON {
		return before, r.Out
	}
	start := bytes.TrimLeft(r.Out, jsonSpace)
	if len(start) == 0 { // more of what is held
		s.Gone = s.Gone || r.Gone
		if len(s.Held) > 0 {
			s.Held = append(s.Held, r.Out...)
			return before, nil
		}
		return before, r.Out
	}
	if s.Gone && start[0] == ',' { // that of the element before, which is rejected
		r.Out = start[1:]
	}
	if len(s.Held) > 0 && start[0] == ']' && (s.Gone || r.Orphan) {
		s.Held = s.Held[1:]
	}
	before, out = append(before, s.Held...), r.Out
	s.Held, s.Gone = nil, r.Gone
	if end := bytes.TrimRight(out, jsonSpace); end[len(end)-1] == ',' {
		s.Held = bytes.Clone(out[len(end)-1:])
		out = end[:len(end)-1]
	}
	return before, out
}

// Rest returns what is held at the end of the run.
func (s *Seam) Rest() []byte {
	held := s.Held
	s.Held = nil
	return held
}
