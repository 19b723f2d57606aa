package iribeam

import (
	"context"
	"fmt"
	"math"
	"reflect"

	"github.com/apache/beam/sdks/v2/go/pkg/beam"

	"github.com/rfc3987/iri/beam/internal/spread"
	"github.com/rfc3987/iri/internal/files/input"
	"github.com/rfc3987/iri/internal/host"
	"github.com/rfc3987/iri/internal/work/baseline"
	"github.com/rfc3987/iri/internal/work/checks"
	"github.com/rfc3987/iri/internal/work/config"
	"github.com/rfc3987/iri/internal/work/render"
	"github.com/rfc3987/iri/internal/work/run"
	"github.com/rfc3987/iri/internal/work/summary"
)

// A Place says where a string is. Line is 0 if the line is not known.
type Place = host.Place

// A Finding is one fault of one string.
type Finding = host.Placed

// Checked is the result of [Check].
type Checked struct {
	Findings beam.PCollection // of Finding; of strings with a key, of that and Finding
	Counted
}

// Check checks the strings in files (a PCollection of [File]), or the elements of a PCollection of strings or of
// strings with a key of any type.
func Check(s beam.Scope, col beam.PCollection, o Options) Checked {
	fn := &findingsFn{lazyChecker: lazyChecker{Options: o}}
	s, parts, _ := partsOf(s, "Check", col, o, fn)
	findings, counts := beam.ParDo2(s, forStrings(col, fn, &keyedFindingsFn{*fn}), parts)
	return Checked{findings, Counted{counts}}
}

// Reported is the result of [Report].
type Reported struct {
	Reports beam.PCollection // of Text; of strings with a key, of that and Text
	Counted
}

// Report is [Check] with its findings as JSON: one line for each string that has
// findings, which is the line that iri check --format json prints for it.
func Report(s beam.Scope, col beam.PCollection, o Options) Reported {
	fn := &reportsFn{lazyChecker: lazyChecker{Options: o}}
	s, parts, _ := partsOf(s, "Report", col, o, fn)
	reports, counts := beam.ParDo2(s, forStrings(col, fn, &keyedReportsFn{*fn}), parts)
	return Reported{reports, Counted{counts}}
}

// Summarize counts what [Check] would find, which is the fastest.
func Summarize(s beam.Scope, col beam.PCollection, o Options) Counted {
	fn := &countFn{lazyChecker: lazyChecker{Options: o}}
	s, parts, _ := partsOf(s, "Summarize", col, o, fn)
	if isKeyed(col) {
		parts = beam.DropKey(s, parts)
	}
	return Counted{beam.ParDo(s, fn, parts)}
}

// partsOf returns the scope of a transform, the parts of its collection, which are strings or parts
// of files, and the type of its results, strings or texts, if these have no key. It panics if the pipeline could not
// run.
func partsOf(s beam.Scope, name string, col beam.PCollection, o Options, fn interface {
	Setup() error
	over(beam.PCollection)
}) (_ beam.Scope, parts beam.PCollection, results []beam.Option) {
	mustBeRegistered()
	if err := fn.Setup(); err != nil {
		panic("iribeam: " + err.Error())
	}
	fn.over(col)
	s = s.Scope("iribeam." + name)
	switch t := col.Type().Type(); {
	case t == reflect.TypeFor[File]():
		return s, split(s, col, o), []beam.Option{beam.TypeDefinition{Var: beam.XType, T: reflect.TypeFor[Text]()}}
	case t == reflect.TypeFor[string]():
		return s, col, []beam.Option{beam.TypeDefinition{Var: beam.XType, T: t}}
	case isKeyed(col):
		return s, col, nil
	}
	panic("iribeam: the collection holds " + fmt.Sprint(col.Type()) +
		": it must hold iribeam.File, string, or string with a key")
}

// A lazyChecker makes a checker from its options on the worker. It emits its counts for each bundle, or for each element of a
// windowed collection, because FinishBundle cannot emit into windows.
type lazyChecker struct {
	Options  Options
	Windowed bool
	checker  *checks.Checker
	made     *summary.Spec
	input    *input.Options
	known    *baseline.Baseline // nil for none
	sum      Summary
	serial   run.Serial
}

// Setup is called by Beam once for each instance.
func (l *lazyChecker) Setup() error { return l.use(config.NewTarget(&l.Options.Job, config.TopRule)) }

// use makes the checker for a target. If err is not nil, it returns err.
func (l *lazyChecker) use(t config.Target, err error) error {
	switch n := l.Options.SplitSize; {
	case err != nil:
		return err
	case n < 0:
		return fmt.Errorf("the size of a part is %d bytes: this must be at least 1, or 0 for the default", n)
	}
	l.checker, l.made = checks.NewChecker(t), summary.MadeFrom(t.Spec)
	if l.input, err = config.Input(&l.Options.Job); err == nil && l.Options.Baseline != nil {
		l.known, err = l.Options.Baseline.Open()
	}
	return err
}

// start starts a bundle. It drops the counts of a bundle that failed.
func (l *lazyChecker) start() {
	l.sum = Summary{Summary: summary.Summary{Spec: l.made}}
	l.serial = run.Serial{Result: run.Result{NoLines: l.Options.NoLineNumbers}}
}

// over sets the collection whose elements are counted.
func (l *lazyChecker) over(col beam.PCollection) { l.Windowed = isWindowed(col) }

// ended ends an element.
func (l *lazyChecker) ended(ctx context.Context, emit func(Summary)) {
	if l.Windowed {
		l.count(ctx, emit)
		l.start()
	}
}

