package finding

import "github.com/rfc3987/iri/internal/text/sourcemap"

// Back returns findings in the last text of a trail as findings in its first text. A fix
// is an edit of the last text, so it is dropped unless nothing was rewritten.
func Back(t sourcemap.Trail, findings []Finding) []Finding {
	if t.Identity() {
		return findings
	}
	out := make([]Finding, len(findings))
	for i, f := range findings {
		f.Start, f.End = t.Span(f.Start, f.End)
		f.Fix = nil
		out[i] = f
	}
	return out
}
