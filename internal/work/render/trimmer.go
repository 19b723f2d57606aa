package render

import (
	"fmt"
	"io"
	"slices"
	"sync/atomic"

	"github.com/rfc3987/iri/internal/work/run"
)

// A Trimmer removes the separator with which the first piece begins. The
// pieces that follow keep theirs, so there is one separator between two pieces. With
// separator 0 it changes nothing. It also leaves out what is beyond a limit, and of the lines of rules all but
// the first one of each code.
type Trimmer struct {
	W       io.Writer
	Sep     byte
	Started bool

	Limit   int         // so many parts are written by writeParts; 0 for all
	Written int         // so many have been written
	Cut     atomic.Bool // some have not: further ones need not be made
	Codes   []string    // whose rules have been written: see [ruleOnce]
}

// writeParts writes p up to the limit. ends says where the parts of p end; without a limit it may
// be empty.
func (t *Trimmer) writeParts(p []byte, ends []run.End) error {
	if t.Limit > 0 {
		n := min(len(ends), t.Limit-t.Written)
		t.Written += n
		if n < len(ends) {
			t.Cut.Store(true)
		}
		end := 0
		if n > 0 {
			end = ends[n-1].At
		}
		p = p[:end]
	}
	_, err := t.Write(p)
	return err
}

func (t *Trimmer) Write(p []byte) (int, error) {
	if len(p) == 0 {
		return 0, nil
	}
	text := ruleOnce(p, func(code string) bool {
		isNew := !slices.Contains(t.Codes, code)
		if isNew {
			t.Codes = append(t.Codes, code)
		}
		return isNew
	})
	if !t.Started && t.Sep != 0 && text[0] == t.Sep {
		text = text[1:]
	}
	t.Started = true
	_, err := t.W.Write(text)
	return len(p), err
}

// Reset forgets what has been written.
func (t *Trimmer) Reset() {
	t.Started, t.Written, t.Codes = false, 0, nil
	t.Cut.Store(false)
}

// sayCut says that findings were left out, if some were.
func (t *Trimmer) sayCut(out *run.Output, to io.Writer) error {
	if !t.Cut.Load() {
		return nil
	}
	return out.Say(to, fmt.Sprintf("\niri: the findings after these are not printed (--limit %d); --limit 0 prints all\n",
		t.Limit))
}
