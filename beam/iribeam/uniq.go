package iribeam

import (
	"bytes"
	"cmp"
	"context"
	"encoding/binary"
	"fmt"
	"iter"
	"reflect"
	"slices"

	"github.com/apache/beam/sdks/v2/go/pkg/beam"
	"github.com/klauspost/compress/zstd"

	"github.com/rfc3987/iri/internal/work/render"
	"github.com/rfc3987/iri/internal/work/rewrite"
)

// Uniq gives the first string of each class of strings that are equal up to a rung of the comparison ladder, in all
// files: its Results are a line for each, in the order of the input, and for strings a string for each:
// the one that sorts first. c says how strings are compared: its Rung, Host, IgnoreFragment and
// URNEquivalence. With count, a tab and how often the class is there stand before it. The strings that have no normal
// form are in Failed. Format "json" writes objects. Strings come together under a part of the SHA-256 of their class,
// many of them in one element, and what is left of a file or a part of it is sorted in memory.
func Uniq(s beam.Scope, col beam.PCollection, c Conversion, count bool, o Options) Converted {
	u := rewrite.Classes{Count: count, JSON: o.Format == render.FormatJSON}
	o.Format, c.Kind, c.Key = render.FormatTSV, Normalize, true
	fn := &classesFn{rewriteFn: rewriteFn{lazyChecker: lazyChecker{Options: o}, Conversion: c}}
	if isKeyed(col) {
		panic("iribeam: Uniq takes strings without a key, because it gives one string for many: see beam.DropKey")
	}
	s, parts, _ := partsOf(s, "Uniq", col, o, fn)
	classes, failed, counts := beam.ParDo3(s, fn, parts)
	classes = beam.GroupByKey(s, classes)
	converted := Converted{Failed: failed, Counted: Counted{counts}}
	if col.Type().Type() == reflect.TypeFor[string]() {
		converted.Results = beam.ParDo(s, &classTextFn{u}, classes)
	} else {
		converted.Results = beam.ParDo(s, &classLinesFn{u}, beam.GroupByKey(s, beam.ParDo(s, firstsOfParts, classes)))
	}
	return converted
}

// A class is what is known of strings that are equal: the first one, where it is, and how many there are.
type class struct {
	key   rewrite.ClassKey
	place *Text // without Data
	index int64 // among the strings of that part which have a normal form
	first []byte
	count int64
}

// before puts classes into the order of the input.
func (c *class) before(d *class) int {
	return cmp.Or(cmp.Compare(c.place.File, d.place.File), cmp.Compare(c.place.Part, d.place.Part),
		cmp.Compare(c.index, d.index), bytes.Compare(c.first, d.first))
}

// classes has those of some strings, each once.
type classes struct {
	numbers map[rewrite.ClassKey]int // in all
	all     []class
}

// add adds a class, or the strings of one that is there. keep, if not nil, makes a copy of the first string.
func (cs *classes) add(c class, keep func([]byte) []byte) {
	n, known := cs.numbers[c.key]
	switch {
	case !known:
		n = len(cs.all)
		cs.numbers[c.key], cs.all = n, append(cs.all, class{})
	case c.before(&cs.all[n]) > 0:
		cs.all[n].count += c.count
		return
	}
	if keep != nil {
		c.first = keep(c.first)
	}
	c.count += cs.all[n].count
	cs.all[n] = c
}

// Texts with classes are packed: the runner keeps several copies of what goes through a shuffle. There is an encoder
// and a decoder for each processor, so that bundles do not wait for each other. Texts are short, and so is the window.
var (
	packer, _   = zstd.NewWriter(nil, zstd.WithWindowSize(1<<20))
	unpacker, _ = zstd.NewReader(nil, zstd.WithDecoderConcurrency(0))
)

func packed(data []byte) []byte { return packer.EncodeAll(data, nil) }

// appendClass appends a class, without its place, for eachClass.
func appendClass(b []byte, c *class) []byte {
	b = binary.AppendUvarint(append(b, c.key[:]...), uint64(c.index))
	return append(binary.AppendUvarint(binary.AppendUvarint(b, uint64(c.count)), uint64(len(c.first))), c.first...)
}

// eachClass yields the classes of a text.
func eachClass(t *Text) iter.Seq[class] {
	return func(yield func(class) bool) {
		place := *t
		place.Data = nil
		b, err := unpacker.DecodeAll(t.Data, nil)
		if err != nil {
			panic("iribeam: a batch of Uniq: " + err.Error()) // the runner has changed it
		}
		for len(b) > 0 {
			c, numbers := class{key: rewrite.ClassKey(b), place: &place}, [3]uint64{}
			b = b[len(c.key):]
			for i := range numbers {
				n, size := binary.Uvarint(b)
				numbers[i], b = n, b[size:]
			}
			c.index, c.count, c.first = int64(numbers[0]), int64(numbers[1]), b[:numbers[2]]
			if b = b[numbers[2]:]; !yield(c) {
				return
			}
		}
	}
}

