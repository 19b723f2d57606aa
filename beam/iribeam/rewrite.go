package iribeam

import (
	"context"

	"github.com/rfc3987/iri"
	"github.com/rfc3987/iri/internal/files/input"
	"github.com/rfc3987/iri/internal/work"
)

// A rewriter changes the strings of records: it fixes or converts them.
type rewriter struct {
	Kind       Kind
	Codes      []iri.Code // kindFix: the warnings to fix
	Conversion Conversion // the other kinds

	lazyChecker
	conversion work.Conversion
}

// Setup is called by Beam once for each instance.
func (r *rewriter) Setup() (err error) {
	if r.Kind != "" && r.Kind != kindFix {
		var t work.Target
		if t, r.conversion, err = r.Options.Convert(r.Conversion); err == nil {
			r.checker, err = newChecker(r.Options, t)
		}
		return err
	}
	if err = r.lazyChecker.Setup(); err == nil && r.Kind == kindFix {
		r.conversion, err = work.Fix(r.checker.Target, r.Codes, r.Options.Guess)
	}
	return err
}

// run returns the run over files.
func (r *rewriter) run(o *input.Options) *work.ConvertRun {
	run := &work.ConvertRun{Target: r.checker.Target, Conversion: r.conversion, Input: o, Hosts: r.Options.Hosts}
	run.Prepare()
	return run
}

// rewriteFn copies a part and changes its strings.
type rewriteFn struct{ rewriter }

func (f *rewriteFn) ProcessElement(ctx context.Context, sp Split, emit func(Text), fail func(Rejected), emitPart func(Summary)) error {
	var p Summary
	o := *f.checker.input
	o.Rewrite = true
	out := newTextEmitter(sp, emit)
	bad := rejecter{sp: sp, emit: fail}
	run := f.run(&o)
	run.Found = func(_ *work.Result, b *input.Block, rec *input.Record, res *work.Checked) {
		if !res.Conforms {
			bad.add(rec, failed(b, rec), f.checker.findings(rec, res, sp.File.Number, maxInput))
		}
	}
	err := f.each(ctx, sp, &o, &p, func(b *input.Block, r *work.Result) {
		out.end = r.RecordEnd
		run.Block(b, r)
		bad.flush()
		if b.Rest { // of a line that is too long
			bad.rest(b.Data)
		}
	}, out.write)
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
func (f *rewriteStringsFn) StartBundle(_ func(string), _ func(Rejected), _ func(Summary)) { f.start() }

func (f *rewriteStringsFn) ProcessElement(text string, emit func(string), fail func(Rejected), _ func(Summary)) {
	p := f.part
	if c := f.conversion.Clean; c != nil && c.Clean(&input.Record{Text: text}) {
		p.Inputs++
		p.Conforming++
		emit(text)
		return
	}
	rec := stringRecord(text)
	rule, err := f.checker.RuleFor(&rec)
	var out []byte
	if err == nil {
		out, err = f.conversion.Append(nil, &rec, rule)
	}
	if err == nil {
		p.Add(&rec, nil, 0, true, f.Options.Hosts)
		emit(string(out))
		return
	}
	res := work.Checked{Rule: rule, Findings: work.FindingsOf(err, text)}
	p.Add(&rec, res.Findings, 0, false, f.Options.Hosts)
	fail(Rejected{Source: Strings, Record: []byte(text), Findings: f.checker.findings(&rec, &res, 0, maxInput)})
	emit(text)
}

// FinishBundle is called by Beam.
func (f *rewriteStringsFn) FinishBundle(_ func(string), _ func(Rejected), emit func(Summary)) {
	emit(*f.part)
}
