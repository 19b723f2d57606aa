package run

import (
	"fmt"
	"github.com/rfc3987/iri/internal/text/quote"
	"slices"

	"github.com/rfc3987/iri/internal/files/input"
	"github.com/rfc3987/iri/internal/ref/component"
	"github.com/rfc3987/iri/internal/ref/spec"
	"github.com/rfc3987/iri/internal/text/chars"
	"github.com/rfc3987/iri/internal/verdict/finding"
)

// A Checked is the result of checking an item.
type Checked struct {
	Report   finding.Report
	Rule     spec.Rule        // the rule of the check
	Fault    *finding.Finding // why the item could not be checked; then there is no report
	Text     string           // the text of the span of Fault; valid as long as the item
	Findings []finding.Finding
	More     int // findings beyond the limit
	Conforms bool
	Left     bool      // the text has placeholders, so it is not an IRI yet, and its findings are not reported
	Resolved *Resolved // the findings after resolving, which also are in Findings

	// Declared are the findings of a prefixed name that are in the IRI of its prefix. They are reported at the
	// declaration, and so are not in Findings. If one of them is an error, the name does not conform.
	Declared []finding.Finding

	// Suppressed are findings that are not reported, and so are not in Findings: a baseline lists InBaseline of them,
	// and comments ignore Ignored of them.
	Suppressed          []finding.Finding
	InBaseline, Ignored int
}

// FaultOf returns the finding for an item that could not be read, and the text of its span, which is valid as long as
// the item.
func FaultOf(rec *input.Item) (text string, f finding.Finding) {
	e := rec.Err
	severity := finding.Error
	if e.Warning {
		severity = finding.Warning
	}
	return chars.UnsafeString(rec.LineText), finding.Finding{
		Code:     finding.Code(e.Code),
		Severity: severity,
		Message:  finding.External(e.Message, nil),
		Start:    e.Start,
		End:      e.End,
	}
}

// Faulty returns the result for an item that could not be read.
func Faulty(rec *input.Item) *Checked {
	text, f := FaultOf(rec)
	return &Checked{Fault: &f, Text: text, Findings: []finding.Finding{f}, Conforms: rec.Err.Warning}
}

// Suppress moves the findings for which left is true to Suppressed, and returns how many.
func (c *Checked) Suppress(left func(f *finding.Finding) bool) (n int) {
	resolved := len(c.Findings)
	if c.Resolved != nil {
		resolved -= len(c.Resolved.Findings)
	}
	var rest, ofResolved []finding.Finding
	for i := range c.Findings {
		f := c.Findings[i]
		if left(&f) {
			c.Suppressed = append(c.Suppressed, f)
			n++
			continue
		}
		rest = append(rest, f)
		if i >= resolved {
			ofResolved = append(ofResolved, c.Resolved.Findings[i-resolved])
		}
	}
	switch {
	case n == 0:
		return 0
	case len(ofResolved) == 0:
		c.Resolved = nil
	default:
		c.Resolved = &Resolved{c.Resolved.IRI, ofResolved}
	}
	if c.Findings = rest; len(rest) == 0 {
		c.More = 0 // they are findings of the same text, and suppressed with it
	}
	return n
}

// A Resolved has the findings that a relative reference has only after it was resolved.
type Resolved struct {
	IRI      string
	Findings []finding.Finding // with offsets in IRI
}

// AsWritten returns the findings with the span of the whole reference as it is written.
func (r *Resolved) AsWritten(rec *input.Item) []finding.Finding {
	var all []finding.Finding
	for _, f := range r.Findings {
		f = f.WithMessage(fmt.Sprintf("resolved against the base it is %s: %s", quote.Ends(component.Redact(r.IRI)), f.MessageText()))
		f.Start, f.End, f.Fix = 0, len(rec.Text), nil
		all = append(all, f)
	}
	return all
}

// IsAmong reports whether known has a finding with the code and the span of f.
func IsAmong(f *finding.Finding, known []finding.Finding) bool {
	return slices.ContainsFunc(known, func(k finding.Finding) bool {
		return k.Code == f.Code && k.Start == f.Start &&
			k.End == f.End
	})
}

// Without divides findings into those that are not in known, and those that are.
func Without(findings, known []finding.Finding) (others, among []finding.Finding) {
	for _, f := range findings {
		if IsAmong(&f, known) {
			among = append(among, f)
		} else {
			others = append(others, f)
		}
	}
	return others, among
}
