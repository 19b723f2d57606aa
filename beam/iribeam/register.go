package iribeam

import (
	"context"
	"reflect"

	"github.com/apache/beam/sdks/v2/go/pkg/beam"
	"github.com/apache/beam/sdks/v2/go/pkg/beam/core/runtime"
	"github.com/apache/beam/sdks/v2/go/pkg/beam/register"
)

// Register makes the functions and types of this package known to Beam. Call it once,
// before beam.Init, in main: workers run the same main, and beam.Init does not return
// there.
//
//	func main() {
//		flag.Parse()
//		iribeam.Register()
//		beam.Init()
//		…
//	}
//
// A second call does nothing.
func Register() {
	if registered() {
		return
	}
	register.Emitter1[File]()
	register.Emitter1[Split]()
	register.Emitter1[Finding]()
	register.Emitter1[Rejected]()
	register.Emitter1[Text]()
	register.Emitter1[Part]()
	register.Emitter1[BrokenFile]()
	register.Emitter1[Shard]()
	register.Emitter2[int64, Split]()
	register.Emitter2[string, tally]()
	register.Iter1[Split]()
	register.Iter1[Shard]()

	register.DoFn3x1[context.Context, []byte, func(File), error](&matchFn{})
	register.DoFn4x1[context.Context, File, func(Split), func(Split), error](&splitFn{})
	register.DoFn2x2[context.Context, Split, int64, Split](&countLinesFn{})
	register.DoFn3x0[int64, func(*Split) bool, func(Split)](&numberLinesFn{})

	register.DoFn3x1[context.Context, Split, func(Part), error](&countFn{})
	register.DoFn4x1[context.Context, Split, func(Finding), func(Part), error](&findingsFn{})
	register.DoFn4x1[context.Context, Split, func(Text), func(Part), error](&reportsFn{})

	register.DoFn2x0[string, func(Part)](&countStringsFn{})
	register.DoFn3x0[string, func(Finding), func(Part)](&findingsOfStringsFn{})
	register.DoFn3x0[string, func(Text), func(Part)](&reportsOfStringsFn{})

	register.Emitter1[string]()
	register.DoFn5x1[context.Context, Split, func(Text), func(Rejected), func(Part), error](&filterFn{})
	register.DoFn5x1[context.Context, Split, func(Text), func(Rejected), func(Part), error](&rewriteFn{})
	register.DoFn4x0[string, func(string), func(Rejected), func(Part)](&filterStringsFn{})
	register.DoFn4x0[string, func(string), func(Rejected), func(Part)](&rewriteStringsFn{})
	register.DoFn2x0[Rejected, func(Text)](&rejectedTextFn{})

	register.DoFn2x0[Part, func(string, tally)](&talliesFn{})
	register.Function2x1(mergeTallies)
	register.Function2x1(countOfTally)
	register.Combiner3[totals, Part, Summary](&summaryFn{})
	register.Function2x0(brokenOfPart)

	register.DoFn3x1[context.Context, Text, func(Shard), error](&writeFn{})
	register.Function1x2(keyShard)
	register.DoFn3x0[int64, func(*Shard) bool, func(Shard)](&numberShardsFn{})
	register.DoFn2x2[context.Context, Shard, Shard, error](&renameFn{})
	register.DoFn2x1[context.Context, Summary, error](&writeSummaryFn{})

	beam.RegisterCoder(reflect.TypeFor[Part](), encodePart, decodePart)
	beam.RegisterCoder(reflect.TypeFor[tally](), encodeTally, decodeTally)
	beam.RegisterCoder(reflect.TypeFor[totals](), encodeTotals, decodeTotals)
	beam.RegisterCoder(reflect.TypeFor[Summary](), encodeSummary, decodeSummary)
	beam.RegisterCoder(reflect.TypeFor[Count](), encodeCount, decodeCount)
}

// registered reports whether Register has been called.
func registered() bool {
	key, ok := runtime.TypeKey(reflect.TypeFor[File]())
	if !ok {
		return false
	}
	_, ok = runtime.LookupType(key)
	return ok
}

// mustBeRegistered panics at the construction of a pipeline that could not run.
func mustBeRegistered() {
	if !registered() {
		panic("iribeam: call iribeam.Register in main, before beam.Init: workers need it to find the functions of the pipeline")
	}
}