// finish ends a bundle.
func (l *lazyChecker) finish(ctx context.Context, emit func(Summary)) {
	if !l.Windowed {
		l.count(ctx, emit)
	}
}

// count emits what was counted.
func (l *lazyChecker) count(ctx context.Context, emit func(Summary)) {
	l.sum.Summary.Merge(&l.serial.Summary)
	checkedMetric.Inc(ctx, l.sum.Inputs)
	conformingMetric.Inc(ctx, l.sum.Conforming)
	for code, e := range l.sum.Codes {
		beam.NewCounter(metrics, "findings."+code).Inc(ctx, e.Count)
	}
	emit(l.sum)
}

// isClean reports whether a part is a string without findings, and counts it then.
func (l *lazyChecker) isClean(sp *Split, clean input.Cleaner) bool {
	if !sp.IsText || clean == nil || !clean.Clean(&input.Item{Text: sp.Text, Format: input.Words}) {
		return false
	}
	l.sum.Inputs++
	l.sum.Conforming++
	return true
}

// do does a job with a part. The sink renders, and the output goes to out. ended, if not nil, is called after each chunk.
func (l *lazyChecker) do(ctx context.Context, sp Split, o *input.Options, out *spread.Pieces, work run.Job, to run.Sink,
	ended func(*input.Chunk)) error {
	s := &l.serial
	s.Job, s.Sink, s.Broken = work, pieces{to, out}, nil
	whole, err := readChunks(ctx, sp, o, &l.sum, func(b *input.Chunk) error {
		if s.Broken != nil { // what comes after it in the part is not written
			return nil
		}
		out.End = b.File.End()
		err := s.Chunk(b)
		if ended != nil {
			ended(b)
		}
		return err
	})
	if s.Broken != nil {
		l.sum.Broken = append(l.sum.Broken, BrokenFile{Number: sp.File.Number, Name: sp.File.Name,
			Message: s.Broken.Error()})
	}
	if out.Broken = !whole || s.Broken != nil; err == nil {
		err = s.End(!out.Broken)
	}
	return err
}

// pieces is a sink whose output goes into pieces.
type pieces struct {
	run.Sink
	out *spread.Pieces
}

// Handle is the method of [run.Sink].
func (p pieces) Handle(r *run.Result) error {
	p.out.Write(r.Out)
	return nil
}

// check checks the strings of a part.
func (l *lazyChecker) check(ctx context.Context, sp Split, out *spread.Pieces, to run.Sink) error {
	if l.isClean(&sp, l.checker) {
		return nil
	}
	if l.known != nil {
		l.known.Taken() // what an element before has left
	}
	o := *l.input
	check := checks.Check{Baseline: l.known, Checker: l.checker, Input: l.input, By: l.Options.SummaryBy.by()}
	// What a comment is for may be in another part than the comment.
	if !l.Options.NoIgnore && !sp.IsText && sp.Start == 0 && sp.End == 0 {
		check.Ignores = checks.NewIgnores(config.CodesOfFindings, &l.checker.Target)
		o.Comments = check.Ignores.Comments
	}
	err := l.do(ctx, sp, &o, out, &check, to, nil)
	if l.known != nil && !sp.IsText {
		source := sp.File.Name
		if out.Broken {
			source = "" // its entries stay
		}
		l.sum.Take(l.known, source)
	}
	return err
}

// countFn counts.
type countFn struct{ lazyChecker }

// Beam calls StartBundle and FinishBundle, here and for the types below.
func (f *countFn) StartBundle(func(Summary))                            { f.start() }
func (f *countFn) FinishBundle(ctx context.Context, emit func(Summary)) { f.finish(ctx, emit) }

func (f *countFn) ProcessElement(ctx context.Context, elem beam.T, count func(Summary)) error {
	defer f.ended(ctx, count)
	return f.check(ctx, splitOf(elem), new(spread.Pieces), run.NoSink{})
}

// findingsFn emits the findings one by one.
type findingsFn struct{ lazyChecker }

func (f *findingsFn) StartBundle(func(Finding), func(Summary)) { f.start() }
func (f *findingsFn) FinishBundle(ctx context.Context, _ func(Finding), emit func(Summary)) {
	f.finish(ctx, emit)
}

func (f *findingsFn) ProcessElement(ctx context.Context, elem beam.T, emit func(Finding), count func(Summary)) error {
	defer f.ended(ctx, count)
	sp := splitOf(elem)
	return f.check(ctx, sp, new(spread.Pieces), run.Func(func(_ *run.Result, rec *input.Item, res *run.Checked) {
		for _, fd := range host.Findings(rec, res, sp.File.Number, math.MaxInt) {
			emit(fd)
		}
	}))
}

// reportsFn emits JSON lines.
type reportsFn struct{ lazyChecker }

func (f *reportsFn) StartBundle(func(Text), func(Summary)) { f.start() }
func (f *reportsFn) FinishBundle(ctx context.Context, _ func(Text), emit func(Summary)) {
	f.finish(ctx, emit)
}

func (f *reportsFn) ProcessElement(ctx context.Context, elem beam.T, emit func(Text), count func(Summary)) error {
	defer f.ended(ctx, count)
	sp := splitOf(elem)
	out := newPieces(sp.text(), sp.IsText, emit)
	p := render.Printer{Formatter: render.NewFormatter(render.FormatJSON, f.checker.Target, render.Style{}, "", nil),
		OnlyFaulty: true}
	err := f.check(ctx, sp, out, run.Func(p.Render))
	out.Flush()
	return err
}
