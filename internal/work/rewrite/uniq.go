package rewrite

import (
	"github.com/rfc3987/iri/internal/work/run"
)

// A Uniq is the [run.Job] that keeps the first text of each class of equal texts: those with the same result of the
// conversion. The form of the conversion is TSV.
type Uniq struct {
	Rewrite
	Classes
	lines []byte
}

// InOrder reduces the result to the texts that are the first of their class.
func (u *Uniq) InOrder(r *run.Result) error {
	u.lines = u.Add(u.lines[:0], r.Out)
	r.Out = append(r.Out[:0], u.lines...)
	return nil
}

// End writes the classes with their sizes.
func (u *Uniq) End(r *run.Result, _ *run.Progress) error {
	for text, n := range u.All {
		r.Out = append(u.Append(r.Out, string(text), n), '\n')
		if !r.FlushIfLarge() {
			break
		}
	}
	return nil
}
