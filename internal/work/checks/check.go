// Package checks has the jobs that check the items of chunks, or separate records that conform from the others.
// Findings that a baseline lists or a comment ignores are left out. Its input is chunks of package input, its output
// the findings of each item. It must not know how findings are written.
package checks

import (
	"errors"
	"io/fs"
	"os"
	"slices"
	"strings"
	"sync"
	"sync/atomic"

	"github.com/rfc3987/iri/internal/files/base"
	"github.com/rfc3987/iri/internal/files/input"
	"github.com/rfc3987/iri/internal/grammar/abnf"
	"github.com/rfc3987/iri/internal/ref/spec"
	"github.com/rfc3987/iri/internal/text/quote"
	"github.com/rfc3987/iri/internal/verdict/check"
	"github.com/rfc3987/iri/internal/verdict/finding"
	"github.com/rfc3987/iri/internal/work/baseline"
	"github.com/rfc3987/iri/internal/work/config"
	"github.com/rfc3987/iri/internal/work/run"
	"github.com/rfc3987/iri/internal/work/summary"
)

// A Checker checks items. Several goroutines may use it at the same time.
//
// It is an [input.Cleaner] and an [rdf.StatementCleaner]: readers ask it which items are clean, and do not hand those
// out.
type Checker struct {
	config.Target
	base      *atomic.Pointer[parsedBase]
	prefix    *atomic.Pointer[declared]
	Validator check.Validator  // for the rule of the target
	reference *check.Validator // for the reference rule of the spec, if that is another one

	// For the IRIs of prefixes and namespaces, by the rule of the target and by the reference rule.
	namespaces, relativeNamespaces check.Validator
	places                         *config.Places

	// MendedBase returns the fixed form of the base of an item, if the base does not conform; references are then
	// resolved against it. If it is nil, they are resolved against the base as it is.
	MendedBase func(rec *input.Item) string

	byFile *sync.Map // from the indexes of the options for a file, as a string, to its *Checker
}

// NewChecker returns a checker for the target.
func NewChecker(t config.Target) *Checker {
	if t.Components {
		t.Run.Components = true
	}
	c := &Checker{
		Target: t, base: new(atomic.Pointer[parsedBase]), prefix: new(atomic.Pointer[declared]), byFile: new(sync.Map),
		Validator:  check.NewValidator(t.Rule, t.Run),
		namespaces: check.NewValidator(t.Rule, config.ForNamespace(t.Run)), places: config.PlacesOf(t.Run),
	}
	if r := t.Spec.Reference(); r != t.Rule && !r.IsZero() {
		c.reference = new(check.NewValidator(r, t.Run))
		c.relativeNamespaces = check.NewValidator(r, config.ForNamespace(t.Run))
	}
	return c
}

// Of returns the checker for a file: a different one if the options give the file checks of its own.
func (c *Checker) Of(f *input.File) *Checker {
	key := c.Key(f.Name)
	if key == "" {
		return c
	}
	if known, ok := c.byFile.Load(key); ok {
		return known.(*Checker)
	}
	made, _ := c.byFile.LoadOrStore(key, NewChecker(c.Target.For(f.Name)))
	return made.(*Checker)
}

// Clean reports whether an item has no finding.
func (c *Checker) Clean(rec *input.Item) bool {
	if rec.Curie != nil {
		return false
	}
	rule, err := c.RuleFor(rec)
	if err != nil {
		return false
	}
	v := c.validatorFor(rec, rule)
	return v != nil && v.Clean(rec.Text) && c.checkResolved(rec, rule, nil) == nil
}

// Lines checks lines whose texts are not references: see [input.Cleaner].
func (c *Checker) Lines(block []byte, found func(start, end int) bool) (clean int) {
	return c.Validator.Lines(block, found)
}

// IsLine implements [input.Cleaner]. It is true for an item that is checked by the rule of the target, and for an IRI
// where the target is the rule for references, which accepts every IRI.
func (c *Checker) IsLine(rec *input.Item) bool {
	return rec.Curie == nil && rec.Rule == "" && !rec.IsNamespace() && !c.IsTemplate(rec) &&
		(!rec.Reference || c.Chosen || base.HasScheme(rec.Text) && !c.Resolves(rec))
}

// Texts checks texts that end with NUL: see [input.TextCleaner].
func (c *Checker) Texts(block []byte, found func(start, end int) bool) (clean int, isUTF8 bool) {
	return c.Validator.Texts(block, found), c.Rule.Terminals() == abnf.CodePoints
}

