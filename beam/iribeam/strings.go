package iribeam

import (
	"math"

	"github.com/rfc3987/iri/internal/files/input"
	"github.com/rfc3987/iri/internal/work"
)

// Strings is the source of findings in a PCollection of strings, which have no place.
const Strings = "<strings>"

// A stringPart counts the strings of a bundle.
type stringPart struct{ part *Summary }

// stringRecord returns a string as a record.
func stringRecord(text string) input.Record {
	return input.Record{Text: text, Raw: []byte(text), Source: Strings, Col: 1}
}

// start starts a bundle.
func (s *stringPart) start() { s.part = new(Summary) }

// check checks a string, and calls found if it is not clean.
func (s *stringPart) check(l *lazyChecker, text string, found func(*input.Record, *work.Checked)) {
	c := l.checker
	if c.Clean(&input.Record{Text: text}) {
		s.part.Inputs++
		s.part.Conforming++
		return
	}
	rec := stringRecord(text)
	res := c.Check(&rec, nil)
	s.part.Add(&rec, res.Findings, res.More, res.Conforms, c.options.Hosts)
	if found != nil {
		found(&rec, &res)
	}
}

// countStringsFn is countFn for strings.
type countStringsFn struct {
	lazyChecker
	stringPart
}

// StartBundle is called by Beam.
func (f *countStringsFn) StartBundle(_ func(Summary)) { f.start() }

func (f *countStringsFn) ProcessElement(text string, _ func(Summary)) {
	f.stringPart.check(&f.lazyChecker, text, nil)
}

// FinishBundle is called by Beam.
func (f *countStringsFn) FinishBundle(emit func(Summary)) { emit(*f.part) }

// findingsOfStringsFn is findingsFn for strings.
type findingsOfStringsFn struct {
	findingsFn
	stringPart
}

// StartBundle is called by Beam.
func (f *findingsOfStringsFn) StartBundle(_ func(Finding), _ func(Summary)) { f.start() }

func (f *findingsOfStringsFn) ProcessElement(text string, emit func(Finding), _ func(Summary)) {
	f.stringPart.check(&f.lazyChecker, text, func(rec *input.Record, res *work.Checked) {
		for _, fd := range f.checker.findings(rec, res, 0, math.MaxInt) {
			emit(fd)
		}
	})
}

// FinishBundle is called by Beam.
func (f *findingsOfStringsFn) FinishBundle(_ func(Finding), emit func(Summary)) { emit(*f.part) }

// reportsOfStringsFn is reportsFn for strings.
type reportsOfStringsFn struct {
	reportsFn
	stringPart
}

// StartBundle is called by Beam.
func (f *reportsOfStringsFn) StartBundle(_ func(Text), _ func(Summary)) { f.start() }

func (f *reportsOfStringsFn) ProcessElement(text string, emit func(Text), _ func(Summary)) {
	f.stringPart.check(&f.lazyChecker, text, func(rec *input.Record, res *work.Checked) {
		if len(res.Findings) > 0 {
			emit(Text{Data: f.checker.AppendJSON(nil, rec, res)})
		}
	})
}

// FinishBundle is called by Beam.
func (f *reportsOfStringsFn) FinishBundle(_ func(Text), emit func(Summary)) { emit(*f.part) }
