package iribeam

import (
	"reflect"
	"sync/atomic"

	"github.com/apache/beam/sdks/v2/go/pkg/beam"
	"github.com/apache/beam/sdks/v2/go/pkg/beam/register"

	"github.com/rfc3987/iri/internal/work/summary"
)

// Register makes the functions and types of this package known to Beam. Call it once,
// before beam.Init, in main: workers run the same main, and beam.Init does not return
// there. A second call does nothing.
func Register() {
	if registered.Swap(true) {
		return
	}
	register.Emitter1[Split]()
	register.Emitter1[Finding]()
	register.Emitter1[Rejected]()
	register.Emitter1[Text]()
	register.Emitter1[Summary]()
	register.Emitter2[beam.T, Finding]()
	register.Emitter2[beam.T, Rejected]()
	register.Emitter2[beam.T, Text]()
	register.Emitter2[beam.T, string]()
	register.Emitter2[string, summary.Entry]()
	register.Iter1[Split]()
	register.Iter1[Shard]()
	register.Emitter1[beam.X]()
	register.Emitter2[[]byte, Text]()
	register.Emitter2[string, Text]()
	register.Iter1[Text]()

	// Not register.DoFn4x1 and its like, which save Beam the reflection: with them the
	// compiler needs minutes and gigabytes for this package, and nearly all of these
	// functions are called once for a part of a file, not once for a record.
	for _, fn := range []any{
		&matchFn{}, &splitFn{}, &countLinesFn{}, &numberLinesFn{},
		&countFn{}, &findingsFn{}, &reportsFn{}, &filterFn{}, &rewriteFn{}, &rejectedTextFn{},
		&keyedFindingsFn{}, &keyedReportsFn{}, &keyedFilterFn{}, &keyedRewriteFn{},
		&classesFn{}, &classTextFn{}, &classLinesFn{},
		&entriesFn{}, &summaryFn{}, &writeFn{}, &numberShardsFn{}, &renameFn{}, &writeSummaryFn{}, &manifestFn{},
	} {
		beam.RegisterDoFn(fn)
	}
	for _, fn := range []any{summary.Added, countOf, keyShard, firstsOfParts, rowOf, keyedRowOf} {
		beam.RegisterFunction(fn)
	}
	for _, t := range []reflect.Type{reflect.TypeFor[Finding](), reflect.TypeFor[Row](), reflect.TypeFor[Rejected](),
		reflect.TypeFor[Text](), reflect.TypeFor[File]()} {
		beam.RegisterType(t)
	}
	beam.RegisterCoder(reflect.TypeFor[Summary](), encodeSummary, decodeSummary)
	beam.RegisterCoder(reflect.TypeFor[summary.Entry](), encodeEntry, decodeEntry)
	beam.RegisterCoder(reflect.TypeFor[Count](), encodeCount, decodeCount)
}

// registered says that Register has been called.
var registered atomic.Bool

// mustBeRegistered panics at the construction of a pipeline that could not run.
func mustBeRegistered() {
	if !registered.Load() {
		panic("iribeam: call iribeam.Register in main, before beam.Init: workers need it to find the functions of " +
			"the pipeline")
	}
}
