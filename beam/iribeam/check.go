package iribeam

import (
	"context"
	"math"
	"reflect"
	"strings"

	"github.com/apache/beam/sdks/v2/go/pkg/beam"

	"github.com/rfc3987/iri/internal/files/input"
	"github.com/rfc3987/iri/internal/work"
)

// A Place says where a string is. Line is 0 if the line is not known.
type Place struct {
	File   int64 // the number of the file
	Source string
	Line   int
	Column int // in characters, from 1
	Offset int64
	Role   string // in RDF: subject, predicate, …; in a page the attribute
}

// A Finding is one fault of one string.
type Finding struct {
	Place    Place  // of the fault; Offset is that of the string, in bytes of the unpacked file
	Input    string // the string; of a record that cannot be read, its line
	Rule     string // the rule that the string was checked against
	Code     string
	Severity string // error or warning
	Message  string
	Start    int // the faulty bytes of Input
	End      int
	Rules    []string
	Expected []string
	Section  string
	ABNF     string
	Hint     string
	HasFix   bool // the next three are an edit of Input that mends the fault
	FixStart int
	FixEnd   int
	FixText  string
}

// Checked is the result of [Check].
type Checked struct {
	Findings beam.PCollection // of Finding
	Counted
}

// Check checks the strings in files (a PCollection of [File]) or the elements of a
// PCollection of strings.
func Check(s beam.Scope, col beam.PCollection, o Options) Checked {
	s = s.Scope("iribeam.Check")
	if prepare(col, &lazyChecker{Options: o}) {
		findings, parts := beam.ParDo2(s, &findingsOfStringsFn{findingsFn{lazyChecker: lazyChecker{Options: o}}, stringPart{}}, col)
		return Checked{findings, Counted{parts}}
	}
	findings, parts := beam.ParDo2(s, &findingsFn{lazyChecker: lazyChecker{Options: o}}, split(s, col, o))
	return Checked{findings, Counted{parts}}
}

// Reported is the result of [Report].
type Reported struct {
	Reports beam.PCollection // of Text
	Counted
}

// Report is [Check] with its findings as JSON: one line for each string that has
// findings, which is the line that iri check --format json prints for it.
func Report(s beam.Scope, col beam.PCollection, o Options) Reported {
	s = s.Scope("iribeam.Report")
	if prepare(col, &lazyChecker{Options: o}) {
		reports, parts := beam.ParDo2(s, &reportsOfStringsFn{reportsFn{lazyChecker: lazyChecker{Options: o}}, stringPart{}}, col)
		return Reported{reports, Counted{parts}}
	}
	reports, parts := beam.ParDo2(s, &reportsFn{lazyChecker: lazyChecker{Options: o}}, split(s, col, o))
	return Reported{reports, Counted{parts}}
}

// Summarize counts what [Check] would find, which is the fastest.
func Summarize(s beam.Scope, col beam.PCollection, o Options) Counted {
	s = s.Scope("iribeam.Summarize")
	if prepare(col, &lazyChecker{Options: o}) {
		return Counted{beam.ParDo(s, &countStringsFn{lazyChecker{Options: o}, stringPart{}}, col)}
	}
	return Counted{beam.ParDo(s, &countFn{lazyChecker{Options: o}}, split(s, col, o))}
}

// prepare checks the arguments of a transform, and reports whether the collection is one
// of strings. It panics if the pipeline could not run.
func prepare(col beam.PCollection, fn interface{ Setup() error }) (isStrings bool) {
	mustBeRegistered()
	if err := fn.Setup(); err != nil {
		panic("iribeam: " + err.Error())
	}
	switch col.Type().Type() {
	case reflect.TypeFor[File]():
		return false
	case reflect.TypeFor[string]():
		return true
	}
	panic("iribeam: the collection holds " + col.Type().Type().String() + ": it must hold iribeam.File or string")
}

// A lazyChecker makes a checker from its options on the worker.
type lazyChecker struct {
	Options Options
	checker *checker
}

// Setup is called by Beam once for each instance.
func (l *lazyChecker) Setup() error {
	t, err := l.Options.Target(work.TopRule)
	if err == nil {
		l.checker, err = newChecker(l.Options, t)
	}
	return err
}

