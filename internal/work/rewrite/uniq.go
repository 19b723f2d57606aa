package rewrite

import (
	"github.com/rfc3987/iri/internal/work/run"
)

// A Uniq is the [run.Job] that keeps the first text of each class of equal ones: those with the same result of the
// conversion, whose form is TSV.
type Uniq struct {
	Rewrite
	Classes
	lines []byte
}

// InOrder leaves the texts in the result that are the first of their class.
func (u *Uniq) InOrder(r *run.Result) error {
	u.lines = u.Take(u.lines[:0], r.Out)
	r.Out = append(r.Out[:0], u.lines...)
	return nil
}

// End writes the classes that are counted.
func (u *Uniq) End(r *run.Result, _ *run.Progress) error {
	for text, n := range u.All {
		r.Out = append(u.Append(r.Out, string(text), n), '\n')
		if !r.FlushIfLarge() {
			break
		}
	}
	return nil
}
