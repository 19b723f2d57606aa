package render

import "github.com/rfc3987/iri/internal/work/run"

// An Outcome is what a report of a whole run says beside its findings.
type Outcome struct {
	Unread  []run.Unread // files that could not be read, or not to their end
	Line    string       // the counts of the run, in one line
	Omitted int64        // how many findings are not in the report, which has the worst ones
}