// Statements checks lines of N-Triples or N-Quads: see [rdf.StatementCleaner].
func (c *Checker) Statements(graphs bool, block []byte, found func(start, end int) bool) (clean int) {
	return c.Validator.Statements(graphs, block, found)
}

// validatorFor returns the validator for an item and its rule, or nil if the checker has none for the rule.
func (c *Checker) validatorFor(rec *input.Item, rule spec.Rule) *check.Validator {
	switch {
	case rule == c.Rule && rec.IsNamespace():
		return &c.namespaces
	case rule == c.Rule:
		return &c.Validator
	case c.reference != nil && rule == c.Spec.Reference() && rec.IsNamespace():
		return &c.relativeNamespaces
	case c.reference != nil && rule == c.Spec.Reference():
		return c.reference
	}
	return nil
}

// Check checks an item.
func (c *Checker) Check(rec *input.Item) (checked run.Checked) {
	c.checkInto(&checked, rec)
	return checked
}

// checkInto is Check with the result written to *checked.
func (c *Checker) checkInto(checked *run.Checked, rec *input.Item) {
	if rec.Err != nil {
		*checked = *run.Faulty(rec)
		return
	}
	rule, err := c.RuleFor(rec)
	if err != nil {
		fault := finding.Finding{Code: config.CodeRule, Severity: finding.Error,
			Message: finding.External(err.Error(), nil), End: len(rec.Text)}
		*checked = run.Checked{Fault: &fault, Text: rec.Text, Findings: []finding.Finding{fault}}
		return
	}
	*checked = run.Checked{Rule: rule}
	rep := &checked.Report
	c.validate(rep, rec, rule)
	checked.Findings, checked.More, checked.Conforms = rep.Findings, rep.More, rep.Conforms()
	if len(checked.Findings) > 0 && c.Leaves(rec, rec.Text) {
		checked.Findings, checked.More, checked.Conforms, checked.Left = nil, 0, true, true
		rep.Findings, rep.More, rep.Errors, rep.Placeholder = nil, 0, 0, true
		return
	}
	if rec.Prefix != nil && len(checked.Findings) > 0 {
		c.suppressDeclared(rec, checked)
	}
	if rep.Grammatical && c.Resolves(rec) && !c.Leaves(rec, rec.Text) {
		checked.Resolved = c.checkResolved(rec, rule, checked.Findings)
	}
	if checked.Resolved != nil {
		for _, f := range checked.Resolved.AsWritten(rec) {
			checked.Findings = append(checked.Findings[:len(checked.Findings):len(checked.Findings)], f)
			checked.Conforms = checked.Conforms && f.Severity != finding.Error
		}
	}
}

// validate checks the text of an item against a rule and fills in the report, which is empty.
func (c *Checker) validate(rep *finding.Report, rec *input.Item, rule spec.Rule) {
	rep.Prefix = config.PrefixOf(rec)
	set := c.places.Of(rec)
	check.Validate(rep, rec.Text, rule, set)
	if c.Tries && len(rep.Findings) > 0 {
		c.try(rep, set)
	}
	// a value of xsd:anyURI may be any text, and should be a reference (XML Schema 1.1 Part 2 §3.3.17)
	if rec.IsLiteral() || rec.HasBlanks() && areBlanks(rep.Findings, rec.Text) {
		rep.Warn()
	}
	if c.Guesses {
		check.Guesses(rep.Findings, rec.Text, rule, set)
	}
	HintWritten(rep.Findings, rec)
	HintNoFile(rep.Findings, rec)
}

// areBlanks reports whether all findings are about blanks in the text.
func areBlanks(findings []finding.Finding, text string) bool {
	return !slices.ContainsFunc(findings, func(f finding.Finding) bool {
		return strings.Trim(text[f.Start:f.End], " ") != "" || f.Start == f.End
	})
}

// try tries the fixes of a report, including those of warnings, and drops those that fail.
func (c *Checker) try(rep *finding.Report, set *finding.Run) {
	all := make([]finding.Code, len(rep.Findings))
	for i := range rep.Findings {
		all[i] = rep.Findings[i].Code
	}
	check.Try(rep, func(s string, max int) finding.Report {
		limited := *set
		limited.Max = max
		again := finding.Report{Prefix: rep.Prefix}
		check.Validate(&again, s, rep.Rule, &limited)
		return again
	}, all...)
}

