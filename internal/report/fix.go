package report

import (
	"cmp"
	"slices"
	"strings"
)

// Fixed returns the input with the fixes of all its errors applied, and whether
// there was any. Findings beyond the limit of [MaxFindings] are not mended.
func (r Report) Fixed() (string, bool) {
	return r.fixed(func(f Finding) bool { return f.Severity == Error })
}

// FixedWith is like [Report.Fixed] but also applies the fixes of warnings with
// one of the codes. To those who compare IRIs as strings, the result of mending
// a warning is another IRI.
func (r Report) FixedWith(codes ...Code) (string, bool) {
	return r.fixed(func(f Finding) bool { return f.Severity == Error || slices.Contains(codes, f.Code) })
}

func (r Report) fixed(want func(Finding) bool) (string, bool) {
	var fixes []Fix
	for _, f := range r.Findings {
		if f.Fix != nil && want(f) {
			fixes = append(fixes, *f.Fix)
		}
	}
	if len(fixes) == 0 {
		return r.Input, false
	}
	// What is inserted at a place comes before what replaces the text there.
	slices.SortStableFunc(fixes, func(a, b Fix) int { return cmp.Or(a.Start-b.Start, a.End-b.End) })
	size := len(r.Input)
	for _, f := range fixes {
		size += len(f.Text) // at most
	}
	var sb strings.Builder
	sb.Grow(size)
	at := 0
	for _, f := range fixes {
		if f.Start < at {
			continue // overlaps one that has been applied; the next round finds it
		}
		sb.WriteString(r.Input[at:f.Start])
		sb.WriteString(f.Text)
		at = f.End
	}
	sb.WriteString(r.Input[at:])
	return sb.String(), true
}