// each does the work on the blocks of a part, and counts in p. It hands on the output of each
// block, which may be none.
func (l *lazyChecker) each(ctx context.Context, sp Split, o *input.Options, p *Summary, do func(*input.Block, *work.Result), output func([]byte)) error {
	r := work.Result{NoLines: l.Options.NoLineNumbers}
	flush := func() error {
		output(r.Out)
		r.Out = r.Out[:0]
		return nil
	}
	err := readBlocks(ctx, sp, o, p, func(b *input.Block) error {
		r.Begin(b, flush)
		do(b, &r)
		return flush()
	})
	p.Summary.Merge(&r.Summary, 0)
	return err
}

// check checks the strings of a part.
func (l *lazyChecker) check(ctx context.Context, sp Split, p *Summary, found func(*work.Result, *input.Block, *input.Record, *work.Checked), output func([]byte)) error {
	c := l.checker
	run := work.CheckRun{Checker: &c.Checker, Input: c.input, Hosts: c.options.Hosts, Found: found}
	return l.each(ctx, sp, c.input, p, run.Block, output)
}

// countFn counts.
type countFn struct{ lazyChecker }

func (f *countFn) ProcessElement(ctx context.Context, sp Split, emit func(Summary)) error {
	var p Summary
	if err := f.check(ctx, sp, &p, nil, func([]byte) {}); err != nil {
		return err
	}
	emit(p)
	return nil
}

// findingsFn emits the findings one by one.
type findingsFn struct{ lazyChecker }

func (f *findingsFn) ProcessElement(ctx context.Context, sp Split, emit func(Finding), emitPart func(Summary)) error {
	var p Summary
	err := f.check(ctx, sp, &p, func(_ *work.Result, _ *input.Block, rec *input.Record, res *work.Checked) {
		for _, fd := range f.checker.findings(rec, res, sp.File.Number, math.MaxInt) {
			emit(fd)
		}
	}, func([]byte) {})
	if err != nil {
		return err
	}
	emitPart(p)
	return nil
}

// findings returns the findings of a record, without an input of more than most bytes.
// They share nothing with the buffers of the record.
func (c *checker) findings(rec *input.Record, res *work.Checked, file int64, most int) []Finding {
	if len(res.Findings) == 0 {
		return nil
	}
	text, rule := rec.Text, rec.Rule
	if res.Fault != nil {
		text = res.Text
	} else {
		rule = res.Rule.Name()
	}
	if len(text) > most {
		text = ""
	}
	text = strings.Clone(text)
	out := make([]Finding, len(res.Findings))
	at := rec.Locator()
	for i := range res.Findings {
		fd := work.Expanded(rec, res.Findings[i])
		out[i] = Finding{
			Place: Place{File: file, Source: rec.Source, Offset: rec.Offset, Role: rec.Role},
			Input: text, Rule: strings.Clone(rule), Code: string(fd.Code), Severity: fd.Severity.String(), Message: fd.Message,
			Start: fd.Start, End: fd.End, Rules: fd.Rules, Expected: fd.Expected,
			Section: fd.Section, ABNF: fd.ABNF, Hint: fd.Hint,
		}
		if rec.Err != nil {
			out[i].Place.Line, out[i].Place.Column = rec.Err.Line, rec.Err.Col
		} else {
			out[i].Place.Line, out[i].Place.Column = at.Position(fd.Start)
		}
		if fd.Fix != nil {
			out[i].HasFix, out[i].FixStart, out[i].FixEnd, out[i].FixText = true, fd.Fix.Start, fd.Fix.End, fd.Fix.Text
		}
	}
	return out
}

// reportsFn emits JSON lines, a block at a time.
type reportsFn struct{ lazyChecker }

func (f *reportsFn) ProcessElement(ctx context.Context, sp Split, emit func(Text), emitPart func(Summary)) error {
	var p Summary
	out := newTextEmitter(sp, emit)
	err := f.check(ctx, sp, &p, func(r *work.Result, _ *input.Block, rec *input.Record, res *work.Checked) {
		if len(res.Findings) > 0 {
			r.Out = f.checker.AppendJSON(r.Out, rec, res)
		}
	}, func(b []byte) {
		out.write(b)
		out.emit()
	})
	if err != nil {
		return err
	}
	emitPart(p)
	return nil
}
