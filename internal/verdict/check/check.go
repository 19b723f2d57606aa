// Package check says what is wrong with a string: all faults of the grammar or, if it
// conforms, what the prose rules find. It asks first whether a string is one
// of those in which no rule has anything to say. In come a string, a rule and settings, out
// comes a report. It must not know how reports are shown, nor where strings come from.
package check

import (
	"bytes"

	"github.com/rfc3987/iri/internal/fast/clean"
	"github.com/rfc3987/iri/internal/ref/component"
	"github.com/rfc3987/iri/internal/ref/spec"
	"github.com/rfc3987/iri/internal/text/chars"
	"github.com/rfc3987/iri/internal/text/lazy"
	"github.com/rfc3987/iri/internal/verdict/diagnose"
	"github.com/rfc3987/iri/internal/verdict/finding"
	"github.com/rfc3987/iri/internal/verdict/rules"
)

// Validate checks s against the rule and fills in the report, which is empty but for the prefix: all faults
// of the grammar or, if there are none, what the prose rules find. Prose rules are for
// the rules that name a whole reference. Fixes are not tried: see [Try].
func Validate(rep *finding.Report, s string, r spec.Rule, o *finding.Run) {
	rep.Input, rep.Rule = s, r
	var rest, clean bool
	switch rep.Grammatical, rest, clean = read(&rep.Ref, s, r, o); {
	case !rep.Grammatical:
		*rep = blamed(s, r, o, rep.Prefix)
	case rest:
		rep.Findings, rep.More, rep.Errors = rules.Check(&rep.Ref, r, o, clean, rep.Prefix)
		Name(rep, o.ParseTree)
	}
}

// Blamed is [Report] for a string that is known not to conform to the rule.
func Blamed(s string, r spec.Rule, o *finding.Run) finding.Report { return blamed(s, r, o, nil) }

func blamed(s string, r spec.Rule, o *finding.Run, prefix *finding.Prefix) finding.Report {
	rep := diagnose.Blame(s, r, o)
	rep.Prefix = prefix
	rules.Faulty(&rep, o)
	return rep
}

// A Verdict is what a report says without its findings.
type Verdict struct {
	Grammatical bool // the string conforms to the rule
	Conforms    bool // it does, and no finding is an error: see [finding.Report.Conforms]
	Found       bool // there are findings
}

// Judge is [Validate] that keeps no findings: it returns the verdict.
func Judge(s string, r spec.Rule, o *finding.Run) Verdict {
	var ref component.Ref
	ok, rest, clean := read(&ref, s, r, o)
	found, errors := !ok, !ok
	if rest {
		found, errors = rules.Judge(&ref, r, o, clean)
	}
	return Verdict{Grammatical: ok, Conforms: !errors, Found: found}
}

// Report returns the report that [Validate] would fill in.
func Report(s string, r spec.Rule, o *finding.Run) (rep finding.Report) {
	Validate(&rep, s, r, o)
	return rep
}

// read reports whether s conforms to the rule, whether the prose rules are to be asked, and whether of these the ones
// that are on by default are known to find nothing. It sets ref if they are to be asked, or the settings ask for the
// components.
func read(ref *component.Ref, s string, r spec.Rule, o *finding.Run) (ok, rest, clean bool) {
	if !grammarAlone(r, o) {
		clean = hasFastPath(r) && cleanText().Has(s)
		rest = !clean || !o.Default()
	}
	if rest || o.Components && r.IsWhole() {
		ok = r.Split(s, ref)
		return ok, ok && rest && ref.Text == s, clean // a spec that was read may divide it in another way than RFC 3986
	}
	return r.Valid(s), false, clean
}

// grammarAlone reports whether the grammar is all that there is to check.
func grammarAlone(r spec.Rule, o *finding.Run) bool {
	return o.GrammarOnly || r.IsZero() || !r.IsWhole()
}

// hasFastPath reports whether the rules that are on by default find nothing in what is clean. LEIRIs have rules of
// their own.
func hasFastPath(r spec.Rule) bool { return r.Family() != spec.LEIRIs }