// HintNoFile adds a hint to the finding of a word of the command line that has no scheme and looks like the name of a
// file: there is no such file.
func HintNoFile(findings []finding.Finding, rec *input.Item) {
	if rec.Source != input.Args || len(findings) == 0 || findings[0].Code != "scheme" || !findings[0].Also.IsZero() ||
		!input.IsKnown(rec.Text) {
		return
	}
	if _, err := os.Stat(rec.Text); errors.Is(err, fs.ErrNotExist) {
		findings[0].Also = finding.HintNoFile.Text()
	}
}

// HintWritten adds a hint to findings that the notation of the file explains, and removes their fix: a line end that
// was read as a space, an escape of an RDF string, or a list of IRIs in a table cell.
func HintWritten(findings []finding.Finding, rec *input.Item) {
	if len(findings) == 0 {
		return
	}
	broken, separator := rec.WithLineEnds(), rec.Separator()
	for i := range findings {
		f := &findings[i]
		if separator != "" && strings.Contains(rec.Text[f.Start:f.End], separator) {
			f.Hint = finding.HintSplit.Text(quote.Quote(separator))
			f.Also, f.Fix, f.Guess = finding.Text{}, nil, nil
			continue
		}
		if was := broken[f.Start:f.End]; was != rec.Text[f.Start:f.End] && strings.Contains(was, "\n") {
			f.Hint, f.Also, f.Fix, f.Guess = finding.HintLineEnd.Text(), finding.Text{}, nil, nil
		}
		if triplet := stringEscape(rec, f.Start); triplet != "" {
			f.Hint = finding.HintStringEscape.Text(rec.Text[f.Start:f.Start+2], triplet)
			f.Also, f.Fix, f.Guess = finding.Text{}, nil, nil
		}
	}
}

// stringEscape returns the percent-encoding of the character that the string escape at an offset of an RDF text
// means, such as "%0A" for \n; "" if there is no escape.
func stringEscape(rec *input.Item, at int) string {
	if !rec.Format.ECHAR || !strings.HasPrefix(rec.Text[at:], `\`) || at+1 == len(rec.Text) {
		return ""
	}
	return map[byte]string{'n': "%0A", 't': "%09", 'r': "%0D", 'b': "%08", 'f': "%0C"}[rec.Text[at+1]]
}

// A Check is the [run.Job] that checks items.
type Check struct {
	run.NoJob
	Checker  *Checker
	Input    *input.Options
	By       summary.By // what findings are counted by, beside their code
	AllItems bool       // the sink gets every item, and not only those with findings

	Baseline *baseline.Baseline // the findings that are known; nil for none
	Settles  bool               // the baseline is finished at the end: the run reads all of the input
	Words    bool               // the items are words of the command line

	cfis sync.Map // names of files in which an EPUB CFI with unencoded brackets has been found

	// Ignores, if not nil, reads the comments of files that ignore findings. [input.Options.Comments] must be its
	// Comments.
	Ignores *Ignores
}

// Chunk checks the items of a chunk.
func (c *Check) Chunk(b *input.Chunk, r *run.Result) {
	checker := c.Checker.Of(b.File)
	var clean input.Cleaner
	if !c.AllItems {
		clean = checker
	}
	r.Each(b, c.Input, clean, func(rec *input.Item) {
		checked := &r.Checked
		checker.checkInto(checked, rec)
		if len(checked.Findings) > 0 && !c.Words {
			c.suppressCFIs(b, r, checked)
		}
		if len(checked.Findings) > 0 && c.Ignores != nil {
			suppressIgnored(b.File, b.Comments(), rec, checked)
		}
		if len(checked.Findings) > 0 && c.Baseline != nil {
			c.suppressKnown(r, rec, checked)
		}
		r.Summary.Add(rec, checked.Findings, checked.More, checked.Conforms, c.By)
		r.Summary.AddTemplate(checked.Left)
		r.Summary.AddUse(rec, checked.Declared)
		if c.Baseline != nil || c.Ignores != nil {
			r.Summary.AddSuppressed(checked.InBaseline, checked.Ignored, checked.Conforms, checked.Findings)
		}
		r.Render(rec, checked)
	})
}

// End reports mistakes in comments, and finishes the baseline.
func (c *Check) End(r *run.Result, p *run.Progress) error {
	if !p.Complete {
		return nil
	}
	c.remarks(r)
	if !c.Settles || c.Baseline == nil {
		return nil
	}
	if err := r.Flush(); err != nil {
		return err
	}
	return c.finishBaseline(p)
}