// classesFn emits the classes of a part of a file, or of many strings, with the first bits of their keys.
type classesFn struct {
	rewriteFn
	found classes
	size  int // of the first strings
}

// mostClasses and mostBytes are how many classes, and how much of their strings, are held at a time.
const mostClasses, mostBytes = 1 << 16, 8 << 20

// group returns the key under which a class is sent: a thousand of these are enough workers, and many classes of each
// are sent together.
func (c *class) group() [2]byte { return [2]byte{c.key[0], c.key[1] & 0xc0} }

func (f *classesFn) StartBundle(func([]byte, Text), func(Rejected), func(Summary)) {
	f.start()
	f.clear()
}

func (f *classesFn) FinishBundle(ctx context.Context, emit func([]byte, Text), _ func(Rejected), count func(Summary)) {
	f.flush(Text{}, emit)
	f.finish(ctx, count)
}

func (f *classesFn) clear() { f.found, f.size = classes{numbers: make(map[rewrite.ClassKey]int)}, 0 }

// flush emits the classes of a place.
func (f *classesFn) flush(place Text, emit func([]byte, Text)) {
	all, data := f.found.all, []byte(nil)
	slices.SortFunc(all, func(c, d class) int { return bytes.Compare(c.key[:], d.key[:]) })
	for len(all) > 0 {
		group := all[0].group()
		data = data[:0]
		for len(all) > 0 && all[0].group() == group {
			data, all = appendClass(data, &all[0]), all[1:]
		}
		place.Data = packed(data)
		emit(group[:], place)
	}
	f.clear()
}

func (f *classesFn) ProcessElement(ctx context.Context, elem beam.T, emit func([]byte, Text), fail func(Rejected),
	count func(Summary)) error {
	sp, index, failed := splitOf(elem), int64(0), false
	place := sp.text()
	keep := func(text []byte) []byte {
		f.size += len(text)
		return bytes.Clone(text)
	}
	add := func(key rewrite.ClassKey, text []byte) error {
		f.found.add(class{key, &place, index, text, 1}, keep)
		if index++; len(f.found.all) >= mostClasses || f.size >= mostBytes {
			f.flush(place, emit)
		}
		return nil
	}
	var normal string
	err := f.rewriteFn.ProcessElement(ctx, elem, func(x beam.X) {
		if t, ok := x.(Text); ok {
			rewrite.EachClass(t.Data, add) // it has no errors but those of add
		} else {
			normal = x.(string)
		}
	}, func(r Rejected) {
		failed = true
		fail(r)
	}, count)
	if err == nil && sp.IsText && !failed {
		err = add(rewrite.Key([]byte(normal)), []byte(sp.Text))
	}
	if !sp.IsText || f.Windowed {
		f.flush(place, emit)
	}
	return err
}

// merged returns the classes of all strings of a group.
func merged(texts func(*Text) bool) []class {
	cs := classes{numbers: make(map[rewrite.ClassKey]int)}
	for t := (Text{}); texts(&t); {
		for c := range eachClass(&t) {
			cs.add(c, nil)
		}
	}
	return cs.all
}

// classTextFn writes classes of strings.
type classTextFn struct{ Uniq rewrite.Classes }

func (f *classTextFn) ProcessElement(_ []byte, texts func(*Text) bool, emit func(string)) {
	for _, c := range merged(texts) {
		emit(string(f.Uniq.Append(nil, string(c.first), c.count)))
	}
}

// firstsOfParts emits the classes of a group for the parts of files in which they begin.
func firstsOfParts(_ []byte, texts func(*Text) bool, emit func(string, Text)) {
	all := merged(texts)
	slices.SortFunc(all, func(c, d class) int { return c.before(&d) })
	for len(all) > 0 {
		t, data := *all[0].place, []byte(nil)
		for len(all) > 0 && all[0].place.File == t.File && all[0].place.Part == t.Part {
			data, all = appendClass(data, &all[0]), all[1:]
		}
		t.Data = packed(data)
		emit(fmt.Sprint(t.File, t.Part), t)
	}
}

// classLinesFn writes the classes that begin in a part of a file.
type classLinesFn struct{ Uniq rewrite.Classes }

func (f *classLinesFn) ProcessElement(_ string, texts func(*Text) bool, emit func(Text)) {
	var all []class
	for t := (Text{}); texts(&t); {
		all = slices.AppendSeq(all, eachClass(&t))
	}
	slices.SortFunc(all, func(c, d class) int { return c.before(&d) })
	out := newPieces(*all[0].place, false, emit)
	var b []byte
	for _, c := range all {
		b = append(f.Uniq.Append(b[:0], string(c.first), c.count), '\n')
		out.Write(b)
	}
	out.Flush()
}