// cleanText returns the language of the texts in which no rule that is on by default finds anything.
func cleanText() *clean.Language { return cleanTextOf.Get(makeCleanText) }

var cleanTextOf lazy.Value[*clean.Language]

func makeCleanText() *clean.Language { return clean.New(rules.Triggers()) }

// A Validator checks many strings against one rule with the same settings, for callers that
// have a file of them. It may be used by several goroutines at once. For each of those
// that are in [Validator.Lines] or [Validator.Statements] at the same time it takes two to three
// mebibytes. The zero Validator accepts nothing.
type Validator struct {
	rule   spec.Rule
	run    finding.Run
	blocks *blockScanners // nil in the zero Validator
}

// NewValidator returns a validator for the rule.
func NewValidator(r spec.Rule, o finding.Run) Validator {
	return Validator{r, o, &blockScanners{}}
}

// Rule returns the rule that the validator checks against.
func (v *Validator) Rule() spec.Rule { return v.rule }

// Run returns the settings of the validator. The caller must not change them.
func (v *Validator) Run() *finding.Run { return &v.run }

// Validate is the function [Validate] with the validator's rule and settings.
func (v *Validator) Validate(rep *finding.Report, s string) { Validate(rep, s, v.rule, &v.run) }

// Judge is the function [Judge] with the validator's rule and settings.
func (v *Validator) Judge(s string) Verdict { return Judge(s, v.rule, &v.run) }

// Clean reports whether [Validator.Validate] would have no finding at all. It does
// not allocate when it returns true.
func (v *Validator) Clean(s string) bool { return !v.Judge(s).Found }

// Lines checks a block of lines; the last one need not have an end. LF or
// CRLF ends a line; blank ones are passed over. It calls found for each line that
// is not [Validator.Clean], in order, with its bytes in the block, half open and
// without its end, and returns how many there are that are. When found returns
// false, Lines returns at once, and clean means nothing.
func (v *Validator) Lines(block []byte, found func(start, end int) bool) (clean int) {
	return v.lines('\n', block, found)
}

// Texts is [Validator.Lines] for texts that end with NUL. Line ends are parts of them.
func (v *Validator) Texts(block []byte, found func(start, end int) bool) (clean int) {
	return v.lines(0, block, found)
}

// lines is [Validator.Lines] for lines that eol ends, LF or NUL.
func (v *Validator) lines(eol byte, block []byte, found func(start, end int) bool) (clean int) {
	at := 0
	if v.blocks != nil {
		at, clean = v.blocks.readLines(v, eol, block, found)
	}
	for at < len(block) {
		end := lineEnd(block, at, eol)
		switch {
		case end == at: // blank
		case v.Clean(chars.UnsafeString(block[at:end])):
			clean++
		case !found(at, end):
			return clean
		}
		if at = end; at < len(block) && block[at] != eol { // the CR of CRLF
			at++
		}
		at++
	}
	return clean
}

// Statements checks the IRIs in a block of lines of N-Triples or, with quads, of N-Quads. A line is
// clean if it is a statement that needs no decoder, has its LF, and all its IRIs are
// [Validator.Clean]. It calls found for each other line, blank ones too, as [Validator.Lines] does.
func (v *Validator) Statements(quads bool, block []byte, found func(start, end int) bool) (clean int) {
	at := 0
	if v.blocks != nil {
		at, clean = v.blocks.readStatements(v, quads, block, found)
	}
	for at < len(block) {
		end := lineEnd(block, at, '\n')
		n := bytes.IndexByte(block[end:], '\n')
		if !found(at, end) || n < 0 {
			break
		}
		at = end + n + 1
	}
	return clean
}

// lineEnd returns the offset after the line that starts at an offset, without its end: eol, and before LF a CR.
func lineEnd(block []byte, start int, eol byte) int {
	line := block[start:]
	if n := bytes.IndexByte(line, eol); n >= 0 {
		line = line[:n]
	}
	return start + len(trimCR(line, eol))
}

// trimCR returns a line without the CR of its CRLF, if LF ends lines.
func trimCR(line []byte, eol byte) []byte {
	if eol == '\n' {
		return bytes.TrimSuffix(line, []byte{'\r'})
	}
	return line
}
