package finding

import (
	"cmp"
	"slices"

	"github.com/rfc3987/iri/internal/text/sourcemap"
)

// A Fix is an edit: the bytes from Start to End become Text.
type Fix struct {
	Start, End int
	Text       string
	Guessed    bool // the edit writes what was probably meant, and may change what the string says
}

// maxFix is how many bytes a fix replaces at most, 1 MiB. With longer fixes a report
// would take several times the memory of the string.
const maxFix = 1 << 20

// NewFix returns the edit that replaces s[start:end] by what write makes from it; nil if
// s[start:end] is longer than 1 MiB.
func NewFix(s string, start, end int, write func(string) string) *Fix {
	if end-start > maxFix {
		return nil
	}
	return &Fix{Start: start, End: end, Text: write(s[start:end])}
}

// FixedPart returns the input with the fixes of all its errors applied, and of warnings with
// one of the codes, and whether there was any. Findings that the report does not keep, or that
// have no fix, are not mended.
func (r Report) FixedPart(codes ...Code) (string, bool) {
	var fixes []Fix
	for i := range r.Findings {
		if f := &r.Findings[i]; f.Fix != nil && (f.Severity == Error || slices.Contains(codes, f.Code)) {
			fixes = append(fixes, *f.Fix)
		}
	}
	if len(fixes) == 0 {
		return r.Input, false
	}
	return Apply(r.Input, fixes), true
}

// Apply returns s with the edits, as [AppendFixed] makes it.
func Apply(s string, fixes []Fix) string {
	return string(AppendFixed(nil, s, fixes))
}

// AppendFixed appends s with the edits, which it sorts. Of edits that overlap it applies the
// first: the next check finds the others again.
func AppendFixed(b []byte, s string, fixes []Fix) []byte {
	// Insertions at an offset come before a replacement of the text there.
	slices.SortStableFunc(fixes, func(a, b Fix) int { return cmp.Or(a.Start-b.Start, a.End-b.End) })
	size, at := len(s), 0
	for _, f := range fixes {
		if f.Start >= at {
			size, at = size+len(f.Text), f.End
		}
	}
	b = slices.Grow(b, size)
	at = 0
	for _, f := range fixes {
		if f.Start < at {
			continue
		}
		b = append(append(b, s[at:f.Start]...), f.Text...)
		at = f.End
	}
	return append(b, s[at:]...)
}

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
