package iribeam

import (
	"cmp"
	"context"
	"fmt"
	"reflect"
	"slices"

	"github.com/apache/beam/sdks/v2/go/pkg/beam"

	"github.com/rfc3987/iri/internal/work/output"
)

// A Class is what is known of strings that are equal: the first one, where it is, and how many there are.
type Class struct {
	Place Text  // without Data
	Index int64 // among the strings of that part which have a normal form
	First string
	Count int64
}

// Uniq gives the first string of each class of strings that are equal up to a rung of the comparison ladder, in all
// files: its Results are a line for each, in the order of the input, and for strings a string for each, of which
// the first one is that which sorts first. c says how strings are compared: its Rung, Host, IgnoreFragment and URNEquivalence. With
// count, a tab and how often the class is there stand before it. The strings that have no normal form are
// in Failed. Format "json" writes objects. Strings come together under a key of 16 bytes for their class, and
// what is left of a file or a part of it is sorted in memory.
func Uniq(s beam.Scope, col beam.PCollection, c Conversion, count bool, o Options) Converted {
	u := output.Uniq{Count: count, JSON: o.Format == output.FormatJSON}
	o.Format, c.Kind, c.Key = output.FormatTSV, Normalize, true
	fn := &classesFn{rewriteFn{lazyChecker: lazyChecker{Options: o}, Conversion: c}}
	s, parts, results := partsOf(s, "Uniq", col, o, fn)
	classes, failed, counts := beam.ParDo3(s, fn, parts)
	classes = beam.DropKey(s, beam.CombinePerKey(s, both, classes))
	converted := Converted{Failed: failed, Counted: Counted{counts}}
	if results.T == reflect.TypeFor[string]() {
		converted.Results = beam.ParDo(s, &classTextFn{u}, classes)
	} else {
		converted.Results = beam.ParDo(s, &classLinesFn{u}, beam.GroupByKey(s, beam.ParDo(s, keyClass, classes)))
	}
	return converted
}

// classesFn emits each string that has a normal form as a class of its own.
type classesFn struct{ rewriteFn }

func (f *classesFn) StartBundle(func([]byte, Class), func(Rejected), func(Summary)) { f.start() }
func (f *classesFn) FinishBundle(ctx context.Context, _ func([]byte, Class), _ func(Rejected), emit func(Summary)) {
	f.finish(ctx, emit)
}

func (f *classesFn) ProcessElement(ctx context.Context, elem beam.T, emit func([]byte, Class), fail func(Rejected), count func(Summary)) error {
	sp, index, failed := splitOf(elem), int64(0), false
	class := func(key output.ClassKey, text []byte) error {
		emit(key[:], Class{sp.text(), index, string(text), 1})
		index++
		return nil
	}
	var normal string
	err := f.rewriteFn.ProcessElement(ctx, elem, func(x beam.X) {
		if t, ok := x.(Text); ok {
			output.EachClass(t.Data, class) // it has no errors but those of class
		} else {
			normal = x.(string)
		}
	}, func(r Rejected) {
		failed = true
		fail(r)
	}, count)
	if err == nil && sp.IsText && !failed {
		err = class(output.Key([]byte(normal)), []byte(sp.Text))
	}
	return err
}

// before puts classes into the order of the input.
func (c *Class) before(d *Class) int {
	return cmp.Or(cmp.Compare(c.Place.File, d.Place.File), cmp.Compare(c.Place.Part, d.Place.Part), cmp.Compare(c.Index, d.Index), cmp.Compare(c.First, d.First))
}

// both returns the class of all strings of two.
func both(a, b Class) Class {
	n := a.Count + b.Count
	if b.before(&a) < 0 {
		a = b
	}
	a.Count = n
	return a
}

// keyClass returns a class with the part of the file in which it begins.
func keyClass(c Class) (string, Class) { return fmt.Sprint(c.Place.File, c.Place.Part), c }

// classTextFn writes classes of strings.
type classTextFn struct{ Uniq output.Uniq }

func (f *classTextFn) ProcessElement(c Class) string {
	return string(f.Uniq.Append(nil, c.First, c.Count))
}

// classLinesFn writes the classes that begin in a part of a file.
type classLinesFn struct{ Uniq output.Uniq }

func (f *classLinesFn) ProcessElement(_ string, classes func(*Class) bool, emit func(Text)) {
	var all []Class
	for c := (Class{}); classes(&c); {
		all = append(all, c)
	}
	slices.SortFunc(all, func(c, d Class) int { return c.before(&d) })
	out := newPieces(all[0].Place, false, emit)
	var b []byte
	for i := range all {
		b = append(f.Uniq.Append(b[:0], all[i].First, all[i].Count), '\n')
		out.Write(b)
	}
	out.Flush()
}
