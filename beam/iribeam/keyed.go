package iribeam

import (
	"context"
	"fmt"
	"reflect"
	"strings"

	"github.com/apache/beam/sdks/v2/go/pkg/beam"
	"github.com/apache/beam/sdks/v2/go/pkg/beam/core/typex"
)

// This file has the transforms of strings with a key of any type, such as the number of a row. Each result has the key of
// its string.

// isKeyed reports whether a collection holds strings with a key.
func isKeyed(col beam.PCollection) bool {
	return typex.IsKV(col.Type()) && col.Type().Components()[1].Type() == reflect.TypeFor[string]()
}

// forStrings returns keyed for strings with a key, otherwise fn.
func forStrings(col beam.PCollection, fn, keyed any) any {
	if isKeyed(col) {
		return keyed
	}
	return fn
}

// keyedFindingsFn is [findingsFn] for strings with a key. The types below do the same for the other functions.
type keyedFindingsFn struct{ findingsFn }

func (f *keyedFindingsFn) StartBundle(func(beam.T, Finding), func(Summary)) { f.start() }
func (f *keyedFindingsFn) FinishBundle(ctx context.Context, _ func(beam.T, Finding), emit func(Summary)) {
	f.finish(ctx, emit)
}

func (f *keyedFindingsFn) ProcessElement(ctx context.Context, key beam.T, text string, emit func(beam.T, Finding),
	count func(Summary)) error {
	return f.findingsFn.ProcessElement(ctx, text, func(fd Finding) { emit(key, fd) }, count)
}

type keyedReportsFn struct{ reportsFn }

func (f *keyedReportsFn) StartBundle(func(beam.T, Text), func(Summary)) { f.start() }
func (f *keyedReportsFn) FinishBundle(ctx context.Context, _ func(beam.T, Text), emit func(Summary)) {
	f.finish(ctx, emit)
}

func (f *keyedReportsFn) ProcessElement(ctx context.Context, key beam.T, text string, emit func(beam.T, Text), count func(Summary)) error {
	return f.reportsFn.ProcessElement(ctx, text, func(t Text) { emit(key, t) }, count)
}

type keyedFilterFn struct{ filterFn }

func (f *keyedFilterFn) StartBundle(func(beam.T, string), func(beam.T, Rejected), func(Summary)) {
	f.start()
}
func (f *keyedFilterFn) FinishBundle(ctx context.Context, _ func(beam.T, string), _ func(beam.T, Rejected), emit func(Summary)) {
	f.finish(ctx, emit)
}

func (f *keyedFilterFn) ProcessElement(ctx context.Context, key beam.T, text string, emit func(beam.T, string),
	reject func(beam.T, Rejected), count func(Summary)) error {
	return f.filterFn.ProcessElement(ctx, text, func(x beam.X) { emit(key, x.(string)) }, func(r Rejected) { reject(key, r) }, count)
}

type keyedRewriteFn struct{ rewriteFn }

func (f *keyedRewriteFn) StartBundle(func(beam.T, string), func(beam.T, Rejected), func(Summary)) {
	f.start()
}
func (f *keyedRewriteFn) FinishBundle(ctx context.Context, _ func(beam.T, string), _ func(beam.T, Rejected), emit func(Summary)) {
	f.finish(ctx, emit)
}

func (f *keyedRewriteFn) ProcessElement(ctx context.Context, key beam.T, text string, emit func(beam.T, string),
	fail func(beam.T, Rejected), count func(Summary)) error {
	return f.rewriteFn.ProcessElement(ctx, text, func(x beam.X) { emit(key, x.(string)) }, func(r Rejected) { fail(key, r) }, count)
}

// A Row is a [Finding] with a schema of the types that all languages of Beam have, and with names that SQL does not
// reserve: for beam's transforms/sql, transforms in other languages, and tables. U+FFFD replaces bytes that are not UTF-8.
type Row struct {
	Key      string `beam:"key"`    // of the string, as fmt.Sprint writes it; bytes as they are
	Source   string `beam:"source"` // the file
	Line     int64  `beam:"line"`
	Col      int64  `beam:"col"` // in characters, from 1
	Pos      int64  `beam:"pos"` // the offset of the string in bytes of the unpacked file
	Role     string `beam:"role"`
	Input    string `beam:"input"`
	Rule     string `beam:"rule"`
	Code     string `beam:"code"`
	Severity string `beam:"severity"` // error or warning
	Message  string `beam:"message"`
	Starts   int64  `beam:"starts"` // Start of the finding
	Ends     int64  `beam:"ends"`
	Section  string `beam:"section"`
	ABNF     string `beam:"abnf"`
	Hint     string `beam:"hint"`
	Fixed    string `beam:"fixed"` // the string with the fix of this finding; empty if there is none
}

// Rows turns a PCollection of [Finding], with or without keys, into one of [Row].
func Rows(s beam.Scope, findings beam.PCollection) beam.PCollection {
	s = s.Scope("iribeam.Rows")
	if typex.IsKV(findings.Type()) {
		return beam.ParDo(s, keyedRowOf, findings)
	}
	return beam.ParDo(s, rowOf, findings)
}

func keyedRowOf(key beam.T, f Finding) Row {
	r := rowOf(f)
	if b, ok := key.([]byte); ok {
		key = string(b)
	}
	r.Key = valid(fmt.Sprint(key))
	return r
}

func rowOf(f Finding) Row {
	r := Row{Source: valid(f.Place.Source), Line: int64(f.Place.Line), Col: int64(f.Place.Column), Pos: f.Place.Offset,
		Role: f.Place.Role, Input: valid(f.Input), Rule: f.Rule, Code: string(f.Code), Severity: f.Severity.String(),
		Message: f.Message, Starts: int64(f.Start), Ends: int64(f.End), Section: f.Section, ABNF: f.ABNF, Hint: f.Hint}
	if f.Fix != nil {
		r.Fixed = valid(f.Input[:f.Fix.Start] + f.Fix.Text + f.Input[f.Fix.End:])
	}
	return r
}

func valid(text string) string { return strings.ToValidUTF8(text, "\uFFFD") }
