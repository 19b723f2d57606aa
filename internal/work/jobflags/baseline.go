package jobflags

import (
	"errors"
	"fmt"
	"os"

	"github.com/rfc3987/iri/internal/text/wording"
	"github.com/rfc3987/iri/internal/work/baseline"
	"github.com/rfc3987/iri/internal/work/run"
)

// Baseline are the values of the flags for findings that are known.
type Baseline struct {
	Name         string
	Write, Prune bool
}

// Flags are the flags.
func (b *Baseline) Flags() []Flag {
	return []Flag{
		{"baseline", "leave out the findings that `FILE` lists, and report what is new", &b.Name},
		{"write-baseline", "write what is found to the file of --baseline, instead of reporting it", &b.Write},
		{"prune-baseline", "strike what is gone from the file of --baseline", &b.Prune},
	}
}

// Read reads the file; nil if none is named.
func (b *Baseline) Read() (*baseline.File, error) {
	switch {
	case b.Write && b.Prune:
		return nil, run.Usagef("--write-baseline and --prune-baseline cannot stand together: leave one out")
	case b.Name == "" && (b.Write || b.Prune):
		return nil, run.Usagef("--write-baseline and --prune-baseline change the file of --baseline: give it too")
	case b.Name == "":
		return nil, nil
	}
	f, err := baseline.Read(b.Name, b.Write)
	if errors.Is(err, os.ErrNotExist) {
		err = fmt.Errorf("the baseline %s does not exist; --write-baseline writes it", wording.Visible(b.Name))
	}
	return f, err
}
