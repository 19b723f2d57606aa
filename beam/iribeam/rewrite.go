package iribeam

import (
	"context"
	"fmt"

	"github.com/rfc3987/iri"
	"github.com/rfc3987/iri/internal/input"
	"github.com/rfc3987/iri/internal/recordcheck"
	"github.com/rfc3987/iri/internal/rewrite"
)

// A rewriter changes the strings of records: it fixes or converts them.
type rewriter struct {
	Options    Options
	Kind       Kind
	Codes      []iri.Code // kindFix: the warnings to fix
	Conversion Conversion // the other kinds

	checker *checker
	change  func(text string, rule iri.Rule) (string, error)
	clean   input.Cleaner // the strings that stay as they are; nil if that is not known
}

// Setup is called by Beam once for each instance.
func (r *rewriter) Setup() (err error) {
	o, defaultRule := r.Options, referenceRule
	switch {
	case r.Kind == kindFix:
		defaultRule = topRule
	case o.Spec != "" || len(o.Grammar) > 0:
	case r.Kind == ToIRI:
		o.Spec = iri.RFC3986.Name()
	case r.Kind == FromLEIRI:
		o.Spec = iri.LEIRI.Name()
	}
	if r.Kind != kindFix {
		if r.checker, err = newChecker(o, defaultRule); err == nil {
			r.change, err = r.Conversion.conversion(r.checker)
		}
		return err
	}
	for _, code := range r.Codes {
		if _, ok := iri.LookupCode(code); !ok {
			return fmt.Errorf("there is no code %q to fix: iri explain lists the codes", string(code))
		}
	}
	if r.checker, err = newChecker(o, defaultRule); err != nil {
		return err
	}
	c := r.checker
	fixer := rewrite.NewFixer(r.Codes, c.Opts)
	c.Opts = fixer.Opts
	c.Checker = *recordcheck.NewChecker(c.Target)
	r.clean, r.change = &c.Checker, func(text string, rule iri.Rule) (string, error) {
		fixed, findings := fixer.Fix(text, rule)
		if len(findings) > 0 {
			return "", findingsError(findings[:min(len(findings), iri.DefaultMaxFindings)])
		}
		return fixed, nil
	}
	return nil
}

// findingsError is an error that holds findings; at least one.
type findingsError []iri.Finding

func (e findingsError) Error() string           { return e[0].Message }
func (e findingsError) Findings() []iri.Finding { return e }

// changes returns the changes of the text of a record, or the findings because of which
// there are none.
func (r *rewriter) changes(rec *input.Record) ([]rewrite.Change, []iri.Finding) {
	rule, err := r.checker.RuleFor(rec)
	if err != nil {
		return nil, r.checker.Check(rec, nil).Findings
	}
	text, err := r.change(rec.Text, rule)
	if err != nil {
		return nil, recordcheck.FindingsOf(err, rec.Text)
	}
	return []rewrite.Change{{End: len(rec.Text), Text: text}}, nil
}

// failure returns the result for a record with the findings.
func (r *rewriter) failure(rec *input.Record, findings []iri.Finding) recordcheck.Result {
	rule, _ := r.checker.RuleFor(rec)
	return recordcheck.Result{Rule: rule, Findings: findings}
}

// rewriteFn copies a part and changes its strings.
type rewriteFn struct{ rewriter }

func (f *rewriteFn) ProcessElement(ctx context.Context, sp Split, emit func(Text), fail func(Rejected), emitPart func(Part)) error {
	p := Part{File: sp.File.Number, Offset: sp.Start}
	o := *f.checker.input
	o.Rewrite = true
	out := newTextEmitter(sp, emit)
	bad := rejecter{sp: sp, emit: fail}
	err := readBlocks(ctx, sp, &o, &p, func(b *input.Block) error {
		enc := b.File.NewEncoder()
		write := func(text []byte) { out.write(enc.Encode(text)) }
		out.end = b.File.Format.End()
		if b.Rest { // of a line that is too long
			write(b.Data)
			bad.rest(b.Data)
			return nil
		}
		w := rewrite.NewWriter(f.changes)
		done := 0 // up to here the block is in the output
		passed := b.Each(&o, f.clean, func(rec *input.Record) bool {
			if f.Options.NoLineNumbers {
				dropLine(rec)
			}
			var res recordcheck.Result
			var edits []rewrite.Edit
			if rec.Err != nil {
				res = f.checker.Check(rec, nil)
			} else {
				var findings []iri.Finding
				edits, findings = w.Rewrite(rec)
				res = f.failure(rec, findings)
				res.Conforms = len(findings) == 0
			}
			p.Counts.Add(rec, res.Findings, 0, res.Conforms, f.Options.Hosts)
			if !res.Conforms {
				bad.add(rec, failed(b, rec), f.checker.findings(rec, &res, sp.File.Number, maxInput))
			}
			at := int(rec.Offset - b.Offset)
			for _, e := range edits {
				write(b.Data[done : at+e.Start])
				write(e.Raw)
				write(rec.AppendEscaped(nil, e.Long))
				done = at + e.End
			}
			return true
		})
		bad.flush()
		write(b.Data[done:])
		out.write(enc.End())
		p.Counts.Inputs += int64(passed)
		p.Counts.Conforming += int64(passed)
		p.Counts.Empty += int64(b.Empty)
		return nil
	})
	if err != nil {
		return err
	}
	out.finish()
	emitPart(p)
	return nil
}

// failed returns what a [Rejected] holds of a record: its line or statement, and in formats
// without these what is written of the record.
func failed(b *input.Block, rec *input.Record) []byte {
	if rec.From < rec.To {
		return b.Data[rec.From:rec.To]
	}
	return rec.Raw
}

// rewriteStringsFn changes strings.
type rewriteStringsFn struct {
	rewriter
	stringPart
}

// StartBundle is called by Beam.
func (f *rewriteStringsFn) StartBundle(_ func(string), _ func(Rejected), _ func(Part)) { f.start() }

func (f *rewriteStringsFn) ProcessElement(text string, emit func(string), fail func(Rejected), _ func(Part)) {
	if f.clean != nil && f.clean.Clean(&input.Record{Text: text}) {
		f.part.Counts.Inputs++
		f.part.Counts.Conforming++
		emit(text)
		return
	}
	rec := stringRecord(text)
	changes, findings := f.changes(&rec)
	p := &f.part.Counts
	p.Add(&rec, findings, 0, len(findings) == 0, f.Options.Hosts)
	changed := text
	if len(findings) > 0 {
		res := f.failure(&rec, findings)
		fail(Rejected{Source: Strings, Record: []byte(text), Findings: f.checker.findings(&rec, &res, 0, maxInput)})
	} else {
		changed = changes[0].Text
	}
	emit(changed)
}

// FinishBundle is called by Beam.
func (f *rewriteStringsFn) FinishBundle(_ func(string), _ func(Rejected), emit func(Part)) {
	emit(*f.part)
}
