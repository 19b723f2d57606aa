package run

import "github.com/rfc3987/iri/internal/work/result"

// separated is what a filter knows of its outputs.
type separated struct {
	LastFile  int     // the number of the file of the last good record
	LastBytes [2]byte // the last bytes of Out and Second
}

// Separate is for the results of a filter: it writes the good records to Out and the bad ones
// to Second. The last record of a file may lack its end; it gets one if another record follows.
func (r *Run) Separate(res *result.Result) error {
	if len(res.Out) > 0 {
		if r.Separated.LastBytes[0] != res.RecordEnd && r.Separated.LastFile != res.FileNumber {
			if err := r.Out.EndRecord(res.RecordEnd); err != nil {
				return err
			}
		}
		r.Separated.LastFile = res.FileNumber
		r.Separated.LastBytes[0] = res.Out[len(res.Out)-1]
		if _, err := r.Out.Write(res.Out); err != nil {
			return err
		}
	}
	if r.Second == nil || len(res.Second) == 0 {
		return nil
	}
	if r.Second != r.Out && r.Separated.LastBytes[1] != res.RecordEnd && !res.Continued {
		if err := r.Second.EndRecord(res.RecordEnd); err != nil {
			return err
		}
	}
	r.Separated.LastBytes[1] = res.Second[len(res.Second)-1]
	_, err := r.Second.Write(res.Second)
	return err
}
