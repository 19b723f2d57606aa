// Package host is for programs that use the API and the packages of work side by side, as the pipeline for
// Beam does: their callers see types of the API. In come findings and codes of one kind, out come those of the other. It
// must not know what is done with them.
package host

import (
	"slices"

	"github.com/rfc3987/iri"
	"github.com/rfc3987/iri/internal/verdict/finding"
)

// Codes returns codes for the packages of work.
func Codes(codes []iri.Code) []finding.Code {
	in := make([]finding.Code, len(codes))
	for i, c := range codes {
		in[i] = finding.Code(c)
	}
	return in
}

// Finding returns a finding as one of the API, whose lists are its own.
func Finding(f *finding.Finding) iri.Finding {
	return iri.Finding{
		Code: iri.Code(f.Code), Severity: iri.Severity(f.Severity), Message: f.MessageText(),
		Start: f.Start, End: f.End, Rules: slices.Clone(f.Rules), Expected: slices.Clone(f.Expected),
		Section: f.Section, ABNF: f.ABNF,
		Hint: f.HintText(), Fix: (*iri.Fix)(f.Fix), Reason: f.Reason(), HintReasons: f.HintReasons(),
		Params: f.Params(),
	}
}

// FindingOf returns a finding of the API for the packages of work.
func FindingOf(f *iri.Finding) finding.Finding {
	return finding.Finding{
		Code: finding.Code(f.Code), Severity: finding.Severity(f.Severity), Start: f.Start, End: f.End,
		Message: finding.External(f.Message, f.Params, f.Reason), Hint: finding.External(f.Hint, nil, f.HintReasons...),
		Rules: f.Rules, Expected: f.Expected, Section: f.Section, ABNF: f.ABNF, Fix: (*finding.Fix)(f.Fix),
	}
}
